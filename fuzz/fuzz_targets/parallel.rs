//! Several threads say of a document what one does. The input is written often enough for it to be cut.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::num::NonZeroUsize;
use turtle_peg::{Dialect, Engine, Parser, Part};
use turtle_peg_fuzz::{Choice, text_of};

/// More than one block, whatever a block has.
const LARGE: usize = 300_000;

fn lines(parser: &Parser, document: &[u8], threads: usize) -> Vec<String> {
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let mut all = Vec::new();
    let result: Result<(), ()> = parser.parse_parallel(document, threads, of_part, |lines| {
        all.extend(lines);
        Ok(())
    });
    assert_eq!(result, Ok(()));
    all
}

fn of_part(part: &mut Part<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(result) = part.next_statement(|quad, provenance| {
        let place = provenance.position(provenance.object);
        lines.push(format!("{place} {quad}"));
    }) {
        lines.extend(result.err().map(|error| text_of(&error)));
    }
    lines
}

fuzz_target!(|input: &[u8]| {
    let Some((choice, document)) = Choice::split(input) else {
        return;
    };
    // Earley's algorithm explains the faults of 2008's documents: in so many of them it takes a minute.
    if document.is_empty() || choice.dialect == Dialect::TurtleSubmission {
        return;
    }
    let document = document.repeat(LARGE.div_ceil(document.len()));
    let parser = choice.parser(Engine::Fast);
    assert_eq!(
        lines(&parser, &document, 1),
        lines(&parser, &document, 3),
        "{choice:?}"
    );
});
