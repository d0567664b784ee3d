//! Whether a PEG mirrors its specification, production by production.

pub(crate) mod align;
pub(crate) mod check;
mod choices;
mod consequences;
mod declared;
pub(crate) mod finding;
pub(crate) mod grammar_pair;
mod guard;
mod longer;
pub(crate) mod longest;
mod next_tokens;
pub(crate) mod obligation;
pub(crate) mod passed_text;
mod quotation;
pub(crate) mod standing;
mod structure;
pub(crate) mod terminals;
pub(crate) mod tie;
mod token_formulas;
mod token_places;
mod token_questions;
pub(crate) mod token_splits;
mod tokens_ahead;
mod ways;
pub(crate) mod white_space;
