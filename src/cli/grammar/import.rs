//! `turtle-peg grammar import`: from a specification's EBNF to a grammar that a parser can be made of.

use super::GrammarSource;
use crate::cli::Status;
use crate::cli::output::Output;
use anyhow::Context;
use std::path::PathBuf;
use turtle_peg::inspect::import;

/// Make a PEG of a specification's productions, with the departures that it needs declared
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar import draft.ebnf -o draft.pest
  turtle-peg grammar import turtle-1.2 | less            as if there were only its EBNF

The file is in the form that grammar/README.md describes: each production, the departures from it and why, and the \
rule. Alternatives keep their order unless an earlier one takes the beginning of what a later one matches.

On standard error is what somebody has to look at: what EBNF does not say, and what could not be ordered or guarded. \
The title at the top is to be filled in.")]
pub struct Arguments {
    /// The specification's productions: NAME.ebnf, or those of a dialect or of NAME.pest
    #[arg(value_name = "FILE|DIALECT", hide_possible_values = true)]
    grammar: GrammarSource,

    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "FILE.pest")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let source = &arguments.grammar;
    let imported = import(&source.specified()?).map_err(|error| source.fault(error))?;
    for note in &imported.notes {
        anstream::eprintln!("{}: {note}", source.name());
    }
    match &arguments.output {
        Some(path) => {
            let written = std::fs::write(path, &imported.text);
            written.with_context(|| path.display().to_string())?;
        }
        None => {
            let mut output = Output::new();
            output.print(&imported.text)?;
            output.flush()?;
        }
    }
    Ok(Status::Fine)
}
