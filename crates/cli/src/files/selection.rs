//! Which files of folders and patterns are read.
//!
//! Invariant: this says nothing of a file that is named itself: that one is read.

use crate::files::compression::is_packed;
use crate::files::names;
use anyhow::Context;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::fs::File;
use std::path::{self, Path};

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
pub struct Selection<'a> {
    pub takes: Takes,
    /// Whether files such as `.gitignore` keep what they name from being read.
    pub keeps_to_ignore_files: bool,
    /// The patterns that name what is passed over in a folder.
    pub excluded: &'a dyn Fn(&Path) -> anyhow::Result<Vec<Gitignore>>,
    /// Whether each file that is passed over is named.
    pub tells_names: bool,
}

/// Patterns as `.gitignore` has them, seen from a folder whose path is absolute.
///
/// # Errors
///
/// A text is not such a pattern.
pub fn patterns_from(folder: &Path, patterns: &[String]) -> anyhow::Result<Gitignore> {
    let mut builder = GitignoreBuilder::new(folder);
    // git takes a bracket that is not closed for a character.
    builder.allow_unclosed_class(false);
    for pattern in patterns {
        builder
            .add_line(None, pattern)
            .with_context(|| format!("the pattern `{pattern}`"))?;
    }
    Ok(builder.build()?)
}

/// Whether patterns name a file or a folder, or a folder that it is in.
pub fn matches(patterns: &Gitignore, path: &Path, is_folder: bool) -> bool {
    let Ok(path) = path::absolute(path) else {
        return false;
    };
    // Patterns say nothing of what is not below their folder.
    path.starts_with(patterns.path())
        && patterns
            .matched_path_or_any_parents(path, is_folder)
            .is_ignore()
}
