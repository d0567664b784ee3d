//! The text before the labels of a document's blank nodes: `parse --blank-node-prefix`.
//!
//! Invariant: labels of two documents of one run are never equal, unless the user asks for a hash and the documents have the same bytes.

use crate::input::{InputSource, Strange};
use anyhow::bail;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// The text before labels.
#[derive(Clone, Debug)]
pub enum LabelPrefix {
    Text(String),
    /// A hash of the document's bytes.
    Content,
}

impl LabelPrefix {
    /// The prefix that the command line gives.
    pub fn read(text: &str) -> Result<Self, String> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        match text {
            "content" => Ok(Self::Content),
            _ if !text.is_empty() && !text.starts_with('-') && text.bytes().all(is_allowed) => {
                Ok(Self::Text(text.to_owned()))
            }
            _ => Err("write letters, digits, `_` and, not in front, `-`; or `content`".to_owned()),
        }
    }

    /// The prefix for the labels of a document, which is the one with this number, if there are several.
    ///
    /// # Errors
    ///
    /// The document's bytes are to be hashed, and can be read only once, or not at all.
    pub fn of(
        prefix: Option<&Self>,
        source: &InputSource,
        number: Option<usize>,
    ) -> anyhow::Result<String> {
        let numbered = number.map_or_else(String::new, |number| format!("d{number}-"));
        match prefix {
            None => Ok(numbered),
            Some(Self::Text(text)) => Ok(format!("{text}{numbered}")),
            // Of a file that is not there, that is told when it is opened.
            Some(Self::Content) if source.file().is_some_and(|path| !path.exists()) => Ok(numbered),
            Some(Self::Content) => hashed(source),
        }
    }
}

/// The first 64 bits of a file's SHA-256, with a letter before them and a hyphen behind.
fn hashed(source: &InputSource) -> anyhow::Result<String> {
    let Some(path) = source.file().filter(|path| path.is_file()) else {
        bail!(Strange(
            "--blank-node-prefix content reads a document twice: name a file, and not a pipe or standard input".to_owned()
        ));
    };
    let mut hash = Sha256::new();
    let file = File::open(path).map_err(Strange::from)?;
    let mut bytes = BufReader::with_capacity(64 * 1024, file);
    loop {
        let part = bytes.fill_buf().map_err(Strange::from)?;
        if part.is_empty() {
            break;
        }
        hash.update(part);
        let length = part.len();
        bytes.consume(length);
    }
    let mut prefix = "c".to_owned();
    for byte in &hash.finalize()[..8] {
        write!(prefix, "{byte:02x}")?;
    }
    prefix.push('-');
    Ok(prefix)
}
