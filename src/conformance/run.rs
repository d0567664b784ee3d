//! Running tests.
//!
//! Invariant: a document counts as rejected only if the parser finds an error in it. That a file cannot be read
//! is never what a test expects.

use super::{Difference, Expectation, Failure, Manifest, Report, Test, TestFile, TestResult};
use crate::{Dialect, Engine, Error, NQuadsWriter, Parser};
use oxrdf::Quad;
use std::{fs, io};

/// How tests are run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The dialect that every test's document is parsed as; if there is none, that of
    /// [the test's kind](super::TestKind::dialect).
    ///
    /// A dialect that is given is taken for every test, whatever language it is made for: the question is then
    /// whether *this* dialect passes it. A Turtle dialect passes the positive N-Triples tests, since N-Triples is a
    /// subset of Turtle, but not those negative ones whose documents are Turtle.
    pub dialect: Option<Dialect>,
    /// The engine that parses.
    pub engine: Engine,
}

/// Runs all tests of a manifest, each as [`run_test`] does.
///
/// To follow the progress, run them one by one and collect the [`TestResult`]s into a
/// [`Report`].
pub fn run(manifest: &Manifest, options: Options) -> Report<'_> {
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
pub fn run_test(test: &Test, options: Options) -> TestResult<'_> {
    TestResult {
        test,
        outcome: outcome(test, options).into(),
    }
}

fn outcome(test: &Test, options: Options) -> Result<(), Failure> {
    let kind = test.kind().ok_or_else(|| Failure::UnknownKind {
        types: test.types().to_vec(),
    })?;
    let action = required(test.action(), "mf:action")?;
    let parser = Parser::new(options.dialect.unwrap_or(kind.dialect())).engine(options.engine);
    match kind.expectation() {
        Expectation::Accepted => parse(action, parser).map(drop),
        Expectation::Rejected => rejected(action, parser),
        Expectation::Graph => {
            let result = required(test.result(), "mf:result")?;
            same_graph(parse(action, parser)?, result)
        }
        Expectation::CanonicalForm => {
            let result = required(test.result(), "mf:result")?;
            same_lines(&canonical(action, parser)?, &read(result)?)
        }
    }
}

fn required<'t>(
    file: Option<&'t TestFile>,
    property: &'static str,
) -> Result<&'t TestFile, Failure> {
    file.ok_or(Failure::NoFile { property })
}

fn rejected(action: &TestFile, parser: Parser) -> Result<(), Failure> {
    match parse(action, parser) {
        Err(Failure::Rejected {
            error: Error::Syntax(_),
            ..
        }) => Ok(()),
        Err(other) => Err(other),
        Ok(quads) => Err(Failure::Accepted {
            file: action.clone(),
            triples: quads.len(),
        }),
    }
}

fn same_graph(found: Vec<Quad>, result: &TestFile) -> Result<(), Failure> {
    let extension = result.path().extension().and_then(|it| it.to_str());
    let dialect = extension
        .and_then(Dialect::from_extension)
        .unwrap_or(Dialect::NTriples12);
    let expected = parse(result, Parser::new(dialect))?;
    let difference = Difference::between(
        &expected.into_iter().collect(),
        &found.into_iter().collect(),
    );
    match difference {
        None => Ok(()),
        Some(difference) => Err(Failure::DifferentGraph(difference)),
    }
}

fn canonical(action: &TestFile, parser: Parser) -> Result<Vec<u8>, Failure> {
    // Without a named graph it is N-Triples.
    let mut writer = NQuadsWriter::new(Vec::new()).canonical();
    for quad in parse(action, parser)? {
        writer
            .write_quad(&quad)
            .map_err(|error| failed_on(action, error))?;
    }
    Ok(writer.into_inner())
}

/// Compares byte for byte; what differs is said by the first line that does.
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
        .map_err(|error| failed_on(file, io::Error::other(error)))?
        .parse_slice(&text)
        .quads()
        .collect::<Result<_, _>>()
        .map_err(|error| failed_on(file, error))
}

fn read(file: &TestFile) -> Result<Vec<u8>, Failure> {
    fs::read(file.path()).map_err(|error| failed_on(file, error))
}

fn failed_on(file: &TestFile, error: impl Into<Error>) -> Failure {
    Failure::Rejected {
        file: file.clone(),
        error: error.into(),
    }
}
