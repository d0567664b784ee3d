//! `turtle-peg conformance` with grammars that are no dialect's: acceptance and meaning are two questions.

#![cfg(feature = "cli")]

use pretty_assertions::assert_eq;
use serde_json::Value;
use testing::program::{Folder, Run, turtle_peg};

/// A test for each thing that can become of a document, twice: where it has to be accepted, and where it has to be rejected.
const MANIFEST: &str = "\
PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX rdft: <http://www.w3.org/ns/rdftest#>
<> a mf:Manifest ; mf:assumedTestBase <http://e/> ; mf:entries (
    <#good> <#good-bad> <#rdf> <#rdf-bad> <#broken> <#broken-bad> <#eval> <#eval-broken> <#bytes> ) .
<#good> a rdft:TestTurtlePositiveSyntax ; mf:action <good.ttl> .
<#good-bad> a rdft:TestTurtleNegativeSyntax ; mf:action <good.ttl> .
<#rdf> a rdft:TestTurtlePositiveSyntax ; mf:action <rdf.ttl> .
<#rdf-bad> a rdft:TestTurtleNegativeSyntax ; mf:action <rdf.ttl> .
<#broken> a rdft:TestTurtlePositiveSyntax ; mf:action <broken.ttl> .
<#broken-bad> a rdft:TestTurtleNegativeSyntax ; mf:action <broken.ttl> .
<#eval> a rdft:TestTurtleEval ; mf:action <good.ttl> ; mf:result <good.nt> .
<#eval-broken> a rdft:TestTurtleEval ; mf:action <broken.ttl> ; mf:result <good.nt> .
<#bytes> a rdft:TestTurtlePositiveSyntax ; mf:action <bytes.ttl> .
";

fn folder(name: &str) -> anyhow::Result<Folder> {
    let folder = Folder::new(name)?;
    let ebnf = turtle_peg(&["grammar", "ebnf", "turtle-1.2"], &folder.0, b"")?;
    let pest = turtle_peg(&["grammar", "pest", "turtle-1.2"], &folder.0, b"")?;
    folder
        .write("manifest.ttl", MANIFEST)?
        .write("good.ttl", "<http://e/s> <http://e/p> 1 .")?
        .write(
            "good.nt",
            "<http://e/s> <http://e/p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n",
        )?
        .write("rdf.ttl", "<http://e/s> <http://e/p> not:declared .")?
        // RDF objects to the first statement; the grammar, which has the first say, to the second.
        .write(
            "broken.ttl",
            "<http://e/s> <http://e/p> not:declared . <http://e/s> .",
        )?
        .write("bytes.ttl", b"<http://e/s> <http://e/p> '\xFF' .")?
        .write("turtle.ebnf", ebnf.stdout)?
        .write("turtle.pest", pest.stdout)?;
    Ok(folder)
}

fn conformance(folder: &Folder, arguments: &[&str]) -> anyhow::Result<Run> {
    let all = [&["conformance", "manifest.ttl"], arguments].concat();
    turtle_peg(&all, &folder.0, b"")
}

/// Of each test, what came out of it and what became of its document.
fn verdicts(run: &Run) -> anyhow::Result<Vec<(String, String)>> {
    let lines = run.stdout.lines().map(serde_json::from_str::<Value>);
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    let text = |value: &Value| value.as_str().unwrap_or("null").to_owned();
    let tests = lines.iter().filter(|line| line["type"] == "test");
    Ok(tests
        .map(|test| (text(&test["outcome"]), text(&test["verdict"])))
        .collect())
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    let pairs = expected.iter();
    pairs
        .map(|&(one, other)| (one.to_owned(), other.to_owned()))
        .collect()
}

#[test]
fn a_dialect_has_a_verdict_on_every_document() -> anyhow::Result<()> {
    let folder = folder("conformance-dialect")?;
    let run = conformance(&folder, &["--format", "json"])?;
    assert_eq!(
        verdicts(&run)?,
        pairs(&[
            ("passed", "accepted"),
            ("failed", "accepted"),
            ("failed", "rdf"),
            ("passed", "rdf"),
            ("failed", "grammar"),
            ("passed", "grammar"),
            ("passed", "accepted"),
            ("failed", "grammar"),
            ("failed", "grammar"),
        ])
    );
    let run = conformance(&folder, &[])?;
    for expected in [
        "FAILED http://e/manifest.ttl#rdf\n  RDF objects: rdf.ttl:1:27: the prefix `not:` is not declared\n",
        "FAILED http://e/manifest.ttl#broken\n  rejected by the grammar: broken.ttl:1:55: unexpected `.`",
        "manifest.ttl: 4 passed, 5 failed\n",
    ] {
        assert!(run.stdout.contains(expected), "{expected}\n{}", run.stdout);
    }
    Ok(())
}

#[test]
fn productions_alone_decide_what_a_grammar_decides() -> anyhow::Result<()> {
    let folder = folder("conformance-productions")?;
    for grammar in [
        &["--grammar", "turtle.ebnf"][..],
        &["--grammar", "turtle.pest", "--engine", "specification"],
    ] {
        let run = conformance(&folder, &[grammar, &["--format", "json"]].concat())?;
        assert_eq!(run.status, 1);
        assert_eq!(
            verdicts(&run)?,
            pairs(&[
                ("passed", "meaning"),
                ("undecided", "meaning"),
                ("passed", "meaning"),
                ("undecided", "meaning"),
                ("failed", "grammar"),
                ("passed", "grammar"),
                ("undecided", "meaning"),
                ("failed", "grammar"),
                ("failed", "grammar"),
            ])
        );
        let run = conformance(&folder, grammar)?;
        for expected in [
            "NOT DECIDED http://e/manifest.ttl#eval\n  no meaning: good.ttl: the grammar accepts it, and makes no triples\n",
            "manifest.ttl: 3 passed, 3 failed, 3 not decided: no meaning\n",
        ] {
            assert!(run.stdout.contains(expected), "{expected}\n{}", run.stdout);
        }
        let same = [grammar, &["--against", "turtle-1.2"]].concat();
        let run = conformance(&folder, &same)?;
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    }
    Ok(())
}

#[test]
fn any_two_grammars_are_compared() -> anyhow::Result<()> {
    let folder = folder("conformance-against")?;
    let ebnf = std::fs::read_to_string(folder.0.join("turtle.ebnf"))?;
    let edited = ebnf.replace("(predicateObjectList? '.')", "(predicateObjectList? '!')");
    let edited = edited.replace("triples '.'", "triples '.'?");
    assert!(edited != ebnf);
    folder.write("edited.ebnf", edited)?;
    folder.write("stop.ttl", "<http://e/s> <http://e/p> 1")?;
    folder.write(
        "manifest.ttl",
        MANIFEST.replace("<broken.ttl>", "<stop.ttl>"),
    )?;
    for before in ["turtle-1.2", "turtle.pest", "turtle.ebnf"] {
        let run = conformance(&folder, &["--grammar", "edited.ebnf", "--against", before])?;
        assert_eq!((run.status, run.stderr.as_str()), (1, ""));
        let lines: Vec<_> = run.stdout.lines().collect();
        let rejected = "rejected by the grammar at 1:28: unexpected end of the document, expected";
        let accepted = "accepted by the grammar, no meaning";
        assert_eq!(lines.len(), 4, "{}", run.stdout);
        for (line, (test, before, after)) in lines.iter().zip([
            ("broken", "failed", "passed"),
            ("broken-bad", "passed", "not decided"),
            ("eval-broken", "failed", "not decided"),
        ]) {
            let begin = format!("CHANGED http://e/manifest.ttl#{test}: {before}, {rejected}");
            assert!(line.starts_with(&begin), "{line}");
            assert!(line.ends_with(&format!(" → {after}, {accepted}")), "{line}");
        }
        assert_eq!(
            lines[3],
            format!(
                "manifest.ttl: of 9 tests, 3 changed against {before}: 0 passed and now fail, 1 failed and now pass, \
                 0 with the verdict as it was, 2 decided on one side only"
            )
        );
    }
    Ok(())
}

/// A production that is known, where nothing is known of what it means there.
#[test]
fn what_means_nothing_is_no_rejection() -> anyhow::Result<()> {
    let folder = folder("conformance-meaning")?;
    let pest = std::fs::read_to_string(folder.0.join("turtle.pest"))?;
    let edited: Vec<_> = pest
        .lines()
        .map(|line| match line.split_once(" = ") {
            Some(("subject", _)) => {
                "subject = { iri | BlankNode | collection | reifiedTriple | annotationBlock }"
            }
            _ => line,
        })
        .collect();
    folder.write("edited.pest", edited.join("\n"))?;
    folder.write("nothing.ttl", "{| <x:p> 1 |} <x:p> 2 .")?;
    folder.write(
        "manifest.ttl",
        MANIFEST.replace("<good.ttl>", "<nothing.ttl>"),
    )?;
    let run = conformance(&folder, &["--grammar", "edited.pest", "--format", "json"])?;
    let [positive, negative, .., evaluation, _, _] = &verdicts(&run)?[..] else {
        panic!("{}", run.stdout)
    };
    assert_eq!(*positive, ("passed".to_owned(), "meaning".to_owned()));
    assert_eq!(*negative, ("undecided".to_owned(), "meaning".to_owned()));
    assert_eq!(*evaluation, ("undecided".to_owned(), "meaning".to_owned()));
    let run = conformance(
        &folder,
        &["--grammar", "edited.pest", "--against", "turtle-1.2"],
    )?;
    assert!(
        run.stdout.contains(" → not decided, accepted by the grammar, no meaning at 1:1: this production has no meaning here"),
        "{}",
        run.stdout
    );
    Ok(())
}
