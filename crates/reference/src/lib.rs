//! The parsers that pest derives from the files in `grammar/`, one module each.
//!
//! Invariant: there is nothing here but what pest makes of the files. The crate stands alone so that it is compiled again
//! only when a grammar changes: eleven derived parsers take longer than the rest of the library.

include!(concat!(env!("OUT_DIR"), "/derived.rs"));
