//! What RDF objects to in a document that its grammar accepts.
//!
//! A grammar accepts or rejects; what a document means is a second question, and the answer to it is RDF's. Invariant: each
//! kind of error is of the grammar, of RDF, or of neither (a limit, say), and here alone it is said which.

use crate::{Dialect, SyntaxErrorKind};
use std::fmt;

/// What RDF objects to in a document that its grammar accepts: a class of errors, with the text that they are by.
///
/// ```
/// use turtle_peg::{Dialect, Objection, Parser};
///
/// let text = "<x:s> <x:p> 'cat'@abcdefghij .";
/// let error = Parser::new(Dialect::Turtle11).parse_str(text).triples().next().unwrap().unwrap_err();
/// let objection = error.as_syntax().and_then(|error| error.kind().objection());
/// assert_eq!(objection, Some(Objection::LanguageTag));
/// assert_eq!(Objection::LanguageTag.to_string(), "ill-formed language tag");
/// assert_eq!(Objection::LanguageTag.source(Dialect::Turtle11), "RDF 1.1 Concepts, section 3.3");
/// assert!(Objection::LanguageTag.can_be_kept());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Objection {
    /// A prefixed name whose prefix was not declared.
    UndeclaredPrefix,
    /// A relative IRI reference, and no base IRI.
    RelativeIri,
    /// An IRI that RFC 3987 forbids.
    Iri,
    /// A language tag that BCP 47 finds ill-formed.
    LanguageTag,
    /// A base direction that there is none of.
    BaseDirection,
    /// An escape sequence that stands for no character.
    Escape,
    /// A datatype IRI that only a language tag gives a literal.
    LanguageDatatype,
}

/// The document that defines the data model of a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Concepts {
    Rdf2004,
    Rdf11,
    Rdf12,
}

impl Objection {
    /// Whether a [lenient](crate::Parser::lenient) parser keeps the triple: whether there is a term, if not one of RDF's.
    pub fn can_be_kept(self) -> bool {
        match self {
            Self::Iri | Self::LanguageTag | Self::LanguageDatatype => true,
            Self::UndeclaredPrefix | Self::RelativeIri | Self::BaseDirection | Self::Escape => {
                false
            }
        }
    }

    /// The text that it is by, for this dialect: a specification, and the number of the section or, in a draft, where numbers
    /// change, its title.
    pub fn source(self, dialect: Dialect) -> &'static str {
        use Concepts::{Rdf11, Rdf12, Rdf2004};
        match (self, dialect.features().concepts) {
            (Self::UndeclaredPrefix, _) => "Turtle, Parser State",
            (Self::RelativeIri, _) => "RFC 3986, section 5.1",
            (Self::Escape, _) => "Unicode, definition D76",
            (Self::Iri, Rdf2004) => "RDF Concepts of 2004, section 6.4",
            (Self::Iri, Rdf11) => "RDF 1.1 Concepts, section 3.2",
            (Self::Iri, Rdf12) => "RDF 1.2 Concepts, IRIs",
            (Self::LanguageTag | Self::LanguageDatatype, Rdf2004) => {
                "RDF Concepts of 2004, section 6.5"
            }
            (Self::LanguageTag | Self::LanguageDatatype, Rdf11) => "RDF 1.1 Concepts, section 3.3",
            (Self::LanguageTag | Self::LanguageDatatype | Self::BaseDirection, _) => {
                "RDF 1.2 Concepts, Literals"
            }
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::UndeclaredPrefix => "undeclared prefix",
            Self::RelativeIri => "relative IRI without a base",
            Self::Iri => "ill-formed IRI",
            Self::LanguageTag => "ill-formed language tag",
            Self::BaseDirection => "unknown base direction",
            Self::Escape => "escape sequence for no character",
            Self::LanguageDatatype => "datatype of a language tag",
        })
    }
}

impl SyntaxErrorKind {
    /// What RDF objects to, in a document that the grammar accepts so far; none if the error is another one: the grammar
    /// rejects the document, a production has no meaning, a limit is reached.
    pub fn objection(&self) -> Option<Objection> {
        match self {
            Self::UndeclaredPrefix { .. } => Some(Objection::UndeclaredPrefix),
            Self::RelativeIri { .. } => Some(Objection::RelativeIri),
            Self::InvalidIri { .. } => Some(Objection::Iri),
            Self::InvalidLanguageTag { .. } => Some(Objection::LanguageTag),
            Self::InvalidBaseDirection { .. } => Some(Objection::BaseDirection),
            Self::InvalidEscape { .. } => Some(Objection::Escape),
            Self::MissingLanguageTag { .. } => Some(Objection::LanguageDatatype),
            Self::Unexpected { .. }
            | Self::Unexplained
            | Self::InvalidUtf8 { .. }
            | Self::NestingLimit { .. }
            | Self::StatementTooLarge { .. }
            | Self::IriTooLong { .. }
            | Self::PrefixesTooLarge { .. }
            | Self::NotOneStatement
            | Self::Untranslatable => None,
        }
    }
}
