//! Inputs that a name on the command line leads to, and files that are passed over, with their reasons.
//!
//! Invariant: nothing is passed over without a word.

use crate::counted::counted;
use crate::files::selection::Takes;
use crate::files::{self, names};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

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

impl FoundInput {
    /// Why a name leads to nothing.
    pub fn nothing(name: &Path, reason: &str) -> Self {
        Self::Nothing {
            name: name.to_owned(),
            reason: reason.to_owned(),
        }
    }
}

/// Files and folders that a folder or a pattern has, and that are not read.
#[derive(Default)]
pub struct PassedOver {
    /// How the command line names the folder or the pattern.
    pub name: String,
    /// How many files have an extension that no documents have, by extension; the empty one stands for none.
    pub extensions: BTreeMap<String, u64>,
    /// The names of these files, if they are to be told.
    pub unknown: Option<Vec<String>>,
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
    /// A file such as `.gitignore`, --exclude or the project's settings say so.
    Ignored,
    /// A document whose name begins with a dot.
    Hidden,
}

impl WhyNotRead {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::LinkedFolder => "linked_folder",
            Self::NotAFile => "not_a_file",
            Self::Compressed => "compressed",
            Self::Ignored => "ignored",
            Self::Hidden => "hidden",
        }
    }

    /// How many there are for this reason: `2 links to folders`.
    fn told(self, count: usize) -> String {
        let one_or_more = |one: &str, more: &str| match count {
            1 => format!("1 {one}"),
            _ => format!("{count} {more}"),
        };
        match self {
            Self::LinkedFolder => one_or_more("link to a folder", "links to folders"),
            Self::NotAFile => one_or_more("pipe or device", "pipes or devices"),
            Self::Compressed => format!("{count} compressed"),
            Self::Ignored => format!("{count} ignored or excluded"),
            Self::Hidden => one_or_more("hidden document", "hidden documents"),
        }
    }
}

impl fmt::Display for WhyNotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LinkedFolder => "a link to a folder",
            Self::NotAFile => "a pipe or a device",
            Self::Compressed => "compressed",
            Self::Ignored => "ignored or excluded",
            Self::Hidden => "hidden, as its name begins with a dot",
        })
    }
}

impl PassedOver {
    /// Nothing yet, of the folder or the pattern of this name. Names of files that are no documents are kept only if they are told.
    pub fn of(name: String, tells_names: bool) -> Self {
        Self {
            name,
            unknown: tells_names.then(Vec::new),
            ..Self::default()
        }
    }

    /// This, if anything is passed over.
    pub fn if_any(self) -> Option<FoundInput> {
        let is_empty =
            self.extensions.is_empty() && self.others.is_empty() && self.written.is_empty();
        (!is_empty).then_some(FoundInput::PassedOver(self))
    }

    /// Lines about files that are not read, but for files that the run writes: one line with numbers, or a line for each name.
    pub fn told(&self) -> Vec<String> {
        if let Some(unknown) = &self.unknown {
            let unknown = unknown
                .iter()
                .map(|file| format!("{file} passed over: no document by its name"));
            return self.told_others(|_| true).chain(unknown).collect();
        }
        match self.numbers() {
            numbers if numbers.is_empty() => Vec::new(),
            numbers => vec![format!(
                "passed over: {} (--verbose names each)",
                numbers.join(", ")
            )],
        }
    }

    /// Lines about what --strict refuses: not what the user has had passed over.
    pub fn refused(&self) -> Vec<String> {
        let files = self.extensions.values().sum::<u64>();
        let unknown = (files > 0).then(|| {
            format!(
                "{} passed over, whose names are not those of documents: {}",
                counted(files, "file"),
                self.by_extension().join(", ")
            )
        });
        let others =
            self.told_others(|why| !matches!(why, WhyNotRead::Ignored | WhyNotRead::Hidden));
        unknown.into_iter().chain(others).collect()
    }

    /// `2 .rdf`, `1 without extension`, `1 link to a folder`
    fn numbers(&self) -> Vec<String> {
        let mut counts: BTreeMap<WhyNotRead, usize> = BTreeMap::new();
        for (why, _) in &self.others {
            *counts.entry(*why).or_default() += 1;
        }
        let others = counts.into_iter().map(|(why, count)| why.told(count));
        self.by_extension().into_iter().chain(others).collect()
    }

    fn by_extension(&self) -> Vec<String> {
        let kinds = self
            .extensions
            .iter()
            .map(|(extension, count)| match extension.as_str() {
                "" => format!("{count} without extension"),
                extension => format!("{count} {extension}"),
            });
        kinds.collect()
    }

    fn told_others(&self, is_told: fn(WhyNotRead) -> bool) -> impl Iterator<Item = String> {
        let others = self.others.iter().filter(move |(why, _)| is_told(*why));
        others.map(|(why, name)| format!("{name} passed over: {why}"))
    }

    /// Whether an entry of a folder, which is not a folder, is a document to be read; if it is not, it is passed over.
    pub fn lets_read(&mut self, path: &Path, takes: Takes) -> bool {
        let is_document = names::named(path).is_some();
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => self.add_other(WhyNotRead::LinkedFolder, path),
            Ok(metadata) if !metadata.is_file() && is_document => {
                self.add_other(WhyNotRead::NotAFile, path);
            }
            _ if files::is_written(path) => self.add_written(path),
            _ if !is_document => self.add_unknown(path),
            Ok(_) if takes.leaves_out(path) => self.add_other(WhyNotRead::Compressed, path),
            // Of a link that leads nowhere, that is told when it is opened.
            _ => return true,
        }
        false
    }

    /// Counts a file whose name is not that of a document.
    fn add_unknown(&mut self, path: &Path) {
        let extension = names::extension(path).map(|extension| format!(".{extension}"));
        *self
            .extensions
            .entry(extension.unwrap_or_default())
            .or_default() += 1;
        if let Some(unknown) = &mut self.unknown {
            unknown.push(path.display().to_string());
        }
    }

    pub fn add_other(&mut self, why: WhyNotRead, path: &Path) {
        self.others.push((why, path.display().to_string()));
    }

    pub fn add_written(&mut self, path: &Path) {
        self.written.push(path.display().to_string());
    }
}
