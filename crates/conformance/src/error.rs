//! Why a manifest could not be read.

use oxiri::IriParseError;
use oxrdf::{NamedNode, NamedOrBlankNode, Term};
use std::fmt;
use std::path::{Path, PathBuf};
use turtle_peg::Error;

/// A manifest file could not be read, and why.
///
/// ```
/// use turtle_peg_conformance::Manifest;
///
/// let error = Manifest::read("examples/suite/no-stop.ttl").unwrap_err();
/// assert!(error.path().ends_with("no-stop.ttl"));
/// assert!(error.to_string().contains("no-stop.ttl:2:1: unexpected end of the document"), "{error}");
/// ```
#[derive(Debug)]
pub struct ManifestError {
    pub(super) path: PathBuf,
    pub(super) kind: ManifestErrorKind,
}

impl ManifestError {
    /// The file, which may be one that another manifest includes.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The kind of error.
    pub fn kind(&self) -> &ManifestErrorKind {
        &self.kind
    }
}

impl fmt::Display for ManifestError {
    /// `path: message`, or `path:line:column: message`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            ManifestErrorKind::Document(error) => f.write_str(&located(path, error)),
            kind => write!(f, "{path}: {kind}"),
        }
    }
}

impl std::error::Error for ManifestError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ManifestErrorKind::Document(error) => error.source(),
            ManifestErrorKind::InvalidIri { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// An error about the file `name`, written so that programs which read compilers' messages find the place.
pub(super) fn located(name: impl fmt::Display, error: &Error) -> String {
    match error.as_syntax() {
        Some(error) => format!("{name}:{error}"),
        None => format!("{name}: {error}"),
    }
}

/// A fault of a manifest.
///
/// ```
/// use turtle_peg_conformance::{Manifest, ManifestErrorKind};
///
/// let error = Manifest::read("examples/suite/collection.ttl").unwrap_err();
/// assert!(matches!(error.kind(), ManifestErrorKind::NoManifest));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ManifestErrorKind {
    /// It could not be read, or is not Turtle.
    Document(Error),
    /// The IRI that it is published under, as given, is not an IRI.
    #[non_exhaustive]
    InvalidIri {
        /// The text given.
        iri: String,
        /// Why it is none.
        error: IriParseError,
    },
    /// It describes no manifest that lists tests or other manifests.
    NoManifest,
    /// A list of tests or of manifests has no end, or several.
    BrokenList,
    /// This has several values of a property of which it can have one; of the types of a test, several that are known.
    #[non_exhaustive]
    SeveralValues {
        /// The node that has them.
        subject: NamedOrBlankNode,
        /// The property.
        property: NamedNode,
    },
    /// This has to be an IRI: a test, so that a report can name it; a manifest; the assumed base.
    NotAnIri(Term),
    /// It includes a manifest that is not a file on this machine.
    NotLocal(NamedNode),
}

impl fmt::Display for ManifestErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::InvalidIri { iri, error } => write!(f, "`{iri}` is not an absolute IRI: {error}"),
            Self::NoManifest => {
                f.write_str("there is no mf:Manifest with mf:entries or mf:include here")
            }
            Self::BrokenList => {
                f.write_str("the value of mf:entries or mf:include is not a well-formed list")
            }
            Self::SeveralValues { subject, property } => {
                write!(
                    f,
                    "{subject} has several values of {property}, where one is allowed"
                )
            }
            Self::NotAnIri(term) => write!(f, "{term} is in the place of an IRI"),
            Self::NotLocal(iri) => write!(f, "the included manifest {iri} is not a local file"),
        }
    }
}

impl From<Error> for ManifestErrorKind {
    fn from(error: Error) -> Self {
        Self::Document(error)
    }
}
