//! Engines: text in, [`Tree`](crate::Tree) out.
//!
//! Invariant: an engine knows a grammar and nothing of RDF, of files or of what came before the text it is
//! given. Every engine makes the same tree of the same text, to the byte.

mod fast;
pub(crate) mod reference;

use crate::Production;

/// What stands at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A statement, now in the tree; the next one is to be looked for `consumed` bytes on.
    Statement { consumed: usize },
    /// The beginning of a graph; its name is now in the tree, if it has one. Between it and the end of the graph
    /// the text is to be read [in the graph](Place::InGraph).
    GraphBegin { consumed: usize },
    /// The end of a graph.
    GraphEnd { consumed: usize },
    /// Nothing but white space and comments, up to the end.
    End,
    /// It depends on what follows the text that is there.
    Undecided,
}

/// Where in a document a text begins: that decides what can stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Outside,
    /// Between the braces of a graph.
    InGraph,
}

/// What follows a text in its document.
///
/// Of a text that goes on, `white_space` is the offset behind its last white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    /// Nothing: the text ends the document.
    Nothing,
    /// More, or the end; the text can be made longer.
    Unread { white_space: usize },
    /// Bytes that are no text.
    NotText { white_space: usize },
}

/// Why an engine could not make a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// Where, in bytes of the text.
    pub(crate) offset: usize,
    /// Where the part of the statement begins that failed: from here on the next statement can be looked for.
    pub(crate) resume: usize,
    pub(crate) production: Option<Production>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The grammar allows these here, and none of them is here.
    Unexpected { expected: Vec<String> },
    /// Nested deeper than the limit.
    NestingLimit,
    /// An offset of 4 GiB or more.
    TooLarge,
}
