//! The statements of a document, which its start symbol repeats.
//!
//! A PEG's `SOI ~ S* ~ EOI` reads S again and again, and goes back on none: so does whoever reads S, or the end, one after the other.
//! Of lines, each has an end or is the last: `S? (EOL+ S)* EOL*` is `EOL* (S (EOL | EOI))`, again and again.

use crate::{Expression, Grammar};

/// The statements of a document, which its start symbol repeats.
///
/// See [`DocumentForm`](super::DocumentForm) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statements {
    /// `S? (EOL+ S)* EOL*`: each statement is a line.
    Lines {
        /// The statement.
        statement: Expression,
        /// The end of a line.
        end: Expression,
    },
    /// `S*`, or `space* (S space*)*` where a grammar writes its white space out.
    Repeated {
        /// The statement.
        statement: Expression,
        /// The white space before and after it, if it is written out.
        space: Option<Expression>,
    },
}

impl Statements {
    pub(super) fn of(grammar: &Grammar) -> Option<Self> {
        use Expression::{End, OneOrMore, Optional, Start, ZeroOrMore};
        let parts = grammar.rules.first()?.expression.in_sequence();
        let parts = parts.strip_prefix(&[Start]).unwrap_or(parts);
        let parts = parts.strip_suffix(&[End]).unwrap_or(parts);
        match parts {
            [Optional(statement), ZeroOrMore(more), ZeroOrMore(end)] => {
                let is_line = more.in_sequence() == [OneOrMore(end.clone()), (**statement).clone()];
                is_line.then(|| Self::Lines {
                    statement: (**statement).clone(),
                    end: (**end).clone(),
                })
            }
            [ZeroOrMore(statement)] => Some(Self::Repeated {
                statement: (**statement).clone(),
                space: None,
            }),
            [ZeroOrMore(space), ZeroOrMore(repeated)] => match repeated.in_sequence() {
                [statement, ZeroOrMore(behind)] if behind == space => Some(Self::Repeated {
                    statement: statement.clone(),
                    space: Some((**space).clone()),
                }),
                _ => None,
            },
            _ => None,
        }
    }

    /// The statement.
    pub fn statement(&self) -> &Expression {
        match self {
            Self::Lines { statement, .. } | Self::Repeated { statement, .. } => statement,
        }
    }
}
