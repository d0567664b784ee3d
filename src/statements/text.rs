//! The text at hand, and where in the document it begins: byte, line, column, graph.
//!
//! Invariant: the text since the position that was counted last is in memory. So the place of the brace that opened the graph is
//! counted before its text may be gone.

use crate::Position;
use crate::engine::{Follows, Scope};
use crate::input::{IllFormed, Input, Rest};
use crate::position::Origin;
use crate::surroundings::Following;
use std::io;

/// The text at hand, up to where bytes have arrived.
pub(super) struct TextAtHand<I: ?Sized> {
    /// How many bytes of the document come before it.
    byte: u64,
    /// A position not far before that; from there, lines and columns are counted on request.
    counted: Position,
    graph: OpenGraph,
    pub(super) input: I,
}

/// The graph that the text at hand is in.
#[derive(Clone, Copy, Debug)]
enum OpenGraph {
    /// None: it is outside of graphs.
    None,
    /// One whose brace was read elsewhere; nobody has told where.
    Elsewhere,
    /// One whose brace is this byte of the document, on a line that is not counted yet.
    AtByte(u64),
    /// One whose brace is here.
    At(Position),
}

impl<I: Input> TextAtHand<I> {
    /// The text from some place on; in a graph, with where that was opened.
    pub(super) fn at(input: I, position: Position, scope: Scope, opened: Option<Position>) -> Self {
        Self {
            byte: position.byte,
            counted: position,
            graph: match (scope, opened) {
                (Scope::Outside, _) => OpenGraph::None,
                (Scope::InGraph, None) => OpenGraph::Elsewhere,
                (Scope::InGraph, Some(opened)) => OpenGraph::At(opened),
            },
            input,
        }
    }
}

impl<I: Input + ?Sized> TextAtHand<I> {
    #[inline]
    pub(super) fn text(&self) -> &str {
        self.input.text()
    }

    /// The text before it that is in memory.
    pub(super) fn behind(&self) -> &str {
        self.input.behind()
    }

    #[inline]
    pub(super) fn rest(&self) -> Rest {
        self.input.rest()
    }

    pub(super) fn follows(&self) -> Follows {
        match self.rest() {
            Rest::End => Follows::Nothing,
            Rest::Unread => Follows::Unread,
        }
    }

    /// Its bytes that are not UTF-8.
    #[inline]
    pub(super) fn ill_formed(&self) -> Option<IllFormed<'_>> {
        self.input.ill_formed()
    }

    /// The byte of the document at which it begins.
    #[inline]
    pub(super) fn byte(&self) -> u64 {
        self.byte
    }

    pub(super) fn position(&self) -> Position {
        self.origin().position()
    }

    #[inline]
    pub(super) fn origin(&self) -> Origin<'_> {
        Origin::new(&self.counted, self.behind(), self.uncounted())
    }

    /// How many bytes before it are not counted.
    #[inline]
    fn uncounted(&self) -> usize {
        (self.byte - self.counted.byte) as usize
    }

    #[inline]
    pub(super) fn scope(&self) -> Scope {
        match self.graph {
            OpenGraph::None => Scope::Outside,
            _ => Scope::InGraph,
        }
    }

    /// Where the graph was opened that it is in, if that is known.
    pub(super) fn opened(&self) -> Option<Position> {
        match self.graph {
            OpenGraph::None | OpenGraph::Elsewhere => None,
            OpenGraph::AtByte(brace) => {
                let (_, text) = self.input.around(self.uncounted());
                let before = (brace - self.counted.byte) as usize;
                Some(self.counted.after(&text[..before]))
            }
            OpenGraph::At(position) => Some(position),
        }
    }

    /// A graph begins with the brace that these bytes of the text end with.
    pub(super) fn open_graph(&mut self, consumed: usize) {
        self.graph = OpenGraph::AtByte(self.byte + consumed as u64 - 1);
    }

    pub(super) fn close_graph(&mut self) {
        self.graph = OpenGraph::None;
    }

    #[inline]
    pub(super) fn consume(&mut self, bytes: usize) {
        /// Counting in bulk is faster than counting each statement, but a position query must stay cheap.
        const UNCOUNTED: u64 = 16 * 1024;
        self.input.consume(bytes);
        self.byte += bytes as u64;
        if self.byte - self.counted.byte > UNCOUNTED {
            self.count();
        }
    }

    /// Counts lines and columns up to here; returns the position.
    #[cold]
    pub(super) fn count(&mut self) -> Position {
        if let Some(opened) = self.opened() {
            self.graph = OpenGraph::At(opened);
        }
        self.counted = self.position();
        self.counted
    }

    /// Passes over the byte order mark that the document begins with, which takes no column; whether there is one.
    pub(super) fn skip_mark(&mut self) -> bool {
        const MARK: char = '\u{FEFF}';
        let has_mark = self.text().starts_with(MARK);
        if has_mark {
            self.consume(MARK.len_utf8());
            self.counted = self.position().at_line_start();
        }
        has_mark
    }

    /// Makes it longer, or finds that nothing follows it; `kept` bytes before it stay in memory.
    pub(super) fn fill(&mut self, kept: usize) -> io::Result<()> {
        // The text before may be gone then.
        self.count();
        self.input.fill(kept)
    }

    /// Asks for the text after the byte `reached` that errors keep, unless it is there; whether it was.
    pub(super) fn require_following(
        &mut self,
        following: Following,
        reached: usize,
        kept: usize,
    ) -> bool {
        let has_following = self.input.has_following(following, reached);
        if !has_following {
            self.count();
            self.input.fill_following(following, reached, kept);
        }
        has_following
    }
}
