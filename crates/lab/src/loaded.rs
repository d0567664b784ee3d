//! Files that hold grammars, and those to run: what `--grammar` names.

use super::arguments::{EngineName, InputArguments};
use super::files;
use super::trouble::explained;
use anyhow::{Context, anyhow, bail};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use turtle_peg::LoadedGrammar;

/// What editors put before a text to say that it is UTF-8.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The text of a grammar's file.
pub fn text(path: &Path) -> anyhow::Result<String> {
    let mut text = files::reads(path)
        .and_then(|()| fs::read_to_string(path).map_err(explained))
        .with_context(|| path.display().to_string())?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.remove(0);
    }
    Ok(text)
}

/// Whether a file holds EBNF, by its name.
pub fn is_ebnf(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("ebnf"))
}

/// Refuses a file with EBNF, which has no rules to run.
pub fn no_peg<T>(path: &Path) -> anyhow::Result<T> {
    bail!(
        "{0}: this is EBNF, and a PEG is asked for; `turtle-peg grammar import {0}` makes one",
        path.display()
    )
}

/// The grammar that the arguments name, if they name one.
pub fn load(arguments: &InputArguments) -> anyhow::Result<Option<LoadedGrammar>> {
    by_rules(arguments.grammar.as_deref(), arguments.engine)
}

/// The grammar of a file that runs as it stands.
pub fn by_rules(
    path: Option<&Path>,
    engine: Option<EngineName>,
) -> anyhow::Result<Option<LoadedGrammar>> {
    let is_of_dialects = |engine| engine != EngineName::Specification;
    if path.is_some() && engine.is_some_and(is_of_dialects) {
        bail!(
            "no engine but the specification's can be named with --grammar; without --engine, a .pest file runs as it stands"
        );
    }
    read(path)
}

/// How often rules may call rules before a parse is given up. A PEG can go back over a text exponentially often.
const MOST_CALLS: NonZeroUsize = NonZeroUsize::new(10_000_000).unwrap();

/// Gives up what would never come to an end, from here on.
pub fn limit_backtracking() {
    pest::set_call_limit(Some(MOST_CALLS));
}

/// The grammar in the file that is given, if one is.
pub fn read(path: Option<&Path>) -> anyhow::Result<Option<LoadedGrammar>> {
    let Some(path) = path else {
        return Ok(None);
    };
    if is_ebnf(path) {
        return no_peg(path);
    }
    limit_backtracking();
    match LoadedGrammar::read(&text(path)?) {
        Ok(grammar) => Ok(Some(grammar)),
        Err(error) => Err(anyhow!("{}:{error}", path.display())),
    }
}
