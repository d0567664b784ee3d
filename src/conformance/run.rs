//! Running tests.
//!
//! Invariant: a document counts as rejected only if the parser finds an error in it. That a file cannot be read
//! is never what a test expects.

use super::{
    Difference, Expectation, Failure, Manifest, Report, Test, TestFile, TestKind, TestResult,
};
#[cfg(feature = "inspect")]
use crate::LoadedGrammar;
use crate::{Dialect, Engine, Error, NQuadsWriter, Parser, SyntaxErrorKind};
use oxrdf::Quad;
use std::io;

/// How tests are run.
#[derive(Clone, Debug, Default)]
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
    /// The grammar that runs instead of the dialect's own; then the dialect, if none is given, is
    /// [the grammar's](LoadedGrammar::dialect).
    #[cfg(feature = "inspect")]
    pub grammar: Option<LoadedGrammar>,
}

impl Options {
    fn parser(&self, kind: TestKind) -> Parser {
        #[cfg(feature = "inspect")]
        if let Some(grammar) = &self.grammar {
            return Parser::new(self.dialect.unwrap_or(grammar.dialect())).with_grammar(grammar);
        }
        Parser::new(self.dialect.unwrap_or(kind.dialect())).engine(self.engine)
    }
}

/// Runs all tests of a manifest, each as [`run_test`] does.
///
/// To follow the progress, run them one by one and collect the [`TestResult`]s into a
/// [`Report`].
pub fn run<'m>(manifest: &'m Manifest, options: &Options) -> Report<'m> {
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
pub fn run_test<'m>(test: &'m Test, options: &Options) -> TestResult<'m> {
    TestResult {
        test,
        outcome: outcome(test, options).into(),
    }
}

/// What the document of a test stands for, whatever the test expects; nothing if there is none.
pub(super) fn quads(test: &Test, options: &Options) -> Option<Result<Vec<Quad>, Error>> {
    let parsed = parse(test.action()?, options.parser(test.kind()?));
    match parsed {
        Ok(quads) => Some(Ok(quads)),
        Err(Failure::Rejected { error, .. }) => Some(Err(error)),
        Err(_) => None,
    }
}

pub(super) fn outcome(test: &Test, options: &Options) -> Result<(), Failure> {
    let kind = test.kind().ok_or_else(|| Failure::UnknownKind {
        types: test.types().to_vec(),
    })?;
    let action = required(test.action(), "mf:action")?;
    let parser = options.parser(kind);
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
        // An error of the grammar says nothing of the document.
        Err(Failure::Rejected {
            error: Error::Syntax(error),
            ..
        }) if *error.kind() != SyntaxErrorKind::NotOneStatement => Ok(()),
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
        Ok(None) => Ok(()),
        Ok(Some(difference)) => Err(Failure::DifferentGraph(difference)),
        Err(undecided) => Err(Failure::Undecided(undecided)),
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
    file.read().map_err(|error| failed_on(file, error))
}

fn failed_on(file: &TestFile, error: impl Into<Error>) -> Failure {
    Failure::Rejected {
        file: file.clone(),
        error: error.into(),
    }
}
