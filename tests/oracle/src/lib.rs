//! The oracle: input by input, the generated parsers agree with pest's.
//!
//! [`grammar`] has the grammars with both of their parsers: torture grammars, which have every construct, and random ones,
//! which the build makes. [`check`] compares the two parsers on one rule and one text. `tests/differential.rs` makes the texts,
//! and `tests/faults.rs` puts faults into the generator, to see whether the oracle sees them.

pub mod check;
pub mod grammar;
