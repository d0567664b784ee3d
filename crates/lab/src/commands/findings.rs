//! `turtle-lab findings`: a page with the toolkit's findings in the dialects' grammars.

use crate::commands::survey::ask_all;
use crate::grammars::source::GrammarSource;
use cli::Status;
use cli::output::Output;
use toolkit::page::{self, Remarks, Survey};

/// Print a survey of grammars, as Markdown: departures, conflicts, flaws, overlaps
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab findings > findings.md      a generated part of docs/FINDINGS.md
  turtle-lab findings edited.pest

The chapters are those of `show`, `check --certificate`, `ll1`, `lint` and `overlaps`, side by side for all grammars.")]
pub struct FindingsArguments {
    /// Dialects, or files: NAME.pest [default: every dialect]
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammars: Vec<GrammarSource>,
}

/// Where the repository says more.
const REMARKS: Remarks<'static> = Remarks {
    departures: "[grammar/README.md](../grammar/README.md) says what each kind allows.",
    certificates: "`turtle-lab check --certificate` lists them one by one, with the argument that shows each.",
};

pub fn run(arguments: &FindingsArguments) -> anyhow::Result<Status> {
    let grammars = GrammarSource::or_all_dialects(&arguments.grammars);
    let mut found = Vec::new();
    for survey in ask_all(&grammars, surveyed) {
        found.push(survey?);
    }
    let mut output = Output::new();
    output.show_file(&page::markdown(&found, &REMARKS))?;
    output.flush()?;
    Ok(Status::Fine)
}

fn surveyed(grammar: &GrammarSource) -> anyhow::Result<(String, Survey)> {
    let survey = Survey::of(&grammar.literate()?).map_err(|error| grammar.fault(error))?;
    Ok((grammar.name(), survey))
}
