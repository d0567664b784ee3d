//! Grammars that the command line names, and the texts that the W3C published.

pub mod conventions;
pub mod grammar_page;
pub mod included;
pub mod loaded;
pub mod notes;
pub mod published;
pub mod samples;
pub mod source;
pub mod specified;
pub mod untold_terminals;
