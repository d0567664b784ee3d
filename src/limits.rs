//! How much may be made of what is written.

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
