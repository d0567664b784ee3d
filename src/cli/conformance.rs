//! `turtle-peg conformance`: run the W3C's test manifests.

use super::arguments::{FormatArguments, ManifestArguments};
use super::output::Output;
use super::progress::{self, Unit};
use super::reporting::{self, ErrorFormat, Finding, Severity};
use super::visible::message;
use super::whole::WholeFile;
use super::{EngineName, Status, diagnostics, dialect_parser, loaded};
use anyhow::Context;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use turtle_peg::Dialect;
use turtle_peg::conformance::{
    Change, Failure, Manifest, Observation, Options, Report, Test, TestKind, TestResult, run_test,
    write_earl,
};

/// Run the tests of W3C manifests, and print what fails and how many pass
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg conformance rdf-tests/rdf/rdf12/rdf-turtle/syntax/manifest.ttl
  turtle-peg conformance --allow rdf-tests/rdf rdf-tests/rdf/rdf12/rdf-turtle/manifest.ttl
  turtle-peg conformance --dialect turtle-1.1 rdf-tests/rdf/rdf11/rdf-turtle/manifest.ttl
  turtle-peg conformance --allow rdf-tests/rdf --earl report.ttl rdf-tests/rdf/rdf12/rdf-*/manifest.ttl
  turtle-peg conformance --format json manifest.ttl | jq .outcome
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

    #[command(flatten)]
    format: FormatArguments,

    /// Write an EARL report, in Turtle, to this file, whole or not at all
    #[arg(long, value_name = "FILE")]
    earl: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    arguments.format.apply();
    let options = Options {
        dialect: arguments.dialect.as_deref().map(str::parse).transpose()?,
        engine: arguments.engine.into(),
        grammar: loaded::read(arguments.grammar.as_deref())?,
    };
    let mut status = Status::Fine;
    let mut manifests = Vec::new();
    for path in &arguments.manifests {
        match arguments.files.read(path) {
            Ok(manifest) => manifests.push((path, manifest)),
            Err(error) => {
                diagnostics::report_failure(&error.into());
                status = Status::Failed;
            }
        }
    }
    if let Some(name) = &arguments.against {
        let compared = compare(&manifests, name.parse()?, &options, arguments.format.format)?;
        return Ok(status.max(compared));
    }
    let mut output = Output::new();
    let mut results = Vec::new();
    for (path, manifest) in &manifests {
        let report = run_manifest(path, manifest, &options);
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
    if let Some(path) = &arguments.earl {
        write_report(&report, path).with_context(|| path.display().to_string())?;
    }
    let totals = report.totals();
    Ok(match totals.passed == totals.all() {
        true => status,
        false => status.max(Status::InputAtFault),
    })
}

fn run_manifest<'m>(path: &Path, manifest: &'m Manifest, options: &Options) -> Report<'m> {
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

/// What `run` makes of each test. Nothing is printed until all are run, so the bar is in nobody's way.
fn with_progress<'m, T>(
    path: &Path,
    manifest: &'m Manifest,
    run: impl Fn(&'m Test) -> T,
) -> Vec<T> {
    let tests = manifest.tests();
    progress::begin(Unit::Tests, Some(tests.len() as u64));
    progress::is_alone();
    progress::file(&path.display().to_string());
    let made = tests
        .iter()
        .map(run)
        .inspect(|_| progress::advance(1))
        .collect();
    progress::finish();
    made
}

/// Prints the tests that come out differently under a dialect.
fn compare(
    manifests: &[(&PathBuf, Manifest)],
    against: Dialect,
    options: &Options,
    format: ErrorFormat,
) -> anyhow::Result<Status> {
    let before = Options {
        dialect: Some(against),
        grammar: None,
        ..options.clone()
    };
    let mut output = Output::new();
    let mut status = Status::Fine;
    for (path, manifest) in manifests {
        let changes: Vec<_> = with_progress(path, manifest, |test| {
            Change::between(test, &before, options)
        })
        .into_iter()
        .flatten()
        .collect();
        match format {
            ErrorFormat::Text => {
                for change in &changes {
                    let (iri, said) = (change.test.iri().as_str(), in_words(change));
                    output.show(&format!("CHANGED {iri}: {said}\n"))?;
                }
                let summary = summary(&changes, manifest.tests().len(), against);
                output.show(&format!("{}: {summary}\n", path.display()))?;
            }
            _ => changes.iter().for_each(describe_change),
        }
        if !changes.is_empty() {
            status = Status::InputAtFault;
        }
    }
    output.flush()?;
    Ok(status)
}

fn in_words(change: &Change<'_>) -> String {
    format!("{} → {}", change.before, change.after)
}

/// Says of a change what programs want to know.
fn describe_change(change: &Change<'_>) {
    let iri = change.test.iri().as_str();
    let observation = |it: &Observation| json!({"passed": it.outcome.is_passed(), "message": message(&it.to_string())});
    reporting::record(|| {
        json!({
            "type": "change",
            "iri": iri,
            "before": observation(&change.before),
            "after": observation(&change.after),
        })
    });
    finding(change.test, "ChangedTest", &in_words(change));
}

/// Why a test did not pass, with what it quotes at length cut; it may have several lines.
fn short(said: &str) -> String {
    let lines: Vec<_> = said.lines().map(message).collect();
    lines.join("\n")
}

/// Says of tests what programs want to know.
fn describe(manifest: &Path, report: &Report<'_>) {
    for TestResult { test, outcome } in report.results() {
        let failure = outcome.failure();
        let verdict = match failure {
            None => "passed",
            Some(failure) if failure.is_undecided() => "undecided",
            Some(_) => "failed",
        };
        let said = failure.map(Failure::to_string);
        reporting::record(|| {
            json!({
                "type": "test",
                "manifest": manifest.display().to_string(),
                "iri": test.iri().as_str(),
                "name": test.name(),
                "kind": test.kind().map(TestKind::name),
                "outcome": verdict,
                "message": said.as_deref().map(short),
            })
        });
        if let Some(said) = said {
            finding(
                test,
                if verdict == "failed" {
                    "FailedTest"
                } else {
                    "UndecidedTest"
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
        })
    });
}

/// Reports a test, in the forms that have nothing but findings.
fn finding(test: &Test, kind: &str, said: &str) {
    let file = test
        .action()
        .map(|action| action.path().display().to_string());
    let message = format!("{}: {said}", test.iri().as_str());
    reporting::finding_only(&Finding {
        severity: Severity::Fault,
        file: file.as_deref(),
        kind,
        message: &message,
        error: None,
        advice: None,
        place: None,
    });
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
        for line in short(&failure.to_string()).lines() {
            output.show(&format!("  {line}\n"))?;
        }
    }
    output.show(&format!("{}: {}\n", manifest.display(), report.totals()))?;
    Ok(())
}

fn write_report(report: &Report<'_>, path: &Path) -> std::io::Result<()> {
    let mut text = Vec::new();
    write_earl(report, SystemTime::now(), &mut text)?;
    let mut file = WholeFile::create(path)?;
    file.write_all(&text)?;
    file.keep()
}
