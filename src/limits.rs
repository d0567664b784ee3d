//! How much may be made of what is written.

/// What the translator is held to: see [`Parser`](crate::Parser).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How many bytes a base IRI, a namespace, and an IRI that is made with them may have.
    pub(crate) iri: usize,
    /// How many bytes prefixes and namespaces may take.
    pub(crate) prefixes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            iri: crate::Parser::DEFAULT_IRI_LIMIT,
            prefixes: crate::Parser::DEFAULT_PREFIX_LIMIT,
        }
    }
}
