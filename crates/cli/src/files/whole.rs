//! Files that are written whole or not at all.
//!
//! Invariant: under the name that was asked for is the earlier file, until [`WholeFile::keep`] puts all that was written in
//! its place at once; and it is not a file that the run [reads](crate::files), unless it is
//! [to take its place](WholeFile::in_place_of). A pipe or a device is written as it is.
//! Whoever interrupts the program leaves no file that is not whole, and neither does a panic, a full disk or a limit on
//! the size of files. Nor is a file kept after an interruption: what ends with it, such as a pipe whose writer is interrupted
//! by the same key, looks like the end of the input.

use crate::files::compression::Packer;
use crate::files::{self, Reservation, names};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::{panic, process};
use tempfile::{NamedTempFile, TempPath};

/// The files that are written, until they are kept.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The status that the program ends with, once it is interrupted; 0 before.
static INTERRUPTED: AtomicUsize = AtomicUsize::new(0);

/// A file that is written; compressed, if its name says so.
pub struct WholeFile {
    packer: Packer<Destination>,
    path: PathBuf,
    /// Held until the file is in its place; none if the run has read the file, and is to replace it.
    reservation: Option<Reservation>,
}

/// Where the bytes go until then.
enum Destination {
    Temporary(NamedTempFile, RemovedWhenInterrupted),
    Device(File),
}

/// The name of a temporary file, which the program removes if it is interrupted before this is dropped.
struct RemovedWhenInterrupted(PathBuf);

impl WholeFile {
    /// Begins a file whose contents are of the format that one of these extensions names.
    ///
    /// # Errors
    ///
    /// The path names another format, the run reads the file or writes it already, or it cannot be made there.
    pub fn create(path: &Path, extensions: &[&str]) -> io::Result<Self> {
        names::check_format(path, extensions)?;
        let reservation = files::write(path)?;
        let compression = names::compression(path);
        let path = files::target(path)?;
        let destination = Destination::of(&path)?;
        Ok(Self {
            packer: Packer::new(compression, destination)?,
            path,
            reservation: Some(reservation),
        })
    }

    /// Begins a file that takes the place of one that the run has read.
    ///
    /// # Errors
    ///
    /// It cannot be made there, or the file has several names, and would keep its contents under the others.
    pub fn in_place_of(path: &Path) -> io::Result<Self> {
        let path = files::target(path)?;
        files::has_one_name(&path)?;
        let destination = Destination::of(&path)?;
        destination.take_owner_of(&path)?;
        Ok(Self {
            packer: Packer::new(None, destination)?,
            path,
            reservation: None,
        })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// The errors of [`finish`](Self::finish) and of [`FinishedFile::put_in_place`].
    pub fn keep(self) -> io::Result<()> {
        self.finish()?.put_in_place()
    }

    /// Writes all of it, to be put in its place together with others.
    ///
    /// # Errors
    ///
    /// Not all of it could be written. The temporary file is removed.
    pub fn finish(self) -> io::Result<FinishedFile> {
        let temporary = match self.packer.finish()? {
            Destination::Temporary(file, unfinished) => {
                file.as_file().sync_all()?;
                Some((file.into_temp_path(), unfinished))
            }
            Destination::Device(mut file) => {
                file.flush()?;
                None
            }
        };
        Ok(FinishedFile {
            temporary,
            path: self.path,
            reservation: self.reservation,
        })
    }
}

/// A file that is written, and not yet in its place; closed, so that there may be any number of them. A device has all already.
pub struct FinishedFile {
    temporary: Option<(TempPath, RemovedWhenInterrupted)>,
    path: PathBuf,
    reservation: Option<Reservation>,
}

impl FinishedFile {
    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// The file cannot be put there, or the run has meanwhile read the one that is there. The temporary file is removed.
    pub fn put_in_place(self) -> io::Result<()> {
        let Some((file, _unfinished)) = self.temporary else {
            return Ok(());
        };
        end_if_interrupted();
        if self.reservation.is_some() {
            files::spare(&self.path)?;
        }
        file.persist(&self.path)?;
        Ok(())
    }
}

impl Destination {
    fn of(path: &Path) -> io::Result<Self> {
        let existing = fs::metadata(path).ok();
        match &existing {
            Some(metadata) if metadata.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            Some(metadata) if !metadata.is_file() => {
                return File::options().write(true).open(path).map(Self::Device);
            }
            // Who may not write the file may not replace it either.
            Some(_) => {
                File::options().write(true).open(path)?;
            }
            None => {}
        }
        let folder = files::folder_of(path);
        if !folder.is_dir() {
            let message = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let permissions = existing.map(|metadata| metadata.permissions());
        Self::temporary(folder, permissions)
    }

    /// Gives the file the owner of another one, and its mode.
    #[cfg(unix)]
    fn take_owner_of(&self, path: &Path) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, fchown};
        let Self::Temporary(file, _) = self else {
            return Ok(());
        };
        let file = file.as_file();
        let (from, to) = (fs::metadata(path)?, file.metadata()?);
        if (from.uid(), from.gid()) == (to.uid(), to.gid()) {
            return Ok(());
        }
        let owner = |error: io::Error| {
            let message = format!(
                "the file would get another owner ({error}); use standard input and output"
            );
            io::Error::new(error.kind(), message)
        };
        fchown(file, Some(from.uid()), Some(from.gid())).map_err(owner)?;
        file.set_permissions(from.permissions())
    }

    #[cfg(not(unix))]
    fn take_owner_of(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn temporary(folder: &Path, permissions: Option<fs::Permissions>) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".turtle-peg-");
        #[cfg(unix)]
        let permissions = permissions.or_else(|| {
            // By the user's mask, as for any new file.
            use std::os::unix::fs::PermissionsExt;
            Some(fs::Permissions::from_mode(0o666))
        });
        if let Some(permissions) = permissions {
            builder.permissions(permissions);
        }
        let (file, name) = RemovedWhenInterrupted::create(&builder, folder)?;
        Ok(Self::Temporary(file, name))
    }
}

impl RemovedWhenInterrupted {
    fn create(
        builder: &tempfile::Builder<'_, '_>,
        folder: &Path,
    ) -> io::Result<(NamedTempFile, Self)> {
        handle_interruption();
        // Locked before the file is there: whoever interrupts the program in between has it removed, too.
        let mut unfinished = unfinished();
        let file = builder.tempfile_in(folder)?;
        let path = file.path().to_owned();
        unfinished.push(path.clone());
        Ok((file, Self(path)))
    }
}

impl Drop for RemovedWhenInterrupted {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// From here on the program removes unfinished files before it ends, if it is interrupted or panics.
fn handle_interruption() {
    static HANDLERS: Once = Once::new();
    HANDLERS.call_once(|| {
        // Where signals cannot be handled, a file with a strange name may be left.
        let _ = handle_signals();
        // The program that is released cleans nothing up after a panic.
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |information| {
            remove_unfinished();
            report(information);
        }));
    });
}

/// Removes unfinished files and ends the program, if it is interrupted.
fn end_if_interrupted() {
    let status = INTERRUPTED.load(Ordering::SeqCst);
    if let Ok(status @ 1..) = i32::try_from(status) {
        remove_unfinished();
        process::exit(status);
    }
}

/// From here on a signal that ends the program sets [`INTERRUPTED`], at once, to the status that shells report for it (128 and
/// the signal's number), and ends the program soon after.
#[cfg(unix)]
fn handle_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, iterator::Signals};
    const SIGNALS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];
    for signal in SIGNALS {
        flag::register_usize(signal, &INTERRUPTED, 128 + signal as usize)?;
    }
    let mut signals = Signals::new(SIGNALS)?;
    std::thread::Builder::new().spawn(move || {
        signals.forever().next();
        end_if_interrupted();
    })?;
    Ok(())
}

/// From here on an interruption sets [`INTERRUPTED`] to the status that shells report for it, and ends the program.
#[cfg(windows)]
fn handle_signals() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        INTERRUPTED.store(130, Ordering::SeqCst);
        end_if_interrupted();
    })
}

/// Nothing interrupts a program in WebAssembly but its end.
#[cfg(target_family = "wasm")]
fn handle_signals() -> io::Result<()> {
    Ok(())
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove_unfinished() {
    for path in unfinished().drain(..) {
        let _ = fs::remove_file(path);
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.packer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.packer.flush()
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Temporary(file, _) => file.write(bytes),
            Self::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Temporary(file, _) => file.flush(),
            Self::Device(file) => file.flush(),
        }
    }
}
