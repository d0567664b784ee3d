//! `turtle-peg parse`: documents in, triples out, in any of the languages.

mod arguments;
mod canonical;
#[cfg(feature = "columns")]
mod columns;
mod labels;
mod lines;
mod outputs;
mod pretty;
mod quad_format;
mod turtle;
mod written_part;

pub use arguments::ParseArguments;

use crate::arguments::going_on;
use crate::input::{self, GrammarParser, InputSource};
use crate::status::Status;
use crate::{diagnostics, output, progress, reporting};
use anyhow::bail;
#[cfg(feature = "columns")]
use columns::ColumnPart;
use labels::LabelPrefix;
use lines::SpareLines;
use outputs::{Outputs, locked};
use std::num::NonZeroUsize;
use turtle::TurtleOutput;
use turtle_peg::parallel::Part;
use turtle_peg::{Checkpoint, Parser};
use written_part::{PartFormat, PartWriter, WrittenPart};

/// Parses by a dialect's own grammar, or by the one that is given.
pub fn run(
    arguments: &ParseArguments,
    grammar: Option<GrammarParser<'_>>,
) -> anyhow::Result<Status> {
    let sink = arguments.sink()?;
    let output = arguments.output()?;
    let sources = InputSource::all(&arguments.input)?;
    if arguments.is_relative_to_document() && sources.len() > 1 {
        bail!(
            "--relative document is for one document: of several, references to each would mean the same place"
        );
    }
    let mut outputs = Outputs::new(output, arguments)?;
    reporting::configure(arguments.format, sink);
    if outputs.output.is_file() {
        progress::is_alone();
    } else if arguments.writes_triples() && output::may_be_closed() {
        let why = "standard output is closed, or /dev/null: what is written there is lost";
        diagnostics::warn(&arguments.output_name(), &why);
    }
    let mut total = 0;
    let mut number = 0;
    let status = input::for_each(&sources, |source| {
        number += 1;
        let number = (sources.len() > 1).then_some(number);
        let prefix = LabelPrefix::of(arguments.blank_node_prefix.as_ref(), source, number)?;
        let count = parse(arguments, grammar, source, prefix, &mut outputs)?;
        if arguments.count {
            total += count.triples;
            let line = match sources.len() {
                1 => format!("{}\n", count.triples),
                _ => format!("{}\t{}\n", count.triples, source.name()),
            };
            outputs.output.show(&line)?;
        }
        Ok(count.status)
    });
    // What comes before a failure is written, too.
    outputs.end_documents()?;
    let status = status?;
    let is_kept = status == Status::Fine || arguments.keep_going;
    if is_kept {
        outputs.write_together()?;
    }
    if is_kept && let Err(error) = outputs.write_canonical_form(arguments)? {
        diagnostics::warn(&arguments.output_name(), &canonical::undecided(error));
        return Ok(status.max(Status::NotDecided));
    }
    if arguments.count && sources.len() > 1 {
        outputs.output.print(&format!("{total}\ttotal\n"))?;
    }
    if is_kept {
        outputs.output.keep()?;
    } else if arguments.output.is_some() || arguments.canonical || outputs.is_held_together() {
        let why = "not written, since something is wrong; with --keep-going, the rest is";
        diagnostics::warn(&arguments.output_name(), &why);
    } else {
        outputs.output.flush()?;
    }
    Ok(status)
}

struct Count {
    triples: u64,
    status: Status,
}

impl Count {
    fn add(&mut self, triples: u64, status: Status) {
        self.triples += triples;
        self.status = self.status.max(status);
    }
}

/// Writes one document's triples, or only counts them.
fn parse(
    arguments: &ParseArguments,
    grammar: Option<GrammarParser<'_>>,
    source: &InputSource,
    blank_node_prefix: String,
    outputs: &mut Outputs,
) -> anyhow::Result<Count> {
    let parser = source
        .begin(arguments.dialect.dialect, grammar, &arguments.input)?
        .with_blank_node_prefix(blank_node_prefix)?;
    let dialect = parser.dialect();
    let mut parser = going_on(arguments.lenience.apply(parser), arguments.keep_going)?;
    if let Some(generated) = arguments.labels_after {
        parser = parser.with_labels_after(generated);
    }
    let mut count = Count {
        triples: 0,
        status: Status::Fine,
    };
    let range = match arguments.range {
        Some(range) => match range.find(&parser, source, arguments.input.base.as_deref())? {
            Some(range) => Some(range),
            None => return Ok(count),
        },
        None => None,
    };
    let reader = match source.open() {
        Ok(reader) => reader,
        Err(strange) => {
            count.status = strange.report(source);
            return Ok(count);
        }
    };
    let turtle = outputs.turtle.as_ref();
    let output = outputs.held.as_mut().unwrap_or(&mut outputs.output);
    let version = &mut outputs.version;
    let threads = match turtle {
        None => source.threads(&arguments.threads),
        // What a statement is written as depends on the one before.
        Some(turtle) => {
            let from = range.as_ref().map(|(range, _)| &range.from);
            begin_turtle(arguments, &parser, from, &mut locked(turtle))?;
            NonZeroUsize::MIN
        }
    };
    #[cfg(feature = "columns")]
    if let Some(columns) = &mut outputs.columns {
        let options = columns.options();
        let work = |part: &mut Part<'_>| ColumnPart::of(part, options, arguments.keep_going);
        let deliver = |part| {
            let (status, rows) = columns.write(part, source, output)?;
            count.add(rows, status);
            anyhow::Ok(())
        };
        match range {
            None => parser.parse_parallel(reader, threads, work, deliver)?,
            Some((range, file)) => parser.parse_range(range, file, work, deliver)?,
        }
        return Ok(count);
    }
    let format = PartFormat::new(arguments, dialect);
    let spare = SpareLines::default();
    let work = |part: &mut Part<'_>| {
        let turtle = turtle.map(locked);
        PartWriter::new(&format, turtle, spare.take()).written(part)
    };
    let deliver = |mut part: WrittenPart| {
        let status = part.print(&format, source, version, output)?;
        count.add(part.triples, status);
        spare.put(part.lines);
        if turtle.is_some_and(|turtle| locked(turtle).exceeds_limit()) {
            let warning = arguments.pretty.exceeded()?;
            diagnostics::warn(&arguments.output_name(), &warning);
        }
        anyhow::Ok(())
    };
    match range {
        None => parser.parse_parallel(reader, threads, work, deliver)?,
        Some((range, file)) => parser.parse_range(range, file, work, deliver)?,
    }
    Ok(count)
}

/// Begins a document in Turtle or TriG: all of one, or what there is from a checkpoint on.
fn begin_turtle(
    arguments: &ParseArguments,
    parser: &Parser,
    from: Option<&Checkpoint>,
    turtle: &mut TurtleOutput,
) -> anyhow::Result<()> {
    let beginning = parser.start();
    if arguments.is_relative_to_document()
        && let Some(place) = beginning.base_iri()
    {
        turtle.set_place(place)?;
    }
    let is_whole = from.is_none() && arguments.labels_after.is_none();
    turtle.begin_document(from.unwrap_or(&beginning), is_whole);
    Ok(())
}
