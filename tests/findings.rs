//! FINDINGS.md says what is so: its generated parts are what the program prints, and each document in the part that people
//! write has the verdicts that it is said to have.
//!
//! `UPDATE_FINDINGS=1 cargo test --test findings` writes the generated parts anew. Those that are about the W3C's suites
//! are compared where these are.
#![cfg(all(feature = "inspect", feature = "cli"))]

#[path = "common/suites.rs"]
mod suites;

use anyhow::{Context, Result, bail, ensure};
use pretty_assertions::StrComparison;
use std::path::{Path, PathBuf};
use std::process::Command;
use suites::SUITES;
use turtle_peg::{Dialect, Parser};

/// Before the command that prints what stands between the two lines.
const START: &str = "<!-- generated: turtle-peg ";
const END: &str = "<!-- end -->\n";

/// In a command, the folder of the W3C's suites.
const SUITES_FOLDER: &str = "$RDF_TESTS";

/// What the documents' relative IRIs are resolved against.
const BASE: &str = "http://example.org/";

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("FINDINGS.md")
}

/// The page as it is to be: each generated part is what its command prints.
fn updated(page: &str, suites: Option<&Path>) -> Result<String> {
    let mut updated = String::new();
    let mut rest = page;
    while let Some((before, behind)) = rest.split_once(START) {
        let (command, behind) = behind.split_once(" -->\n").context("no end of a command")?;
        let (written, behind) = behind
            .split_once(END)
            .context("no end of a generated part")?;
        let found = match (command.contains(SUITES_FOLDER), suites) {
            (true, None) => written.to_owned(),
            _ => format!("\n{}\n", printed(command, suites)?),
        };
        updated += &format!("{before}{START}{command} -->\n{found}{END}");
        rest = behind;
    }
    Ok(updated + rest)
}

/// What a command of the program prints.
fn printed(command: &str, suites: Option<&Path>) -> Result<String> {
    let folder = suites.map_or_else(String::new, |folder| folder.display().to_string());
    let arguments = command
        .split_whitespace()
        .map(|argument| argument.replace(SUITES_FOLDER, &folder));
    let output = Command::new(env!("CARGO_BIN_EXE_turtle-peg"))
        .args(arguments)
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    // 1 says that something was found, and that is what is asked for.
    ensure!(
        matches!(output.status.code(), Some(0 | 1)),
        "{command}: {errors}"
    );
    Ok(String::from_utf8(output.stdout)?)
}

#[test]
fn the_generated_parts_are_what_is_found() -> Result<()> {
    let page = std::fs::read_to_string(path())?;
    let found = updated(&page, SUITES.as_deref())?;
    if std::env::var_os("UPDATE_FINDINGS").is_some() {
        std::fs::write(path(), found)?;
        return Ok(());
    }
    ensure!(
        page == found,
        "FINDINGS.md is stale; `UPDATE_FINDINGS=1 cargo test --test findings` updates it\n{}",
        StrComparison::new(&page, &found)
    );
    Ok(())
}

/// A document, and what is said of it.
#[derive(Debug, PartialEq)]
struct Example {
    /// Where it begins, counted from 1.
    line: usize,
    document: String,
    verdicts: Vec<(Dialect, bool)>,
}

/// The blocks of code that name dialects.
fn examples(page: &str) -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    let mut lines = page.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some(information) = line.strip_prefix("```") else {
            continue;
        };
        let content = lines.by_ref().take_while(|&(line, _)| line != "```");
        let document = content.map(|(line, _)| format!("{line}\n")).collect();
        let verdicts = verdicts(information).with_context(|| format!("line {number}"))?;
        if !verdicts.is_empty() {
            examples.push(Example {
                line: number + 1,
                document,
                verdicts,
            });
        }
    }
    Ok(examples)
}

/// Reads `turtle accepted by A, B, rejected by C`; none, if there is but the language.
fn verdicts(information: &str) -> Result<Vec<(Dialect, bool)>> {
    let mut verdicts = Vec::new();
    let mut is_accepted = None;
    let mut words = information.split_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "accepted" | "rejected" => {
                ensure!(words.next() == Some("by"), "`by` must follow `{word}`");
                is_accepted = Some(word == "accepted");
            }
            name => {
                let Some(is_accepted) = is_accepted else {
                    bail!("`{name}` stands where `accepted by` or `rejected by` must");
                };
                verdicts.push((name.trim_end_matches(',').parse()?, is_accepted));
            }
        }
    }
    ensure!(
        is_accepted.is_none() || !verdicts.is_empty(),
        "by no dialect"
    );
    Ok(verdicts)
}

/// What is said of the document, and is not so.
fn lies(example: &Example) -> Result<Vec<String>> {
    let mut lies = Vec::new();
    for &(dialect, is_accepted) in &example.verdicts {
        let parser = Parser::new(dialect).with_base_iri(BASE)?;
        let verdict = parser
            .parse_slice(example.document.as_bytes())
            .for_each_quad(|_, _| ());
        match (verdict, is_accepted) {
            (Ok(()), true) | (Err(_), false) => {}
            (Ok(()), false) => lies.push(format!("{dialect} accepts it")),
            (Err(error), true) => lies.push(format!("{dialect} rejects it: {error}")),
        }
    }
    Ok(lies)
}

#[test]
fn every_document_has_the_verdicts_that_it_is_said_to_have() -> Result<()> {
    let page = std::fs::read_to_string(path())?;
    let (before, _) = page.split_once(START).context("no generated part")?;
    let mut said = String::new();
    for example in examples(before)? {
        for lie in lies(&example)? {
            said += &format!("FINDINGS.md, line {}: {lie}\n", example.line);
        }
    }
    ensure!(said.is_empty(), "{said}");
    Ok(())
}

#[test]
fn a_verdict_that_is_not_so_is_noticed() -> Result<()> {
    let page = "\
Text

```turtle accepted by turtle-1.2, rejected by turtle-1.1, turtle-submission
VERSION \"1.2\"
```
```ebnf
a ::= b
```
```turtle rejected by turtle-1.2 accepted by n-triples-1.1
<s> <p> 1 .
```
";
    let found = examples(page)?;
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].line, 4);
    assert_eq!(found[0].document, "VERSION \"1.2\"\n");
    assert_eq!(lies(&found[0])?, [""; 0]);
    let lies = lies(&found[1])?;
    assert_eq!(lies[0], "turtle-1.2 accepts it");
    assert!(
        lies[1].starts_with("n-triples-1.1 rejects it: "),
        "{lies:?}"
    );
    Ok(())
}

#[test]
fn what_names_no_dialect_is_an_error() {
    for information in [
        "turtle accepted turtle-1.1",
        "turtle accepted by",
        "turtle accepted by turtle-9",
        "turtle turtle-1.1",
    ] {
        assert!(verdicts(information).is_err(), "{information}");
    }
    assert_eq!(verdicts("turtle").ok(), Some(Vec::new()));
}
