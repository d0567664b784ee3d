//! The parser of a document, as the project's settings, the editor's, and the document's name say it.

use turtle_peg::format::Style;
use turtle_peg::{Dialect, Parser};

/// The settings that count for a document.
#[derive(Clone, Debug, Default)]
pub struct DocumentSettings {
    /// The dialect, if somebody has said it.
    pub dialect: Option<Dialect>,
    /// The names of lints that are off.
    pub lint_off: Vec<String>,
    pub style: Style,
}

/// Settings of the project that the document of an IRI is in, put over those of its editor. Who has no files has
/// [none](without_project).
pub type SettingsOverlay = fn(&str, DocumentSettings) -> anyhow::Result<DocumentSettings>;

/// Settings where there is no project: the editor's.
///
/// # Errors
///
/// Never.
pub fn without_project(_: &str, editors: DocumentSettings) -> anyhow::Result<DocumentSettings> {
    Ok(editors)
}

/// Who finds the parser of a document.
#[derive(Clone, Copy)]
pub struct DocumentParsers {
    pub project: SettingsOverlay,
    /// The dialect of documents that are Turtle, if the editor's settings say it.
    pub turtle: Option<Dialect>,
}

impl DocumentParsers {
    /// The parser of a document, which the editor may have a language for: relative references are resolved against its own IRI.
    pub fn parser(&self, iri: &str, language: &str) -> Parser {
        let parser = Parser::new(self.dialect(iri, language)).with_labels_as_written();
        parser.clone().with_base_iri(iri).unwrap_or(parser)
    }

    pub fn dialect(&self, iri: &str, language: &str) -> Dialect {
        let settings = (self.project)(iri, DocumentSettings::default());
        if let Some(dialect) = settings.ok().and_then(|settings| settings.dialect) {
            return dialect;
        }
        let dialect = match language.to_ascii_lowercase().as_str() {
            "trig" => Some(Dialect::TriG12),
            "ntriples" | "n-triples" | "nt" => Some(Dialect::NTriples12),
            "nquads" | "n-quads" | "nq" => Some(Dialect::NQuads12),
            // Editors call the others so, too, that they have no word for.
            _ => Dialect::from_path(iri),
        };
        match dialect {
            None | Some(Dialect::Turtle12) => self.turtle.unwrap_or(Dialect::Turtle12),
            Some(dialect) => dialect,
        }
    }
}
