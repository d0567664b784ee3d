//! A state of a file in a repository's history.

use std::path::PathBuf;

/// A commit that changed the file.
pub struct FileCommit {
    /// As short as the repository allows.
    pub hash: String,
    /// The day on which it was written.
    pub date: String,
    /// The first line of its message.
    pub title: String,
    /// The file's name at that time.
    pub path: PathBuf,
    /// The file's text, or why there is none.
    pub text: Result<String, String>,
}
