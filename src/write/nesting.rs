//! Which blank nodes of some quads need no label: `[ ]`, `( )`, `<< >>`, `~` and `{| |}` stand for them.
//!
//! Invariant: a node loses its label only if the text shows all that mentions it, at one place. Nodes on a cycle keep theirs, and so
//! does a cell of a list that does not end in `rdf:nil`. All is done by loops, in time for the number of quads.

use super::version::is_beyond_rdf_11;
use crate::rdf12::{self, AnyTerm};
use crate::translate::{RDF_REIFIES, blank_nodes};
use foldhash::{HashMap, HashMapExt as _};
use oxrdf::vocab::rdf;
use oxrdf::{BlankNodeRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef, TripleRef};

/// Quads of one graph, and where each of their nodes is written.
#[derive(Debug)]
pub(super) struct Nesting<'q, 'a> {
    quads: &'q [QuadRef<'a>],
    numbers: HashMap<NamedOrBlankNodeRef<'a>, usize>,
    nodes: Vec<NestedNode<'a>>,
    /// The reifiers that are annotations of each quad.
    reifiers: HashMap<usize, Vec<usize>>,
}

/// A node that is a subject, or a blank node.
#[derive(Debug)]
pub(super) struct NestedNode<'a> {
    pub(super) node: NamedOrBlankNodeRef<'a>,
    /// The quads that it is the subject of, but for the one that an annotation stands for.
    pub(super) quads: Vec<usize>,
    /// The quad that reifies something, if it is the only one, and this something.
    reified: Option<(usize, TripleRef<'a>)>,
    reifies: usize,
    /// How many objects are this node, and the last such quad.
    objects: usize,
    object_of: usize,
    /// How many times it is in a triple term that is written.
    in_triple_terms: usize,
    /// Whether only these quads can mention it.
    is_free: bool,
    site: NodeSite,
    /// Whether it could be a cell of a list.
    is_cell: bool,
    /// Whether it is the first cell of a list.
    is_list: bool,
    /// Whether RDF 1.1 does not have all the quads that are written where it is.
    pub(super) is_beyond_rdf_11: bool,
}

/// Where the quads are written that a node is the subject of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeSite {
    Statement,
    /// In place of the object of this quad.
    Object(usize),
    /// Behind the object of this quad.
    Annotation(usize),
    /// In place of a term of the triple that this quad reifies.
    Reified(usize),
}

/// How a node is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum NodeForm<'a> {
    /// By its IRI, or its label.
    Name,
    /// `[ ]`, with its properties if it has some.
    Properties,
    /// `( )`
    List,
    /// `<< >>`, with the name of the reifier if others mention it.
    Reified {
        triple: TripleRef<'a>,
        is_named: bool,
    },
}

impl<'q, 'a> Nesting<'q, 'a> {
    /// Finds out where nodes are written. Nothing but these quads may mention a blank node that is free. Of annotations as well as of other
    /// brackets, no more than `levels` are within each other.
    pub(super) fn new(
        quads: &'q [QuadRef<'a>],
        is_free: &dyn Fn(BlankNodeRef<'a>) -> bool,
        levels: usize,
    ) -> Self {
        let mut nesting = Self {
            quads,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            reifiers: HashMap::new(),
        };
        nesting.count_mentions(is_free);
        nesting.fold_annotations(levels);
        nesting.place_objects();
        nesting.place_reified_triples();
        nesting.leave_cycles();
        nesting.find_lists();
        nesting.leave_depths(levels, |site| !matches!(site, NodeSite::Annotation(_)));
        nesting.mark_beyond_rdf_11();
        nesting
    }

    /// The nodes that statements begin with, in the order of their first quads.
    pub(super) fn statements(&self) -> impl Iterator<Item = &NestedNode<'a>> {
        let mut statements: Vec<&NestedNode<'a>> = self.nodes.iter().collect();
        statements.retain(|node| node.site == NodeSite::Statement && !node.quads.is_empty());
        statements.sort_by_key(|node| node.quads[0]);
        statements.into_iter()
    }

    pub(super) fn quad(&self, number: usize) -> QuadRef<'a> {
        self.quads[number]
    }

    /// The annotation of a quad with this number.
    pub(super) fn annotation(&self, quad: usize, number: usize) -> Option<&NestedNode<'a>> {
        let reifier = self.reifiers.get(&quad)?.get(number)?;
        Some(&self.nodes[*reifier])
    }

    /// How the subject of a statement is written, and the quads that are left to write.
    pub(super) fn subject<'n>(&'n self, node: &'n NestedNode<'a>) -> (NodeForm<'a>, Vec<usize>) {
        let without = |taken: &dyn Fn(usize) -> bool| {
            let left = node.quads.iter().copied().filter(|&quad| !taken(quad));
            left.collect::<Vec<_>>()
        };
        let is_named = !node.is_unmentioned();
        if node.is_list && !is_named {
            let left = without(&|quad| self.is_of_cell(quad));
            return (NodeForm::List, left);
        }
        if let Some((reified, triple)) = node.reified
            && (!is_named || self.has_reified_triples(triple))
        {
            let form = NodeForm::Reified { triple, is_named };
            return (form, without(&|quad| quad == reified));
        }
        let form = match is_named {
            true => NodeForm::Name,
            false => NodeForm::Properties,
        };
        (form, node.quads.clone())
    }

    /// The node that is written in place of the object of a quad, and how.
    pub(super) fn object(&self, quad: usize) -> Option<(&NestedNode<'a>, NodeForm<'a>)> {
        let node = self.blank(self.quads[quad].object)?;
        if node.site != NodeSite::Object(quad) {
            return None;
        }
        let form = match node.reified {
            _ if node.is_list => NodeForm::List,
            Some((_, triple)) if node.quads.len() == 1 => NodeForm::Reified {
                triple,
                is_named: false,
            },
            _ => NodeForm::Properties,
        };
        Some((node, form))
    }

    /// The node that is written in place of a term within a triple term or a reified triple, and how.
    pub(super) fn in_triple(&self, term: TermRef<'a>) -> Option<(&NestedNode<'a>, NodeForm<'a>)> {
        let node = self.blank(term)?;
        match (node.site, node.reified) {
            (NodeSite::Reified(_), Some((_, triple))) => {
                let form = NodeForm::Reified {
                    triple,
                    is_named: false,
                };
                Some((node, form))
            }
            (NodeSite::Statement, _) if node.is_in_one_triple() && node.quads.is_empty() => {
                Some((node, NodeForm::Properties))
            }
            _ => None,
        }
    }

    /// Whether reified triples are in place of terms of a triple, which then has to be a reified triple, too.
    fn has_reified_triples(&self, triple: TripleRef<'a>) -> bool {
        let terms = [triple.subject.into(), triple.object];
        let mut nodes = terms.into_iter().filter_map(|term| self.blank(term));
        nodes.any(|node| matches!(node.site, NodeSite::Reified(_)))
    }

    /// The quads of a list's cell that hold its item and the rest of the list, and the next cell if there is one.
    pub(super) fn cell(&self, cell: &NestedNode<'a>) -> Option<(usize, Option<&NestedNode<'a>>)> {
        let first = self.with(rdf::FIRST, cell).next()?;
        let rest = self.rest(cell)?;
        Some((first, self.blank(self.quads[rest].object)))
    }

    /// The quads with this predicate that a node is the subject of.
    fn with(
        &self,
        predicate: NamedNodeRef<'static>,
        node: &NestedNode<'a>,
    ) -> impl Iterator<Item = usize> {
        let quads = node.quads.iter().copied();
        quads.filter(move |&quad| self.quads[quad].predicate == predicate)
    }

    /// The quad of a list's cell that holds the rest of the list.
    fn rest(&self, cell: &NestedNode<'a>) -> Option<usize> {
        self.with(rdf::REST, cell).next()
    }

    fn is_of_cell(&self, quad: usize) -> bool {
        matches!(self.quads[quad].predicate, rdf::FIRST | rdf::REST)
    }

    fn blank(&self, term: TermRef<'a>) -> Option<&NestedNode<'a>> {
        Some(&self.nodes[self.blank_number(term)?])
    }

    fn blank_number(&self, term: TermRef<'a>) -> Option<usize> {
        match term {
            TermRef::BlankNode(node) => {
                let number = self.numbers.get(&NamedOrBlankNodeRef::from(node))?;
                Some(*number)
            }
            _ => None,
        }
    }

    fn number(
        &mut self,
        node: NamedOrBlankNodeRef<'a>,
        is_free: &dyn Fn(BlankNodeRef<'a>) -> bool,
    ) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(NestedNode {
                node,
                quads: Vec::new(),
                reified: None,
                reifies: 0,
                objects: 0,
                object_of: 0,
                in_triple_terms: 0,
                is_free: matches!(node, NamedOrBlankNodeRef::BlankNode(node) if is_free(node)),
                site: NodeSite::Statement,
                is_cell: false,
                is_list: false,
                is_beyond_rdf_11: false,
            });
            self.nodes.len() - 1
        })
    }

    fn count_mentions(&mut self, is_free: &dyn Fn(BlankNodeRef<'a>) -> bool) {
        for (place, quad) in self.quads.iter().enumerate() {
            let subject = self.number(quad.subject, is_free);
            self.nodes[subject].quads.push(place);
            match rdf12::kind(quad.object) {
                AnyTerm::BlankNode(node) => {
                    let object = self.number(node.into(), is_free);
                    self.nodes[object].objects += 1;
                    self.nodes[object].object_of = place;
                }
                AnyTerm::Triple(triple) => {
                    let triple = rdf12::triple(triple);
                    if quad.predicate == RDF_REIFIES {
                        let node = &mut self.nodes[subject];
                        node.reifies += 1;
                        node.reified = (node.reifies == 1).then_some((place, triple));
                    }
                    for node in blank_nodes(triple) {
                        let number = self.number(node.into(), is_free);
                        self.nodes[number].in_triple_terms += 1;
                    }
                }
                AnyTerm::NamedNode(_) | AnyTerm::Literal(_) => {}
            }
        }
    }

    /// Makes annotations of reifiers of a triple that is asserted.
    fn fold_annotations(&mut self, levels: usize) {
        if self.nodes.iter().all(|node| node.reified.is_none()) {
            return;
        }
        // What an annotation stands for has no annotations itself. The triple before it is its own, where there are several.
        let mut asserted: HashMap<TripleRef<'a>, usize> = HashMap::new();
        let mut later = Vec::new();
        for (place, quad) in self.quads.iter().enumerate() {
            if quad.predicate != RDF_REIFIES {
                asserted.insert((*quad).into(), place);
            } else if let Some(number) = self.numbers.get(&quad.subject)
                && let Some((_, triple)) = self.nodes[*number].reified
            {
                match asserted.get(&triple) {
                    Some(&place) => self.nodes[*number].site = NodeSite::Annotation(place),
                    None => later.push((*number, triple)),
                }
            }
        }
        for (number, triple) in later {
            if let Some(&place) = asserted.get(&triple) {
                self.nodes[number].site = NodeSite::Annotation(place);
            }
        }
        self.leave_cycles();
        self.leave_depths(levels, |_| true);
        for number in 0..self.nodes.len() {
            let node = &mut self.nodes[number];
            if let NodeSite::Annotation(quad) = node.site
                && let Some((reified, triple)) = node.reified.take()
            {
                node.quads.retain(|&quad| quad != reified);
                self.reifiers.entry(quad).or_default().push(number);
                for node in blank_nodes(triple) {
                    if let Some(number) = self.blank_number(node.into()) {
                        self.nodes[number].in_triple_terms -= 1;
                    }
                }
            }
        }
    }

    /// Writes blank nodes where they are the object of the one quad that mentions them.
    fn place_objects(&mut self) {
        for node in &mut self.nodes {
            let is_placed = node.site != NodeSite::Statement;
            if node.is_free && !is_placed && node.objects == 1 && node.in_triple_terms == 0 {
                node.site = NodeSite::Object(node.object_of);
            }
        }
    }

    /// Writes reifiers where they are a term of the one triple that mentions them, if that is reified: the triple is then written between
    /// `<<` and `>>`, as a triple term cannot hold another.
    fn place_reified_triples(&mut self) {
        for outer in 0..self.nodes.len() {
            let node = &self.nodes[outer];
            let Some((quad, triple)) = node.reified else {
                continue;
            };
            if matches!(node.site, NodeSite::Object(_)) && node.quads.len() > 1 {
                continue;
            }
            for term in [triple.subject.into(), triple.object] {
                let Some(inner) = self.blank_number(term) else {
                    continue;
                };
                let node = &mut self.nodes[inner];
                let is_reifier = node.reified.is_some() && node.quads.len() == 1;
                if is_reifier && node.is_in_one_triple() {
                    node.site = NodeSite::Reified(quad);
                }
            }
        }
    }

    /// Nodes that would be written within themselves begin statements: all but annotations, if there are some, since these stay once
    /// they are folded.
    fn leave_cycles(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Never,
            In(usize),
        }
        let mut seen = vec![Seen::Never; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut number = start;
            let cycle = loop {
                match seen[number] {
                    Seen::In(walk) => break (walk == start).then_some(number),
                    Seen::Never => seen[number] = Seen::In(start),
                }
                match self.around(number) {
                    Some(outer) => number = outer,
                    None => break None,
                }
            };
            let Some(first) = cycle else { continue };
            let mut cycle = vec![first];
            let mut number = first;
            while let Some(outer) = self.around(number).filter(|&outer| outer != first) {
                cycle.push(outer);
                number = outer;
            }
            let can_leave =
                |&number: &usize| !matches!(self.nodes[number].site, NodeSite::Annotation(_));
            if cycle.iter().any(can_leave) {
                cycle.retain(can_leave);
            }
            for number in cycle {
                self.nodes[number].site = NodeSite::Statement;
            }
        }
    }

    /// Nodes that would be within more levels of brackets begin statements, if their sites can be left.
    fn leave_depths(&mut self, levels: usize, can_leave: fn(NodeSite) -> bool) {
        if levels == usize::MAX {
            return;
        }
        // How many levels a node is in, and whether it is a cell of a list: these are all in one level.
        let mut depths: Vec<Option<(usize, bool)>> = vec![None; self.nodes.len()];
        let mut inwards = Vec::new();
        for start in 0..self.nodes.len() {
            let mut number = start;
            while depths[number].is_none() {
                inwards.push(number);
                match self.around(number) {
                    Some(outer) => number = outer,
                    None => break,
                }
            }
            while let Some(number) = inwards.pop() {
                let outer = self.around(number).and_then(|outer| depths[outer]);
                let is_rest = match self.nodes[number].site {
                    NodeSite::Object(quad) => self.quads[quad].predicate == rdf::REST,
                    _ => false,
                };
                depths[number] = Some(match outer {
                    None => (0, self.nodes[number].is_list),
                    Some((depth, true)) if is_rest => (depth, true),
                    Some((depth, _)) if depth >= levels && can_leave(self.nodes[number].site) => {
                        self.leave_site(number);
                        (0, false)
                    }
                    Some((depth, _)) => (depth + 1, self.nodes[number].is_list),
                });
            }
        }
    }

    /// Has a node begin a statement. Of a list, the rest is a list, too.
    fn leave_site(&mut self, number: usize) {
        let node = &mut self.nodes[number];
        node.site = NodeSite::Statement;
        if std::mem::take(&mut node.is_list)
            && let Some(rest) = self.rest(&self.nodes[number])
            && let Some(rest) = self.blank_number(self.quads[rest].object)
        {
            self.nodes[rest].is_list = true;
        }
    }

    /// The subject of the quad that a node is written in.
    fn around(&self, number: usize) -> Option<usize> {
        let quad = match self.nodes[number].site {
            NodeSite::Statement => return None,
            NodeSite::Object(quad) | NodeSite::Annotation(quad) | NodeSite::Reified(quad) => quad,
        };
        self.numbers.get(&self.quads[quad].subject).copied()
    }

    /// Marks the nodes that RDF 1.1 cannot write, from each outwards to the one that begins the statement.
    fn mark_beyond_rdf_11(&mut self) {
        for quad in self.quads {
            if !is_beyond_rdf_11(quad.object) {
                continue;
            }
            let mut next = self.numbers.get(&quad.subject).copied();
            while let Some(number) = next
                && !std::mem::replace(&mut self.nodes[number].is_beyond_rdf_11, true)
            {
                next = self.around(number);
            }
        }
    }

    /// Finds the first cells of lists: each cell is walked once, from the first one.
    fn find_lists(&mut self) {
        for number in 0..self.nodes.len() {
            self.nodes[number].is_cell = self.can_be_in_list(number);
        }
        for number in 0..self.nodes.len() {
            let is_rest = match self.nodes[number].site {
                NodeSite::Object(quad) if self.quads[quad].predicate == rdf::REST => {
                    let before = self.numbers.get(&self.quads[quad].subject);
                    before.is_some_and(|&before| self.nodes[before].is_cell)
                }
                _ => false,
            };
            if !is_rest && self.is_list(number) {
                self.nodes[number].is_list = true;
            }
        }
    }

    /// Whether a node can be written as a cell of a list: one that begins a statement has to have more than a list does.
    fn can_be_in_list(&self, number: usize) -> bool {
        let node = &self.nodes[number];
        let has_site = match node.site {
            NodeSite::Object(_) => node.quads.len() == 2,
            NodeSite::Statement => {
                node.is_unmentioned() && node.quads.len() > 2 && node.reified.is_none()
            }
            NodeSite::Annotation(_) | NodeSite::Reified(_) => false,
        };
        has_site && self.is_cell(number)
    }

    /// Whether a node has one item, and one rest.
    fn is_cell(&self, number: usize) -> bool {
        let has_one = |predicate| {
            let mut quads = self.with(predicate, &self.nodes[number]);
            let only = quads.next().filter(|_| quads.next().is_none());
            only.is_some_and(|quad| !self.reifiers.contains_key(&quad))
        };
        has_one(rdf::FIRST) && has_one(rdf::REST)
    }

    fn is_list(&self, first: usize) -> bool {
        let mut number = first;
        loop {
            if !self.nodes[number].is_cell {
                return false;
            }
            let Some(rest) = self.rest(&self.nodes[number]) else {
                return false;
            };
            let object = self.quads[rest].object;
            if object == rdf::NIL.into() {
                return true;
            }
            match self.blank_number(object) {
                Some(next) if self.nodes[next].site == NodeSite::Object(rest) => number = next,
                _ => return false,
            }
        }
    }
}

impl NestedNode<'_> {
    /// Whether nothing but the quads that it is the subject of mentions it.
    pub(super) fn is_unmentioned(&self) -> bool {
        self.is_free && self.objects == 0 && self.in_triple_terms == 0
    }

    /// Whether one place in a triple term mentions it, and nothing else but the quads that it is the subject of.
    fn is_in_one_triple(&self) -> bool {
        self.is_free && self.objects == 0 && self.in_triple_terms == 1
    }
}
