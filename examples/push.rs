//! Bytes as they come, from wherever: what is whole is read after each piece.
//!
//! `cargo run --example push`

use turtle_peg::{Dialect, Error, Parser};

fn main() -> Result<(), Error> {
    // Interactive: a statement is read as soon as its line is there.
    let parser = Parser::new(Dialect::Turtle12).with_early_results();
    let mut document = parser.parse_pushed();
    let mut count = 0;
    for piece in [
        "<x:s> <x:p> 1, ",
        "2 .\n<x:s> <x",
        ":p> \"\u{E9}\" .\n<x:s> <x:p> 4 .",
    ] {
        document.push(piece.as_bytes());
        document.for_each_quad(|_, _| count += 1)?;
        println!("{count} triples so far");
    }
    document.end();
    document.for_each_quad(|_, _| count += 1)?;
    println!("{count} triples");
    assert_eq!(count, 4);
    Ok(())
}
