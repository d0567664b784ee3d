//! Why a `.pest` file is refused.
//!
//! Invariant: every fault comes with its place, and no message quotes more than a line of [`MOST_QUOTED`] bytes.

use pest::error::{Error, LineColLocation};
use pest_meta::parser::{Rule as Part, rename_meta_rule};
use std::fmt;

/// How long a line may be that a message quotes, in bytes.
const MOST_QUOTED: usize = 500;

/// Why a file is refused. `Display` lists every error with its line.
///
/// ```
/// use turtle_peg_notation::pest_file;
///
/// let refusal = pest_file::read("a = { b }\nb = { b }").unwrap_err();
/// assert_eq!(refusal.line(), 2);
/// assert!(refusal.message().starts_with("rule b is left-recursive"));
/// ```
#[derive(Clone, Debug)]
pub struct Refusal(Vec<Error<Part>>);

impl Refusal {
    pub(super) fn of(errors: Vec<Error<Part>>) -> Self {
        let errors = errors.into_iter();
        Self(
            errors
                .map(|error| error.renamed_rules(rename_meta_rule))
                .collect(),
        )
    }

    /// The line of the first fault, counted from 1.
    pub fn line(&self) -> usize {
        let first = self.0.first().map(|error| &error.line_col);
        first.map_or(1, |place| match place {
            LineColLocation::Pos((line, _)) | LineColLocation::Span((line, _), _) => *line,
        })
    }

    /// The first fault, without its place.
    pub fn message(&self) -> String {
        let first = self.0.first();
        first.map_or_else(String::new, |error| error.variant.message().into_owned())
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said: Vec<String> = self.0.iter().map(said).collect();
        f.write_str(&said.join("\n"))
    }
}

/// pest's message, with the line that it quotes only if that is short.
fn said(error: &Error<Part>) -> String {
    let (line, column) = match error.line_col {
        LineColLocation::Pos(place) | LineColLocation::Span(place, _) => place,
    };
    match error.line().len() <= MOST_QUOTED {
        true => error.to_string(),
        false => format!("{line}:{column}: {}", error.variant.message()),
    }
}
