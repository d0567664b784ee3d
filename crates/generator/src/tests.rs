//! The generator as a whole: the parser of a small grammar, and refused grammars.

use super::matcher::MatcherProgram;
use super::{
    GeneratorError, MarkedRule, NodeKind, Source, Target, generate, lower, read, simplify,
};
use pretty_assertions::assert_str_eq;
use std::path::Path;
use std::{env, fs};

/// The functions of a grammar: each rule makes a node, and can be called from outside.
pub(crate) fn lowered(grammar: &str) -> MatcherProgram {
    let target = Target::all_rules(&|name| NodeKind::Node(name.to_owned()));
    lower::lower(&read::read(grammar).unwrap(), &target).unwrap()
}

/// Simplifies the functions of a grammar.
pub(crate) fn simplified(grammar: &str) -> MatcherProgram {
    let mut program = lowered(grammar);
    simplify::simplify(&mut program);
    program
}

/// `golden/lists.rs` is generated from `golden/lists.pest`. With `UPDATE_GOLDEN=1` it is written anew: the
/// difference is then the effect of a change to the generator.
#[test]
fn the_golden_file_is_what_is_generated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let grammar = fs::read_to_string(folder.join("lists.pest")).unwrap();
    let target = Target {
        kind: &|rule| NodeKind::Node(format!("Kind::{rule}")),
        plain: &|rule| match rule {
            "NAME" => vec![MarkedRule {
                rule: "plainName".to_owned(),
                mark: "Plain::Name".to_owned(),
            }],
            _ => Vec::new(),
        },
        is_entry: &|rule| rule == "document",
    };
    let generated = formatted(&parser(&grammar, target).unwrap());
    let golden = folder.join("lists.rs");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &generated).unwrap();
    }
    assert_str_eq!(fs::read_to_string(golden).unwrap(), generated);
}

/// The grammar with outcomes for the rules whose names begin with `outcome`, and no nodes for `nothing`.
fn generated(grammar: &str) -> Result<String, GeneratorError> {
    let kind = |rule: &str| match rule {
        "nothing" => NodeKind::Nothing,
        _ if rule.starts_with("outcome") => NodeKind::Outcome(format!("Outcome::{rule}")),
        _ => NodeKind::Node(format!("Kind::{rule}")),
    };
    let target = Target {
        kind: &kind,
        plain: &|_| Vec::new(),
        is_entry: &|rule| rule == "a",
    };
    parser(grammar, target)
}

fn parser(grammar: &str, target: Target<'_>) -> Result<String, GeneratorError> {
    let source = Source {
        name: "lists",
        grammar,
        feature: "lists",
        target,
    };
    let parsers = generate(&[source]).map_err(|(_, error)| error)?;
    Ok(parsers.code)
}

/// Formatted as if written by hand: the generator writes an item a line.
fn formatted(code: &str) -> String {
    let items = code.lines().map(|item| {
        let file = syn::parse_file(item).expect("what is emitted is Rust");
        prettyplease::unparse(&file)
    });
    items.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn assert_refused(grammar: &str, rule: &str, construct: &str) {
    let expected = GeneratorError::Unsupported {
        rule: rule.to_owned(),
        construct: construct.to_owned(),
    };
    assert_eq!(generated(grammar), Err(expected), "{grammar}");
}

#[test]
fn an_outcome_can_only_be_the_end() {
    let refused = "an outcome that something can follow";
    for grammar in [
        "a = _{ \"x\" ~ outcome | \"y\" } outcome = { \"z\" }",
        "a = _{ outcome1 | outcome2 } outcome1 = { \"x\" } outcome2 = { \"y\" }",
        "a = _{ b } b = { \"x\" ~ outcome } outcome = { \"y\" }",
    ] {
        assert!(generated(grammar).is_ok(), "{grammar}");
    }
    for grammar in [
        "a = _{ outcome ~ \"x\" } outcome = { \"y\" }",
        "a = _{ outcome* } outcome = { \"y\" }",
        "a = _{ outcome? } outcome = { \"y\" }",
        "a = _{ \"x\" ~ b ~ \"z\" } b = _{ outcome } outcome = { \"y\" }",
    ] {
        assert_refused(grammar, "outcome", refused);
    }
}

#[test]
fn a_rule_may_leave_nothing() {
    let source = generated("a = { nothing ~ b } nothing = { b } b = @{ \"x\" }").unwrap();
    let source = formatted(&source);
    assert!(!source.contains("Kind::nothing"));
    assert!(source.contains("Kind::b"));
}

#[test]
fn errors_name_rule_and_construct() {
    for (b, construct) in [
        ("PUSH(\"y\") ~ POP", "PUSH"),
        ("\"y\" ~ LATIN", "LATIN"),
        ("\"y\" ~ DROP", "DROP"),
    ] {
        for a in ["\"x\" ~ b", "\"x\" | b", "b*", "b?"] {
            assert_refused(&format!("a = {{ {a} }} b = {{ {b} }}"), "b", construct);
        }
    }
}

/// Shared functions, a function that one grammar alone needs, and a class that goes with it.
#[test]
fn what_not_all_features_need_says_so() {
    let target = || Target {
        kind: &|_| NodeKind::Nothing,
        plain: &|_| Vec::new(),
        is_entry: &|rule| rule == "a",
    };
    let source = |name, grammar| Source {
        name,
        grammar,
        feature: name,
        target: target(),
    };
    let shared = "b = { \"(\" ~ b? ~ ('a'..'c' | \"é\")+ }";
    let one = format!("a = {{ b ~ \"1\" ~ b }} {shared}");
    let other = format!("a = {{ b ~ \"2\" ~ b ~ c ~ c }} {shared} c = {{ ('x'..'z' | \"é\")+ }}");
    let parsers = generate(&[source("one", &one), source("other", &other)]).unwrap();
    let condition = |item: &str| {
        let mut items = parsers.code.lines().filter(|line| line.contains(item));
        let line = items.next().unwrap();
        assert_eq!(items.next(), None, "{item}");
        let condition = line.strip_prefix("# [cfg (any (feature = \"")?;
        condition.split_once('"').map(|(feature, _)| feature)
    };
    assert_eq!(condition("fn a ("), Some("one"));
    assert_eq!(condition("fn a__of_other ("), Some("other"));
    assert_eq!(condition("fn b ("), None);
    assert_eq!(condition("static CHARACTERS_1 :"), None);
    assert_eq!(condition("static CHARACTERS_2 :"), Some("other"));
}
