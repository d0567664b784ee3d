//! What RDF 1.2 has no terms for, though a dialect before it accepts it: URI references with characters that IRIs exclude,
//! `"a"^^rdf:langString`, language tags that BCP 47 does not have.
//!
//! Invariant: no line is written that `n-triples-1.2` or `n-quads-1.2` would refuse.

use turtle_peg::Dialect;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{
    GraphNameRef, Literal, LiteralRef, NamedNode, NamedNodeRef, NamedOrBlankNodeRef, QuadRef,
    TermRef,
};

/// Whether a dialect accepts such things.
pub fn occurs_in(dialect: Dialect) -> bool {
    matches!(
        dialect,
        Dialect::TurtleSubmission
            | Dialect::TurtleWd2011
            | Dialect::Turtle11
            | Dialect::NTriples11
            | Dialect::TriG11
            | Dialect::NQuads11
    )
}

/// Why RDF 1.2 cannot say this; none if it can.
pub fn reason(quad: QuadRef<'_>) -> Option<String> {
    let subject = match quad.subject {
        NamedOrBlankNodeRef::NamedNode(node) => of_iri(node),
        NamedOrBlankNodeRef::BlankNode(_) => None,
    };
    let object = match quad.object {
        TermRef::NamedNode(node) => of_iri(node),
        TermRef::Literal(literal) => of_literal(literal),
        // The dialects that have triple terms are those of RDF 1.2.
        TermRef::BlankNode(_) | TermRef::Triple(_) => None,
    };
    let graph = match quad.graph_name {
        GraphNameRef::NamedNode(node) => of_iri(node),
        GraphNameRef::BlankNode(_) | GraphNameRef::DefaultGraph => None,
    };
    subject
        .or_else(|| of_iri(quad.predicate))
        .or(object)
        .or(graph)
}

fn of_iri(node: NamedNodeRef<'_>) -> Option<String> {
    let error = NamedNode::new(node.as_str()).err()?;
    Some(format!("RDF 1.2 has no IRI <{}>: {error}", node.as_str()))
}

fn of_literal(literal: LiteralRef<'_>) -> Option<String> {
    if let Some(tag) = literal.language() {
        let error = Literal::new_language_tagged_literal("", tag).err()?;
        return Some(format!("RDF 1.2 has no language tag `{tag}`: {error}"));
    }
    let datatype = literal.datatype();
    match datatype == rdf::LANG_STRING || datatype == rdf::DIR_LANG_STRING {
        false => of_iri(datatype),
        true => Some(format!(
            "RDF 1.2 has no literal with the datatype {datatype} and without a language tag"
        )),
    }
}
