//! Where the version is announced.
//!
//! "When using RDF 1.2-specific features, such as initial text direction, the specific RDF version should be announced using either
//! `VERSION` or `@version` directives early in the document." "The directive applies to the part of the document following the directive"
//! (RDF 1.2 Turtle, "Version Announcement"). Parsers of RDF 1.1 refuse it: "these implementations will signal an error when encountering
//! any RDF 1.2 specific syntax unrecognised by those earlier versions, including the `VERSION` directive" (RDF 1.2 N-Triples).

use crate::stable_parser;
use crate::written::copied;
use anyhow::{Context, Result, ensure};
use pretty_assertions::assert_eq;
use std::fs;
use testing::documents::corpus;
use turtle_peg::oxrdf::{Dataset, Graph, Quad, Term, Triple};
use turtle_peg::{Dialect, NQuadsWriter, NTriplesWriter, Parser, TriGWriter, TurtleWriter};

const VERSION: &str = "VERSION \"1.2\"";

fn quads(text: &str) -> Result<Vec<Quad>> {
    let quads = stable_parser(Dialect::TriG12).parse_str(text).quads();
    Ok(quads.collect::<Result<_, _>>()?)
}

fn is_beyond_rdf_11(quad: &Quad) -> bool {
    match &quad.object {
        Term::Triple(_) => true,
        Term::Literal(literal) => literal.direction().is_some(),
        Term::NamedNode(_) | Term::BlankNode(_) => false,
    }
}

/// A quad a call: an open statement is ended, and so is the graph around it.
#[test]
fn a_stream_is_interrupted_where_the_version_is_needed() -> Result<()> {
    let given = quads(
        "<x:a> <x:p> 1 . <x:g> { <x:s> <x:p> 1, 2 ; <x:q> 3, 'a'@ar--rtl, 4 ; <x:r> <<( <x:s> <x:p> 1 )>> }",
    )?;
    let mut writer = TriGWriter::new(Vec::new());
    for quad in &given {
        writer.write_quad(quad)?;
    }
    assert_eq!(
        String::from_utf8(writer.finish()?)?,
        r#"<x:a> <x:p> 1 .

<x:g> {
    <x:s> <x:p> 1, 2 ;
        <x:q> 3 .
}

VERSION "1.2"

<x:g> {
    <x:s> <x:q> "a"@ar--rtl, 4 ;
        <x:r> <<( <x:s> <x:p> 1 )>> .
}
"#
    );
    let mut writer = NQuadsWriter::new(Vec::new());
    for quad in &given {
        writer.write_quad(quad)?;
    }
    let lines = String::from_utf8(writer.into_inner())?;
    let place = lines.lines().position(|line| line == VERSION);
    assert_eq!(place, given.iter().position(is_beyond_rdf_11));
    assert_eq!(lines.matches(VERSION).count(), 1);
    Ok(())
}

/// A statement is ended only where it can be begun again: `[]` would be another node.
#[test]
fn a_statement_has_the_version_before_it() -> Result<()> {
    for (text, expected) in [
        (
            "<x:s> <x:p> 1 . <x:s> <x:p> 2, <x:o> {| <x:q> 1 |} .",
            "<x:s> <x:p> 1 .\n\nVVV\n\n<x:s> <x:p> 2, <x:o> {| <x:q> 1 |} .\n",
        ),
        (
            "<x:s> <x:p> 1 . [] <x:p> 1 ; <x:q> 'a'@en--ltr .",
            "<x:s> <x:p> 1 .\n\nVVV\n\n[] <x:p> 1 ;\n    <x:q> \"a\"@en--ltr .\n",
        ),
        (
            "( 1 ) <x:p> 1 ; <x:q> [ <x:r> ( 'a'@en--ltr ) ] .",
            "VVV\n\n( 1 ) <x:p> 1 ;\n    <x:q> [ <x:r> ( \"a\"@en--ltr ) ] .\n",
        ),
        ("<< <x:s> <x:p> 1 >> .", "VVV\n\n<< <x:s> <x:p> 1 >> .\n"),
        (
            "<x:g> { <x:s> <x:p> 1 . <x:s> <x:p> 2 ~ <x:r> . <x:s> <x:p> 3 ~ . }",
            "<x:g> {\n    <x:s> <x:p> 1 .\n}\n\nVVV\n\n<x:g> {\n    <x:s> <x:p> 2 ~ <x:r>, 3 ~ .\n}\n",
        ),
        // A graph that nothing names cannot be begun again: what follows it is announced.
        (
            "[] { <x:s> <x:p> 1 . <x:t> <x:p> 'a'@en--ltr } <x:u> <x:p> 'b'@en--ltr .",
            "[] {\n    <x:s> <x:p> 1 .\n    <x:t> <x:p> \"a\"@en--ltr .\n}\n\nVVV\n\n<x:u> <x:p> \"b\"@en--ltr .\n",
        ),
        (
            "[] { <x:t> <x:p> 'a'@en--ltr . <x:s> <x:p> 1 }",
            "VVV\n\n[] {\n    <x:t> <x:p> \"a\"@en--ltr .\n    <x:s> <x:p> 1 .\n}\n",
        ),
        (
            "<x:s> <x:p> 1 . PREFIX a: <x:a> a: a: 'a'@en--ltr . PREFIX b: <x:b> b: b: b: .",
            "<x:s> <x:p> 1 .\n\nVVV\n@prefix a: <x:a> .\n\na: a: \"a\"@en--ltr .\n\n@prefix b: <x:b> .\n\nb: b: b: .\n",
        ),
        // What the document itself announced does not matter.
        (
            "VERSION '1.2' PREFIX a: <x:a> a: a: 1 .",
            "@prefix a: <x:a> .\n\na: a: 1 .\n",
        ),
        ("VERSION '1.2'", ""),
    ] {
        let document = || stable_parser(Dialect::TriG12).parse_str(text);
        let copy = copied(&mut document(), Dialect::TriG12)?.context("written")?;
        assert_eq!(copy, expected.replace("VVV", VERSION));
        let mut writer = TriGWriter::new(Vec::new()).without_version();
        writer.write_document(&mut document())?;
        assert_eq!(
            String::from_utf8(writer.finish()?)?
                .matches(VERSION)
                .count(),
            0
        );
        let mut writer = TriGWriter::new(Vec::new()).with_version_first();
        writer.write_document(&mut document())?;
        let text = String::from_utf8(writer.finish()?)?;
        ensure!(
            text.starts_with(VERSION) && text.matches(VERSION).count() == 1,
            "{text}"
        );
    }
    Ok(())
}

#[test]
fn a_whole_graph_has_the_version_before_the_first_node_that_needs_it() -> Result<()> {
    let text = "<x:s> <x:p> _:b . _:b <x:q> _:c . _:c <x:r> 'a'@en--ltr .";
    let triples = stable_parser(Dialect::Turtle12).parse_str(text).triples();
    let graph: Graph = triples.collect::<Result<_, _>>()?;
    let mut writer = TurtleWriter::new(Vec::new());
    writer.write_graph(&graph)?;
    let text = String::from_utf8(writer.finish()?)?;
    assert_eq!(
        text,
        format!("{VERSION}\n\n<x:s> <x:p> [ <x:q> [ <x:r> \"a\"@en--ltr ] ] .\n")
    );
    let plain: Dataset = quads("<x:s> <x:p> [ <x:q> 1 ] . <x:g> { <x:s> a <x:T> }")?
        .into_iter()
        .collect();
    let mut writer = TriGWriter::new(Vec::new());
    writer.write_dataset(&plain)?;
    ensure!(!String::from_utf8(writer.finish()?)?.contains(VERSION));
    Ok(())
}

#[test]
fn a_refused_quad_announces_nothing() -> Result<()> {
    let mut writer = TurtleWriter::new(Vec::new());
    let given = quads("<x:s> <x:p> 1, 'a'@abcdefghij--ltr, 2 .");
    ensure!(given.is_err(), "no term of RDF");
    let plain = quads("<x:s> <x:p> 1, 2 .")?;
    let named = quads("<x:g> { <x:s> <x:p> 'a'@en--ltr }")?;
    writer.write_quad(&plain[0])?;
    ensure!(
        writer.write_quad(&named[0]).is_err(),
        "Turtle has no named graphs"
    );
    writer.write_quad(&plain[1])?;
    assert_eq!(String::from_utf8(writer.finish()?)?, "<x:s> <x:p> 1, 2 .\n");
    Ok(())
}

#[test]
fn lines_have_the_version_where_it_is_needed() -> Result<()> {
    let triples: Vec<Triple> = quads("<x:s> <x:p> 1, 'a'@en--ltr, 2, 'b'@en--ltr .")?
        .into_iter()
        .map(Triple::from)
        .collect();
    let lines = |mut writer: NTriplesWriter<Vec<u8>>| -> Result<Vec<usize>> {
        for triple in &triples {
            writer.write_triple(triple)?;
        }
        let text = String::from_utf8(writer.into_inner())?;
        let lines = text.lines().enumerate();
        Ok(lines
            .filter(|(_, line)| *line == VERSION)
            .map(|(number, _)| number)
            .collect())
    };
    let writer = || NTriplesWriter::new(Vec::new());
    assert_eq!(lines(writer())?, [1]);
    assert_eq!(lines(writer().with_version_first())?, [0]);
    assert!(lines(writer().without_version())?.is_empty());
    // "A Canonical N-Triples document MUST NOT include a `VERSION` directive."
    assert!(lines(writer().with_canonical_form())?.is_empty());
    Ok(())
}

/// The directive is in a copy of each document of the corpus if and only if the copy needs it, before the first such statement; and
/// the text before it is a document of RDF 1.1.
#[test]
fn what_is_before_the_version_is_rdf_11() -> Result<()> {
    let (mut plain, mut with_version) = (0, 0);
    for path in corpus() {
        let bytes = fs::read(&path)?;
        let dialect = Dialect::from_path(&path).context("a dialect")?;
        let Some(copy) = copied(
            &mut stable_parser(dialect).parse_slice(&bytes),
            Dialect::TriG12,
        )
        .unwrap_or(None) else {
            continue;
        };
        let given: Vec<Quad> = stable_parser(dialect)
            .parse_slice(&bytes)
            .quads()
            .collect::<Result<_, _>>()?;
        // A graph without a name is as it is, to its end.
        if copy.contains("[] {") {
            continue;
        }
        let place = copy.find(&format!("{VERSION}\n"));
        assert_eq!(
            place.is_some(),
            given.iter().any(is_beyond_rdf_11),
            "{copy}"
        );
        match place {
            None => plain += 1,
            Some(_) => with_version += 1,
        }
        let before = &copy[..place.unwrap_or(copy.len())];
        let read = Parser::new(Dialect::TriG11).parse_str(before).check();
        ensure!(read.is_ok(), "{}: {before}", path.display());
    }
    ensure!(plain > 100 && with_version > 20, "{plain}, {with_version}");
    Ok(())
}
