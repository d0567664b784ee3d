//! The samples that the program knows: what makes documents valid as RDF, too, and texts that are easily read.

use toolkit::{GrammarError, Samples};

/// Reads `grammar/samples.txt`, which is part of the program.
pub fn samples() -> Result<Samples, GrammarError> {
    Samples::read(include_str!("../grammar/samples.txt"))
}
