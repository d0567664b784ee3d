//! From trees to quads: section 7 of Turtle.
//!
//! Invariants: it sees nothing but a [`Tree`](crate::tree::Tree) and the state that earlier statements left, so it serves every
//! dialect and every engine. Each production's meaning is given in one place, [`meaning()`], for all of them.
//! It does not check again that a tree fits the grammar; where a tree has a shape that RDF has no meaning for,
//! which only a changed grammar can make, that is an error and never a guess.

mod base;
mod buffers;
mod declarations;
mod effect;
mod escape;
mod fault;
mod iri;
mod literals;
mod meaning;
mod names;
mod namespaces;
mod nested;
mod parts;
mod plain;
#[cfg(test)]
mod random_iris;
mod recipient;
mod sink;
mod state;
mod statements;
mod term;
mod terms;
mod translator;
mod walk;

pub(crate) use base::Base;
pub(crate) use declarations::DeclarationCounts;
pub(crate) use effect::{Effect, effect};
pub(crate) use fault::{Fault, Lenience, OnWarning};
pub(crate) use literals::check_language_tag;
pub(crate) use meaning::{Meaning, meaning};
pub(crate) use names::check_absolute_iri;
pub(crate) use namespaces::takes_plain_names;
pub(crate) use nested::into_owned;
pub use nested::{blank_nodes, triples};
pub(crate) use parts::Parts;
pub(crate) use recipient::Recipient;
pub(crate) use sink::{Discard, DynamicSink, until_failure};
pub use state::GeneratedNodes;
pub(crate) use state::{DocumentState, Labels, unique_prefix};
pub(crate) use statements::RDF_REIFIES;
pub(crate) use translator::Translator;
