//! turtle-peg itself, through its public interface, with one engine and with the other.
//!
//! Invariant: whatever can be seen of a document is compared: quads with their provenance, trees, errors with
//! their words and places, what is declared at the end. Blank node labels are the same in every run, so that
//! quads are compared as they are.

mod chunks;
mod corpus;
mod part;
mod transcript;

pub use part::{DocumentPart, parts};
