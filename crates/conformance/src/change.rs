//! Changes in tests' outcomes when they are run in another way: under another dialect, or an edited grammar.
//!
//! Invariant: other words of an error, or another place, are not a change. Compared are the verdicts of the
//! grammar and of RDF on a document, its triples, and whether the test passes. Where one of the two ways makes no triples of any
//! document, only acceptance by the grammar is compared.

use super::run::judge;
use super::{Options, Outcome, Test, Verdict};
use comparison::are_isomorphic_datasets;
use oxrdf::{Dataset, Quad};
use std::fmt;

/// A test that gives something else when it is run in another way.
///
/// ```
/// use turtle_peg::Dialect;
/// use turtle_peg_conformance::{Change, Manifest, Options};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let newest = Options::default();
/// let older = Options { dialect: Some(Dialect::Turtle11), ..Options::default() };
/// let changes = manifest.tests().iter().filter_map(|test| Change::between(test, &older, &newest));
/// assert_eq!(changes.map(|change| change.test.name()).collect::<Vec<_>>(), ["triple term"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Change<'m> {
    /// The test.
    pub test: &'m Test,
    /// The observation the one way.
    pub before: Observation,
    /// The observation the other way.
    pub after: Observation,
}

/// The outcome of a test, in more detail than whether it passed.
///
/// ```
/// use turtle_peg::Dialect;
/// use turtle_peg_conformance::{Change, Manifest, Options};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let triple_term = &manifest.tests()[1];
/// let older = Options { dialect: Some(Dialect::Turtle11), ..Options::default() };
/// let change = Change::between(triple_term, &older, &Options::default()).unwrap();
/// assert_eq!(change.before.outcome_in_words(), "failed");
/// assert_eq!(change.after.to_string(), "passed, triples: 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Observation {
    /// The verdict.
    pub outcome: Outcome,
    /// The verdict on the test's document, if the test has one.
    pub verdict: Option<Verdict>,
}

impl<'m> Change<'m> {
    /// Runs a test in two ways; `None` if nothing changes: neither whether it passes, nor who objects to the document, nor,
    /// up to the labels of blank nodes, its triples.
    ///
    /// Where a grammar makes no triples, it compares acceptance only.
    pub fn between(test: &'m Test, before: &Options<'_>, after: &Options<'_>) -> Option<Self> {
        let change = Self {
            test,
            before: Observation::of(test, before),
            after: Observation::of(test, after),
        };
        (!change.before.is_same(&change.after)).then_some(change)
    }
}

impl Observation {
    fn of(test: &Test, options: &Options<'_>) -> Self {
        let (outcome, verdict) = judge(test, options);
        Self {
            outcome: outcome.into(),
            verdict,
        }
    }

    /// `passed`, `failed` or `not decided`.
    pub fn outcome_in_words(&self) -> &'static str {
        match self.outcome.failure() {
            None => "passed",
            Some(failure) if failure.is_undecided() => "not decided",
            Some(_) => "failed",
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        use Verdict::{GivenUp, NoMeaning, NotRead, RdfObjects, RejectedByGrammar, Triples};
        let is_same_verdict = match (&self.verdict, &other.verdict) {
            (Some(NoMeaning(None)), Some(verdict)) | (Some(verdict), Some(NoMeaning(None))) => {
                return verdict.is_accepted_by_grammar() == Some(true);
            }
            (Some(Triples(one)), Some(Triples(other))) => is_same_dataset(one, other),
            (Some(NoMeaning(_)), Some(NoMeaning(_)))
            | (Some(RdfObjects(_)), Some(RdfObjects(_)))
            | (Some(RejectedByGrammar(_)), Some(RejectedByGrammar(_)))
            | (Some(GivenUp(_)), Some(GivenUp(_)))
            | (Some(NotRead(_)), Some(NotRead(_)))
            | (None, None) => true,
            _ => false,
        };
        is_same_verdict && self.outcome_in_words() == other.outcome_in_words()
    }
}

/// Datasets that cannot be compared do not count as the same.
fn is_same_dataset(one: &[Quad], other: &[Quad]) -> bool {
    let [one, other] = [one, other].map(|quads| quads.iter().cloned().collect::<Dataset>());
    are_isomorphic_datasets(&one, &other) == Ok(true)
}

impl fmt::Display for Observation {
    /// `passed, triples: 3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.outcome_in_words())?;
        match &self.verdict {
            None => Ok(()),
            Some(verdict) => write!(f, ", {verdict}"),
        }
    }
}
