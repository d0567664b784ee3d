//! Where the fast engine's runtime looks for the nodes that it makes.

#[path = "../../../src/tree/node.rs"]
mod node;

pub(crate) use node::*;
