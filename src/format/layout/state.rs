//! The layout's knowledge of a document.

use super::super::FormatError;
use super::super::ahead::TokensAhead;
use super::super::page::Page;
use super::super::paragraphs::LayoutUnit;
use super::super::queue::QueuedComment;
use super::super::style::Style;
use crate::input::Input;
use std::io::Write;

/// A piece that is still to lay out; of several, the last comes first.
#[derive(Clone, Copy, Debug)]
pub(super) enum LayoutFrame {
    /// A term, or something between brackets.
    Item {
        level: usize,
    },
    /// The end of what is between brackets.
    Close {
        level: usize,
    },
    /// An item and its annotations.
    Object {
        level: usize,
    },
    Annotations {
        level: usize,
    },
    /// Items between parentheses, or in a triple.
    Items {
        level: usize,
        is_first: bool,
    },
    /// Predicates, each with its objects; the outermost are a statement's.
    Predicates {
        level: usize,
        own_line: bool,
        is_outermost: bool,
    },
    Semicolon {
        level: usize,
        is_outermost: bool,
    },
    /// The next object of a list that has a line for each. It goes on on the line on which the one before it ended, if both are
    /// between brackets: `], [`.
    NextObject {
        level: usize,
        hugs: bool,
        is_first: bool,
    },
    AfterObject {
        level: usize,
        hugs: bool,
    },
    /// The full stop.
    StatementEnd {
        level: usize,
    },
}

/// Comments and blank lines before the first line of a unit; whether a blank line comes can depend on whether the unit has more lines.
pub(super) struct Opening {
    pub(super) unit: LayoutUnit,
    /// Each comment before it, with the line ends before the comment.
    pub(super) comments: Vec<(u8, String)>,
    /// How many line ends are directly before it.
    pub(super) line_ends: u8,
}

/// A unit that was laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitBefore {
    pub(super) unit: LayoutUnit,
    pub(super) has_lines: bool,
    /// Whether a comment follows on its last line.
    pub(super) has_remark: bool,
}

/// A comment that comes at the end of a line, once it is known where that is.
pub(super) struct PendingComment {
    pub(super) comment: QueuedComment,
    pub(super) has_own_line: bool,
}

/// A document on its way from tokens to lines.
pub(in super::super) struct Layout<I, W> {
    pub(super) ahead: TokensAhead<I>,
    pub(super) page: Page<W>,
    pub(super) style: Style,
    /// How many characters a line may have.
    pub(super) width: usize,
    pub(super) frames: Vec<LayoutFrame>,
    pub(super) pending: Vec<PendingComment>,
    pub(super) opening: Option<Opening>,
    /// The unit before the one at hand.
    pub(super) before: Option<UnitBefore>,
    pub(super) is_in_graph: bool,
    /// Whether the statement at hand has several predicates.
    pub(super) has_several: bool,
}

impl<I: Input, W: Write> Layout<I, W> {
    pub(in super::super) fn new(
        ahead: TokensAhead<I>,
        output: W,
        style: &Style,
        is_line_based: bool,
    ) -> Self {
        Self {
            ahead,
            page: Page::new(output, style.indentation),
            style: style.clone(),
            // In a language of lines nothing is broken.
            width: if is_line_based {
                usize::MAX
            } else {
                style.width
            },
            frames: Vec::new(),
            pending: Vec::new(),
            opening: None,
            before: None,
            is_in_graph: false,
            has_several: false,
        }
    }

    /// Hands out the lines that have ended, if they are many, once they were compared with the document.
    #[inline]
    pub(super) fn hand_out(&mut self) -> Result<(), FormatError> {
        match self.is_full() {
            true => self.hand_out_lines(),
            false => Ok(()),
        }
    }

    #[cold]
    fn hand_out_lines(&mut self) -> Result<(), FormatError> {
        self.ahead.compare(self.page.written())?;
        self.ahead.forget();
        Ok(self.page.hand_out()?)
    }

    /// Whether there are lines to hand out.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.pending.is_empty() && (self.page.is_full() || self.ahead.is_full())
    }
}
