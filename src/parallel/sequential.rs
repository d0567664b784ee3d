//! The second way to read: by one thread, statement by statement, where no parsed block fits.

use super::feed::Feed;
use crate::checkpoint::Checkpoint;
use crate::input::{Stream, is_pause, pause};
use crate::translate::{Discard, DynamicSink, OnWarning, Recipient, Translator};
use crate::{Document, Error, Parser, Provenance};
use oxrdf::QuadRef;
use std::io::{self, Read};

/// A document that is read by one thread, as [`Part`](super::Part) reads it.
pub(super) trait Sequential {
    fn next_statement(
        &mut self,
        sink: &mut dyn FnMut(QuadRef<'_>, &Provenance<'_>),
        warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>>;

    fn check_statement(&mut self, warn: OnWarning<'_>) -> Option<Result<(), Error>>;

    /// See [`Part::is_within_statement`](super::Part::is_within_statement).
    fn is_within_statement(&self) -> bool;

    /// See [`Part::is_cut_short`](super::Part::is_cut_short).
    fn is_cut_short(&self) -> bool;

    /// How things stand after the latest statement.
    fn translator(&self) -> &Translator;

    /// See [`Part::checkpoint_from`](super::Part::checkpoint_from).
    fn checkpoint_from(&self, byte: u64) -> Option<Checkpoint>;
}

/// A document from a checkpoint on, in parts, up to where a block begins that was parsed already.
pub(super) struct SequentialRest<'f> {
    document: Document<Stream<Unparsed<'f>>>,
    /// The byte at which the part at hand begins.
    part: u64,
    /// How large a part becomes.
    size: u64,
    /// The byte at which the first part began.
    start: u64,
    /// Whether the document ended.
    pub(super) is_over: bool,
    /// Whether a block begins here that was parsed already.
    pub(super) is_at_block: bool,
    /// Whether the part at hand has ended.
    is_paused: bool,
}

impl<'f> SequentialRest<'f> {
    pub(super) fn new(
        parser: &Parser,
        mut from: Checkpoint,
        until: u64,
        feed: &'f mut dyn Feed,
        size: u64,
    ) -> Self {
        let start = from.position.byte;
        let input = Unparsed {
            next: start,
            feed,
            may_wait: true,
            has_paused: false,
        };
        let line = std::mem::take(&mut from.line);
        Self {
            document: parser
                .parse_from(from, Stream::after(line, input))
                .until(until),
            part: start,
            size,
            start,
            is_over: false,
            is_at_block: false,
            is_paused: false,
        }
    }

    /// Whether there is another part.
    pub(super) fn next_part(&mut self) -> bool {
        self.part = self.document.statements.next_byte();
        self.is_paused = false;
        !self.is_over && !self.is_at_block
    }

    /// The checkpoint that it has reached.
    pub(super) fn into_checkpoint(self) -> Checkpoint {
        self.document.into_checkpoint()
    }

    fn reaches_block(&mut self) -> bool {
        let is_between = self.document.is_between_statements();
        let statements = &mut self.document.statements;
        let byte = statements.next_byte();
        if byte == self.start || !is_between {
            return false;
        }
        let scope = statements.scope();
        statements
            .input_mut()
            .reader_mut()
            .feed
            .is_parsed_from(byte, scope)
    }
}

impl Sequential for SequentialRest<'_> {
    fn next_statement(
        &mut self,
        sink: &mut dyn FnMut(QuadRef<'_>, &Provenance<'_>),
        warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>> {
        self.step(&mut DynamicSink(sink), warn)
    }

    fn check_statement(&mut self, warn: OnWarning<'_>) -> Option<Result<(), Error>> {
        self.step(&mut Discard, warn)
    }

    fn is_within_statement(&self) -> bool {
        self.document.statements.is_within_statement()
    }

    fn is_cut_short(&self) -> bool {
        self.document.is_cut_short()
    }

    fn translator(&self) -> &Translator {
        &self.document.translator
    }

    fn checkpoint_from(&self, byte: u64) -> Option<Checkpoint> {
        let is_far_enough = self.document.statements.next_byte() >= byte;
        is_far_enough.then(|| self.document.checkpoint()).flatten()
    }
}

impl SequentialRest<'_> {
    fn step(
        &mut self,
        sink: &mut impl Recipient,
        warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>> {
        if self.is_over || self.is_at_block || self.is_paused {
            return None;
        }
        if self.reaches_block() {
            self.is_at_block = true;
            return None;
        }
        let statements = &mut self.document.statements;
        let length = statements.next_byte() - self.part;
        if length >= self.size {
            self.is_paused = true;
            return None;
        }
        // The work on this part must not wait for a slow reader. But after a fault all has to be read that it takes
        // to find the next statement.
        let may_wait = length == 0 || self.document.is_after_fault();
        let statements = &mut self.document.statements;
        statements.input_mut().reader_mut().may_wait = may_wait;
        let result = self.document.part(sink, warn);
        let statements = &mut self.document.statements;
        let input = statements.input_mut().reader_mut();
        // A fault that was found all the same is reported; to show its line, the reader was made to wait.
        input.has_paused = false;
        if matches!(&result, Some(Err(Error::Io(error))) if is_pause(error)) {
            self.is_paused = true;
            return None;
        }
        self.is_over = match &result {
            None => true,
            // No other part of the document is asked for after it, whatever the reader says.
            Some(Err(Error::Io(_))) => {
                statements.finish();
                true
            }
            Some(Err(Error::Syntax(_))) => {
                // Looking for the next statement may mean waiting: a fault is reported first.
                self.is_paused = true;
                !self.document.continues_after_errors
            }
            Some(Ok(())) => false,
        };
        result
    }
}

/// The bytes of a document from some place on.
pub(super) struct Unparsed<'f> {
    /// How many bytes of the document are before the next one.
    next: u64,
    feed: &'f mut dyn Feed,
    may_wait: bool,
    has_paused: bool,
}

impl Read for Unparsed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A second request means that the caller cannot go on without.
        if !self.may_wait && !self.has_paused && self.feed.may_wait_for(self.next) {
            self.has_paused = true;
            return Err(pause());
        }
        let bytes = self.feed.bytes_from(self.next)?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.next += count as u64;
        Ok(count)
    }
}
