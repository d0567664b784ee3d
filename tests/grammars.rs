//! The grammars are what they say: the specifications' productions, word for word, and declared departures.
#![cfg(feature = "inspect")]

use anyhow::Context;
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use turtle_peg::inspect::{Grammar, check, ebnf, peg};
use turtle_peg::{Dialect, Production};

/// Where the specifications' EBNF is, if it is there: beside the project, or where `SPECIFICATIONS` says.
fn specifications() -> Option<PathBuf> {
    let given = std::env::var_os("SPECIFICATIONS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/spec");
    let found = given.into_iter().chain([beside]).find(|path| path.is_dir());
    if found.is_none() {
        eprintln!("the specifications' EBNF was not found; set SPECIFICATIONS to compare with it");
    }
    found
}

#[test]
fn every_production_is_one_of_a_grammar() {
    let named: BTreeSet<String> = Dialect::all()
        .flat_map(|dialect| peg::read(dialect.grammar()).unwrap().written.rules)
        .map(|rule| rule.name)
        .collect();
    for production in Production::ALL {
        assert!(named.contains(production.name()), "{production}");
    }
}

/// Every production, what it says and whether it is a terminal, is there again in what is printed.
fn assert_prints_back(grammar: &Grammar) -> anyhow::Result<()> {
    let printed = ebnf::print(grammar);
    assert_eq!(&ebnf::read(&printed)?, grammar, "{printed}");
    Ok(())
}

#[test]
fn every_specification_reads_and_prints_back() -> anyhow::Result<()> {
    let Some(folder) = specifications() else {
        return Ok(());
    };
    for dialect in Dialect::all() {
        let path = folder.join(format!("{dialect}.ebnf"));
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let grammar = ebnf::read(&text).with_context(|| path.display().to_string())?;
        assert_eq!(
            grammar.rules.len(),
            text.matches("::=").count(),
            "{dialect}"
        );
        assert_prints_back(&grammar)?;
    }
    Ok(())
}

#[test]
fn every_grammar_reads_and_prints_back() -> anyhow::Result<()> {
    for dialect in Dialect::all() {
        let file = peg::read(dialect.grammar()).with_context(|| dialect.to_string())?;
        let printed = peg::print(&file.written);
        assert_eq!(peg::read(&printed)?.written, file.written, "{dialect}");
        let specified = file.specified().with_context(|| dialect.to_string())?;
        assert_eq!(
            ebnf::read(&ebnf::print(&specified))?.rules.len(),
            specified.rules.len()
        );
    }
    Ok(())
}

/// Against the productions that the file quotes, and these against the specification's own text where that is.
#[test]
fn every_grammar_mirrors_its_specification() {
    let folder = specifications();
    let dialects: Vec<Dialect> = Dialect::all().collect();
    let next = AtomicUsize::new(0);
    let findings = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&dialect) = dialects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = findings_of(dialect, folder.as_deref());
                    findings.lock().unwrap().extend(found);
                }
            });
        }
    });
    assert_eq!(findings.into_inner().unwrap().join("\n"), "");
}

fn findings_of(dialect: Dialect, specifications: Option<&Path>) -> Vec<String> {
    let published = specifications.map(|folder| {
        let text = std::fs::read_to_string(folder.join(format!("{dialect}.ebnf"))).unwrap();
        ebnf::read(&text).unwrap()
    });
    let file = peg::read(dialect.grammar()).unwrap();
    let findings = check(&file, published.as_ref()).unwrap().findings;
    let said = findings.iter();
    said.map(|finding| format!("{dialect}: {finding}"))
        .collect()
}
