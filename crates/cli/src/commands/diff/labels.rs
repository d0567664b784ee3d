//! One label for each blank node of a difference: the two that are matched have the first document's, and one that only the second
//! document has gets no label of the first.
//!
//! Invariant: two nodes have the same label if and only if they are matched.

use super::document::PlacedQuads;
use crate::blank_nodes::blank_nodes_of;
use comparison::{Unmatched, map_blank_nodes};
use std::collections::{HashMap, HashSet};
use turtle_peg::oxrdf::{BlankNode, BlankNodeRef, Quad};

/// The blank nodes of the triples that differ, in their order.
pub struct DifferenceLabels {
    pub nodes: Vec<DifferenceNode>,
    /// For each document, the place in `nodes` of each of its own.
    places: [HashMap<BlankNode, usize>; 2],
}

/// A blank node, or two that are matched.
pub struct DifferenceNode {
    pub label: BlankNode,
    /// The node in each document.
    pub of: [Option<BlankNode>; 2],
}

impl DifferenceLabels {
    pub fn new(documents: [&PlacedQuads; 2], unmatched: &Unmatched) -> Self {
        let mut labels = Self {
            nodes: Vec::new(),
            places: Default::default(),
        };
        let mates: [HashMap<&BlankNode, &BlankNode>; 2] = [0, 1].map(|side| {
            let pairs = unmatched.pairs.iter();
            pairs.map(|pair| (&pair[side], &pair[1 - side])).collect()
        });
        let mut taken = None;
        for (side, numbers) in [&unmatched.left, &unmatched.right].into_iter().enumerate() {
            for &number in numbers {
                for node in blank_nodes_of(documents[side].quads[number].as_ref()) {
                    let node = node.into_owned();
                    if labels.places[side].contains_key(&node) {
                        continue;
                    }
                    let mate = mates[side].get(&node).copied().cloned();
                    let mut of = [None, None];
                    of[1 - side] = mate;
                    of[side] = Some(node);
                    let label = match &of {
                        [Some(first), _] => first.clone(),
                        [None, Some(second)] => {
                            let taken = taken.get_or_insert_with(|| labels_of(documents));
                            unlike(second, taken)
                        }
                        [None, None] => continue,
                    };
                    labels.add(DifferenceNode { label, of });
                }
            }
        }
        labels
    }

    fn add(&mut self, node: DifferenceNode) {
        for (places, name) in self.places.iter_mut().zip(&node.of) {
            if let Some(name) = name {
                places.insert(name.clone(), self.nodes.len());
            }
        }
        self.nodes.push(node);
    }

    /// A quad of one of the documents, with these labels.
    pub fn labelled(&self, quad: &Quad, side: usize) -> Quad {
        map_blank_nodes(quad, &mut |node| match self.places[side].get(node) {
            Some(&place) => self.nodes[place].label.clone(),
            None => node.clone(),
        })
    }
}

/// A label of the second document, or one made of it where the first has this, too.
fn unlike(label: &BlankNode, [first, second]: &[HashSet<BlankNodeRef<'_>>; 2]) -> BlankNode {
    let mut own = label.clone();
    while first.contains(&own.as_ref()) || (own != *label && second.contains(&own.as_ref())) {
        own = BlankNode::new_unchecked(format!("second-{}", own.as_str()));
    }
    own
}

fn labels_of<'a>(documents: [&'a PlacedQuads; 2]) -> [HashSet<BlankNodeRef<'a>>; 2] {
    documents.map(|document| {
        let quads = document.quads.iter();
        quads
            .flat_map(|quad| blank_nodes_of(quad.as_ref()))
            .collect()
    })
}
