//! `turtle-peg parse`: documents in, N-Triples or N-Quads out.

use super::input::{self, Source};
use super::loaded;
use super::output::Output;
use super::{InputArguments, Status, dialect_parser};
use anyhow::bail;
use clap::ValueEnum;
use std::io::Write;
use turtle_peg::{Dialect, LoadedGrammar, NQuadsWriter, Provenance};

/// Write documents as N-Triples or N-Quads to standard output
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg parse data.ttl > data.nt
  turtle-peg parse data.trig > data.nq
  turtle-peg parse --count *.ttl
  turtle-peg parse --provenance data.ttl | grep Spiderman
  curl -s https://example.org/data.ttl | turtle-peg parse --base https://example.org/data.ttl

Blank node labels stay as they are written; those of several files are kept apart by a prefix, d1-, d2- and so on.
A statement that is at fault gives no triple at all.")]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// Dialect to read [default: the grammar's, if one is given, or else by extension, .ttl turtle-1.2, .nt n-triples-1.2, .trig trig-1.2, .nq n-quads-1.2; standard input is
    /// turtle-1.2]
    #[arg(long, value_name = "NAME", value_parser = dialect_parser())]
    dialect: Option<String>,

    /// What to write [default: n-quads for TriG and N-Quads, n-triples for the others]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,

    /// Print how many triples there are instead of the triples
    #[arg(long, conflicts_with_all = ["provenance", "canonical", "to"])]
    count: bool,

    /// After each triple, in a comment, the line:column of its subject, predicate and object
    #[arg(long)]
    provenance: bool,

    /// Write the canonical form: language tags in lower case
    #[arg(long, conflicts_with = "provenance")]
    canonical: bool,

    /// Go on behind a statement that is at fault; report each, and still exit with 1
    #[arg(long)]
    keep_going: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    NTriples,
    NQuads,
}

impl Format {
    /// The one that nothing of the dialect is lost in.
    fn of(dialect: Dialect) -> Self {
        if dialect.has_named_graphs() {
            Self::NQuads
        } else {
            Self::NTriples
        }
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let grammar = loaded::load(&arguments.input)?;
    let sources = Source::all(&arguments.input);
    let mut output = Output::new();
    let mut total = 0;
    let mut number = 0;
    let status = input::for_each(&sources, |source| {
        number += 1;
        let prefix = match sources.len() {
            1 => String::new(),
            _ => format!("d{number}-"),
        };
        let count = parse(arguments, grammar.as_ref(), source, prefix, &mut output)?;
        if arguments.count {
            total += count.triples;
            let line = match sources.len() {
                1 => format!("{}\n", count.triples),
                _ => format!("{}\t{}\n", count.triples, source.name()),
            };
            output.print(&line)?;
        }
        Ok(count.status)
    })?;
    if arguments.count && sources.len() > 1 {
        output.print(&format!("{total}\ttotal\n"))?;
    }
    output.flush()?;
    Ok(status)
}

struct Count {
    triples: u64,
    status: Status,
}

/// Writes one document's triples, or only counts them.
fn parse(
    arguments: &Arguments,
    grammar: Option<&LoadedGrammar>,
    source: &Source,
    blank_node_prefix: String,
    output: &mut Output,
) -> anyhow::Result<Count> {
    let dialect = source.dialect(arguments.dialect.as_deref(), grammar)?;
    let mut parser = source
        .parser(dialect, grammar, &arguments.input)?
        .with_blank_node_prefix(blank_node_prefix);
    if arguments.keep_going {
        parser = parser.continue_after_errors();
    }
    let mut count = Count {
        triples: 0,
        status: Status::Fine,
    };
    let reader = match source.open() {
        Ok(reader) => reader,
        Err(error) => {
            count.status = input::fault(source, &error.into());
            return Ok(count);
        }
    };
    let format = arguments.to.unwrap_or(Format::of(dialect));
    let mut document = parser.parse_reader(reader);
    loop {
        let mut lost = None;
        let mut triples = 0;
        let result = document.next_statement(|quad, provenance| {
            triples += 1;
            if arguments.count {
                return;
            }
            if format == Format::NTriples && !quad.graph_name.is_default_graph() {
                let place = provenance.position(provenance.subject);
                lost = lost.take().or(Some((place, quad.graph_name.to_string())));
            }
            // Without a graph name, a line of N-Quads is one of N-Triples. Writing to memory never fails.
            let mut writer = NQuadsWriter::new(output.buffer());
            if arguments.canonical {
                writer = writer.canonical();
            }
            let _ = writer.write_quad(quad);
            if arguments.provenance {
                write_provenance(output.buffer(), provenance);
            }
        });
        if let Some((place, graph)) = lost {
            output.roll_back();
            output.flush()?;
            bail!(
                "{}:{place}: this is in the graph {graph}, which N-Triples has no place for; use --to n-quads",
                source.name()
            );
        }
        match result {
            None => break,
            Some(Ok(())) => {
                count.triples += triples;
                output.commit()?;
            }
            Some(Err(error)) => {
                output.roll_back();
                // What was fine goes out before what was not is reported.
                output.flush()?;
                count.status = count.status.max(input::fault(source, &error));
            }
        }
    }
    Ok(count)
}

/// Puts the places in a comment at the end of the line that was just written.
fn write_provenance(buffer: &mut Vec<u8>, provenance: &Provenance<'_>) {
    if buffer.last() == Some(&b'\n') {
        buffer.pop();
    }
    let _ = writeln!(
        buffer,
        " # {} {} {}",
        provenance.position(provenance.subject),
        provenance.position(provenance.predicate),
        provenance.position(provenance.object)
    );
}
