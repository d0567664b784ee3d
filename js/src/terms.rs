//! The terms of quads, as numbers: each distinct term crosses over once, for as long as it is remembered.
//!
//! A term is written as words, and texts in a string beside them. Its first word has its kind in the lowest four bits, and above
//! them how many UTF-16 code units its text has:
//!
//! | kind | term | words after the first |
//! |---|---|---|
//! | 0 | IRI | |
//! | 1 | blank node | |
//! | 2 | `xsd:string` | |
//! | 3 | literal with a datatype | the number of the datatype |
//! | 4 | literal with a language | the number of the tag |
//! | 5, 6 | the same with direction `ltr`, `rtl` | the number of the tag |
//! | 7 | language tag | |
//! | 8 | triple term, which has no text | the numbers of subject, predicate and object |
//!
//! Number 0 is the default graph. Terms are numbered in their order, from 1, and what one refers to is before it.
//!
//! Invariant: numbers of one table are equal if, and only if, the terms are, and none is larger than `MOST_TERMS` and the terms
//! of one batch.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use oxrdf::vocab::xsd;
use oxrdf::{
    BaseDirection, BlankNodeRef, GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef,
    QuadRef, TermRef, TripleRef,
};
use std::hash::BuildHasher;

/// The kinds of terms, by the numbers that `lib/terms.ts` knows.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum TermKind {
    Iri,
    BlankNode,
    String,
    Typed,
    Language,
    Ltr,
    Rtl,
    Tag,
    Triple,
}

/// The bits of a term's first word that its kind has.
pub const KIND_BITS: u32 = 4;

/// How many terms, and bytes of text, are remembered from batch to batch.
const MOST_TERMS: u32 = 64 * 1024;
const MOST_TEXT: usize = 4 * 1024 * 1024;

/// A term that is known.
struct Known {
    hash: u32,
    number: u32,
    kind: TermKind,
    /// The term that it refers to: a datatype, a tag.
    other: u32,
    /// Where its text is.
    start: usize,
    end: usize,
}

/// The terms that have a number.
pub struct TermTable {
    hasher: FixedState,
    known: HashTable<Known>,
    text: String,
    words: Vec<u32>,
    /// The next number.
    next: u32,
    /// Where the batch begins: its first number, and the place in the text.
    batch: (u32, usize),
}

impl TermTable {
    /// With none. Who does not know the seed cannot write a document whose terms have one hash.
    pub fn new(seed: u64) -> Self {
        Self {
            hasher: FixedState::with_seed(seed),
            known: HashTable::new(),
            text: String::new(),
            words: Vec::new(),
            next: 1,
            batch: (1, 0),
        }
    }

    /// The terms from here on are those of another batch.
    pub fn begin_batch(&mut self) {
        if self.next > MOST_TERMS || self.text.len() > MOST_TEXT {
            self.known.clear();
            self.text.clear();
            self.next = 1;
        }
        self.words.clear();
        self.batch = (self.next, self.text.len());
    }

    pub fn first_of_batch(&self) -> u32 {
        self.batch.0
    }

    pub fn words_of_batch(&self) -> &[u32] {
        &self.words
    }

    pub fn text_of_batch(&self) -> &str {
        &self.text[self.batch.1..]
    }

    /// The numbers of a quad's subject, predicate, object and graph.
    #[inline]
    pub fn quad(&mut self, quad: QuadRef<'_>) -> [u32; 4] {
        [
            self.node(quad.subject),
            self.iri(quad.predicate),
            self.term(quad.object),
            match quad.graph_name {
                GraphNameRef::DefaultGraph => 0,
                GraphNameRef::NamedNode(iri) => self.iri(iri),
                GraphNameRef::BlankNode(node) => self.blank_node(node),
            },
        ]
    }

    fn term(&mut self, term: TermRef<'_>) -> u32 {
        match term {
            TermRef::NamedNode(iri) => self.iri(iri),
            TermRef::BlankNode(node) => self.blank_node(node),
            TermRef::Literal(literal) => self.literal(literal),
            TermRef::Triple(triple) => self.triple(triple.as_ref()),
        }
    }

    fn node(&mut self, node: NamedOrBlankNodeRef<'_>) -> u32 {
        match node {
            NamedOrBlankNodeRef::NamedNode(iri) => self.iri(iri),
            NamedOrBlankNodeRef::BlankNode(node) => self.blank_node(node),
        }
    }

    fn iri(&mut self, iri: NamedNodeRef<'_>) -> u32 {
        self.number(TermKind::Iri, iri.as_str(), 0)
    }

    fn blank_node(&mut self, node: BlankNodeRef<'_>) -> u32 {
        self.number(TermKind::BlankNode, node.as_str(), 0)
    }

    fn literal(&mut self, literal: LiteralRef<'_>) -> u32 {
        let (kind, other) = if let Some(tag) = literal.language() {
            let kind = match literal.direction() {
                None => TermKind::Language,
                Some(BaseDirection::Ltr) => TermKind::Ltr,
                Some(BaseDirection::Rtl) => TermKind::Rtl,
            };
            (kind, self.number(TermKind::Tag, tag, 0))
        } else if literal.datatype() == xsd::STRING {
            (TermKind::String, 0)
        } else {
            (TermKind::Typed, self.iri(literal.datatype()))
        };
        self.number(kind, literal.value(), other)
    }

    /// Triple terms are few: each gets a number of its own.
    fn triple(&mut self, triple: TripleRef<'_>) -> u32 {
        let parts = [
            self.node(triple.subject),
            self.iri(triple.predicate),
            self.term(triple.object),
        ];
        self.words.push(TermKind::Triple as u32);
        self.words.extend(parts);
        self.take_number()
    }

    fn take_number(&mut self) -> u32 {
        let number = self.next;
        self.next += 1;
        number
    }

    /// The number of a term with a text, which is a new one if it is not known.
    #[inline]
    fn number(&mut self, kind: TermKind, text: &str, other: u32) -> u32 {
        let hash = self.hasher.hash_one((kind as u8, other, text)) as u32;
        let all = &self.text;
        let is_it = |known: &Known| {
            known.hash == hash
                && known.kind == kind
                && known.other == other
                && all[known.start..known.end] == *text
        };
        if let Some(known) = self.known.find(hash.into(), is_it) {
            return known.number;
        }
        let number = self.take_number();
        let start = self.text.len();
        self.text.push_str(text);
        self.words
            .push(kind as u32 | utf16_length(text) << KIND_BITS);
        if other != 0 {
            self.words.push(other);
        }
        let known = Known {
            hash,
            number,
            kind,
            other,
            start,
            end: self.text.len(),
        };
        self.known
            .insert_unique(hash.into(), known, |known| known.hash.into());
        number
    }
}

fn utf16_length(text: &str) -> u32 {
    let length = match text.is_ascii() {
        true => text.len(),
        false => text.chars().map(char::len_utf16).sum(),
    };
    length as u32
}
