//! `turtle-peg split`: ranges of a document become documents of their own.

use crate::arguments::{DialectArguments, InputArguments, LenienceArguments, ThreadArguments};
use crate::input::{self, InputSource, Strange};
use crate::output::Output;
use crate::ranges::whole_file;
use crate::status::Status;
use crate::{diagnostics, files};
use anyhow::{Context, bail};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use turtle_peg::index::line_ends;
use turtle_peg::{Checkpoint, Dialect, Parser};

/// Write the parts of documents as documents of their own, FILE-1, FILE-2 and so on
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg split --parts 8 large.ttl          large-1.ttl to large-8.ttl
  turtle-peg split --bytes 100000000 -o parts large.nt

The text of each part is as it stands in FILE, cut between statements. Turtle and TriG have in front what holds there: version, base \
IRI and prefixes, the first part only if its text needs them; an open graph is closed and opened again; and the number of blank \
nodes that were labelled before. With `parse \
--labels-after NUMBER`, these have the labels that they have in FILE; without, those of several parts are labelled alike, as those of any \
documents are. A label that is written is one blank node in all parts: to read them together, keep labels as they are. N-Triples and \
N-Quads are cut at ends of lines, and not checked. A file that is there already is not written over without --force; one that an \
earlier split left stays, with a warning.")]
#[command(group = clap::ArgGroup::new("size").required(true))]
pub struct SplitArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    dialect: DialectArguments,

    /// Most parts, of about equal size
    #[arg(long, value_name = "NUMBER", group = "size", value_parser = clap::value_parser!(u64).range(1..))]
    parts: Option<u64>,

    /// Bytes of a part, or somewhat more; what is in front of it does not count
    #[arg(long, value_name = "BYTES", group = "size", value_parser = clap::value_parser!(u64).range(1..))]
    bytes: Option<u64>,

    /// Folder for the parts [default: that of FILE]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Write parts in the place of files that are there already
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    lenience: LenienceArguments,

    #[command(flatten)]
    threads: ThreadArguments,
}

pub fn run(arguments: &SplitArguments) -> anyhow::Result<Status> {
    let sources = InputSource::all(&arguments.input)?;
    refuse_equal_names(arguments, &sources)?;
    let mut output = Output::new();
    let status = input::for_each(&sources, |source| split(arguments, source, &mut output))?;
    output.flush()?;
    Ok(status)
}

/// Makes sure that no document has parts of the names that another's have.
fn refuse_equal_names(arguments: &SplitArguments, sources: &[InputSource]) -> anyhow::Result<()> {
    let mut known: HashMap<PathBuf, &Path> = HashMap::new();
    for path in sources.iter().filter_map(InputSource::file) {
        let first = part_name(arguments.output.as_deref(), path, 1, 1)?;
        if let Some(other) = known.insert(first, path) {
            bail!(
                "{} and {} would have parts of the same names: write them to folders of their own, with -o",
                other.display(),
                path.display()
            );
        }
    }
    Ok(())
}

/// Where a part begins: its byte, and what is in front of it.
struct PartStart {
    byte: u64,
    front: Vec<u8>,
    /// Whether the part before has to close its graph.
    closes_graph: bool,
}

fn split(
    arguments: &SplitArguments,
    source: &InputSource,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let parser = source.begin(arguments.dialect.dialect, None, &arguments.input)?;
    let parser = arguments.lenience.apply(parser);
    let dialect = parser.dialect();
    let (path, mut file) = whole_file(source)?;
    let size = file.metadata()?.len();
    let every = match (arguments.bytes, arguments.parts) {
        (Some(bytes), _) => bytes,
        (None, parts) => size.div_ceil(parts.unwrap_or(1)).max(1),
    };
    let mut first = Vec::new();
    let starts = if dialect.is_line_based() {
        let borders = (1..size.div_ceil(every)).map(|number| number * every);
        let mut starts = line_ends(&parser, &mut file, borders)?;
        starts.dedup();
        let raw = |byte| PartStart {
            byte,
            front: Vec::new(),
            closes_graph: false,
        };
        starts.into_iter().map(raw).collect()
    } else {
        let threads = source.threads(&arguments.threads);
        match parser.checkpoints(&mut file, threads, every) {
            Ok(checkpoints) => {
                let starts = starts(&checkpoints[1..])?;
                if !stands_alone(dialect, &mut file, size, starts.first())? {
                    checkpoints[0].write_front(&mut first)?;
                }
                starts
            }
            Err(error) => return Ok(input::fault(source, &error)),
        }
    };
    let names = part_names(arguments, path, starts.len() + 1)?;
    write_parts(&names, file, size, first, starts, output)?;
    tell_others(source, path, &names)?;
    Ok(Status::Fine)
}

/// Whether the text of the first part conforms without a base IRI and prefixes that are not its own: then it needs none.
fn stands_alone(
    dialect: Dialect,
    file: &mut File,
    size: u64,
    next: Option<&PartStart>,
) -> anyhow::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    let end = next.map_or(size, |next| next.byte);
    let closing: &[u8] = match next.is_some_and(|next| next.closes_graph) {
        true => GRAPH_END,
        false => b"",
    };
    let text = file.take(end).chain(closing);
    Ok(Parser::new(dialect).parse_reader(text).check().is_ok())
}

/// The parts that can begin at these checkpoints: not where a graph is open that no text can name.
fn starts(checkpoints: &[Checkpoint]) -> anyhow::Result<Vec<PartStart>> {
    let mut starts = Vec::new();
    for checkpoint in checkpoints {
        if checkpoint.has_unwritable_labels() {
            bail!(Strange(
                "it has blank node labels that N-Triples cannot write, and generated ones stand for them: parts cannot tell which; \
                 `turtle-peg index` and `parse --range` can"
                    .to_owned()
            ));
        }
        let mut front = Vec::new();
        if write_front(checkpoint, starts.len() + 2, &mut front)? {
            starts.push(PartStart {
                byte: checkpoint.position().byte,
                front,
                closes_graph: checkpoint.is_in_graph(),
            });
        }
    }
    Ok(starts)
}

/// Writes what holds at a checkpoint as the beginning of a document; whether that can be written.
fn write_front(from: &Checkpoint, number: usize, front: &mut Vec<u8>) -> io::Result<bool> {
    let generated = from.generated_labels();
    writeln!(
        front,
        "# Part {number}, after line {}: turtle-peg parse --labels-after {generated}",
        from.position().line
    )?;
    from.write_front(front)
}

/// The names of the parts.
///
/// # Errors
///
/// There are such files, and nobody asked to write over them.
fn part_names(
    arguments: &SplitArguments,
    path: &Path,
    count: usize,
) -> anyhow::Result<Vec<PathBuf>> {
    let name = |number| part_name(arguments.output.as_deref(), path, number, count);
    let names: Vec<PathBuf> = (1..=count).map(name).collect::<anyhow::Result<_>>()?;
    let existing = names.iter().find(|name| name.symlink_metadata().is_ok());
    match existing {
        Some(existing) if !arguments.force => bail!(Strange(format!(
            "there is a file {} already; --force writes over it, and -o names another folder",
            existing.display()
        ))),
        _ => Ok(names),
    }
}

/// Writes all parts whole, or none, and prints their names.
fn write_parts(
    names: &[PathBuf],
    mut file: File,
    size: u64,
    mut front: Vec<u8>,
    starts: Vec<PartStart>,
    output: &mut Output,
) -> anyhow::Result<()> {
    let mut byte = 0;
    let mut parts = Vec::with_capacity(names.len());
    file.seek(SeekFrom::Start(0))?;
    if !front.is_empty() {
        byte = pass_byte_order_mark(&mut file)?;
    }
    let starts = starts.into_iter().map(Some).chain([None]);
    for (name, next) in names.iter().zip(starts) {
        let extension = name.extension().unwrap_or_default().to_string_lossy();
        let mut part = Output::to(name, &[&*extension.to_lowercase()])?;
        part.write(&front)?;
        let end = next.as_ref().map_or(size, |next| next.byte);
        part.copy(&mut (&mut file).take(end - byte))?;
        if next.as_ref().is_some_and(|next| next.closes_graph) {
            part.write(GRAPH_END)?;
        }
        parts.push(part.finish()?);
        (byte, front) = (end, next.map(|next| next.front).unwrap_or_default());
    }
    for (name, part) in names.iter().zip(parts) {
        part.put_in_place()?;
        output.show(&format!("{}\n", name.display()))?;
    }
    Ok(())
}

/// The end of a part that was cut in the middle of a graph.
const GRAPH_END: &[u8] = b"\n}\n";

/// Goes to the first byte behind a byte order mark, which may be only at a document's very beginning.
fn pass_byte_order_mark(file: &mut File) -> io::Result<u64> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let mut start = Vec::new();
    file.take(MARK.len() as u64).read_to_end(&mut start)?;
    file.seek(SeekFrom::Start(match start == MARK {
        true => MARK.len() as u64,
        false => 0,
    }))
}

/// Warns of files beside the parts that are called as parts are, and are of another split.
fn tell_others(source: &InputSource, path: &Path, names: &[PathBuf]) -> anyhow::Result<()> {
    let folder = files::folder_of(&names[0]);
    let mut others = Vec::new();
    for entry in fs::read_dir(folder)? {
        let other = entry?.file_name();
        let is_part = names.iter().any(|name| name.file_name() == Some(&other));
        if is_called_as_part(Path::new(&other), path) && !is_part {
            others.push(other.display().to_string());
        }
    }
    others.sort();
    if !others.is_empty() {
        let warning = format!(
            "not of this split, though called as its parts are: {}",
            others.join(", ")
        );
        diagnostics::warn(&source.name(), &warning);
    }
    Ok(())
}

/// Whether a file has the name of a document's part: a number is behind the document's name.
fn is_called_as_part(name: &Path, document: &Path) -> bool {
    let text = |part: Option<&OsStr>| part.unwrap_or_default().as_encoded_bytes().to_vec();
    let [name_stem, stem] = [name, document].map(|path| text(path.file_stem()));
    let number = name_stem.strip_prefix(&*stem);
    let digits = number.and_then(|number| number.strip_prefix(b"-"));
    name.extension() == document.extension()
        && digits.is_some_and(|it| !it.is_empty() && it.iter().all(u8::is_ascii_digit))
}

/// The name of a part: that of the document, and a number of as many digits as the last has.
fn part_name(
    folder: Option<&Path>,
    path: &Path,
    number: usize,
    count: usize,
) -> anyhow::Result<PathBuf> {
    let mut name = path.file_stem().context("it has no name")?.to_owned();
    name.push(format!(
        "-{number:0width$}",
        width = count.to_string().len()
    ));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    let folder = folder.or(path.parent()).unwrap_or(Path::new(""));
    Ok(folder.join(name))
}
