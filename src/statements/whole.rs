//! The statements of a document that pest has read whole: from the tree of the document, one after the other.
//!
//! Invariant: a statement's text and nodes are those that the other engines find. The productions that join the statements of a
//! graph, and the name and the braces of one, are the syntax that is known here.

use crate::engine::{self, EngineFailure, Reply};
use crate::tree::TreeBuffer;
use crate::{Dialect, Production, SyntaxErrorKind};

/// The tree of a document, and how much of it was handed out.
pub(super) struct WholeTree {
    /// How many bytes the document has.
    length: usize,
    tree: TreeBuffer,
    cursor: TreeCursor,
    /// The place before the latest statement, which is handed out again unless the text has gone on to this byte.
    again: (TreeCursor, usize),
}

/// A place in the tree of a document.
#[derive(Clone, Copy, Debug, Default)]
struct TreeCursor {
    /// The first node that was not handed out.
    next: usize,
    /// The node of the graph that is open.
    graph: Option<usize>,
}

/// The use of a node to a reader that goes by statements.
enum NodePlace {
    /// A statement.
    Statement,
    /// The name of the graph that comes next.
    GraphName,
    /// A graph between braces.
    Graph,
    /// Around statements, which are among its children.
    Around,
    /// Between statements.
    Between,
}

impl WholeTree {
    /// From the tree of a document of this many bytes.
    pub(super) fn new(tree: TreeBuffer, length: usize) -> Self {
        Self {
            length,
            tree,
            cursor: TreeCursor::default(),
            again: (TreeCursor::default(), 0),
        }
    }

    /// Puts the next statement's nodes into `tree`; `text` is the rest of the document. Until it goes on, that is one statement.
    ///
    /// # Errors
    ///
    /// A graph is where it has no meaning. No dialect's grammar allows that, but one that was just edited can.
    pub(super) fn next(
        &mut self,
        dialect: Dialect,
        text: &str,
        tree: &mut TreeBuffer,
    ) -> Result<Reply, Box<EngineFailure>> {
        let before = self.length - text.len();
        let (latest, end) = self.again;
        if before < end {
            self.cursor = latest;
        }
        let start = self.cursor;
        let found = self.advance(dialect, text, before, tree)?;
        self.again = (start, before + found.consumed());
        Ok(found)
    }

    fn advance(
        &mut self,
        dialect: Dialect,
        text: &str,
        before: usize,
        tree: &mut TreeBuffer,
    ) -> Result<Reply, Box<EngineFailure>> {
        tree.clear();
        loop {
            if let Some(graph) = self
                .cursor
                .graph
                .filter(|&graph| self.after(graph) == self.cursor.next)
            {
                self.cursor.graph = None;
                let consumed = self.end(graph) - before;
                return Ok(Reply::GraphEnd { consumed });
            }
            let index = self.cursor.next;
            match self.place(index) {
                None => return Ok(Reply::End),
                Some(NodePlace::Between) => self.cursor.next = self.after(index),
                Some(NodePlace::Around) => self.cursor.next = index + 1,
                Some(NodePlace::Graph) => return self.begin_graph(index, text, before),
                Some(NodePlace::GraphName) => {
                    tree.copy_subtree(&self.tree, index, before as u32);
                    return self.begin_graph(self.after(index), text, before);
                }
                Some(NodePlace::Statement) => {
                    tree.copy_subtree(&self.tree, index, before as u32);
                    self.cursor.next = self.after(index);
                    let consumed = self.end_of_statement(dialect, text, index, before);
                    return Ok(Reply::Statement { consumed });
                }
            }
        }
    }

    /// The use of the node of this index; `None` after the last.
    fn place(&self, index: usize) -> Option<NodePlace> {
        let is_graph = |index| self.production(index) == Some(Production::wrappedGraph);
        Some(match self.production(index)? {
            // The document.
            _ if index == 0 => NodePlace::Around,
            Production::block | Production::triplesBlock => NodePlace::Around,
            Production::triplesOrGraph if self.children(index).any(is_graph) => NodePlace::Around,
            Production::labelOrSubject if is_graph(self.after(index)) => NodePlace::GraphName,
            Production::wrappedGraph => NodePlace::Graph,
            production if production.is_between_statements() => NodePlace::Between,
            _ => NodePlace::Statement,
        })
    }

    /// Enters a graph: its opening brace is its first character.
    fn begin_graph(
        &mut self,
        graph: usize,
        text: &str,
        before: usize,
    ) -> Result<Reply, Box<EngineFailure>> {
        let brace = self.tree.nodes()[graph].span.start as usize - before;
        if self.cursor.graph.is_some() || !text[brace..].starts_with('{') {
            return Err(EngineFailure::new(SyntaxErrorKind::Untranslatable, brace));
        }
        self.cursor.graph = Some(graph);
        self.cursor.next = graph + 1;
        let consumed = brace + '{'.len_utf8();
        Ok(Reply::GraphBegin { consumed })
    }

    /// How far a statement's text goes: over the full stop after the triples of a graph, and over the end of its line.
    fn end_of_statement(&self, dialect: Dialect, text: &str, index: usize, before: usize) -> usize {
        let end = self.end(index) - before;
        let is_between = |it: Production| it.is_between_statements();
        if self.production(self.cursor.next).is_some_and(is_between) {
            return self.end(self.cursor.next) - before;
        }
        let Some(graph) = self.cursor.graph else {
            return end;
        };
        let limit = match self.cursor.next < self.after(graph) {
            true => self.tree.nodes()[self.cursor.next].span.start as usize,
            false => self.end(graph),
        };
        let rest = &text[end..limit - before];
        let lead = engine::trivia_of(dialect, rest).length;
        match rest[lead..].starts_with('.') {
            true => end + lead + '.'.len_utf8(),
            false => end + lead,
        }
    }

    fn production(&self, index: usize) -> Option<Production> {
        self.tree.nodes().get(index).map(|node| node.production)
    }

    /// The indices of a node's children.
    fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        let end = self.after(index);
        let is_child = move |&child: &usize| child < end;
        let next = move |&child: &usize| Some(self.after(child)).filter(is_child);
        std::iter::successors(Some(index + 1).filter(is_child), next)
    }

    /// The index after a node's last descendant.
    fn after(&self, index: usize) -> usize {
        self.tree.nodes()[index].next as usize
    }

    /// Where a node's text ends in the document.
    fn end(&self, index: usize) -> usize {
        self.tree.nodes()[index].span.end as usize
    }
}
