//! Brackets of every kind, by the tokens that open and close them.

use turtle_peg::tokens::Sign;

/// The sign that closes the bracket that this token opens.
pub(crate) fn closing(token: &str) -> Option<Sign> {
    Sign::of(token)?.closing()
}

/// Whether this token closes a bracket.
pub(crate) fn closes(token: &str) -> bool {
    Sign::of(token).is_some_and(Sign::closes)
}
