//! Reading documents: the trait by which a parser is handed to the toolkit.

use std::fmt;
use std::ops::Range;

/// A parser of one grammar.
///
/// ```
/// use turtle_peg_toolkit::{Mismatch, ParseDocuments, ParseNode};
///
/// /// Accepts `x`.
/// #[derive(Debug)]
/// struct OneLetter;
///
/// impl ParseDocuments for OneLetter {
///     fn parse<'a>(&'a self, text: &'a str) -> Result<Vec<ParseNode<'a>>, Mismatch> {
///         match text {
///             "x" => Ok(vec![ParseNode { rule: "letter", span: 0..1, children: Vec::new() }]),
///             _ => Err(Mismatch { position: 0, line: 1, column: 1, expected: vec!["letter".to_owned()] }),
///         }
///     }
/// }
///
/// assert_eq!(OneLetter.parse("x").unwrap()[0].rule, "letter");
/// assert_eq!(OneLetter.parse("y").unwrap_err().to_string(), "1:1: expected letter");
/// ```
pub trait ParseDocuments: fmt::Debug + Send + Sync {
    /// The parse tree of a whole document: the nodes of the start rule.
    ///
    /// # Errors
    ///
    /// The grammar does not match the document.
    fn parse<'a>(&'a self, text: &'a str) -> Result<Vec<ParseNode<'a>>, Mismatch>;
}

/// A node of a parse tree.
///
/// [`ParseDocuments`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNode<'a> {
    /// The name of its rule.
    pub rule: &'a str,
    /// Its span, in bytes.
    pub span: Range<usize>,
    /// The nodes within, in the order of the text.
    pub children: Vec<ParseNode<'a>>,
}

/// A document that a parser does not accept.
///
/// [`ParseDocuments`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where the parser could not go on, in bytes.
    pub position: usize,
    /// The line, counted from 1.
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
