//! Tests of the interpreter that need its private parts.

use super::*;
use crate::engine::grammar::stack::check;
use crate::engine::{Scope, fast};

fn loaded(dialect: Dialect) -> LoadedGrammar {
    match LoadedGrammar::read(dialect.grammar()) {
        Ok(grammar) => grammar,
        Err(error) => panic!("{dialect}: {error}"),
    }
}

#[test]
fn each_dialect_is_known_by_its_grammar() {
    for dialect in Dialect::all() {
        assert_eq!(loaded(dialect).dialect(), dialect);
    }
}

/// Where the generated parsers, which know, say that a text's end matters, the probes say so, too; and nowhere else.
#[test]
fn probes_see_the_end_where_it_is_looked_at() {
    let mut documents = vec![
        "PREFIX ex: <x:> ex:a.b ex:p 'a', \"\"\"b\"\"\"@en-gb, 1.5e-7, 1. # é\n[] a (true) . _:b.c <x:p> '\\u00e9' .",
        "<x:s> <x:p> \"o\"^^<x:t> <x:g> . # c\r\n_:b <x:p> <<( <x:s> <x:p> \"é\"@en--ltr )>> .\n",
        "GRAPH <x:g> { [] a <x:A> ; . } _:g { <x:s> <x:p> <x:o>, 12.0 } @base <x:> . @version \"1.2\" .",
    ];
    documents.extend([
        "<x:s> <x:p> << <x:s> <x:p> true ~ _:r >> {| a 1 |} .",
        "  ",
        "@prefix",
    ]);
    let mut tree = TreeBuffer::default();
    for dialect in Dialect::all() {
        let grammar = loaded(dialect);
        for document in &documents {
            for (end, _) in document.char_indices().chain([(document.len(), ' ')]) {
                for start in [0, document.find(['.', '{']).map_or(0, |place| place + 1)] {
                    let Some(text) = document.get(start..end) else {
                        continue;
                    };
                    for scope in [Scope::Outside, Scope::InGraph] {
                        let wanted = Wanted::Statement(scope);
                        let expected = fast::hits_end(dialect, wanted, text, &mut tree);
                        let found = grammar.0.hits_end(wanted, text, 100, &mut tree);
                        assert_eq!(found, expected, "{dialect}, {scope:?}: {text:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_stack_allowed_for_a_level_is_enough() {
    let brackets = [("(", ")"), ("[<x:p> ", "]")];
    let reified = [
        ("<<<x:s> <x:p> ", ">>"),
        ("<<(<x:s> <x:p> ", ")>>"),
        ("<x:o> {|<x:p> ", "|}"),
    ];
    for dialect in [
        Dialect::TurtleSubmission,
        Dialect::TurtleWd2011,
        Dialect::Turtle12,
        Dialect::TriG12,
    ] {
        check(dialect, &*loaded(dialect).0, &brackets);
    }
    check(Dialect::Turtle12, &*loaded(Dialect::Turtle12).0, &reified);
    check(
        Dialect::NTriples12,
        &*loaded(Dialect::NTriples12).0,
        &reified[1..2],
    );
}
