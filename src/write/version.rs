//! When a writer announces the version of RDF.
//!
//! "When using RDF 1.2-specific features, such as initial text direction, the specific RDF version should be announced using either
//! `VERSION` or `@version` directives early in the document" (RDF 1.2 Turtle, "Version Announcement"; N-Triples, N-Quads and TriG
//! refer to it). A directive "applies to the part of the document following the directive", and parsers of RDF 1.1 refuse it.
//!
//! Invariant: unless the caller asks for more, a document has the directive once, before the first statement that RDF 1.1 cannot say; a
//! document that RDF 1.1 can say has none, whether the document that it was read from had one or not.

use crate::rdf12::{self, AnyTerm};
use oxrdf::TermRef;

/// The directive that announces RDF 1.2, without the end of its line: in all dialects that have one.
pub const VERSION_DIRECTIVE: &[u8] = b"VERSION \"1.2\"";

/// Where the directive of the version is still to be written.
///
/// ```
/// use turtle_peg::write::VersionDue;
///
/// let mut version = VersionDue::WhereNeeded;
/// assert!(!version.is_due(|| false));
/// assert!(version.is_due(|| true));
/// assert_eq!(version, VersionDue::Never);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VersionDue {
    /// Before the first statement that needs it.
    #[default]
    WhereNeeded,
    /// Before all statements.
    First,
    /// No: it is written, or left out.
    Never,
}

impl VersionDue {
    /// Whether the directive is due, before a statement that needs it or not; from then on it is not.
    #[inline]
    pub fn is_due(&mut self, needs_version: impl FnOnce() -> bool) -> bool {
        let is_due = match self {
            Self::Never => return false,
            Self::First => true,
            Self::WhereNeeded => needs_version(),
        };
        if is_due {
            *self = Self::Never;
        }
        is_due
    }
}

/// Whether RDF 1.1 has no quad with this object: it is a triple term, or has a base direction.
///
/// ```
/// use turtle_peg::oxrdf::LiteralRef;
/// use turtle_peg::write::is_beyond_rdf_11;
///
/// assert!(!is_beyond_rdf_11(LiteralRef::new_simple_literal("a").into()));
/// ```
#[inline]
pub fn is_beyond_rdf_11(object: TermRef<'_>) -> bool {
    match rdf12::kind(object) {
        AnyTerm::Triple(_) => true,
        AnyTerm::Literal(literal) => rdf12::direction(literal).is_some(),
        AnyTerm::NamedNode(_) | AnyTerm::BlankNode(_) => false,
    }
}
