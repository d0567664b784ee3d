//! The fast engine and the reference engine say the same of every document, and who only checks it finds the same faults.

#![no_main]

use libfuzzer_sys::fuzz_target;
use turtle_peg::Engine;
use turtle_peg_fuzz::{Choice, checked, faults, quads, trees};

fuzz_target!(|input: &[u8]| {
    let Some((choice, document)) = Choice::split(input) else {
        return;
    };
    let [reference, fast] = [Engine::Reference, Engine::Fast].map(|engine| choice.parser(engine));
    assert_eq!(
        quads(reference.parse_slice(document)),
        quads(fast.parse_slice(document)),
        "{choice:?}"
    );
    assert_eq!(
        trees(reference.parse_slice(document)),
        trees(fast.parse_slice(document)),
        "{choice:?}"
    );
    assert_eq!(
        faults(fast.parse_slice(document)),
        checked(fast.parse_slice(document)),
        "{choice:?}"
    );
});
