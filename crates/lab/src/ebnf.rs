//! `turtle-lab ebnf`: a specification's productions, in the W3C's notation.

use super::GrammarSource;
use toolkit::ebnf;
use turtle_peg::cli::Status;
use turtle_peg::cli::output::Output;
use turtle_peg::cli::productions::ProductionName;

/// Print the productions of a specification, in the W3C's notation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab ebnf turtle-1.2
  turtle-lab ebnf turtle-1.2 PN_LOCAL PLX     these, in this order
  turtle-lab ebnf edited.pest > edited.ebnf   the lines above the rules
  diff <(turtle-lab ebnf turtle-1.1) <(turtle-lab ebnf turtle-1.2)

A production is on one line, and the line @terminals comes before the first terminal, if the specification lists its \
terminals. White space, parentheses that change nothing and comments are not kept.")]
pub struct EbnfArguments {
    /// A dialect, or a file: NAME.pest, NAME.ebnf
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,

    /// Productions to print [default: all]
    #[arg(value_name = "PRODUCTION", hide_possible_values = true)]
    productions: Vec<ProductionName>,
}

pub fn run(arguments: &EbnfArguments) -> anyhow::Result<Status> {
    let grammar = arguments.grammar.specified()?;
    let mut output = Output::new();
    if arguments.productions.is_empty() {
        output.show_file(&ebnf::print(&grammar))?;
    }
    let name = arguments.grammar.name();
    for production in &arguments.productions {
        let rule = production.find(&name, &grammar.rules, |rule| &rule.name, "turtle-lab show")?;
        output.show_file(&format!("{}\n", ebnf::print_rule(rule)))?;
    }
    output.flush()?;
    Ok(Status::Fine)
}
