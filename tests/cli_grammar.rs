//! `turtle-peg grammar`, as editors of specifications see it.

#![cfg(feature = "cli")]

use anyhow::Context;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use testing::folders::SUITES;
use turtle_peg::inspect::{Grammar, RuleKind, ebnf, peg};
use turtle_peg::{Dialect, Production};

/// All of the group.
const COMMANDS: [&str; 14] = [
    "check",
    "coverage",
    "diff",
    "ebnf",
    "findings",
    "history",
    "import",
    "lint",
    "ll1",
    "overlaps",
    "pest",
    "report",
    "sentences",
    "show",
];

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
// trivia: white space \"is used to separate two terminals\" (White Space)
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
    let expected = "
  uses       INTEGER, DECIMAL, DOUBLE
  used by    literal
  FIRST      DECIMAL DOUBLE INTEGER
  FOLLOW     ";
    assert!(text.contains(expected), "{text}");
    let text = printed(&["grammar", "show", "turtle-1.1", "turtleDoc"])?;
    assert!(text.contains("\n  nullable   yes\n"), "{text}");
    assert!(text.ends_with("\n  FOLLOW     $\n"), "{text}");
    let text = printed(&["grammar", "show", "turtle-1.1", "INTEGER"])?;
    assert!(
        !text.contains("FIRST") && !text.contains("nullable"),
        "{text}"
    );
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
                "reason": "\"Comments are treated as white space\" (Comments), between brackets, too",
            }],
            "uses": ["WS", "COMMENT"],
            "used_by": ["BlankNode"],
            "nullable": null,
            "first": null,
            "follow": null,
        })
    );
    let text = printed(&["grammar", "show", "--format", "json", "turtle-1.2"])?;
    let productions: Vec<Value> = serde_json::from_str(&text)?;
    assert!(productions.contains(&production));
    assert_eq!(productions[1]["ebnf"], Value::Null);
    assert_eq!(productions[1]["kind"], "auxiliary");
    let name = |name| productions.iter().find(|one| one["name"] == name);
    let verb = name("verb").context("no verb")?;
    assert_eq!(verb["nullable"], false);
    assert_eq!(
        verb["first"],
        json!(["IRIREF", "PNAME_LN", "PNAME_NS", "'a'"])
    );
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
    for (name, text, place) in [
        ("fault.pest", "a = { b }\n", ":1:7: error: "),
        ("fault.ebnf", "a ::= (b\n", ":2:1: error: "),
        (
            "specified-fault.pest",
            "/// a ::= (b\na = { \"b\" }\n",
            ":1:13: error: expected",
        ),
    ] {
        let file = File::new(name, text)?;
        let run = turtle_peg(&["grammar", "show", file.path()])?;
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{name}");
        let expected = format!("{}{place}", file.path());
        assert!(run.stderr.starts_with(&expected), "{}", run.stderr);
    }
    let empty = File::new("empty.pest", "a = { \"b\" }\n")?;
    assert_eq!(turtle_peg(&["grammar", "ebnf", empty.path()])?.status, 1);
    assert_eq!(turtle_peg(&["grammar", "show", empty.path()])?.status, 0);
    Ok(())
}

/// Some editors put a mark before a text in UTF-8.
#[test]
fn a_byte_order_mark_is_no_part_of_a_grammar() -> anyhow::Result<()> {
    let grammar = File::new(
        "marked.pest",
        &format!("\u{FEFF}{}", printed(&["grammar", "pest", "turtle-1.2"])?),
    )?;
    let document = File::new("marked.ttl", "<x:s> <x:p> <x:o> .\n")?;
    let run = turtle_peg(&["parse", "--grammar", grammar.path(), document.path()])?;
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "<x:s> <x:p> <x:o> .\n"),
        "{}",
        run.stderr
    );
    assert_eq!(
        turtle_peg(&["grammar", "diff", "turtle-1.2", grammar.path()])?.status,
        0
    );
    let productions = File::new("marked.ebnf", "\u{FEFF}a ::= 'b'\n")?;
    assert_eq!(
        printed(&["grammar", "ebnf", productions.path()])?,
        "a ::= 'b'\n"
    );
    Ok(())
}

#[test]
fn ebnf_cannot_be_run() -> anyhow::Result<()> {
    let productions = File::new("unrun.ebnf", "turtleDoc ::= 'b'\n")?;
    let path = productions.path();
    for arguments in [["grammar", "check", path], ["parse", "--grammar", path]] {
        let run = turtle_peg(&arguments)?;
        assert_eq!(run.status, 2);
        assert!(
            run.stderr
                .contains(&format!("`turtle-peg grammar import {path}` makes one")),
            "{}",
            run.stderr
        );
    }
    Ok(())
}

#[test]
fn a_file_without_rules_shows_nothing_and_is_at_fault() -> anyhow::Result<()> {
    let file = File::new("empty.pest", "")?;
    let run = turtle_peg(&["grammar", "show", file.path()])?;
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    let expected = ": error: the grammar has no productions\n";
    assert!(run.stderr.ends_with(expected), "{}", run.stderr);
    Ok(())
}

/// Nothing says which of the two `a` stands for.
#[test]
fn a_name_with_two_productions_is_not_run() -> anyhow::Result<()> {
    let file = File::new("twice.ebnf", "doc ::= a\na ::= 'x'\na ::= 'y'\n")?;
    let path = file.path();
    for (arguments, status) in [
        (vec!["grammar", "diff", path, "turtle-1.2"], 1),
        (vec!["grammar", "sentences", path], 1),
        (vec!["check", "--grammar", path, path], 2),
    ] {
        let run = turtle_peg(&arguments)?;
        assert_eq!((run.status, run.stdout.as_str()), (status, ""));
        let said = "a has 2 productions\n";
        assert!(run.stderr.ends_with(said), "{}", run.stderr);
    }
    let run = turtle_peg(&["grammar", "ll1", path])?;
    assert_eq!(run.status, 1);
    let expected = format!("{path}: LL(1) no, LR(1) no, LALR(1) no\n{path}: a has 2 productions\n");
    assert_eq!(run.stdout, expected);
    Ok(())
}

/// A start symbol that is made of one token is not that token.
#[test]
fn an_import_has_a_start_symbol_that_can_be_run() -> anyhow::Result<()> {
    let ebnf = File::new("leaf.ebnf", "doc ::= 'a' b?\nb ::= 'b'+\n")?;
    let peg = File::new("leaf.pest", "")?;
    let text = File::new("leaf.txt", "a b")?;
    turtle_peg(&["grammar", "import", ebnf.path(), "-o", peg.path()])?;
    printed(&["check", "--grammar", ebnf.path(), text.path()])?;
    let by_productions = ["check", "--engine", "specification", "--grammar"];
    printed(&[&by_productions[..], &[peg.path(), text.path()]].concat())?;
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

const LIST: &str = "\
/// list ::= '(' item* ')'
list = { SOI ~ \"(\" ~ item* ~ \")\" ~ EOI }
/// item ::= 'a' | [0-9]
item = @{ \"a\" | '0'..'9' }
WHITESPACE = _{ \" \" }
";

#[test]
fn sentences_use_every_alternative() -> anyhow::Result<()> {
    let peg = File::new("sentences.pest", LIST)?;
    let expected = "%%%% 1\n( )\n%%%% 2\n( a )\n%%%% 3\n( 0 )\n";
    assert_eq!(printed(&["grammar", "sentences", peg.path()])?, expected);
    let ebnf = File::new("sentences.ebnf", "a ::= B?\n@terminals\nB ::= '%%%%'\n")?;
    // No document has a line that begins with the separator.
    let expected = "%%%%% 1\n\n%%%%% 2\n%%%%\n";
    assert_eq!(printed(&["grammar", "sentences", ebnf.path()])?, expected);
    let run = turtle_peg(&["grammar", "sentences", "--mutate", ebnf.path()])?;
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("no parser to ask"), "{}", run.stderr);
    Ok(())
}

/// What is shown as a document of EBNF was run by its productions, or it is said that it was not.
#[test]
fn documents_of_ebnf_are_run() -> anyhow::Result<()> {
    for (productions, said, is_left_out) in [
        (
            "doc ::= \"SELECT\" 'x' | 'select' 'y' | 'z'",
            "no document uses doc: alternative: \"SELECT\" 'x' | ⟦'select' 'y'⟧ | 'z'\n",
            true,
        ),
        (
            "doc ::= X Y\n@terminals\nX ::= [a-z]+ - 'if'\nY ::= [#x20-#x7E]+",
            "1001 of 1001 random documents were not accepted",
            true,
        ),
        (
            "doc ::= A 'b'\n@terminals\nA ::= 'x' A 'y' | 'z'",
            "the documents were not run: a terminal uses A: it has to be a regular expression\n",
            false,
        ),
    ] {
        let grammar = File::new("run.ebnf", productions)?;
        let arguments = ["grammar", "sentences", grammar.path(), "--count", "9"];
        let run = turtle_peg(&arguments)?;
        assert_eq!(run.status, 0);
        assert!(run.stderr.contains(said), "{}", run.stderr);
        assert_eq!(run.stderr.contains("left out"), is_left_out);
        let documents = run.stdout.split("%%%% ").skip(1);
        for document in documents.filter(|_| is_left_out) {
            let (_, text) = document.split_once('\n').context("no head")?;
            let text = File::new("run.txt", text.strip_suffix('\n').unwrap_or(text))?;
            printed(&["check", "--grammar", grammar.path(), text.path()])?;
        }
    }
    Ok(())
}

#[test]
fn sentences_say_what_no_document_uses() -> anyhow::Result<()> {
    let run = turtle_peg(&["grammar", "sentences", "n-triples-1.1"])?;
    assert_eq!(run.status, 0);
    let expected = "no document uses IRIREF: not taken: '<' ⟦";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    let any = turtle_peg(&["grammar", "sentences", "n-triples-1.1", "--syntax-only"])?;
    assert!(!any.stderr.contains("no document uses"), "{}", any.stderr);
    assert!(any.stdout.contains("<>"), "{}", any.stdout);
    Ok(())
}

#[test]
fn the_same_seed_gives_the_same_sentences() -> anyhow::Result<()> {
    let peg = File::new("seed.pest", LIST)?;
    let sentences =
        |more: &[&str]| printed(&[&["grammar", "sentences", peg.path()], more].concat());
    let seven = sentences(&["--count", "20", "--seed", "7"])?;
    assert_eq!(seven.matches("%%%% ").count(), 23);
    assert_eq!(sentences(&["--count", "20", "--seed", "7"])?, seven);
    assert_ne!(sentences(&["--count", "20", "--seed", "8"])?, seven);
    assert!(sentences(&["--size", "2000"])?.len() > 2000);
    Ok(())
}

#[test]
fn near_misses_have_verdicts() -> anyhow::Result<()> {
    let folder = File::new("near-misses", "")?;
    std::fs::remove_file(folder.path())?;
    let arguments = [
        "grammar",
        "sentences",
        "n-triples-1.2",
        "--mutate",
        "-o",
        folder.path(),
    ];
    let run = turtle_peg(&arguments)?;
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    let index = std::fs::read_to_string(folder.0.join("index.txt"))?;
    for line in index.lines() {
        let (name, said) = line.split_once(' ').context("no name")?;
        let checked = turtle_peg(&[
            "check",
            "--engine",
            "reference",
            folder.0.join(name).to_str().context("no text")?,
        ])?;
        let is_accepted = said.ends_with(": accepted");
        assert_eq!(checked.status == 0, is_accepted, "{line}");
    }
    assert!(index.contains(": rejected at 1:"), "{index}");
    std::fs::remove_dir_all(folder.path())?;
    Ok(())
}

#[test]
fn samples_can_be_given() -> anyhow::Result<()> {
    let peg = File::new("samples.pest", LIST)?;
    let samples = File::new("samples.txt", "item\n    7\n    no item\n")?;
    let arguments = [
        "grammar",
        "sentences",
        peg.path(),
        "--samples",
        samples.path(),
    ];
    let run = turtle_peg(&arguments)?;
    assert_eq!(run.stdout, "%%%% 1\n( )\n%%%% 2\n( 7 )\n");
    assert_eq!(
        run.stderr,
        "no document uses item: alternative: ⟦'a'⟧ | [0-9]\n"
    );
    let fault = File::new("samples-fault.txt", "  7\n")?;
    let run = turtle_peg(&[
        "grammar",
        "sentences",
        peg.path(),
        "--samples",
        fault.path(),
    ])?;
    assert_eq!(run.status, 1);
    assert!(run.stderr.starts_with(fault.path()), "{}", run.stderr);
    Ok(())
}

/// A suite of three tests for lists; the name keeps its files apart from those of other tests.
fn suite(name: &str) -> anyhow::Result<[File; 4]> {
    let manifest = format!(
        "\
        PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
        PREFIX rdft: <http://www.w3.org/ns/rdftest#>
        <> a mf:Manifest ; mf:entries ( <#good> <#other> <#bad> ) .
        <#good> a rdft:TestTurtlePositiveSyntax ; mf:action <{name}-good.txt> .
        <#other> a rdft:TestTurtlePositiveSyntax ; mf:action <{name}-other.txt> .
        <#bad> a rdft:TestTurtleNegativeSyntax ; mf:action <{name}-bad.txt> ."
    );
    Ok([
        File::new(&format!("{name}-manifest.ttl"), &manifest)?,
        File::new(&format!("{name}-good.txt"), "(aa)")?,
        File::new(&format!("{name}-other.txt"), "no list")?,
        File::new(&format!("{name}-bad.txt"), "(a")?,
    ])
}

#[test]
fn coverage_tells_what_a_suite_uses() -> anyhow::Result<()> {
    let peg = File::new("coverage.pest", LIST)?;
    let suite = suite("coverage")?;
    let text = printed(&["grammar", "coverage", peg.path(), suite[0].path()])?;
    let (first, rest) = text.split_once('\n').context("no line")?;
    assert!(
        first.ends_with(": 1 positive documents use 4 of 6 cases"),
        "{first}"
    );
    let expected = "
list
  not taken   '(' ⟦item*⟧ ')'
              would be used by ( )

item
  alternative 'a' | ⟦[0-9]⟧
              would be used by ( 0 )

not counted: ";
    assert!(rest.starts_with(expected), "{rest}");
    assert!(
        rest.contains("coverage-manifest.ttl#other\n  1:1: expected list\n"),
        "{rest}"
    );
    let expected = "\n1 negative documents stop in\n     1 (no production)\n";
    assert!(rest.ends_with(expected), "{rest}");
    Ok(())
}

#[test]
fn coverage_speaks_json() -> anyhow::Result<()> {
    let peg = File::new("coverage-json.pest", LIST)?;
    let suite = suite("coverage-json")?;
    let arguments = [
        "grammar",
        "coverage",
        "--format",
        "json",
        peg.path(),
        suite[0].path(),
    ];
    let found: Value = serde_json::from_str(&printed(&arguments)?)?;
    assert_eq!(found["documents"], 1);
    assert_eq!(
        found["cases"][5],
        json!({
            "production": "item",
            "number": null,
            "way": "alternative",
            "part": "[0-9]",
            "place": "'a' | ⟦[0-9]⟧",
            "documents": 0,
            "sentence": "( 0 )",
            "of_grammar_alone": null,
        })
    );
    assert_eq!(found["negative"][0]["error"], "1:3: expected item");
    Ok(())
}

/// Of the W3C's suites, where they are: all of their documents are read, and what is known to be in them is found.
#[test]
fn the_w3c_suites_are_measured() -> anyhow::Result<()> {
    let Some(suites) = &*SUITES else {
        return Ok(());
    };
    for (dialect, suite) in [
        ("turtle-1.1", "rdf11/rdf-turtle"),
        ("n-triples-1.2", "rdf12/rdf-n-triples"),
        ("trig-1.2", "rdf12/rdf-trig"),
    ] {
        let manifest = suites.join(suite).join("manifest.ttl");
        let manifest = manifest.to_str().context("no text")?;
        let allowed = suites.to_str().context("no text")?;
        let command = ["grammar", "coverage", "--allow", allowed];
        let text = printed(&[&command[..], &["--format", "json", dialect, manifest]].concat())?;
        let found: Value = serde_json::from_str(&text)?;
        assert_eq!(found["not_counted"], json!([]), "{dialect}");
        assert_eq!(found["unread"], json!([]), "{dialect}");
        let cases = found["cases"].as_array().context("no cases")?;
        for case in cases {
            let is_used = case["documents"] != 0;
            // What a document uses needs no other; what none uses need not have one that is accepted (`<>` in N-Triples).
            assert!(!is_used || case["sentence"].is_null(), "{case}");
            if case["production"] == "objectList" || case["production"] == "triple" {
                assert!(is_used, "{case}");
            }
        }
        let is_shown = |case: &Value| case["documents"] == 0 && !case["sentence"].is_null();
        assert!(cases.iter().any(is_shown), "{dialect}");
    }
    Ok(())
}

/// bash has one list of words a command.
#[test]
fn shells_complete_the_names_of_dialects_and_productions() -> anyhow::Result<()> {
    let script = printed(&["completions", "bash"])?;
    // A history is of files.
    for command in COMMANDS.into_iter().filter(|&command| command != "history") {
        let case = format!("__subcmd__grammar__subcmd__{command})\n");
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

/// Numbers, as an editor might have left them.
const FINE: &str = "\
/// [1] number ::= INTEGER | DOUBLE
// order: INTEGER matches the beginning of a DOUBLE
number = { DOUBLE | INTEGER }
/// [2] INTEGER ::= [0-9]+
INTEGER = @{ '0'..'9'+ }
/// [3] DOUBLE ::= [0-9]+ 'e'
DOUBLE = @{ '0'..'9'+ ~ \"e\" }
";

/// The same in an order that is wrong for a PEG, and with an alternative that one side has not.
fn wrong() -> String {
    let order = "// order: INTEGER matches the beginning of a DOUBLE\n";
    FINE.replace(order, "")
        .replace("DOUBLE | INTEGER", "INTEGER | DOUBLE")
        .replace("\"e\"", "\"E\"")
}

#[test]
fn check_finds_nothing_in_a_grammar_that_mirrors_its_specification() -> anyhow::Result<()> {
    let file = File::new("mirror.pest", FINE)?;
    let name = file.path();
    let verdict = format!("{name}: 3 productions, 2 identical, 1 depart (order 1), no findings\n");
    assert_eq!(printed(&["grammar", "check", name])?, verdict);
    let lines = "  [1] number: departs by order
    order: INTEGER matches the beginning of a DOUBLE
  [2] INTEGER: identical
  [3] DOUBLE: identical
";
    let verbose = printed(&["grammar", "check", "-v", name])?;
    assert_eq!(verbose, verdict + lines);
    let text = printed(&["grammar", "check", "--format", "json", name])?;
    let reason = "INTEGER matches the beginning of a DOUBLE";
    let expected = json!([{
        "grammar": name,
        "published": null,
        "productions": [
            {
                "name": "number",
                "number": "1",
                "departures": [{ "kind": "order", "reason": reason }],
            },
            { "name": "INTEGER", "number": "2", "departures": [] },
            { "name": "DOUBLE", "number": "3", "departures": [] },
        ],
        "findings": [],
    }]);
    assert_eq!(serde_json::from_str::<Value>(&text)?, expected);
    Ok(())
}

#[test]
fn check_finds_what_is_wrong() -> anyhow::Result<()> {
    let file = File::new("wrong-mirror.pest", &wrong())?;
    let name = file.path();
    let run = turtle_peg(&["grammar", "check", "--verbose", name])?;
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    for expected in [
        &format!("{name}: 3 productions, 1 identical, 0 depart, 2 at fault, "),
        "\n  [1] number: at fault\n",
        &format!("\n{name}: line 2, number: unreachable: "),
        &format!("\n{name}: line 6, DOUBLE: differs: "),
        "\n  specification: [0-9]+ 'e'\n  grammar:       '0'..'9'+ ~ \"E\"\n",
    ] {
        assert!(run.stdout.contains(expected), "{expected}\n{}", run.stdout);
    }
    let run = turtle_peg(&[
        "grammar",
        "check",
        "--format",
        "json",
        name,
        "n-triples-1.1",
    ])?;
    assert_eq!(run.status, 1);
    let found: Vec<Value> = serde_json::from_str(&run.stdout)?;
    assert_eq!((found.len(), &found[1]["findings"]), (2, &json!([])));
    let findings = found[0]["findings"].as_array().context("no findings")?;
    let differs = findings.iter().find(|one| one["kind"] == "differs");
    let differs = differs.context("no difference")?;
    assert_eq!(
        (&differs["rule"], &differs["line"]),
        (&json!("DOUBLE"), &json!(6))
    );
    assert_eq!(differs["specified"], "[0-9]+ 'e'");
    Ok(())
}

#[test]
fn check_compares_with_the_specification_s_own_text() -> anyhow::Result<()> {
    let file = File::new("quoted.pest", FINE)?;
    let text = printed(&["grammar", "ebnf", file.path()])?;
    let same = File::new("same.ebnf", &text)?;
    printed(&["grammar", "check", file.path(), "--ebnf", same.path()])?;
    let other = File::new("other.txt", &text.replace("[3]", "[4]"))?;
    let run = turtle_peg(&["grammar", "check", file.path(), "--ebnf", other.path()])?;
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.contains("DOUBLE: misnumbered: "),
        "{}",
        run.stdout
    );
    for grammars in [vec![], vec![file.path(), "turtle-1.2"]] {
        let options = vec!["grammar", "check", "--ebnf", same.path()];
        let run = turtle_peg(&[options, grammars].concat())?;
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains("exactly one grammar"), "{}", run.stderr);
    }
    Ok(())
}

#[test]
fn all_dialects_are_asked_in_their_order_if_none_is_named() -> anyhow::Result<()> {
    let text = printed(&["grammar", "overlaps", "--format", "json"])?;
    let answers: Vec<Value> = serde_json::from_str(&text)?;
    let names: Vec<_> = answers.iter().map(|one| one["grammar"].as_str()).collect();
    let dialects: Vec<_> = Dialect::all().map(|one| Some(one.name())).collect();
    assert_eq!(names, dialects);
    Ok(())
}

#[test]
fn what_cannot_be_read_does_not_keep_the_others_from_being_asked() -> anyhow::Result<()> {
    let fault = File::new("survey-fault.pest", "a = { b }\n")?;
    for (names, status) in [
        ([fault.path(), "n-triples-1.1"], 1),
        (["none.pest", "n-triples-1.1"], 2),
    ] {
        let run = turtle_peg(&[vec!["grammar", "lint"], names.to_vec()].concat())?;
        assert_eq!(run.status, status, "{}", run.stderr);
        assert_eq!(run.stdout, "n-triples-1.1: no flaws\n");
        assert!(run.stderr.contains(names[0]), "{}", run.stderr);
    }
    Ok(())
}

#[test]
fn ll1_explains_conflicts() -> anyhow::Result<()> {
    assert_eq!(
        printed(&["grammar", "ll1", "turtle-1.1"])?,
        "turtle-1.1: LL(1) yes, LR(1) yes, LALR(1) yes\n"
    );
    let file = File::new("if.ebnf", "s ::= 'if' s ('else' s)? | 'skip'\n")?;
    let name = file.path();
    let run = turtle_peg(&["grammar", "ll1", name])?;
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    for expected in [
        &format!("{name}: LL(1) no, LR(1) no, LALR(1) no\n"),
        &format!("{name}: FIRST/FOLLOW conflict in s, at ('else' s)?\n"),
        &format!("{name}: LR(1) shift/reduce conflict on 'else'\n"),
        "  after 'if' 'if' 'skip', before 'else'\n",
    ] {
        assert!(run.stdout.contains(expected), "{expected}\n{}", run.stdout);
    }
    let run = turtle_peg(&["grammar", "ll1", "--format", "json", name])?;
    let found: Value = serde_json::from_str(&run.stdout)?;
    assert_eq!(found[0]["lalr1"], false);
    assert_eq!(found[0]["ll1_conflicts"][0]["shared"], json!(["'else'"]));
    assert_eq!(
        found[0]["lr_conflicts"][0]["prefix"],
        json!(["'if'", "'if'", "'skip'"])
    );
    Ok(())
}

#[test]
fn lint_finds_what_is_untidy() -> anyhow::Result<()> {
    let tidy = printed(&["grammar", "lint", "turtle-1.2"])?;
    assert_eq!(tidy, "turtle-1.2: no flaws\n");
    let file = File::new("untidy.ebnf", "a ::= a 'x' | NAME\n")?;
    let name = file.path();
    let run = turtle_peg(&["grammar", "lint", name])?;
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    assert_eq!(
        run.stdout,
        format!(
            "{name}: 2 flaws\n{name}: NAME has no production; a uses it\n{name}: left recursion: a → a\n"
        )
    );
    let run = turtle_peg(&["grammar", "lint", "--format", "json", name])?;
    assert_eq!(
        serde_json::from_str::<Value>(&run.stdout)?,
        json!([{
            "grammar": name,
            "flaws": [
                {
                    "kind": "undefined",
                    "productions": ["a"],
                    "message": "NAME has no production; a uses it",
                },
                { "kind": "left-recursion", "productions": ["a"], "message": "left recursion: a → a" },
            ],
        }])
    );
    Ok(())
}

#[test]
fn overlaps_come_with_examples() -> anyhow::Result<()> {
    let none = printed(&["grammar", "overlaps", "n-quads-1.2"])?;
    assert_eq!(none, "n-quads-1.2: no overlaps\n");
    let file = File::new(
        "overlaps.ebnf",
        "a ::= 'if' NAME OTHER\n@terminals\nNAME ::= [a-z]+\n",
    )?;
    let name = file.path();
    assert_eq!(
        printed(&["grammar", "overlaps", name])?,
        format!(
            "{name}: 1 overlap\n{name}: NAME and 'if' both match \"if\"\n{name}: what OTHER matches cannot be told\n"
        )
    );
    let text = printed(&["grammar", "overlaps", "--format", "json", name])?;
    assert_eq!(
        serde_json::from_str::<Value>(&text)?,
        json!([{
            "grammar": name,
            "overlaps": [{ "first": "NAME", "second": "'if'", "example": "if" }],
            "unknown": ["OTHER"],
            "undecided": [],
        }])
    );
    Ok(())
}

#[test]
fn findings_are_those_of_the_page() -> anyhow::Result<()> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("FINDINGS.md"))?;
    let text = printed(&["grammar", "findings"])?;
    assert!(page.contains(&text), "{text}");
    let file = File::new("findings.pest", FINE)?;
    let text = printed(&["grammar", "findings", file.path()])?;
    assert!(
        text.contains("\n| [1] | `number` | order | INTEGER matches"),
        "{text}"
    );
    let fault = File::new("findings-fault.pest", "a = { \"b\" }\n")?;
    let run = turtle_peg(&["grammar", "findings", fault.path()])?;
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.starts_with(fault.path()), "{}", run.stderr);
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
fn a_file_s_documents_are_run() -> anyhow::Result<()> {
    let text = printed(&["grammar", "ebnf", "n-triples-1.2"])?;
    let edited = File::new(
        "edited-n-triples.ebnf",
        &text.replace("IRIREF | BLANK_NODE_LABEL | literal", "IRIREF | literal"),
    )?;
    let run = turtle_peg(&["grammar", "diff", "n-triples-1.2", edited.path()])?;
    assert_eq!(run.status, 1);
    assert!(
        !run.stdout.contains("they were not run.\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("  only n-triples-1.2 accepts: <x:a> <x:a> _:a .\n"),
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
        "/// [2] line ::= \"USE\" NAME\n// guard: `USE:` begins with one NAME: the longest match is chosen\n\
         line = { !NAME ~ ^\"USE\" ~ NAME }\n"
    );
    let run = turtle_peg(&["grammar", "import", "none.ebnf"])?;
    assert_eq!(run.status, 2);
    Ok(())
}

/// What is said on standard error, by the production that it is said of.
#[test]
fn an_import_says_what_is_to_be_looked_at() -> anyhow::Result<()> {
    for (productions, expected) in [
        (
            "doc ::= A* A\n@terminals\nA ::= 'x'",
            "doc: A* can begin like what follows it",
        ),
        (
            "doc ::= b c d e\nb ::= A* A\nc ::= A* A\nd ::= A* A\ne ::= A* A\n@terminals\nA ::= 'x'",
            "b, c, d and 1 more: A* can begin like what follows it",
        ),
        (
            "doc ::= a | a '.'\na ::= '(' a? ')'",
            "doc: a and a '.' can begin alike",
        ),
        (
            "doc ::= PN_CHARS_U\n@terminals\nPN_CHARS_U ::= PN_CHARS_BASE | '_' | ':'\nPN_CHARS_BASE ::= [a-z]",
            "PN_CHARS_U: as in n-triples-1.1, which is in error: RDF 1.1 erratum 30",
        ),
        (
            "doc ::= 'a' b?\nb ::= 'b'+",
            "the text lists no terminals (`@terminals`); these were taken for some, with no white space in them: b\n",
        ),
    ] {
        let file = File::new("noted.ebnf", productions)?;
        let run = turtle_peg(&["grammar", "import", file.path()])?;
        assert_eq!(run.status, 0, "{}", run.stderr);
        let expected = format!("{}: {expected}", file.path());
        assert!(run.stderr.contains(&expected), "{}", run.stderr);
    }
    Ok(())
}

/// In the terms of the EBNF: there is no PEG yet in which somebody could look.
#[test]
fn what_no_peg_can_say_is_not_imported() -> anyhow::Result<()> {
    for (productions, expected) in [
        ("doc ::= doc 'x' | 'y'", "left recursion: doc → doc"),
        ("doc ::= nix", "nix has no production; doc uses it"),
        ("doc ::= 'x'\ndoc ::= 'y'", "doc has 2 productions"),
        (
            "doc ::= (a 'x'?)*\na ::= 'y'?",
            "doc: (a 'x'?)* repeats what can be nothing",
        ),
        ("doc ::= a | 'x'\na ::= 'y'?", "doc: a can be nothing"),
        (
            "doc ::= 'a' PUSH\nPUSH ::= 'f'",
            "PUSH is a word of pest's own: rename the production\n",
        ),
        (
            "doc ::= ANY\nANY ::= 'f'",
            "ANY is a word of pest's own: rename the production\n",
        ),
        ("doc ::= a-b\na-b ::= 'f'", "a-b is no name in pest"),
    ] {
        let file = File::new("impossible.ebnf", productions)?;
        let run = turtle_peg(&["grammar", "import", file.path()])?;
        assert_eq!((run.status, run.stdout.as_str()), (1, ""));
        let expected = format!("{}: error: {expected}", file.path());
        assert!(run.stderr.starts_with(&expected), "{}", run.stderr);
    }
    Ok(())
}

#[test]
fn a_closed_pipe_ends_quietly() -> anyhow::Result<()> {
    // More than fits into a pipe.
    let productions = (0..900).map(|number| format!("a{number} ::= '{}'\n", "a".repeat(100)));
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
    for command in COMMANDS {
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

/// A rule's sign is part of it, also where two signs are of one kind.
#[test]
fn a_rule_that_changed_its_sign_alone_is_named() -> anyhow::Result<()> {
    let rules = |sign: &str| format!("/// doc ::= 'a' 'b'\ndoc = {sign}{{ \"a\" ~ \"b\" }}\n");
    for [before, after] in [["@", "$"], ["", "!"], ["", "$"]] {
        let first = File::new("sign1.pest", &rules(before))?;
        let second = File::new("sign2.pest", &rules(after))?;
        let run = turtle_peg(&["grammar", "diff", first.path(), second.path()])?;
        let said =
            format!("- doc = {before}{{ \"a\" ~ \"b\" }}\n  + doc = {after}{{ \"a\" ~ \"b\" }}\n");
        assert!(run.stdout.contains(&said), "{}", run.stdout);
        assert_eq!(run.status, 1);
    }
    Ok(())
}

/// A tree of a document for which there are several cannot be shown: something could not be done.
#[test]
fn a_document_with_several_trees_is_a_failure() -> anyhow::Result<()> {
    for grammar in ["s ::= 'a' | t\nt ::= 'a'", "s ::= t*\nt ::= 'a'?"] {
        let grammar = File::new("trees.ebnf", grammar)?;
        let text = File::new("trees.txt", "a")?;
        let arguments = ["check", "--grammar", grammar.path(), "--format", "json"];
        let run = turtle_peg(&[&arguments[..], &[text.path()]].concat())?;
        let first: Value = serde_json::from_str(run.stdout.lines().next().context("nothing")?)?;
        assert_eq!((run.status, &first["type"]), (2, &json!("failure")));
        assert_eq!(
            first["message"],
            "the grammar has more than one tree for this document"
        );
    }
    Ok(())
}

/// What never comes to an end is a flaw, and such a grammar is of no kind.
#[test]
fn productions_that_no_text_matches_are_named() -> anyhow::Result<()> {
    for (grammar, names) in [
        (
            "expr ::= expr '+' N\n@terminals\nN ::= [0-9]+",
            vec!["expr"],
        ),
        ("s ::= t\nt ::= u\nu ::= t", vec!["s", "t", "u"]),
        ("s ::= 'a' s", vec!["s"]),
        ("s ::= 'a' s | t\nt ::= 'b' t", vec!["s", "t"]),
        ("s ::= 'a' t? \nt ::= 'b' t", vec!["t"]),
        ("s ::= 'a' s | 'b'", vec![]),
    ] {
        let file = File::new("endless.ebnf", grammar)?;
        let run = turtle_peg(&["grammar", "lint", file.path()])?;
        for name in ["expr", "s", "t", "u"] {
            let said = format!("no text matches {name}: it never comes to an end\n");
            let is_named = names.contains(&name);
            assert_eq!(
                run.stdout.contains(&said),
                is_named,
                "{grammar}: {}",
                run.stdout
            );
        }
        let run = turtle_peg(&["grammar", "ll1", file.path()])?;
        let verdict = match names.is_empty() {
            true => ": LL(1) yes, LR(1) yes, LALR(1) yes",
            false => ": LL(1) no, LR(1) no, LALR(1) no",
        };
        assert!(run.stdout.contains(verdict), "{grammar}: {}", run.stdout);
    }
    Ok(())
}

/// Where the change takes its effect elsewhere, the only change is what a document shows; of several, none is named for it.
#[test]
fn a_diff_shows_what_no_text_matches_any_more() -> anyhow::Result<()> {
    let before = File::new("ended.ebnf", "doc ::= 'c' x | y\nx ::= 'b'\ny ::= 'd'")?;
    for (productions, expected) in [
        (
            "doc ::= 'c' x | y\nx ::= 'b' x\ny ::= 'd'",
            "  only {before} accepts: c b\n",
        ),
        (
            "doc ::= 'c' x | y\nx ::= 'b' 'c'\ny ::= 'd'",
            "  only {before} accepts: c b\n  only {after} accepts: c b c\n",
        ),
        (
            "doc ::= 'c' x | y\nx ::= 'b' x\ny ::= 'd' | 'd' 'd'",
            "  no document: no sentence tells the two apart there, but `c b` does elsewhere (",
        ),
    ] {
        let after = File::new("endless-now.ebnf", productions)?;
        let run = turtle_peg(&["grammar", "diff", before.path(), after.path()])?;
        let expected = expected.replace("{before}", before.path());
        let expected = expected.replace("{after}", after.path());
        assert!(run.stdout.contains(&expected), "{}", run.stdout);
    }
    Ok(())
}

/// The program follows the EBNF, by which such a terminal may match nothing.
#[test]
fn terminals_that_can_be_nothing_may_be_absent() -> anyhow::Result<()> {
    let many = File::new("nothing1.ebnf", "s ::= A 'b'\n@terminals\nA ::= 'a'*")?;
    let optional = File::new("nothing2.ebnf", "s ::= A? 'b'\n@terminals\nA ::= 'a'+")?;
    let text = File::new("nothing.txt", "b")?;
    for grammar in [&many, &optional] {
        printed(&["check", "--grammar", grammar.path(), text.path()])?;
    }
    let run = turtle_peg(&["grammar", "diff", many.path(), optional.path()])?;
    assert!(!run.stdout.contains("accepts: b"), "{}", run.stdout);
    Ok(())
}

/// Each fault of a grammar's file has a line of its own, with its place in front.
#[test]
fn the_faults_of_a_file_are_said_at_their_places() -> anyhow::Result<()> {
    for (name, text, said) in [
        (
            "f1.pest",
            "a = \"x\" }\n",
            "f1.pest:1:5: error: expected `{`",
        ),
        (
            "f2.pest",
            "a = { b }\n",
            "f2.pest:1:7: error: rule b is undefined",
        ),
        (
            "f3.ebnf",
            "b ::= 'x'\na ::= b{2,4}\n",
            "f3.ebnf:2:8: error: expected an expression",
        ),
        (
            "f4.ebnf",
            "a ::= #x110000\n",
            "f4.ebnf:1:7: error: no character has this code point",
        ),
        (
            "f6.pest",
            "\n/// [1] doc ::= 'x\ndoc = { \"x\" }\n",
            "f6.pest:2:17: error: expected an expression",
        ),
        (
            "f7.pest",
            "/// [1] doc ::= 'x' 'x'\ndoc = { PUSH(\"x\") ~ POP }\n",
            "f7.pest:2:1: error: doc uses pest's stack, which cannot be inspected",
        ),
        (
            "f8.pest",
            "e = { e ~ \"+\" | \"n\" }\n",
            "f8.pest:1:7: error: rule e is left-recursive (e -> e)\n",
        ),
        (
            "f5.ebnf",
            "a ::= b\nc ::= d\n",
            "f5.ebnf: error: d has no production; c uses it\n",
        ),
    ] {
        let file = File::new(name, text)?;
        let run = turtle_peg(&["grammar", "import", file.path()])?;
        assert!(run.stderr.contains(said), "{}", run.stderr);
        assert!(!run.stderr.contains('␊'), "{}", run.stderr);
        assert_eq!(run.status, 1);
    }
    let file = File::new("f6.ebnf", "a ::= b{2,4}\n")?;
    let run = turtle_peg(&["check", "--grammar", file.path(), file.path()])?;
    assert!(
        run.stderr.contains("f6.ebnf:1:8: expected an expression"),
        "{}",
        run.stderr
    );
    Ok(())
}
