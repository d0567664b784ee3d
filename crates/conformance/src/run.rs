//! Running tests.
//!
//! Invariant: a document counts as rejected only if the grammar rejects it, or RDF objects. No test expects an unreadable file,
//! or a production without a meaning.

use super::{
    Expectation, Failure, Manifest, Report, Test, TestFile, TestKind, TestResult, Verdict,
};
use comparison::Difference;
use oxrdf::Quad;
use std::{fmt, io};
use turtle_peg::{Dialect, Engine, Error, NQuadsWriter, Parser};

/// How tests are run.
///
/// ```
/// use turtle_peg_conformance::{Manifest, Options, run};
/// use turtle_peg::{Dialect, Engine};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let mut options = Options { engine: Engine::Specification, ..Options::default() };
/// assert_eq!(run(&manifest, &options).totals().passed, 2);
/// options.dialect = Some(Dialect::Turtle11);
/// assert_eq!(run(&manifest, &options).totals().passed, 1);
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Clone, Default)]
pub struct Options<'r> {
    /// The dialect that every test's document is parsed as; without it, that of
    /// [the test's kind](super::TestKind::dialect).
    ///
    /// A dialect that is given is taken for every test, whatever language it is made for: the question is then
    /// whether *this* dialect passes it. A Turtle dialect passes the positive N-Triples tests, since N-Triples is a
    /// subset of Turtle, but not those negative ones whose documents are Turtle.
    pub dialect: Option<Dialect>,
    /// The engine that parses.
    pub engine: Engine,
    /// The judge of each document, in place of a parser of the dialect by the engine: a parser with settings of its own, say.
    ///
    /// ```
    /// use turtle_peg_conformance::{Manifest, Options, Verdict, run};
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
    /// let parser = Parser::new(Dialect::Turtle12).with_lenience();
    /// let options = Options {
    ///     judge: Some(&|file| Verdict::by_parser(file, parser.clone())),
    ///     ..Options::default()
    /// };
    /// assert_eq!(run(&manifest, &options).totals().passed, 2);
    /// # Ok::<(), turtle_peg_conformance::ManifestError>(())
    /// ```
    pub judge: Option<&'r dyn Fn(&TestFile) -> Verdict>,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("dialect", &self.dialect)
            .field("engine", &self.engine)
            .finish_non_exhaustive()
    }
}

impl Options<'_> {
    /// The verdict on a document that a test of this kind is about.
    fn read(&self, file: &TestFile, kind: TestKind) -> Verdict {
        if let Some(judge) = self.judge {
            return judge(file);
        }
        let dialect = self.dialect.unwrap_or(kind.dialect());
        let parser = Parser::new(dialect).with_labels_as_written();
        Verdict::by_parser(file, parser.with_engine(self.engine))
    }
}

/// Runs all tests of a manifest, each as [`run_test`] does.
///
/// To follow the progress, run them one by one and collect the [`TestResult`]s into a
/// [`Report`].
pub fn run<'m>(manifest: &'m Manifest, options: &Options<'_>) -> Report<'m> {
    manifest
        .tests()
        .iter()
        .map(|test| run_test(test, options))
        .collect()
}

/// Runs one test.
///
/// The file with the expected result is not in question. Its extension tells the dialect; without one that is
/// known, it is N-Triples.
///
/// A syntax test needs no triples: a positive one passes if the grammar accepts the document and RDF, where the productions
/// have a meaning, does not object; a negative one if the grammar rejects it or RDF objects. A test that needs more than the
/// verdict of a grammar without meaning is [not decided](Failure::NoMeaning).
pub fn run_test<'m>(test: &'m Test, options: &Options<'_>) -> TestResult<'m> {
    let (outcome, verdict) = judge(test, options);
    TestResult {
        test,
        outcome: outcome.into(),
        verdict,
    }
}

/// The outcome of a test, and the verdict on its document, if it has one.
pub(super) fn judge(test: &Test, options: &Options<'_>) -> (Result<(), Failure>, Option<Verdict>) {
    let Some(kind) = test.kind() else {
        let types = test.types().to_vec();
        return (Err(Failure::UnknownKind { types }), None);
    };
    let action = match required(test.action(), "mf:action") {
        Ok(action) => action,
        Err(failure) => return (Err(failure), None),
    };
    let verdict = options.read(action, kind);
    let outcome = outcome(kind, action, test.result(), &verdict);
    (outcome, Some(verdict))
}

fn outcome(
    kind: TestKind,
    action: &TestFile,
    result: Option<&TestFile>,
    verdict: &Verdict,
) -> Result<(), Failure> {
    let result = || required(result, "mf:result");
    match (kind.expectation(), verdict) {
        (Expectation::Accepted, Verdict::Triples(_) | Verdict::NoMeaning(_)) => Ok(()),
        (Expectation::Rejected, Verdict::RdfObjects(_) | Verdict::RejectedByGrammar(_)) => Ok(()),
        (Expectation::Rejected, Verdict::Triples(quads)) => Err(Failure::Accepted {
            file: action.clone(),
            triples: quads.len(),
        }),
        (Expectation::Graph, Verdict::Triples(quads)) => same_graph(quads, result()?),
        (Expectation::CanonicalForm, Verdict::Triples(quads)) => {
            same_lines(&canonical(action, quads)?, &read(result()?)?)
        }
        (_, Verdict::NoMeaning(error)) => Err(Failure::NoMeaning {
            file: action.clone(),
            error: error.clone(),
        }),
        (
            _,
            Verdict::RdfObjects(error)
            | Verdict::RejectedByGrammar(error)
            | Verdict::GivenUp(error),
        ) => Err(failed_on(action, Error::Syntax(error.clone()))),
        (_, Verdict::NotRead(error)) => {
            let error = io::Error::new(error.kind(), error.to_string());
            Err(failed_on(action, Error::Io(error)))
        }
    }
}

fn required<'t>(
    file: Option<&'t TestFile>,
    property: &'static str,
) -> Result<&'t TestFile, Failure> {
    file.ok_or(Failure::NoFile { property })
}

fn same_graph(found: &[Quad], result: &TestFile) -> Result<(), Failure> {
    let dialect = Dialect::from_path(result.path()).unwrap_or(Dialect::NTriples12);
    let expected = parse(result, Parser::new(dialect).with_labels_as_written())?;
    let difference = Difference::between(
        &expected.into_iter().collect(),
        &found.iter().cloned().collect(),
    );
    match difference {
        Ok(None) => Ok(()),
        Ok(Some(difference)) => Err(Failure::DifferentGraph(difference)),
        Err(undecided) => Err(Failure::Undecided(undecided)),
    }
}

fn canonical(action: &TestFile, quads: &[Quad]) -> Result<Vec<u8>, Failure> {
    // Without a named graph it is N-Triples.
    let mut writer = NQuadsWriter::new(Vec::new()).with_canonical_form();
    for quad in quads {
        writer
            .write_quad(quad)
            .map_err(|error| failed_on(action, Error::Io(error)))?;
    }
    Ok(writer.into_inner())
}

/// Compares byte for byte, and names the first line that differs.
fn same_lines(found: &[u8], expected: &[u8]) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let [mut found, mut expected] = [found, expected].map(|text| text.split(|&byte| byte == b'\n'));
    let mut line = 1;
    loop {
        let (found, expected) = (found.next(), expected.next());
        if found != expected {
            let shown =
                |line: Option<&[u8]>| line.map(|it| String::from_utf8_lossy(it).into_owned());
            return Err(Failure::DifferentLine {
                line,
                expected: shown(expected),
                found: shown(found),
            });
        }
        line += 1;
    }
}

fn parse(file: &TestFile, parser: Parser) -> Result<Vec<Quad>, Failure> {
    let text = read(file)?;
    parser
        .with_base_iri(file.iri())
        .map_err(|error| failed_on(file, Error::Io(io::Error::other(error))))?
        .parse_slice(&text)
        .quads()
        .collect::<Result<_, _>>()
        .map_err(|error| failed_on(file, error))
}

fn read(file: &TestFile) -> Result<Vec<u8>, Failure> {
    file.read()
        .map_err(|error| failed_on(file, Error::Io(error)))
}

fn failed_on(file: &TestFile, error: Error) -> Failure {
    Failure::Rejected {
        file: file.clone(),
        error,
    }
}
