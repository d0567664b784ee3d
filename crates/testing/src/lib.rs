//! Tools that the tests and benchmarks of turtle-peg share: running the program, consoles in pages, folders that only some
//! machines have, documents, threads, stacks, pseudorandom numbers, and how much a test tries.

#![forbid(unsafe_code)]

#[cfg(unix)]
pub mod consoles;
mod dialects;
pub mod documents;
pub mod folders;
pub mod program;
pub mod random;
mod soak;
pub mod stack;
mod threads;

pub use soak::soak;
pub use threads::side_by_side;
