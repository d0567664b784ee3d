//! The W3C's test suites by grammars that `turtle-lab import` makes of the specifications' productions alone: they pass, too.

use anyhow::Result;
use conformance::{ManifestReader, Options, Totals, Verdict, run};
use interpreter::LoadedGrammar;
use libtest_mimic::{Arguments, Trial};
use pretty_assertions::{assert_eq, assert_str_eq};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use testing::folders::SUITES;
use toolkit::{Comments, ebnf, import, peg};
use turtle_peg::{Dialect, Parser};

/// A suite: its name, its manifest's folder, the dialect it is run under, how many tests it lists.
type Suite = (&'static str, &'static str, Dialect, usize);

const SUITES_OF_DIALECTS: &[Suite] = &[
    (
        "imported_turtle_11",
        "rdf11/rdf-turtle",
        Dialect::Turtle11,
        313,
    ),
    (
        "imported_turtle_12",
        "rdf12/rdf-turtle",
        Dialect::Turtle12,
        416,
    ),
    (
        "imported_n_triples_12",
        "rdf12/rdf-n-triples",
        Dialect::NTriples12,
        140,
    ),
    ("imported_trig_12", "rdf12/rdf-trig", Dialect::TriG12, 416),
    (
        "imported_n_quads_12",
        "rdf12/rdf-n-quads",
        Dialect::NQuads12,
        155,
    ),
];

/// Runs them as tests, or ignores them all.
fn main() -> ExitCode {
    let trials = SUITES_OF_DIALECTS.iter().map(trial);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn trial(suite: &'static Suite) -> Trial {
    let &(name, ..) = suite;
    let run = move || {
        let folder = SUITES.as_deref().ok_or("the suites were not found")?;
        check(suite, folder).map_err(|error| format!("{error:?}").into())
    };
    Trial::test(name, run).with_ignored_flag(SUITES.is_none())
}

fn check(suite: &Suite, folder: &Path) -> Result<()> {
    let &(_, manifest, dialect, tests) = suite;
    // Labels are compared as they are written.
    let parser = Parser::new(dialect).with_grammar(imported(dialect)?);
    let parser = parser.with_blank_node_prefix("")?;
    let options = Options {
        judge: Some(&|file| Verdict::by_parser(file, parser.clone())),
        ..Options::default()
    };
    // Those of RDF 1.2 include those of RDF 1.1.
    let path = folder.join(manifest).join("manifest.ttl");
    let manifest = ManifestReader::default()
        .with_allowed_folder(folder)
        .read(path)?;
    let report = run(&manifest, &options);
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

/// The productions that the dialect's grammar quotes are the specification's, as `tests/grammars.rs` sees.
fn imported(dialect: Dialect) -> Result<LoadedGrammar> {
    let quoted = peg::read(dialect.grammar())?.specified()?;
    let published = ebnf::read(&ebnf::print(&quoted))?;
    Ok(LoadedGrammar::read(
        &import(&published, Comments::FromHash)?.text,
    )?)
}
