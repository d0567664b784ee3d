//! `turtle-peg conformance`: run the W3C's test manifests.

use super::arguments::ManifestArguments;
use super::output::Output;
use super::visible::message;
use super::{EngineName, Status, dialect_parser, loaded};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressFinish};
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use turtle_peg::Dialect;
use turtle_peg::conformance::{
    Change, Manifest, Observation, Options, Report, Test, run_test, write_earl,
};

/// Run the tests of W3C manifests, and print what fails and how many pass
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg conformance rdf-tests/rdf/rdf12/rdf-turtle/syntax/manifest.ttl
  turtle-peg conformance --allow rdf-tests/rdf rdf-tests/rdf/rdf12/rdf-turtle/manifest.ttl
  turtle-peg conformance --dialect turtle-1.1 rdf-tests/rdf/rdf11/rdf-turtle/manifest.ttl
  turtle-peg conformance --allow rdf-tests/rdf --earl report.ttl rdf-tests/rdf/rdf12/rdf-*/manifest.ttl
  turtle-peg conformance --grammar my-turtle.pest --against turtle-1.2 rdf-tests/rdf/rdf12/rdf-turtle/eval/manifest.ttl

The W3C's tests are at https://github.com/w3c/rdf-tests. A manifest brings those that it includes. It may name regular \
files below its own folder, and no others: what it names is read, and may be shown. The W3C's manifests of RDF 1.2 include \
those of RDF 1.1 by `../../rdf11/`, and so need --allow.

The exit status is 1 if a test does not pass. One whose graphs take too long to compare is NOT DECIDED, and has not passed.

With --against, each test is run twice: under that dialect, and as the other options say. Printed are the tests that come
out differently: passed or failed, the document rejected or not, other triples. The exit status is 1 if there is one.")]
pub struct Arguments {
    /// Manifests, in Turtle
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    files: ManifestArguments,

    /// Dialect to run every test under [default: the grammar's, if one is given, or else the newest of the language that
    /// the test is made for]
    #[arg(long, value_name = "NAME", value_parser = dialect_parser())]
    dialect: Option<String>,

    /// What parses the tests' documents
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    engine: EngineName,

    /// Grammar to run instead of the dialect's own: a `.pest` file, as it stands
    #[arg(long, value_name = "FILE.pest", conflicts_with = "engine")]
    grammar: Option<PathBuf>,

    /// Print the tests that come out differently under this dialect, instead of those that fail
    #[arg(long, value_name = "DIALECT", value_parser = dialect_parser(), conflicts_with = "earl")]
    against: Option<String>,

    /// Write an EARL report, in Turtle, to this file
    #[arg(long, value_name = "FILE")]
    earl: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let options = Options {
        dialect: arguments.dialect.as_deref().map(str::parse).transpose()?,
        engine: arguments.engine.into(),
        grammar: loaded::load(arguments.grammar.as_deref())?,
    };
    let mut manifests = Vec::new();
    for path in &arguments.manifests {
        manifests.push((path, arguments.files.read(path)?));
    }
    if let Some(name) = &arguments.against {
        return compare(&manifests, name.parse()?, &options);
    }
    let mut output = Output::new();
    let mut results = Vec::new();
    for (path, manifest) in &manifests {
        let report = run_manifest(manifest, &options);
        print(path, &report, &mut output)?;
        results.extend(report);
    }
    let report: Report<'_> = results.into_iter().collect();
    if manifests.len() > 1 {
        output.show(&format!("All: {}\n", report.totals()))?;
    }
    output.flush()?;
    if let Some(path) = &arguments.earl {
        write_report(&report, path).with_context(|| path.display().to_string())?;
    }
    let totals = report.totals();
    Ok(match totals.passed == totals.all() {
        true => Status::Fine,
        false => Status::InputAtFault,
    })
}

fn run_manifest<'m>(manifest: &'m Manifest, options: &Options) -> Report<'m> {
    with_progress(manifest, |test| run_test(test, options)).collect()
}

/// What `run` makes of each test. Nothing is printed until all are run, so the bar is in nobody's way.
fn with_progress<'m, T>(
    manifest: &'m Manifest,
    run: impl Fn(&'m Test) -> T,
) -> impl Iterator<Item = T> {
    let tests = manifest.tests();
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(tests.len() as u64),
        false => ProgressBar::hidden(),
    };
    let bar = bar.with_finish(ProgressFinish::AndClear);
    tests.iter().map(run).inspect(move |_| bar.inc(1))
}

/// Prints the tests that come out differently under a dialect.
fn compare(
    manifests: &[(&PathBuf, Manifest)],
    against: Dialect,
    options: &Options,
) -> anyhow::Result<Status> {
    let before = Options {
        dialect: Some(against),
        grammar: None,
        ..options.clone()
    };
    let mut output = Output::new();
    let mut status = Status::Fine;
    for (path, manifest) in manifests {
        let changes: Vec<_> =
            with_progress(manifest, |test| Change::between(test, &before, options))
                .flatten()
                .collect();
        for Change {
            test,
            before,
            after,
        } in &changes
        {
            let iri = test.iri().as_str();
            output.show(&format!("CHANGED {iri}: {before} → {after}\n"))?;
        }
        output.show(&format!(
            "{}: {}\n",
            path.display(),
            summary(&changes, manifest.tests().len(), against)
        ))?;
        if !changes.is_empty() {
            status = Status::InputAtFault;
        }
    }
    output.flush()?;
    Ok(status)
}

fn summary(changes: &[Change<'_>], tests: usize, against: Dialect) -> String {
    let count = |before, after| {
        let verdicts = |change: &&Change<'_>| {
            let is_passed = |observation: &Observation| observation.outcome.is_passed();
            (is_passed(&change.before), is_passed(&change.after)) == (before, after)
        };
        changes.iter().filter(verdicts).count()
    };
    format!(
        "of {tests} tests, {} changed against {against}: {} passed and now fail, {} failed and now pass, {} with the \
         verdict as it was",
        changes.len(),
        count(true, false),
        count(false, true),
        count(true, true) + count(false, false)
    )
}

fn print(manifest: &Path, report: &Report<'_>, output: &mut Output) -> anyhow::Result<()> {
    for (test, failure) in report.failures() {
        let verdict = match failure.is_undecided() {
            true => "NOT DECIDED",
            false => "FAILED",
        };
        output.show(&format!("{verdict} {}\n", test.iri().as_str()))?;
        for line in failure.to_string().lines() {
            output.show(&format!("  {}\n", message(line)))?;
        }
    }
    output.show(&format!("{}: {}\n", manifest.display(), report.totals()))?;
    Ok(())
}

fn write_report(report: &Report<'_>, path: &Path) -> std::io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write_earl(report, SystemTime::now(), &mut file)?;
    file.flush()
}
