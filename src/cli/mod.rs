//! The command line: one file a command.
//!
//! Invariants: results go to standard output and everything else to standard error. The exit status is 0 when all
//! is fine, 1 when an input is at fault, 2 for wrong usage and for input and output that fail, standard error included. A closed
//! pipe at standard output ends the program quietly, and one at standard error silences it.
//!
//! A standard output that was closed before the program began (`>&-`) is `/dev/null` to it: Rust's runtime opens that in its place,
//! and nothing shows that it did (rust-lang/rust#88825). So what is written there is lost, and the status does not tell.

mod advised;
mod arguments;
mod check;
mod compression;
mod conformance;
mod counted;
mod describe;
mod diagnostics;
mod explain;
mod files;
mod find;
mod grammar;
mod input;
mod json;
mod lines;
mod lint;
mod loaded;
mod names;
mod output;
mod parse;
mod progress;
mod repeats;
mod reporting;
mod specified;
mod stats;
mod status;
mod tree;
mod trees;
mod trouble;
mod visible;
mod whole;

use anstream::ColorChoice;
use arguments::{EngineName, Format, InputArguments, dialect_help, dialect_parser};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use reporting::ErrorFormat;
use status::{AtFault, Status, report};
use std::borrow::Cow;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::Path;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};
use std::thread::{self, JoinHandle};

/// Parses Turtle, TriG, N-Triples and N-Quads by the letter of their specifications.
///
/// Each dialect's parser is generated from a grammar that mirrors its specification, production by production.
#[derive(Debug, Parser)]
#[command(name = "turtle-peg", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Whether messages have colours: `always`, `never`, or `auto`: at a terminal, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    color: When,
}

/// When messages have colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

const EXAMPLES: &str = "\
Examples:
  turtle-peg parse data.ttl > data.nt           convert Turtle to N-Triples
  turtle-peg check --dialect all data.ttl       which specifications accept this document?
  turtle-peg tree data.ttl                      show how the grammar reads it
  turtle-peg stats data.ttl                     count what is in it
  turtle-peg explain data.ttl:12:7              what does this mean, and why?
  turtle-peg grammar show turtle-1.2 literal    what does the specification say of a production?
  turtle-peg tree --grammar my.pest data.ttl    how does a grammar of your own read it?

Exit status: 0 success, 1 invalid input, 2 usage or I/O error (standard error included), 3 not decided (`grammar check`), \
130 interrupted while a file was written. If the reader closes standard output's pipe, the program \
exits with 0.";

#[derive(Debug, Subcommand)]
enum Command {
    Parse(parse::Arguments),
    Check(check::Arguments),
    Tree(tree::Arguments),
    Stats(stats::Arguments),
    Explain(explain::Arguments),
    Conformance(conformance::Arguments),
    Grammar(grammar::Arguments),
    Dialects(describe::DialectsArguments),
    Completions(describe::CompletionsArguments),
    Man(describe::ManArguments),
}

/// How many bytes the stack has on which everything runs: that of the process may be too small to read the arguments.
const STACK: usize = 8 * 1024 * 1024;

/// Runs the program, on a stack of its own.
pub fn main() -> ExitCode {
    let _ = survive_the_limit_of_files();
    let program = thread::Builder::new().stack_size(STACK).spawn(run_program);
    match program.map(JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(panic)) => resume_unwind(panic),
        Err(error) => ExitCode::from(report(&error.into()) as u8),
    }
}

/// Reads the arguments, runs the command and reports what went wrong.
fn run_program() -> ExitCode {
    let status = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(usage) => explain(&with_tip(usage)),
    };
    reporting::finish();
    match reporting::lost() {
        Some(why) => report_loss(why).into(),
        None => status.into(),
    }
}

/// From here on a file that grows beyond the limit that a shell sets (`ulimit -f`) is an error like a full disk: the signal that
/// would end the program is only taken note of.
fn survive_the_limit_of_files() -> io::Result<()> {
    #[cfg(unix)]
    {
        let is_exceeded = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, is_exceeded)?;
    }
    Ok(())
}

/// Reports at standard error why a report could not be written elsewhere.
fn report_loss(why: String) -> Status {
    reporting::configure(ErrorFormat::Text, reporting::Sink::StandardError);
    report(&anyhow::Error::msg(why))
}

fn run(cli: Cli) -> Status {
    match cli.color {
        When::Auto => {}
        When::Always => ColorChoice::Always.write_global(),
        When::Never => ColorChoice::Never.write_global(),
    }
    let result = match cli.command {
        Command::Parse(arguments) => parse::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Tree(arguments) => tree::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Conformance(arguments) => conformance::run(&arguments),
        Command::Grammar(arguments) => grammar::run(&arguments),
        Command::Dialects(_) => describe::dialects(),
        Command::Completions(arguments) => describe::completions(&arguments, Cli::command()),
        Command::Man(arguments) => describe::man(&arguments, Cli::command()),
    };
    match result {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&error) => Status::Fine,
        Err(error) => report(&error),
    }
}

/// What people type for a command of another name, and what to type instead.
const TIPS: [(&[&str], &str); 4] = [
    (
        &["convert", "transform", "rdf", "to"],
        "`turtle-peg parse FILE` writes N-Triples or N-Quads",
    ),
    (
        &["validate", "lint", "verify", "test"],
        "`turtle-peg check FILE` finds what is wrong; with --lint, what is suspicious, too",
    ),
    (
        &["format", "fmt", "pretty"],
        "no command writes Turtle; `turtle-peg parse FILE` writes N-Triples or N-Quads",
    ),
    (
        &["count", "size"],
        "`turtle-peg parse --count FILE` counts triples, `turtle-peg stats FILE` counts more",
    ),
];

/// The same error; where the command is unknown, with what helps.
fn with_tip(mut usage: clap::Error) -> clap::Error {
    let Some(ContextValue::String(name)) = usage.get(ContextKind::InvalidSubcommand) else {
        return usage;
    };
    let tip = match TIPS
        .iter()
        .find(|(names, _)| names.contains(&name.as_str()))
    {
        Some((_, tip)) => (*tip).to_owned(),
        None if Path::new(name).exists() => {
            format!("a command comes first: `turtle-peg check {name}`")
        }
        None => return usage,
    };
    usage.remove(ContextKind::SuggestedSubcommand);
    usage.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![tip.into()]),
    );
    usage
}

/// Prints the help that was asked for, or what is wrong with the arguments; among these may be names of files.
fn explain(usage: &clap::Error) -> Status {
    let status = match usage.exit_code() {
        0 => Status::Fine,
        _ => Status::Failed,
    };
    let plain = usage.render().to_string();
    let written = match visible::visible(&plain) {
        Cow::Borrowed(_) => usage.print(),
        Cow::Owned(visible) => io::stderr().write_all(visible.as_bytes()),
    };
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            report(&output::Failed::from(error).into())
        }
        _ => status,
    }
}

/// Whether the reader of the output has closed it.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<output::Failed>()
        .is_some_and(|failed| failed.error.kind() == io::ErrorKind::BrokenPipe)
}
