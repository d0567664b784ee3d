//! Tests that a suite lacks: for each case that no document of it uses, a document that would, and a near miss.
//!
//! Invariants: all engines accept each document, and RDF does; each near miss differs from its document only where that uses
//! the case, and all engines reject it by the grammar. The same grammar and suite give the same tests.

use crate::analyses::suite::SuiteCoverage;
use crate::analyses::{all_engines::AllEngines, all_engines::CommonStop};
use crate::grammars::samples::samples;
use crate::grammars::source::GrammarSource;
use anyhow::Context as _;
use conformance::{Expectation, Test, TestKind};
use toolkit::{Generator, Mutant};
use turtle_peg::Dialect;

/// How many near misses of a document are tried.
const TRIES: usize = 1000;

/// How many of them are tried, once one is found, for one that stops in the production of the case.
const BETTER: usize = 200;

/// The tests that a suite lacks.
pub struct MissingTests {
    pub tests: Vec<MissingTest>,
    /// The cases for which no document was found.
    pub without_document: Vec<usize>,
    /// The cases with a document for which no near miss was found.
    pub without_near_miss: Vec<usize>,
}

/// A document, and what is expected of it.
pub struct MissingTest {
    /// The production's name, with a number.
    pub name: String,
    pub kind: TestKind,
    pub text: String,
    /// The numbers of the cases that it tests.
    pub cases: Vec<usize>,
    /// The change of a near miss, and where parsing stops.
    pub remark: Option<String>,
}

impl MissingTest {
    pub fn is_positive(&self) -> bool {
        self.kind.expectation() == Expectation::Accepted
    }

    pub fn file(&self) -> String {
        let extension = self.kind.dialect().extension();
        format!("{}.{extension}", self.name)
    }
}

impl MissingTests {
    /// For the unused cases that were asked for; calls `count` after each.
    pub fn of(
        grammar: &GrammarSource,
        tests: &[Test],
        measured: &SuiteCoverage,
        count: impl Fn(),
    ) -> anyhow::Result<Self> {
        let rules = &measured.rules;
        let mut search = TestSearch {
            measured,
            engines: AllEngines::of(rules)?,
            generator: rules.generator(&samples()?)?,
            newest: newest(grammar, tests)?,
            missing: Self {
                tests: Vec::new(),
                without_document: Vec::new(),
                without_near_miss: Vec::new(),
            },
        };
        for &case in &measured.unused {
            search.search(case);
            count();
        }
        Ok(search.missing)
    }
}

/// The dialect of the tests' types: the newest of the grammar's language. A grammar that is of none is tested by the types of its
/// suite.
fn newest(grammar: &GrammarSource, tests: &[Test]) -> anyhow::Result<Dialect> {
    let own = grammar.parser().map(|parser| parser.dialect());
    let newest = own.and_then(|own| Dialect::from_extension(own.extension()));
    let of_suite = || Some(tests.iter().find_map(Test::kind)?.dialect());
    newest
        .or_else(of_suite)
        .context("no test of the suite has a type that is known, so the new ones would have none")
}

struct TestSearch<'s> {
    measured: &'s SuiteCoverage,
    engines: AllEngines,
    generator: Generator,
    newest: Dialect,
    missing: MissingTests,
}

impl TestSearch<'_> {
    fn search(&mut self, case: usize) {
        let Some(document) = self.measured.sentences.get(&case) else {
            self.missing.without_document.push(case);
            return;
        };
        self.add(Expectation::Accepted, document, case, None);
        match self.near_miss(case, document) {
            Some((mutant, stop)) => {
                let remark = format!("{}: {}", mutant.change, stop.error);
                self.add(Expectation::Rejected, &mutant.text, case, Some(remark));
            }
            None => self.missing.without_near_miss.push(case),
        }
    }

    /// The smallest change where a document uses the case, and where parsing stops then: in the case's production, if possible.
    fn near_miss(&self, case: usize, document: &str) -> Option<(Mutant, CommonStop)> {
        let place = self.engines.rules.place_of(document, case)?;
        let production = &self.measured.coverage.cases()[case].production;
        let mut first = None;
        let near_misses = self.generator.near_misses(document, place, case);
        for (tried, mutant) in near_misses.take(TRIES).enumerate() {
            if first.is_some() && tried > BETTER {
                break;
            }
            let Some(stop) = self.engines.reject(&mutant.text) else {
                continue;
            };
            if stop.production.as_ref() == Some(production) {
                return Some((mutant, stop));
            }
            first.get_or_insert((mutant, stop));
        }
        first
    }

    /// Adds a test, or a case of one that is there.
    fn add(&mut self, expected: Expectation, text: &str, case: usize, remark: Option<String>) {
        let tests = &mut self.missing.tests;
        let is_same =
            |test: &&mut MissingTest| test.text == text && test.kind.expectation() == expected;
        if let Some(test) = tests.iter_mut().find(is_same) {
            test.cases.push(case);
            return;
        }
        let is_it =
            |kind: &TestKind| (kind.dialect(), kind.expectation()) == (self.newest, expected);
        let Some(kind) = TestKind::all().find(is_it) else {
            return;
        };
        let production = &self.measured.coverage.cases()[case].production;
        let bad = if expected == Expectation::Rejected {
            "-bad"
        } else {
            ""
        };
        let name = |number| format!("{}{bad}-{number:02}", file_name(production));
        let is_new = |name: &String| {
            !tests
                .iter()
                .any(|test| test.name.eq_ignore_ascii_case(name))
        };
        let name = (1..).map(name).find(is_new).unwrap_or_default();
        tests.push(MissingTest {
            name,
            kind,
            text: text.to_owned(),
            cases: vec![case],
            remark,
        });
    }
}

/// A production's name, with a hyphen for each character that the name of a file, or an IRI, could not have everywhere.
fn file_name(production: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '_';
    production
        .chars()
        .map(|character| if is_plain(character) { character } else { '-' })
        .collect()
}
