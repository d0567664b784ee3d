//! Grammars that are made to be hard, read and run; limits bound every superlinear step.

use super::{Family, fill, nested, numbered};
use interpreter::{LoadedGrammar, SpecifiedGrammar};
use toolkit::{Analyses, ebnf, hygiene};
use turtle_peg::{Dialect, Parser};

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it is text")
}

/// EBNF that is read.
fn ebnf(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Family {
    Family::new(name, 1024, make, |bytes| {
        ebnf::read(text(bytes)).map_or(0, |grammar| grammar.rules.len())
    })
}

/// A document that a grammar's productions read.
fn run(
    name: &'static str,
    grammar: &'static str,
    make: impl Fn(usize) -> String + 'static,
) -> Family {
    let grammar = SpecifiedGrammar::read_ebnf(grammar).expect("it is a grammar");
    Family::new(name, 128, make, move |bytes| {
        let reading = grammar.read(text(bytes)).expect("it conforms");
        reading.nodes().len()
    })
}

pub fn families() -> Vec<Family> {
    let mut all = vec![
        ebnf("EBNF: productions", |n| numbered("a# ::= 'x'\n", n)),
        ebnf("EBNF: a chain of productions", |n| {
            numbered("a# ::= 'x' a000000?\n", n)
        }),
        ebnf("EBNF: alternatives", |n| {
            format!("a ::= {}'x'", fill("'y' | ", n / 8))
        }),
        ebnf("EBNF: a literal", |n| format!("a ::= '{}'", fill("y", n))),
        ebnf("EBNF: a class", |n| {
            format!("a ::= [{}]", fill("a-z", n / 8))
        }),
        ebnf("EBNF: a comment", |n| {
            format!("/* {} */ a ::= 'x'", fill("*", n))
        }),
        ebnf("EBNF: parentheses, too many", |n| {
            format!("a ::= {}", nested("(", "'x'", ")", n + 10_000))
        }),
        ebnf("EBNF: words", |n| fill("x ", n)),
    ];
    all.extend([
        run("a grammar's list, read", "a ::= 'x'*", |n| fill("x", n)),
        run(
            "a grammar's left recursion, read",
            "a ::= a 'x' | 'x'",
            |n| fill("x", n),
        ),
        run(
            "a grammar's right recursion, read",
            "a ::= 'x' a | 'x'",
            |n| fill("x", n),
        ),
        run("a grammar's brackets, read", "a ::= '(' a ')' | 'x'", |n| {
            nested("(", "x", ")", n)
        }),
        run("an ambiguous grammar, read", "a ::= a a | 'x'", |n| {
            fill("x", n / 8)
        })
        .may(
            3.2,
            "Earley's algorithm takes cubic time where a grammar is ambiguous",
        ),
    ]);
    all.extend(analysed());
    all.push(loaded());
    all
}

fn analysed() -> Vec<Family> {
    let chain = |n| numbered("r# ::= 'k#' r999999?\n", n) + "r999999 ::= 'z'\n";
    vec![
        Family::new("a grammar's flaws", 1024, chain, |bytes| {
            let grammar = ebnf::read(text(bytes)).expect("it is a grammar");
            hygiene::flaws(&grammar).len()
        }),
        Family::new("a grammar's conflicts", 256, chain, |bytes| {
            let grammar = ebnf::read(text(bytes)).expect("it is a grammar");
            Analyses::of(&grammar).map_or(0, |analyses| analyses.ll1.len())
        }),
    ]
}

/// A document under a grammar that is run from its text.
fn loaded() -> Family {
    let grammar = LoadedGrammar::read(Dialect::Turtle12.grammar()).expect("it is a dialect's");
    let parser = Parser::new(Dialect::Turtle12).with_grammar(grammar);
    let make = |n| format!("<x:s> a {} 1 .", fill("1, ", n));
    Family::new("objects, by a loaded grammar", 512, make, move |bytes| {
        parser
            .parse_slice(bytes)
            .quads()
            .filter(Result::is_ok)
            .count()
    })
}
