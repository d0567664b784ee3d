//! The W3C's test suites: all of each, with no exceptions.
//!
//! [`SUITES`] and [`CANONICALIZATION`] say where they are looked for. Where they are not, all of these tests are ignored, and the last lines say so; and so
//! they do of the other folders that tests need.

use anyhow::{Context, Result, bail, ensure};
use comparison::{CanonicalForm, CanonicalFormError, CanonicalHash, Canonicalizer};
use conformance::{ManifestReader, Options, Totals, run};
use libtest_mimic::{Arguments, Trial};
use pretty_assertions::{assert_eq, assert_str_eq};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use testing::folders::{self, CANONICALIZATION, SUITES};
use turtle_peg::oxrdf::{Quad, Term};
use turtle_peg::{Dialect, Engine, Parser};

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
    let canonicalization = Trial::test("rdf_canon", || {
        let folder = CANONICALIZATION.as_deref();
        let folder = folder.ok_or("the suite was not found")?;
        canonicalization(folder).map_err(|error| format!("{error:?}").into())
    });
    let canonicalization = canonicalization.with_ignored_flag(CANONICALIZATION.is_none());
    let trials = SUITES_OF_DIALECTS
        .iter()
        .map(trial)
        .chain([canonicalization]);
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
    let manifest = ManifestReader::default()
        .with_allowed_folder(folder)
        .read(path)?;
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

/// How many tests the suite of RDF Dataset Canonicalization lists.
const TESTS_OF_CANONICALIZATION: usize = 86;

/// All of them: forms, maps of issued identifiers, and a graph that takes too many steps.
fn canonicalization(folder: &Path) -> Result<()> {
    let folder = folder.join("tests");
    let manifest = fs::read_to_string(folder.join("manifest.ttl"))?;
    let parser = Parser::new(Dialect::Turtle11).with_base_iri("x:/manifest")?;
    // Of each test, its properties by their local names.
    let mut tests: HashMap<String, HashMap<String, String>> = HashMap::new();
    for triple in parser.parse_str(&manifest).triples() {
        let triple = triple?;
        let value = match triple.object {
            Term::NamedNode(iri) => iri.into_string(),
            Term::Literal(literal) => literal.value().to_owned(),
            _ => continue,
        };
        let property = triple.predicate.as_str().rsplit(['#', '/']).next();
        let property = property.unwrap_or_default().to_owned();
        let test = tests.entry(triple.subject.to_string()).or_default();
        test.insert(property, value);
    }
    tests.retain(|_, test| test.contains_key("action"));
    assert_eq!(tests.len(), TESTS_OF_CANONICALIZATION);
    let mut failures = String::new();
    for (name, test) in &tests {
        if let Err(error) = canonicalized(&folder, test) {
            writeln!(failures, "{name}: {error:#}")?;
        }
    }
    assert_str_eq!(failures, "");
    Ok(())
}

/// Runs one test.
fn canonicalized(folder: &Path, test: &HashMap<String, String>) -> Result<()> {
    let read = |property: &str| {
        let path = test.get(property).context("no such file is named")?;
        let path = path.strip_prefix("x:/").context("it is elsewhere")?;
        anyhow::Ok(fs::read_to_string(folder.join(path))?)
    };
    let hash = match test.get("hashAlgorithm").map(String::as_str) {
        None | Some("SHA256") => CanonicalHash::Sha256,
        Some("SHA384") => CanonicalHash::Sha384,
        Some(other) => bail!("{other} is not known"),
    };
    let document = read("action")?;
    // The map is one of the labels in the document.
    let parser = Parser::new(Dialect::NQuads11).with_blank_node_prefix("")?;
    let quads = parser.parse_str(&document).quads();
    let quads = quads.collect::<Result<Vec<Quad>, _>>()?;
    // A fifth of what is usual, and much more than any test takes that has a form: unoptimised, steps take long.
    let steps = Canonicalizer::DEFAULT_STEP_LIMIT / 5;
    let canonicalizer = Canonicalizer::new().with_hash(hash).with_step_limit(steps);
    let form = canonicalizer.canonicalize(quads);
    let kind = test.get("type").and_then(|kind| kind.rsplit('#').next());
    match kind.unwrap_or_default() {
        "RDFC10EvalTest" => ensure!(form?.to_string() == read("result")?, "another form"),
        "RDFC10MapTest" => {
            let expected: Value = serde_json::from_str(&read("result")?)?;
            ensure!(identifiers(&form?) == expected, "another map");
        }
        "RDFC10NegativeEvalTest" => {
            ensure!(
                form == Err(CanonicalFormError::Steps(steps)),
                "it has a form"
            );
        }
        other => bail!("{other} is no kind of test"),
    }
    Ok(())
}

fn identifiers(form: &CanonicalForm) -> Value {
    let issued = form.identifiers();
    let issued = issued.map(|(node, issued)| (node.as_str().to_owned(), issued.as_str().into()));
    Value::Object(issued.collect::<Map<_, _>>())
}
