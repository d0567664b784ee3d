//! Bytes that the caller pushes.
//!
//! Invariant: nothing waits. Who asks for bytes that have not come gets a [pause], and is not answered again before as many have
//! come as it takes to read on in linear time, however the bytes are cut.

use super::arrived::{self, Arrived};
use super::ill_formed::IllFormed;
use super::private::{self, Rest, pause};
use crate::surroundings::Following;
use std::fmt;
use std::io;

/// A document whose bytes are pushed: the [`Input`](crate::input::Input) of [`Parser::parse_pushed`](crate::Parser::parse_pushed).
///
/// ```
/// use turtle_peg::input::Pushed;
/// use turtle_peg::{Dialect, Document, Parser};
///
/// let mut document: Document<Pushed> = Parser::new(Dialect::Turtle12).parse_pushed();
/// document.push(b"<x:s> <x:p> 1, 2 .");
/// document.end();
/// assert_eq!(document.triples().count(), 2);
/// ```
pub struct Pushed {
    arrived: Arrived,
    /// Why no more bytes come.
    failure: Option<io::Error>,
    awaited: Awaited,
}

/// The text that has to be there before reading goes on, in bytes from the read position on.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    Text(usize),
    Following(Following, usize),
}

/// Not the text at hand, which can be large.
impl fmt::Debug for Pushed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pushed")
            .field("length", &self.arrived.text().len())
            .field("rest", &self.arrived.rest)
            .finish_non_exhaustive()
    }
}

impl Pushed {
    pub(crate) fn new() -> Self {
        Self {
            arrived: Arrived::after(String::new()),
            failure: None,
            awaited: Awaited::Text(0),
        }
    }

    /// Takes more bytes; none after the end.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        /// How many bytes are copied twice at a time.
        const PIECE: usize = 64 * 1024;
        for piece in bytes.chunks(PIECE) {
            if self.has_ended() {
                return;
            }
            self.arrived.room(piece.len()).copy_from_slice(piece);
            self.arrived.append(piece.len());
        }
    }

    /// No more bytes come.
    pub(crate) fn end(&mut self) {
        if !self.has_ended() {
            self.arrived.end();
        }
    }

    /// No more bytes come, since those who bring them have failed: this error follows the text that has come.
    #[cfg(feature = "tokio")]
    pub(crate) fn fail(&mut self, error: io::Error) {
        self.failure = Some(error);
    }

    /// Whether no more bytes come.
    pub(crate) fn has_ended(&self) -> bool {
        self.arrived.rest != Rest::Unread || self.failure.is_some()
    }
}

impl private::InputText for Pushed {
    fn is_pushed(&self) -> bool {
        true
    }

    fn is_ready(&self) -> bool {
        self.has_ended()
            || match self.awaited {
                Awaited::Text(length) => self.arrived.text().len() >= length,
                Awaited::Following(following, reached) => {
                    following.is_in(self.arrived.text(), reached)
                }
            }
    }

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
        self.awaited = Awaited::Text(0);
    }

    fn fill(&mut self, kept: usize) -> io::Result<()> {
        self.arrived.forget(kept);
        self.awaited = Awaited::Text(arrived::enough(self.arrived.text().len()));
        Err(self.failure.take().unwrap_or_else(pause))
    }

    fn has_following(&self, following: Following, reached: usize) -> bool {
        self.has_ended() || following.is_in(self.arrived.text(), reached)
    }

    fn fill_following(&mut self, following: Following, reached: usize, kept: usize) {
        self.arrived.forget(kept);
        self.awaited = Awaited::Following(following, reached);
    }
}
