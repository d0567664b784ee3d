//! What is wrong with the text of a grammar.

use crate::pest_file::Refusal;
use std::fmt;

/// How long a line may be that a message quotes, in bytes.
const MOST_QUOTED: usize = 500;

/// The text of a grammar cannot be read.
///
/// ```
/// use turtle_peg_notation::{GrammarError, ebnf};
///
/// assert_eq!(ebnf::read(""), Err(GrammarError::Empty));
/// let error = ebnf::read("a ::= ('b'").unwrap_err();
/// assert!(matches!(error, GrammarError::Syntax(_)));
/// assert!(error.to_string().contains("1:11"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GrammarError {
    /// It is not in its notation, or uses a name without a rule: what, and where, in pest's form.
    Syntax(String),
    /// A rule uses a construct that no specification's grammar has, and the toolkit does not know.
    Unsupported {
        /// The rule.
        rule: String,
        /// What it uses.
        construct: String,
    },
    /// It has no productions.
    Empty,
}

impl GrammarError {
    /// A fault in a part of a text, between these places in bytes. A line longer than [`MOST_QUOTED`] is not quoted.
    pub(crate) fn within(text: &str, start: usize, end: usize, message: &str) -> Self {
        let variant = pest::error::ErrorVariant::<()>::CustomError {
            message: message.to_owned(),
        };
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let is_short = text[line_start..]
            .find('\n')
            .unwrap_or(text.len() - line_start)
            <= MOST_QUOTED;
        if !is_short {
            let column = text[line_start..start].chars().count() + 1;
            return Self::Syntax(format!("{line}:{column}: {message}"));
        }
        let end = end.min(text.len()).max(start);
        let error = match (
            pest::Span::new(text, start, end),
            pest::Position::new(text, start),
        ) {
            (Some(span), _) if end > start => pest::error::Error::new_from_span(variant, span),
            (_, Some(position)) => pest::error::Error::new_from_pos(variant, position),
            _ => return Self::Syntax(message.to_owned()),
        };
        Self::Syntax(error.to_string())
    }

    /// Several faults as one error, a line each.
    pub fn several(errors: Vec<impl ToString>) -> Self {
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Self::Syntax(said.join("\n"))
    }
}

impl From<Refusal> for GrammarError {
    fn from(refusal: Refusal) -> Self {
        Self::Syntax(refusal.to_string())
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) => f.write_str(message),
            Self::Unsupported { rule, construct } => {
                write!(f, "{rule} uses {construct}, which cannot be inspected")
            }
            Self::Empty => f.write_str("the grammar has no productions"),
        }
    }
}

impl std::error::Error for GrammarError {}
