//! What changed between two grammars, and documents that show it.

pub(crate) mod diff;
mod letters;
pub(crate) mod spelling;
pub(crate) mod witness;
