//! The command line: one module a command in [`commands`], and what they share, `turtle-lab` too.
//!
//! Invariants: results go to standard output and everything else to standard error. The exit status is 0 when all
//! is fine, 1 when an input is at fault, 2 for wrong usage and for input and output that fail, standard error included. A closed
//! pipe at standard output ends the program quietly with 141, and one at standard error silences it.
//!
//! A standard output that was closed before the program began (`>&-`) is `/dev/null` to it: Rust's runtime opens that in its place,
//! and nothing shows that it did (rust-lang/rust#88825). So output to it is lost, and the status does not show that.

// For the programs only: no interface for others.
#![allow(
    missing_docs,
    clippy::new_without_default,
    rustdoc::private_intra_doc_links
)]

pub mod arguments;
mod blank_nodes;
mod changed;
pub mod commands;
pub mod counted;
pub mod diagnostics;
pub mod files;
pub mod input;
pub mod json;
mod lint;
pub mod output;
mod prefixes;
pub mod productions;
pub mod program;
pub mod progress;
mod ranges;
pub mod reporting;
mod settings;
pub mod status;
mod tips;
pub mod trees;
pub mod trouble;

pub use arguments::Format;
pub use status::{AtFault, Status, report};

use clap::{CommandFactory, Parser, Subcommand};
use commands::{
    check, conformance, describe, diff, explain, fix, format, grammar, index, lsp, parse, split,
    stats, tree,
};
use program::{ColorArguments, CommandLine};
use std::process::ExitCode;

/// Parses Turtle, TriG, N-Triples and N-Quads by the letter of their specifications.
///
/// Each dialect's parser is generated from a grammar that mirrors its specification, production by production.
#[derive(Debug, Parser)]
#[command(name = "turtle-peg", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    color: ColorArguments,
}

const EXAMPLES: &str = "\
Examples:
  turtle-peg parse data.ttl > data.nt           convert Turtle to N-Triples
  turtle-peg check --dialect all data.ttl       which specifications accept this document?
  turtle-peg format data.ttl                    lay it out, and keep all tokens and comments
  turtle-peg fix data.ttl                       mend it, where only one repair comes into question
  turtle-peg tree data.ttl                      show how the grammar reads it
  turtle-peg stats data.ttl                     count its triples and terms
  turtle-peg diff old.ttl new.ttl               which triples do they differ in?
  turtle-peg explain data.ttl:12:7              what does this mean, and why?
  turtle-peg grammar turtle-1.2 literal         what does the specification say of a production?

Exit status: 0 success, 1 invalid or different input, 2 usage or I/O error (standard error included), 130 interrupted while a file was \
written, 141 if the reader closes standard output's pipe.";

#[derive(Debug, Subcommand)]
enum Command {
    Parse(parse::ParseArguments),
    Check(check::CheckArguments),
    Tree(tree::TreeArguments),
    Stats(stats::StatsArguments),
    Diff(diff::DifferenceArguments),
    Explain(explain::ExplainArguments),
    Format(format::LayoutArguments),
    Fix(fix::FixArguments),
    Index(index::IndexArguments),
    Split(split::SplitArguments),
    Lsp(lsp::LanguageServerArguments),
    Conformance(conformance::ConformanceArguments),
    Grammar(grammar::DialectGrammarArguments),
    Dialects(describe::DialectsArguments),
    Completions(describe::CompletionsArguments),
    Man(describe::ManArguments),
}

/// Runs `turtle-peg`.
pub fn main() -> ExitCode {
    let program = CommandLine {
        name: "turtle-peg",
        run: |cli| run(&cli),
        tip: tips::with_tip,
    };
    program.start()
}

/// Runs what the command line says.
///
/// # Errors
///
/// It could not be done.
pub fn run(cli: &Cli) -> anyhow::Result<Status> {
    cli.color.apply();
    match &cli.command {
        Command::Parse(arguments) => parse::run(arguments, None),
        Command::Check(arguments) => check::run(arguments),
        Command::Tree(arguments) => tree::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Format(arguments) => format::run(arguments),
        Command::Fix(arguments) => fix::run(arguments),
        Command::Index(arguments) => index::run(arguments),
        Command::Split(arguments) => split::run(arguments),
        Command::Lsp(arguments) => lsp::run(arguments),
        Command::Conformance(arguments) => conformance::run(arguments),
        Command::Grammar(arguments) => grammar::run(arguments),
        Command::Dialects(_) => describe::dialects(),
        Command::Completions(arguments) => describe::completions(arguments, Cli::command()),
        Command::Man(arguments) => describe::man(arguments, Cli::command()),
    }
}
