//! Files that hold grammars: the values of `--grammar`.

use anyhow::{Context, anyhow, bail};
use cli::arguments::EngineName;
use cli::files;
use cli::trouble::explained;
use interpreter::LoadedGrammar;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use turtle_peg::{Dialect, Parser};

/// The help of `--dialect` where a grammar is given.
pub const DIALECT_HELP: &str =
    "Dialect that documents are of [default: the one that the grammar is of]";

/// The grammar of the documents; shared by the commands that read documents.
#[derive(Debug, clap::Args)]
pub struct GrammarArguments {
    /// Grammar to run instead of a dialect's own: the rules of a `.pest` file; or the productions of an `.ebnf` file,
    /// or of a `.pest` file with `--engine specification`
    #[arg(id = "path", long = "grammar", value_name = "FILE")]
    pub path: PathBuf,
}

/// The byte order mark, which editors put before UTF-8.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The text of a grammar's file.
pub fn text(path: &Path) -> anyhow::Result<String> {
    let name = || path.display().to_string();
    let bytes = files::reads(path)
        .and_then(|()| fs::read(path).map_err(explained))
        .with_context(name)?;
    let mut text = String::from_utf8(bytes)
        .map_err(|error| {
            let before = error.utf8_error().valid_up_to();
            anyhow!("it is not UTF-8: no character begins at byte {before}, counted from 0")
        })
        .with_context(name)?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.remove(0);
    }
    Ok(text)
}

/// The notation of a grammar's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileNotation {
    /// `.pest`.
    Peg,
    /// `.ebnf`, `.bnf`.
    Ebnf,
    /// `.html`, `.htm`: EBNF in a specification's page.
    Page,
}

impl FileNotation {
    /// Told by the end of the file's name, which may be all of it, as of `bnf`; none, if no file with a grammar is called so.
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension().or(path.file_name())?.to_str()?;
        match end.to_ascii_lowercase().as_str() {
            "pest" => Some(Self::Peg),
            "ebnf" | "bnf" => Some(Self::Ebnf),
            "html" | "htm" => Some(Self::Page),
            _ => None,
        }
    }
}

/// Whether a file holds EBNF, by its name.
pub fn is_ebnf(path: &Path) -> bool {
    matches!(
        FileNotation::of(path),
        Some(FileNotation::Ebnf | FileNotation::Page)
    )
}

/// Refuses a file with EBNF, which has no rules to run.
pub fn no_peg<T>(path: &Path) -> anyhow::Result<T> {
    bail!(
        "{0}: this is EBNF, and a PEG is asked for; `turtle-lab import {0}` makes one",
        path.display()
    )
}

/// The grammar of a file that runs as it stands.
pub fn by_rules(path: &Path, engine: Option<EngineName>) -> anyhow::Result<LoadedGrammar> {
    let is_of_dialects = |engine| engine != EngineName::Specification;
    if engine.is_some_and(is_of_dialects) {
        bail!(
            "no engine but the specification's can be named with --grammar; without --engine, a .pest file runs as it stands"
        );
    }
    read(path)
}

/// How often rules may call rules before a parse is given up. A PEG can go back over a text exponentially often.
const MOST_CALLS: NonZeroUsize = NonZeroUsize::new(10_000_000).unwrap();

/// Limits the steps of the parser from here on, since it might never end.
pub fn limit_backtracking() {
    pest::set_call_limit(Some(MOST_CALLS));
}

/// Makes a parser of a grammar: for the dialect, or for the one that the grammar is of.
pub fn parser(grammar: &LoadedGrammar, dialect: Option<Dialect>) -> Parser {
    Parser::new(dialect.unwrap_or(grammar.dialect())).with_grammar(grammar.clone())
}

/// The grammar in a file.
fn read(path: &Path) -> anyhow::Result<LoadedGrammar> {
    if is_ebnf(path) {
        return no_peg(path);
    }
    limit_backtracking();
    LoadedGrammar::read(&text(path)?).map_err(|error| anyhow!("{}:{error}", path.display()))
}
