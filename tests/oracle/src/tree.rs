//! Where the fast engine's runtime looks for the nodes that it makes.

#[path = "../../../src/tree/node.rs"]
#[allow(dead_code, reason = "what only those need who read trees")]
mod node;

pub(crate) use node::*;
