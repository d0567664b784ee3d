//! The peers' borrowed triples as owned ones of oxrdf, as their users would convert them.
//!
//! Invariant: nothing is checked again that the parser has checked, and every string is copied once. What no
//! workload has, triples as terms, is an error.

use oxrdf::{BlankNode, Literal, NamedNode, NamedOrBlankNode, Term, Triple};
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

pub fn of_rio(triple: rio::Triple<'_>) -> Result<Triple> {
    let named_node = |node: rio::NamedNode<'_>| NamedNode::new_unchecked(node.iri);
    let blank_node = |node: rio::BlankNode<'_>| BlankNode::new_unchecked(node.id);
    let subject: NamedOrBlankNode = match triple.subject {
        rio::Subject::NamedNode(node) => named_node(node).into(),
        rio::Subject::BlankNode(node) => blank_node(node).into(),
        rio::Subject::Triple(_) => return Err(NotConverted("the subject is a triple")),
    };
    let object: Term = match triple.object {
        rio::Term::NamedNode(node) => named_node(node).into(),
        rio::Term::BlankNode(node) => blank_node(node).into(),
        rio::Term::Literal(rio::Literal::Simple { value }) => {
            Literal::new_simple_literal(value).into()
        }
        rio::Term::Literal(rio::Literal::LanguageTaggedString { value, language }) => {
            Literal::new_language_tagged_literal_unchecked(value, language).into()
        }
        rio::Term::Literal(rio::Literal::Typed { value, datatype }) => {
            Literal::new_typed_literal(value, named_node(datatype)).into()
        }
        rio::Term::Triple(_) => return Err(NotConverted("the object is a triple")),
    };
    Ok(Triple::new(subject, named_node(triple.predicate), object))
}

pub fn of_sophia<T: SophiaTerm>(triple: [T; 3]) -> Result<Triple> {
    let [subject, predicate, object] = triple;
    let subject: NamedOrBlankNode = match subject.kind() {
        TermKind::BlankNode => blank_node(&subject)?.into(),
        _ => named_node(&subject)?.into(),
    };
    let object: Term = match object.kind() {
        TermKind::Literal => literal(&object)?.into(),
        TermKind::BlankNode => blank_node(&object)?.into(),
        _ => named_node(&object)?.into(),
    };
    Ok(Triple::new(subject, named_node(&predicate)?, object))
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
    use rio_api::parser::TriplesParser;
    use sophia_api::parser::TripleParser;
    use sophia_api::source::TripleSource;
    use sophia_api::triple::Triple as _;

    /// oxttl alone makes language tags lower case, so this one is.
    const TEXT: &str = "<x:s> <x:p> _:o .
_:s <x:p> \"a \\\"b\\\"\" .
<x:s> <x:p> \"a\"@en .
<x:s> <x:p> \"1\"^^<x:d> .
";

    #[test]
    fn what_is_converted_is_what_oxttl_has() -> anyhow::Result<()> {
        let expected: Vec<Triple> = oxttl::NTriplesParser::new()
            .for_slice(TEXT)
            .collect::<std::result::Result<_, _>>()?;
        let mut found = Vec::new();
        rio_turtle::NTriplesParser::new(TEXT.as_bytes()).parse_all(&mut |triple| {
            found.push(of_rio(triple)?);
            Ok::<_, anyhow::Error>(())
        })?;
        assert_eq!(found, expected);
        found.clear();
        sophia_turtle::parser::nt::NTriplesParser::new()
            .with_preserve_bn_labels(true)
            .parse(TEXT.as_bytes())
            .try_for_each_triple(|triple| {
                found.push(of_sophia(triple.spo())?);
                Ok::<_, NotConverted>(())
            })?;
        assert_eq!(found, expected);
        Ok(())
    }
}
