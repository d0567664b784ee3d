//! Statements that have bytes in them that are not UTF-8.
//!
//! Invariant: none is handed out, but for a lenient parser's, with U+FFFD in it. Where the grammar reads it with characters in their
//! place, the next statement is known to begin behind it; elsewhere it is looked for as after a fault of grammar. Such bytes in
//! white space and comments cost no statement, and one fault is told of them, however many there are.

use super::Statements;
use super::state::{Manner, Purpose, ReadingState};
use crate::engine::{self, EngineFailure, Follows, Reply};
use crate::input::{Input, pause};
use crate::surroundings::{self, AtHand};
use crate::tree::TreeBuffer;
use crate::{Error, SyntaxError, SyntaxErrorKind};
use std::ops::Range;

impl Statements<dyn Input + '_> {
    /// An error if bytes of the statement or part that was found, or before it, are not UTF-8. If these are let pass, it returns
    /// the text from which the statement was read again.
    #[cold]
    pub(super) fn refuse_ill_formed(
        &mut self,
        found: &Result<Reply, Box<EngineFailure>>,
    ) -> Result<Option<String>, Error> {
        let Some(reached) = self.read_up_to(found) else {
            return Ok(None);
        };
        let lead = match (&self.state, self.purpose) {
            (ReadingState::BetweenParts(_), _) | (_, Purpose::Tokens { .. }) => 0,
            _ => engine::trivia_of(self.settings.dialect, self.at_hand.text()).length,
        };
        // A comment may be behind a statement in its line.
        let end = match found {
            Ok(Reply::Statement { .. }) => self.tree.span().end,
            _ => reached,
        };
        self.refuse_in_trivia(0..lead.min(reached))?;
        self.refuse_in_trivia(end..reached)?;
        let Some(at) = self.first_ill_formed(lead..end) else {
            return Ok(None);
        };
        if self.lets_replace()
            && let Some(text) = self.read_replaced(found)
        {
            let warning = self.ill_formed(at, at);
            self.warnings.push(warning);
            return Ok(Some(text));
        }
        // The nodes that an engine made do not count.
        self.tree.clear();
        let error = self.ill_formed(at, lead);
        let length = match *found {
            Ok(Reply::Statement { consumed }) => Some(consumed),
            _ => None,
        };
        self.break_off(at, length);
        Err(error.into())
    }

    /// Whether U+FFFD is read where bytes are not UTF-8.
    fn lets_replace(&self) -> bool {
        matches!(self.purpose, Purpose::Statements { lets_replace: true })
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
            Ok(Reply::End) => Some(self.at_hand.text().len()),
            Ok(found) => Some(found.consumed()),
            // It is read whole first.
            Err(_) if self.state.is_manner(Manner::FirstPart) => None,
            Err(failure) => Some(self.end_of(failure)),
        }
    }

    /// An error if bytes of white space and comments are not UTF-8, and none was told before the same statement.
    pub(super) fn refuse_in_trivia(&mut self, trivia: Range<usize>) -> Result<(), Error> {
        if self.lead.told_up_to.is_some() {
            return Ok(());
        }
        let end = trivia.end;
        let Some(at) = self.first_ill_formed(trivia) else {
            return Ok(());
        };
        if self.at_hand.input.is_pushed() && !self.require_following(at) {
            return Err(Error::Io(pause()));
        }
        let found = std::mem::take(&mut self.tree);
        let error = self.ill_formed_in_trivia(at);
        self.lead.told_up_to = Some(self.byte() + end as u64);
        if self.lets_replace() {
            self.tree = found;
            self.warnings.push(error);
            return Ok(());
        }
        self.tree.shape = found.shape;
        Err(error.into())
    }

    /// Reads the statement that was found once more, with U+FFFD for its bytes that are not UTF-8; returns the text, if that is a
    /// statement, too. A statement that is read part by part is not.
    fn read_replaced(&mut self, found: &Result<Reply, Box<EngineFailure>>) -> Option<String> {
        /// Longer than any token that tells where a statement ends.
        const AFTER: usize = 64;
        let Ok(Reply::Statement { consumed } | Reply::GraphBegin { consumed }) = found else {
            return None;
        };
        let text = self.at_hand.text();
        let reached = engine::beginning(text, consumed + AFTER).len();
        let follows = match reached == text.len() {
            true => self.at_hand.follows(),
            false => Follows::Unread,
        };
        let mut replaced = self.at_hand.ill_formed()?.with_replacements(reached);
        let mut tree = TreeBuffer::of(self.tree.shape);
        let scope = self.scope();
        let read = engine::next_statement(&self.settings, scope, &replaced, follows, &mut tree);
        match (found, read) {
            (Ok(Reply::Statement { .. }), Ok(Reply::Statement { consumed }))
            | (Ok(Reply::GraphBegin { .. }), Ok(Reply::GraphBegin { consumed })) => {
                replaced.truncate(consumed);
                self.tree = tree;
                Some(replaced)
            }
            _ => None,
        }
    }

    /// Whether this fault is in white space or a comment, and the statement at hand is still to be read.
    pub(super) fn is_in_trivia(&self, fault: &SyntaxError) -> bool {
        let told_up_to = self.lead.told_up_to;
        told_up_to.is_some_and(|end| fault.resume < end)
    }

    pub(super) fn first_ill_formed(&self, bytes: Range<usize>) -> Option<usize> {
        self.at_hand.ill_formed()?.first_in(bytes)
    }

    /// The error that these bytes of a statement are not UTF-8; the part at fault begins at `resume`.
    pub(super) fn ill_formed(&mut self, at: usize, resume: usize) -> SyntaxError {
        let (bytes, line) = self.bytes_at(at);
        let (around, before) = self.around(at, None);
        let start = at + before;
        let around = AtHand {
            text: &around.text[..start],
            not_text: &line,
            ..around
        };
        let span = start..start + bytes.len();
        let kind = SyntaxErrorKind::InvalidUtf8 { bytes };
        SyntaxError::new(kind, around, span, None, resume + before)
    }

    /// The error that these bytes of white space or a comment are not UTF-8. It knows the line before them: how much of a statement
    /// before that is still at hand changes nothing.
    fn ill_formed_in_trivia(&mut self, at: usize) -> SyntaxError {
        let (bytes, line) = self.bytes_at(at);
        let (around, before) = self.around(at, None);
        let text = &around.text[..at + before];
        let kept = surroundings::line_of_both(around.behind, text);
        let start = kept.len();
        let around = AtHand {
            behind: "",
            text: &kept,
            not_text: &line,
            position: around.position.after(text).before(&kept),
            statement: start,
            is_part: false,
            ..around
        };
        let span = start..start + bytes.len();
        let kind = SyntaxErrorKind::InvalidUtf8 { bytes };
        SyntaxError::new(kind, around, span, None, start)
    }

    /// The bytes at a place that are not UTF-8, and their line from there on.
    fn bytes_at(&mut self, at: usize) -> (Vec<u8>, Vec<u8>) {
        self.require_following(at);
        let line = self.at_hand.ill_formed().map(|found| found.line(at));
        let line = line.unwrap_or_default();
        (surroundings::ill_formed(&line).to_vec(), line)
    }
}
