//! Facts about grammars that several commands tell, found by running them.

pub mod all_engines;
pub mod commits;
pub mod compared;
pub mod conflict_documents;
pub mod missing_tests;
pub mod partings;
pub mod reference;
pub mod short_documents;
pub mod sought;
mod start_pairs;
pub mod suite;
