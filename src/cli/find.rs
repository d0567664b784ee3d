//! From what the command line names to files: patterns, and folders with what is in them.
//!
//! Invariant: each name leads to files or to a reason why not, in the order of the names; within a folder or a pattern, in
//! the order of the alphabet.

use super::names::{KNOWN, named};
use glob::MatchOptions;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// As a shell does it: a pattern finds what is hidden only if it says so.
const VISIBLE: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// What a name leads to.
pub enum Found {
    StandardInput,
    File(PathBuf),
    /// Nothing that could be read.
    Nothing {
        name: PathBuf,
        reason: String,
    },
}

/// The files that names stand for; `-` is standard input.
pub fn find(names: &[PathBuf], is_recursive: bool) -> Vec<Found> {
    names
        .iter()
        .flat_map(|name| find_one(name, is_recursive))
        .collect()
}

fn find_one(name: &Path, is_recursive: bool) -> Vec<Found> {
    if name == Path::new("-") {
        return vec![Found::StandardInput];
    }
    if name.is_dir() {
        return match is_recursive {
            true => in_folder(name),
            false => nothing(
                name,
                "this is a folder; with -r, the documents in it are read",
            ),
        };
    }
    match name.to_str() {
        // A file may well be called `a[1].ttl`.
        Some(pattern) if is_pattern(pattern) && !name.exists() => {
            matching(name, pattern, is_recursive)
        }
        _ => vec![Found::File(name.to_owned())],
    }
}

fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '['])
}

fn matching(name: &Path, pattern: &str, is_recursive: bool) -> Vec<Found> {
    let paths = match glob::glob_with(pattern, VISIBLE) {
        Ok(paths) => paths,
        Err(error) => return nothing(name, &format!("this is no pattern: {error}")),
    };
    let mut found = Vec::new();
    for path in paths {
        match path {
            Ok(path) if path.is_dir() && !is_recursive => {}
            Ok(path) if path.is_dir() => found.extend(in_folder(&path)),
            Ok(path) => found.push(Found::File(path)),
            Err(error) => found.extend(nothing(error.path(), &error.error().to_string())),
        }
    }
    match found.is_empty() {
        true => nothing(name, "no file matches this pattern"),
        false => found,
    }
}

/// The documents in a folder and in those below it, by their extensions. What is hidden is left out.
fn in_folder(folder: &Path) -> Vec<Found> {
    let is_shown = |entry: &DirEntry| {
        entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    let entries = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_shown);
    let mut found = Vec::new();
    for entry in entries {
        match entry {
            Ok(entry) if named(entry.path()).is_some() && entry.path().is_file() => {
                found.push(Found::File(entry.into_path()));
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let reason = match error.io_error() {
                    Some(error) => error.to_string(),
                    None => error.to_string(),
                };
                found.extend(nothing(&path, &reason));
            }
        }
    }
    match found.is_empty() {
        true => nothing(
            folder,
            &format!("no file in this folder has a name that ends in {KNOWN}"),
        ),
        false => found,
    }
}

fn nothing(name: &Path, reason: &str) -> Vec<Found> {
    vec![Found::Nothing {
        name: name.to_owned(),
        reason: reason.to_owned(),
    }]
}
