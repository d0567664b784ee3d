//! The library's error type: reading failed, or the document is at fault, and where.
//!
//! Invariant: every error about a document says at which byte, line and column, and the maker of the error
//! had the text at hand: an error carries the piece of the source line that it is about.

mod context;
mod excerpt;
mod kind;

pub use context::{Context, OpenProduction, Unfinished};
pub use excerpt::Excerpt;
pub use kind::{MOST_PREFIXES, SyntaxErrorKind};

use crate::surroundings::{AtHand, Surroundings, legible};
use crate::{Dialect, Position, Production};
use std::fmt;
use std::io;
use std::ops::Range;

/// Why a document could not be read to its end.
///
/// ```
/// use turtle_peg::{Dialect, Error, Parser};
///
/// let mut triples = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> ex:o .").triples();
/// match triples.next() {
///     Some(Err(Error::Syntax(error))) => assert_eq!(error.position().column, 13),
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The reader failed. The quads parsed before are sound; nothing can follow.
    ///
    /// No other [`io::Error`] becomes one of these by `?`: that of a writer, say, is not the reader's. Where a closure has errors of
    /// both, [`io::Error`] takes them.
    Io(io::Error),
    /// The document does not conform to its dialect.
    Syntax(Box<SyntaxError>),
}

impl Error {
    /// The fault in the document, if it is a syntax error.
    pub fn as_syntax(&self) -> Option<&SyntaxError> {
        match self {
            Self::Syntax(error) => Some(error),
            Self::Io(_) => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Syntax(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // This error says the I/O error's own words; the source of that one comes next.
            Self::Io(error) => error.source(),
            Self::Syntax(_) => None,
        }
    }
}

impl From<SyntaxError> for Error {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(Box::new(error))
    }
}

impl From<Error> for io::Error {
    /// A document that is at fault is [`InvalidData`](io::ErrorKind::InvalidData), with the [`SyntaxError`] within.
    ///
    /// ```
    /// use std::io;
    /// use turtle_peg::{Dialect, Parser, SyntaxError};
    ///
    /// fn count(text: &str) -> io::Result<usize> {
    ///     let mut count = 0;
    ///     Parser::new(Dialect::Turtle12).parse_str(text).for_each_quad(|_, _| count += 1)?;
    ///     Ok(count)
    /// }
    ///
    /// let error = count("<x:s> <x:p> ex:o .").unwrap_err();
    /// assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    /// assert_eq!(error.to_string(), "1:13: the prefix `ex:` is not declared");
    /// assert!(error.get_ref().is_some_and(|error| error.is::<SyntaxError>()));
    /// ```
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => error,
            Error::Syntax(error) => Self::new(io::ErrorKind::InvalidData, *error),
        }
    }
}

/// A place in a document where it does not conform, and how.
///
/// ```
/// use turtle_peg::{Dialect, Parser, Production, SyntaxErrorKind};
///
/// let text = "<x:s> <x:p>\n  ex:o .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
/// let error = error.as_syntax().unwrap();
/// assert_eq!(error.to_string(), "2:3: the prefix `ex:` is not declared");
/// assert_eq!(&text[error.bytes().start as usize..error.bytes().end as usize], "ex:o");
/// assert_eq!((error.position().to_string(), error.end().to_string()), ("2:3".to_owned(), "2:7".to_owned()));
/// assert_eq!(error.production(), Some(Production::PNAME_LN));
/// assert!(matches!(error.kind(), SyntaxErrorKind::UndeclaredPrefix { prefix, .. } if prefix == "ex"));
/// ```
#[derive(Clone)]
pub struct SyntaxError {
    pub(crate) kind: SyntaxErrorKind,
    pub(crate) start: Position,
    pub(crate) end: u64,
    pub(crate) production: Option<Production>,
    /// The byte of the document from which on the search for the next statement can begin.
    pub(crate) resume: u64,
    pub(crate) excerpt: Excerpt,
    pub(crate) context: Option<Box<Context>>,
    pub(crate) around: Box<Surroundings>,
    /// Whether it is about a document of a dialect: a grammar that is run by its productions can be of any language.
    pub(crate) is_of_dialect: bool,
}

impl SyntaxError {
    /// An error about these bytes of the text at hand; `resume` is where in it the part begins that has to be skipped.
    pub(crate) fn new(
        kind: SyntaxErrorKind,
        at_hand: AtHand<'_>,
        span: Range<usize>,
        production: Option<Production>,
        resume: usize,
    ) -> Self {
        let AtHand {
            text,
            not_text,
            position,
            ..
        } = at_hand;
        let last = span.end.min(text.len());
        let breaks_grammar = matches!(kind, SyntaxErrorKind::Unexpected { .. });
        let around = Surroundings::new(at_hand, span.start..last, breaks_grammar);
        Self {
            start: around.position_of(at_hand, span.start),
            around: Box::new(around),
            kind,
            end: position.byte + span.end as u64,
            production,
            resume: position.byte + resume as u64,
            excerpt: Excerpt::new(text, span, position.column == 1).followed_by(&legible(not_text)),
            context: None,
            is_of_dialect: true,
        }
    }

    /// The kind of error.
    pub fn kind(&self) -> &SyntaxErrorKind {
        &self.kind
    }

    /// The bytes of the document that are at fault, `start..end`. Empty where something is missing.
    pub fn bytes(&self) -> Range<u64> {
        self.start.byte..self.end
    }

    /// Where the parser noticed the fault: where the token or the character begins that cannot be there, which
    /// [`message`](Self::message) and [`context`](Self::context) are about. The mistake may be before it, as a missing
    /// full stop is: the crate `turtle-peg-advice` has the place for people.
    pub fn position(&self) -> Position {
        self.start
    }

    /// Where it ends; bytes that are not UTF-8 are one column.
    pub fn end(&self) -> Position {
        if let SyntaxErrorKind::InvalidUtf8 { .. } = self.kind {
            return self.start.after_bytes(self.end - self.start.byte);
        }
        let text = self.around.range(self.bytes());
        let text = text.map_or("", |range| &self.around.text[range]);
        self.start.after(text)
    }

    /// The production in which it happened, if any.
    pub fn production(&self) -> Option<Production> {
        self.production
    }

    /// The tokens that the grammar allows there, and the productions that are open, where the document breaks the grammar.
    pub fn context(&self) -> Option<&Context> {
        self.context.as_deref()
    }

    /// The dialect that the document was read as; `None` if a grammar read it that was run by its productions alone.
    pub fn dialect(&self) -> Option<Dialect> {
        self.is_of_dialect.then_some(self.around.dialect)
    }

    /// The piece of the document around the fault that the error keeps.
    pub fn surroundings(&self) -> &Surroundings {
        &self.around
    }

    /// The error in words, without the place.
    pub fn message(&self) -> String {
        match (&self.kind, self.production) {
            // `expected object, in object` would say nothing.
            (
                SyntaxErrorKind::Unexpected {
                    expected,
                    within: None,
                    ..
                },
                Some(production),
            ) if expected.as_slice() != [production.name()] => {
                format!("{}, in {production}", self.kind)
            }
            _ => self.kind.to_string(),
        }
    }

    /// The source line, for display.
    pub fn excerpt(&self) -> &Excerpt {
        &self.excerpt
    }
}

impl fmt::Debug for SyntaxError {
    /// Writes the error and its place, and not the text around it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SyntaxError")
            .field("message", &self.message())
            .field("position", &format_args!("{}", self.start))
            .field("bytes", &self.bytes())
            .field("production", &self.production)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for SyntaxError {
    /// `line:column: message`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.start, self.message())
    }
}

impl std::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parser;

    fn error(text: &str) -> SyntaxError {
        let result = Parser::new(Dialect::all().next().unwrap())
            .parse_str(text)
            .check();
        match result {
            Err(Error::Syntax(error)) => *error,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_printed_for_programmers_is_short() {
        let text = ["<x:s> <x:p> \x1B .".to_owned(), "# more\n".repeat(1000)].concat();
        let error = error(&text);
        assert!(error.surroundings().text.len() > 2000);
        let printed = format!("{error:?}");
        assert!(printed.contains("U+001B"), "{printed}");
        assert!(!printed.contains("more"), "{printed}");
    }
}
