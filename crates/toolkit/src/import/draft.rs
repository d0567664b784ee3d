//! The file while it is made.

use super::kinds::TriviaRules;
use super::parts::{Drafted, Helper};
use notation::{CanBeNothing, Grammar};

/// The file while it is made.
pub(super) struct Draft {
    pub(super) specified: Grammar,
    /// Which of its productions can match nothing.
    pub(super) nothing: CanBeNothing,
    pub(super) trivia: TriviaRules,
    pub(super) rules: Vec<Drafted>,
    /// Rules that are read one statement at a time, each with the reason.
    pub(super) entries: Vec<Helper>,
}
