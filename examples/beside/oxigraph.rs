//! Documents into a store of Oxigraph's, whose quads these are.
//!
//! `cargo run --manifest-path tests/beside/Cargo.toml --example oxigraph`

use oxigraph::store::Store;
use std::collections::HashSet;
use turtle_peg::{Dialect, Parser};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Store::new()?;
    let parser = Parser::new(Dialect::TriG12);
    for text in [
        r#"<x:alice> <x:address> [ <x:city> "Rome" ] ."#,
        r#"<x:bob> <x:address> [ <x:city> "Oslo" ] ."#,
    ] {
        for quad in parser.parse_str(text).quads() {
            store.insert(&quad?)?;
        }
    }
    // Alice, Bob and two addresses: the blank nodes of a document are its own.
    let subjects = store.iter().map(|quad| Ok(quad?.subject));
    let subjects: HashSet<_> = subjects.collect::<Result<_, oxigraph::store::StorageError>>()?;
    assert_eq!((store.len()?, subjects.len()), (4, 4));
    Ok(())
}
