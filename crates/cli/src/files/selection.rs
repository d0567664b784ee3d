//! Which files of folders and patterns are read.
//!
//! Invariant: this says nothing of a file that is named itself: that one is read.

use crate::files::compression::is_packed;
use crate::files::names;
use anyhow::Context;
use ignore::overrides::{Override, OverrideBuilder};
use std::fs::File;
use std::path::Path;

/// Which documents of folders and patterns a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    All,
    /// Documents that are not compressed.
    Unpacked,
}

impl Takes {
    /// Whether a file's name or its bytes say that it is compressed, and those are left out.
    pub fn leaves_out(self, path: &Path) -> bool {
        let is_packed = || File::open(path).and_then(is_packed).unwrap_or(false);
        self == Self::Unpacked
            && path.is_file()
            && (names::compression(path).is_some() || is_packed())
    }
}

/// Which files of folders and patterns are read, and how the others are told.
pub struct Selection {
    pub takes: Takes,
    /// Whether files such as `.gitignore` keep what they name from being read.
    pub keeps_to_ignore_files: bool,
    /// Files and folders that --exclude names.
    pub excluded: Override,
    /// Whether each file that is passed over is named.
    pub tells_names: bool,
}

/// Reads the patterns of --exclude, which are written as in `.gitignore`, seen from the current folder.
///
/// # Errors
///
/// A text is not such a pattern.
pub fn exclusion(patterns: &[String]) -> anyhow::Result<Override> {
    let mut excluded = OverrideBuilder::new(".");
    for pattern in patterns {
        // Without its sign it would be the only one to be read.
        let added = excluded.add(&format!("!{pattern}"));
        added.with_context(|| format!("--exclude {pattern}"))?;
    }
    Ok(excluded.build()?)
}
