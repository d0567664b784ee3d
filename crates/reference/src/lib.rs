//! The parsers that pest derives from the files in `grammar/`, one module each.
//!
//! Invariant: nothing is here but the parsers that pest derives. The crate is alone so that it is compiled again only when a
//! grammar changes: eleven derived parsers take longer than the rest of the library.

include!(concat!(env!("OUT_DIR"), "/derived.rs"));
