//! Running the W3C's test suites, and comparing graphs.

mod difference;
mod isomorphism;

pub use difference::Difference;
pub use isomorphism::{are_isomorphic, are_isomorphic_datasets};
