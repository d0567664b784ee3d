//! From names on the command line to files: patterns, and folders with their contents.
//!
//! Invariants: each name leads to files or to a reason why not, in the order of the names; within a folder or a pattern, in
//! the order of the alphabet. A folder and a pattern do not lead to a file that the run [writes](crate::files), and what they
//! do not lead to is told.

use crate::files;
use crate::files::folder;
use crate::files::found::{FoundInput, PassedOver, WhyNotRead};
use crate::files::selection::Selection;
use glob::MatchOptions;
use percent_encoding::percent_decode_str;
use std::path::{Path, PathBuf};

/// As a shell does it: a pattern finds hidden files only if it says so.
const VISIBLE: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// The files that names stand for; `-` is standard input.
pub fn find(names: &[PathBuf], selection: &Selection<'_>) -> Vec<FoundInput> {
    names
        .iter()
        .flat_map(|name| find_one(name, selection))
        .collect()
}

fn find_one(name: &Path, selection: &Selection<'_>) -> Vec<FoundInput> {
    if name == Path::new("-") {
        return vec![FoundInput::StandardInput];
    }
    if let Some(scheme) = scheme_of_the_web(name) {
        let reason = format!(
            "documents are not fetched from the web; {scheme}://… can be piped in: `curl -L IRI | turtle-peg check --base IRI`"
        );
        return vec![FoundInput::nothing(name, &reason)];
    }
    if let Some(path) = file_of_iri(name) {
        return find_one(&path, selection);
    }
    if name.is_dir() {
        return folder::documents(name, selection);
    }
    match name.to_str() {
        // A file may well be called `a[1].ttl`.
        Some(pattern) if is_pattern(pattern) && !name.exists() => {
            matching(name, pattern, selection)
        }
        _ => vec![FoundInput::File(name.to_owned())],
    }
}

fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '['])
}

fn matching(name: &Path, pattern: &str, selection: &Selection<'_>) -> Vec<FoundInput> {
    let paths = match glob::glob_with(pattern, VISIBLE) {
        Ok(paths) => paths,
        Err(error) => {
            let reason = format!("this is not a pattern: {error}");
            return vec![FoundInput::nothing(name, &reason)];
        }
    };
    let mut found = Vec::new();
    let mut passed_over = PassedOver::of(pattern.to_owned(), selection.tells_names);
    for path in paths {
        match path {
            Ok(path) if files::is_written(&path) => passed_over.add_written(&path),
            Ok(path) if path.is_dir() => found.extend(folder::documents(&path, selection)),
            Ok(path) if selection.takes.leaves_out(&path) => {
                passed_over.add_other(WhyNotRead::Compressed, &path);
            }
            Ok(path) => found.push(FoundInput::File(path)),
            Err(error) => {
                let reason = error.error().to_string();
                found.push(FoundInput::nothing(error.path(), &reason));
            }
        }
    }
    if found.is_empty() && passed_over.others.is_empty() {
        found.push(FoundInput::nothing(name, "no file matches this pattern"));
    }
    found.extend(passed_over.if_any());
    found
}

/// The scheme of an IRI that would have to be fetched.
fn scheme_of_the_web(name: &Path) -> Option<&str> {
    let (scheme, _) = name.to_str()?.split_once("://")?;
    let is_of_the_web = |known: &&str| scheme.eq_ignore_ascii_case(known);
    ["http", "https", "ftp"].into_iter().find(is_of_the_web)
}

/// The file that an IRI with the scheme `file` stands for, unless a file is called so.
pub fn file_of_iri(name: &Path) -> Option<PathBuf> {
    let (scheme, iri) = name.to_str()?.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") || name.exists() {
        return None;
    }
    let path = iri
        .strip_prefix("//localhost")
        .or(iri.strip_prefix("//"))
        .unwrap_or(iri);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = match cfg!(windows) {
        true => path.strip_prefix('/').unwrap_or(&path),
        false => &path,
    };
    Some(PathBuf::from(path))
}
