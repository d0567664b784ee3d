//! The file while it is made.

use super::kinds::Trivia;
use super::parts::{Drafted, Helper};
use notation::Grammar;

/// The file while it is made.
pub(super) struct Draft {
    pub(super) specified: Grammar,
    pub(super) trivia: Trivia,
    pub(super) rules: Vec<Drafted>,
    /// Rules that are read one statement at a time, each with the reason.
    pub(super) entries: Vec<Helper>,
}
