//! The order of a graph's nodes, of their quads, and of terms.
//!
//! Invariant: a label counts only where it is written. Nodes within others are compared by their quads, by a loop, since they nest deeper than
//! the stack allows.

use super::{GraphNode, GroupedGraph, Mention, StatementOrder};
use crate::rdf12::{self, AnyTerm};
use foldhash::{HashMap, HashMapExt as _};
use oxrdf::vocab::rdf;
use oxrdf::{BlankNodeRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef};
use std::cmp::Ordering;

impl<'a> GroupedGraph<'a> {
    /// Puts the quads of each node in order: first those of nodes within others, as the order of the others depends on them.
    pub(super) fn sort_quads(&mut self) {
        let mut inner = vec![0_usize; self.nodes.len()];
        for owner in self.nodes.iter().filter_map(GraphNode::owner) {
            inner[owner] += 1;
        }
        let has_none_left = |number: &usize| inner[*number] == 0;
        let mut ready: Vec<usize> = (0..self.nodes.len()).filter(has_none_left).collect();
        while let Some(number) = ready.pop() {
            self.sort_quads_of(number);
            self.nodes[number].is_sorted = true;
            if let Some(owner) = self.nodes[number].owner() {
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

    /// The node that is written in place of an object.
    fn within(&self, object: TermRef<'a>) -> Option<usize> {
        let TermRef::BlankNode(node) = object else {
            return None;
        };
        let number = *self.numbers.get(&NamedOrBlankNodeRef::from(node))?;
        let node = &self.nodes[number];
        (node.is_sorted && node.owner().is_some()).then_some(number)
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
    pub(super) fn compare_nodes(&self, one: usize, other: usize) -> Ordering {
        let rank = |node: &GraphNode<'a>| match (node.node, node.mention) {
            (NamedOrBlankNodeRef::NamedNode(_), _) => 0,
            (NamedOrBlankNodeRef::BlankNode(_), Mention::Nowhere) => 1,
            (NamedOrBlankNodeRef::BlankNode(_), _) => 2,
        };
        let (left, right) = (&self.nodes[one], &self.nodes[other]);
        rank(left).cmp(&rank(right)).then_with(|| match rank(left) {
            1 => self.compare_contents(one, other),
            _ => self.compare_subjects(left.node, right.node),
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
                        .compare_subjects(left.subject, right.subject)
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

    pub(super) fn compare_subjects(
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
        let has_quads = number.is_some_and(|&number| self.nodes[number].has_quads());
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
