//! `turtle-lab conformance`: the W3C's test manifests by a grammar of one's own, and the results that differ.

use crate::grammars::source::{GrammarSource, StartArguments};
use crate::grammars::{loaded, specified};
use ::conformance::{Change, Manifest, Observation, Options, TestFile, Verdict};
use advice::visible::message;
use cli::Status;
use cli::arguments::EngineName;
use cli::commands::conformance::{self, outcome, problem, with_progress};
use cli::output::Output;
use cli::reporting::{self, ErrorFormat};
use interpreter::SpecifiedGrammar;
use serde_json::json;
use std::path::{Path, PathBuf};
use turtle_peg::Dialect;

/// Run the tests of W3C manifests by a grammar of your own, and print the failures, or the tests whose results differ
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(
    mut_arg("earl", |earl| earl.conflicts_with("against")),
    after_help = "\
Examples:
  turtle-lab conformance --grammar my-turtle.pest --against turtle-1.2 rdf-tests/rdf12/rdf-turtle/eval/manifest.ttl
  turtle-lab conformance --grammar draft.ebnf --against published.ebnf rdf-tests/rdf12/rdf-turtle/syntax/manifest.ttl
  turtle-lab conformance --dialect turtle-1.1 --against turtle-1.2 rdf-tests/rdf12/rdf-turtle/syntax/manifest.ttl

Options are those of `turtle-peg conformance`.

A document that is not accepted gets one of three verdicts: it is \"rejected by the grammar\"; \"RDF objects\", by a rule \
beside the grammar; or it has \"no meaning\": the grammar accepts it, but one of its productions has no meaning defined. \
The productions of an EBNF, and of a .pest file with --engine specification, have no meaning. They decide only tests with \
a document that the grammar rejects, and positive syntax tests. All other tests are NOT DECIDED.

The exit status is 1 if a test does not pass. A test that is NOT DECIDED has not passed, even if only its graphs take too long \
to compare.

With --against, each test is run twice: under that dialect or grammar, and by the other options. The output lists the \
tests whose results differ: passed or failed, the document rejected by the grammar or by RDF or without meaning, other \
triples. Where one of the two makes no triples, only the grammars' verdicts are compared. The exit status is 1 if a result \
differs."
)]
pub struct ConformanceByGrammarArguments {
    #[command(flatten)]
    conformance: conformance::ConformanceArguments,

    /// Grammar to run instead of a dialect's own: the rules of a `.pest` file; or the productions of an `.ebnf` file,
    /// or of a `.pest` file with `--engine specification`. Without --dialect, documents are in the grammar's dialect
    #[arg(long, value_name = "FILE")]
    grammar: Option<PathBuf>,

    /// Print the tests whose results differ under this dialect or grammar, instead of the failures
    #[arg(long, value_name = "DIALECT|FILE", hide_possible_values = true)]
    against: Option<GrammarSource>,
}

pub fn run(arguments: &ConformanceByGrammarArguments) -> anyhow::Result<Status> {
    let tests = &arguments.conformance;
    tests.format.apply();
    let mut after = tests.options()?;
    let judge = match &arguments.grammar {
        Some(path) => Some(judge_by(path, tests.engine, after.dialect)?),
        None => None,
    };
    after.judge = judge.as_deref();
    let Some(against) = &arguments.against else {
        return conformance::run_tests(tests, &after);
    };
    let (manifests, status) = tests.read()?;
    let mut before = Options {
        engine: after.engine,
        ..Options::default()
    };
    let judge_before = match against {
        GrammarSource::Dialect(dialect) => {
            before.dialect = Some(*dialect);
            None
        }
        GrammarSource::Peg(file) | GrammarSource::Ebnf(file) => {
            Some(judge_by(&file.path, tests.engine, None)?)
        }
    };
    before.judge = judge_before.as_deref();
    let sides = (&before, &after);
    let compared = compare(&manifests, &against.name(), sides, tests.format.format)?;
    Ok(status.max(compared))
}

/// Judges a test's document.
type Judge = Box<dyn Fn(&TestFile) -> Verdict>;

/// Judges by a file's grammar: its rules, or its productions where it has no rules or where these are asked for.
fn judge_by(
    path: &Path,
    engine: Option<EngineName>,
    dialect: Option<Dialect>,
) -> anyhow::Result<Judge> {
    if let Some(grammar) = specified::by_productions(path, engine, &StartArguments::default())? {
        return Ok(Box::new(move |file| by_productions(file, &grammar)));
    }
    let grammar = loaded::by_rules(path, engine)?;
    Ok(Box::new(move |file| {
        Verdict::by_parser(file, loaded::parser(&grammar, dialect))
    }))
}

/// The verdict of productions alone on a document.
fn by_productions(file: &TestFile, grammar: &SpecifiedGrammar) -> Verdict {
    let text = match file.read() {
        Ok(text) => text,
        Err(error) => return Verdict::NotRead(error),
    };
    match grammar.read_slice(&text) {
        Ok(_) => Verdict::NoMeaning(None),
        Err(error) => Verdict::of_error(error),
    }
}

/// Prints the tests that come out differently under two grammars.
fn compare(
    manifests: &[(&Path, Manifest)],
    against: &str,
    (before, after): (&Options<'_>, &Options<'_>),
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

/// Writes a change, for programs.
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
