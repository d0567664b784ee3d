//! `turtle-lab show`: all that is known of a production.

use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::source::GrammarSource;
use crate::pages::{json, json::printed};
use cli::output::Output;
use cli::productions::ProductionName;
use cli::{Format, Status};
use serde_json::{Value, json};
use std::io::IsTerminal;
use toolkit::peg::Departure;
use toolkit::{ProductionSummary, Summary, ebnf, peg};

/// Show a production with its rule, departures, uses, FIRST and FOLLOW, or list all productions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab show turtle-1.2
  turtle-lab show turtle-1.2 NumericLiteral
  turtle-lab show edited.pest COMMENT
  turtle-lab show --format json turtle-1.2 | jq '.[] | select(.kind == \"terminal\")'

The list has a line for each production, with a * if departures from it are declared; a rule that is not in the specification \
is shown as PEG. In JSON, a production is an object with the keys name, number, kind (nonterminal, terminal, trivia, or \
auxiliary for a rule that the specification does not have), ebnf, peg, line, page (the link to its anchor, if the grammar is that of a page), departures (kind and reason of each), uses and \
used_by (names), nullable, first and follow; a fact that is missing is null or empty. The list is an array.

For a nonterminal, FIRST lists its possible first tokens, and FOLLOW the tokens that can come after it, with $ for the end \
of the text; a note says whether it can be empty. Both are computed from the specification's productions, with terminals as \
tokens.")]
pub struct ShowArguments {
    /// A dialect, or a file: NAME.pest, NAME.ebnf, NAME.html
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,

    /// The production [default: list all]
    #[arg(value_name = "PRODUCTION", hide_possible_values = true)]
    production: Option<ProductionName>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &ShowArguments) -> anyhow::Result<Status> {
    tell_of_assumptions([&arguments.grammar]);
    let summary = arguments.grammar.summary()?;
    let page = arguments.grammar.page()?;
    let link = |production: &ProductionSummary| {
        let anchor = page.as_ref()?.anchors.get(&production.name)?;
        Some(format!("{}#{anchor}", arguments.grammar.name()))
    };
    let text = match (&arguments.production, arguments.format) {
        (None, Format::Text) => list(&summary, terminal_width()),
        (None, Format::Json) => {
            let productions = summary.productions.iter();
            json::text(&productions.map(|it| to_json(it, link(it))).collect())
        }
        (Some(name), format) => {
            let all = &summary.productions;
            let production = name.find(
                &arguments.grammar.name(),
                all,
                |one| &one.name,
                "turtle-lab show",
            )?;
            match format {
                Format::Text => describe(production, link(production)),
                Format::Json => json::text(&to_json(production, link(production))),
            }
        }
    };
    let mut output = Output::new();
    match arguments.format {
        Format::Text => output.show(&text)?,
        Format::Json => output.print(&text)?,
    }
    output.flush()?;
    Ok(Status::Fine)
}

/// The length of a line: without limit, if standard output is not a terminal.
fn terminal_width() -> Option<usize> {
    let is_terminal = std::io::stdout().is_terminal();
    let size = is_terminal.then(terminal_size::terminal_size);
    let (width, _) = size.flatten()?;
    Some(width.0.into())
}

fn list(summary: &Summary, width: Option<usize>) -> String {
    let productions = &summary.productions;
    let widest = |column: fn(&ProductionSummary) -> usize| {
        let widths = productions.iter().map(column);
        widths.max().unwrap_or(0)
    };
    let numbers = widest(|production| number_column(production).len());
    let names = widest(|production| production.name.len());
    let line = |production: &ProductionSummary| {
        let mark = match production.departures.as_slice() {
            [] => ' ',
            _ => '*',
        };
        let line = format!(
            "{:<numbers$}{:<names$} {mark} {}",
            number_column(production),
            production.name,
            right_side(production)
        );
        shortened(&line, width) + "\n"
    };
    productions.iter().map(line).collect()
}

/// `[128s] `, or nothing.
fn number_column(production: &ProductionSummary) -> String {
    let number = production.number.iter();
    number.map(|number| format!("[{number}] ")).collect()
}

fn right_side(production: &ProductionSummary) -> String {
    match (&production.specified, &production.written) {
        (Some(specified), _) => ebnf::print_expression(&specified.expression),
        (None, Some(written)) => format!("PEG: {}", peg::print_expression(&written.expression)),
        (None, None) => String::new(),
    }
}

/// With an ellipsis if it had to be cut.
fn shortened(line: &str, width: Option<usize>) -> String {
    match width {
        Some(width) if line.chars().count() > width => {
            let kept = line.chars().take(width.saturating_sub(1));
            kept.chain(['…']).collect()
        }
        _ => line.to_owned(),
    }
}

/// Each fact with its label before it.
fn describe(production: &ProductionSummary, link: Option<String>) -> String {
    let facts = facts(production, link).into_iter();
    let lines: String = facts
        .map(|(label, fact)| format!("  {label:<10} {fact}\n"))
        .collect();
    format!("{}\n{lines}", production.name)
}

/// The facts with their labels, the address on the specification's page among them; those that are missing are left out.
pub fn facts(production: &ProductionSummary, link: Option<String>) -> Vec<(&'static str, String)> {
    let ebnf = production.specified.as_ref().map(ebnf::print_rule);
    let peg = production.written.as_ref().map(peg::print_rule);
    let departure = |departure: &Departure| format!("{}: {}", departure.kind, departure.reason);
    let facts = [
        ("number", production.number.clone()),
        ("kind", Some(production.kind.to_string())),
        ("page", link),
        ("EBNF", ebnf),
        ("PEG", peg),
    ];
    let departures = production.departures.iter();
    let facts = facts
        .into_iter()
        .chain(departures.map(|one| ("departure", Some(departure(one)))))
        .chain(relations(production));
    facts
        .filter_map(|(label, fact)| Some((label, fact?)))
        .collect()
}

/// The facts that follow from the whole grammar.
pub fn relations(production: &ProductionSummary) -> Vec<(&'static str, Option<String>)> {
    let joined = |all: Vec<String>, between: &str| (!all.is_empty()).then(|| all.join(between));
    let sets = production.lookaheads.as_ref();
    let is_nullable = sets.is_some_and(|sets| sets.is_nullable);
    let [first, follow] = sets.map_or([const { Vec::new() }; 2], |sets| {
        [printed(&sets.first), printed(&sets.follow)]
    });
    vec![
        ("uses", joined(production.uses.clone(), ", ")),
        ("used by", joined(production.used_by.clone(), ", ")),
        ("nullable", is_nullable.then(|| "yes".to_owned())),
        ("FIRST", joined(first, " ")),
        ("FOLLOW", joined(follow, " ")),
    ]
}

fn to_json(production: &ProductionSummary, link: Option<String>) -> Value {
    let lookaheads = production.lookaheads.as_ref();
    json!({
        "name": production.name,
        "number": production.number,
        "kind": production.kind.name(),
        "ebnf": production.specified.as_ref().map(ebnf::print_rule),
        "peg": production.written.as_ref().map(peg::print_rule),
        "line": production.line,
        "page": link,
        "departures": json::departures(&production.departures),
        "uses": production.uses,
        "used_by": production.used_by,
        "nullable": lookaheads.map(|sets| sets.is_nullable),
        "first": lookaheads.map(|sets| printed(&sets.first)),
        "follow": lookaheads.map(|sets| printed(&sets.follow)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_ends_with_an_ellipsis() {
        assert_eq!(shortened("abcdef", Some(6)), "abcdef");
        assert_eq!(shortened("äbcdef", Some(5)), "äbcd…");
        assert_eq!(shortened("abcdef", None), "abcdef");
    }
}
