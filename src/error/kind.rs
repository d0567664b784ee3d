//! The kinds of errors, and their words.
//!
//! Invariant: what a message quotes from a document is short and visible.

use super::context::Unfinished;
use crate::quoted::{Backquoted, Printable};
use std::fmt;

/// How many of the declared prefixes an [`UndeclaredPrefix`](SyntaxErrorKind::UndeclaredPrefix) has.
pub const MOST_PREFIXES: usize = 50;

/// The ways in which a document can fail to conform.
///
/// ```
/// use turtle_peg::{Dialect, Parser, SyntaxErrorKind};
///
/// let text = "PREFIX foo: <x:> <x:s> <x:p> fooo:o .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
/// match error.as_syntax().unwrap().kind() {
///     SyntaxErrorKind::UndeclaredPrefix { prefix, declared, .. } => {
///         assert_eq!((prefix.as_str(), declared.as_slice()), ("fooo", &["foo".to_owned()][..]));
///     }
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The grammar allows something else here.
    #[non_exhaustive]
    Unexpected {
        /// The token that is there, or a character that no token can go on with; `None` at the end of the document.
        found: Option<String>,
        /// The token that it is in.
        within: Option<Unfinished>,
        /// The tokens that the grammar allows instead, in its own words: production names and quoted keywords. Together they
        /// are all that it allows; [`Context::tokens`](crate::error::Context::tokens) has each token.
        expected: Vec<String>,
    },
    /// The rules of the grammar allow something else here, and its productions, which could name it, allow the token that
    /// is there. No dialect's grammar does that, but one that was just edited can.
    Unexplained,
    /// The bytes are not UTF-8.
    #[non_exhaustive]
    InvalidUtf8 {
        /// The first one to three of them, which are the error's span: the bytes that one U+FFFD replaces where a text is
        /// repaired (Unicode's "maximal subpart of an ill-formed subsequence",
        /// [`Utf8Error::error_len`](std::str::Utf8Error::error_len)).
        bytes: Vec<u8>,
    },
    /// More levels of nested collections, property lists, triple terms and the like than the limit allows.
    #[non_exhaustive]
    NestingLimit {
        /// The limit: how many levels are allowed.
        limit: usize,
    },
    /// A statement of more bytes than the limit allows.
    #[non_exhaustive]
    StatementTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// A document of more bytes than the [reference engine](crate::Engine) reads.
    #[non_exhaustive]
    DocumentTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// A text that an ambiguous grammar takes more steps to read than the limit allows.
    #[non_exhaustive]
    TooManySteps {
        /// The limit, in steps.
        limit: usize,
    },
    /// A base IRI, a namespace, or an IRI that is made with one, of more bytes than the limit allows.
    #[non_exhaustive]
    IriTooLong {
        /// The limit, in bytes.
        limit: usize,
    },
    /// Prefixes that take more memory, with their namespaces, than the limit allows.
    #[non_exhaustive]
    PrefixesTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// A prefixed name whose prefix has no declaration before it.
    #[non_exhaustive]
    UndeclaredPrefix {
        /// The prefix, without the colon.
        prefix: String,
        /// Prefixes that are declared before it, in alphabetical order, without their colons; fifty at most,
        /// without those of more than a hundred bytes.
        declared: Vec<String>,
    },
    /// A relative IRI reference without a base IRI; or in N-Triples or N-Quads, which have absolute IRIs only, whether a
    /// base IRI was given or not.
    #[non_exhaustive]
    RelativeIri {
        /// The IRI reference.
        iri: String,
        /// Whether the dialect has relative references, so that a base IRI would resolve it.
        is_allowed: bool,
    },
    /// An IRI that breaks the generic syntax of RFC 3987.
    #[non_exhaustive]
    InvalidIri {
        /// The IRI, with escapes replaced.
        iri: String,
        /// The fault.
        reason: String,
    },
    /// A language tag that is not well-formed by section 2.2.9 of BCP 47.
    #[non_exhaustive]
    InvalidLanguageTag {
        /// The language tag.
        tag: String,
        /// The fault.
        reason: String,
    },
    /// A base direction other than `ltr` and `rtl`.
    #[non_exhaustive]
    InvalidBaseDirection {
        /// The base direction, as written.
        direction: String,
    },
    /// A triple term, a reifier or a base direction: this library was built without the feature `rdf-12`, so it has no terms for them.
    NeedsRdf12,
    /// A numeric escape sequence for a number that is not a Unicode scalar value: a surrogate, or above 10FFFF.
    #[non_exhaustive]
    InvalidEscape {
        /// The escape sequence.
        escape: String,
    },
    /// A literal with the datatype IRI `rdf:langString` or `rdf:dirLangString` and without the language tag
    /// or base direction that these stand for.
    #[non_exhaustive]
    MissingLanguageTag {
        /// The datatype IRI.
        datatype: String,
    },
    /// A production is where the translator knows no meaning for it: the grammar says more than RDF.
    Untranslatable,
}

impl SyntaxErrorKind {
    /// Its name, for programs: in the keys `kind` of the program's JSON. A name stays what it is, whatever the variant is called.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let error = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> ex:o .").check().unwrap_err();
    /// assert_eq!(error.as_syntax().unwrap().kind().name(), "UndeclaredPrefix");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Self::Unexpected { .. } => "Unexpected",
            Self::Unexplained => "Unexplained",
            Self::InvalidUtf8 { .. } => "InvalidUtf8",
            Self::NestingLimit { .. } => "NestingLimit",
            Self::StatementTooLarge { .. } => "StatementTooLarge",
            Self::DocumentTooLarge { .. } => "DocumentTooLarge",
            Self::TooManySteps { .. } => "TooManySteps",
            Self::IriTooLong { .. } => "IriTooLong",
            Self::PrefixesTooLarge { .. } => "PrefixesTooLarge",
            Self::UndeclaredPrefix { .. } => "UndeclaredPrefix",
            Self::RelativeIri { .. } => "RelativeIri",
            Self::InvalidIri { .. } => "InvalidIri",
            Self::InvalidLanguageTag { .. } => "InvalidLanguageTag",
            Self::InvalidBaseDirection { .. } => "InvalidBaseDirection",
            Self::NeedsRdf12 => "NeedsRdf12",
            Self::InvalidEscape { .. } => "InvalidEscape",
            Self::MissingLanguageTag { .. } => "MissingLanguageTag",
            Self::Untranslatable => "Untranslatable",
        }
    }
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected {
                found,
                within,
                expected,
            } => {
                match found {
                    Some(found) => write!(f, "unexpected {}", Backquoted(found))?,
                    None => f.write_str("unexpected end of the document")?,
                }
                match within {
                    Some(Unfinished { tokens, start }) => {
                        write!(f, ", in the {} that began at {start}", Either(tokens))
                    }
                    None if expected.is_empty() => Ok(()),
                    None => write!(f, ", expected {}", Either(expected)),
                }
            }
            Self::Unexplained => f.write_str(
                "the grammar's rules do not allow what is here, though its productions (the `///` lines) do",
            ),
            Self::InvalidUtf8 { bytes } if bytes.len() == 1 => {
                f.write_str("this byte is not UTF-8")
            }
            Self::InvalidUtf8 { .. } => f.write_str("these bytes are not UTF-8"),
            Self::NestingLimit { limit } => {
                let levels = CountedNoun(*limit, "level");
                write!(f, "nested more than {levels} deep, which is the limit")
            }
            Self::StatementTooLarge { limit } => {
                let bytes = CountedNoun(*limit, "byte");
                write!(f, "the statement has more than {bytes}, which is the limit")
            }
            Self::DocumentTooLarge { limit } => {
                let bytes = CountedNoun(*limit, "byte");
                write!(
                    f,
                    "the document has more than {bytes}, which is the limit of an engine that reads it as a whole"
                )
            }
            Self::TooManySteps { limit } => {
                write!(f, "reading on takes more than {limit} steps, which is the limit")
            }
            Self::IriTooLong { limit } => {
                let bytes = CountedNoun(*limit, "byte");
                write!(f, "the IRI has more than {bytes}, which is the limit")
            }
            Self::PrefixesTooLarge { limit } => {
                let bytes = CountedNoun(*limit, "byte");
                write!(f, "the prefixes take more than {bytes}, which is the limit")
            }
            Self::UndeclaredPrefix { prefix, .. } => {
                write!(f, "the prefix `{}:` is not declared", Printable(prefix))
            }
            Self::RelativeIri { iri, is_allowed } => {
                let iri = Printable(iri);
                let why = match is_allowed {
                    true => "there is no base IRI",
                    false => "this language has absolute IRIs only",
                };
                write!(f, "the IRI reference <{iri}> is relative, and {why}")
            }
            Self::InvalidIri { iri, reason } => {
                write!(f, "<{}> is not an IRI: {}", Printable(iri), Printable(reason))
            }
            Self::InvalidLanguageTag { tag, reason } => {
                let (tag, reason) = (Printable(tag), Printable(reason));
                write!(f, "`{tag}` is not a well-formed language tag: {reason}")
            }
            Self::InvalidBaseDirection { direction } => {
                let direction = Printable(direction);
                write!(f, "the base direction is `ltr` or `rtl`, not `{direction}`")
            }
            Self::NeedsRdf12 => f.write_str(
                "this is syntax of RDF 1.2, and the program was built for terms of RDF 1.1 alone",
            ),
            Self::InvalidEscape { escape } => {
                write!(f, "`{escape}` does not stand for a Unicode scalar value")
            }
            Self::MissingLanguageTag { datatype } => write!(
                f,
                "a literal of the datatype <{datatype}> is written with a language tag, not with the datatype IRI"
            ),
            Self::Untranslatable => f.write_str("this production has no meaning here"),
        }
    }
}

/// `1 level`, `2 levels`.
struct CountedNoun(usize, &'static str);

impl fmt::Display for CountedNoun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        let plural = if *count == 1 { "" } else { "s" };
        write!(f, "{count} {noun}{plural}")
    }
}

/// One of several: `a, b or c`.
struct Either<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Either<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, thing) in self.0.iter().enumerate() {
            match self.0.len() - index {
                _ if index == 0 => {}
                1 => f.write_str(" or ")?,
                _ => f.write_str(", ")?,
            }
            write!(f, "{thing}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_one_is_told_in_the_singular() {
        let messages = [
            SyntaxErrorKind::NestingLimit { limit: 1 },
            SyntaxErrorKind::StatementTooLarge { limit: 1 },
            SyntaxErrorKind::IriTooLong { limit: 1 },
            SyntaxErrorKind::PrefixesTooLarge { limit: 1 },
            SyntaxErrorKind::NestingLimit { limit: 0 },
        ];
        assert_eq!(
            messages.map(|kind| kind.to_string()),
            [
                "nested more than 1 level deep, which is the limit",
                "the statement has more than 1 byte, which is the limit",
                "the IRI has more than 1 byte, which is the limit",
                "the prefixes take more than 1 byte, which is the limit",
                "nested more than 0 levels deep, which is the limit",
            ]
        );
    }

    /// Messages stay short and visible, with any text of a document that they quote.
    #[test]
    fn no_message_is_long_or_has_what_cannot_be_seen() {
        let text = || "\u{202E}\x1B\u{FEFF}".repeat(1000);
        for kind in [
            SyntaxErrorKind::Unexpected {
                found: Some(text()),
                within: None,
                expected: Vec::new(),
            },
            SyntaxErrorKind::UndeclaredPrefix {
                prefix: text(),
                declared: Vec::new(),
            },
            SyntaxErrorKind::RelativeIri {
                iri: text(),
                is_allowed: true,
            },
            SyntaxErrorKind::InvalidIri {
                iri: text(),
                reason: text(),
            },
            SyntaxErrorKind::InvalidLanguageTag {
                tag: text(),
                reason: text(),
            },
            SyntaxErrorKind::InvalidBaseDirection { direction: text() },
        ] {
            let message = kind.to_string();
            assert!(
                message.chars().all(|c| matches!(c, ' '..='~' | '…')),
                "{message}"
            );
            assert!(message.len() < 5000, "{message}");
        }
    }
}
