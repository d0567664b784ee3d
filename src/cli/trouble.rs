//! Why a file cannot be read, in words where they say more than the system's.

use std::io;

/// The same error, in words of ours.
pub fn explained(error: io::Error) -> io::Error {
    match words(&error) {
        Some(words) => io::Error::new(error.kind(), words),
        None => error,
    }
}

/// What is said of an error; nothing, where the system's words do.
pub fn words(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        io::ErrorKind::NotFound => Some("there is no such file"),
        io::ErrorKind::PermissionDenied => {
            Some("this file may not be read; its permissions would have to allow it")
        }
        _ => None,
    }
}
