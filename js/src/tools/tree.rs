//! A document's tree as a plain object, as `lib/tools.ts` describes it.

use super::places::{Count, Places};
use serde::Serialize;
use turtle_peg::Parser;
use turtle_peg::tree::{NodeRef, Tree};

/// The productions of a document's statements, in the document's order.
#[derive(Default, Serialize)]
pub struct DocumentTree {
    nodes: Vec<Node>,
    /// How many more there are.
    more: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    production: &'static str,
    depth: usize,
    is_leaf: bool,
    start: usize,
    end: usize,
}

impl DocumentTree {
    pub fn new(text: &str, parser: Parser, limit: usize) -> Self {
        let places = Places::new(text);
        let mut document = parser.with_recovery().parse_str(text);
        let mut all = Self::default();
        while let Some(statement) = document.next_tree() {
            // A statement at fault has no tree.
            let Ok(tree) = statement else { continue };
            for (depth, node) in tree.root().descendants() {
                match all.nodes.len() < limit {
                    true => all.nodes.push(Node::new(tree, depth, node, &places)),
                    false => all.more += 1,
                }
            }
        }
        all
    }
}

impl Node {
    fn new(tree: Tree<'_>, depth: usize, node: NodeRef<'_>, places: &Places<'_>) -> Self {
        let bytes = tree.bytes(node.span());
        Self {
            production: node.production().name(),
            depth,
            is_leaf: node.is_leaf(),
            start: places.of_byte(bytes.start),
            end: places.of_byte(bytes.end),
        }
    }
}
