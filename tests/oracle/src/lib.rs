//! The oracle: proof, input by input, that the fast engine does what pest does.
//!
//! Two kinds of things are compared. Parsers made from a grammar (`grammar`), with pest_derive or pest_vm on the
//! same rule and text (`check`): torture grammars, which have every construct, and random ones, made by the build
//! (the crate `making`); the texts come from walking the grammar (`sampler`) and changing what came out (`mutation`).
//! And turtle-peg itself, through its public interface, one engine with the other and readers with slices
//! (`documents`): mutants of real documents in all dialects.
//!
//! `run` spreads the work over threads. Invariant: a part's batch of inputs depends on the seed, the part's name
//! and the batch's number alone, so that whatever fails can be run again by itself.

#![forbid(unsafe_code)]

pub mod check;
#[cfg(feature = "documents")]
pub mod documents;
pub mod faults;
pub mod grammar;
pub mod mutation;
pub mod panics;
pub mod parsers;
pub mod run;
pub mod sampler;
pub mod shrink;

pub use making::random;
