//! Several threads see the events that one sees, wherever a document is cut into blocks.

use anyhow::{Context as _, Result, ensure};
use judge::claim::DocumentClaim;
use judge::mutants::stable_parser;
use judge::mutation::{dictionary, mutate};
use judge::transcript::Event;
use judge::way::{Asked, PieceSizes, Way};
use std::fs;
use std::path::PathBuf;
use testing::documents::{corpus, documents_in, with_dependent_statements, with_much_to_know};
use testing::folders::SUITES;
use testing::random::Random;
use turtle_peg::{Dialect, Parser};

/// With this many threads, blocks of this many bytes come to the document.
fn ensure_same(parser: &Parser, document: &[u8], threads: usize, size: usize) -> Result<()> {
    let way = Way::QUADS.in_blocks(PieceSizes::Of(usize::MAX), threads, size);
    let compared = DocumentClaim::Same(Way::QUADS, way).check(parser, document);
    compared.with_context(|| format!("{} {way:?}", parser.dialect()))?;
    Ok(())
}

/// With and without errors that end the document.
fn parsers(dialect: Dialect) -> Result<[Parser; 2]> {
    let parser = stable_parser(dialect).with_base_iri("x:base")?;
    Ok([parser.clone(), parser.with_recovery()])
}

fn long_document(dialect: Dialect, statements: usize) -> Vec<u8> {
    let is_line_based = dialect.name().starts_with("n-");
    with_dependent_statements(
        is_line_based,
        dialect.name().starts_with("trig"),
        statements,
    )
}

#[test]
fn threads_and_blocks_change_nothing() -> Result<()> {
    let suites = SUITES.iter().flat_map(|folder| documents_in(folder));
    let documents: Vec<PathBuf> = corpus().into_iter().chain(suites).collect();
    assert!(documents.len() > 1000);
    for (index, path) in documents.iter().enumerate() {
        let dialect = Dialect::from_path(path).context("no dialect")?;
        let document = fs::read(path)?;
        for parser in parsers(dialect)? {
            // All sizes with some of the documents, some of the sizes with each.
            let sizes = [1, 8 + index % 7, 20 + index % 31, 100 + index % 211];
            let ways = sizes.into_iter().zip([2, 1, 3, 2]);
            for (size, threads) in ways.skip(index % 2).step_by(2) {
                ensure_same(&parser, &document, threads, size)
                    .with_context(|| path.display().to_string())?;
            }
        }
    }
    Ok(())
}

#[test]
fn blocks_know_what_they_need_of_one_another() -> Result<()> {
    for dialect in Dialect::all() {
        let document = long_document(dialect, 60);
        for parser in parsers(dialect)? {
            parser.parse_slice(&document).check()?;
            for (threads, size) in [(1, 100), (2, 64), (2, 333), (3, 1000), (4, 4000)] {
                ensure_same(&parser, &document, threads, size)?;
            }
        }
    }
    Ok(())
}

/// The ends of statements are taken away, doubled, or put elsewhere.
#[test]
fn errors_are_those_of_one_thread() -> Result<()> {
    let mut random = Random::new(12);
    let tokens = dictionary();
    for dialect in Dialect::all() {
        let document = String::from_utf8(long_document(dialect, 30))?;
        for _ in 0..24 {
            let broken = mutate(&document, &tokens, &mut random);
            for parser in parsers(dialect)? {
                let (threads, size) = (random.between(1, 4), random.between(1, 700));
                ensure_same(&parser, broken.as_bytes(), threads, size).context(broken.clone())?;
            }
        }
    }
    Ok(())
}

#[test]
fn the_place_where_a_graph_was_opened_is_known_at_the_end() -> Result<()> {
    let graph = "<x:s> <x:p> <x:o>, <x:o> .\n".repeat(20);
    for before in [String::new(), format!("<x:f> {{ {graph} }} {graph}")] {
        let document = format!("{before}\n <x:g> # {{\n {{ {graph}");
        let parser = stable_parser(Dialect::TriG12).with_recovery();
        let by_parts = parser.clone().with_window(20);
        // The advice says where the graph was opened.
        let brace = document.rfind('{').context("no brace")?;
        let opened = format!("Position {{ byte: {brace},");
        let messages = Way::QUADS.asking(Asked::Messages);
        for size in (1..100).chain((100..400).step_by(7)) {
            ensure_same(&parser, document.as_bytes(), 3, size)?;
            let in_blocks = messages.in_blocks(PieceSizes::Of(usize::MAX), 3, size);
            for way in [messages, in_blocks] {
                let events = way.read(&by_parts, document.as_bytes());
                let is_told = |event: &Event| matches!(event, Event::Fault(fault) if fault.around.contains(&opened));
                ensure!(events.iter().any(is_told), "{way:?}: {events:#?}");
            }
        }
    }
    Ok(())
}

/// Documents whose faults are told once, and with their lines, wherever they are cut.
#[test]
fn faults_are_told_once_and_with_their_lines() -> Result<()> {
    // RDF objects to the prefix, and the grammar to the fourth term. A block may begin where the statement does.
    let two_faults = "# one\n:s :p :o :g .\n\n".repeat(20);
    let statement = "<x:s> <x:p> <x:o> .\n";
    let no_text = [
        statement.as_bytes(),
        b"<x:s> ] .\n \xE9 ",
        statement.repeat(50).as_bytes(),
    ]
    .concat();
    let faults = [
        "<x:s> a ] .",
        "<x:s> a \"1\"@toolonglanguage .",
        "<x:é> a x:o .",
    ];
    let mut lines = String::new();
    for number in 0..60 {
        let fault = faults[number % faults.len()];
        let end = ["\n", " ", "\r\n"][number % 7 % 3];
        lines += &format!("<x:é{number}> a <x:o> . {fault} <x:s> a <x:o> .  # .{end}");
    }
    // So long a line is not shown from its beginning.
    lines += &"<x:s> a <x:é> . ".repeat(100);
    lines += "<x:s> a ] .";
    for dialect in [Dialect::Turtle12, Dialect::TriG12] {
        let parser = stable_parser(dialect).with_recovery();
        for size in 1..200 {
            ensure_same(&parser, two_faults.as_bytes(), 3, size)?;
            ensure_same(&parser, &no_text, 3, size)?;
        }
        for size in (1..300).step_by(7) {
            ensure_same(&parser, lines.as_bytes(), 1, size)?;
            ensure_same(&parser, lines.as_bytes(), 2, size)?;
        }
        let faults = |document: &[u8]| {
            let seen = Way::QUADS.asking(Asked::Check).read(&parser, document);
            seen.iter()
                .filter(|event| matches!(event, Event::Fault(_)))
                .count()
        };
        assert_eq!((faults(two_faults.as_bytes()), faults(&no_text)), (40, 2));
    }
    Ok(())
}

/// One thread reads the rest where the state before a block is large.
#[test]
fn much_that_blocks_need_to_know_changes_nothing() -> Result<()> {
    let [prefixes, labels, base] = with_much_to_know();
    for (dialect, document) in [
        (Dialect::Turtle12, prefixes),
        (Dialect::TurtleWd2011, labels),
        (Dialect::Turtle12, base),
    ] {
        ensure_same(&stable_parser(dialect), document.as_bytes(), 2, 2000)?;
    }
    Ok(())
}
