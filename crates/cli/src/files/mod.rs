//! The files that this run reads, and the files that it writes.
//!
//! Invariant: no file is both, and no file is written by way of two outputs at once, whatever the names are: paths, links, hard
//! links, standard input, standard output, standard error. A module that reads a file says so with [`reads`] before it reads;
//! `WholeFile` (`whole.rs`), which writes all files, asks [`write()`] before it begins and [`spare`] before it
//! puts a file in its place.

pub mod compression;
pub mod find;
mod folder;
pub mod found;
pub mod names;
pub mod selection;
pub mod whole;

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// One regular file, whatever its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FileIdentity {
    /// The device, and the file's number on it.
    #[cfg(unix)]
    Number(u64, u64),
    /// The full path, where the file does not exist yet, or files have no numbers.
    Path(PathBuf),
}

/// The files of this run. Devices and pipes are not among them: they lose nothing.
#[derive(Default)]
struct FilesOfRun {
    read: HashSet<FileIdentity>,
    written: Vec<FileIdentity>,
    /// Whether standard error is a file that was to be read.
    has_to_be_silent: bool,
}

static FILES: LazyLock<Mutex<FilesOfRun>> = LazyLock::new(|| {
    Mutex::new(FilesOfRun {
        read: HashSet::new(),
        written: [
            FileIdentity::of_stream(&io::stdout()),
            FileIdentity::of_stream(&io::stderr()),
        ]
        .into_iter()
        .flatten()
        .collect(),
        has_to_be_silent: false,
    })
});

fn files() -> MutexGuard<'static, FilesOfRun> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is written, until this is dropped.
pub struct Reservation(Option<FileIdentity>);

impl Drop for Reservation {
    fn drop(&mut self) {
        files().written.retain(|file| Some(file) != self.0.as_ref());
    }
}

/// Says that the run reads a file.
///
/// # Errors
///
/// The run writes this file.
pub fn reads(path: &Path) -> io::Result<()> {
    reads_file(FileIdentity::of(path))
}

/// Says that the run reads standard input.
///
/// # Errors
///
/// Standard input is a file that the run writes.
pub fn reads_standard_input() -> io::Result<()> {
    reads_file(FileIdentity::of_stream(&io::stdin()))
}

fn reads_file(file: Option<FileIdentity>) -> io::Result<()> {
    let Some(file) = file else {
        return Ok(());
    };
    let mut files = files();
    if files.written.contains(&file) {
        files.has_to_be_silent |= FileIdentity::of_stream(&io::stderr()) == Some(file);
        return Err(refusal(
            "this run would read the file and write it; name another file for the output",
        ));
    }
    files.read.insert(file);
    Ok(())
}

/// Whether a message at standard error would change a file that was to be read: the exit status has to say it all.
pub fn has_to_be_silent() -> bool {
    files().has_to_be_silent
}

/// Whether the run writes a file.
pub fn is_written(path: &Path) -> bool {
    FileIdentity::of(path).is_some_and(|file| files().written.contains(&file))
}

/// Says that the run writes a file.
///
/// # Errors
///
/// The run reads this file, or writes it by way of another output.
pub fn write(path: &Path) -> io::Result<Reservation> {
    spare(path)?;
    let Some(file) = FileIdentity::of(path) else {
        return Ok(Reservation(None));
    };
    let mut files = files();
    if files.written.contains(&file) {
        return Err(refusal(
            "another output of this run goes to the same file; name another file",
        ));
    }
    files.written.push(file.clone());
    Ok(Reservation(Some(file)))
}

/// Makes sure that the run reads no file of this name.
///
/// # Errors
///
/// The run reads this file.
pub fn spare(path: &Path) -> io::Result<()> {
    let is_read = |file| files().read.contains(&file);
    match FileIdentity::of(path).is_some_and(is_read) {
        true => Err(refusal(
            "this run reads the file, and would write over it; name another file",
        )),
        false => Ok(()),
    }
}

/// The error of a file that is not to be used so.
pub fn refusal(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Makes sure that a file that is to be replaced has no other names: hard links to it would part.
///
/// # Errors
///
/// It has.
pub fn has_one_name(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let names = fs::metadata(path)?.nlink();
        if names > 1 {
            let message = format!(
                "the file has {names} names (hard links), and only one would be changed; use standard input and output"
            );
            return Err(refusal(&message));
        }
    }
    let _ = path;
    Ok(())
}

/// Where a file is, or would be made, that is called this: behind links, also behind one that leads to no file yet.
///
/// # Errors
///
/// The links lead round in a circle, or one of them cannot be read.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    /// As many links as Linux follows.
    const MOST_LINKS: usize = 40;
    if path.exists() {
        // A file without a path of its own, such as a pipe that is called /dev/stdout, keeps its name.
        return Ok(full_path(path).unwrap_or_else(|_| path.to_owned()));
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                path = folder_of(&path).join(fs::read_link(&path)?);
            }
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("its links lead to no file"))
}

/// The full path of a file, behind links. WebAssembly does not tell where links lead: there it is that of the name.
fn full_path(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => std::path::absolute(path),
        found => found,
    }
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

impl FileIdentity {
    /// That of a regular file, or of one that would be made by this name.
    pub fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => None,
            #[cfg(unix)]
            Ok(metadata) => Some(Self::number(&metadata)),
            #[cfg(not(unix))]
            Ok(_) => full_path(path).ok().map(Self::Path),
            Err(_) => {
                let path = target(path).ok()?;
                let folder = full_path(folder_of(&path)).ok()?;
                Some(Self::Path(folder.join(path.file_name()?)))
            }
        }
    }

    #[cfg(unix)]
    fn number(metadata: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self::Number(metadata.dev(), metadata.ino())
    }

    /// That of the regular file behind a stream.
    #[cfg(unix)]
    fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let stream = stream.as_fd().try_clone_to_owned().ok()?;
        let metadata = fs::File::from(stream).metadata().ok()?;
        metadata.is_file().then(|| Self::number(&metadata))
    }

    /// Elsewhere the library does not tell which file a stream is.
    #[cfg(not(unix))]
    fn of_stream<T>(_: &T) -> Option<Self> {
        None
    }
}
