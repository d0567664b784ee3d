//! A quad as it is hashed and written: a line of canonical N-Quads.

use oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef};
use turtle_peg::NQuadsWriter;

pub(super) fn line(quad: QuadRef<'_>) -> Vec<u8> {
    let mut line = Vec::with_capacity(usual_length(quad));
    // Writing to memory never fails.
    let mut writer = NQuadsWriter::new(&mut line).without_version();
    let _ = writer.write_quad(quad);
    line
}

/// How many bytes a line has at least; most have no more, since few have escape sequences.
fn usual_length(quad: QuadRef<'_>) -> usize {
    /// The signs around the terms, the spaces between, and the end of the line.
    const SIGNS: usize = "<> <> \"\"^^<> <> .\n".len();
    let subject = match quad.subject {
        NamedOrBlankNodeRef::NamedNode(iri) => iri.as_str(),
        NamedOrBlankNodeRef::BlankNode(node) => node.as_str(),
    };
    let object = match quad.object {
        TermRef::NamedNode(iri) => iri.as_str().len(),
        TermRef::BlankNode(node) => node.as_str().len(),
        TermRef::Literal(literal) => literal.value().len() + literal.datatype().as_str().len(),
        TermRef::Triple(_) => 0,
    };
    let graph = match quad.graph_name {
        GraphNameRef::NamedNode(iri) => iri.as_str(),
        GraphNameRef::BlankNode(node) => node.as_str(),
        GraphNameRef::DefaultGraph => "",
    };
    SIGNS + subject.len() + quad.predicate.as_str().len() + object + graph.len()
}
