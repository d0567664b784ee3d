//! The reader of EBNF, and grammars that are run by their productions: whatever the text, there is an answer; and an EBNF that is
//! read is printed and read as the same.

#![no_main]

use interpreter::SpecifiedGrammar;
use libfuzzer_sys::fuzz_target;
use toolkit::ebnf;
use turtle_peg_fuzz::two_texts;

fuzz_target!(|input: &[u8]| {
    let Some((grammar, document)) = two_texts(input) else {
        return;
    };
    if let Ok(read) = ebnf::read(grammar) {
        let printed = ebnf::print(&read);
        let again = ebnf::read(&printed).expect("what is printed is EBNF");
        assert_eq!(ebnf::print(&again), printed);
    }
    if let Ok(grammar) = SpecifiedGrammar::read_ebnf(grammar)
        && let Ok(reading) = grammar.read(document)
    {
        for node in reading.nodes() {
            assert!(document.get(node.span.clone()).is_some());
        }
    }
});
