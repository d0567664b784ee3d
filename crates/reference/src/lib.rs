//! The parsers that pest derives from the files in `grammar/`, one module each.
//!
//! Invariant: nothing is here but the parsers that pest derives, and the [watch](watched()) over them. The crate is alone so
//! that it is compiled again only when a grammar changes: eleven derived parsers take longer than the rest of the library.

extern crate pest as original;
// The derived code takes everything from `::pest`.
extern crate self as pest;

mod watched;

pub use watched::watched;

#[doc(hidden)]
pub use original::*;
#[doc(hidden)]
pub use watched::{ParserState, state};

include!(concat!(env!("OUT_DIR"), "/derived.rs"));
