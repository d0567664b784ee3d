//! `turtle-peg grammar ll1`: does one token of lookahead tell a parser what to do?

use super::GrammarSource;
use super::json::printed;
use super::survey::{Answer, SurveyArguments};
use crate::cli::Status;
use serde_json::{Value, json};
use std::fmt::Write as _;
use turtle_peg::inspect::ll1::{self, Ll1Conflict};
use turtle_peg::inspect::lr::{self, LrConflict, LrReport};
use turtle_peg::inspect::symbols::Token;

/// Check whether specifications' grammars are LL(1), LR(1) and LALR(1), and show what is in conflict
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar ll1                         every dialect
  turtle-peg grammar ll1 turtle-1.1 edited.ebnf
  turtle-peg grammar ll1 --format json trig-1.2 | jq '.[].ll1_conflicts[].place'

Turtle's section on its grammar says in note 4 that it is LL(1) and LALR(1) when the rules with uppercased names are \
used as terminals. That is asked here of the specification's productions, as they are written; what is white space or \
a comment does not count. Each conflict comes with the place, the two ways to go, the tokens that do not tell which, and \
the fewest tokens of a text that leads there.

In JSON: an array with an object a grammar: grammar, ll1, lr1, lalr1, states (of the LR(1) automaton, by Pager's \
algorithm), ll1_conflicts (kind, production, place, sides, shared, prefix), lr_conflicts (kind, items, lookahead, prefix, \
merged_with).

Exit status: 0 no conflicts, 1 conflicts, or a file that is no grammar, 2 wrong usage, or reading or writing failed.")]
pub struct Arguments {
    #[command(flatten)]
    survey: SurveyArguments,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    arguments.survey.run(answer)
}

fn answer(grammar: &GrammarSource) -> anyhow::Result<Answer> {
    let specified = grammar.specified()?;
    let conflicts = ll1::conflicts(&specified);
    let report = lr::analyse(&specified).map_err(|error| grammar.fault(error))?;
    let name = grammar.name();
    Ok(Answer {
        text: text(&name, &conflicts, &report),
        json: to_json(&name, &conflicts, &report),
        is_fine: conflicts.is_empty() && report.is_lalr1(),
    })
}

fn text(name: &str, conflicts: &[Ll1Conflict], report: &LrReport) -> String {
    let says = |is: bool| if is { "yes" } else { "no" };
    let mut text = format!(
        "{name}: LL(1) {}, LR(1) {}, LALR(1) {}\n",
        says(conflicts.is_empty()),
        says(report.is_lr1()),
        says(report.is_lalr1())
    );
    for conflict in conflicts {
        let _ = writeln!(text, "{name}: {conflict}");
    }
    for conflict in &report.conflicts {
        let _ = writeln!(text, "{name}: {conflict}");
    }
    text
}

fn to_json(name: &str, conflicts: &[Ll1Conflict], report: &LrReport) -> Value {
    let tokens = |tokens: &Option<Vec<Token>>| tokens.as_ref().map(printed);
    let ll1_conflict = |one: &Ll1Conflict| {
        json!({
            "kind": one.kind.to_string(),
            "production": one.production,
            "place": one.place,
            "sides": one.sides,
            "shared": printed(&one.shared),
            "prefix": tokens(&one.prefix),
        })
    };
    let lr_conflict = |one: &LrConflict| {
        json!({
            "kind": one.kind.to_string(),
            "items": one.items,
            "lookahead": one.lookahead.to_string(),
            "prefix": tokens(&one.prefix),
            "merged_with": tokens(&one.merged_with),
        })
    };
    let lr_conflicts = report.conflicts.iter().map(lr_conflict);
    json!({
        "grammar": name,
        "ll1": conflicts.is_empty(),
        "lr1": report.is_lr1(),
        "lalr1": report.is_lalr1(),
        "states": report.states,
        "ll1_conflicts": conflicts.iter().map(ll1_conflict).collect::<Vec<_>>(),
        "lr_conflicts": lr_conflicts.collect::<Vec<_>>(),
    })
}
