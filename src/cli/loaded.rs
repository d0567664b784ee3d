//! Grammars to run: what `--grammar` names.

use anyhow::{Context, anyhow};
use std::fs;
use std::path::Path;
use turtle_peg::LoadedGrammar;

/// The grammar in the file that is given, if one is.
pub fn load(path: Option<&Path>) -> anyhow::Result<Option<LoadedGrammar>> {
    let Some(path) = path else {
        return Ok(None);
    };
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| name.to_string())?;
    match LoadedGrammar::read(&text) {
        Ok(grammar) => Ok(Some(grammar)),
        Err(error) => Err(anyhow!("{name}:{error}")),
    }
}
