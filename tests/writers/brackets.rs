//! Which blank nodes lose their labels, and how deep brackets are.

use crate::stable_parser;
use crate::written::{Written, copied, dialects};
use anyhow::{Context, Result};
use pretty_assertions::assert_eq;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs;
use std::num::NonZeroUsize;
use testing::documents::corpus;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{
    BlankNode, Dataset, GraphName, Literal, NamedNode, NamedOrBlankNode, Quad, Term, Triple,
};
use turtle_peg::parallel::Part;
use turtle_peg::{Dialect, Parser, TriGWriter};

/// A document of a depth that no stack has.
#[test]
fn deep_brackets_are_written() -> Result<()> {
    const LEVELS: usize = 10_000;
    for [open, close] in [
        ["[ <x:p> ", " ]"],
        ["( ", " )"],
        ["<x:o> {| <x:p> ", " |}"],
        ["<< ", " <x:p> <x:o> >>"],
        ["<< <x:s> <x:p> ", " >>"],
        ["<<( <x:s> <x:p> ", " )>>"],
    ] {
        let text = format!(
            "<x:s> <x:p> {}<x:o>{} .",
            open.repeat(LEVELS),
            close.repeat(LEVELS)
        );
        let parser = stable_parser(Dialect::Turtle12).with_nesting_limit(2 * LEVELS);
        let written =
            copied(&mut parser.parse_str(&text), Dialect::Turtle12)?.context("written")?;
        assert!(written.len() < 600 * LEVELS);
        let written =
            copied(&mut parser.parse_str(&written), Dialect::Turtle12)?.context("again")?;
        assert_eq!(written.matches(" .\n").count(), 1);
        assert_eq!(written.matches("_:").count(), 0);
    }
    Ok(())
}

/// A blank node that a parser says was made for a statement, or for a part of one, is mentioned nowhere else.
#[test]
fn generated_nodes_are_mentioned_once() -> Result<()> {
    let (mut count, mut claimed) = (0, 0);
    for path in corpus() {
        let bytes = fs::read(&path)?;
        let dialect = Dialect::from_path(&path).context("a dialect")?;
        for window in [10, Parser::DEFAULT_WINDOW] {
            let parser = stable_parser(dialect).with_window(window).with_recovery();
            let mut steps: Vec<(BTreeSet<String>, BTreeSet<String>)> = Vec::new();
            let work = |part: &mut Part<'_>| {
                let mut steps = Vec::new();
                loop {
                    let mut nodes = Vec::new();
                    let result = part
                        .next_statement(|quad, _| nodes.extend(blank_nodes(&quad.into_owned())));
                    if result.is_none() {
                        break steps;
                    }
                    let made = part.generated_nodes();
                    let claimed = nodes.iter().filter(|node| made.contains(node.as_ref()));
                    let claimed: BTreeSet<String> = claimed.map(ToString::to_string).collect();
                    let nodes: BTreeSet<String> = nodes.iter().map(ToString::to_string).collect();
                    steps.push((nodes, claimed));
                }
            };
            parser.parse_parallel(&bytes[..], NonZeroUsize::MIN, work, |part| {
                steps.extend(part);
                Ok::<(), Infallible>(())
            })?;
            let mut mentions: BTreeMap<&String, usize> = BTreeMap::new();
            for node in steps.iter().flat_map(|(nodes, _)| nodes) {
                *mentions.entry(node).or_default() += 1;
            }
            for node in steps.iter().flat_map(|(_, claimed)| claimed) {
                assert_eq!(
                    mentions[node],
                    1,
                    "{node} in {} by {dialect}",
                    path.display()
                );
                claimed += 1;
            }
            count += steps.len();
        }
    }
    assert!(count > 1000 && claimed > 100, "{count}, {claimed}");
    Ok(())
}

fn blank_nodes(quad: &Quad) -> Vec<BlankNode> {
    let mut nodes = Vec::new();
    if let GraphName::BlankNode(name) = &quad.graph_name {
        nodes.push(name.clone());
    }
    let mut triple = Triple::from(quad.clone());
    loop {
        if let NamedOrBlankNode::BlankNode(subject) = triple.subject {
            nodes.push(subject);
        }
        match triple.object {
            Term::BlankNode(object) => nodes.push(object),
            Term::Triple(inner) => {
                triple = *inner;
                continue;
            }
            Term::NamedNode(_) | Term::Literal(_) => {}
        }
        return nodes;
    }
}

/// The blank nodes of a whole dataset that lose their labels.
#[test]
fn a_whole_dataset_has_brackets_where_nothing_is_lost() -> Result<()> {
    for (quads, expected) in [
        (
            "<x:s> <x:p> _:a . _:a <x:q> 1 .",
            "<x:s> <x:p> [ <x:q> 1 ] .\n",
        ),
        (
            "_:a <x:p> _:b . _:b <x:p> _:a .",
            "_:a <x:p> _:b .\n_:b <x:p> _:a .\n",
        ),
        (
            "<x:s> <x:p> _:a . <x:g> { _:a <x:q> 1 }",
            "<x:s> <x:p> _:a .\n\n<x:g> {\n    _:a <x:q> 1 .\n}\n",
        ),
        (
            "<x:s> <x:p> _:a . _:a { <x:s> <x:p> _:b }",
            "<x:s> <x:p> _:a .\n\n_:a {\n    <x:s> <x:p> [] .\n}\n",
        ),
        ("<x:s> <x:p> (1 2) .", "<x:s> <x:p> ( 1 2 ) .\n"),
        (
            "<x:s> <x:p> <x:o> ~ <x:r> {| <x:q> 1 |} .",
            "<x:s> <x:p> <x:o> ~ <x:r> {| <x:q> 1 |} .\n",
        ),
        (
            "<x:s> <x:p> << <x:a> <x:b> << [] <x:c> 1 >> >> .",
            "<x:s> <x:p> << <x:a> <x:b> << [] <x:c> 1 >> >> .\n",
        ),
        (
            "<< << <x:a> <x:b> 1 >> <x:c> 2 ~ <x:r> >> <x:d> <x:r> .",
            "<< << <x:a> <x:b> 1 >> <x:c> 2 ~ <x:r> >> <x:d> <x:r> .\n",
        ),
        (
            "_:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( _:b <x:p> 1 )>> .
             _:b <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( _:a <x:p> 2 )>> .",
            "_:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( _:b <x:p> 1 )>> .
_:b <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( _:a <x:p> 2 )>> .\n",
        ),
    ] {
        let dataset: Dataset = stable_parser(Dialect::TriG12)
            .parse_str(quads)
            .quads()
            .collect::<Result<_, _>>()?;
        let mut writer = TriGWriter::new(Vec::new()).without_version();
        writer.write_dataset(&dataset)?;
        let text = String::from_utf8(writer.finish()?)?;
        // A dataset has its own order.
        let sorted = |text: &str| {
            let mut units: Vec<String> = text
                .split("\n\n")
                .map(|unit| unit.trim_end().to_owned())
                .collect();
            if units.len() == 1 {
                units = text.lines().map(str::to_owned).collect();
            }
            units.sort();
            units
        };
        assert_eq!(sorted(&text), sorted(expected));
    }
    Ok(())
}

/// A chain of blank nodes and a list, both deeper than a stack.
#[test]
fn a_deep_and_a_long_graph_are_read_again() {
    let node = |name: String| NamedOrBlankNode::from(BlankNode::new_unchecked(name));
    let p = NamedNode::new_unchecked("http://example.org/p");
    let mut quads = Vec::new();
    let mut add = |subject: NamedOrBlankNode, predicate: &NamedNode, object: Term| {
        quads.push(Quad::new(
            subject,
            predicate.clone(),
            object,
            GraphName::DefaultGraph,
        ));
    };
    for number in 0..2000 {
        add(
            node(format!("n{number}")),
            &p,
            node(format!("n{}", number + 1)).into(),
        );
    }
    let (first, rest) = (rdf::FIRST.into_owned(), rdf::REST.into_owned());
    for number in 0..3000 {
        add(
            node(format!("c{number}")),
            &first,
            Literal::from(number).into(),
        );
        let next = match number {
            2999 => rdf::NIL.into_owned().into(),
            _ => node(format!("c{}", number + 1)).into(),
        };
        add(node(format!("c{number}")), &rest, next);
    }
    let written = Written {
        quads,
        ..Written::default()
    };
    assert_eq!(written.check_in("deep and long"), dialects().count());
}
