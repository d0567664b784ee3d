//! A reader, cut into blocks of whole statements.
//!
//! Invariant: the blocks, one after the other, are the bytes that the reader gives, and then its end or its error.

use super::ends::{StatementEnds, Syntax};
use crate::engine::Scope;
use crate::surroundings::Following;
use std::io::{self, Read};
use std::time::{Duration, Instant};

/// A part of a document.
#[derive(Debug)]
pub(super) struct TextBlock {
    /// Its bytes, and some that follow it if they are there.
    pub(super) bytes: Vec<u8>,
    /// How many of the bytes are its own.
    pub(super) length: usize,
    /// Whether nothing follows the bytes.
    pub(super) is_last: bool,
    /// How many bytes of the document are before it.
    pub(super) start: u64,
    /// Where in the document its first statement is.
    pub(super) scope: Scope,
    /// Whether statements begin and end where it does, as far as a pass without a parser can tell.
    pub(super) is_whole: bool,
}

impl TextBlock {
    pub(super) fn end(&self) -> u64 {
        self.start + self.length as u64
    }

    pub(super) fn own_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// The reader that blocks are cut from.
#[derive(Debug)]
pub(super) struct BlockSource<R> {
    reader: R,
    /// `None` if statements need not be found.
    ends: Option<StatementEnds>,
    /// The bytes that were read, and room for more.
    bytes: Vec<u8>,
    /// How many of these bytes were read, and are in no block yet.
    filled: usize,
    /// How many bytes of the document are before these.
    start: u64,
    scope: Scope,
    /// Whether a statement begins here.
    is_at_end: bool,
    /// The end of the reader, or its error.
    result: Option<io::Result<()>>,
    /// Whether the reader is known to be slower than the parsers.
    is_interactive: bool,
    /// Whether it may be: then bytes that were read must not wait for more.
    is_slow: bool,
    /// Buffers to use again.
    spare: Vec<Vec<u8>>,
    /// How large a block becomes, if there is more to read.
    size: usize,
}

/// How large a block is by default: so large that handing it over costs next to nothing, and so small that several of them
/// take next to no memory.
pub(super) const SIZE: usize = 128 * 1024;

impl<R: Read> BlockSource<R> {
    /// How many times as large a block becomes in which no statement ends.
    const LARGEST: usize = 8;
    /// A block is followed by the bytes that errors keep after a fault.
    const FOLLOWING: usize = Following::MOST;
    /// A reader that takes longer than this is slow.
    const PATIENCE: Duration = Duration::from_millis(2);

    pub(super) fn new(
        reader: R,
        syntax: Option<Syntax>,
        size: usize,
        is_interactive: bool,
    ) -> Self {
        Self {
            reader,
            is_interactive,
            ends: syntax.map(StatementEnds::new),
            bytes: Vec::new(),
            filled: 0,
            start: 0,
            scope: Scope::Outside,
            is_at_end: true,
            result: None,
            is_slow: true,
            spare: Vec::new(),
            size,
        }
    }

    /// The rest of a document, of which this number of bytes was read before.
    pub(super) fn from(self, start: u64) -> Self {
        Self { start, ..self }
    }

    /// Whether it takes the next block from a reader that may be slow.
    pub(super) fn is_slow(&self) -> bool {
        self.is_slow && self.result.is_none()
    }

    /// How many bytes of the document are before the next block, if that begins with a statement and there is one.
    pub(super) fn next_start(&self) -> Option<u64> {
        let is_over = self.result.is_some() && self.filled == 0;
        (self.is_at_end && !is_over).then_some(self.start)
    }

    pub(super) fn next_scope(&self) -> Scope {
        self.scope
    }

    /// The end of the reader, or its error, once all blocks are taken. It returns an error once.
    pub(super) fn result(&mut self) -> io::Result<()> {
        match &mut self.result {
            Some(result) => std::mem::replace(result, Ok(())),
            None => Ok(()),
        }
    }

    /// Takes a block back whose bytes are not needed any more.
    pub(super) fn recycle(&mut self, bytes: Vec<u8>) {
        self.spare.push(bytes);
    }

    /// Cuts the next block; `None` at the end, or where the reader fails.
    pub(super) fn next(&mut self) -> Option<TextBlock> {
        let mut size = self.size;
        loop {
            let enough = size + Self::FOLLOWING;
            self.fill(enough);
            if self.filled == 0 && self.result.is_some() {
                return None;
            }
            let bytes = &self.bytes[..self.filled];
            if self.start == 0 && bytes.starts_with(b"\xEF\xBB\xBF") {
                return Some(self.cut(3, Scope::Outside, false));
            }
            let is_last = self.result.is_some();
            let Some(ends) = &mut self.ends else {
                return Some(self.cut_anywhere());
            };
            let limit = match is_last {
                true => bytes.len(),
                false if bytes.len() < enough => bytes.len().saturating_sub(2),
                false => bytes.len() - Self::FOLLOWING,
            };
            if let Some(end) = ends.last_within(bytes, limit) {
                return Some(self.cut(end.offset, end.scope, true));
            }
            if is_last || self.filled < enough || size >= Self::LARGEST * self.size {
                return Some(self.cut_anywhere());
            }
            size += self.size;
        }
    }

    /// Reads until there are `enough` bytes, or the reader ends, or would make the caller wait.
    fn fill(&mut self, enough: usize) {
        if self.bytes.len() < enough {
            self.bytes.resize(enough, 0);
        }
        while self.filled < enough && self.result.is_none() {
            let before = Instant::now();
            let read = self.reader.read(&mut self.bytes[self.filled..enough]);
            let is_slow = self.is_interactive || before.elapsed() > Self::PATIENCE;
            let was_slow = std::mem::replace(&mut self.is_slow, is_slow);
            let count = match read {
                Ok(0) => {
                    self.result = Some(Ok(()));
                    0
                }
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.result = Some(Err(error));
                    0
                }
            };
            self.filled += count;
            if (was_slow || self.is_slow) && count > 0 {
                return;
            }
        }
    }

    fn cut_anywhere(&mut self) -> TextBlock {
        let scope = self.scope;
        self.cut(self.filled, scope, false)
    }

    fn cut(&mut self, length: usize, next_scope: Scope, is_end: bool) -> TextBlock {
        let following = &self.bytes[length..self.filled];
        // Its bytes are written over: to clear it would be to fill it with zeros once more.
        let mut room = self.spare.pop().unwrap_or_default();
        room.resize(room.len().max(following.len()), 0);
        room[..following.len()].copy_from_slice(following);
        let filled = std::mem::replace(&mut self.filled, following.len());
        let mut bytes = std::mem::replace(&mut self.bytes, room);
        let kept = filled.min(length + Self::FOLLOWING);
        bytes.truncate(kept);
        if let Some(ends) = &mut self.ends {
            ends.take_away(length);
        }
        let block = TextBlock {
            bytes,
            length,
            is_last: kept == filled && self.result.is_some(),
            start: self.start,
            scope: self.scope,
            is_whole: is_end && self.is_at_end,
        };
        // A byte order mark is before the first statement.
        self.is_at_end = is_end || self.start == 0 && length == 3;
        self.start += length as u64;
        self.scope = next_scope;
        block
    }
}
