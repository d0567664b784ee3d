//! Terms on their way from where they are written to the quads that they are part of.
//!
//! Invariant: a term is made once, of characters that stay where they are, and no larger than registers hold. oxrdf's own
//! references are made from it only where a quad is: they have room for a blank node's number, 16 bytes without alignment, so
//! copying them takes longer than making them.

use crate::rdf12::{self, BaseDirection, InnerTriple};
use oxrdf::{BlankNodeRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, TermRef};
use runtime::Span;

/// A term, and the part of the statement's text that stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<T> {
    pub(super) term: T,
    pub(super) span: Span,
}

pub(super) type PlacedSubject<'b> = Placed<NamedOrBlank<'b>>;
pub(super) type PlacedPredicate<'b> = Placed<NamedNodeRef<'b>>;
pub(super) type PlacedObject<'b> = Placed<Term<'b>>;

/// A term that can be a subject, or name a graph.
#[derive(Clone, Copy, Debug)]
pub(super) enum NamedOrBlank<'b> {
    Iri(&'b str),
    Blank(&'b str),
}

/// Any term.
#[derive(Clone, Copy, Debug)]
pub(super) enum Term<'b> {
    Iri(&'b str),
    Blank(&'b str),
    /// A literal of the datatype `xsd:string`.
    Simple(&'b str),
    /// A lexical form and a datatype.
    Typed(&'b str, &'b str),
    /// A lexical form and a language tag.
    Language(&'b str, &'b str),
    Directional(&'b str, &'b str, BaseDirection),
    Triple(&'b InnerTriple),
}

impl<'b> From<NamedOrBlank<'b>> for NamedOrBlankNodeRef<'b> {
    #[inline(always)]
    fn from(node: NamedOrBlank<'b>) -> Self {
        match node {
            NamedOrBlank::Iri(iri) => NamedNodeRef::new_unchecked(iri).into(),
            NamedOrBlank::Blank(label) => BlankNodeRef::new_unchecked(label).into(),
        }
    }
}

impl<'b> From<NamedOrBlank<'b>> for Term<'b> {
    #[inline(always)]
    fn from(node: NamedOrBlank<'b>) -> Self {
        match node {
            NamedOrBlank::Iri(iri) => Self::Iri(iri),
            NamedOrBlank::Blank(label) => Self::Blank(label),
        }
    }
}

impl<'b> From<Term<'b>> for TermRef<'b> {
    #[inline(always)]
    fn from(term: Term<'b>) -> Self {
        let literal = match term {
            Term::Iri(iri) => return NamedNodeRef::new_unchecked(iri).into(),
            Term::Blank(label) => return BlankNodeRef::new_unchecked(label).into(),
            Term::Triple(triple) => return rdf12::term(triple),
            Term::Simple(lexical_form) => LiteralRef::new_simple_literal(lexical_form),
            Term::Typed(lexical_form, datatype) => {
                let datatype = NamedNodeRef::new_unchecked(datatype);
                LiteralRef::new_typed_literal(lexical_form, datatype)
            }
            Term::Language(lexical_form, tag) => {
                LiteralRef::new_language_tagged_literal_unchecked(lexical_form, tag)
            }
            Term::Directional(lexical_form, tag, direction) => {
                rdf12::directional(lexical_form, tag, direction)
            }
        };
        Self::Literal(literal)
    }
}

/// The terms that the objects of the next part belong to.
#[derive(Debug)]
pub(super) struct HeldTerms {
    pub(super) subject: Held,
    pub(super) predicate: String,
}

/// A subject that stays while the text that it is written in is gone.
#[derive(Debug)]
pub(super) enum Held {
    Iri(String),
    Blank(String),
}

impl Held {
    pub(super) fn term(&self) -> NamedOrBlank<'_> {
        match self {
            Self::Iri(iri) => NamedOrBlank::Iri(iri),
            Self::Blank(label) => NamedOrBlank::Blank(label),
        }
    }
}

impl From<NamedOrBlank<'_>> for Held {
    fn from(node: NamedOrBlank<'_>) -> Self {
        match node {
            NamedOrBlank::Iri(iri) => Self::Iri(iri.to_owned()),
            NamedOrBlank::Blank(label) => Self::Blank(label.to_owned()),
        }
    }
}
