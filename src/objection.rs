//! Three questions to a document: does the grammar accept it, does RDF object, has it a meaning?
//!
//! Invariant: an error answers one of them, and none is taken for another.

use crate::SyntaxErrorKind;
use std::fmt;

/// The authority that finds a document at fault: the grammar, RDF or the parser.
///
/// ```
/// use turtle_peg::{Dialect, Objection, Parser};
///
/// let objection = |text| {
///     let error = Parser::new(Dialect::Turtle12).parse_str(text).for_each_quad(|_, _| ()).unwrap_err();
///     error.as_syntax().map(|error| error.kind().objection())
/// };
/// assert_eq!(objection("<x:s> <x:p> ."), Some(Objection::Grammar));
/// assert_eq!(objection("<x:s> <x:p> ex:o ."), Some(Objection::Rdf));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Objection {
    /// The grammar accepts it, and so does RDF, as far as it was consulted: but it has a production without a defined
    /// meaning.
    Meaning,
    /// The grammar accepts it, and a rule of the specification beside the grammar does not: an undeclared prefix, an ill-formed
    /// IRI, a language tag that is not well-formed.
    Rdf,
    /// The parser gave up: a limit was hit, or the grammar's rules for reading a document by parts do not work. The grammar's
    /// verdict is unknown.
    Parser,
    /// The grammar rejects it.
    Grammar,
}

impl Objection {
    /// In one word, for programs: `grammar`, `rdf`, `meaning` or `parser`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grammar => "grammar",
            Self::Rdf => "rdf",
            Self::Meaning => "meaning",
            Self::Parser => "parser",
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Grammar => "rejected by the grammar",
            Self::Rdf => "RDF objects",
            Self::Meaning => "no meaning",
            Self::Parser => "given up",
        })
    }
}

impl SyntaxErrorKind {
    /// The authority that finds this fault: the grammar, RDF, or neither of them, where only the meaning is unknown.
    pub fn objection(&self) -> Objection {
        match self {
            Self::Unexpected { .. } | Self::Unexplained | Self::InvalidUtf8 { .. } => {
                Objection::Grammar
            }
            Self::UndeclaredPrefix { .. }
            | Self::RelativeIri { .. }
            | Self::InvalidIri { .. }
            | Self::InvalidLanguageTag { .. }
            | Self::InvalidBaseDirection { .. }
            | Self::InvalidEscape { .. }
            | Self::MissingLanguageTag { .. } => Objection::Rdf,
            Self::Untranslatable => Objection::Meaning,
            Self::NestingLimit { .. }
            | Self::StatementTooLarge { .. }
            | Self::DocumentTooLarge { .. }
            | Self::TooManySteps { .. }
            | Self::IriTooLong { .. }
            | Self::PrefixesTooLarge { .. }
            | Self::NeedsRdf12 => Objection::Parser,
        }
    }
}
