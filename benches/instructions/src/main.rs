//! Counts the instructions that turtle-peg takes with each workload, and compares them with those on file, so that
//! nothing creeps.
//!
//! Invariant: counts are compared only with counts that the same compiler and the same kind of processor made.

mod comparison;
mod figures;
mod ways;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use comparison::compare;
use figures::{Figures, MadeWith};
use std::collections::BTreeMap;
use std::env;
use std::io;
use std::process::{Command, ExitCode};
use ways::WAYS;

/// Counts the instructions that turtle-peg takes with each workload, and compares them with those on file.
///
/// A workload that takes over 5 % more is a failure, 1 % more on average is one, and so is a workload that is not on file: exit
/// status 1. Needs valgrind.
#[derive(Debug, Parser)]
struct Cli {
    /// Put today's counts on file, instead of comparing
    #[arg(long)]
    write: bool,

    /// Read each workload in each way, for whoever counts from outside
    #[arg(long, hide = true)]
    run: bool,
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
    if cli.run {
        for way in WAYS {
            way.workloads.iter().for_each(|&workload| way.run(workload));
        }
        return Ok(true);
    }
    let today = measure()?;
    if cli.write {
        today.write()?;
        return Ok(true);
    }
    let comparison = compare(&Figures::read()?, &today);
    comparison.write(&mut io::stdout().lock())?;
    Ok(!comparison.is_failure())
}

/// Counts each way with each of its workloads.
fn measure() -> Result<Figures> {
    let number = WAYS.iter().map(|way| way.workloads.len()).sum();
    let mut counts = instructions::count(&["--run"], number)?.into_iter();
    let instructions = WAYS.iter().map(|way| {
        let workloads = way.workloads.iter().map(ToString::to_string);
        (
            way.name.to_owned(),
            workloads.zip(counts.by_ref()).collect(),
        )
    });
    Ok(Figures {
        instructions: instructions.collect::<BTreeMap<_, _>>(),
        made_with: MadeWith {
            rustc: compiler()?,
            processor: processor(),
        },
    })
}

/// The compiler, as `rustc --version` names it.
fn compiler() -> Result<String> {
    let output = Command::new("rustc")
        .arg("--version")
        .output()
        .context("rustc")?;
    ensure!(output.status.success(), "rustc: {}", output.status);
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// The architecture, and whether it has AVX2: simdutf8 and memchr look for it when they run, and valgrind knows nothing newer.
fn processor() -> String {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "x86_64 with AVX2".to_owned();
    }
    env::consts::ARCH.to_owned()
}
