//! Documents that are written: quads come as `terms.rs` hands them over, and text goes out.
//!
//! Invariant: a quad that the dialect has no place for is refused: nothing of it is written, and all others are.

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

    // A text comes in many small pieces: each is taken whole, at once.
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(())
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

    /// Declares a prefix from here on.
    pub fn declare_prefix(&mut self, prefix: &str, namespace: &str) -> Result<(), JsError> {
        Ok(self.writer.declare_prefix(prefix, namespace)?)
    }

    /// Writes quads: the words and texts of their terms, and their rows, as `Reading` has them. Of each quad that is refused, the number
    /// of its row, and why.
    pub fn write(
        &mut self,
        words: &[u32],
        text: &[u8],
        rows: &[u32],
    ) -> Result<Vec<String>, JsError> {
        let terms = TermList::read(words, std::str::from_utf8(text)?)?;
        let mut refused = Vec::new();
        for (number, row) in rows.chunks_exact(4).enumerate() {
            let written = match terms.quad(row) {
                Some(quad) => self.writer.write_quad(quad).map_err(|it| it.to_string()),
                None => Err(MISPLACED.to_owned()),
            };
            if let Err(why) = written {
                refused.extend([number.to_string(), why]);
            }
        }
        Ok(refused)
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
    /// It has a term in a place where RDF has none of its kind.
    Misplaced,
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
            let mut number = || words.next().ok_or_else(cut_short);
            list.0.push(match kind {
                IRI => Sent::Iri(NamedNodeRef::new_unchecked(value)),
                BLANK_NODE => Sent::BlankNode(BlankNodeRef::new_unchecked(value)),
                STRING => Sent::Literal(LiteralRef::new_simple_literal(value)),
                TYPED => match list.iri(number()?) {
                    Some(datatype) => Sent::Literal(LiteralRef::new_typed_literal(value, datatype)),
                    None => Sent::Misplaced,
                },
                TAG => Sent::Tag(value),
                LANGUAGE | LTR | RTL => match list.0.get(number()? as usize) {
                    Some(Sent::Tag(tag)) => Sent::Literal(tagged(kind, value, tag)),
                    _ => Sent::Misplaced,
                },
                TRIPLE => match list.triple(number()?, number()?, number()?) {
                    Some(triple) => Sent::Triple(Box::new(triple.into_owned())),
                    None => Sent::Misplaced,
                },
                _ => return Err(cut_short()),
            });
        }
        Ok(list)
    }

    fn quad(&self, row: &[u32]) -> Option<QuadRef<'_>> {
        let graph = match self.0.get(row[3] as usize)? {
            Sent::DefaultGraph => GraphNameRef::DefaultGraph,
            _ => self.node(row[3])?.into(),
        };
        Some(self.triple(row[0], row[1], row[2])?.in_graph(graph))
    }

    fn triple(&self, subject: u32, predicate: u32, object: u32) -> Option<TripleRef<'_>> {
        let (subject, predicate) = (self.node(subject)?, self.iri(predicate)?);
        Some(TripleRef::new(subject, predicate, self.term(object)?))
    }

    fn term(&self, number: u32) -> Option<TermRef<'_>> {
        match self.0.get(number as usize)? {
            Sent::Literal(literal) => Some(TermRef::Literal(*literal)),
            Sent::Triple(triple) => Some(TermRef::Triple(triple)),
            _ => Some(self.node(number)?.into()),
        }
    }

    fn node(&self, number: u32) -> Option<NamedOrBlankNodeRef<'t>> {
        match self.0.get(number as usize)? {
            Sent::BlankNode(node) => Some(NamedOrBlankNodeRef::BlankNode(*node)),
            _ => Some(self.iri(number)?.into()),
        }
    }

    fn iri(&self, number: u32) -> Option<NamedNodeRef<'t>> {
        match self.0.get(number as usize)? {
            Sent::Iri(iri) => Some(*iri),
            _ => None,
        }
    }
}

fn tagged<'t>(kind: u32, value: &'t str, tag: &'t str) -> LiteralRef<'t> {
    match kind {
        LTR => directional(value, tag, BaseDirection::Ltr),
        RTL => directional(value, tag, BaseDirection::Rtl),
        _ => LiteralRef::new_language_tagged_literal_unchecked(value, tag),
    }
}

fn directional<'t>(value: &'t str, tag: &'t str, direction: BaseDirection) -> LiteralRef<'t> {
    LiteralRef::new_directional_language_tagged_literal_unchecked(value, tag, direction)
}

const MISPLACED: &str = "a quad has a term in a place where RDF has none of its kind";

fn cut_short() -> JsError {
    JsError::new("the words of terms are cut short, which is a mistake in turtle-peg")
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
