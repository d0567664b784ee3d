//! The outcomes of tests, put together.

use super::{Failure, Outcome, Test, Verdict};
use std::fmt;

/// A test, and its outcome.
///
/// ```
/// use turtle_peg_conformance::{Manifest, Options, run_test};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let result = run_test(&manifest.tests()[0], &Options::default());
/// assert_eq!(result.test.name(), "collection");
/// assert!(result.outcome.is_passed());
/// assert_eq!(result.verdict.unwrap().to_string(), "triples: 1");
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Debug)]
pub struct TestResult<'m> {
    /// The test.
    pub test: &'m Test,
    /// Its outcome.
    pub outcome: Outcome,
    /// The verdict on its document; `None` for a test without a document, or of an unknown kind.
    pub verdict: Option<Verdict>,
}

/// The outcomes of a manifest's tests, in the order in which they were run.
///
/// ```
/// use turtle_peg_conformance::{Manifest, Options, Report, run_test};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let tests = manifest.tests().iter().inspect(|test| println!("{}", test.name()));
/// let report: Report<'_> = tests.map(|test| run_test(test, &Options::default())).collect();
/// assert_eq!(report.results().len(), 3);
/// assert_eq!(report.failures().count(), 1);
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Debug, Default)]
pub struct Report<'m> {
    results: Vec<TestResult<'m>>,
}

impl<'m> Report<'m> {
    /// Every test, and its outcome.
    pub fn results(&self) -> &[TestResult<'m>] {
        &self.results
    }

    /// The tests that did not pass, and why.
    pub fn failures(&self) -> impl Iterator<Item = (&'m Test, &Failure)> {
        self.results
            .iter()
            .filter_map(|result| Some((result.test, result.outcome.failure()?)))
    }

    /// How many tests passed, and how many did not.
    pub fn totals(&self) -> Totals {
        let all = self.results.len();
        let not_passed = self.failures().count();
        let undecided = self.failures().filter(|(_, why)| why.is_undecided());
        let undecided = undecided.count();
        let no_meaning = self.failures().filter(|(_, why)| why.is_without_meaning());
        let no_meaning = no_meaning.count();
        Totals {
            passed: all - not_passed,
            failed: not_passed - undecided,
            undecided: undecided - no_meaning,
            no_meaning,
        }
    }
}

impl<'m> IntoIterator for Report<'m> {
    type Item = TestResult<'m>;
    type IntoIter = std::vec::IntoIter<TestResult<'m>>;

    fn into_iter(self) -> Self::IntoIter {
        self.results.into_iter()
    }
}

impl<'m> FromIterator<TestResult<'m>> for Report<'m> {
    fn from_iter<I: IntoIterator<Item = TestResult<'m>>>(results: I) -> Self {
        Self {
            results: results.into_iter().collect(),
        }
    }
}

/// How many tests passed, and how many did not.
///
/// ```
/// use turtle_peg_conformance::{Manifest, Options, run};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let totals = run(&manifest, &Options::default()).totals();
/// assert_eq!((totals.passed, totals.failed, totals.all()), (2, 1, 3));
/// assert_eq!(totals.to_string(), "2 passed, 1 failed");
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
    /// How many are not decided: their graphs take too long to compare.
    pub undecided: usize,
    /// How many are not decided: the grammar accepts the document and makes no triples of it.
    pub no_meaning: usize,
}

impl Totals {
    /// How many were run.
    pub fn all(self) -> usize {
        self.passed + self.failed + self.undecided + self.no_meaning
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        match self.undecided {
            0 => {}
            undecided => write!(f, ", {undecided} not decided")?,
        }
        match self.no_meaning {
            0 => Ok(()),
            no_meaning => write!(f, ", {no_meaning} not decided: no meaning"),
        }
    }
}
