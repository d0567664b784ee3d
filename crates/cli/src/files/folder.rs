//! The documents in a folder and in those below it.
//!
//! Invariants: hidden files and folders are left out, what `.gitignore`, `.ignore` and git's own settings name, if the user does not want it
//! otherwise, and what --exclude and the project's settings name. What they name is told, down to the topmost folder, and hidden documents are. Links to folders are not followed.

use crate::files::found::{FoundInput, PassedOver, WhyNotRead};
use crate::files::names;
use crate::files::selection::{Selection, matches};
use ignore::{DirEntry, Walk, WalkBuilder};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// The documents in a folder and in those below it, by their extensions, in the order of the alphabet.
pub fn documents(folder: &Path, selection: &Selection<'_>) -> Vec<FoundInput> {
    let mut found = Vec::new();
    let name = folder.display().to_string();
    let mut passed_over = PassedOver::of(name, selection.tells_names);
    let mut open = OpenFolders::default();
    let walk = match walk(folder, selection) {
        Ok(walk) => walk,
        Err(error) => return vec![FoundInput::nothing(folder, &format!("{error:#}"))],
    };
    for entry in walk {
        match entry {
            Ok(entry) => {
                open.enter(&entry, &mut passed_over);
                // The folder that is named may be a link.
                let is_folder = entry.file_type().is_none_or(|it| it.is_dir());
                if entry.depth() > 0 && !is_folder {
                    let path = entry.into_path();
                    if passed_over.lets_read(&path, selection.takes) {
                        found.push(FoundInput::File(path));
                    }
                }
            }
            Err(error) => found.push(trouble(folder, error)),
        }
    }
    open.leave(0, &mut passed_over);
    if found.is_empty() && passed_over.written.is_empty() {
        found.extend(nothing_in(folder, &passed_over));
    }
    found.extend(passed_over.if_any());
    found
}

/// Why a folder has no document to read; `None` if it has documents that the command does not take.
fn nothing_in(folder: &Path, passed_over: &PassedOver) -> Option<FoundInput> {
    let is_there = |reason| passed_over.others.iter().any(|(why, _)| *why == reason);
    let reason = match (
        is_there(WhyNotRead::Compressed),
        is_there(WhyNotRead::Ignored),
    ) {
        (true, _) => return None,
        (false, true) => "all documents in this folder are passed over".to_owned(),
        (false, false) => format!(
            "no file in this folder has a name that ends in {}",
            names::all_extensions()
        ),
    };
    Some(FoundInput::nothing(folder, &reason))
}

/// The entries that neither ignore files nor the user leave out.
fn walk(folder: &Path, selection: &Selection<'_>) -> anyhow::Result<Walk> {
    let excluded = (selection.excluded)(folder)?;
    let walk = WalkBuilder::new(folder)
        .standard_filters(selection.keeps_to_ignore_files)
        .hidden(true)
        .filter_entry(move |entry| {
            let is_folder = entry.file_type().is_some_and(|it| it.is_dir());
            let is_named = |patterns| matches(patterns, entry.path(), is_folder);
            entry.depth() == 0 || !excluded.iter().any(is_named)
        })
        .sort_by_file_name(OsStr::cmp)
        .build();
    Ok(walk)
}

/// An input that cannot be read, for the reason that the walk gives.
fn trouble(folder: &Path, mut error: ignore::Error) -> FoundInput {
    let mut path = folder.to_owned();
    loop {
        error = match error {
            ignore::Error::WithDepth { err, .. } => *err,
            ignore::Error::WithPath { path: at, err } => {
                path = at;
                *err
            }
            // Its own words name the path again.
            ignore::Error::Io(error) => {
                return FoundInput::nothing(&path, &error.kind().to_string());
            }
            error => return FoundInput::nothing(&path, &error.to_string()),
        };
    }
}

/// The folders that the walk is in, with the names that it has shown in each: the others of a folder are ignored.
#[derive(Default)]
struct OpenFolders(Vec<(PathBuf, HashSet<OsString>)>);

impl OpenFolders {
    /// Takes the next entry of the walk.
    fn enter(&mut self, entry: &DirEntry, passed_over: &mut PassedOver) {
        self.leave(entry.depth(), passed_over);
        if let Some((_, shown)) = self.0.last_mut() {
            shown.insert(entry.file_name().to_owned());
        }
        let is_folder = entry.file_type().is_some_and(|it| it.is_dir());
        if entry.depth() == 0 || is_folder {
            self.0.push((entry.path().to_owned(), HashSet::new()));
        }
    }

    /// Leaves the folders that are as deep, or deeper, and passes over what the walk did not show of them.
    fn leave(&mut self, depth: usize, passed_over: &mut PassedOver) {
        for (folder, shown) in self.0.drain(depth.min(self.0.len())..).rev() {
            // One that cannot be read is told by the walk.
            let Ok(entries) = fs::read_dir(folder) else {
                continue;
            };
            let mut left_out: Vec<PathBuf> = entries
                .flatten()
                .filter(|entry| !shown.contains(&entry.file_name()))
                .map(|entry| entry.path())
                .collect();
            left_out.sort();
            for path in left_out {
                let is_folder = path.is_dir();
                if !is_folder && names::named(&path).is_none() {
                    continue;
                }
                match is_hidden(&path) {
                    false => passed_over.add_other(WhyNotRead::Ignored, &path),
                    true if !is_folder => passed_over.add_other(WhyNotRead::Hidden, &path),
                    true => {}
                }
            }
        }
    }
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b".")
}
