//! The peers' borrowed triples and quads as owned ones of oxrdf, as their users would convert them.
//!
//! Invariant: the parser's checks are not repeated, and every string is copied once. Triples as terms, which no
//! workload has, are an error.

use oxrdf::{BlankNode, GraphName, Literal, NamedNode, NamedOrBlankNode, Quad, Term, Triple};
use rio_api::model as rio;
use sophia_api::term::{Term as SophiaTerm, TermKind};
use std::fmt;

/// A term that is not converted, and why.
#[derive(Debug)]
pub struct NotConverted(&'static str);

impl fmt::Display for NotConverted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NotConverted {}

type Result<T> = std::result::Result<T, NotConverted>;

pub fn triple_of_rio(triple: rio::Triple<'_>) -> Result<Triple> {
    let subject: NamedOrBlankNode = match triple.subject {
        rio::Subject::NamedNode(node) => node_of_rio(node).into(),
        rio::Subject::BlankNode(node) => BlankNode::new_unchecked(node.id).into(),
        rio::Subject::Triple(_) => return Err(NotConverted("the subject is a triple")),
    };
    let object: Term = match triple.object {
        rio::Term::NamedNode(node) => node_of_rio(node).into(),
        rio::Term::BlankNode(node) => BlankNode::new_unchecked(node.id).into(),
        rio::Term::Literal(rio::Literal::Simple { value }) => {
            Literal::new_simple_literal(value).into()
        }
        rio::Term::Literal(rio::Literal::LanguageTaggedString { value, language }) => {
            Literal::new_language_tagged_literal_unchecked(value, language).into()
        }
        rio::Term::Literal(rio::Literal::Typed { value, datatype }) => {
            Literal::new_typed_literal(value, node_of_rio(datatype)).into()
        }
        rio::Term::Triple(_) => return Err(NotConverted("the object is a triple")),
    };
    Ok(Triple::new(subject, node_of_rio(triple.predicate), object))
}

pub fn quad_of_rio(quad: rio::Quad<'_>) -> Result<Quad> {
    let graph = match quad.graph_name {
        None => GraphName::DefaultGraph,
        Some(rio::GraphName::NamedNode(node)) => node_of_rio(node).into(),
        Some(rio::GraphName::BlankNode(node)) => BlankNode::new_unchecked(node.id).into(),
    };
    let triple = triple_of_rio(rio::Triple {
        subject: quad.subject,
        predicate: quad.predicate,
        object: quad.object,
    })?;
    Ok(triple.in_graph(graph))
}

fn node_of_rio(node: rio::NamedNode<'_>) -> NamedNode {
    NamedNode::new_unchecked(node.iri)
}

pub fn triple_of_sophia<T: SophiaTerm>([subject, predicate, object]: [T; 3]) -> Result<Triple> {
    let object: Term = match object.kind() {
        TermKind::Literal => literal(&object)?.into(),
        _ => node(&object)?.into(),
    };
    Ok(Triple::new(
        node(&subject)?,
        named_node(&predicate)?,
        object,
    ))
}

pub fn quad_of_sophia<T: SophiaTerm>((triple, graph): ([T; 3], Option<T>)) -> Result<Quad> {
    let graph = match graph {
        None => GraphName::DefaultGraph,
        Some(graph) => node(&graph)?.into(),
    };
    Ok(triple_of_sophia(triple)?.in_graph(graph))
}

fn node(term: &impl SophiaTerm) -> Result<NamedOrBlankNode> {
    Ok(match term.kind() {
        TermKind::BlankNode => blank_node(term)?.into(),
        _ => named_node(term)?.into(),
    })
}

fn named_node(term: &impl SophiaTerm) -> Result<NamedNode> {
    let iri = term
        .iri()
        .ok_or(NotConverted("a term is neither IRI nor blank node"))?;
    Ok(NamedNode::new_unchecked(iri.unwrap()))
}

fn blank_node(term: &impl SophiaTerm) -> Result<BlankNode> {
    let label = term
        .bnode_id()
        .ok_or(NotConverted("a blank node has no label"))?;
    Ok(BlankNode::new_unchecked(label.as_str()))
}

fn literal(term: &impl SophiaTerm) -> Result<Literal> {
    let value = term
        .lexical_form()
        .ok_or(NotConverted("a literal has no value"))?;
    if let Some(tag) = term.language_tag() {
        return Ok(Literal::new_language_tagged_literal_unchecked(
            value,
            tag.as_str(),
        ));
    }
    let datatype = term
        .datatype()
        .ok_or(NotConverted("a literal has no datatype"))?;
    Ok(Literal::new_typed_literal(
        value,
        NamedNode::new_unchecked(datatype.unwrap()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rio_api::parser::{QuadsParser, TriplesParser};
    use sophia_api::parser::{QuadParser as _, TripleParser as _};
    use sophia_api::quad::Quad as _;
    use sophia_api::source::{QuadSource, TripleSource};
    use sophia_api::triple::Triple as _;

    /// oxttl alone makes language tags lower case, so this one is.
    const TRIPLES: &str = "<x:s> <x:p> _:o .
_:s <x:p> \"a \\\"b\\\"\" .
<x:s> <x:p> \"a\"@en .
<x:s> <x:p> \"1\"^^<x:d> .
";

    const QUADS: &str = "<x:s> <x:p> _:o .
_:s <x:p> \"a\" <x:g> .
<x:s> <x:p> \"a\"@en _:g .
";

    #[test]
    fn what_is_converted_is_what_oxttl_has() -> anyhow::Result<()> {
        let expected: Vec<Triple> = oxttl::NTriplesParser::new()
            .for_slice(TRIPLES)
            .collect::<std::result::Result<_, _>>()?;
        let mut found = Vec::new();
        rio_turtle::NTriplesParser::new(TRIPLES.as_bytes()).parse_all(&mut |triple| {
            found.push(triple_of_rio(triple)?);
            Ok::<_, anyhow::Error>(())
        })?;
        assert_eq!(found, expected);
        found.clear();
        sophia_turtle::parser::nt::NTriplesParser::new()
            .with_preserve_bn_labels(true)
            .parse(TRIPLES.as_bytes())
            .try_for_each_triple(|triple| {
                found.push(triple_of_sophia(triple.spo())?);
                Ok::<_, NotConverted>(())
            })?;
        assert_eq!(found, expected);
        Ok(())
    }

    #[test]
    fn so_it_is_with_graphs() -> anyhow::Result<()> {
        let expected: Vec<Quad> = oxttl::NQuadsParser::new()
            .for_slice(QUADS)
            .collect::<std::result::Result<_, _>>()?;
        let mut found = Vec::new();
        rio_turtle::NQuadsParser::new(QUADS.as_bytes()).parse_all(&mut |quad| {
            found.push(quad_of_rio(quad)?);
            Ok::<_, anyhow::Error>(())
        })?;
        assert_eq!(found, expected);
        found.clear();
        sophia_turtle::parser::nq::NQuadsParser::new()
            .with_preserve_bn_labels(true)
            .parse(QUADS.as_bytes())
            .try_for_each_quad(|quad| {
                found.push(quad_of_sophia(quad.spog())?);
                Ok::<_, NotConverted>(())
            })?;
        assert_eq!(found, expected);
        Ok(())
    }
}
