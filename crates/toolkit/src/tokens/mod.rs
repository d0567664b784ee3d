//! A specification's grammar over its tokens: FIRST and FOLLOW, LL(1), LR(1), and the shortest texts.

mod bnf;
mod canonical;
pub(crate) mod choice_points;
pub mod decided;
pub mod first;
mod inclusions;
mod lalr;
mod left;
pub mod ll1;
pub mod lr;
pub mod overlap;
pub(crate) mod place;
pub(crate) mod rejected;
mod relations;
pub(crate) mod shortest;
pub mod symbols;
pub mod ties;
