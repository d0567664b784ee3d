//! The parsers, each brought to the same task.
//!
//! Invariant: every contestant gets bytes of which nobody has checked anything, makes all triples of them, and
//! hands each one over to [`black_box`]. None of them builds a graph. What its options are, and what cannot be made
//! equal, stands in the README.

use crate::input::{Source, Syntax};
use anyhow::Result;
use oxrdf::Triple;
use oxttl::TurtleParseError;
use rio_api::parser::TriplesParser;
use sophia_api::parser::TripleParser;
use sophia_api::source::TripleSource;
use std::hint::black_box;
use turtle_peg::{Dialect, Document};

/// A parser with its options, for one syntax.
#[derive(Clone, Copy, Debug)]
pub struct Contestant {
    pub name: &'static str,
    /// Whether it is one of turtle-peg's engines, which the others are compared with.
    pub is_ours: bool,
    /// Parses a document and counts its triples.
    pub parse: fn(Source<'_>) -> Result<u64>,
}

/// Everyone who parses this syntax; turtle-peg's engines first.
pub fn contestants(syntax: Syntax) -> &'static [Contestant] {
    match syntax {
        Syntax::NTriples => N_TRIPLES,
        Syntax::Turtle => TURTLE,
    }
}

const N_TRIPLES: &[Contestant] = &[
    Contestant {
        name: "turtle-peg reference",
        is_ours: true,
        parse: |source| turtle_peg(Dialect::NTriples12, source),
    },
    Contestant {
        name: "oxttl",
        is_ours: false,
        parse: |source| oxttl_n_triples(oxttl::NTriplesParser::new(), source),
    },
    Contestant {
        name: "oxttl lenient",
        is_ours: false,
        parse: |source| oxttl_n_triples(oxttl::NTriplesParser::new().lenient(), source),
    },
    Contestant {
        name: "rio_turtle",
        is_ours: false,
        parse: |source| match source {
            Source::Slice(bytes) => rio(rio_turtle::NTriplesParser::new(bytes)),
            Source::Reader(bytes) => rio(rio_turtle::NTriplesParser::new(Source::reader(bytes))),
        },
    },
    Contestant {
        name: "sophia_turtle",
        is_ours: false,
        parse: |source| {
            let parser =
                sophia_turtle::parser::nt::NTriplesParser::new().with_preserve_bn_labels(true);
            match source {
                Source::Slice(bytes) => sophia(parser.parse(bytes)),
                Source::Reader(bytes) => sophia(parser.parse(Source::reader(bytes))),
            }
        },
    },
];

const TURTLE: &[Contestant] = &[
    Contestant {
        name: "turtle-peg reference",
        is_ours: true,
        parse: |source| turtle_peg(Dialect::Turtle12, source),
    },
    Contestant {
        name: "oxttl",
        is_ours: false,
        parse: |source| {
            let parser = oxttl::TurtleParser::new();
            match source {
                Source::Slice(bytes) => oxttl(parser.for_slice(bytes)),
                Source::Reader(bytes) => oxttl(parser.for_reader(Source::reader(bytes))),
            }
        },
    },
    Contestant {
        name: "rio_turtle",
        is_ours: false,
        parse: |source| match source {
            Source::Slice(bytes) => rio(rio_turtle::TurtleParser::new(bytes, None)),
            Source::Reader(bytes) => {
                rio(rio_turtle::TurtleParser::new(Source::reader(bytes), None))
            }
        },
    },
    Contestant {
        name: "sophia_turtle",
        is_ours: false,
        parse: |source| {
            let parser =
                sophia_turtle::parser::turtle::TurtleParser::new().with_preserve_bn_labels(true);
            match source {
                Source::Slice(bytes) => sophia(parser.parse(bytes)),
                Source::Reader(bytes) => sophia(parser.parse(Source::reader(bytes))),
            }
        },
    },
];

fn turtle_peg(dialect: Dialect, source: Source<'_>) -> Result<u64> {
    fn count<I: turtle_peg::Input>(mut document: Document<I>) -> Result<u64> {
        let mut count = 0;
        document.for_each_quad(|quad, _| {
            black_box(quad);
            count += 1;
        })?;
        Ok(count)
    }
    let parser = turtle_peg::Parser::new(dialect);
    match source {
        Source::Slice(bytes) => count(parser.parse_slice(bytes)),
        Source::Reader(bytes) => count(parser.parse_reader(Source::reader(bytes))),
    }
}

fn oxttl_n_triples(parser: oxttl::NTriplesParser, source: Source<'_>) -> Result<u64> {
    match source {
        Source::Slice(bytes) => oxttl(parser.for_slice(bytes)),
        Source::Reader(bytes) => oxttl(parser.for_reader(Source::reader(bytes))),
    }
}

/// Of slices its errors are of another type than of readers.
fn oxttl<E: Into<TurtleParseError>>(
    triples: impl Iterator<Item = Result<Triple, E>>,
) -> Result<u64> {
    let mut count = 0;
    for triple in triples {
        black_box(triple.map_err(Into::into)?);
        count += 1;
    }
    Ok(count)
}

fn rio<P: TriplesParser<Error: Send + Sync + 'static>>(mut parser: P) -> Result<u64> {
    let mut count = 0;
    parser.parse_all(&mut |triple| {
        black_box(triple);
        count += 1;
        Ok::<_, P::Error>(())
    })?;
    Ok(count)
}

fn sophia(mut triples: impl TripleSource) -> Result<u64> {
    let mut count = 0;
    triples.for_each_triple(|triple| {
        black_box(triple);
        count += 1;
    })?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Workload;
    use clap::ValueEnum;

    #[test]
    fn everyone_agrees_about_what_is_made_here() {
        for &workload in Workload::value_variants() {
            let input = workload.input(7, 150_000);
            for contestant in contestants(input.syntax) {
                for source in [Source::Slice(&input.bytes), Source::Reader(&input.bytes)] {
                    let count = (contestant.parse)(source).unwrap_or_else(|error| {
                        panic!("{} about {workload}: {error}", contestant.name)
                    });
                    assert_eq!(
                        Some(count),
                        input.expected,
                        "{}: {workload}",
                        contestant.name
                    );
                }
            }
        }
    }
}
