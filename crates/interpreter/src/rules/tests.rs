//! Tests of the interpreter that need its private parts.

use super::*;
use testing::stack;

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

#[test]
fn the_stack_allowed_for_a_level_is_enough() {
    let check = |dialect: Dialect, brackets: &[_]| {
        let LoadedGrammar(rules) = loaded(dialect);
        stack::check(dialect.name(), STACK_PER_LEVEL, brackets, |text| {
            let pairs = rules.vm.parse(rules.start, text);
            pairs
                .map(drop)
                .map_err(|error| error.variant.message() == "stack limit reached")
        });
    };
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
        check(dialect, &brackets);
    }
    check(Dialect::Turtle12, &reified);
    check(Dialect::NTriples12, &reified[1..2]);
}
