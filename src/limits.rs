//! Limits of the terms and quads that are made of a document's text.

/// The limits of the translator: see [`Parser`](crate::Parser).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How many bytes a base IRI, a namespace, and an IRI that is made with them may have.
    pub(crate) iri: usize,
    /// How many bytes prefixes and namespaces may take.
    pub(crate) prefixes: usize,
}

impl Limits {
    /// The limits of a parser by default.
    pub(crate) const DEFAULT: Self = Self {
        iri: 64 * 1024,
        prefixes: 256 * 1024 * 1024,
    };
}
