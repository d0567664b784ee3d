//! What is wrong with the text of a grammar.

use crate::pest_file::Refusal;
use std::fmt;

/// The text of a grammar cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GrammarError {
    /// It is not in its notation, or names what there is not: what, and where, as pest puts it.
    Syntax(String),
    /// A rule uses what no specification's grammar can say, and the toolkit does not know.
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
    pub(crate) fn notation<R: pest::RuleType>(error: pest::error::Error<R>) -> Self {
        Self::Syntax(error.to_string())
    }

    pub(crate) fn at(span: pest::Span<'_>, message: &str) -> Self {
        let variant = pest::error::ErrorVariant::<()>::CustomError {
            message: message.to_owned(),
        };
        Self::Syntax(pest::error::Error::new_from_span(variant, span).to_string())
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
