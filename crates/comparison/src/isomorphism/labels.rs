//! Labels of quads: numbers for all that a quad has but its blank nodes.
//!
//! Invariant: two quads have the same label if and only if they differ in nothing but which blank nodes they have, and in the case of
//! language tags.

use foldhash::HashMap;
use oxrdf::{
    BaseDirection, BlankNodeRef, GraphNameRef, Literal, LiteralRef, NamedNodeRef,
    NamedOrBlankNodeRef, QuadRef, Term, TermRef, Triple,
};
use std::fmt::Write;

/// The labels given so far.
#[derive(Default)]
pub(super) struct QuadLabels {
    numbers: HashMap<Box<str>, usize>,
    /// The text of the quad at hand.
    text: String,
}

impl QuadLabels {
    /// The label of a quad; `place` gives each blank node a number within the quad.
    pub(super) fn label<'q>(
        &mut self,
        quad: QuadRef<'q>,
        place: impl FnMut(BlankNodeRef<'q>) -> usize,
    ) -> usize {
        self.text.clear();
        let mut text = LabelText {
            text: &mut self.text,
            place,
        };
        text.quad(quad);
        if let Some(&number) = self.numbers.get(self.text.as_str()) {
            return number;
        }
        let number = self.numbers.len();
        self.numbers.insert(self.text.as_str().into(), number);
        number
    }
}

/// A quad as text, with numbers for its blank nodes.
struct LabelText<'t, P> {
    text: &'t mut String,
    place: P,
}

impl<'q, P: FnMut(BlankNodeRef<'q>) -> usize> LabelText<'_, P> {
    fn quad(&mut self, quad: QuadRef<'q>) {
        self.subject(quad.subject);
        self.iri(quad.predicate);
        self.object(quad.object);
        match quad.graph_name {
            GraphNameRef::BlankNode(node) => self.node(node),
            GraphNameRef::NamedNode(iri) => self.iri(iri),
            GraphNameRef::DefaultGraph => {}
        }
    }

    fn subject(&mut self, subject: NamedOrBlankNodeRef<'q>) {
        match subject {
            NamedOrBlankNodeRef::BlankNode(node) => self.node(node),
            NamedOrBlankNodeRef::NamedNode(iri) => self.iri(iri),
        }
    }

    fn object(&mut self, object: TermRef<'q>) {
        match object {
            TermRef::BlankNode(node) => self.node(node),
            TermRef::NamedNode(iri) => self.iri(iri),
            TermRef::Literal(literal) => self.literal(literal),
            TermRef::Triple(triple) => {
                self.text.push_str("<<( ");
                self.subject(triple.subject.as_ref());
                self.iri(triple.predicate.as_ref());
                self.object(triple.object.as_ref());
                self.text.push_str(" )>>");
            }
        }
    }

    fn node(&mut self, node: BlankNodeRef<'q>) {
        let place = (self.place)(node);
        self.number(place);
        self.text.push(':');
    }

    fn iri(&mut self, iri: NamedNodeRef<'_>) {
        self.text.push('<');
        self.text.push_str(iri.as_str());
        self.text.push('>');
    }

    /// A literal, which begins with its length, so that it needs no escape sequences.
    fn literal(&mut self, literal: LiteralRef<'_>) {
        self.number(literal.value().len());
        self.text.push('"');
        self.text.push_str(literal.value());
        let Some(tag) = literal.language() else {
            return self.iri(literal.datatype());
        };
        self.text.push('@');
        let start = self.text.len();
        self.text.push_str(tag);
        self.text[start..].make_ascii_lowercase();
        if let Some(direction) = literal.direction() {
            self.text.push_str(match direction {
                BaseDirection::Ltr => "--ltr",
                BaseDirection::Rtl => "--rtl",
            });
        }
        self.text.push(' ');
    }

    fn number(&mut self, number: usize) {
        // Nothing that is written to a string fails.
        let _ = write!(self.text, "{number}");
    }
}

/// Whether a term has a language tag with capitals.
pub(crate) fn has_upper_case_tag(object: TermRef<'_>) -> bool {
    match object {
        TermRef::Literal(literal) => literal
            .language()
            .is_some_and(|tag| tag.contains(|letter: char| letter.is_ascii_uppercase())),
        TermRef::Triple(triple) => has_upper_case_tag(triple.object.as_ref()),
        TermRef::NamedNode(_) | TermRef::BlankNode(_) => false,
    }
}

/// A term with its language tags in lower case.
pub(super) fn lower_case_tags(object: Term) -> Term {
    match object {
        Term::Literal(literal) => match (literal.language(), literal.direction()) {
            (Some(tag), None) => Literal::new_language_tagged_literal_unchecked(
                literal.value(),
                tag.to_ascii_lowercase(),
            )
            .into(),
            (Some(tag), Some(direction)) => {
                Literal::new_directional_language_tagged_literal_unchecked(
                    literal.value(),
                    tag.to_ascii_lowercase(),
                    direction,
                )
                .into()
            }
            (None, _) => literal.into(),
        },
        Term::Triple(triple) => Term::Triple(Box::new(Triple {
            object: lower_case_tags(triple.object),
            ..*triple
        })),
        object => object,
    }
}
