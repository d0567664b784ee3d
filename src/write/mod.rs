//! Writing triples and quads.

mod any;
mod beyond;
mod copied_labels;
mod error;
mod escape;
mod held;
mod layout;
mod n_quads;
mod n_triples;
mod nested_terms;
mod nesting;
mod prefixes;
mod readings;
mod recent_iris;
mod settings;
mod statements;
mod terms;
mod tokens;
mod trig;
mod turtle;
mod version;

pub use any::Writer;
pub use beyond::BeyondRdf12;
pub use error::WriteError;
#[cfg(feature = "cli")]
pub(crate) use escape::write_turtle_string;
#[cfg(feature = "cli")]
pub(crate) use held::HeldQuads;
pub use n_quads::NQuadsWriter;
pub use n_triples::NTriplesWriter;
#[cfg(feature = "cli")]
pub(crate) use statements::{StatementLines, WrittenSoFar};
#[cfg(feature = "cli")]
pub(crate) use terms::{base_directive, prefix_directive, reference_between_signs};
pub use trig::TriGWriter;
pub use turtle::TurtleWriter;
#[cfg(feature = "canonical")]
pub(crate) use version::is_beyond_rdf_11;
#[cfg(feature = "cli")]
pub(crate) use version::{VERSION_DIRECTIVE, VersionDue};
