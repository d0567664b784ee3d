//! Statements that have bytes in them that are not UTF-8.
//!
//! Invariant: none is handed out, but for a lenient parser's, with U+FFFD in it. Where the grammar reads it with characters in their place, the next statement is known to begin
//! behind it; elsewhere it is looked for as after a fault of grammar. Such bytes in white space and comments cost no
//! statement, and one fault is told of them, however many there are.

use super::{Stage, Statements, TokenReading};
use crate::engine::{self, EngineFailure, Follows, Reply};
use crate::input::{Input, pause};
use crate::surroundings::{self, AtHand};
use crate::tree::TreeBuffer;
use crate::{Error, SyntaxError, SyntaxErrorKind};
use std::ops::Range;

impl<I: Input> Statements<I> {
    /// An error if bytes of the statement or part that was found, or before it, are not UTF-8.
    #[cold]
    pub(super) fn refuse_ill_formed(
        &mut self,
        found: &Result<Reply, Box<EngineFailure>>,
    ) -> Result<(), Error> {
        let Some(reached) = self.read_up_to(found) else {
            return Ok(());
        };
        let is_next = matches!(self.stage, Stage::Next(_));
        let lead = match is_next || self.tokens != TokenReading::Unasked {
            true => 0,
            false => engine::trivia_of(self.settings.dialect, self.input.text()).length,
        };
        // A comment may be behind a statement in its line.
        let end = match found {
            Ok(Reply::Statement { .. }) => self.tree.span().end,
            _ => reached,
        };
        self.refuse_in_trivia(0..lead.min(reached))?;
        self.refuse_in_trivia(end..reached)?;
        let Some(at) = self.first_ill_formed(lead..end) else {
            return Ok(());
        };
        if self.lets_replace && self.tokens == TokenReading::Unasked && self.read_replaced(found) {
            let warning = self.ill_formed(at, at);
            self.warnings.push(warning);
            return Ok(());
        }
        // The nodes that an engine made do not count.
        self.tree.clear();
        let error = self.ill_formed(at, lead);
        match &mut self.stage {
            Stage::Next(large) => large.end_at_fault(),
            stage => stage.begin(),
        }
        if let Ok(Reply::Statement { consumed }) = *found {
            self.taken = consumed;
            self.is_after_fault = false;
        }
        Err(error.into())
    }

    /// How much of the text was read; `None`, if that is not known yet, or if the statement has another fault before all.
    fn read_up_to(&self, found: &Result<Reply, Box<EngineFailure>>) -> Option<usize> {
        let is_too_large = match found {
            Ok(Reply::Statement { .. }) => self.tree.span().len() > self.settings.statement_limit,
            Ok(Reply::Part { consumed }) => self.is_too_large(*consumed),
            Ok(_) => false,
            Err(failure) => matches!(failure.kind, SyntaxErrorKind::StatementTooLarge { .. }),
        };
        match found {
            _ if is_too_large => None,
            Ok(Reply::Undecided) => None,
            Ok(Reply::End) => Some(self.input.text().len()),
            Ok(found) => Some(found.consumed()),
            // It is read whole first.
            Err(_) if matches!(self.stage, Stage::First) => None,
            Err(failure) => Some(self.end_of(failure)),
        }
    }

    /// An error if bytes of white space and comments are not UTF-8, and none was told before the same statement.
    pub(super) fn refuse_in_trivia(&mut self, trivia: Range<usize>) -> Result<(), Error> {
        if self.has_told_of_trivia.is_some() {
            return Ok(());
        }
        let end = trivia.end;
        let Some(at) = self.first_ill_formed(trivia) else {
            return Ok(());
        };
        if I::IS_PUSHED && !self.require_following(at) {
            return Err(Error::Io(pause()));
        }
        let found = std::mem::take(&mut self.tree);
        let error = self.ill_formed_in_trivia(at);
        self.has_told_of_trivia = Some(self.byte + end as u64);
        if self.lets_replace && self.tokens == TokenReading::Unasked {
            self.tree = found;
            self.warnings.push(error);
            return Ok(());
        }
        self.tree.shape = found.shape;
        Err(error.into())
    }

    /// Reads the statement that was found once more, with U+FFFD for its bytes that are not UTF-8; whether that is one, too. A
    /// statement that is read part by part is not.
    fn read_replaced(&mut self, found: &Result<Reply, Box<EngineFailure>>) -> bool {
        /// Longer than any token that tells where a statement ends.
        const AFTER: usize = 64;
        let (Ok(Reply::Statement { consumed } | Reply::GraphBegin { consumed }), Some(bytes)) =
            (found, self.input.ill_formed())
        else {
            return false;
        };
        let text = self.input.text();
        let reached = engine::beginning(text, consumed + AFTER).len();
        let follows = match reached == text.len() {
            true => self.follows(),
            false => Follows::Unread,
        };
        let mut replaced = bytes.with_replacements(reached);
        let mut tree = TreeBuffer::of(self.tree.shape);
        let read =
            engine::next_statement(&self.settings, self.scope, &replaced, follows, &mut tree);
        let is_one = match (found, read) {
            (Ok(Reply::Statement { .. }), Ok(Reply::Statement { consumed }))
            | (Ok(Reply::GraphBegin { .. }), Ok(Reply::GraphBegin { consumed })) => {
                replaced.truncate(consumed);
                true
            }
            _ => false,
        };
        if is_one {
            self.tree = tree;
            self.replaced = Some(replaced);
        }
        is_one
    }

    /// The step at hand has this text.
    #[cold]
    pub(super) fn take_replaced(&mut self, text: String) {
        self.begin = Some(self.statement_position());
        self.stage = Stage::Replaced(text.into());
    }

    /// The faults that were let pass since the statement before.
    pub(crate) fn take_warnings(&mut self) -> Vec<SyntaxError> {
        std::mem::take(&mut self.warnings)
    }

    /// Whether this fault is in white space or a comment, and the statement at hand is still to be read.
    pub(super) fn is_in_trivia(&self, fault: &SyntaxError) -> bool {
        self.has_told_of_trivia
            .is_some_and(|end| fault.resume < end)
    }

    fn first_ill_formed(&self, bytes: Range<usize>) -> Option<usize> {
        self.input.ill_formed()?.first_in(bytes)
    }

    /// The first bytes of a text that are not UTF-8.
    #[cfg(feature = "loaded-grammars")]
    pub(super) fn first_not_text(&mut self) -> SyntaxError {
        use crate::input::Rest;
        loop {
            let length = self.input.text().len();
            let found = self.first_ill_formed(0..length);
            if found.is_some() || self.input.rest() == Rest::End || self.fill().is_err() {
                return self.ill_formed(found.unwrap_or(length), 0);
            }
        }
    }

    /// The error that these bytes of a statement are not UTF-8; the part at fault begins at `resume`.
    fn ill_formed(&mut self, at: usize, resume: usize) -> SyntaxError {
        let (bytes, line) = self.bytes_at(at);
        let (at_hand, before) = self.at_hand(None);
        let start = at + before;
        let at_hand = AtHand {
            text: &at_hand.text[..start],
            not_text: &line,
            ..at_hand
        };
        let span = start..start + bytes.len();
        let kind = SyntaxErrorKind::InvalidUtf8 { bytes };
        SyntaxError::new(kind, at_hand, span, None, resume + before)
    }

    /// The error that these bytes of white space or a comment are not UTF-8. It knows the line before them: how much of a statement
    /// before that is still at hand changes nothing.
    fn ill_formed_in_trivia(&mut self, at: usize) -> SyntaxError {
        let (bytes, line) = self.bytes_at(at);
        let (at_hand, before) = self.at_hand(None);
        let text = &at_hand.text[..at + before];
        let kept = surroundings::line_of_both(at_hand.behind, text);
        let start = kept.len();
        let at_hand = AtHand {
            behind: "",
            text: &kept,
            not_text: &line,
            position: at_hand.position.after(text).before(&kept),
            statement: start,
            is_part: false,
            ..at_hand
        };
        let span = start..start + bytes.len();
        let kind = SyntaxErrorKind::InvalidUtf8 { bytes };
        SyntaxError::new(kind, at_hand, span, None, start)
    }

    /// The bytes at a place that are not UTF-8, and their line from there on.
    fn bytes_at(&mut self, at: usize) -> (Vec<u8>, Vec<u8>) {
        self.broken = at;
        self.fill_following();
        let line = self.input.ill_formed().map(|found| found.line(at));
        let line = line.unwrap_or_default();
        (surroundings::ill_formed(&line).to_vec(), line)
    }
}
