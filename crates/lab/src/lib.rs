//! `turtle-peg grammar`: what the specifications' grammars say, for those who edit them.
//!
//! Invariant: every command of the group takes a grammar as a [`GrammarSource`] and production names as [`ProductionName`]s,
//! so that what can be named and what a shell completes is the same for all.

mod cells;
mod certificate;
mod check;
mod compared;
mod coverage;
mod diff;
mod ebnf;
mod findings;
mod history;
mod import;
mod json;
mod lint;
mod ll1;
mod names;
mod overlaps;
mod partings;
mod pest;
mod published;
mod reference;
mod report;
mod samples;
mod sentences;
mod show;
mod source;
mod suite;
mod survey;

pub use names::ProductionName;
pub use source::GrammarSource;

use super::Status;
use clap::Subcommand;
use survey::STACK;
use turtle_peg::inspect::effort;

/// Read, check, compare and make grammars: their EBNF, their PEG, and what is known of each production
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar show turtle-1.2                   every production, one a line
  turtle-peg grammar show turtle-1.2 NumericLiteral    all that is known of one
  turtle-peg grammar ebnf trig-1.1                     what the specification says
  turtle-peg grammar pest trig-1.1 wrappedGraph        what the parser is generated from
  turtle-peg grammar check edited.pest                 does each rule say what its production says?
  turtle-peg grammar ll1 edited.ebnf                   is one token of lookahead enough?
  turtle-peg grammar sentences trig-1.1                documents that use every alternative
  turtle-peg grammar diff turtle-1.1 turtle-1.2        what changed, and documents that show it
  turtle-peg grammar history drafts/                   what each state of a grammar changed
  turtle-peg grammar import draft.ebnf -o draft.pest   a PEG of a specification's productions
  turtle-peg grammar report -o report                  all of that, as pages for a browser

Name a dialect, as `turtle-peg dialects` lists them, or a file: NAME.pest, in the form \
that grammar/README.md describes, or NAME.ebnf, in the W3C's notation.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Coverage(coverage::Arguments),
    Findings(findings::Arguments),
    Lint(lint::Arguments),
    Ll1(ll1::Arguments),
    Overlaps(overlaps::Arguments),
    Diff(diff::Arguments),
    Ebnf(ebnf::Arguments),
    History(history::Arguments),
    Import(import::Arguments),
    Pest(pest::Arguments),
    Sentences(sentences::Arguments),
    Report(report::Arguments),
    Show(show::Arguments),
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    stacker::grow(STACK, || dispatch(arguments))
}

fn dispatch(arguments: &Arguments) -> anyhow::Result<Status> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Coverage(arguments) => coverage::run(arguments),
        Command::Findings(arguments) => findings::run(arguments),
        Command::Lint(arguments) => lint::run(arguments),
        Command::Ll1(arguments) => ll1::run(arguments),
        Command::Overlaps(arguments) => overlaps::run(arguments),
        Command::Diff(arguments) => effort::shared(|| diff::run(arguments)),
        Command::Ebnf(arguments) => ebnf::run(arguments),
        Command::History(arguments) => history::run(arguments),
        Command::Import(arguments) => effort::shared(|| import::run(arguments)),
        Command::Pest(arguments) => pest::run(arguments),
        Command::Sentences(arguments) => sentences::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Show(arguments) => effort::shared(|| show::run(arguments)),
    }
}
