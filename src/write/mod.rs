//! Writing triples and quads.

mod escape;
mod n_quads;
mod n_triples;

pub use n_quads::NQuadsWriter;
pub use n_triples::NTriplesWriter;
