//! A toolkit for grammars: a specification's EBNF, a PEG that mirrors it, and whether the two say the same.
//!
//! - One representation of both notations: [`ebnf`] and [`peg`] read and print a [`Grammar`] of [`Expression`]s.
//! - [`inclusion`]: whether one rule matches, for all texts, only the texts of another.
//! - The mirror check, [`check()`]: each rule against its production, and its texts against the production's.
//! - Analyses of a specification's grammar: [`symbols`], [`first`], [`ll1`], [`lr`], [`hygiene`], [`overlap`].
//! - [`Summary`]: each production with its uses and sets.
//! - Documents made from a grammar: [`Generator`], which counts the [`Case`]s that they use; and the cases of others: [`Coverage`].
//! - Changes between two specifications, and texts that show them: [`Diff`], [`changed_texts`].
//! - The way from EBNF to a PEG in the literate form: [`import()`].
//! - [`railroad`]: a production as a drawing.
//!
//! # Map
//!
//! Each folder uses only those above it in this list; a test holds that.
//!
//! | folder | contents |
//! |---|---|
//! | `matching` | the texts of an expression |
//! | `tokens` | the grammar over its tokens: FIRST, FOLLOW, LL(1), LR(1) |
//! | `mirror` | whether a PEG mirrors its specification |
//! | `proof` | automata and tables that show it, for others to check |
//! | `survey` | facts about one grammar |
//! | `compare` | changes between two |
//! | `documents` | documents of a grammar, and the cases that they use |
//! | `import` | from EBNF to a PEG |
//!
//! Invariants: nothing here knows RDF or any one language; nothing prints or opens files. Each pass is a file.

#![forbid(unsafe_code)]

mod compare;
mod documents;
mod import;
mod matching;
mod mirror;
mod proof;
mod survey;
mod tokens;

pub use compare::changed_texts::{ChangedText, changed_texts};
pub use compare::diff::{ChangeKind, Diff, GrammarChange, Likeness, StartChange};
pub use compare::spelling::{text_of, texts};
pub use documents::cases::{Case, CaseWay};
pub use documents::coverage::Coverage;
pub use documents::generator::{Covering, Generator, Sentence};
pub use documents::interpreter::Mismatch;
pub use documents::mutants::Mutant;
pub use import::{Comments, Import, Note, import};
pub use matching::automata::{MarkedState, TextState};
pub use matching::effort::{self, Unanswered};
pub use matching::inclusion;
pub use matching::samples::Samples;
pub use mirror::check::{Check, CheckedProduction, check};
pub use mirror::finding::{Finding, FindingKind};
pub use mirror::obligation::{Argument, Claim, Obligation, ObligationOutcome};
pub use mirror::passed_text::passes_the_same;
pub use mirror::standing::Standing;
pub use notation::pest_file::unfit_name;
pub use notation::{
    CharacterClass, DocumentForm, Expression, Grammar, GrammarError, GrammarPlaces, KeywordCase,
    Keywords, NamePlace, Rule, RuleKind, ebnf, peg,
};
pub use proof::{Proof, RuleTables, TerminalProof};
pub use survey::analyses::Analyses;
pub use survey::summary::{Lookaheads, ProductionKind, ProductionSummary, Summary};
pub use survey::untold_terminals::untold_terminals;
pub use survey::{hygiene, railroad};
pub use tokens::decided::DecidedGrammar;
pub use tokens::{first, ll1, lr, overlap, symbols, ties};
