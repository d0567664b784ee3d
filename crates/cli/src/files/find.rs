//! From names on the command line to files: patterns, and folders with their contents.
//!
//! Invariants: each name leads to files or to a reason why not, in the order of the names; within a folder or a pattern, in
//! the order of the alphabet. A folder and a pattern do not lead to a file that the run [writes](crate::files), and what they
//! do not lead to is told.

use crate::counted::counted;
use crate::files;
use crate::files::compression::is_packed;
use crate::files::names::{self, named};
use glob::MatchOptions;
use percent_encoding::percent_decode_str;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// As a shell does it: a pattern finds hidden files only if it says so.
const VISIBLE: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// An input that a name leads to.
pub enum FoundInput {
    StandardInput,
    File(PathBuf),
    /// Nothing that could be read.
    Nothing {
        name: PathBuf,
        reason: String,
    },
    /// Files that a folder or a pattern has, and that are not read.
    PassedOver(PassedOver),
}

/// Files that a folder or a pattern has, and that are not read.
#[derive(Default)]
pub struct PassedOver {
    /// How the command line names the folder or the pattern.
    pub name: String,
    /// How many files have an extension that no documents have, by extension; the empty one stands for none.
    pub extensions: BTreeMap<String, u64>,
    /// Files with the names of documents, and folders, that are not read for another reason.
    pub others: Vec<(WhyNotRead, String)>,
    /// The files that the run writes.
    pub written: Vec<String>,
}

/// Why something in a folder is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WhyNotRead {
    /// A link to a folder may lead round in a circle.
    LinkedFolder,
    /// A pipe, a socket or a device.
    NotAFile,
    /// A command that changes documents changes none that are compressed.
    Compressed,
}

impl WhyNotRead {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::LinkedFolder => "linked_folder",
            Self::NotAFile => "not_a_file",
            Self::Compressed => "compressed",
        }
    }
}

impl fmt::Display for WhyNotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LinkedFolder => "a link to a folder",
            Self::NotAFile => "a pipe or a device",
            Self::Compressed => "compressed",
        })
    }
}

/// Which documents of folders and patterns a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    All,
    /// Documents that are not compressed.
    Unpacked,
}

impl PassedOver {
    fn is_empty(&self) -> bool {
        self.extensions.is_empty() && self.others.is_empty() && self.written.is_empty()
    }

    /// Lines about what is not read, by its kind; the files that the run writes are left out.
    pub fn told(&self) -> Vec<String> {
        let unknown = (!self.extensions.is_empty()).then(|| self.told_unknown());
        let others = self.others.iter();
        let others = others.map(|(why, name)| format!("{name} passed over: {why}"));
        unknown.into_iter().chain(others).collect()
    }

    /// `3 files passed over, whose names are not those of documents: 2 .rdf, 1 without extension`
    fn told_unknown(&self) -> String {
        let files = counted(self.extensions.values().sum::<u64>(), "file");
        let kinds = self
            .extensions
            .iter()
            .map(|(extension, count)| match extension.as_str() {
                "" => format!("{count} without extension"),
                extension => format!("{count} {extension}"),
            });
        let kinds: Vec<_> = kinds.collect();
        format!(
            "{files} passed over, whose names are not those of documents: {}",
            kinds.join(", ")
        )
    }

    /// Whether an entry of a folder, which is not a folder, is a document to be read; if it is not, it is passed over.
    fn lets_read(&mut self, path: &Path, takes: Takes) -> bool {
        let is_document = named(path).is_some();
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => self.add_other(WhyNotRead::LinkedFolder, path),
            Ok(metadata) if !metadata.is_file() && is_document => {
                self.add_other(WhyNotRead::NotAFile, path);
            }
            _ if files::is_written(path) => self.add_written(path),
            _ if !is_document => self.add(path),
            Ok(_) if takes.leaves_out(path) => self.add_other(WhyNotRead::Compressed, path),
            // Of a link that leads nowhere, that is told when it is opened.
            _ => return true,
        }
        false
    }

    /// Counts a file whose name is not that of a document.
    fn add(&mut self, path: &Path) {
        let extension = names::extension(path).map(|extension| format!(".{extension}"));
        *self
            .extensions
            .entry(extension.unwrap_or_default())
            .or_default() += 1;
    }

    fn add_other(&mut self, why: WhyNotRead, path: &Path) {
        self.others.push((why, path.display().to_string()));
    }

    fn add_written(&mut self, path: &Path) {
        self.written.push(path.display().to_string());
    }
}

/// The files that names stand for; `-` is standard input.
pub fn find(names: &[PathBuf], is_recursive: bool, takes: Takes) -> Vec<FoundInput> {
    names
        .iter()
        .flat_map(|name| find_one(name, is_recursive, takes))
        .collect()
}

fn find_one(name: &Path, is_recursive: bool, takes: Takes) -> Vec<FoundInput> {
    if name == Path::new("-") {
        return vec![FoundInput::StandardInput];
    }
    if let Some(scheme) = scheme_of_the_web(name) {
        let reason = format!(
            "documents are not fetched from the web; {scheme}://… can be piped in: `curl -L IRI | turtle-peg check --base IRI`"
        );
        return nothing(name, &reason);
    }
    if let Some(path) = file_of_iri(name) {
        return find_one(&path, is_recursive, takes);
    }
    if name.is_dir() {
        return match is_recursive {
            true => in_folder(name, takes),
            false => nothing(
                name,
                "this is a folder; with -r, the documents in it are read",
            ),
        };
    }
    match name.to_str() {
        // A file may well be called `a[1].ttl`.
        Some(pattern) if is_pattern(pattern) && !name.exists() => {
            matching(name, pattern, is_recursive, takes)
        }
        _ => vec![FoundInput::File(name.to_owned())],
    }
}

fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '['])
}

fn matching(name: &Path, pattern: &str, is_recursive: bool, takes: Takes) -> Vec<FoundInput> {
    let paths = match glob::glob_with(pattern, VISIBLE) {
        Ok(paths) => paths,
        Err(error) => return nothing(name, &format!("this is not a pattern: {error}")),
    };
    let mut found = Vec::new();
    let mut passed_over = PassedOver {
        name: pattern.to_owned(),
        ..PassedOver::default()
    };
    for path in paths {
        match path {
            Ok(path) if path.is_dir() && !is_recursive => {}
            Ok(path) if files::is_written(&path) => passed_over.add_written(&path),
            Ok(path) if path.is_dir() => found.extend(in_folder(&path, takes)),
            Ok(path) if takes.leaves_out(&path) => {
                passed_over.add_other(WhyNotRead::Compressed, &path);
            }
            Ok(path) => found.push(FoundInput::File(path)),
            Err(error) => found.extend(nothing(error.path(), &error.error().to_string())),
        }
    }
    match found.is_empty() && passed_over.others.is_empty() {
        true => nothing(name, "no file matches this pattern"),
        false => with(found, passed_over),
    }
}

/// The documents in a folder and in those below it, by their extensions. Hidden files are left out.
fn in_folder(folder: &Path, takes: Takes) -> Vec<FoundInput> {
    let is_shown = |entry: &DirEntry| {
        entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    let entries = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_shown);
    let mut found = Vec::new();
    let mut passed_over = PassedOver {
        name: folder.display().to_string(),
        ..PassedOver::default()
    };
    for entry in entries {
        match entry {
            // The folder that is named may be a link.
            Ok(entry) if entry.depth() == 0 || entry.file_type().is_dir() => {}
            Ok(entry) => {
                let path = entry.into_path();
                if passed_over.lets_read(&path, takes) {
                    found.push(FoundInput::File(path));
                }
            }
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
    let mut whys = passed_over.others.iter().map(|(why, _)| why);
    let has_compressed = whys.any(|why| *why == WhyNotRead::Compressed);
    if found.is_empty() && passed_over.written.is_empty() && !has_compressed {
        found = nothing(
            folder,
            &format!(
                "no file in this folder has a name that ends in {}",
                names::all_extensions()
            ),
        );
    }
    with(found, passed_over)
}

impl Takes {
    /// Whether a file's name or its bytes say that it is compressed, and those are left out.
    fn leaves_out(self, path: &Path) -> bool {
        let is_packed = || File::open(path).and_then(is_packed).unwrap_or(false);
        self == Self::Unpacked
            && path.is_file()
            && (names::compression(path).is_some() || is_packed())
    }
}

fn with(mut found: Vec<FoundInput>, passed_over: PassedOver) -> Vec<FoundInput> {
    if !passed_over.is_empty() {
        found.push(FoundInput::PassedOver(passed_over));
    }
    found
}

/// The scheme of an IRI that would have to be fetched.
fn scheme_of_the_web(name: &Path) -> Option<&str> {
    let (scheme, _) = name.to_str()?.split_once("://")?;
    let is_of_the_web = |known: &&str| scheme.eq_ignore_ascii_case(known);
    ["http", "https", "ftp"].into_iter().find(is_of_the_web)
}

/// The file that an IRI with the scheme `file` stands for, unless a file is called so.
fn file_of_iri(name: &Path) -> Option<PathBuf> {
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

fn nothing(name: &Path, reason: &str) -> Vec<FoundInput> {
    vec![FoundInput::Nothing {
        name: name.to_owned(),
        reason: reason.to_owned(),
    }]
}
