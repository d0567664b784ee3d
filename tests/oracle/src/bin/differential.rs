//! Compares the fast engine with pest on as many inputs as asked for, and tells where they differ.

use anyhow::{Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use oracle::check::Tally;
#[cfg(feature = "documents")]
use oracle::documents;
use oracle::grammar::{Grammar, Origin};
use oracle::panics;
use oracle::parsers::GrammarPart;
use oracle::run::{BATCH, Part, Report, Work, run};
use std::time::Instant;

/// Pest's calls for one input; some random grammars need exponentially many.
const CALLS: usize = 300_000;

/// Compare the fast engine with pest.
#[derive(Parser)]
struct Options {
    /// How many inputs, all parts together
    #[arg(long, default_value_t = 2_000_000)]
    inputs: u64,
    /// The seed of the inputs; that of the random grammars is ORACLE_GRAMMAR_SEED in the build
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only the parts whose names begin so: torture, random/random_1_7, documents/turtle-1.2
    #[arg(long, default_value = "")]
    only: String,
    /// Only this batch of each part, as a failure names it
    #[arg(long)]
    batch: Option<u64>,
    /// List the counts of every part, not only of the folders
    #[arg(long)]
    verbose: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    reference::limit_calls(CALLS);
    let parts = parts()?;
    let works = works(&options, &parts);
    if works.is_empty() {
        bail!("no part begins with `{}`", options.only);
    }
    println!("seed {}, {} parts", options.seed, works.len());
    let batches: u64 = works
        .iter()
        .map(|work| work.batches.end - work.batches.start)
        .sum();
    let bar = ProgressBar::new(batches * BATCH as u64);
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {human_pos}/{human_len} inputs, {eta} left",
    )?);
    panics::keep_quiet();
    let started = Instant::now();
    let reports = run(&works, options.seed, &|inputs| bar.inc(inputs));
    bar.finish_and_clear();
    print_counts(&reports, options.verbose);
    println!("{:.0} s", started.elapsed().as_secs_f64());
    verdict(&options, &reports)
}

/// A part, and its share of the inputs relative to others.
struct Share {
    part: Box<dyn Part>,
    weight: u64,
}

fn parts() -> Result<Vec<Share>> {
    let mut parts = Vec::new();
    for grammar in Grammar::all() {
        let part = GrammarPart::new(grammar)?;
        // There are few torture grammars, and they have many rules.
        let weight = match part.origin() {
            Origin::Torture => 10,
            Origin::Random => 2,
        };
        parts.push(Share {
            part: Box::new(part),
            weight,
        });
    }
    #[cfg(feature = "documents")]
    for part in documents::parts()? {
        parts.push(Share {
            part: Box::new(part),
            weight: 6,
        });
    }
    Ok(parts)
}

fn works<'p>(options: &Options, parts: &'p [Share]) -> Vec<Work<'p>> {
    let chosen: Vec<_> = parts
        .iter()
        .filter(|share| share.part.name().starts_with(&options.only))
        .collect();
    let weights: u64 = chosen.iter().map(|share| share.weight).sum();
    let work = |share: &&'p Share| {
        let count = (options.inputs * share.weight).div_ceil(weights * BATCH as u64);
        Work {
            part: &*share.part,
            batches: options.batch.map_or(0..count, |batch| batch..batch + 1),
        }
    };
    chosen.iter().map(work).collect()
}

fn print_counts(reports: &[Report], verbose: bool) {
    println!(
        "{:<28} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10}",
        "part", "inputs", "accepted", "rejected", "left out", "nodes", "settled"
    );
    let mut folders: Vec<(&str, Tally)> = Vec::new();
    let mut all = Tally::default();
    for report in reports {
        if verbose {
            print_tally(&report.part, &report.tally);
        }
        let folder = folder(&report.part);
        match folders.last_mut() {
            Some((name, tally)) if *name == folder => tally.add(&report.tally),
            _ => folders.push((folder, report.tally)),
        }
        all.add(&report.tally);
    }
    for (name, tally) in &folders {
        print_tally(name, tally);
    }
    print_tally("all", &all);
}

fn print_tally(name: &str, tally: &Tally) {
    println!(
        "{name:<28} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10}",
        tally.inputs, tally.accepted, tally.rejected, tally.left_out, tally.nodes, tally.settled
    );
}

fn folder(part: &str) -> &str {
    part.split_once('/').map_or(part, |(folder, _)| folder)
}

fn verdict(options: &Options, reports: &[Report]) -> Result<()> {
    let mut failures = 0;
    for report in reports {
        let Some((batch, failure)) = &report.failure else {
            continue;
        };
        failures += 1;
        // The program that seeds faults reads this line.
        println!("\nmismatch: {} {}", report.part, failure.finding);
        println!("{}", failure.details);
        println!(
            "again: cargo run --release -- --seed {} --only {} --batch {batch}",
            options.seed, report.part
        );
    }
    if failures > 0 {
        bail!("{failures} of {} parts differ", reports.len());
    }
    if options.batch.is_none() {
        for report in reports {
            demand_variety(report)?;
        }
    }
    Ok(())
}

/// Inputs that are all rejected, or all left out, prove nothing.
fn demand_variety(report: &Report) -> Result<()> {
    let Tally {
        inputs,
        accepted,
        rejected,
        left_out,
        settled,
        ..
    } = report.tally;
    // Few inputs may be of one kind by chance; and some random grammars accept, or reject, nearly everything.
    let is_varied = accepted * 50 >= inputs && rejected * 500 >= inputs && settled * 50 >= inputs;
    if inputs >= 2000 && !(is_varied && left_out * 4 <= inputs) {
        bail!(
            "{}: the inputs are too much of one kind: {:?}",
            report.part,
            report.tally
        );
    }
    Ok(())
}
