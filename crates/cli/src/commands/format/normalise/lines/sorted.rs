//! The text of a document of lines, in order.
//!
//! Invariant: memory has one unit, and the statements that the [`StatementSorter`] keeps there.

use super::sorter::{SortedRun, SortedStatement, StatementSorter};
use super::units::{LineUnit, LineUnits};
use crate::commands::format::normalise::line_ends::blank_line;
use crate::commands::format::normalise::refusal::NormalisationError;
use crate::commands::format::normalise::rewritten::{holds_by_place, leading_lines};
use std::io::{self, Read};
use std::mem;
use turtle_peg::Parser;

/// A document in order, as a reader delivers it. It is not laid out.
pub struct SortedLines<R> {
    units: LineUnits<R>,
    sorter: StatementSorter,
    /// Statements in order, which are written next.
    run: Option<SortedRun>,
    /// The unit that comes after these.
    next: Option<NextUnit>,
    is_over: bool,
    /// Whether a comment behind the latest statement is about the next one.
    holds_next: bool,
    written: WrittenLines,
    /// How many bytes of what is written were delivered.
    delivered: usize,
    trouble: Option<NormalisationError>,
}

/// A unit that no statement before it may pass.
struct NextUnit {
    unit: LineUnit,
    /// How many bytes before it are about all statements after it, if it is the first of those that are put in order.
    heading: Option<usize>,
}

/// Text that is written, and what the next depends on.
#[derive(Default)]
struct WrittenLines {
    text: Vec<u8>,
    has_begun: bool,
    /// Whether a line is not ended.
    is_within_line: bool,
    /// Whether a comment was written last, and not the end of its line.
    is_after_remark: bool,
}

impl<R: Read> SortedLines<R> {
    pub fn new(parser: &Parser, reader: R, memory: usize) -> Self {
        Self {
            units: LineUnits::of(parser, reader),
            sorter: StatementSorter::new(memory),
            run: None,
            next: None,
            is_over: false,
            holds_next: false,
            written: WrittenLines::default(),
            delivered: 0,
            trouble: None,
        }
    }

    /// Why it could not be read to its end.
    pub fn into_trouble(self) -> Option<NormalisationError> {
        self.trouble
    }

    /// Writes a statement, or does what comes before that.
    fn step(&mut self) -> Result<(), NormalisationError> {
        if let Some(run) = &mut self.run {
            match run.next()? {
                Some((space, statement)) => self.written.add_statement(space, statement),
                None => self.run = None,
            }
            return Ok(());
        }
        if let Some(next) = self.next.take() {
            return self.begin(next);
        }
        match self.units.next()? {
            Some(unit) => self.take(unit),
            None => {
                self.is_over = true;
                self.run = Some(self.sorter.finish()?);
                Ok(())
            }
        }
    }

    /// Takes the next unit of the document.
    fn take(&mut self, unit: LineUnit) -> Result<(), NormalisationError> {
        let heading = match unit.is_statement && !self.is_held_by_comments(&unit) {
            false => None,
            true => match blank_line(&unit.before) {
                Some(blank) if unit.before[..blank].contains('#') => Some(blank),
                _ => return self.add(&unit, 0),
            },
        };
        self.run = Some(self.sorter.finish()?);
        self.next = Some(NextUnit { unit, heading });
        Ok(())
    }

    /// Writes the unit, or has it begin the next statements that are put in order.
    fn begin(&mut self, next: NextUnit) -> Result<(), NormalisationError> {
        let NextUnit { unit, heading } = next;
        match heading {
            Some(heading) => {
                self.written.add(&unit.before.as_bytes()[..heading]);
                self.written.is_after_remark = false;
                self.add(&unit, heading)
            }
            None => {
                self.written.add_unit(&unit);
                Ok(())
            }
        }
    }

    /// Adds a statement to those that are put in order, without the bytes before it that are written.
    fn add(&mut self, unit: &LineUnit, written: usize) -> Result<(), NormalisationError> {
        let (space, before) = leading_lines(&unit.before[written..]);
        let parts = [unit.text.as_str(), space, before, &unit.remark];
        Ok(self.sorter.add(parts)?)
    }

    fn is_held_by_comments(&mut self, unit: &LineUnit) -> bool {
        let before = mem::replace(&mut self.holds_next, holds_by_place(&unit.remark));
        before || self.holds_next || holds_by_place(&unit.before)
    }
}

impl WrittenLines {
    fn add(&mut self, text: &[u8]) {
        const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();
        if !text.is_empty() {
            self.has_begun = true;
            self.is_within_line = !text.ends_with(b"\n")
                && !text.ends_with(b"\r")
                && !text.ends_with(BYTE_ORDER_MARK);
            self.text.extend_from_slice(text);
        }
    }

    fn add_statement(&mut self, space: &[u8], statement: &SortedStatement) {
        if !space.is_empty() {
            self.is_after_remark = false;
        }
        self.add(space);
        self.add_words(statement.before(), &[statement.text(), b" ."]);
        self.add_remark(statement.remark());
    }

    fn add_unit(&mut self, unit: &LineUnit) {
        let end: &[u8] = if unit.is_statement { b" ." } else { b"" };
        self.add_words(unit.before.as_bytes(), &[unit.text.as_bytes(), end]);
        self.add_remark(unit.remark.as_bytes());
    }

    fn add_words(&mut self, before: &[u8], words: &[&[u8]]) {
        let before = match before.is_empty() && self.has_begun {
            true => b" ",
            false => before,
        };
        let blanks = before.iter().take_while(|byte| b" \t".contains(byte));
        let line = &before[blanks.count()..];
        // A comment would end the line of what it does not belong to.
        let would_be_remark = line.starts_with(b"#") && self.is_within_line;
        let ends_line = line.starts_with(b"\n") || line.starts_with(b"\r");
        if mem::take(&mut self.is_after_remark) && !ends_line || would_be_remark {
            self.add(b"\n");
        }
        self.add(before);
        words.iter().for_each(|words| self.add(words));
    }

    fn add_remark(&mut self, remark: &[u8]) {
        if !remark.is_empty() {
            self.add(b" ");
            self.add(remark);
            self.is_after_remark = true;
        }
    }
}

impl<R: Read> Read for SortedLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.delivered == self.written.text.len() {
            self.written.text.clear();
            self.delivered = 0;
            while self.written.text.len() < buffer.len() && !(self.is_over && self.run.is_none()) {
                if let Err(trouble) = self.step() {
                    self.trouble = Some(trouble);
                    return Err(io::ErrorKind::Other.into());
                }
            }
        }
        let ready = &self.written.text[self.delivered..];
        let length = ready.len().min(buffer.len());
        buffer[..length].copy_from_slice(&ready[..length]);
        self.delivered += length;
        Ok(length)
    }
}
