//! What becomes of tests when they are run in another way: under another dialect, or an edited grammar.
//!
//! Invariant: that an error is put in other words, or found elsewhere, is no change. What counts is whether a document is
//! rejected, what it stands for, and whether that is what the test expects.

use super::run::{outcome, quads};
use super::{Options, Outcome, Test, are_isomorphic_datasets};
use crate::Error;
use oxrdf::Dataset;
use std::fmt;

/// A test that gives something else when it is run in another way.
#[derive(Debug)]
pub struct Change<'m> {
    /// The test.
    pub test: &'m Test,
    /// What came out of it the one way.
    pub before: Observation,
    /// What came out of it the other way.
    pub after: Observation,
}

/// What came out of a test, in more detail than whether it passed.
#[derive(Debug)]
pub struct Observation {
    /// The verdict.
    pub outcome: Outcome,
    /// What the test's document stands for, or the error in it; nothing if the test has no document.
    pub document: Option<Result<Dataset, Error>>,
}

impl<'m> Change<'m> {
    /// Runs a test in two ways; none if nothing changes: neither the verdict, nor whether the document is rejected, nor,
    /// up to the labels of blank nodes, what it stands for.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    /// use turtle_peg::conformance::{Change, Manifest, Options};
    ///
    /// # let directory = std::env::temp_dir().join(format!("turtle-peg-change-{}", std::process::id()));
    /// # std::fs::create_dir_all(&directory)?;
    /// # let path = directory.join("manifest.ttl");
    /// std::fs::write(&path, r#"
    ///     PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
    ///     PREFIX rdft: <http://www.w3.org/ns/rdftest#>
    ///     <> a mf:Manifest ; mf:entries ( <#triple-term> ) .
    ///     <#triple-term> a rdft:TestTurtlePositiveSyntax ; mf:action <triple-term.ttl> .
    /// "#)?;
    /// std::fs::write(directory.join("triple-term.ttl"), "<a> <b> <<( <c> <d> <e> )>> .")?;
    ///
    /// let manifest = Manifest::read(&path)?;
    /// let [older, newer] = [Dialect::Turtle11, Dialect::Turtle12].map(|dialect| Options {
    ///     dialect: Some(dialect),
    ///     ..Options::default()
    /// });
    /// let change = Change::between(&manifest.tests()[0], &older, &newer).unwrap();
    /// assert!(change.before.to_string().starts_with("failed, rejected at 1:10: "));
    /// assert_eq!(change.after.to_string(), "passed, triples: 1");
    /// assert!(Change::between(&manifest.tests()[0], &newer, &newer).is_none());
    /// # std::fs::remove_dir_all(directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(test: &'m Test, before: &Options, after: &Options) -> Option<Self> {
        let change = Self {
            test,
            before: Observation::of(test, before),
            after: Observation::of(test, after),
        };
        (!change.before.is_same(&change.after)).then_some(change)
    }
}

impl Observation {
    fn of(test: &Test, options: &Options) -> Self {
        Self {
            outcome: outcome(test, options).into(),
            document: quads(test, options).map(|quads| quads.map(Dataset::from_iter)),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        let is_same_document = match (&self.document, &other.document) {
            // What cannot be compared is shown: it is not known to be the same.
            (Some(Ok(one)), Some(Ok(other))) => are_isomorphic_datasets(one, other) == Ok(true),
            (Some(Err(_)), Some(Err(_))) | (None, None) => true,
            _ => false,
        };
        is_same_document && self.outcome.is_passed() == other.outcome.is_passed()
    }
}

impl fmt::Display for Observation {
    /// `passed, triples: 3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.outcome.is_passed() {
            true => "passed",
            false => "failed",
        })?;
        match &self.document {
            None => Ok(()),
            Some(Ok(dataset)) => write!(f, ", triples: {}", dataset.len()),
            Some(Err(Error::Syntax(error))) => write!(f, ", rejected at {error}"),
            Some(Err(Error::Io(error))) => write!(f, ", not read: {error}"),
        }
    }
}
