//! `turtle-lab lint`: finds flaws in a specification's grammar.

use crate::commands::{survey::Answer, survey::SurveyArguments};
use crate::grammars::source::{GrammarSource, StartArguments};
use cli::Status;
use cli::counted::counted;
use serde_json::{Value, json};
use std::fmt::Write as _;
use toolkit::hygiene::{self, Flaw};

/// Find productions that are unreachable, undefined, doubled or left-recursive
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab lint                        every dialect
  turtle-lab lint turtle-wd2011          where SPARQL's variables were left in
  turtle-lab lint --format json edited.ebnf

A production is unreachable if no start symbol needs it. Where neither --start nor `@start` names the start symbols, each but the \
first is listed, as it may be left over. Each name and number must occur once, \
and a name that is used needs a production. No production may begin with itself.

In JSON: an array with an object for each grammar: grammar, flaws (kind, productions, message); the kinds are unreferenced, \
unreachable, undefined, defined-twice, numbered-twice and left-recursion.

Exit status: 0 no flaws, 1 flaws, or a file that is not a grammar, 2 wrong usage, or reading or writing failed.")]
pub struct LintArguments {
    #[command(flatten)]
    survey: SurveyArguments,

    #[command(flatten)]
    start: StartArguments,
}

pub fn run(arguments: &LintArguments) -> anyhow::Result<Status> {
    arguments
        .survey
        .run(|grammar| answer(&arguments.start.choose(grammar)))
}

fn answer(grammar: &GrammarSource) -> anyhow::Result<Answer> {
    let flaws = hygiene::flaws(&grammar.specified()?);
    let name = grammar.name();
    Ok(Answer {
        text: text(&name, &flaws),
        json: to_json(&name, &flaws),
        status: Status::of(flaws.is_empty()),
    })
}

fn text(name: &str, flaws: &[Flaw]) -> String {
    let mut text = match flaws.len() {
        0 => format!("{name}: no flaws\n"),
        count => format!("{name}: {}\n", counted(count, "flaw")),
    };
    for flaw in flaws {
        let _ = writeln!(text, "{name}: {flaw}");
    }
    text
}

fn to_json(name: &str, flaws: &[Flaw]) -> Value {
    let flaw = |one: &Flaw| {
        json!({
            "kind": one.kind(),
            "productions": one.productions(),
            "message": one.to_string(),
        })
    };
    json!({
        "grammar": name,
        "flaws": flaws.iter().map(flaw).collect::<Vec<_>>(),
    })
}
