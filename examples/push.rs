//! Bytes as they come, from wherever: what is whole is read after each piece. Two senders at once, into one graph.
//!
//! `cargo run --example push`

use std::collections::HashSet;
use turtle_peg::input::Pushed;
use turtle_peg::oxrdf::{Graph, TripleRef};
use turtle_peg::{Dialect, Document, Error, Parser};

fn main() -> Result<(), Error> {
    // Interactive: a statement is read as soon as its line is there.
    let parser = Parser::new(Dialect::Turtle12).with_early_results();
    let mut documents = [parser.parse_pushed(), parser.parse_pushed()];
    let mut graph = Graph::new();
    for (sender, piece) in [
        (0, "<x:alice> <x:address> [ <x:ci"),
        (1, "<x:bob> <x:address> [ <x:city> \"Oslo\" ] .\n<x:b"),
        (0, "ty> \"Rome\" ] .\n"),
        (1, "ob> <x:name> \"Bob\" ."),
    ] {
        documents[sender].push(piece.as_bytes());
        read(&mut documents[sender], &mut graph)?;
        println!("{} triples so far", graph.len());
    }
    for mut document in documents {
        document.end();
        read(&mut document, &mut graph)?;
    }
    println!("{} triples", graph.len());
    // An address of one document is none of the other: each has one city.
    assert_eq!(graph.len(), 5);
    let addresses = graph.iter().filter(|it| it.subject.is_blank_node());
    assert_eq!(
        addresses.map(|it| it.subject).collect::<HashSet<_>>().len(),
        2
    );
    Ok(())
}

/// Adds the triples that are whole by now.
fn read(document: &mut Document<Pushed>, graph: &mut Graph) -> Result<(), Error> {
    document.for_each_quad(|quad, _| {
        graph.insert(TripleRef::from(quad));
    })
}
