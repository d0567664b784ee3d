//! Counts how turtle-peg's instructions grow with the size of the input: families of documents, grammars and graphs that
//! are made to be hard, each at n, 2n, 4n and 8n bytes.
//!
//! Invariant: one program counts and compares; it counts the reading alone, not the making.

mod families;
mod table;

use anyhow::{Result, ensure};
use clap::Parser;
use families::{Counts, SIZES, families};
use std::process::ExitCode;
use std::thread;
use table::Table;
use testing::side_by_side;

/// Counts how the instructions that turtle-peg takes grow with documents, grammars and graphs that are made to be hard.
///
/// Each family is read at n, 2n, 4n and 8n. Where instructions grow with more than the 1.2th power of the size, that is a failure,
/// unless the family says why it has to be so: exit status 1. Needs valgrind.
#[derive(Debug, Parser)]
struct Cli {
    /// Only families whose names contain this
    #[arg(long, default_value = "")]
    only: String,

    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,

    /// Read one share of the families, for whoever counts from outside
    #[arg(long, hide = true, requires = "of")]
    share: Option<usize>,

    /// How many shares there are
    #[arg(long, hide = true)]
    of: Option<usize>,
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

/// Whether everything grows as it may.
fn run(cli: &Cli) -> Result<bool> {
    let mut families = families();
    families.retain(|family| family.name.contains(&cli.only));
    ensure!(!families.is_empty(), "no family has such a name");
    if let Some((share, of)) = cli.share.zip(cli.of) {
        for family in families.iter().skip(share).step_by(of) {
            (0..SIZES).for_each(|size| family.run(size));
        }
        return Ok(true);
    }
    let counts = count(&cli.only, families.len())?;
    let table = Table::new(&families, &counts);
    match cli.markdown {
        true => table.print_markdown(),
        false => table.print(),
    }
    Ok(table.is_fine())
}

/// The counts of this many families whose names contain `only`. Each processor counts a share of them, to begin which takes valgrind
/// seconds: they are dealt out one by one, since those that take long are beside one another.
fn count(only: &str, families: usize) -> Result<Vec<Counts>> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let shares: Vec<usize> = (0..processors.min(families)).collect();
    let of = shares.len();
    let counted = side_by_side(&shares, |&share| {
        let arguments = ["--share", &share.to_string(), "--of", &of.to_string()];
        let reads = (share..families).step_by(of).len() * SIZES;
        instructions::count(&[&arguments[..], &["--only", only]].concat(), reads)
    });
    let counted: Vec<Vec<u64>> = counted.into_iter().collect::<Result<_>>()?;
    let counts = (0..families).map(|family| {
        let (counts, _): (&[Counts], _) = counted[family % of].as_chunks();
        counts[family / of]
    });
    Ok(counts.collect())
}
