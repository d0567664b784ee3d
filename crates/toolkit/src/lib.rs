//! The toolkit for grammars: what the specifications' EBNF says, what the PEGs that mirror it say, and whether the two
//! are the same.
//!
//! - One representation of both notations: [`ebnf`] and [`peg`] read and print a [`Grammar`] of [`Expression`]s.
//! - The mirror check, [`check()`]: each rule against its production, and what it matches against what is meant.
//! - Analyses of a specification's grammar: [`symbols`], [`first`], [`ll1`], [`lr`], [`hygiene`], [`overlap`].
//! - [`Summary`]: what there is to say of each production; [`findings`]: of all grammars, as a page.
//! - Documents made from a grammar: [`Generator`], which counts the [`Case`]s that they use; and what others use: [`Coverage`].
//! - What changed between two specifications, and documents that show it: [`Diff`], [`Witnesses`].
//! - The way from EBNF to a PEG in the literate form: [`import()`].
//! - [`railroad`]: a production as a drawing.
//!
//! Invariants: it knows grammars and texts, no RDF terms. Nothing here prints or reads files. Each pass is a file.

mod align;
mod bnf;
mod canonical;
mod cases;
mod check;
mod choices;
mod coverage;
mod diff;
mod finding;
pub mod findings;
pub mod first;
mod forms;
mod formulas;
mod guard;
pub mod hygiene;
mod import;
mod interpreter;
mod language;
mod letters;
pub mod ll1;
pub mod lr;
mod mirror;
mod mutants;
pub mod overlap;
mod pager;
mod place;
pub mod railroad;
mod random;
mod samples;
mod sentence;
mod sentences;
mod spacing;
mod spelling;
mod summary;
pub mod symbols;
mod terminals;
mod tokens;
mod trace;
mod walk;
mod witness;

pub use cases::{Case, Way};
pub use check::{Check, CheckedProduction, Standing, check};
pub use coverage::Coverage;
pub use diff::{Change, ChangeKind, Diff, Likeness};
pub use finding::{Finding, FindingKind};
pub use import::{Import, Note, import};
pub use interpreter::Mismatch;
pub use mutants::Mutant;
pub use notation::{Class, Expression, Grammar, GrammarError, Rule, RuleKind, ebnf, peg};
pub use samples::Samples;
pub use sentences::{Covering, Generator, Sentence};
pub use summary::{Lookaheads, ProductionKind, ProductionSummary, Summary};
pub use witness::{Accepts, Evidence, Side, TRIES, Witnesses};
