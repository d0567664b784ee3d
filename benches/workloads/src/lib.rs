//! Documents to measure parsers with, made from a seed.
//!
//! Invariants: the same seed makes the same bytes, on any machine; one piece of a document is in memory,
//! never all of it, unless all of it was asked for; and everything made is valid RDF 1.1, with valid IRIs and language
//! tags, so that a parser that rejects it is wrong.

mod recipe;

use clap::ValueEnum;
use recipe::{Draft, Recipe};
use std::fmt;
use std::io::{self, Write};

const COMMON: &str = include_str!("../recipes/common.txt");
const N_TRIPLES: &str = include_str!("../recipes/n-triples.txt");
const TURTLE: &str = include_str!("../recipes/turtle.txt");

/// The syntax of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// N-Triples.
    NTriples,
    /// N-Quads.
    NQuads,
    /// Turtle.
    Turtle,
    /// TriG.
    TriG,
}

impl Syntax {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::NTriples, Self::NQuads, Self::Turtle, Self::TriG];

    /// How the names of its files end, without the full stop.
    pub fn extension(self) -> &'static str {
        match self {
            Self::NTriples => "nt",
            Self::NQuads => "nq",
            Self::Turtle => "ttl",
            Self::TriG => "trig",
        }
    }
}

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Workload {
    /// Ordinary N-Triples
    NTriples,
    /// Ordinary N-Quads: the same in a graph or none
    NQuads,
    /// Ordinary Turtle: lists of all sorts, blank nodes, collections, every kind of literal
    Turtle,
    /// Ordinary TriG: the same in graphs
    #[value(name = "trig")]
    TriG,
    /// Turtle full of escapes, letters beyond ASCII and long strings
    Escapes,
    /// Turtle of one single statement
    Statement,
    /// Turtle full of relative IRIs, under several bases
    Relative,
    /// Turtle full of prefixed names whose namespaces are URNs
    Urn,
    /// Turtle as an ontology's editor writes it: long comments, restrictions, headings
    Ontology,
    /// Turtle as Wikidata's dumps have it: labels in many languages, claims with qualifiers and references
    Wikidata,
    /// Turtle of a sensor's observations: times, numbers, the same few predicates
    Sensors,
}

impl Workload {
    /// The syntax of its documents.
    pub fn syntax(self) -> Syntax {
        match self {
            Self::NTriples => Syntax::NTriples,
            Self::NQuads => Syntax::NQuads,
            Self::TriG => Syntax::TriG,
            Self::Turtle
            | Self::Escapes
            | Self::Statement
            | Self::Relative
            | Self::Urn
            | Self::Ontology
            | Self::Wikidata
            | Self::Sensors => Syntax::Turtle,
        }
    }

    /// The texts of its recipe: each adds to those before it.
    fn recipe(self) -> &'static [&'static str] {
        match self {
            Self::NTriples => &[COMMON, N_TRIPLES],
            Self::NQuads => &[COMMON, N_TRIPLES, include_str!("../recipes/n-quads.txt")],
            Self::Turtle => &[COMMON, TURTLE],
            Self::TriG => &[COMMON, TURTLE, include_str!("../recipes/trig.txt")],
            Self::Escapes => &[COMMON, include_str!("../recipes/escapes.txt")],
            Self::Statement => &[COMMON, TURTLE, include_str!("../recipes/statement.txt")],
            Self::Relative => &[COMMON, include_str!("../recipes/relative.txt")],
            Self::Urn => &[COMMON, include_str!("../recipes/urn.txt")],
            Self::Ontology => &[COMMON, include_str!("../recipes/ontology.txt")],
            Self::Wikidata => &[COMMON, include_str!("../recipes/wikidata.txt")],
            Self::Sensors => &[COMMON, include_str!("../recipes/sensors.txt")],
        }
    }

    /// Makes a document of about this many bytes.
    pub fn document(self, seed: u64, bytes: usize) -> Document {
        let mut document = Vec::with_capacity(bytes + bytes / 64);
        let triples = self
            .write(seed, bytes as u64, &mut document)
            .expect("a vector takes everything");
        Document {
            bytes: document,
            triples,
        }
    }

    /// Writes a document of about this many bytes, a piece more at the most, and returns the number of its triples.
    ///
    /// # Errors
    ///
    /// `output` cannot be written.
    pub fn write(self, seed: u64, bytes: u64, output: &mut impl Write) -> io::Result<u64> {
        let recipe = Recipe::read(self.recipe()).expect("a test reads each recipe");
        let mut draft = Draft::new(seed);
        let mut written = 0;
        recipe.write("open", &mut draft);
        while written < bytes {
            recipe.write("piece", &mut draft);
            output.write_all(draft.text.as_bytes())?;
            written += draft.text.len() as u64;
            draft.text.clear();
        }
        recipe.write("close", &mut draft);
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

/// A document in memory.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its text, in UTF-8.
    pub bytes: Vec<u8>,
    /// How many triples it has, those in named graphs among them.
    pub triples: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    // That documents have as many triples as they say, `benches/peers` sees: all parsers count them.
    const BYTES: usize = 200_000;

    #[test]
    fn a_seed_makes_one_document() {
        for &workload in Workload::value_variants() {
            let document = workload.document(1, BYTES).bytes;
            assert_eq!(document, workload.document(1, BYTES).bytes, "{workload}");
            assert_ne!(document, workload.document(2, BYTES).bytes, "{workload}");
        }
    }

    #[test]
    fn documents_are_as_long_as_was_asked_for() {
        for &workload in Workload::value_variants() {
            let length = workload.document(1, BYTES).bytes.len();
            assert!(
                (BYTES..=BYTES + BYTES / 33).contains(&length),
                "{workload}: {length}"
            );
        }
    }
}
