//! What turtle-peg's tests and benchmarks share: running the program, finding folders that only some machines have, and
//! pseudorandom numbers.

#![forbid(unsafe_code)]

mod dialects;
pub mod folders;
pub mod program;
pub mod random;
