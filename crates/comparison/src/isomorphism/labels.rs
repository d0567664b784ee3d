//! Labels of quads: numbers for all that a quad has but its blank nodes.
//!
//! Invariant: two quads have the same label if and only if they differ in nothing but which blank nodes they have, and in the case of
//! language tags.

use super::{has_upper_case_tag, lower_case_tags};
use oxrdf::{BlankNodeRef, GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef};
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
