//! Why a quad was not written.

use crate::Dialect;
use crate::quoted::Printable;
use std::error::Error;
use std::{fmt, io};

/// Why [`TurtleWriter`](crate::TurtleWriter) or [`TriGWriter`](crate::TriGWriter) did not write a quad: the output failed, or the
/// dialect has no such term. Of such a quad nothing was written, and the writer goes on with the next.
///
/// ```
/// use turtle_peg::oxrdf::{BlankNode, NamedNode, Triple};
/// use turtle_peg::{TurtleWriter, WriteError};
///
/// let mut writer = TurtleWriter::new(Vec::new());
/// let p = NamedNode::new("http://example.org/p")?;
/// let error = writer.write_triple(&Triple::new(BlankNode::new("a:b")?, p.clone(), p)).unwrap_err();
/// assert!(matches!(error, WriteError::BlankNodeLabel { ref label, .. } if label == "a:b"));
/// assert_eq!(error.to_string(), "turtle-1.2 has no blank node label `a:b`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed.
    Io(io::Error),
    /// The document that was to be written cannot be read.
    Document(crate::Error),
    /// The dialect has no triple terms.
    #[non_exhaustive]
    TripleTerm {
        /// The writer's dialect.
        dialect: Dialect,
    },
    /// A triple of a named graph, and the dialect has none.
    #[non_exhaustive]
    NamedGraph {
        /// The writer's dialect.
        dialect: Dialect,
    },
    /// No text of the dialect stands for a blank node with this label.
    #[non_exhaustive]
    BlankNodeLabel {
        /// The label.
        label: String,
        /// The writer's dialect.
        dialect: Dialect,
    },
    /// It is not an absolute IRI in the dialect.
    #[non_exhaustive]
    Iri {
        /// The text of the term.
        iri: String,
        /// Why it is not.
        reason: String,
        /// The writer's dialect.
        dialect: Dialect,
    },
    /// The dialect has no such language tag, or none with a base direction.
    #[non_exhaustive]
    LanguageTag {
        /// The tag, with `--` and the base direction if there is one.
        tag: String,
        /// Why it is not.
        reason: String,
        /// The writer's dialect.
        dialect: Dialect,
    },
    /// A literal has a datatype that only a language tag gives it, and has no language tag.
    #[non_exhaustive]
    LanguageDatatype {
        /// The IRI of the datatype.
        datatype: String,
        /// The writer's dialect.
        dialect: Dialect,
    },
}

impl From<crate::Error> for WriteError {
    fn from(error: crate::Error) -> Self {
        Self::Document(error)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Document(error) => error.fmt(f),
            Self::TripleTerm { dialect } => write!(f, "{dialect} has no triple terms"),
            Self::NamedGraph { dialect } => write!(f, "{dialect} has no named graphs"),
            Self::BlankNodeLabel { label, dialect } => {
                write!(
                    f,
                    "{dialect} has no blank node label `{}`",
                    Printable(label)
                )
            }
            Self::Iri {
                iri,
                reason,
                dialect,
            } => {
                let (iri, reason) = (Printable(iri), Printable(reason));
                write!(f, "{dialect} has no IRI <{iri}>: {reason}")
            }
            Self::LanguageTag {
                tag,
                reason,
                dialect,
            } => {
                let (tag, reason) = (Printable(tag), Printable(reason));
                write!(f, "{dialect} has no language tag `{tag}`: {reason}")
            }
            Self::LanguageDatatype { datatype, dialect } => write!(
                f,
                "{dialect} has no literal with the datatype <{}> and without a language tag",
                Printable(datatype)
            ),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Document(error) => Some(error),
            _ => None,
        }
    }
}
