//! The state that the page begins with, and its questions.

use crate::analyses::reference::Reference;
use crate::grammars::samples::samples;
use crate::grammars::source::GrammarSource;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use toolkit::{Grammar, Keywords, effort};
use turtle_peg::Dialect;

/// How long an answer waits for its sections. What is left of a second is for the way to the page.
pub const WAIT: Duration = Duration::from_millis(800);

/// How long a section may take.
pub const LONGEST: Duration = Duration::from_secs(20);

/// The state that the page begins with.
pub struct PageStart {
    pub grammar: GivenGrammar,
    pub document: String,
    pub tests: Option<PathBuf>,
    pub allow: Option<PathBuf>,
    /// The convention of grammars that declare none, if the command line names one.
    pub keywords: Option<Keywords>,
}

impl PageStart {
    /// The option for the folder of the tests' files, if one was named.
    pub fn allowed(&self) -> impl Iterator<Item = OsString> {
        let folder = self.allow.as_ref().map(OsString::from);
        folder
            .into_iter()
            .flat_map(|folder| ["--allow".into(), folder])
    }

    /// The option for keywords, if a convention was named.
    pub fn keywords(&self) -> impl Iterator<Item = OsString> {
        let keywords = self.keywords.iter();
        keywords.flat_map(|keywords| ["--keywords".into(), keywords.to_string().into()])
    }

    /// The answer to the page's first question.
    pub fn json(&self) -> Value {
        let tests = self.tests.as_ref();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "grammar": self.grammar,
            "document": self.document,
            "tests": tests.map(|path| path.display().to_string()),
            "dialects": Dialect::all().map(Dialect::name).collect::<Vec<_>>(),
            "wait": WAIT.as_millis() as u64,
            "longest": LONGEST.as_millis() as u64,
        })
    }
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
    pub fn of(source: &GrammarSource) -> anyhow::Result<Self> {
        Ok(Self {
            name: source.name(),
            kind: match source {
                GrammarSource::Dialect(_) | GrammarSource::Peg(_) => GrammarKind::Pest,
                GrammarSource::Ebnf(_) => GrammarKind::Ebnf,
            },
            text: source.text()?.into_owned(),
        })
    }

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

/// The question in this folder.
pub fn read() -> anyhow::Result<Question> {
    Ok(serde_json::from_str(&fs::read_to_string(QUESTION)?)?)
}

/// Whether a grammar is one of Turtle's family: it has the start production of a dialect.
pub fn is_of_turtle(grammar: &Grammar) -> bool {
    Dialect::all().any(|dialect| grammar.rule(dialect.start().name()).is_some())
}

/// A document to begin with: one that many know, for Turtle's family; for another grammar a short one that it accepts, if one is found.
pub fn first_document(source: &GrammarSource) -> anyhow::Result<String> {
    if let GrammarSource::Dialect(dialect) = source {
        return Ok(sample(*dialect).to_owned());
    }
    match source.specified_once() {
        Ok(grammar) if !is_of_turtle(&grammar) => short_document(source),
        // What is at fault in the grammar, the page says.
        _ => Ok(sample(Dialect::Turtle12).to_owned()),
    }
}

/// The shortest document of those that use the grammar's first cases.
fn short_document(source: &GrammarSource) -> anyhow::Result<String> {
    let reference = Reference::of(source)?;
    let generator = source.generator(&samples()?)?;
    effort::shared(|| {
        let documents = (0..generator.cases().len().min(FIRST_CASES))
            .filter_map(|case| generator.sentence_for(case, |it| reference.read(it, true)))
            .map(|sentence| sentence.text)
            .filter(|text| !text.trim().is_empty());
        Ok(documents.min_by_key(String::len).unwrap_or_default())
    })
}

/// How many cases a document to begin with is looked for in.
const FIRST_CASES: usize = 40;

/// A document in the dialect's language.
pub fn sample(dialect: Dialect) -> &'static str {
    match dialect.extension() {
        "nt" | "nq" => "<http://example.org/spider> <http://example.org/name> \"Spider\" .\n",
        _ => {
            "PREFIX : <http://example.org/>\n\n:spiderman a :Hero ;\n    :name \"Spider-Man\", \"L'homme-araignée\"@fr ;\n    :enemy [ :name \"Green Goblin\" ] .\n"
        }
    }
}
