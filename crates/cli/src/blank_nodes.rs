//! Blank nodes of quads.

use turtle_peg::blank_nodes;
use turtle_peg::oxrdf::{BlankNodeRef, GraphNameRef, QuadRef};

/// The blank nodes of a quad: of its triple, with those within triple terms, and its graph's name.
pub fn blank_nodes_of(quad: QuadRef<'_>) -> impl Iterator<Item = BlankNodeRef<'_>> {
    let graph = match quad.graph_name {
        GraphNameRef::BlankNode(node) => Some(node),
        _ => None,
    };
    blank_nodes(quad.into()).chain(graph)
}
