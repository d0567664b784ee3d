//! From one step to the next: the text at hand is cut, an engine is asked, and its reply is taken or refused.
//!
//! Invariant: a step is taken only when no text that could follow would change it. Where the engine cannot tell, there is more
//! text or another [`Manner`] before it is asked again.

use super::Statements;
use super::lead::Lead;
use super::state::{Broken, BrokenPiece, Course, Manner, ReadingState};
use crate::engine::{self, EngineFailure, Follows, Reply, Request};
use crate::input::{Input, Rest, is_pause, pause};
use crate::tree::Shape;
use crate::{Error, SyntaxErrorKind};
use std::io;

/// The construct that [`Statements::advance`] came upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Statement,
    /// A graph begins; the tree has its name, or nothing.
    GraphBegin,
    GraphEnd,
    /// The first part of a statement: the tree is a sequence of nodes, the subject, a verb, an object.
    FirstPart,
    /// More parts of the same statement: each is an object, or a verb and an object, or nothing.
    NextParts,
    /// The statement ends.
    PartsEnd,
}

impl Step {
    /// Whether it is one of a statement that is read part by part.
    #[inline]
    pub(crate) fn is_of_parts(self) -> bool {
        matches!(self, Self::FirstPart | Self::NextParts | Self::PartsEnd)
    }
}

impl<I: Input> Statements<I> {
    /// Reads the next statement, or the beginning or end of a graph; `None` at the end of the document, and where the bytes end
    /// that were pushed so far.
    ///
    /// After an error, [`skip_fault`](Self::skip_fault) or [`finish`](Self::finish) says how to go on.
    ///
    /// A statement's tree has at least the nodes of this shape; with all nodes, it is read whole.
    #[inline]
    pub(crate) fn advance(&mut self, shape: Shape) -> Result<Option<Step>, Error> {
        if !self.at_hand.input.is_pushed() {
            return self.read_next(shape);
        }
        if !self.at_hand.input.is_ready() {
            return Ok(None);
        }
        match self.read_next(shape) {
            Err(Error::Io(error)) if is_pause(&error) => Ok(None),
            result => result,
        }
    }

    fn read_next(&mut self, shape: Shape) -> Result<Option<Step>, Error> {
        self.tree.shape = shape;
        self.leave()?;
        while self.has_text()? {
            if self.byte() >= self.until && self.ends_here() {
                return Ok(None);
            }
            let cut = self.cut(shape);
            let found = self.ask(cut);
            if self.may_follow_much(&found) && self.of_any_input_mut().pass_trivia()? {
                self.state.set_manner(Manner::Window { lead: 0 });
                continue;
            }
            if self.at_hand.input.is_pushed() {
                self.of_any_input_mut().await_following(&found)?;
            }
            if self.at_hand.ill_formed().is_some()
                && let Some(text) = self.of_any_input_mut().refuse_ill_formed(&found)?
            {
                return self.take_replaced(found, text);
            }
            match found {
                Ok(Reply::Undecided) => self.of_any_input_mut().read_on(cut)?,
                Ok(Reply::End) => self.course = Course::AtEnd,
                Ok(found) => {
                    if let Some(step) = self.take(found)? {
                        return Ok(Some(step));
                    }
                }
                Err(failure) => self.of_any_input_mut().refuse(*failure)?,
            }
        }
        Ok(None)
    }

    /// Leaves the step that the caller has seen.
    #[inline]
    fn leave(&mut self) -> Result<(), Error> {
        match self.state {
            ReadingState::Statement { length } => {
                self.state.go_on(ReadingState::BEGIN);
                self.leave_bytes(length);
                Ok(())
            }
            _ => self.of_any_input_mut().leave_other(),
        }
    }

    /// Makes sure that there is text at hand, if more follows; whether the document goes on.
    #[inline]
    fn has_text(&mut self) -> Result<bool, Error> {
        loop {
            if self.is_finished() {
                return Ok(false);
            }
            if self.lead.is_open() {
                self.of_any_input_mut().pass_trivia()?;
            }
            if !self.at_hand.text().is_empty() {
                break;
            }
            match self.at_hand.rest() {
                Rest::Unread => self.fill()?,
                // The fault was reported: the missing end of a graph that it left open is not a second error.
                Rest::End if self.state.is_after_fault() => self.course = Course::AtEnd,
                Rest::End => break,
            }
        }
        match self.course {
            Course::ByStatement => Ok(true),
            _ => self.of_any_input_mut().set_out(),
        }
    }

    /// How many bytes of the text at hand an engine gets, if not all: a larger statement is read by parts.
    #[inline]
    fn cut(&self, shape: Shape) -> Option<usize> {
        let (ReadingState::Before { manner, .. }, Shape::Compact) = (&self.state, shape) else {
            return None;
        };
        let Manner::Window { lead } = manner else {
            return None;
        };
        let window = self.window.saturating_add(*lead);
        (self.at_hand.text().len() > window).then_some(window)
    }

    /// Asks the engine to read the beginning of the text at hand.
    #[inline]
    fn ask(&mut self, cut: Option<usize>) -> Result<Reply, Box<EngineFailure>> {
        if let Course::Whole(whole) = &mut self.course {
            return whole.next(self.settings.dialect, self.at_hand.text(), &mut self.tree);
        }
        let text = self.at_hand.text();
        let (text, follows) = match cut {
            Some(window) => (engine::beginning(text, window), Follows::Unread),
            None => (text, self.at_hand.follows()),
        };
        let (settings, scope, tree) = (&self.settings, self.at_hand.scope(), &mut self.tree);
        let wanted = match &self.state {
            ReadingState::BetweenParts(large) => {
                Request::NextParts(scope, &large.open_triples.lists)
            }
            ReadingState::Before {
                manner: Manner::FirstPart,
                ..
            } => Request::FirstPart(scope),
            _ => return engine::next_statement(settings, scope, text, follows, tree),
        };
        engine::next(settings, wanted, text, follows, tree)
    }

    /// Takes the statement or part that was found; `None`, if the statement has to be read whole after all.
    #[inline]
    fn take(&mut self, found: Reply) -> Result<Option<Step>, Error> {
        let length = found.consumed();
        let step = match found {
            Reply::Statement { .. } => {
                if self.tree.span().len() > self.settings.statement_limit {
                    return Err(self.of_any_input_mut().too_large());
                }
                Step::Statement
            }
            Reply::Part { .. } => return self.of_any_input_mut().take_part(length),
            Reply::PartsEnd { .. } => {
                return Ok(Some(self.of_any_input_mut().take_end_of_parts(length)));
            }
            Reply::GraphBegin { .. } => {
                self.at_hand.open_graph(length);
                Step::GraphBegin
            }
            Reply::GraphEnd { .. } => {
                self.at_hand.close_graph();
                Step::GraphEnd
            }
            Reply::End | Reply::Undecided => return Ok(None),
        };
        self.state.go_on(ReadingState::Statement { length });
        Ok(Some(step))
    }

    /// Takes the statement that was found, and read again from this text.
    #[cold]
    fn take_replaced(
        &mut self,
        found: Result<Reply, Box<EngineFailure>>,
        text: String,
    ) -> Result<Option<Step>, Error> {
        let Ok(found) = found else {
            return Ok(None);
        };
        let step = self.take(found)?;
        let length = self.state.length();
        let text = text.into();
        self.state = ReadingState::Replaced { length, text };
        Ok(step)
    }
}

impl<I: Input + ?Sized> Statements<I> {
    /// Consumes a statement; what is known of the white space before it is not of the next one.
    #[inline]
    fn leave_bytes(&mut self, length: usize) {
        self.at_hand.consume(length);
        self.lead = Lead::NONE;
    }

    /// The statement or part at hand has a fault that ends after `reached` bytes; its grammar may have been read all the same, and
    /// tell its length.
    pub(super) fn break_off(&mut self, reached: usize, length: Option<usize>) {
        let piece = match (length, self.state.near()) {
            (Some(length), _) => BrokenPiece::OfLength(length),
            (None, Some(near)) => BrokenPiece::Part(near),
            (None, None) => BrokenPiece::Statement,
        };
        self.state = ReadingState::Broken(Box::new(Broken { reached, piece }));
    }

    pub(super) fn fill(&mut self) -> Result<(), Error> {
        let kept = self.kept_before();
        self.at_hand.fill(kept).map_err(|error| {
            if error.kind() != io::ErrorKind::WouldBlock {
                self.finish();
            }
            Error::Io(error)
        })
    }

    /// How many bytes before the text at hand an error may need.
    pub(super) fn kept_before(&self) -> usize {
        let near = self.state.near();
        near.map_or(0, |near| (self.byte() - near.position.byte) as usize)
    }
}

impl Statements<dyn Input + '_> {
    /// Leaves a step other than a whole statement: parts, or a fault.
    #[cold]
    fn leave_other(&mut self) -> Result<(), Error> {
        match std::mem::replace(&mut self.state, ReadingState::BEGIN) {
            ReadingState::Statement { length }
            | ReadingState::Replaced { length, .. }
            | ReadingState::PartsEnd { length } => self.leave_bytes(length),
            ReadingState::Parts { length, large } => {
                self.at_hand.consume(length);
                self.state = ReadingState::BetweenParts(large);
            }
            ReadingState::Broken(broken) => self.leave_fault(&broken.piece),
            ReadingState::Lost(skip) => self.skip(skip)?,
            before @ (ReadingState::Before { .. } | ReadingState::BetweenParts(_)) => {
                self.state = before
            }
        }
        Ok(())
    }

    /// Leaves a fault after which nothing is searched for: the document has ended, or its statement is known to.
    fn leave_fault(&mut self, piece: &BrokenPiece) {
        match *piece {
            BrokenPiece::OfLength(length) => self.leave_bytes(length),
            BrokenPiece::Part(_) => self.lead = Lead::NONE,
            BrokenPiece::Statement => {}
        }
    }

    /// Begins with the document, if it is not begun; whether it goes on.
    #[cold]
    fn set_out(&mut self) -> Result<bool, Error> {
        self.skip_byte_order_mark();
        if let Course::Awaited = self.course {
            self.read_document()?;
        }
        Ok(true)
    }

    /// Pauses if not all text has been pushed that an error in the statement or part may show: it cannot be asked for later.
    fn await_following(&mut self, found: &Result<Reply, Box<EngineFailure>>) -> Result<(), Error> {
        let reached = match found {
            Ok(Reply::Undecided | Reply::End) => return Ok(()),
            Ok(found) => found.consumed(),
            Err(failure) => self.end_of(failure),
        };
        match self.require_following(reached) {
            true => Ok(()),
            false => Err(Error::Io(pause())),
        }
    }

    /// Makes more text available to the engine, which could not decide.
    #[cold]
    fn read_on(&mut self, cut: Option<usize>) -> Result<(), Error> {
        match cut {
            Some(window) => self.widen_window(window),
            None => self.fill()?,
        }
        Ok(())
    }

    /// The statement is larger than the window of this number of bytes, or white space before it pushes its end out of the
    /// window.
    fn widen_window(&mut self, window: usize) {
        let lead = self.leading_trivia();
        self.state
            .set_manner(match self.window.saturating_add(lead) > window {
                true => Manner::Window { lead },
                false => Manner::FirstPart,
            });
    }

    /// The error that a failure is; none if the statement has to be read whole to know.
    #[cold]
    fn refuse(&mut self, failure: EngineFailure) -> Result<(), Error> {
        if let SyntaxErrorKind::StatementTooLarge { .. } = failure.kind {
            return Err(self.too_large());
        }
        if let ReadingState::Before { manner, .. } = &mut self.state
            && *manner == Manner::FirstPart
        {
            *manner = Manner::Whole;
            return Ok(());
        }
        Err(self.end_at_fault(failure))
    }

    /// The statement at hand, or the part of it, has more bytes than it may have.
    #[cold]
    pub(super) fn too_large(&mut self) -> Error {
        // The text before the statement does not belong to it.
        self.tree.clear();
        let start = self.leading_trivia();
        let limit = self.settings.statement_limit;
        self.end_at_fault(*EngineFailure::too_large(start, limit))
    }

    /// The error that ends the statement at hand.
    #[cold]
    fn end_at_fault(&mut self, failure: EngineFailure) -> Error {
        let reached = self.end_of(&failure);
        let error = self.failure(failure);
        self.break_off(reached, None);
        // A search for the next statement knows nothing of a tree that is at hand.
        if let Course::Whole(_) = self.course {
            self.finish();
        }
        error.into()
    }
}
