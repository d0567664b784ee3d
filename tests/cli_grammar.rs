//! `turtle-peg grammar`, as those who edit specifications see it.

#![cfg(feature = "cli")]

use anyhow::Context;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use turtle_peg::inspect::{Grammar, RuleKind, ebnf, peg};
use turtle_peg::{Dialect, Production};

struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

fn turtle_peg(arguments: &[&str]) -> anyhow::Result<Run> {
    let output = Command::new(env!("CARGO_BIN_EXE_turtle-peg"))
        .args(arguments)
        .output()?;
    Ok(Run {
        status: output.status.code().context("ended by a signal")?,
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
    })
}

/// What it prints when all is fine.
fn printed(arguments: &[&str]) -> anyhow::Result<String> {
    let run = turtle_peg(arguments)?;
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    Ok(run.stdout)
}

/// A file of its own, gone at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> anyhow::Result<Self> {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text)?;
        Ok(Self(path))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Not every text lists its terminals.
fn as_told_by_text(mut grammar: Grammar) -> Grammar {
    for rule in &mut grammar.rules {
        rule.kind = RuleKind::Nonterminal;
    }
    grammar
}

#[test]
fn ebnf_prints_what_is_specified() -> anyhow::Result<()> {
    for dialect in Dialect::all() {
        let text = printed(&["grammar", "ebnf", dialect.name()])?;
        let specified = peg::read(dialect.grammar())?.specified()?;
        let read = ebnf::read(&text)?;
        assert_eq!(
            as_told_by_text(read),
            as_told_by_text(specified),
            "{dialect}"
        );
    }
    assert_eq!(
        printed(&["grammar", "ebnf", "turtle-1.2", "INTEGER", "verb"])?,
        "[43] INTEGER ::= [+-]? [0-9]+\n[14] verb ::= predicate | 'a'\n"
    );
    let listed = |dialect| -> anyhow::Result<bool> {
        Ok(printed(&["grammar", "ebnf", dialect])?.contains("\n@terminals\n"))
    };
    assert!(listed("turtle-1.2")?);
    assert!(!listed("turtle-submission")?);
    Ok(())
}

#[test]
fn pest_prints_the_file_s_own_lines() -> anyhow::Result<()> {
    let grammar = Dialect::Turtle12.grammar();
    assert_eq!(printed(&["grammar", "pest", "turtle-1.2"])?, grammar);
    let expected = "\
// trivia: white space separates terminals (White Space)
WHITESPACE = _{ WS }

/// [57] PN_CHARS ::= PN_CHARS_U | '-' | [0-9] | #xB7 | [#x0300-#x036F] | [#x203F-#x2040]
PN_CHARS = @{ PN_CHARS_U | \"-\" | '0'..'9' | \"\\u{B7}\" | '\\u{300}'..'\\u{36F}' | '\\u{203F}'..'\\u{2040}' }
";
    let arguments = ["grammar", "pest", "turtle-1.2", "WHITESPACE", "PN_CHARS"];
    assert_eq!(printed(&arguments)?, expected);
    let of_several_lines = printed(&["grammar", "pest", "turtle-1.2", "PN_CHARS_BASE"])?;
    assert!(of_several_lines.starts_with("/// [55]"));
    assert!(of_several_lines.ends_with("\n}\n"));
    assert!(grammar.contains(&of_several_lines));
    Ok(())
}

#[test]
fn show_tells_what_is_known_of_a_production() -> anyhow::Result<()> {
    let expected = "\
NumericLiteral
  number     16
  kind       nonterminal
  EBNF       [16] NumericLiteral ::= INTEGER | DECIMAL | DOUBLE
  PEG        NumericLiteral = { DOUBLE | DECIMAL | INTEGER }
  departure  order: ";
    let text = printed(&["grammar", "show", "turtle-1.1", "NumericLiteral"])?;
    assert!(text.starts_with(expected), "{text}");
    let expected = "\n  uses       INTEGER, DECIMAL, DOUBLE\n  used by    literal\n";
    assert!(text.ends_with(expected), "{text}");
    let text = printed(&["grammar", "show", "turtle-1.2", "COMMENT"])?;
    assert!(text.contains("  kind       trivia\n"), "{text}");
    assert!(!text.contains("EBNF"), "{text}");
    Ok(())
}

#[test]
fn show_lists_the_productions() -> anyhow::Result<()> {
    let text = printed(&["grammar", "show", "turtle-1.2"])?;
    for expected in [
        "[14] verb                               predicate | 'a'\n",
        "[21] NumericLiteral                   * INTEGER | DECIMAL | DOUBLE\n",
        "     WHITESPACE                       * PEG: WS\n",
    ] {
        assert!(text.contains(expected), "{expected}{text}");
    }
    let unnumbered = printed(&["grammar", "show", "turtle-submission"])?;
    let expected = "\nverb                  predicate | 'a'\n";
    assert!(unnumbered.contains(expected), "{unnumbered}");
    Ok(())
}

#[test]
fn show_speaks_json() -> anyhow::Result<()> {
    let text = printed(&["grammar", "show", "--format", "json", "turtle-1.2", "ANON"])?;
    let production: Value = serde_json::from_str(&text)?;
    let line = Dialect::Turtle12
        .grammar()
        .lines()
        .position(|line| line.starts_with("ANON ="))
        .map(|index| index + 1);
    assert_eq!(
        production,
        json!({
            "name": "ANON",
            "number": "54",
            "kind": "terminal",
            "ebnf": "[54] ANON ::= '[' WS* ']'",
            "peg": "ANON = @{ \"[\" ~ (WS | COMMENT)* ~ \"]\" }",
            "line": line,
            "departures": [{
                "kind": "trivia",
                "reason": "comments are treated as white space (Comments), as in RDF 1.1 (6.5, note 7)",
            }],
            "uses": ["WS", "COMMENT"],
            "used_by": ["BlankNode"],
        })
    );
    let text = printed(&["grammar", "show", "--format", "json", "turtle-1.2"])?;
    let productions: Vec<Value> = serde_json::from_str(&text)?;
    assert!(productions.contains(&production));
    assert_eq!(productions[1]["ebnf"], Value::Null);
    assert_eq!(productions[1]["kind"], "auxiliary");
    Ok(())
}

#[test]
fn files_are_grammars_too() -> anyhow::Result<()> {
    let peg = File::new(
        "edited.pest",
        "/// [1] a ::= newName\na = { newName }\n/// [2] newName ::= 'x'\nnewName = @{ \"x\" }\n",
    )?;
    let text = "[1] a ::= newName\n@terminals\n[2] newName ::= 'x'\n";
    assert_eq!(printed(&["grammar", "ebnf", peg.path()])?, text);
    assert_eq!(
        printed(&["grammar", "pest", peg.path(), "newName"])?,
        "/// [2] newName ::= 'x'\nnewName = @{ \"x\" }\n"
    );
    let ebnf = File::new("edited.ebnf", text)?;
    assert_eq!(printed(&["grammar", "ebnf", ebnf.path()])?, text);
    let shown = printed(&["grammar", "show", ebnf.path(), "newName"])?;
    assert!(shown.contains("  kind       terminal\n"), "{shown}");
    assert!(shown.ends_with("  used by    a\n"), "{shown}");
    let run = turtle_peg(&["grammar", "pest", ebnf.path()])?;
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("this is EBNF"), "{}", run.stderr);
    Ok(())
}

#[test]
fn a_file_that_is_no_grammar_is_at_fault() -> anyhow::Result<()> {
    for (name, text) in [
        ("fault.pest", "a = { b }\n"),
        ("fault.ebnf", "a ::= (b\n"),
        ("specified-fault.pest", "/// a ::= (b\na = { \"b\" }\n"),
    ] {
        let file = File::new(name, text)?;
        let run = turtle_peg(&["grammar", "show", file.path()])?;
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{name}");
        let expected = format!("{}: error: ", file.path());
        assert!(run.stderr.starts_with(&expected), "{}", run.stderr);
    }
    let empty = File::new("empty.pest", "a = { \"b\" }\n")?;
    assert_eq!(turtle_peg(&["grammar", "ebnf", empty.path()])?.status, 1);
    assert_eq!(turtle_peg(&["grammar", "show", empty.path()])?.status, 0);
    Ok(())
}

#[test]
fn what_there_is_not_is_wrong_usage() -> anyhow::Result<()> {
    for (arguments, expected) in [
        (
            vec!["ebnf", "turtle-1.2", "numericliteral"],
            "turtle-1.2 has no production `numericliteral`; similar names: NumericLiteral\n",
        ),
        (
            vec!["show", "turtle-1.2", "PN_LOCALS"],
            "similar names: PN_LOCAL, PN_LOCAL_ESC\n",
        ),
        (
            vec!["pest", "turtle-1.2", "verb", "sentence"],
            "has no production `sentence`; ",
        ),
        (
            vec!["show", "n3"],
            "there is no dialect `n3`; there are turtle-submission, ",
        ),
        (vec!["show", "README.md"], "ends in .pest or .ebnf"),
        (vec!["show", "none.pest"], "none.pest: "),
    ] {
        let run = turtle_peg(&[vec!["grammar"], arguments].concat())?;
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
    assert_eq!(turtle_peg(&["grammar"])?.status, 2);
    Ok(())
}

/// bash has one list of words a command.
#[test]
fn shells_complete_the_names_of_dialects_and_productions() -> anyhow::Result<()> {
    let script = printed(&["completions", "bash"])?;
    for command in ["ebnf", "pest", "show"] {
        let case = format!("__subcmd__grammar__subcmd__{command})\n");
        let (_, behind) = script.split_once(&case).context("no such command")?;
        let line = behind.lines().next().unwrap_or_default();
        let words: Vec<_> = line.split(['"', ' ']).collect();
        let productions = Production::ALL.iter().map(|one| one.name());
        for name in productions.chain(Dialect::all().map(Dialect::name)) {
            assert!(words.contains(&name), "{command} {name}");
        }
    }
    Ok(())
}

#[test]
fn a_diff_shows_each_change_by_a_document() -> anyhow::Result<()> {
    let run = turtle_peg(&["grammar", "diff", "turtle-1.1", "turtle-1.2"])?;
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    for expected in [
        "turtle-1.1 → turtle-1.2: 12 added, 5 changed, 45 unchanged\n",
        "\nadded version\n  + [6] version ::= '@version' VersionSpecifier '.'\n  only turtle-1.2 accepts: @version \"a\" .\n",
        "\nchanged LANGTAG → LANG_DIR\n",
        "  only turtle-1.2 accepts: <x:a> a \"a\" @en--ltr .\n",
    ] {
        assert!(run.stdout.contains(expected), "{}", run.stdout);
    }
    // Written in another way, and the same: DOUBLE.
    assert!(!run.stdout.contains("DOUBLE"), "{}", run.stdout);
    Ok(())
}

/// From the first dialect to the last: what each broke, and the names that were found by what they stand for.
#[test]
fn a_diff_of_several_is_a_chapter() -> anyhow::Result<()> {
    let run = turtle_peg(&[
        "grammar",
        "diff",
        "--markdown",
        "turtle-submission",
        "turtle-wd2011",
        "turtle-1.1",
    ])?;
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    for expected in [
        "### turtle-submission → turtle-wd2011\n",
        "| uriref → IRI_REF | changed | `@prefix :<x:<>.` | `@base <x:\\uaaaa> .` |\n",
        "Renamed only: boolean → BooleanLiteral, resource → IRIref, nodeID → BLANK_NODE_LABEL, exponent → EXPONENT.\n",
        "### turtle-wd2011 → turtle-1.1\n",
        "| predicateObjectList | changed |  | `<x:a> <x:a> <x:a> ; ; .` |\n",
        "| DECIMAL | changed | `<x:a> a 1. .` |  |\n",
        "STRING_LITERAL1 → STRING_LITERAL_SINGLE_QUOTE",
    ] {
        assert!(run.stdout.contains(expected), "{}", run.stdout);
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
        let run =
            turtle_peg(&[&["grammar", "diff", "--format", "json"], names.as_slice()].concat())?;
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

#[test]
fn notation_is_no_difference() -> anyhow::Result<()> {
    let before = File::new(
        "notation-a.ebnf",
        "[1] doc ::= item | item tail\n[2] item ::= A | (B)\n[3] tail ::= item*\n@terminals\n[4] A ::= [#x9]\n[5] B ::= 'bc'\n",
    )?;
    let after = File::new(
        "notation-b.ebnf",
        "doc ::= item tail?\nitem ::= A | B\ntail ::= (item+)?\n@terminals\nA ::= #x09\nB ::= 'b' [c]\n",
    )?;
    let run = turtle_peg(&["grammar", "diff", before.path(), after.path()])?;
    assert_eq!(
        (run.status, run.stdout),
        (
            0,
            format!("{} → {}: 5 unchanged\n", before.path(), after.path())
        )
    );
    Ok(())
}

#[test]
fn a_file_s_documents_are_candidates() -> anyhow::Result<()> {
    let text = printed(&["grammar", "ebnf", "n-triples-1.2"])?;
    let edited = File::new(
        "edited-n-triples.ebnf",
        &text.replace("IRIREF | BLANK_NODE_LABEL | literal", "IRIREF | literal"),
    )?;
    let run = turtle_peg(&["grammar", "diff", "n-triples-1.2", edited.path()])?;
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.contains("they were not run.\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("  only n-triples-1.2 has: <x:a> <x:a> _:a .\n"),
        "{}",
        run.stdout
    );
    Ok(())
}

#[test]
fn an_import_is_a_grammar() -> anyhow::Result<()> {
    let ebnf = File::new(
        "imported.ebnf",
        "[1] doc ::= line*\n[2] line ::= \"USE\" NAME\n@terminals\n[3] NAME ::= [a-zA-Z]* ':'\n",
    )?;
    let peg = File::new("imported.pest", "")?;
    let run = turtle_peg(&["grammar", "import", ebnf.path(), "-o", peg.path()])?;
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert!(
        run.stderr.contains(": white space and comments are"),
        "{}",
        run.stderr
    );
    assert_eq!(
        printed(&["grammar", "pest", peg.path(), "line"])?,
        "/// [2] line ::= \"USE\" NAME\n// guard: `USE:` begins with one NAME, not with the keyword and what follows it: \
         the longest match is chosen\nline = { !NAME ~ ^\"USE\" ~ NAME }\n"
    );
    let run = turtle_peg(&["grammar", "import", "none.ebnf"])?;
    assert_eq!(run.status, 2);
    Ok(())
}

#[test]
fn a_closed_pipe_ends_quietly() -> anyhow::Result<()> {
    // More than fits into a pipe.
    let productions = (0..20_000).map(|number| format!("a{number} ::= 'a'\n"));
    let file = File::new("long.ebnf", &productions.collect::<String>())?;
    let mut process = Command::new(env!("CARGO_BIN_EXE_turtle-peg"))
        .args(["grammar", "ebnf", file.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdout = process.stdout.take().context("no standard output")?;
    stdout.read_exact(&mut [0; 100])?;
    drop(stdout);
    let output = process.wait_with_output()?;
    assert_eq!(String::from_utf8(output.stderr)?, "");
    assert_eq!(output.status.code(), Some(0));
    Ok(())
}

#[test]
fn every_command_has_help_with_an_example_and_a_page() -> anyhow::Result<()> {
    for command in ["diff", "ebnf", "import", "pest", "show"] {
        let help = printed(&["grammar", command, "--help"])?;
        let example = format!("\n  turtle-peg grammar {command} ");
        assert!(help.contains(&example), "{help}");
        // Some hundred names would hide the rest.
        assert!(!help.contains("predicateObjectList"), "{help}");
        let page = printed(&["man", "grammar", command])?;
        let title = format!("turtle-peg-grammar-{command}");
        assert!(page.contains(&title), "{page}");
    }
    let help = printed(&["grammar", "--help"])?;
    assert!(help.contains("\n  turtle-peg grammar show "), "{help}");
    Ok(())
}
