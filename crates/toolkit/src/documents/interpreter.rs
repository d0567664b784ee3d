//! The parser that a PEG stands for, run from its text by pest's own interpreter.
//!
//! Invariant: it runs the rules that pest's own optimizer makes, so it accepts the texts that the generated
//! parser accepts.

use super::parser::{Mismatch, ParseDocuments, ParseNode};

use notation::GrammarError;
use notation::pest_file;
use pest::error::{Error, ErrorVariant, InputLocation, LineColLocation};
use pest::iterators::Pair;
use pest_vm::Vm;
use std::collections::BTreeSet;
use std::fmt;

/// The parser of a PEG, which reads documents from the grammar's text alone.
///
/// ```
/// use turtle_peg_toolkit::{Interpreter, ParseDocuments};
///
/// let parser = Interpreter::new("list = { SOI ~ \"(\" ~ item* ~ \")\" ~ EOI } item = { 'a'..'z' }")?;
/// let nodes = parser.parse("(a)").unwrap();
/// assert_eq!((nodes[0].rule, &nodes[0].span), ("list", &(0..3)));
/// assert_eq!(parser.parse("(a").unwrap_err().to_string(), "1:3: expected item");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub struct Interpreter {
    machine: Vm,
    start: String,
}

impl Interpreter {
    /// The parser that starts with the first rule.
    ///
    /// # Errors
    ///
    /// pest does not accept the grammar.
    pub fn new(grammar: &str) -> Result<Self, GrammarError> {
        let file = pest_file::read(grammar)?;
        let start = file.heads.first().ok_or(GrammarError::Empty)?.name.clone();
        let machine = Vm::new(file.optimized());
        Ok(Self { machine, start })
    }
}

impl ParseDocuments for Interpreter {
    fn parse<'a>(&'a self, text: &'a str) -> Result<Vec<ParseNode<'a>>, Mismatch> {
        match self.machine.parse(&self.start, text) {
            Ok(pairs) => Ok(pairs.map(node).collect()),
            Err(error) => Err(mismatch(&error)),
        }
    }
}

fn node<'a>(pair: Pair<'a, &'a str>) -> ParseNode<'a> {
    let span = pair.as_span();
    ParseNode {
        rule: pair.as_rule(),
        span: span.start()..span.end(),
        children: pair.into_inner().map(node).collect(),
    }
}

fn mismatch(error: &Error<&str>) -> Mismatch {
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
    Mismatch {
        position,
        line,
        column,
        expected: expected.into_iter().collect(),
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
