//! Puts quads of a document into a store of oxigraph's, whose types are those of the library; and has a pool of rayon's read pieces of
//! another.

use oxigraph::store::Store;
use rayon::iter::{ParallelBridge, ParallelIterator};
use turtle_peg::{Dialect, Error, Parser};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    terms_are_shared()?;
    a_pool_reads_pieces();
    Ok(())
}

/// The example of `Parser::pieces`.
fn a_pool_reads_pieces() {
    let text = "PREFIX : <http://example.org/>\n".to_owned() + &":s :p [ :q 1 ] .\n".repeat(1000);
    let pieces = Parser::new(Dialect::Turtle12).pieces(text.as_bytes(), 5_000);
    let count: usize = pieces
        .par_bridge()
        .map(|piece| piece.quads().count())
        .sum();
    assert_eq!(count, 2000);
}

fn terms_are_shared() -> Result<(), Box<dyn std::error::Error>> {
    let store = Store::new()?;
    let text = "<x:g> { <x:s> <x:p> 1, [] } _:a <x:p> 'a'@en .";
    for quad in Parser::new(Dialect::TriG12).parse_str(text).quads() {
        store.insert(&quad?)?;
    }
    assert_eq!(store.len()?, 3);

    // RDF 1.1 has no terms for these.
    for (object, column) in [
        ("<<( <x:s> <x:p> 1 )>>", 13),
        ("'a'@en--ltr", 16),
        ("1 ~", 15),
        ("1 {| <x:p> 2 |}", 15),
    ] {
        let text = format!("<x:s> <x:p> {object} .");
        let error = Parser::new(Dialect::TriG12).parse_str(&text).check();
        let Err(Error::Syntax(error)) = error else {
            panic!("{text}")
        };
        assert_eq!(error.position().column, column, "{error}");
    }
    Ok(())
}
