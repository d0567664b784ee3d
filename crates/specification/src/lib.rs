//! Runs the productions of a specification's grammar as they stand in its EBNF.
//!
//! A text is cut into tokens, each the longest that any terminal or literal of the grammar matches there, whatever the
//! context. The productions are then run token by token: by a [`Machine`] where one token of lookahead always tells how to
//! go on, and by [Earley's algorithm](earley) for every other grammar.
//!
//! - [`Tables`]: a grammar, ready to run. They are data: `compile` makes them of a grammar's text, at build time or at run
//!   time, and can write them as Rust source.
//! - [`Machine`]: one token of lookahead over a stack of states. Time is linear in the text; memory is the nesting.
//! - [`earley`]: any grammar, also one that is left-recursive or ambiguous.
//! - [`apart`]: two grammars side by side, and the shortest sentences that only one of them accepts.
//! - [`Seams`]: whether a part of a text that another parser took ends where a token does.
//! - [`Rejection`]: where a text stops being one of the grammar, what could have stood there, what is open.
//!
//! Invariants: nothing here knows RDF, or what a node of a tree is: that is the [`Sink`]'s. No recursion follows the
//! input. Nothing prints or reads files.

#![forbid(unsafe_code)]

pub mod apart;
#[cfg(feature = "compile")]
pub mod compile;
pub mod earley;
mod machine;
mod rejection;
mod scanner;
mod seams;
mod tables;
mod token_set;

pub use machine::{Entry, Lists, Machine, Spine, Stop};
pub use rejection::{Finished, Found, Open, Rejection};
pub use scanner::{Scan, Scanner};
pub use seams::Seams;
pub use tables::{Data, GraphTables, Name, Rule, State, Symbol, Tables, Token};
pub use token_set::TokenSet;

/// Takes the nodes of a tree, in document order. Offsets are bytes of the text.
pub trait Sink {
    /// A nonterminal begins: the rule of this number.
    fn begin(&mut self, rule: usize, start: usize);

    /// The innermost nonterminal that is begun ends.
    fn end(&mut self, end: usize);

    /// A terminal, from its first byte to behind its last. Literals, which have no name, are none.
    fn leaf(&mut self, token: usize, start: usize, end: usize);
}

/// Takes nothing: for those who ask for the verdict alone.
impl Sink for () {
    fn begin(&mut self, _: usize, _: usize) {}
    fn end(&mut self, _: usize) {}
    fn leaf(&mut self, _: usize, _: usize, _: usize) {}
}
