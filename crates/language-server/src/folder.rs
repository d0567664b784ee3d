//! The documents that are known: those that the editor has open, and the files of its folder, which somebody else reads.
//!
//! Invariant: the text of an open document counts more than its file. Of a large one that is open, the index keeps the text that was
//! opened, or saved last: reading it anew for each key would take too long.

use crate::parsers::DocumentParsers;
use crate::terms::{DocumentTerms, TermIndex};
use crate::text::OpenDocument;
use percent_encoding::percent_decode_str;
use std::collections::HashMap;

/// Who reads the files of the editor's folders, in the background.
pub trait FolderFiles {
    /// Begins to read the documents in these folders and below them, at most so many bytes of them; those of earlier folders are gone.
    fn begin(&mut self, folders: &[String], parsers: DocumentParsers, most_bytes: u64);

    /// Reads these files anew, if they are documents of the folder, and finds out which others came or went.
    fn read_again(&mut self, iris: Vec<String>);

    /// The text of a file as it is now; none if it cannot be read.
    fn text(&self, iri: &str) -> Option<String>;

    /// The file behind an IRI, in words that are equal for all names of a file, through links, too; none if that is not known.
    fn file_behind(&self, iri: &str) -> Option<String>;

    /// Patterns of the documents' names, for an editor that watches them.
    fn patterns(&self) -> Vec<String>;
}

/// News of a folder.
#[derive(Debug)]
pub enum FolderNews {
    /// A file that was read.
    Read { iri: String, terms: DocumentTerms },
    /// A file that is not there any more, or is no document of the folder.
    Gone { iri: String },
    /// So many documents have been read, of so many.
    Progress { read: usize, of: usize },
    /// All have been read, but for so many, for which there was no room.
    Finished { left_out: usize },
}

/// How much is known of the folder's files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FolderState {
    /// There is none.
    #[default]
    None,
    /// They are being read.
    Reading,
    /// They are known, but for so many.
    Known { left_out: usize },
}

/// The documents that are known, by their [keys](document_key).
#[derive(Default)]
pub struct KnownDocuments {
    pub index: TermIndex,
    folder: Option<Box<dyn FolderFiles>>,
    state: FolderState,
    /// The IRIs of the folder's files.
    files: HashMap<String, String>,
    /// The editions of the open documents that the index has.
    open: HashMap<String, u64>,
}

impl KnownDocuments {
    pub fn with_folder(folder: Box<dyn FolderFiles>) -> Self {
        Self {
            folder: Some(folder),
            ..Self::default()
        }
    }

    /// Begins to read the folder's files; patterns of their names.
    pub fn begin(
        &mut self,
        folders: &[String],
        parsers: DocumentParsers,
        most_bytes: u64,
    ) -> Vec<String> {
        match &mut self.folder {
            Some(folder) if !folders.is_empty() || self.state != FolderState::None => {
                self.state = FolderState::Reading;
                folder.begin(folders, parsers, most_bytes);
                folder.patterns()
            }
            _ => Vec::new(),
        }
    }

    /// Takes over the text of an open document.
    pub fn renew(&mut self, document: &OpenDocument, parsers: &DocumentParsers) {
        /// Up to this size, in bytes, terms are read in a few milliseconds.
        const SMALL: usize = 1 << 20;
        let key = document_key(&document.uri.0);
        let is_known = match self.open.get(&key) {
            Some(_) if document.text().len() > SMALL => true,
            known => known == Some(&document.edition()),
        };
        if !is_known {
            let parser = parsers.parser(&document.uri.0, &document.language);
            let terms = DocumentTerms::read(document.text(), &parser);
            self.index.set(&key, terms);
            self.open.insert(key, document.edition());
        }
    }

    /// Takes over that a document is not open any more: its file counts.
    pub fn close(&mut self, iri: &str) {
        let key = document_key(iri);
        self.open.remove(&key);
        match self.state {
            FolderState::None => self.index.remove(&key),
            FolderState::Reading | FolderState::Known { .. } => {
                self.files_changed(vec![iri.to_owned()]);
            }
        }
    }

    /// Has these files read anew.
    pub fn files_changed(&mut self, iris: Vec<String>) {
        if let Some(folder) = &mut self.folder
            && self.state != FolderState::None
        {
            folder.read_again(iris);
        }
    }

    pub fn take_news(&mut self, news: FolderNews) {
        match news {
            FolderNews::Read { iri, terms } => {
                let key = document_key(&iri);
                if !self.open.contains_key(&key) {
                    self.index.set(&key, terms);
                }
                self.files.insert(key, iri);
            }
            FolderNews::Gone { iri } => {
                let key = document_key(&iri);
                self.files.remove(&key);
                if !self.open.contains_key(&key) {
                    self.index.remove(&key);
                }
            }
            FolderNews::Progress { .. } => {}
            FolderNews::Finished { left_out } => self.state = FolderState::Known { left_out },
        }
    }

    pub fn state(&self) -> FolderState {
        self.state
    }

    /// The IRI of a file, by its key; none if it is open by this name.
    pub fn file(&self, key: &str) -> Option<&str> {
        let is_open = self.open.contains_key(key);
        self.files.get(key).filter(|_| !is_open).map(String::as_str)
    }

    /// The text of a file as it is now; none if it cannot be read.
    pub fn text(&self, iri: &str) -> Option<String> {
        self.folder.as_ref()?.text(iri)
    }

    /// The file behind an IRI, whatever its name; none if that is not known.
    pub fn file_behind(&self, iri: &str) -> Option<String> {
        self.folder.as_ref()?.file_behind(iri)
    }
}

/// A document's name in the index: its IRI, however the editor escapes characters in it.
pub fn document_key(iri: &str) -> String {
    percent_decode_str(iri).decode_utf8_lossy().into_owned()
}
