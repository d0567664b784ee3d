//! A document from a checkpoint on, and places in its trees.

use std::ops::Range;
use turtle_peg::input::Slice;
use turtle_peg::tree::Tree;
use turtle_peg::{Checkpoint, Document, Parser, Span};

/// A document from a checkpoint on.
#[derive(Clone, Copy)]
pub(super) struct DocumentPart<'p> {
    pub from: &'p Checkpoint,
    pub parser: &'p Parser,
}

impl DocumentPart<'_> {
    /// That document, whose text this is, or its beginning.
    pub fn of(self, text: &str) -> Document<Slice<'_>> {
        let resumed = self.parser.resume_str(self.from, text);
        resumed.expect("the checkpoint is the parser's")
    }
}

/// The document's bytes that a span of a statement stands for.
pub(super) fn bytes(tree: Tree<'_>, span: Span) -> Range<usize> {
    let bytes = tree.bytes(span);
    bytes.start as usize..bytes.end as usize
}
