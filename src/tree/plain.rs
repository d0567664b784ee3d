//! How the fast engine marks leaves that need no second look.

/// The rule of `grammar/plain.pest` that matched a leaf: its promise holds for the leaf's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plain {
    /// As none: nothing is known of it.
    #[default]
    No,
    /// An IRI.
    Iri,
    /// A relative reference that resolving puts after a part of the base IRI, as it is.
    RelativeReference,
    /// A prefixed name whose local name is part of a segment of a path.
    Name,
    /// A string without escape sequences, between two quotation marks.
    String,
}
