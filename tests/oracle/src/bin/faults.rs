//! Puts faults into the generator and its runtime, one at a time, and demands that the oracle catches each.

use anyhow::{Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use oracle::faults::{Bench, Caught, FAULTS, Fault};
use std::collections::BTreeSet;

/// Put faults into the fast engine and see whether they are caught.
#[derive(Parser)]
struct Options {
    /// Only the faults whose names begin so
    #[arg(long, default_value = "")]
    only: String,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let faults: Vec<&Fault> = FAULTS
        .iter()
        .filter(|fault| fault.name.starts_with(&options.only))
        .collect();
    if faults.is_empty() {
        bail!("no fault begins with `{}`", options.only);
    }
    let bar = ProgressBar::new(faults.len() as u64);
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {pos}/{len} faults, {eta} left, {msg}",
    )?);
    let bench = Bench::new()?;
    bar.set_message("without any");
    let sound = bench.run()?;
    if sound != Caught::By(BTreeSet::new()) {
        bail!("without any fault: {sound}");
    }
    let mut failures = 0;
    for fault in faults {
        bar.set_message(fault.name);
        let outcome = match bench.run_with(fault) {
            Ok(caught) if caught.is_by(fault.caught_by) => format!("caught by {}", fault.caught_by),
            Ok(caught) => {
                failures += 1;
                format!("FAILED: {} should catch it, but: {caught}", fault.caught_by)
            }
            Err(error) => {
                failures += 1;
                format!("FAILED: {error:#}")
            }
        };
        bar.suspend(|| println!("{:<28} {outcome}", fault.name));
        bar.inc(1);
    }
    bar.finish_and_clear();
    if failures > 0 {
        bail!("{failures} faults were not caught as they should be");
    }
    Ok(())
}
