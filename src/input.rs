//! A document's bytes, from a slice, from a reader, or pushed: the text at hand, and the bytes after it.
//!
//! Invariant: memory holds the text at hand and the text before it that errors show, never the document; and text is UTF-8: for
//! bytes of the document that are not, others stand (`ill_formed`).

mod arrived;
mod ill_formed;
pub(crate) mod private;
mod pushed;

pub(crate) use private::Rest;
pub(crate) use private::{is_pause, pause};
pub use pushed::Pushed;

use crate::surroundings::Following;
use arrived::Arrived;
pub(crate) use ill_formed::IllFormed;
use std::fmt;
use std::io::{self, Read};

/// Where a document's bytes come from: [`Slice`], [`Stream`] or [`Pushed`].
///
/// It cannot be implemented outside of this crate: parse from any reader with
/// [`Parser::parse_reader`](crate::Parser::parse_reader).
///
/// ```
/// use turtle_peg::input::Input;
/// use turtle_peg::{Dialect, Document, Error, Parser};
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

impl<I: private::InputText + ?Sized> Input for I {}

/// A document in memory: the [`Input`] of [`Parser::parse_str`](crate::Parser::parse_str).
///
/// ```
/// use turtle_peg::input::Slice;
/// use turtle_peg::{Dialect, Document, Parser};
///
/// let document: Document<Slice<'_>> = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> 1, 2 .");
/// assert_eq!(document.triples().count(), 2);
/// ```
pub struct Slice<'i> {
    whole: &'i str,
    /// The text from the read position on: callers ask for it more often than the position moves.
    text: &'i str,
    /// The continuation of the text.
    rest: Rest,
    /// The document, if not all of it is text: it arrives, as others do.
    arriving: Option<Box<Stream<&'i [u8]>>>,
}

/// Not the text, which can be a whole document.
impl fmt::Debug for Slice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slice")
            .field("length", &private::InputText::text(self).len())
            .field("rest", &private::InputText::rest(self))
            .finish_non_exhaustive()
    }
}

impl<'i> Slice<'i> {
    /// The text after these bytes, which are behind.
    pub(crate) fn after(whole: &'i str, bytes: usize) -> Self {
        Self {
            text: &whole[bytes..],
            ..Self::from(whole)
        }
    }

    /// A text that more follows, which cannot be had here: to ask for it is to be told to wait.
    pub(crate) fn truncated(text: &'i str) -> Self {
        Self {
            rest: Rest::Unread,
            ..Self::from(text)
        }
    }

    pub(crate) fn new(bytes: &'i [u8]) -> Self {
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => Self::from(text),
            Err(_) => Self {
                arriving: Some(Box::new(Stream::new(bytes))),
                ..Self::from("")
            },
        }
    }
}

impl<'i> From<&'i str> for Slice<'i> {
    fn from(text: &'i str) -> Self {
        Self {
            whole: text,
            text,
            rest: Rest::End,
            arriving: None,
        }
    }
}

impl private::InputText for Slice<'_> {
    #[inline]
    fn text(&self) -> &str {
        match &self.arriving {
            None => self.text,
            Some(stream) => stream.text(),
        }
    }

    fn behind(&self) -> &str {
        match &self.arriving {
            None => &self.whole[..self.whole.len() - self.text.len()],
            Some(stream) => stream.behind(),
        }
    }

    fn around(&self, before: usize) -> (&str, &str) {
        match &self.arriving {
            None => self
                .whole
                .split_at(self.whole.len() - self.text.len() - before),
            Some(stream) => stream.around(before),
        }
    }

    #[inline]
    fn rest(&self) -> Rest {
        match &self.arriving {
            None => self.rest,
            Some(stream) => stream.rest(),
        }
    }

    #[inline]
    fn ill_formed(&self) -> Option<IllFormed<'_>> {
        self.arriving
            .as_ref()
            .and_then(|stream| stream.ill_formed())
    }

    #[inline]
    fn consume(&mut self, bytes: usize) {
        match &mut self.arriving {
            None => self.text = &self.text[bytes..],
            Some(stream) => stream.consume(bytes),
        }
    }

    fn fill(&mut self, kept: usize) -> io::Result<()> {
        match (&mut self.arriving, self.rest) {
            (Some(stream), _) => stream.fill(kept),
            (None, Rest::Unread) => Err(pause()),
            (None, Rest::End) => Ok(()),
        }
    }

    fn has_following(&self, following: Following, reached: usize) -> bool {
        self.arriving
            .as_ref()
            .is_none_or(|stream| stream.has_following(following, reached))
    }

    fn fill_following(&mut self, following: Following, reached: usize, kept: usize) {
        if let Some(stream) = &mut self.arriving {
            stream.fill_following(following, reached, kept);
        }
    }
}

/// A document that arrives from a reader: the [`Input`] of [`Parser::parse_reader`](crate::Parser::parse_reader).
///
/// ```
/// use turtle_peg::input::Stream;
/// use turtle_peg::{Dialect, Document, Parser};
///
/// let bytes: &[u8] = b"<x:s> <x:p> 1, 2 .";
/// let document: Document<Stream<&[u8]>> = Parser::new(Dialect::Turtle12).parse_reader(bytes);
/// assert_eq!(document.triples().count(), 2);
/// ```
pub struct Stream<R> {
    reader: R,
    pub(crate) arrived: Arrived,
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
            .field("length", &self.arrived.text().len())
            .field("rest", &self.arrived.rest)
            .finish_non_exhaustive()
    }
}

impl<R> Stream<R> {
    pub(crate) const BUFFER: usize = 64 * 1024;

    pub(crate) fn new(reader: R) -> Self {
        Self::with_buffer(reader, Self::BUFFER)
    }

    /// The rest of a document, after some text of it that was read before.
    pub(crate) fn after(text: String, reader: R) -> Self {
        Self {
            arrived: Arrived::after(text),
            ..Self::new(reader)
        }
    }

    /// The buffer has to hold one character at least.
    pub(crate) fn with_buffer(reader: R, buffer: usize) -> Self {
        Self {
            reader,
            arrived: Arrived::after(String::new()),
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

    /// Makes the text longer, or finds that nothing follows it.
    fn extend(&mut self) -> io::Result<()> {
        let room = self.arrived.room(self.buffer);
        let count = loop {
            match self.reader.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        match count {
            0 => self.arrived.end(),
            count => self.arrived.append(count),
        }
        Ok(())
    }
}

impl<R: Read> private::InputText for Stream<R> {
    fn text(&self) -> &str {
        self.arrived.text()
    }

    fn behind(&self) -> &str {
        self.arrived.behind()
    }

    fn around(&self, before: usize) -> (&str, &str) {
        self.arrived.around(before)
    }

    fn rest(&self) -> Rest {
        self.arrived.rest
    }

    #[inline]
    fn ill_formed(&self) -> Option<IllFormed<'_>> {
        self.arrived.ill_formed()
    }

    fn consume(&mut self, bytes: usize) {
        self.arrived.consume(bytes);
    }

    fn fill(&mut self, kept: usize) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.arrived.forget(kept);
        let length = self.text().len();
        let enough = arrived::enough(length);
        while self.rest() == Rest::Unread && self.text().len() < enough {
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
        self.rest() != Rest::Unread
            || self.failure.is_some()
            || following.is_in(self.text(), reached)
    }

    fn fill_following(&mut self, following: Following, reached: usize, kept: usize) {
        self.arrived.forget(kept);
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
