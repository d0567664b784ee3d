//! The one error type: reading failed, or the document is at fault, and where.
//!
//! Invariant: every error about a document says at which byte, line and column, and the maker of the error
//! had the text at hand: an error carries the piece of the source line that it is about.

use crate::quoted::{Backquoted, Printable};
use crate::surroundings::{AtHand, Surroundings, legible};
use crate::tokens::{NamedToken, TokenKind};
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

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
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
/// assert_eq!(&text[error.span().start as usize..error.span().end as usize], "ex:o");
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

    /// Turns it into an error about a text of any language.
    #[cfg(feature = "loaded-grammars")]
    pub(crate) fn of_any_language(self) -> Self {
        Self {
            is_of_dialect: false,
            ..self
        }
    }

    /// The kind of error.
    pub fn kind(&self) -> &SyntaxErrorKind {
        &self.kind
    }

    /// The bytes of the document that are at fault, `start..end`. Empty where something is missing.
    pub fn span(&self) -> Range<u64> {
        self.start.byte..self.end
    }

    /// Where the fault begins.
    pub fn position(&self) -> Position {
        self.start
    }

    /// Where it ends; bytes that are not UTF-8 are one column.
    pub fn end(&self) -> Position {
        if let SyntaxErrorKind::InvalidUtf8 { .. } = self.kind {
            return self.start.after_bytes(self.end - self.start.byte);
        }
        let text = self.around.range(self.span());
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

    /// A piece of the document around the fault: its text, and the position where that begins.
    ///
    /// All places that `advice` names are in it, except those far before the fault, where a bracket or a graph was opened, say. It
    /// begins with the line in which the statement does, if that line is not very long and the statement begins at most 512 KiB
    /// before a fault of grammar, or 4 KiB before another; it goes on for at most 2 KiB after the fault; of an
    /// [interactive](crate::Parser::interactive) parser it ends with a line. Where bytes are at fault that are not UTF-8, U+FFFD
    /// stands for them and for others in their line: after the first, offsets differ from those in the document.
    pub fn surroundings(&self) -> (&str, Position) {
        (&self.around.text, self.around.start)
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
            .field("span", &self.span())
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

/// The tokens that a grammar allows at the place where a document breaks it, and the open productions.
///
/// ```
/// use turtle_peg::{Dialect, NamedToken, Parser, Production};
///
/// let text = "<x:s> <x:p> [ <x:q> <x:o> .";
/// let error = Parser::new(Dialect::Turtle11).read_tree(text, |_| ()).unwrap_err();
/// let context = error.as_syntax().and_then(|error| error.context()).unwrap();
/// assert_eq!(context.tokens().iter().map(NamedToken::name).collect::<Vec<_>>(), ["';'", "','", "']'"]);
/// let brackets = context.open().iter().find(|open| open.production == Production::blankNodePropertyList);
/// assert_eq!(brackets.unwrap().start.column, 13);
/// assert_eq!(context.finished().map(|(start, end)| (start.column, end.column)), Some((21, 26)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    pub(crate) tokens: Vec<NamedToken>,
    pub(crate) can_end: bool,
    pub(crate) open: Vec<OpenProduction>,
    pub(crate) finished: Option<(Position, Position)>,
}

impl Context {
    /// The tokens that a document of the grammar can go on with after the last one. No other is allowed there.
    pub fn tokens(&self) -> &[NamedToken] {
        &self.tokens
    }

    /// Whether a token of this kind is allowed there.
    pub(crate) fn allows(&self, kind: impl Into<TokenKind>) -> bool {
        let kind = kind.into();
        self.tokens.iter().any(|token| token.kind() == kind)
    }

    /// Whether the document could also end there.
    pub fn can_end(&self) -> bool {
        self.can_end
    }

    /// The productions that have begun and not ended, outermost first. Those that began before the statement, or before the
    /// part of a graph that was read, are not among them.
    pub fn open(&self) -> &[OpenProduction] {
        &self.open
    }

    /// The last token before the fault, from its first character to after its last; `None` if the statement begins with
    /// the fault.
    pub fn finished(&self) -> Option<(Position, Position)> {
        self.finished
    }
}

impl Context {
    /// Counts the places in a text that begins at `position`. Productions in `before` began before the text.
    pub(crate) fn count(&mut self, position: Position, text: &str, before: &[OpenProduction]) {
        OpenProduction::count(&mut self.open, position, text);
        self.open.splice(..0, before.iter().copied());
        if let Some((start, end)) = &mut self.finished {
            let bytes = start.byte as usize..end.byte as usize;
            *start = position.after(&text[..bytes.start]);
            *end = start.after(&text[bytes]);
        }
    }
}

/// A production that has begun and not ended.
///
/// ```
/// use turtle_peg::{Dialect, Parser, Production};
///
/// let error = Parser::new(Dialect::Turtle12).read_tree("<x:s> <x:p> ( 1 .", |_| ()).unwrap_err();
/// let context = error.as_syntax().and_then(|error| error.context()).unwrap();
/// let innermost = context.open().last().unwrap();
/// assert_eq!(innermost.production, Production::collection);
/// assert_eq!(innermost.start.to_string(), "1:13");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenProduction {
    /// Which.
    pub production: Production,
    /// Where it began.
    pub start: Position,
}

impl OpenProduction {
    /// Counts the positions where these began in a text that begins at `position`. Outer productions begin first: one pass over
    /// the text counts all.
    pub(crate) fn count(open: &mut [Self], position: Position, text: &str) {
        let mut reached = position;
        for Self { start, .. } in open {
            let from = (reached.byte - position.byte) as usize;
            reached.advance(&text[from..from.max(start.byte as usize)]);
            *start = reached;
        }
    }
}

/// A token that began and did not come to its end.
///
/// ```
/// use turtle_peg::{Dialect, Parser, Production, SyntaxErrorKind, TokenKind};
///
/// let error = Parser::new(Dialect::Turtle12).read_tree("<x:s> <x:p> <x:o .", |_| ()).unwrap_err();
/// match error.as_syntax().unwrap().kind() {
///     SyntaxErrorKind::Unexpected { within: Some(token), .. } => {
///         assert_eq!(token.tokens[0].kind(), TokenKind::Terminal(Production::IRIREF));
///         assert_eq!(token.start.column, 13);
///     }
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// Which: all that it could have become.
    pub tokens: Vec<NamedToken>,
    /// Where it began.
    pub start: Position,
}

/// The ways in which a document can fail to conform.
///
/// ```
/// use turtle_peg::{Dialect, Parser, SyntaxErrorKind};
///
/// let text = "PREFIX foo: <x:> <x:s> <x:p> fooo:o .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
/// match error.as_syntax().unwrap().kind() {
///     SyntaxErrorKind::UndeclaredPrefix { prefix, declared, .. } => {
///         assert_eq!((prefix.as_str(), declared.as_slice()), ("fooo", &["foo".to_owned()][..]));
///     }
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The grammar allows something else here.
    #[non_exhaustive]
    Unexpected {
        /// The token that stands there, or a character that no token can go on with; `None` at the end of the document.
        found: Option<String>,
        /// The token that it stands in.
        within: Option<Unfinished>,
        /// The tokens that the grammar allows instead, in its own words: production names and quoted keywords. Together they
        /// are all that it allows; [`Context::tokens`] has each token.
        expected: Vec<String>,
    },
    /// The rules of the grammar allow something else here, and its productions, which could name it, allow the token that
    /// stands there. No dialect's grammar does that, but one that was just edited can.
    Unexplained,
    /// The bytes are not UTF-8.
    InvalidUtf8 {
        /// The first one to three of them, which are the error's span: the bytes that one U+FFFD replaces where a text is
        /// repaired (Unicode's "maximal subpart of an ill-formed subsequence",
        /// [`Utf8Error::error_len`](std::str::Utf8Error::error_len)).
        bytes: Vec<u8>,
    },
    /// More levels of nested collections, property lists, triple terms and the like than the limit allows.
    NestingLimit {
        /// The limit: how many levels are allowed.
        limit: usize,
    },
    /// A statement of more bytes than the limit allows.
    StatementTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// A text that an ambiguous grammar takes more steps to read than the limit allows.
    TooManySteps {
        /// The limit, in steps.
        limit: usize,
    },
    /// A base IRI, a namespace, or an IRI that is made with one, of more bytes than the limit allows.
    IriTooLong {
        /// The limit, in bytes.
        limit: usize,
    },
    /// Prefixes that take more memory, with their namespaces, than the limit allows.
    PrefixesTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The grammar's own rule for the next statement reads none here, or several. No dialect's grammar does that, but one
    /// that was just edited can. Nothing can follow.
    NotOneStatement,
    /// A prefixed name whose prefix has no declaration before it.
    #[non_exhaustive]
    UndeclaredPrefix {
        /// The prefix, without the colon.
        prefix: String,
        /// Prefixes that are declared before it, in alphabetical order, without their colons; fifty at most.
        declared: Vec<String>,
    },
    /// A relative IRI reference without a base IRI; or in N-Triples or N-Quads, which have absolute IRIs only, whether a
    /// base IRI was given or not.
    #[non_exhaustive]
    RelativeIri {
        /// The IRI reference.
        iri: String,
        /// Whether the dialect has relative references, so that a base IRI would resolve it.
        is_allowed: bool,
    },
    /// An IRI that breaks the generic syntax of RFC 3987.
    #[non_exhaustive]
    InvalidIri {
        /// The IRI, with escapes replaced.
        iri: String,
        /// The fault.
        reason: String,
    },
    /// A language tag that is not well-formed by section 2.2.9 of BCP 47.
    #[non_exhaustive]
    InvalidLanguageTag {
        /// The language tag.
        tag: String,
        /// The fault.
        reason: String,
    },
    /// A base direction other than `ltr` and `rtl`.
    #[non_exhaustive]
    InvalidBaseDirection {
        /// The base direction, as written.
        direction: String,
    },
    /// A numeric escape sequence for a number that is not a Unicode scalar value: a surrogate, or above 10FFFF.
    #[non_exhaustive]
    InvalidEscape {
        /// The escape sequence.
        escape: String,
    },
    /// A literal with the datatype IRI `rdf:langString` or `rdf:dirLangString` and without the language tag
    /// or base direction that these stand for.
    #[non_exhaustive]
    MissingLanguageTag {
        /// The datatype IRI.
        datatype: String,
    },
    /// A production stands where the translator knows no meaning for it: the grammar says more than RDF.
    Untranslatable,
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected {
                found,
                within,
                expected,
            } => {
                match found {
                    Some(found) => write!(f, "unexpected {}", Backquoted(found))?,
                    None => f.write_str("unexpected end of the document")?,
                }
                match within {
                    Some(Unfinished { tokens, start }) => {
                        write!(f, ", in the {} that began at {start}", Either(tokens))
                    }
                    None if expected.is_empty() => Ok(()),
                    None => write!(f, ", expected {}", Either(expected)),
                }
            }
            Self::Unexplained => f.write_str(
                "the grammar's rules do not allow what stands here, though its productions (the `///` lines) do",
            ),
            Self::InvalidUtf8 { bytes } if bytes.len() == 1 => {
                f.write_str("this byte is not UTF-8")
            }
            Self::InvalidUtf8 { .. } => f.write_str("these bytes are not UTF-8"),
            Self::NestingLimit { limit } => {
                let levels = CountedNoun(*limit, "level");
                write!(f, "nested more than {levels} deep, which is the limit")
            }
            Self::StatementTooLarge { limit } => {
                let bytes = CountedNoun(*limit, "byte");
                write!(f, "the statement has more than {bytes}, which is the limit")
            }
            Self::TooManySteps { limit } => {
                write!(f, "reading on takes more than {limit} steps, which is the limit")
            }
            Self::IriTooLong { limit } => {
                let bytes = CountedNoun(*limit, "byte");
                write!(f, "the IRI has more than {bytes}, which is the limit")
            }
            Self::PrefixesTooLarge { limit } => {
                let bytes = CountedNoun(*limit, "byte");
                write!(f, "the prefixes take more than {bytes}, which is the limit")
            }
            Self::NotOneStatement => f.write_str(
                "what the grammar's rule for the next statement reads here is not one statement",
            ),
            Self::UndeclaredPrefix { prefix, .. } => {
                write!(f, "the prefix `{}:` is not declared", Printable(prefix))
            }
            Self::RelativeIri { iri, is_allowed } => {
                let iri = Printable(iri);
                let why = match is_allowed {
                    true => "there is no base IRI",
                    false => "this language has absolute IRIs only",
                };
                write!(f, "the IRI reference <{iri}> is relative, and {why}")
            }
            Self::InvalidIri { iri, reason } => {
                write!(f, "<{}> is no IRI: {}", Printable(iri), Printable(reason))
            }
            Self::InvalidLanguageTag { tag, reason } => {
                let (tag, reason) = (Printable(tag), Printable(reason));
                write!(f, "`{tag}` is no well-formed language tag: {reason}")
            }
            Self::InvalidBaseDirection { direction } => {
                let direction = Printable(direction);
                write!(f, "the base direction is `ltr` or `rtl`, not `{direction}`")
            }
            Self::InvalidEscape { escape } => {
                write!(f, "`{escape}` stands for no Unicode scalar value")
            }
            Self::MissingLanguageTag { datatype } => write!(
                f,
                "a literal of the datatype <{datatype}> is written with a language tag, not with the datatype IRI"
            ),
            Self::Untranslatable => f.write_str("this production has no meaning here"),
        }
    }
}

/// `1 level`, `2 levels`.
struct CountedNoun(usize, &'static str);

impl fmt::Display for CountedNoun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        let plural = if *count == 1 { "" } else { "s" };
        write!(f, "{count} {noun}{plural}")
    }
}

/// One of several: `a, b or c`.
struct Either<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Either<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, thing) in self.0.iter().enumerate() {
            match self.0.len() - index {
                _ if index == 0 => {}
                1 => f.write_str(" or ")?,
                _ => f.write_str(", ")?,
            }
            write!(f, "{thing}")?;
        }
        Ok(())
    }
}

/// A piece of one source line around a fault, short enough to show.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let text = "# a comment\n<x:s> <x:p> ex:o .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
/// let excerpt = error.as_syntax().unwrap().excerpt();
/// assert_eq!(excerpt.text(), "<x:s> <x:p> ex:o .");
/// assert_eq!(&excerpt.text()[excerpt.highlight()], "ex:o");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    pub(crate) text: String,
    pub(crate) highlight: Range<usize>,
}

impl Excerpt {
    /// The most characters that it keeps on each side of the fault's first one.
    const REACH: usize = 60;
    /// Stands for the text that is left out.
    const ELLIPSIS: &str = "…";

    /// Cuts the line around these bytes of `text` out of it. Where more of the line stands than is kept, or stood
    /// before `text` (it does not begin its line), there is an ellipsis.
    pub(crate) fn new(text: &str, span: Range<usize>, begins_line: bool) -> Self {
        let Range { start, end } = span;
        let in_line = |&(_, c): &(usize, char)| c != '\n' && c != '\r';
        let before = text[..start]
            .char_indices()
            .rev()
            .take(Self::REACH)
            .take_while(in_line)
            .last()
            .map_or(start, |(index, _)| index);
        let after = text[start..]
            .char_indices()
            .take(Self::REACH)
            .take_while(in_line)
            .last()
            .map_or(start, |(index, c)| start + index + c.len_utf8());
        let is_cut_before = match text[..before].chars().next_back() {
            Some(previous) => !matches!(previous, '\n' | '\r'),
            None => !begins_line,
        };
        let is_cut_after = text[after..].starts_with(|c| !matches!(c, '\n' | '\r'));
        let prefix = if is_cut_before { Self::ELLIPSIS } else { "" };
        let suffix = if is_cut_after { Self::ELLIPSIS } else { "" };
        let start = prefix.len() + start - before;
        let end = (prefix.len() + end.min(after))
            .saturating_sub(before)
            .max(start);
        Self {
            text: [prefix, &text[before..after], suffix].concat(),
            highlight: start..end,
        }
    }

    /// Appends the rest of the line; it begins with U+FFFD, which stands for the bytes at fault, or it is empty.
    fn followed_by(mut self, rest_of_line: &str) -> Self {
        if rest_of_line.starts_with(char::REPLACEMENT_CHARACTER) {
            self.highlight.end += char::REPLACEMENT_CHARACTER.len_utf8();
        }
        let rest = rest_of_line.chars();
        self.text.extend(rest.take(Self::REACH));
        self
    }

    /// The text: one line without its end, or a part of it between ellipses.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Which bytes of [`text`](Self::text) are at fault; empty where something is missing.
    pub fn highlight(&self) -> Range<usize> {
        self.highlight.clone()
    }
}

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
        assert!(error.surroundings().0.len() > 2000);
        let printed = format!("{error:?}");
        assert!(printed.contains("U+001B"), "{printed}");
        assert!(!printed.contains("more"), "{printed}");
    }

    #[test]
    fn a_limit_of_one_is_told_in_the_singular() {
        let messages = [
            SyntaxErrorKind::NestingLimit { limit: 1 },
            SyntaxErrorKind::StatementTooLarge { limit: 1 },
            SyntaxErrorKind::IriTooLong { limit: 1 },
            SyntaxErrorKind::PrefixesTooLarge { limit: 1 },
            SyntaxErrorKind::NestingLimit { limit: 0 },
        ];
        assert_eq!(
            messages.map(|kind| kind.to_string()),
            [
                "nested more than 1 level deep, which is the limit",
                "the statement has more than 1 byte, which is the limit",
                "the IRI has more than 1 byte, which is the limit",
                "the prefixes take more than 1 byte, which is the limit",
                "nested more than 0 levels deep, which is the limit",
            ]
        );
    }

    /// Whatever of a document a message quotes.
    #[test]
    fn no_message_is_long_or_has_what_cannot_be_seen() {
        let text = || "\u{202E}\x1B\u{FEFF}".repeat(1000);
        for kind in [
            SyntaxErrorKind::Unexpected {
                found: Some(text()),
                within: None,
                expected: Vec::new(),
            },
            SyntaxErrorKind::UndeclaredPrefix {
                prefix: text(),
                declared: Vec::new(),
            },
            SyntaxErrorKind::RelativeIri {
                iri: text(),
                is_allowed: true,
            },
            SyntaxErrorKind::InvalidIri {
                iri: text(),
                reason: text(),
            },
            SyntaxErrorKind::InvalidLanguageTag {
                tag: text(),
                reason: text(),
            },
            SyntaxErrorKind::InvalidBaseDirection { direction: text() },
        ] {
            let message = kind.to_string();
            assert!(
                message.chars().all(|c| matches!(c, ' '..='~' | '…')),
                "{message}"
            );
            assert!(message.len() < 5000, "{message}");
        }
    }

    #[test]
    fn an_excerpt_stays_in_its_line_and_short() {
        let excerpt = Excerpt::new("a\nbäd c\nd", 5..6, true);
        assert_eq!((excerpt.text(), excerpt.highlight()), ("bäd c", 3..4));
        let excerpt = Excerpt::new("b c", 2..3, false);
        assert_eq!((excerpt.text(), excerpt.highlight()), ("…b c", 5..6));
        let long = "é".repeat(1000);
        let excerpt = Excerpt::new(&long, 1000..2000, true);
        assert_eq!(excerpt.text().chars().count(), 2 * Excerpt::REACH + 2);
        assert_eq!(excerpt.highlight(), 123..243);
        let excerpt = Excerpt::new("ab", 2..2, true);
        assert_eq!((excerpt.text(), excerpt.highlight()), ("ab", 2..2));
    }
}
