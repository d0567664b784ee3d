//! Writing triples and quads.

mod any;
mod base;
mod beyond;
mod checks;
mod copied_labels;
mod error;
mod escape;
mod front;
mod held;
mod layout;
mod n_quads;
mod n_triples;
mod nested_terms;
mod nesting;
mod prefixes;
mod readings;
mod recent;
mod settings;
mod statements;
mod terms;
mod together;
mod tokens;
mod trig;
mod turtle;
mod version;

pub use any::Writer;
pub use beyond::BeyondRdf12;
pub use error::WriteError;
pub use held::HeldQuads;
pub use n_quads::NQuadsWriter;
pub use n_triples::NTriplesWriter;
pub use statements::{StatementLines, WrittenSoFar};
pub use together::StatementOrder;
pub use trig::TriGWriter;
pub use turtle::TurtleWriter;
pub use version::{VERSION_DIRECTIVE, VersionDue, is_beyond_rdf_11};
