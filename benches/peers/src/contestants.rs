//! The parsers, each brought to the same task.
//!
//! Invariant: every contestant gets bytes of which nobody has checked anything, makes all triples of them, and
//! hands each one over to [`black_box`]. None of them builds a graph. The README states their options, and the differences
//! that remain. One contestant only checks UTF-8 and counts lines: a bound that no parser can beat.

use crate::input::Source;
use crate::own;
use anyhow::Result;
use clap::ValueEnum;
use rio_api::parser::{QuadsParser, TriplesParser};
use sophia_api::parser::{QuadParser as _, TripleParser as _};
use sophia_api::quad::Quad as _;
use sophia_api::source::{QuadSource, TripleSource};
use sophia_api::triple::Triple as _;
use std::fmt;
use std::hint::black_box;
use std::io::BufRead;
use std::panic::resume_unwind;
use std::thread::{self, available_parallelism};
use turtle_peg::{Dialect, Document, Engine, Parser};
use workloads::Syntax;

/// A parser with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Contestant {
    /// turtle-peg
    TurtlePeg,
    /// turtle-peg by the engine that pest generates
    TurtlePegReference,
    /// turtle-peg, a thread a core
    TurtlePegThreads,
    /// oxttl
    Oxttl,
    /// oxttl, a thread a core, each with its part of a slice
    OxttlThreads,
    /// oxttl told that N-Triples or N-Quads are valid
    OxttlLenient,
    /// rio_turtle
    #[value(name = "rio_turtle")]
    Rio,
    /// sophia_turtle
    #[value(name = "sophia_turtle")]
    Sophia,
    /// No parser: it checks that N-Triples or N-Quads are UTF-8, and counts lines
    Limit,
}

/// The use of each triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It is looked at, as the parser has it.
    Visit,
    /// It is made an owned one of oxrdf, or a quad where there are graphs.
    Own,
}

impl Contestant {
    /// Whether it is one of turtle-peg's engines, which the others are compared with.
    pub fn is_ours(self) -> bool {
        matches!(
            self,
            Self::TurtlePeg | Self::TurtlePegReference | Self::TurtlePegThreads
        )
    }

    /// Whether it takes all cores, where the others take one.
    pub fn has_threads(self) -> bool {
        matches!(self, Self::TurtlePegThreads | Self::OxttlThreads)
    }

    pub fn is_parser(self) -> bool {
        self != Self::Limit
    }

    /// Whether this is something that it does at all.
    pub fn does(self, task: Task, syntax: Syntax, source: Source<'_>) -> bool {
        match self {
            Self::OxttlLenient => is_line_based(syntax),
            Self::TurtlePegThreads => task == Task::Visit,
            // Where it cuts Turtle it guesses, and fails on these documents; TriG it does not cut.
            Self::OxttlThreads => is_line_based(syntax) && matches!(source, Source::Slice(_)),
            Self::Limit => {
                is_line_based(syntax) && task == Task::Visit && matches!(source, Source::Slice(_))
            }
            _ => true,
        }
    }

    /// Parses a document and counts its triples.
    pub fn parse(self, task: Task, syntax: Syntax, source: Source<'_>) -> Result<u64> {
        match self {
            Self::TurtlePeg => turtle_peg(Engine::Fast, syntax, task, source),
            Self::TurtlePegReference => turtle_peg(Engine::Reference, syntax, task, source),
            Self::TurtlePegThreads => turtle_peg_by_threads(syntax, source),
            Self::Oxttl => oxttl(syntax, source),
            Self::OxttlThreads => oxttl_by_threads(syntax, source),
            Self::OxttlLenient => oxttl_lenient(syntax, source),
            Self::Rio => match source {
                Source::Slice(bytes) => rio(syntax, bytes, task),
                Source::Reader(bytes) => rio(syntax, Source::reader(bytes), task),
            },
            Self::Sophia => match source {
                Source::Slice(bytes) => sophia(syntax, bytes, task),
                Source::Reader(bytes) => sophia(syntax, Source::reader(bytes), task),
            },
            Self::Limit => count_lines(source),
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
        Syntax::NQuads => Dialect::NQuads12,
        Syntax::Turtle => Dialect::Turtle12,
        Syntax::TriG => Dialect::TriG12,
    }
}

fn has_graphs(syntax: Syntax) -> bool {
    matches!(syntax, Syntax::NQuads | Syntax::TriG)
}

fn is_line_based(syntax: Syntax) -> bool {
    matches!(syntax, Syntax::NTriples | Syntax::NQuads)
}

fn turtle_peg(engine: Engine, syntax: Syntax, task: Task, source: Source<'_>) -> Result<u64> {
    fn run<I: turtle_peg::input::Input>(
        mut document: Document<I>,
        syntax: Syntax,
        task: Task,
    ) -> Result<u64> {
        match task {
            Task::Visit => {
                let mut number = 0;
                document.for_each_quad(|quad, _| {
                    black_box(quad);
                    number += 1;
                })?;
                Ok(number)
            }
            Task::Own if has_graphs(syntax) => count(document.quads()),
            Task::Own => count(document.triples()),
        }
    }
    let parser = Parser::new(dialect(syntax)).with_engine(engine);
    match source {
        Source::Slice(bytes) => run(parser.parse_slice(bytes), syntax, task),
        Source::Reader(bytes) => run(parser.parse_reader(Source::reader(bytes)), syntax, task),
    }
}

fn turtle_peg_by_threads(syntax: Syntax, source: Source<'_>) -> Result<u64> {
    let (Source::Slice(bytes) | Source::Reader(bytes)) = source;
    let mut number = 0;
    Parser::new(dialect(syntax)).parse_parallel(
        bytes,
        available_parallelism()?,
        |part| {
            let mut number = 0;
            part.for_each_quad(|quad, _| {
                black_box(quad);
                number += 1;
            })?;
            Ok(number)
        },
        |result: Result<u64, turtle_peg::Error>| {
            number += result?;
            Ok::<_, turtle_peg::Error>(())
        },
    )?;
    Ok(number)
}

/// Only for the syntaxes of lines. Its triples are owned whatever the task.
fn oxttl_by_threads(syntax: Syntax, source: Source<'_>) -> Result<u64> {
    let (Source::Slice(bytes) | Source::Reader(bytes)) = source;
    let cores = available_parallelism()?.get();
    match has_graphs(syntax) {
        false => {
            let parser = oxttl::NTriplesParser::new();
            count_together(parser.split_slice_for_parallel_parsing(bytes, cores))
        }
        true => {
            let parser = oxttl::NQuadsParser::new();
            count_together(parser.split_slice_for_parallel_parsing(bytes, cores))
        }
    }
}

/// Counts the items of several iterators, each in a thread of its own.
fn count_together<T, E>(parts: Vec<impl Iterator<Item = Result<T, E>> + Send>) -> Result<u64>
where
    E: std::error::Error + Send + Sync + 'static,
{
    thread::scope(|scope| {
        let parts = parts.into_iter().map(|part| scope.spawn(|| count(part)));
        let threads: Vec<_> = parts.collect();
        let numbers = threads.into_iter().map(|thread| match thread.join() {
            Ok(number) => number,
            Err(panic) => resume_unwind(panic),
        });
        numbers.sum()
    })
}

/// Counts the triples that a parser of oxttl finds. Its parsers have no trait in common.
macro_rules! count_of {
    ($parser:expr, $source:expr) => {
        match $source {
            Source::Slice(bytes) => count($parser.for_slice(bytes)),
            Source::Reader(bytes) => count($parser.for_reader(Source::reader(bytes))),
        }
    };
}

/// Its triples are owned whatever the task.
fn oxttl(syntax: Syntax, source: Source<'_>) -> Result<u64> {
    match syntax {
        Syntax::NTriples => count_of!(oxttl::NTriplesParser::new(), source),
        Syntax::NQuads => count_of!(oxttl::NQuadsParser::new(), source),
        Syntax::Turtle => count_of!(oxttl::TurtleParser::new(), source),
        Syntax::TriG => count_of!(oxttl::TriGParser::new(), source),
    }
}

/// Only for the syntaxes of lines.
fn oxttl_lenient(syntax: Syntax, source: Source<'_>) -> Result<u64> {
    match has_graphs(syntax) {
        false => count_of!(oxttl::NTriplesParser::new().lenient(), source),
        true => count_of!(oxttl::NQuadsParser::new().lenient(), source),
    }
}

/// Counts the items of a parser's iterator.
fn count<T, E>(found: impl Iterator<Item = Result<T, E>>) -> Result<u64>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let mut number = 0;
    for result in found {
        black_box(result?);
        number += 1;
    }
    Ok(number)
}

fn rio(syntax: Syntax, bytes: impl BufRead, task: Task) -> Result<u64> {
    match syntax {
        Syntax::NTriples => rio_triples(rio_turtle::NTriplesParser::new(bytes), task),
        Syntax::NQuads => rio_quads(rio_turtle::NQuadsParser::new(bytes), task),
        Syntax::Turtle => rio_triples(rio_turtle::TurtleParser::new(bytes, None), task),
        Syntax::TriG => rio_quads(rio_turtle::TriGParser::new(bytes, None), task),
    }
}

fn rio_triples<P>(mut parser: P, task: Task) -> Result<u64>
where
    P: TriplesParser<Error: Send + Sync + 'static>,
{
    let mut count = 0;
    match task {
        Task::Visit => parser.parse_all(&mut |triple| {
            black_box(triple);
            count += 1;
            Ok::<_, P::Error>(())
        })?,
        Task::Own => parser.parse_all(&mut |triple| {
            black_box(own::triple_of_rio(triple)?);
            count += 1;
            Ok::<_, anyhow::Error>(())
        })?,
    }
    Ok(count)
}

fn rio_quads<P>(mut parser: P, task: Task) -> Result<u64>
where
    P: QuadsParser<Error: Send + Sync + 'static>,
{
    let mut count = 0;
    match task {
        Task::Visit => parser.parse_all(&mut |quad| {
            black_box(quad);
            count += 1;
            Ok::<_, P::Error>(())
        })?,
        Task::Own => parser.parse_all(&mut |quad| {
            black_box(own::quad_of_rio(quad)?);
            count += 1;
            Ok::<_, anyhow::Error>(())
        })?,
    }
    Ok(count)
}

fn sophia(syntax: Syntax, bytes: impl BufRead, task: Task) -> Result<u64> {
    use sophia_turtle::parser::{nq, nt, trig, turtle};
    match syntax {
        Syntax::NTriples => {
            let parser = nt::NTriplesParser::new().with_preserve_bn_labels(true);
            sophia_triples(parser.parse(bytes), task)
        }
        Syntax::NQuads => {
            let parser = nq::NQuadsParser::new().with_preserve_bn_labels(true);
            sophia_quads(parser.parse(bytes), task)
        }
        Syntax::Turtle => {
            let parser = turtle::TurtleParser::new().with_preserve_bn_labels(true);
            sophia_triples(parser.parse(bytes), task)
        }
        Syntax::TriG => {
            let parser = trig::TriGParser::new().with_preserve_bn_labels(true);
            sophia_quads(parser.parse(bytes), task)
        }
    }
}

fn sophia_triples(mut triples: impl TripleSource, task: Task) -> Result<u64> {
    let mut count = 0;
    match task {
        Task::Visit => triples.for_each_triple(|triple| {
            black_box(triple);
            count += 1;
        })?,
        Task::Own => triples.try_for_each_triple(|triple| {
            black_box(own::triple_of_sophia(triple.spo())?);
            count += 1;
            Ok::<_, own::NotConverted>(())
        })?,
    }
    Ok(count)
}

fn sophia_quads(mut quads: impl QuadSource, task: Task) -> Result<u64> {
    let mut count = 0;
    match task {
        Task::Visit => quads.for_each_quad(|quad| {
            black_box(quad);
            count += 1;
        })?,
        Task::Own => quads.try_for_each_quad(|quad| {
            black_box(own::quad_of_sophia(quad.spog())?);
            count += 1;
            Ok::<_, own::NotConverted>(())
        })?,
    }
    Ok(count)
}

/// The least that anyone has to do with lines in memory.
fn count_lines(source: Source<'_>) -> Result<u64> {
    let (Source::Slice(bytes) | Source::Reader(bytes)) = source;
    let text = black_box(std::str::from_utf8(bytes)?);
    Ok(memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use workloads::Workload;

    #[test]
    fn everyone_agrees_about_what_is_made_here() {
        for &workload in Workload::value_variants() {
            let input = Input::generate(workload, 7, 100_000);
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
