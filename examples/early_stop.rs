//! Stops early, for a reason of one's own: the first triple with a predicate, and where it is.
//!
//! `cargo run --example early_stop`

use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::{Dialect, Error, Parser, Position};

/// Why reading stops.
enum Stop {
    /// This is the class, and here it is.
    Found(String, Position),
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = "<x:a> <x:p> 1 .\n<x:b> a <x:C>, <x:D> .\n<x:c> a <x:E> .";
    let mut document = Parser::new(Dialect::Turtle12).parse_str(text);
    let result = document.try_for_each_quad(|quad, provenance| match quad.predicate == rdf::TYPE {
        true => {
            let position = provenance.position(provenance.object);
            Err(Stop::Found(quad.object.to_string(), position))
        }
        false => Ok(()),
    });
    match result {
        Ok(()) => println!("there is no class"),
        Err(Stop::Found(class, position)) => {
            println!("{position}: {class}");
            assert_eq!((class.as_str(), position.line), ("<x:C>", 2));
        }
        Err(Stop::Failed(error)) => return Err(error.into()),
    }
    Ok(())
}
