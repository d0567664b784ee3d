//! Verdicts on a test's document.
//!
//! Invariant: acceptance and meaning are two questions. The grammar's no is the verdict, whatever RDF says of an earlier
//! statement; RDF objects only where the grammar says yes; and where a production has no meaning, or none of them has, the
//! verdict is neither.

use super::TestFile;
use oxrdf::Quad;
use std::fmt;
use std::io;
use turtle_peg::{Error, Objection, Parser, SyntaxError};

/// The verdict on a test's document.
///
/// ```
/// use turtle_peg_conformance::{Manifest, Options, Verdict, run_test};
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let verdicts = manifest.tests().iter().map(|test| run_test(test, &Options::default()).verdict);
/// let verdicts: Vec<_> = verdicts.flatten().collect();
/// assert!(matches!(&verdicts[0], Verdict::Triples(triples) if triples.len() == 1));
/// assert_eq!(verdicts[2].is_accepted_by_grammar(), Some(false));
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// The grammar accepts it, RDF does not object, and it stands for these.
    Triples(Vec<Quad>),
    /// The grammar accepts it. A production has no meaning where the error says so; without one, no production of the grammar
    /// has any, and RDF was not asked.
    NoMeaning(Option<Box<SyntaxError>>),
    /// The grammar accepts it, and RDF objects.
    RdfObjects(Box<SyntaxError>),
    /// The grammar rejects it.
    RejectedByGrammar(Box<SyntaxError>),
    /// The parser gave up at a limit, or the grammar cannot be run.
    GivenUp(Box<SyntaxError>),
    /// The file could not be read.
    NotRead(io::Error),
}

impl Verdict {
    /// In one word, for programs: `accepted`, or the [name](Objection::name) of the objection; `None` if the file could not be
    /// read.
    pub fn name(&self) -> Option<&'static str> {
        Some(match self {
            Self::Triples(_) => "accepted",
            Self::NoMeaning(_) => Objection::Meaning.name(),
            Self::RdfObjects(_) => Objection::Rdf.name(),
            Self::RejectedByGrammar(_) => Objection::Grammar.name(),
            Self::GivenUp(_) => Objection::Parser.name(),
            Self::NotRead(_) => return None,
        })
    }

    /// Whether the grammar accepts the document; `None` where that is not known.
    pub fn is_accepted_by_grammar(&self) -> Option<bool> {
        match self {
            Self::Triples(_) | Self::NoMeaning(_) | Self::RdfObjects(_) => Some(true),
            Self::RejectedByGrammar(_) => Some(false),
            Self::GivenUp(_) | Self::NotRead(_) => None,
        }
    }

    /// The verdict of a parser on a document, whose IRI becomes the base.
    pub fn by_parser(file: &TestFile, parser: Parser) -> Self {
        let parsed = file.read().and_then(|text| {
            let parser = parser.with_base_iri(file.iri()).map_err(io::Error::other)?;
            Ok((text, parser.with_recovery()))
        });
        let (text, parser) = match parsed {
            Ok(parsed) => parsed,
            Err(error) => return Self::NotRead(error),
        };
        let mut quads = Vec::new();
        let mut strongest: Option<Box<SyntaxError>> = None;
        for result in parser.parse_slice(&text).quads() {
            match result {
                Ok(quad) => quads.push(quad),
                Err(Error::Syntax(error)) => {
                    let objection = error.kind().objection();
                    // After an objection of RDF the grammar is still asked about the statements that follow.
                    if strongest
                        .as_ref()
                        .is_none_or(|it| it.kind().objection() < objection)
                    {
                        strongest = Some(error);
                    }
                    if objection >= Objection::Parser {
                        break;
                    }
                }
                Err(error) => return Self::NotRead(error.into()),
            }
        }
        strongest.map_or(Self::Triples(quads), Self::of_objection)
    }

    /// The verdict that an error stands for: who objects, or that the document was not read.
    pub fn of_error(error: Error) -> Self {
        match error {
            Error::Syntax(error) => Self::of_objection(error),
            error => Self::NotRead(error.into()),
        }
    }

    fn of_objection(error: Box<SyntaxError>) -> Self {
        match error.kind().objection() {
            Objection::Grammar => Self::RejectedByGrammar(error),
            Objection::Rdf => Self::RdfObjects(error),
            Objection::Meaning => Self::NoMeaning(Some(error)),
            // The parser has no verdict.
            _ => Self::GivenUp(error),
        }
    }
}

impl fmt::Display for Verdict {
    /// `triples: 3`, `rejected by the grammar at 1:5: …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Triples(quads) => write!(f, "triples: {}", quads.len()),
            Self::NoMeaning(None) => f.write_str("accepted by the grammar, no meaning"),
            Self::NoMeaning(Some(error)) => {
                write!(f, "accepted by the grammar, no meaning at {error}")
            }
            Self::RdfObjects(error) | Self::RejectedByGrammar(error) | Self::GivenUp(error) => {
                write!(f, "{} at {error}", error.kind().objection())
            }
            Self::NotRead(error) => write!(f, "not read: {error}"),
        }
    }
}
