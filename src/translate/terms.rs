//! Terms. Those that hold others emit the triples that these stand for on the way.

use super::buffers::{Buffer, Roles, Text, TripleTerm};
use super::fault::{FaultSite, Result, untranslatable};
use super::meaning::{Meaning, meaning};
use super::sink::Sink;
use super::term::{NamedOrBlank, Placed, PlacedObject, PlacedSubject, Term};
use super::walk::{StatementWalk, innermost, is_a, only_child, with_room};
use crate::rdf12::{self, InnerTriple, Rdf12};
use crate::tree::NodeRef;
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{NamedNodeRef, NamedOrBlankNodeRef, TermRef, Triple};
use runtime::Span;

/// Stands for a triple term that the sink does not read.
const UNREAD: Term<'static> = Term::Simple("");

/// The empty collection.
const NIL: NamedOrBlank<'static> = NamedOrBlank::Iri(rdf::NIL.as_str());

impl<'w, S: Sink> StatementWalk<'w, S> {
    /// Any term.
    #[inline(always)]
    pub(super) fn term<'b>(
        &mut self,
        node: &NodeRef<'_>,
        buffer: &'b mut Buffer,
    ) -> Result<PlacedObject<'b>>
    where
        'w: 'b,
    {
        let mut node = innermost(node);
        let meaning = loop {
            match meaning(node.production()) {
                Meaning::Choice => node = innermost(&only_child(&node)?),
                Meaning::Literal => {
                    let mut children = node.children();
                    match (children.next(), children.next()) {
                        (Some(value), None) => node = innermost(&value),
                        _ => break Meaning::Literal,
                    }
                }
                meaning => break meaning,
            }
        };
        let span = node.span();
        let Buffer {
            text,
            datatype,
            triple,
        } = buffer;
        let term = match meaning {
            Meaning::IriReference => {
                Term::Iri(self.reference_in_quad(FaultSite::of_leaf(&node), text)?)
            }
            Meaning::PrefixedName => Term::Iri(self.name_in_quad(FaultSite::of_leaf(&node), text)?),
            Meaning::ShortString | Meaning::LongString => {
                Term::Simple(self.between_delimiters(meaning, FaultSite::of_leaf(&node), text)?)
            }
            Meaning::Integer => self.as_written(span, xsd::INTEGER),
            Meaning::Decimal => self.as_written(span, xsd::DECIMAL),
            Meaning::Double => self.as_written(span, xsd::DOUBLE),
            Meaning::Boolean => self.as_written(span, xsd::BOOLEAN),
            Meaning::Literal => {
                let span = node.trimmed_span();
                let term = self.qualified_literal(&node, text, datatype)?;
                return Ok(Placed { term, span });
            }
            Meaning::TripleTerm => with_room(|| self.triple_term(&node, triple))?,
            _ => {
                let Placed { term, span } = self.named_or_blank_of_parts(&node, text)?;
                let term = term.into();
                return Ok(Placed { term, span });
            }
        };
        Ok(Placed { term, span })
    }

    /// A literal whose lexical form is the text as written.
    #[inline(always)]
    fn as_written(&self, span: Span, datatype: NamedNodeRef<'static>) -> Term<'w> {
        debug_assert_ne!(datatype, xsd::STRING);
        Term::Typed(span.of(self.text), datatype.as_str())
    }

    /// A term that can be a subject: an IRI or a blank node.
    #[inline(always)]
    pub(super) fn named_or_blank<'b>(
        &mut self,
        node: &NodeRef<'_>,
        buffer: &'b mut Text,
    ) -> Result<PlacedSubject<'b>>
    where
        'w: 'b,
    {
        let node = innermost(node);
        let term = match meaning(node.production()) {
            Meaning::IriReference => {
                NamedOrBlank::Iri(self.reference_in_quad(FaultSite::of_leaf(&node), buffer)?)
            }
            Meaning::PrefixedName => {
                NamedOrBlank::Iri(self.name_in_quad(FaultSite::of_leaf(&node), buffer)?)
            }
            _ => return self.named_or_blank_of_parts(&node, buffer),
        };
        let span = node.span();
        Ok(Placed { term, span })
    }

    /// A term that can be a subject, and is probably not an IRI.
    #[inline(never)]
    fn named_or_blank_of_parts<'b>(
        &mut self,
        node: &NodeRef<'_>,
        buffer: &'b mut Text,
    ) -> Result<PlacedSubject<'b>>
    where
        'w: 'b,
    {
        let span = node.span();
        let term = match meaning(node.production()) {
            Meaning::BlankNodeLabel => {
                NamedOrBlank::Blank(self.blank_node_label(FaultSite::of_leaf(node), buffer)?)
            }
            Meaning::Anonymous => self.generated(buffer),
            Meaning::Choice => return self.named_or_blank(&only_child(node)?, buffer),
            Meaning::Blank => match node.first_child() {
                None => self.generated(buffer),
                Some(child) if is_a(&child, Meaning::PredicateObjectList) => {
                    with_room(|| self.property_list(node, buffer))?
                }
                Some(child) => return self.named_or_blank(&child, buffer),
            },
            Meaning::PropertyList => with_room(|| self.property_list(node, buffer))?,
            Meaning::Collection => with_room(|| self.collection(node, buffer))?,
            Meaning::ReifiedTriple => with_room(|| self.reified_triple(node, buffer))?,
            Meaning::Reifier => match node.first_child() {
                Some(child) => return self.named_or_blank(&child, buffer),
                None => {
                    let span = reifier_span(node);
                    let term = self.generated(buffer);
                    return Ok(Placed { term, span });
                }
            },
            _ => return Err(untranslatable(node)),
        };
        Ok(Placed { term, span })
    }

    /// A new blank node.
    pub(super) fn generated<'b>(&mut self, buffer: &'b mut Text) -> NamedOrBlank<'b> {
        let labels = &mut self.state.labels;
        buffer.clear();
        let number = labels.generate();
        labels.write_generated(number, buffer);
        NamedOrBlank::Blank(buffer)
    }

    /// Emits a property list's triples, and returns the new blank node that they describe.
    #[inline(never)]
    fn property_list<'b>(
        &mut self,
        node: &NodeRef<'_>,
        buffer: &'b mut Text,
    ) -> Result<NamedOrBlank<'b>> {
        let term = self.generated(buffer);
        let span = node.span();
        let list = only_child(node)?;
        let mut roles = self.spare.take();
        self.predicate_object_list(&Placed { term, span }, &list, &mut roles)?;
        self.spare.give_back(roles);
        Ok(term)
    }

    /// One cell an item, each with its `rdf:first` and, in the end, its `rdf:rest`.
    #[inline(never)]
    fn collection<'b>(
        &mut self,
        node: &NodeRef<'_>,
        buffer: &'b mut Text,
    ) -> Result<NamedOrBlank<'b>> {
        let items = match node.first_child() {
            Some(list) if is_a(&list, Meaning::ItemList) => list,
            _ => *node,
        };
        let mut children = items.children();
        let Some(mut child) = children.next() else {
            return Ok(NIL);
        };
        let span = node.span();
        let [first, rest] = [rdf::FIRST, rdf::REST].map(|term| Placed { term, span });
        self.generated(buffer);
        let mut roles = self.spare.take();
        let Roles {
            subject, object, ..
        } = &mut *roles;
        subject.clone_from(buffer);
        loop {
            let item = self.term(&child, object)?;
            self.emit(&cell(subject, span), &first, item);
            child = match children.next() {
                Some(next) => next,
                None => break,
            };
            // The next cell is the object of one triple and the subject of those that follow.
            let next = self.generated(&mut object.text).into();
            self.emit(&cell(subject, span), &rest, Placed { term: next, span });
            std::mem::swap(subject, &mut object.text);
        }
        let nil = NIL.into();
        self.emit(&cell(subject, span), &rest, Placed { term: nil, span });
        self.spare.give_back(roles);
        Ok(NamedOrBlank::Blank(buffer))
    }

    /// Subject, predicate, object and perhaps a reifier: returns the reifier.
    #[inline(never)]
    fn reified_triple<'b>(
        &mut self,
        node: &NodeRef<'_>,
        buffer: &'b mut Text,
    ) -> Result<NamedOrBlank<'b>>
    where
        'w: 'b,
    {
        let rdf12 = self.newer_syntax(node)?;
        let mut roles = self.spare.take();
        let (triple, subject) = self.owned_triple(node, &mut roles, rdf12)?;
        self.spare.give_back(roles);
        let reifier = match node.children().nth(3) {
            Some(reifier) => self.named_or_blank(&reifier, buffer)?,
            None => Placed {
                term: self.generated(buffer),
                span: node.span(),
            },
        };
        let mut triple_term = TripleTerm::default();
        let triple = triple.map(|triple| triple_term.fill(triple));
        self.reify(node, &reifier, subject, triple);
        Ok(reifier.term)
    }

    #[inline(never)]
    fn triple_term<'b>(
        &mut self,
        node: &NodeRef<'_>,
        buffer: &'b mut TripleTerm,
    ) -> Result<Term<'b>> {
        let rdf12 = self.newer_syntax(node)?;
        let mut roles = self.spare.take();
        let (triple, _) = self.owned_triple(node, &mut roles, rdf12)?;
        self.spare.give_back(roles);
        Ok(match triple {
            Some(triple) => Term::Triple(buffer.fill(triple)),
            None => UNREAD,
        })
    }

    /// The first three children as a triple, if the sink reads it, and where its subject is.
    fn owned_triple(
        &mut self,
        node: &NodeRef<'_>,
        roles: &mut Roles,
        rdf12: Rdf12,
    ) -> Result<(Option<InnerTriple>, Span)> {
        let mut children = node.children();
        let mut next = || children.next().ok_or_else(|| untranslatable(node));
        let subject = self.named_or_blank(&next()?, &mut roles.subject)?;
        let predicate = self.predicate(&next()?, &mut roles.predicate)?;
        let object = self.term(&next()?, &mut roles.object)?;
        let span = subject.span;
        if !S::READS {
            return Ok((None, span));
        }
        // A triple term is moved: to copy it at each level would take time that is quadratic in the depth.
        let triple = match object.term {
            Term::Triple(_) => {
                let object = roles.object.triple.take();
                let object = object.ok_or_else(|| untranslatable(node))?;
                Triple::new(
                    NamedOrBlankNodeRef::from(subject.term),
                    predicate.term,
                    rdf12::owned_term(object),
                )
            }
            object => {
                let subject = NamedOrBlankNodeRef::from(subject.term);
                Triple::new(subject, predicate.term, TermRef::from(object))
            }
        };
        Ok((Some(rdf12.inner_triple(triple)), span))
    }
}

/// One cell of a collection.
fn cell(label: &str, span: Span) -> PlacedSubject<'_> {
    let term = NamedOrBlank::Blank(label);
    Placed { term, span }
}

/// A reifier's span, less the white space before an omitted name.
pub(super) fn reifier_span(node: &NodeRef<'_>) -> Span {
    match node.is_leaf() {
        true => Span {
            end: (node.span().start + "~".len() as u32).min(node.span().end),
            ..node.span()
        },
        false => node.trimmed_span(),
    }
}
