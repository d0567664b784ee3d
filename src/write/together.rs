//! All quads of a dataset together: each subject once, and blank nodes in brackets wherever one place mentions them.
//!
//! Invariant: every quad that differs from those before it is in one group, whatever the shape of the graph. A blank node is free in its
//! group only if nothing outside of the group mentions it. All is done by loops; sorting takes the most time.

use super::held::HeldQuads;
use crate::rdf12::{self, AnyTerm};
use crate::translate::{RDF_REIFIES, blank_nodes};
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use oxrdf::vocab::rdf;
use oxrdf::{
    BlankNodeRef, GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef,
    TripleRef,
};
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
pub(super) struct GroupedGraph<'a, 'h> {
    quads: &'a HeldQuads,
    order: StatementOrder,
    homes: &'h Homes<'a>,
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
    /// How many objects and triple terms mention it, but for triple terms that annotations stand for.
    mentions: usize,
    /// The subject of the quad that mentions it, if only one does.
    mentioned_by: Option<usize>,
    /// The same subject, if the node is the object of that quad.
    owner: Option<usize>,
    /// Another node of the same group, or this one: each group is a tree of these.
    group: usize,
    /// Whether annotations can stand for a triple term that it reifies.
    is_annotation: bool,
    /// Whether it is on no cycle of owners, and its quads are in order, as those of the nodes within it are.
    is_sorted: bool,
}

/// The graph that a blank node is in, if it is in no other and names none. Empty, if all quads are in one graph.
#[derive(Default)]
pub(super) struct Homes<'a> {
    graphs: HashMap<BlankNodeRef<'a>, Option<GraphNameRef<'a>>>,
}

impl<'a> Homes<'a> {
    fn is_home(&self, node: BlankNodeRef<'a>) -> bool {
        self.graphs.get(&node).is_none_or(Option::is_some)
    }
}

/// The graphs of a dataset, in order, each with the numbers of its quads, and the homes of blank nodes.
pub(super) fn graphs<'a>(
    quads: &'a HeldQuads,
    order: StatementOrder,
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
    let mut homes = Homes::default();
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

impl<'a, 'h> GroupedGraph<'a, 'h> {
    /// Groups quads of one graph.
    pub(super) fn new(
        quads: &'a HeldQuads,
        graph: Vec<usize>,
        homes: &'h Homes<'a>,
        order: StatementOrder,
    ) -> Self {
        let mut grouped = Self {
            quads,
            order,
            homes,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            by_subject: Vec::new(),
        };
        grouped.gather_subjects(&graph);
        grouped.leave_repeated();
        grouped.count_mentions();
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
                mentions: 0,
                mentioned_by: None,
                owner: None,
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
    fn count_mentions(&mut self) {
        let annotated = self.annotated();
        for subject in 0..self.nodes.len() {
            for place in self.nodes[subject].start..self.nodes[subject].end {
                let quad = self.quads.get(self.by_subject[place]);
                match rdf12::kind(quad.object) {
                    AnyTerm::BlankNode(node) => self.mention(node, subject, Some(subject)),
                    AnyTerm::Triple(triple) => {
                        let triple = rdf12::triple(triple);
                        if quad.predicate == RDF_REIFIES && annotated.contains(&triple) {
                            let annotated = self.number(triple.subject);
                            self.join(subject, annotated);
                            self.nodes[subject].is_annotation |= subject != annotated;
                        } else {
                            for node in blank_nodes(triple) {
                                self.mention(node, subject, None);
                            }
                        }
                    }
                    AnyTerm::NamedNode(_) | AnyTerm::Literal(_) => {}
                }
            }
        }
        for number in 0..self.nodes.len() {
            if !self.is_mentioned_once(number) {
                self.nodes[number].owner = None;
            } else if let Some(other) = self.nodes[number].mentioned_by {
                self.join(number, other);
            }
        }
    }

    fn mention(&mut self, node: BlankNodeRef<'a>, by: usize, owner: Option<usize>) {
        let number = self.number(node.into());
        let node = &mut self.nodes[number];
        node.mentions += 1;
        (node.mentioned_by, node.owner) = (Some(by), owner);
    }

    fn is_mentioned_once(&self, number: usize) -> bool {
        let node = &self.nodes[number];
        match node.node {
            NamedOrBlankNodeRef::BlankNode(it) => node.mentions == 1 && self.homes.is_home(it),
            NamedOrBlankNodeRef::NamedNode(_) => false,
        }
    }

    /// Whether nothing but the group of a blank node mentions it.
    fn is_free(&self, node: BlankNodeRef<'a>) -> bool {
        let number = self.numbers.get(&NamedOrBlankNodeRef::from(node));
        number.is_some_and(|&number| self.nodes[number].mentions <= 1) && self.homes.is_home(node)
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

    /// Puts the quads of each node in order: first those of nodes within others, as the order of the others depends on them.
    fn sort_quads(&mut self) {
        let mut inner = vec![0_usize; self.nodes.len()];
        for owner in self.nodes.iter().filter_map(|node| node.owner) {
            inner[owner] += 1;
        }
        let has_none_left = |number: &usize| inner[*number] == 0;
        let mut ready: Vec<usize> = (0..self.nodes.len()).filter(has_none_left).collect();
        while let Some(number) = ready.pop() {
            self.sort_quads_of(number);
            self.nodes[number].is_sorted = true;
            if let Some(owner) = self.nodes[number].owner {
                inner[owner] -= 1;
                if inner[owner] == 0 {
                    ready.push(owner);
                }
            }
        }
        for number in 0..self.nodes.len() {
            if !self.nodes[number].is_sorted {
                self.sort_quads_of(number);
            }
        }
    }

    fn sort_quads_of(&mut self, number: usize) {
        let (start, end) = (self.nodes[number].start, self.nodes[number].end);
        if end - start < 2 {
            return;
        }
        let mut sorted = self.by_subject[start..end].to_vec();
        match self.order {
            StatementOrder::AsGiven => {
                let mut ranks = HashMap::new();
                sorted.sort_by_cached_key(|&quad| {
                    let QuadRef {
                        predicate, object, ..
                    } = self.quads.get(quad);
                    let next = ranks.len() + 1;
                    let rank = *ranks.entry(predicate).or_insert(next);
                    let rank = if predicate == rdf::TYPE { 0 } else { rank };
                    // Brackets over several lines are easier to read behind the others.
                    (rank, self.within(object).is_some())
                });
            }
            StatementOrder::ByText => sorted.sort_by(|&one, &other| {
                let (one, other) = (self.quads.get(one), self.quads.get(other));
                compare_predicates(one.predicate, other.predicate)
                    .then_with(|| self.compare_objects(one.object, other.object))
            }),
        }
        self.by_subject[start..end].copy_from_slice(&sorted);
    }

    /// The nodes that are subjects, group by group, each with the number of its group: in each group those first that are not within others.
    fn in_groups(&mut self) -> Vec<(usize, usize)> {
        let subjects = (0..self.nodes.len()).filter(|&number| {
            let node = &self.nodes[number];
            node.start < node.end
        });
        let (mut owned, others): (Vec<usize>, Vec<usize>) =
            subjects.partition(|&number| self.nodes[number].owner.is_some());
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
                order.then_with(|| compare_subjects(one.node, other.node))
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

    /// The node that is written in place of an object.
    fn within(&self, object: TermRef<'a>) -> Option<usize> {
        let TermRef::BlankNode(node) = object else {
            return None;
        };
        let number = *self.numbers.get(&NamedOrBlankNodeRef::from(node))?;
        let node = &self.nodes[number];
        (node.is_sorted && node.owner.is_some()).then_some(number)
    }

    fn compare_objects(&self, one: TermRef<'a>, other: TermRef<'a>) -> Ordering {
        match (self.within(one), self.within(other)) {
            (Some(one), Some(other)) => self.compare_contents(one, other),
            (Some(_), None) if matches!(other, TermRef::BlankNode(_)) => Ordering::Less,
            (None, Some(_)) if matches!(one, TermRef::BlankNode(_)) => Ordering::Greater,
            _ => self.compare_terms(one, other),
        }
    }

    /// Compares subjects of statements.
    fn compare_nodes(&self, one: usize, other: usize) -> Ordering {
        let rank = |node: &GraphNode<'a>| match node.node {
            NamedOrBlankNodeRef::NamedNode(_) => 0,
            NamedOrBlankNodeRef::BlankNode(it) => {
                match node.mentions == 0 && self.homes.is_home(it) {
                    true => 1,
                    false => 2,
                }
            }
        };
        let (left, right) = (&self.nodes[one], &self.nodes[other]);
        rank(left).cmp(&rank(right)).then_with(|| match rank(left) {
            1 => self.compare_contents(one, other),
            _ => compare_subjects(left.node, right.node),
        })
    }

    /// Compares the quads of two nodes, with those of the nodes within them, whose quads are in order.
    fn compare_contents(&self, one: usize, other: usize) -> Ordering {
        let places = |number: usize| self.nodes[number].start..self.nodes[number].end;
        let mut open = vec![(places(one), places(other))];
        while let Some((left, right)) = open.last_mut() {
            let (one, other) = match (left.next(), right.next()) {
                (Some(one), Some(other)) => (one, other),
                (None, None) => {
                    open.pop();
                    continue;
                }
                (None, Some(_)) => return Ordering::Less,
                (Some(_), None) => return Ordering::Greater,
            };
            let [one, other] = [one, other].map(|place| self.quads.get(self.by_subject[place]));
            let order = compare_predicates(one.predicate, other.predicate);
            let order = match (self.within(one.object), self.within(other.object)) {
                (Some(one), Some(other)) if order.is_eq() => {
                    open.push((places(one), places(other)));
                    continue;
                }
                _ => order.then_with(|| self.compare_objects(one.object, other.object)),
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// Compares terms by their texts, and blank nodes by their labels, if these are written.
    fn compare_terms(&self, one: TermRef<'a>, other: TermRef<'a>) -> Ordering {
        let (mut one, mut other) = (one, other);
        loop {
            let order = match (rdf12::kind(one), rdf12::kind(other)) {
                (AnyTerm::NamedNode(one), AnyTerm::NamedNode(other)) => {
                    one.as_str().cmp(other.as_str())
                }
                (AnyTerm::Literal(one), AnyTerm::Literal(other)) => compare_literals(one, other),
                (AnyTerm::BlankNode(one), AnyTerm::BlankNode(other)) => {
                    self.label(one).cmp(self.label(other))
                }
                (AnyTerm::Triple(left), AnyTerm::Triple(right)) => {
                    let (left, right) = (rdf12::triple(left), rdf12::triple(right));
                    let order = self
                        .compare_inner_subjects(left.subject, right.subject)
                        .then_with(|| compare_predicates(left.predicate, right.predicate));
                    if order.is_eq() {
                        (one, other) = (left.object, right.object);
                        continue;
                    }
                    order
                }
                (one, other) => rank(&one).cmp(&rank(&other)),
            };
            return order;
        }
    }

    fn compare_inner_subjects(
        &self,
        one: NamedOrBlankNodeRef<'a>,
        other: NamedOrBlankNodeRef<'a>,
    ) -> Ordering {
        let key = |node| match node {
            NamedOrBlankNodeRef::NamedNode(iri) => (false, iri.as_str()),
            NamedOrBlankNodeRef::BlankNode(node) => (true, self.label(node)),
        };
        key(one).cmp(&key(other))
    }

    /// The label of a node; empty, if `[]` stands for it in the one triple term that mentions it.
    fn label(&self, node: BlankNodeRef<'a>) -> &'a str {
        let number = self.numbers.get(&NamedOrBlankNodeRef::from(node));
        let has_quads = number.is_some_and(|&number| {
            let node = &self.nodes[number];
            node.start < node.end
        });
        match self.is_free(node) && !has_quads {
            true => "",
            false => node.as_str(),
        }
    }
}

fn compare_predicates(one: NamedNodeRef<'_>, other: NamedNodeRef<'_>) -> Ordering {
    let key = |predicate: NamedNodeRef<'_>| predicate != rdf::TYPE;
    let order = key(one).cmp(&key(other));
    order.then_with(|| one.as_str().cmp(other.as_str()))
}

fn compare_graphs(one: GraphNameRef<'_>, other: GraphNameRef<'_>) -> Ordering {
    let key = |name| match name {
        GraphNameRef::DefaultGraph => (0, ""),
        GraphNameRef::NamedNode(iri) => (1, iri.as_str()),
        GraphNameRef::BlankNode(node) => (2, node.as_str()),
    };
    key(one).cmp(&key(other))
}

fn compare_subjects(one: NamedOrBlankNodeRef<'_>, other: NamedOrBlankNodeRef<'_>) -> Ordering {
    let key = |node| match node {
        NamedOrBlankNodeRef::NamedNode(iri) => (false, iri.as_str()),
        NamedOrBlankNodeRef::BlankNode(node) => (true, node.as_str()),
    };
    key(one).cmp(&key(other))
}

fn rank(term: &AnyTerm<'_>) -> u8 {
    match term {
        AnyTerm::NamedNode(_) => 0,
        AnyTerm::Literal(_) => 1,
        AnyTerm::Triple(_) => 2,
        AnyTerm::BlankNode(_) => 3,
    }
}

fn compare_literals(one: LiteralRef<'_>, other: LiteralRef<'_>) -> Ordering {
    let key = |literal: LiteralRef<'_>| rdf12::direction(literal).map(rdf12::suffix);
    one.value()
        .cmp(other.value())
        .then_with(|| one.language().cmp(&other.language()))
        .then_with(|| one.datatype().as_str().cmp(other.datatype().as_str()))
        .then_with(|| key(one).cmp(&key(other)))
}
