//! Lines on their way out.
//!
//! Invariant: a line is written once it has ended, so what comes before it can be decided as late as that.

use super::style::{Indentation, MOST_LEVELS};
use std::io::{self, Write};

/// The lines that are written, and the one at hand.
pub(super) struct Page<W> {
    output: W,
    /// How many bytes, and how many columns, a level has.
    level_length: usize,
    level_width: usize,
    /// How many bytes a line end has, once it is known.
    line_end_length: usize,
    /// The most line ends, and the indentation of the deepest level: what is between two lines is a part of it, and written at once.
    between: String,
    /// Lines that have ended, up to [`ENOUGH`] bytes, and the line at hand, from its indentation on.
    text: String,
    /// Where the line at hand begins.
    line: usize,
    /// How many characters it has; of a token of several lines, the last counts.
    column: usize,
    /// Whether the line at hand has nothing but its indentation.
    is_fresh: bool,
    /// Whether nothing has been written.
    is_empty: bool,
}

/// How many line ends come one after the other: there is at most one empty line.
const MOST_LINE_ENDS: usize = 2;

/// How many bytes are written at once.
const ENOUGH: usize = 16 * 1024;

impl<W: Write> Page<W> {
    pub(super) fn new(output: W, indentation: Indentation) -> Self {
        Self {
            output,
            level_length: indentation.text().len(),
            level_width: indentation.width(),
            line_end_length: 0,
            between: indentation.text().repeat(MOST_LEVELS),
            text: String::new(),
            line: 0,
            column: 0,
            is_fresh: true,
            is_empty: true,
        }
    }

    /// How many characters the line at hand has.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    pub(super) fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Adds a text of this width to the line at hand.
    #[inline]
    pub(super) fn add(&mut self, text: &str, width: usize) {
        self.text.push_str(text);
        self.column += width;
        self.is_fresh = false;
    }

    /// The line at hand has this number of characters, whatever was added.
    pub(super) fn continue_at(&mut self, column: usize) {
        self.column = column;
    }

    #[inline]
    pub(super) fn add_space(&mut self) {
        if !self.is_fresh {
            self.text.push(' ');
            self.column += 1;
        }
    }

    /// Whether it is known how lines end.
    pub(super) fn has_line_end(&self) -> bool {
        self.line_end_length > 0
    }

    pub(super) fn set_line_end(&mut self, line_end: &str) {
        self.line_end_length = line_end.len();
        self.between.insert_str(0, &line_end.repeat(MOST_LINE_ENDS));
    }

    /// Begins a line with its indentation after this number of line ends, once the line before it has been
    /// [left](Self::leave_line).
    #[inline]
    pub(super) fn begin_line(&mut self, line_ends: usize, level: usize) {
        let level = level.min(MOST_LEVELS);
        let margin = level * self.level_length;
        let middle = MOST_LINE_ENDS * self.line_end_length;
        let first = middle - line_ends * self.line_end_length;
        self.text.push_str(&self.between[first..middle + margin]);
        self.line = self.text.len() - margin;
        self.is_empty &= line_ends == 0;
        self.column = level * self.level_width;
    }

    /// Writes this number of line ends before the line at hand.
    pub(super) fn write_line_ends(&mut self, count: usize) {
        let length = count * self.line_end_length;
        self.text.insert_str(self.line, &self.between[..length]);
        self.line += length;
        self.is_empty &= length == 0;
    }

    /// Writes the line at hand, without its end.
    #[inline]
    pub(super) fn leave_line(&mut self) {
        if self.is_fresh {
            self.text.truncate(self.line);
        }
        self.is_empty &= self.line == self.text.len();
        self.line = self.text.len();
        self.column = 0;
        self.is_fresh = true;
    }

    /// Writes the byte order mark, which does not count as text.
    pub(super) fn write_mark(&mut self, mark: &str) {
        self.text.push_str(mark);
        self.line = self.text.len();
    }

    /// Writes this text before the line at hand.
    pub(super) fn write_before(&mut self, text: &str) {
        self.is_empty &= text.is_empty();
        self.text.insert_str(self.line, text);
        self.line += text.len();
    }

    /// Whether the lines that have ended are enough to be handed out.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.line >= ENOUGH
    }

    /// The lines that have ended and were not handed out.
    pub(super) fn written(&self) -> &str {
        &self.text[..self.line]
    }

    /// Hands out the lines that have ended.
    pub(super) fn hand_out(&mut self) -> io::Result<()> {
        self.output.write_all(&self.text.as_bytes()[..self.line])?;
        self.text.drain(..self.line);
        self.line = 0;
        Ok(())
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
