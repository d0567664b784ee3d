//! The kinds of term, by the text of a token: also of text that a language has no token for, such as a number in N-Triples.

use super::{Keyword, Sign};
use std::fmt;

/// The kind of a term, or of what belongs to a directive or a literal; shown as people call it.
///
/// ```
/// use turtle_peg::tokens::TermKind;
///
/// assert_eq!(TermKind::of("ex:a"), Some(TermKind::Name));
/// assert_eq!(TermKind::of("4.2").map(|kind| kind.to_string()).as_deref(), Some("a number"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// `<http://example.org/>`
    Iri,
    /// `ex:a`
    Name,
    /// `_:a`, and a bracket
    BlankNode,
    /// `"text"`
    String,
    /// `4.2`
    Number,
    /// `true`
    Boolean,
    /// `( … )`
    Collection,
    /// `<<( … )>>`
    TripleTerm,
    /// `<< … >>`
    ReifiedTriple,
    /// `@en`
    LanguageTag,
    /// `@prefix`
    Directive,
}

impl TermKind {
    /// The kind of the term that a token is, or begins; `None` for other signs, for `a`, and for words without a colon.
    pub fn of(token: &str) -> Option<Self> {
        let is = |keyword: Keyword| token == keyword.text();
        Some(match token.as_bytes() {
            [b'"' | b'\'', ..] => Self::String,
            [b'<', ..] if Sign::of(token) == Some(Sign::TripleTermBegin) => Self::TripleTerm,
            [b'<', ..] if Sign::of(token) == Some(Sign::ReifiedTripleBegin) => Self::ReifiedTriple,
            [b'<', _, ..] => Self::Iri,
            [b'[', ..] | [b'_', b':', ..] => Self::BlankNode,
            [b'(', ..] => Self::Collection,
            [b'@', ..]
                if is(Keyword::AtPrefix) || is(Keyword::AtBase) || is(Keyword::AtVersion) =>
            {
                Self::Directive
            }
            [b'@', _, ..] => Self::LanguageTag,
            [b'0'..=b'9', ..] | [b'+' | b'-' | b'.', _, ..] => Self::Number,
            _ if is(Keyword::True) || is(Keyword::False) => Self::Boolean,
            [first, ..] if *first != b'<' && token.contains(':') => Self::Name,
            _ => return None,
        })
    }

    /// Whether it is an IRI or a prefixed name.
    pub fn is_iri(self) -> bool {
        matches!(self, Self::Iri | Self::Name)
    }

    /// Whether it is a literal, or the string in one.
    pub fn is_literal(self) -> bool {
        self == Self::String || self.is_shorthand()
    }

    /// Whether it is a literal without quotation marks.
    pub fn is_shorthand(self) -> bool {
        matches!(self, Self::Number | Self::Boolean)
    }
}

/// Whether a token is an IRI or a prefixed name.
pub(crate) fn is_iri(token: &str) -> bool {
    TermKind::of(token).is_some_and(TermKind::is_iri)
}

impl fmt::Display for TermKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Iri => "an IRI",
            Self::Name => "a name",
            Self::BlankNode => "a blank node",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Collection => "a collection",
            Self::TripleTerm => "a triple term",
            Self::ReifiedTriple => "a reified triple",
            Self::LanguageTag => "a language tag",
            Self::Directive => "a directive",
        })
    }
}
