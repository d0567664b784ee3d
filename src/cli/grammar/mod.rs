//! `turtle-peg grammar`: what the specifications' grammars say, for those who edit them.
//!
//! Invariant: every command of the group takes a grammar as a [`GrammarSource`] and production names as [`ProductionName`]s,
//! so that what can be named and what a shell completes is the same for all.

mod check;
mod ebnf;
mod findings;
mod json;
mod lint;
mod ll1;
mod names;
mod overlaps;
mod pest;
mod report;
mod show;
mod source;
mod survey;

pub use names::ProductionName;
pub use source::{AtFault, GrammarSource};

use super::Status;
use clap::Subcommand;

/// Read and check the grammars: their EBNF, their PEG, and what is known of each production
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar show turtle-1.2                   every production, one a line
  turtle-peg grammar show turtle-1.2 NumericLiteral    all that is known of one
  turtle-peg grammar ebnf trig-1.1                     what the specification says
  turtle-peg grammar pest trig-1.1 wrappedGraph        what the parser is generated from
  turtle-peg grammar check edited.pest                 does the one say what the other says?
  turtle-peg grammar ll1 edited.ebnf                   is one token of lookahead enough?
  turtle-peg grammar report -o report                  all of that, as pages for a browser

A grammar is a dialect's, under the names that `turtle-peg dialects` lists, or that of a file: NAME.pest, in the form \
that grammar/README.md describes, or NAME.ebnf, in the W3C's notation.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Ebnf(ebnf::Arguments),
    Findings(findings::Arguments),
    Lint(lint::Arguments),
    Ll1(ll1::Arguments),
    Overlaps(overlaps::Arguments),
    Pest(pest::Arguments),
    Report(report::Arguments),
    Show(show::Arguments),
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Ebnf(arguments) => ebnf::run(arguments),
        Command::Findings(arguments) => findings::run(arguments),
        Command::Lint(arguments) => lint::run(arguments),
        Command::Ll1(arguments) => ll1::run(arguments),
        Command::Overlaps(arguments) => overlaps::run(arguments),
        Command::Pest(arguments) => pest::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Show(arguments) => show::run(arguments),
    }
}
