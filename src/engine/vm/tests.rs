//! Tests of the interpreter that need its private parts.

use super::*;
use crate::engine::grammar::stack::check;
use crate::engine::{Scope, Settings, fast, grammar, reference};

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

/// Three judges of whether a text's end matters: the generated parsers, the probes, and the state of pest that is watched.
#[test]
fn all_engines_look_at_the_end_of_the_same_texts() {
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
        let edited = loaded(dialect);
        for document in &documents {
            for (end, _) in document.char_indices().chain([(document.len(), ' ')]) {
                for start in [0, document.find(['.', '{']).map_or(0, |place| place + 1)] {
                    let Some(text) = document.get(start..end) else {
                        continue;
                    };
                    for scope in [Scope::Outside, Scope::InGraph] {
                        let wanted = Request::Statement(scope);
                        let settings = Settings::new(dialect, 100);
                        let follows = Follows::Unread;
                        let fast = fast::next_statement(&settings, scope, text, follows, &mut tree);
                        let expected = fast == Some(Reply::Undecided);
                        let loaded = grammar::next_statement(
                            &*edited.0, 100, wanted, text, follows, &mut tree,
                        );
                        let derived =
                            reference::next_statement(&settings, wanted, text, follows, &mut tree);
                        for found in [loaded, derived] {
                            let is_undecided = found == Ok(Reply::Undecided);
                            assert_eq!(is_undecided, expected, "{dialect}, {scope:?}: {text:?}");
                        }
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
