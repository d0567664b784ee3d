//! The parsers, each brought to the same task.
//!
//! Invariant: every contestant gets bytes of which nobody has checked anything, makes all triples of them, and
//! hands each one over to [`black_box`]. None of them builds a graph. What its options are, and what cannot be made
//! equal, stands in the README. The one that is no parser is there for what no parser can beat.

use crate::input::{Source, Syntax};
use crate::own;
use anyhow::Result;
use clap::ValueEnum;
use oxrdf::Triple;
use oxttl::TurtleParseError;
use rio_api::parser::TriplesParser;
use sophia_api::parser::TripleParser;
use sophia_api::source::TripleSource;
use sophia_api::triple::Triple as _;
use std::fmt;
use std::hint::black_box;
use turtle_peg::{Dialect, Document, Engine, Parser};

/// A parser with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Contestant {
    /// turtle-peg
    TurtlePeg,
    /// turtle-peg by the engine that pest generates
    TurtlePegReference,
    /// oxttl
    Oxttl,
    /// oxttl told that N-Triples are valid
    OxttlLenient,
    /// rio_turtle
    #[value(name = "rio_turtle")]
    Rio,
    /// sophia_turtle
    #[value(name = "sophia_turtle")]
    Sophia,
    /// No parser: it checks that N-Triples are UTF-8, and counts lines
    Limit,
}

/// What is done with each triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It is looked at, as the parser has it.
    Visit,
    /// It is made an owned one of oxrdf.
    Own,
}

impl Contestant {
    /// Whether it is one of turtle-peg's engines, which the others are compared with.
    pub fn is_ours(self) -> bool {
        matches!(self, Self::TurtlePeg | Self::TurtlePegReference)
    }

    pub fn is_parser(self) -> bool {
        self != Self::Limit
    }

    /// Whether this is something that it does at all.
    pub fn does(self, task: Task, syntax: Syntax, source: Source<'_>) -> bool {
        match self {
            Self::OxttlLenient => syntax == Syntax::NTriples,
            Self::Limit => {
                syntax == Syntax::NTriples
                    && task == Task::Visit
                    && matches!(source, Source::Slice(_))
            }
            _ => true,
        }
    }

    /// Parses a document and counts its triples.
    pub fn parse(self, task: Task, syntax: Syntax, source: Source<'_>) -> Result<u64> {
        match (self, syntax) {
            (Self::TurtlePeg, _) => turtle_peg(&Parser::new(dialect(syntax)), task, source),
            (Self::TurtlePegReference, _) => {
                let parser = Parser::new(dialect(syntax)).engine(Engine::Reference);
                turtle_peg(&parser, task, source)
            }
            (Self::Oxttl, Syntax::NTriples) => {
                oxttl_n_triples(oxttl::NTriplesParser::new(), source)
            }
            (Self::OxttlLenient, _) => {
                oxttl_n_triples(oxttl::NTriplesParser::new().lenient(), source)
            }
            (Self::Oxttl, Syntax::Turtle) => match source {
                Source::Slice(bytes) => oxttl(oxttl::TurtleParser::new().for_slice(bytes)),
                Source::Reader(bytes) => {
                    oxttl(oxttl::TurtleParser::new().for_reader(Source::reader(bytes)))
                }
            },
            (Self::Rio, Syntax::NTriples) => match source {
                Source::Slice(bytes) => rio(rio_turtle::NTriplesParser::new(bytes), task),
                Source::Reader(bytes) => {
                    rio(rio_turtle::NTriplesParser::new(Source::reader(bytes)), task)
                }
            },
            (Self::Rio, Syntax::Turtle) => match source {
                Source::Slice(bytes) => rio(rio_turtle::TurtleParser::new(bytes, None), task),
                Source::Reader(bytes) => rio(
                    rio_turtle::TurtleParser::new(Source::reader(bytes), None),
                    task,
                ),
            },
            (Self::Sophia, Syntax::NTriples) => {
                let parser =
                    sophia_turtle::parser::nt::NTriplesParser::new().with_preserve_bn_labels(true);
                match source {
                    Source::Slice(bytes) => sophia(parser.parse(bytes), task),
                    Source::Reader(bytes) => sophia(parser.parse(Source::reader(bytes)), task),
                }
            }
            (Self::Sophia, Syntax::Turtle) => {
                let parser = sophia_turtle::parser::turtle::TurtleParser::new()
                    .with_preserve_bn_labels(true);
                match source {
                    Source::Slice(bytes) => sophia(parser.parse(bytes), task),
                    Source::Reader(bytes) => sophia(parser.parse(Source::reader(bytes)), task),
                }
            }
            (Self::Limit, _) => count_lines(source),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}

fn dialect(syntax: Syntax) -> Dialect {
    match syntax {
        Syntax::NTriples => Dialect::NTriples12,
        Syntax::Turtle => Dialect::Turtle12,
    }
}

fn turtle_peg(parser: &Parser, task: Task, source: Source<'_>) -> Result<u64> {
    fn count<I: turtle_peg::Input>(mut document: Document<I>, task: Task) -> Result<u64> {
        let mut count = 0;
        match task {
            Task::Visit => document.for_each_quad(|quad, _| {
                black_box(quad);
                count += 1;
            })?,
            Task::Own => {
                for triple in document.triples() {
                    black_box(triple?);
                    count += 1;
                }
            }
        }
        Ok(count)
    }
    match source {
        Source::Slice(bytes) => count(parser.parse_slice(bytes), task),
        Source::Reader(bytes) => count(parser.parse_reader(Source::reader(bytes)), task),
    }
}

fn oxttl_n_triples(parser: oxttl::NTriplesParser, source: Source<'_>) -> Result<u64> {
    match source {
        Source::Slice(bytes) => oxttl(parser.for_slice(bytes)),
        Source::Reader(bytes) => oxttl(parser.for_reader(Source::reader(bytes))),
    }
}

/// Its triples are owned whatever the task. Of slices its errors are of another type than of readers.
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

fn rio<P: TriplesParser<Error: Send + Sync + 'static>>(mut parser: P, task: Task) -> Result<u64> {
    let mut count = 0;
    match task {
        Task::Visit => parser.parse_all(&mut |triple| {
            black_box(triple);
            count += 1;
            Ok::<_, P::Error>(())
        })?,
        Task::Own => parser.parse_all(&mut |triple| {
            black_box(own::of_rio(triple)?);
            count += 1;
            Ok::<_, anyhow::Error>(())
        })?,
    }
    Ok(count)
}

fn sophia(mut triples: impl TripleSource, task: Task) -> Result<u64> {
    let mut count = 0;
    match task {
        Task::Visit => triples.for_each_triple(|triple| {
            black_box(triple);
            count += 1;
        })?,
        Task::Own => triples.try_for_each_triple(|triple| {
            black_box(own::of_sophia(triple.spo())?);
            count += 1;
            Ok::<_, own::NotConverted>(())
        })?,
    }
    Ok(count)
}

/// The least that anyone has to do with N-Triples in memory.
fn count_lines(source: Source<'_>) -> Result<u64> {
    let (Source::Slice(bytes) | Source::Reader(bytes)) = source;
    let text = black_box(std::str::from_utf8(bytes)?);
    Ok(memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Workload;

    #[test]
    fn everyone_agrees_about_what_is_made_here() {
        for &workload in Workload::value_variants() {
            let input = workload.input(7, 150_000);
            for source in [Source::Slice(&input.bytes), Source::Reader(&input.bytes)] {
                for task in [Task::Visit, Task::Own] {
                    for contestant in Contestant::value_variants() {
                        if !contestant.does(task, input.syntax, source) {
                            continue;
                        }
                        let count = contestant
                            .parse(task, input.syntax, source)
                            .unwrap_or_else(|error| panic!("{contestant}, {workload}: {error}"));
                        assert_eq!(Some(count), input.expected, "{contestant}, {workload}");
                    }
                }
            }
        }
    }
}
