//! `turtle-peg grammar ebnf`: what a specification says, in the W3C's notation.

use super::{GrammarSource, ProductionName};
use crate::cli::Status;
use crate::cli::output::Output;
use turtle_peg::inspect::ebnf;

/// Print the productions of a specification, in the W3C's notation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar ebnf turtle-1.2
  turtle-peg grammar ebnf turtle-1.2 PN_LOCAL PLX     these, in this order
  turtle-peg grammar ebnf edited.pest > edited.ebnf   what stands above the rules
  diff <(turtle-peg grammar ebnf turtle-1.1) <(turtle-peg grammar ebnf turtle-1.2)

A production is on one line, and the line @terminals comes before the first terminal, if the specification lists its \
terminals. White space, parentheses that change nothing and comments are not kept.")]
pub struct Arguments {
    /// A dialect, or a file: NAME.pest, NAME.ebnf
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,

    /// Productions to print [default: all]
    #[arg(value_name = "PRODUCTION", hide_possible_values = true)]
    productions: Vec<ProductionName>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let grammar = arguments.grammar.specified()?;
    let mut output = Output::new();
    if arguments.productions.is_empty() {
        output.show_file(&ebnf::print(&grammar))?;
    }
    let name = arguments.grammar.name();
    for production in &arguments.productions {
        let rule = production.find(&name, &grammar.rules, |rule| &rule.name)?;
        output.show_file(&format!("{}\n", ebnf::print_rule(rule)))?;
    }
    output.flush()?;
    Ok(Status::Fine)
}
