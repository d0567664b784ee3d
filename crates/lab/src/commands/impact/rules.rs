//! The rules of a grammar beside its productions, on the documents of tests.
//!
//! Invariant: rules judge a document as `turtle-lab conformance` has them judge it; where a production has no meaning, without RDF's
//! rules.

use super::documents::SuiteDocument;
use crate::analyses::reference::Reference;
use crate::grammars::source::GrammarSource;
use conformance::Verdict;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use turtle_peg::Parser;

/// The tests on whose documents the rules of a grammar and its productions differ.
#[derive(Clone)]
pub struct RuleImpact {
    pub grammar: String,
    /// The tests on which rules and productions differ; or the reason why the rules, or the productions, were not run.
    differing: Result<Vec<DifferingTest>, String>,
}

/// A test on whose document they differ.
#[derive(Clone)]
pub struct DifferingTest {
    pub name: String,
    pub iri: String,
    by_productions: bool,
    /// None, if the rules gave up.
    by_rules: Option<bool>,
}

impl RuleImpact {
    /// Runs the rules of this grammar, whose productions have judged the documents, or were not run for a reason. An EBNF has no
    /// rules.
    pub fn of(
        grammar: &GrammarSource,
        by_productions: Result<&[bool], &String>,
        documents: &[SuiteDocument],
    ) -> Option<Self> {
        if documents.is_empty() || matches!(grammar, GrammarSource::Ebnf(_)) {
            return None;
        }
        Some(Self {
            grammar: grammar.name(),
            differing: differing(grammar, by_productions, documents),
        })
    }

    /// The tests, by who accepts their documents, in words.
    pub fn groups(&self) -> BTreeMap<&'static str, Vec<&DifferingTest>> {
        let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for test in self.differing.as_deref().unwrap_or_default() {
            groups.entry(test.in_words()).or_default().push(test);
        }
        groups
    }

    /// `edited.pest: 2 that only the productions accept`.
    pub fn in_words(&self) -> String {
        let said = match &self.differing {
            Err(reason) => format!("not run: {reason}"),
            Ok(tests) if tests.is_empty() => "none".to_owned(),
            Ok(_) => {
                let groups = self.groups().into_iter();
                let counts = groups.map(|(words, tests)| format!("{} {words}", tests.len()));
                counts.collect::<Vec<_>>().join(", ")
            }
        };
        format!("{}: {said}", self.grammar)
    }

    pub fn json(&self) -> Value {
        let tests = self.differing.as_ref().ok();
        json!({
            "grammar": self.grammar,
            "differing": tests.map(|tests| tests.iter().map(DifferingTest::json).collect::<Vec<_>>()),
            "not_run": self.differing.as_ref().err(),
        })
    }
}

impl DifferingTest {
    /// Who accepts its document.
    fn in_words(&self) -> &'static str {
        match (self.by_productions, self.by_rules) {
            (_, None) => "on which the rules gave up",
            (true, _) => "that only the productions accept",
            (false, _) => "that only the rules accept",
        }
    }

    fn json(&self) -> Value {
        json!({
            "iri": self.iri,
            "name": self.name,
            "is_accepted_by_productions": self.by_productions,
            "is_accepted_by_rules": self.by_rules,
        })
    }
}

fn differing(
    grammar: &GrammarSource,
    by_productions: Result<&[bool], &String>,
    documents: &[SuiteDocument],
) -> Result<Vec<DifferingTest>, String> {
    let by_productions = by_productions.map_err(Clone::clone)?;
    let reference = Reference::of(grammar).map_err(|error| format!("{error:#}"))?;
    let parser = grammar.parser();
    let tests = documents.iter().zip(by_productions);
    let tests = tests.map(|(document, &by_productions)| DifferingTest {
        name: document.name.clone(),
        iri: document.iri.clone(),
        by_productions,
        by_rules: by_rules(document, parser.as_ref(), &reference),
    });
    Ok(tests
        .filter(|test| test.by_rules != Some(test.by_productions))
        .collect())
}

fn by_rules(
    document: &SuiteDocument,
    parser: Option<&Parser>,
    reference: &Reference,
) -> Option<bool> {
    match parser {
        Some(parser) => Verdict::by_parser(&document.file, parser.clone()).is_accepted_by_grammar(),
        None => {
            let text = std::str::from_utf8(&document.text);
            Some(text.is_ok_and(|text| reference.check(text, true).is_ok()))
        }
    }
}
