//! Terms while a statement is translated: held in one place, and pointing at text that is already there.
//!
//! Invariant: a [`Term`] owns nothing. Its characters are in the statement's text or in the [`Pool`], which holds
//! the terms too, and grows like a stack: what is behind a [`Mark`] is released when the triples it was for are
//! out. A term is written there once, read there, and handed on as a [`TermId`]: to copy it from hand to hand
//! took most of the time of translating it. So translating
//! allocates nothing once the pool is as large as the largest statement needs it. Triple terms are the
//! exception: oxrdf has no borrowed ones.

use super::nested;
use super::state::{Generated, Labels};
use crate::Span;
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{
    BaseDirection, BlankNodeRef, GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef,
    QuadRef, TermRef, Triple,
};

/// Some characters, and where they are.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub(super) enum Piece {
    /// In the statement's text.
    Text(Span),
    /// In the pool.
    Pooled {
        start: usize,
        end: usize,
    },
    Constant(&'static str),
    /// All of the pool's [`graph`](Pool::graph).
    Graph,
}

#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub(super) enum Term {
    Iri(Piece),
    BlankNode(Piece),
    Generated(Generated),
    Literal {
        lexical_form: Piece,
        kind: LiteralKind,
    },
    /// A triple term, by its place in the pool.
    Triple(usize),
}

#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub(super) enum LiteralKind {
    /// Of the datatype `xsd:string`.
    Simple,
    Language(Piece),
    Directional(Piece, BaseDirection),
    Typed(Piece),
}

/// A term, and the part of the statement's text that stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) term: Term,
    pub(super) span: Span,
}

/// A term that the pool holds: its place there.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermId(usize);

/// Where the characters and triple terms are that the statement's text does not hold as they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub(super) text: String,
    /// Room for one IRI while it is resolved.
    pub(super) resolved: String,
    /// The name of the graph that is open: it outlives the statements in it.
    pub(super) graph: String,
    terms: Vec<Placed>,
    triples: Vec<Triple>,
    subject_label: Label,
    object_label: Label,
    graph_label: Label,
}

/// How much of a [`Pool`] is in use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    text: usize,
    terms: usize,
    triples: usize,
}

/// The label of a generated blank node, kept for as long as no other is written: triples share their subjects.
#[derive(Clone, Debug, Default)]
struct Label {
    /// Of which it is the label; generated ones are counted from 1.
    number: Generated,
    text: String,
}

impl Label {
    #[inline]
    fn write(&mut self, term: &Term, labels: &Labels) {
        if let Term::Generated(number) = *term
            && self.number != number
        {
            self.number = number;
            self.text.clear();
            labels.write_generated(number, &mut self.text);
        }
    }
}

impl Pool {
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark {
            text: self.text.len(),
            terms: self.terms.len(),
            triples: self.triples.len(),
        }
    }

    #[inline]
    pub(super) fn release(&mut self, mark: Mark) {
        self.text.truncate(mark.text);
        self.terms.truncate(mark.terms);
        if self.triples.len() > mark.triples {
            self.triples.drain(mark.triples..).for_each(nested::drop);
        }
    }

    pub(super) fn clear(&mut self) {
        self.release(Mark {
            text: 0,
            terms: 0,
            triples: 0,
        });
    }

    #[inline]
    pub(super) fn hold(&mut self, term: Term, span: Span) -> TermId {
        let id = TermId(self.terms.len());
        self.terms.push(Placed { term, span });
        id
    }

    #[inline]
    pub(super) fn held(&self, TermId(place): TermId) -> &Placed {
        &self.terms[place]
    }

    #[inline]
    pub(super) fn held_mut(&mut self, TermId(place): TermId) -> &mut Placed {
        &mut self.terms[place]
    }

    /// Appends these texts, one behind the other.
    #[inline]
    pub(super) fn push(&mut self, texts: &[&str]) -> Piece {
        let start = self.text.len();
        for text in texts {
            self.text.push_str(text);
        }
        self.since(start)
    }

    /// What was appended to [`Self::text`] since it was `start` long.
    pub(super) fn since(&self, start: usize) -> Piece {
        Piece::Pooled {
            start,
            end: self.text.len(),
        }
    }

    #[inline(always)]
    pub(super) fn str<'a>(&'a self, piece: Piece, text: &'a str) -> &'a str {
        match piece {
            Piece::Text(span) => span.of(text),
            Piece::Pooled { start, end } => &self.text[start..end],
            Piece::Constant(text) => text,
            Piece::Graph => &self.graph,
        }
    }

    /// A triple of these terms, or none where RDF allows no such term in its place. The labels of generated blank
    /// nodes have to be written before.
    #[inline(always)]
    fn parts<'a>(
        &'a self,
        [subject, predicate, object]: [&'a Term; 3],
        text: &'a str,
    ) -> Option<(NamedOrBlankNodeRef<'a>, NamedNodeRef<'a>, TermRef<'a>)> {
        let subject = match self.term(subject, &self.subject_label, text) {
            TermRef::NamedNode(iri) => iri.into(),
            TermRef::BlankNode(node) => node.into(),
            TermRef::Literal(_) | TermRef::Triple(_) => return None,
        };
        let Term::Iri(predicate) = predicate else {
            return None;
        };
        let predicate = NamedNodeRef::new_unchecked(self.str(*predicate, text));
        Some((
            subject,
            predicate,
            self.term(object, &self.object_label, text),
        ))
    }

    /// The name of a graph, or none where RDF allows no such name.
    #[inline]
    fn graph_name<'a>(&'a self, name: Option<&Term>, text: &'a str) -> Option<GraphNameRef<'a>> {
        let Some(name) = name else {
            return Some(GraphNameRef::DefaultGraph);
        };
        match self.term(name, &self.graph_label, text) {
            TermRef::NamedNode(iri) => Some(iri.into()),
            TermRef::BlankNode(node) => Some(node.into()),
            TermRef::Literal(_) | TermRef::Triple(_) => None,
        }
    }

    /// A quad of these terms, or none where RDF allows no such term in its place.
    #[inline(always)]
    pub(super) fn quad<'a>(
        &'a mut self,
        [subject, predicate, object]: [TermId; 3],
        graph: Option<&Term>,
        labels: &Labels,
        text: &'a str,
    ) -> Option<QuadRef<'a>> {
        if let Some(name) = graph {
            self.graph_label.write(name, labels);
        }
        self.subject_label
            .write(&self.terms[subject.0].term, labels);
        self.object_label.write(&self.terms[object.0].term, labels);
        let graph_name = self.graph_name(graph, text)?;
        let terms = [subject, predicate, object].map(|id| &self.held(id).term);
        let (subject, predicate, object) = self.parts(terms, text)?;
        Some(QuadRef {
            subject,
            predicate,
            object,
            graph_name,
        })
    }

    /// Keeps a triple as a triple term. `object` says what becomes of an object that is one itself.
    pub(super) fn push_triple(
        &mut self,
        triple: [TermId; 3],
        use_of_object: UseOfObject,
        labels: &Labels,
        text: &str,
    ) -> Option<Term> {
        let [subject, predicate, object] = triple.map(|id| self.held(id).term);
        let inner = match (object, use_of_object) {
            (Term::Triple(index), UseOfObject::Last) => {
                Some(std::mem::replace(&mut self.triples[index], placeholder()))
            }
            (Term::Triple(index), UseOfObject::More) => Some(nested::clone(&self.triples[index])),
            _ => None,
        };
        // A triple term is put in afterwards: to have it here as an object would copy it.
        let leaf = if inner.is_some() { subject } else { object };
        self.subject_label.write(&subject, labels);
        self.object_label.write(&leaf, labels);
        let (subject, predicate, leaf) = self.parts([&subject, &predicate, &leaf], text)?;
        let triple = match inner {
            Some(inner) => Triple::new(subject, predicate, Box::new(inner)),
            None => Triple::new(subject, predicate, leaf),
        };
        self.triples.push(triple);
        Some(Term::Triple(self.triples.len() - 1))
    }

    /// `label` is that of a generated blank node, if the term is one.
    #[inline(always)]
    fn term<'a>(&'a self, term: &Term, label: &'a Label, text: &'a str) -> TermRef<'a> {
        match *term {
            Term::Iri(iri) => NamedNodeRef::new_unchecked(self.str(iri, text)).into(),
            Term::BlankNode(label) => BlankNodeRef::new_unchecked(self.str(label, text)).into(),
            Term::Generated(_) => BlankNodeRef::new_unchecked(&label.text).into(),
            Term::Literal { lexical_form, kind } => {
                let lexical_form = self.str(lexical_form, text);
                match kind {
                    LiteralKind::Simple => LiteralRef::new_simple_literal(lexical_form),
                    LiteralKind::Language(tag) => {
                        LiteralRef::new_language_tagged_literal_unchecked(
                            lexical_form,
                            self.str(tag, text),
                        )
                    }
                    LiteralKind::Directional(tag, direction) => {
                        LiteralRef::new_directional_language_tagged_literal_unchecked(
                            lexical_form,
                            self.str(tag, text),
                            direction,
                        )
                    }
                    LiteralKind::Typed(datatype) => LiteralRef::new_typed_literal(
                        lexical_form,
                        NamedNodeRef::new_unchecked(self.str(datatype, text)),
                    ),
                }
                .into()
            }
            Term::Triple(index) => TermRef::Triple(&self.triples[index]),
        }
    }
}

/// Whether the object of a new triple term is needed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UseOfObject {
    Last,
    More,
}

/// Takes the place of a triple that was moved into another.
fn placeholder() -> Triple {
    Triple::new(rdf::NIL, rdf::NIL, rdf::NIL)
}

impl Term {
    /// An IRI that the specification names.
    pub(super) fn constant(iri: NamedNodeRef<'static>) -> Self {
        Self::Iri(Piece::Constant(iri.as_str()))
    }

    /// A literal whose lexical form is the text as written.
    pub(super) fn typed(span: Span, datatype: NamedNodeRef<'static>) -> Self {
        debug_assert_ne!(datatype, xsd::STRING);
        Self::Literal {
            lexical_form: Piece::Text(span),
            kind: LiteralKind::Typed(Piece::Constant(datatype.as_str())),
        }
    }
}
