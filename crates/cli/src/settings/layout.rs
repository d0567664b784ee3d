//! How documents are laid out: by the command line, and by a project's settings.

use super::changes::{DirectiveForm, Normalisation, Sorted, UnusedPrefixes};
use anyhow::bail;
use clap::{Args, ValueEnum};
use serde::Deserialize;
use std::str::FromStr;
use turtle_peg::format::{FinalSemicolon, FirstPredicate, Indentation, LineEnd, Style};

/// The layout, as far as it is said.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct LayoutSettings {
    /// Most characters of a line that can be broken [default: 100]
    #[arg(long, value_name = "CHARACTERS")]
    width: Option<usize>,

    /// Spaces for each level of nesting, 0 to 16, or `tab` [default: 4]
    #[arg(long, value_name = "SPACES")]
    indent: Option<Indent>,

    /// How lines end; `auto`: as the document's first [default: auto]
    #[arg(long, value_enum)]
    line_end: Option<LineEndArgument>,

    /// Where a subject's first predicate is: on the subject's line, or on its own if the statement has several lines [default: same]
    #[arg(long, value_enum)]
    first_predicate: Option<FirstPredicateArgument>,

    /// Whether the last predicate of a statement has a semicolon: as written; if there are several; or never [default: keep]
    #[arg(long, value_enum)]
    final_semicolon: Option<FinalSemicolonArgument>,

    /// Put statements, prefixes, predicates (rdf:type first) or objects in the order of their texts, with their comments. Statements do not
    /// pass directives, graphs' brackets, or a comment that has an empty line after it
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', help_heading = CHANGES)]
    sort: Vec<Sorted>,

    /// Write directives as `PREFIX …` or as `@prefix … .`
    #[arg(long, value_enum, value_name = "FORM", help_heading = CHANGES)]
    directives: Option<DirectiveForm>,

    /// Write `a` for the predicate rdf:type
    #[arg(long, help_heading = CHANGES)]
    a: bool,

    /// Whether prefixes stay that nothing uses [default: keep]
    #[arg(long, value_enum, value_name = "WHAT", help_heading = CHANGES)]
    unused_prefixes: Option<UnusedPrefixes>,
}

const CHANGES: &str =
    "Changes of tokens, for which triples are compared; Turtle and TriG are held in memory";

impl LayoutSettings {
    /// These, and what they do not say by others.
    pub fn or(&self, others: &Self) -> Self {
        Self {
            width: self.width.or(others.width),
            indent: self.indent.or(others.indent),
            line_end: self.line_end.or(others.line_end),
            first_predicate: self.first_predicate.or(others.first_predicate),
            final_semicolon: self.final_semicolon.or(others.final_semicolon),
            sort: match self.sort.is_empty() {
                true => others.sort.clone(),
                false => self.sort.clone(),
            },
            directives: self.directives.or(others.directives),
            a: self.a || others.a,
            unused_prefixes: self.unused_prefixes.or(others.unused_prefixes),
        }
    }

    /// The changes of tokens.
    pub fn changes(&self) -> Normalisation {
        Normalisation {
            sort: self.sort.clone(),
            directives: self.directives,
            writes_a: self.a,
            unused_prefixes: self.unused_prefixes.unwrap_or(UnusedPrefixes::Keep),
        }
    }

    /// The keys that ask for changes of tokens.
    pub fn keys_of_changes(&self) -> Vec<&'static str> {
        let keys = [
            ("sort", !self.sort.is_empty()),
            ("directives", self.directives.is_some()),
            ("a", self.a),
            ("unused-prefixes", self.unused_prefixes.is_some()),
        ];
        let keys = keys.into_iter().filter(|(_, is_set)| *is_set);
        keys.map(|(key, _)| key).collect()
    }

    /// A style with what these say.
    pub fn style(&self, mut style: Style) -> Style {
        if let Some(width) = self.width {
            style.width = width;
        }
        if let Some(Indent(indentation)) = self.indent {
            style.indentation = indentation;
        }
        match self.line_end {
            None => {}
            Some(LineEndArgument::Auto) => style.line_end = LineEnd::Auto,
            Some(LineEndArgument::Lf) => style.line_end = LineEnd::Lf,
            Some(LineEndArgument::Crlf) => style.line_end = LineEnd::CrLf,
        }
        match self.first_predicate {
            None => {}
            Some(FirstPredicateArgument::Same) => style.first_predicate = FirstPredicate::Same,
            Some(FirstPredicateArgument::Own) => style.first_predicate = FirstPredicate::Own,
        }
        match self.final_semicolon {
            None => {}
            Some(FinalSemicolonArgument::Keep) => style.final_semicolon = FinalSemicolon::Keep,
            Some(FinalSemicolonArgument::Always) => style.final_semicolon = FinalSemicolon::Always,
            Some(FinalSemicolonArgument::Never) => style.final_semicolon = FinalSemicolon::Never,
        }
        style
    }
}

/// The indentation: spaces, or a tab.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "IndentValue")]
struct Indent(Indentation);

/// A number or a text, as the file of settings has it.
#[derive(Deserialize)]
#[serde(untagged)]
enum IndentValue {
    Spaces(u64),
    Text(String),
}

impl TryFrom<IndentValue> for Indent {
    type Error = anyhow::Error;

    fn try_from(value: IndentValue) -> anyhow::Result<Self> {
        match value {
            IndentValue::Spaces(spaces) => spaces.to_string().parse(),
            IndentValue::Text(text) => text.parse(),
        }
    }
}

impl FromStr for Indent {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        match text.parse() {
            Ok(spaces @ 0..=16) => Ok(Self(Indentation::Spaces(spaces))),
            _ if text == "tab" => Ok(Self(Indentation::Tab)),
            _ => bail!("write a number from 0 to 16, or `tab`"),
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum LineEndArgument {
    Auto,
    Lf,
    Crlf,
}

#[derive(Clone, Copy, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum FirstPredicateArgument {
    Same,
    Own,
}

#[derive(Clone, Copy, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum FinalSemicolonArgument {
    Keep,
    Always,
    Never,
}
