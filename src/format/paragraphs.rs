//! Units that have lines of their own, and where empty lines are: one rule for documents that are laid out and for those that are written.

/// A piece of a document that has lines of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayoutUnit {
    Mark,
    Directive,
    Triples,
    GraphBegin,
    GraphEnd,
    /// Text that is copied as it is.
    Verbatim,
}

impl LayoutUnit {
    /// Whether an empty line comes between this unit and the next one; `has_lines` tells whether one of them has several lines.
    pub(crate) fn is_apart(self, next: Self, has_lines: bool) -> bool {
        match (self, next) {
            (Self::GraphBegin, _) | (_, Self::GraphEnd) => false,
            (Self::Verbatim, _) | (_, Self::Verbatim) => false,
            (Self::Directive, Self::Directive) => false,
            (Self::Triples, Self::Triples) => has_lines,
            _ => true,
        }
    }
}
