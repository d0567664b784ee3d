//! The mirror check finds errors of every kind, and nothing in correct grammars.
//!
//! Each case in the pages of this folder is a small grammar, below a heading with the kinds of finding that it has. Of each kind of departure there is a rule that
//! departs so and says it, one that does not say it, one that says it without need, and one whose departure is wrong.

use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use toolkit::FindingKind::TokenSplit;
use toolkit::peg::DepartureKind;
use toolkit::{Finding, FindingKind, check, ebnf, peg};
use turtle_peg::Dialect;

const PAGES: [&str; 3] = [
    include_str!("rules.md"),
    include_str!("departures.md"),
    include_str!("published.md"),
];

/// A grammar, with the kinds of finding that its heading names.
struct Case {
    about: &'static str,
    expected: BTreeSet<&'static str>,
    /// The specification's own text, where it is compared.
    published: Option<&'static str>,
    grammar: &'static str,
}

fn cases() -> impl Iterator<Item = Case> {
    let cases = PAGES.iter().flat_map(|page| page.split("\n## ").skip(1));
    cases.map(|text| {
        let (about, expected) = text.lines().next().unwrap().rsplit_once(": ").unwrap();
        let block = |notation: &str| {
            let (_, text) = text.split_once(&format!("```{notation}\n"))?;
            Some(text.split_once("\n```")?.0)
        };
        Case {
            about,
            expected: expected.split(", ").filter(|it| *it != "none").collect(),
            published: block("ebnf"),
            grammar: block("pest").unwrap(),
        }
    })
}

fn findings(case: &Case) -> Vec<Finding> {
    let grammar = peg::read(case.grammar).unwrap_or_else(|error| panic!("{}: {error}", case.about));
    let published = case.published.map(|text| ebnf::read(text).unwrap());
    check(&grammar, published.as_ref()).unwrap().findings
}

#[test]
fn each_case_has_its_findings_and_no_others() {
    let (mut expected, mut found) = (String::new(), String::new());
    for case in cases() {
        expected += &format!("{}: {:?}\n", case.about, case.expected);
        let findings = findings(&case);
        let kinds: BTreeSet<&str> = findings.iter().map(|finding| finding.kind.name()).collect();
        found += &format!("{}: {kinds:?}\n", case.about);
    }
    assert_eq!(found, expected);
}

#[test]
fn each_kind_of_finding_has_a_case() {
    for kind in FindingKind::ALL {
        assert!(
            cases().any(|case| case.expected.contains(kind.name())),
            "{kind}"
        );
    }
}

/// Each kind of departure has a case in which it is fine, and one for each way in which it is not.
#[test]
fn each_kind_of_departure_has_its_cases() {
    for kind in DepartureKind::ALL {
        let named: Vec<Case> = cases()
            .filter(|case| case.about.starts_with(kind.name()))
            .collect();
        let has = |expected: &str| named.iter().any(|case| case.expected.contains(expected));
        assert!(named.iter().any(|case| case.expected.is_empty()), "{kind}");
        // An erratum is not known before it is declared.
        assert!(
            has("undeclared") || kind == DepartureKind::Erratum,
            "{kind}"
        );
        assert!(has("unneeded"), "{kind}");
        assert!(has("differs") || has("guard-too-strict"), "{kind}");
    }
}

/// Where a plain transliteration goes wrong (RDF 1.1 Turtle, 6.5, note 3): `PREFIX:<x:/>` and `PREFIX: <p> <o>` begin with
/// a name, `PREFIXex:` is one, and `@prefixex` is a language tag. A guard against the one is none against the other.
#[test]
fn keywords_that_need_guards_are_found() {
    for (guard, expected) in [
        ("partialGuard = @{ PN_PREFIX ~ \":\" ~ !\"x\" }", "PREFIX:x"),
        ("partialGuard = @{ ^\"PREFIX\" ~ \":\" }", "PREFIXa:"),
    ] {
        let grammar = Dialect::Turtle11.grammar();
        let unguarded = grammar
            .replace("!longerThanPrefix ~ ", "")
            .replace("!PNAME_NS ~ ", "!partialGuard ~ ");
        let unguarded = format!("{unguarded}\n// guard: not enough\n{guard}");
        let found = check(&peg::read(&unguarded).unwrap(), None)
            .unwrap()
            .findings;
        let witness = |rule: &str| {
            let is_split = |finding: &&Finding| finding.kind == TokenSplit && finding.rule == rule;
            let split = found.iter().find(is_split);
            let split = split.unwrap_or_else(|| panic!("{guard}: no finding in {rule}"));
            split.witness.clone().unwrap_or_default()
        };
        assert!(witness("prefixID").starts_with("@prefixa"));
        let witness = witness("sparqlPrefix");
        assert_eq!(witness.to_uppercase(), expected.to_uppercase(), "{guard}");
    }
}

#[test]
fn what_is_not_one_production_is_an_error() {
    for line in ["b ::= 'y' [2] c ::= 'z'", "b 'y'", "what follows\n/// b"] {
        let grammar = format!("/// [1] a ::= 'x'\na = {{ \"x\" }}\n/// {line}\nb = {{ \"y\" }}");
        let file = peg::read(&grammar).unwrap();
        let error = check(&file, None).unwrap_err().to_string();
        assert!(error.starts_with("3:5: "), "{error}");
    }
}
