//! The commits of a git repository that changed a file, from where it begins to HEAD.

#[cfg(not(target_family = "wasm"))]
mod repository;

#[cfg(not(target_family = "wasm"))]
pub use repository::of;
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

/// No commits, and a word why, if the folder is a repository.
#[cfg(target_family = "wasm")]
pub fn of(
    folder: &std::path::Path,
    _: &std::path::Path,
    _: Option<&str>,
) -> anyhow::Result<Option<Vec<FileCommit>>> {
    if folder.join(".git").exists() || folder.join("objects").exists() {
        anyhow::bail!(
            "{}: this is a git repository, and git is not in this build; name files of its states",
            folder.display()
        );
    }
    Ok(None)
}
