//! Two datasets as one structure: blank nodes are numbers, and quads are labels over them.
//!
//! Invariant: two quads have the same label if and only if they differ in nothing but which blank nodes they have; so the
//! datasets are isomorphic if and only if some one-to-one mapping of the left nodes to the right ones maps the left links,
//! label by label, to the right ones.

use super::labels::QuadLabels;
use foldhash::quality::FixedState;
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use oxrdf::{
    BlankNode, BlankNodeRef, Dataset, GraphName, NamedOrBlankNode, Quad, QuadRef, Term, Triple,
};
use std::hash::{BuildHasher, Hash};
use std::ops::Index;

/// Both datasets, and their blank nodes by number: those of the left one come first.
pub(crate) struct Structure<'q> {
    pub(crate) links: Vec<BlankNodeQuad>,
    /// The number of each link's quad in its dataset.
    pub(crate) quads: Vec<usize>,
    pub(super) links_of: LinksOfNodes,
    /// The blank node that each stands for.
    pub(crate) names: Vec<BlankNodeRef<'q>>,
    /// How many nodes the left dataset has.
    pub(crate) left: usize,
}

/// A quad with blank nodes.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct BlankNodeQuad {
    /// Stands for all but the nodes: terms, places, and which places hold the same node.
    pub(crate) label: usize,
    /// Its blank nodes in the order of their first places, each once.
    pub(crate) nodes: Box<[usize]>,
}

/// The hash of what links or nodes have in common: each time the same, so that what follows from its order is, too.
pub(super) fn hashed(value: impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}

/// The links of each node, in their order: one list for all nodes, since most have few links.
#[derive(Default)]
pub(super) struct LinksOfNodes {
    links: Vec<usize>,
    /// Where the links of each node end.
    ends: Vec<usize>,
}

impl LinksOfNodes {
    fn new(nodes: usize, links: &[BlankNodeQuad]) -> Self {
        let mut ends = vec![0; nodes];
        for &node in links.iter().flat_map(|link| &link.nodes) {
            ends[node] += 1;
        }
        let mut end = 0;
        for count in &mut ends {
            // Where they begin, until they are there.
            end += std::mem::replace(count, end);
        }
        let mut of_nodes = vec![0; end];
        for (number, link) in links.iter().enumerate() {
            for &node in &link.nodes {
                of_nodes[ends[node]] = number;
                ends[node] += 1;
            }
        }
        Self {
            links: of_nodes,
            ends,
        }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }
}

impl Index<usize> for LinksOfNodes {
    type Output = [usize];

    fn index(&self, node: usize) -> &[usize] {
        let begin = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.links[begin..self.ends[node]]
    }
}

impl<'q> Structure<'q> {
    /// `None` if already the quads without blank nodes differ, or the numbers of nodes or of quads: then the two are not
    /// isomorphic.
    pub(super) fn of(left: &'q Dataset, right: &'q Dataset) -> Option<Self> {
        if left.len() != right.len() {
            return None;
        }
        let (structure, [left_ground, right_ground]) =
            Self::of_quads(left.iter().enumerate(), right.iter().enumerate());
        let is_possible = left_ground == right_ground && structure.has_as_many_nodes();
        is_possible.then_some(structure)
    }

    /// Nodes and links are numbered in the order of the quads, which have numbers of their own; a quad that comes again makes no other
    /// link. Beside it, the labels of the quads that have no blank nodes.
    pub(crate) fn of_quads(
        left: impl Iterator<Item = (usize, QuadRef<'q>)>,
        right: impl Iterator<Item = (usize, QuadRef<'q>)>,
    ) -> (Self, [HashSet<usize>; 2]) {
        let mut structure = Self {
            links: Vec::new(),
            quads: Vec::new(),
            links_of: LinksOfNodes::default(),
            names: Vec::new(),
            left: 0,
        };
        let mut labels = QuadLabels::default();
        let left_ground = structure.add(left, &mut labels);
        structure.left = structure.names.len();
        let right_ground = structure.add(right, &mut labels);
        structure.links_of = LinksOfNodes::new(structure.names.len(), &structure.links);
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
            quads: links.iter().map(|&link| self.quads[link]).collect(),
            links_of: LinksOfNodes::default(),
            names: Vec::new(),
            left: 0,
        };
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for &link in links {
            let link = &self.links[link];
            let nodes = link.nodes.iter().map(|&node| {
                *numbers.entry(node).or_insert_with(|| {
                    part.names.push(self.names[node]);
                    part.names.len() - 1
                })
            });
            let nodes = nodes.collect();
            if self.is_left(link) {
                part.left = part.names.len();
            }
            let label = link.label;
            part.links.push(BlankNodeQuad { label, nodes });
        }
        part.links_of = LinksOfNodes::new(part.names.len(), &part.links);
        part
    }

    /// Adds the quads that have blank nodes, and returns the labels of the others.
    fn add(
        &mut self,
        quads: impl Iterator<Item = (usize, QuadRef<'q>)>,
        labels: &mut QuadLabels,
    ) -> HashSet<usize> {
        let first = self.links.len();
        let mut numbers = HashMap::new();
        let mut ground = HashSet::new();
        let mut nodes = Vec::new();
        for (quad_number, quad) in quads {
            nodes.clear();
            let label = labels.label(quad, |node| {
                let next = self.names.len();
                let number = *numbers.entry(node).or_insert(next);
                if number == next {
                    self.names.push(node);
                }
                let place = nodes.iter().position(|&other| other == number);
                place.unwrap_or_else(|| {
                    nodes.push(number);
                    nodes.len() - 1
                })
            });
            if nodes.is_empty() {
                ground.insert(label);
                continue;
            }
            let nodes = nodes.as_slice().into();
            self.links.push(BlankNodeQuad { label, nodes });
            self.quads.push(quad_number);
        }
        self.leave_out_repeated(first);
        ground
    }

    /// Leaves out links that are there before, among those from this one on.
    fn leave_out_repeated(&mut self, first: usize) {
        let mut met = HashSet::new();
        let links = self.links.iter().enumerate();
        let is_kept: Vec<bool> = links
            .map(|(number, link)| number < first || met.insert(link))
            .collect();
        if is_kept.contains(&false) {
            let mut kept = is_kept.iter();
            self.links.retain(|_| kept.next() == Some(&true));
            let mut kept = is_kept.iter();
            self.quads.retain(|_| kept.next() == Some(&true));
        }
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
