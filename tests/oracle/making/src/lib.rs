//! The oracle's grammars, and the random numbers that it makes grammars and texts from.
//!
//! The parsers of these grammars are generated while the oracle is built, so that a crate of its own makes them.

pub mod random_grammar;
pub mod torture;

pub use testing::random;
