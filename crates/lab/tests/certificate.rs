//! The certificate: each rule of a dialect is in it, and each fault that is put in breaks the expected obligations, and nothing else.
//! What holds of the dialects as they are is in docs/FINDINGS.md ("Certificates"), which `tests/findings` compares.
//!
//! A fault is a row of a table: a dialect, a text of its grammar with its replacement, and the obligations that are
//! then broken. An obligation that only rests on one of them is not broken, and nothing is left open.
use pretty_assertions::assert_eq;
use testing::side_by_side;
use toolkit::{Check, Claim, Obligation, ObligationOutcome, check, ebnf, peg};
use turtle_peg::Dialect;

fn certificate(grammar: &str) -> Check {
    check(&peg::read(grammar).unwrap(), None).unwrap()
}

/// `claim rule`, in order.
fn named(check: &Check, is_so: impl Fn(&Obligation) -> bool) -> Vec<String> {
    let obligations = check.obligations.iter().filter(|one| is_so(one));
    obligations
        .map(|one| format!("{} {}", one.claim, one.rule))
        .collect()
}

/// Each rule that mirrors a production has an obligation, and each other rule serves one that has.
#[test]
fn no_rule_is_left_out() {
    for dialect in Dialect::all() {
        let check = certificate(dialect.grammar());
        let grammar = peg::read(dialect.grammar()).unwrap();
        for (rule, above) in grammar.written.rules.iter().zip(&grammar.above) {
            let is_listed = check.obligations.iter().any(|one| one.rule == rule.name);
            let mut departures = above.departures.iter();
            let is_guard = departures.any(|one| one.kind == peg::DepartureKind::Guard);
            assert!(is_listed || is_guard, "{dialect}: {}", rule.name);
        }
    }
}

struct Fault {
    dialect: &'static str,
    /// A text of the grammar, and its replacement.
    edits: &'static [(&'static str, &'static str)],
    /// The broken obligations: claims and rules.
    broken: &'static [&'static str],
}

#[rustfmt::skip]
const FAULTS: &[Fault] = &[
    // structure
    Fault { dialect: "turtle-1.2", broken: &["structure statement"], edits: &[
        ("triples ~ \".\" }\n\n/// [3]", "triples ~ (\".\" | \";\") }\n\n/// [3]")] },
    Fault { dialect: "turtle-1.2", broken: &["structure iri"], edits: &[
        ("iri = { IRIREF | PrefixedName }", "iri = { IRIREF | PrefixedName | PrefixedName }")] },
    Fault { dialect: "turtle-1.2", broken: &["structure NumericLiteral"], edits: &[
        ("// order: INTEGER and", "// repeat: INTEGER and")] },
    Fault { dialect: "trig-1.2", broken: &["structure triplesBlock"], edits: &[
        ("triples ~ (\".\" ~ triples)* ~ \".\"? }", "triples ~ (\".\" ~ triples)* ~ \".\" }")] },
    Fault { dialect: "turtle-1.1", broken: &["structure PN_CHARS_BASE", "language PN_CHARS_BASE"], edits: &[
        ("'A'..'Z' | 'a'..'z'\n", "'A'..'Z' | 'a'..'y'\n")] },
    Fault { dialect: "turtle-1.2", broken: &["structure PN_PREFIX", "language PN_PREFIX"], edits: &[
        ("PN_PREFIX = @{ PN_CHARS_BASE ~ (\".\"* ~ PN_CHARS)* }",
         "PN_PREFIX = @{ PN_CHARS_BASE ~ ((PN_CHARS | \".\")* ~ PN_CHARS)? }")] },
    // erratum
    Fault { dialect: "n-triples-1.1", broken: &["structure PN_CHARS_U", "erratum PN_CHARS_U", "language PN_CHARS_U"], edits: &[
        ("corrected: PN_CHARS_BASE | '_'", "corrected: PN_CHARS_BASE | UNDERSCORE")] },
    // trivia
    Fault { dialect: "n-triples-1.2", broken: &["trivia ntriplesDoc"], edits: &[
        ("(EOL+ ~ statement)* ~ EOL* ~ EOI }", "(EOL+ ~ statement)* ~ EOL? ~ EOI }")] },
    // white space
    Fault { dialect: "turtle-1.2", broken: &["white-space WHITESPACE"], edits: &[
        ("WHITESPACE = _{ WS }", "WHITESPACE = _{ \" \" | \"\\t\" }")] },
    // token
    Fault { dialect: "n-quads-1.2", broken: &["token EOL"], edits: &[
        ("WHITESPACE = _{ \"\\u{20}\" | \"\\u{09}\" }", "WHITESPACE = _{ \"\\u{20}\" | \"\\u{09}\" | \"\\u{0A}\" }")] },
    // language
    Fault { dialect: "turtle-1.2", broken: &["language INTEGER"], edits: &[
        ("INTEGER ::= [+-]? [0-9]+", "INTEGER ::= [+-]? [0-9]* [0-9]"),
        ("INTEGER = @{ (\"+\" | \"-\")? ~ ('0'..'9')+ }", "INTEGER = @{ (\"+\" | \"-\")? ~ ('0'..'9')* ~ '0'..'9' }")] },
    // tie
    Fault { dialect: "turtle-1.2", broken: &["tie turtleDoc"], edits: &[
        ("'@version' VersionSpecifier '.'", "'@version' VersionSpecifier LANG_DIR? '@base' '.'"),
        ("\"@version\" ~ VersionSpecifier ~ \".\"", "\"@version\" ~ VersionSpecifier ~ LANG_DIR? ~ \"@base\" ~ \".\"")] },
    // difference
    Fault { dialect: "turtle-1.2", broken: &["difference PrefixedName"], edits: &[
        ("PrefixedName ::= PNAME_LN | PNAME_NS\n", "PrefixedName ::= PNAME_LN | (PNAME_NS - [x])\n// class: a difference\n"),
        ("PrefixedName = { PNAME_LN | PNAME_NS }", "PrefixedName = { PNAME_LN | !'x'..'x' ~ PNAME_NS }")] },
    // guard
    Fault { dialect: "turtle-1.2", broken: &["guard sparqlPrefix"], edits: &[
        ("!PNAME_NS ~ ^\"PREFIX\"", "!(PNAME_NS | ^\"PREFIX\" ~ \"<\") ~ ^\"PREFIX\"")] },
    // cut
    Fault { dialect: "turtle-1.2", broken: &["cut prefixID"], edits: &[
        ("!longerThanPrefix ~ \"@prefix\"", "\"@prefix\""), ("// guard: `@prefixex` is one LANG_DIR", "// -")] },
    Fault { dialect: "turtle-1.2", broken: &["cut sparqlPrefix"], edits: &[
        ("!PNAME_NS ~ ^\"PREFIX\"", "!\"PREFIX:\" ~ ^\"PREFIX\"")] },
    Fault { dialect: "trig-1.1", broken: &["cut block"], edits: &[
        ("!PNAME_NS ~ ^\"GRAPH\"", "^\"GRAPH\""), ("// guard: `GRAPH:`", "// -")] },
    // choice
    Fault { dialect: "turtle-1.2", broken: &["choice NumericLiteral"], edits: &[
        ("{ DOUBLE | DECIMAL | INTEGER }", "{ DECIMAL | DOUBLE | INTEGER }")] },
    Fault { dialect: "turtle-1.2", broken: &["choice String"], edits: &[
        ("{ STRING_LITERAL_LONG_SINGLE_QUOTE | STRING_LITERAL_LONG_QUOTE | STRING_LITERAL_QUOTE |",
         "{ STRING_LITERAL_QUOTE | STRING_LITERAL_LONG_SINGLE_QUOTE | STRING_LITERAL_LONG_QUOTE |")] },
    Fault { dialect: "turtle-1.2", broken: &["choice ttSubject"], edits: &[
        ("ttSubject ::= iri | BlankNode", "ttSubject ::= collection | '(' ')' ';'"),
        ("ttSubject = { iri | BlankNode }", "ttSubject = { collection | \"(\" ~ \")\" ~ \";\" }")] },
    // repetition
    Fault { dialect: "turtle-1.2", broken: &["repetition collection"], edits: &[
        ("collection ::= '(' object* ')'", "collection ::= '(' object* object ')'"),
        ("\"(\" ~ object* ~ \")\"", "\"(\" ~ object* ~ object ~ \")\"")] },
    Fault { dialect: "turtle-wd2011", broken: &["repetition predicateObjectList"], edits: &[
        ("(( \";\" verb objectList ))* (\";\")?", "(( \";\" verb objectList ))* (\";\" verb objectList \"!\")?"),
        ("(\";\" ~ verb ~ objectList)* ~ \";\"? }", "(\";\" ~ verb ~ objectList)* ~ (\";\" ~ verb ~ objectList ~ \"!\")? }")] },
    // start
    Fault { dialect: "turtle-1.2", broken: &["start turtleDoc"], edits: &[
        ("turtleDoc = { SOI ~ statement* ~ EOI }", "turtleDoc = { statement* }")] },
];

/// The obligations that a fault breaks, and those that it leaves open.
fn broken(fault: &Fault) -> String {
    let dialect: Dialect = fault.dialect.parse().unwrap();
    let mut grammar = dialect.grammar().to_owned();
    for (before, after) in fault.edits {
        assert!(grammar.contains(before), "{dialect}: {before}");
        grammar = grammar.replacen(before, after, 1);
    }
    // A comment that no longer declares a departure is removed.
    let lines = grammar.lines().filter(|line| !line.starts_with("// -"));
    let check = certificate(&lines.collect::<Vec<_>>().join("\n"));
    assert!(
        !check.findings.is_empty(),
        "{dialect}: {}",
        fault.edits[0].1
    );
    let broken = named(&check, |one| {
        matches!(one.outcome, ObligationOutcome::Broken(_))
    });
    let open = named(&check, Obligation::is_open);
    format!("{broken:?}, open: {open:?}")
}

#[test]
fn each_fault_breaks_what_it_should_and_nothing_else() {
    let told = |results: Vec<String>| -> String {
        let lines = FAULTS.iter().zip(results).map(|(fault, result)| {
            format!(
                "{}: {}\n  {result}\n",
                fault.dialect,
                fault.edits[0].1.trim()
            )
        });
        lines.collect()
    };
    let expected = FAULTS
        .iter()
        .map(|fault| format!("{:?}, open: []", fault.broken));
    let expected = told(expected.collect());
    assert_eq!(told(side_by_side(FAULTS, broken)), expected);
}

#[test]
fn each_claim_has_a_fault() {
    let claims = Claim::ALL
        .into_iter()
        .filter(|claim| *claim != Claim::Quotation);
    for claim in claims {
        let is_of_claim = |broken: &str| broken.split(' ').next() == Some(claim.name());
        let mut faults = FAULTS.iter();
        assert!(
            faults.any(|fault| fault.broken.iter().any(|it| is_of_claim(it))),
            "{claim}"
        );
    }
}

/// The productions above the rules are held against the specification's own text, if that is given.
#[test]
fn a_quotation_that_is_not_the_specifications_is_broken() {
    let dialect: Dialect = "n-triples-1.2".parse().unwrap();
    let grammar = peg::read(dialect.grammar()).unwrap();
    let own = ebnf::print(&grammar.specified().unwrap());
    for (text, expected) in [
        (own.clone(), vec![]),
        (own.replace("'^^'", "'^'"), vec!["quotation ntriplesDoc"]),
    ] {
        let check = check(&grammar, Some(&ebnf::read(&text).unwrap())).unwrap();
        assert_eq!(named(&check, |one| !one.is_met()), expected);
        assert!(
            check
                .obligations
                .iter()
                .any(|one| one.claim == Claim::Quotation)
        );
    }
}
