//! The toolkit for grammars: what the specifications' EBNF says, what the PEGs that mirror it say, and whether the two
//! are the same.
//!
//! - One representation of both notations: [`ebnf`] and [`peg`] read and print a [`Grammar`] of [`Expression`]s.
//! - The mirror check, [`check()`]: each rule against its production, and what it matches against what is meant.
//! - What changed between two specifications, and documents that show it: [`Diff`], [`Witnesses`].
//! - The way from EBNF to a PEG in the literate form: [`import()`].
//! - Analyses of a specification's grammar: [`symbols`], [`first`], [`ll1`], [`lr`], [`hygiene`].
//! - [`Summary`]: what there is to say of each production.
//!
//! Invariants: it knows grammars and texts, no RDF terms. Nothing here prints or reads files. Each pass is a file.

mod align;
mod bnf;
mod canonical;
mod check;
mod choices;
mod diff;
pub mod ebnf;
mod error;
mod expression;
mod finding;
pub mod first;
mod formulas;
mod grammar;
mod guard;
pub mod hygiene;
mod import;
mod language;
mod letters;
pub mod ll1;
pub mod lr;
mod mirror;
mod pager;
pub mod peg;
mod place;
mod samples;
mod sentence;
mod spelling;
mod summary;
pub mod symbols;
mod terminals;
mod witness;

pub use check::{Check, CheckedProduction, check};
pub use diff::{Change, ChangeKind, Diff, Likeness};
pub use error::GrammarError;
pub use expression::{Class, Expression};
pub use finding::{Finding, FindingKind};
pub use grammar::{Grammar, Rule, RuleKind};
pub use import::{Import, Note, import};
pub use summary::{ProductionKind, ProductionSummary, Summary};
pub use witness::{Accepts, Evidence, Side, TRIES, Witnesses};
