//! Running the W3C's test suites, and comparing graphs.

mod isomorphism;

pub use isomorphism::are_isomorphic;
