//! The shared part of the programs that judge the engines: they make inputs, read each in several ways, and compare the events.
//!
//! [`sampler`] and [`mutation`] make texts, [`random_grammar`] makes grammars. [`way`] lists the ways to read a document,
//! [`transcript`] records all that a caller sees of it, and [`claim`] says which transcripts have to agree. [`search`] runs
//! checks on random inputs by the million.
//!
//! Invariant: a seed stands for its inputs, so that whatever fails can be run again by itself.

#[cfg(feature = "documents")]
pub mod claim;
#[cfg(feature = "documents")]
pub mod mutants;
pub mod mutation;
pub mod random_grammar;
pub mod sampler;
pub mod search;
mod shrink;
#[cfg(feature = "documents")]
pub mod transcript;
#[cfg(feature = "documents")]
pub mod way;
