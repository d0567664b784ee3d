//! The parser that a PEG stands for, run from its text by pest's own interpreter.
//!
//! Invariant: it runs the rules that pest's own optimizer makes, so it accepts the texts that the generated
//! parser accepts.

use notation::GrammarError;
use notation::pest_file;
use pest::error::{Error, ErrorVariant, LineColLocation};
use pest::iterators::Pairs;
use pest_vm::Vm;
use std::collections::BTreeSet;
use std::fmt;

/// The parser of a PEG, which reads documents from the grammar's text alone.
pub(super) struct Interpreter {
    machine: Vm,
    start: String,
}

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

    /// The parse tree of a whole document: the nodes of the start rule.
    ///
    /// # Errors
    ///
    /// The grammar does not match the document.
    pub(super) fn parse<'a>(&'a self, text: &'a str) -> Result<Pairs<'a, &'a str>, Mismatch> {
        let parsed = self.machine.parse(&self.start, text);
        parsed.map_err(|error| mismatch(&error))
    }
}

impl fmt::Debug for Interpreter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpreter")
            .field("start", &self.start)
            .finish_non_exhaustive()
    }
}

/// A document that a grammar does not accept.
///
/// ```
/// use turtle_peg_toolkit::Coverage;
///
/// let coverage = Coverage::of("
/// /// list ::= '(' item* ')'
/// list = { SOI ~ \"(\" ~ item* ~ \")\" ~ EOI }
/// /// item ::= [a-z]
/// item = { 'a'..'z' }")?;
/// assert!(coverage.cases_of("(ab)").is_ok());
/// let mismatch = coverage.cases_of("(a\n").unwrap_err();
/// assert_eq!((mismatch.line, mismatch.column), (1, 3));
/// assert_eq!(mismatch.to_string(), "1:3: expected item");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The line where the parser could not go on, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The rules that were expected there: one of them would do.
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

fn mismatch(error: &Error<&str>) -> Mismatch {
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
        line,
        column,
        expected: expected.into_iter().collect(),
    }
}
