//! From a file, compressed or not, to a graph or a dataset in memory.
//!
//! `cargo run --example file_to_graph`

use flate2::read::MultiGzDecoder;
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use turtle_peg::oxrdf::{Dataset, Graph};
use turtle_peg::{Dialect, Parser, file_iri};

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["examples/spiderman.ttl", "examples/spiderman.trig"] {
        read(Path::new(path))?;
    }
    without_copies()
}

fn read(path: &Path) -> Result<(), Box<dyn Error>> {
    // `data.ttl.gz` is Turtle, too.
    let dialect = Dialect::from_path(path).ok_or("the name says no dialect")?;
    let parser = Parser::new(dialect).with_base_iri(file_iri(path)?)?;
    let file = File::open(path)?;
    let is_compressed = path.extension().is_some_and(|it| it == "gz");
    // No buffer around it: the parser has its own.
    let reader: Box<dyn Read> = match is_compressed {
        true => Box::new(MultiGzDecoder::new(file)),
        false => Box::new(file),
    };
    let quads = parser.parse_reader(reader).quads();
    // Into an Oxigraph store it is, with oxigraph's feature `rdf-12`: `store.insert(&quad?)?` for each quad; or all of them by
    // its bulk loader.
    match dialect.has_named_graphs() {
        true => {
            let dataset: Dataset = quads.collect::<Result<_, _>>()?;
            println!("{} quads", dataset.len());
        }
        false => {
            let triples = quads.into_document().triples();
            let graph: Graph = triples.collect::<Result<_, _>>()?;
            println!("{} triples", graph.len());
        }
    }
    Ok(())
}

/// Without an owned copy of each triple: a dataset takes borrowed ones.
fn without_copies() -> Result<(), Box<dyn Error>> {
    let mut dataset = Dataset::new();
    let text = "<x:s> <x:p> 1, 2 .";
    let mut document = Parser::new(Dialect::Turtle12).parse_str(text);
    document.for_each_quad(|quad, _| {
        dataset.insert(quad);
    })?;
    assert_eq!(dataset.len(), 2);
    Ok(())
}
