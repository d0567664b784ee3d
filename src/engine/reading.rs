//! What an engine has to read, and what it answers.

use crate::error::{Context, OpenProduction};
use crate::{Position, Production};

/// How many bytes of a text spans can reach.
pub(super) const REACH: usize = u32::MAX as usize;

/// A text's longest beginning of at most so many bytes.
pub(crate) fn beginning(text: &str, length: usize) -> &str {
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// What stands at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A statement, now in the tree; the next one begins after `consumed` bytes.
    Statement { consumed: usize },
    /// The beginning of a graph; its name is now in the tree, if it has one. Up to the end of the graph, text is
    /// read [in the graph](Scope::InGraph).
    GraphBegin { consumed: usize },
    /// The end of a graph.
    GraphEnd { consumed: usize },
    /// A part of a statement, or a row of parts: what stands in it is now in the tree, one root beside the other.
    Part { consumed: usize },
    /// The end of a statement that was read part by part.
    PartsEnd { consumed: usize },
    /// Nothing but white space and comments, up to the end.
    End,
    /// It depends on what follows the text that is there.
    Undecided,
}

impl Found {
    /// How many bytes it takes; none where nothing is taken.
    pub(crate) fn consumed(self) -> usize {
        match self {
            Self::Statement { consumed }
            | Self::GraphBegin { consumed }
            | Self::GraphEnd { consumed }
            | Self::Part { consumed }
            | Self::PartsEnd { consumed } => consumed,
            Self::End | Self::Undecided => 0,
        }
    }

    pub(super) fn is_undecided(&self) -> bool {
        *self == Self::Undecided
    }
}

/// Where in a document a text begins; this decides what can stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Outside,
    /// Between the braces of a graph.
    InGraph,
}

/// What to read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'s> {
    /// The next statement, or where a graph begins or ends.
    Statement(Scope),
    /// The beginning of triples: the subject, the first verb and the first of several objects.
    FirstPart(Scope),
    /// The next objects of the same triples, each with what separates it from the one before; or their end.
    NextParts(Scope, &'s Spine),
}

/// What is open between two parts of a statement, and how the productions go on from there.
#[derive(Clone, Debug)]
pub(crate) struct Spine {
    pub(super) state: ::specification::Spine,
    /// Outermost first, each where it began in the text of the first part. What began before that is not among them.
    pub(crate) open: Vec<(Production, usize)>,
    /// How many productions are open that began before.
    pub(crate) around: usize,
}

/// What follows a text in its document. If anything may, a statement is [undecided](Found::Undecided) when a parser
/// has to look at the end of the text to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    /// Nothing: the text ends the document.
    Nothing,
    /// More, or the end; the text can be made longer.
    Unread,
    /// Bytes that are no text.
    NotText,
}

/// Why an engine could not make a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// Where, in bytes of the text.
    pub(crate) offset: usize,
    /// Where the part of the statement begins that failed: the search for the next statement can begin here.
    pub(crate) resume: usize,
    pub(crate) production: Option<Production>,
}

impl Failure {
    /// A text is rejected here, and nothing more is known.
    pub(super) fn unexplained(offset: usize) -> Self {
        Self {
            kind: FailureKind::Unexplained,
            offset,
            resume: offset,
            production: None,
        }
    }

    /// What begins here has too many bytes.
    pub(crate) fn too_large(offset: usize) -> Self {
        Self {
            kind: FailureKind::TooLarge,
            offset,
            resume: offset,
            production: None,
        }
    }

    /// Whether what cannot stand there is a token that begins before this byte and ends after it.
    #[cfg(feature = "loaded-grammars")]
    pub(super) fn is_token_around(&self, byte: usize) -> bool {
        match &self.kind {
            FailureKind::Unexpected(unexpected) => self.offset < byte && byte < unexpected.end,
            _ => false,
        }
    }

    /// Whether pest, which recurses, gave up without an answer.
    #[cfg(feature = "pest")]
    pub(super) fn is_want_of_stack(&self) -> bool {
        self.kind == FailureKind::NestingLimit
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The grammar allows something else here.
    Unexpected(Box<Unexpected>),
    /// The rules of a grammar stop here, and its productions do not.
    Unexplained,
    /// Nested deeper than the limit.
    NestingLimit,
    /// More bytes than a statement may have.
    TooLarge,
    /// More steps than a reading may take.
    TooManySteps,
    /// The rule for one statement read none, or several; only pest's runs can find that.
    #[cfg(feature = "pest")]
    NotOneStatement,
}

/// What is known of a place where a text breaks a grammar. Offsets are bytes of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unexpected {
    /// The end of what stands there, if that is a token.
    pub(crate) end: usize,
    /// If it stands in a token that had begun: where, and which tokens that could have been.
    pub(crate) within: Option<(usize, Vec<String>)>,
    /// What is allowed instead, in few words.
    pub(crate) expected: Vec<String>,
    pub(crate) context: Option<PlaceInGrammar>,
}

/// Where in the grammar a text breaks it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlaceInGrammar {
    pub(crate) tokens: Vec<String>,
    pub(crate) can_end: bool,
    /// Outermost first.
    pub(crate) open: Vec<(Production, usize)>,
    /// How many productions are open that began before the text.
    pub(crate) open_before: usize,
    pub(crate) finished: Option<(usize, usize)>,
}

impl PlaceInGrammar {
    /// The same in a document, where the text begins at `position`.
    ///
    /// What is open `before` the text was begun before it.
    pub(crate) fn at(self, position: Position, text: &str, before: &[OpenProduction]) -> Context {
        let (mut reached, mut offset) = (position, 0);
        // What is open began before what is in it: the text is counted through once.
        let mut advance = |to: usize| {
            reached = reached.after(&text[offset..to.max(offset)]);
            offset = to.max(offset);
            reached
        };
        let open = self
            .open
            .into_iter()
            .map(|(production, start)| OpenProduction {
                production,
                start: advance(start),
            });
        let open = before.iter().copied().chain(open).collect();
        let finished = self.finished.map(|(start, end)| {
            let start = position.after(&text[..start]);
            (
                start,
                start.after(&text[(start.byte - position.byte) as usize..end]),
            )
        });
        Context {
            tokens: self.tokens,
            can_end: self.can_end,
            open,
            finished,
        }
    }
}

impl Production {
    /// Whether it stands between statements and is part of none: the ends of lines, in the dialects that have them.
    pub(crate) fn is_between_statements(self) -> bool {
        self == Self::EOL
    }
}
