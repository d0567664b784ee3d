//! The states of a reading.
//!
//! Three questions have answers that do not depend on each other, so there is a type for each: how far the document is read
//! ([`Course`]), what is at hand of it ([`ReadingState`]), and what it is read for ([`Purpose`]). An error can cut the document short
//! in any state, and what is at hand stays there to be told of; and tokens can be asked for in any state.
//!
//! ```text
//! Course   Fresh ─┬───────────────▶ ByStatement ─┬─▶ AtEnd ─▶ EndTaken
//!                 └─▶ Awaited ─┬─▶ Whole ────────┘
//!                              └─▶ ByStatement, for what pest does not read
//!          from any ─ finish, or an error of the reader ─▶ CutShort
//!
//! State    Before ─┬─▶ Statement, Replaced ──────────────────────▶ Before
//!                  ├─▶ Parts ─▶ BetweenParts ─┬─▶ Parts
//!                  │                          └─▶ PartsEnd ──────▶ Before
//!                  └─▶ Broken ─┬─▶ Lost ─────────────────────────▶ Before, after a fault
//!                              └─ its end is known ──────────────▶ Before
//!          from BetweenParts ──▶ Broken
//!
//! Manner   Window, lead 0 ─▶ Window, lead ─▶ FirstPart ─▶ Whole
//! ```
//!
//! Invariant: what only one state has is in that state. Nothing is at hand in `Before` and `BetweenParts`; the next request
//! [leaves](super::Statements::leave) any other state first.

use super::large::{Large, Near};
use super::search::Skip;
use super::whole::WholeTree;
use crate::engine::Settings;

/// How far a document is read.
pub(super) enum Course {
    /// Nothing is read yet: a byte order mark may come.
    Fresh,
    /// The document is to be read as a whole, once all of it is there.
    Awaited,
    /// It was read as a whole.
    Whole(Box<WholeTree>),
    ByStatement,
    /// At the end of the document.
    AtEnd,
    /// There, and the tokens of the end were taken.
    EndTaken,
    /// Before the end, after an error that nothing can follow.
    CutShort,
}

impl Course {
    /// How a document is read from its first character on, behind a byte order mark.
    pub(super) fn after_mark(settings: &Settings) -> Self {
        match settings.reads_whole() {
            true => Self::Awaited,
            false => Self::ByStatement,
        }
    }

    #[inline]
    pub(super) fn is_finished(&self) -> bool {
        matches!(self, Self::AtEnd | Self::EndTaken | Self::CutShort)
    }

    /// Its name, for debugging: a tree is as large as its document.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Fresh => "Fresh",
            Self::Awaited => "Awaited",
            Self::Whole(_) => "Whole",
            Self::ByStatement => "ByStatement",
            Self::AtEnd => "AtEnd",
            Self::EndTaken => "EndTaken",
            Self::CutShort => "CutShort",
        }
    }
}

/// The part of a document that is at hand.
pub(super) enum ReadingState {
    /// Nothing: a statement is to be read.
    Before {
        manner: Manner,
        /// Whether nothing was read since the latest fault.
        is_after_fault: bool,
    },
    /// Nothing: the next parts of a statement are to be read.
    BetweenParts(Box<Large>),
    /// A statement, or the beginning or end of a graph, of this many bytes.
    Statement { length: usize },
    /// One that was read from another text, in which U+FFFD stands for bytes that are not UTF-8.
    Replaced { length: usize, text: Box<str> },
    /// Parts of a statement.
    Parts { length: usize, large: Box<Large> },
    /// The end of a statement that was read part by part.
    PartsEnd { length: usize },
    /// A fault; the caller says whether reading goes on after it.
    Broken(Box<Broken>),
    /// A fault from which the next statement has to be searched for.
    Lost(Box<Skip>),
}

/// How a statement is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Whole, if it is in a window of the text. The window is longer by the bytes of white space and comments before the
    /// statement, which are counted once the window has turned out too short.
    Window { lead: usize },
    /// Its first part: it is larger than the window.
    FirstPart,
    /// Whole, however large it is: it has no two parts.
    Whole,
}

/// A fault in the text at hand.
pub(super) struct Broken {
    /// How much of the text its statement or part takes, up to where the fault ends.
    pub(super) reached: usize,
    pub(super) piece: BrokenPiece,
}

/// The piece of a document that has a fault.
pub(super) enum BrokenPiece {
    /// A statement.
    Statement,
    /// A statement of which the grammar was read all the same: it has this many bytes.
    OfLength(usize),
    /// A part of a statement; errors show text from a place before it.
    Part(Near),
}

impl ReadingState {
    /// Where a statement begins.
    pub(super) const BEGIN: Self = Self::Before {
        manner: Manner::Window { lead: 0 },
        is_after_fault: false,
    };

    /// Where a statement begins that was searched for, after a fault.
    pub(super) const AFTER_FAULT: Self = Self::Before {
        manner: Manner::Window { lead: 0 },
        is_after_fault: true,
    };

    /// A statement is read in another manner.
    pub(super) fn set_manner(&mut self, another: Manner) {
        if let Self::Before { manner, .. } = self {
            *manner = another;
        }
    }

    /// Goes on to another state from one that owns nothing, such as where most statements begin and end. It takes fewer instructions
    /// to forget it than to find out that there is nothing to drop.
    #[inline]
    pub(super) fn go_on(&mut self, another: Self) {
        debug_assert!(matches!(self, Self::Before { .. } | Self::Statement { .. }));
        std::mem::forget(std::mem::replace(self, another));
    }

    /// Whether a statement is read in this manner.
    #[inline]
    pub(super) fn is_manner(&self, one: Manner) -> bool {
        matches!(self, Self::Before { manner, .. } if *manner == one)
    }

    /// Takes the statement between whose parts this is; nothing else is taken.
    pub(super) fn take_large(&mut self) -> Option<Box<Large>> {
        match std::mem::replace(self, Self::BEGIN) {
            Self::BetweenParts(large) => Some(large),
            other => {
                *self = other;
                None
            }
        }
    }

    /// How many bytes of the text at hand come before the next statement or part; none where that has to be searched for.
    #[inline]
    pub(super) fn length(&self) -> usize {
        match self {
            Self::Statement { length }
            | Self::Replaced { length, .. }
            | Self::Parts { length, .. }
            | Self::PartsEnd { length } => *length,
            Self::Broken(broken) => match broken.piece {
                BrokenPiece::OfLength(length) => length,
                BrokenPiece::Statement | BrokenPiece::Part(_) => 0,
            },
            Self::Before { .. } | Self::BetweenParts(_) | Self::Lost(_) => 0,
        }
    }

    /// Takes fewer bytes of the text: the others belong to the next step.
    pub(super) fn shorten(&mut self, fewer: usize) {
        if let Self::Statement { length } | Self::Parts { length, .. } | Self::PartsEnd { length } =
            self
        {
            *length = fewer;
        }
    }

    /// How much of the text at hand a step takes, or a statement at fault up to where its fault ends.
    pub(super) fn reached(&self) -> usize {
        match self {
            Self::Broken(broken) => broken.reached,
            state => state.length(),
        }
    }

    /// Whether a statement has begun, and not ended.
    #[inline]
    pub(super) fn is_within_statement(&self) -> bool {
        match self {
            Self::BetweenParts(_) | Self::Parts { .. } => true,
            state => state.is_manner(Manner::FirstPart),
        }
    }

    /// Whether a fault was found, and no statement was read after it.
    pub(super) fn is_after_fault(&self) -> bool {
        match self {
            Self::Before { is_after_fault, .. } => *is_after_fault,
            Self::Broken(broken) => !broken.has_end(),
            Self::Lost(_) => true,
            _ => false,
        }
    }

    /// In a statement that is read part by part: a place before all text that an error shows.
    pub(super) fn near(&self) -> Option<Near> {
        match self {
            Self::BetweenParts(large) | Self::Parts { large, .. } => Some(large.near()),
            Self::Broken(broken) => match broken.piece {
                BrokenPiece::Part(near) => Some(near),
                BrokenPiece::Statement | BrokenPiece::OfLength(_) => None,
            },
            _ => None,
        }
    }
}

impl Broken {
    /// Whether it is known where the statement at fault ends.
    pub(super) fn has_end(&self) -> bool {
        matches!(self.piece, BrokenPiece::OfLength(_))
    }
}

/// What a document is read for.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// Its statements: much white space before them is passed over. Bytes that are not UTF-8 may be let pass, with a warning.
    Statements { lets_replace: bool },
    /// Its tokens, with all white space; perhaps a byte order mark was read that no token has been made of.
    Tokens { is_after_mark: bool },
}
