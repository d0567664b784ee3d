//! Why a file cannot be read, in words where they say more than the system's.

use std::io;

/// Replaces the system's words for an error.
pub fn explained(error: io::Error) -> io::Error {
    match words(&error) {
        Some(words) => io::Error::new(error.kind(), words),
        None => error,
    }
}

/// Our words for an error of the system; none, where its own are enough, and for an error that has words of ours.
pub fn words(error: &io::Error) -> Option<&'static str> {
    error.raw_os_error()?;
    match error.kind() {
        io::ErrorKind::NotFound => Some("there is no such file"),
        io::ErrorKind::PermissionDenied => {
            Some("this file may not be read; its permissions would have to allow it")
        }
        _ => None,
    }
}
