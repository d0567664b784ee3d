//! What turtle-peg's tests and benchmarks share: how to run the program, where folders are that only some machines have, and
//! numbers that look like chance.

#![forbid(unsafe_code)]

mod dialects;
pub mod folders;
pub mod program;
pub mod random;
