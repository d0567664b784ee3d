//! A grammar that is run from its text is refused or runs: a document under it ends, by quads or by an error, and is the same
//! from a reader.

#![no_main]

use interpreter::LoadedGrammar;
use judge::way::{PieceSizes, Way};
use libfuzzer_sys::fuzz_target;
use turtle_peg::Parser;
use turtle_peg_fuzz::two_texts;

fuzz_target!(|input: &[u8]| {
    let Some((grammar, document)) = two_texts(input) else {
        return;
    };
    let Ok(grammar) = LoadedGrammar::read(grammar) else {
        return;
    };
    let parser = Parser::new(grammar.dialect())
        .with_grammar(grammar.clone())
        .with_recovery();
    let from_reader = Way::QUADS.in_pieces(PieceSizes::Of(usize::MAX));
    assert_eq!(
        Way::QUADS.read(&parser, document.as_bytes()),
        from_reader.read(&parser, document.as_bytes()),
    );
    let _ = parser.read_tree(document, |tree| tree.root().descendants().count());
});
