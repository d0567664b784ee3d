//! Documents: the cases, the corpus, the suites.

use crate::stable_parser;
use crate::written::{Written, copied, copied_with_long_strings, dialects, reads_as};
use anyhow::{Context, Result};
use pretty_assertions::assert_eq;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};
use testing::documents::{corpus, documents_in};
use testing::folders::SUITES;
use turtle_peg::Dialect;
use turtle_peg::oxrdf::Dataset;

const BASE: &str = "http://example.org/base/";

/// The quads of a document, with its prefixes and base, to be written again.
fn read(bytes: &[u8], dialect: Dialect) -> Result<Written> {
    let mut read = stable_parser(dialect)
        .with_base_iri(BASE)?
        .parse_slice(bytes)
        .quads();
    let quads = read.by_ref().collect::<Result<_, _>>()?;
    let document = read.into_document();
    let prefixes = document.prefixes();
    let owned = prefixes.map(|(prefix, namespace)| (prefix.to_owned(), namespace.to_owned()));
    let prefixes = owned.collect();
    let base = document.base_iri().filter(|&base| base != BASE);
    let base = base.map(str::to_owned);
    Ok(Written {
        quads,
        prefixes,
        base,
    })
}

/// The documents in a folder beside this file.
fn documents_of(folder: &str) -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("writers");
    documents_in(&here.join(folder))
}

#[test]
fn each_case_is_written_as_it_is_kept() -> Result<()> {
    let paths = documents_of("cases");
    assert_eq!(paths.len(), 29);
    for path in paths {
        let written = read(&fs::read(&path)?, Dialect::TriG12)?;
        let text = written.in_dialect(Dialect::TriG12)??;
        let kept = path.with_extension("written");
        if env::var_os("UPDATE_WRITERS").is_some() {
            fs::write(&kept, &text)?;
        }
        assert_eq!(fs::read_to_string(&kept)?, text, "{}", path.display());
        written.check_in(&path.display().to_string());
    }
    Ok(())
}

#[test]
fn what_is_kept_is_copied_as_it_is() -> Result<()> {
    let paths = documents_of("kept");
    assert!(!paths.is_empty());
    for path in paths {
        let text = fs::read_to_string(&path)?;
        let dialect = Dialect::from_path(&path).context("a dialect")?;
        let copy = copied_with_long_strings(&mut stable_parser(dialect).parse_str(&text), dialect)?;
        assert_eq!(copy.as_deref(), Some(&*text), "{}", path.display());
        read(text.as_bytes(), dialect)?.check_in(&path.display().to_string());
    }
    Ok(())
}

#[test]
fn other_cases_are_read_again() -> Result<()> {
    let Some(folder) = env::var_os("WRITER_CASES") else {
        return Ok(());
    };
    let cases: serde_json::Value =
        serde_json::from_slice(&fs::read(Path::new(&folder).join("cases.json"))?)?;
    let mut count = 0;
    for case in cases.as_array().context("a list")? {
        let text = |key: &str| case[key].as_str().map(str::to_owned);
        let quads = text("nquads").context("N-Quads")?;
        let quads = stable_parser(Dialect::NQuads12)
            .parse_str(&quads)
            .quads()
            .collect::<Result<_, _>>()?;
        let prefixes: BTreeMap<String, String> = serde_json::from_value(case["prefixes"].clone())?;
        let written = Written {
            quads,
            prefixes: prefixes.into_iter().collect(),
            base: text("base"),
        };
        written.check_in(&text("name").context("a name")?);
        count += 1;
    }
    assert!(count > 0);
    Ok(())
}

#[test]
fn the_corpus_is_read_again() -> Result<()> {
    documents_are_read_again(&corpus())
}

#[test]
fn the_suites_are_read_again() -> Result<()> {
    match &*SUITES {
        Some(folder) => documents_are_read_again(&documents_in(folder)),
        None => Ok(()),
    }
}

/// Reads each document by each dialect that accepts it, and writes what it says, and copies it.
fn documents_are_read_again(paths: &[PathBuf]) -> Result<()> {
    let mut count = 0;
    for path in paths {
        let bytes = fs::read(path)?;
        let mut checked: Vec<Written> = Vec::new();
        for dialect in Dialect::all() {
            let Ok(written) = read(&bytes, dialect) else {
                continue;
            };
            // Most dialects read the same from it.
            if checked.contains(&written) {
                continue;
            }
            let context = format!("{} by {dialect}", path.display());
            count += written.check_in(&context);
            count += copies(&bytes, dialect, &written).with_context(|| context)?;
            checked.push(written);
        }
    }
    assert!(count >= 2000, "{count}");
    Ok(())
}

/// Copies a document to all dialects that have its terms; returns how many these are.
fn copies(bytes: &[u8], dialect: Dialect, written: &Written) -> Result<usize> {
    let dataset: Dataset = written.quads.iter().collect();
    let mut count = 0;
    for target in dialects() {
        let parser = stable_parser(dialect).with_base_iri(BASE)?;
        let Some(text) = copied(&mut parser.parse_slice(bytes), target)? else {
            continue;
        };
        count += 1;
        reads_as(target, &text, &dataset)?;
        // Nothing is left to change, where no triple is repeated.
        if dataset.len() == written.quads.len() {
            let again = copied(&mut stable_parser(target).parse_str(&text), target)?;
            assert_eq!(again.as_deref(), Some(&*text), "in {target}");
        }
    }
    Ok(count)
}
