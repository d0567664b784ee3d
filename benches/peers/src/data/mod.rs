//! Documents to parse, made from a seed.
//!
//! Invariants: the same seed makes the same bytes, on any machine; what is in memory is one piece of a document,
//! never all of it; and everything made is valid RDF 1.1, with valid IRIs and language tags, so that a parser that
//! rejects it is wrong.

mod draft;
mod escapes;
mod n_triples;
mod random;
mod relative;
mod statement;
mod turtle;
mod urn;

use crate::input::{Input, Syntax};
use clap::ValueEnum;
use draft::Draft;
use std::fmt;
use std::io::{self, Write};

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Workload {
    /// Ordinary N-Triples
    NTriples,
    /// Ordinary Turtle: lists of all sorts, blank nodes, collections, every kind of literal
    Turtle,
    /// Turtle full of escapes, letters beyond ASCII and long strings
    Escapes,
    /// Turtle of one single statement
    Statement,
    /// Turtle full of relative IRIs, under several bases
    Relative,
    /// Turtle full of prefixed names whose namespaces are URNs
    Urn,
}

impl Workload {
    pub fn syntax(self) -> Syntax {
        match self {
            Self::NTriples => Syntax::NTriples,
            Self::Turtle | Self::Escapes | Self::Statement | Self::Relative | Self::Urn => {
                Syntax::Turtle
            }
        }
    }

    fn recipe(self) -> Recipe {
        match self {
            Self::NTriples => n_triples::RECIPE,
            Self::Turtle => turtle::RECIPE,
            Self::Escapes => escapes::RECIPE,
            Self::Statement => statement::RECIPE,
            Self::Relative => relative::RECIPE,
            Self::Urn => urn::RECIPE,
        }
    }

    /// Makes a document of about this many bytes, to parse it from memory.
    pub fn input(self, seed: u64, bytes: usize) -> Input {
        let mut document = Vec::with_capacity(bytes + bytes / 64);
        let triples = self
            .write(seed, bytes as u64, &mut document)
            .expect("a vector takes everything");
        Input {
            name: self.to_string(),
            syntax: self.syntax(),
            bytes: document,
            expected: Some(triples),
        }
    }

    /// Writes a document of about this many bytes, a piece more at the most, and returns the number of its triples.
    pub fn write(self, seed: u64, bytes: u64, output: &mut impl Write) -> io::Result<u64> {
        let recipe = self.recipe();
        let mut draft = Draft::new(seed);
        let mut written = 0;
        (recipe.open)(&mut draft);
        while written < bytes {
            (recipe.add)(&mut draft);
            output.write_all(draft.text.as_bytes())?;
            written += draft.text.len() as u64;
            draft.text.clear();
        }
        (recipe.close)(&mut draft);
        output.write_all(draft.text.as_bytes())?;
        Ok(draft.triples)
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// How to make a document of any length: how it begins, a piece as often as wanted, and how it ends.
struct Recipe {
    open: fn(&mut Draft),
    add: fn(&mut Draft),
    close: fn(&mut Draft),
}

#[cfg(test)]
mod tests {
    use super::*;
    use turtle_peg::{Dialect, Parser};

    const BYTES: usize = 200_000;

    #[test]
    fn a_seed_makes_one_document() {
        for &workload in Workload::value_variants() {
            let document = workload.input(1, BYTES).bytes;
            assert_eq!(document, workload.input(1, BYTES).bytes, "{workload}");
            assert_ne!(document, workload.input(2, BYTES).bytes, "{workload}");
        }
    }

    #[test]
    fn documents_are_as_long_as_was_asked_for() {
        for &workload in Workload::value_variants() {
            let length = workload.input(1, BYTES).bytes.len();
            assert!(
                (BYTES..=BYTES + BYTES / 33).contains(&length),
                "{workload}: {length}"
            );
        }
    }

    #[test]
    fn documents_have_as_many_triples_as_they_say() {
        for &workload in Workload::value_variants() {
            let dialect = match workload.syntax() {
                Syntax::NTriples => Dialect::NTriples11,
                Syntax::Turtle => Dialect::Turtle11,
            };
            for seed in 0..5 {
                let input = workload.input(seed, BYTES / 10);
                let mut count = 0;
                Parser::new(dialect)
                    .parse_slice(&input.bytes)
                    .for_each_quad(|_, _| count += 1)
                    .unwrap_or_else(|error| panic!("{workload}, seed {seed}: {error}"));
                assert_eq!(Some(count), input.expected, "{workload}, seed {seed}");
            }
        }
    }
}
