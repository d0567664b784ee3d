//! By which rule RDF objects to a document that its grammar accepts.
//!
//! Invariant: each kind of error that is RDF's is by one rule, and each rule has a source.

use crate::dialect::Concepts;
use crate::{Dialect, SyntaxErrorKind};
use std::fmt;

/// A rule of RDF beyond the grammars: a class of errors in documents that a grammar accepts, and the text with the rule.
///
/// ```
/// use turtle_peg::{Dialect, Parser, RdfRule};
///
/// let text = "<x:s> <x:p> 'cat'@abcdefghij .";
/// let error = Parser::new(Dialect::Turtle11).parse_str(text).triples().next().unwrap().unwrap_err();
/// let rule = error.as_syntax().and_then(|error| error.kind().rdf_rule());
/// assert_eq!(rule, Some(RdfRule::LanguageTag));
/// assert_eq!(RdfRule::LanguageTag.to_string(), "ill-formed language tag");
/// assert_eq!(RdfRule::LanguageTag.source(Dialect::Turtle11), "RDF 1.1 Concepts, section 3.3");
/// assert!(RdfRule::LanguageTag.can_be_kept());
/// // Which base IRI a document has is told by RFC 3986; that N-Triples has no relative references, by RDF itself.
/// assert_eq!(RdfRule::RelativeIri.source(Dialect::Turtle11), "RFC 3986, section 5.1");
/// assert_eq!(RdfRule::RelativeIri.source(Dialect::NTriples11), "RDF 1.1 Concepts, section 3.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RdfRule {
    /// A prefixed name whose prefix was not declared.
    UndeclaredPrefix,
    /// A relative IRI reference, and no base IRI; or a language that has absolute IRIs only.
    RelativeIri,
    /// An IRI that RFC 3987 forbids.
    Iri,
    /// A language tag that BCP 47 finds ill-formed.
    LanguageTag,
    /// A base direction other than `ltr` and `rtl`.
    BaseDirection,
    /// An escape sequence that stands for no character.
    Escape,
    /// A datatype IRI that only a language tag gives a literal.
    LanguageDatatype,
}

impl RdfRule {
    /// Whether a [lenient](crate::Parser::with_lenience) parser keeps the triple: whether there is a term, if not one of RDF's.
    pub fn can_be_kept(self) -> bool {
        match self {
            Self::Iri | Self::LanguageTag | Self::LanguageDatatype => true,
            Self::UndeclaredPrefix | Self::RelativeIri | Self::BaseDirection | Self::Escape => {
                false
            }
        }
    }

    /// Where a specification states the rule, for this dialect: its name, and the number of the section or, in a draft, where
    /// numbers change, its title.
    pub fn source(self, dialect: Dialect) -> &'static str {
        use Concepts::{Drafts2011, Rdf11, Rdf12, Rdf2004};
        match (self, dialect.features().concepts) {
            (Self::UndeclaredPrefix, _) => "Turtle, Parser State",
            (Self::RelativeIri, _) if !dialect.is_line_based() => "RFC 3986, section 5.1",
            (Self::Escape, _) => "Unicode, definition D76",
            (Self::Iri | Self::RelativeIri, Rdf2004) => "RDF Concepts of 2004, section 6.4",
            (Self::Iri | Self::RelativeIri, Drafts2011) => "RFC 3987, section 2.2",
            (Self::LanguageTag | Self::LanguageDatatype, Drafts2011) => "BCP 47, section 2.2.9",
            (Self::Iri | Self::RelativeIri, Rdf11) => "RDF 1.1 Concepts, section 3.2",
            (Self::Iri | Self::RelativeIri, Rdf12) => "RDF 1.2 Concepts, IRIs",
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

impl fmt::Display for RdfRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::UndeclaredPrefix => "undeclared prefix",
            Self::RelativeIri => "relative IRI",
            Self::Iri => "ill-formed IRI",
            Self::LanguageTag => "ill-formed language tag",
            Self::BaseDirection => "unknown base direction",
            Self::Escape => "escape sequence for no character",
            Self::LanguageDatatype => "datatype of a language tag",
        })
    }
}

impl SyntaxErrorKind {
    /// The rule of RDF that a document breaks which the grammar accepts so far; `None` for other errors: the grammar rejects
    /// the document, a production has no meaning, a limit is reached.
    pub fn rdf_rule(&self) -> Option<RdfRule> {
        match self {
            Self::UndeclaredPrefix { .. } => Some(RdfRule::UndeclaredPrefix),
            Self::RelativeIri { .. } => Some(RdfRule::RelativeIri),
            Self::InvalidIri { .. } => Some(RdfRule::Iri),
            Self::InvalidLanguageTag { .. } => Some(RdfRule::LanguageTag),
            Self::InvalidBaseDirection { .. } => Some(RdfRule::BaseDirection),
            Self::InvalidEscape { .. } => Some(RdfRule::Escape),
            Self::MissingLanguageTag { .. } => Some(RdfRule::LanguageDatatype),
            Self::Unexpected { .. }
            | Self::Unexplained
            | Self::InvalidUtf8 { .. }
            | Self::NestingLimit { .. }
            | Self::StatementTooLarge { .. }
            | Self::DocumentTooLarge { .. }
            | Self::TooManySteps { .. }
            | Self::IriTooLong { .. }
            | Self::PrefixesTooLarge { .. }
            | Self::NeedsRdf12
            | Self::Untranslatable => None,
        }
    }
}
