//! `turtle-lab`: what the specifications' grammars say, for those who edit them, and documents read by a grammar of one's own.
//!
//! Invariant: every command takes a grammar as a `GrammarSource` or as the option `--grammar`, and production names as
//! `ProductionName`s, so that what can be named and what a shell completes is
//! the same for all. What speaks to people is turtle-peg's; this library is the program, and the toolkit is a crate of its own.

#![forbid(unsafe_code)]

mod accepts;
mod cells;
mod certificate;
mod check;
mod compared;
mod conformance;
mod coverage;
mod diff;
mod ebnf;
mod findings;
mod history;
mod import;
mod json;
mod lint;
mod ll1;
mod loaded;
mod overlaps;
mod parse;
mod partings;
mod pest;
mod published;
mod reference;
mod report;
mod samples;
mod sentences;
mod show;
mod source;
mod specified;
mod suite;
mod survey;
mod tree;

use clap::{CommandFactory, Parser, Subcommand};
use source::GrammarSource;
use std::process::ExitCode;
use survey::STACK;
use toolkit::effort;
use turtle_peg::cli::program::{ColorArguments, Program};
use turtle_peg::cli::{Status, describe};

/// Checks, compares, imports and runs grammars: EBNF, PEG, and what is known of each production.
#[derive(Debug, Parser)]
#[command(name = "turtle-lab", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    color: ColorArguments,
}

const EXAMPLES: &str = "\
Examples:
  turtle-lab show turtle-1.2                   every production, one a line
  turtle-lab show turtle-1.2 NumericLiteral    all that is known of one
  turtle-lab ebnf trig-1.1                     what the specification says
  turtle-lab pest trig-1.1 wrappedGraph        what the parser is generated from
  turtle-lab check edited.pest                 does each rule say what its production says?
  turtle-lab ll1 edited.ebnf                   is one token of lookahead enough?
  turtle-lab sentences trig-1.1                documents that use every alternative
  turtle-lab diff turtle-1.1 turtle-1.2        what changed, and documents that show it
  turtle-lab history drafts/                   what each state of a grammar changed
  turtle-lab import draft.ebnf -o draft.pest   a PEG of a specification's productions
  turtle-lab report -o report                  all of that, as pages for a browser
  turtle-lab tree --grammar my.pest data.ttl   how does a grammar of your own read it?

Name a dialect, as `turtle-peg dialects` lists them, or a file: NAME.pest, in the form \
that grammar/README.md describes, or NAME.ebnf, in the W3C's notation.";

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
    Parse(parse::Arguments),
    Accepts(accepts::Arguments),
    Tree(tree::Arguments),
    Conformance(conformance::Arguments),
    #[command(after_help = "\
Examples:
  turtle-lab completions bash > ~/.local/share/bash-completion/completions/turtle-lab")]
    Completions(describe::CompletionsArguments),
    #[command(after_help = "\
Examples:
  turtle-lab man > ~/.local/share/man/man1/turtle-lab.1
  turtle-lab man show | man -l -")]
    Man(describe::ManArguments),
}

/// Runs `turtle-lab`.
pub fn main() -> ExitCode {
    let program = Program {
        name: "turtle-lab",
        run,
        tip: |usage| usage,
    };
    program.start()
}

fn run(cli: Cli) -> anyhow::Result<Status> {
    cli.color.apply();
    stacker::grow(STACK, || dispatch(&cli.command))
}

fn dispatch(command: &Command) -> anyhow::Result<Status> {
    match command {
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
        Command::Parse(arguments) => parse::run(arguments),
        Command::Accepts(arguments) => accepts::run(arguments),
        Command::Tree(arguments) => tree::run(arguments),
        Command::Conformance(arguments) => conformance::run(arguments),
        Command::Completions(arguments) => describe::completions(arguments, Cli::command()),
        Command::Man(arguments) => describe::man(arguments, Cli::command()),
    }
}
