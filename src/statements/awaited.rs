//! A document that pest reads as a whole, once all of it is there.
//!
//! 1. All of the document is [waited for](Statements::read_document): its memory follows the document.
//! 2. If pest accepts it, each statement is a subtree of [the document's tree](WholeTree).
//! 3. If pest rejects it, or gives up, or if it is not UTF-8, the productions read it by statement, and explain its fault. If they do
//!    not [explain](Statements::is_explained) pest's rejection, nothing is read, and the place of that is told.
//!
//! Invariant: pest reads all of a document or nothing of it.

use super::Statements;
use super::state::Course;
use super::whole::WholeTree;
use crate::engine::{self, Engine, EngineFailure, Scope, Settings};
use crate::input::{Input, Rest, Slice};
use crate::tree::{Shape, TreeBuffer};
use crate::{Error, Objection, Position, SyntaxErrorKind};

impl Statements<dyn Input + '_> {
    /// Reads the document as a whole.
    #[cold]
    pub(super) fn read_document(&mut self) -> Result<(), Error> {
        while self.at_hand.rest() == Rest::Unread
            && self.at_hand.text().len() <= engine::LARGEST_DOCUMENT
        {
            self.fill()?;
        }
        self.course = Course::ByStatement;
        if self.at_hand.ill_formed().is_some() {
            return Ok(());
        }
        let text = self.at_hand.text();
        let mut tree = TreeBuffer::default();
        let Some(reader) = self.settings.whole_reader() else {
            return Ok(());
        };
        match reader.document(self.settings.nesting_limit, text, &mut tree) {
            Ok(()) => {
                self.course = Course::Whole(Box::new(WholeTree::new(tree, text.len())));
                Ok(())
            }
            Err(failure) if failure.is_want_of_stack() || self.is_explained(&failure) => Ok(()),
            Err(failure) => {
                self.finish();
                Err(self.failure(*failure).into())
            }
        }
    }

    /// Whether the productions find a fault, too, where pest rejects the document. A fault that they find before
    /// that place does not count: the rules let it pass.
    fn is_explained(&self, rejection: &EngineFailure) -> bool {
        if rejection.kind != SyntaxErrorKind::Unexplained {
            return false;
        }
        let settings = Settings {
            engine: Engine::Specification,
            ..self.settings.clone()
        };
        let text = Slice::from(self.at_hand.text());
        let (start, outside) = (Position::START, Scope::Outside);
        let mut statements = Statements::at(text, settings, start, outside, None);
        loop {
            match statements.advance(Shape::Compact) {
                Ok(Some(_)) => {}
                Err(Error::Syntax(fault)) => {
                    return fault.kind() != &SyntaxErrorKind::Unexplained
                        && (fault.kind().objection() != Objection::Grammar
                            || fault.bytes().end >= rejection.offset as u64);
                }
                Ok(None) | Err(Error::Io(_)) => return false,
            }
        }
    }
}
