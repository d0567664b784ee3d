//! The first step: the trees of a block, which depend on nothing before the block but the place where it begins.

use super::source::TextBlock;
use crate::engine::{Scope, Settings};
use crate::input::Slice;
use crate::position::Origin;
use crate::statements::{Statements, Step};
use crate::translate::{Effect, effect};
use crate::tree::{Node, Shape, Tree};
use crate::{Position, Production};

/// The trees of the statements that begin in a block, up to the first that breaks the grammar or is not all there.
#[derive(Debug)]
pub(super) struct Trees {
    statements: Vec<ParsedStatement>,
    nodes: Vec<Node<Production>>,
    /// The statements that change the meaning of later ones, other than by generating labels.
    pub(super) declarations: Vec<DeclarationIndex>,
    /// How many blank node labels they generate.
    pub(super) generated: u64,
    /// Where the next block begins, from this block's first byte, which counts as the first of a document.
    pub(super) end: Position,
    /// Where in the document that is.
    pub(super) end_scope: Scope,
    /// Where the graph was opened that this is in, if that was in the block: from the block's first byte, too.
    opened: Option<Position>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ParsedStatement {
    pub(super) step: Step,
    /// Where its text begins in the block.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
    /// Where its nodes end.
    nodes: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct DeclarationIndex {
    /// Which statement.
    pub(super) index: usize,
    /// How many labels those before it generate.
    pub(super) generated_before: u64,
}

impl Default for Trees {
    fn default() -> Self {
        Self {
            statements: Vec::new(),
            nodes: Vec::new(),
            declarations: Vec::new(),
            generated: 0,
            end: Position::START,
            end_scope: Scope::Outside,
            opened: None,
        }
    }
}

impl Trees {
    /// Reads a block, into the room that other trees took.
    pub(super) fn refill(&mut self, block: &TextBlock, settings: &Settings) {
        self.statements.clear();
        self.nodes.clear();
        self.declarations.clear();
        self.generated = 0;
        let text = text_of(&block.bytes);
        let last = match block.is_last {
            // The thread that reads alone reads bytes that are not text.
            true if text.len() == block.bytes.len() => text.len(),
            _ => settings.following.last_reached(text),
        };
        let input = Slice::truncated(text);
        let reader = Statements::at(input, settings.clone(), Position::START, block.scope, None);
        let mut reader = reader.by_parts();
        let features = settings.dialect.features();
        let mut end = 0;
        (self.end, self.end_scope) = loop {
            let scope = reader.scope();
            if end >= block.length {
                break (reader.next_position(), scope);
            }
            let Ok(Some(step)) = reader.advance(Shape::Compact) else {
                break (reader.next_position(), scope);
            };
            end = reader.next_byte() as usize;
            // The thread that reads alone reads it: it is read part by part, or an error in it would know more than is here.
            if step == Step::FirstPart || (end > last && step != Step::GraphEnd) {
                break (reader.statement_position(), scope);
            }
            let tree = reader.tree();
            let Effect {
                generated,
                declares,
            } = effect(tree, features);
            if declares || step == Step::GraphBegin {
                self.declarations.push(DeclarationIndex {
                    index: self.statements.len(),
                    generated_before: self.generated,
                });
            }
            self.generated += generated;
            self.nodes.extend_from_slice(tree.nodes());
            self.statements.push(ParsedStatement {
                step,
                start: reader.byte() as usize,
                end,
                nodes: self.nodes.len(),
            });
        };
        self.opened = reader.opened();
    }

    /// How many bytes of the block are before the next one.
    pub(super) fn length(&self) -> usize {
        self.end.byte as usize
    }

    /// Where the graph was opened that the end is in, if the block begins at `start`, and in a graph that was opened at `before`.
    pub(super) fn opened(&self, start: Position, before: Option<Position>) -> Option<Position> {
        match self.end_scope {
            Scope::InGraph => self.opened.map(|opened| start.of_part(opened)).or(before),
            Scope::Outside => None,
        }
    }

    /// The statement of this index, and its tree.
    pub(super) fn get<'t>(
        &'t self,
        index: usize,
        text: &'t str,
    ) -> Option<(ParsedStatement, Tree<'t>)> {
        let &statement = self.statements.get(index)?;
        let ParsedStatement { start, nodes, .. } = statement;
        let before = index
            .checked_sub(1)
            .map_or(0, |before| self.statements[before].nodes);
        let tree = Tree::new(&text[start..], &self.nodes[before..nodes], Origin::START);
        Some((statement, tree))
    }

    /// The declarations that count for the blocks that follow.
    pub(super) fn lasting_declarations(&self) -> impl Iterator<Item = DeclarationIndex> {
        let is_graph = |at: &DeclarationIndex| self.statements[at.index].step == Step::GraphBegin;
        let last_graph = self.declarations.iter().rposition(is_graph);
        self.declarations
            .iter()
            .enumerate()
            .filter(move |&(index, at)| {
                !is_graph(at) || Some(index) == last_graph && self.end_scope == Scope::InGraph
            })
            .map(|(_, &at)| at)
    }
}

/// The text that these bytes begin with.
pub(super) fn text_of(bytes: &[u8]) -> &str {
    match simdutf8::compat::from_utf8(bytes) {
        Ok(text) => text,
        // Up to there it is valid, so the default is never taken.
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}
