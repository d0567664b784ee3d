//! The arguments of this program.

use crate::contestants::{Contestant, Task};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use workloads::Workload;

/// Times turtle-peg against other Rust parsers of Turtle, TriG, N-Triples and N-Quads.
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
  peers --owned --without sophia_turtle       owned triples, by all but one
  peers --threads --workload n-triples        with those that take all cores
  peers --both --only oxttl                   one of them, from a slice against from a reader
  peers --sizes 10,1000 --only rio_turtle     one of them, a small document against a large one
  peers generate turtle --megabytes 300 -o big.ttl
  peers generate n-triples -o - | head
  peers write --megabytes 20                  writers of Turtle, and the layout
  peers recovery damaged/                     what is kept of damaged documents"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub race: RaceArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Writes a workload's document, which may be larger than memory
    Generate(GenerateArgs),

    /// Times writers of Turtle, TriG, N-Triples and N-Quads, and the layout of documents
    Write {
        #[command(flatten)]
        size: Size,

        /// How many times everyone writes
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
        rounds: u32,
    },

    /// Counts what turtle-peg, oxttl, serdi and rapper keep of damaged documents
    ///
    /// The documents are those of `RECOVERY_DOCUMENTS=FOLDER cargo test --test recovery`, in the project's own folder.
    Recovery {
        /// Where they are
        folder: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct RaceArgs {
    /// Documents to parse instead of generated ones, named *.nt, *.nq, *.ttl or *.trig
    #[arg(conflicts_with_all = ["workload", "seed", "megabytes"])]
    pub files: Vec<PathBuf>,

    /// Workload to generate and parse; give it several times for several [default: all]
    #[arg(long, value_name = "NAME")]
    workload: Vec<Workload>,

    #[command(flatten)]
    pub size: Size,

    /// How many times everyone parses
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,

    /// Parse from a reader with a buffer of 64 KiB, not from a slice
    #[arg(long)]
    pub reader: bool,

    /// Compare everyone from a slice with the same from a reader
    #[arg(long, conflicts_with = "reader")]
    pub both: bool,

    /// Compare everyone on documents of these sizes, in 10^6 bytes
    #[arg(
        long,
        value_name = "N,N",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = ["files", "megabytes", "both"]
    )]
    sizes: Vec<u32>,

    /// Make an owned triple or quad of oxrdf of each triple
    #[arg(long)]
    pub owned: bool,

    /// Let those take part, too, that take all cores
    #[arg(long)]
    threads: bool,

    /// Who takes part; give it several times for several [default: all]
    #[arg(long, value_name = "NAME", conflicts_with = "without")]
    only: Vec<Contestant>,

    /// Who takes no part
    #[arg(long, value_name = "NAME")]
    without: Vec<Contestant>,
}

impl RaceArgs {
    pub fn contestants(&self) -> Vec<Contestant> {
        let takes_part = |contestant: &Contestant| match self.only.as_slice() {
            [] => (self.threads || !contestant.has_threads()) && !self.without.contains(contestant),
            only => only.contains(contestant),
        };
        let all = Contestant::value_variants().iter().copied();
        all.filter(takes_part).collect()
    }

    pub fn workloads(&self) -> &[Workload] {
        match self.workload.as_slice() {
            [] => Workload::value_variants(),
            chosen => chosen,
        }
    }

    /// How large to make the documents that are compared with each other.
    pub fn sizes(&self) -> &[u32] {
        match self.sizes.as_slice() {
            [] => std::slice::from_ref(&self.size.megabytes),
            sizes => sizes,
        }
    }

    pub fn task(&self) -> Task {
        match self.owned {
            true => Task::Own,
            false => Task::Visit,
        }
    }
}

#[derive(Debug, Args)]
pub struct GenerateArgs {
    pub workload: Workload,

    #[command(flatten)]
    pub size: Size,

    /// Where to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

#[derive(Debug, Args)]
pub struct Size {
    /// Seed of the generated data
    #[arg(long, value_name = "N", default_value_t = 20_140_225)]
    pub seed: u64,

    /// How much of it to make, in 10^6 bytes
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub megabytes: u32,
}

pub fn bytes(megabytes: u32) -> u64 {
    u64::from(megabytes) * 1_000_000
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
