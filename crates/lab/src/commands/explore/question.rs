//! The state that the page begins with, and its questions.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The state that the page begins with.
pub struct PageStart {
    pub grammar: GivenGrammar,
    pub document: String,
    pub tests: Option<PathBuf>,
    pub allow: Option<PathBuf>,
}

/// A grammar, a document, and what is asked about them.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The grammar as it is now.
    pub grammar: GivenGrammar,
    /// The grammar as it was.
    pub original: GivenGrammar,
    pub document: String,
    /// The dialect whose rules beside the grammar hold; that of the grammar, if none is named.
    #[serde(default)]
    pub dialect: Option<String>,
    /// A place in the document, in UTF-16 code units.
    #[serde(default)]
    pub cursor: Option<usize>,
    /// The name of a production.
    #[serde(default)]
    pub production: Option<String>,
    /// The names of sections; all, if it is empty.
    #[serde(default)]
    pub sections: Vec<String>,
}

/// The text of a grammar.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GivenGrammar {
    pub name: String,
    pub kind: GrammarKind,
    pub text: String,
}

/// The notation of a grammar.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum GrammarKind {
    /// Rules, with the productions above them.
    Pest,
    /// Productions alone.
    Ebnf,
}

impl GivenGrammar {
    /// The name of its file in a question's folder.
    pub fn file(&self, stem: &str) -> String {
        match self.kind {
            GrammarKind::Pest => format!("{stem}.pest"),
            GrammarKind::Ebnf => format!("{stem}.ebnf"),
        }
    }
}

/// The files in a question's folder: the two grammars, and the question itself.
pub const EDITED: &str = "edited";
pub const ORIGINAL: &str = "original";
pub const QUESTION: &str = "question.json";
