//! Folders that the environment names, and that tests read if they exist.

use std::path::PathBuf;
use std::{env, fs, io, io::Write as _};

/// The folder that the variable names, as an absolute path. If it names none, one line says so, and tests that need it are
/// left out.
pub fn folder(variable: &str, what: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).map(PathBuf::from);
    let found = named.and_then(|folder| fs::canonicalize(folder).ok());
    let found = found.filter(|folder| folder.is_dir());
    if found.is_none() {
        // Not with `eprintln!`, which would show it only for tests that fail.
        let _ = writeln!(io::stderr(), "{what} not found: set {variable}");
    }
    found
}
