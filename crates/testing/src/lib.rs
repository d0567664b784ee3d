//! What turtle-peg's tests share: how to run the program, and where folders are that only some machines have.

#![forbid(unsafe_code)]

pub mod named;
pub mod program;
pub mod suites;
