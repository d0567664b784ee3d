//! Ranges that are read from checkpoints come to the document: quads, labels, places and faults, to the last word of advice.

use anyhow::{Context as _, Result};
use judge::claim::DocumentClaim;
use judge::mutants::stable_parser;
use judge::mutation::{dictionary, mutate};
use judge::way::{Asked, Way};
use std::collections::HashMap;
use std::fs;
use std::num::NonZeroUsize;
use testing::documents::{corpus, documents_in, with_dependent_statements, with_much_to_know};
use testing::folders::SUITES;
use testing::random::Random;
use testing::soak;
use turtle_peg::{Dialect, Parser};

fn ensure_same(parser: &Parser, document: &[u8], size: u64) -> Result<()> {
    for asked in [Asked::Quads, Asked::Messages] {
        let way = Way::QUADS.asking(asked);
        let compared = DocumentClaim::Same(way, way.in_ranges(size)).check(parser, document);
        compared.with_context(|| format!("{}, ranges of {size} bytes", parser.dialect()))?;
    }
    Ok(())
}

/// A parser that stops at errors, one that goes on, and one that reads statements part by part.
fn parsers(dialect: Dialect) -> Result<[Parser; 3]> {
    let parser = stable_parser(dialect)
        .with_base_iri("x:base")?
        .with_blank_node_prefix("d-")?;
    let going_on = parser.clone().with_recovery();
    Ok([
        parser,
        going_on.clone(),
        going_on.with_lenience().with_window(30),
    ])
}

/// A checkpoint after every statement, and after some.
#[test]
fn all_documents_are_their_ranges() -> Result<()> {
    let suites = SUITES.iter().flat_map(|folder| documents_in(folder));
    for (index, path) in corpus().into_iter().chain(suites).enumerate() {
        let dialect = Dialect::from_path(&path).context("no dialect")?;
        let document = fs::read(&path)?;
        // Each document with each parser, and with ranges of one statement or of some.
        for (number, parser) in parsers(dialect)?.iter().enumerate() {
            let size = match (index + number) % 2 {
                0 => 1,
                _ => 20 + index as u64 % 71,
            };
            ensure_same(parser, &document, size).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// Declarations that are made again, graphs over several ranges, labels, comments, line ends of two characters; in every
/// dialect, with a byte order mark, and broken.
#[test]
fn what_ranges_need_of_those_before_is_in_their_checkpoints() -> Result<()> {
    let mut random = Random::new(33);
    let tokens = dictionary();
    for dialect in Dialect::all() {
        let is_line_based = dialect.is_line_based();
        let text = with_dependent_statements(is_line_based, dialect.has_named_graphs(), 40);
        let text = String::from_utf8(text)?;
        let mut documents = vec![
            text.clone(),
            format!("\u{FEFF}{text}"),
            text.replace('\n', "\r\n"),
        ];
        documents.extend((0..soak(2, 8)).map(|_| mutate(&text, &tokens, &mut random)));
        for document in documents {
            for parser in parsers(dialect)? {
                for size in [1, random.between(2, 500) as u64] {
                    ensure_same(&parser, document.as_bytes(), size).context(document.clone())?;
                }
            }
        }
    }
    Ok(())
}

#[test]
fn much_that_ranges_need_to_know_is_in_their_checkpoints() -> Result<()> {
    let [prefixes, labels, base] = with_much_to_know();
    for (dialect, document) in [
        (Dialect::Turtle12, prefixes),
        (Dialect::TurtleWd2011, labels),
        (Dialect::Turtle12, base),
    ] {
        ensure_same(&stable_parser(dialect), document.as_bytes(), 20_000)?;
    }
    Ok(())
}

/// Checkpoints of one pass, by any number of threads, are those that a document gives at the places.
#[test]
fn checkpoints_of_threads_are_those_of_the_document() -> Result<()> {
    for dialect in Dialect::all() {
        let (is_line_based, has_graphs) = (dialect.is_line_based(), dialect.has_named_graphs());
        let document = with_dependent_statements(is_line_based, has_graphs, 300);
        for parser in parsers(dialect)? {
            let mut by_byte = HashMap::new();
            let mut reading = parser.parse_slice(&document);
            while let Some(result) = reading.check_statement() {
                result?;
                by_byte.extend(reading.checkpoint().map(|it| (it.position().byte, it)));
            }
            for (threads, every) in [(1, 1), (1, 3000), (3, 1), (3, 700)] {
                let threads = NonZeroUsize::new(threads).context("no thread")?;
                let found = parser.checkpoints(document.as_slice(), threads, every)?;
                assert!(found.len() > 2, "{dialect}: {}", found.len());
                for (before, next) in found.iter().zip(&found[1..]) {
                    let byte = next.position().byte;
                    assert_eq!(Some(next), by_byte.get(&byte), "{dialect}, byte {byte}");
                    assert!(byte - before.position().byte >= every);
                }
            }
        }
    }
    Ok(())
}
