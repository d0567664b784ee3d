//! Lays a document out, and one that arrives from a reader.
//!
//! `cargo run --example layout`

use turtle_peg::format::{FormatError, Indentation, Style};
use turtle_peg::{Dialect, Parser, format};

const TEXT: &str = "@prefix : <x:/>. # mine\n:s a :T;:p 1 ,2. # numbers\n";

fn main() -> Result<(), FormatError> {
    let formatted = format(TEXT, Dialect::Turtle12, &Style::default())?;
    print!("{formatted}");
    assert!(formatted.contains(":s a :T ;\n    :p 1, 2 . # numbers\n"));

    // What is too large for memory goes from a reader to a writer.
    let style = Style::default().with_indentation(Indentation::Tab);
    let mut written = Vec::new();
    let parser = Parser::new(Dialect::Turtle12);
    let formatting = parser.format_reader(TEXT.as_bytes(), &style);
    formatting.write_to(&mut written)?;
    assert!(written.ends_with(b"\n\t:p 1, 2 . # numbers\n"));
    Ok(())
}
