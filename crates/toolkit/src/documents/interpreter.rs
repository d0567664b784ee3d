//! The parser that a PEG stands for, run from its text.
//!
//! Invariant: it is pest's own interpreter, on what pest's own optimizer makes of the rules: it accepts what the parser
//! that would be generated accepts.

use notation::GrammarError;
use notation::pest_file;
use pest::error::{Error, ErrorVariant, InputLocation, LineColLocation};
use pest::iterators::Pairs;
use pest_vm::Vm;
use std::collections::BTreeSet;
use std::fmt;

/// The parser of a PEG.
pub(super) struct Interpreter {
    machine: Vm,
    start: String,
}

/// A text that a PEG does not match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where the parser could not go on, in bytes.
    pub position: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The rules of which one was expected there.
    pub expected: Vec<String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        match self.expected.as_slice() {
            [] => f.write_str("unexpected text"),
            expected => write!(f, "expected {}", expected.join(", ")),
        }
    }
}

impl std::error::Error for Mismatch {}

impl Interpreter {
    /// The parser that starts with the first rule.
    ///
    /// # Errors
    ///
    /// pest does not accept the grammar.
    pub(super) fn new(grammar: &str) -> Result<Self, GrammarError> {
        let file = pest_file::read(grammar)?;
        let start = file.heads.first().ok_or(GrammarError::Empty)?.name.clone();
        let machine = Vm::new(file.optimized());
        Ok(Self { machine, start })
    }

    pub(super) fn parse<'t>(&'t self, text: &'t str) -> Result<Pairs<'t, &'t str>, Mismatch> {
        self.machine
            .parse(&self.start, text)
            .map_err(|error| Mismatch::of(&error))
    }
}

impl Mismatch {
    fn of(error: &Error<&str>) -> Self {
        let position = match error.location {
            InputLocation::Pos(position) | InputLocation::Span((position, _)) => position,
        };
        let (line, column) = match error.line_col {
            LineColLocation::Pos(place) | LineColLocation::Span(place, _) => place,
        };
        let expected: BTreeSet<String> = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => {
                positives.iter().map(ToString::to_string).collect()
            }
            ErrorVariant::CustomError { .. } => BTreeSet::new(),
        };
        Self {
            position,
            line,
            column,
            expected: expected.into_iter().collect(),
        }
    }
}

impl fmt::Debug for Interpreter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpreter")
            .field("start", &self.start)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grammar_runs_from_its_text() {
        let grammar = "list = { SOI ~ \"(\" ~ item* ~ \")\" ~ EOI } item = { 'a'..'z' }";
        let parser = Interpreter::new(grammar).unwrap();
        assert!(parser.parse("(ab)").is_ok());
        let mismatch = parser.parse("(a\n").unwrap_err();
        assert_eq!(mismatch.to_string(), "1:3: expected item");
        assert_eq!(mismatch.position, 2);
        assert_eq!(Interpreter::new("").unwrap_err(), GrammarError::Empty);
    }
}
