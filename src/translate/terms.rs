//! Terms. Those that hold others emit the triples that these stand for on the way.

use super::meaning::{Meaning, meaning};
use super::state::Labels;
use super::term::{LiteralKind, Piece, Term, TermId, UseOfObject};
use super::{
    Fault, Result, Site, Walk, escape, fault, is_a, only_child, untranslatable, with_room,
};
use crate::tree::NodeRef;
use crate::{Provenance, Span, SyntaxErrorKind};
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{BaseDirection, NamedNodeRef, QuadRef};

impl<S: FnMut(QuadRef<'_>, &Provenance<'_>)> Walk<'_, S> {
    #[inline(always)]
    pub(super) fn term(&mut self, node: &NodeRef<'_>) -> Result<TermId> {
        let mut node = *node;
        // A literal's own span is that of its term, however far down that is.
        let mut literal = None;
        let meaning = loop {
            match meaning(node.production()) {
                Meaning::Choice => node = only_child(&node)?,
                Meaning::Literal => {
                    literal = literal.or(Some(node.trimmed_span()));
                    let mut children = node.children();
                    match (children.next(), children.next()) {
                        (Some(value), None) => node = value,
                        _ => break Meaning::Literal,
                    }
                }
                Meaning::Verb => match node.first_child() {
                    Some(predicate) => node = predicate,
                    None => break Meaning::Verb,
                },
                meaning => break meaning,
            }
        };
        let id = match meaning {
            Meaning::Literal => self.qualified_literal(&node)?,
            Meaning::Blank
            | Meaning::PropertyList
            | Meaning::Collection
            | Meaning::ReifiedTriple
            | Meaning::TripleTerm
            | Meaning::Reifier => self.term_of_parts(&node, meaning)?,
            _ => self.terminal(meaning, Site::from(&node))?,
        };
        if let Some(span) = literal {
            self.pool.held_mut(id).span = span;
        }
        Ok(id)
    }

    /// A term that is written as one terminal.
    #[inline(never)]
    fn terminal(&mut self, meaning: Meaning, site: Site) -> Result<TermId> {
        let span = site.span;
        let term = match meaning {
            Meaning::IriReference => return self.iri_reference(site),
            Meaning::PrefixedName => return self.prefixed_name(site),
            Meaning::BlankNodeLabel => self.blank_node_label(site)?,
            Meaning::ShortString | Meaning::LongString => Term::Literal {
                lexical_form: self.between_delimiters(meaning, site)?,
                kind: LiteralKind::Simple,
            },
            Meaning::Integer => Term::typed(span, xsd::INTEGER),
            Meaning::Decimal => Term::typed(span, xsd::DECIMAL),
            Meaning::Double => Term::typed(span, xsd::DOUBLE),
            Meaning::Boolean => Term::typed(span, xsd::BOOLEAN),
            Meaning::Verb => Term::constant(rdf::TYPE),
            Meaning::Anonymous => return Ok(self.generated(span)),
            _ => return Err(untranslatable(site)),
        };
        Ok(self.pool.hold(term, span))
    }

    /// A term that other terms may be part of.
    #[inline(never)]
    fn term_of_parts(&mut self, node: &NodeRef<'_>, meaning: Meaning) -> Result<TermId> {
        let span = node.span();
        match meaning {
            Meaning::Blank => match node.first_child() {
                None => Ok(self.generated(span)),
                Some(child) if is_a(&child, Meaning::PredicateObjectList) => {
                    with_room(|| self.property_list(node))
                }
                Some(child) => self.term(&child),
            },
            Meaning::PropertyList => with_room(|| self.property_list(node)),
            Meaning::Collection => with_room(|| self.collection(node)),
            Meaning::ReifiedTriple => with_room(|| self.reified_triple(node)),
            Meaning::TripleTerm => with_room(|| {
                let terms = self.three_terms(node)?;
                let term = self.triple_term(node, terms, UseOfObject::Last)?;
                Ok(self.pool.hold(term, span))
            }),
            Meaning::Reifier => match node.first_child() {
                Some(child) => self.term(&child),
                None => Ok(self.generated(self.reifier_span(node))),
            },
            _ => Err(untranslatable(node)),
        }
    }

    pub(super) fn generated(&mut self, span: Span) -> TermId {
        let term = Term::Generated(self.state.labels.generate());
        self.pool.hold(term, span)
    }

    /// A reifier without what white space may stand before a name that is not there.
    pub(super) fn reifier_span(&self, node: &NodeRef<'_>) -> Span {
        match node.is_leaf() {
            true => Span {
                end: node.span().start + "~".len() as u32,
                ..node.span()
            },
            false => node.trimmed_span(),
        }
    }

    pub(super) fn property_list(&mut self, node: &NodeRef<'_>) -> Result<TermId> {
        let subject = self.generated(node.span());
        self.predicate_object_list(subject, &only_child(node)?)?;
        Ok(subject)
    }

    /// One cell an item, each with its `rdf:first` and, in the end, its `rdf:rest`.
    pub(super) fn collection(&mut self, node: &NodeRef<'_>) -> Result<TermId> {
        let span = node.span();
        let items = match node.first_child() {
            Some(list) if is_a(&list, Meaning::ItemList) => list,
            _ => *node,
        };
        let mut children = items.children();
        let Some(mut child) = children.next() else {
            return Ok(self.pool.hold(Term::constant(rdf::NIL), span));
        };
        let head = self.generated(span);
        let [first, rest, nil] = [rdf::FIRST, rdf::REST, rdf::NIL]
            .map(|constant| self.pool.hold(Term::constant(constant), span));
        // Two places for any number of cells: they take turns.
        let first_cell = self.pool.held(head).term;
        let [mut cell, mut previous] = [(); 2].map(|()| self.pool.hold(first_cell, span));
        loop {
            let mark = self.pool.mark();
            let item = self.term(&child)?;
            self.emit(&child, cell, first, item)?;
            self.pool.release(mark);
            child = match children.next() {
                Some(next) => next,
                None => break,
            };
            std::mem::swap(&mut cell, &mut previous);
            self.pool.held_mut(cell).term = Term::Generated(self.state.labels.generate());
            self.emit(node, previous, rest, cell)?;
        }
        self.emit(node, cell, rest, nil)?;
        Ok(head)
    }

    /// Subject, predicate, object and perhaps a reifier: it stands for the reifier.
    pub(super) fn reified_triple(&mut self, node: &NodeRef<'_>) -> Result<TermId> {
        let triple = self.three_terms(node)?;
        let reifier = match node.children().nth(3) {
            Some(reifier) => self.term(&reifier)?,
            None => self.generated(node.span()),
        };
        self.reify(node, reifier, triple, UseOfObject::Last)?;
        let reifier = self.pool.held(reifier).term;
        Ok(self.pool.hold(reifier, node.span()))
    }

    /// The first three children as subject, predicate and object.
    #[inline]
    pub(super) fn three_terms(&mut self, node: &NodeRef<'_>) -> Result<[TermId; 3]> {
        let mut children = node.children();
        let mut next = || {
            let child = children.next().ok_or_else(|| untranslatable(node))?;
            self.term(&child)
        };
        Ok([next()?, next()?, next()?])
    }

    pub(super) fn triple_term(
        &mut self,
        node: &NodeRef<'_>,
        triple: [TermId; 3],
        use_of_object: UseOfObject,
    ) -> Result<Term> {
        self.pool
            .push_triple(triple, use_of_object, &self.state.labels, self.text)
            .ok_or_else(|| untranslatable(node))
    }

    /// A string with a language tag or a datatype.
    #[inline(never)]
    fn qualified_literal(&mut self, node: &NodeRef<'_>) -> Result<TermId> {
        let mut children = node.children();
        let mut next = || children.next().ok_or_else(|| untranslatable(node));
        let (value, qualifier) = (next()?, next()?);
        let lexical_form = self.lexical_form(&value)?;
        let kind = if is_a(&qualifier, Meaning::LanguageTag) {
            self.language_tag(Site::from(&qualifier))?
        } else {
            let datatype = self.iri(&qualifier)?;
            self.check_datatype(&qualifier, datatype)?;
            LiteralKind::Typed(datatype)
        };
        let term = Term::Literal { lexical_form, kind };
        Ok(self.pool.hold(term, node.trimmed_span()))
    }

    pub(super) fn lexical_form(&mut self, node: &NodeRef<'_>) -> Result<Piece> {
        let mut node = *node;
        while is_a(&node, Meaning::Choice) {
            node = only_child(&node)?;
        }
        self.between_delimiters(meaning(node.production()), Site::from(&node))
    }

    #[inline(always)]
    fn between_delimiters(&mut self, meaning: Meaning, site: Site) -> Result<Piece> {
        let delimiter = match meaning {
            Meaning::ShortString => 1,
            Meaning::LongString => 3,
            _ => return Err(untranslatable(site)),
        };
        let Span { start, end } = site.span;
        let between = Span {
            start: start + delimiter,
            end: end - delimiter,
        };
        self.unescaped(site, between)
    }

    pub(super) fn language_tag(&mut self, site: Site) -> Result<LiteralKind> {
        let span = site.span;
        let start = span.start + u32::from(span.of(self.text).starts_with('@'));
        let text = Span { start, ..span }.of(self.text);
        if is_plain_language_tag(text.as_bytes()) {
            let tag = Span { start, ..span };
            return Ok(LiteralKind::Language(Piece::Text(tag)));
        }
        let (tag, direction) = match text.split_once("--") {
            Some((tag, direction)) => (tag, Some(direction)),
            None => (text, None),
        };
        if let Err(error) = oxilangtag::LanguageTag::parse(tag) {
            let (tag, reason) = (tag.to_owned(), error.to_string());
            return Err(fault(
                site,
                SyntaxErrorKind::InvalidLanguageTag { tag, reason },
            ));
        }
        let end = start + tag.len() as u32;
        let tag = Piece::Text(Span { start, end });
        match direction {
            None => Ok(LiteralKind::Language(tag)),
            Some("ltr") => Ok(LiteralKind::Directional(tag, BaseDirection::Ltr)),
            Some("rtl") => Ok(LiteralKind::Directional(tag, BaseDirection::Rtl)),
            Some(direction) => {
                let direction = direction.to_owned();
                Err(fault(
                    site,
                    SyntaxErrorKind::InvalidBaseDirection { direction },
                ))
            }
        }
    }

    pub(super) fn check_datatype(&self, node: &NodeRef<'_>, datatype: Piece) -> Result<()> {
        let datatype = NamedNodeRef::new_unchecked(self.pool.str(datatype, self.text));
        if self.features.language_datatypes.contains(&datatype) {
            let datatype = datatype.as_str().to_owned();
            return Err(fault(
                node,
                SyntaxErrorKind::MissingLanguageTag { datatype },
            ));
        }
        Ok(())
    }

    pub(super) fn blank_node_label(&mut self, site: Site) -> Result<Term> {
        let mut span = site.span;
        span.start += "_:".len() as u32;
        let piece = self.unescaped(site, span)?;
        let label = self.pool.str(piece, self.text);
        if !self.features.generates_blank_nodes && self.state.labels.prefix.is_empty() {
            return Ok(Term::BlankNode(piece));
        }
        // Only what was unescaped can be other than the grammar's own labels.
        if matches!(piece, Piece::Pooled { .. }) && !is_writable(label) {
            let number = self.state.labels.instead_of(label);
            return Ok(Term::Generated(number));
        }
        let reserved = self.features.generates_blank_nodes && Labels::is_reserved(label);
        if !reserved && self.state.labels.prefix.is_empty() {
            return Ok(Term::BlankNode(piece));
        }
        let label = label.to_owned();
        let start = self.pool.text.len();
        self.pool.text.push_str(&self.state.labels.prefix);
        if reserved {
            self.pool.text.push('_');
        }
        self.pool.text.push_str(&label);
        Ok(Term::BlankNode(self.pool.since(start)))
    }

    /// A part of a terminal's text with its escape sequences replaced.
    #[inline(always)]
    pub(super) fn unescaped(&mut self, site: Site, span: Span) -> Result<Piece> {
        let text = span.of(self.text);
        if !has_backslash(text) {
            return Ok(Piece::Text(span));
        }
        let start = self.pool.text.len();
        self.push_unescaped(site, span)?;
        Ok(self.pool.since(start))
    }

    /// Appends a part of a terminal's text to the pool, with its escape sequences replaced.
    #[inline(never)]
    pub(super) fn push_unescaped(&mut self, site: Site, span: Span) -> Result<()> {
        let text = span.of(self.text);
        escape::unescape(text, &mut self.pool.text).map_err(|range| {
            Box::new(Fault {
                kind: SyntaxErrorKind::InvalidEscape {
                    escape: text[range.clone()].to_owned(),
                },
                span: Span {
                    start: span.start + range.start as u32,
                    end: span.start + range.end as u32,
                },
                production: site.production,
            })
        })
    }
}

/// Whether `text` is a language tag of an ordinary form: a language of two or three letters, and behind it perhaps a
/// region of two. RFC 5646, section 2.1, has these as `2*3ALPHA` and `2ALPHA`, and all between them is optional.
fn is_plain_language_tag(text: &[u8]) -> bool {
    let language = match text {
        [language @ .., b'-', a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            language
        }
        _ => text,
    };
    matches!(language.len(), 2 | 3) && language.iter().all(u8::is_ascii_alphabetic)
}

/// Whether there may be an escape sequence in a text. Most are short: a loop is sooner done than a search set up.
#[inline]
fn has_backslash(text: &str) -> bool {
    const SHORT: usize = 16;
    let bytes = text.as_bytes();
    match bytes.len() {
        ..=SHORT => bytes
            .iter()
            .fold(false, |found, &byte| found | (byte == b'\\')),
        _ => memchr::memchr(b'\\', bytes).is_some(),
    }
}

/// Whether N-Triples can write a blank node with this label.
fn is_writable(label: &str) -> bool {
    // oxrdf allows `:` too, as RDF 1.1 N-Triples did before its erratum 30.
    !label.contains(':') && oxrdf::BlankNodeRef::new(label).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_language_tags_are_language_tags() {
        let characters = ["a", "Z", "-", "1", "é", "@", "["];
        let mut texts = vec![String::new()];
        let mut count = 0;
        for _ in 0..6 {
            let longer = |text: String| characters.map(|character| text.clone() + character);
            texts = texts.into_iter().flat_map(longer).collect();
            for text in &texts {
                if is_plain_language_tag(text.as_bytes()) {
                    count += 1;
                    assert!(
                        oxilangtag::LanguageTag::parse(text.as_str()).is_ok(),
                        "{text}"
                    );
                }
            }
        }
        // Of two letters: 4 + 8 languages, and as many with each of 4 regions.
        assert_eq!(count, 12 + 12 * 4);
    }
}
