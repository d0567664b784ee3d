//! Writing triples and quads.

mod beyond;
mod escape;
mod n_quads;
mod n_triples;

pub use beyond::BeyondRdf12;
pub use n_quads::NQuadsWriter;
pub use n_triples::NTriplesWriter;
