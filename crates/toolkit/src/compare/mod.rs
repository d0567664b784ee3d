//! The changes between two grammars, and documents that show them.

pub(crate) mod changed_texts;
pub(crate) mod diff;
pub(crate) mod spelling;
mod token_alphabet;
