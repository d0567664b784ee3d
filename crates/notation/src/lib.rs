//! Reads and prints grammars: the EBNF of the W3C's specifications, and the PEG of `.pest` files.
//!
//! - One representation of both notations: [`ebnf`] and [`peg`] read and print a [`Grammar`] of [`Expression`]s.
//! - [`pest_file`]: a `.pest` file as pest reads it, to generate a parser from it or to run it.
//! - [`DocumentForm`]: how a document can be read piece by piece, and [`entry_rules`] that do so.
//! - [`CharSet`]: a set of characters.
//!
//! Invariants: nothing here knows RDF or any one grammar, and nothing prints or opens files.

#![forbid(unsafe_code)]

pub mod char_set;
#[cfg(feature = "ebnf")]
pub mod ebnf;
#[cfg(feature = "ebnf")]
mod error;
mod expression;
mod grammar;
mod keywords;
pub mod limits;
mod nothing;
#[cfg(feature = "ebnf")]
pub mod peg;
pub mod pest_file;
mod pieces;
mod places;
mod recursion;
mod stack;

pub use char_set::CharSet;
#[cfg(feature = "ebnf")]
pub use error::GrammarError;
pub use expression::{CharacterClass, Expression};
pub use grammar::{Grammar, Rule, RuleKind, RuleUses};
pub use keywords::{KeywordCase, Keywords};
pub use nothing::CanBeNothing;
pub use pieces::{DocumentForm, EntryRule, GraphPieces, ListPieces, Statements, entry_rules};
pub use places::NamePlace;
#[cfg(feature = "ebnf")]
pub use places::{GrammarPlaces, ProductionPlace};
pub use stack::with_stack;
