//! The terms that RDF 1.2 adds: triple terms and base directions. Without the feature `rdf-12`, oxrdf has neither, and here are types
//! without values in their place.
//!
//! Invariant: who makes such a term has a [`Rdf12`], of which there is none without the feature; so the translator has to
//! refuse the text, and no other code asks for the feature.

use oxrdf::{BlankNodeRef, LiteralRef, NamedNodeRef};

#[cfg(not(feature = "rdf-12"))]
pub(crate) use left_out::*;
#[cfg(feature = "rdf-12")]
pub(crate) use supported::*;

/// A term, of the kinds that RDF 1.2 has.
pub(crate) enum AnyTerm<'t> {
    NamedNode(NamedNodeRef<'t>),
    BlankNode(BlankNodeRef<'t>),
    Literal(LiteralRef<'t>),
    #[cfg_attr(not(feature = "rdf-12"), expect(dead_code, reason = "there is none"))]
    Triple(&'t InnerTriple),
}

#[cfg(feature = "rdf-12")]
mod supported {
    use super::AnyTerm;
    pub(crate) use oxrdf::BaseDirection;
    use oxrdf::vocab::rdf;
    use oxrdf::{LiteralRef, NamedNodeRef, Term, TermRef, Triple, TripleRef};

    pub(crate) const LANGUAGE_DATATYPES: &[NamedNodeRef<'static>] =
        &[rdf::LANG_STRING, rdf::DIR_LANG_STRING];

    /// A triple that is a term.
    pub(crate) type InnerTriple = Triple;

    /// Terms of RDF 1.2 can be made.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Rdf12(());

    impl Rdf12 {
        pub(crate) const SUPPORT: Option<Self> = Some(Self(()));

        pub(crate) fn inner_triple(self, triple: Triple) -> InnerTriple {
            triple
        }

        pub(crate) fn base_direction(self, name: &str) -> Option<BaseDirection> {
            match name {
                "ltr" => Some(BaseDirection::Ltr),
                "rtl" => Some(BaseDirection::Rtl),
                _ => None,
            }
        }
    }

    #[inline(always)]
    pub(crate) fn kind(term: TermRef<'_>) -> AnyTerm<'_> {
        match term {
            TermRef::NamedNode(iri) => AnyTerm::NamedNode(iri),
            TermRef::BlankNode(node) => AnyTerm::BlankNode(node),
            TermRef::Literal(literal) => AnyTerm::Literal(literal),
            TermRef::Triple(triple) => AnyTerm::Triple(triple),
        }
    }

    #[inline(always)]
    pub(crate) fn term(triple: &InnerTriple) -> TermRef<'_> {
        TermRef::Triple(triple)
    }

    pub(crate) fn owned_term(triple: Box<InnerTriple>) -> Term {
        Term::Triple(triple)
    }

    /// The triple that a term is, or the term.
    pub(crate) fn into_inner(term: Term) -> Result<Box<InnerTriple>, Term> {
        match term {
            Term::Triple(triple) => Ok(triple),
            term => Err(term),
        }
    }

    pub(crate) fn triple(triple: &InnerTriple) -> TripleRef<'_> {
        triple.as_ref()
    }

    pub(crate) fn into_triple(triple: InnerTriple) -> Triple {
        triple
    }

    pub(crate) fn direction(literal: LiteralRef<'_>) -> Option<BaseDirection> {
        literal.direction()
    }

    pub(crate) fn directional<'t>(
        lexical_form: &'t str,
        tag: &'t str,
        direction: BaseDirection,
    ) -> LiteralRef<'t> {
        LiteralRef::new_directional_language_tagged_literal_unchecked(lexical_form, tag, direction)
    }

    /// The text of the direction, after the language tag.
    pub(crate) fn suffix(direction: BaseDirection) -> &'static str {
        match direction {
            BaseDirection::Ltr => "--ltr",
            BaseDirection::Rtl => "--rtl",
        }
    }
}

#[cfg(not(feature = "rdf-12"))]
mod left_out {
    use super::AnyTerm;
    use oxrdf::vocab::rdf;
    use oxrdf::{LiteralRef, NamedNodeRef, Term, TermRef, Triple, TripleRef};
    use std::convert::Infallible;

    pub(crate) const LANGUAGE_DATATYPES: &[NamedNodeRef<'static>] = &[
        rdf::LANG_STRING,
        NamedNodeRef::new_unchecked("http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString"),
    ];

    /// No value; in a private field, so that the compiler does not call the code unreachable that has it.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct InnerTriple(Infallible);

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct BaseDirection(Infallible);

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Rdf12(Infallible);

    impl Rdf12 {
        pub(crate) const SUPPORT: Option<Self> = None;

        pub(crate) fn inner_triple(self, _: Triple) -> InnerTriple {
            match self.0 {}
        }

        pub(crate) fn base_direction(self, _: &str) -> Option<BaseDirection> {
            match self.0 {}
        }
    }

    #[inline(always)]
    pub(crate) fn kind(term: TermRef<'_>) -> AnyTerm<'_> {
        match term {
            TermRef::NamedNode(iri) => AnyTerm::NamedNode(iri),
            TermRef::BlankNode(node) => AnyTerm::BlankNode(node),
            TermRef::Literal(literal) => AnyTerm::Literal(literal),
        }
    }

    pub(crate) fn term(triple: &InnerTriple) -> TermRef<'_> {
        match triple.0 {}
    }

    #[expect(
        clippy::boxed_local,
        reason = "with RDF 1.2, the term takes the box over"
    )]
    pub(crate) fn owned_term(triple: Box<InnerTriple>) -> Term {
        match triple.0 {}
    }

    pub(crate) fn into_inner(term: Term) -> Result<Box<InnerTriple>, Term> {
        Err(term)
    }

    pub(crate) fn triple(triple: &InnerTriple) -> TripleRef<'_> {
        match triple.0 {}
    }

    pub(crate) fn into_triple(triple: InnerTriple) -> Triple {
        match triple.0 {}
    }

    pub(crate) fn direction(_: LiteralRef<'_>) -> Option<BaseDirection> {
        None
    }

    pub(crate) fn directional<'t>(
        _: &'t str,
        _: &'t str,
        direction: BaseDirection,
    ) -> LiteralRef<'t> {
        match direction.0 {}
    }

    pub(crate) fn suffix(direction: BaseDirection) -> &'static str {
        match direction.0 {}
    }
}
