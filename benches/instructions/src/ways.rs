//! The counted runs: a document of each workload, through each of the library's ways to read or write one.
//!
//! Invariant: neither making the document or the quads that are written, nor giving them back, is counted: only the instructions that a
//! user's program would spend in the library, to the end of the document.

use advice::fix::{RepairChoice, fix_str};
use std::hint::black_box;
use turtle_peg::format::Style;
use turtle_peg::oxrdf::Quad;
use turtle_peg::{Dialect, NQuadsWriter, Parser, TriGWriter};
use workloads::Workload::{
    Escapes, NQuads, NTriples, Ontology, Relative, Sensors, Statement, TriG, Turtle, Urn, Wikidata,
};
use workloads::{Syntax, Workload};

/// Large enough for several of a reader's buffers.
const BYTES: usize = 300_000;
const SEED: u64 = 20_140_225;

/// A way to read or write documents, and the workloads that are read or written so.
pub struct Way {
    pub name: &'static str,
    pub workloads: &'static [Workload],
    make: fn(Workload) -> Work,
    read: fn(&Work),
}

/// A document, and the parser of its syntax.
struct Work {
    parser: Parser,
    bytes: Vec<u8>,
    /// The quads that are written, if it is not the document.
    quads: Vec<Quad>,
    prefixes: Vec<(String, String)>,
}

pub const WAYS: &[Way] = &[
    Way {
        name: "slice",
        workloads: &[
            NTriples, NQuads, Turtle, TriG, Escapes, Statement, Relative, Urn, Ontology, Wikidata,
            Sensors,
        ],
        make: valid,
        read: |work| {
            let mut document = work.parser.parse_slice(&work.bytes);
            let result = document.for_each_quad(|quad, _| {
                black_box(quad);
            });
            result.expect("it is valid");
        },
    },
    Way {
        name: "reader",
        workloads: &[NTriples, Turtle, TriG, Statement],
        make: valid,
        read: |work| {
            let mut document = work.parser.parse_reader(work.bytes.as_slice());
            let result = document.for_each_quad(|quad, _| {
                black_box(quad);
            });
            result.expect("it is valid");
        },
    },
    Way {
        name: "owned",
        workloads: &[NTriples, NQuads, Turtle],
        make: valid,
        read: |work| {
            for quad in work.parser.parse_slice(&work.bytes).quads() {
                black_box(quad.expect("it is valid"));
            }
        },
    },
    Way {
        name: "trees",
        workloads: &[NTriples, Turtle, Escapes],
        make: valid,
        read: |work| {
            let mut document = work.parser.parse_slice(&work.bytes);
            while let Some(tree) = document.next_tree() {
                black_box(tree.expect("it is valid"));
            }
        },
    },
    Way {
        name: "errors",
        workloads: &[NTriples, Turtle],
        make: damaged,
        read: |work| {
            let mut document = work.parser.parse_slice(&work.bytes);
            while let Some(result) = document.next_statement(|quad, _| {
                black_box(quad);
            }) {
                let _ = black_box(result);
            }
        },
    },
    Way {
        name: "last_error",
        workloads: &[Turtle],
        make: wrong_at_its_end,
        read: |work| {
            let mut document = work.parser.parse_slice(&work.bytes);
            let result = document.for_each_quad(|quad, _| {
                black_box(quad);
            });
            black_box(result.expect_err("it is wrong").to_string());
        },
    },
    Way {
        name: "positions",
        workloads: &[Turtle, Statement],
        make: valid,
        read: |work| {
            let mut document = work.parser.parse_slice(&work.bytes);
            let result = document.for_each_quad(|_, provenance| {
                black_box(provenance.position(provenance.object));
            });
            result.expect("it is valid");
        },
    },
    Way {
        name: "write",
        workloads: &[NTriples, NQuads],
        make: parsed,
        read: |work| {
            let mut writer = NQuadsWriter::new(Vec::new());
            for quad in &work.quads {
                writer.write_quad(quad).expect("it is in memory");
            }
            black_box(writer.into_inner());
        },
    },
    Way {
        name: "write_named",
        workloads: &[Turtle, TriG, Ontology, Wikidata, Urn],
        make: parsed,
        read: |work| {
            let mut writer = TriGWriter::new(Vec::new());
            for (prefix, namespace) in &work.prefixes {
                let declared = writer.declare_prefix(prefix, namespace);
                declared.expect("a document had it");
            }
            for quad in &work.quads {
                writer.write_quad(quad).expect("a document had it");
            }
            black_box(writer.finish().expect("it is in memory"));
        },
    },
    Way {
        name: "copy",
        workloads: &[Turtle, Ontology],
        make: valid,
        read: |work| {
            let mut writer = TriGWriter::new(Vec::new());
            let mut document = work.parser.parse_slice(&work.bytes);
            let written = writer.write_document(&mut document);
            written.expect("it is valid");
            black_box(writer.finish().expect("it is in memory"));
        },
    },
    Way {
        name: "layout",
        workloads: &[NTriples, Turtle, Wikidata],
        make: valid,
        read: |work| {
            let reader = work.bytes.as_slice();
            let layout = work.parser.format_reader(reader, &Style::default());
            let mut formatted = Vec::new();
            layout.write_to(&mut formatted).expect("it is valid");
            black_box(formatted);
        },
    },
    Way {
        name: "fix",
        workloads: &[Turtle],
        make: valid,
        read: |work| {
            let text = str::from_utf8(&work.bytes).expect("it is text");
            black_box(fix_str(&work.parser, text, RepairChoice::Certain));
        },
    },
];

impl Way {
    /// Makes a workload's document, and reads it, which is counted.
    pub fn run(&self, workload: Workload) {
        let work = (self.make)(workload);
        instructions::measured(|| (self.read)(black_box(&work)));
    }
}

fn valid(workload: Workload) -> Work {
    let dialect = match workload.syntax() {
        Syntax::NTriples => Dialect::NTriples12,
        Syntax::NQuads => Dialect::NQuads12,
        Syntax::Turtle => Dialect::Turtle12,
        Syntax::TriG => Dialect::TriG12,
    };
    Work {
        // With labels as written: what is random would be counted, too.
        parser: Parser::new(dialect)
            .with_blank_node_prefix("")
            .expect("a prefix may be empty"),
        bytes: workload.document(SEED, BYTES).bytes,
        quads: Vec::new(),
        prefixes: Vec::new(),
    }
}

/// A document that is parsed already.
fn parsed(workload: Workload) -> Work {
    let mut work = valid(workload);
    let mut quads = work.parser.parse_reader(work.bytes.as_slice()).quads();
    let parsed: Result<_, _> = quads.by_ref().collect();
    work.quads = parsed.expect("it is valid");
    let prefixes = quads.document().prefixes();
    work.prefixes = prefixes
        .map(|(prefix, namespace)| (prefix.to_owned(), namespace.to_owned()))
        .collect();
    work
}

/// A document in which every tenth statement lacks its full stop, read on after each error.
fn damaged(workload: Workload) -> Work {
    let work = valid(workload);
    let mut text = String::new();
    let document = String::from_utf8(work.bytes).expect("it is text");
    for (number, statement) in document.split(" .\n").enumerate() {
        text.push_str(statement);
        text.push_str(if number % 10 == 9 { "\n" } else { " .\n" });
    }
    Work {
        parser: work.parser.with_recovery(),
        bytes: text.into_bytes(),
        ..work
    }
}

fn wrong_at_its_end(workload: Workload) -> Work {
    let mut work = valid(workload);
    work.bytes.extend_from_slice(b"<x:s> <x:p> 1 2 .");
    work
}
