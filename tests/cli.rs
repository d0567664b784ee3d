//! The program, as a user sees it: what goes to standard output, what to standard error, and the exit status.

#![cfg(feature = "cli")]

use anyhow::Context;
use pretty_assertions::assert_eq;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use testing::program::{Folder, turtle_peg, with_stdin};

#[test]
fn parse_writes_n_triples() -> anyhow::Result<()> {
    let run = with_stdin(&["parse"], "@prefix : <x:> . :s :p [], 'é\\n'@EN .")?;
    assert_eq!(
        run.stdout,
        "<x:s> <x:p> _:anon1 .\n<x:s> <x:p> \"é\\n\"@EN .\n"
    );
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let run = with_stdin(&["parse", "--canonical", "-"], "<x:s> <x:p> 'a'@EN .")?;
    assert_eq!(run.stdout, "<x:s> <x:p> \"a\"@en .\n");
    Ok(())
}

#[test]
fn the_base_is_the_files_own_iri_unless_given() -> anyhow::Result<()> {
    let folder = Folder::new("base")?;
    folder.write("a b.ttl", "<#s> <p> <> .")?;
    let own = format!("file://{}/a%20b.ttl", folder.0.display());
    let run = turtle_peg(&["parse", "a b.ttl"], &folder.0, b"")?;
    let directory = own.trim_end_matches("a%20b.ttl");
    assert_eq!(run.stdout, format!("<{own}#s> <{directory}p> <{own}> .\n"));
    let run = turtle_peg(
        &["parse", "--base", "http://a/b", "a b.ttl"],
        &folder.0,
        b"",
    )?;
    assert_eq!(run.stdout, "<http://a/b#s> <http://a/p> <http://a/b> .\n");
    let run = with_stdin(&["parse"], "<s> <x:p> <x:o> .")?;
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("there is no base IRI"),
        "{}",
        run.stderr
    );
    let run = turtle_peg(&["parse", "--base", "b", "a b.ttl"], &folder.0, b"")?;
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("the base IRI <b>"), "{}", run.stderr);
    Ok(())
}

#[test]
fn the_dialect_is_that_of_the_extension_unless_given() -> anyhow::Result<()> {
    let folder = Folder::new("dialect")?;
    let text = "<x:s> <x:p> 1 .";
    folder
        .write("a.ttl", text)?
        .write("a.nt", text)?
        .write("a.txt", text)?;
    assert_eq!(turtle_peg(&["check", "a.ttl"], &folder.0, b"")?.status, 0);
    assert_eq!(turtle_peg(&["check", "a.nt"], &folder.0, b"")?.status, 1);
    let run = turtle_peg(&["check", "a.txt"], &folder.0, b"")?;
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("--dialect"), "{}", run.stderr);
    let run = turtle_peg(
        &["check", "--dialect", "turtle-1.1", "a.txt"],
        &folder.0,
        b"",
    )?;
    assert_eq!(run.status, 0);
    let run = turtle_peg(&["check", "--dialect", "n3", "a.txt"], &folder.0, b"")?;
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("turtle-wd2011"), "{}", run.stderr);
    Ok(())
}

#[test]
fn a_fault_is_shown_with_its_line_and_a_caret() -> anyhow::Result<()> {
    let folder = Folder::new("fault")?;
    folder.write("a.ttl", "<x:s> <x:p> <x:o> .\n\t<x:é> <x:p> .\n")?;
    let run = turtle_peg(&["parse", "a.ttl"], &folder.0, b"")?;
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, "<x:s> <x:p> <x:o> .\n");
    let expected = "\
a.ttl:2:14: error: an object is missing
  |
2 |     <x:é> <x:p> .
  |           ----- ^ an object is an IRI, a prefixed name, a literal, a blank node or a collection
  |           |
  |           of this predicate
  |
  = RDF 1.2 Turtle, [12] predicateObjectList
";
    assert_eq!(run.stderr, expected);
    Ok(())
}

#[test]
fn a_faulty_statement_gives_no_triple_and_keep_going_skips_it() -> anyhow::Result<()> {
    let text = "<x:a> <x:p> 1, ex:b .\n<x:c> <x:p> .\n<x:d> <x:p> 'x .\n<x:e> <x:p> <x:o> .\n";
    let run = with_stdin(&["parse"], text)?;
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    let run = with_stdin(&["parse", "--keep-going"], text)?;
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (1, "<x:e> <x:p> <x:o> .\n")
    );
    let places: Vec<_> = run
        .stderr
        .lines()
        .filter_map(|line| line.split_once(": error"))
        .collect();
    let places: Vec<_> = places.iter().map(|(place, _)| *place).collect();
    assert_eq!(places, ["<stdin>:1:16", "<stdin>:2:13", "<stdin>:3:13"]);
    Ok(())
}

/// So much that several threads share it, with faults of every kind on the way.
fn large(statement: impl Fn(usize) -> String) -> String {
    const FAULTS: [&str; 3] = [
        "<x:a> <x:p> .\n",
        "<x:a> ex:p 'x' .\n",
        "<x:a> <x:p> 'x .\n",
    ];
    let mut text = String::new();
    for number in 0..12_000 {
        text.push_str(&statement(number));
        if number % 1900 == 1800 {
            text.push_str(FAULTS[number / 1900 % FAULTS.len()]);
        }
    }
    assert!(text.len() > 500_000);
    text
}

#[test]
fn the_number_of_threads_changes_nothing() -> anyhow::Result<()> {
    let folder = Folder::new("threads")?;
    folder
        .write(
            "a.nt",
            large(|n| format!("_:b{n} <http://example.org/p> \"number {n}\"@en .\n")),
        )?
        .write(
            "a.ttl",
            large(|n| {
                format!("@prefix : <http://example.org/{n}/> .\n:s :p [ :q ({n}) ] ; :r 'é . ' .\n")
            }),
        )?
        .write(
            "a.nq",
            large(|n| format!("_:b{n} <http://example.org/p> \"number {n}\"@en _:g{n} .\n")),
        )?
        .write(
            "a.trig",
            large(|n| format!("[] {{ _:s <x:p> [] , 'number {n}' . [] <x:q> ( 1 2 {n} ) }}\n")),
        )?;
    for file in ["a.nt", "a.ttl", "a.nq", "a.trig"] {
        for arguments in [
            &["parse", file][..],
            &["parse", "--keep-going", file],
            &["parse", "--keep-going", "--provenance", file],
            &["parse", "--keep-going", "--count", file],
            &["parse", "--keep-going", "--to", "n-triples", file],
            &["check", file],
            &["check", "--keep-going", file],
            &["stats", "--most", "50", file],
            &["stats", "--keep-going", file],
        ] {
            let run = |threads: &str| {
                let arguments = [arguments, &["--threads", threads]].concat();
                turtle_peg(&arguments, &folder.0, b"")
            };
            let one = run("1")?;
            for threads in ["2", "3"] {
                let several = run(threads)?;
                assert_eq!(several.status, one.status, "{arguments:?}");
                assert!(
                    several.stderr == one.stderr,
                    "{arguments:?}: {}",
                    several.stderr
                );
                assert!(several.stdout == one.stdout, "{arguments:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn a_dataset_becomes_n_quads_and_no_graph_is_lost_in_silence() -> anyhow::Result<()> {
    let folder = Folder::new("datasets")?;
    folder.write(
        "a.trig",
        "<x:s> <x:p> 'd' . GRAPH <x:g> { <x:s> <x:p> _:b }",
    )?;
    folder.write("a.nq", "<x:s> <x:p> _:b _:g .\n")?;
    let run = turtle_peg(&["parse", "a.trig"], &folder.0, b"")?;
    let first = "<x:s> <x:p> \"d\" .\n";
    assert_eq!(run.stdout, format!("{first}<x:s> <x:p> _:b <x:g> .\n"));
    let run = turtle_peg(&["parse", "a.nq", "a.trig"], &folder.0, b"")?;
    let quads = format!("<x:s> <x:p> _:d1-b _:d1-g .\n{first}<x:s> <x:p> _:d2-b <x:g> .\n");
    assert_eq!(run.stdout, quads);
    let run = turtle_peg(&["parse", "--to", "n-triples", "a.trig"], &folder.0, b"")?;
    assert_eq!((run.status, run.stdout.as_str()), (2, first));
    assert!(run.stderr.contains("a.trig:1:33: "), "{}", run.stderr);
    assert!(run.stderr.contains("in the graph <x:g>"), "{}", run.stderr);
    let run = with_stdin(&["parse", "--to", "n-quads"], "<x:s> <x:p> 'd' .")?;
    assert_eq!(run.stdout, first);
    Ok(())
}

#[test]
fn count_and_provenance() -> anyhow::Result<()> {
    let run = with_stdin(&["parse", "--count"], "<x:s> <x:p> 1, 2, (3) .")?;
    assert_eq!(run.stdout, "5\n");
    let run = with_stdin(&["parse", "--provenance"], "# c\n<x:s>\n a <x:A>, 'é' .")?;
    let rdf_type = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
    assert_eq!(
        run.stdout,
        format!(
            "<x:s> {rdf_type} <x:A> . # 2:1 3:2 3:4\n<x:s> {rdf_type} \"é\" . # 2:1 3:2 3:11\n"
        )
    );
    let again = with_stdin(&["parse", "--dialect", "n-triples-1.1"], &run.stdout)?;
    assert_eq!(again.status, 0, "{}", again.stderr);
    Ok(())
}

/// What an older dialect accepts and RDF 1.2 has no terms for is no line of the output, and said.
#[test]
fn what_is_written_can_be_read() -> anyhow::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut documents = 0;
    for (folder, dialect) in [
        ("turtle-submission", "turtle-submission"),
        ("shared/turtle-submission+turtle-wd2011", "turtle-wd2011"),
        (
            "shared/turtle-submission+turtle-wd2011+turtle-1.1+n-triples-1.1",
            "n-triples-1.1",
        ),
    ] {
        for entry in std::fs::read_dir(corpus.join(folder).join("beyond-rdf-1.2"))? {
            let path = entry?.path();
            let path = path.to_str().unwrap_or_default();
            let check = with_stdin(&["check", "--dialect", dialect, path], "")?;
            assert_eq!(check.status, 0, "{path}: {}", check.stderr);
            let parse = with_stdin(&["parse", "--dialect", dialect, path], "")?;
            assert_eq!(parse.status, 1, "{path}: {}", parse.stdout);
            assert!(
                parse.stderr.contains("RDF 1.2 has no"),
                "{path}: {}",
                parse.stderr
            );
            let lines = ["check", "--dialect", "n-triples-1.2"];
            let read = with_stdin(&lines, &parse.stdout)?;
            assert_eq!(read.status, 0, "{path}: {}", read.stderr);
            documents += 1;
        }
    }
    assert!(documents > 20, "{documents}");
    Ok(())
}

#[test]
fn the_blank_nodes_of_several_files_are_kept_apart() -> anyhow::Result<()> {
    let folder = Folder::new("blank")?;
    folder
        .write("a.ttl", "_:x <x:p> [] .")?
        .write("b.nt", "_:x <x:p> _:anon1 .\n")?;
    let run = turtle_peg(&["parse", "a.ttl", "b.nt"], &folder.0, b"")?;
    assert_eq!(
        run.stdout,
        "_:d1-x <x:p> _:d1-anon1 .\n_:d2-x <x:p> _:d2-anon1 .\n"
    );
    let run = turtle_peg(&["parse", "--count", "a.ttl", "b.nt"], &folder.0, b"")?;
    assert_eq!(run.stdout, "1\ta.ttl\n1\tb.nt\n2\ttotal\n");
    Ok(())
}

#[test]
fn what_cannot_be_read_is_reported_and_the_rest_is_still_read() -> anyhow::Result<()> {
    let folder = Folder::new("unreadable")?;
    folder.write("a.ttl", "<x:s> <x:p> <x:o> .")?;
    std::fs::create_dir(folder.0.join("folder.ttl"))?;
    let run = turtle_peg(
        &["parse", "none.ttl", "folder.ttl", "a.ttl"],
        &folder.0,
        b"",
    )?;
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (2, "<x:s> <x:p> <x:o> .\n")
    );
    assert!(
        run.stderr.starts_with("none.ttl: error: "),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("\nfolder.ttl: error: "),
        "{}",
        run.stderr
    );
    Ok(())
}

#[test]
fn bytes_that_are_not_utf_8_have_a_place() -> anyhow::Result<()> {
    let run = turtle_peg(&["check"], Path::new("."), b"<x:s> <x:p> '\xC3\xA4\xFF' .")?;
    assert_eq!(run.status, 1);
    assert!(
        run.stderr
            .starts_with("<stdin>:1:15: error: the byte FF is not UTF-8"),
        "{}",
        run.stderr
    );
    Ok(())
}

#[test]
fn check_all_gives_each_dialects_verdict() -> anyhow::Result<()> {
    let run = with_stdin(&["check", "--dialect", "all"], "<x:s> <x:p> 5. .")?;
    assert_eq!(run.status, 0);
    let verdicts: Vec<_> = run
        .stdout
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(dialect, verdict)| (dialect, verdict.trim()))
        .collect();
    assert_eq!(
        verdicts,
        [
            ("turtle-submission", "accepts"),
            ("turtle-wd2011", "accepts"),
            (
                "turtle-1.1",
                "rejects at 1:16: unexpected `.`, expected statement"
            ),
            (
                "turtle-1.2-wd2024",
                "rejects at 1:16: unexpected `.`, expected statement"
            ),
            (
                "turtle-1.2",
                "rejects at 1:16: unexpected `.`, expected statement"
            ),
            (
                "n-triples-1.1",
                "rejects at 1:13: unexpected `5`, expected object, in triple"
            ),
            (
                "n-triples-1.2",
                "rejects at 1:13: unexpected `5`, expected object, in triple"
            ),
            (
                "trig-1.1",
                "rejects at 1:16: unexpected `.`, expected directive or block"
            ),
            (
                "trig-1.2",
                "rejects at 1:16: unexpected `.`, expected directive or block"
            ),
            (
                "n-quads-1.1",
                "rejects at 1:13: unexpected `5`, expected object, in statement"
            ),
            (
                "n-quads-1.2",
                "rejects at 1:13: unexpected `5`, expected object, in quad"
            ),
        ]
    );
    let run = with_stdin(&["check", "--dialect", "all"], "nothing")?;
    assert_eq!(run.status, 1);
    Ok(())
}

/// What people mistake in Turtle is not said of another language: this `}` closes something, but too soon.
#[test]
fn another_language_gets_no_advice_on_turtle() -> anyhow::Result<()> {
    let folder = Folder::new("another-language")?;
    folder.write(
        "pairs.ebnf",
        "pairs ::= '{' pair* '}'\npair ::= NAME NAME\n@terminals\nNAME ::= [a-z]+\n",
    )?;
    let arguments = ["check", "--grammar", "pairs.ebnf", "-"];
    let run = turtle_peg(&arguments, &folder.0, b"{ a b c }")?;
    assert_eq!(run.status, 1);
    let said =
        "<stdin>:1:9: error: unexpected `}`, expected NAME\n  |\n1 | { a b c }\n  |         ^\n";
    assert_eq!(run.stderr, said);
    Ok(())
}

#[test]
fn tree_prints_productions_and_bytes() -> anyhow::Result<()> {
    let text = "\u{FEFF}<x:s> a <x:o> .\n# c\n<x:a> <x:b> 1 .";
    let run = with_stdin(&["tree", "--dialect", "turtle-1.1"], text)?;
    let expected = "\
statement 3..18
  triples 3..17
    subject 3..8
      iri 3..8
        IRIREF 3..8 \"<x:s>\"
    predicateObjectList 9..17
      verb 9..10 \"a\"
      objectList 11..17
        object 11..16
          iri 11..16
            IRIREF 11..16 \"<x:o>\"
";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    let run = with_stdin(&["tree", "--format", "json"], text)?;
    let json: serde_json::Value = serde_json::from_str(&run.stdout)?;
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    assert_eq!(json[1]["production"], "statement");
    assert_eq!(
        (&json[0]["start"], &json[0]["end"]),
        (&3.into(), &18.into())
    );
    let leaf = "/0/children/0/children/0/children/0/children/0/text";
    assert_eq!(json.pointer(leaf), Some(&"<x:s>".into()));
    assert_eq!(
        with_stdin(&["tree", "--format", "json"], "")?.stdout,
        "[]\n"
    );
    Ok(())
}

#[test]
fn a_closed_pipe_ends_quietly() -> anyhow::Result<()> {
    let folder = Folder::new("pipe")?;
    folder.write("a.nt", "<x:s> <x:p> <x:o> .\n".repeat(100_000))?;
    let mut process = Command::new(env!("CARGO_BIN_EXE_turtle-peg"))
        .args(["parse", "a.nt"])
        .current_dir(&folder.0)
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
fn every_command_has_help_with_an_example() -> anyhow::Result<()> {
    for command in [
        "parse",
        "check",
        "tree",
        "stats",
        "explain",
        "conformance",
        "dialects",
        "completions",
        "man",
    ] {
        let run = with_stdin(&[command, "--help"], "")?;
        assert_eq!(run.status, 0);
        let example = format!("\n  turtle-peg {command}");
        assert!(run.stdout.contains(&example), "{command}: {}", run.stdout);
    }
    assert!(
        with_stdin(&["completions", "bash"], "")?
            .stdout
            .contains("conformance")
    );
    assert!(with_stdin(&["man"], "")?.stdout.starts_with(".ie"));
    assert!(
        with_stdin(&["man", "parse"], "")?
            .stdout
            .contains("keep\\-going")
    );
    assert_eq!(with_stdin(&[], "")?.status, 2);
    Ok(())
}

/// Turtle without `a`.
fn without_a() -> String {
    let grammar = turtle_peg::Dialect::Turtle12.grammar();
    let edited = grammar.replace("verb = { predicate | \"a\" }", "verb = { predicate }");
    assert_ne!(edited, grammar);
    edited
}

#[test]
fn a_grammar_that_was_just_edited_runs() -> anyhow::Result<()> {
    let folder = Folder::new("grammar")?;
    folder
        .write("my.pest", without_a())?
        .write("a.ttl", "<x:s> <x:p> <x:o> .\n<x:s> a <x:o> .")?
        .write("b.data", "<x:s> <x:p> <x:o> .")?;
    let run = |arguments: &[&str]| turtle_peg(arguments, &folder.0, b"");
    let parse = run(&["parse", "--grammar", "my.pest", "a.ttl"])?;
    assert_eq!(parse.stdout, "<x:s> <x:p> <x:o> .\n");
    assert_eq!(parse.status, 1);
    let expected = "a.ttl:2:7: error: the grammar's rules do not allow what stands here, though its productions (the `///` lines) do\n";
    assert!(parse.stderr.starts_with(expected), "{}", parse.stderr);
    // It tells what it is a grammar of: the extension need not.
    let check = run(&["check", "--grammar", "my.pest", "b.data"])?;
    assert_eq!((check.status, check.stderr.as_str()), (0, ""));
    let tree = run(&["tree", "--grammar", "my.pest", "b.data"])?;
    assert_eq!(
        tree.stdout,
        run(&["tree", "--dialect", "turtle-1.2", "b.data"])?.stdout
    );
    // But what it does not say can be that of another dialect.
    folder.write("relative.ttl", "<s> <p> <o> .")?;
    let dialect = ["--dialect", "n-triples-1.2", "relative.ttl"];
    let check = run(&[&["check", "--grammar", "my.pest"], &dialect[..]].concat())?;
    assert!(check.stderr.contains("is relative"), "{}", check.stderr);
    Ok(())
}

#[test]
fn a_grammar_that_cannot_be_run_is_a_failure() -> anyhow::Result<()> {
    let folder = Folder::new("no-grammar")?;
    let renamed = without_a().replace("verb", "adverb");
    folder
        .write("renamed.pest", renamed)?
        .write("broken.pest", "turtleDoc = { SOI ~ }")?;
    let run = |arguments: &[&str]| turtle_peg(arguments, &folder.0, b"");
    for (file, expected) in [
        (
            "renamed.pest",
            "error: renamed.pest:64: the production adverb is new: ",
        ),
        ("broken.pest", "error: broken.pest:1: expected "),
        ("missing.pest", "error: missing.pest: "),
    ] {
        for command in ["parse", "check", "tree"] {
            let run = run(&[command, "--grammar", file])?;
            assert_eq!(
                (run.status, run.stdout.as_str()),
                (2, ""),
                "{command} {file}"
            );
            assert!(run.stderr.contains(expected), "{}", run.stderr);
        }
    }
    folder.write("my.pest", without_a())?;
    let all = run(&["check", "--grammar", "my.pest", "--dialect", "all"])?;
    assert_eq!(all.status, 2);
    assert!(all.stderr.contains("--dialect all"), "{}", all.stderr);
    let engine = run(&["parse", "--grammar", "my.pest", "--engine", "fast"])?;
    assert_eq!(engine.status, 2);
    Ok(())
}

#[test]
fn conformance_tells_what_an_edited_grammar_changes() -> anyhow::Result<()> {
    let folder = Folder::new("against")?;
    folder
        .write("my.pest", without_a())?
        .write(
            "manifest.ttl",
            "PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
             PREFIX rdft: <http://www.w3.org/ns/rdftest#>
             <> a mf:Manifest ; mf:assumedTestBase <http://example.org/> ; mf:entries ( <#a> <#b> <#c> <#d> ) .
             <#a> a rdft:TestTurtlePositiveSyntax ; mf:action <a.ttl> .
             <#b> a rdft:TestTurtlePositiveSyntax ; mf:action <b.ttl> .
             <#c> a rdft:TestTurtleNegativeSyntax ; mf:action <a.ttl> .
             <#d> a rdft:TestTurtleNegativeSyntax ; mf:action <d.ttl> .",
        )?
        .write("a.ttl", "<s> <p> <o> ; a <C> .")?
        .write("b.ttl", "<s> <p> [ <p> 1 ] .")?
        .write("d.ttl", "<s> a .")?;
    let run = |arguments: &[&str]| turtle_peg(arguments, &folder.0, b"");
    let grammar = ["conformance", "--grammar", "my.pest", "manifest.ttl"];
    let against = run(&[&grammar[..], &["--against", "turtle-1.2"]].concat())?;
    let rejected = "rejected by the grammar at 1:15: the grammar's rules do not allow what stands here, though its productions (the `///` lines) do";
    assert_eq!(
        against.stdout,
        format!(
            "CHANGED http://example.org/manifest.ttl#a: passed, triples: 2 → failed, {rejected}\n\
             CHANGED http://example.org/manifest.ttl#c: failed, triples: 2 → passed, {rejected}\n\
             manifest.ttl: of 4 tests, 2 changed against turtle-1.2: 1 passed and now fail, 1 failed and now pass, 0 with \
             the verdict as it was\n"
        )
    );
    assert_eq!((against.status, against.stderr.as_str()), (1, ""));
    let alone = run(&grammar)?;
    assert!(
        alone.stdout.ends_with("manifest.ttl: 3 passed, 1 failed\n"),
        "{}",
        alone.stdout
    );
    let same = [
        "conformance",
        "--dialect",
        "turtle-1.1",
        "--against",
        "turtle-1.2",
        "manifest.ttl",
    ];
    assert_eq!(run(&same)?.status, 0);
    Ok(())
}

/// Faults that follow from one that was shown are counted, and shown in one line.
#[test]
fn what_follows_from_a_fault_is_told_once() -> anyhow::Result<()> {
    let check = |name: &str, document: &str| -> anyhow::Result<String> {
        let folder = Folder::new(&format!("repeats-{name}"))?;
        folder.write(name, document)?;
        let run = turtle_peg(&["check", "--keep-going", name], &folder.0, b"")?;
        assert_eq!(run.status, 1);
        Ok(run.stderr)
    };
    let told = check(
        "undeclared.ttl",
        "ex:a ex:b 1 .\nex:a ex:b 2 .\nex:a ex:b 3 .\n\"x\" .\n",
    )?;
    assert_eq!(told.matches("error:").count(), 2, "{told}");
    assert!(told.contains("a literal cannot be a subject"), "{told}");
    let note = "undeclared.ttl: the prefix `ex:` is not declared: 2 more statements at fault\n1 document: 0 accepted; 4 faults\n";
    assert!(told.ends_with(note), "{told}");
    // The directive is at fault, and not the statements that use its prefix.
    let told = check(
        "directive.ttl",
        "@prefix ex: <http://example.org/>\nex:a ex:b 1 .\nfoaf:a foaf:b 1 .\n",
    )?;
    assert_eq!(told.matches("error:").count(), 2, "{told}");
    assert!(
        told.contains("`ex:` is not declared: 1 more statement at fault"),
        "{told}"
    );
    let told = check(
        "page.ttl",
        "<html><body>\n<p>x</p>. <a>b</a>.\n</body></html>\n",
    )?;
    assert_eq!(told.matches("error:").count(), 1, "{told}");
    assert!(
        told.contains("not shown: the document seems to be in another language"),
        "{told}"
    );
    Ok(())
}
