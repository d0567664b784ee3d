//! `turtle-peg grammar coverage`: what a test suite exercises of a grammar.

use super::GrammarSource;
use super::reference::Reference;
use super::sentences::SAMPLES;
use crate::cli::output::Output;
use crate::cli::{Format, Status};
use indicatif::ProgressBar;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use turtle_peg::conformance::{Expectation, Manifest, Test};
use turtle_peg::inspect::{Coverage, Generator, Samples, Sentence};

/// Show what a test suite exercises of a grammar, and what it does not
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar coverage turtle-1.2 rdf12/rdf-turtle/manifest.ttl
  turtle-peg grammar coverage edited.pest syntax/manifest.ttl eval/manifest.ttl
  turtle-peg grammar coverage --markdown turtle-1.1 rdf11/rdf-turtle/manifest.ttl >> FINDINGS.md
  turtle-peg grammar coverage --format json trig-1.2 rdf12/rdf-trig/manifest.ttl \\
      | jq '.cases[] | select(.documents == 0) | .sentence'

A case is one way that a production can go: an alternative of a choice, an optional part that is taken or not, a \
repetition that is there or not. The documents of the positive tests count; for each case that none of them uses there \
is a document that would. Of the negative tests it is said in which production each stops. Results are not counted, nor \
what the grammar does not match. In JSON, a case has the keys production, number, way, part, place, documents (how many \
use it), and sentence (null if it is used, or if no document is found).")]
pub struct Arguments {
    /// A dialect, or a file: NAME.pest
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,

    /// Test manifests
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "markdown")]
    format: Format,

    /// Print a table of what no document uses, in Markdown
    #[arg(long)]
    markdown: bool,
}

/// What the suite came to.
struct Findings {
    coverage: Coverage,
    /// The positive tests whose documents are none of the grammar's, with what the parser says.
    not_matched: Vec<(String, String)>,
    /// The negative tests, with where each stops.
    stops: Vec<Stop>,
    /// Of each unused case, a document that would use it.
    sentences: BTreeMap<usize, String>,
}

/// Where a negative test's document stops.
struct Stop {
    test: String,
    /// None, if it is accepted, or stops in none.
    production: Option<String>,
    /// None, if it is accepted.
    error: Option<String>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut tests = Vec::new();
    for path in &arguments.manifests {
        tests.extend(Manifest::read(path)?.tests().to_vec());
    }
    let findings = measure(&arguments.grammar, &tests)?;
    let text = match arguments.format {
        _ if arguments.markdown => to_markdown(&arguments.grammar.name(), &findings),
        Format::Text => describe(&arguments.grammar.name(), &findings),
        Format::Json => serde_json::to_string_pretty(&to_json(&findings))? + "\n",
    };
    let mut output = Output::new();
    output.print(&text)?;
    output.flush()?;
    Ok(Status::Fine)
}

fn measure(grammar: &GrammarSource, tests: &[Test]) -> anyhow::Result<Findings> {
    let reference = Reference::of(grammar)?;
    let mut findings = Findings {
        coverage: grammar.coverage()?,
        not_matched: Vec::new(),
        stops: Vec::new(),
        sentences: BTreeMap::new(),
    };
    // Nothing is printed until all tests are read, so the bar is in nobody's way.
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(tests.len() as u64),
        false => ProgressBar::hidden(),
    };
    for test in tests {
        findings.add(test, &reference);
        bar.inc(1);
    }
    bar.finish_and_clear();
    findings.sentences = sentences(grammar, &findings.coverage, &reference)?;
    Ok(findings)
}

impl Findings {
    fn add(&mut self, test: &Test, reference: &Reference) {
        let (Some(kind), Some(action)) = (test.kind(), test.action()) else {
            return;
        };
        let name = test.iri().as_str().to_owned();
        // What is not UTF-8 is no text of any grammar.
        let text = std::fs::read(action.path()).map(String::from_utf8);
        let Ok(Ok(text)) = text else {
            self.not_matched.push((name, "it is not text".to_owned()));
            return;
        };
        if kind.expectation() == Expectation::Rejected {
            let (production, error) = match reference.stop(&text, action.iri()) {
                None => (None, None),
                Some((production, error)) => (production, Some(error)),
            };
            self.stops.push(Stop {
                test: name,
                production,
                error,
            });
        } else if let Err(error) = self.coverage.add(&text) {
            self.not_matched.push((name, error.to_string()));
        }
    }
}

/// For each unused case a document that uses it; one that is valid as RDF, if there is one.
fn sentences(
    grammar: &GrammarSource,
    coverage: &Coverage,
    reference: &Reference,
) -> anyhow::Result<BTreeMap<usize, String>> {
    let valid = grammar.generator(&Samples::read(SAMPLES)?)?;
    let any = grammar.generator(&Samples::default())?;
    let found = |generator: &Generator, case: usize, is_syntax_only: bool| {
        let read = |sentence: &Sentence| reference.read(sentence, is_syntax_only);
        let sentence = generator.sentence_for(case, read)?;
        Some(sentence.text)
    };
    let sentences = coverage.unused().filter_map(|case| {
        let sentence = found(&valid, case, false).or_else(|| found(&any, case, true));
        Some((case, sentence?))
    });
    Ok(sentences.collect())
}

fn describe(grammar: &str, findings: &Findings) -> String {
    let coverage = &findings.coverage;
    let all = coverage.cases().len();
    let unused: Vec<usize> = coverage.unused().collect();
    let mut text = format!(
        "{grammar}: {} positive documents use {} of {all} cases\n",
        coverage.texts(),
        all - unused.len(),
    );
    let mut production = "";
    for case in unused {
        let it = &coverage.cases()[case];
        if it.production != production {
            production = &it.production;
            let number = it.number.iter().map(|number| format!("[{number}] "));
            let _ = write!(text, "\n{}{production}\n", number.collect::<String>());
        }
        let _ = writeln!(text, "  {:<11} {}", it.way, it.place);
        let sentence = findings.sentences.get(&case);
        let shown = sentence.map_or("no document found".to_owned(), |sentence| {
            format!("would be used by {sentence:?}")
        });
        let _ = writeln!(text, "  {:<11} {shown}", "");
    }
    add_remarks(findings, &mut text);
    add_stops(&findings.stops, &mut text);
    text
}

/// A chapter with a table: what no document uses, and one that would.
fn to_markdown(grammar: &str, findings: &Findings) -> String {
    let coverage = &findings.coverage;
    let unused: Vec<usize> = coverage.unused().collect();
    let mut text = format!(
        "### {grammar}\n\n{} positive documents use {} of {} cases, {} negative ones were tried.\n",
        coverage.texts(),
        coverage.cases().len() - unused.len(),
        coverage.cases().len(),
        findings.stops.len(),
    );
    if !unused.is_empty() {
        text += "\n| production | what no document uses | a document that would |\n|---|---|---|\n";
    }
    for case in unused {
        let it = &coverage.cases()[case];
        let code = |text: &str| format!("`` {} ``", text.replace('|', "\\|"));
        let sentence = findings.sentences.get(&case);
        let sentence = sentence.map(|sentence| code(&sentence.escape_debug().to_string()));
        let _ = writeln!(
            text,
            "| {} | {}: {} | {} |",
            it.production,
            it.way,
            code(&it.part),
            sentence.unwrap_or_default()
        );
    }
    text
}

/// What else is to be known of the numbers.
fn add_remarks(findings: &Findings, text: &mut String) {
    let coverage = &findings.coverage;
    for production in coverage.unreached() {
        let _ = write!(
            text,
            "\n{production} is reached by no document, and has no cases\n"
        );
    }
    for production in coverage.unread() {
        let _ = write!(
            text,
            "\n{production} does not say what its rule matched; cases of it may be missing\n"
        );
    }
    for (test, error) in &findings.not_matched {
        let _ = write!(text, "\nnot counted: {test}\n  {error}\n");
    }
}

/// How many negative documents stop in each production.
fn add_stops(stops: &[Stop], text: &mut String) {
    if stops.is_empty() {
        return;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for stop in stops {
        let place = match (&stop.production, &stop.error) {
            (Some(production), _) => production,
            (None, Some(_)) => "(no production)",
            (None, None) => "(accepted)",
        };
        *counts.entry(place).or_default() += 1;
    }
    let _ = write!(text, "\n{} negative documents stop in\n", stops.len());
    for (place, count) in counts {
        let _ = writeln!(text, "  {count:>4} {place}");
    }
}

fn to_json(findings: &Findings) -> serde_json::Value {
    let coverage = &findings.coverage;
    let cases = coverage.cases().iter().enumerate().map(|(place, case)| {
        json!({
            "production": case.production,
            "number": case.number,
            "way": case.way.name(),
            "part": case.part,
            "place": case.place,
            "documents": coverage.count(place),
            "sentence": findings.sentences.get(&place),
        })
    });
    let negative = findings.stops.iter().map(
        |stop| json!({ "test": stop.test, "production": stop.production, "error": stop.error }),
    );
    let not_matched = findings
        .not_matched
        .iter()
        .map(|(test, error)| json!({ "test": test, "error": error }));
    json!({
        "documents": coverage.texts(),
        "cases": cases.collect::<Vec<_>>(),
        "negative": negative.collect::<Vec<_>>(),
        "not_counted": not_matched.collect::<Vec<_>>(),
        "unreached": coverage.unreached(),
        "unread": coverage.unread().collect::<Vec<_>>(),
    })
}
