//! What is counted of quads.

use super::tally::{Distinct, Tally};
use turtle_peg::oxrdf::{
    BlankNodeRef, GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef,
};
use turtle_peg::{Position, Provenance};

/// All that is counted.
pub struct Counts {
    pub documents: u64,
    pub statements: u64,
    pub triples: u64,
    /// Of these, how many stand before the fault in a statement that is at fault.
    pub in_faulty_statements: u64,
    pub in_named_graphs: u64,
    pub subjects: Terms,
    pub objects: Terms,
    pub literals: Literals,
    pub distinct_subjects: Distinct,
    pub distinct_objects: Distinct,
    pub distinct_blank_nodes: Distinct,
    pub predicates: Tally,
    pub classes: Tally,
    pub namespaces: Tally,
    pub datatypes: Tally,
    pub language_tags: Tally,
    pub graphs: Tally,
    pub largest_statement: Largest,
    pub longest_literal: Largest,
}

/// How many there are of each kind.
#[derive(Default)]
pub struct Terms {
    pub iris: u64,
    pub blank_nodes: u64,
    pub literals: u64,
    pub triple_terms: u64,
}

#[derive(Default)]
pub struct Literals {
    pub simple: u64,
    pub language_tagged: u64,
    pub directional: u64,
    pub typed: u64,
}

/// The one with the most bytes: how many, and where it begins.
#[derive(Default)]
pub struct Largest {
    pub bytes: u64,
    pub place: Option<(String, Position)>,
}

impl Counts {
    /// With places for so many different things of each kind.
    pub fn new(most: usize) -> Self {
        let tally = || Tally::new(most);
        let distinct = || Distinct::new(most);
        Self {
            documents: 0,
            statements: 0,
            triples: 0,
            in_faulty_statements: 0,
            in_named_graphs: 0,
            subjects: Terms::default(),
            objects: Terms::default(),
            literals: Literals::default(),
            distinct_subjects: distinct(),
            distinct_objects: distinct(),
            distinct_blank_nodes: distinct(),
            predicates: tally(),
            classes: tally(),
            namespaces: tally(),
            datatypes: tally(),
            language_tags: tally(),
            graphs: tally(),
            largest_statement: Largest::default(),
            longest_literal: Largest::default(),
        }
    }

    /// Counts a quad of a document, which `name` stands for. Blank nodes are those of its document alone.
    pub fn add(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>, name: &str) {
        self.triples += 1;
        let statement = provenance.statement;
        let bytes = u64::from(statement.end - statement.start);
        let place = || provenance.position(statement);
        self.largest_statement.compare(bytes, name, place);
        match quad.subject {
            NamedOrBlankNodeRef::NamedNode(iri) => self.distinct_subjects.add(&iri.as_str()),
            NamedOrBlankNodeRef::BlankNode(node) => {
                self.distinct_subjects.add(&(self.documents, node.as_str()));
            }
        }
        self.subject(quad.subject);
        self.predicates.count(quad.predicate.as_str());
        self.iri(quad.predicate);
        if let (true, TermRef::NamedNode(class)) =
            (quad.predicate.as_str() == RDF_TYPE, quad.object)
        {
            self.classes.count(class.as_str());
        }
        match quad.object {
            // Labels are those of one document; what holds some is told apart with it.
            object @ (TermRef::BlankNode(_) | TermRef::Triple(_)) => {
                self.distinct_objects.add(&(self.documents, object));
            }
            object => self.distinct_objects.add(&object),
        }
        if let TermRef::Literal(literal) = quad.object {
            let place = || provenance.position(provenance.object);
            let bytes = literal.value().len() as u64;
            self.longest_literal.compare(bytes, name, place);
        }
        self.object(quad.object);
        match quad.graph_name {
            GraphNameRef::DefaultGraph => return,
            GraphNameRef::NamedNode(iri) => {
                self.graphs.count(iri.as_str());
                self.iri(iri);
            }
            GraphNameRef::BlankNode(node) => {
                self.graphs.count(&format!("_:{} of {name}", node.as_str()));
                self.blank_node(node);
            }
        }
        self.in_named_graphs += 1;
    }

    fn subject(&mut self, subject: NamedOrBlankNodeRef<'_>) {
        match subject {
            NamedOrBlankNodeRef::NamedNode(iri) => {
                self.subjects.iris += 1;
                self.iri(iri);
            }
            NamedOrBlankNodeRef::BlankNode(node) => {
                self.subjects.blank_nodes += 1;
                self.blank_node(node);
            }
        }
    }

    fn object(&mut self, object: TermRef<'_>) {
        match object {
            TermRef::NamedNode(iri) => {
                self.objects.iris += 1;
                self.iri(iri);
            }
            TermRef::BlankNode(node) => {
                self.objects.blank_nodes += 1;
                self.blank_node(node);
            }
            TermRef::Literal(literal) => {
                self.objects.literals += 1;
                self.literal(literal);
            }
            // What is in it is said of it, not of the graph.
            TermRef::Triple(_) => self.objects.triple_terms += 1,
        }
    }

    fn literal(&mut self, literal: LiteralRef<'_>) {
        match (literal.language(), literal.direction()) {
            (Some(tag), direction) => {
                // Tags are compared without regard to case.
                self.language_tags.count(&tag.to_ascii_lowercase());
                match direction {
                    Some(_) => self.literals.directional += 1,
                    None => self.literals.language_tagged += 1,
                }
            }
            (None, _) if literal.datatype().as_str() == XSD_STRING => self.literals.simple += 1,
            (None, _) => self.literals.typed += 1,
        }
        self.datatypes.count(literal.datatype().as_str());
    }

    fn iri(&mut self, iri: NamedNodeRef<'_>) {
        self.namespaces.count(namespace(iri.as_str()));
    }

    fn blank_node(&mut self, node: BlankNodeRef<'_>) {
        self.distinct_blank_nodes
            .add(&(self.documents, node.as_str()));
    }
}

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";

/// An IRI up to its last `#` or `/`, or else its last `:`: what people make a prefix of.
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
}
