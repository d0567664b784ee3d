//! The blank nodes of two documents stay two, in every way that hands out terms: labels are local to their document ("Blank node
//! identifiers are limited in scope to a particular RDF document", RDF 1.2 Concepts, section 3.4).

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use turtle_peg::oxrdf::{Graph, GraphName, NamedOrBlankNode, Quad, Term, Triple};
use turtle_peg::{Dialect, Error, NQuadsWriter, Parser, TurtleWriter};

/// Both have a generated label and a written one.
const DOCUMENTS: [&str; 2] = [
    "<x:alice> <x:address> [ <x:city> 'Rome' ] ; <x:pet> _:a . _:a <x:name> 'Rex' .",
    "<x:bob> <x:address> [ <x:city> 'Oslo' ] ; <x:pet> _:a . _:a <x:name> 'Tom' .",
];

type Way = fn(&Parser, &str) -> Result<Vec<Quad>>;

/// All in which a document can be read.
const WAYS: &[(&str, Way)] = &[
    ("quads", |parser, text| all(parser.parse_str(text).quads())),
    ("triples", |parser, text| {
        let triples = parser.parse_slice(text.as_bytes()).triples();
        all(triples.map(|triple| Ok(triple?.in_graph(GraphName::DefaultGraph))))
    }),
    ("borrowed", |parser, text| {
        let mut quads = Vec::new();
        parser
            .parse_reader(text.as_bytes())
            .for_each_quad(|quad, _| quads.push(quad.into_owned()))?;
        Ok(quads)
    }),
    ("pushed", |parser, text| {
        let mut document = parser.parse_pushed();
        document.push(text.as_bytes());
        document.end();
        all(document.quads())
    }),
    ("one thread", |parser, text| in_parallel(parser, text, 1)),
    ("three threads", |parser, text| in_parallel(parser, text, 3)),
    ("ranges", |parser, text| {
        let mut quads = Vec::new();
        let checkpoints = parser.checkpoints(text.as_bytes(), NonZeroUsize::MIN, 1)?;
        assert!(checkpoints.len() > 1);
        for (index, from) in checkpoints.iter().enumerate() {
            let next = checkpoints.get(index + 1);
            let until = next.map_or(u64::MAX, |next| next.position().byte);
            let rest = &text.as_bytes()[usize::try_from(from.position().byte)?..];
            quads.extend(all(parser.resume(from, rest)?.until(until).quads())?);
        }
        Ok(quads)
    }),
    ("pieces", |parser, text| {
        let pieces = parser.pieces(text.as_bytes(), 1);
        all(pieces.flat_map(|piece| piece.quads()))
    }),
    ("recovering", |parser, text| {
        let text = format!("{text} <x:s> <x:p> .");
        let mut quads = Vec::new();
        let mut errors = 0;
        for quad in parser.clone().with_recovery().parse_str(&text).quads() {
            match quad {
                Ok(quad) => quads.push(quad),
                Err(_) => errors += 1,
            }
        }
        assert_eq!(errors, 1);
        Ok(quads)
    }),
    ("copied", |parser, text| {
        let mut writer = TurtleWriter::new(Vec::new());
        writer.write_document(&mut parser.parse_str(text))?;
        all(parser.parse_slice(&writer.finish()?).quads())
    }),
    ("lines", |parser, text| {
        let mut writer = NQuadsWriter::new(Vec::new());
        for quad in parser.parse_str(text).quads() {
            writer.write_quad(&quad?)?;
        }
        let parser = Parser::new(Dialect::NQuads12).with_blank_node_prefix("")?;
        all(parser.parse_slice(&writer.into_inner()).quads())
    }),
    ("asynchronous", |parser, text| {
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let mut document = parser.parse_async_reader(text.as_bytes());
        let mut quads = Vec::new();
        runtime.block_on(document.for_each_quad(|quad, _| quads.push(quad.into_owned())))?;
        Ok(quads)
    }),
];

fn all(quads: impl Iterator<Item = Result<Quad, Error>>) -> Result<Vec<Quad>> {
    Ok(quads.collect::<Result<_, _>>()?)
}

fn in_parallel(parser: &Parser, text: &str, threads: usize) -> Result<Vec<Quad>> {
    let mut quads = Vec::new();
    let work = |part: &mut turtle_peg::parallel::Part<'_>| {
        let mut quads = Vec::new();
        part.try_for_each_quad(|quad, _| {
            quads.push(quad.into_owned());
            Ok::<_, Error>(())
        })?;
        Ok::<_, Error>(quads)
    };
    let threads = NonZeroUsize::new(threads).context("there is one")?;
    let mut failed = None;
    let Ok(()) = parser.parse_parallel(text.as_bytes(), threads, work, |part| {
        match part {
            Ok(part) => quads.extend(part),
            Err(error) => failed = Some(error),
        }
        Ok::<_, Infallible>(())
    });
    match failed {
        None => Ok(quads),
        Some(error) => Err(error.into()),
    }
}

/// A parser for both documents, or one for each; one way for both, or one for each.
#[test]
fn two_documents_share_no_blank_node() -> Result<()> {
    let [one, other] = [(); 2].map(|()| Parser::new(Dialect::Turtle12));
    for (first, read_first) in WAYS {
        for (second, read_second) in WAYS {
            for parsers in [[&one, &one], [&one, &other]] {
                let quads = [
                    read_first(parsers[0], DOCUMENTS[0])?,
                    read_second(parsers[1], DOCUMENTS[1])?,
                ];
                let labels = quads.each_ref().map(|quads| labels(quads));
                assert_eq!(labels.each_ref().map(BTreeSet::len), [2, 2]);
                assert!(
                    labels[0].is_disjoint(&labels[1]),
                    "{first}, {second}: {labels:?}"
                );
                let graph: Graph = quads.into_iter().flatten().map(Triple::from).collect();
                // What a document says of a node is said of it alone.
                assert_eq!(graph.len(), 8);
                for node in &labels[0] {
                    let statements = graph.iter().filter(|it| it.subject.to_string() == *node);
                    assert_eq!(statements.count(), 1, "{first}, {second}");
                }
            }
        }
    }
    Ok(())
}

fn labels(quads: &[Quad]) -> BTreeSet<String> {
    let mut labels = BTreeSet::new();
    for quad in quads {
        if let NamedOrBlankNode::BlankNode(node) = &quad.subject {
            labels.insert(node.to_string());
        }
        if let Term::BlankNode(node) = &quad.object {
            labels.insert(node.to_string());
        }
    }
    labels
}

/// Two documents in one copy: what is written keeps their labels apart.
#[test]
fn a_copy_of_two_documents_has_the_nodes_of_both() -> Result<()> {
    let parser = Parser::new(Dialect::Turtle12);
    let mut writer = TurtleWriter::new(Vec::new());
    for text in DOCUMENTS {
        writer.write_document(&mut parser.parse_str(text))?;
    }
    let quads = all(parser.parse_slice(&writer.finish()?).quads())?;
    assert_eq!((quads.len(), labels(&quads).len()), (8, 4));
    Ok(())
}

/// With a prefix, labels are the same each time, in every way.
#[test]
fn labels_are_the_same_where_that_is_asked_for() -> Result<()> {
    for (prefix, expected) in [("", ["_:a", "_:anon1"]), ("d1-", ["_:d1-a", "_:d1-anon1"])] {
        let parser = Parser::new(Dialect::Turtle12).with_blank_node_prefix(prefix)?;
        for (name, read) in WAYS.iter().filter(|(name, _)| *name != "copied") {
            let labels = labels(&read(&parser, DOCUMENTS[0])?);
            assert!(labels.iter().eq(expected.iter()), "{name}: {labels:?}");
        }
    }
    Ok(())
}
