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
use turtle_peg::conformance::{ManifestReader, Options, Totals, run};
use turtle_peg::{Dialect, Engine};

/// A suite: its name, its manifest's folder, the dialect it is run under, how many tests it lists. Those of RDF 1.2 include those of
/// RDF 1.1.
type Suite = (&'static str, &'static str, Dialect, usize);

const SUITES_OF_DIALECTS: &[Suite] = &[
    ("rdf11_turtle", "rdf11/rdf-turtle", Dialect::Turtle11, 313),
    (
        "rdf11_n_triples",
        "rdf11/rdf-n-triples",
        Dialect::NTriples11,
        70,
    ),
    ("rdf11_trig", "rdf11/rdf-trig", Dialect::TriG11, 356),
    ("rdf11_n_quads", "rdf11/rdf-n-quads", Dialect::NQuads11, 87),
    ("rdf12_turtle", "rdf12/rdf-turtle", Dialect::Turtle12, 416),
    (
        "rdf12_n_triples",
        "rdf12/rdf-n-triples",
        Dialect::NTriples12,
        140,
    ),
    ("rdf12_trig", "rdf12/rdf-trig", Dialect::TriG12, 416),
    ("rdf12_n_quads", "rdf12/rdf-n-quads", Dialect::NQuads12, 155),
];

/// Runs them as tests, or ignores them all and says what is missing.
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = SUITES_OF_DIALECTS.iter().map(trial);
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    if !arguments.list {
        folders::missing().for_each(|line| eprintln!("{line}\n"));
    }
    conclusion.exit_code()
}

fn trial(suite: &'static Suite) -> Trial {
    let &(name, ..) = suite;
    let run = move || {
        let folder = SUITES.as_deref().ok_or("the suites were not found")?;
        by_engines(suite, folder).map_err(|error| format!("{error:?}").into())
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

fn check(suite: &Suite, folder: &Path, options: &Options) -> Result<()> {
    let &(_, manifest, _, tests) = suite;
    let path = folder.join(manifest).join("manifest.ttl");
    let manifest = ManifestReader::default().allow(folder).read(path)?;
    let report = run(&manifest, options);
    let mut failures = String::new();
    for (test, failure) in report.failures() {
        writeln!(failures, "{}\n{failure}\n", test.iri())?;
    }
    let expected = Totals {
        passed: tests,
        ..Totals::default()
    };
    assert_str_eq!(failures, "");
    assert_eq!(report.totals(), expected);
    Ok(())
}
