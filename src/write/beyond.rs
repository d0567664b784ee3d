//! Terms that RDF 1.2 does not have, though a dialect before it accepts them: URI references with characters that IRIs exclude,
//! `"a"^^rdf:langString`, language tags that BCP 47 does not have.
//!
//! Invariant: for all that is not beyond RDF 1.2, the writers write a line that `n-triples-1.2` or `n-quads-1.2` reads, if
//! the labels of its blank nodes are those of a document.

use crate::rdf12::{self, AnyTerm};
use crate::translate::triples;
use oxilangtag::LanguageTag;
use oxiri::Iri;
use oxrdf::{GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TripleRef};
use std::error::Error;
use std::fmt;

/// A term that RDF 1.2 does not have, and that a dialect before it has: a parser of RDF 1.2 refuses lines with such a term.
///
/// Turtle of 2008 has URI references with characters that IRIs exclude, and language tags that BCP 47 does not have; RDF 1.1
/// has `"a"^^rdf:dirLangString`; and a [lenient](crate::Parser::with_lenience) parser keeps such terms.
///
/// ```
/// use turtle_peg::write::BeyondRdf12;
/// use turtle_peg::{Dialect, Parser};
///
/// let text = r"<http://example.org/\u005E> <x:p> <x:o> . <x:s> <x:p> <x:o> .";
/// let parser = Parser::new(Dialect::TurtleSubmission);
/// let found: Result<Vec<_>, _> = parser.parse_str(text).quads()
///     .map(|quad| Ok::<_, turtle_peg::Error>(BeyondRdf12::in_quad(quad?.as_ref())))
///     .collect();
/// let found = found?;
/// assert!(found[0].as_ref().is_some_and(|term| term.to_string().contains("no IRI <http://example.org/^>")));
/// assert_eq!(found[1], None);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeyondRdf12 {
    /// The term that RDF 1.2 does not have, and why.
    reason: String,
}

impl BeyondRdf12 {
    /// The first such term of a quad; `None` if RDF 1.2 has them all.
    pub fn in_quad(quad: QuadRef<'_>) -> Option<Self> {
        let reason = triples(quad.into()).find_map(of_triple);
        let reason = reason.or_else(|| match quad.graph_name {
            GraphNameRef::NamedNode(node) => of_iri(node),
            GraphNameRef::BlankNode(_) | GraphNameRef::DefaultGraph => None,
        })?;
        Some(Self { reason })
    }
}

impl fmt::Display for BeyondRdf12 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for BeyondRdf12 {}

/// The reason why RDF 1.2 lacks a term of a triple; terms of a triple in it are not looked at.
fn of_triple(triple: TripleRef<'_>) -> Option<String> {
    let subject = match triple.subject {
        NamedOrBlankNodeRef::NamedNode(node) => of_iri(node),
        NamedOrBlankNodeRef::BlankNode(_) => None,
    };
    let subject = subject.or_else(|| of_iri(triple.predicate));
    subject.or_else(|| match rdf12::kind(triple.object) {
        AnyTerm::NamedNode(node) => of_iri(node),
        AnyTerm::Literal(literal) => of_literal(literal),
        AnyTerm::BlankNode(_) | AnyTerm::Triple(_) => None,
    })
}

fn of_iri(node: NamedNodeRef<'_>) -> Option<String> {
    let error = Iri::parse(node.as_str()).err()?;
    Some(format!("RDF 1.2 has no IRI <{}>: {error}", node.as_str()))
}

fn of_literal(literal: LiteralRef<'_>) -> Option<String> {
    if let Some(tag) = literal.language() {
        let error = LanguageTag::parse(tag).err()?;
        return Some(format!("RDF 1.2 has no language tag `{tag}`: {error}"));
    }
    let datatype = literal.datatype();
    match rdf12::LANGUAGE_DATATYPES.contains(&datatype) {
        false => of_iri(datatype),
        true => Some(format!(
            "RDF 1.2 has no literal with the datatype {datatype} and without a language tag"
        )),
    }
}
