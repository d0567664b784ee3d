//! `turtle-peg conformance`: run the W3C's test manifests.

use super::arguments::{FormatArguments, ManifestArguments};
use super::grammar::GrammarSource;
use super::output::{Failed, Output};
use super::progress::{self, Unit};
use super::reporting::{self, ErrorFormat, Problem, Severity};
use super::visible::message;
use super::{EngineName, Status, diagnostics, dialect_parser, loaded, specified, trouble};
use anyhow::Context as _;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use turtle_peg::Error;
use turtle_peg::conformance::{
    Change, Failure, GrammarUnderTest, Manifest, ManifestError, ManifestErrorKind, Observation,
    Options, Report, Test, TestKind, Verdict, run_test, write_earl,
};

/// Run the tests of W3C manifests, and print what fails and how many pass
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg conformance rdf-tests/rdf12/rdf-turtle/syntax/manifest.ttl
  turtle-peg conformance --allow rdf-tests rdf-tests/rdf12/rdf-turtle/manifest.ttl
  turtle-peg conformance --dialect turtle-1.1 rdf-tests/rdf11/rdf-turtle/manifest.ttl
  turtle-peg conformance --allow rdf-tests --earl report.ttl rdf-tests/rdf12/rdf-*/manifest.ttl
  turtle-peg conformance --format json manifest.ttl | jq .outcome
  turtle-peg conformance --grammar my-turtle.pest --against turtle-1.2 rdf-tests/rdf12/rdf-turtle/eval/manifest.ttl
  turtle-peg conformance --grammar draft.ebnf --against published.ebnf rdf-tests/rdf12/rdf-turtle/syntax/manifest.ttl

The W3C's tests are at https://github.com/w3c/rdf-tests. The program also runs the manifests that a manifest includes. Since \
it reads the files that a manifest names, and may show them, a manifest may name only regular files below its own folder. The \
W3C's manifests of RDF 1.2 include those of RDF 1.1 by `../../rdf11/`, and so need --allow.

A document that is not accepted gets one of three verdicts: it is \"rejected by the grammar\"; \"RDF objects\", by a rule \
beside the grammar; or it has \"no meaning\": the grammar accepts it, but one of its productions has no meaning defined. An \
EBNF's productions mean nothing to this program, nor do those of a .pest file with --engine specification. They decide only \
what a grammar decides: tests with a document that the grammar rejects, and positive syntax tests. All other tests are NOT \
DECIDED.

The exit status is 1 if a test does not pass. A test that is NOT DECIDED has not passed, even if only its graphs take too long \
to compare.

With --against, each test is run twice: under that dialect or grammar, and as the other options say. The output lists the \
tests that come out differently: passed or failed, the document rejected by the grammar or by RDF or without meaning, other \
triples. Where one of the two makes no triples, only the grammars' verdicts are compared. The exit status is 1 if a test comes \
out differently.")]
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

    /// Which engine parses the tests' documents [default: fast]
    #[arg(long, value_name = "NAME", value_enum)]
    engine: Option<EngineName>,

    /// Grammar to run instead of the dialect's own: a `.pest` file, as it stands; or only the productions, of an `.ebnf` file,
    /// or with `--engine specification` of a `.pest` file
    #[arg(long, value_name = "FILE")]
    grammar: Option<PathBuf>,

    /// Print the tests that come out differently under this dialect or grammar, instead of those that fail
    #[arg(
        long,
        value_name = "DIALECT|FILE",
        hide_possible_values = true,
        conflicts_with = "earl"
    )]
    against: Option<GrammarSource>,

    #[command(flatten)]
    format: FormatArguments,

    /// Write an EARL report, in Turtle, to this file, whole or not at all
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

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    arguments.format.apply();
    let options = Options {
        dialect: arguments.dialect.as_deref().map(str::parse).transpose()?,
        engine: arguments.engine.unwrap_or_default().into(),
        grammar: match &arguments.grammar {
            Some(path) => Some(read_grammar(path, arguments.engine)?),
            None => None,
        },
    };
    let mut status = Status::Fine;
    let mut manifests = Vec::new();
    for path in &arguments.manifests {
        match arguments.files.read(path) {
            Ok(manifest) => manifests.push((path, manifest)),
            Err(error) => {
                report_unread(error.downcast()?);
                status = Status::Failed;
            }
        }
    }
    let earl = arguments.earl.as_deref();
    let earl = earl.map(|path| Output::to(path, &["ttl", "turtle"]));
    let earl = earl.transpose()?;
    if let Some(against) = &arguments.against {
        let before = Options {
            engine: options.engine,
            ..options_of(against, arguments.engine)?
        };
        let sides = (&before, &options);
        let compared = compare(&manifests, &against.name(), sides, arguments.format.format)?;
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
    if let Some(mut earl) = earl {
        write_earl(&report, SystemTime::now(), earl.buffer()).map_err(Failed::from)?;
        earl.commit()?;
        earl.keep()?;
    }
    let totals = report.totals();
    Ok(match totals.passed == totals.all() {
        true => status,
        false => status.max(Status::InputAtFault),
    })
}

/// A file's grammar: its rules, or its productions where there are no rules or these are asked for.
fn read_grammar(path: &Path, engine: Option<EngineName>) -> anyhow::Result<GrammarUnderTest> {
    if let Some(grammar) = specified::by_productions(path, engine)? {
        return Ok(GrammarUnderTest::Productions(Box::new(grammar)));
    }
    let grammar = loaded::by_rules(Some(path), engine)?.context("a file was named")?;
    Ok(GrammarUnderTest::Rules(grammar))
}

/// What runs tests under a dialect, or the grammar of a file.
fn options_of(source: &GrammarSource, engine: Option<EngineName>) -> anyhow::Result<Options> {
    Ok(match source {
        GrammarSource::Dialect(dialect) => Options {
            dialect: Some(*dialect),
            ..Options::default()
        },
        GrammarSource::Peg(path) | GrammarSource::Ebnf(path) => Options {
            grammar: Some(read_grammar(path, engine)?),
            ..Options::default()
        },
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

/// What `run` makes of each test. Nothing is printed until all are run, so the bar hides no output.
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

/// Prints the tests that come out differently under two grammars.
fn compare(
    manifests: &[(&PathBuf, Manifest)],
    against: &str,
    (before, after): (&Options, &Options),
    format: ErrorFormat,
) -> anyhow::Result<Status> {
    let mut output = Output::new();
    let mut status = Status::Fine;
    for (path, manifest) in manifests {
        let changes: Vec<_> =
            with_progress(path, manifest, |test| Change::between(test, before, after))
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
    let observation = |it: &Observation| {
        json!({
            "passed": it.outcome.is_passed(),
            "outcome": outcome(it.outcome.failure()),
            "verdict": it.verdict.as_ref().and_then(Verdict::name),
            "message": message(&it.to_string()),
        })
    };
    reporting::record(|| {
        json!({
            "type": "change",
            "iri": iri,
            "before": observation(&change.before),
            "after": observation(&change.after),
        })
    });
    problem(change.test, "ChangedTest", &in_words(change));
}

/// Why a test did not pass, with what it quotes at length cut; it may have several lines.
fn short(said: &str) -> String {
    let lines: Vec<_> = said.lines().map(message).collect();
    lines.join("\n")
}

/// What came out of a test, in one word.
fn outcome(failure: Option<&Failure>) -> &'static str {
    match failure {
        None => "passed",
        Some(failure) if failure.is_undecided() => "undecided",
        Some(_) => "failed",
    }
}

/// Says of tests what programs want to know.
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
fn problem(test: &Test, kind: &str, said: &str) {
    let file = test
        .action()
        .map(|action| action.path().display().to_string());
    let message = format!("{}: {said}", test.iri().as_str());
    reporting::list_only(&Problem {
        severity: Severity::Fault,
        file: file.as_deref(),
        kind,
        message: &message,
        error: None,
        advice: None,
        place: None,
    });
}

fn summary(changes: &[Change<'_>], tests: usize, against: &str) -> String {
    let count = |before: &[&str], after: &[&str]| {
        let is_meant = |change: &&Change<'_>| {
            let [one, other] =
                [&change.before, &change.after].map(|side| outcome(side.outcome.failure()));
            before.contains(&one) && after.contains(&other)
        };
        changes.iter().filter(is_meant).count()
    };
    let turned = [
        count(&["passed"], &["failed"]),
        count(&["failed"], &["passed"]),
    ];
    let undecided =
        count(&["undecided"], &["passed", "failed"]) + count(&["passed", "failed"], &["undecided"]);
    let as_it_was = changes.len() - turned[0] - turned[1] - undecided;
    let mut text = format!(
        "of {tests} tests, {} changed against {against}: {} passed and now fail, {} failed and now pass, {as_it_was} with the \
         verdict as it was",
        changes.len(),
        turned[0],
        turned[1],
    );
    if undecided > 0 {
        text += &format!(", {undecided} decided on one side only");
    }
    text
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
