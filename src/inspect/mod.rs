//! The toolkit for grammars: what the specifications' EBNF says, what the PEGs that mirror it say, and whether the two
//! are the same.
//!
//! - One representation of both notations: [`ebnf`] and [`peg`] read and print a [`Grammar`] of [`Expression`]s.
//! - The mirror check, [`check()`]: each rule against its production, and what it matches against what is meant.
//! - Analyses of a specification's grammar: [`symbols`], [`first`], [`ll1`], [`lr`], [`hygiene`], [`overlap`].
//! - [`Summary`]: what there is to say of each production; [`findings`]: of all grammars, as a page.
//! - [`railroad`]: a production as a drawing.
//!
//! Invariants: it knows grammars and texts, no RDF terms. Nothing here prints or reads files. Each pass is a file.

mod align;
mod bnf;
mod canonical;
mod check;
mod choices;
pub mod ebnf;
mod error;
mod expression;
mod finding;
pub mod findings;
pub mod first;
mod formulas;
mod grammar;
mod guard;
pub mod hygiene;
mod language;
pub mod ll1;
pub mod lr;
mod mirror;
pub mod overlap;
mod pager;
pub mod peg;
mod place;
pub mod railroad;
mod sentence;
mod summary;
pub mod symbols;
mod terminals;
mod tokens;

pub use check::{Check, CheckedProduction, Standing, check};
pub use error::GrammarError;
pub use expression::{Class, Expression};
pub use finding::{Finding, FindingKind};
pub use grammar::{Grammar, Rule, RuleKind};
pub use summary::{Lookaheads, ProductionKind, ProductionSummary, Summary};
