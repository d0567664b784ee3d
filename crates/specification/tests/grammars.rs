//! Grammars without a PEG: SPARQL 1.2, Notation3, and small ones that need Earley's algorithm.

use notation::ebnf;
use std::fs;
use std::path::Path;
use turtle_peg_specification::compile::{Productions, compile};
use turtle_peg_specification::{EarleyRefusal, Machine, Rejection, Tables, earley};

fn tables(grammar: &str) -> Tables {
    let grammar = ebnf::read(grammar).unwrap();
    compile(&Productions::of_ebnf(&grammar)).unwrap().tables
}

/// Whether a text has two trees.
fn read(tables: &Tables, text: &str) -> Result<bool, Box<Rejection>> {
    match earley::read_document(tables, text, &mut ()) {
        Ok(is_ambiguous) => Ok(is_ambiguous),
        Err(EarleyRefusal::Rejected(rejection)) => Err(rejection),
        Err(EarleyRefusal::GivenUp { .. }) => panic!("{text:?} is given up"),
    }
}

/// A grammar accepts these texts, in one way each, and rejects the others, each at a byte where the given token, among others,
/// could be.
fn assert_reads(tables: &Tables, accepted: &[&str], rejected: &[(&str, usize, &str)]) {
    for text in accepted {
        let reading = read(tables, text);
        assert!(reading.is_ok_and(|is_ambiguous| !is_ambiguous), "{text}");
    }
    for (text, start, expected) in rejected {
        let rejection = read(tables, text).unwrap_err();
        assert_eq!(rejection.found.start(), *start, "{text}");
        let mut names = tables.names(&rejection.expected);
        assert!(names.any(|name| name == *expected), "{text}: {rejection:?}");
    }
}

#[test]
fn sparql_queries_are_read_by_the_specification_alone() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/grammars/sparql-1.2.ebnf");
    let tables = tables(&fs::read_to_string(path).unwrap());
    let accepted = [
        "SELECT * WHERE { ?s ?p ?o }",
        "PREFIX foaf: <http://xmlns.com/foaf/0.1/>\nSELECT ?name (COUNT(?x) AS ?n) # how many\nWHERE { ?x foaf:name ?name ; \
         foaf:knows/foaf:name+ \"B\"@en . FILTER (?n > 5 && !BOUND(?y)) OPTIONAL { ?x a foaf:Person } }\n\
         GROUP BY ?name ORDER BY DESC(?name) LIMIT 10",
        "ASK { << <x:s> <x:p> <x:o> >> <x:q> 1.5e3 }",
        "CONSTRUCT { ?s <x:p> [ <x:q> ( 1 2 ) ] } WHERE { GRAPH ?g { ?s ?p ?o } VALUES ?o { 1 UNDEF } }",
        "DESCRIBE <x:a> FROM <x:g>",
    ];
    let rejected = [
        ("SELECT WHERE { ?s ?p ?o }", 7, "VAR1"),
        ("SELECT * WHERE { ?s ?p }", 23, "VAR1"),
        ("ASK { ?s ?p ?o . . }", 17, "'}'"),
    ];
    assert_reads(&tables, &accepted, &rejected);
}

/// Notation3 has formulas, paths and variables, and tokens that Turtle lacks.
#[test]
fn notation3_documents_are_read_by_the_specification_alone() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/grammars/n3.ebnf");
    let tables = tables(&fs::read_to_string(path).unwrap());
    let accepted = [
        "@prefix : <http://example.org/#> .\n# A rule.\n{ ?x :parent ?y } => { ?y :child ?x } .",
        ":Ann is :child of :Bob . :Ann has :child :Bob .",
        "{ ?x a :Man } <= { ?x :sex :male } . :a = :b .",
        ":Ann!:mother^:child :likes \"x\"@en, 4.5, true, (\"a\" 1) .",
        "PREFIX : <x:> :a :b [ :c :d ] . <x:s> <- :p <x:o> .",
        "{ :a :b :c . :d :e :f } a :Formula .",
        "[ id :a :b :c ] :d { } .",
    ];
    let rejected = [
        (
            "@forAll :x . { :x a :Man } => { :x a :Mortal } .",
            0,
            "'@prefix'",
        ),
        ("{ ?x :p } => { } .", 8, "QUICK_VAR_NAME"),
        (":a :b :c", 8, "'.'"),
        ("{ :a :b :c .", 12, "'}'"),
        (":Ann is :child :Bob .", 15, "'of'"),
    ];
    assert_reads(&tables, &accepted, &rejected);
}

#[test]
fn left_recursion_takes_linear_space_and_no_stack() {
    let tables =
        tables("list ::= list ',' item | item\nitem ::= WORD\n@terminals\nWORD ::= [a-z]+");
    assert!(!tables.are_deterministic());
    let text = format!("a{}", ", a".repeat(50_000));
    assert!(read(&tables, &text).is_ok_and(|is_ambiguous| !is_ambiguous));
    assert_eq!(read(&tables, "a, a a").unwrap_err().found.start(), 5);
}

#[test]
fn right_recursion_takes_linear_time() {
    let tables = tables("list ::= WORD ',' list | '!'\n@terminals\nWORD ::= [a-z]+");
    let text = format!("{}!", "a, ".repeat(50_000));
    assert!(read(&tables, &text).is_ok_and(|is_ambiguous| !is_ambiguous));
}

/// By the EBNF a terminal that can match nothing may match nothing, and no token is of no character.
#[test]
fn terminals_that_can_be_nothing_may_be_absent() {
    let many = tables("s ::= A 'b'\n@terminals\nA ::= 'a'*");
    let optional = tables("s ::= A? 'b'\n@terminals\nA ::= 'a'+");
    for tables in [&many, &optional] {
        assert_reads(
            tables,
            &["b", "aaa b"],
            &[("a", 1, "'b'"), ("a a b", 2, "'b'")],
        );
    }
    let repeated = tables("s ::= (A B)+ 'c'?\n@terminals\nA ::= 'a'?\nB ::= 'b'? - 'a'");
    assert_reads(
        &repeated,
        &["", "a", "ab a c", "b b", "c"],
        &[("d", 0, "A")],
    );
}

/// Only open nonterminals are kept, and no place is read twice.
#[test]
fn long_texts_are_read_to_their_faults() {
    let tables = tables(
        "doc ::= (list '.')*\nlist ::= '(' (list | WORD)* ')'\n@terminals\nWORD ::= [a-z]+ ('.' [a-z]+)*",
    );
    let mut machine = Machine::new(&tables);
    for (text, fault) in [
        (format!("{}!", "(".repeat(100_000)), 100_000),
        (format!("{}(a)", "#\n".repeat(100_000)), 200_003),
        (format!("(a{} !", ".a".repeat(100_000)), 200_003),
    ] {
        let rejection = machine.read_document(&text, &mut ()).unwrap_err();
        assert_eq!(rejection.found.start(), fault);
    }
}
