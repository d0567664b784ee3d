//! Two datasets as one structure: blank nodes are numbers, and quads are labels over them.
//!
//! Invariant: two quads have the same label if and only if they differ in nothing but which blank nodes they have; so the
//! datasets are isomorphic if and only if some one-to-one mapping of the left nodes to the right ones maps the left links,
//! label by label, to the right ones.

use oxrdf::{BlankNode, Dataset, GraphName, NamedOrBlankNode, Quad, QuadRef, Term, Triple};
use std::collections::{HashMap, HashSet};

/// Both datasets, and their blank nodes by number: those of the left one come first.
pub(crate) struct Structure {
    pub(crate) links: Vec<BlankNodeQuad>,
    /// The links of each node.
    pub(super) links_of: Vec<Vec<usize>>,
    /// The blank node that each stands for.
    pub(crate) names: Vec<BlankNode>,
    /// How many nodes the left dataset has.
    pub(crate) left: usize,
}

/// A quad with blank nodes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct BlankNodeQuad {
    /// Stands for all but the nodes: terms, places, and which places hold the same node.
    pub(crate) label: usize,
    /// Its blank nodes in the order of their first places, each once.
    pub(crate) nodes: Vec<usize>,
}

impl Structure {
    /// `None` if already the quads without blank nodes differ, or the numbers of nodes or of quads: then the two are not
    /// isomorphic.
    pub(super) fn of(left: &Dataset, right: &Dataset) -> Option<Self> {
        if left.len() != right.len() {
            return None;
        }
        let owned = |quad: QuadRef<'_>| quad.into_owned();
        let (structure, [left_ground, right_ground]) =
            Self::of_quads(left.iter().map(owned), right.iter().map(owned));
        let is_possible = left_ground == right_ground && structure.has_as_many_nodes();
        is_possible.then_some(structure)
    }

    /// Nodes and links are numbered in the order of the quads. Beside it, the labels of the quads that have no blank nodes.
    pub(crate) fn of_quads(
        left: impl Iterator<Item = Quad>,
        right: impl Iterator<Item = Quad>,
    ) -> (Self, [HashSet<usize>; 2]) {
        let mut structure = Self {
            links: Vec::new(),
            links_of: Vec::new(),
            names: Vec::new(),
            left: 0,
        };
        let mut labels = HashMap::new();
        let left_ground = structure.add(left, &mut labels);
        structure.left = structure.links_of.len();
        let right_ground = structure.add(right, &mut labels);
        (structure, [left_ground, right_ground])
    }

    /// Whether each left link has its counterpart at the same place on the right: then the datasets are isomorphic in them, for
    /// both sides number their nodes in the order of their links. It takes one look at each link.
    pub(crate) fn has_counterparts_in_order(&self) -> bool {
        let (left, right) = self.sides();
        let is_counterpart = |(left, right): (&BlankNodeQuad, &BlankNodeQuad)| {
            let nodes = left.nodes.iter().map(|node| node + self.left);
            left.label == right.label && nodes.eq(right.nodes.iter().copied())
        };
        left.len() == right.len() && left.iter().zip(right).all(is_counterpart)
    }

    /// The links of the left dataset, and those of the right one.
    pub(crate) fn sides(&self) -> (&[BlankNodeQuad], &[BlankNodeQuad]) {
        let middle = self.links.partition_point(|link| self.is_left(link));
        self.links.split_at(middle)
    }

    fn is_left(&self, link: &BlankNodeQuad) -> bool {
        link.nodes.iter().all(|&node| node < self.left)
    }

    /// 0 for a node of the left dataset, 1 for one of the right one.
    pub(super) fn side(&self, node: usize) -> usize {
        usize::from(node >= self.left)
    }

    pub(super) fn has_as_many_nodes(&self) -> bool {
        self.links_of.len() == 2 * self.left
    }

    /// Some of the links, those of the left dataset first, with their nodes.
    pub(crate) fn part(&self, links: &[usize]) -> Self {
        let mut part = Self {
            links: Vec::with_capacity(links.len()),
            links_of: Vec::new(),
            names: Vec::new(),
            left: 0,
        };
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for &link in links {
            let link = &self.links[link];
            let nodes = link.nodes.iter().map(|&node| {
                *numbers.entry(node).or_insert_with(|| {
                    part.links_of.push(Vec::new());
                    part.names.push(self.names[node].clone());
                    part.links_of.len() - 1
                })
            });
            let nodes: Vec<usize> = nodes.collect();
            for &node in &nodes {
                part.links_of[node].push(part.links.len());
            }
            if self.is_left(link) {
                part.left = part.links_of.len();
            }
            let label = link.label;
            part.links.push(BlankNodeQuad { label, nodes });
        }
        part
    }

    /// Adds the quads that have blank nodes, and returns the labels of the others.
    fn add(
        &mut self,
        quads: impl Iterator<Item = Quad>,
        labels: &mut HashMap<String, usize>,
    ) -> HashSet<usize> {
        let mut numbers = HashMap::new();
        let mut ground = HashSet::new();
        for quad in quads {
            let mut nodes = Vec::new();
            let labelled = map_blank_nodes(&quad, &mut |node| {
                let next = self.links_of.len();
                let number = *numbers.entry(node.clone()).or_insert(next);
                if number == next {
                    self.links_of.push(Vec::new());
                }
                let place = nodes.iter().position(|&other| other == number);
                let place = place.unwrap_or_else(|| {
                    nodes.push(number);
                    nodes.len() - 1
                });
                BlankNode::new_unchecked(place.to_string())
            });
            let next = labels.len();
            let label = *labels.entry(labelled.to_string()).or_insert(next);
            if nodes.is_empty() {
                ground.insert(label);
                continue;
            }
            for &node in &nodes {
                self.links_of[node].push(self.links.len());
            }
            self.links.push(BlankNodeQuad { label, nodes });
        }
        let mut numbered: Vec<(BlankNode, usize)> = numbers.into_iter().collect();
        numbered.sort_unstable_by_key(|&(_, number)| number);
        self.names
            .extend(numbered.into_iter().map(|(name, _)| name));
        ground
    }
}

/// The quad with other blank nodes, also in its triple terms: to label the nodes of several datasets alike, say, before these are
/// compared or printed.
///
/// ```
/// use oxrdf::BlankNode;
/// use turtle_peg_comparison::map_blank_nodes;
/// use turtle_peg::{Dialect, Parser};
///
/// let parser = Parser::new(Dialect::NTriples12).with_labels_as_written();
/// let quad = parser.parse_str("_:a <x:p> _:b .").quads().next().unwrap()?;
/// let renamed = map_blank_nodes(&quad, &mut |node| {
///     BlankNode::new_unchecked(format!("left-{}", node.as_str()))
/// });
/// assert_eq!(renamed.to_string(), "_:left-a <x:p> _:left-b");
/// # Ok::<(), turtle_peg::Error>(())
/// ```
pub fn map_blank_nodes(quad: &Quad, map: &mut impl FnMut(&BlankNode) -> BlankNode) -> Quad {
    Quad {
        subject: map_subject(&quad.subject, map),
        predicate: quad.predicate.clone(),
        object: map_object(&quad.object, map),
        graph_name: match &quad.graph_name {
            GraphName::BlankNode(node) => map(node).into(),
            name => name.clone(),
        },
    }
}

fn map_subject(
    subject: &NamedOrBlankNode,
    map: &mut impl FnMut(&BlankNode) -> BlankNode,
) -> NamedOrBlankNode {
    match subject {
        NamedOrBlankNode::BlankNode(node) => map(node).into(),
        NamedOrBlankNode::NamedNode(iri) => iri.clone().into(),
    }
}

fn map_object(object: &Term, map: &mut impl FnMut(&BlankNode) -> BlankNode) -> Term {
    match object {
        Term::BlankNode(node) => map(node).into(),
        Term::Triple(triple) => Term::Triple(Box::new(Triple {
            subject: map_subject(&triple.subject, map),
            predicate: triple.predicate.clone(),
            object: map_object(&triple.object, map),
        })),
        object => object.clone(),
    }
}
