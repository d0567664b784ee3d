//! Times turtle-peg against other Rust parsers of Turtle and N-Triples, and checks that they agree.

mod contestants;
mod data;
mod input;
mod race;
mod report;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use contestants::contestants;
use data::Workload;
use input::{Input, Source};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Times turtle-peg against other Rust parsers of Turtle and N-Triples.
///
/// In each round everyone parses the same document once, in this process; the table has the medians. Everyone's
/// number of triples is compared: if they differ, it says so, and exits with 1.
#[derive(Debug, Parser)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  peers                                       all workloads, made from the default seed
  peers --workload turtle --rounds 11         one of them, for longer
  peers --reader data.nt shapes.ttl           one's own files, from a reader
  peers generate turtle --megabytes 300 -o big.ttl
  peers generate n-triples -o - | head"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    race: RaceArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Writes a workload's document, which may be larger than memory
    Generate(GenerateArgs),
}

#[derive(Debug, Args)]
struct RaceArgs {
    /// Documents to parse instead of generated ones, named *.nt or *.ttl
    #[arg(conflicts_with_all = ["workload", "seed", "megabytes"])]
    files: Vec<PathBuf>,

    /// What to generate and parse; give it several times for several [default: all]
    #[arg(long, value_name = "NAME")]
    workload: Vec<Workload>,

    #[command(flatten)]
    size: Size,

    /// How many times everyone parses
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Parse from a reader with a buffer of 64 KiB, not from a slice
    #[arg(long)]
    reader: bool,
}

#[derive(Debug, Args)]
struct GenerateArgs {
    workload: Workload,

    #[command(flatten)]
    size: Size,

    /// Where to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Args)]
struct Size {
    /// What the generated data is made from
    #[arg(long, value_name = "N", default_value_t = 20_140_225)]
    seed: u64,

    /// How much of it to make, in 10^6 bytes
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    megabytes: u32,
}

impl Size {
    fn bytes(&self) -> u64 {
        u64::from(self.megabytes) * 1_000_000
    }
}

/// 1 means that the parsers disagree, and nothing else does; what else goes wrong is 2, as clap has it.
fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Some(Command::Generate(args)) => generate(args).map(|()| true),
        None => compare(&cli.race),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn generate(args: &GenerateArgs) -> Result<()> {
    let output: Box<dyn Write> = if args.output == Path::new("-") {
        Box::new(io::stdout().lock())
    } else {
        let file = File::create(&args.output);
        Box::new(file.with_context(|| args.output.display().to_string())?)
    };
    let mut output = BufWriter::new(output);
    let result = args
        .workload
        .write(args.size.seed, args.size.bytes(), &mut output)
        .and_then(|triples| output.flush().map(|()| triples));
    match result {
        Ok(triples) => eprintln!("{triples} triples"),
        // Whoever reads has enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(error).context(args.output.display().to_string()),
    }
    Ok(())
}

/// Prints a table for each document, and returns whether everyone agreed about all of them.
fn compare(args: &RaceArgs) -> Result<bool> {
    let mut all_agree = true;
    for path in &args.files {
        all_agree &= compare_on(&Input::open(path)?, args)?;
    }
    if args.files.is_empty() {
        for workload in workloads(args) {
            let bytes = usize::try_from(args.size.bytes())?;
            all_agree &= compare_on(&workload.input(args.size.seed, bytes), args)?;
        }
    }
    Ok(all_agree)
}

fn workloads(args: &RaceArgs) -> &[Workload] {
    match args.workload.as_slice() {
        [] => clap::ValueEnum::value_variants(),
        chosen => chosen,
    }
}

/// Prints how everyone did, and returns whether everyone found the same triples.
fn compare_on(input: &Input, args: &RaceArgs) -> Result<bool> {
    let source = match args.reader {
        true => Source::Reader(&input.bytes),
        false => Source::Slice(&input.bytes),
    };
    let standings = race::race(contestants(input.syntax), source, args.rounds as usize);
    report::write_table(input, &standings, &mut io::stdout().lock())?;
    let disagreement = race::disagreement(&standings, input.expected);
    if let Some(who) = &disagreement {
        println!("  DISAGREEMENT: {who}");
    }
    Ok(disagreement.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
