//! One node of a tree, as it is stored, and the span that it covers.
//!
//! Invariant: this knows no grammar, so that parsers of any grammar can make nodes, of kinds of their own.

use std::ops::Range;

/// A part of a text: a half-open range of bytes, `start..end`.
///
/// ```
/// use turtle_peg::Span;
///
/// let span = Span { start: 1, end: 3 };
/// assert_eq!(span.of("<s>"), "s>");
/// assert_eq!(span.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
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

/// One node: 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<P> {
    /// What it matched.
    pub span: Span,
    /// The index after its last descendant.
    pub next: u32,
    /// Which rule matched.
    pub production: P,
}
