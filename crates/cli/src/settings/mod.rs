//! A project's own settings, in a file `turtle-peg.toml`.
//!
//! Invariants: the nearest such file from a document's folder upwards counts, and no other; what the command line says counts more. A
//! key that is not known is an error.

pub mod changes;
pub mod layout;

use crate::files::selection::{matches, patterns_from};
use crate::reporting::kinds::LINTS;
use crate::trouble::explained;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use ignore::gitignore::Gitignore;
use layout::LayoutSettings;
use serde::{Deserialize, Deserializer, de};
use std::collections::{BTreeMap, HashMap};
use std::env;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use turtle_peg::Dialect;

/// The name of the file.
const NAME: &str = "turtle-peg.toml";

/// Which settings count; shared by the commands that read documents.
#[derive(Debug, Args)]
pub struct SettingsArguments {
    /// File of the project's settings [default: the nearest turtle-peg.toml, from each document's folder upwards]
    #[arg(long, value_name = "FILE", conflicts_with = "isolated", help_heading = HEADING)]
    config: Option<PathBuf>,

    /// Read no file of settings
    #[arg(long, help_heading = HEADING)]
    isolated: bool,

    /// The settings of each file that was read: a run reads it once, for all documents and folders.
    #[arg(skip)]
    read: Mutex<HashMap<PathBuf, Arc<ProjectSettings>>>,
}

const HEADING: &str = "Settings of the project";

impl SettingsArguments {
    /// The settings for documents in a folder.
    ///
    /// # Errors
    ///
    /// There is a file of settings, and it cannot be read, or has something that is not known.
    pub fn of_folder(&self, folder: &Path) -> anyhow::Result<Arc<ProjectSettings>> {
        let file = match &self.config {
            _ if self.isolated => None,
            Some(file) => Some(file.clone()),
            None => nearest_file(folder)?,
        };
        let Some(file) = file else {
            return Ok(Arc::default());
        };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(settings) = read.get(&file) {
            return Ok(Arc::clone(settings));
        }
        let settings = Arc::new(ProjectSettings::read(&file)?);
        read.insert(file, Arc::clone(&settings));
        Ok(settings)
    }

    /// The settings for a document; without a path, for one in the current folder.
    ///
    /// # Errors
    ///
    /// As [`of_folder`](Self::of_folder).
    pub fn of(&self, document: Option<&Path>) -> anyhow::Result<Arc<ProjectSettings>> {
        self.of_folder(document.and_then(Path::parent).unwrap_or(Path::new("")))
    }
}

/// A project's settings.
#[derive(Debug)]
pub struct ProjectSettings {
    /// The files and folders that are passed over, as in `.gitignore`, seen from the file's folder.
    pub excluded: Gitignore,
    pub format: LayoutSettings,
    pub check: CheckSettings,
    pub fix: FixSettings,
    /// The documents that are of a dialect, by patterns as `excluded` has them.
    dialects: Vec<(Dialect, Gitignore)>,
    /// How messages call the file.
    name: String,
}

/// The contents of a file of settings.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SettingsFile {
    exclude: Vec<String>,
    dialects: BTreeMap<DialectKey, Vec<String>>,
    format: LayoutSettings,
    check: CheckSettings,
    fix: FixSettings,
}

/// The options of `check`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct CheckSettings {
    pub lint: bool,
    #[serde(deserialize_with = "names_of_lints")]
    pub lint_off: Vec<String>,
    /// Seen from the current folder, once the file is read.
    pub vocabularies: Vec<PathBuf>,
}

fn names_of_lints<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let is_unknown = |name: &&String| !LINTS.iter().any(|lint| lint.name == *name);
    match names.iter().find(is_unknown) {
        None => Ok(names),
        Some(unknown) => {
            let known: Vec<_> = LINTS.iter().map(|lint| lint.name).collect();
            let known = known.join(", ");
            Err(de::Error::custom(format!(
                "there is no lint `{unknown}`; there are {known}"
            )))
        }
    }
}

/// The options of `fix`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FixSettings {
    #[serde(rename = "unsafe")]
    pub takes_likely: bool,
    pub lint: bool,
}

impl ProjectSettings {
    /// How messages call the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The settings of the nearest file, from a folder upwards; if there is none, nothing is set.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has something that is not known.
    pub fn nearest(folder: &Path) -> anyhow::Result<Self> {
        match nearest_file(folder)? {
            Some(file) => Self::read(&file),
            None => Ok(Self::default()),
        }
    }

    fn read(file: &Path) -> anyhow::Result<Self> {
        let here = env::current_dir().unwrap_or_default();
        let from_here = file.strip_prefix(here).unwrap_or(file);
        let name = from_here.display();
        let text = fs::read_to_string(file)
            .map_err(explained)
            .with_context(|| name.to_string())?;
        let mut contents: SettingsFile = toml::from_str(&text).map_err(|error| {
            let before = &text[..error.span().map_or(0, |span| span.start)];
            let line = before.matches('\n').count() + 1;
            let column = before
                .rsplit('\n')
                .next()
                .map_or(0, |it| it.chars().count())
                + 1;
            anyhow!("{name}:{line}:{column}: {}", error.message())
        })?;
        for path in &mut contents.check.vocabularies {
            *path = from_here.parent().unwrap_or(Path::new("")).join(&path);
        }
        let file = path::absolute(file)?;
        let folder = file.parent().unwrap_or(Path::new("/"));
        Self::of(contents, folder, &name.to_string()).with_context(|| name.to_string())
    }

    /// The settings that a file in a folder has.
    fn of(contents: SettingsFile, folder: &Path, name: &str) -> anyhow::Result<Self> {
        let dialects = contents.dialects.iter();
        let dialects =
            dialects.map(|(dialect, patterns)| Ok((dialect.0, patterns_from(folder, patterns)?)));
        Ok(Self {
            excluded: patterns_from(folder, &contents.exclude)?,
            dialects: dialects.collect::<anyhow::Result<_>>()?,
            format: contents.format,
            check: contents.check,
            fix: contents.fix,
            name: name.to_owned(),
        })
    }

    /// The dialect that the settings give a document.
    ///
    /// # Errors
    ///
    /// They give it several.
    pub fn dialect_of(&self, document: &Path) -> anyhow::Result<Option<Dialect>> {
        let named = self.dialects.iter();
        let mut named = named.filter(|(_, patterns)| matches(patterns, document, false));
        let found = named.next().map(|(dialect, _)| *dialect);
        if let (Some(one), Some((other, _))) = (found, named.next()) {
            bail!(
                "{}: [dialects] gives {} two dialects, {one} and {other}",
                self.name,
                document.display()
            );
        }
        Ok(found)
    }
}

impl Default for ProjectSettings {
    fn default() -> Self {
        Self {
            excluded: Gitignore::empty(),
            format: LayoutSettings::default(),
            check: CheckSettings::default(),
            fix: FixSettings::default(),
            dialects: Vec::new(),
            name: String::new(),
        }
    }
}

/// The nearest file of settings, from a folder upwards.
fn nearest_file(folder: &Path) -> anyhow::Result<Option<PathBuf>> {
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let folder = path::absolute(folder)?;
    let mut files = folder.ancestors().map(|folder| folder.join(NAME));
    Ok(files.find(|file| file.is_file()))
}

/// A dialect as a key of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DialectKey(Dialect);

impl<'de> Deserialize<'de> for DialectKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Self).map_err(de::Error::custom)
    }
}
