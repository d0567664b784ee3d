//! The commands, a module each. A folder has what only its command needs.
//!
//! Invariant: a command uses no other, but that the language server prints productions as `explain` does. What several commands need is beside
//! this folder.

pub mod check;
pub mod conformance;
pub mod describe;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod format;
pub(crate) mod grammar;
pub(crate) mod index;
pub mod lsp;
pub mod parse;
pub(crate) mod split;
pub(crate) mod stats;
pub mod tree;
