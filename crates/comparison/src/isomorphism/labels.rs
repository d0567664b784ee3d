//! Labels of quads: numbers for all that a quad has but its blank nodes.
//!
//! Invariant: two quads have the same label if and only if they differ in nothing but which blank nodes they have, and in the case of
//! language tags.

use oxrdf::{
    BlankNodeRef, GraphNameRef, Literal, NamedOrBlankNodeRef, QuadRef, Term, TermRef, Triple,
};
use std::collections::HashMap;
use std::fmt::{self, Write};

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
        // Nothing that is written to a string fails.
        let _ = text.quad(quad);
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
    fn quad(&mut self, quad: QuadRef<'q>) -> fmt::Result {
        self.subject(quad.subject)?;
        write!(self.text, " {} ", quad.predicate)?;
        self.object(quad.object)?;
        self.text.push(' ');
        match quad.graph_name {
            GraphNameRef::BlankNode(node) => self.node(node),
            name => write!(self.text, "{name}"),
        }
    }

    fn subject(&mut self, subject: NamedOrBlankNodeRef<'q>) -> fmt::Result {
        match subject {
            NamedOrBlankNodeRef::BlankNode(node) => self.node(node),
            NamedOrBlankNodeRef::NamedNode(iri) => write!(self.text, "{iri}"),
        }
    }

    fn object(&mut self, object: TermRef<'q>) -> fmt::Result {
        match object {
            TermRef::BlankNode(node) => self.node(node),
            TermRef::Triple(triple) => {
                self.text.push_str("<<( ");
                self.subject(triple.subject.as_ref())?;
                write!(self.text, " {} ", triple.predicate)?;
                self.object(triple.object.as_ref())?;
                self.text.push_str(" )>>");
                Ok(())
            }
            term if has_upper_case_tag(term) => {
                write!(self.text, "{}", lower_case_tags(term.into_owned()))
            }
            term => write!(self.text, "{term}"),
        }
    }

    fn node(&mut self, node: BlankNodeRef<'q>) -> fmt::Result {
        let place = (self.place)(node);
        write!(self.text, "_:{place}")
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
