//! Runs the productions of a specification's grammar as they stand in its EBNF.
//!
//! A text is cut into tokens, each the longest that any terminal or literal of the grammar matches there, whatever the
//! context. The productions are then run token by token: by a [`Machine`] where one token of lookahead always tells how to
//! go on, and by [Earley's algorithm](earley) for every other grammar.
//!
//! - [`Tables`]: a grammar, ready to run. They are data: `compile` makes them of a grammar's text, at build time or at run
//!   time, and can write them as Rust source.
//! - [`Request`], [`Reply`]: how a document is read a statement, or a part of one, at a time.
//! - [`Machine`]: one token of lookahead over a stack of states. Time is linear in the text; memory is the nesting.
//! - [`TokenWalk`]: the same for tokens without a text: which could be at a place, and what could follow them.
//! - [`earley`]: any grammar, also one that is left-recursive or ambiguous.
//! - [`TokenCuts`]: whether a part of a text that another parser took ends where a token does.
//! - [`Rejection`]: where a text leaves the grammar, the expected tokens, the open nonterminals.
//!
//! Invariants: nothing here knows RDF, or the meaning of a tree's nodes: the [`TreeSink`] does. No recursion follows the
//! input. Nothing prints or reads files.

#![forbid(unsafe_code)]

#[cfg(feature = "compile")]
pub mod compile;
mod data;
pub mod earley;
mod empty_trees;
mod machine;
mod open_lists;
mod read;
mod rejection;
mod request;
mod scanner;
mod sink;
mod tables;
mod token_cuts;
mod token_set;
mod token_walk;

pub use data::{Data, Name};
pub use machine::Machine;
pub use open_lists::OpenLists;
pub use rejection::{EarleyRefusal, Finished, Found, Open, Rejection};
pub use request::{Reply, Request, Scope};
pub use scanner::{Scan, Scanner, is_word};
pub use sink::TreeSink;
pub use tables::{GraphTables, ListTables, Nonterminal, SpecifiedToken, State, Symbol, Tables};
pub use token_cuts::TokenCuts;
pub use token_set::TokenSet;
pub use token_walk::TokenWalk;
