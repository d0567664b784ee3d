//! `turtle-peg parse`: documents in, triples out, in any of the languages.

use super::arguments::{
    InputArguments, LenienceArguments, ThreadArguments, dialect_help, dialect_parser,
};
use super::canonical::write_canonical_form;
#[cfg(feature = "columns")]
use super::columns::{ColumnOutput, ColumnPart};
use super::input::{self, GrammarParser, InputSource, PendingReport, Warnings};
use super::lines::{Lines, SpareLines};
use super::output::{Output, is_standard_output};
use super::ranges::RangeArgument;
use super::reporting::{self, ErrorFormat, ReportSink, Severity};
use super::status::Status;
use super::turtle::TurtleOutput;
use super::whole::WholeFile;
use super::{diagnostics, names, progress};
use crate::oxrdf::{NamedNode, QuadRef};
use crate::{BeyondRdf12, Dialect, NQuadsWriter, Parser, Part, Position, Provenance};
use anyhow::{Context, bail};
#[cfg(feature = "columns")]
use arrow::ColumnFileFormat;
use clap::ValueEnum;
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Write documents as N-Triples, N-Quads, Turtle or TriG
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg parse data.ttl > data.nt
  turtle-peg parse data.trig > data.nq
  turtle-peg parse --to turtle data.nt > data.ttl
  turtle-peg parse --to turtle --long-strings data.nt > data.ttl
  turtle-peg parse -o data.ttl.gz data.nt
  turtle-peg parse --count *.ttl
  turtle-peg parse --provenance data.ttl | grep Spiderman
  turtle-peg parse -o data.nq -r data
  turtle-peg parse --merge -o all.ttl people.ttl places.ttl
  turtle-peg parse --graph http://example.org/people -o people.nq people.ttl
  turtle-peg parse --canonical data.ttl | sha256sum
  turtle-peg parse --prefix ex=http://example.org/ fragment.ttl.gz
  turtle-peg parse --lenient data.ttl > data.nt
  turtle-peg parse --keep-going --errors=errors.json --format json -o data.nt data.ttl
  turtle-peg parse --threads 1 large.nt > copy.nt
  curl -s https://example.org/data.ttl | turtle-peg parse --base https://example.org/data.ttl

Blank node labels stay as they are written; with several files, a prefix keeps those of each file apart: d1-, d2- and so \
on. A statement at fault gives no triple, unless it is larger than 512 KiB: such a statement is read part by part, and its \
triples before the fault are written. The output is the same with any number of threads.

--canonical gives isomorphic documents the same bytes: RDFC-1.0 labels the blank nodes, language tags are in lower case, and \
each line is once, in the order of code points. It holds all triples in memory, and writes nothing after a fault, unless with \
--keep-going. Its answer may be \"not decided\", with exit status 3: where blank nodes come with triple terms or base directions, \
which RDFC-1.0 does not have, or are so much alike that labels may take too many steps.

Turtle and TriG keep the documents' prefixes, collections, property lists and annotations, but in statements that are read part by part; neighbours with one subject become one statement. One thread writes them. \
A prefix is declared where its document declares it, or before all statements with --merge; one that has several namespaces is declared anew \
before the statements of each further one.")]
pub struct ParseArguments {
    #[command(flatten)]
    pub input: InputArguments,

    #[arg(long, value_name = "NAME", value_parser = dialect_parser(), help = dialect_help("Dialect to read"))]
    dialect: Option<String>,

    /// Output format [default: by the output's extension, .nt, .nq, .ttl or .trig; otherwise n-quads for TriG and N-Quads,
    /// n-triples for other dialects]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<QuadFormat>,

    /// Write FILE atomically; on any error, without --keep-going, leave it unchanged. A name that ends in .gz, .bz2,
    /// .zst or .xz compresses it. FILE must not be an input
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write errors to FILE; without FILE, to standard output, and write no triples there
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    errors: Option<Option<PathBuf>>,

    /// Format of faults and warnings
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: ErrorFormat,

    /// Print the number of triples instead of the triples
    #[arg(long, conflicts_with_all = ["provenance", "canonical", "graph", "merge", "to"])]
    count: bool,

    /// Add a comment to each triple, with the line:column of its subject, predicate and object; for n-triples and n-quads
    #[arg(long)]
    provenance: bool,

    /// Write the canonical form of all the triples together, as n-triples or n-quads: blank node labels by RDFC-1.0, sorted lines
    #[arg(long, conflicts_with = "provenance")]
    canonical: bool,

    /// Put the triples of the default graph into this graph; those of named graphs stay where they are
    #[arg(long, value_name = "IRI", value_parser = graph_name)]
    graph: Option<NamedNode>,

    /// In turtle and trig, declare the prefixes of all documents once, before all statements, which are held until the end
    #[arg(long)]
    merge: bool,

    /// In turtle and trig, write literals with line ends between """, over several lines
    #[arg(long)]
    long_strings: bool,

    /// Read one of several parts of the document, such as 2/5, with the labels and places of the whole; one that is not
    /// N-Triples or N-Quads needs an index: see `turtle-peg index`
    #[arg(long, value_name = "NUMBER/PARTS", conflicts_with = "labels_after")]
    range: Option<RangeArgument>,

    /// Count generated blank node labels from here on: the document is a part of one that had this many before it
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..1 << 62))]
    labels_after: Option<u64>,

    /// Continue after faults; report each and exit with 1
    #[arg(long)]
    keep_going: bool,

    #[command(flatten)]
    lenience: LenienceArguments,

    #[command(flatten)]
    threads: ThreadArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum QuadFormat {
    #[value(alias = "nt")]
    NTriples,
    #[value(alias = "nq")]
    NQuads,
    #[value(alias = "ttl")]
    Turtle,
    #[value(name = "trig")]
    TriG,
    /// For readers that do not know RDF 1.2
    #[value(name = "turtle-1.1")]
    Turtle11,
    /// For readers that do not know RDF 1.2
    #[value(name = "trig-1.1")]
    TriG11,
    /// Columns, in a file of Apache Parquet
    #[cfg(feature = "columns")]
    Parquet,
    /// Columns, in a file of Apache Arrow
    #[cfg(feature = "columns")]
    Arrow,
}

impl QuadFormat {
    /// The format whose files have this dialect's extension.
    fn named(dialect: Dialect) -> Self {
        match (dialect.is_line_based(), dialect.has_named_graphs()) {
            (true, false) => Self::NTriples,
            (true, true) => Self::NQuads,
            (false, false) => Self::Turtle,
            (false, true) => Self::TriG,
        }
    }

    /// The format to take instead for named graphs, if it has none.
    fn with_named_graphs(self) -> Option<&'static str> {
        match self {
            Self::NTriples => Some("N-Triples has no place for; use --to n-quads"),
            Self::Turtle | Self::Turtle11 => Some("Turtle has no place for; use --to trig"),
            Self::NQuads | Self::TriG | Self::TriG11 => None,
            #[cfg(feature = "columns")]
            Self::Parquet | Self::Arrow => None,
        }
    }

    /// The dialect that is written in statements.
    fn of_statements(self) -> Option<Dialect> {
        match self {
            Self::NTriples | Self::NQuads => None,
            #[cfg(feature = "columns")]
            Self::Parquet | Self::Arrow => None,
            Self::Turtle => Some(Dialect::Turtle12),
            Self::TriG => Some(Dialect::TriG12),
            Self::Turtle11 => Some(Dialect::Turtle11),
            Self::TriG11 => Some(Dialect::TriG11),
        }
    }

    /// The format that loses nothing of the dialect.
    fn of(dialect: Dialect) -> Self {
        if dialect.has_named_graphs() {
            Self::NQuads
        } else {
            Self::NTriples
        }
    }
}

/// Parses by a dialect's own grammar, or by the one that is given.
pub fn run(
    arguments: &ParseArguments,
    grammar: Option<GrammarParser<'_>>,
) -> anyhow::Result<Status> {
    let sink = arguments.sink()?;
    let mut output = match &arguments.output {
        Some(path) => Output::to(path, arguments.extensions())?,
        None => Output::new(),
    };
    let sources = InputSource::all(&arguments.input)?;
    let turtle = arguments.turtle_output(&sources, grammar)?;
    #[cfg(feature = "columns")]
    let mut columns = arguments.column_output()?;
    let is_united = arguments.merge && turtle.is_some();
    let mut held = (arguments.canonical || is_united).then(Output::held);
    reporting::configure(arguments.format, sink);
    if output.is_file() {
        progress::is_alone();
    }
    let mut total = 0;
    let mut number = 0;
    let status = input::for_each(&sources, |source| {
        number += 1;
        let prefix = match sources.len() {
            1 => String::new(),
            _ => format!("d{number}-"),
        };
        let written = Destinations {
            turtle: turtle.as_ref(),
            #[cfg(feature = "columns")]
            columns: columns.as_mut(),
            output: held.as_mut().unwrap_or(&mut output),
        };
        let count = parse(arguments, grammar, source, prefix, written)?;
        if arguments.count {
            total += count.triples;
            let line = match sources.len() {
                1 => format!("{}\n", count.triples),
                _ => format!("{}\t{}\n", count.triples, source.name()),
            };
            output.show(&line)?;
        }
        Ok(count.status)
    });
    // What comes before a failure is written, too.
    if let Some(turtle) = &turtle {
        let mut turtle = locked(turtle);
        let lines = held.as_mut().unwrap_or(&mut output);
        lines.write(turtle.finish()?)?;
        if let Some(held) = held.take() {
            append(turtle.beginning()?, held, &mut output)?;
        }
    }
    #[cfg(feature = "columns")]
    if let Some(columns) = columns {
        columns.finish(&mut output)?;
    }
    let mut status = status?;
    if let Some(held) = held
        && (status == Status::Fine || arguments.keep_going)
    {
        // Terms that nest deeper than by default would need more stack than there is.
        let parser = arguments.lenience.apply(Parser::new(Dialect::NQuads12));
        if let Err(undecided) = write_canonical_form(held.read_back()?, &parser, &mut output)? {
            status = status.max(Status::NotDecided);
            diagnostics::warn(&arguments.output_name(), &undecided);
            return Ok(status);
        }
    }
    if arguments.count && sources.len() > 1 {
        output.print(&format!("{total}\ttotal\n"))?;
    }
    if status == Status::Fine || arguments.keep_going {
        output.keep()?;
    } else if arguments.output.is_some() || arguments.canonical {
        let why = "not written, since something is wrong; with --keep-going, the rest is";
        diagnostics::warn(&arguments.output_name(), &why);
    } else {
        output.flush()?;
    }
    Ok(status)
}

/// Writes the directives of a document, and its statements.
fn append(beginning: &[u8], statements: Output, output: &mut Output) -> anyhow::Result<()> {
    output.write(beginning)?;
    let mut statements = statements.read_back()?;
    let mut buffer = vec![0; 64 * 1024];
    let mut is_apart = beginning.is_empty();
    loop {
        let length = statements.read(&mut buffer)?;
        if length == 0 {
            return Ok(());
        }
        if !std::mem::replace(&mut is_apart, true) {
            output.write(b"\n")?;
        }
        output.write(&buffer[..length])?;
    }
}

fn graph_name(text: &str) -> anyhow::Result<NamedNode> {
    NamedNode::new(text).with_context(|| format!("<{text}> is not an absolute IRI"))
}

impl ParseArguments {
    /// Where errors go.
    fn sink(&self) -> anyhow::Result<ReportSink> {
        Ok(match &self.errors {
            None => ReportSink::StandardError,
            Some(None) => ReportSink::StandardOutput,
            Some(Some(path)) if is_standard_output(path) => ReportSink::StandardOutput,
            Some(Some(path)) if path == Path::new("/dev/stderr") => ReportSink::StandardError,
            Some(Some(path)) => {
                let file = WholeFile::create(path, &["json", "jsonl", "sarif"]);
                ReportSink::File(Box::new(file.with_context(|| path.display().to_string())?))
            }
        })
    }

    /// How messages call the output.
    fn output_name(&self) -> String {
        match &self.output {
            Some(path) if !is_standard_output(path) => path.display().to_string(),
            _ => "<stdout>".to_owned(),
        }
    }

    /// The extensions that the output's name may have.
    fn extensions(&self) -> &'static [&'static str] {
        match self.to {
            _ if self.count => &[],
            Some(QuadFormat::NTriples) => &["nt"],
            Some(QuadFormat::NQuads) => &["nq"],
            Some(QuadFormat::Turtle | QuadFormat::Turtle11) => &["ttl"],
            Some(QuadFormat::TriG | QuadFormat::TriG11) => &["trig"],
            #[cfg(feature = "columns")]
            Some(QuadFormat::Parquet) => &["parquet"],
            #[cfg(feature = "columns")]
            Some(QuadFormat::Arrow) => &["arrow"],
            None => &["nt", "nq", "ttl", "trig"],
        }
    }

    /// The format to write, if the arguments say so: by its name, or by that of the output.
    fn format_of_output(&self) -> Option<QuadFormat> {
        let named = || names::named(self.output.as_deref()?);
        self.to
            .or_else(|| Some(QuadFormat::named(named()?.dialect)))
    }

    /// The document in Turtle or TriG, if one is written.
    fn turtle_output(
        &self,
        sources: &[InputSource],
        grammar: Option<GrammarParser<'_>>,
    ) -> anyhow::Result<Option<Mutex<TurtleOutput>>> {
        let format = self.format_of_output();
        if self.graph.is_some() && format.is_some_and(|it| it.with_named_graphs().is_some()) {
            bail!(
                "--graph needs a format with named graphs: use --to n-quads or --to trig, and no FILE with another extension"
            );
        }
        let Some(dialect) = format.and_then(QuadFormat::of_statements) else {
            if self.long_strings {
                bail!("--long-strings is for turtle and trig: use --to turtle or --to trig");
            }
            return Ok(None);
        };
        if self.provenance || self.canonical {
            bail!(
                "--provenance and --canonical are for formats with a triple a line: use --to n-triples or --to n-quads"
            );
        }
        if !self.writes_triples() {
            return Ok(None);
        }
        // One older document cannot have what is new in RDF 1.2.
        let announces_version = match sources {
            [source] => {
                let source = source.dialect(self.dialect.as_deref(), grammar);
                source.map_or(true, |dialect| !is_older(dialect))
            }
            _ => true,
        };
        let mut output = TurtleOutput::new(dialect, self.lenience.lenient, announces_version);
        if self.long_strings {
            output.has_long_strings();
        }
        if self.merge {
            output.unite_prefixes();
        }
        Ok(Some(Mutex::new(output)))
    }

    /// The file of columns, if one is written.
    #[cfg(feature = "columns")]
    fn column_output(&self) -> anyhow::Result<Option<ColumnOutput>> {
        let format = match self.to {
            Some(QuadFormat::Parquet) => ColumnFileFormat::Parquet,
            Some(QuadFormat::Arrow) => ColumnFileFormat::Arrow,
            _ => return Ok(None),
        };
        if self.provenance || self.canonical || self.merge || self.graph.is_some() {
            bail!("--provenance, --canonical, --merge and --graph are for texts, not for columns");
        }
        if self.output.is_none() {
            bail!("columns go to a file: name it with -o");
        }
        Ok(Some(ColumnOutput::new(format)?))
    }

    /// Whether triples are written: not amid errors.
    fn writes_triples(&self) -> bool {
        !self.count && (self.output.is_some() || self.errors != Some(None))
    }
}

/// Where a document's triples go.
struct Destinations<'w> {
    turtle: Option<&'w Mutex<TurtleOutput>>,
    #[cfg(feature = "columns")]
    columns: Option<&'w mut ColumnOutput>,
    output: &'w mut Output,
}

struct Count {
    triples: u64,
    status: Status,
}

/// The lines and problems of a part of a document.
#[derive(Default)]
struct WrittenPart {
    lines: Lines,
    triples: u64,
    /// The problems, each with the number of bytes of the lines before its statement.
    troubles: Vec<(u64, Trouble)>,
    /// The first triple that the format has no place for: where it is, and its graph.
    lost: Option<(Position, String)>,
}

/// A problem of a statement.
enum Trouble {
    /// If it is at fault, it gave nothing.
    Found(PendingReport),
    /// It conforms, but the output has no terms for it: where, and why.
    Beyond(Position, String),
}

/// Writes one document's triples, or only counts them.
fn parse(
    arguments: &ParseArguments,
    grammar: Option<GrammarParser<'_>>,
    source: &InputSource,
    blank_node_prefix: String,
    written: Destinations<'_>,
) -> anyhow::Result<Count> {
    let Destinations { turtle, output, .. } = written;
    let dialect = source.dialect(arguments.dialect.as_deref(), grammar)?;
    let parser = source
        .parser(dialect, grammar, &arguments.input)?
        .with_blank_node_prefix(blank_node_prefix)?;
    let mut parser = arguments.lenience.apply(parser);
    if arguments.keep_going {
        parser = parser.continue_after_errors();
    }
    if let Some(generated) = arguments.labels_after {
        parser = parser.with_labels_after(generated);
    }
    reporting::dialect(dialect.name());
    let mut count = Count {
        triples: 0,
        status: Status::Fine,
    };
    let range = match arguments.range {
        Some(range) => match range.find(&parser, source)? {
            Some(range) => Some(range),
            None => return Ok(count),
        },
        None => None,
    };
    let reader = match source.open() {
        Ok(reader) => reader,
        Err(error) => {
            count.status = input::fault(source, &error.into());
            return Ok(count);
        }
    };
    let format = arguments
        .format_of_output()
        .unwrap_or(match arguments.graph {
            Some(_) => QuadFormat::NQuads,
            None => QuadFormat::of(dialect),
        });
    let threads = match turtle {
        None => source.threads(&arguments.threads),
        // What a statement is written as depends on the one before.
        Some(turtle) => {
            let from = range.as_ref().map(|(range, _)| &range.from.state);
            let is_whole = range.is_none() && arguments.labels_after.is_none();
            locked(turtle).begin_document(from.unwrap_or(&parser.state), dialect, is_whole);
            NonZeroUsize::MIN
        }
    };
    #[cfg(feature = "columns")]
    if let Some(columns) = written.columns {
        let options = columns.options();
        let work = |part: &mut Part<'_>| ColumnPart::of(part, options, arguments.keep_going);
        let deliver = |part| {
            let (status, rows) = columns.write(part, source, output)?;
            count.triples += rows;
            count.status = count.status.max(status);
            anyhow::Ok(())
        };
        match range {
            None => parser.parse_parallel(reader, threads, work, deliver)?,
            Some((range, file)) => parser.parse_range(range, file, work, deliver)?,
        }
        return Ok(count);
    }
    let spare = SpareLines::default();
    let work = |part: &mut Part<'_>| {
        let mut batch = WrittenPart {
            lines: spare.take(),
            ..WrittenPart::default()
        };
        let turtle = turtle.map(locked);
        translate(part, arguments, format, dialect, turtle, &mut batch);
        batch
    };
    let deliver = |mut batch: WrittenPart| {
        count.triples += batch.triples;
        let status = print(arguments, format, &mut batch, source, output)?;
        count.status = count.status.max(status);
        spare.put(batch.lines);
        anyhow::Ok(())
    };
    match range {
        None => parser.parse_parallel(reader, threads, work, deliver)?,
        Some((range, file)) => parser.parse_range(range, file, work, deliver)?,
    }
    Ok(count)
}

/// Makes lines of a part's triples, or only counts them. A statement that is at fault leaves nothing behind.
fn translate(
    part: &mut Part<'_>,
    arguments: &ParseArguments,
    format: QuadFormat,
    dialect: Dialect,
    mut turtle: Option<MutexGuard<'_, TurtleOutput>>,
    batch: &mut WrittenPart,
) {
    let is_older = is_older(dialect);
    // Whether there may be terms that the format does not have.
    let may_lack = is_older || format.of_statements().is_some_and(self::is_older);
    let mut warnings = Warnings::new();
    loop {
        let written = batch.lines.len();
        let mut triples = 0;
        let mut beyond = None;
        let mut place = Position::START;
        let known = warnings.count();
        let sink = |quad: QuadRef<'_>, provenance: &Provenance<'_>| {
            triples += 1;
            if !arguments.writes_triples() {
                return;
            }
            let graph_name = match &arguments.graph {
                Some(graph) if quad.graph_name.is_default_graph() => graph.as_ref().into(),
                _ => quad.graph_name,
            };
            let quad = QuadRef { graph_name, ..quad };
            if format.with_named_graphs().is_some() && !quad.graph_name.is_default_graph() {
                let place = provenance.position(provenance.subject);
                let lost = || (place, quad.graph_name.to_string());
                batch.lost.get_or_insert_with(lost);
            }
            if is_older && let Some(term) = BeyondRdf12::of(quad) {
                let place = provenance.position(provenance.subject);
                beyond.get_or_insert((place, term.to_string()));
                if !arguments.lenience.lenient {
                    return;
                }
            }
            if let Some(turtle) = &mut turtle {
                if may_lack && triples == 1 {
                    place = provenance.position(provenance.subject);
                }
                if let Err(error) = turtle.add(quad, &mut batch.lines) {
                    beyond.get_or_insert((place, error.to_string()));
                }
                return;
            }
            batch.lines.add(|line| {
                // Without a graph name, a line of N-Quads is one of N-Triples. Writing to memory never fails.
                let mut writer = NQuadsWriter::new(&mut *line);
                if arguments.canonical {
                    writer = writer.canonical();
                }
                // Invalid data was let pass, or exists in an older dialect only, and goes no further.
                if !arguments.lenience.lenient {
                    writer = writer.with_valid_iris();
                }
                let _ = writer.write_quad(quad);
                if arguments.provenance {
                    write_provenance(line, provenance);
                }
            });
        };
        let result = part.next_statement_with_warnings(sink, |warning| {
            let report = warnings.report(warning).map(Trouble::Found);
            batch
                .troubles
                .extend(report.map(|report| (written, report)));
        });
        if let Some(turtle) = &mut turtle {
            let is_written = matches!(result, Some(Ok(())))
                && batch.lost.is_none()
                && (beyond.is_none() || arguments.lenience.lenient);
            if !is_written {
                turtle.drop_statement();
            } else if let Err(error) =
                turtle.end_statement(part.generated_nodes(), may_lack, &mut batch.lines)
            {
                beyond.get_or_insert((place, error.to_string()));
            }
            if let Some((prefix, namespace)) = part.declared_prefix() {
                turtle.declare(prefix, namespace);
            }
        }
        if batch.lost.is_some() {
            batch.lines.truncate(written);
            break;
        }
        match result {
            None => break,
            Some(Ok(())) => {
                let is_written = beyond.is_none() || arguments.lenience.lenient;
                match is_written {
                    true => batch.triples += triples,
                    false => batch.lines.truncate(written),
                }
                // Data that was let pass cannot be written in RDF 1.2 either: one warning is enough.
                if let Some((place, term)) = beyond
                    && warnings.count() == known
                {
                    let trouble = Trouble::Beyond(place, term);
                    batch.troubles.push((written, trouble));
                }
            }
            Some(Err(error)) => {
                batch.lines.truncate(written);
                let report = PendingReport::Fault(error);
                batch.troubles.push((written, Trouble::Found(report)));
            }
        }
    }
    let end = batch.lines.len();
    let reports = PendingReport::at_end(part, &warnings, arguments.keep_going);
    let troubles = reports.map(|report| (end, Trouble::Found(report)));
    batch.troubles.extend(troubles);
}

/// Writes the lines of a part, and reports its faults.
fn print(
    arguments: &ParseArguments,
    format: QuadFormat,
    batch: &mut WrittenPart,
    source: &InputSource,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let mut status = Status::Fine;
    let mut written = 0;
    for (end, trouble) in &batch.troubles {
        batch.lines.write(written..*end, output)?;
        written = *end;
        // Lines go out before a later problem is reported.
        output.flush()?;
        status = status.max(match trouble {
            Trouble::Found(report) => report.report(source),
            Trouble::Beyond(place, term) => {
                let (severity, status) = match arguments.lenience.lenient {
                    true => (Severity::Warning, Status::Fine),
                    false => (Severity::Fault, Status::InputAtFault),
                };
                diagnostics::report_beyond(&source.name(), severity, *place, term);
                status
            }
        });
    }
    batch.lines.write(written..batch.lines.len(), output)?;
    if let Some((place, graph)) = &batch.lost
        && let Some(advice) = format.with_named_graphs()
    {
        output.flush()?;
        bail!(
            "{}:{place}: this is in the graph {graph}, which {advice}",
            source.name()
        );
    }
    Ok(status)
}

/// The one thread that writes has it.
fn locked(turtle: &Mutex<TurtleOutput>) -> MutexGuard<'_, TurtleOutput> {
    turtle.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a dialect may have terms that RDF 1.2 has not.
fn is_older(dialect: Dialect) -> bool {
    matches!(
        dialect,
        Dialect::TurtleSubmission
            | Dialect::TurtleWd2011
            | Dialect::Turtle11
            | Dialect::NTriples11
            | Dialect::TriG11
            | Dialect::NQuads11
    )
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
