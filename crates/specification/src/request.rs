//! What is asked about the beginning of a text, and what is replied.
//!
//! A document is read statement by statement, and a large statement part by part: whoever reads so asks with a [`Request`], and
//! goes on after the bytes that the [`Reply`] says. Generated parsers answer in the same words as the [machine](crate::Machine).

use crate::open_lists::OpenLists;

/// Where in a document a text begins; this decides which statements can be there.
///
/// See [`Machine`](crate::Machine) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Outside of the braces of graphs.
    Outside,
    /// Between the braces of a graph.
    InGraph,
}

/// The construct to read, which a text begins with.
///
/// See [`ListTables`](crate::ListTables) for an example.
#[derive(Clone, Copy, Debug)]
pub enum Request<'s> {
    /// The next statement, or where a graph begins or ends.
    Statement(Scope),
    /// The beginning of triples: the subject, the first verb and the first of several objects; or the whole statement, if it has
    /// no more.
    FirstPart(Scope),
    /// The next objects of the same triples, each with the separator before it; or their end.
    NextParts(Scope, &'s OpenLists),
}

impl Request<'_> {
    /// Where the text begins.
    pub fn scope(self) -> Scope {
        match self {
            Self::Statement(scope) | Self::FirstPart(scope) | Self::NextParts(scope, _) => scope,
        }
    }
}

/// An answer about the beginning of a text.
///
/// See [`Machine`](crate::Machine) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A statement; the next one begins after it.
    Statement {
        /// How many bytes it takes.
        consumed: usize,
    },
    /// The beginning of a graph, after its name, if it has one. Up to the end of the graph, text is read
    /// [in the graph](Scope::InGraph).
    GraphBegin {
        /// How many bytes it takes, its opening brace included.
        consumed: usize,
    },
    /// The end of a graph.
    GraphEnd {
        /// How many bytes it takes, its closing brace included.
        consumed: usize,
    },
    /// A part of a statement, or several.
    Part {
        /// How many bytes come before the separator of the next part, or before the statement's end.
        consumed: usize,
    },
    /// The end of a statement that was read part by part.
    PartsEnd {
        /// How many bytes it takes.
        consumed: usize,
    },
    /// Nothing but white space and comments, up to the end.
    End,
    /// The reply depends on bytes after the text that is there.
    Undecided,
}

impl Reply {
    /// How many bytes it takes; 0 where nothing is taken.
    pub fn consumed(self) -> usize {
        match self {
            Self::Statement { consumed }
            | Self::GraphBegin { consumed }
            | Self::GraphEnd { consumed }
            | Self::Part { consumed }
            | Self::PartsEnd { consumed } => consumed,
            Self::End | Self::Undecided => 0,
        }
    }
}
