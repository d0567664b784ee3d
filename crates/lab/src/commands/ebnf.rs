//! `turtle-lab ebnf`: a specification's productions, in the W3C's notation.

use crate::commands::page_table::{self, TableContents};
use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::source::GrammarSource;
use anyhow::bail;
use clap::ValueEnum;
use cli::Status;
use cli::output::Output;
use cli::productions::ProductionName;
use toolkit::{Grammar, ebnf};

/// Print the productions of a specification, in the W3C's notation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab ebnf turtle-1.2
  turtle-lab ebnf turtle-1.2 PN_LOCAL PLX     these, in this order
  turtle-lab ebnf edited.pest > edited.ebnf   the lines above the rules
  turtle-lab ebnf --format html turtle.bnf    the table of a specification's page
  turtle-lab ebnf --format html --diagrams spec/turtle.bnf > spec/turtle-bnf.html
  turtle-lab ebnf spec/turtle-bnf.html        the productions of such a page
  diff <(turtle-lab ebnf turtle-1.1) <(turtle-lab ebnf turtle-1.2)

A production is on one line, and the line @terminals comes before the first terminal, if the specification lists its \
terminals. White space, parentheses that change nothing and comments are not kept. The table in HTML is read as the same productions.")]
pub struct EbnfArguments {
    /// A dialect, or a file: NAME.pest, NAME.ebnf, NAME.html
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,

    /// Productions to print [default: all]
    #[arg(value_name = "PRODUCTION", hide_possible_values = true)]
    productions: Vec<ProductionName>,

    /// Output format
    #[arg(long, value_enum, default_value_t = EbnfFormat::Text)]
    format: EbnfFormat,

    /// In HTML, put the railroad diagram of each production below it, with links to the productions that it names
    #[arg(long)]
    diagrams: bool,
}

/// The forms of a specification's productions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EbnfFormat {
    /// The W3C's notation
    Text,
    /// The table of the working group's pages
    Html,
}

pub fn run(arguments: &EbnfArguments) -> anyhow::Result<Status> {
    tell_of_assumptions([&arguments.grammar]);
    let grammar = arguments.grammar.specified()?;
    let mut chosen = Vec::new();
    let name = arguments.grammar.name();
    for production in &arguments.productions {
        let rule = production.find(&name, &grammar.rules, |rule| &rule.name, "turtle-lab show")?;
        chosen.push(rule.clone());
    }
    let contents = match (arguments.diagrams, arguments.format) {
        (false, _) => TableContents::Productions,
        (true, EbnfFormat::Html) => TableContents::ProductionsAndDiagrams,
        (true, EbnfFormat::Text) => bail!("--diagrams needs --format html"),
    };
    let mut output = Output::new();
    match (arguments.format, chosen.as_slice()) {
        (EbnfFormat::Html, []) => output.show_file(&page_table::print(&grammar, contents))?,
        (EbnfFormat::Html, _) => {
            output.show_file(&page_table::print(&Grammar::from(chosen), contents))?;
        }
        (EbnfFormat::Text, []) => output.show_file(&ebnf::print(&grammar))?,
        (EbnfFormat::Text, rules) => {
            for rule in rules {
                output.show_file(&format!("{}\n", ebnf::print_rule(rule)))?;
            }
        }
    }
    output.flush()?;
    Ok(Status::Fine)
}
