//! One node of a tree, as it is stored, and the span that it covers.
//!
//! Invariant: this knows no grammar, so that parsers of any grammar can make nodes, of kinds of their own.

use std::ops::Range;

/// A part of a text: a half-open range of bytes, `start..end`.
///
/// ```
/// use turtle_peg_runtime::Span;
///
/// let span = Span { start: 1, end: 3 };
/// assert_eq!(span.of("<s>"), "s>");
/// assert_eq!(span.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The part of `text` that this span covers.
    ///
    /// # Panics
    ///
    /// If the span is not one of `text`: beyond its end, or within a character.
    pub fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// How many bytes it covers.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it covers no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start as usize..span.end as usize
    }
}

/// The kind of a node: the rule that matched. Its role decides which nodes an engine may leave out of a tree.
///
/// See [`Parser`](crate::Parser) for an example.
pub trait Kind: Copy {
    /// How an engine marks a leaf that needs no second look. The default says nothing.
    type Plain: Copy + Default + std::fmt::Debug;

    /// Why a tree has nodes of this kind.
    fn role(self) -> Role;
}

/// Why a tree has nodes of a kind. A [compact](Shape::Compact) tree has only those that say something.
///
/// ```
/// use turtle_peg_runtime::{Kind, Parser, Role, Shape};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Rule {
///     Object,
///     Literal,
/// }
///
/// impl Kind for Rule {
///     type Plain = ();
///
///     fn role(self) -> Role {
///         match self {
///             Self::Object => Role::Choice,
///             Self::Literal => Role::Itself,
///         }
///     }
/// }
///
/// let tree = |shape| {
///     let mut parser = Parser::<Rule>::new("1", Vec::new(), shape, 64);
///     parser.leaf([Rule::Object, Rule::Literal], 0, 1, ());
///     let nodes = parser.into_nodes().into_iter();
///     nodes.map(|node| node.production).collect::<Vec<_>>()
/// };
/// assert_eq!(tree(Shape::Full), [Rule::Object, Rule::Literal]);
/// assert_eq!(tree(Shape::Compact), [Rule::Literal]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// For itself.
    Itself,
    /// For its only child, which says the same.
    Choice,
    /// For its only child where there is nothing else in it; else for itself.
    Frame,
    /// For its children: without any, for nothing.
    Option,
    /// For nothing: it is between two statements.
    Separator,
}

/// Which nodes a tree has.
///
/// See [`Role`] for an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// One for each rule that matched, wherever the grammar makes one.
    #[default]
    Full,
    /// Only those that say something, by their [`Role`].
    Compact,
}

/// One node: 16 bytes.
///
/// Two are equal whatever their marks: these are hints.
///
/// See [`Parser`](crate::Parser) for an example.
#[derive(Clone, Copy, Debug)]
pub struct Node<K: Kind> {
    /// The matched text.
    pub span: Span,
    /// The index after its last descendant.
    pub next: u32,
    /// Which rule matched.
    pub production: K,
    /// How an engine marked this leaf. Not every engine does.
    pub plain: K::Plain,
}

impl<K: Kind + PartialEq> PartialEq for Node<K> {
    fn eq(&self, other: &Self) -> bool {
        (self.span, self.next, self.production) == (other.span, other.next, other.production)
    }
}

impl<K: Kind + Eq> Eq for Node<K> {}
