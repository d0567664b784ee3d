//! Comparing RDF graphs and datasets: are they isomorphic, what do they differ in, and what is their canonical form.
//!
//! Two graphs are isomorphic if there is a one-to-one mapping of their blank nodes that makes them equal: [`are_isomorphic`] for
//! triples, [`are_isomorphic_datasets`] for quads. A [`Difference`] has the quads of each side that the other lacks, by the mapping that leaves the
//! fewest. A [`Canonicalizer`] labels blank nodes so that isomorphic datasets have the same lines of N-Quads (RDFC-1.0).
//!
//! Invariant: an answer is right, or there is none. Each of these searches may take exponential time at worst; its steps are
//! counted, and beyond a limit it is [given up](Undecided).
//!
//! ```
//! use turtle_peg::oxrdf::Graph;
//! use turtle_peg::{Dialect, Parser};
//! use turtle_peg_comparison::are_isomorphic;
//!
//! let parser = Parser::new(Dialect::Turtle11);
//! let graph = |text| parser.parse_str(text).triples().collect::<Result<Graph, _>>();
//! let (left, right) = (graph("[] <x:p> [] .")?, graph("_:a <x:p> _:b .")?);
//! assert!(are_isomorphic(&left, &right)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonical;
mod difference;
mod isomorphism;

pub use canonical::{CanonicalForm, CanonicalFormError, CanonicalHash, Canonicalizer};
pub use difference::{Difference, Unmatched};
pub use isomorphism::{Undecided, are_isomorphic, are_isomorphic_datasets, map_blank_nodes};
