//! The W3C's test suites: all of each, with no exceptions.
//!
//! [`SUITES`] says where they are looked for. Where they are not, all of these tests are ignored, and the last lines say so; and so
//! they do of the other folders that tests need.

use anyhow::Result;
use libtest_mimic::{Arguments, Trial};
use pretty_assertions::{assert_eq, assert_str_eq};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use testing::folders::{self, SUITES};
use turtle_peg::conformance::{GrammarUnderTest, ManifestReader, Options, Totals, run};
use turtle_peg::inspect::{Comments, ebnf, import, peg};
use turtle_peg::{Dialect, Engine, LoadedGrammar};

/// A suite: its name, its manifests, the dialect they are run under, how many tests they list.
type Suite = (&'static str, &'static [&'static str], Dialect, usize);

const SUITES_OF_DIALECTS: &[Suite] = &[
    (
        "rdf11_turtle",
        &["rdf11/rdf-turtle"],
        Dialect::Turtle11,
        313,
    ),
    (
        "rdf11_n_triples",
        &["rdf11/rdf-n-triples"],
        Dialect::NTriples11,
        70,
    ),
    (
        "rdf12_turtle",
        &["rdf12/rdf-turtle/syntax", "rdf12/rdf-turtle/eval"],
        Dialect::Turtle12,
        103,
    ),
    (
        "rdf12_n_triples",
        &["rdf12/rdf-n-triples/syntax", "rdf12/rdf-n-triples/c14n"],
        Dialect::NTriples12,
        70,
    ),
    ("rdf11_trig", &["rdf11/rdf-trig"], Dialect::TriG11, 356),
    (
        "rdf11_n_quads",
        &["rdf11/rdf-n-quads"],
        Dialect::NQuads11,
        87,
    ),
    (
        "rdf12_trig",
        &["rdf12/rdf-trig/syntax", "rdf12/rdf-trig/eval"],
        Dialect::TriG12,
        60,
    ),
    (
        "rdf12_n_quads",
        &["rdf12/rdf-n-quads/syntax", "rdf12/rdf-n-quads/c14n"],
        Dialect::NQuads12,
        68,
    ),
    // These include the suites of RDF 1.1.
    (
        "rdf12_turtle_with_included",
        &["rdf12/rdf-turtle"],
        Dialect::Turtle12,
        416,
    ),
    (
        "rdf12_n_triples_with_included",
        &["rdf12/rdf-n-triples"],
        Dialect::NTriples12,
        140,
    ),
    (
        "rdf12_trig_with_included",
        &["rdf12/rdf-trig"],
        Dialect::TriG12,
        416,
    ),
    (
        "rdf12_n_quads_with_included",
        &["rdf12/rdf-n-quads"],
        Dialect::NQuads12,
        155,
    ),
];

/// Those that a grammar passes, too, that `grammar import` made of the specification's productions alone.
const IMPORTED: &[Suite] = &[
    (
        "imported_turtle_11",
        &["rdf11/rdf-turtle"],
        Dialect::Turtle11,
        313,
    ),
    (
        "imported_turtle_12",
        &["rdf12/rdf-turtle"],
        Dialect::Turtle12,
        416,
    ),
    (
        "imported_n_triples_12",
        &["rdf12/rdf-n-triples"],
        Dialect::NTriples12,
        140,
    ),
    (
        "imported_trig_12",
        &["rdf12/rdf-trig"],
        Dialect::TriG12,
        416,
    ),
    (
        "imported_n_quads_12",
        &["rdf12/rdf-n-quads"],
        Dialect::NQuads12,
        155,
    ),
];

/// Runs them as tests, or ignores them all and says what is missing.
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let by_engines = SUITES_OF_DIALECTS
        .iter()
        .map(|suite| trial(suite, by_engines));
    let imported = IMPORTED.iter().map(|suite| trial(suite, by_import));
    let conclusion = libtest_mimic::run(&arguments, by_engines.chain(imported).collect());
    if !arguments.list {
        folders::missing().for_each(|line| eprintln!("{line}\n"));
    }
    conclusion.exit_code()
}

fn trial(suite: &'static Suite, check: fn(&Suite, &Path) -> Result<()>) -> Trial {
    let &(name, ..) = suite;
    let run = move || {
        let folder = SUITES.as_deref().ok_or("the suites were not found")?;
        check(suite, folder).map_err(|error| format!("{error:?}").into())
    };
    Trial::test(name, run).with_ignored_flag(SUITES.is_none())
}

fn by_engines(suite: &Suite, folder: &Path) -> Result<()> {
    let &(_, _, dialect, _) = suite;
    for engine in [Engine::Fast, Engine::Reference] {
        let options = Options {
            dialect: Some(dialect),
            engine,
            ..Options::default()
        };
        check(suite, folder, &options)?;
    }
    Ok(())
}

fn by_import(suite: &Suite, folder: &Path) -> Result<()> {
    let &(_, _, dialect, _) = suite;
    let options = Options {
        dialect: Some(dialect),
        grammar: Some(GrammarUnderTest::Rules(imported(dialect)?)),
        ..Options::default()
    };
    check(suite, folder, &options)
}

/// The productions that the dialect's grammar quotes are the specification's, as `tests/grammars.rs` sees.
fn imported(dialect: Dialect) -> Result<LoadedGrammar> {
    let quoted = peg::read(dialect.grammar())?.specified()?;
    let published = ebnf::read(&ebnf::print(&quoted))?;
    Ok(LoadedGrammar::read(
        &import(&published, Comments::FromHash)?.text,
    )?)
}

fn check(suite: &Suite, folder: &Path, options: &Options) -> Result<()> {
    let &(_, manifests, _, tests) = suite;
    let mut totals = Totals::default();
    let mut failures = String::new();
    for manifest in manifests {
        let path = folder.join(manifest).join("manifest.ttl");
        // Those of RDF 1.2 include those of RDF 1.1.
        let manifest = ManifestReader::default().allow(folder).read(path)?;
        let report = run(&manifest, options);
        totals.passed += report.totals().passed;
        totals.failed += report.totals().failed;
        for (test, failure) in report.failures() {
            writeln!(failures, "{}\n{failure}\n", test.iri())?;
        }
    }
    let expected = Totals {
        passed: tests,
        ..Totals::default()
    };
    assert_str_eq!(failures, "");
    assert_eq!(totals, expected);
    Ok(())
}
