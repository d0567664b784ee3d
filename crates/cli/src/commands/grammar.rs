//! `turtle-peg grammar`: a specification's productions, and the rules that mirror them.

use crate::Status;
use crate::arguments::dialect_parser;
use crate::output::Output;
use crate::productions::ProductionName;
use clap::error::{ContextKind, ContextValue};
use notation::peg::{Above, Departure};
use notation::{Grammar, Rule, ebnf, peg};
use std::env;
use std::path::Path;
use turtle_peg::Dialect;

/// Show a dialect's productions, or one production with the rule that mirrors it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar turtle-1.2                   every production, one a line
  turtle-peg grammar turtle-1.2 NumericLiteral    one, with its rule and the declared departures

`turtle-lab`, a program of its own, checks, compares, imports and runs grammars, also from files.")]
pub struct DialectGrammarArguments {
    /// The dialect
    #[arg(value_name = "DIALECT", value_parser = dialect_parser(), hide_possible_values = true)]
    dialect: Dialect,

    /// The production [default: list all]
    #[arg(value_name = "PRODUCTION", hide_possible_values = true)]
    production: Option<ProductionName>,
}

pub fn run(arguments: &DialectGrammarArguments) -> anyhow::Result<Status> {
    let dialect = arguments.dialect;
    let literate = peg::read(dialect.grammar())?;
    let specified = literate.specified()?;
    let mut output = Output::new();
    match &arguments.production {
        None => {
            for rule in &specified.rules {
                output.print(&format!("{}\n", ebnf::print_rule(rule)))?;
            }
        }
        Some(name) => {
            let rules: Vec<_> = literate.written.rules.iter().zip(&literate.above).collect();
            let lister = format!("turtle-peg grammar {dialect}");
            let found = name.find(dialect.name(), &rules, |(rule, _)| &rule.name, &lister)?;
            output.print(&describe(dialect, &specified, *found))?;
        }
    }
    output.flush()?;
    Ok(Status::Fine)
}

/// The facts about a rule, a line each.
fn describe(dialect: Dialect, specified: &Grammar, (rule, above): (&Rule, &Above)) -> String {
    let ebnf = specified.rule(&rule.name).map(ebnf::print_rule);
    let departure = |departure: &Departure| format!("{}: {}", departure.kind, departure.reason);
    let departures = above.departures.iter().map(departure);
    let see = format!("{}, {}", dialect.title(), dialect.specification_url());
    let facts = ebnf.into_iter().map(|ebnf| ("EBNF", ebnf));
    let facts = facts.chain([("PEG", peg::print_rule(rule))]);
    let facts = facts.chain(departures.map(|departure| ("departure", departure)));
    let facts = facts.chain([("see", see)]);
    let lines: String = facts
        .map(|(label, fact)| format!("  {label:<10} {fact}\n"))
        .collect();
    format!("{}\n{lines}", rule.name)
}

/// The commands of `turtle-lab` that read grammars.
const COMMANDS_OF_LAB: [&str; 14] = [
    "check",
    "coverage",
    "diff",
    "ebnf",
    "findings",
    "history",
    "import",
    "lint",
    "ll1",
    "overlaps",
    "pest",
    "report",
    "sentences",
    "show",
];

/// The command to run instead, if the arguments belong to `turtle-lab`: for one of its commands, for the grammar of a
/// file, or for an option that names a grammar.
pub fn of_lab(usage: &clap::Error) -> Option<String> {
    let words: Vec<String> = env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .skip(1)
        .collect();
    if let Some(ContextValue::String(option)) = usage.get(ContextKind::InvalidArg)
        && matches!(option.as_str(), "--grammar" | "--against")
    {
        let command = match words.first()?.as_str() {
            "check" => "accepts",
            command @ ("parse" | "tree" | "conformance") => command,
            _ => return None,
        };
        return Some(format!("turtle-lab {command} {option}"));
    }
    let word = words.iter().skip_while(|word| *word != "grammar").nth(1)?;
    let word = word.as_str();
    let extension = Path::new(word).extension();
    match extension.and_then(|extension| extension.to_str()) {
        _ if COMMANDS_OF_LAB.contains(&word) => Some(format!("turtle-lab {word}")),
        Some("pest" | "ebnf" | "bnf" | "html") => Some(format!("turtle-lab show {word}")),
        _ => None,
    }
}
