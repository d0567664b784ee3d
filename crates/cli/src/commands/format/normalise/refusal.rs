//! The reasons for which a document is not changed.

use anyhow::anyhow;
use std::io;
use turtle_peg::Error;
use turtle_peg::format::FormatError;

/// Why a document was not changed.
#[derive(Debug)]
pub enum NormalisationError {
    /// The document is at fault.
    Fault(Error),
    /// A part of it is to stay as it is.
    Stays,
    /// Something else failed: its dialect does not have what was asked for, say.
    Failed(anyhow::Error),
}

impl From<Error> for NormalisationError {
    fn from(error: Error) -> Self {
        Self::Fault(error)
    }
}

impl From<anyhow::Error> for NormalisationError {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<io::Error> for NormalisationError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl From<FormatError> for NormalisationError {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Read(error) => Self::Fault(error),
            error => Self::Failed(error.into()),
        }
    }
}

/// The reason where the changed document was compared with the document, and differs.
pub const HAS_OTHERS: &str = "the changed document would have other triples: this is a fault of turtle-peg, please report it";

/// The reason where the changed document has a fault.
pub fn not_read(error: Error) -> anyhow::Error {
    anyhow!("the changed document would not be read: {error}")
}
