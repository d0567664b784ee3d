//! The rules of a `.pest` file that read a document part by part.
//!
//! They mirror no production. An engine calls them by these names, beside the rule of a whole document: the first that mirrors
//! a production.

use std::fmt;

/// A rule that is called from outside, and mirrors no production.
///
/// ```
/// use turtle_peg_notation::EntryRule;
///
/// assert_eq!(EntryRule::NextStatement.name(), "nextStatement");
/// assert_eq!(EntryRule::named("nextStatement"), Some(EntryRule::NextStatement));
/// assert_eq!(EntryRule::NextStatement.reads(), "one statement, or the end");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum EntryRule {
    /// White space, then one statement or the end of the text.
    NextStatement,
    /// The name of a graph between braces, and the brace that opens it.
    GraphBegin,
    /// One statement of a graph between braces, or the graph's end.
    NextInGraph,
    /// The brace that closes a graph.
    GraphEnd,
    /// The first part of triples: all up to the first of several objects.
    FirstPart,
    /// The next part of triples: one more object, with the separator before it; or their end.
    NextPart,
    /// The full stop after the last part.
    TriplesEnd,
    /// The next part between a graph's braces.
    NextPartInGraph,
    /// The end of the last part between a graph's braces.
    TriplesEndInGraph,
    /// Triples between a graph's braces, and the full stop after them that only the last ones may lack.
    GraphTriples,
    /// A full stop that no number begins with.
    FullStop,
    /// White space and comments, but for a comment that the text ends in.
    LeadingTrivia,
    /// A comment that the text ends in.
    OpenComment,
    /// The rest of such a comment.
    CommentRest,
}

impl EntryRule {
    /// The production of a graph between braces, with the braces, where documents have any: it is read part by part.
    pub const GRAPH_PRODUCTION: &str = "wrappedGraph";

    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::NextStatement,
        Self::GraphBegin,
        Self::NextInGraph,
        Self::GraphTriples,
        Self::GraphEnd,
        Self::FirstPart,
        Self::NextPart,
        Self::TriplesEnd,
        Self::NextPartInGraph,
        Self::TriplesEndInGraph,
        Self::FullStop,
        Self::LeadingTrivia,
        Self::OpenComment,
        Self::CommentRest,
    ];
    /// Those of a grammar of graphs between braces.
    pub const GRAPHS: [Self; 3] = [Self::GraphBegin, Self::NextInGraph, Self::GraphEnd];
    /// Those of a grammar of lists of objects.
    pub const PARTS: [Self; 3] = [Self::FirstPart, Self::NextPart, Self::TriplesEnd];
    /// Those of a grammar of lists of objects between a graph's braces.
    pub const PARTS_IN_GRAPH: [Self; 2] = [Self::NextPartInGraph, Self::TriplesEndInGraph];
    /// Those that end a statement that was read part by part.
    pub const ENDS_OF_PARTS: [Self; 2] = [Self::TriplesEnd, Self::TriplesEndInGraph];
    /// Those that pass over white space and comments.
    pub const TRIVIA: [Self; 3] = [Self::LeadingTrivia, Self::OpenComment, Self::CommentRest];

    /// Those that no engine calls: only other rules of these use them.
    pub const HELPERS: [Self; 2] = [Self::GraphTriples, Self::FullStop];

    /// The rule of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The rule's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NextStatement => "nextStatement",
            Self::GraphBegin => "graphBegin",
            Self::NextInGraph => "nextInGraph",
            Self::GraphTriples => "graphTriples",
            Self::GraphEnd => "graphEnd",
            Self::FirstPart => "firstPart",
            Self::NextPart => "nextPart",
            Self::TriplesEnd => "triplesEnd",
            Self::NextPartInGraph => "nextPartInGraph",
            Self::TriplesEndInGraph => "triplesEndInGraph",
            Self::FullStop => "fullStop",
            Self::LeadingTrivia => "leadingTrivia",
            Self::OpenComment => "openComment",
            Self::CommentRest => "commentRest",
        }
    }

    /// The text that the rule has to read.
    pub const fn reads(self) -> &'static str {
        match self {
            Self::NextStatement => "one statement, or the end",
            Self::GraphBegin => "a graph's name and its opening brace",
            Self::NextInGraph => "one statement of those between a graph's braces, or graphEnd",
            Self::GraphTriples => "triples between a graph's braces, and their full stop",
            Self::GraphEnd => "a graph's closing brace",
            Self::FirstPart => "triples, up to the first of several objects",
            Self::NextPart => {
                "one more object, with what separates it from the one before, or triplesEnd"
            }
            Self::TriplesEnd => "the full stop after triples",
            Self::NextPartInGraph => {
                "one more object between a graph's braces, or triplesEndInGraph"
            }
            Self::TriplesEndInGraph => "what ends triples between a graph's braces",
            Self::FullStop => "a full stop that no number begins with",
            Self::LeadingTrivia => {
                "white space and comments, but for a comment that the text ends in"
            }
            Self::OpenComment => "a comment that the text ends in",
            Self::CommentRest => "the rest of a comment",
        }
    }
}

impl fmt::Display for EntryRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
