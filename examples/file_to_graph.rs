//! From files, compressed or not, to one dataset in memory. The blank nodes of a document are its own.
//!
//! `cargo run --example file_to_graph`

use flate2::read::MultiGzDecoder;
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use turtle_peg::oxrdf::{Dataset, GraphNameRef};
use turtle_peg::{Dialect, Parser, file_iri};

fn main() -> Result<(), Box<dyn Error>> {
    let mut dataset = Dataset::new();
    for path in ["examples/spiderman.ttl", "examples/spiderman.trig"] {
        add_file(Path::new(path), &mut dataset)?;
    }
    let default_graph = dataset.graph(GraphNameRef::DefaultGraph);
    println!("{} quads", dataset.len());
    println!("{} triples in the default graph", default_graph.len());
    two_documents_stay_two()
}

fn add_file(path: &Path, dataset: &mut Dataset) -> Result<(), Box<dyn Error>> {
    // `data.ttl.gz` is Turtle, too.
    let dialect = Dialect::from_path(path).ok_or("the name says no dialect")?;
    let parser = Parser::new(dialect).with_base_iri(file_iri(path)?)?;
    let file = File::open(path)?;
    // No buffer around it: the parser has its own.
    match path.extension().is_some_and(|it| it == "gz") {
        true => add(&parser, MultiGzDecoder::new(file), dataset)?,
        false => add(&parser, file, dataset)?,
    }
    Ok(())
}

/// Without an owned copy of each quad: a dataset takes borrowed ones.
fn add(parser: &Parser, reader: impl Read, dataset: &mut Dataset) -> Result<(), turtle_peg::Error> {
    parser.parse_reader(reader).for_each_quad(|quad, _| {
        dataset.insert(quad);
    })
}

fn two_documents_stay_two() -> Result<(), Box<dyn Error>> {
    let mut dataset = Dataset::new();
    let parser = Parser::new(Dialect::Turtle12);
    for text in [
        r#"<x:alice> <x:address> [ <x:city> "Rome" ] ."#,
        r#"<x:bob> <x:address> [ <x:city> "Oslo" ] ."#,
    ] {
        add(&parser, text.as_bytes(), &mut dataset)?;
    }
    for address in dataset.iter().filter(|it| it.subject.is_blank_node()) {
        let cities = dataset.quads_for_subject(address.subject);
        assert_eq!(cities.count(), 1);
    }
    assert_eq!(dataset.len(), 4);
    Ok(())
}
