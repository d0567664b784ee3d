//! The questions that statements ask of a document's bytes.
//!
//! Invariant: the text at hand grows only when it is asked for, and nothing outside of this crate implements the trait.

use super::IllFormed;
use crate::surroundings::Following;
use std::fmt;
use std::io;

/// The continuation of the text that an [`Input`](crate::input::Input) has at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    End,
    /// Bytes that are not read yet, or the end.
    Unread,
}

pub trait InputText {
    /// Whether nobody can be asked for bytes: then a statement is taken only when the text that errors show after it is there.
    fn is_pushed(&self) -> bool {
        false
    }
    /// Whether there is as much text as the last [`fill`](Self::fill) that [paused](pause) asked for.
    fn is_ready(&self) -> bool {
        true
    }
    /// The text at hand, from the read position on.
    fn text(&self) -> &str;
    /// The text before the read position that is still in memory.
    fn behind(&self) -> &str;
    /// The text from `before` bytes before the text at hand; and the text before that which is still in memory.
    fn around(&self, before: usize) -> (&str, &str);
    fn rest(&self) -> Rest;
    /// The bytes of the text that are others in the document, since those are not UTF-8; `None` where there are none.
    fn ill_formed(&self) -> Option<IllFormed<'_>>;
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

/// The answer of an input or a reader of this crate that would have to wait: a second request to a reader waits.
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
