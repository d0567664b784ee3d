//! Quads, one after the other: errors, directives, lines.

use crate::stable_parser;
use crate::written::Written;
use anyhow::Result;
use pretty_assertions::assert_eq;
use turtle_peg::oxrdf::{BlankNode, NamedNode, Quad, Term};
use turtle_peg::{Dialect, TriGWriter, TurtleWriter};

#[test]
fn what_a_dialect_does_not_have_is_an_error() {
    for (quads, dialect, expected) in [
        (
            "<x:s> <x:p> <<( <x:s> <x:p> 1 )>> .",
            Dialect::Turtle11,
            "turtle-1.1 has no triple terms",
        ),
        (
            "<x:g> { <x:s> <x:p> 1 }",
            Dialect::Turtle12,
            "turtle-1.2 has no named graphs",
        ),
        (
            "<x:s> <x:p> 'a'@en--ltr .",
            Dialect::TriG11,
            "trig-1.1 has no language tag `en--ltr`: the grammar has none of this form",
        ),
        (
            "<x:s> <x:p> _:a.b .",
            Dialect::TurtleSubmission,
            "turtle-submission has no blank node label `a.b`",
        ),
    ] {
        let error = written(quads, dialect).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_refused_quad_leaves_nothing_behind() -> Result<()> {
    let node = |name: &str| NamedNode::new_unchecked(format!("http://example.org/{name}"));
    let mut writer = TriGWriter::for_dialect(Dialect::TriG11, Vec::new())?;
    let quad = |object: Term| Quad::new(node("s"), node("p"), object, node("g"));
    let refused = BlankNode::new_unchecked("a b");
    assert!(writer.write_quad(&quad(refused.clone().into())).is_err());
    writer.write_quad(&quad(node("o").into()))?;
    assert!(writer.write_quad(&quad(refused.clone().into())).is_err());
    assert!(
        writer
            .write_quad(&Quad::new(refused, node("p"), node("o"), node("h")))
            .is_err()
    );
    writer.write_quad(&quad(node("n").into()))?;
    let expected = "<http://example.org/g> {
    <http://example.org/s> <http://example.org/p> <http://example.org/o>, <http://example.org/n> .
}
";
    assert_eq!(String::from_utf8(writer.finish()?)?, expected);
    Ok(())
}

#[test]
fn a_prefix_can_be_declared_between_quads() -> Result<()> {
    let mut writer =
        TriGWriter::for_dialect(Dialect::TriG11, Vec::new())?.with_prefix("a", "x:a/")?;
    let quad = |name: &str| {
        let iri = NamedNode::new_unchecked(name);
        Quad::new(
            iri.clone(),
            iri.clone(),
            iri,
            NamedNode::new_unchecked("x:g"),
        )
    };
    writer.write_quad(&quad("x:a/1"))?;
    writer.declare_prefix("a", "x:a/")?;
    writer.write_quad(&quad("x:a/2"))?;
    writer.declare_prefix("b", "x:b/")?;
    writer.declare_prefix("a", "x:c/")?;
    writer.write_quad(&quad("x:a/3"))?;
    writer.write_quad(&quad("x:b/4"))?;
    writer.declare_prefix("c", "x:c/")?;
    let expected = "@prefix a: <x:a/> .

<x:g> {
    a:1 a:1 a:1 .
    a:2 a:2 a:2 .
}

@prefix b: <x:b/> .
@prefix a: <x:c/> .

<x:g> {
    <x:a/3> <x:a/3> <x:a/3> .
    b:4 b:4 b:4 .
}

@prefix c: <x:c/> .
";
    assert_eq!(String::from_utf8(writer.finish()?)?, expected);
    assert_eq!(
        String::from_utf8(TurtleWriter::new(Vec::new()).finish()?)?,
        ""
    );
    Ok(())
}

/// A line has 100 characters, whatever bytes these have, and one of them stays free.
#[test]
fn objects_stay_on_the_line_if_they_fit() -> Result<()> {
    for (width, lines) in [(99, 1), (100, 3)] {
        let rest = width - "<x:s> <x:p> \"\", <x:o> .".len();
        let quads = format!("<x:s> <x:p> '{}', <x:o> .", "é".repeat(rest));
        let text = written(&quads, Dialect::Turtle12)?;
        assert_eq!(text.lines().count(), lines, "{text}");
    }
    Ok(())
}

fn written(quads: &str, dialect: Dialect) -> Result<String> {
    let quads = stable_parser(Dialect::TriG12).parse_str(quads).quads();
    let written = Written {
        quads: quads.collect::<Result<_, _>>()?,
        ..Written::default()
    };
    Ok(written.in_dialect(dialect)??)
}
