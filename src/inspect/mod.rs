//! The toolkit for grammars: what the specifications' EBNF says, what the PEGs that mirror it say, and whether the two
//! are the same.
//!
//! Invariants: it knows grammars and texts, no RDF terms. Nothing here prints or reads files. Each pass is a file, and
//! works on one representation of both notations, [`Expression`].

mod align;
mod check;
mod choices;
pub mod ebnf;
mod error;
mod expression;
mod finding;
mod formulas;
mod grammar;
mod guard;
mod language;
mod mirror;
pub mod peg;
mod summary;
mod terminals;

pub use check::{Check, CheckedProduction, check};
pub use error::GrammarError;
pub use expression::{Class, Expression};
pub use finding::{Finding, FindingKind};
pub use grammar::{Grammar, Rule, RuleKind};
pub use summary::{ProductionKind, ProductionSummary, Summary};
