//! A `.pest` file whose productions are run: whatever the text, there is an answer.

#![no_main]

use interpreter::SpecifiedGrammar;
use libfuzzer_sys::fuzz_target;
use turtle_peg_fuzz::two_texts;

fuzz_target!(|input: &[u8]| {
    let Some((grammar, document)) = two_texts(input) else {
        return;
    };
    if let Ok(grammar) = SpecifiedGrammar::read_pest(grammar)
        && let Ok(reading) = grammar.read(document)
    {
        for node in reading.nodes() {
            assert!(document.get(node.span.clone()).is_some());
        }
    }
});
