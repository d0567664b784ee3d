//! From what is wrong with a statement to the error that tells it: its text, its place, and what surrounds it.
//!
//! Invariant: an error's spans are of the document, whichever part of it is in memory.

use super::{Stage, Statements};
use crate::engine::EngineFailure;
use crate::error::Unfinished;
use crate::input::Input;
use crate::surroundings::AtHand;
use crate::{Position, Production, SyntaxError, SyntaxErrorKind};
use runtime::Span;
use std::cell::Cell;
use std::ops::Range;

impl<I: Input> Statements<I> {
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
        let kept = match &self.stage {
            Stage::Next(large) => large.kept_length(),
            _ => 0,
        };
        let Range { start, end } = span.into();
        let span: Range<usize> = start - kept..end - kept;
        let resume = span.start;
        self.error(kind, span, Some(production), resume, counted)
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
        let next = self.input.text()[offset..].chars().next();
        self.broken = end;
        self.fill_following();
        let (position, text) = (self.position(), self.input.text());
        if let SyntaxErrorKind::Unexpected { found, within, .. } = &mut kind {
            *found = next.map(|_| text[offset..end].to_owned());
            if let Some(Unfinished { start, .. }) = within {
                *start = position.after(&text[..start.byte as usize]);
            }
        }
        if let Some(context) = &mut context {
            let before = match &self.stage {
                Stage::Next(large) => large.open(open_before),
                _ => &[],
            };
            context.count(position, text, before);
        }
        // The next statement may begin within a token that the end of its line does not close.
        let is_unclosed = matches!(next, None | Some('\n' | '\r'));
        let resume = if is_unclosed { resume } else { offset };
        let mut error = self.error(kind, offset..end, production, resume, None);
        if next.is_none() {
            error.around.graph = self.opened();
        }
        SyntaxError { context, ..error }
    }

    /// An error about these bytes of the text at hand; `resume` is where the part begins that has to be skipped.
    fn error(
        &self,
        kind: SyntaxErrorKind,
        span: Range<usize>,
        production: Option<Production>,
        resume: usize,
        counted: Option<&Cell<Position>>,
    ) -> SyntaxError {
        let (at_hand, before) = self.at_hand(counted);
        let span = span.start + before..span.end + before;
        SyntaxError::new(kind, at_hand, span, production, resume + before)
    }

    /// The text that an error needs; and how many bytes of it are before the text at hand.
    pub(super) fn at_hand<'s>(
        &'s self,
        counted: Option<&'s Cell<Position>>,
    ) -> (AtHand<'s>, usize) {
        let dialect = self.settings.dialect;
        let text = self.input.text();
        let end = self.settings.following.end(text, self.reached());
        if let Stage::Next(large) = &self.stage {
            let near = large.near();
            let before = (self.byte - near.position.byte) as usize;
            let (behind, text) = self.input.around(before);
            let at_hand = AtHand {
                dialect,
                behind,
                text: &text[..before + end],
                not_text: &[],
                position: near.position,
                statement: near.statement,
                is_part: true,
                counted,
            };
            return (at_hand, before);
        }
        if let Stage::Replaced(text) = &self.stage {
            let at_hand = AtHand {
                dialect,
                behind: self.input.behind(),
                text,
                not_text: &[],
                position: self.position(),
                statement: self.tree.span().start,
                is_part: false,
                counted,
            };
            return (at_hand, 0);
        }
        // A statement that was not read as a whole begins after white space; more is unknown.
        let statement = match self.tree.is_empty() {
            true => text.len() - text.trim_start().len(),
            false => self.tree.span().start,
        };
        let at_hand = AtHand {
            dialect,
            behind: self.input.behind(),
            text: &text[..end],
            not_text: &[],
            position: self.position(),
            statement,
            is_part: false,
            counted,
        };
        (at_hand, 0)
    }

    /// The end of the token at fault, or of the character.
    pub(super) fn end_of(&self, failure: &EngineFailure) -> usize {
        let next = self.input.text()[failure.offset..].chars().next();
        let end = failure.offset + next.map_or(0, char::len_utf8);
        failure.end.max(end)
    }

    /// How much of the text at hand the statement takes, up to where it ends or breaks the grammar.
    fn reached(&self) -> usize {
        match self.taken {
            0 => self.broken,
            taken => taken,
        }
    }

    /// Reads the text after the statement at hand that errors keep.
    pub(crate) fn fill_following(&mut self) {
        self.require_following(self.reached());
    }

    /// Asks for the text after this byte that errors keep, unless it is there; whether it was.
    pub(super) fn require_following(&mut self, reached: usize) -> bool {
        let following = self.settings.following;
        let has_following = self.input.has_following(following, reached);
        if !has_following {
            self.count();
            let kept = self.kept_before();
            self.input.fill_following(following, reached, kept);
        }
        has_following
    }
}
