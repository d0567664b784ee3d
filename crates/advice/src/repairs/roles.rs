//! The parts of a statement that its tokens are, told by the signs between them.

use turtle_peg::tokens::{Sign, TermKind};

/// The part of a statement that a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermRole {
    Subject,
    Predicate,
    Object,
    Member,
    /// A term of a directive, or of a literal.
    Other,
}

/// Reads the tokens of statements, one after the other; brackets are on top of the term that they are.
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
        match (Sign::of(token), TermKind::of(token)) {
            (Some(Sign::FullStop | Sign::BraceBegin | Sign::BraceEnd), _) => *self = Self::new(),
            (Some(Sign::Semicolon), _) => self.expect(TermRole::Predicate),
            (Some(Sign::Comma), _) => self.expect(TermRole::Object),
            (Some(sign), _) if sign.closes() => {
                if self.expected.len() > 1 {
                    self.expected.pop();
                }
            }
            (Some(Sign::DoubleCaret), _) => self.is_datatype = true,
            (_, Some(TermKind::LanguageTag)) => {}
            (_, Some(TermKind::Directive)) => self.expect(TermRole::Other),
            _ if std::mem::take(&mut self.is_datatype) => return Some(TermRole::Other),
            (Some(Sign::AnnotationBegin), _) => self.expected.push(TermRole::Predicate),
            (sign, _) => return self.term(sign),
        }
        None
    }

    fn term(&mut self, sign: Option<Sign>) -> Option<TermRole> {
        let role = self.expected.last().copied()?;
        self.expect(match role {
            TermRole::Subject => TermRole::Predicate,
            TermRole::Predicate => TermRole::Object,
            role => role,
        });
        self.expected.extend(match sign {
            Some(Sign::BracketBegin) => Some(TermRole::Predicate),
            Some(Sign::ParenthesisBegin) => Some(TermRole::Member),
            Some(Sign::ReifiedTripleBegin | Sign::TripleTermBegin) => Some(TermRole::Subject),
            _ => None,
        });
        Some(role)
    }
}
