//! The text of a document that arrives piece by piece.
//!
//! Invariant: pieces may end within a character; the text has whole ones alone.

use super::private::Rest;
use crate::surroundings::{self, LINE};

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

    pub(super) fn not_text(&self) -> &[u8] {
        match self.rest {
            Rest::NotUtf8 => line_of(&self.bytes[..self.held]),
            Rest::End | Rest::Unread => &[],
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
    }

    /// Room for more bytes, to [append](Self::append).
    pub(super) fn room(&mut self, bytes: usize) -> &mut [u8] {
        self.bytes.resize(self.held + bytes, 0);
        &mut self.bytes[self.held..]
    }

    /// No more bytes come.
    pub(super) fn end(&mut self) {
        self.rest = match self.held {
            0 => Rest::End,
            _ => Rest::NotUtf8,
        };
    }

    /// Moves the whole characters to the text, of what is held and this many bytes in the room after that, and holds the
    /// beginning of a character. It holds bytes that are not text, too, until their line is there.
    pub(super) fn append(&mut self, count: usize) {
        let end = self.held + count;
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

/// Whether a line ends in these bytes, or more of it than an error shows is there.
fn has_line(bytes: &[u8]) -> bool {
    bytes.len() >= LINE || bytes.iter().any(is_line_end)
}

/// The beginning of a line, at most as long as an error shows.
pub(super) fn line_of(bytes: &[u8]) -> &[u8] {
    let line = &bytes[..bytes.len().min(LINE)];
    let end = line.iter().position(is_line_end);
    &line[..end.unwrap_or(line.len())]
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
