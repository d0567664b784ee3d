//! Files that are written whole or not at all.
//!
//! Invariant: under the name that was asked for there is what was there before, until [`WholeFile::keep`] puts all that was
//! written in its place at once. What is no regular file, such as a pipe, is written as it is. Whoever interrupts the
//! program leaves no file that is not whole, and neither does a panic.

use super::status::INTERRUPTED;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::{panic, process};
use tempfile::NamedTempFile;

/// The file that is written, until it is kept.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

pub enum WholeFile {
    Temporary { file: NamedTempFile, path: PathBuf },
    Device(File),
}

impl WholeFile {
    pub fn create(path: &Path) -> io::Result<Self> {
        // Through a link, so that the link stays one.
        let path = match fs::canonicalize(path) {
            Ok(path) => path,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        let existing = fs::metadata(&path).ok();
        match &existing {
            Some(metadata) if metadata.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            Some(metadata) if !metadata.is_file() => {
                return File::options().write(true).open(&path).map(Self::Device);
            }
            _ => {}
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            let message = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".turtle-peg-");
        let permissions = existing.map(|metadata| metadata.permissions());
        #[cfg(unix)]
        let permissions = permissions.or_else(|| {
            // What the user's mask makes of it, as for any new file.
            use std::os::unix::fs::PermissionsExt;
            Some(fs::Permissions::from_mode(0o666))
        });
        if let Some(permissions) = permissions {
            builder.permissions(permissions);
        }
        let file = builder.tempfile_in(folder)?;
        set_unfinished(Some(file.path().to_owned()));
        Ok(Self::Temporary { file, path })
    }

    /// Puts what was written in its place.
    pub fn keep(mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Self::Temporary { file, path } => {
                file.as_file().sync_all()?;
                file.persist(path)?;
                set_unfinished(None);
                Ok(())
            }
            Self::Device(_) => Ok(()),
        }
    }
}

/// From here on the program removes this file before it ends, if it is interrupted or panics.
fn set_unfinished(path: Option<PathBuf>) {
    static HANDLERS: Once = Once::new();
    *unfinished() = path;
    HANDLERS.call_once(|| {
        // Where signals cannot be handled, a file with a strange name may be left.
        let _ = ctrlc::set_handler(|| {
            remove_unfinished();
            process::exit(INTERRUPTED);
        });
        // The program that is released cleans nothing up after a panic.
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |information| {
            remove_unfinished();
            report(information);
        }));
    });
}

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove_unfinished() {
    if let Some(path) = unfinished().take() {
        let _ = fs::remove_file(path);
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Temporary { file, .. } => file.write(bytes),
            Self::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Temporary { file, .. } => file.flush(),
            Self::Device(file) => file.flush(),
        }
    }
}
