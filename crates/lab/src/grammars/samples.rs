//! The program's samples: they make documents valid as RDF, too, and easy to read.

use toolkit::{GrammarError, Samples};

/// Reads `grammar/samples.txt`, which is part of the program.
pub fn samples() -> Result<Samples, GrammarError> {
    Samples::read(include_str!("../../grammar/samples.txt"))
}
