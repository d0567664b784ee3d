//! Settings that a parser or a writer cannot have.

use crate::engine::is_token;
use crate::quoted::Printable;
use crate::{Dialect, Production};
use oxiri::Iri;
use std::fmt;

/// Why a parser or a writer cannot have a setting.
///
/// ```
/// use turtle_peg::{Dialect, Parser, SettingError};
///
/// let parser = Parser::new(Dialect::Turtle12);
/// let error = parser.with_prefix("ex:", "http://example.org/").unwrap_err();
/// assert!(matches!(error, SettingError::Prefix { ref prefix, .. } if prefix == "ex:"));
/// assert_eq!(error.to_string(), "`ex:` is not a prefix: one is given without its colon, as `ex`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingError {
    /// A base IRI, or a namespace, is not an absolute IRI.
    #[non_exhaustive]
    Iri {
        /// The text given.
        iri: String,
        /// Why it is not.
        reason: String,
    },
    /// No document could write this prefix: it is neither a `PN_PREFIX` nor empty.
    #[non_exhaustive]
    Prefix {
        /// The text given.
        prefix: String,
    },
    /// A label that begins with this is not a blank node label.
    #[non_exhaustive]
    BlankNodePrefix {
        /// The text given.
        prefix: String,
    },
    /// A writer of one language cannot write this dialect of another.
    #[non_exhaustive]
    Dialect {
        /// The dialect given.
        dialect: Dialect,
        /// The name of the writer's language.
        language: &'static str,
    },
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iri { iri, reason } => {
                let (iri, reason) = (Printable(iri), Printable(reason));
                write!(f, "`{iri}` is not an absolute IRI: {reason}")
            }
            Self::Prefix { prefix } => match prefix.strip_suffix(':') {
                Some(name) if !name.contains(':') => write!(
                    f,
                    "`{}` is not a prefix: one is given without its colon, as `{}`",
                    Printable(prefix),
                    Printable(name)
                ),
                _ => write!(f, "`{}` is not a prefix", Printable(prefix)),
            },
            Self::BlankNodePrefix { prefix } => {
                write!(f, "no blank node label begins with `{}`", Printable(prefix))
            }
            Self::Dialect { dialect, language } => {
                write!(f, "{dialect} is not a dialect of {language}")
            }
        }
    }
}

impl std::error::Error for SettingError {}

/// # Errors
///
/// It is not an absolute IRI.
pub(crate) fn absolute_iri(iri: String) -> Result<Iri<String>, SettingError> {
    match Iri::parse(iri.as_str()) {
        Ok(_) => Ok(Iri::parse_unchecked(iri)),
        Err(error) => Err(SettingError::Iri {
            reason: error.to_string(),
            iri,
        }),
    }
}

/// # Errors
///
/// No document of the dialect could write it. Where a dialect has no prefixed names, any blank node label may be a
/// prefix.
pub(crate) fn prefix(dialect: Dialect, prefix: String) -> Result<String, SettingError> {
    let is_prefix = match dialect.is_line_based() {
        false => is_token(dialect, &format!("{prefix}:"), Production::PNAME_NS),
        true => prefix.is_empty() || is_label(dialect, &prefix),
    };
    match is_prefix {
        true => Ok(prefix),
        false => Err(SettingError::Prefix { prefix }),
    }
}

/// # Errors
///
/// No label begins so in the dialect.
pub(crate) fn blank_node_prefix(dialect: Dialect, prefix: String) -> Result<String, SettingError> {
    match prefix.is_empty() || is_label(dialect, &format!("{prefix}a")) {
        true => Ok(prefix),
        false => Err(SettingError::BlankNodePrefix { prefix }),
    }
}

fn is_label(dialect: Dialect, label: &str) -> bool {
    is_token(dialect, &format!("_:{label}"), Production::BLANK_NODE_LABEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREFIXES: [&str; 7] = ["", "ex", "é", "a.b", "a-1", "A_", "Ω"];
    const NO_PREFIXES: [&str; 12] = [
        "ex:",
        ":",
        "a b",
        "é è",
        "a.",
        ".a",
        "-a",
        "a>",
        "#",
        "a\n",
        "a: <x:> . @prefix b",
        "\u{D7}",
    ];

    #[test]
    fn a_prefix_is_what_a_document_can_write() {
        for dialect in Dialect::all() {
            for given in PREFIXES {
                assert!(
                    prefix(dialect, given.to_owned()).is_ok(),
                    "{dialect} {given:?}"
                );
            }
            for given in NO_PREFIXES {
                let expected = SettingError::Prefix {
                    prefix: given.to_owned(),
                };
                assert_eq!(
                    prefix(dialect, given.to_owned()),
                    Err(expected),
                    "{dialect} {given:?}"
                );
            }
        }
    }

    #[test]
    fn what_was_given_is_shown_escaped() {
        let given = || "a\x1B\u{202E}:".to_owned();
        for dialect in Dialect::all() {
            for error in [
                absolute_iri(given()).unwrap_err(),
                prefix(dialect, given()).unwrap_err(),
                blank_node_prefix(dialect, given()).unwrap_err(),
            ] {
                let shown = error.to_string();
                assert!(shown.contains("a<U+001B><U+202E>"), "{shown}");
                assert!(shown.chars().all(|c| matches!(c, ' '..='~')), "{shown}");
            }
        }
    }

    #[test]
    fn a_blank_node_prefix_is_the_beginning_of_a_label() {
        for dialect in Dialect::all() {
            for given in ["", "a-", "d1-", "_", "é", "1"] {
                let accepted = blank_node_prefix(dialect, given.to_owned());
                assert!(accepted.is_ok(), "{dialect} {given:?}");
            }
            for given in ["ex:", "a b", "é è", "-a", ".a", "_:", "<", "a\n"] {
                let expected = SettingError::BlankNodePrefix {
                    prefix: given.to_owned(),
                };
                let refused = blank_node_prefix(dialect, given.to_owned());
                assert_eq!(refused, Err(expected), "{dialect} {given:?}");
            }
        }
    }
}
