//! Graphs whose blank nodes are hard to tell apart.

use super::Family;
use turtle_peg::conformance::are_isomorphic;
use turtle_peg::oxrdf::Graph;
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

/// An edge from each node to others, by their numbers.
fn edges(nodes: usize, to: impl Fn(usize) -> Vec<usize>) -> String {
    let edges = (0..nodes).flat_map(|from| to(from).into_iter().map(move |to| (from, to)));
    edges
        .map(|(from, to)| format!("_:b{from} <x:p> _:b{to} .\n"))
        .collect()
}

pub fn families() -> Vec<Family> {
    let nodes = |bytes: usize| bytes / 20;
    vec![
        compared("graph: a chain", 2048, move |n| {
            let last = nodes(n) - 1;
            edges(last, |from| vec![from + 1])
        }),
        compared("graph: a ring", 1024, move |n| {
            let count = nodes(n);
            edges(count, |from| vec![(from + 1) % count])
        }),
        compared("graph: nodes that are all alike", 2048, move |n| {
            (0..nodes(n))
                .map(|node| format!("_:b{node} <x:p> <x:o> .\n"))
                .collect()
        }),
        compared("graph: a star", 2048, move |n| {
            (0..nodes(n))
                .map(|node| format!("_:c <x:p> _:b{node} .\n"))
                .collect()
        }),
    ]
}
