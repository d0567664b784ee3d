//! IRIs as documents write them.

mod doubted;
mod finding;
mod replacing;

pub use finding::{IriAtPlace, WrittenIri, at, described, mentions, term_of};
pub use replacing::{NotReplaced, not_allowed, replaced};
