//! The sections of an answer, and the command whose output each is.

use super::question::{EDITED, GrammarKind, ORIGINAL, PageStart, Question};
use serde_json::{Value, json};
use std::ffi::OsString;

/// The part of an answer that one process gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerSection {
    Grammar,
    Document,
    Dialects,
    Show,
    Lint,
    Ll1,
    Overlaps,
    Production,
    Check,
    Tests,
    Diff,
    Propose,
}

use AnswerSection as Of;

impl AnswerSection {
    /// In the order in which they are begun: first what takes least time.
    pub const ALL: [Self; 12] = [
        Of::Grammar,
        Of::Document,
        Of::Dialects,
        Of::Show,
        Of::Lint,
        Of::Ll1,
        Of::Overlaps,
        Of::Production,
        Of::Check,
        Of::Tests,
        Of::Diff,
        Of::Propose,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Of::Grammar => "grammar",
            Of::Document => "document",
            Of::Production => "production",
            Of::Dialects => "dialects",
            Of::Show => "show",
            Of::Lint => "lint",
            Of::Ll1 => "ll1",
            Of::Diff => "diff",
            Of::Check => "check",
            Of::Tests => "tests",
            Of::Overlaps => "overlaps",
            Of::Propose => "propose",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }

    /// The command of the program that these arguments are, for the page to name; none, if the section is made for the page.
    pub fn command(self, arguments: &[OsString]) -> Option<String> {
        let is_of_page = matches!(
            self,
            Of::Grammar | Of::Document | Of::Production | Of::Dialects
        );
        let words = arguments.iter().map(|it| it.to_string_lossy());
        let words = words.take_while(|it| it != "--format");
        let words: Vec<String> = words.map(|word| quoted(&word)).collect();
        (!is_of_page).then(|| format!("turtle-lab {}", words.join(" ")))
    }

    /// The arguments of the program that answers, in the question's folder; or why it is left out.
    pub fn arguments(
        self,
        question: &Question,
        start: &PageStart,
    ) -> Result<Vec<OsString>, &'static str> {
        let own = self.own_arguments(question, start)?;
        Ok(start.keywords().chain(own).collect())
    }

    /// The arguments without the options that hold for all sections.
    fn own_arguments(
        self,
        question: &Question,
        start: &PageStart,
    ) -> Result<Vec<OsString>, &'static str> {
        let edited = question.grammar.file(EDITED);
        let original = question.original.file(ORIGINAL);
        let words: Vec<&str> = match self {
            Of::Production if question.production.is_none() => {
                return Err("no production was named");
            }
            Of::Grammar | Of::Document | Of::Production | Of::Dialects => {
                vec!["explore", "--answer", self.name()]
            }
            Of::Check if question.grammar.kind == GrammarKind::Ebnf => {
                return Err("productions alone have no rules to check");
            }
            Of::Check => vec!["check", "--certificate", &edited, "--format", "json"],
            Of::Diff => vec!["diff", &original, &edited, "--format", "json"],
            Of::Show | Of::Lint | Of::Ll1 | Of::Overlaps => {
                vec![self.name(), &edited, "--format", "json"]
            }
            Of::Tests => {
                let Some(tests) = &start.tests else {
                    return Err("`turtle-lab explore --tests MANIFEST` runs a test suite");
                };
                let words = ["conformance", "--grammar", &edited, "--against", &original];
                let words = words.map(OsString::from).into_iter();
                let json = ["--format", "json"].map(OsString::from);
                let files = start.allowed().chain([tests.into()]);
                return Ok(words.chain(files).chain(json).collect());
            }
            Of::Propose => {
                let words = ["propose", &original, &edited].map(OsString::from);
                let tests = start.tests.iter().map(Into::into);
                let tests = tests.flat_map(|tests: OsString| ["--tests".into(), tests]);
                return Ok({ words.into_iter() }
                    .chain(start.allowed())
                    .chain(tests)
                    .collect());
            }
        };
        Ok(words.into_iter().map(OsString::from).collect())
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,".contains(c);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// For who runs the program without a server: the sections in their order, each with its arguments, and the command that they are;
/// or why it is left out.
pub fn plan(question: &Question, start: &PageStart) -> Value {
    let sections = AnswerSection::ALL.map(|section| match section.arguments(question, start) {
        Ok(arguments) => json!({
            "section": section.name(),
            "arguments": arguments.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>(),
            "command": section.command(&arguments),
        }),
        Err(why) => json!({ "section": section.name(), "why": why }),
    });
    sections.into_iter().collect()
}
