//! `turtle-peg index`: finds out what has to be known of a document to read it from the middle, and keeps that beside it.

use crate::arguments::{DialectArguments, InputArguments, LenienceArguments, ThreadArguments};
use crate::input::{self, InputSource, Strange};
use crate::output::Output;
use crate::ranges::whole_file;
use crate::status::Status;
use anyhow::bail;
use std::fs;
use std::path::Path;
use turtle_peg::CheckpointError;
use turtle_peg::index::{CheckpointIndex, IndexError};

/// Keep checkpoints in FILE.checkpoints, from which ranges of FILE can be read
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg index large.ttl
  turtle-peg parse --range 2/5 large.ttl
  seq 8 | parallel turtle-peg parse --range {}/8 -o out-{}.nt large.ttl

A checkpoint has the place, and what holds there: base IRI, prefixes, the open graph, how many blank nodes were labelled. So \
each range has the triples, labels and places of the whole document. The index has the document's size and a hash of each range: \
another size, or other bytes of a range, are noticed when that range is read; other bytes before it are not. N-Triples and N-Quads need no index; with one, the lines before a range are not counted \
again. The base IRI is that of this command, wherever the file is when ranges are read: with another --base, it needs another index.")]
pub struct IndexArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    dialect: DialectArguments,

    /// Bytes from one checkpoint to the next, at least
    #[arg(long, value_name = "BYTES", default_value_t = CheckpointIndex::EVERY)]
    every: u64,

    #[command(flatten)]
    lenience: LenienceArguments,

    #[command(flatten)]
    threads: ThreadArguments,
}

pub fn run(arguments: &IndexArguments) -> anyhow::Result<Status> {
    let sources = InputSource::all(&arguments.input)?;
    input::for_each(&sources, |source| index(arguments, source))
}

fn index(arguments: &IndexArguments, source: &InputSource) -> anyhow::Result<Status> {
    let parser = source.begin(arguments.dialect.dialect, None, &arguments.input)?;
    let parser = arguments.lenience.apply(parser);
    let (path, mut file) = whole_file(source)?;
    let threads = source.threads(&arguments.threads);
    let index = CheckpointIndex::of_document(&parser, &mut file, threads, arguments.every);
    let index = match index {
        Ok(index) => index,
        Err(IndexError::Document(error)) => return Ok(input::fault(source, &error)),
        Err(error) => return Err(Strange::from(anyhow::Error::from(error)).into()),
    };
    let index_path = CheckpointIndex::path(path);
    refuse_foreign(&index_path)?;
    let mut output = Output::to(&index_path, &["checkpoints"])?;
    output.write(&index.to_bytes())?;
    output.keep()?;
    Ok(Status::Fine)
}

/// Makes sure that no file is written over that is not an index, and that none is made where nobody named one: behind a link.
fn refuse_foreign(path: &Path) -> anyhow::Result<()> {
    if path.is_symlink() && !path.exists() {
        bail!(Strange(format!(
            "{} is a link that leads to no file; remove it, or make it lead to an index",
            path.display()
        )));
    }
    if !path.is_file() {
        return Ok(());
    }
    match CheckpointIndex::from_bytes(&fs::read(path)?) {
        Err(IndexError::Checkpoint(CheckpointError::Foreign)) => bail!(Strange(format!(
            "{} is there already, and is not an index; move it, or give it another name",
            path.display()
        ))),
        _ => Ok(()),
    }
}
