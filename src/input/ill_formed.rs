//! Bytes of a document that are not UTF-8.
//!
//! In the text, [`STAND_IN`] stands for each of them, so that places in the text are places in the document, and so that a
//! string, an IRI or a comment ends where it would with the character that was meant. In a name, and between tokens, nothing of the
//! languages has it.
//!
//! Invariant: text in which it stands for a byte gives no quad, no token and no tree: [`Statements`](crate::statements::Statements)
//! makes a fault of it, or reads U+FFFD there for a lenient parser.

use crate::surroundings::LINE;
use std::collections::VecDeque;
use std::ops::Range;

/// A character of one byte, as is each that it stands for.
pub(super) const STAND_IN: char = '?';

/// A byte that is not UTF-8.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replaced {
    /// Its place, from the beginning of all text that has arrived.
    pub(super) at: u64,
    pub(super) byte: u8,
    /// Whether it is the first of those that U+FFFD replaces together.
    pub(super) is_first: bool,
}

/// The bytes that are not UTF-8 in the text at hand.
#[derive(Clone, Copy, Debug)]
pub struct IllFormed<'t> {
    replaced: &'t VecDeque<Replaced>,
    /// The text at hand.
    text: &'t str,
    /// Where that begins.
    start: u64,
}

impl<'t> IllFormed<'t> {
    pub(super) fn new(replaced: &'t VecDeque<Replaced>, text: &'t str, start: u64) -> Self {
        Self {
            replaced,
            text,
            start,
        }
    }

    /// The first of them in these bytes of the text at hand.
    pub(crate) fn first_in(&self, bytes: Range<usize>) -> Option<usize> {
        self.within(bytes).next().map(|(at, _)| at)
    }

    /// The bytes of the document from this one of the text at hand on, to the end of the line, or as many as errors show.
    pub(crate) fn line(&self, from: usize) -> Vec<u8> {
        let bytes = &self.text.as_bytes()[from..];
        let line = &bytes[..bytes.len().min(LINE)];
        let end = line.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let mut line = line[..end.unwrap_or(line.len())].to_vec();
        for (at, replaced) in self.within(from..from + line.len()) {
            line[at - from] = replaced.byte;
        }
        line
    }

    /// The beginning of the text at hand, with U+FFFD for each ill-formed sequence, as the Unicode Standard recommends it (section 3.9,
    /// "U+FFFD Substitution of Maximal Subparts").
    pub(crate) fn with_replacements(&self, length: usize) -> String {
        let mut text = String::with_capacity(length + 16);
        let mut end = 0;
        for (at, replaced) in self.within(0..length) {
            text.push_str(&self.text[end..at]);
            if replaced.is_first {
                text.push(char::REPLACEMENT_CHARACTER);
            }
            end = at + 1;
        }
        text + &self.text[end..length]
    }

    /// The replaced bytes in this range of the text at hand, with their places in the text at hand.
    fn within(&self, bytes: Range<usize>) -> impl Iterator<Item = (usize, Replaced)> {
        let [first, end] = [bytes.start, bytes.end].map(|at| {
            self.replaced
                .partition_point(|replaced| replaced.at < self.start + at as u64)
        });
        let found = self.replaced.range(first..end.max(first));
        let start = self.start;
        found.map(move |&replaced| ((replaced.at - start) as usize, replaced))
    }
}
