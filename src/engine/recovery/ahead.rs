//! Results of a look ahead: where the next statement begins, where a bracket closes, and whether tokens can begin a statement.

use crate::engine::specification::Specification;

/// The result of a search. Offsets are bytes of the text that it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextPart {
    /// The next part begins here.
    At(usize),
    /// Not before this byte; the token there may go on after the text.
    After(usize),
    /// Not in this document: the rest may be in more than one graph.
    Lost,
}

/// Whether the text ahead finishes a construct: brackets with a full stop in them, or a statement in several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// It goes on up to here.
    ClosedAt(usize),
    NotClosed,
    /// The text ends before that shows, and something may follow it.
    Unknown,
}

pub(super) fn begins_statement(specification: &Specification, tokens: &[u16]) -> bool {
    let first = specification.tables.first(0);
    tokens.iter().any(|&token| first.contains(token.into()))
}
