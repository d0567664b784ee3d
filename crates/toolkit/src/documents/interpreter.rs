//! The parser that a PEG stands for, run from its text by pest's own interpreter.
//!
//! Invariant: it runs the rules that pest's own optimizer makes, so it accepts the texts that the generated
//! parser accepts.

use notation::pest_file;
use notation::{Grammar, GrammarError};
use pest::error::{Error, ErrorVariant, LineColLocation};
use pest::iterators::Pairs;
use pest_vm::Vm;
use std::collections::BTreeSet;
use std::fmt;

/// The parser of a PEG, which reads documents from the grammar's text alone.
pub(super) struct Interpreter {
    machine: Vm,
    /// The rules that read whole documents; there is at least one.
    starts: Vec<String>,
}

impl Interpreter {
    /// The parser that starts with these rules of a text; `rules` are all of its rules.
    ///
    /// # Errors
    ///
    /// pest does not accept the grammar.
    pub(super) fn new(text: &str, rules: &Grammar, starts: &[&str]) -> Result<Self, GrammarError> {
        let mut text = text.to_owned();
        let first = rules.rules.first();
        let starts = starts.iter().map(|start| {
            // The first is the file's own rule of documents. Another one may be used within documents, and then says nothing of
            // their ends.
            let is_first = first.is_some_and(|first| first.name == *start);
            let rule = rules.rule(start);
            if is_first || rule.is_some_and(|rule| rule.expression.is_of_whole_text()) {
                return (*start).to_owned();
            }
            let mut name = format!("document_of_{start}");
            while rules.rule(&name).is_some() {
                name.push('_');
            }
            text += &format!("\n{name} = _{{ SOI ~ {start} ~ EOI }}\n");
            name
        });
        let starts = starts.collect();
        let machine = Vm::new(pest_file::read(&text)?.optimized());
        Ok(Self { machine, starts })
    }

    /// The parse tree of a whole document: the nodes of the first start rule that matches it.
    ///
    /// # Errors
    ///
    /// The grammar does not match the document. Of several start rules, the error is that which comes last in the text.
    pub(super) fn parse<'a>(&'a self, text: &'a str) -> Result<Pairs<'a, &'a str>, Mismatch> {
        let mut mismatches = Vec::new();
        for start in &self.starts {
            match self.machine.parse(start, text) {
                Ok(nodes) => return Ok(nodes),
                Err(error) => mismatches.push(mismatch(&error)),
            }
        }
        // The first of those that are equally far.
        let far = |mismatch: &Mismatch| (mismatch.line, mismatch.column);
        mismatches.reverse();
        let last = mismatches.into_iter().max_by_key(far);
        Err(last.unwrap_or(Mismatch {
            line: 1,
            column: 1,
            expected: Vec::new(),
        }))
    }
}

impl fmt::Debug for Interpreter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpreter")
            .field("starts", &self.starts)
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
