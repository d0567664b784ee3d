//! N-Quads, and its canonical form.
//!
//! Invariant: a quad of the default graph is written as N-Triples writes its triple, to the byte.

use super::NTriplesWriter;
use oxrdf::{GraphNameRef, QuadRef};
use std::io::{self, Write};

/// Writes quads as N-Quads.
///
/// Layout and escapes are those of the canonical form (RDF 1.2 N-Quads, "A Canonical form of N-Quads").
/// Language tags are written as they are, unless [asked](Self::with_canonical_form) for lower case; `VERSION "1.2"` comes before the
/// first quad that RDF 1.1 does not have.
/// It does not buffer: give it a writer that does. The remarks of [`NTriplesWriter`] on terms that RDF 1.2 has not, and on
/// labels, hold here, too.
///
/// ```
/// use turtle_peg::{Dialect, NQuadsWriter, Parser};
///
/// let mut writer = NQuadsWriter::new(Vec::new());
/// for quad in Parser::new(Dialect::TriG12).parse_str("<x:g> { <x:s> <x:p> 'a' } <x:s> <x:p> 'b' .").quads() {
///     writer.write_quad(&quad?)?;
/// }
/// assert_eq!(
///     String::from_utf8(writer.into_inner())?,
///     "<x:s> <x:p> \"a\" <x:g> .\n<x:s> <x:p> \"b\" .\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NQuadsWriter<W> {
    triples: NTriplesWriter<W>,
}

impl<W> NQuadsWriter<W> {
    /// A writer of N-Quads to `output`.
    pub fn new(output: W) -> Self {
        Self {
            triples: NTriplesWriter::new(output),
        }
    }

    /// Makes it write the canonical form: language tags in lower case, and no directive.
    ///
    /// Order and repetition of quads are as they come; the canonical form is one of lines.
    #[must_use]
    pub fn with_canonical_form(self) -> Self {
        Self {
            triples: self.triples.with_canonical_form(),
        }
    }

    /// Leaves out the announcement of the version.
    #[must_use]
    pub fn without_version(self) -> Self {
        Self {
            triples: self.triples.without_version(),
        }
    }

    /// Announces the version before the first quad, whatever the quads are.
    #[must_use]
    pub fn with_version_first(self) -> Self {
        Self {
            triples: self.triples.with_version_first(),
        }
    }

    /// Makes it write IRIs as they are: see [`NTriplesWriter::with_valid_iris`].
    #[must_use]
    pub fn with_valid_iris(self) -> Self {
        Self {
            triples: self.triples.with_valid_iris(),
        }
    }

    /// As [`with_valid_iris`](Self::with_valid_iris), until further notice.
    pub(super) fn trust_iris(&mut self, are_valid: bool) {
        self.triples.trust_iris(are_valid);
    }

    /// The writer that it writes to.
    pub fn get_ref(&self) -> &W {
        self.triples.get_ref()
    }

    /// The writer that it writes to, to write other things to it.
    pub fn get_mut(&mut self) -> &mut W {
        self.triples.get_mut()
    }

    /// Gives the writer back that it writes to.
    pub fn into_inner(self) -> W {
        self.triples.into_inner()
    }
}

impl<W: Write> NQuadsWriter<W> {
    /// Writes one quad and the end of its line.
    ///
    /// # Errors
    ///
    /// The writer's errors.
    pub fn write_quad<'a>(&mut self, quad: impl Into<QuadRef<'a>>) -> io::Result<()> {
        let quad = quad.into();
        self.triples.announce(quad.object)?;
        self.triples.terms(quad.into())?;
        match quad.graph_name {
            GraphNameRef::DefaultGraph => {}
            GraphNameRef::NamedNode(iri) => {
                self.get_mut().write_all(b" ")?;
                self.triples.iri(iri)?;
            }
            GraphNameRef::BlankNode(node) => {
                self.get_mut().write_all(b" ")?;
                self.triples.blank_node(node)?;
            }
        }
        self.triples.end_of_line()
    }
}
