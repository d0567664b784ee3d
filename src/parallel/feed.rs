//! The blocks at hand, in order, and how far the work on each has come.
//!
//! Invariant: they follow one another without a gap, and the source's next block follows the last.

use super::source::{BlockSource, TextBlock};
use super::syntax::Trees;
use super::workers::Tasks;
use crate::checkpoint::Checkpoint;
use crate::engine::Scope;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

/// The blocks, as the source of a document that is read by one thread.
pub(super) trait Feed {
    /// Some bytes of the document from this one on, which is in a block at hand or directly after them; empty at the end
    /// of the document. Blocks before these are forgotten.
    fn bytes_from(&mut self, byte: u64) -> io::Result<&[u8]>;

    /// Whether the bytes from this one on may not have arrived.
    fn may_wait_for(&self, byte: u64) -> bool;

    /// Whether a statement that begins with this byte, there, begins a block that is parsed by another thread and not
    /// translated yet.
    fn is_parsed_from(&self, byte: u64, scope: Scope) -> bool;
}

/// The blocks at hand. Each has a number, counted from the beginning of the document.
pub(super) struct Blocks<'t, R, T> {
    source: BlockSource<R>,
    slots: VecDeque<Slot<T>>,
    /// The number of the first.
    pub(super) first: u64,
    tasks: Option<&'t Tasks<Task>>,
    /// How many trees there may be.
    most_trees: usize,
    /// How many there are, those that threads have and those that nobody has taken note of among them.
    trees: usize,
    /// Trees of blocks that are gone: their room serves again.
    spare: Vec<Trees>,
}

/// A block, and how far the work on it has come.
pub(super) struct Slot<T> {
    pub(super) block: Arc<TextBlock>,
    pub(super) stage: BlockStage<T>,
}

pub(super) enum BlockStage<T> {
    /// It is not parsed on its own.
    Unparsed,
    Parsing,
    Parsed(Trees),
    /// It is translated, as it stands if it begins at this checkpoint.
    Translating(Box<Checkpoint>),
    Done(Box<Checkpoint>, BlockResult<T>),
}

/// The result of a block.
pub(super) struct BlockResult<T> {
    pub(super) output: T,
    /// Where it ends; `None` if the document ends with an error in it.
    pub(super) end: Option<Box<Checkpoint>>,
}

/// A step to take with the block of this number.
pub(super) enum Task {
    Parse(u64, Arc<TextBlock>, Trees),
    Translate(u64, Arc<TextBlock>, Trees, Box<Checkpoint>),
}

impl<'t, R: Read, T> Blocks<'t, R, T> {
    /// The threads that work on the tasks parse blocks, at most `most_trees` at a time; without tasks, none is parsed.
    pub(super) fn new(
        source: BlockSource<R>,
        tasks: Option<&'t Tasks<Task>>,
        most_trees: usize,
    ) -> Self {
        Self {
            source,
            slots: VecDeque::new(),
            first: 0,
            tasks,
            most_trees,
            trees: 0,
            spare: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether the source may make its caller wait.
    pub(super) fn is_slow(&self) -> bool {
        self.source.is_slow()
    }

    pub(super) fn get_mut(&mut self, number: u64) -> Option<&mut Slot<T>> {
        let index = number.checked_sub(self.first)?;
        self.slots.get_mut(usize::try_from(index).ok()?)
    }

    /// Takes the next block from the source, and has it parsed if it can be; whether there is one.
    pub(super) fn extend(&mut self) -> bool {
        let Some(block) = self.source.next() else {
            return false;
        };
        let number = self.first + self.slots.len() as u64;
        let block = Arc::new(block);
        let tasks = self.tasks.filter(|_| block.is_whole);
        let stage = match tasks.and_then(|tasks| Some((tasks, self.room()?))) {
            Some((tasks, room)) => {
                tasks.add(Task::Parse(number, Arc::clone(&block), room));
                BlockStage::Parsing
            }
            None => BlockStage::Unparsed,
        };
        self.slots.push_back(Slot { block, stage });
        true
    }

    /// Room for the trees of another block; none, if the threads are behind with those that they have.
    fn room(&mut self) -> Option<Trees> {
        let spare = self.spare.pop();
        if spare.is_none() && self.trees < self.most_trees {
            self.trees += 1;
            return Some(Trees::default());
        }
        spare
    }

    /// From here on blocks are not parsed on their own, and none is taken as it was parsed.
    pub(super) fn stop_sharing(&mut self) {
        self.tasks = None;
    }

    /// Has a task done before the others.
    pub(super) fn add_urgent(&self, task: Task) {
        if let Some(tasks) = self.tasks {
            tasks.add_urgent(task);
        }
    }

    /// Takes trees back that are not needed any more: the next block's take their room.
    pub(super) fn recycle(&mut self, trees: Trees) {
        self.spare.push(trees);
    }

    /// Forgets the blocks that end before this byte of the document; their room serves again.
    pub(super) fn forget_before(&mut self, byte: u64) {
        let is_before = |slot: &Slot<T>| slot.block.end() <= byte;
        while self.slots.front().is_some_and(is_before)
            && let Some(Slot { block, stage }) = self.slots.pop_front()
        {
            self.first += 1;
            if let Ok(block) = Arc::try_unwrap(block) {
                self.source.recycle(block.bytes);
            }
            if let BlockStage::Parsed(trees) = stage {
                self.recycle(trees);
            }
        }
    }
}

impl<R: Read, T> Feed for Blocks<'_, R, T> {
    fn bytes_from(&mut self, byte: u64) -> io::Result<&[u8]> {
        self.forget_before(byte);
        if self.slots.is_empty() && !self.extend() {
            self.source.result()?;
        }
        Ok(match self.slots.front() {
            Some(Slot { block, .. }) => &block.own_bytes()[(byte - block.start) as usize..],
            None => &[],
        })
    }

    fn may_wait_for(&self, byte: u64) -> bool {
        let is_at_hand = self
            .slots
            .back()
            .is_some_and(|slot| byte < slot.block.end());
        !is_at_hand && self.source.is_slow()
    }

    fn is_parsed_from(&self, byte: u64, scope: Scope) -> bool {
        if self.tasks.is_none() {
            return false;
        }
        let after_all = self
            .slots
            .back()
            .is_none_or(|slot| slot.block.end() == byte);
        if after_all {
            return self.source.next_start() == Some(byte) && self.source.next_scope() == scope;
        }
        self.slots
            .iter()
            .find(|slot| slot.block.start == byte)
            .is_some_and(|slot| {
                let is_parsed = matches!(slot.stage, BlockStage::Parsing | BlockStage::Parsed(_));
                is_parsed && slot.block.scope == scope
            })
    }
}
