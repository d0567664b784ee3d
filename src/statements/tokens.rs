//! The tokens of a document, a step at a time.
//!
//! Invariant: from the first request for tokens on, nothing of the document is passed over.

use super::Statements;
use super::state::{Course, Purpose, ReadingState};
use crate::Error;
use crate::input::Input;
use crate::tokens::Tokens;
use crate::tree::Shape;

impl<I: Input> Statements<I> {
    /// Reads the next statement, or part of one, for [its tokens](Self::tokens); whether there are any.
    pub(crate) fn advance_to_tokens(&mut self) -> Result<bool, Error> {
        if let Purpose::Statements { .. } = self.purpose {
            let is_after_mark = false;
            self.purpose = Purpose::Tokens { is_after_mark };
        }
        let step = self.advance(Shape::Compact)?;
        Ok(step.is_some() || matches!(self.course, Course::AtEnd))
    }
}

impl<I: Input + ?Sized> Statements<I> {
    /// The tokens of the step that was read, or the end of the document. What comes after the last token belongs to the next
    /// statement's first.
    pub(crate) fn tokens(&mut self) -> Tokens<'_> {
        let is_after_mark = self.take_mark();
        let (text, byte) = (self.at_hand.text(), self.at_hand.byte());
        let tokens = if let Course::AtEnd = self.course {
            self.course = Course::EndTaken;
            Tokens::end(text, byte)
        } else {
            let kept = match &self.state {
                ReadingState::Parts { large, .. } => large.kept_length() as u32,
                _ => 0,
            };
            let text = &text[..self.state.length()];
            let tokens = Tokens::new(text, self.tree.nodes(), kept, byte).up_to_last();
            self.state.shorten(tokens.length());
            tokens
        };
        match is_after_mark {
            true => tokens.after_mark(),
            false => tokens,
        }
    }

    /// Whether a byte order mark comes before the next token, which is to be told once.
    pub(super) fn take_mark(&mut self) -> bool {
        match &mut self.purpose {
            Purpose::Tokens { is_after_mark } => std::mem::take(is_after_mark),
            Purpose::Statements { .. } => false,
        }
    }
}
