//! N-Triples, and its canonical form.
//!
//! Invariant: the output matches the grammar of RDF 1.2 N-Triples, one triple or directive a line, whatever the characters
//! of IRIs and literals; each is written in the one way that the canonical form has for it. Blank node labels are
//! written as they are, since nothing in them can be escaped: those of a parser match the grammar. Terms
//! [beyond RDF 1.2](super::BeyondRdf12) stay so.

use super::escape;
use super::version::{VERSION_DIRECTIVE, VersionDue, is_beyond_rdf_11};
use crate::rdf12::{self, AnyTerm};
use oxrdf::vocab::xsd;
use oxrdf::{BlankNodeRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, TermRef, TripleRef};
use std::io::{self, Write};

/// Writes triples as N-Triples.
///
/// Layout and escapes are those of the canonical form (RDF 1.2 N-Triples, "A Canonical form of N-Triples").
/// Language tags are written as they are, unless [asked](Self::with_canonical_form) for lower case.
/// `VERSION "1.2"` comes before the first triple that RDF 1.1 does not have, if there is one: a triple with a triple term or with a base
/// direction.
/// It does not buffer: give it a writer that does. It also writes terms that older dialects have and RDF 1.2 has not, which no
/// parser of RDF 1.2 reads: [`BeyondRdf12`](crate::write::BeyondRdf12) finds it. Labels of blank nodes are written as they are: those
/// of a parser can be read again; [`BlankNode::new`](oxrdf::BlankNode::new) also takes some that cannot, such as `a:b`.
///
/// ```
/// use turtle_peg::{Dialect, NTriplesWriter, Parser};
///
/// let mut writer = NTriplesWriter::new(Vec::new());
/// for triple in Parser::new(Dialect::Turtle11).parse_str("<x:s> <x:p> 'a\tb'@EN, 1 .").triples() {
///     writer.write_triple(&triple?)?;
/// }
/// assert_eq!(
///     String::from_utf8(writer.into_inner())?,
///     "<x:s> <x:p> \"a\\tb\"@EN .\n<x:s> <x:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NTriplesWriter<W> {
    output: W,
    canonical: bool,
    has_valid_iris: bool,
    version: VersionDue,
}

impl<W> NTriplesWriter<W> {
    /// A writer of N-Triples to `output`.
    pub fn new(output: W) -> Self {
        Self {
            output,
            canonical: false,
            has_valid_iris: false,
            version: VersionDue::default(),
        }
    }

    /// Makes it write the canonical form: language tags in lower case, and no directive.
    ///
    /// Order and repetition of triples are as they come; the canonical form is one of lines.
    #[must_use]
    pub fn with_canonical_form(mut self) -> Self {
        self.canonical = true;
        self.without_version()
    }

    /// Leaves out the announcement of the version.
    #[must_use]
    pub fn without_version(mut self) -> Self {
        self.version = VersionDue::Never;
        self
    }

    /// Announces the version before the first triple, whatever the triples are.
    #[must_use]
    pub fn with_version_first(mut self) -> Self {
        self.version = VersionDue::First;
        self
    }

    /// Makes it write IRIs as they are: no character that RFC 3987 allows has an escape sequence, and to look for one takes 8 to
    /// 10 % of the instructions of parsing and writing.
    ///
    /// The caller answers for the IRIs. Those of a parser that is not [lenient](crate::Parser::with_lenience) are valid, but in
    /// [`Dialect::TurtleSubmission`](crate::Dialect::TurtleSubmission), which has URI references that are not IRIs. With any
    /// other, the lines may not be N-Triples.
    ///
    /// ```
    /// use turtle_peg::{Dialect, NTriplesWriter, Parser};
    ///
    /// let mut writer = NTriplesWriter::new(Vec::new()).with_valid_iris();
    /// for triple in Parser::new(Dialect::Turtle12).parse_str("<x:é> <x:p> '>' .").triples() {
    ///     writer.write_triple(&triple?)?;
    /// }
    /// assert_eq!(String::from_utf8(writer.into_inner())?, "<x:é> <x:p> \">\" .\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_valid_iris(mut self) -> Self {
        self.has_valid_iris = true;
        self
    }

    /// As [`with_valid_iris`](Self::with_valid_iris), until further notice.
    pub(super) fn trust_iris(&mut self, are_valid: bool) {
        self.has_valid_iris = are_valid;
    }

    /// The writer that it writes to.
    pub fn get_ref(&self) -> &W {
        &self.output
    }

    /// The writer that it writes to, to write other things to it.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.output
    }

    /// Gives the writer back that it writes to.
    pub fn into_inner(self) -> W {
        self.output
    }
}

impl<W: Write> NTriplesWriter<W> {
    /// Writes one triple and the end of its line.
    ///
    /// # Errors
    ///
    /// The writer's errors.
    pub fn write_triple<'a>(&mut self, triple: impl Into<TripleRef<'a>>) -> io::Result<()> {
        let triple = triple.into();
        self.announce(triple.object)?;
        self.terms(triple)?;
        self.end_of_line()
    }

    /// Announces the version, if it is due before a statement with this object.
    pub(super) fn announce(&mut self, object: TermRef<'_>) -> io::Result<()> {
        match self.version.is_due(|| is_beyond_rdf_11(object)) {
            true => self.output.write_all(&[VERSION_DIRECTIVE, b"\n"].concat()),
            false => Ok(()),
        }
    }

    pub(super) fn end_of_line(&mut self) -> io::Result<()> {
        self.output.write_all(b" .\n")
    }

    /// Goes down into triple terms by a loop: they can be nested deeper than the stack allows.
    pub(super) fn terms(&mut self, mut triple: TripleRef<'_>) -> io::Result<()> {
        let mut open = 0;
        loop {
            match triple.subject {
                NamedOrBlankNodeRef::NamedNode(iri) => self.iri(iri)?,
                NamedOrBlankNodeRef::BlankNode(node) => self.blank_node(node)?,
            }
            self.output.write_all(b" ")?;
            self.iri(triple.predicate)?;
            self.output.write_all(b" ")?;
            match rdf12::kind(triple.object) {
                AnyTerm::NamedNode(iri) => self.iri(iri)?,
                AnyTerm::BlankNode(node) => self.blank_node(node)?,
                AnyTerm::Literal(literal) => self.literal(literal)?,
                AnyTerm::Triple(inner) => {
                    self.output.write_all(b"<<( ")?;
                    open += 1;
                    triple = rdf12::triple(inner);
                    continue;
                }
            }
            break;
        }
        for _ in 0..open {
            self.output.write_all(b" )>>")?;
        }
        Ok(())
    }

    pub(super) fn iri(&mut self, iri: NamedNodeRef<'_>) -> io::Result<()> {
        self.output.write_all(b"<")?;
        match self.has_valid_iris {
            true => self.output.write_all(iri.as_str().as_bytes())?,
            false => escape::write_iri(iri.as_str(), &mut self.output)?,
        }
        self.output.write_all(b">")
    }

    pub(super) fn blank_node(&mut self, node: BlankNodeRef<'_>) -> io::Result<()> {
        self.output.write_all(b"_:")?;
        self.output.write_all(node.as_str().as_bytes())
    }

    fn literal(&mut self, literal: LiteralRef<'_>) -> io::Result<()> {
        self.output.write_all(b"\"")?;
        escape::write_string(literal.value(), &mut self.output)?;
        self.output.write_all(b"\"")?;
        if let Some(tag) = literal.language() {
            self.output.write_all(b"@")?;
            if self.canonical {
                self.output.write_all(tag.to_ascii_lowercase().as_bytes())?;
            } else {
                self.output.write_all(tag.as_bytes())?;
            }
            match rdf12::direction(literal) {
                None => Ok(()),
                Some(direction) => self.output.write_all(rdf12::suffix(direction).as_bytes()),
            }
        } else if literal.datatype() == xsd::STRING {
            Ok(())
        } else {
            self.output.write_all(b"^^")?;
            self.iri(literal.datatype())
        }
    }
}
