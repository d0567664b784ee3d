//! The meaning of each production to the translator.
//!
//! Invariant: the one `match` over all productions. It has no `_` arm, so that a new production has to be given
//! a meaning before the crate compiles. Synonyms in different dialects share an arm.

use crate::Production;
use crate::tree::{Kind, Plain, Role};

/// The way in which the translator treats a production.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Is the one production below it, whichever that is.
    Choice,
    PrefixDeclaration,
    BaseDeclaration,
    VersionAnnouncement,
    /// A subject, and its predicates and objects if there are any.
    Triples,
    /// Subject, predicate, object, and the name of the graph if there is one.
    Quad,
    /// In N-Quads 1.1, a quad; elsewhere the one production below it.
    Statement,
    PredicateObjectList,
    ObjectList,
    Annotation,
    AnnotationBlock,
    Reifier,
    /// A predicate, or the keyword `a`.
    Verb,
    /// A string with its language tag or datatype IRI, or a number or boolean below it.
    Literal,
    /// A property list between brackets, empty brackets, or another production for a blank node.
    Blank,
    PropertyList,
    Collection,
    ItemList,
    ReifiedTriple,
    TripleTerm,
    IriReference,
    PrefixedName,
    BlankNodeLabel,
    Anonymous,
    /// A string between delimiters of one character.
    ShortString,
    /// A string between delimiters of three characters.
    LongString,
    LanguageTag,
    Integer,
    Decimal,
    Double,
    Boolean,
    /// A prefix as its declaration names it, with or without its colon.
    Prefix,
    /// Part of a terminal, or of the white space: no node of a tree on its own.
    Within,
    /// The whole document, a production that holds statements, or one that no other production refers to.
    Outside,
}

/// A compact tree has the nodes that the translator needs: those whose meaning is not that of their child.
impl Kind for Production {
    type Plain = Plain;

    #[inline(always)]
    fn role(self) -> Role {
        match meaning(self) {
            Meaning::Choice => Role::Choice,
            Meaning::Literal | Meaning::Verb | Meaning::Blank => Role::Frame,
            Meaning::Annotation => Role::Option,
            _ if self.is_between_statements() => Role::Separator,
            _ => Role::Itself,
        }
    }
}

#[inline(always)]
pub(crate) fn meaning(production: Production) -> Meaning {
    use Production as P;
    match production {
        P::directive
        | P::subject
        | P::predicate
        | P::object
        | P::rtSubject
        | P::rtObject
        | P::ttSubject
        | P::ttObject
        | P::labelOrSubject
        | P::graphLabel
        | P::NumericLiteral
        | P::NumericLiteralUnsigned
        | P::NumericLiteralPositive
        | P::NumericLiteralNegative
        | P::String
        | P::quotedString
        | P::VersionSpecifier
        | P::versionSpecifier
        | P::iri
        | P::IRIref
        | P::resource
        | P::PrefixedName
        | P::BlankNode => Meaning::Choice,

        P::prefixID | P::sparqlPrefix => Meaning::PrefixDeclaration,
        P::base | P::sparqlBase => Meaning::BaseDeclaration,
        P::version | P::sparqlVersion | P::versionDirective => Meaning::VersionAnnouncement,

        P::statement => Meaning::Statement,
        P::triples | P::triplesOrGraph | P::triples2 => Meaning::Triples,
        P::triple | P::quad => Meaning::Quad,
        P::predicateObjectList => Meaning::PredicateObjectList,
        P::objectList => Meaning::ObjectList,
        P::verb => Meaning::Verb,
        P::annotation => Meaning::Annotation,
        P::annotationBlock => Meaning::AnnotationBlock,
        P::reifier => Meaning::Reifier,

        P::literal | P::RDFLiteral | P::datatypeString => Meaning::Literal,
        P::blank => Meaning::Blank,
        P::blankNodePropertyList => Meaning::PropertyList,
        P::collection => Meaning::Collection,
        P::itemList => Meaning::ItemList,
        P::reifiedTriple => Meaning::ReifiedTriple,
        P::tripleTerm => Meaning::TripleTerm,

        P::IRIREF | P::IRI_REF | P::uriref => Meaning::IriReference,
        P::PNAME_LN | P::qname => Meaning::PrefixedName,
        // In a declaration it is the prefix; elsewhere a name with nothing after the colon.
        P::PNAME_NS => Meaning::PrefixedName,
        P::prefixName => Meaning::Prefix,
        P::BLANK_NODE_LABEL | P::nodeID => Meaning::BlankNodeLabel,
        P::ANON => Meaning::Anonymous,

        P::STRING_LITERAL_QUOTE
        | P::STRING_LITERAL_SINGLE_QUOTE
        | P::STRING_LITERAL1
        | P::STRING_LITERAL2
        | P::string => Meaning::ShortString,
        P::STRING_LITERAL_LONG_QUOTE
        | P::STRING_LITERAL_LONG_SINGLE_QUOTE
        | P::STRING_LITERAL_LONG1
        | P::STRING_LITERAL_LONG2
        | P::longString => Meaning::LongString,
        P::LANGTAG | P::LANG_DIR | P::language => Meaning::LanguageTag,

        P::INTEGER | P::INTEGER_POSITIVE | P::INTEGER_NEGATIVE | P::integer => Meaning::Integer,
        P::DECIMAL | P::DECIMAL_POSITIVE | P::DECIMAL_NEGATIVE | P::decimal => Meaning::Decimal,
        P::DOUBLE | P::DOUBLE_POSITIVE | P::DOUBLE_NEGATIVE | P::double => Meaning::Double,
        P::BooleanLiteral | P::boolean => Meaning::Boolean,

        P::EXPONENT
        | P::exponent
        | P::UCHAR
        | P::ECHAR
        | P::WS
        | P::PN_CHARS_BASE
        | P::PN_CHARS_U
        | P::PN_CHARS
        | P::PN_PREFIX
        | P::PN_LOCAL
        | P::PLX
        | P::PERCENT
        | P::HEX
        | P::PN_LOCAL_ESC
        | P::EOL
        | P::BASE
        | P::PREFIX
        | P::PASSED_TOKENS
        | P::nameStartChar
        | P::nameChar
        | P::name
        | P::relativeURI
        | P::character
        | P::echaracter
        | P::hex
        | P::ucharacter
        | P::scharacter
        | P::lcharacter
        | P::ws
        | P::comment => Meaning::Within,

        P::turtleDoc
        | P::ntriplesDoc
        | P::nquadsDoc
        | P::trigDoc
        | P::block
        | P::wrappedGraph
        | P::triplesBlock
        | P::VAR1
        | P::VAR2
        | P::VARNAME
        | P::NIL => Meaning::Outside,
    }
}
