//! What is written of a document that RDF 1.2 has terms for is read as the same quads, and written as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use turtle_peg::oxrdf::Quad;
use turtle_peg::{BeyondRdf12, Dialect, Engine, NQuadsWriter, Parser};
use turtle_peg_fuzz::Choice;

fn written(quads: &[Quad]) -> Vec<u8> {
    let mut writer = NQuadsWriter::new(Vec::new());
    for quad in quads {
        writer.write_quad(quad).expect("memory takes it");
    }
    writer.into_inner()
}

fuzz_target!(|input: &[u8]| {
    let Some((choice, document)) = Choice::split(input) else {
        return;
    };
    let quads = choice.parser(Engine::Fast).parse_slice(document).quads();
    let quads: Vec<_> = quads
        .filter_map(Result::ok)
        .filter(|quad| BeyondRdf12::of(quad.as_ref()).is_none())
        .collect();
    let first = written(&quads);
    let read: Result<Vec<_>, _> = Parser::new(Dialect::NQuads12)
        .with_nesting_limit(300)
        .parse_slice(&first)
        .quads()
        .collect();
    let read = read.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&first)));
    assert_eq!(read, quads);
    assert_eq!(written(&read), first);
});
