//! Why a `.pest` file is refused.
//!
//! Invariant: every fault comes with its place, and no message quotes the file.

use pest::Position;
use pest::error::{Error, ErrorVariant, LineColLocation};
use pest_meta::parser::{Rule as Part, rename_meta_rule};
use std::fmt;

/// Why a file is refused. `Display` lists every error with its line and its column.
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

    /// One fault, at this place: the message does not quote texts, which may be too large.
    pub(super) fn at(place: Position<'_>, message: String) -> Self {
        let variant = ErrorVariant::CustomError { message };
        Self::of(vec![Error::new_from_pos(variant, place)])
    }

    /// The line of the first fault, counted from 1.
    pub fn line(&self) -> usize {
        self.faults().next().map_or(1, |((line, _), _)| line)
    }

    /// All faults: the line and the column of each, counted from 1, and the message.
    pub fn faults(&self) -> impl Iterator<Item = ((usize, usize), String)> {
        self.0.iter().map(|error| {
            let place = match error.line_col {
                LineColLocation::Pos(place) | LineColLocation::Span(place, _) => place,
            };
            (place, of_grammar(&error.variant.message()).to_owned())
        })
    }

    /// The first fault, without its place.
    pub fn message(&self) -> String {
        let first = self.faults().next();
        first.map_or_else(String::new, |(_, message)| message)
    }
}

/// pest's message about the grammar, without its advice for Rust.
fn of_grammar(message: &str) -> &str {
    const ADVICE: &str = "; pest::pratt_parser";
    message.find(ADVICE).map_or(message, |at| &message[..at])
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = self.faults();
        let said = faults.map(|((line, column), message)| format!("{line}:{column}: {message}"));
        f.write_str(&said.collect::<Vec<_>>().join("\n"))
    }
}
