//! A document's bytes, from a slice or a reader: the text at hand, and the bytes after it.
//!
//! Invariant: memory holds the text at hand and the text before it that errors show, never the document; and text is UTF-8.

use crate::surroundings::{self, Following, LINE};
use std::fmt;
use std::io::{self, Read};

/// Where a document's bytes come from: [`Slice`] or [`Stream`].
///
/// It cannot be implemented outside of this crate: parse from any reader with
/// [`Parser::parse_reader`](crate::Parser::parse_reader).
///
/// ```
/// use turtle_peg::{Dialect, Document, Error, Input, Parser};
///
/// fn count(mut document: Document<impl Input>) -> Result<usize, Error> {
///     let mut count = 0;
///     document.for_each_quad(|_, _| count += 1)?;
///     Ok(count)
/// }
///
/// let (parser, text) = (Parser::new(Dialect::Turtle12), "<x:s> <x:p> 1, 2 .");
/// assert_eq!(count(parser.parse_str(text))?, 2);
/// assert_eq!(count(parser.parse_reader(text.as_bytes()))?, 2);
/// # Ok::<(), Error>(())
/// ```
pub trait Input: private::InputText {}

impl<I: private::InputText> Input for I {}

/// The continuation of the text that an [`Input`] has at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    End,
    /// Bytes that are not read yet, or the end.
    Unread,
    /// Bytes that are not UTF-8.
    NotUtf8,
}

pub(crate) mod private {
    use super::Rest;
    use crate::surroundings::Following;
    use std::io;

    pub trait InputText {
        /// The text at hand, from the read position on.
        fn text(&self) -> &str;
        /// The text before the read position that is still in memory.
        fn behind(&self) -> &str;
        /// The text from `before` bytes before the text at hand; and the text before that which is still in memory.
        fn around(&self, before: usize) -> (&str, &str);
        fn rest(&self) -> Rest;
        /// The bytes after the text, if they are not UTF-8, and the rest of their line as far as errors show it.
        fn not_text(&self) -> &[u8];
        /// Advances the read position by `bytes`, which must be within the text at hand.
        fn consume(&mut self, bytes: usize);
        /// Makes the text at hand longer, or finds that nothing follows it; at least `kept` bytes before it stay in memory.
        /// Called only with [`Rest::Unread`].
        fn fill(&mut self, kept: usize) -> io::Result<()>;
        /// Whether the text that errors show after the byte `reached` is there, or the document ends before that.
        fn has_following(&self, following: Following, reached: usize) -> bool;
        /// Reads on until it is; at least `kept` bytes before the text at hand stay in memory. If that fails, the next
        /// [`fill`](Self::fill) does.
        fn fill_following(&mut self, following: Following, reached: usize, kept: usize);
    }
}

/// A document in memory: the [`Input`] of [`Parser::parse_str`](crate::Parser::parse_str).
///
/// ```
/// use turtle_peg::{Dialect, Document, Parser, Slice};
///
/// let document: Document<Slice<'_>> = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> 1, 2 .");
/// assert_eq!(document.triples().count(), 2);
/// ```
#[derive(Clone)]
pub struct Slice<'i> {
    /// All that is text.
    whole: &'i str,
    /// The text from the read position on: callers ask for it more often than the position moves.
    text: &'i str,
    /// The continuation of the text.
    rest: Rest,
    /// The bytes that are not text, to the end of their line.
    not_text: &'i [u8],
}

/// Not the text, which can be a whole document.
impl fmt::Debug for Slice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slice")
            .field("length", &self.text.len())
            .field("rest", &self.rest)
            .finish_non_exhaustive()
    }
}

/// Whether a line ends in these bytes, or more of it than an error shows is there.
fn has_line(bytes: &[u8]) -> bool {
    bytes.len() >= LINE || bytes.iter().any(is_line_end)
}

/// The beginning of a line, at most as long as an error shows.
fn line_of(bytes: &[u8]) -> &[u8] {
    let line = &bytes[..bytes.len().min(LINE)];
    let end = line.iter().position(is_line_end);
    &line[..end.unwrap_or(line.len())]
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

impl<'i> Slice<'i> {
    pub(crate) fn new(bytes: &'i [u8]) -> Self {
        match simdutf8::compat::from_utf8(bytes) {
            Ok(text) => Self::from(text),
            Err(error) => {
                let (text, not_text) = bytes.split_at(error.valid_up_to());
                // Up to there it is valid, so the default is never taken.
                let text = std::str::from_utf8(text).unwrap_or_default();
                Self {
                    not_text: line_of(not_text),
                    rest: Rest::NotUtf8,
                    ..Self::from(text)
                }
            }
        }
    }
}

impl<'i> From<&'i str> for Slice<'i> {
    fn from(text: &'i str) -> Self {
        Self {
            whole: text,
            text,
            rest: Rest::End,
            not_text: &[],
        }
    }
}

impl private::InputText for Slice<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn behind(&self) -> &str {
        &self.whole[..self.whole.len() - self.text.len()]
    }

    fn around(&self, before: usize) -> (&str, &str) {
        self.whole
            .split_at(self.whole.len() - self.text.len() - before)
    }

    fn rest(&self) -> Rest {
        self.rest
    }

    fn not_text(&self) -> &[u8] {
        self.not_text
    }

    fn consume(&mut self, bytes: usize) {
        self.text = &self.text[bytes..];
    }

    fn fill(&mut self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn has_following(&self, _: Following, _: usize) -> bool {
        true
    }

    fn fill_following(&mut self, _: Following, _: usize, _: usize) {}
}

/// A document that arrives from a reader: the [`Input`] of [`Parser::parse_reader`](crate::Parser::parse_reader).
///
/// ```
/// use turtle_peg::{Dialect, Document, Parser, Stream};
///
/// let bytes: &[u8] = b"<x:s> <x:p> 1, 2 .";
/// let document: Document<Stream<&[u8]>> = Parser::new(Dialect::Turtle12).parse_reader(bytes);
/// assert_eq!(document.triples().count(), 2);
/// ```
pub struct Stream<R> {
    reader: R,
    /// Bytes as they came from the reader; those before `held` are the beginning of a character.
    bytes: Vec<u8>,
    held: usize,
    pub(crate) text: String,
    /// How much of `text` is consumed.
    start: usize,
    rest: Rest,
    /// Why more could not be read for an error.
    failure: Option<io::Error>,
    /// How many bytes to ask the reader for.
    buffer: usize,
}

/// Not the text at hand, which can be large.
impl<R: fmt::Debug> fmt::Debug for Stream<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("reader", &self.reader)
            .field("length", &(self.text.len() - self.start))
            .field("rest", &self.rest)
            .finish_non_exhaustive()
    }
}

/// The answer of a reader of this crate that would have to wait: a second request waits.
///
/// To a reader of the caller's, [`WouldBlock`](io::ErrorKind::WouldBlock) is an error like others.
#[derive(Debug)]
struct Pause;

impl fmt::Display for Pause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("to read more may mean to wait")
    }
}

impl std::error::Error for Pause {}

pub(crate) fn pause() -> io::Error {
    io::Error::new(io::ErrorKind::WouldBlock, Pause)
}

pub(crate) fn is_pause(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Pause>())
}

impl<R> Stream<R> {
    pub(crate) const BUFFER: usize = 64 * 1024;
    /// Text shorter than this is looked at again after every read, so that statements that come one by one are
    /// not kept waiting. Longer text has to become several times as long first, so that a large statement takes
    /// linear time.
    const PROMPT: usize = 4 * 1024;
    /// Text longer than this has to become twice as long only, for the sake of memory; shorter text four times, for
    /// the sake of time.
    const HUGE: usize = 16 * 1024 * 1024;

    pub(crate) fn new(reader: R) -> Self {
        Self::with_buffer(reader, Self::BUFFER)
    }

    /// The rest of a document, after some text of it that was read before.
    pub(crate) fn after(text: String, reader: R) -> Self {
        Self {
            start: text.len(),
            text,
            ..Self::new(reader)
        }
    }

    /// The buffer has to hold one character at least.
    pub(crate) fn with_buffer(reader: R, buffer: usize) -> Self {
        Self {
            reader,
            bytes: Vec::new(),
            held: 0,
            text: String::new(),
            start: 0,
            rest: Rest::Unread,
            failure: None,
            buffer,
        }
    }
}

impl<R: Read> Stream<R> {
    /// Where the bytes come from.
    pub(crate) fn reader_mut(&mut self) -> &mut R {
        &mut self.reader
    }

    fn read(&mut self) -> io::Result<usize> {
        self.bytes.resize(self.held + self.buffer, 0);
        loop {
            match self.reader.read(&mut self.bytes[self.held..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Forgets the text that is consumed, but for its last `kept` bytes, and the beginning of the line in which these begin: an
    /// error shows both.
    fn forget(&mut self, kept: usize) {
        let kept_from = self.start.saturating_sub(kept);
        let line = surroundings::line_before(&self.text[..kept_from]).len();
        self.text.drain(..kept_from - line);
        self.start -= kept_from - line;
    }

    /// Makes the text longer, or finds that nothing follows it.
    fn extend(&mut self) -> io::Result<()> {
        match self.read()? {
            0 if self.held > 0 => self.rest = Rest::NotUtf8,
            0 => self.rest = Rest::End,
            count => self.append(self.held + count),
        }
        Ok(())
    }

    /// Moves the whole characters of the first `end` bytes to the text, and keeps the beginning of a character. It keeps bytes
    /// that are not text, too, and reads on until their line is there.
    fn append(&mut self, end: usize) {
        let bytes = &self.bytes[..end];
        let valid = match simdutf8::compat::from_utf8(bytes) {
            Ok(text) => {
                self.text.push_str(text);
                end
            }
            Err(error) => {
                let valid = error.valid_up_to();
                self.text
                    .push_str(std::str::from_utf8(&bytes[..valid]).unwrap_or_default());
                if error.error_len().is_some() && has_line(&bytes[valid..]) {
                    self.rest = Rest::NotUtf8;
                }
                valid
            }
        };
        self.held = end - valid;
        self.bytes.copy_within(valid..end, 0);
    }
}

impl<R: Read> private::InputText for Stream<R> {
    fn text(&self) -> &str {
        &self.text[self.start..]
    }

    fn behind(&self) -> &str {
        &self.text[..self.start]
    }

    fn around(&self, before: usize) -> (&str, &str) {
        self.text.split_at(self.start - before)
    }

    fn rest(&self) -> Rest {
        self.rest
    }

    fn not_text(&self) -> &[u8] {
        match self.rest {
            Rest::NotUtf8 => line_of(&self.bytes[..self.held]),
            Rest::End | Rest::Unread => &[],
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    fn fill(&mut self, kept: usize) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.forget(kept);
        let length = self.text().len();
        let enough = match length {
            0..Self::PROMPT => length + 1,
            Self::PROMPT..Self::HUGE => 4 * length,
            _ => 2 * length,
        };
        while self.rest == Rest::Unread && self.text().len() < enough {
            match self.extend() {
                // The bytes that have come are parsed first. A caller that avoids waiting asks again.
                Err(error) if !is_pause(&error) && self.text().len() > length => {
                    self.failure = Some(error);
                    return Ok(());
                }
                result => result?,
            }
        }
        Ok(())
    }

    fn has_following(&self, following: Following, reached: usize) -> bool {
        self.rest != Rest::Unread || self.failure.is_some() || following.is_in(self.text(), reached)
    }

    fn fill_following(&mut self, following: Following, reached: usize, kept: usize) {
        self.forget(kept);
        let mut is_asked_again = false;
        while !self.has_following(following, reached) {
            match self.extend() {
                Ok(()) => {}
                // A second request to a reader that avoids waiting: the error needs the bytes that follow.
                Err(error) if is_pause(&error) && !is_asked_again => {
                    is_asked_again = true;
                }
                Err(error) => self.failure = Some(error),
            }
        }
    }
}
