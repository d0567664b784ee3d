//! Whether a PEG mirrors its specification, production by production.

pub(crate) mod align;
pub(crate) mod check;
mod choices;
pub(crate) mod finding;
mod guard;
mod quotation;
pub(crate) mod sides;
mod structure;
pub(crate) mod terminals;
mod tie;
mod token_splits;
