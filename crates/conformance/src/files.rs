//! Which files are read: a manifest is a foreign text, and can name any file.
//!
//! Invariant: nothing is opened but regular files below the folders that are allowed, wherever `..` and links lead. So a
//! manifest can neither have a secret printed in an error, nor make the program wait for a pipe.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

/// The folders that files may lie in, as they are called without `..` and links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folders(Arc<[PathBuf]>);

impl Folders {
    pub(super) fn new<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> io::Result<Self> {
        let folders = folders.into_iter().map(|folder| {
            let folder = folder.as_ref();
            match folder.as_os_str().is_empty() {
                true => fs::canonicalize("."),
                false => fs::canonicalize(folder),
            }
        });
        folders.collect::<io::Result<_>>().map(Self)
    }

    /// The path of the file without `..` and links, if it may be read.
    pub(super) fn admit(&self, path: &Path) -> io::Result<PathBuf> {
        let real = fs::canonicalize(path)?;
        if !self.0.iter().any(|folder| real.starts_with(folder)) {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                format!(
                    "not read: {} is in none of the folders that are allowed; `--allow FOLDER` (ManifestReader::allow) \
                     adds one to {}",
                    real.display(),
                    self.names()
                ),
            ));
        }
        match fs::metadata(&real)?.file_type() {
            kind if kind.is_file() => Ok(real),
            kind if kind.is_dir() => Err(io::Error::other("this is a folder, not a file")),
            _ => Err(io::Error::other("this is not a regular file")),
        }
    }

    pub(super) fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(self.admit(path)?)
    }

    fn names(&self) -> String {
        let names: Vec<_> = self.0.iter().map(|it| it.display().to_string()).collect();
        names.join(", ")
    }
}
