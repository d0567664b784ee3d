//! What engines share: requests and replies, which are the specification engine's words, and failures.

pub use ::specification::Scope;
pub(crate) use ::specification::{Reply, Request};

use crate::error::{Context, OpenProduction};
use crate::{Production, SyntaxErrorKind};

/// How many bytes of a text spans can reach.
pub(super) const REACH: usize = u32::MAX as usize;

/// The most bytes of a document that pest reads: its pairs and the tree take some 100 bytes of memory for each, and up to 240 (`1,1,1`).
pub(crate) const LARGEST_DOCUMENT: usize = 16 * 1024 * 1024;

/// A text's longest beginning of at most `length` bytes.
pub(crate) fn beginning(text: &str, length: usize) -> &str {
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The lists that are open between two parts of a statement, and how the productions go on from there.
#[derive(Clone, Debug)]
pub(crate) struct OpenTriples {
    pub(crate) lists: ::specification::OpenLists,
    /// Outermost first. They began in the first part's text, and are [counted](OpenProduction::count) in the document once that is
    /// taken. Productions that began before the text are not among them.
    pub(crate) open: Vec<OpenProduction>,
    /// How many productions are open that began before.
    pub(crate) around: usize,
}

/// The continuation of a text in its document. If any bytes may follow, a statement is [undecided](Reply::Undecided) when a
/// parser has to look at the end of the text to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    /// Nothing: the text ends the document.
    Nothing,
    /// More, or the end; the text can be made longer.
    Unread,
}

/// Why an engine could not make a tree. Places are bytes of the text, until [`Statements`](crate::statements::Statements) counts
/// lines and columns in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineFailure {
    /// The error's kind; the token that is there is added with the document at hand.
    pub(crate) kind: SyntaxErrorKind,
    pub(crate) offset: usize,
    /// The end of the token that is there, if one does.
    pub(crate) end: usize,
    /// Where the part of the statement begins that failed: the search for the next statement can begin here.
    pub(crate) resume: usize,
    pub(crate) production: Option<Production>,
    pub(crate) context: Option<Box<Context>>,
    /// How many productions are open that began before the text.
    pub(crate) open_before: usize,
}

impl EngineFailure {
    /// A text breaks the grammar, or a limit, here, and nothing more is known.
    pub(crate) fn new(kind: SyntaxErrorKind, offset: usize) -> Box<Self> {
        Box::new(Self {
            kind,
            offset,
            end: offset,
            resume: offset,
            production: None,
            context: None,
            open_before: 0,
        })
    }

    /// A text is rejected here, and nothing more is known.
    pub(super) fn unexplained(offset: usize) -> Box<Self> {
        Self::new(SyntaxErrorKind::Unexplained, offset)
    }

    /// The statement that begins here has more bytes than this limit.
    pub(crate) fn too_large(offset: usize, limit: usize) -> Box<Self> {
        Self::new(SyntaxErrorKind::StatementTooLarge { limit }, offset)
    }

    /// Reading takes too many steps.
    pub(crate) fn given_up(offset: usize) -> Box<Self> {
        let limit = ::specification::earley::MOST_STEPS;
        Self::new(SyntaxErrorKind::TooManySteps { limit }, offset)
    }

    /// Whether pest, which recurses, gave up without an answer.
    pub(crate) fn is_want_of_stack(&self) -> bool {
        matches!(self.kind, SyntaxErrorKind::NestingLimit { .. })
    }
}

impl Production {
    /// Whether it is between statements and is part of none: the ends of lines, in the dialects that have them.
    pub(crate) fn is_between_statements(self) -> bool {
        self == Self::EOL
    }
}
