//! turtle-peg for JavaScript: the part that is compiled to WebAssembly. `lib/` has the part in TypeScript, which users see.
//!
//! Invariant: what crosses over is bytes, numbers, and one string a batch, never a term or a quad by itself: each crossing has its price.
//!
//! Each of the two features makes a module of its own: `reading` what reads and writes, `tools` what explains, mends and converts. They
//! share errors and the names of formats.

mod fault;
mod formats;
#[cfg(feature = "reading")]
mod reading;
#[cfg(feature = "reading")]
mod terms;
#[cfg(feature = "tools")]
mod tools;
#[cfg(feature = "reading")]
mod writing;
