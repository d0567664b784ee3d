//! The bytes of checkpoints: fields, one after the other, between what they begin with and their checksum.

use crate::{Dialect, Position};
use std::fmt;

/// The version of a checkpoint's fields.
pub(crate) const CHECKPOINT_VERSION: u8 = 1;

/// Why a checkpoint cannot be had from bytes, or not be resumed from.
///
/// ```
/// use turtle_peg::{Checkpoint, CheckpointError};
///
/// assert_eq!(Checkpoint::from_bytes(b"a file of another kind"), Err(CheckpointError::Foreign));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes are no checkpoint.
    Foreign,
    /// They are one of a version of the format that this library does not know.
    #[non_exhaustive]
    Version {
        /// The version they name.
        version: u8,
    },
    /// They are cut off, or were changed.
    Damaged,
    /// The checkpoint is one of a document in another dialect than the parser's.
    #[non_exhaustive]
    Dialect {
        /// The dialect of the document.
        dialect: Dialect,
        /// The dialect of the parser.
        parser: Dialect,
    },
    /// The parser's engine reads [documents as a whole](crate::Parser::reads_whole_documents), and the checkpoint is not at the beginning of one.
    WholeDocuments,
    /// Nobody has chosen what labels of blank nodes begin with, so that each range of lines would have labels of its own.
    NoBlankNodePrefix,
    /// In this dialect no statement can be read without those before it: it is not line-based.
    #[non_exhaustive]
    NotLineBased {
        /// The dialect of the parser.
        dialect: Dialect,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is not a checkpoint of turtle-peg"),
            Self::Version { version } => write!(
                f,
                "the checkpoint has version {version} of the format; this program reads version {}",
                CHECKPOINT_VERSION
            ),
            Self::Damaged => f.write_str("the checkpoint is damaged: bytes are missing or changed"),
            Self::Dialect { dialect, parser } => write!(
                f,
                "the checkpoint is of a document in {dialect}, and the parser reads {parser}"
            ),
            Self::WholeDocuments => f.write_str(
                "the engine reads documents as a whole, and none from a checkpoint on: choose another engine",
            ),
            Self::NoBlankNodePrefix => f.write_str(
                "ranges of lines share their blank nodes: the parser needs a prefix of labels that is one in all of them",
            ),
            Self::NotLineBased { dialect } => write!(
                f,
                "a line of {dialect} depends on those before it: only N-Triples and N-Quads can be read from any line"
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

/// FNV-1a: it changes with each change of one byte.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Writes the fields of a checkpoint one after the other.
pub(crate) struct FieldWriter(Vec<u8>);

impl FieldWriter {
    pub(crate) fn new(magic: &[u8], version: u8) -> Self {
        Self([magic, &[version]].concat())
    }

    /// The bytes, with their checksum.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.number(sum);
        self.0
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    pub(crate) fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }

    pub(crate) fn position(&mut self, position: Position) {
        position
            .fields()
            .into_iter()
            .for_each(|number| self.number(number));
    }
}

/// Reads them again; `None` where they are not what is expected.
pub(crate) struct FieldReader<'b>(&'b [u8]);

impl<'b> FieldReader<'b> {
    /// The fields between what the bytes begin with and their checksum.
    pub(crate) fn new(bytes: &'b [u8], magic: &[u8], version: u8) -> Result<Self, CheckpointError> {
        match bytes.strip_prefix(magic) {
            None | Some([]) => Err(CheckpointError::Foreign),
            Some(&[other, ..]) if other != version => {
                Err(CheckpointError::Version { version: other })
            }
            Some([_, fields @ ..]) => match fields.split_last_chunk() {
                Some((fields, sum))
                    if checksum(&bytes[..bytes.len() - sum.len()]) == u64::from_le_bytes(*sum) =>
                {
                    Ok(Self(fields))
                }
                _ => Err(CheckpointError::Damaged),
            },
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// A number that is counted up, and never gets beyond the largest.
    pub(crate) fn number(&mut self) -> Option<u64> {
        const MOST: u64 = 1 << 62;
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*bytes)).filter(|&number| number < MOST)
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        Some(str::from_utf8(self.bytes()?).ok()?.to_owned())
    }

    pub(crate) fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    /// The outer `None` is for fields that are not what is expected.
    pub(crate) fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.flag()? {
            true => read(self).map(Some),
            false => Some(None),
        }
    }

    pub(crate) fn position(&mut self) -> Option<Position> {
        let mut fields = [0; Position::FIELDS];
        for field in &mut fields {
            *field = self.number()?;
        }
        Position::of_fields(fields)
    }
}
