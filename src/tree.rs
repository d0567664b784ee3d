//! The parse tree that every engine makes and that the translator reads.
//!
//! Invariant: nodes are in document order, a node directly before its first child, and `next` is the index
//! after a node's last descendant. So a subtree is one slice, and children are walked without pointers.
//! Offsets are bytes, relative to the text that was parsed, and always lie between characters.

mod plain;

pub(crate) use plain::Plain;
pub(crate) use runtime::{Kind, Node, Role, Shape, Span};

use crate::position::Origin;
use crate::{Position, Production};
use std::fmt;
use std::ops::Range;

/// The nodes of one statement or document, refilled by an engine again and again.
///
/// Filling keeps the buffer, so parsing a statement no larger than those before it allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeBuffer {
    nodes: Vec<Node<Production>>,
    /// Indices of the nodes that are begun and not ended, outermost first.
    open: Vec<u32>,
    /// With which node each of the parts begins that were read together.
    parts: Vec<u32>,
    /// Which nodes the reader needs; an engine may always make all of them.
    pub(crate) shape: Shape,
}

impl TreeBuffer {
    /// Room for a tree with the nodes of this shape.
    pub(crate) fn of(shape: Shape) -> Self {
        Self {
            shape,
            ..Self::default()
        }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.parts.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The text of the first node, in which the others are; empty without nodes.
    pub(crate) fn span(&self) -> Range<usize> {
        self.nodes.first().map_or(0..0, |node| {
            node.span.start as usize..node.span.end as usize
        })
    }

    /// The production of the innermost node that is begun and not ended.
    pub(crate) fn innermost(&self) -> Option<&Node<Production>> {
        self.open.last().map(|&index| &self.nodes[index as usize])
    }

    pub(crate) fn begin(&mut self, production: Production, start: u32) {
        self.open.push(self.nodes.len() as u32);
        self.nodes.push(Node {
            span: Span { start, end: start },
            next: 0,
            production,
            plain: Plain::default(),
        });
    }

    /// Ends the innermost node; the engine calls it once for each [`begin`](Self::begin).
    pub(crate) fn end(&mut self, end: u32) {
        let next = self.nodes.len() as u32;
        let Some(index) = self.open.pop() else {
            return;
        };
        let index = index as usize;
        let node = &mut self.nodes[index];
        node.span.end = end;
        node.next = next;
        if self.shape == Shape::Compact && self.stands_for_leaf(index) {
            // Such a node comes with each term: without it, trees take a third of the memory.
            self.nodes.swap_remove(index);
            self.nodes[index].next = next - 1;
        }
    }

    /// Whether the node of this index says no more than the one leaf in it.
    fn stands_for_leaf(&self, index: usize) -> bool {
        let &[node, leaf] = &self.nodes[index..] else {
            return false;
        };
        matches!(node.production.role(), Role::Choice | Role::Frame) && node.span == leaf.span
    }

    pub(crate) fn nodes(&self) -> &[Node<Production>] {
        &self.nodes
    }

    /// For an engine that knows how to fill them, and puts them back.
    #[inline]
    pub(crate) fn take_nodes(&mut self) -> Vec<Node<Production>> {
        std::mem::take(&mut self.nodes)
    }

    #[inline]
    pub(crate) fn put_nodes(&mut self, nodes: Vec<Node<Production>>) {
        self.nodes = nodes;
    }

    /// Keeps only the subtree of the first node that `is_root`.
    pub(crate) fn keep_root(&mut self, is_root: impl Fn(Production) -> bool) {
        let is_alone = |root: &Node<Production>| root.next as usize == self.nodes.len();
        if let Some(root) = self.nodes.first()
            && is_alone(root)
            && is_root(root.production)
        {
            return;
        }
        let before = self.nodes.iter().position(|node| is_root(node.production));
        let before = before.unwrap_or(self.nodes.len());
        if before > 0 {
            self.nodes.drain(..before);
            for node in &mut self.nodes {
                node.next -= before as u32;
            }
        }
        if let Some(root) = self.nodes.first() {
            self.nodes.truncate(root.next as usize);
        }
    }

    /// Keeps the nodes that are side by side in a part of a statement: drops those that have begun and not ended, and then the
    /// outermost lists.
    pub(crate) fn keep_parts(&mut self, is_list: impl Fn(Production) -> bool) {
        let (mut index, mut dropped, mut end) = (0, 0, 0);
        let mut open = self.open.drain(..).peekable();
        self.nodes.retain_mut(|node| {
            let is_open = open.next_if_eq(&index).is_some();
            let is_outermost = index >= end;
            index += 1;
            if is_open || is_outermost && is_list(node.production) {
                dropped += 1;
                return false;
            }
            if is_outermost {
                end = node.next;
            }
            node.next -= dropped;
            true
        });
    }

    /// A part of a statement begins, in a row of them, with the node of this number.
    #[inline]
    pub(crate) fn begin_part(&mut self, node: usize) {
        self.parts.push(node as u32);
    }

    /// Appends a part that was read on its own; its text begins this number of bytes later.
    pub(crate) fn append_part(&mut self, part: &Self, bytes: usize) {
        let (before, bytes) = (self.nodes.len() as u32, bytes as u32);
        self.parts.push(before);
        self.nodes.extend(part.nodes.iter().map(|node| Node {
            span: Span {
                start: node.span.start + bytes,
                end: node.span.end + bytes,
            },
            next: node.next + before,
            ..*node
        }));
    }

    /// Puts the subtree of a node of another tree in here; this tree's text begins so many bytes later.
    pub(crate) fn copy_subtree(&mut self, whole: &Self, index: usize, bytes: u32) {
        self.clear();
        let subtree = &whole.nodes[index..whole.nodes[index].next as usize];
        self.nodes.extend(subtree.iter().map(|node| Node {
            span: Span {
                start: node.span.start - bytes,
                end: node.span.end - bytes,
            },
            next: node.next - index as u32,
            ..*node
        }));
    }

    /// Takes the nodes and the parts of another one.
    pub(crate) fn take_parts(&mut self, other: Self) {
        self.nodes = other.nodes;
        self.parts = other.parts;
    }

    /// With which node each part begins, of those that were read together.
    pub(crate) fn parts(&self) -> &[u32] {
        &self.parts
    }

    /// Adds this number of bytes to the places of all nodes.
    pub(crate) fn move_on(&mut self, bytes: u32) {
        for node in &mut self.nodes {
            node.span.start += bytes;
            node.span.end += bytes;
        }
    }

    pub(crate) fn tree<'t>(&'t self, text: &'t str) -> Tree<'t> {
        Tree {
            text,
            nodes: &self.nodes,
            origin: Origin::START,
        }
    }
}

/// The parse tree of one statement, or of one document: its text and its nodes.
///
/// Nodes are the productions that matched, nested as they matched. Terminals are leaves. The text between
/// them (keywords, punctuation, white space, comments) has no node.
///
/// ```
/// use turtle_peg::{Dialect, Parser, Production};
///
/// let mut document = Parser::new(Dialect::Turtle12).parse_str("<s> a <o> .");
/// let tree = document.next_tree().unwrap()?;
/// let triples = tree.root().children().next().unwrap();
/// assert_eq!(triples.production(), Production::triples);
/// let names: Vec<_> = triples.children().map(|node| node.production().name()).collect();
/// assert_eq!(names, ["subject", "predicateObjectList"]);
/// assert_eq!(triples.children().next().unwrap().text(), "<s>");
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree<'t> {
    text: &'t str,
    nodes: &'t [Node<Production>],
    origin: Origin<'t>,
}

impl<'t> Tree<'t> {
    /// The tree of these nodes, in a document where its text begins at `origin`.
    pub(crate) fn new(text: &'t str, nodes: &'t [Node<Production>], origin: Origin<'t>) -> Self {
        Self {
            text,
            nodes,
            origin,
        }
    }

    pub(crate) fn nodes(self) -> &'t [Node<Production>] {
        self.nodes
    }

    /// The node of this index in document order.
    pub(crate) fn subtree(self, index: usize) -> NodeRef<'t> {
        NodeRef {
            text: self.text,
            subtree: &self.nodes[index..self.nodes[index].next as usize],
        }
    }

    /// Moves the tree to a document where its text begins at `origin`.
    pub(crate) fn at(self, origin: Origin<'t>) -> Self {
        Self { origin, ..self }
    }

    /// Where in the document [`Self::text`] begins.
    pub fn origin(self) -> Position {
        self.origin.position()
    }

    /// The place where the text begins, with lines and columns that are counted on request.
    pub(crate) fn lazy_origin(self) -> Origin<'t> {
        self.origin
    }

    /// The outermost node: a `statement` or `triple`, or the whole document.
    ///
    /// Never missing: engines make no empty tree.
    pub fn root(self) -> NodeRef<'t> {
        NodeRef {
            text: self.text,
            subtree: self.nodes,
        }
    }

    /// The outermost nodes: of a part of a statement there are several, side by side.
    pub(crate) fn roots(self) -> Children<'t> {
        Children {
            text: self.text,
            nodes: self.nodes,
            index: 0,
        }
    }

    /// The outermost nodes among the nodes of these numbers.
    pub(crate) fn roots_among(self, nodes: Range<usize>) -> Children<'t> {
        Children {
            text: self.text,
            index: nodes.start as u32,
            nodes: &self.nodes[nodes],
        }
    }

    /// The text that the nodes' spans point into.
    ///
    /// It may go on after the tree's end: the text after a statement is not cut off.
    pub fn text(self) -> &'t str {
        self.text
    }

    /// How many nodes the tree has.
    pub fn len(self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no node; never true of a tree that a parser returned.
    pub fn is_empty(self) -> bool {
        self.nodes.is_empty()
    }

    /// The leaves in document order: nodes without children, most of them terminals.
    pub fn leaves(self) -> impl Iterator<Item = NodeRef<'t>> {
        let nodes = self.nodes.iter().enumerate();
        let leaves = nodes.filter(|(index, node)| node.next as usize == index + 1);
        leaves.map(move |(index, _)| self.subtree(index))
    }

    /// The node that a node of this tree is a child of; `None` for the [root](Self::root).
    ///
    /// It takes time for the nodes between the two.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser, Production};
    ///
    /// let mut document = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> 1 .");
    /// let tree = document.next_tree().unwrap()?;
    /// let number = tree.leaves().find(|leaf| leaf.text() == "1").unwrap();
    /// assert_eq!(tree.parent(number).unwrap().production(), Production::NumericLiteral);
    /// assert_eq!(tree.parent(tree.root()), None);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    pub fn parent(self, node: NodeRef<'t>) -> Option<NodeRef<'t>> {
        let index = node.node().next as usize - node.subtree.len();
        let is_parent = |&before: &usize| self.nodes[before].next as usize > index;
        (0..index)
            .rev()
            .find(is_parent)
            .map(|parent| self.subtree(parent))
    }

    /// The bytes of the document that a span of its text covers.
    pub fn bytes(self, span: Span) -> Range<u64> {
        let origin = self.origin.byte();
        origin + u64::from(span.start)..origin + u64::from(span.end)
    }
}

/// A node of a [`Tree`], to read and to walk from.
///
/// ```
/// use turtle_peg::{Dialect, Parser, Production};
///
/// let mut document = Parser::new(Dialect::Turtle12).parse_str("<s> a <o>, \"x\"@en .");
/// let root = document.next_tree().unwrap()?.root();
/// let objects = root.descendants().filter(|(_, node)| node.production() == Production::object);
/// let texts: Vec<_> = objects.map(|(depth, node)| (depth, node.text())).collect();
/// assert_eq!(texts, [(4, "<o>"), (4, "\"x\"@en")]);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NodeRef<'t> {
    text: &'t str,
    /// The node, and all of its descendants. To walk is to cut slices of slices: nothing else of the tree is needed.
    subtree: &'t [Node<Production>],
}

impl<'t> NodeRef<'t> {
    fn node(&self) -> &'t Node<Production> {
        &self.subtree[0]
    }

    /// Which production matched.
    #[inline(always)]
    pub fn production(&self) -> Production {
        self.node().production
    }

    /// How an engine marked it, if it is a leaf.
    #[inline(always)]
    pub(crate) fn plain(&self) -> Plain {
        self.node().plain
    }

    /// The text that it matched, in bytes of [`Tree::text`]; [`Tree::bytes`] has them in the document.
    ///
    /// A node other than a terminal may end in white space and comments: those that are before a part that
    /// the production allows and that is missing. See [`Self::trimmed_span`].
    pub fn span(&self) -> Span {
        self.node().span
    }

    /// The text that it matched. The remark of [`Self::span`] holds here too.
    pub fn text(&self) -> &'t str {
        self.span().of(self.text)
    }

    /// The span up to the end of its last leaf: exact for terminals, and for productions that end in one.
    pub fn trimmed_span(&self) -> Span {
        let last = &self.subtree[self.subtree.len() - 1];
        Span {
            start: self.span().start,
            end: last.span.end,
        }
    }

    /// Whether it has no child.
    #[inline(always)]
    pub fn is_leaf(&self) -> bool {
        self.subtree.len() == 1
    }

    /// Its children, in document order.
    #[inline(always)]
    pub fn children(&self) -> Children<'t> {
        let next = self.node().next;
        Children {
            text: self.text,
            nodes: &self.subtree[1..],
            index: next - (self.subtree.len() as u32 - 1),
        }
    }

    /// The child, if it has one and no more.
    #[inline(always)]
    pub(crate) fn only_child(&self) -> Option<NodeRef<'t>> {
        let mut children = self.children();
        let child = children.next()?;
        children.is_empty().then_some(child)
    }

    /// The first child, if it has one.
    #[inline(always)]
    pub fn first_child(&self) -> Option<NodeRef<'t>> {
        self.children().next()
    }

    /// The node and its descendants, in document order, each with its depth below this node.
    pub fn descendants(&self) -> impl Iterator<Item = (usize, NodeRef<'t>)> + use<'t> {
        let mut open = vec![Children {
            text: self.text,
            nodes: self.subtree,
            index: self.node().next - self.subtree.len() as u32,
        }];
        std::iter::from_fn(move || {
            while let Some(siblings) = open.last_mut() {
                if let Some(node) = siblings.next() {
                    let depth = open.len() - 1;
                    open.push(node.children());
                    return Some((depth, node));
                }
                open.pop();
            }
            None
        })
    }
}

impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { start, end } = self.span();
        write!(f, "{} {start}..{end}", self.production())
    }
}

/// The children of a node, in document order; made by [`NodeRef::children`].
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let mut document = Parser::new(Dialect::NTriples11).parse_str("<x:s> <x:p> <x:o> .");
/// let mut children = document.next_tree().unwrap()?.root().children();
/// assert_eq!(children.next().unwrap().text(), "<x:s>");
/// assert_eq!(children.map(|node| node.text()).collect::<Vec<_>>(), ["<x:p>", "<x:o>"]);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Children<'t> {
    text: &'t str,
    /// Children that are left, and their descendants.
    nodes: &'t [Node<Production>],
    /// The place of the first of them in the whole tree.
    index: u32,
}

impl Children<'_> {
    /// Whether all were returned.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = NodeRef<'t>;

    #[inline(always)]
    fn next(&mut self) -> Option<NodeRef<'t>> {
        let next = self.nodes.first()?.next;
        let (subtree, rest) = self.nodes.split_at((next - self.index) as usize);
        self.nodes = rest;
        self.index = next;
        Some(NodeRef {
            text: self.text,
            subtree,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_16_bytes() {
        assert_eq!(size_of::<Node<Production>>(), 16);
    }

    #[test]
    fn children_and_descendants_follow_next() {
        let mut buffer = TreeBuffer::default();
        buffer.begin(Production::statement, 0);
        buffer.begin(Production::subject, 0);
        buffer.begin(Production::IRIREF, 0);
        buffer.end(3);
        buffer.end(4);
        buffer.begin(Production::predicate, 4);
        buffer.end(7);
        buffer.end(8);
        let root = buffer.tree("<s> <p> .").root();
        let children: Vec<_> = root.children().map(|node| node.production()).collect();
        assert_eq!(children, [Production::subject, Production::predicate]);
        let depths: Vec<_> = root.descendants().map(|(depth, _)| depth).collect();
        assert_eq!(depths, [0, 1, 2, 1]);
        let subject = root.first_child().unwrap();
        assert_eq!(subject.span(), Span { start: 0, end: 4 });
        assert_eq!(subject.trimmed_span(), Span { start: 0, end: 3 });
    }
}
