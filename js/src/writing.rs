//! Documents that are written: quads come as `terms.rs` hands them over, and text goes out.
//!
//! Invariant: a quad that the dialect has no place for is an error, and nothing of it is written.

use crate::formats::dialect;
use crate::terms::{
    BLANK_NODE, IRI, KIND, LANGUAGE, LENGTH_SHIFT, LTR, RTL, STRING, TAG, TRIPLE, TYPED,
};
use oxrdf::{
    BaseDirection, BlankNodeRef, GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef,
    QuadRef, TermRef, Triple, TripleRef,
};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use turtle_peg::Writer;
use wasm_bindgen::prelude::*;

/// The text that was written and not taken yet.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A document that is written.
#[wasm_bindgen]
pub struct Writing {
    writer: Writer<Written>,
    written: Written,
}

#[wasm_bindgen]
impl Writing {
    /// A document with nothing in it. Each prefix has its namespace after it.
    #[wasm_bindgen(constructor)]
    pub fn new(format: &str, prefixes: Vec<String>, base: Option<String>) -> Result<Self, JsError> {
        let written = Written::default();
        let mut writer = Writer::new(dialect(format)?, written.clone());
        for pair in prefixes.chunks_exact(2) {
            writer = writer.with_prefix(&pair[0], &pair[1])?;
        }
        if let Some(base) = base {
            writer = writer.with_base_iri(base)?;
        }
        Ok(Self { writer, written })
    }

    /// Writes quads: the words and texts of their terms, and their rows, as `Reading` has them.
    pub fn write(&mut self, words: &[u32], text: &[u8], rows: &[u32]) -> Result<(), JsError> {
        let terms = TermList::read(words, std::str::from_utf8(text)?)?;
        for row in rows.chunks_exact(4) {
            self.writer.write_quad(terms.quad(row)?)?;
        }
        Ok(())
    }

    /// The text since the last time.
    pub fn take(&mut self) -> Result<String, JsError> {
        Ok(String::from_utf8(self.written.0.take())?)
    }

    /// Ends the document. The rest of its text can be taken by `Written`.
    pub fn end(self) -> Result<String, JsError> {
        self.writer.finish()?;
        Ok(String::from_utf8(self.written.0.take())?)
    }
}

/// A term that came over.
enum Sent<'t> {
    DefaultGraph,
    Iri(NamedNodeRef<'t>),
    BlankNode(BlankNodeRef<'t>),
    Literal(LiteralRef<'t>),
    Tag(&'t str),
    Triple(Box<Triple>),
}

/// Terms by their numbers.
struct TermList<'t>(Vec<Sent<'t>>);

impl<'t> TermList<'t> {
    fn read(words: &[u32], mut text: &'t str) -> Result<Self, JsError> {
        let mut list = Self(vec![Sent::DefaultGraph]);
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let kind = word & KIND;
            let value = take_units(&mut text, word >> LENGTH_SHIFT);
            let mut number = || words.next().ok_or_else(misplaced);
            list.0.push(match kind {
                IRI => Sent::Iri(NamedNodeRef::new_unchecked(value)),
                BLANK_NODE => Sent::BlankNode(BlankNodeRef::new_unchecked(value)),
                STRING => Sent::Literal(LiteralRef::new_simple_literal(value)),
                TYPED => {
                    let datatype = list.iri(number()?)?;
                    Sent::Literal(LiteralRef::new_typed_literal(value, datatype))
                }
                TAG => Sent::Tag(value),
                LANGUAGE | LTR | RTL => {
                    let tag = list.tag(number()?)?;
                    Sent::Literal(match kind {
                        LTR => directional(value, tag, BaseDirection::Ltr),
                        RTL => directional(value, tag, BaseDirection::Rtl),
                        _ => LiteralRef::new_language_tagged_literal_unchecked(value, tag),
                    })
                }
                TRIPLE => {
                    let (subject, predicate) = (list.node(number()?)?, list.iri(number()?)?);
                    let triple = TripleRef::new(subject, predicate, list.term(number()?)?);
                    Sent::Triple(Box::new(triple.into_owned()))
                }
                _ => return Err(misplaced()),
            });
        }
        Ok(list)
    }

    fn quad(&self, row: &[u32]) -> Result<QuadRef<'_>, JsError> {
        let graph = match self.0.get(row[3] as usize) {
            Some(Sent::DefaultGraph) => GraphNameRef::DefaultGraph,
            _ => self.node(row[3])?.into(),
        };
        let (subject, predicate) = (self.node(row[0])?, self.iri(row[1])?);
        Ok(QuadRef::new(subject, predicate, self.term(row[2])?, graph))
    }

    fn term(&self, number: u32) -> Result<TermRef<'_>, JsError> {
        match self.0.get(number as usize) {
            Some(Sent::Literal(literal)) => Ok(TermRef::Literal(*literal)),
            Some(Sent::Triple(triple)) => Ok(TermRef::Triple(triple)),
            _ => Ok(self.node(number)?.into()),
        }
    }

    fn node(&self, number: u32) -> Result<NamedOrBlankNodeRef<'t>, JsError> {
        match self.0.get(number as usize) {
            Some(Sent::BlankNode(node)) => Ok(NamedOrBlankNodeRef::BlankNode(*node)),
            _ => Ok(self.iri(number)?.into()),
        }
    }

    fn iri(&self, number: u32) -> Result<NamedNodeRef<'t>, JsError> {
        match self.0.get(number as usize) {
            Some(Sent::Iri(iri)) => Ok(*iri),
            _ => Err(misplaced()),
        }
    }

    fn tag(&self, number: u32) -> Result<&'t str, JsError> {
        match self.0.get(number as usize) {
            Some(Sent::Tag(tag)) => Ok(tag),
            _ => Err(misplaced()),
        }
    }
}

fn directional<'t>(value: &'t str, tag: &'t str, direction: BaseDirection) -> LiteralRef<'t> {
    LiteralRef::new_directional_language_tagged_literal_unchecked(value, tag, direction)
}

/// A term is in a place where RDF has none of its kind.
fn misplaced() -> JsError {
    JsError::new("a quad has a term in a place where RDF has none of its kind")
}

/// Takes so many UTF-16 code units off the text; the whole text, if it has fewer.
fn take_units<'t>(text: &mut &'t str, units: u32) -> &'t str {
    let mut left = units as usize;
    let length = match text.get(..left) {
        Some(start) if start.is_ascii() => left,
        _ => {
            let mut characters = text.chars();
            while left > 0 {
                left = match characters.next() {
                    Some(character) => left.saturating_sub(character.len_utf16()),
                    None => 0,
                };
            }
            text.len() - characters.as_str().len()
        }
    };
    let (taken, rest) = text.split_at(length);
    *text = rest;
    taken
}
