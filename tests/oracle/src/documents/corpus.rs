//! The documents that mutants are made of: the corpus, the examples, and the W3C's suites where they are.

use anyhow::{Context as _, Result};
use std::fs;
use std::path::Path;
use turtle_peg::Dialect;

/// Longer ones would take most of the time and add little.
const LONGEST: usize = 6000;

/// A language, whatever its version: what a file name's extension tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Turtle,
    TriG,
    NTriples,
    NQuads,
}

impl Language {
    pub(super) fn of(dialect: Dialect) -> Self {
        let name = dialect.name();
        let starts = |language| name.starts_with(language);
        match () {
            () if starts("turtle") => Self::Turtle,
            () if starts("trig") => Self::TriG,
            () if starts("n-triples") => Self::NTriples,
            () => Self::NQuads,
        }
    }

    fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "ttl" => Some(Self::Turtle),
            "trig" => Some(Self::TriG),
            "nt" => Some(Self::NTriples),
            "nq" => Some(Self::NQuads),
            _ => None,
        }
    }
}

pub(super) struct CorpusDocument {
    pub(super) language: Language,
    pub(super) text: String,
}

/// All documents, in the order of their paths.
pub(super) fn documents() -> Result<Vec<CorpusDocument>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents = Vec::new();
    add(&root.join("tests/corpus"), &mut documents)?;
    add(&root.join("examples"), &mut documents)?;
    if let Some(suites) = std::env::var_os("RDF_TESTS") {
        add(Path::new(&suites), &mut documents)?;
    }
    Ok(documents)
}

fn add(folder: &Path, documents: &mut Vec<CorpusDocument>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add(&path, documents)?;
            continue;
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        let Some(language) = extension.and_then(Language::of_extension) else {
            continue;
        };
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        if bytes.len() <= LONGEST {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            documents.push(CorpusDocument { language, text });
        }
    }
    Ok(())
}
