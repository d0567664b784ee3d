//! turtle-peg for JavaScript: the part that is compiled to WebAssembly. `lib/` has the part in TypeScript, which users see.
//!
//! Invariant: what crosses over is bytes, numbers, and one string a batch, never a term or a quad by itself: each crossing has its price.
//!
//! The feature `tools` adds what explains and mends; without it, this is what a page needs that reads and writes.

#[cfg(feature = "tools")]
mod convert;
mod fault;
mod formats;
mod reading;
mod terms;
mod writing;
