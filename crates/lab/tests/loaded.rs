//! Grammars that are run from their text: errors in one are reported, and none makes a parser hang or panic.
//!
//! `corpus.rs` compares the dialects' own grammars, run in this way, with their compiled parsers.

use interpreter::{LoadErrorKind, LoadedGrammar};
use pretty_assertions::assert_eq;
use std::io::Read;
use std::thread;
use testing::soak;
use toolkit::{Comments, check, import, peg};
use turtle_peg::{Dialect, Error, Objection, Parser, SyntaxErrorKind};

fn load(text: &str) -> LoadedGrammar {
    LoadedGrammar::read(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A dialect's grammar, with one rule in place of another.
fn edited(dialect: Dialect, rule: &str, with: &str) -> String {
    let text = dialect.grammar();
    let before = format!("\n{rule} = ");
    let start = text.find(&before).unwrap() + 1;
    let length = text[start..].find("\n\n");
    let end = length.map_or(text.len(), |length| start + length);
    format!("{}{with}{}", &text[..start], &text[end..])
}

/// The result for a document: the number of triples, or the errors.
fn outcome(grammar: &LoadedGrammar, text: &str) -> (usize, Vec<String>) {
    let parser = Parser::new(grammar.dialect())
        .with_grammar(grammar.clone())
        .with_base_iri("http://example.org/")
        .unwrap()
        .with_recovery();
    let mut triples = 0;
    let mut errors = Vec::new();
    let mut document = parser.parse_str(text);
    while let Some(result) = document.next_statement(|_, _| triples += 1) {
        errors.extend(result.err().map(|error| error.to_string()));
    }
    (triples, errors)
}

#[test]
fn what_is_wrong_with_a_grammar_is_said_with_its_line() {
    let turtle = |rule: &str, with: &str| edited(Dialect::Turtle12, rule, with);
    for (text, expected) in [
        (
            turtle("verb", "verb = predicate | \"a\""),
            "60: expected `{`, `_`, `@`, `$`, or `!`",
        ),
        (
            turtle("verb", "verb = { predikate | \"a\" }"),
            "60: rule predikate is undefined",
        ),
        (
            turtle("verb", "verb = { object }\nverb = { predicate }"),
            "61: rule verb already defined",
        ),
        (
            turtle("verb", "verb = { (predicate?)* }"),
            "60: expression inside repetition cannot fail and will repeat infinitely",
        ),
        (
            turtle(
                "verb",
                "verb = { predicate }\n\n/// [9] adverb ::= iri\nadverb = { iri }",
            ),
            "63: the production adverb is new: what it means in RDF is not known. `--engine specification` asks only what \
             the productions accept; a rule that mirrors no production has no line with `///`",
        ),
        (
            turtle("verb", "verb = _{ predicate | \"a\" }"),
            "60: the production verb is silent (`verb = _{`): it would make no node, and what stands for it would be read \
             as something else; only white space and comments are silent",
        ),
        (
            turtle(
                "verb",
                "verb = { predicate }\n\n/// [9] adverb ::= iri\nadverb = _{ iri }",
            ),
            "63: the production adverb is silent (`adverb = _{`): it would make no node, and what stands for it would be \
             read as something else; only white space and comments are silent",
        ),
        (
            turtle("verb", "verb = { PUSH(predicate) ~ POP? }"),
            "60: verb uses PUSH, of pest's stack: such a grammar cannot be run here",
        ),
        (
            turtle("turtleDoc", "turtleDoc = _{ SOI ~ statement* ~ EOI }"),
            "16: the production turtleDoc is silent (`turtleDoc = _{`): it would make no node, and what stands for it would \
             be read as something else; only white space and comments are silent",
        ),
        (
            "statement = { SOI ~ EOI }".to_owned(),
            "1: there is no start rule: a document is a turtleDoc, ntriplesDoc, trigDoc or nquadsDoc",
        ),
    ] {
        let error = LoadedGrammar::read(&text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn left_recursion_is_refused() {
    let text = edited(
        Dialect::Turtle12,
        "verb",
        "verb = { verb ~ predicate | predicate }",
    );
    let error = LoadedGrammar::read(&text).unwrap_err();
    assert_eq!(error.line(), 60);
    assert!(
        matches!(error.kind(), LoadErrorKind::Invalid { message, .. } if message.contains("left-recursive"))
    );
}

#[test]
fn a_rule_that_mirrors_no_production_needs_no_meaning() {
    let text = edited(
        Dialect::Turtle12,
        "verb",
        "verb = { predicate | shorthand }\n\nshorthand = _{ \"is\" ~ \"a\" }",
    );
    let expected = (2, Vec::new());
    assert_eq!(
        outcome(&load(&text), "<s> <p> <o> . <s> is a <C> ."),
        expected
    );
}

#[test]
fn without_its_address_a_grammar_is_of_the_newest_dialect_of_its_language() {
    for (dialect, newest) in [
        (Dialect::TurtleSubmission, Dialect::Turtle12),
        (Dialect::NTriples11, Dialect::NTriples12),
        (Dialect::TriG11, Dialect::TriG12),
        (Dialect::NQuads11, Dialect::NQuads12),
    ] {
        assert_eq!(load(dialect.grammar()).dialect(), dialect);
        let text = dialect.grammar().replace(dialect.specification_url(), "");
        assert_eq!(load(&text).dialect(), newest);
    }
}

/// A grammar that is imported lacks nothing; it is read whole.
#[test]
fn an_imported_grammar_is_read_whole() {
    let text = "<x:s> <x:p> 1, 2; <x:q> 3, .";
    let imported = |dialect: Dialect| {
        let specified = peg::read(dialect.grammar()).unwrap().specified().unwrap();
        import(&specified, Comments::FromHash).unwrap().text
    };
    for (dialect, grammar) in [
        (Dialect::Turtle11, imported(Dialect::Turtle11)),
        (Dialect::Turtle12, imported(Dialect::Turtle12)),
    ] {
        let check = check(&peg::read(&grammar).unwrap(), None).unwrap();
        assert_eq!(check.findings, [], "{dialect}");
        let unmet = check.obligations.iter().find(|one| !one.is_met());
        assert_eq!(unmet, None, "{dialect}");
        let whole = Parser::new(dialect)
            .with_grammar(load(&grammar))
            .with_window(1);
        let parts = Parser::new(dialect).with_window(1);
        for (parser, before_fault) in [(parts, 3), (whole, 0)] {
            let triples = |text: &str| {
                let mut triples = 0;
                let result = parser.parse_str(text).for_each_quad(|_, _| triples += 1);
                (triples, result.is_ok())
            };
            assert_eq!(triples(text), (before_fault, false), "{dialect}");
            assert_eq!(triples(&text.replace(", .", ".")), (3, true), "{dialect}");
        }
    }
}

/// A rejection of the rules is told where it is, though the productions find no fault there; and nothing is read.
#[test]
fn what_the_rules_do_not_take_is_told() {
    let told = "the grammar's rules do not allow what is here, though its productions";
    for (rule, with, place) in [
        // A rule that takes less than its production.
        ("verb", "verb = { predicate }", "1:19: "),
        // A start rule that takes less than the document.
        ("turtleDoc", "turtleDoc = { SOI ~ statement }", "1:14: "),
    ] {
        let grammar = load(&edited(Dialect::Turtle12, rule, with));
        let (triples, errors) = outcome(&grammar, "<s> <p> <o> . <s> a <o> . <s> <p> <o> .");
        assert_eq!((triples, errors.len()), (0, 1), "{errors:?}");
        assert!(
            errors[0].starts_with(&format!("{place}{told}")),
            "{errors:?}"
        );
    }
}

/// A graph within a graph, and one that no brace opens.
#[test]
fn graphs_that_mean_nothing_are_told() {
    let nested = edited(
        Dialect::TriG12,
        "wrappedGraph",
        "wrappedGraph = { \"{\" ~ (wrappedGraph | triplesBlock)? ~ \"}\" }",
    );
    let open = edited(
        Dialect::TriG12,
        "wrappedGraph",
        "wrappedGraph = { \"(\" ~ triplesBlock? ~ \")\" }",
    );
    for (text, document) in [
        (nested, "<g> { { <s> <p> <o> } }"),
        (open, "<g> ( <s> <p> <o> )"),
    ] {
        let (triples, errors) = outcome(&load(&text), document);
        assert_eq!((triples, errors.len()), (0, 1), "{errors:?}");
        assert!(errors[0].contains("no meaning here"), "{errors:?}");
    }
}

/// Any change of a rule gives triples or errors.
#[test]
fn no_rule_makes_a_parser_panic() {
    let document = "@prefix ex: <x:> . PREFIX é: <x:> @base <x:/> . @version \"1.2\" . ex:a a 'b', \"c\"@en--ltr ; \
                    <p> 1, 2.5, 1e0, true, \"\"\"d\"\"\"^^ex:t ~ _:r {| <q> [ <r> ( <s> ) ] |} . [] <p> << <s> <p> <<( \
                    <s> <p> <o> )>> ~ <r> >> . <g> { <s> <p> <o>, ex:\\u0041%41 } GRAPH _:g { } ";
    for dialect in [Dialect::Turtle12, Dialect::TriG12, Dialect::NQuads12] {
        let rules: Vec<&str> = dialect
            .grammar()
            .lines()
            .filter(|line| !line.starts_with("//"))
            .filter_map(|line| Some(line.split_once(" = ")?.0))
            .filter(|rule| !rule.starts_with(' '))
            .collect();
        assert!(rules.len() > 20);
        for (index, rule) in rules.into_iter().enumerate().step_by(soak(5, 1)) {
            // Some of them with each rule, all of them with some.
            let bodies = [
                "{ ANY }",
                "@{ ANY }",
                "@{ (!\" \" ~ ANY)+ }",
                "{ \"<\" ~ (!(\" \" | \".\") ~ ANY)* }",
                "{ \"\" }",
                "@{ \"\\\\u\"? ~ (!(\" \" | \".\") ~ ANY)* }",
                "{ !\"@prefix\" ~ PN_CHARS_BASE+ ~ (\":\" ~ PN_CHARS_BASE*)? }",
            ];
            for body in bodies.into_iter().skip(index % 3).step_by(3) {
                let text = edited(dialect, rule, &format!("{rule} = {body}"));
                if let Ok(grammar) = LoadedGrammar::read(&text) {
                    outcome(&grammar, document);
                }
            }
        }
    }
}

/// As `depth.rs` has it for the other engines.
#[test]
fn nesting_has_its_limit_whatever_the_stack() {
    let run = || {
        let grammar = load(Dialect::Turtle12.grammar());
        let parse = |levels: usize, close: &str| {
            let (open, close) = ("[<x:p> (".repeat(levels), close.repeat(levels));
            let text = format!("<x:s> <x:p> {open}<x:o>{close} .");
            let parser = Parser::new(Dialect::Turtle12).with_grammar(grammar.clone());
            let in_pieces = text.as_bytes().chain(&b""[..]);
            parser.parse_reader(in_pieces).for_each_quad(|_, _| ())
        };
        assert!(parse(500, ")]").is_ok());
        for (levels, close) in [(501, ")]"), (10_000, ")]"), (10_000, "")] {
            match parse(levels, close) {
                Err(Error::Syntax(error)) => {
                    let is_too_deep = matches!(
                        error.kind(),
                        SyntaxErrorKind::NestingLimit { limit: 1000, .. }
                    );
                    assert!(is_too_deep, "{levels} {close}: {error}");
                }
                result => panic!("{levels} {close}: {result:?}"),
            }
        }
    };
    let thread = thread::Builder::new().stack_size(2 * 1024 * 1024);
    thread.spawn(run).unwrap().join().unwrap();
}

/// An edited grammar, without the data of a compiled one, gives a document equal results however it is cut.
#[test]
fn an_edited_grammar_reads_the_same_in_whatever_pieces() {
    let text = edited(
        Dialect::Turtle12,
        "verb",
        "verb = { predicate | \"is\" ~ (^\"an\" | \"a\") | until }\n\nuntil = @{ \"-\" ~ (!(\"->\" | \"=>\") ~ ANY)* ~ ANY ~ \">\" }",
    );
    let grammar = load(&text);
    let parser = Parser::new(Dialect::Turtle12)
        .with_grammar(grammar.clone())
        .with_recovery();
    let conforming =
        "PREFIX : <x:> :s is aN :Owl ; is a :é . :s :p :o. :s --=- > => 5.0 . :s :p 'l'@en .";
    // The productions have another fault before, which is none by the rules.
    let at_fault = "PREFIX : <x:> :s is aN :Owl . :s :p . :s :p :o .";
    let read = |reader: &mut dyn Read| -> Vec<String> {
        let document = parser.parse_reader(reader).triples();
        let shown = |result: Result<_, Error>| match result {
            Ok(triple) => format!("{triple:?}"),
            Err(error) => error.to_string(),
        };
        document.map(shown).collect()
    };
    for (document, results) in [(conforming, 5), (at_fault, 1)] {
        let whole = read(&mut document.as_bytes());
        assert_eq!(whole.len(), results, "{whole:#?}");
        for cut in 0..document.len() {
            let (first, rest) = document.as_bytes().split_at(cut);
            assert_eq!(read(&mut first.chain(rest)), whole, "cut at {cut}");
        }
    }
}

#[test]
fn an_escape_sequence_that_the_grammar_takes_for_another_has_no_meaning() {
    let text = Dialect::Turtle12.grammar();
    let (four, three) = (
        r#""\\u" ~ HEX ~ HEX ~ HEX ~ HEX |"#,
        r#""\\u" ~ HEX ~ HEX ~ HEX |"#,
    );
    assert_eq!(text.matches(four).count(), 1);
    let document = r#"<x:a> <x:b> "a\nb\u0041" . <x:a> <x:b> "a\nb" ."#;
    assert_eq!(outcome(&load(text), document), (2, Vec::new()));
    let edited = load(&text.replace(four, three));
    let parser = Parser::new(Dialect::Turtle12).with_grammar(edited.clone());
    let error = parser.parse_str(document).triples().next().unwrap();
    let Err(Error::Syntax(error)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(error.kind().objection(), Objection::Meaning);
    assert_eq!(error.bytes(), 17..23);
    assert_eq!(error.production().unwrap().name(), "UCHAR");
    let (triples, errors) = outcome(&edited, document);
    assert_eq!((triples, errors.len()), (1, 1));
}
