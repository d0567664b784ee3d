//! Grammars as the groups' own repositories have them: each is read, and what is printed of it is read as the same grammar.
//!
//! `GRAMMAR_HEADS` names a folder with a folder for each repository, `w3c+rdf-turtle`.

use anyhow::{Context, Result};
use pretty_assertions::assert_eq;
use std::path::Path;
use std::process::Command;
use testing::folders::HEADS;
use toolkit::{Analyses, ebnf};

/// Each file, how many productions it has, and whether they are LL(1).
const HEADS_FILES: [(&str, usize, bool); 12] = [
    ("w3c+rdf-turtle/spec/index.html", 62, true),
    ("w3c+rdf-turtle/spec/turtle.bnf", 62, true),
    ("w3c+rdf-trig/spec/index.html", 67, true),
    ("w3c+rdf-trig/spec/trig.bnf", 67, true),
    ("w3c+N3/spec/index.html", 63, true),
    ("w3c+N3/grammar/n3.html", 63, true),
    ("shexSpec+spec/index.html", 108, false),
    ("shexSpec+grammar/bnf", 95, false),
    ("w3c+sparql-query/spec/index.html", 194, true),
    ("w3c+sparql-query/spec/sparql.bnf", 194, true),
    (
        "w3c+qtspecs/specifications/xquery-31/html/xpath-31.html",
        126,
        false,
    ),
    (
        "w3c+qtspecs/specifications/xquery-31/html/xquery-31.html",
        239,
        false,
    ),
];

#[test]
fn each_source_is_read() -> Result<()> {
    let Some(folder) = &*HEADS else {
        return Ok(());
    };
    for (name, count, is_ll1) in HEADS_FILES {
        let path = folder.join(name);
        if !path.is_file() {
            continue;
        }
        let text = printed(&path)?;
        let grammar = ebnf::read(&text).context(name)?;
        assert_eq!(ebnf::print(&grammar), text, "{name}");
        let rules = grammar.rules.iter();
        let productions = rules.filter(|rule| rule.name != ebnf::PASS).count();
        assert_eq!(productions, count, "{name}");
        let analyses = Analyses::of(&grammar)?;
        assert_eq!(analyses.ll1.is_empty(), is_ll1, "{name}");
    }
    Ok(())
}

/// The productions of a file, as `turtle-lab ebnf` prints them.
fn printed(path: &Path) -> Result<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_turtle-lab"))
        .arg("ebnf")
        .arg(path)
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", path.display());
    Ok(String::from_utf8(output.stdout)?)
}
