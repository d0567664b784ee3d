//! From what is wrong with a statement to the error that tells it: its text, its place, and what surrounds it.
//!
//! Invariant: an error's spans are of the document, whichever part of it is in memory.

use super::Statements;
use super::state::ReadingState;
use crate::engine::EngineFailure;
use crate::error::Unfinished;
use crate::input::Input;
use crate::surroundings::AtHand;
use crate::{Position, Production, SyntaxError, SyntaxErrorKind};
use runtime::Span;
use std::cell::Cell;
use std::ops::Range;

impl Statements<dyn Input + '_> {
    /// A fault in the statement at hand; `span` is one of its tree's text.
    pub(crate) fn fault(
        &mut self,
        kind: SyntaxErrorKind,
        span: Span,
        production: Production,
    ) -> SyntaxError {
        self.fill_following();
        self.fault_at_hand(kind, span, production, None)
    }

    /// A fault, once [the text after the statement](Self::fill_following) is there; the faults of a statement share `counted`.
    pub(crate) fn fault_at_hand(
        &self,
        kind: SyntaxErrorKind,
        span: Span,
        production: Production,
        counted: Option<&Cell<Position>>,
    ) -> SyntaxError {
        let kept = match &self.state {
            ReadingState::Parts { large, .. } => large.kept_length(),
            _ => 0,
        };
        let Range { start, end } = span.into();
        let span: Range<usize> = start - kept..end - kept;
        let resume = span.start;
        let reached = self.state.reached();
        self.error(kind, span, Some(production), resume, reached, counted)
    }

    pub(super) fn failure(&mut self, failure: EngineFailure) -> SyntaxError {
        let end = self.end_of(&failure);
        let EngineFailure {
            mut kind,
            offset,
            resume,
            production,
            mut context,
            open_before,
            ..
        } = failure;
        let next = self.at_hand.text()[offset..].chars().next();
        self.require_following(end);
        let (position, text) = (self.position(), self.at_hand.text());
        if let SyntaxErrorKind::Unexpected { found, within, .. } = &mut kind {
            *found = next.map(|_| text[offset..end].to_owned());
            if let Some(Unfinished { start, .. }) = within {
                *start = position.after(&text[..start.byte as usize]);
            }
        }
        if let Some(context) = &mut context {
            let before = match &self.state {
                ReadingState::BetweenParts(large) => large.open(open_before),
                _ => &[],
            };
            context.count(position, text, before);
        }
        // The next statement may begin within a token that the end of its line does not close.
        let is_unclosed = matches!(next, None | Some('\n' | '\r'));
        let resume = if is_unclosed { resume } else { offset };
        let mut error = self.error(kind, offset..end, production, resume, end, None);
        if next.is_none() {
            error.around.graph = self.opened();
        }
        SyntaxError { context, ..error }
    }

    /// An error about these bytes of the text at hand, of which the statement at fault has `reached` bytes; `resume` is where the part
    /// begins that has to be skipped.
    fn error(
        &self,
        kind: SyntaxErrorKind,
        span: Range<usize>,
        production: Option<Production>,
        resume: usize,
        reached: usize,
        counted: Option<&Cell<Position>>,
    ) -> SyntaxError {
        let (around, before) = self.around(reached, counted);
        let span = span.start + before..span.end + before;
        SyntaxError::new(kind, around, span, production, resume + before)
    }

    /// The text that an error needs, if the statement at fault has `reached` bytes of the text at hand; and how many bytes of it are
    /// before the text at hand.
    pub(super) fn around<'s>(
        &'s self,
        reached: usize,
        counted: Option<&'s Cell<Position>>,
    ) -> (AtHand<'s>, usize) {
        let dialect = self.settings.dialect;
        let text = self.at_hand.text();
        let end = self.settings.following.end(text, reached);
        if let Some(near) = self.state.near() {
            let before = self.kept_before();
            let (behind, text) = self.at_hand.input.around(before);
            let around = AtHand {
                dialect,
                behind,
                text: &text[..before + end],
                not_text: &[],
                position: near.position,
                statement: near.statement,
                is_part: true,
                counted,
            };
            return (around, before);
        }
        let text = match &self.state {
            ReadingState::Replaced { text, .. } => text,
            _ => &text[..end],
        };
        let around = AtHand {
            dialect,
            behind: self.at_hand.behind(),
            text,
            not_text: &[],
            position: self.position(),
            statement: self.lead_of_tree(),
            is_part: false,
            counted,
        };
        (around, 0)
    }

    /// Where in the text at hand the statement begins. One that was not read as a whole begins after white space; more is unknown.
    fn lead_of_tree(&self) -> usize {
        let text = self.at_hand.text();
        match self.tree.is_empty() {
            true => text.len() - text.trim_start().len(),
            false => self.tree.span().start,
        }
    }

    /// The end of the token at fault, or of the character.
    pub(super) fn end_of(&self, failure: &EngineFailure) -> usize {
        let next = self.at_hand.text()[failure.offset..].chars().next();
        let end = failure.offset + next.map_or(0, char::len_utf8);
        failure.end.max(end)
    }

    /// Reads the text after the statement at hand that errors keep.
    pub(crate) fn fill_following(&mut self) {
        self.require_following(self.state.reached());
    }

    /// Asks for the text after this byte that errors keep, unless it is there; whether it was.
    pub(super) fn require_following(&mut self, reached: usize) -> bool {
        let (following, kept) = (self.settings.following, self.kept_before());
        self.at_hand.require_following(following, reached, kept)
    }
}
