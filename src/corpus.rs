//! The documents that unit tests read.

use crate::Dialect;
use std::fs;
use std::path::{Path, PathBuf};

/// Those of the corpus.
pub(crate) fn documents() -> Vec<PathBuf> {
    documents_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"))
}

/// Those in a folder and in the folders there.
pub(crate) fn documents_in(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut documents = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if extension.and_then(Dialect::from_extension).is_some() {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}
