//! All quads of a dataset together: each subject once, and blank nodes in brackets wherever one place mentions them.
//!
//! Invariant: every quad that differs from those before it is in one group, whatever the shape of the graph. A blank node is free in its
//! group only if nothing outside of the group mentions it, nor can: other quads may follow these. All is done by loops; sorting takes the most time.

mod order;

use super::held::HeldQuads;
use crate::rdf12::{self, AnyTerm};
use crate::translate::{RDF_REIFIES, blank_nodes};
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use oxrdf::{BlankNodeRef, GraphNameRef, NamedOrBlankNodeRef, QuadRef, TripleRef};
use std::cmp::Ordering;

/// The order of statements, and of what is in them. In both, `rdf:type` is the first predicate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatementOrder {
    /// Graphs, subjects, predicates and objects are in the order of their first quads; but of a predicate's objects, those in brackets are
    /// the last.
    #[default]
    AsGiven,
    /// By the texts of the terms, in code points: IRIs, then literals, then triple terms, then blank nodes, first those in brackets, by what
    /// is in them. The labels of blank nodes count only where they are written, and the order of the quads only where nodes in brackets
    /// differ in nothing, or in nothing but annotations.
    ByText,
}

/// The quads of one graph, grouped for statements.
pub(super) struct GroupedGraph<'a> {
    quads: &'a HeldQuads,
    order: StatementOrder,
    numbers: HashMap<NamedOrBlankNodeRef<'a>, usize>,
    nodes: Vec<GraphNode<'a>>,
    /// The numbers of the quads: a node's are neighbours.
    by_subject: Vec<usize>,
}

/// A subject, or a blank node.
struct GraphNode<'a> {
    node: NamedOrBlankNodeRef<'a>,
    /// The quads that it is the subject of, as places in `by_subject`.
    start: usize,
    end: usize,
    mention: Mention,
    /// Another node of the same group, or this one: each group is a tree of these.
    group: usize,
    /// Whether annotations can stand for a triple term that it reifies.
    is_annotation: bool,
    /// Whether it is on no cycle of owners, and its quads are in order, as those of the nodes within it are.
    is_sorted: bool,
}

/// Where a blank node is mentioned, but as a subject, and in triple terms that annotations stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mention {
    Nowhere,
    /// In the object of a quad with this subject.
    Once {
        subject: usize,
        is_object: bool,
    },
    /// In several objects, or outside of this graph.
    Elsewhere,
}

/// The nodes that only one graph mentions, and no name of a graph.
pub(super) struct Homes<'a> {
    /// The graph that mentions a node, if it is the only one. Empty, if all quads are in one graph.
    graphs: HashMap<BlankNodeRef<'a>, Option<GraphNameRef<'a>>>,
    has_all_mentions: &'a dyn Fn(BlankNodeRef<'_>) -> bool,
}

impl GraphNode<'_> {
    fn has_quads(&self) -> bool {
        self.start < self.end
    }

    /// The subject of the one quad whose object it is, if nothing else mentions it.
    fn owner(&self) -> Option<usize> {
        match self.mention {
            Mention::Once {
                subject,
                is_object: true,
            } => Some(subject),
            _ => None,
        }
    }
}

impl<'a> Homes<'a> {
    fn is_home(&self, node: BlankNodeRef<'a>) -> bool {
        self.graphs.get(&node).is_none_or(Option::is_some) && (self.has_all_mentions)(node)
    }
}

/// The graphs of a dataset, in order, each with the numbers of its quads, and the homes of blank nodes. `has_all_mentions` says whether
/// only these quads mention a blank node.
pub(super) fn graphs<'a>(
    quads: &'a HeldQuads,
    order: StatementOrder,
    has_all_mentions: &'a dyn Fn(BlankNodeRef<'_>) -> bool,
) -> (Vec<Vec<usize>>, Homes<'a>) {
    let mut graphs: Vec<(GraphNameRef<'a>, Vec<usize>)> = Vec::new();
    let mut numbers: HashMap<GraphNameRef<'a>, usize> = HashMap::new();
    for (place, quad) in quads.iter().enumerate() {
        let number = *numbers.entry(quad.graph_name).or_insert_with(|| {
            graphs.push((quad.graph_name, Vec::new()));
            graphs.len() - 1
        });
        graphs[number].1.push(place);
    }
    let mut homes = Homes {
        graphs: HashMap::new(),
        has_all_mentions,
    };
    if graphs.len() > 1 {
        for quad in quads.iter() {
            for node in blank_nodes(quad.into()) {
                let home = homes.graphs.entry(node).or_insert(Some(quad.graph_name));
                *home = home.filter(|home| *home == quad.graph_name);
            }
        }
    }
    for (name, _) in &graphs {
        if let GraphNameRef::BlankNode(name) = name {
            homes.graphs.insert(*name, None);
        }
    }
    if order == StatementOrder::ByText {
        graphs.sort_by(|(one, _), (other, _)| compare_graphs(*one, *other));
    }
    (graphs.into_iter().map(|(_, quads)| quads).collect(), homes)
}

impl<'a> GroupedGraph<'a> {
    /// Groups quads of one graph.
    pub(super) fn new(
        quads: &'a HeldQuads,
        graph: Vec<usize>,
        homes: &Homes<'a>,
        order: StatementOrder,
    ) -> Self {
        let mut grouped = Self {
            quads,
            order,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            by_subject: Vec::new(),
        };
        grouped.gather_subjects(&graph);
        grouped.leave_repeated();
        grouped.count_mentions(homes);
        grouped.sort_quads();
        grouped
    }

    /// Does the `work` with the quads of each group, which a statement begins with that is not within another, and whether nothing but
    /// the group mentions a blank node.
    pub(super) fn each_group<E>(
        &mut self,
        mut work: impl FnMut(&[QuadRef<'a>], &dyn Fn(BlankNodeRef<'a>) -> bool) -> Result<(), E>,
    ) -> Result<(), E> {
        let nodes = self.in_groups();
        let mut group = Vec::new();
        for nodes in nodes.chunk_by(|one, other| one.0 == other.0) {
            group.clear();
            for (_, number) in nodes {
                let node = &self.nodes[*number];
                let quads = &self.by_subject[node.start..node.end];
                group.extend(quads.iter().map(|&quad| self.quads.get(quad)));
            }
            work(&group, &|node| self.is_free(node))?;
        }
        Ok(())
    }

    fn number(&mut self, node: NamedOrBlankNodeRef<'a>) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            let number = self.nodes.len();
            self.nodes.push(GraphNode {
                node,
                start: 0,
                end: 0,
                mention: Mention::Nowhere,
                group: number,
                is_annotation: false,
                is_sorted: false,
            });
            number
        })
    }

    /// Puts the quads of each subject side by side. Subjects have numbers in the order of their first quads.
    fn gather_subjects(&mut self, graph: &[usize]) {
        let mut subjects = Vec::with_capacity(graph.len());
        for &quad in graph {
            let number = self.number(self.quads.get(quad).subject);
            self.nodes[number].end += 1;
            subjects.push(number);
        }
        let mut start = 0;
        for node in &mut self.nodes {
            let count = node.end;
            (node.start, node.end) = (start, start);
            start += count;
        }
        self.by_subject = vec![0; graph.len()];
        for (&quad, &subject) in graph.iter().zip(&subjects) {
            let node = &mut self.nodes[subject];
            self.by_subject[node.end] = quad;
            node.end += 1;
        }
    }

    /// Leaves out quads that are equal to others before them: a graph is a set.
    fn leave_repeated(&mut self) {
        for node in &mut self.nodes {
            if node.end - node.start < 2 {
                continue;
            }
            let mut seen = HashSet::with_capacity(node.end - node.start);
            let mut kept = node.start;
            for place in node.start..node.end {
                let number = self.by_subject[place];
                let quad = self.quads.get(number);
                if seen.insert((quad.predicate, quad.object)) {
                    self.by_subject[kept] = number;
                    kept += 1;
                }
            }
            node.end = kept;
        }
    }

    /// Finds out which blank nodes one place mentions, and which nodes are in one group therefore.
    fn count_mentions(&mut self, homes: &Homes<'a>) {
        let annotated = self.annotated();
        for subject in 0..self.nodes.len() {
            for place in self.nodes[subject].start..self.nodes[subject].end {
                let quad = self.quads.get(self.by_subject[place]);
                match rdf12::kind(quad.object) {
                    AnyTerm::BlankNode(node) => self.mention(node, subject, true),
                    AnyTerm::Triple(triple) => {
                        let triple = rdf12::triple(triple);
                        if quad.predicate == RDF_REIFIES && annotated.contains(&triple) {
                            let annotated = self.number(triple.subject);
                            self.join(subject, annotated);
                            self.nodes[subject].is_annotation |= subject != annotated;
                        } else {
                            for node in blank_nodes(triple) {
                                self.mention(node, subject, false);
                            }
                        }
                    }
                    AnyTerm::NamedNode(_) | AnyTerm::Literal(_) => {}
                }
            }
        }
        for number in 0..self.nodes.len() {
            let node = &mut self.nodes[number];
            match (node.node, node.mention) {
                (NamedOrBlankNodeRef::BlankNode(it), _) if !homes.is_home(it) => {
                    node.mention = Mention::Elsewhere;
                }
                (_, Mention::Once { subject, .. }) => self.join(number, subject),
                _ => {}
            }
        }
    }

    fn mention(&mut self, node: BlankNodeRef<'a>, subject: usize, is_object: bool) {
        let number = self.number(node.into());
        let mention = &mut self.nodes[number].mention;
        *mention = match mention {
            Mention::Nowhere => Mention::Once { subject, is_object },
            Mention::Once { .. } | Mention::Elsewhere => Mention::Elsewhere,
        };
    }

    /// Whether nothing but the group of a blank node mentions it.
    fn is_free(&self, node: BlankNodeRef<'a>) -> bool {
        let number = self.numbers.get(&NamedOrBlankNodeRef::from(node));
        number.is_some_and(|&number| self.nodes[number].mention != Mention::Elsewhere)
    }

    /// The triples that are reified and also asserted in this graph: annotations can stand for their reifiers.
    fn annotated(&self) -> HashSet<TripleRef<'a>> {
        let mut reified = HashSet::new();
        let quads = || self.by_subject.iter().map(|&quad| self.quads.get(quad));
        for quad in quads().filter(|quad| quad.predicate == RDF_REIFIES) {
            if let AnyTerm::Triple(triple) = rdf12::kind(quad.object) {
                reified.insert(rdf12::triple(triple));
            }
        }
        if reified.is_empty() {
            return reified;
        }
        let triples = quads().map(TripleRef::from);
        triples.filter(|triple| reified.contains(triple)).collect()
    }

    /// The node that stands for the group of a node.
    fn group(&mut self, mut number: usize) -> usize {
        while self.nodes[number].group != number {
            let next = self.nodes[number].group;
            self.nodes[number].group = self.nodes[next].group;
            number = next;
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.group(one), self.group(other));
        self.nodes[one.max(other)].group = one.min(other);
    }

    /// The nodes that are subjects, group by group, each with the number of its group: in each group those first that are not within others.
    fn in_groups(&mut self) -> Vec<(usize, usize)> {
        let subjects = (0..self.nodes.len()).filter(|&number| self.nodes[number].has_quads());
        let (mut owned, others): (Vec<usize>, Vec<usize>) =
            subjects.partition(|&number| self.nodes[number].owner().is_some());
        let (mut annotations, mut outer): (Vec<usize>, Vec<usize>) = others
            .into_iter()
            .partition(|&number| self.nodes[number].is_annotation);
        if self.order == StatementOrder::ByText {
            for nodes in [&mut outer, &mut annotations] {
                nodes.sort_by(|&one, &other| self.compare_nodes(one, other));
            }
            // Some of them begin statements, with their labels: nodes on a cycle, which come first, as the labels of others may be
            // nowhere in the text; and nodes that are too deep.
            owned.sort_by(|&one, &other| {
                let (one, other) = (&self.nodes[one], &self.nodes[other]);
                let order = one.is_sorted.cmp(&other.is_sorted);
                order.then_with(|| self.compare_subjects(one.node, other.node))
            });
        }
        let mut groups = HashMap::new();
        let mut nodes = Vec::new();
        for number in outer.into_iter().chain(annotations).chain(owned) {
            let group = self.group(number);
            let next = groups.len();
            nodes.push((*groups.entry(group).or_insert(next), number));
        }
        nodes.sort_by_key(|(group, _)| *group);
        nodes
    }
}

fn compare_graphs(one: GraphNameRef<'_>, other: GraphNameRef<'_>) -> Ordering {
    let key = |name| match name {
        GraphNameRef::DefaultGraph => (0, ""),
        GraphNameRef::NamedNode(iri) => (1, iri.as_str()),
        GraphNameRef::BlankNode(node) => (2, node.as_str()),
    };
    key(one).cmp(&key(other))
}
