//! Writing triples.

mod n_triples;

pub use n_triples::NTriplesWriter;
