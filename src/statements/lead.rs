//! White space and comments before a statement.
//!
//! Invariant: little of it is kept with the statement that follows, much of it is passed over as it is read; where the statement
//! begins does not depend on that. Tokens have all of it.

use super::Statements;
use super::state::{Manner, Purpose, ReadingState};
use crate::engine::{self, EngineFailure, LeadingTrivia, MUCH_TRIVIA, Reply};
use crate::input::Input;
use crate::surroundings;
use crate::{Error, Position};

/// The white space and comments before the statement at hand, or before the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    pub(super) begin: Begin,
    /// Once a fault in it was told: up to which byte of the document the statement does not begin.
    pub(super) told_up_to: Option<u64>,
}

/// Where the text of a statement begins, white space and comments before it included.
#[derive(Clone, Copy, Debug)]
pub(super) enum Begin {
    /// With the text at hand.
    AtHand,
    /// Before that: white space and comments were passed over from there on; perhaps the last of them is a comment that goes on.
    Passed { from: Position, is_open: bool },
    /// Before that: parts of the statement were read.
    Parts(Position),
}

impl Lead {
    pub(super) const NONE: Self = Self {
        begin: Begin::AtHand,
        told_up_to: None,
    };

    /// Before the parts of a statement that begins there.
    pub(super) fn of_parts(begin: Position) -> Self {
        Self {
            begin: Begin::Parts(begin),
            told_up_to: None,
        }
    }

    /// Whether a comment was passed over that goes on.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        matches!(self.begin, Begin::Passed { is_open: true, .. })
    }

    fn is_passed(&self) -> bool {
        matches!(self.begin, Begin::Passed { .. })
    }
}

impl<I: Input + ?Sized> Statements<I> {
    /// Where the text of the latest statement begins, white space and comments before it included.
    pub(crate) fn statement_position(&self) -> Position {
        match self.lead.begin {
            Begin::AtHand => self.position(),
            Begin::Passed { from, .. } | Begin::Parts(from) => from,
        }
    }

    /// The byte of the document where the search for the next statement begins, white space before it included.
    pub(crate) fn next_byte(&self) -> u64 {
        self.interrupted()
            .map_or(self.byte() + self.state.length() as u64, |from| from.byte)
    }

    /// The position of [`next_byte`](Self::next_byte).
    pub(crate) fn next_position(&self) -> Position {
        self.interrupted().unwrap_or_else(|| {
            let before = &self.at_hand.text()[..self.state.length()];
            self.position().after(before)
        })
    }

    /// The text before that on its line, as far as it is in memory and errors show it.
    pub(crate) fn line_before_next(&self) -> String {
        let behind = self.at_hand.behind();
        match self.interrupted() {
            None => {
                let before = &self.at_hand.text()[..self.state.length()];
                surroundings::line_of_both(behind, before)
            }
            Some(from) => {
                let passed = (self.byte() - from.byte) as usize;
                let before = behind.len().checked_sub(passed);
                let before = before.and_then(|length| behind.get(..length));
                surroundings::line_before(before.unwrap_or_default()).to_owned()
            }
        }
    }

    /// Where white space and comments began after which no statement has come yet.
    fn interrupted(&self) -> Option<Position> {
        let is_before = match self.state {
            ReadingState::Before { .. } | ReadingState::Broken(_) => self.state.length() == 0,
            _ => false,
        };
        match self.lead.begin {
            Begin::Passed { from, .. } if is_before => Some(from),
            _ => None,
        }
    }

    /// Whether there may be much white space, or a long comment, before the statement that was found.
    #[inline]
    pub(super) fn may_follow_much(&self, found: &Result<Reply, Box<EngineFailure>>) -> bool {
        match found {
            _ if matches!(self.purpose, Purpose::Tokens { .. }) => false,
            Ok(Reply::Statement { .. } | Reply::GraphBegin { .. } | Reply::GraphEnd { .. }) => {
                self.lead.is_passed() || self.tree.span().start >= MUCH_TRIVIA
            }
            Ok(Reply::Undecided) | Err(_) => match self.state {
                ReadingState::Before { manner, .. } => manner != Manner::FirstPart,
                _ => false,
            },
            Ok(Reply::End | Reply::Part { .. } | Reply::PartsEnd { .. }) => false,
        }
    }

    /// How many bytes of white space and comments the text at hand begins with.
    pub(super) fn leading_trivia(&self) -> usize {
        engine::trivia(&self.settings, false, self.at_hand.text()).length
    }
}

impl Statements<dyn Input + '_> {
    /// Passes over white space and comments that the text at hand begins with, if there is much of it; whether it did.
    ///
    /// Once begun, it has to go on up to the next statement.
    pub(super) fn pass_trivia(&mut self) -> Result<bool, Error> {
        /// The number of bytes that are looked at together: pest takes time in proportion to the text, and spans do not reach
        /// far.
        const WINDOW: usize = 64 * 1024;
        let mut has_passed = false;
        loop {
            let text = self.at_hand.text();
            let window = engine::beginning(text, WINDOW);
            let is_last = window.len() == text.len();
            let is_open = self.lead.is_open();
            let LeadingTrivia { length, is_open } = engine::trivia(&self.settings, is_open, window);
            if length == 0 || (!self.lead.is_passed() && length < MUCH_TRIVIA) {
                return Ok(has_passed);
            }
            let is_all = length == window.len();
            self.refuse_in_trivia(0..length)?;
            let from = self.statement_position();
            self.lead.begin = Begin::Passed { from, is_open };
            self.at_hand.consume(length);
            has_passed = true;
            if is_last || !is_all {
                return Ok(true);
            }
        }
    }
}
