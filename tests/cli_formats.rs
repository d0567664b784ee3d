//! What the program says to other programs. `OUTPUT.md` says what they can rely on.

#![cfg(feature = "cli")]

use anyhow::{Context, bail};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::path::Path;
use testing::program::{Folder, turtle_peg, with_stdin};

/// Each line as an object.
fn objects(text: &str) -> anyhow::Result<Vec<Value>> {
    text.lines()
        .map(|line| serde_json::from_str(line).with_context(|| line.to_owned()))
        .collect()
}

/// The documentation names every key that is written.
fn ensure_documented(objects: &[Value]) {
    let documentation = include_str!("../OUTPUT.md");
    for object in objects {
        let name = object["type"].as_str().unwrap_or_default();
        let section = documentation
            .split("\n### ")
            .find(|section| section.starts_with(&format!("`{name}`")));
        let mut section = section
            .unwrap_or_else(|| panic!("{name} is not documented"))
            .to_owned();
        if name == "warning" {
            let (_, after) = documentation.split_once("### `fault`").unwrap_or_default();
            section += after.split("\n### ").next().unwrap_or_default();
        }
        for key in object.as_object().into_iter().flatten().map(|(key, _)| key) {
            assert!(section.contains(&format!("`{key}`")), "{key} of {name}");
        }
    }
}

fn mixed() -> anyhow::Result<Folder> {
    let folder = Folder::new(&format!("formats-{:?}", std::thread::current().id()))?;
    folder
        .write("good.ttl", "<x:s> <x:p> <x:o> .\n")?
        .write(
            "bad.ttl",
            "<x:s> <x:p> <x:o> .\n\t<x:é> <x:p> .\n<x:s> ex:p 1 .\n",
        )?
        .write("dots.ttl", "<x:s> <x:p> <x:o>\n<x:s> <x:p> <x:o> .\n")?
        .write("odd.n3", "<x:s> <x:p> <x:o> .\n")?;
    Ok(folder)
}

const FILES: [&str; 4] = ["good.ttl", "bad.ttl", "odd.n3", "missing.ttl"];

#[test]
fn check_speaks_json() -> anyhow::Result<()> {
    let folder = mixed()?;
    let arguments = ["check", "--keep-going", "--format", "json"];
    let run = turtle_peg(&[&arguments[..], &FILES].concat(), &folder.0, b"")?;
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    let objects = objects(&run.stdout)?;
    ensure_documented(&objects);
    let types: Vec<_> = objects
        .iter()
        .filter_map(|it| it["type"].as_str())
        .collect();
    assert_eq!(
        types,
        [
            "document", "fault", "fault", "document", "warning", "document", "failure", "document",
            "summary"
        ]
    );
    assert_eq!(
        objects[0],
        json!({"type": "document", "file": "good.ttl", "dialect": "turtle-1.2", "accepted": true, "faults": 0, "cut_short": false})
    );
    let fault = &objects[1];
    assert_eq!(
        (
            &fault["file"],
            &fault["line"],
            &fault["column"],
            &fault["start"],
            &fault["end"]
        ),
        (
            &json!("bad.ttl"),
            &json!(2),
            &json!(14),
            &json!(34),
            &json!(35)
        )
    );
    assert_eq!(fault["dialect"], "turtle-1.2");
    assert_eq!(fault["excerpt"]["text"], "\t<x:é> <x:p> .");
    assert_eq!(objects[2]["kind"], "UndeclaredPrefix");
    assert_eq!(objects[6]["file"], "missing.ttl");
    assert_eq!(
        objects[8],
        json!({"type": "summary", "documents": 4, "accepted": 2, "faults": 2, "hidden": 0, "hidden_warnings": 0, "failures": 1, "warnings": 1})
    );
    Ok(())
}

#[test]
fn check_of_all_dialects_speaks_json() -> anyhow::Result<()> {
    let run = with_stdin(
        &["check", "--dialect", "all", "--format", "json"],
        "<x:s> a 1 .",
    )?;
    let objects = objects(&run.stdout)?;
    ensure_documented(&objects);
    let verdict = |name: &str| objects.iter().find(|it| it["dialect"] == name);
    assert_eq!(verdict("turtle-1.1").context("none")?["accepted"], true);
    let rejected = verdict("n-triples-1.1").context("none")?;
    assert_eq!(
        (&rejected["accepted"], &rejected["column"]),
        (&json!(false), &json!(7))
    );
    let run = with_stdin(&["check", "--dialect", "all", "--format", "sarif"], "")?;
    assert_eq!(run.status, 2);
    Ok(())
}

#[test]
fn parse_reports_where_and_how_it_is_told() -> anyhow::Result<()> {
    let folder = mixed()?;
    let run = |arguments: &[&str]| {
        turtle_peg(
            &[&["parse", "--keep-going"], arguments].concat(),
            &folder.0,
            b"",
        )
    };
    let triple = "<x:s> <x:p> <x:o> .\n";
    let json = run(&["--format", "json", "bad.ttl"])?;
    assert_eq!(json.stdout, triple);
    let found = objects(&json.stderr)?;
    ensure_documented(&found);
    assert_eq!(found.len(), 4);
    // Instead of triples, or into a file.
    let alone = run(&["--errors", "--format", "json", "bad.ttl"])?;
    assert_eq!(
        (alone.stdout, alone.stderr.as_str()),
        (json.stderr.clone(), "")
    );
    let file = run(&["--errors=errors.json", "--format", "json", "bad.ttl"])?;
    assert_eq!((file.stdout.as_str(), file.stderr.as_str()), (triple, ""));
    let written = std::fs::read_to_string(folder.0.join("errors.json"))?;
    assert_eq!(written, json.stderr);
    let both = run(&["--errors", "-o", "out.nt", "bad.ttl"])?;
    assert!(
        both.stdout.contains("bad.ttl:2:14: error: "),
        "{}",
        both.stdout
    );
    assert_eq!(std::fs::read_to_string(folder.0.join("out.nt"))?, triple);
    Ok(())
}

#[test]
fn sarif_is_one_document_of_all_findings() -> anyhow::Result<()> {
    let folder = mixed()?;
    let arguments = ["check", "--keep-going", "--format", "sarif"];
    let run = turtle_peg(&[&arguments[..], &FILES].concat(), &folder.0, b"")?;
    let log: Value = serde_json::from_str(&run.stdout)?;
    assert_eq!(log["version"], "2.1.0");
    let sarif = &log["runs"][0];
    let rules: Vec<_> = sarif["tool"]["driver"]["rules"]
        .as_array()
        .context("no rules")?
        .iter()
        .collect();
    let results = sarif["results"].as_array().context("no results")?;
    assert_eq!(results.len(), 4);
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
        assert!(result["message"]["text"].is_string());
    }
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "bad.ttl");
    assert_eq!(place["region"]["startLine"], 2);
    assert_eq!(place["region"]["startColumn"], 14);
    // The words for people, and the place.
    let told = json!(
        "the statement has no full stop at its end\nhelp: end the statement with `.`, or go on with `;` and another predicate"
    );
    let dots = turtle_peg(&["check", "--format", "sarif", "dots.ttl"], &folder.0, b"")?;
    let log_of_dots: Value = serde_json::from_str(&dots.stdout)?;
    let result = &log_of_dots["runs"][0]["results"][0];
    assert_eq!(result["message"]["text"], told);
    let line = |location: &Value| location["physicalLocation"]["region"]["startLine"].clone();
    assert_eq!(line(&result["locations"][0]), 1);
    assert_eq!(line(&result["relatedLocations"][0]), 2);
    assert_eq!(results[2]["level"], "warning");
    let run = turtle_peg(&["check", "--format", "sarif", "good.ttl"], &folder.0, b"")?;
    let log: Value = serde_json::from_str(&run.stdout)?;
    assert_eq!(log["runs"][0]["results"], json!([]));
    Ok(())
}

/// What mends a fault is there as data, to be applied.
#[test]
fn replacements_are_told_to_programs() -> anyhow::Result<()> {
    const TEXT: &str = "<x:s> <x:p> \"é\"@de_CH .";
    let run = |format| {
        with_stdin(
            &["check", "--dialect", "turtle-1.2", "--format", format],
            TEXT,
        )
    };
    let objects = objects(&run("json")?.stdout)?;
    ensure_documented(&objects);
    let [replacement] = objects[0]["replacements"]
        .as_array()
        .map_or(&[][..], Vec::as_slice)
    else {
        bail!("{}", objects[0]);
    };
    assert_eq!(
        replacement,
        &json!({"line": 1, "column": 16, "end_line": 1, "end_column": 22, "start": 16, "end": 22, "text": "@de-CH"})
    );
    let sarif: Value = serde_json::from_str(&run("sarif")?.stdout)?;
    let fix = &sarif["runs"][0]["results"][0]["fixes"][0];
    assert_eq!(fix["description"]["text"], "write `@de-CH`");
    let change = &fix["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "@de-CH");
    assert_eq!(change["deletedRegion"]["endColumn"], 22);
    Ok(())
}

/// Whoever asks to go on learns where that was not possible.
#[test]
fn a_document_that_is_cut_short_is_told() -> anyhow::Result<()> {
    const NOTE: &str = "what follows the last fault was not read";
    let is_cut_short = |arguments: &[&str], bytes: &[u8]| {
        let check = ["check", "--dialect", "turtle-1.2", "--keep-going"];
        let text = turtle_peg(&[&check, arguments].concat(), Path::new("."), bytes)?;
        let json = [&check[..], &["--format", "json"], arguments].concat();
        let objects = objects(&turtle_peg(&json, Path::new("."), bytes)?.stdout)?;
        let told = objects.iter().find(|it| it["type"] == "document");
        let is_told = told.context("no document")?["cut_short"] == true;
        assert_eq!(text.stderr.contains(NOTE), is_told, "{}", text.stderr);
        anyhow::Ok(is_told)
    };
    for threads in ["1", "2"] {
        let threads = ["--threads", threads, "-"];
        assert!(is_cut_short(
            &threads,
            b"<x:s> <x:p> 1 .\n<x:s> <x:p> '\xFF' .\n<x:s> <x:p> 1 ."
        )?);
        assert!(!is_cut_short(
            &threads,
            b"<x:s> <x:p> 1 .\n<x:s> <x:p> .\n<x:s> <x:p> 1 ."
        )?);
    }
    // Who asks for the first fault knows that it ends the document.
    let run = with_stdin(&["check"], "<x:s> <x:p> .")?;
    assert!(!run.stderr.contains(NOTE));
    Ok(())
}

#[test]
fn github_gets_annotations() -> anyhow::Result<()> {
    let folder = mixed()?;
    let arguments = ["check", "--format", "github"];
    let run = turtle_peg(&[&arguments[..], &FILES].concat(), &folder.0, b"")?;
    let lines: Vec<_> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(
        lines[0].starts_with("::error file=bad.ttl,line=2,col=14,endLine=2,endColumn=15,title="),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with("::warning file=odd.n3,title=Warning::"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with("::error file=missing.ttl,title=Failure::"),
        "{}",
        lines[2]
    );
    Ok(())
}

#[test]
fn conformance_speaks_to_programs() -> anyhow::Result<()> {
    let folder = mixed()?;
    folder.write(
        "manifest.ttl",
        "PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
         PREFIX rdft: <http://www.w3.org/ns/rdftest#>
         <> a mf:Manifest ; mf:assumedTestBase <http://e/> ; mf:entries ( <#a> <#b> ) .
         <#a> a rdft:TestTurtlePositiveSyntax ; mf:name 'a' ; mf:action <good.ttl> .
         <#b> a rdft:TestTurtlePositiveSyntax ; mf:action <bad.ttl> .",
    )?;
    let run = |arguments: &[&str]| {
        turtle_peg(
            &[&["conformance"], arguments, &["manifest.ttl"]].concat(),
            &folder.0,
            b"",
        )
    };
    let json = run(&["--format", "json"])?;
    assert_eq!(json.status, 1);
    let found = objects(&json.stdout)?;
    ensure_documented(&found);
    let outcomes: Vec<_> = found
        .iter()
        .filter_map(|it| it["outcome"].as_str())
        .collect();
    assert_eq!(outcomes, ["passed", "failed"]);
    assert_eq!(
        (&found[2]["passed"], &found[2]["failed"]),
        (&json!(1), &json!(1))
    );
    let against = run(&[
        "--format",
        "json",
        "--against",
        "turtle-1.2",
        "--dialect",
        "n-triples-1.1",
    ])?;
    let found = objects(&against.stdout)?;
    ensure_documented(&found);
    assert_eq!(against.status, 0, "{}", against.stdout);
    let against = run(&[
        "--format",
        "json",
        "--against",
        "turtle-1.2",
        "--dialect",
        "trig-1.1",
    ])?;
    ensure_documented(&objects(&against.stdout)?);
    let github = run(&["--format", "github"])?;
    assert!(
        github
            .stdout
            .starts_with("::error file=bad.ttl,title=FailedTest::http"),
        "{}",
        github.stdout
    );
    let sarif: Value = serde_json::from_str(&run(&["--format", "sarif"])?.stdout)?;
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "FailedTest");
    Ok(())
}

const COUNTED: &str = "\
@prefix ex: <http://e/ns#> .
ex:a a ex:C ; ex:p 'x'@EN, 'y'@en, 'z', 1, _:b .
[] ex:p ( ex:a ) .
";

#[test]
fn stats_counts_what_is_there() -> anyhow::Result<()> {
    let folder = Folder::new("stats")?;
    folder.write("a.ttl", COUNTED)?.write(
        "b.trig",
        "_:b <x:p> 'long literal' . _:g { <x:s> <x:p> <x:o> }",
    )?;
    let run = turtle_peg(&["stats", "a.ttl", "b.trig"], &folder.0, b"")?;
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    for expected in [
        "documents                     2\n",
        "triples                       11\n",
        "in named graphs               1\n",
        "literals: with a language     2\n",
        // One in a list, one as subject, two with the label `b` and one graph.
        "different blank nodes         5\n",
        "longest literal               12 bytes, at b.trig:1:11\n",
        "\npredicates                    5\n           6  http://e/ns#p\n",
        "  http://e/ns# (ex:)\n",
        "\nlanguage tags                 1\n           2  en\n",
    ] {
        assert!(run.stdout.contains(expected), "{expected}{}", run.stdout);
    }
    let run = turtle_peg(&["stats", "--format", "json", "a.ttl"], &folder.0, b"")?;
    let stats: Value = serde_json::from_str(&run.stdout)?;
    assert_eq!(
        (&stats["triples"], &stats["statements"]),
        (&json!(9), &json!(3))
    );
    assert_eq!(stats["largest_statement"]["line"], 2);
    assert_eq!(
        stats["predicates"]["different"],
        json!({"least": 4, "exact": true})
    );
    let documentation = include_str!("../OUTPUT.md");
    for key in stats.as_object().into_iter().flatten().map(|(key, _)| key) {
        assert!(documentation.contains(&format!("`{key}`")), "{key}");
    }
    Ok(())
}

#[test]
fn stats_says_what_it_did_not_tell_apart() -> anyhow::Result<()> {
    let text: String = (0..50)
        .map(|n| format!("<x:{n}> <x:p{n}> {n} .\n"))
        .collect();
    let run = with_stdin(&["stats", "--most", "20", "--top", "2"], &text)?;
    for expected in [
        "different subjects            at least 21\n",
        "\npredicates                    at least 21\n",
        "          48  others\n",
        "(30 of these were not told apart",
    ] {
        assert!(run.stdout.contains(expected), "{expected}{}", run.stdout);
    }
    let text = "<x:s> a 1 .\n<x:s> a 3, e:f .\n<x:s> a 2 .\n";
    let run = with_stdin(&["stats", "--keep-going"], text)?;
    assert_eq!(run.status, 1);
    for expected in [
        "triples                       3\n",
        "in statements at fault        1\n",
    ] {
        assert!(run.stdout.contains(expected), "{}", run.stdout);
    }
    Ok(())
}

/// It is counted in parts, as it is read, and is one statement all the same.
#[test]
fn stats_counts_a_statement_larger_than_the_window() -> anyhow::Result<()> {
    let large = format!("<x:s> a 1{} .\n", ", 1".repeat(300_000));
    let at_fault = large.replace(" .\n", ", e:f .\n");
    let text = format!("{large}<x:s> a 2 .\n{at_fault}<x:s> a 3 .\n");
    for threads in ["1", "2"] {
        let run = with_stdin(&["stats", "--keep-going", "--threads", threads], &text)?;
        assert_eq!(run.status, 1);
        for expected in [
            "statements                    3\n",
            "triples                       600004\n",
            "in statements at fault        300001\n",
            "different objects             3\n",
        ] {
            assert!(run.stdout.contains(expected), "{}", run.stdout);
        }
    }
    Ok(())
}

#[test]
fn explain_shows_all_that_the_grammar_has_to_say() -> anyhow::Result<()> {
    let text = "<x:s> <x:p> [ <x:q> 'c' <x:r> .";
    let run = with_stdin(&["check", "--explain"], text)?;
    for said in [
        "= could stand here: ';', ',', ']', LANG_DIR, '^^', '~', '{|'\n",
        "= not finished: [19] blankNodePropertyList, begun at 1:13\n",
        "= the token before it: from 1:21 to 1:24\n",
    ] {
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    // Without it, a person gets what matters.
    let run = with_stdin(&["check"], text)?;
    assert!(!run.stderr.contains("not finished"), "{}", run.stderr);
    let deep = "<x:s> <x:p> ".to_owned() + &"(".repeat(900) + "}";
    let run = with_stdin(&["check", "--explain"], &deep)?;
    assert!(
        run.stderr.contains("productions around these"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.lines().count() < 40, "{}", run.stderr);
    Ok(())
}

/// The documentation names every key of a check.
#[test]
fn checks_of_grammars_are_documented() -> anyhow::Result<()> {
    let arguments = [
        "grammar",
        "check",
        "--certificate",
        "--format",
        "json",
        "n-triples-1.1",
    ];
    let checks: Value = serde_json::from_str(&with_stdin(&arguments, "")?.stdout)?;
    let documentation = include_str!("../OUTPUT.md");
    let (_, section) = documentation
        .split_once("## Checks of grammars")
        .context("no section")?;
    let check = checks[0].as_object().context("no check")?;
    let parts = check
        .values()
        .filter_map(|part| part.as_object().or(part[0].as_object()));
    for key in parts.chain([check]).flatten().map(|(key, _)| key) {
        assert!(section.contains(&format!("`{key}`")), "{key}");
    }
    Ok(())
}
