//! The specification engine, which runs the productions as they stand, says what the fast engine says.

#![no_main]

use libfuzzer_sys::fuzz_target;
use turtle_peg::Engine;
use turtle_peg_fuzz::{Choice, quads};

fuzz_target!(|input: &[u8]| {
    let Some((choice, document)) = Choice::split(input) else {
        return;
    };
    let [specification, fast] =
        [Engine::Specification, Engine::Fast].map(|engine| choice.parser(engine));
    assert_eq!(
        quads(specification.parse_slice(document)),
        quads(fast.parse_slice(document)),
        "{choice:?}"
    );
});
