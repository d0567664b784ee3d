//! An index of terms: which documents use an IRI, and what for; how these describe it; what is used together.
//!
//! Invariant: answers follow from the texts of the documents alone: after any sequence of changes they are those of a new index of the
//! same texts. No places are kept: who asks for one reads the document again, which is what an index of a folder costs least with.
//! Nothing here knows the protocol, files or threads.

mod described;
mod document;
mod index;
#[cfg(test)]
mod tests;

pub use described::DescribedTerms;
pub use document::{DocumentTerms, TermUse, TermUses};
pub use index::{IndexedTerm, TermDescription, TermIndex, TermWords, local_name};
