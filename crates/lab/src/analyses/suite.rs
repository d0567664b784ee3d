//! Results of a test suite, run against a grammar: for `coverage`, and for the pages of a report.
//!
//! Invariant: every test of a known kind counts in one of three ways: as a positive document that the grammar accepts,
//! as a positive document that it rejects, or as a negative document with the place of its error.

use crate::analyses::all_engines::AllEngines;
use crate::analyses::reference::Reference;
use crate::grammars::samples::samples;
use crate::grammars::source::GrammarSource;
use anyhow::bail;
use cli::progress::while_counting;
use conformance::{Expectation, Test};
use std::collections::BTreeMap;
use toolkit::{Coverage, Generator, Samples, Sentence, effort};

/// The results of a suite.
pub struct SuiteCoverage {
    /// The grammar that was measured: of an EBNF, the PEG that is imported of it.
    pub rules: GrammarSource,
    /// The start symbols: each document that was read is of one of them.
    pub starts: Vec<String>,
    pub coverage: Coverage,
    /// The positive tests whose documents the grammar rejects, with the parser's error.
    pub not_matched: Vec<(String, String)>,
    /// The negative tests, with where each stops.
    pub stops: Vec<StoppedTest>,
    /// The cases that no positive test uses, of the productions that were asked for.
    pub unused: Vec<usize>,
    /// For each unused case, a document that would use it, as all engines and RDF accept it.
    pub sentences: BTreeMap<usize, String>,
    /// For each of the other unused cases, a document that uses it and that the grammar accepts, while RDF or an engine objects.
    pub of_grammar_alone: BTreeMap<usize, String>,
}

/// Where a negative test's document stops.
pub struct StoppedTest {
    pub test: String,
    /// None, if it is accepted, or stops in none.
    pub production: Option<String>,
    /// None, if it is accepted.
    pub error: Option<String>,
}

/// Runs the tests, and shows at a terminal how far it is. Nothing may be printed before.
pub fn measure_visibly(
    grammar: &GrammarSource,
    tests: &[Test],
    productions: &[String],
) -> anyhow::Result<SuiteCoverage> {
    while_counting("tests", tests.len(), |count| {
        measure(grammar, tests, productions, count)
    })
}

/// Runs the tests, calls `count` after each, and looks for documents for the unused cases of these productions: of all, if none is
/// named. An EBNF is measured by the PEG that is imported of it.
pub fn measure(
    grammar: &GrammarSource,
    tests: &[Test],
    productions: &[String],
    count: impl Fn(),
) -> anyhow::Result<SuiteCoverage> {
    let grammar = &grammar.as_peg()?;
    let reference = Reference::of(grammar)?;
    let specified = grammar.specified()?;
    let mut measured = SuiteCoverage {
        rules: grammar.clone(),
        starts: specified.starts().into_iter().map(str::to_owned).collect(),
        coverage: grammar.coverage()?,
        not_matched: Vec::new(),
        stops: Vec::new(),
        unused: Vec::new(),
        sentences: BTreeMap::new(),
        of_grammar_alone: BTreeMap::new(),
    };
    check_names(productions, &measured.coverage, grammar)?;
    for test in tests {
        measured.add(test, &reference);
        count();
    }
    let cases = measured.coverage.cases();
    let is_asked_for =
        |case: &usize| productions.is_empty() || productions.contains(&cases[*case].production);
    let unused: Vec<usize> = measured.coverage.unused().filter(is_asked_for).collect();
    let engines = AllEngines::of(grammar)?;
    measured.sentences = sentences(grammar, &unused, |sentence| engines.accept(sentence))?;
    let others = unused.iter().copied();
    let others: Vec<usize> = others
        .filter(|case| !measured.sentences.contains_key(case))
        .collect();
    let of_grammar = |sentence: &Sentence| reference.read(sentence, true);
    measured.of_grammar_alone = sentences(grammar, &others, of_grammar)?;
    measured.unused = unused;
    Ok(measured)
}

/// Refuses a name that no production with cases has.
fn check_names(
    names: &[String],
    coverage: &Coverage,
    grammar: &GrammarSource,
) -> anyhow::Result<()> {
    for name in names {
        if !coverage.cases().iter().any(|case| case.production == *name) {
            bail!(
                "{0} has no production {name} with parts to use; `turtle-lab show {0}` lists its productions",
                grammar.name()
            );
        }
    }
    Ok(())
}

impl SuiteCoverage {
    fn add(&mut self, test: &Test, reference: &Reference) {
        let (Some(kind), Some(action)) = (test.kind(), test.action()) else {
            return;
        };
        let name = test.iri().as_str().to_owned();
        // No grammar accepts bytes that are not UTF-8.
        let text = action.read().map(String::from_utf8);
        let Ok(Ok(text)) = text else {
            self.not_matched.push((name, "it is not text".to_owned()));
            return;
        };
        if kind.expectation() == Expectation::Rejected {
            let (production, error) = match reference.stop(&text, action.iri()) {
                None => (None, None),
                Some((production, error)) => (production, Some(error)),
            };
            self.stops.push(StoppedTest {
                test: name,
                production,
                error,
            });
        } else if let Err(error) = self.coverage.add(&text) {
            self.not_matched.push((name, error.to_string()));
        }
    }

    /// Why there is no document for an unused case, and one that the grammar alone accepts.
    pub fn why_not(&self, case: usize) -> (&'static str, Option<&str>) {
        match self.of_grammar_alone.get(&case) {
            Some(document) => (
                "none was found that all engines and RDF accept; the grammar accepts",
                Some(document),
            ),
            None => ("not decided: no document was found", None),
        }
    }

    /// `219 positive documents use 240 of 253 cases`.
    pub fn total(&self) -> String {
        let coverage = &self.coverage;
        let documents = coverage.texts();
        format!("{documents} positive documents use {}", self.used_cases())
    }

    /// `240 of 253 cases`.
    pub fn used_cases(&self) -> String {
        let all = self.coverage.cases().len();
        format!("{} of {all} cases", all - self.coverage.unused().count())
    }

    /// Remarks on the numbers: productions, and the oddity of each.
    pub fn remarks(&self) -> impl Iterator<Item = (&str, String)> {
        let unreached = self.coverage.unreached().iter();
        let unreached = unreached.map(|name| {
            let starts = self.starts.join(" or ");
            (
                name.as_str(),
                format!("is not reachable from {starts}, and has no cases"),
            )
        });
        let unread = self.coverage.unread().map(|name| {
            let remark = "does not say what its rule matched; cases of it may be missing";
            (name, remark.to_owned())
        });
        unreached.chain(unread)
    }

    /// How many negative documents stop in each production, or where else.
    pub fn stops_by_place(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for stop in &self.stops {
            *counts.entry(stop.place()).or_default() += 1;
        }
        counts
    }
}

impl StoppedTest {
    /// The production, or a substitute in parentheses.
    fn place(&self) -> &str {
        match (&self.production, &self.error) {
            (Some(production), _) => production,
            (None, Some(_)) => "(no production)",
            (None, None) => "(accepted)",
        }
    }
}

/// For each of these cases a document that uses it; `read` says which cases one uses, or that it will not do.
fn sentences(
    grammar: &GrammarSource,
    cases: &[usize],
    read: impl Fn(&Sentence) -> Option<Vec<usize>>,
) -> anyhow::Result<BTreeMap<usize, String>> {
    let generators = [
        grammar.generator(&samples()?)?,
        grammar.generator(&Samples::default())?,
    ];
    let found = |generator: &Generator, case: usize| {
        let found = effort::shared(|| {
            let sentence = generator.smallest_for(case, &read);
            sentence.filter(|_| !effort::is_spent())
        });
        Some(found?.text)
    };
    let sentences = cases.iter().filter_map(|&case| {
        let mut generators = generators.iter();
        let sentence = generators.find_map(|generator| found(generator, case));
        Some((case, sentence?))
    });
    Ok(sentences.collect())
}
