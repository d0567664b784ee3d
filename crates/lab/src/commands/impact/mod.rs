//! The effects of a change of a grammar, with the evidence: for `propose`, `history` and the pages of a report.
//!
//! Invariant: each document was run by both grammars, and so was each test's. A test turns over if the productions of the one
//! grammar accept its document, and those of the other reject it; its meaning does not count. The rules of a grammar that has
//! some are run, too. An answer that was not found says how far the search went, or why there was none.

mod documents;
mod rules;
pub mod sections;

pub use documents::{SuiteDocument, tests_of};

use crate::analyses::compared::ComparedGrammars;
use crate::commands::ll1::Ll1Answer;
use crate::grammars::source::GrammarSource;
use interpreter::SpecifiedGrammar;
use rules::RuleImpact;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use toolkit::overlap::Overlap;
use toolkit::symbols::GrammarToken;

/// A grammar with the answers that changes of it are seen in.
pub struct JudgedGrammar {
    pub source: GrammarSource,
    /// Its productions, ready to run, or the reason why they cannot be run.
    pub running: Result<SpecifiedGrammar, String>,
    pub ll1: Ll1Answer,
    /// Whether each document is accepted.
    pub accepted: Vec<bool>,
    /// The documents that its rules judge otherwise; none, if it has no rules.
    rules: Option<RuleImpact>,
}

impl JudgedGrammar {
    /// Both, with their productions taken alike, and the rules that each of them has.
    pub fn both(
        grammars: [&GrammarSource; 2],
        documents: &[SuiteDocument],
    ) -> anyhow::Result<[Self; 2]> {
        let mut both = GrammarSource::alike(grammars)?.map(|source| Self::of(source, documents));
        for (judged, own) in both.iter_mut().zip(grammars) {
            if judged.rules.is_none() {
                judged.rules = RuleImpact::of(own, judged.verdicts(), documents);
            }
        }
        Ok(both)
    }

    pub fn of(source: GrammarSource, documents: &[SuiteDocument]) -> Self {
        let ll1 = Ll1Answer::of(&source);
        Self::with_answer(source, ll1, documents)
    }

    /// As [`Self::of`] makes it, where it is known how far one token of lookahead goes.
    pub fn with_answer(source: GrammarSource, ll1: Ll1Answer, documents: &[SuiteDocument]) -> Self {
        let running = source.run();
        let accepts = |document: &SuiteDocument| {
            let running = running.as_ref().ok();
            running.is_some_and(|grammar| grammar.read_slice(&document.text).is_ok())
        };
        let mut judged = Self {
            accepted: documents.iter().map(accepts).collect(),
            source,
            running,
            ll1,
            rules: None,
        };
        judged.rules = RuleImpact::of(&judged.source, judged.verdicts(), documents);
        judged
    }

    /// Whether the productions accept each document; or the reason why they were not run.
    fn verdicts(&self) -> Result<&[bool], &String> {
        self.running.as_ref().map(|_| self.accepted.as_slice())
    }
}

/// The effects of a change from one grammar to another.
pub struct Impact {
    pub compared: ComparedGrammars,
    /// The answers for both grammars.
    pub ll1: [Ll1Answer; 2],
    /// None, if there are no documents of tests.
    pub tests: Option<TestImpact>,
}

/// The effects on the tests of a suite.
pub struct TestImpact {
    /// How many were run.
    pub count: usize,
    /// Tests whose verdict changes, or the reason why none was run.
    pub turned: Result<Vec<TurnedTest>, String>,
    /// The tests that the rules of each grammar judge otherwise, for the grammars that have rules.
    rules: Vec<RuleImpact>,
}

/// A test whose document one grammar accepts and the other rejects.
pub struct TurnedTest {
    pub name: String,
    pub iri: String,
    /// Whether the second grammar accepts it.
    pub is_accepted: bool,
    /// Whether the test asks for its acceptance.
    pub is_to_be_accepted: bool,
}

impl Impact {
    pub fn between(
        before: &JudgedGrammar,
        after: &JudgedGrammar,
        documents: &[SuiteDocument],
    ) -> anyhow::Result<Self> {
        let tests = (!documents.is_empty()).then(|| TestImpact {
            count: documents.len(),
            turned: turned([before, after], documents),
            rules: [before, after]
                .into_iter()
                .filter_map(|judged| judged.rules.clone())
                .collect(),
        });
        Ok(Self {
            compared: ComparedGrammars::of(&before.source, &after.source)?,
            ll1: [before.ll1.clone(), after.ll1.clone()],
            tests,
        })
    }

    /// The tests that turn over: none, if none was run.
    pub fn turned_tests(&self) -> &[TurnedTest] {
        let tests = self.tests.as_ref();
        let turned = tests.and_then(|tests| tests.turned.as_deref().ok());
        turned.unwrap_or_default()
    }

    /// `yes → no, 1 conflict`, or the only answer.
    pub fn ll1_in_words(&self) -> String {
        let [before, after] = self.ll1.each_ref().map(|answer| answer.words.as_str());
        match before == after {
            true => format!("{after}, as before"),
            false => format!("{before} → {after}"),
        }
    }

    /// The pairs of terminals that can be the same characters now, and could not before.
    fn new_overlaps(&self) -> Vec<&Overlap> {
        let [Some(before), Some(after)] = self.ll1.each_ref().map(|it| it.overlaps.as_ref()) else {
            return Vec::new();
        };
        let names = self.compared.diff.names();
        let later = |token: &GrammarToken| {
            let name = token.to_string();
            names
                .get(name.as_str())
                .map_or(name.clone(), ToString::to_string)
        };
        let known = before.iter();
        let known = known.map(|one| BTreeSet::from([later(&one.first), later(&one.second)]));
        let known: BTreeSet<BTreeSet<String>> = known.collect();
        let is_new = |one: &&Overlap| {
            !known.contains(&BTreeSet::from(
                [&one.first, &one.second].map(ToString::to_string),
            ))
        };
        after.iter().filter(is_new).collect()
    }

    pub fn json(&self) -> Value {
        let mut json = self.compared.json();
        json["ll1"] = self.ll1.iter().map(|answer| answer.json.clone()).collect();
        json["tests"] = self.tests.as_ref().map_or(Value::Null, TestImpact::json);
        json
    }
}

impl TestImpact {
    fn in_words(&self) -> String {
        let turned = match &self.turned {
            Ok(turned) if turned.is_empty() => return format!("none of {}", self.count),
            Ok(turned) => turned,
            Err(reason) => return format!("not run: {reason}"),
        };
        let groups = TurnedTest::GROUPS.map(|group| {
            let count = turned.iter().filter(|test| test.group() == group).count();
            (count > 0).then(|| format!("{count} {}", TurnedTest::in_words(group)))
        });
        let groups: Vec<String> = groups.into_iter().flatten().collect();
        format!("{} of {}: {}", turned.len(), self.count, groups.join("; "))
    }

    fn json(&self) -> Value {
        let test = |test: &TurnedTest| {
            json!({
                "iri": test.iri,
                "name": test.name,
                "is_accepted": test.is_accepted,
                "is_to_be_accepted": test.is_to_be_accepted,
            })
        };
        json!({
            "count": self.count,
            "turned": self.turned.as_ref().ok().map(|turned| turned.iter().map(test).collect::<Vec<_>>()),
            "not_run": self.turned.as_ref().err(),
            "rules": self.rules.iter().map(RuleImpact::json).collect::<Vec<_>>(),
        })
    }
}

impl TurnedTest {
    /// Whether it is accepted, and whether it is to be.
    pub const GROUPS: [(bool, bool); 4] =
        [(false, true), (true, false), (true, true), (false, false)];

    pub fn group(&self) -> (bool, bool) {
        (self.is_accepted, self.is_to_be_accepted)
    }

    /// The change of the verdicts of a group of tests.
    pub fn in_words(group: (bool, bool)) -> &'static str {
        match group {
            (false, true) => "rejected now, against the suite",
            (true, false) => "accepted now, against the suite (RDF may object still)",
            (true, true) => "accepted now, as the suite asks",
            (false, false) => "rejected now, as the suite asks",
        }
    }
}

/// The tests whose documents one grammar accepts and the other rejects.
fn turned(
    [before, after]: [&JudgedGrammar; 2],
    documents: &[SuiteDocument],
) -> Result<Vec<TurnedTest>, String> {
    for side in [before, after] {
        side.running.as_ref().map_err(Clone::clone)?;
    }
    let verdicts = before.accepted.iter().zip(&after.accepted);
    let turned = documents
        .iter()
        .zip(verdicts)
        .filter(|(_, (before, after))| before != after);
    Ok(turned
        .map(|(document, (_, &is_accepted))| TurnedTest {
            name: document.name.clone(),
            iri: document.iri.clone(),
            is_accepted,
            is_to_be_accepted: document.is_to_be_accepted(),
        })
        .collect())
}
