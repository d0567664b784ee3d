//! The runtime of the parsers that turtle-peg generates.
//!
//! A generated parser is a function for each rule. It takes a [`Parser`], which has the text and the nodes so far, and
//! a position in bytes; it returns the position after its match, or none. The functions call only one another
//! and this crate.
//!
//! Invariant: this knows no grammar. The code that includes a generated parser defines the kinds of its nodes, with a type
//! that is a [`Kind`].

#![forbid(unsafe_code)]

mod block;
mod class;
mod node;
mod parser;
mod register;
mod stack;
#[cfg(test)]
mod tests;

pub use block::Block;
pub use class::{Bytes, Class};
pub use node::{Kind, Node, Role, Shape, Span};
pub use parser::{Mark, Parser, TwoRuns};
pub use stack::on_enough_stack;
