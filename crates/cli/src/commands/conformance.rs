//! `turtle-peg conformance`: run the W3C's test manifests.

use crate::arguments::{EngineName, FormatArguments, ManifestArguments, dialect_parser};
use crate::output::{Failed, Output};
use crate::progress::{self, while_counting};
use crate::reporting::{self, ErrorFormat, Problem, Severity};
use crate::{Status, diagnostics, trouble};
use advice::visible::message;
use conformance::{
    Failure, Manifest, ManifestError, ManifestErrorKind, Options, Report, Test, TestKind, Verdict,
    run_test, write_earl,
};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use turtle_peg::{Dialect, Error};

/// Run the tests of W3C manifests, and print the failures and the number of passed tests
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg conformance rdf-tests/rdf12/rdf-turtle/syntax/manifest.ttl
  turtle-peg conformance --allow rdf-tests rdf-tests/rdf12/rdf-turtle/manifest.ttl
  turtle-peg conformance --dialect turtle-1.1 rdf-tests/rdf11/rdf-turtle/manifest.ttl
  turtle-peg conformance --allow rdf-tests --earl report.ttl rdf-tests/rdf12/rdf-*/manifest.ttl
  turtle-peg conformance --format json manifest.ttl | jq .outcome

The W3C's tests are at https://github.com/w3c/rdf-tests. The program also runs the manifests that a manifest includes. Since \
it reads the files that a manifest names, and may show them, a manifest may name only regular files below its own folder. The \
W3C's manifests of RDF 1.2 include those of RDF 1.1 by `../../rdf11/`, and so need --allow.

A document that is not accepted is \"rejected by the grammar\", or \"RDF objects\", by a rule beside the grammar. \
`turtle-lab conformance` runs the tests by a grammar of your own, and lists the tests whose results differ.

The exit status is 1 if a test does not pass. A test that is NOT DECIDED has not passed, even if only its graphs take too long \
to compare.")]
pub struct ConformanceArguments {
    /// Manifests, in Turtle
    #[arg(value_name = "MANIFEST", required = true)]
    pub manifests: Vec<PathBuf>,

    #[command(flatten)]
    files: ManifestArguments,

    /// Dialect to run every test under [default: the newest of the language that the test is made for]
    #[arg(long, value_name = "NAME", value_parser = dialect_parser())]
    pub dialect: Option<Dialect>,

    /// Which engine parses the tests' documents [default: fast]
    #[arg(long, value_name = "NAME", value_enum)]
    pub engine: Option<EngineName>,

    #[command(flatten)]
    pub format: FormatArguments,

    /// Write an EARL report, in Turtle, to this file, atomically
    #[arg(long, value_name = "FILE")]
    earl: Option<PathBuf>,
}

/// Reports a manifest that cannot be read.
fn report_unread(error: ManifestError) {
    let words = match error.kind() {
        ManifestErrorKind::Document(Error::Io(error)) => trouble::words(error),
        _ => None,
    };
    match words {
        Some(words) => diagnostics::report(&error.path().display().to_string(), &words),
        None => diagnostics::report_failure(&error.into()),
    }
}

impl ConformanceArguments {
    /// How the tests are run.
    ///
    /// # Errors
    ///
    /// No dialect has the name.
    pub fn options(&self) -> anyhow::Result<Options<'static>> {
        Ok(Options {
            dialect: self.dialect,
            engine: self.engine.unwrap_or_default().into(),
            judge: None,
        })
    }

    /// The manifests; those that cannot be read are reported, and the status says so.
    pub fn read(&self) -> anyhow::Result<(Vec<(&Path, Manifest)>, Status)> {
        let mut status = Status::Fine;
        let mut manifests = Vec::new();
        for path in &self.manifests {
            match self.files.read(path) {
                Ok(manifest) => manifests.push((path.as_path(), manifest)),
                Err(error) => {
                    report_unread(error.downcast()?);
                    status = Status::Failed;
                }
            }
        }
        Ok((manifests, status))
    }
}

pub fn run(arguments: &ConformanceArguments) -> anyhow::Result<Status> {
    arguments.format.apply();
    run_tests(arguments, &arguments.options()?)
}

/// Runs all tests, and reports the failures.
pub fn run_tests(
    arguments: &ConformanceArguments,
    options: &Options<'_>,
) -> anyhow::Result<Status> {
    let (manifests, status) = arguments.read()?;
    let earl = arguments.earl.as_deref();
    let earl = earl.map(|path| anyhow::Ok((path, Output::to(path, &["ttl", "turtle"])?)));
    let earl = earl.transpose()?;
    let mut output = Output::new();
    let mut results = Vec::new();
    for (path, manifest) in &manifests {
        let report = run_manifest(path, manifest, options);
        match arguments.format.format {
            ErrorFormat::Text => print(path, &report, &mut output)?,
            _ => describe(path, &report),
        }
        results.extend(report);
    }
    let report: Report<'_> = results.into_iter().collect();
    if manifests.len() > 1 && arguments.format.format == ErrorFormat::Text {
        output.show(&format!("All: {}\n", report.totals()))?;
    }
    output.flush()?;
    if let Some((path, mut earl)) = earl {
        if status == Status::Failed {
            let why = "not written, since a manifest could not be read";
            diagnostics::warn(&path.display().to_string(), &why);
        } else {
            write_earl(&report, SystemTime::now(), earl.buffer()).map_err(Failed::from)?;
            earl.commit()?;
            earl.keep()?;
        }
    }
    let totals = report.totals();
    Ok(match totals.passed == totals.all() {
        true => status,
        false => status.max(Status::InputAtFault),
    })
}

fn run_manifest<'m>(path: &Path, manifest: &'m Manifest, options: &Options<'_>) -> Report<'m> {
    with_progress(path, manifest, |test| {
        let result = run_test(test, options);
        if !result.outcome.is_passed() {
            progress::fault();
        }
        result
    })
    .into_iter()
    .collect()
}

/// The result of `run` for each test. Nothing is printed until all are run, so the bar hides no output.
pub fn with_progress<'m, T>(
    path: &Path,
    manifest: &'m Manifest,
    run: impl Fn(&'m Test) -> T,
) -> Vec<T> {
    let tests = manifest.tests();
    while_counting("tests", tests.len(), |count| {
        progress::file(&path.display().to_string());
        tests.iter().map(run).inspect(|_| count()).collect()
    })
}

/// The reason why a test did not pass, with long quotations cut; it may have several lines.
fn short(said: &str) -> String {
    let lines: Vec<_> = said.lines().map(message).collect();
    lines.join("\n")
}

/// A test's result, in one word.
pub fn outcome(failure: Option<&Failure>) -> &'static str {
    match failure {
        None => "passed",
        Some(failure) if failure.is_undecided() => "undecided",
        Some(_) => "failed",
    }
}

/// Writes the results of tests, for programs.
fn describe(manifest: &Path, report: &Report<'_>) {
    for result in report.results() {
        let (test, failure) = (result.test, result.outcome.failure());
        let said = failure.map(Failure::to_string);
        reporting::record(|| {
            json!({
                "type": "test",
                "manifest": manifest.display().to_string(),
                "iri": test.iri().as_str(),
                "name": test.name(),
                "kind": test.kind().map(TestKind::name),
                "outcome": outcome(failure),
                "verdict": result.verdict.as_ref().and_then(Verdict::name),
                "message": said.as_deref().map(short),
            })
        });
        if let Some(said) = said {
            problem(
                test,
                match failure {
                    Some(failure) if failure.is_undecided() => "UndecidedTest",
                    _ => "FailedTest",
                },
                &said,
            );
        }
    }
    let totals = report.totals();
    reporting::record(|| {
        json!({
            "type": "manifest",
            "manifest": manifest.display().to_string(),
            "passed": totals.passed,
            "failed": totals.failed,
            "undecided": totals.undecided,
            "no_meaning": totals.no_meaning,
        })
    });
}

/// Reports a test, in the forms that have nothing but a list of problems.
pub fn problem(test: &Test, kind: &str, said: &str) {
    let file = test
        .action()
        .map(|action| action.path().display().to_string());
    let message = format!("{}: {said}", test.iri().as_str());
    let file = file.as_deref();
    reporting::list_only(&Problem::new(Severity::Fault, file, kind, &message));
}

fn print(manifest: &Path, report: &Report<'_>, output: &mut Output) -> anyhow::Result<()> {
    for (test, failure) in report.failures() {
        let verdict = match failure.is_undecided() {
            true => "NOT DECIDED",
            false => "FAILED",
        };
        output.show(&format!("{verdict} {}\n", test.iri().as_str()))?;
        for line in short(&failure.to_string()).lines() {
            output.show(&format!("  {line}\n"))?;
        }
    }
    output.show(&format!("{}: {}\n", manifest.display(), report.totals()))?;
    Ok(())
}
