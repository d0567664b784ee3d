//! Documents, and the messages of `turtle-peg check --lint` about them: `--messages`.
//!
//! Invariant: what a page says of a document was said of it while the pages were made; and what stands there as mended was read.

use advice::fix::{FixedText, RepairChoice, fix_str};
use advice::lint;
use advice::{Advice, Advise, Mistake};
use anyhow::{Context, ensure};
use cli::commands::check::{self, CheckArguments};
use cli::input::InputSource;
use cli::reporting::kinds::{FAULTS, LINTS};
use std::fs;
use std::path::{Path, PathBuf};
use turtle_peg::{Dialect, Error, Parser, Production};

/// Where a document has no base IRI of its own.
const BASE: &str = "http://example.org/";

/// The most messages about a document that its example has.
const MOST_MESSAGES: usize = 12;

/// A mistake, a kind of fault, or a lint: messages are about it, and a page tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageSubject {
    pub group: SubjectGroup,
    pub name: &'static str,
    /// A sentence.
    pub description: &'static str,
    /// Advice for all documents, where there is such.
    pub help: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectGroup {
    /// A mistake that is known by its name.
    Mistake,
    /// A kind of fault, of documents whose mistake has no name.
    Fault,
    /// Data that conform, and may not be meant.
    Lint,
}

/// A document, and what is said of it.
pub struct ToldDocument {
    /// Its file's name.
    pub name: String,
    pub bytes: Vec<u8>,
    pub dialect: Dialect,
    pub messages: Vec<ToldMessage>,
    /// How many messages more there are.
    pub more: usize,
    /// The document after its certain repairs, if it has such.
    pub mended: Option<FixedText>,
}

pub struct ToldMessage {
    pub subject: MessageSubject,
    pub advice: Advice,
    pub production: Option<Production>,
    /// The rule of RDF that the document breaks, with the text that it is in.
    pub rule: Option<String>,
}

impl MessageSubject {
    /// Mistakes, faults, lints: each that there is.
    pub fn all() -> impl Iterator<Item = Self> {
        let mistakes = Mistake::all().into_iter().map(Self::of_mistake);
        let kinds = |group, kinds: &'static [cli::reporting::kinds::ProblemKind]| {
            kinds.iter().map(move |kind| Self {
                group,
                name: kind.name,
                description: kind.description,
                help: Some(kind.help),
            })
        };
        let faults = kinds(SubjectGroup::Fault, FAULTS);
        mistakes
            .chain(faults)
            .chain(kinds(SubjectGroup::Lint, LINTS))
    }

    fn of_mistake(mistake: Mistake) -> Self {
        Self {
            group: SubjectGroup::Mistake,
            name: mistake.name(),
            description: mistake.description(),
            help: None,
        }
    }

    /// A kind of fault or lint.
    fn named(group: SubjectGroup, name: &str) -> anyhow::Result<Self> {
        let mut all = Self::all().filter(|subject| subject.group == group);
        let found = all.find(|subject| subject.name == name);
        found.with_context(|| format!("{name} is not described"))
    }

    /// The file of its page.
    pub fn file(&self) -> String {
        format!("{}-{}.html", self.group.name(), self.name)
    }
}

impl SubjectGroup {
    pub fn name(self) -> &'static str {
        match self {
            Self::Mistake => "mistake",
            Self::Fault => "fault",
            Self::Lint => "lint",
        }
    }
}

impl ToldDocument {
    /// The documents of these folders, by folder and name: the files that have an extension of a dialect.
    pub fn all_in(folders: &[PathBuf]) -> anyhow::Result<Vec<Self>> {
        let mut documents = Vec::new();
        for folder in folders {
            let in_folder = || folder.display().to_string();
            let entries = fs::read_dir(folder).with_context(in_folder)?;
            let mut paths = Vec::new();
            for entry in entries {
                let path = entry.with_context(in_folder)?.path();
                if Dialect::from_path(&path).is_some() {
                    paths.push(path);
                }
            }
            paths.sort();
            ensure!(!paths.is_empty(), "{}: there are no documents", in_folder());
            for path in &paths {
                documents.push(Self::read(path).with_context(|| path.display().to_string())?);
            }
        }
        Ok(documents)
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = fs::read(path)?;
        let name = path.file_name().context("a folder")?.display().to_string();
        let options = options(path, &bytes)?;
        let parser = check::parser(&options, None, &InputSource::new(path))?;
        let mut messages = faults(&parser, &bytes)?;
        let mut mended = None;
        if let Ok(text) = str::from_utf8(&bytes) {
            match messages.is_empty() {
                true => messages = lints(&options, path, &parser, text)?,
                false => mended = Some(fix_str(&parser, text, RepairChoice::Certain)),
            }
        }
        let more = messages.len().saturating_sub(MOST_MESSAGES);
        messages.truncate(MOST_MESSAGES);
        Ok(Self {
            name,
            dialect: parser.dialect(),
            bytes,
            messages,
            more,
            mended: mended.filter(|fixed| !fixed.repairs.is_empty()),
        })
    }

    pub fn tells_of(&self, subject: &MessageSubject) -> bool {
        self.messages
            .iter()
            .any(|message| message.subject == *subject)
    }
}

/// The options of `check --lint`, with those that the document's first line names: `# check --iri-limit 40`.
fn options(path: &Path, bytes: &[u8]) -> anyhow::Result<CheckArguments> {
    #[derive(clap::Parser)]
    struct CheckOptions {
        #[command(flatten)]
        check: CheckArguments,
    }
    let first = String::from_utf8_lossy(
        bytes
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default(),
    );
    let words = first.strip_prefix("# check ").unwrap_or_default();
    let mut words: Vec<&str> = words.split_whitespace().collect();
    if !words.contains(&"--base") {
        words.extend(["--base", BASE]);
    }
    let path = path
        .to_str()
        .context("the name of a file that is not UTF-8")?;
    let arguments = ["check", "--lint", path].into_iter().chain(words);
    let CheckOptions { check } = clap::Parser::try_parse_from(arguments)?;
    Ok(check)
}

fn faults(parser: &Parser, bytes: &[u8]) -> anyhow::Result<Vec<ToldMessage>> {
    let mut document = parser.parse_slice(bytes);
    let mut messages = Vec::new();
    while let Some(result) = document.check_statement() {
        let error = match result {
            Ok(()) => continue,
            Err(Error::Syntax(error)) => error,
            Err(error) => return Err(error.into()),
        };
        let advice = error.advice();
        let subject = match advice.mistake() {
            Some(mistake) => MessageSubject::of_mistake(mistake),
            None => MessageSubject::named(SubjectGroup::Fault, error.kind().name())?,
        };
        messages.push(ToldMessage {
            subject,
            advice,
            production: error.production(),
            rule: error
                .kind()
                .rdf_rule()
                .map(|rule| format!("{}: {rule}", rule.source(parser.dialect()))),
        });
    }
    Ok(messages)
}

fn lints(
    options: &CheckArguments,
    path: &Path,
    parser: &Parser,
    text: &str,
) -> anyhow::Result<Vec<ToldMessage>> {
    let folder = path.parent().context("a folder")?;
    let known = check::vocabularies(options, folder)?;
    let lints = lint::find_with(parser, text, &[], &known).into_iter();
    let told = lints.map(|lint| {
        Ok(ToldMessage {
            subject: MessageSubject::named(SubjectGroup::Lint, lint.kind)?,
            advice: lint.advice,
            production: None,
            rule: None,
        })
    });
    told.collect()
}
