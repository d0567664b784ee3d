//! What is counted: a document of each workload, through each of the library's ways to read one.
//!
//! Invariant: making the document is not counted, and neither is giving it back; what is counted is what a user's
//! program would spend in the library, from `Parser::new` to the end of the document.

use gungraun::prelude::*;
use std::hint::black_box;
use turtle_peg::{Dialect, Parser};
use workloads::{Syntax, Workload};

/// Large enough for several of a reader's buffers.
const BYTES: usize = 300_000;
const SEED: u64 = 20_140_225;

/// A document, and the parser of its syntax.
struct Work {
    parser: Parser,
    bytes: Vec<u8>,
}

fn work(workload: Workload) -> Work {
    let dialect = match workload.syntax() {
        Syntax::NTriples => Dialect::NTriples12,
        Syntax::NQuads => Dialect::NQuads12,
        Syntax::Turtle => Dialect::Turtle12,
        Syntax::TriG => Dialect::TriG12,
    };
    Work {
        parser: Parser::new(dialect),
        bytes: workload.document(SEED, BYTES).bytes,
    }
}

// Borrowed quads of a slice.
#[library_benchmark(setup = work)]
#[bench::n_triples(Workload::NTriples)]
#[bench::n_quads(Workload::NQuads)]
#[bench::turtle(Workload::Turtle)]
#[bench::trig(Workload::TriG)]
#[bench::escapes(Workload::Escapes)]
#[bench::statement(Workload::Statement)]
#[bench::relative(Workload::Relative)]
#[bench::urn(Workload::Urn)]
#[bench::ontology(Workload::Ontology)]
#[bench::wikidata(Workload::Wikidata)]
#[bench::sensors(Workload::Sensors)]
fn slice(work: Work) -> Work {
    let mut document = work.parser.parse_slice(&work.bytes);
    let result = document.for_each_quad(|quad, _| {
        black_box(quad);
    });
    result.expect("it is valid");
    work
}

// Borrowed quads of a reader.
#[library_benchmark(setup = work)]
#[bench::n_triples(Workload::NTriples)]
#[bench::turtle(Workload::Turtle)]
#[bench::trig(Workload::TriG)]
#[bench::statement(Workload::Statement)]
fn reader(work: Work) -> Work {
    let mut document = work.parser.parse_reader(work.bytes.as_slice());
    let result = document.for_each_quad(|quad, _| {
        black_box(quad);
    });
    result.expect("it is valid");
    work
}

// Owned quads of a slice.
#[library_benchmark(setup = work)]
#[bench::n_triples(Workload::NTriples)]
#[bench::n_quads(Workload::NQuads)]
#[bench::turtle(Workload::Turtle)]
fn owned(work: Work) -> Work {
    for quad in work.parser.parse_slice(&work.bytes).quads() {
        black_box(quad.expect("it is valid"));
    }
    work
}

// The statements' trees.
#[library_benchmark(setup = work)]
#[bench::n_triples(Workload::NTriples)]
#[bench::turtle(Workload::Turtle)]
#[bench::escapes(Workload::Escapes)]
fn trees(work: Work) -> Work {
    let mut document = work.parser.parse_slice(&work.bytes);
    while let Some(tree) = document.next_tree() {
        black_box(tree.expect("it is valid"));
    }
    drop(document);
    work
}

/// A document in which every tenth statement lacks its full stop.
fn damaged(workload: Workload) -> Work {
    let work = work(workload);
    let mut text = String::new();
    let document = String::from_utf8(work.bytes).expect("it is text");
    for (number, statement) in document.split(" .\n").enumerate() {
        text.push_str(statement);
        text.push_str(if number % 10 == 9 { "\n" } else { " .\n" });
    }
    Work {
        parser: work.parser.continue_after_errors(),
        bytes: text.into_bytes(),
    }
}

// A damaged document, read on after each error.
#[library_benchmark(setup = damaged)]
#[bench::n_triples(Workload::NTriples)]
#[bench::turtle(Workload::Turtle)]
fn errors(work: Work) -> Work {
    let mut document = work.parser.parse_slice(&work.bytes);
    while let Some(result) = document.next_statement(|quad, _| {
        black_box(quad);
    }) {
        let _ = black_box(result);
    }
    work
}

/// One statement that is wrong at its end.
fn wrong(workload: Workload) -> Work {
    let mut work = work(workload);
    work.bytes.extend_from_slice(b"<x:s> <x:p> 1 2 .");
    work
}

// What is wrong with the last statement.
#[library_benchmark(setup = wrong)]
#[bench::turtle(Workload::Turtle)]
fn last_error(work: Work) -> Work {
    let result = work
        .parser
        .parse_slice(&work.bytes)
        .for_each_quad(|quad, _| {
            black_box(quad);
        });
    black_box(result.expect_err("it is wrong").to_string());
    work
}

// The line and column of each object.
#[library_benchmark(setup = work)]
#[bench::turtle(Workload::Turtle)]
#[bench::statement(Workload::Statement)]
fn positions(work: Work) -> Work {
    let mut document = work.parser.parse_slice(&work.bytes);
    let result = document.for_each_quad(|_, provenance| {
        black_box(provenance.position(provenance.object));
    });
    result.expect("it is valid");
    work
}

library_benchmark_group!(
    name = parse,
    benchmarks = [slice, reader, owned, trees, errors, last_error, positions]
);
main!(library_benchmark_groups = parse);
