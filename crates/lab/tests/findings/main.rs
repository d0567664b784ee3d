//! docs/FINDINGS.md is true: its generated parts are the program's output, and each document in the part that people write
//! has its stated verdicts. Quotations in it and in the grammars' comments are in the specifications: where
//! `SPECIFICATIONS` names a folder with their prose, each quotation is looked up at the place that is named.
//!
//! `UPDATE_FINDINGS=1 cargo test -p turtle-lab --test findings` writes the generated parts anew. Parts about the W3C's suites are
//! compared where `RDF_TESTS` names these.
mod citations;

use anyhow::{Context, Result, bail, ensure};
use citations::{Numbered, Quotation, Source};
use pretty_assertions::StrComparison;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use testing::folders::{SPECIFICATIONS, SUITES};
use toolkit::peg;
use turtle_peg::{Dialect, Parser};

/// Before the command that prints the text between the two lines.
const START: &str = "<!-- generated: turtle-lab ";
const END: &str = "<!-- end -->\n";

/// The W3C's suites, as commands name them.
const SUITES_NAMED: &str = "$RDF_TESTS";

/// The base of the documents' relative IRIs.
const BASE: &str = "http://example.org/";

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/FINDINGS.md")
}

/// The page as it should be: each generated part is its command's output. A part about suites that are not here stays.
fn updated(page: &str) -> Result<String> {
    let suites = SUITES.as_ref().map(|path| path.display().to_string());
    let mut updated = String::new();
    let mut rest = page;
    while let Some((before, behind)) = rest.split_once(START) {
        let (command, behind) = behind.split_once(" -->\n").context("no end of a command")?;
        let (written, behind) = behind
            .split_once(END)
            .context("no end of a generated part")?;
        let found = match &suites {
            None if command.contains(SUITES_NAMED) => written.to_owned(),
            suites => {
                let suites = suites.as_deref().unwrap_or_default();
                format!("\n{}\n", printed(command, suites)?)
            }
        };
        updated += &format!("{before}{START}{command} -->\n{found}{END}");
        rest = behind;
    }
    Ok(updated + rest)
}

/// The output of a command of the program.
fn printed(command: &str, suites: &str) -> Result<String> {
    let arguments = command.split_whitespace();
    let output = Command::new(env!("CARGO_BIN_EXE_turtle-lab"))
        .args(arguments.map(|argument| argument.replace(SUITES_NAMED, suites)))
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    // 1 means findings, which are expected.
    ensure!(
        matches!(output.status.code(), Some(0 | 1)),
        "{command}: {errors}"
    );
    Ok(String::from_utf8(output.stdout)?)
}

#[test]
fn the_generated_parts_are_what_is_found() -> Result<()> {
    let page = std::fs::read_to_string(path())?;
    let found = updated(&page)?;
    if std::env::var_os("UPDATE_FINDINGS").is_some() {
        std::fs::write(path(), found)?;
        return Ok(());
    }
    ensure!(
        page == found,
        "docs/FINDINGS.md is stale; `UPDATE_FINDINGS=1 cargo test -p turtle-lab --test findings` updates it\n{}",
        StrComparison::new(&page, &found)
    );
    Ok(())
}

/// A document, and its stated verdicts.
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
                    bail!("`{name}` is in the place of `accepted by` or `rejected by`");
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

/// The stated verdicts that are false.
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
    let mut said = String::new();
    for example in examples(&written()?)? {
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

/// The part of the page that people write.
fn written() -> Result<String> {
    let page = std::fs::read_to_string(path())?;
    let (written, _) = page.split_once(START).context("no generated part")?;
    Ok(written.to_owned())
}

/// Every quotation, by the file that has it.
fn quotations() -> Result<Vec<(String, Quotation)>> {
    let page = citations::of_page(&written()?)?;
    let mut found: Vec<_> = page
        .into_iter()
        .map(|quotation| ("FINDINGS.md".to_owned(), quotation))
        .collect();
    for dialect in Dialect::all() {
        let file = format!("grammar/{dialect}.pest");
        let (quoted, _) = citations::of_grammar(dialect)?;
        found.extend(
            quoted
                .into_iter()
                .map(|quotation| (file.clone(), quotation)),
        );
    }
    Ok(found)
}

#[test]
fn every_quotation_is_in_its_specification() -> Result<()> {
    let quotations = quotations()?;
    let Some(folder) = &*SPECIFICATIONS else {
        return Ok(());
    };
    let mut faults = String::new();
    for dialect in Dialect::all() {
        let mut sources = Vec::new();
        for (file, quotation) in &quotations {
            let of_dialect = quotation.sources.iter().filter(|it| it.dialect == dialect);
            sources.extend(of_dialect.map(|source| (file, quotation, source)));
        }
        let Some(prose) = citations::prose(folder, dialect)? else {
            if !sources.is_empty() {
                let number = sources.len();
                writeln!(
                    io::stderr(),
                    "no text of {dialect}: {number} quotations are not looked up"
                )?;
            }
            continue;
        };
        for (file, quotation, source) in sources {
            if let Some(fault) = citations::fault(&prose, &quotation.words, source) {
                faults += &format!("{file}, line {}: {dialect}: {fault}\n", quotation.line);
            }
        }
    }
    ensure!(faults.is_empty(), "{faults}");
    Ok(())
}

#[test]
fn a_section_or_note_is_cited_with_its_words() -> Result<()> {
    for (line, number) in written()?.lines().zip(1..) {
        ensure!(
            line.starts_with("> ") || !citations::names_a_number(line),
            "FINDINGS.md, line {number}: a number without a quotation: {line}"
        );
    }
    for dialect in Dialect::all() {
        let (_, others) = citations::of_grammar(dialect)?;
        for comment in others.lines() {
            let names_heading = ["(Grammar", "(White Space", "(Comments"]
                .iter()
                .any(|heading| comment.contains(heading));
            ensure!(
                !names_heading && !citations::names_a_number(comment),
                "{dialect}: a place without a quotation: {comment}"
            );
        }
    }
    Ok(())
}

#[test]
fn every_production_has_the_number_that_it_is_said_to_have() -> Result<()> {
    for cited in citations::productions(&written()?)? {
        for &dialect in &cited.dialects {
            let grammar = peg::read(dialect.grammar())?.specified()?;
            let is_there = grammar
                .rules
                .iter()
                .any(|rule| rule.name == cited.name && rule.number.as_ref() == Some(&cited.number));
            ensure!(
                is_there,
                "FINDINGS.md, line {}: not in {dialect}: [{}] {}",
                cited.line,
                cited.number,
                cited.name
            );
        }
    }
    Ok(())
}

#[test]
fn a_quotation_that_is_not_so_is_noticed() -> Result<()> {
    let unnumbered = "\
6. Words
6.1 First
Black is `white`.
6.2 Second

Notes:

    One is one,
    and two is two.

6.3 Third
";
    let numbered = "### Second\n\nNotes:\n\n  1. One is\n  3. `two`\n";
    let page = "\
> Black is
> white.
> — turtle-1.1, 6.1; turtle-1.1, 6.2
Text
> … is … two
> — turtle-1.1, 6.2, note 2; turtle-1.1, 6.2, note 1; turtle-1.1, 6.2, note 3; turtle-1.1, 6.1, note 1; turtle-1.1, 7
> two
> — turtle-1.2, Second, note 2; turtle-1.2, Second
";
    let found = citations::of_page(page)?;
    assert_eq!(found[0].line, 3);
    let faults = |prose, quotation: &Quotation| -> Vec<String> {
        let words = &quotation.words;
        let fault = |source: &Source| citations::fault(prose, words, source).unwrap_or_default();
        quotation.sources.iter().map(fault).collect()
    };
    assert_eq!(
        faults(unnumbered, &found[0]),
        ["", "not there: Black is white."]
    );
    assert_eq!(
        faults(unnumbered, &found[1]),
        [
            "",
            "not there: two",
            "no note 3 in section 6.2",
            "no notes in section 6.1",
            "no section 7"
        ]
    );
    assert_eq!(
        faults(numbered, &found[2]),
        ["note 2 has another number: 3. `two`", ""]
    );
    assert!(citations::of_page("> no source\n\n").is_err());
    assert!(citations::of_page("> no source").is_err());
    assert!(citations::of_page("> — turtle-1.1, 6.1\n").is_err());
    assert!(citations::of_page("> a\n> — turtle-9, 6.1\n").is_err());
    assert!(citations::names_a_number("By note 3 it is."));
    assert!(!citations::names_a_number("Another note says so."));
    Ok(())
}

#[test]
fn a_number_without_a_dialect_is_an_error() -> Result<()> {
    let found = citations::productions("Text `[1s] a (turtle-1.1, trig-1.1)`, [link](x).\n")?;
    let dialects = vec!["turtle-1.1".parse()?, "trig-1.1".parse()?];
    let expected = Numbered {
        line: 1,
        number: "1s".to_owned(),
        name: "a".to_owned(),
        dialects,
    };
    assert_eq!(found, [expected]);
    assert!(citations::productions("[1] a").is_err());
    assert!(citations::productions("[1] a (turtle-9)").is_err());
    Ok(())
}
