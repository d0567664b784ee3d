//! Does the oracle see anything? Faults are put into the generator and its runtime, one at a time, and each has to
//! be caught, by the check that the table names.
//!
//! The sources are copied, and the copy is changed, built and run. Invariant: a fault that cannot be placed, or does
//! not compile, or is caught by another check than the one named, is a failure as much as one that is not caught.

mod bench;
mod table;

pub use bench::{Bench, Caught};
pub use table::{FAULTS, Fault};
