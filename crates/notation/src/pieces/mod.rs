//! How a document is read piece by piece: a statement at a time, a graph's statement at a time, an object of a list at a time.
//!
//! No specification has rules for that, so no grammar has them: they follow from the productions' form, which [`DocumentForm`] finds, and
//! [`entry_rules`] writes down as rules of a PEG. Names mean nothing here.
//!
//! Invariant: piece by piece the texts are read that are read at once. For a form of which the modules below do not show that, there
//! are no pieces: then the next larger piece is read at once, in the end the document.

mod characters;
mod document;
mod forms;
mod graphs;
mod lists;
mod rules;
mod statements;
mod trivia;

pub use document::DocumentForm;
pub use graphs::GraphPieces;
pub use lists::ListPieces;
pub use rules::{EntryRule, entry_rules};
pub use statements::Statements;
