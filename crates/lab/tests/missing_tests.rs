//! The tests that `turtle-lab coverage -o` writes pass by every engine, and with them nothing is unused but what is said to be.

use conformance::{Expectation, Manifest, Options, Verdict, run};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use testing::program::{TemporaryFolder, turtle_lab};
use turtle_peg::{Dialect, Engine};

const MANIFEST: &str = "\
PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX rdft: <http://www.w3.org/ns/rdftest#>
<> a mf:Manifest ; mf:entries ( <#one> ) .
<#one> a rdft:TestNTriplesPositiveSyntax ; mf:action <one.nt> .
";

fn coverage(folder: &Path, arguments: &[&str]) -> anyhow::Result<Value> {
    let command = [
        "coverage",
        "--format",
        "json",
        "n-triples-1.2",
        "manifest.ttl",
    ];
    let run = turtle_lab(&[&command, arguments].concat(), folder, b"")?;
    assert_eq!(run.status, 0, "{}", run.stderr);
    Ok(serde_json::from_str(&run.stdout)?)
}

fn cases(list: &Value) -> impl Iterator<Item = u64> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
}

#[test]
fn what_is_written_passes_and_leaves_nothing_unused() -> anyhow::Result<()> {
    let folder = TemporaryFolder::new("missing-tests-")?;
    folder
        .write("manifest.ttl", MANIFEST)?
        .write("one.nt", "<x:s> <x:p> <x:o> .")?;
    let told = coverage(&folder.0, &["-o", "missing"])?;
    let manifest = Manifest::read(folder.0.join("missing/manifest.ttl"))?;
    for engine in [Engine::Fast, Engine::Reference, Engine::Specification] {
        let options = Options {
            dialect: Some(Dialect::NTriples12),
            engine,
            ..Options::default()
        };
        for result in run(&manifest, &options).results() {
            assert!(
                result.outcome.is_passed(),
                "{} {engine:?}",
                result.test.iri()
            );
            let is_negative =
                result.test.kind().map(|kind| kind.expectation()) == Some(Expectation::Rejected);
            let is_by_grammar = matches!(result.verdict, Some(Verdict::RejectedByGrammar(_)));
            assert_eq!(is_negative, is_by_grammar, "{}", result.test.iri());
        }
    }
    let after = coverage(&folder.0, &["missing/manifest.ttl"])?;
    let all = after["cases"].as_array().into_iter().flatten();
    let unused = (0..).zip(all).filter(|(_, case)| case["documents"] == 0);
    let unused: BTreeSet<u64> = unused.map(|(place, _)| place).collect();
    let without: BTreeSet<u64> = cases(&told["without_document"]).collect();
    assert_eq!(unused, without);
    assert!(manifest.tests().len() > 80, "{}", manifest.tests().len());
    Ok(())
}
