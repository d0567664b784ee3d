//! The toolkit for grammars: what the specifications' EBNF says, what the PEGs that mirror it say, and whether the two
//! are the same.
//!
//! Invariants: it knows grammars and texts, no RDF terms. Nothing here prints or reads files. Each pass is a file, and
//! works on one representation of both notations, [`Expression`].

mod canonical;
mod bnf;
pub mod ebnf;
mod error;
mod expression;
pub mod first;
mod grammar;
pub mod hygiene;
pub mod ll1;
pub mod lr;
mod pager;
pub mod peg;
mod place;
mod sentence;
pub mod symbols;

pub use error::GrammarError;
pub use expression::{Class, Expression};
pub use grammar::{Grammar, Rule, RuleKind};
