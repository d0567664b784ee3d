//! The matches of expressions, for all texts.

pub(crate) mod automata;
pub(crate) mod bits;
pub mod effort;
pub(crate) mod forms;
pub(crate) mod formulas;
pub mod inclusion;
pub(crate) mod language;
pub(crate) mod samples;
