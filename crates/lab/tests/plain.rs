//! The comments in `grammar/plain.pest` are true of its rules: for all texts, and for each dialect.
//!
//! The fast engine tries these rules before a terminal's own, and the translator takes their texts unchanged. So a rule
//! that matched other texts than its terminal would change the syntax, and one that matched a malformed IRI would let
//! that through.

use anyhow::{Context as _, Result};
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use toolkit::inclusion::{RuleReading, Semantics, beyond};
use toolkit::{Grammar, ebnf, peg};
use turtle_peg::Dialect;

const PLAIN: &str = include_str!("../../../grammar/plain.pest");
const RFC_3987: &str = include_str!("plain/rfc3987.ebnf");

/// The comment above a rule.
struct Claims<'t> {
    rule: &'t str,
    terminals: Vec<&'t str>,
    mark: &'t str,
}

fn claims() -> Vec<Claims<'static>> {
    let lines: Vec<&str> = PLAIN.lines().collect();
    let claims = lines.windows(4).filter_map(|lines| {
        Some(Claims {
            terminals: lines[0].strip_prefix("/// of: ")?.split(", ").collect(),
            mark: lines[1].strip_prefix("/// as: ")?,
            rule: lines[3].split(' ').next()?,
        })
    });
    claims.collect()
}

fn rules_of_plain() -> String {
    let lines = PLAIN.lines().filter(|line| !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A grammar's rules and the plain ones, as they run.
fn with_plain(grammar: &str) -> Result<Grammar> {
    Ok(peg::read(&[grammar, &rules_of_plain()].concat())?.optimized)
}

fn peg_rule<'g>(grammar: &'g Grammar, rule: &'g str) -> RuleReading<'g> {
    RuleReading {
        grammar,
        semantics: Semantics::Peg,
        rule,
    }
}

#[test]
fn a_plain_rule_matches_what_its_terminals_match_and_as_much() -> Result<()> {
    let mut tried = BTreeSet::new();
    for dialect in Dialect::all() {
        let grammar = with_plain(dialect.grammar())?;
        for claims in claims() {
            for terminal in &claims.terminals {
                if grammar.rule(terminal).is_none() {
                    continue;
                }
                tried.insert(*terminal);
                let witness = beyond(
                    peg_rule(&grammar, claims.rule),
                    peg_rule(&grammar, terminal),
                );
                assert_eq!(
                    witness,
                    Ok(None),
                    "{}: {terminal} in {dialect}",
                    claims.rule
                );
            }
        }
    }
    let named: BTreeSet<_> = claims()
        .into_iter()
        .flat_map(|claims| claims.terminals)
        .collect();
    assert_eq!(tried, named, "terminals that no dialect has");
    Ok(())
}

#[test]
fn a_plain_rule_matches_what_its_mark_says() -> Result<()> {
    let grammar = with_plain("")?;
    let marks = ebnf::read(RFC_3987).context("the productions of RFC 3987")?;
    for claims in claims() {
        let mark = RuleReading {
            grammar: &marks,
            semantics: Semantics::Ebnf,
            rule: claims.mark,
        };
        let witness = beyond(peg_rule(&grammar, claims.rule), mark);
        assert_eq!(witness, Ok(None), "{} is no {}", claims.rule, claims.mark);
    }
    Ok(())
}

/// The proofs would find errors: a seeded fault each, and the shortest text that shows it.
#[test]
fn a_rule_that_goes_too_far_is_found() -> Result<()> {
    let faulty = |from: &str, to: &str| {
        assert_eq!(PLAIN.matches(from).count(), 1, "{from}");
        let rules = rules_of_plain().replace(from, to);
        peg::read(&[Dialect::Turtle12.grammar(), &rules].concat()).map(|read| read.optimized)
    };
    for (from, to, rule, terminal, shown_by) in [
        (
            "_{ \".\" | \":\" | \"%\"",
            "_{ \".\" | \":\"",
            "plainName",
            "PNAME_LN",
            ":a%aa",
        ),
        (
            "plainLocalInitial = _{ plainLetter | \"_\" }",
            "plainLocalInitial = _{ plainLetter | \"-\" }",
            "plainName",
            "PNAME_LN",
            ":-",
        ),
        (
            "(!(\"\\\"\" | \"\\\\\" |",
            "(!(\"\\\"\" |",
            "plainString",
            "STRING_LITERAL_QUOTE",
            "\"\\\"",
        ),
    ] {
        let grammar = faulty(from, to)?;
        let witness = beyond(peg_rule(&grammar, rule), peg_rule(&grammar, terminal));
        assert_eq!(witness, Ok(Some(shown_by.to_owned())), "{from} -> {to}");
    }
    let marks = ebnf::read(RFC_3987)?;
    for (from, to, rule, mark, shown_by) in [
        (
            "(plainLetter | \"-\" | \".\")*",
            "(plainLetter | \"-\" | \":\")*",
            "plainIri",
            "Iri",
            "<http://:a>",
        ),
        (
            "!(\"//\" | \".\")",
            "!\".\"",
            "plainRelativeReference",
            "RelativeReference",
            "<//>",
        ),
    ] {
        let grammar = faulty(from, to)?;
        let mark = RuleReading {
            grammar: &marks,
            semantics: Semantics::Ebnf,
            rule: mark,
        };
        let witness = beyond(peg_rule(&grammar, rule), mark);
        assert_eq!(witness, Ok(Some(shown_by.to_owned())), "{from} -> {to}");
    }
    Ok(())
}
