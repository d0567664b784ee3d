//! The commits of a git repository that changed a file, from where it begins to HEAD.

mod commit;
#[cfg(not(target_family = "wasm"))]
mod repository;

pub use commit::FileCommit;
#[cfg(not(target_family = "wasm"))]
pub use repository::of;

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
