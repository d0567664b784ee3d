//! The file while it is made.

use super::kinds::TriviaRules;
use super::parts::Drafted;
use notation::{CanBeNothing, Grammar};

/// The file while it is made.
pub(super) struct Draft {
    pub(super) specified: Grammar,
    /// Which of its productions can match nothing.
    pub(super) nothing: CanBeNothing,
    pub(super) trivia: TriviaRules,
    pub(super) rules: Vec<Drafted>,
}
