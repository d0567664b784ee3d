//! From a slice or a reader to statements.
//!
//! Invariant: what is in memory is the statement at hand and a buffer, never the document; and the statements
//! found do not depend on how the bytes arrive. A statement is taken only when nothing that could follow the
//! text that is there would change it.

use crate::engine::{Failure, FailureKind, Found, Place, reference};
use crate::error::Excerpt;
use crate::tree::{Tree, TreeBuffer};
use crate::{Dialect, Error, Position, Production, Span, SyntaxError, SyntaxErrorKind};
use std::io::{self, Read};

/// Where a document's bytes come from: [`Slice`] or [`Stream`].
///
/// It cannot be implemented outside of this crate: parse from any reader with
/// [`Parser::parse_reader`](crate::Parser::parse_reader).
pub trait Input: private::Input {}

impl<I: private::Input> Input for I {}

/// What follows the text that an [`Input`] has at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    End,
    /// Bytes that are not read yet, or the end.
    Unread,
    /// Bytes that are not UTF-8.
    NotUtf8,
}

mod private {
    use super::Rest;
    use std::io;

    pub trait Input {
        /// The text at hand, from the place reached on.
        fn text(&self) -> &str;
        fn rest(&self) -> Rest;
        /// Moves the place reached `bytes` on, which must be within the text at hand.
        fn consume(&mut self, bytes: usize);
        /// Makes the text at hand longer, or finds that nothing follows it. Called only with [`Rest::Unread`].
        fn fill(&mut self) -> io::Result<()>;
    }
}

/// A document in memory.
#[derive(Clone, Debug)]
pub struct Slice<'i> {
    text: &'i str,
    rest: Rest,
}

impl<'i> Slice<'i> {
    pub(crate) fn new(bytes: &'i [u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::from(text),
            Err(error) => Self {
                // Up to there it is valid, so the default is never taken.
                text: std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
                rest: Rest::NotUtf8,
            },
        }
    }
}

impl<'i> From<&'i str> for Slice<'i> {
    fn from(text: &'i str) -> Self {
        Self {
            text,
            rest: Rest::End,
        }
    }
}

impl private::Input for Slice<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn rest(&self) -> Rest {
        self.rest
    }

    fn consume(&mut self, bytes: usize) {
        self.text = &self.text[bytes..];
    }

    fn fill(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A document that arrives from a reader.
#[derive(Debug)]
pub struct Stream<R> {
    reader: R,
    /// Bytes as they came from the reader; those before `held` are the beginning of a character.
    bytes: Vec<u8>,
    held: usize,
    text: String,
    /// How much of `text` is consumed.
    start: usize,
    rest: Rest,
}

impl<R> Stream<R> {
    const BUFFER: usize = 64 * 1024;
    /// Text shorter than this is looked at again after every read, so that statements that come one by one are
    /// not kept waiting. Longer text has to double first, so that a large statement takes linear time.
    const PROMPT: usize = 4 * 1024;

    pub(crate) fn new(reader: R) -> Self {
        Self {
            reader,
            bytes: Vec::new(),
            held: 0,
            text: String::new(),
            start: 0,
            rest: Rest::Unread,
        }
    }
}

impl<R: Read> Stream<R> {
    fn read(&mut self) -> io::Result<usize> {
        self.bytes.resize(Self::BUFFER, 0);
        loop {
            match self.reader.read(&mut self.bytes[self.held..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Moves what is whole of the first `end` bytes to the text, and keeps the beginning of a character.
    fn append(&mut self, end: usize) {
        let bytes = &self.bytes[..end];
        let valid = match std::str::from_utf8(bytes) {
            Ok(text) => {
                self.text.push_str(text);
                end
            }
            Err(error) => {
                let valid = error.valid_up_to();
                self.text
                    .push_str(std::str::from_utf8(&bytes[..valid]).unwrap_or_default());
                if error.error_len().is_some() {
                    self.rest = Rest::NotUtf8;
                }
                valid
            }
        };
        self.held = end - valid;
        self.bytes.copy_within(valid..end, 0);
    }
}

impl<R: Read> private::Input for Stream<R> {
    fn text(&self) -> &str {
        &self.text[self.start..]
    }

    fn rest(&self) -> Rest {
        self.rest
    }

    fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    fn fill(&mut self) -> io::Result<()> {
        self.text.drain(..self.start);
        self.start = 0;
        let length = self.text.len();
        let enough = match length {
            ..Self::PROMPT => length + 1,
            _ => 2 * length,
        };
        while self.rest == Rest::Unread && self.text.len() < enough {
            match self.read()? {
                0 if self.held > 0 => self.rest = Rest::NotUtf8,
                0 => self.rest = Rest::End,
                count => self.append(self.held + count),
            }
        }
        Ok(())
    }
}

/// The statements of one document, one after the other.
#[derive(Debug)]
pub(crate) struct Statements<I> {
    input: I,
    dialect: Dialect,
    nesting_limit: usize,
    /// Where the text at hand begins.
    position: Position,
    tree: TreeBuffer,
    /// How much of the text at hand the statement in `tree` takes; consumed when the next one is asked for.
    taken: usize,
    place: Place,
    state: State,
}

/// What [`Statements::advance`] came upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Statement,
    /// A graph begins; the tree has its name, or nothing.
    GraphBegin,
    GraphEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing is read yet: a byte order mark may come.
    Fresh,
    Reading,
    /// At the end of the document, or behind an error that nothing can follow.
    Finished,
}

impl<I: Input> Statements<I> {
    pub(crate) fn new(input: I, dialect: Dialect, nesting_limit: usize) -> Self {
        Self {
            input,
            dialect,
            nesting_limit,
            position: Position::START,
            tree: TreeBuffer::default(),
            taken: 0,
            place: Place::Outside,
            state: State::Fresh,
        }
    }

    /// Reads the next statement, or where a graph begins or ends; none at the end of the document.
    ///
    /// After an error, [`skip_fault`](Self::skip_fault) or [`finish`](Self::finish) says how to go on.
    pub(crate) fn advance(&mut self) -> Result<Option<Step>, Error> {
        let taken = std::mem::take(&mut self.taken);
        self.consume(taken);
        loop {
            if self.state == State::Finished {
                return Ok(None);
            }
            if self.input.text().is_empty() && self.input.rest() == Rest::Unread {
                self.fill()?;
                continue;
            }
            self.skip_byte_order_mark();
            let found = reference::next_statement(
                self.dialect,
                self.place,
                self.input.text(),
                self.input.rest() != Rest::End,
                self.nesting_limit,
                &mut self.tree,
            );
            match found {
                Ok(Found::Statement { consumed }) => {
                    self.taken = consumed;
                    return Ok(Some(Step::Statement));
                }
                Ok(Found::GraphBegin { consumed }) => {
                    self.taken = consumed;
                    self.place = Place::InGraph;
                    return Ok(Some(Step::GraphBegin));
                }
                Ok(Found::GraphEnd { consumed }) => {
                    self.taken = consumed;
                    self.place = Place::Outside;
                    return Ok(Some(Step::GraphEnd));
                }
                Ok(Found::End) => self.finish(),
                Ok(Found::Undecided) if self.input.rest() == Rest::NotUtf8 => {
                    self.finish();
                    let end = self.input.text().len();
                    return Err(self
                        .error(SyntaxErrorKind::InvalidUtf8, end, end, None)
                        .into());
                }
                Ok(Found::Undecided) => self.fill()?,
                Err(failure) => return Err(self.failure(failure).into()),
            }
        }
    }

    fn fill(&mut self) -> Result<(), Error> {
        self.input.fill().map_err(|error| {
            self.state = State::Finished;
            Error::Io(error)
        })
    }

    fn consume(&mut self, bytes: usize) {
        self.position.advance(&self.input.text()[..bytes]);
        self.input.consume(bytes);
    }

    fn skip_byte_order_mark(&mut self) {
        const MARK: char = '\u{FEFF}';
        if self.state == State::Fresh {
            self.state = State::Reading;
            if self.input.text().starts_with(MARK) {
                self.consume(MARK.len_utf8());
                self.position.column = Position::START.column;
            }
        }
    }

    /// The tree of what [`advance`](Self::advance) read.
    pub(crate) fn tree(&self) -> Tree<'_> {
        self.tree.tree(self.input.text()).at(self.position)
    }

    /// Where the text at hand begins.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Lets nothing follow.
    pub(crate) fn finish(&mut self) {
        self.state = State::Finished;
    }

    /// A fault in the statement at hand; `span` is one of its tree's text.
    pub(crate) fn fault(
        &self,
        kind: SyntaxErrorKind,
        span: Span,
        production: Option<Production>,
    ) -> SyntaxError {
        self.error(kind, span.start as usize, span.end as usize, production)
    }

    fn error(
        &self,
        kind: SyntaxErrorKind,
        start: usize,
        end: usize,
        production: Option<Production>,
    ) -> SyntaxError {
        let text = self.input.text();
        SyntaxError {
            kind,
            start: self.position.after(&text[..start]),
            end: self.position.byte + end as u64,
            production,
            excerpt: Excerpt::new(text, start, end, self.position.column == 1),
        }
    }

    pub(crate) fn failure(&self, failure: Failure) -> SyntaxError {
        let Failure {
            kind,
            offset,
            production,
        } = failure;
        let found = self.input.text()[offset..].chars().next();
        let end = offset + found.map_or(0, char::len_utf8);
        let kind = match kind {
            FailureKind::Unexpected { expected } => SyntaxErrorKind::Unexpected { found, expected },
            FailureKind::NestingLimit => SyntaxErrorKind::NestingLimit {
                limit: self.nesting_limit,
            },
            FailureKind::TooLarge => SyntaxErrorKind::StatementTooLarge,
        };
        self.error(kind, offset, end, production)
    }

    /// Moves on behind the statement in which `fault` happened, as far as that can be told.
    ///
    /// A statement that was read is passed over. Where the grammar was broken, it is a guess: the next line in a
    /// dialect of lines; elsewhere behind the next full stop that white space follows. A full stop within
    /// a graph is none that ends what is outside: there, from the first opening brace on, it is the next
    /// closing one. And within a graph it is that graph's end, if a closing brace comes first.
    pub(crate) fn skip_fault(&mut self, fault: &SyntaxError) -> Result<(), Error> {
        if self.taken > 0 || self.state == State::Finished {
            return Ok(());
        }
        let offset = (fault.start.byte - self.position.byte) as usize;
        let ends_line = self.input.text()[offset..].starts_with(['\n', '\r']);
        if ends_line
            && self.input.text()[..offset]
                .trim_end_matches([' ', '\t'])
                .ends_with('.')
        {
            self.consume(offset);
            return Ok(());
        }
        self.consume(offset);
        let features = self.dialect.features();
        let mut within_braces = false;
        loop {
            let text = self.input.text();
            let next = if features.line_based {
                text.find(['\n', '\r'])
            } else {
                self.resumption(text, &mut within_braces)
            };
            if let Some(next) = next {
                self.consume(next);
                return Ok(());
            }
            // A full stop at the very end may turn out to be the one.
            let searched = text.len() - usize::from(text.ends_with('.') && !features.line_based);
            self.consume(searched);
            match self.input.rest() {
                Rest::Unread => self.fill()?,
                Rest::End | Rest::NotUtf8 => {
                    let length = self.input.text().len();
                    self.consume(length);
                    return Ok(());
                }
            }
        }
    }

    /// Where in `text` the next statement may begin. `within_braces` is kept for the text that follows.
    fn resumption(&self, text: &str, within_braces: &mut bool) -> Option<usize> {
        let has_graphs = self.dialect.features().has_named_graphs;
        for (index, character) in text.match_indices(['.', '{', '}']) {
            let end = index + character.len();
            match (character, self.place) {
                (".", _) if *within_braces => {}
                (".", _) if !text[end..].starts_with(|c: char| c.is_ascii_whitespace()) => {}
                (".", _) => return Some(end),
                // Left for the parser, which is to see that the graph ends.
                ("}", Place::InGraph) if has_graphs => return Some(index),
                ("{", Place::Outside) if has_graphs => *within_braces = true,
                ("}", Place::Outside) if *within_braces => return Some(end),
                _ => {}
            }
        }
        None
    }
}
