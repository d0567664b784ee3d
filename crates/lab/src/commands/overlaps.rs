//! `turtle-lab overlaps`: which terminals can be the same characters?

use crate::commands::{survey::Answer, survey::SurveyArguments};
use crate::grammars::source::{GrammarSource, StartArguments};
use crate::pages::json::printed;
use cli::Status;
use cli::counted::counted;
use serde_json::{Value, json};
use std::fmt::Write as _;
use toolkit::hygiene::{self, Flaw};
use toolkit::overlap::{self, Overlap, Overlaps};
use toolkit::symbols::TokenGrammar;
use toolkit::{Grammar, RuleKind};

/// Find the pairs of terminals that can match the same string, with an example
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab overlaps turtle-1.2         a language tag may read @prefix
  turtle-lab overlaps                    every dialect
  turtle-lab overlaps --format json edited.ebnf

Terminals are those of the specification and the literals of its productions; `@pass`, if there is one, is the text between \
them. Where two overlap, the longest match does not \
decide between them. Their place may, so an overlap need not be a fault, and it does not change the exit status.

In JSON: an array with an object for each grammar: grammar, overlaps (first, second, example), unknown (terminals that cannot be \
compared: without a production, or recursive), undecided (pairs for which the search was cut short), unused (terminals that are \
not compared, since no production uses them).")]
pub struct OverlapsArguments {
    #[command(flatten)]
    survey: SurveyArguments,

    #[command(flatten)]
    start: StartArguments,
}

pub fn run(arguments: &OverlapsArguments) -> anyhow::Result<Status> {
    arguments
        .survey
        .run(|grammar| answer(&arguments.start.choose(grammar)))
}

fn answer(grammar: &GrammarSource) -> anyhow::Result<Answer> {
    let specified = grammar.specified()?;
    let all = TokenGrammar::of_all(&specified);
    let starts = all.all_starts();
    let overlaps = overlap::overlaps(&specified, &all.from(&starts));
    let unused = unused_terminals(&specified, &starts);
    let name = grammar.name();
    Ok(Answer {
        text: text(&name, &overlaps, &unused),
        json: to_json(&name, &overlaps, &unused),
        status: Status::Fine,
    })
}

/// The terminals that no production leads to, so that they are no tokens of any text.
fn unused_terminals(grammar: &Grammar, starts: &[String]) -> Vec<String> {
    let is_terminal = |name: &str| {
        let rule = grammar.rule(name);
        rule.is_some_and(|rule| rule.kind == RuleKind::Terminal)
    };
    let flaws = hygiene::flaws_from(grammar, starts).into_iter();
    let unreachable = flaws.filter_map(|flaw| match flaw {
        Flaw::Unreachable { production } => Some(production),
        _ => None,
    });
    unreachable.filter(|name| is_terminal(name)).collect()
}

fn text(name: &str, overlaps: &Overlaps, unused: &[String]) -> String {
    let mut text = match overlaps.pairs.len() {
        0 if overlaps.undecided.is_empty() && overlaps.unknown.is_empty() => {
            format!("{name}: no overlaps\n")
        }
        0 => format!("{name}: no overlaps were found\n"),
        count => format!("{name}: {}\n", counted(count, "overlap")),
    };
    for overlap in &overlaps.pairs {
        let _ = writeln!(text, "{name}: {overlap}");
    }
    for ([first, second], why) in &overlaps.undecided {
        let _ = writeln!(
            text,
            "{name}: whether {first} and {second} overlap is {why}"
        );
    }
    for token in &overlaps.unknown {
        let _ = writeln!(text, "{name}: what {token} matches cannot be told");
    }
    if !unused.is_empty() {
        let unused = unused.join(", ");
        let _ = writeln!(
            text,
            "{name}: not compared, since no production uses them: {unused}"
        );
    }
    text
}

fn to_json(name: &str, overlaps: &Overlaps, unused: &[String]) -> Value {
    let pair = |one: &Overlap| {
        json!({
            "first": one.first.to_string(),
            "second": one.second.to_string(),
            "example": one.example,
        })
    };
    json!({
        "grammar": name,
        "overlaps": overlaps.pairs.iter().map(pair).collect::<Vec<_>>(),
        "unknown": printed(&overlaps.unknown),
        "undecided": overlaps.undecided.iter().map(|(pair, _)| printed(pair)).collect::<Vec<_>>(),
        "unused": unused,
    })
}
