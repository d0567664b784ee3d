//! Which blank node of a document is meant: the way to it from an IRI, or from a node that nothing leads to.
//!
//! `ex:a ex:address [ … ]` is a value of that property; where there are several, the brackets have a triple that
//! tells it from the others: `[ ex:street "Main" ; … ]`. In a list, `( 3: … )` is its third cell.
//!
//! Invariant: a path leads by the document's own triples to the node that it is of, and is a shortest one. What it takes to find
//! all of them grows with the document, and not with the square of it.

use crate::prefixes::UsefulPrefixes;
use std::collections::{HashMap, HashSet, VecDeque};
use turtle_peg::blank_nodes;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{
    BlankNodeRef, GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, Quad, TermRef,
};

/// The most steps of a path, a list counted as one.
const MOST_STEPS: usize = 8;
/// The most bytes of a triple that tells a node from others.
const LONGEST: usize = 120;

/// The ways to the blank nodes of a document.
pub struct NodePaths<'a> {
    quads: &'a [Quad],
    /// The triples that the other document has not: they do not help to find a node in it.
    changed: HashSet<usize>,
    numbers: HashMap<BlankNodeRef<'a>, usize>,
    nodes: Vec<PathNode>,
    families: HashMap<FamilyKey<'a>, Family<'a>>,
}

#[derive(Default)]
struct PathNode {
    /// The triples that lead from here to blank nodes, and the others.
    links: Vec<usize>,
    own: Vec<usize>,
    is_value: bool,
    came: Option<Came>,
}

/// How a node is reached.
#[derive(Clone, Copy)]
enum Came {
    /// No way leads there from an IRI.
    Root,
    By {
        quad: usize,
        /// The node of the first cell of a list, and the number of this cell.
        cell: Option<(usize, u64)>,
    },
}

/// A subject's predicate in a graph, of which nodes are the values; none for the roots.
type FamilyKey<'a> = Option<(NamedOrBlankNodeRef<'a>, NamedNodeRef<'a>, GraphNameRef<'a>)>;
type OwnTriple<'a> = (NamedNodeRef<'a>, TermRef<'a>);

/// Nodes that one step leads to.
#[derive(Default)]
struct Family<'a> {
    members: Vec<usize>,
    /// How many of them have a triple; computed if it is asked for.
    counts: Option<HashMap<OwnTriple<'a>, usize>>,
}

impl<'a> NodePaths<'a> {
    pub fn new(quads: &'a [Quad], changed: &[usize]) -> Self {
        let mut paths = Self {
            quads,
            changed: changed.iter().copied().collect(),
            numbers: HashMap::new(),
            nodes: Vec::new(),
            families: HashMap::new(),
        };
        let from_iris = paths.add_nodes();
        paths.walk(from_iris);
        for is_every_node in [false, true] {
            for node in 0..paths.nodes.len() {
                let it = &mut paths.nodes[node];
                if it.came.is_none() && (is_every_node || !it.is_value) {
                    it.came = Some(Came::Root);
                    paths.families.entry(None).or_default().members.push(node);
                    paths.walk_from(VecDeque::from([node]));
                }
            }
        }
        paths
    }

    /// Numbers the nodes, and returns the triples that lead to one from an IRI.
    fn add_nodes(&mut self) -> Vec<usize> {
        let mut from_iris = Vec::new();
        for (number, quad) in self.quads.iter().enumerate() {
            let to = match quad.object.as_ref() {
                TermRef::BlankNode(node) => Some(self.number(node)),
                _ => None,
            };
            if let Some(to) = to {
                self.nodes[to].is_value = true;
                let family = self.families.entry(family(quad)).or_default();
                family.members.push(to);
            }
            match (quad.subject.as_ref(), to) {
                (NamedOrBlankNodeRef::NamedNode(_), Some(_)) => from_iris.push(number),
                (NamedOrBlankNodeRef::NamedNode(_), None) => {}
                (NamedOrBlankNodeRef::BlankNode(node), to) => {
                    let from = self.number(node);
                    let from = &mut self.nodes[from];
                    match to {
                        Some(_) => from.links.push(number),
                        None if is_ground(quad.object.as_ref()) => from.own.push(number),
                        None => {}
                    }
                }
            }
        }
        from_iris
    }

    fn number(&mut self, node: BlankNodeRef<'a>) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(PathNode::default());
        }
        number
    }

    fn walk(&mut self, from_iris: Vec<usize>) {
        let reached = from_iris.into_iter();
        let reached: VecDeque<usize> = reached.filter_map(|quad| self.reach(quad, None)).collect();
        self.walk_from(reached);
    }

    /// Goes on to all nodes that are not reached yet, the nearest first.
    fn walk_from(&mut self, mut reached: VecDeque<usize>) {
        while let Some(node) = reached.pop_front() {
            let links = std::mem::take(&mut self.nodes[node].links);
            for &quad in &links {
                let cell = (self.quads[quad].predicate == rdf::REST).then(|| {
                    let (first, number) = self.cell(node);
                    (first, number + 1)
                });
                reached.extend(self.reach(quad, cell));
            }
            self.nodes[node].links = links;
        }
    }

    /// Notes how a node is reached, if it was not.
    fn reach(&mut self, quad: usize, cell: Option<(usize, u64)>) -> Option<usize> {
        let to = self.object(quad)?;
        let came = &mut self.nodes[to].came;
        came.is_none().then(|| {
            *came = Some(Came::By { quad, cell });
            to
        })
    }

    /// Which cell of which list a node is, if it is one.
    fn cell(&self, node: usize) -> (usize, u64) {
        match self.nodes[node].came {
            Some(Came::By {
                cell: Some(cell), ..
            }) => cell,
            _ => (node, 1),
        }
    }

    fn object(&self, quad: usize) -> Option<usize> {
        match self.quads[quad].object.as_ref() {
            TermRef::BlankNode(node) => self.numbers.get(&node).copied(),
            _ => None,
        }
    }

    fn subject(&self, quad: usize) -> Option<usize> {
        match self.quads[quad].subject.as_ref() {
            NamedOrBlankNodeRef::BlankNode(node) => self.numbers.get(&node).copied(),
            NamedOrBlankNodeRef::NamedNode(_) => None,
        }
    }

    /// The path to a node; none if nothing tells it from other nodes.
    pub fn path(&mut self, node: BlankNodeRef<'_>, prefixes: &UsefulPrefixes) -> Option<String> {
        let target = *self.numbers.get(&node)?;
        let mut node = target;
        let mut is_told = false;
        let mut text = "…".to_owned();
        let (first, number) = self.cell(node);
        text = match first == node {
            true => self.bracketed(node, &text, &mut is_told, prefixes),
            false => format!("( {number}: {text} )"),
        };
        node = first;
        for _ in 0..MOST_STEPS {
            let Came::By { quad, .. } = self.nodes[node].came? else {
                // What comes from the one node that nothing leads to needs no more to be told.
                let roots = self.families.get(&None).map_or(0, |it| it.members.len());
                is_told |= node != target && roots == 1;
                return is_told.then_some(text);
            };
            let predicate = &self.quads[quad].predicate;
            let Some(parent) = self.subject(quad) else {
                let subject = prefixes.term(self.quads[quad].subject.as_ref().into());
                let predicate = prefixes.predicate(predicate.as_ref());
                return Some(format!("{subject} {predicate} {text}"));
            };
            let (first, number) = self.cell(parent);
            text = if *predicate == rdf::FIRST {
                format!("( {number}: {text} )")
            } else {
                let inner = format!("{} {text}", prefixes.predicate(predicate.as_ref()));
                let inner = self.bracketed(parent, &inner, &mut is_told, prefixes);
                match first == parent {
                    true => inner,
                    false => format!("( {number}: {inner} )"),
                }
            };
            node = first;
        }
        Some(format!("… {text}"))
    }

    /// A node with this in it, and with a triple that tells it from its siblings, if it has any and there is one.
    fn bracketed(
        &mut self,
        node: usize,
        inner: &str,
        is_told: &mut bool,
        prefixes: &UsefulPrefixes,
    ) -> String {
        match self.tells(node) {
            Some((predicate, object)) => {
                *is_told = true;
                let (predicate, object) = (prefixes.predicate(predicate), prefixes.term(object));
                format!("[ {predicate} {object} ; {inner} ]")
            }
            None => format!("[ {inner} ]"),
        }
    }

    fn tells(&mut self, node: usize) -> Option<OwnTriple<'a>> {
        let key = match self.nodes[node].came? {
            Came::Root => None,
            Came::By { quad, .. } => family(&self.quads[quad]),
        };
        let family = self.families.get(&key)?;
        // The one value needs no more to be told; a root has nothing else.
        if key.is_some() && family.members.len() < 2 {
            return None;
        }
        if family.counts.is_none() {
            let mut counts: HashMap<OwnTriple<'a>, usize> = HashMap::new();
            for &member in &family.members {
                for triple in self.own_triples(member) {
                    *counts.entry(triple).or_default() += 1;
                }
            }
            self.families.get_mut(&key)?.counts = Some(counts);
        }
        let counts = self.families.get(&key)?.counts.as_ref()?;
        self.own_triples(node).find(|triple| {
            let length = || triple.0.as_str().len() + triple.1.to_string().len();
            counts.get(triple) == Some(&1) && length() < LONGEST
        })
    }

    /// The triples of a node that both documents have: those with IRIs, literals, and triple terms without blank nodes.
    fn own_triples(&self, node: usize) -> impl Iterator<Item = OwnTriple<'a>> {
        let own = self.nodes[node].own.iter();
        let own = own.filter(|quad| !self.changed.contains(quad));
        let quads = self.quads;
        own.map(move |&quad| (quads[quad].predicate.as_ref(), quads[quad].object.as_ref()))
    }
}

fn family(quad: &Quad) -> FamilyKey<'_> {
    let quad = quad.as_ref();
    Some((quad.subject, quad.predicate, quad.graph_name))
}

/// Whether a term has no blank node in it, as a triple term may.
fn is_ground(term: TermRef<'_>) -> bool {
    match term {
        TermRef::Triple(triple) => blank_nodes(triple.as_ref()).next().is_none(),
        TermRef::BlankNode(_) => false,
        TermRef::NamedNode(_) | TermRef::Literal(_) => true,
    }
}
