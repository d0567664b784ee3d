//! The command line: one file a command.
//!
//! Invariants: results go to standard output and everything else to standard error. The exit status is 0 when all
//! is fine, 1 when an input is at fault, 2 for wrong usage and for input and output that fail. A closed
//! pipe at standard output ends the program quietly.

mod check;
mod conformance;
mod describe;
mod diagnostics;
mod grammar;
mod input;
mod loaded;
mod output;
mod parse;
mod specified;
mod tree;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use turtle_peg::{Dialect, Engine};

/// How a command ended, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Fine,
    /// An input does not conform.
    InputAtFault,
    /// Reading or writing failed, or the usage was wrong.
    Failed,
}

/// Parses Turtle, TriG, N-Triples and N-Quads by the letter of their specifications.
///
/// Each dialect's parser is generated from a grammar that mirrors its specification, production by production.
#[derive(Debug, Parser)]
#[command(name = "turtle-peg", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  turtle-peg parse data.ttl > data.nt           convert Turtle to N-Triples
  turtle-peg check --dialect all data.ttl       which specifications accept this document?
  turtle-peg tree data.ttl                      show how the grammar reads it
  turtle-peg grammar show turtle-1.2 literal    what does the specification say of a production?
  turtle-peg tree --grammar my.pest data.ttl    and how another one does

Exit status: 0 all is fine, 1 an input is at fault, 2 wrong usage, or reading or writing failed.";

#[derive(Debug, Subcommand)]
enum Command {
    Parse(parse::Arguments),
    Check(check::Arguments),
    Tree(tree::Arguments),
    Conformance(conformance::Arguments),
    Grammar(grammar::Arguments),
    Dialects(describe::DialectsArguments),
    Completions(describe::CompletionsArguments),
    Man(describe::ManArguments),
}

/// What to read, and how; shared by the commands that read documents.
#[derive(Debug, Args)]
struct InputArguments {
    /// Documents to read; `-` or none: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Base IRI [default: the file's own file: IRI; none for standard input]
    #[arg(long, value_name = "IRI")]
    base: Option<String>,

    /// What parses; the results are the same [default: fast]
    #[arg(long, value_name = "NAME", value_enum)]
    engine: Option<EngineName>,

    /// Grammar to run instead of the dialect's own: a `.pest` file, as it stands; or, with `--engine specification`, the
    /// productions of a `.pest` or `.ebnf` file, whatever they mean
    #[arg(long, value_name = "FILE")]
    grammar: Option<PathBuf>,

    /// How many levels deep lists and the like may nest
    #[arg(long, value_name = "LEVELS", default_value_t = turtle_peg::Parser::DEFAULT_NESTING_LIMIT)]
    nesting_limit: usize,
}

/// An engine, as the command line names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EngineName {
    #[default]
    /// Parsers generated to be fast
    Fast,
    /// Parsers that pest derives: what the PEGs mean
    Reference,
    /// The specifications' own productions, as they stand
    Specification,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Fast => Self::Fast,
            EngineName::Reference => Self::Reference,
            EngineName::Specification => Self::Specification,
        }
    }
}

/// For people, or for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn dialect_parser() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Dialect::all().map(Dialect::name))
}

/// Reads the arguments, runs the command and reports what went wrong.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Parse(arguments) => parse::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Tree(arguments) => tree::run(&arguments),
        Command::Conformance(arguments) => conformance::run(&arguments),
        Command::Grammar(arguments) => grammar::run(&arguments),
        Command::Dialects(_) => describe::dialects(),
        Command::Completions(arguments) => describe::completions(&arguments, Cli::command()),
        Command::Man(arguments) => describe::man(&arguments, Cli::command()),
    };
    match result {
        Ok(status) => ExitCode::from(status as u8),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => ExitCode::from(report(&error) as u8),
    }
}

/// Reports why a command ended early.
fn report(error: &anyhow::Error) -> Status {
    if let Some(fault) = error.downcast_ref::<grammar::AtFault>() {
        diagnostics::report(&fault.name, &fault.error);
        return Status::InputAtFault;
    }
    diagnostics::report_failure(error);
    Status::Failed
}

/// Whether whoever reads the output has had enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<output::Failed>()
        .is_some_and(|failed| failed.0.kind() == io::ErrorKind::BrokenPipe)
}
