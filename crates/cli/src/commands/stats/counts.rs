//! Counts of quads.
//!
//! Invariant: the totals do not depend on the parts that a document was counted in.

use super::tally::{Distinct, Fingerprint, Fingerprints, Frequencies, NameTally};
use std::ops::AddAssign;
use turtle_peg::oxrdf::vocab::{rdf, xsd};
use turtle_peg::oxrdf::{
    BlankNodeRef, GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef,
};
use turtle_peg::{Position, Provenance};

/// The counts of all documents.
pub type QuadTotals = QuadCounts<NameTally, Distinct>;

/// The counts of a part of a document.
pub type PartCounts = QuadCounts<Frequencies, Vec<Fingerprint>>;

/// The counts of quads: texts one by one, and how many different things there are.
#[derive(Default)]
pub struct QuadCounts<T, D> {
    pub documents: u64,
    pub statements: u64,
    pub triples: u64,
    /// How many of the triples are before the fault in a statement that is at fault.
    pub in_faulty_statements: u64,
    /// How many are in the last statement, if it goes on in the next part.
    in_open_statement: u64,
    /// How the first statement ended that did; it may have begun in an earlier part.
    first_end: Option<StatementResult>,
    pub in_named_graphs: u64,
    pub subjects: TermCounts,
    pub objects: TermCounts,
    pub literals: Literals,
    pub distinct_subjects: D,
    pub distinct_objects: D,
    pub distinct_blank_nodes: D,
    pub predicates: T,
    pub classes: T,
    pub namespaces: T,
    pub datatypes: T,
    pub language_tags: T,
    pub graphs: T,
    pub largest_statement: Largest,
    pub longest_literal: Largest,
}

/// How a statement ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum StatementResult {
    Fine,
    AtFault,
}

/// The document that quads are of.
pub struct CountedDocument<'d> {
    pub name: &'d str,
    /// Tells its blank nodes from those of others.
    pub number: u64,
    pub fingerprints: &'d Fingerprints,
}

/// How many there are of each kind.
#[derive(Clone, Copy, Default)]
pub struct TermCounts {
    pub iris: u64,
    pub blank_nodes: u64,
    pub literals: u64,
    pub triple_terms: u64,
}

#[derive(Clone, Copy, Default)]
pub struct Literals {
    pub simple: u64,
    pub language_tagged: u64,
    pub directional: u64,
    pub typed: u64,
}

/// The largest: how many bytes it has, and where it begins.
#[derive(Default)]
pub struct Largest {
    pub bytes: u64,
    pub place: Option<(String, Position)>,
}

impl AddAssign for TermCounts {
    fn add_assign(&mut self, other: Self) {
        self.iris += other.iris;
        self.blank_nodes += other.blank_nodes;
        self.literals += other.literals;
        self.triple_terms += other.triple_terms;
    }
}

impl AddAssign for Literals {
    fn add_assign(&mut self, other: Self) {
        self.simple += other.simple;
        self.language_tagged += other.language_tagged;
        self.directional += other.directional;
        self.typed += other.typed;
    }
}

impl QuadTotals {
    /// With places for this many distinct items of each kind.
    pub fn new(most: usize) -> Self {
        let tally = || NameTally::new(most);
        let distinct = || Distinct::new(most);
        Self {
            distinct_subjects: distinct(),
            distinct_objects: distinct(),
            distinct_blank_nodes: distinct(),
            predicates: tally(),
            classes: tally(),
            namespaces: tally(),
            datatypes: tally(),
            language_tags: tally(),
            graphs: tally(),
            ..Self::default()
        }
    }

    /// A document begins, which has this number.
    pub fn begin_document(&mut self) -> u64 {
        self.documents += 1;
        self.in_open_statement = 0;
        self.documents
    }

    /// Adds the next part of the document that was begun last.
    pub fn add(&mut self, part: PartCounts, fingerprints: &Fingerprints) {
        self.statements += part.statements;
        self.triples += part.triples;
        self.in_faulty_statements += part.in_faulty_statements;
        if part.first_end == Some(StatementResult::AtFault) {
            self.in_faulty_statements += self.in_open_statement;
        }
        match part.first_end {
            Some(_) => self.in_open_statement = part.in_open_statement,
            None => self.in_open_statement += part.in_open_statement,
        }
        self.in_named_graphs += part.in_named_graphs;
        self.subjects += part.subjects;
        self.objects += part.objects;
        self.literals += part.literals;
        self.distinct_subjects.add(&part.distinct_subjects);
        self.distinct_objects.add(&part.distinct_objects);
        self.distinct_blank_nodes.add(&part.distinct_blank_nodes);
        self.predicates.add(&part.predicates, fingerprints);
        self.classes.add(&part.classes, fingerprints);
        self.namespaces.add(&part.namespaces, fingerprints);
        self.datatypes.add(&part.datatypes, fingerprints);
        self.language_tags.add(&part.language_tags, fingerprints);
        self.graphs.add(&part.graphs, fingerprints);
        self.largest_statement.add(part.largest_statement);
        self.longest_literal.add(part.longest_literal);
    }
}

impl PartCounts {
    /// Notes that a statement ends, after all its quads were counted.
    pub fn end_statement(&mut self, end: StatementResult) {
        let triples = std::mem::take(&mut self.in_open_statement);
        match end {
            StatementResult::Fine => self.statements += 1,
            StatementResult::AtFault => self.in_faulty_statements += triples,
        }
        self.first_end.get_or_insert(end);
    }

    /// Counts a quad of a document. Blank nodes are those of their document alone.
    pub fn count(
        &mut self,
        quad: QuadRef<'_>,
        provenance: &Provenance<'_>,
        of: &CountedDocument<'_>,
    ) {
        self.triples += 1;
        self.in_open_statement += 1;
        let statement = provenance.statement;
        let bytes = u64::from(statement.end - statement.start);
        let place = || provenance.position(statement);
        self.largest_statement.compare(bytes, of.name, place);
        let subject = match quad.subject {
            NamedOrBlankNodeRef::NamedNode(iri) => of.fingerprints.of(&iri.as_str()),
            NamedOrBlankNodeRef::BlankNode(node) => of.fingerprints.of(&(of.number, node.as_str())),
        };
        self.distinct_subjects.push(subject);
        self.subject(quad.subject, of);
        self.predicates
            .count(quad.predicate.as_str(), of.fingerprints);
        self.iri(quad.predicate, of);
        if let (true, TermRef::NamedNode(class)) = (quad.predicate == rdf::TYPE, quad.object) {
            self.classes.count(class.as_str(), of.fingerprints);
        }
        let object = match quad.object {
            // Labels belong to one document, so terms that hold some are distinct in each.
            object @ (TermRef::BlankNode(_) | TermRef::Triple(_)) => {
                of.fingerprints.of(&(of.number, object))
            }
            object => of.fingerprints.of(&object),
        };
        self.distinct_objects.push(object);
        if let TermRef::Literal(literal) = quad.object {
            let place = || provenance.position(provenance.object);
            let bytes = literal.value().len() as u64;
            self.longest_literal.compare(bytes, of.name, place);
        }
        self.object(quad.object, of);
        match quad.graph_name {
            GraphNameRef::DefaultGraph => return,
            GraphNameRef::NamedNode(iri) => {
                self.graphs.count(iri.as_str(), of.fingerprints);
                self.iri(iri, of);
            }
            GraphNameRef::BlankNode(node) => {
                let graph = format!("_:{} of {}", node.as_str(), of.name);
                self.graphs.count(&graph, of.fingerprints);
                self.blank_node(node, of);
            }
        }
        self.in_named_graphs += 1;
    }

    fn subject(&mut self, subject: NamedOrBlankNodeRef<'_>, of: &CountedDocument<'_>) {
        match subject {
            NamedOrBlankNodeRef::NamedNode(iri) => {
                self.subjects.iris += 1;
                self.iri(iri, of);
            }
            NamedOrBlankNodeRef::BlankNode(node) => {
                self.subjects.blank_nodes += 1;
                self.blank_node(node, of);
            }
        }
    }

    fn object(&mut self, object: TermRef<'_>, of: &CountedDocument<'_>) {
        match object {
            TermRef::NamedNode(iri) => {
                self.objects.iris += 1;
                self.iri(iri, of);
            }
            TermRef::BlankNode(node) => {
                self.objects.blank_nodes += 1;
                self.blank_node(node, of);
            }
            TermRef::Literal(literal) => {
                self.objects.literals += 1;
                self.literal(literal, of);
            }
            // The contents of a triple term are not asserted in the graph.
            TermRef::Triple(_) => self.objects.triple_terms += 1,
        }
    }

    fn literal(&mut self, literal: LiteralRef<'_>, of: &CountedDocument<'_>) {
        match (literal.language(), literal.direction()) {
            (Some(tag), direction) => {
                // Tags are compared without regard to case.
                self.language_tags
                    .count(&tag.to_ascii_lowercase(), of.fingerprints);
                match direction {
                    Some(_) => self.literals.directional += 1,
                    None => self.literals.language_tagged += 1,
                }
            }
            (None, _) if literal.datatype() == xsd::STRING => self.literals.simple += 1,
            (None, _) => self.literals.typed += 1,
        }
        self.datatypes
            .count(literal.datatype().as_str(), of.fingerprints);
    }

    fn iri(&mut self, iri: NamedNodeRef<'_>, of: &CountedDocument<'_>) {
        self.namespaces
            .count(namespace(iri.as_str()), of.fingerprints);
    }

    fn blank_node(&mut self, node: BlankNodeRef<'_>, of: &CountedDocument<'_>) {
        let fingerprint = of.fingerprints.of(&(of.number, node.as_str()));
        self.distinct_blank_nodes.push(fingerprint);
    }
}

/// An IRI up to its last `#` or `/`, or else its last `:`: the usual end of a namespace.
fn namespace(iri: &str) -> &str {
    let end = iri
        .rfind('#')
        .or_else(|| iri.rfind('/'))
        .or_else(|| iri.rfind(':'));
    end.map_or(iri, |end| &iri[..=end])
}

impl Largest {
    fn compare(&mut self, bytes: u64, name: &str, place: impl FnOnce() -> Position) {
        if self.place.is_none() || bytes > self.bytes {
            self.bytes = bytes;
            self.place = Some((name.to_owned(), place()));
        }
    }

    /// Compares it with one that comes later.
    fn add(&mut self, other: Self) {
        if self.place.is_none() || other.bytes > self.bytes {
            *self = other;
        }
    }
}
