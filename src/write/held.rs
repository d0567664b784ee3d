//! The quads of a statement, until it is known that they may be written.
//!
//! Invariant: they are handed back as they were added. Their room is used again.

use super::version::is_beyond_rdf_11;
use crate::rdf12::{self, AnyTerm, BaseDirection};
use crate::translate::{into_owned, triples};
use oxrdf::vocab::xsd;
use oxrdf::{
    BlankNodeRef, GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, Quad, QuadRef,
    TermRef, TripleRef,
};
use std::ops::Range;

/// Copies of quads, in few pieces of memory.
#[derive(Clone, Debug, Default)]
pub struct HeldQuads {
    text: String,
    quads: Vec<HeldQuad>,
    /// Quads with triple terms, whole.
    whole: Vec<Quad>,
    /// How many bytes the texts of these have.
    whole_bytes: usize,
    /// How many of them have another subject than the one before.
    subjects: usize,
    is_beyond_rdf_11: bool,
}

type Place = Range<usize>;

#[derive(Clone, Debug)]
enum HeldQuad {
    Whole(usize),
    Terms {
        graph: Option<HeldNode>,
        subject: HeldNode,
        predicate: Place,
        object: HeldObject,
    },
}

#[derive(Clone, Debug)]
enum HeldNode {
    Iri(Place),
    Blank(Place),
}

#[derive(Clone, Debug)]
enum HeldObject {
    Node(HeldNode),
    Simple(Place),
    Typed(Place, Place),
    Language(Place, Place, Option<BaseDirection>),
}

impl HeldQuads {
    /// Removes all quads; their room is used again.
    pub fn clear(&mut self) {
        self.text.clear();
        self.quads.clear();
        self.whole.clear();
        self.whole_bytes = 0;
        self.subjects = 0;
        self.is_beyond_rdf_11 = false;
    }

    pub(crate) fn has_triple_terms(&self) -> bool {
        !self.whole.is_empty()
    }

    /// Whether RDF 1.1 does not have all of them.
    pub(crate) fn are_beyond_rdf_11(&self) -> bool {
        self.is_beyond_rdf_11
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.whole_bytes + self.quads.len() * size_of::<HeldQuad>()
    }

    /// About how many bytes of memory it takes to hold them and to write them [together](super::StatementLines::together). A subject
    /// counts anew wherever its quads are not neighbours, so it may be less.
    pub fn bytes_together(&self) -> usize {
        /// The bytes that grouping took for each of 4 million subjects.
        const SUBJECT: usize = 290;
        self.bytes() + self.subjects * SUBJECT
    }

    /// Adds a copy of a quad.
    pub fn push(&mut self, quad: QuadRef<'_>) {
        self.is_beyond_rdf_11 |= is_beyond_rdf_11(quad.object);
        let object = match rdf12::kind(quad.object) {
            AnyTerm::NamedNode(iri) => HeldObject::Node(HeldNode::Iri(self.text(iri.as_str()))),
            AnyTerm::BlankNode(node) => HeldObject::Node(HeldNode::Blank(self.text(node.as_str()))),
            AnyTerm::Literal(literal) => self.literal(literal),
            AnyTerm::Triple(_) => {
                self.subjects += 1;
                self.whole_bytes += bytes_of(quad.into());
                self.quads.push(HeldQuad::Whole(self.whole.len()));
                self.whole.push(into_owned(quad));
                return;
            }
        };
        let graph = match quad.graph_name {
            GraphNameRef::DefaultGraph => None,
            GraphNameRef::NamedNode(iri) => Some(self.node(iri.into())),
            GraphNameRef::BlankNode(node) => Some(self.node(node.into())),
        };
        let subject = self.subject(quad.subject);
        let predicate = self.text(quad.predicate.as_str());
        self.quads.push(HeldQuad::Terms {
            graph,
            subject,
            predicate,
            object,
        });
    }

    /// The quads, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = QuadRef<'_>> {
        (0..self.quads.len()).map(|number| self.get(number))
    }

    /// The quad with this number, of those that are held, from 0 on.
    pub(super) fn get(&self, number: usize) -> QuadRef<'_> {
        match &self.quads[number] {
            HeldQuad::Whole(number) => self.whole[*number].as_ref(),
            HeldQuad::Terms {
                graph,
                subject,
                predicate,
                object,
            } => QuadRef {
                graph_name: match graph {
                    None => GraphNameRef::DefaultGraph,
                    Some(node) => self.node_at(node).into(),
                },
                subject: self.node_at(subject),
                predicate: self.iri_at(predicate),
                object: self.object_at(object),
            },
        }
    }

    fn text(&mut self, text: &str) -> Place {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// A subject; most quads have that of the one before, whose text is shared.
    fn subject(&mut self, node: NamedOrBlankNodeRef<'_>) -> HeldNode {
        match self.quads.last() {
            Some(HeldQuad::Terms { subject, .. }) if self.node_at(subject) == node => {
                subject.clone()
            }
            _ => {
                self.subjects += 1;
                self.node(node)
            }
        }
    }

    fn node(&mut self, node: NamedOrBlankNodeRef<'_>) -> HeldNode {
        match node {
            NamedOrBlankNodeRef::NamedNode(iri) => HeldNode::Iri(self.text(iri.as_str())),
            NamedOrBlankNodeRef::BlankNode(node) => HeldNode::Blank(self.text(node.as_str())),
        }
    }

    fn literal(&mut self, literal: LiteralRef<'_>) -> HeldObject {
        let value = self.text(literal.value());
        match literal.language() {
            Some(tag) => HeldObject::Language(value, self.text(tag), rdf12::direction(literal)),
            None if literal.datatype() == xsd::STRING => HeldObject::Simple(value),
            None => HeldObject::Typed(value, self.text(literal.datatype().as_str())),
        }
    }

    fn iri_at(&self, place: &Place) -> NamedNodeRef<'_> {
        NamedNodeRef::new_unchecked(&self.text[place.clone()])
    }

    fn node_at(&self, node: &HeldNode) -> NamedOrBlankNodeRef<'_> {
        match node {
            HeldNode::Iri(place) => self.iri_at(place).into(),
            HeldNode::Blank(place) => BlankNodeRef::new_unchecked(&self.text[place.clone()]).into(),
        }
    }

    fn object_at(&self, object: &HeldObject) -> TermRef<'_> {
        let text = |place: &Place| &self.text[place.clone()];
        match object {
            HeldObject::Node(node) => self.node_at(node).into(),
            HeldObject::Simple(value) => LiteralRef::new_simple_literal(text(value)).into(),
            HeldObject::Typed(value, datatype) => {
                LiteralRef::new_typed_literal(text(value), self.iri_at(datatype)).into()
            }
            HeldObject::Language(value, tag, None) => {
                LiteralRef::new_language_tagged_literal_unchecked(text(value), text(tag)).into()
            }
            HeldObject::Language(value, tag, Some(direction)) => {
                rdf12::directional(text(value), text(tag), *direction).into()
            }
        }
    }
}

/// About how many bytes a triple takes, with those in it.
fn bytes_of(triple: TripleRef<'_>) -> usize {
    let bytes = triples(triple).map(|triple| {
        let subject = match triple.subject {
            NamedOrBlankNodeRef::NamedNode(iri) => iri.as_str(),
            NamedOrBlankNodeRef::BlankNode(node) => node.as_str(),
        };
        let object = match rdf12::kind(triple.object) {
            AnyTerm::NamedNode(iri) => iri.as_str(),
            AnyTerm::BlankNode(node) => node.as_str(),
            AnyTerm::Literal(literal) => literal.value(),
            AnyTerm::Triple(_) => "",
        };
        size_of::<Quad>() + subject.len() + triple.predicate.as_str().len() + object.len()
    });
    bytes.sum()
}
