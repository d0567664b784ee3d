//! Scratch storage for terms that are not verbatim text of the statement.
//!
//! Invariant: a term borrows from the statement's text or from buffers that belong to the frame that translates,
//! never to the [`StatementWalk`](super::walk::StatementWalk): so terms stay while the walk goes on and emits other triples. A
//! frame takes its buffers from those that earlier frames gave back, so translating allocates nothing once there is one for
//! each level of nesting, each as large as its largest term. Triple terms are the exception: oxrdf has no borrowed ones.

use super::nested;
use crate::rdf12::InnerTriple;
use runtime::Span;

/// Buffers for the terms of one triple after the other, and for the graph that they are in.
#[derive(Debug, Default)]
pub(super) struct Roles {
    pub(super) subject: Text,
    pub(super) predicate: Names,
    pub(super) object: Buffer,
    pub(super) graph: Text,
}

/// Storage that any term can borrow from.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    /// An IRI, a label or a lexical form.
    pub(super) text: Text,
    pub(super) datatype: Text,
    pub(super) triple: TripleTerm,
}

/// Buffers that are not in use.
#[expect(
    clippy::vec_box,
    reason = "to hand them over is to hand over a pointer"
)]
#[derive(Debug, Default)]
pub(super) struct SpareBuffers(Vec<Box<Roles>>);

impl SpareBuffers {
    pub(super) fn take(&mut self) -> Box<Roles> {
        self.0.pop().unwrap_or_default()
    }

    pub(super) fn give_back(&mut self, roles: Box<Roles>) {
        self.0.push(roles);
    }
}

/// A triple term, if there is one; it is dropped without recursion.
#[derive(Debug, Default)]
pub(super) struct TripleTerm(Option<Box<InnerTriple>>);

impl TripleTerm {
    /// Puts `triple` in the place of the one before.
    pub(super) fn fill(&mut self, triple: InnerTriple) -> &InnerTriple {
        self.clear();
        self.0.insert(Box::new(triple))
    }

    pub(super) fn take(&mut self) -> Option<Box<InnerTriple>> {
        self.0.take()
    }

    fn clear(&mut self) {
        if let Some(triple) = self.take() {
            nested::drop(*triple);
        }
    }
}

impl Drop for TripleTerm {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A text that a term is made in, and which namespace it begins with.
///
/// Names repeat few namespaces: one that is there already need not be copied again. Any other change of the text makes it
/// forget that.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    text: String,
    namespace: Option<Remembered>,
    /// Where escape sequences are replaced.
    unescaped: Vec<u8>,
}

/// A namespace that a text begins with, which takes every plain name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remembered {
    /// How names begin that are of it, the colon included.
    pub(super) word: u64,
    /// How many declarations there were when it was found.
    pub(super) declared: u32,
    pub(super) length: u32,
}

impl std::ops::Deref for Text {
    type Target = String;

    #[inline(always)]
    fn deref(&self) -> &String {
        &self.text
    }
}

impl std::ops::DerefMut for Text {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut String {
        self.namespace = None;
        &mut self.text
    }
}

impl Text {
    /// A local name after the namespace that is there already, if it is the one of names that begin like this, and both
    /// together have no more bytes than the limit.
    #[inline(always)]
    pub(super) fn again(
        &mut self,
        word: u64,
        declared: u32,
        local: &str,
        limit: usize,
    ) -> Option<&str> {
        let namespace = self.namespace?;
        if (namespace.word, namespace.declared) != (word, declared)
            || namespace.length as usize + local.len() > limit
        {
            return None;
        }
        self.text.truncate(namespace.length as usize);
        self.text.push_str(local);
        Some(&self.text)
    }

    /// A namespace and a local name after it.
    #[inline(always)]
    pub(super) fn name(
        &mut self,
        namespace: &str,
        remembered: Option<Remembered>,
        local: &str,
    ) -> &str {
        self.text.clear();
        self.text.push_str(namespace);
        self.text.push_str(local);
        self.namespace = remembered;
        &self.text
    }

    /// The text, to be made of others, and where escape sequences are replaced.
    #[inline(always)]
    pub(super) fn with_unescaped(&mut self) -> (&mut String, &mut Vec<u8>) {
        self.namespace = None;
        (&mut self.text, &mut self.unescaped)
    }

    /// Remembers that the text begins with this namespace.
    #[inline(always)]
    pub(super) fn remember(&mut self, namespace: Option<Remembered>) {
        self.namespace = namespace;
    }
}

/// The IRIs of names that come again and again, each in a text of its own: a document has many triples and few predicates.
#[derive(Debug)]
pub(super) struct Names {
    remembered: Box<[Remembering; Self::LEN]>,
    /// A text for any other IRI.
    pub(super) other: Text,
}

#[derive(Debug, Default)]
struct Remembering {
    name: Option<NameKey>,
    iri: Text,
}

/// The characters of a name, and how many declarations there were when it was expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NameKey {
    first: u128,
    last: u128,
    length: u32,
    declared: u32,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            remembered: Box::new(std::array::from_fn(|_| Remembering::default())),
            other: Text::default(),
        }
    }
}

impl Names {
    const LEN: usize = 1 << Self::BITS;
    const BITS: u32 = 4;

    /// Where the IRI of the name at `span` is or belongs.
    #[inline]
    pub(super) fn of(&mut self, text: &[u8], span: Span, declared: u32) -> NameEntry<'_> {
        let name = NameKey::of(text, span, declared);
        let slot = name.map_or(0, NameKey::slot);
        let remembering = &mut self.remembered[slot];
        NameEntry { remembering, name }
    }
}

/// Where the IRI of a name is or belongs.
pub(super) struct NameEntry<'n> {
    remembering: &'n mut Remembering,
    name: Option<NameKey>,
}

impl<'n> NameEntry<'n> {
    /// The IRI; `expand` makes it if it is not there.
    #[inline(always)]
    pub(super) fn iri<E>(
        self,
        expand: impl FnOnce(&mut Text) -> Result<(), E>,
    ) -> Result<&'n str, E> {
        let Self { remembering, name } = self;
        if name.is_none() || remembering.name != name {
            remembering.name = None;
            expand(&mut remembering.iri)?;
            remembering.name = name;
        }
        Ok(&remembering.iri)
    }
}

impl NameKey {
    /// None of a name that is longer than two words, or nearer than one to the end of the text.
    #[inline(always)]
    fn of(text: &[u8], span: Span, declared: u32) -> Option<Self> {
        const WORD: usize = size_of::<u128>();
        let length = span.len();
        let first = *text.get(span.start as usize..)?.first_chunk::<WORD>()?;
        let first = u128::from_le_bytes(first);
        let (first, last) = match length {
            0 => return None,
            1..WORD => (first & (u128::MAX >> (u128::BITS as usize - 8 * length)), 0),
            WORD..=32 => {
                let last = text.get(..span.end as usize)?.last_chunk::<WORD>()?;
                (first, u128::from_le_bytes(*last))
            }
            _ => return None,
        };
        Some(Self {
            first,
            last,
            length: length as u32,
            declared,
        })
    }

    #[inline(always)]
    fn slot(self) -> usize {
        // Fibonacci hashing: the highest bits of the product depend on all of the word.
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let word = self.first ^ self.last;
        let word = word as u64 ^ (word >> u64::BITS) as u64 ^ u64::from(self.length);
        (word.wrapping_mul(FACTOR) >> (u64::BITS - Names::BITS)) as usize
    }
}

/// Fills a buffer with these texts, one after the other.
#[inline]
pub(super) fn fill<'b, const N: usize>(buffer: &'b mut String, texts: [&str; N]) -> &'b str {
    buffer.clear();
    buffer.reserve(texts.iter().map(|text| text.len()).sum());
    for text in texts {
        buffer.push_str(text);
    }
    buffer
}
