//! Lays a document out, by the library: `cargo run --example layout -- data.ttl`.

use turtle_peg::{Dialect, Style, format};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1);
    let path = path.unwrap_or_else(|| "examples/spiderman.ttl".to_owned());
    let dialect = Dialect::from_path(&path).ok_or("the name tells no dialect")?;
    let text = std::fs::read_to_string(&path)?;
    print!("{}", format(&text, dialect, &Style::default())?);
    Ok(())
}
