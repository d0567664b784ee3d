//! Graphs whose blank nodes are hard to tell apart.

use super::Family;
use comparison::Canonicalizer;
use comparison::{Difference, are_isomorphic};
use turtle_peg::oxrdf::{Dataset, Graph, Quad};
use turtle_peg::{Dialect, Parser};

fn graph(text: &[u8], label: &str) -> Graph {
    let parser = Parser::new(Dialect::NTriples12)
        .with_blank_node_prefix(label)
        .expect("a letter");
    let triples = parser.parse_slice(text).triples();
    triples.map(|triple| triple.expect("it conforms")).collect()
}

/// Compared with itself, with other labels.
fn compared(
    name: &'static str,
    smallest: usize,
    make: impl Fn(usize) -> String + 'static,
) -> Family {
    Family::new(name, smallest, make, |text| {
        let are_same = are_isomorphic(&graph(text, "a"), &graph(text, "b"));
        usize::from(are_same.unwrap_or(true))
    })
}

fn quads(text: &[u8]) -> Vec<Quad> {
    let quads = Parser::new(Dialect::NTriples12).parse_slice(text).quads();
    quads.map(|quad| quad.expect("it conforms")).collect()
}

/// Compared with what is left without the line in its middle.
fn differing(
    name: &'static str,
    smallest: usize,
    make: impl Fn(usize) -> String + 'static,
) -> Family {
    Family::new(name, smallest, make, |text| {
        let mut quads = quads(text);
        let left: Dataset = quads.iter().cloned().collect();
        quads.remove(quads.len() / 2);
        let right: Dataset = quads.into_iter().collect();
        match Difference::between(&left, &right) {
            Ok(Some(difference)) => difference.missing().len(),
            Ok(None) | Err(_) => panic!("they differ"),
        }
    })
}

/// Made canonical.
fn canonical(
    name: &'static str,
    smallest: usize,
    make: impl Fn(usize) -> String + 'static,
) -> Family {
    Family::new(name, smallest, make, |text| {
        let canonicalizer = Canonicalizer::new().with_step_limit(u64::MAX);
        let form = canonicalizer.canonicalize(quads(text));
        form.expect("there is no limit").lines().count()
    })
}

/// A list with this many items.
fn list(items: usize) -> String {
    let cell = |at: usize| {
        format!(
            "_:b{at} <x:first> \"{at}\" .\n_:b{at} <x:rest> _:b{} .\n",
            at + 1
        )
    };
    (0..items).map(cell).collect()
}

/// Nodes that each lead to another, of which all look the same.
fn twins(count: usize) -> String {
    let twins = |at: usize| format!("_:b{at} <x:p> _:c{at} .\n_:c{at} <x:q> \"a\" .\n");
    (0..count).map(twins).collect()
}

/// An edge from each node to others, by their numbers.
fn edges(nodes: usize, to: impl Fn(usize) -> Vec<usize>) -> String {
    let edges = (0..nodes).flat_map(|from| to(from).into_iter().map(move |to| (from, to)));
    edges
        .map(|(from, to)| format!("_:b{from} <x:p> _:b{to} .\n"))
        .collect()
}

/// Nodes that each lead to the next.
fn chain(nodes: usize) -> String {
    edges(nodes - 1, |from| vec![from + 1])
}

/// A chain whose last node leads to the first.
fn ring(nodes: usize) -> String {
    edges(nodes, |from| vec![(from + 1) % nodes])
}

/// One node that leads to all others.
fn star(nodes: usize) -> String {
    let edge = |node: usize| format!("_:c <x:p> _:b{node} .\n");
    (0..nodes).map(edge).collect()
}

pub fn families() -> Vec<Family> {
    let nodes = |bytes: usize| bytes / 20;
    vec![
        compared("graph: a chain", 2048, move |n| chain(nodes(n))),
        compared("graph: a ring", 1024, move |n| ring(nodes(n))),
        compared("graph: nodes that are all alike", 2048, move |n| {
            (0..nodes(n))
                .map(|node| format!("_:b{node} <x:p> <x:o> .\n"))
                .collect()
        }),
        compared("graph: a star", 2048, move |n| star(nodes(n))),
        differing("difference: a list", 4096, |n| list(n / 40)),
        differing("difference: a chain", 512, move |n| chain(nodes(n))).may(
            2.6,
            "the fewest lines are searched for; the steps are counted, and limited",
        ),
        differing("difference: a ring", 2048, move |n| ring(nodes(n))),
        differing("difference: a star", 2048, move |n| star(nodes(n))),
        differing("difference: pairs that are all alike", 4096, |n| {
            twins(n / 40)
        }),
        canonical("canonical form: a list", 4096, |n| list(n / 40)),
        canonical("canonical form: pairs that are all alike", 4096, |n| {
            twins(n / 40)
        }),
        canonical("canonical form: a ring", 128, move |n| ring(nodes(n))).may(
            2.2,
            "RDFC-1.0 goes round it from each node; the steps are counted, and limited",
        ),
    ]
}
