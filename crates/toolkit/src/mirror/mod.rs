//! Whether a PEG mirrors its specification, production by production.

pub(crate) mod align;
pub(crate) mod check;
mod choices;
mod consequences;
mod declared;
mod entry;
pub(crate) mod finding;
mod guard;
mod large;
mod leading;
mod letters;
mod longer;
mod next_tokens;
pub(crate) mod obligation;
pub(crate) mod parts;
mod quotation;
pub(crate) mod sides;
mod structure;
pub(crate) mod terminals;
mod tie;
mod token_formulas;
mod token_places;
mod token_questions;
pub(crate) mod token_splits;
mod ways;
mod white_space;
