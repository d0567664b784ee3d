//! The grammars beside a document: the files of its folder, and the pages of specifications there.
//!
//! Invariant: a file that is open counts as the editor has it. A page is never changed: its publisher has it.

use super::names;
use super::reading::{GrammarNotation, ReadGrammar};
use crate::grammars::grammar_page::GrammarPage;
use crate::grammars::loaded::FileNotation;
use cli::files::find::file_of_iri;
use language_server::service::DocumentEdits;
use language_server::text::{OpenDocument, OpenDocuments};
use lsp_types::Location;
use std::fs;
use std::path::{Path, PathBuf};
use toolkit::{GrammarError, NamePlace};

/// The most files of a folder that are read, and the most bytes of one.
const MOST_FILES: usize = 200;
const MOST_BYTES: u64 = 4 << 20;

/// A grammar beside a document.
pub struct GrammarBeside {
    document: OpenDocument,
    is_open: bool,
    contents: GrammarContents,
}

enum GrammarContents {
    Grammar(Box<Result<ReadGrammar, GrammarError>>),
    /// The names in a page.
    Page(Vec<NamePlace>),
}

impl GrammarBeside {
    /// The grammars beside a document, by their names.
    pub fn all(document: &OpenDocument, open: &OpenDocuments) -> Vec<Self> {
        let path = file_of_iri(Path::new(&document.uri.0));
        let folder = path.as_deref().and_then(Path::parent);
        let files = folder.and_then(|folder| fs::read_dir(folder).ok());
        let files = files.into_iter().flatten().filter_map(Result::ok);
        let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
        paths.retain(|other| FileNotation::of(other).is_some() && Some(other) != path.as_ref());
        paths.sort();
        paths.truncate(MOST_FILES);
        paths
            .iter()
            .filter_map(|path| Self::of(path, open))
            .collect()
    }

    fn of(path: &Path, open: &OpenDocuments) -> Option<Self> {
        let notation = FileNotation::of(path)?;
        let is_it = |it: &&OpenDocument| file_of_iri(Path::new(&it.uri.0)).as_deref() == Some(path);
        let open = open.values().find(is_it);
        let (uri, text) = match open {
            Some(open) => (open.uri.clone(), open.text().to_owned()),
            None => {
                let is_small = fs::metadata(path).is_ok_and(|file| file.len() <= MOST_BYTES);
                let text = is_small.then(|| fs::read_to_string(path).ok()).flatten()?;
                (turtle_peg::file_iri(path).ok()?.as_str().into(), text)
            }
        };
        let grammar =
            |notation| GrammarContents::Grammar(Box::new(ReadGrammar::of(&text, notation)));
        let contents = match notation {
            FileNotation::Page => GrammarContents::Page(GrammarPage::read(&text).ok()?.names()),
            FileNotation::Peg => grammar(GrammarNotation::Peg),
            FileNotation::Ebnf => grammar(GrammarNotation::Ebnf),
        };
        Some(Self {
            document: OpenDocument::new(uri, String::new(), open.map_or(0, |it| it.version), text),
            is_open: open.is_some(),
            contents,
        })
    }

    /// Where it has a name, of the places that are wanted.
    pub fn locations(&self, name: &str, is_wanted: impl Fn(&NamePlace) -> bool) -> Vec<Location> {
        let names: &[NamePlace] = match &self.contents {
            GrammarContents::Grammar(read) => {
                read.as_ref().as_ref().map_or(&[], |it| &it.places.names)
            }
            GrammarContents::Page(names) => names,
        };
        let found = names
            .iter()
            .filter(|place| place.name == name && is_wanted(place));
        let location = |place: &NamePlace| {
            let range = self.document.range(place.bytes.clone());
            Location::new(self.document.uri.clone(), range)
        };
        found.map(location).collect()
    }

    /// The changes after which a name is another one; none if it does not have it.
    ///
    /// # Errors
    ///
    /// It cannot be renamed here; or the grammar cannot be read, and may have the name.
    pub fn rename(&self, old: &str, new: &str) -> Result<Option<DocumentEdits>, String> {
        let GrammarContents::Grammar(read) = &self.contents else {
            return Ok(None);
        };
        let uri = &self.document.uri.0;
        let edits = match read.as_ref() {
            Ok(grammar) if grammar.places_of(old).next().is_none() => return Ok(None),
            Ok(grammar) => names::rename(&self.document, grammar, old, new)
                .map_err(|why| format!("{uri}: {why}"))?,
            Err(_) if !self.document.text().contains(old) => return Ok(None),
            Err(error) => {
                return Err(format!(
                    "{uri} cannot be read, and may have the name: {error}"
                ));
            }
        };
        Ok(Some(DocumentEdits {
            uri: self.document.uri.clone(),
            version: self.is_open.then_some(self.document.version),
            edits,
        }))
    }
}
