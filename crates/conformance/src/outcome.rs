//! The outcome of a test.
//!
//! Invariant: a failure says all that is needed to look into it: the file, the place in it, the difference.

use super::TestFile;
use super::error::located;
use comparison::{Difference, Undecided};
use oxrdf::NamedNode;
use std::fmt;
use turtle_peg::{Error, SyntaxError};

/// The outcome of a test.
///
/// ```
/// use turtle_peg_conformance::{Manifest, Options, Outcome, run};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let report = run(&manifest, &Options::default());
/// let [collection, _, no_stop] = report.results() else { panic!("{report:?}") };
/// assert!(matches!(collection.outcome, Outcome::Passed));
/// assert!(matches!(no_stop.outcome, Outcome::Failed(_)));
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The test passed.
    Passed,
    /// Something else, or the test could not be run, or not decided.
    Failed(Failure),
}

impl Outcome {
    /// Whether it passed.
    pub fn is_passed(&self) -> bool {
        self.failure().is_none()
    }

    /// Why it did not pass, if it did not.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Passed => None,
            Self::Failed(failure) => Some(failure),
        }
    }
}

impl From<Result<(), Failure>> for Outcome {
    fn from(result: Result<(), Failure>) -> Self {
        match result {
            Ok(()) => Self::Passed,
            Err(failure) => Self::Failed(failure),
        }
    }
}

/// Why a test did not pass.
///
/// ```
/// use turtle_peg_conformance::{Failure, Manifest, Options, run};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let report = run(&manifest, &Options::default());
/// let (test, failure) = report.failures().next().unwrap();
/// assert_eq!(test.name(), "no stop");
/// assert!(matches!(failure, Failure::Rejected { file, .. } if file.path().ends_with("no-stop.ttl")));
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The kind of the test is unknown.
    #[non_exhaustive]
    UnknownKind {
        /// The types that the manifest gives it.
        types: Vec<NamedNode>,
    },
    /// The manifest names no file on this machine where the test needs one.
    #[non_exhaustive]
    NoFile {
        /// The property that should name it: `mf:action` or `mf:result`.
        property: &'static str,
    },
    /// A file that has to parse, the action or the result, does not; or it could not be read.
    #[non_exhaustive]
    Rejected {
        /// The file.
        file: TestFile,
        /// The error.
        error: Error,
    },
    /// A file that has to be in error is not.
    #[non_exhaustive]
    Accepted {
        /// The file.
        file: TestFile,
        /// How many triples it gave.
        triples: usize,
    },
    /// The graph is not the one that the result gives.
    DifferentGraph(Difference),
    /// Whether the graph is the one that the result gives is not known.
    Undecided(Undecided),
    /// The grammar accepts the document, and the rest of the test cannot be decided: a production, or all of them, mean
    /// nothing.
    #[non_exhaustive]
    NoMeaning {
        /// The document.
        file: TestFile,
        /// Where the production is that has no meaning; none, if no production of the grammar has any.
        error: Option<Box<SyntaxError>>,
    },
    /// The canonical form is not that of the result.
    #[non_exhaustive]
    DifferentLine {
        /// The first line that differs, from 1.
        line: usize,
        /// The line in the result; `None` where it has ended.
        expected: Option<String>,
        /// The line as it was written; `None` where that has ended.
        found: Option<String>,
    },
}

impl Failure {
    /// Whether it is not known that the test fails: its graphs take too long to compare, or its document has
    /// [no meaning](Self::is_without_meaning).
    pub fn is_undecided(&self) -> bool {
        matches!(self, Self::Undecided(_)) || self.is_without_meaning()
    }

    /// Whether the test is not decided: the grammar accepts its document, whose meaning is not defined.
    pub fn is_without_meaning(&self) -> bool {
        matches!(self, Self::NoMeaning { .. })
    }

    /// The message of [`Display`](fmt::Display), but with files named by their IRIs: for readers on another
    /// machine.
    pub(super) fn published_message(&self) -> String {
        self.message(|file| file.iri().to_owned())
    }

    fn message(&self, name: impl Fn(&TestFile) -> String) -> String {
        match self {
            Self::UnknownKind { types } if types.is_empty() => {
                "the manifest does not say of what type this test is".to_owned()
            }
            Self::UnknownKind { types } => {
                let types: Vec<_> = types.iter().map(NamedNode::to_string).collect();
                format!("tests of type {} are not known", types.join(", "))
            }
            Self::NoFile { property } => format!("the manifest names no local file as {property}"),
            Self::Rejected { file, error } => {
                let located = located(name(file), error);
                match error.as_syntax() {
                    Some(fault) => format!("{}: {located}", fault.kind().objection()),
                    None => located,
                }
            }
            Self::NoMeaning { file, error: None } => {
                format!(
                    "no meaning: {}: the grammar accepts it, and makes no triples",
                    name(file)
                )
            }
            Self::NoMeaning {
                file,
                error: Some(error),
            } => format!("no meaning: {}:{error}", name(file)),
            Self::Accepted { file, triples } => {
                format!("{}: no error found (triples parsed: {triples})", name(file))
            }
            Self::DifferentGraph(difference) => difference.to_string(),
            Self::Undecided(undecided) => undecided.to_string(),
            Self::DifferentLine {
                line,
                expected,
                found,
            } => {
                let [expected, found] = [expected, found].map(|text| match text {
                    Some(text) => format!("{text:?}"),
                    None => "nothing more".to_owned(),
                });
                format!("line {line}: expected {expected}, found {found}")
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(|file| file.path().display().to_string()))
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Rejected { error, .. } => error.source(),
            _ => None,
        }
    }
}
