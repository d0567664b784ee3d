//! The parts of a statement that its tokens are, told by the signs between them.

use crate::advice::words::kind_of;

/// The part of a statement that a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermRole {
    Subject,
    Predicate,
    Object,
    Member,
    /// Of a directive, or of a literal.
    Other,
}

/// Reads the tokens of statements, one after the other; brackets stand on top of the term that they are.
#[derive(Clone, Debug)]
pub(super) struct RoleReader {
    expected: Vec<TermRole>,
    is_datatype: bool,
}

impl RoleReader {
    pub(super) fn new() -> Self {
        Self {
            expected: vec![TermRole::Subject],
            is_datatype: false,
        }
    }

    fn expect(&mut self, role: TermRole) {
        if let Some(top) = self.expected.last_mut()
            && *top != TermRole::Member
        {
            *top = role;
        }
    }

    /// The role of the token; `None` for signs.
    pub(super) fn read(&mut self, token: &str) -> Option<TermRole> {
        match token {
            "." | "{" | "}" => *self = Self::new(),
            ";" => self.expect(TermRole::Predicate),
            "," => self.expect(TermRole::Object),
            "]" | ")" | "|}" | ">>" | ")>>" => {
                if self.expected.len() > 1 {
                    self.expected.pop();
                }
            }
            "^^" => self.is_datatype = true,
            _ if matches!(kind_of(token), Some("a language tag")) => {}
            _ if matches!(kind_of(token), Some("a directive")) => self.expect(TermRole::Other),
            _ if std::mem::take(&mut self.is_datatype) => return Some(TermRole::Other),
            "{|" => self.expected.push(TermRole::Predicate),
            _ => return self.term(token),
        }
        None
    }

    fn term(&mut self, token: &str) -> Option<TermRole> {
        let role = self.expected.last().copied()?;
        self.expect(match role {
            TermRole::Subject => TermRole::Predicate,
            TermRole::Predicate => TermRole::Object,
            role => role,
        });
        match token {
            "[" => self.expected.push(TermRole::Predicate),
            "(" => self.expected.push(TermRole::Member),
            "<<" | "<<(" => self.expected.push(TermRole::Subject),
            _ => {}
        }
        Some(role)
    }
}
