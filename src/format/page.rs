//! Lines on their way out.
//!
//! Invariant: a line is written once it has ended, so what comes before it can be decided as late as that.

use super::style::Indentation;
use std::io::{self, Write};

/// The lines that are written, and the one at hand.
pub(super) struct Page<W> {
    output: W,
    indentation: Indentation,
    /// Lines that have ended, up to [`ENOUGH`] bytes.
    written: String,
    /// The line at hand, from its indentation on.
    line: String,
    /// How many characters that is; of a token of several lines, the last counts.
    column: usize,
    /// Whether the line at hand has nothing but its indentation.
    is_fresh: bool,
    /// Whether nothing has been written.
    is_empty: bool,
}

/// How many bytes are written at once.
const ENOUGH: usize = 64 * 1024;

/// No line is indented by more levels: else the output would be quadratic in the depth of nesting.
const MOST_LEVELS: usize = 25;

impl<W: Write> Page<W> {
    pub(super) fn new(output: W, indentation: Indentation) -> Self {
        Self {
            output,
            indentation,
            written: String::new(),
            line: String::new(),
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
    pub(super) fn add(&mut self, text: &str, width: usize) {
        self.line.push_str(text);
        self.column += width;
        self.is_fresh = false;
    }

    /// The token that was added has several lines, and its last one has this number of characters.
    pub(super) fn continue_at(&mut self, column: usize) {
        self.column = column;
    }

    pub(super) fn add_space(&mut self) {
        if !self.is_fresh {
            self.line.push(' ');
            self.column += 1;
        }
    }

    /// Begins a line with its indentation, once the line before it has been [left](Self::leave_line).
    pub(super) fn indent(&mut self, level: usize) {
        let level = level.min(MOST_LEVELS);
        for _ in 0..level {
            self.line.push_str(self.indentation.text());
        }
        self.column = level * self.indentation.width();
        self.is_fresh = true;
    }

    /// Writes the line at hand, without its end.
    pub(super) fn leave_line(&mut self) {
        self.is_empty &= self.line.is_empty();
        let line = match self.is_fresh {
            true => "",
            false => &self.line,
        };
        self.written.push_str(line);
        self.line.clear();
        self.column = 0;
        self.is_fresh = true;
    }

    /// Writes this text before the line at hand.
    pub(super) fn write_before(&mut self, text: &str) {
        self.is_empty &= text.is_empty();
        self.written.push_str(text);
    }

    /// The text that is written before the line at hand, to add to it.
    pub(super) fn before(&mut self) -> &mut String {
        &mut self.written
    }

    /// Whether the lines that have ended are enough to be handed out.
    pub(super) fn is_full(&self) -> bool {
        self.written.len() >= ENOUGH
    }

    /// The lines that have ended and were not handed out.
    pub(super) fn written(&self) -> &str {
        &self.written
    }

    /// Hands out the lines that have ended.
    pub(super) fn hand_out(&mut self) -> io::Result<()> {
        self.output.write_all(self.written.as_bytes())?;
        self.written.clear();
        Ok(())
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
