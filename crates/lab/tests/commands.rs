//! `turtle-lab` held against the library and the grammars. Its output is in `tests/consoles`.

use anyhow::Context;
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::path::Path;
use testing::program::turtle_lab;
use toolkit::{Grammar, RuleKind, ebnf, peg};
use turtle_peg::{Dialect, Production};

/// Its output without an error.
fn printed(arguments: &[&str]) -> anyhow::Result<String> {
    let run = turtle_lab(arguments, Path::new("."), b"")?;
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    Ok(run.stdout)
}

/// Not every text lists its terminals.
fn as_told_by_text(mut grammar: Grammar) -> Grammar {
    for rule in &mut grammar.rules {
        rule.kind = RuleKind::Nonterminal;
    }
    grammar
}

#[test]
fn ebnf_and_pest_print_what_is_specified() -> anyhow::Result<()> {
    for dialect in Dialect::all() {
        let text = printed(&["ebnf", dialect.name()])?;
        let specified = peg::read(dialect.grammar())?.specified()?;
        let read = ebnf::read(&text)?;
        assert_eq!(
            as_told_by_text(read),
            as_told_by_text(specified),
            "{dialect}"
        );
        let rules = printed(&["pest", dialect.name()])?;
        assert_eq!(rules, dialect.grammar(), "{dialect}");
    }
    Ok(())
}

/// bash has one list of words a command.
#[test]
fn shells_complete_the_names_of_dialects_and_productions() -> anyhow::Result<()> {
    let script = printed(&["completions", "bash"])?;
    // A history is of files.
    for command in [
        "check",
        "coverage",
        "diff",
        "ebnf",
        "findings",
        "import",
        "lint",
        "ll1",
        "overlaps",
        "pest",
        "report",
        "sentences",
        "show",
    ] {
        let case = format!("turtle__lab__subcmd__{command})\n");
        let (_, behind) = script.split_once(&case).context("no such command")?;
        let line = behind.lines().next().unwrap_or_default();
        let words: Vec<_> = line.split(['"', ' ']).collect();
        let productions = Production::ALL.iter().map(|one| one.name());
        let productions = productions.filter(|_| ["ebnf", "pest", "show"].contains(&command));
        for name in productions.chain(Dialect::all().map(Dialect::name)) {
            assert!(words.contains(&name), "{command} {name}");
        }
    }
    Ok(())
}

/// Each document of a diff is one that the one dialect's parser accepts, and the other's does not.
#[test]
fn documents_of_a_diff_tell_the_two_apart() -> anyhow::Result<()> {
    let pairs = [
        ["turtle-1.2-wd2024", "turtle-1.2"],
        ["n-triples-1.1", "n-triples-1.2"],
        ["n-quads-1.1", "n-quads-1.2"],
        ["trig-1.1", "trig-1.2"],
    ];
    for names in pairs {
        let command = ["diff", "--format", "json"];
        let run = turtle_lab(&[&command[..], &names].concat(), Path::new("."), b"")?;
        let value: Value = serde_json::from_str(&run.stdout)?;
        let mut count = 0;
        for production in value[0]["productions"].as_array().context("none")? {
            for (key, accepting, rejecting) in [("only_before", 0, 1), ("only_after", 1, 0)] {
                let Some(document) = production[key].as_str() else {
                    continue;
                };
                count += 1;
                let accepts = |side: usize| -> anyhow::Result<bool> {
                    let parser = turtle_peg::Parser::new(names[side].parse()?);
                    Ok(parser.parse_str(document).for_each_quad(|_, _| {}).is_ok())
                };
                assert!(accepts(accepting)?, "{names:?} {document}");
                assert!(!accepts(rejecting)?, "{names:?} {document}");
            }
        }
        assert!(count >= 4, "{names:?}: {count}");
    }
    Ok(())
}
