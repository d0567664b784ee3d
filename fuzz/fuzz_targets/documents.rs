//! A document, read in several ways: the claims of `crates/judge` hold for it.

#![no_main]

use judge::mutants::{claims, parser};
use libfuzzer_sys::fuzz_target;
use turtle_peg_fuzz::split;

fuzz_target!(|input: &[u8]| {
    let Some((dialect, mut random, document)) = split(input) else {
        return;
    };
    let parser = parser(dialect, &mut random);
    for claim in claims(&mut random) {
        if let Err(difference) = claim.check(&parser, document) {
            panic!("{claim:?}\n{parser:?}\n{difference}");
        }
    }
});
