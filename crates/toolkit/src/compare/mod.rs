//! What changed between two grammars, and documents that show it.

pub(crate) mod changed_texts;
pub(crate) mod diff;
pub(crate) mod spelling;
mod token_alphabet;
