//! Counts the instructions that turtle-peg takes with each workload, and compares them with those on file, so that
//! nothing creeps.
//!
//! Invariant: counts are compared only with counts that the same compiler and the same kind of processor made.

mod comparison;
mod figures;
mod measure;

use anyhow::Result;
use clap::Parser;
use comparison::compare;
use figures::Figures;
use std::io;
use std::process::ExitCode;

/// Counts the instructions that turtle-peg takes with each workload, and compares them with those on file.
///
/// A workload that takes over 3 % more is a failure, and so is one that is not on file: exit status 1. Needs valgrind
/// and gungraun-runner; the README says how to get them.
#[derive(Debug, Parser)]
struct Cli {
    /// Put today's counts on file, instead of comparing
    #[arg(long)]
    write: bool,
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing got worse.
fn run(cli: &Cli) -> Result<bool> {
    let today = measure::measure()?;
    if cli.write {
        today.write()?;
        return Ok(true);
    }
    let comparison = compare(&Figures::read()?, &today);
    comparison.write(&mut io::stdout().lock())?;
    Ok(!comparison.is_failure())
}
