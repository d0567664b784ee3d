//! Errors in the text of a grammar.

use crate::pest_file::Refusal;
use std::fmt;

/// The text of a grammar cannot be read.
///
/// ```
/// use turtle_peg_notation::{GrammarError, ebnf};
///
/// assert_eq!(ebnf::read(""), Err(GrammarError::Empty));
/// let error = ebnf::read("a ::= ('b'").unwrap_err();
/// assert_eq!(error.place(), Some((1, 11)));
/// assert!(error.to_string().starts_with("1:11: expected"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GrammarError {
    /// It is not in its notation.
    Syntax(String),
    /// A message with its line and column, counted from 1.
    At {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
        /// The error there.
        message: String,
    },
    /// Several faults.
    Several(Vec<GrammarError>),
    /// A rule uses a construct that no specification's grammar has, and the toolkit does not know.
    Unsupported {
        /// The rule.
        rule: String,
        /// The construct that it uses.
        construct: String,
    },
    /// Something is wrong with a production, or something cannot be done with it.
    Production {
        /// Its name.
        name: String,
        /// The error.
        message: String,
    },
    /// It has no productions.
    Empty,
}

impl GrammarError {
    /// A fault at a place of a text, in bytes.
    pub(crate) fn at(text: &str, place: usize, message: &str) -> Self {
        let before = &text[..place];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self::At {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.to_owned(),
        }
    }

    /// The error that no nonterminal of this name is there to start with.
    pub fn no_start(name: &str) -> Self {
        Self::Syntax(format!(
            "no nonterminal is called {name}: it cannot be a start symbol"
        ))
    }

    /// Several faults without places as one error.
    pub fn several(errors: Vec<impl ToString>) -> Self {
        let faults = errors.iter().map(|error| Self::Syntax(error.to_string()));
        Self::Several(faults.collect())
    }

    /// The error, with the places in the text of its faults that are about productions; `line_of` says where a production is.
    pub fn placed(self, line_of: impl Fn(&str) -> Option<(usize, usize)> + Copy) -> Self {
        match self {
            Self::Several(faults) => {
                let placed = faults.into_iter().map(|fault| fault.placed(line_of));
                Self::Several(placed.collect())
            }
            Self::Production { ref name, .. } => match line_of(name) {
                Some((line, column)) => Self::At {
                    line,
                    column,
                    message: self.to_string(),
                },
                None => self,
            },
            other => other,
        }
    }

    /// Each of several faults; else the error itself.
    pub fn faults(&self) -> &[Self] {
        match self {
            Self::Several(faults) => faults,
            fault => std::slice::from_ref(fault),
        }
    }

    /// The line and the column, counted from 1, if it is at a place.
    pub fn place(&self) -> Option<(usize, usize)> {
        match self {
            Self::At { line, column, .. } => Some((*line, *column)),
            _ => None,
        }
    }

    /// The error, without the place.
    pub fn message(&self) -> String {
        match self {
            Self::At { message, .. } => message.clone(),
            other => other.to_string(),
        }
    }

    /// Each fault with the file before it: `FILE:LINE:COLUMN: …`.
    pub fn in_file(&self, file: &str) -> String {
        let faults = self.faults().iter().map(|fault| match fault.place() {
            Some(_) => format!("{file}:{fault}"),
            None => format!("{file}: {fault}"),
        });
        faults.collect::<Vec<_>>().join("\n")
    }
}

impl From<Refusal> for GrammarError {
    fn from(refusal: Refusal) -> Self {
        let faults = refusal.faults().map(|((line, column), message)| Self::At {
            line,
            column,
            message,
        });
        Self::Several(faults.collect())
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) => f.write_str(message),
            Self::At {
                line,
                column,
                message,
            } => write!(f, "{line}:{column}: {message}"),
            Self::Several(faults) => {
                let said: Vec<String> = faults.iter().map(Self::to_string).collect();
                f.write_str(&said.join("\n"))
            }
            Self::Unsupported { rule, construct } => {
                write!(f, "{rule} uses {construct}, which cannot be inspected")
            }
            Self::Production { name, message } => write!(f, "{name}: {message}"),
            Self::Empty => f.write_str("the grammar has no productions"),
        }
    }
}

impl std::error::Error for GrammarError {}
