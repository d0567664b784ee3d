//! Where the characters of terms are that the statement's text does not hold as they are.
//!
//! Invariant: a term borrows from the statement's text or from buffers that belong to the frame that translates,
//! never to the [`Walk`](super::Walk): so terms stay while the walk goes on and emits other triples. A frame takes its buffers from those that were given back before it, so translating allocates
//! nothing once there are as many as the nesting needs, each as large as its largest term. Triple terms are the
//! exception: oxrdf has no borrowed ones.

use super::nested;
use oxrdf::Triple;

/// Buffers for the terms of one triple after the other, and for the graph that they are in.
#[derive(Debug, Default)]
pub(super) struct Roles {
    pub(super) subject: String,
    pub(super) predicate: String,
    pub(super) object: Buffer,
    pub(super) graph: String,
}

/// What any term can borrow from.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    /// An IRI, a label or a lexical form.
    pub(super) text: String,
    pub(super) datatype: String,
    pub(super) triple: TripleTerm,
}

/// Buffers that are not in use.
#[derive(Debug, Default)]
pub(super) struct Spare(Vec<Boxed>);

/// On the heap, so that to hand them over is to hand over a pointer.
#[derive(Debug, Default)]
pub(super) struct Boxed(Box<Roles>);

impl std::ops::Deref for Boxed {
    type Target = Roles;

    fn deref(&self) -> &Roles {
        &self.0
    }
}

impl std::ops::DerefMut for Boxed {
    fn deref_mut(&mut self) -> &mut Roles {
        &mut self.0
    }
}

impl Spare {
    pub(super) fn take(&mut self) -> Boxed {
        self.0.pop().unwrap_or_default()
    }

    pub(super) fn give_back(&mut self, roles: Boxed) {
        self.0.push(roles);
    }
}

/// A triple term, if there is one; it is dropped without recursion.
#[derive(Debug, Default)]
pub(super) struct TripleTerm(Option<Box<Triple>>);

impl TripleTerm {
    /// Puts `triple` in the place of the one before.
    pub(super) fn fill(&mut self, triple: Triple) -> &Triple {
        self.clear();
        self.0.insert(Box::new(triple))
    }

    pub(super) fn take(&mut self) -> Option<Box<Triple>> {
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

/// Fills a buffer with these texts, one behind the other.
#[inline]
pub(super) fn fill<'b, const N: usize>(buffer: &'b mut String, texts: [&str; N]) -> &'b str {
    buffer.clear();
    buffer.reserve(texts.iter().map(|text| text.len()).sum());
    for text in texts {
        buffer.push_str(text);
    }
    buffer
}
