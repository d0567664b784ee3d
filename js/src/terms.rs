//! The terms of quads, as numbers: each distinct term crosses over once, for as long as it is remembered.
//!
//! A term is written as words, and its text in one of two strings beside them: ASCII by itself takes JavaScript half of the memory, and
//! half of the time. Its first word has its kind in the lowest four bits, then a bit that is set if the text is not ASCII, and above
//! how many UTF-16 code units the text has:
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

/// The kinds of terms, as `lib/terms.ts` has them, too.
pub const IRI: u32 = 0;
pub const BLANK_NODE: u32 = 1;
pub const STRING: u32 = 2;
pub const TYPED: u32 = 3;
pub const LANGUAGE: u32 = 4;
pub const LTR: u32 = 5;
pub const RTL: u32 = 6;
pub const TAG: u32 = 7;
pub const TRIPLE: u32 = 8;

/// The bits of a term's first word.
pub const KIND: u32 = 0b1111;
pub const WIDE: u32 = 0b1_0000;
pub const LENGTH_SHIFT: u32 = 5;

/// The most bytes that a text may have.
pub const MOST_UNITS: usize = (1 << (u32::BITS - LENGTH_SHIFT)) - 1;

/// How many terms, and bytes of text, are remembered from batch to batch.
const MOST_TERMS: usize = 16 * 1024;
const MOST_TEXT: usize = 4 * 1024 * 1024;

/// In the place of the default graph, and of triple terms: no term is looked up that has no text.
const NO_TEXT: Known = Known {
    kind: TRIPLE,
    other: 0,
    start: 0,
    end: 0,
};

/// A term that is known.
struct Known {
    kind: u32,
    /// The term that it refers to: a datatype, a tag.
    other: u32,
    /// Where its text is.
    start: usize,
    end: usize,
}

/// The terms that have a number.
pub struct TermTable {
    hasher: FixedState,
    /// By their numbers, of which the first is that of the default graph.
    known: Vec<Known>,
    /// The numbers, and half of the hash of each.
    numbers: HashTable<(u32, u32)>,
    /// Numbers that were found or made last, by a few of the characters: no hash is made for these.
    recent: [u32; RECENT],
    /// Their texts.
    text: String,
    batch: TermBatch,
}

const RECENT: usize = 256;

/// The terms of a batch, as they are written.
#[derive(Default)]
pub struct TermBatch {
    /// The number of the first.
    pub first: u32,
    pub words: Vec<u32>,
    pub ascii: String,
    pub wide: String,
}

impl TermBatch {
    /// How many bytes their texts have.
    pub fn text_length(&self) -> usize {
        self.ascii.len() + self.wide.len()
    }
}

impl TermTable {
    /// With none. Who does not know the seed cannot write a document whose terms have one hash.
    pub fn new(seed: u64) -> Self {
        Self {
            hasher: FixedState::with_seed(seed),
            known: vec![NO_TEXT],
            numbers: HashTable::new(),
            recent: [0; RECENT],
            text: String::new(),
            batch: TermBatch::default(),
        }
    }

    /// The terms from here on are those of another batch.
    pub fn begin_batch(&mut self) {
        if self.known.len() > MOST_TERMS || self.text.len() > MOST_TEXT {
            self.known.truncate(1);
            self.numbers.clear();
            self.recent.fill(0);
            self.text.clear();
        }
        self.batch.first = self.known.len() as u32;
        self.batch.words.clear();
        self.batch.ascii.clear();
        self.batch.wide.clear();
    }

    pub fn batch(&self) -> &TermBatch {
        &self.batch
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
        self.number(IRI, iri.as_str(), 0)
    }

    fn blank_node(&mut self, node: BlankNodeRef<'_>) -> u32 {
        self.number(BLANK_NODE, node.as_str(), 0)
    }

    fn literal(&mut self, literal: LiteralRef<'_>) -> u32 {
        let (kind, other) = if let Some(tag) = literal.language() {
            let kind = match literal.direction() {
                None => LANGUAGE,
                Some(BaseDirection::Ltr) => LTR,
                Some(BaseDirection::Rtl) => RTL,
            };
            (kind, self.number(TAG, tag, 0))
        } else if literal.datatype() == xsd::STRING {
            (STRING, 0)
        } else {
            (TYPED, self.iri(literal.datatype()))
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
        self.batch.words.push(TRIPLE);
        self.batch.words.extend(parts);
        self.known.push(NO_TEXT);
        self.known.len() as u32 - 1
    }

    /// The number of a term with a text, which is a new one if it is not known.
    #[inline]
    fn number(&mut self, kind: u32, text: &str, other: u32) -> u32 {
        let slot = slot(text.as_bytes());
        let recent = self.recent[slot];
        if self.is(recent, kind, text, other) {
            return recent;
        }
        let number = self.find(kind, text, other);
        self.recent[slot] = number;
        number
    }

    #[inline]
    fn is(&self, number: u32, kind: u32, text: &str, other: u32) -> bool {
        let known = &self.known[number as usize];
        known.kind == kind
            && known.other == other
            && are_equal(
                &self.text.as_bytes()[known.start..known.end],
                text.as_bytes(),
            )
    }

    fn find(&mut self, kind: u32, text: &str, other: u32) -> u32 {
        let hash = self.hasher.hash_one((kind, other, text)) as u32;
        let is_it =
            |&(number, half): &(u32, u32)| half == hash && self.is(number, kind, text, other);
        if let Some(&(number, _)) = self.numbers.find(hash.into(), is_it) {
            return number;
        }
        let number = self.known.len() as u32;
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        self.known.push(Known {
            kind,
            other,
            start,
            end,
        });
        let (text_of_kind, word, units) = match text.is_ascii() {
            true => (&mut self.batch.ascii, kind, text.len()),
            false => (
                &mut self.batch.wide,
                kind | WIDE,
                text.encode_utf16().count(),
            ),
        };
        text_of_kind.push_str(text);
        self.batch.words.push(word | (units as u32) << LENGTH_SHIFT);
        if other != 0 {
            self.batch.words.push(other);
        }
        self.numbers
            .insert_unique(hash.into(), (number, hash), |&(_, hash)| hash.into());
        number
    }
}

/// The place of a text among the recent ones.
#[inline]
fn slot(text: &[u8]) -> usize {
    let length = text.len();
    let byte = |from_end: usize| {
        length
            .checked_sub(from_end)
            .map_or(0, |at| usize::from(text[at]))
    };
    (length.wrapping_mul(31) ^ byte(1) ^ byte(3).wrapping_mul(7) ^ byte(6).wrapping_mul(17))
        % RECENT
}

/// Eight bytes at a time: what WebAssembly has instead of `memcmp` goes byte by byte.
#[inline]
fn are_equal(one: &[u8], other: &[u8]) -> bool {
    let (eights, rest) = one.as_chunks::<8>();
    let (other_eights, other_rest) = other.as_chunks::<8>();
    let of = |bytes: &[u8; 8]| u64::from_ne_bytes(*bytes);
    one.len() == other.len()
        && eights.iter().zip(other_eights).all(|(a, b)| of(a) == of(b))
        && rest.iter().zip(other_rest).all(|(a, b)| a == b)
}
