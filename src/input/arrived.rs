//! The text of a document that arrives piece by piece.
//!
//! Invariant: pieces may end within a character; the text has whole ones alone. A byte that is not UTF-8 is noted, and another
//! [stands in](super::ill_formed) for it.

use super::ill_formed::{IllFormed, Replaced, STAND_IN};
use super::private::Rest;
use crate::surroundings;
use std::collections::VecDeque;
use std::ops::Range;

/// How long the text has to become before it is looked at again, if this many bytes of it do not suffice.
///
/// Short text is looked at after every read, so that statements that come one by one are not kept waiting. Longer text has to
/// become several times as long first, so that a large statement takes linear time.
pub(super) fn enough(length: usize) -> usize {
    const PROMPT: usize = 4 * 1024;
    /// Text longer than this has to become twice as long only, for the sake of memory; shorter text four times, for
    /// the sake of time.
    const HUGE: usize = 16 * 1024 * 1024;
    match length {
        0..PROMPT => length + 1,
        PROMPT..HUGE => 4 * length,
        _ => 2 * length,
    }
}

/// The text at hand, text before it, and the bytes after it that have arrived.
pub(crate) struct Arrived {
    /// Bytes as they came; those before `held` are the beginning of a character.
    bytes: Vec<u8>,
    held: usize,
    pub(crate) text: String,
    /// How much of `text` is consumed.
    start: usize,
    /// How many bytes of the text are forgotten.
    forgotten: u64,
    /// The bytes that are not UTF-8, of the text that is not forgotten.
    replaced: VecDeque<Replaced>,
    pub(super) rest: Rest,
}

impl Arrived {
    /// Nothing yet, after some text that was consumed before.
    pub(super) fn after(text: String) -> Self {
        Self {
            bytes: Vec::new(),
            held: 0,
            start: text.len(),
            text,
            forgotten: 0,
            replaced: VecDeque::new(),
            rest: Rest::Unread,
        }
    }

    #[inline]
    pub(super) fn text(&self) -> &str {
        &self.text[self.start..]
    }

    #[inline]
    pub(super) fn behind(&self) -> &str {
        &self.text[..self.start]
    }

    pub(super) fn around(&self, before: usize) -> (&str, &str) {
        self.text.split_at(self.start - before)
    }

    #[inline]
    pub(super) fn ill_formed(&self) -> Option<IllFormed<'_>> {
        match self.replaced.is_empty() {
            true => None,
            false => Some(IllFormed::new(
                &self.replaced,
                self.text(),
                self.forgotten + self.start as u64,
            )),
        }
    }

    #[inline]
    pub(super) fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// Forgets the text that is consumed, but for its last `kept` bytes, and the beginning of the line in which these begin: an
    /// error shows both.
    pub(super) fn forget(&mut self, kept: usize) {
        let kept_from = self.start.saturating_sub(kept);
        let line = surroundings::line_before(&self.text[..kept_from]).len();
        self.text.drain(..kept_from - line);
        self.start -= kept_from - line;
        self.forgotten += (kept_from - line) as u64;
        while self
            .replaced
            .front()
            .is_some_and(|replaced| replaced.at < self.forgotten)
        {
            self.replaced.pop_front();
        }
    }

    /// Room for more bytes, to [append](Self::append).
    pub(super) fn room(&mut self, bytes: usize) -> &mut [u8] {
        self.bytes.resize(self.held + bytes, 0);
        &mut self.bytes[self.held..]
    }

    /// No more bytes come.
    pub(super) fn end(&mut self) {
        self.replace(0..self.held);
        self.held = 0;
        self.rest = Rest::End;
    }

    /// Moves the characters to the text, of what is held and this many bytes in the room after that, and holds the beginning of
    /// one that may go on.
    pub(super) fn append(&mut self, count: usize) {
        let end = self.held + count;
        let mut moved = 0;
        loop {
            let (text, ill_formed) = well_formed(&self.bytes[moved..end]);
            self.text.push_str(text);
            moved += text.len();
            let Some(length) = ill_formed else { break };
            self.replace(moved..moved + length);
            moved += length;
        }
        self.held = end - moved;
        self.bytes.copy_within(moved..end, 0);
    }

    /// Moves bytes to the text that are not UTF-8.
    fn replace(&mut self, bytes: Range<usize>) {
        for (index, &byte) in self.bytes[bytes].iter().enumerate() {
            self.replaced.push_back(Replaced {
                at: self.forgotten + self.text.len() as u64,
                byte,
                is_first: index == 0,
            });
            self.text.push(STAND_IN);
        }
    }
}

/// The text that some bytes begin with, and the length of the ill-formed sequence after it; `None` at the end, and before a
/// character that may go on.
fn well_formed(bytes: &[u8]) -> (&str, Option<usize>) {
    match simdutf8::compat::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            // Up to there it is valid, so the default is never taken.
            let text = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            (text, error.error_len())
        }
    }
}
