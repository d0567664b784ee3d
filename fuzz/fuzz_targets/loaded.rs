//! A grammar that is run from its text is refused or runs: a document under it ends, by quads or by an error, and is the same
//! from a reader.

#![no_main]

use libfuzzer_sys::fuzz_target;
use turtle_peg::{LoadedGrammar, Parser};
use turtle_peg_fuzz::{quads, two_texts};

fuzz_target!(|input: &[u8]| {
    let Some((grammar, document)) = two_texts(input) else {
        return;
    };
    let Ok(grammar) = LoadedGrammar::read(grammar) else {
        return;
    };
    let parser = Parser::new(grammar.dialect())
        .with_grammar(&grammar)
        .continue_after_errors();
    assert_eq!(
        quads(parser.parse_str(document)),
        quads(parser.parse_reader(document.as_bytes())),
    );
    let _ = parser.read_tree(document, |tree| tree.root().descendants().count());
});
