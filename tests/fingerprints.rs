//! The productions above the rules are the specifications', word for word: each grammar has the fingerprint of the text
//! that it mirrors.
#![cfg(feature = "inspect")]

use pretty_assertions::assert_eq;
use sha2::{Digest as _, Sha256};
use testing::folders::SPECIFICATIONS;
use turtle_peg::Dialect;
use turtle_peg::inspect::{Grammar, ebnf, peg};

/// A line of `grammar/fingerprints.txt`.
struct Published {
    fingerprint: &'static str,
    address: &'static str,
}

fn published(dialect: Dialect) -> Published {
    let lines = include_str!("../grammar/fingerprints.txt").lines();
    let mut words = lines.map(|line| line.split(' '));
    let mut words = words
        .find(|words| words.clone().next() == Some(dialect.name()))
        .unwrap_or_else(|| panic!("{dialect} has no fingerprint"))
        .skip(1);
    Published {
        fingerprint: words.next().unwrap(),
        address: words.next().unwrap(),
    }
}

/// SHA-256 of the productions, each on a line.
fn fingerprint(grammar: &Grammar) -> String {
    let mut hash = Sha256::new();
    for rule in &grammar.rules {
        hash.update(ebnf::print_rule(rule));
        hash.update("\n");
    }
    format!("{:x}", hash.finalize())
}

#[test]
fn every_grammar_quotes_its_specification() {
    for dialect in Dialect::all() {
        let published = published(dialect);
        let quoted = peg::read(dialect.grammar()).and_then(|file| file.specified());
        assert_eq!(
            fingerprint(&quoted.unwrap()),
            published.fingerprint,
            "{dialect} quotes productions that were not published; `turtle-peg grammar check --ebnf FILE {dialect}` says which"
        );
        assert_eq!(dialect.address(), published.address);
    }
}

/// The texts themselves, where `SPECIFICATIONS` names a folder with a file `DIALECT.ebnf` for each.
#[test]
fn the_fingerprints_are_those_of_the_published_texts() {
    let Some(folder) = &*SPECIFICATIONS else {
        return;
    };
    for dialect in Dialect::all() {
        let path = folder.join(format!("{dialect}.ebnf"));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let grammar = ebnf::read(&text).unwrap();
        assert_eq!(
            fingerprint(&grammar),
            published(dialect).fingerprint,
            "{dialect}"
        );
    }
}

#[test]
fn every_word_of_a_production_counts() {
    let of = |text: &str| fingerprint(&ebnf::read(text).unwrap());
    let original = of("[1] a ::= b 'x'?\n[2] b ::= [a-z]");
    for changed in [
        "[1] a ::= b 'x'*\n[2] b ::= [a-z]",
        "[1] a ::= b 'x'?\n[3] b ::= [a-z]",
        "[1] a ::= b 'x'?\n[2] b ::= [a-y]",
        "[2] b ::= [a-z]\n[1] a ::= b 'x'?",
        "[1] a ::= b 'x'?",
    ] {
        assert_ne!(of(changed), original, "{changed}");
    }
    assert_eq!(of("[1]  a  ::=  b ( 'x' ) ?\n[2] b ::= [a-z]"), original);
}
