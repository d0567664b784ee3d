//! Folders that only some machines have, each named by a variable of the environment. Tests read them where they are, and are left
//! out where they are not; `tests/w3c.rs` says then which were missing.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

/// The folder that holds `rdf11` and `rdf12` of <https://github.com/w3c/rdf-tests> (there they are in `rdf`): the one that
/// `$RDF_TESTS` names, or else `tests/rdf-tests`.
pub static SUITES: Folder = Folder::new("RDF_TESTS", "the W3C's test suites", |variable| {
    let within = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rdf-tests");
    let mut places = named(variable).into_iter().chain([within]);
    places
        .find(|folder| folder.join("rdf11").is_dir())
        .and_then(canonical)
});

/// The suite of RDF Dataset Canonicalization: the folder that `$RDF_CANON` names, which has `tests`, of
/// <https://github.com/w3c/rdf-canon>.
pub static CANONICALIZATION: Folder =
    Folder::new("RDF_CANON", "the W3C's suite of canonicalization", named);

/// The specifications: of each dialect the EBNF, `DIALECT.ebnf`, and the prose.
pub static SPECIFICATIONS: Folder =
    Folder::new("SPECIFICATIONS", "the specifications' texts", named);

/// The states that the grammars of Turtle and TriG went through: a folder for each language, with files `NN.ebnf`.
pub static HISTORY: Folder = Folder::new("GRAMMAR_HISTORY", "the history of the grammars", named);

/// Edited grammars, and the good answers about each.
pub static CASES: Folder = Folder::new("GRAMMAR_CASES", "the edited grammars", named);

/// Pages and files with grammars as the groups' own repositories have them: a folder for each, `w3c+rdf-turtle`.
pub static HEADS: Folder = Folder::new("GRAMMAR_HEADS", "the groups' own sources", named);

/// A study of layouts and writers: `examples` has documents before and after, `documents` some that are hard to lay out.
pub static LAYOUTS: Folder = Folder::new("FORMAT_STUDY", "the examples of the layout", named);

/// A folder, if it is there.
pub struct Folder {
    variable: &'static str,
    holds: &'static str,
    find: fn(&str) -> Option<PathBuf>,
    path: OnceLock<Option<PathBuf>>,
}

impl Folder {
    const fn new(
        variable: &'static str,
        holds: &'static str,
        find: fn(&str) -> Option<PathBuf>,
    ) -> Self {
        Self {
            variable,
            holds,
            find,
            path: OnceLock::new(),
        }
    }
}

impl Deref for Folder {
    type Target = Option<PathBuf>;

    fn deref(&self) -> &Self::Target {
        self.path.get_or_init(|| (self.find)(self.variable))
    }
}

/// A line for each folder that was not found: the tests that are left out, and the variable that names the folder.
pub fn missing() -> impl Iterator<Item = String> {
    let folders = [
        &SUITES,
        &CANONICALIZATION,
        &SPECIFICATIONS,
        &HISTORY,
        &CASES,
        &HEADS,
        &LAYOUTS,
    ];
    let missing = folders.into_iter().filter(|folder| folder.is_none());
    missing.map(
        |Folder {
             variable, holds, ..
         }| { format!("NOT TESTED: what needs {holds}; set {variable} to their folder") },
    )
}

fn named(variable: &str) -> Option<PathBuf> {
    let folder = env::var_os(variable).map(PathBuf::from);
    folder.and_then(canonical)
}

/// The folder as it is from anywhere, and without `..`, if it is one.
fn canonical(folder: PathBuf) -> Option<PathBuf> {
    let folder = fs::canonicalize(folder).ok()?;
    folder.is_dir().then_some(folder)
}
