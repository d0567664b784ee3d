//! Errors about texts of any language, for grammars of one's own.
//!
//! Invariant: such an error names no dialect.

use super::Statements;
use crate::engine::{EngineFailure, Settings};
use crate::input::{Input, Rest, Slice};
use crate::{Dialect, SyntaxError};

/// The error of a text that is read as a whole.
pub(crate) fn syntax_error(text: &str, failure: EngineFailure) -> SyntaxError {
    let mut text = of_any_language(Slice::from(text));
    text.of_any_input_mut().failure(failure).of_any_language()
}

/// The error of bytes that are read as a whole and are not text.
pub(crate) fn not_text(bytes: &[u8]) -> SyntaxError {
    let mut text = of_any_language(Slice::new(bytes));
    text.of_any_input_mut().first_not_text().of_any_language()
}

fn of_any_language<I: Input>(input: I) -> Statements<I> {
    let settings = Settings::new(Dialect::Turtle12, Settings::NESTING_LIMIT);
    Statements::new(input, settings)
}

impl Statements<dyn Input + '_> {
    /// The first bytes of a text that are not UTF-8.
    fn first_not_text(&mut self) -> SyntaxError {
        loop {
            let length = self.at_hand.text().len();
            let found = self.first_ill_formed(0..length);
            if found.is_some() || self.at_hand.rest() == Rest::End || self.fill().is_err() {
                return self.ill_formed(found.unwrap_or(length), 0);
            }
        }
    }
}

impl SyntaxError {
    fn of_any_language(self) -> Self {
        Self {
            is_of_dialect: false,
            ..self
        }
    }
}
