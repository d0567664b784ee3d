//! Documents of a grammar: the cases that they use, documents made to use them, and near misses.

pub(crate) mod cases;
pub(crate) mod coverage;
pub(crate) mod generator;
mod ingredients;
pub(crate) mod interpreter;
pub(crate) mod mutants;
mod random;
mod spacing;
mod trace;
mod walk;
