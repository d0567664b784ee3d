//! Times turtle-peg against other Rust parsers of Turtle, TriG, N-Triples and N-Quads, and checks that they agree.

mod cli;
mod contestants;
mod input;
mod lineup;
mod own;
mod race;
mod recovery;
mod report;
mod writing;

use anyhow::{Context, Result};
use clap::Parser;
use cli::{Cli, Command, GenerateArgs, RaceArgs, Size, bytes};
use input::{Input, Source};
use lineup::{Lineup, Variant};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use workloads::Workload;
use writing::Parsed;

/// 1 means that the parsers disagree; every other failure is 2, as clap has it.
fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Some(Command::Generate(args)) => generate(args).map(|()| true),
        Some(Command::Write { size, rounds }) => write(size, *rounds),
        Some(Command::Recovery { folder }) => recovery::compare(folder).map(|()| true),
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
        .write(args.size.seed, bytes(args.size.megabytes), &mut output)
        .and_then(|triples| output.flush().map(|()| triples));
    match result {
        Ok(triples) => eprintln!("{triples} triples"),
        // Whoever reads has enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(error).context(args.output.display().to_string()),
    }
    Ok(())
}

/// Prints a table of those that write each syntax.
fn write(size: &Size, rounds: u32) -> Result<bool> {
    let bytes = usize::try_from(bytes(size.megabytes))?;
    let mut all_agree = true;
    for workload in [
        Workload::Turtle,
        Workload::TriG,
        Workload::NTriples,
        Workload::NQuads,
    ] {
        let inputs = [Input::generate(workload, size.seed, bytes)];
        let parsed = Parsed::of(&inputs[0])?;
        let megabytes = report::megabytes(&inputs[0]);
        let title = format!("writing {megabytes:.1} MB of {workload}");
        all_agree &= run(&title, parsed.lineup(), rounds, &inputs)?;
    }
    Ok(all_agree)
}

/// Prints a table for each document, and returns whether everyone agreed about all of them.
fn compare(args: &RaceArgs) -> Result<bool> {
    let mut all_agree = true;
    for path in &args.files {
        all_agree &= compare_on(&[Input::open(path)?], args)?;
    }
    if args.files.is_empty() {
        for workload in args.workloads() {
            let mut inputs = Vec::new();
            for &megabytes in args.sizes() {
                let bytes = usize::try_from(bytes(megabytes))?;
                inputs.push(Input::generate(*workload, args.size.seed, bytes));
            }
            all_agree &= compare_on(&inputs, args)?;
        }
    }
    Ok(all_agree)
}

/// Prints how everyone did, and returns whether everyone found the same triples.
fn compare_on(inputs: &[Input], args: &RaceArgs) -> Result<bool> {
    let variants: Vec<Variant<'_>> = inputs
        .iter()
        .flat_map(|input| variants(input, args))
        .collect();
    let lineup = lineup::lineup(&args.contestants(), args.task(), &variants);
    run(&title(inputs, args), lineup, args.rounds, inputs)
}

/// Prints a table, and returns whether everyone agreed about each of the documents.
fn run(title: &str, lineup: Lineup<'_>, rounds: u32, documents: &[Input]) -> Result<bool> {
    let standings = race::race(lineup.entrants, rounds as usize);
    report::write_table(title, &standings, &lineup.columns, &mut io::stdout().lock())?;
    let mut all_agree = true;
    for document in documents {
        if let Some(who) = race::disagreement(&standings, document) {
            println!("  DISAGREEMENT: {who}");
            all_agree = false;
        }
    }
    Ok(all_agree)
}

/// The ways to a document that are compared with each other.
fn variants<'a>(input: &'a Input, args: &RaceArgs) -> Vec<Variant<'a>> {
    let size = format!("{:.0} MB", report::megabytes(input));
    let slice = ("slice".to_owned(), Source::Slice(&input.bytes));
    let reader = ("reader".to_owned(), Source::Reader(&input.bytes));
    let ways = match (args.both, args.reader) {
        (true, _) => vec![slice, reader],
        (false, true) => vec![(size, reader.1)],
        (false, false) => vec![(size, slice.1)],
    };
    ways.into_iter()
        .map(|(name, source)| Variant {
            name,
            input,
            source,
        })
        .collect()
}

fn title(inputs: &[Input], args: &RaceArgs) -> String {
    let name = inputs.first().map(|input| input.name.as_str());
    let sizes: Vec<String> = inputs
        .iter()
        .map(|input| format!("{:.1} MB", report::megabytes(input)))
        .collect();
    let from = match (args.both, args.reader) {
        (true, _) => "a slice and a reader",
        (false, true) => "a reader",
        (false, false) => "a slice",
    };
    let what = if args.owned { ", owned triples" } else { "" };
    format!(
        "{}: {}, from {from}{what}",
        name.unwrap_or_default(),
        sizes.join(" and ")
    )
}
