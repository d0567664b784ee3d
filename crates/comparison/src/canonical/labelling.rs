//! The labels of blank nodes, by RDFC-1.0: <https://www.w3.org/TR/rdf-canon/>. Comments name its sections.
//!
//! It is written here, since the steps have to be counted where they are taken: oxrdf's implementation has no limit, others count
//! calls or depth alone, of which one may take any time, and none tells beforehand how long it will take.
//!
//! Invariants: a state that was tried and not chosen leaves no trace. Steps are counted before they are taken, but for the hashes
//! of first degree, whose time is that of reading the quads. The stack grows where nodes are alike along a long way.

use super::error::CanonicalFormError;
use super::hashing::{CanonicalHash, StepCount};
use super::line::line;
use foldhash::{HashMap, HashMapExt as _};
use oxrdf::{BlankNode, BlankNodeRef, GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Labelling<'a> {
    hash: CanonicalHash,
    steps: StepCount,
    quads: Vec<RelatedNodes<'a>>,
    nodes: Vec<NodeToLabel<'a>>,
    canonical: IdentifierIssuer,
    temporary: IdentifierIssuer,
}

/// A quad with blank nodes.
struct RelatedNodes<'a> {
    quad: QuadRef<'a>,
    /// Its subject, its object and its graph, if they are blank nodes.
    nodes: [Option<usize>; 3],
}

/// The places of a quad, as they are hashed: "Hash Related Blank Node".
const PLACES: [&str; 3] = ["s", "o", "g"];
const GRAPH: usize = 2;

struct NodeToLabel<'a> {
    name: BlankNodeRef<'a>,
    /// The quads that it is in, each once.
    quads: Vec<usize>,
    first_degree: String,
}

impl<'a> Labelling<'a> {
    /// The labelling of quads that are all different, before any label is given.
    pub(super) fn new(
        quads: impl Iterator<Item = QuadRef<'a>>,
        hash: CanonicalHash,
        step_limit: u64,
    ) -> Self {
        let mut labelling = Self {
            hash,
            steps: StepCount::new(step_limit),
            quads: Vec::new(),
            nodes: Vec::new(),
            canonical: IdentifierIssuer::new("c14n"),
            temporary: IdentifierIssuer::new("b"),
        };
        let mut numbers = HashMap::new();
        for quad in quads {
            labelling.add(quad, &mut numbers);
        }
        for node in 0..labelling.nodes.len() {
            labelling.nodes[node].first_degree = labelling.hash_first_degree_quads(node);
        }
        let count = labelling.nodes.len();
        labelling.canonical.make_room(count);
        labelling.temporary.make_room(count);
        labelling
    }

    pub(super) fn has_nodes(&self) -> bool {
        !self.nodes.is_empty()
    }

    fn add(&mut self, quad: QuadRef<'a>, numbers: &mut HashMap<BlankNodeRef<'a>, usize>) {
        let places = blank_nodes_at(quad).map(|node| {
            node.map(|name| {
                *numbers.entry(name).or_insert_with(|| {
                    self.nodes.push(NodeToLabel {
                        name,
                        quads: Vec::new(),
                        first_degree: String::new(),
                    });
                    self.nodes.len() - 1
                })
            })
        });
        let nodes: BTreeSet<usize> = places.into_iter().flatten().collect();
        if nodes.is_empty() {
            return;
        }
        for node in nodes {
            self.nodes[node].quads.push(self.quads.len());
        }
        let nodes = places;
        self.quads.push(RelatedNodes { quad, nodes });
    }

    /// 4.4.3, "Canonicalization Algorithm", from its fourth step on.
    pub(super) fn run(
        mut self,
    ) -> Result<HashMap<BlankNodeRef<'a>, BlankNode>, CanonicalFormError> {
        let mut by_hash: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, node) in self.nodes.iter().enumerate() {
            by_hash.entry(&node.first_degree).or_default().push(number);
        }
        let groups: Vec<Vec<usize>> = by_hash.into_values().collect();
        for group in groups.iter().filter(|group| group.len() == 1) {
            self.canonical.issue(group[0]);
        }
        for group in groups.iter().filter(|group| group.len() > 1) {
            self.label_alike(group)?;
        }
        let names = self.nodes.iter().enumerate();
        let identifiers = names.filter_map(|(number, node)| {
            let identifier = self.canonical.identifier(number)?;
            Some((node.name, BlankNode::new_unchecked(identifier)))
        });
        Ok(identifiers.collect())
    }

    /// Step 5: labels nodes that have the same hash of first degree.
    fn label_alike(&mut self, group: &[usize]) -> Result<(), CanonicalFormError> {
        let mut paths = Vec::new();
        for &node in group {
            if self.canonical.has(node) {
                continue;
            }
            self.temporary.issue(node);
            let hash = self.hash_n_degree_quads(node)?;
            self.steps.spend(self.temporary.order.len())?;
            paths.push((hash, self.temporary.order.clone()));
            self.temporary.return_to(0);
        }
        paths.sort_by(|(hash, _), (other, _)| hash.cmp(other));
        for node in paths.into_iter().flat_map(|(_, order)| order) {
            self.canonical.issue(node);
        }
        Ok(())
    }

    /// 4.6, "Hash First Degree Quads".
    fn hash_first_degree_quads(&self, node: usize) -> String {
        let name = self.nodes[node].name;
        let label =
            |it: BlankNodeRef<'_>| BlankNodeRef::new_unchecked(if it == name { "a" } else { "z" });
        let quads = self.nodes[node].quads.iter();
        let mut lines: Vec<Vec<u8>> = quads
            .map(|&quad| line(relabelled(self.quads[quad].quad, label)))
            .collect();
        lines.sort_unstable();
        self.hash.of(&lines.concat())
    }

    /// 4.7, "Hash Related Blank Node".
    fn hash_related(
        &mut self,
        related: usize,
        quad: usize,
        place: usize,
    ) -> Result<String, CanonicalFormError> {
        let mut input = PLACES[place].to_owned();
        if place != GRAPH {
            input.push('<');
            input.push_str(self.quads[quad].quad.predicate.as_str());
            input.push('>');
        }
        let identifier = self.canonical.identifier(related);
        match identifier.or_else(|| self.temporary.identifier(related)) {
            Some(identifier) => {
                input.push_str("_:");
                input.push_str(&identifier);
            }
            None => input.push_str(&self.nodes[related].first_degree),
        }
        self.steps.spend_on(input.as_bytes())?;
        Ok(self.hash.of(input.as_bytes()))
    }

    /// 4.8, "Hash N-Degree Quads": the hash; the temporary issuer becomes the one that it returns.
    fn hash_n_degree_quads(&mut self, node: usize) -> Result<String, CanonicalFormError> {
        const RED_ZONE: usize = 64 * 1024;
        const MORE: usize = 1024 * 1024;
        runtime::on_enough_stack(RED_ZONE, MORE, || self.hash_n_degree_quads_here(node))
    }

    fn hash_n_degree_quads_here(&mut self, node: usize) -> Result<String, CanonicalFormError> {
        let mut data = String::new();
        for (hash, related) in self.related_by_hash(node)? {
            data.push_str(&hash);
            data.push_str(&self.shortest_path(related)?);
        }
        self.steps.spend_on(data.as_bytes())?;
        Ok(self.hash.of(data.as_bytes()))
    }

    /// Step 3: the nodes in quads of a node, by hashes that tell how they are related to it.
    fn related_by_hash(
        &mut self,
        node: usize,
    ) -> Result<BTreeMap<String, Vec<usize>>, CanonicalFormError> {
        let mut related: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for index in 0..self.nodes[node].quads.len() {
            let quad = self.nodes[node].quads[index];
            for (place, other) in self.quads[quad].nodes.into_iter().enumerate() {
                if let Some(other) = other.filter(|&other| other != node) {
                    let hash = self.hash_related(other, quad, place)?;
                    related.entry(hash).or_default().push(other);
                }
            }
        }
        for nodes in related.values_mut() {
            nodes.sort_unstable();
            nodes.dedup();
        }
        Ok(related)
    }

    /// Steps 5.2 to 5.6: the least path through nodes that are related alike, of all their orders. The temporary issuer becomes
    /// the one of that path.
    fn shortest_path(&mut self, mut nodes: Vec<usize>) -> Result<String, CanonicalFormError> {
        let before = self.temporary.order.len();
        let mut chosen: Option<ChosenPath> = None;
        loop {
            let least = chosen.as_ref().map(|chosen| chosen.path.as_str());
            let path = self.path(&nodes, least)?;
            let has_next = next_order(&mut nodes);
            if let Some(path) = path {
                if !has_next {
                    return Ok(path);
                }
                let issued = self.temporary.order[before..].to_vec();
                self.steps.spend(issued.len())?;
                chosen = Some(ChosenPath { path, issued });
            }
            if !has_next {
                break;
            }
            self.temporary.return_to(before);
        }
        self.temporary.return_to(before);
        let Some(chosen) = chosen else {
            return Ok(String::new());
        };
        for node in chosen.issued {
            self.temporary.issue(node);
        }
        Ok(chosen.path)
    }

    /// Steps 5.4.4 and 5.4.5: the path through nodes in this order; none as soon as it is not less than the least so far.
    fn path(
        &mut self,
        nodes: &[usize],
        least: Option<&str>,
    ) -> Result<Option<String>, CanonicalFormError> {
        let is_more =
            |path: &str| least.is_some_and(|least| path.len() >= least.len() && path > least);
        let mut path = String::new();
        let mut recursion_list = Vec::new();
        for &related in nodes {
            self.steps.spend(1)?;
            path.push_str("_:");
            match self.canonical.identifier(related) {
                Some(identifier) => path.push_str(&identifier),
                None => {
                    if !self.temporary.has(related) {
                        recursion_list.push(related);
                    }
                    path.push_str(&self.temporary.issue(related));
                }
            }
            if is_more(&path) {
                return Ok(None);
            }
        }
        for related in recursion_list {
            let hash = self.hash_n_degree_quads(related)?;
            path.push_str("_:");
            path.push_str(&self.temporary.issue(related));
            path.push('<');
            path.push_str(&hash);
            path.push('>');
            if is_more(&path) {
                return Ok(None);
            }
        }
        let is_less = least.is_none_or(|least| path.as_str() < least);
        Ok(is_less.then_some(path))
    }
}

/// A path, with the nodes that got identifiers on it, in their order.
struct ChosenPath {
    path: String,
    issued: Vec<usize>,
}

/// 4.5, "Issue Identifier".
struct IdentifierIssuer {
    prefix: &'static str,
    order: Vec<usize>,
    /// For each node its place in `order`.
    places: Vec<Option<usize>>,
}

impl IdentifierIssuer {
    fn new(prefix: &'static str) -> Self {
        Self {
            prefix,
            order: Vec::new(),
            places: Vec::new(),
        }
    }

    fn make_room(&mut self, nodes: usize) {
        self.places = vec![None; nodes];
    }

    fn has(&self, node: usize) -> bool {
        self.places[node].is_some()
    }

    fn identifier(&self, node: usize) -> Option<String> {
        self.places[node].map(|place| format!("{}{place}", self.prefix))
    }

    /// The node's identifier, which it gets if it has none.
    fn issue(&mut self, node: usize) -> String {
        let place = *self.places[node].get_or_insert_with(|| {
            self.order.push(node);
            self.order.len() - 1
        });
        format!("{}{place}", self.prefix)
    }

    /// Takes back all identifiers but the first ones.
    fn return_to(&mut self, count: usize) {
        for node in self.order.drain(count..) {
            self.places[node] = None;
        }
    }
}

/// The order that follows, of all orders of these numbers from the ascending one on; false if there is none.
fn next_order(numbers: &mut [usize]) -> bool {
    let Some(last) = numbers.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let Some(next) = numbers.iter().rposition(|&number| number > numbers[last]) else {
        return false;
    };
    numbers.swap(last, next);
    numbers[last + 1..].reverse();
    true
}

/// The blank nodes that are a quad's subject, object and graph.
fn blank_nodes_at(quad: QuadRef<'_>) -> [Option<BlankNodeRef<'_>>; 3] {
    [
        match quad.subject {
            NamedOrBlankNodeRef::BlankNode(node) => Some(node),
            NamedOrBlankNodeRef::NamedNode(_) => None,
        },
        match quad.object {
            TermRef::BlankNode(node) => Some(node),
            _ => None,
        },
        match quad.graph_name {
            GraphNameRef::BlankNode(node) => Some(node),
            _ => None,
        },
    ]
}

/// A quad with other blank nodes in these places.
pub(super) fn relabelled<'a>(
    quad: QuadRef<'a>,
    label: impl Fn(BlankNodeRef<'a>) -> BlankNodeRef<'a>,
) -> QuadRef<'a> {
    let [subject, object, graph] = blank_nodes_at(quad).map(|node| node.map(&label));
    QuadRef {
        subject: subject.map_or(quad.subject, Into::into),
        predicate: quad.predicate,
        object: object.map_or(quad.object, Into::into),
        graph_name: graph.map_or(quad.graph_name, Into::into),
    }
}
