//! The table of test types: the language and the question of each.
//!
//! Invariant: running a test depends on its type only through a row of this table.

use oxrdf::{NamedNode, NamedNodeRef};
use std::fmt;
use turtle_peg::Dialect;

/// A type of test that this module can run: one of those that the W3C's test suites use, in the namespace
/// `http://www.w3.org/ns/rdftest#`.
///
/// ```
/// use oxrdf::NamedNodeRef;
/// use turtle_peg::Dialect;
/// use turtle_peg_conformance::{Expectation, TestKind};
///
/// let iri = NamedNodeRef::new("http://www.w3.org/ns/rdftest#TestTurtleEval")?;
/// let kind = TestKind::from_iri(iri).unwrap();
/// assert_eq!(kind.name(), "TestTurtleEval");
/// assert_eq!(kind.dialect(), Dialect::Turtle12);
/// assert_eq!(kind.expectation(), Expectation::Graph);
/// # Ok::<(), oxrdf::IriParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestKind {
    name: &'static str,
    dialect: Dialect,
    expectation: Expectation,
}

/// The result that a test expects of a parser that is given its action.
///
/// ```
/// use turtle_peg_conformance::{Expectation, TestKind};
///
/// let rejected = TestKind::all().filter(|kind| kind.expectation() == Expectation::Rejected);
/// assert!(rejected.into_iter().all(|kind| kind.name().contains("Negative")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expectation {
    /// It parses.
    Accepted,
    /// It is in error: it breaks the grammar, or one of the rules beside it.
    Rejected,
    /// It parses, and gives a graph (or dataset) that is isomorphic to the one that the result gives.
    Graph,
    /// It parses, and written in canonical form it is the result, byte for byte.
    CanonicalForm,
}

const fn row(name: &'static str, dialect: Dialect, expectation: Expectation) -> TestKind {
    TestKind {
        name,
        dialect,
        expectation,
    }
}

const TABLE: &[TestKind] = {
    use Dialect::{NQuads12, NTriples12, TriG12, Turtle12};
    use Expectation::{Accepted, CanonicalForm, Graph, Rejected};
    &[
        row("TestTurtlePositiveSyntax", Turtle12, Accepted),
        row("TestTurtleNegativeSyntax", Turtle12, Rejected),
        row("TestTurtleEval", Turtle12, Graph),
        row("TestTurtleNegativeEval", Turtle12, Rejected),
        row("TestNTriplesPositiveSyntax", NTriples12, Accepted),
        row("TestNTriplesNegativeSyntax", NTriples12, Rejected),
        row("TestNTriplesPositiveC14N", NTriples12, CanonicalForm),
        row("TestTrigPositiveSyntax", TriG12, Accepted),
        row("TestTrigNegativeSyntax", TriG12, Rejected),
        row("TestTrigEval", TriG12, Graph),
        row("TestTrigNegativeEval", TriG12, Rejected),
        row("TestNQuadsPositiveSyntax", NQuads12, Accepted),
        row("TestNQuadsNegativeSyntax", NQuads12, Rejected),
        row("TestNQuadsPositiveC14N", NQuads12, CanonicalForm),
    ]
};

impl TestKind {
    const NAMESPACE: &str = "http://www.w3.org/ns/rdftest#";

    /// Every type of test that can be run.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().copied()
    }

    /// The type that an IRI stands for; `None` if it is not known here.
    pub fn from_iri(iri: NamedNodeRef<'_>) -> Option<Self> {
        let name = iri.as_str().strip_prefix(Self::NAMESPACE)?;
        Self::all().find(|kind| kind.name == name)
    }

    /// Its name, without the namespace.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Its IRI.
    pub fn iri(self) -> NamedNode {
        NamedNode::new_unchecked([Self::NAMESPACE, self.name].concat())
    }

    /// The dialect that its action is written in: the newest of its language.
    pub fn dialect(self) -> Dialect {
        self.dialect
    }

    /// The result that it expects of a parser.
    pub fn expectation(self) -> Expectation {
        self.expectation
    }
}

impl fmt::Display for TestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}
