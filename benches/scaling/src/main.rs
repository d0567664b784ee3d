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
use table::Table;

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

    /// Read each family, for whoever counts from outside
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

/// Whether everything grows as it may.
fn run(cli: &Cli) -> Result<bool> {
    let mut families = families();
    families.retain(|family| family.name.contains(&cli.only));
    ensure!(!families.is_empty(), "no family has such a name");
    if cli.run {
        for family in &families {
            (0..SIZES).for_each(|size| family.run(size));
        }
        return Ok(true);
    }
    let counts = instructions::count(&["--run", "--only", &cli.only], families.len() * SIZES)?;
    let (counts, _): (&[Counts], _) = counts.as_chunks();
    let table = Table::new(&families, counts);
    match cli.markdown {
        true => table.print_markdown(),
        false => table.print(),
    }
    Ok(table.is_fine())
}
