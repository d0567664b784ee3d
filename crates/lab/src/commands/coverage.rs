//! `turtle-lab coverage`: the parts of a grammar that a test suite uses.

use crate::analyses::{missing_tests::MissingTest, missing_tests::MissingTests};
use crate::analyses::{suite::SuiteCoverage, suite::measure_visibly};
use crate::commands::impact::tests_of;
use crate::commands::report::{UNUSED, unused};
use crate::grammars::source::{GrammarSource, StartArguments};
use crate::pages::document::visible;
use crate::pages::json;
use crate::pages::section::{Fact, SectionTable};
use crate::pages::{missing_test_files::MissingTestFiles, missing_test_files::check_folder};
use anyhow::bail;
use cli::arguments::ManifestArguments;
use cli::output::Output;
use cli::progress::while_counting;
use cli::{Format, Status, diagnostics};
use conformance::Test;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Show the parts of a grammar that a test suite uses, and the parts that it does not use
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab coverage --allow . turtle-1.2 rdf12/rdf-turtle/manifest.ttl
  turtle-lab coverage edited.pest syntax/manifest.ttl eval/manifest.ttl
  turtle-lab coverage --markdown turtle-1.1 rdf11/rdf-turtle/manifest.ttl >> coverage.md
  turtle-lab coverage --allow . trig-1.2 rdf12/rdf-trig/manifest.ttl -o missing
  turtle-lab coverage --production unprefix edited.bnf manifest.ttl -o missing
  turtle-lab coverage --format json --allow . trig-1.2 rdf12/rdf-trig/manifest.ttl \\
      | jq '.cases[] | select(.documents == 0) | .sentence'

A case is one way that a production can go: an alternative of a choice, an optional part that is taken or not, a repetition \
that is there or not. Only the documents of positive tests count. For each case that none of them uses, the command shows a \
document that would use it; for each negative test, it shows the production in which parsing stops. Results of tests do \
not count, nor do documents that the grammar does not match. An EBNF is measured by the rules that `import` makes of it, and a document \
may be of any start symbol. In JSON, a case has the keys production, number, way, part, place, documents (how many use it), sentence (null if it is used, or if no document is found), and of_grammar_alone (null, or a document that would use \
it, which the grammar accepts and RDF does not). With --production, these two are looked for in the cases of that production alone.

With -o, the folder gets tests for the unused cases, named by their productions: for each case the smallest document found that \
uses it, and a near miss, the smallest change found, within the part, after which the grammar rejects the document. All engines agree on \
each; a near miss of a dialect is rejected by the newest dialect of its language, too. manifest.ttl lists them, for \
`turtle-peg conformance`; README.md shows why each is there, and the cases without tests. In JSON, tests has the keys file, type, \
cases (places in cases) and remark; without_document and without_near_miss have places in cases.")]
pub struct CoverageArguments {
    /// A dialect, or a file: NAME.pest, NAME.ebnf, NAME.html
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,

    #[command(flatten)]
    start: StartArguments,

    /// Test manifests
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,

    /// Show, and write tests for, the unused parts of this production alone; may be repeated
    #[arg(long = "production", value_name = "NAME")]
    productions: Vec<String>,

    #[command(flatten)]
    files: ManifestArguments,

    /// Write tests for the parts that no test uses, with a manifest and a README.md, to this folder: a new one, or an empty one
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "markdown")]
    format: Format,

    /// Print a Markdown table of the cases that no document uses
    #[arg(long)]
    markdown: bool,
}

pub fn run(arguments: &CoverageArguments) -> anyhow::Result<Status> {
    if let Some(folder) = &arguments.output {
        check_folder(folder)?;
    }
    let tests = tests_of(&arguments.manifests, &arguments.files)?;
    let grammar = arguments.start.choose(&arguments.grammar);
    let measured = measure_visibly(&grammar, &tests, &arguments.productions)?;
    if let (0, Some((test, error))) = (measured.coverage.texts(), measured.not_matched.first()) {
        bail!(
            "{}: the grammar reads none of the {} positive documents, so there is nothing to count; of {test} it says {error}",
            arguments.grammar.name(),
            measured.not_matched.len()
        );
    }
    let folder = arguments.output.as_deref();
    let written = folder.map(|folder| write(arguments, &tests, &measured, folder));
    let missing = written.transpose()?;
    let mut output = Output::new();
    match arguments.format {
        _ if arguments.markdown => {
            output.show_file(&to_markdown(&arguments.grammar.name(), &measured))?;
        }
        Format::Text => output.show(&describe(&arguments.grammar.name(), &measured))?,
        Format::Json => output.print(&json::text(&to_json(&measured, missing.as_ref())))?,
    }
    output.flush()?;
    Ok(Status::Fine)
}

/// Writes the tests that are missing, and says how many those are.
fn write(
    arguments: &CoverageArguments,
    tests: &[Test],
    measured: &SuiteCoverage,
    folder: &Path,
) -> anyhow::Result<MissingTests> {
    let grammar = &arguments.grammar;
    let unused = measured.unused.len();
    let missing = while_counting("cases", unused, |count| {
        MissingTests::of(grammar, tests, measured, count)
    })?;
    let files = MissingTestFiles {
        grammar,
        measured,
        missing: &missing,
    };
    files.write(folder)?;
    let positive = missing
        .tests
        .iter()
        .filter(|test| test.is_positive())
        .count();
    diagnostics::note(&format_args!(
        "{}: {positive} positive and {} negative tests written for {} unused cases; {} have no document and {} no near \
         miss, and README.md says why",
        folder.display(),
        missing.tests.len() - positive,
        unused,
        missing.without_document.len(),
        missing.without_near_miss.len()
    ));
    Ok(missing)
}

fn describe(grammar: &str, measured: &SuiteCoverage) -> String {
    let coverage = &measured.coverage;
    let mut text = format!("{grammar}: {}\n", measured.total());
    let mut production = "";
    for &case in &measured.unused {
        let it = &coverage.cases()[case];
        if it.production != production {
            production = &it.production;
            let number = it.number.iter().map(|number| format!("[{number}] "));
            let _ = write!(text, "\n{}{production}\n", number.collect::<String>());
        }
        let _ = writeln!(text, "  {:<11} {}", it.way, it.place);
        let shown = match measured.sentences.get(&case) {
            Some(sentence) => format!("would be used by {}", visible(sentence)),
            None => {
                let (why, document) = measured.why_not(case);
                let document = document.into_iter();
                document.fold(why.to_owned(), |why, it| format!("{why} {}", visible(it)))
            }
        };
        let _ = writeln!(text, "  {:<11} {shown}", "");
    }
    add_remarks(measured, &mut text);
    add_stops(measured, &mut text);
    text
}

/// A chapter with a table: unused cases, and documents that would use them.
fn to_markdown(grammar: &str, measured: &SuiteCoverage) -> String {
    let mut text = format!(
        "### {grammar}\n\n{}, {} negative ones were tried.\n",
        measured.total(),
        measured.stops.len(),
    );
    let unused: Vec<Fact> = unused(measured).collect();
    if !unused.is_empty() {
        text += &format!("\n{}", SectionTable::new(&UNUSED, unused).markdown());
    }
    text
}

/// Remarks on the numbers.
fn add_remarks(measured: &SuiteCoverage, text: &mut String) {
    for (production, remark) in measured.remarks() {
        let _ = write!(text, "\n{production} {remark}\n");
    }
    for (test, error) in &measured.not_matched {
        let _ = write!(text, "\nnot counted: {test}\n  {error}\n");
    }
}

/// How many negative documents stop in each production.
fn add_stops(measured: &SuiteCoverage, text: &mut String) {
    if measured.stops.is_empty() {
        return;
    }
    let count = measured.stops.len();
    let _ = write!(text, "\n{count} negative documents stop in\n");
    for (place, count) in measured.stops_by_place() {
        let _ = writeln!(text, "  {count:>4} {place}");
    }
}

fn to_json(measured: &SuiteCoverage, missing: Option<&MissingTests>) -> serde_json::Value {
    let coverage = &measured.coverage;
    let cases = coverage.cases().iter().enumerate().map(|(place, case)| {
        json!({
            "production": case.production,
            "number": case.number,
            "way": case.way.name(),
            "part": case.part,
            "place": case.place.to_string(),
            "documents": coverage.count(place),
            "sentence": measured.sentences.get(&place),
            "of_grammar_alone": measured.of_grammar_alone.get(&place),
        })
    });
    let negative = measured.stops.iter().map(
        |stop| json!({ "test": stop.test, "production": stop.production, "error": stop.error }),
    );
    let not_matched = measured
        .not_matched
        .iter()
        .map(|(test, error)| json!({ "test": test, "error": error }));
    let mut value = json!({
        "documents": coverage.texts(),
        "cases": cases.collect::<Vec<_>>(),
        "negative": negative.collect::<Vec<_>>(),
        "not_counted": not_matched.collect::<Vec<_>>(),
        "unreached": coverage.unreached(),
        "unread": coverage.unread().collect::<Vec<_>>(),
    });
    if let Some(missing) = missing {
        value["tests"] = missing.tests.iter().map(test_json).collect();
        value["without_document"] = json!(missing.without_document);
        value["without_near_miss"] = json!(missing.without_near_miss);
    }
    value
}

fn test_json(test: &MissingTest) -> serde_json::Value {
    json!({
        "file": test.file(),
        "type": test.kind.name(),
        "cases": test.cases,
        "remark": test.remark,
    })
}
