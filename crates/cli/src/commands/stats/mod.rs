//! `turtle-peg stats`: counts documents, in one pass.
//!
//! Invariant: memory does not grow with the documents beyond the limit of `--most`.

mod counts;
mod tally;

use crate::arguments::{
    DialectArguments, Format, InputArguments, LenienceArguments, ThreadArguments, going_on,
};
use crate::counted::counted;
use crate::input::{self, InputSource, PendingReport, Warnings};
use crate::output::Output;
use crate::prefixes::UsefulPrefixes;
use crate::status::Status;
use crate::{json, progress, reporting};
use counts::{CountedDocument, Largest, PartCounts, QuadTotals, StatementResult};
use serde_json::{Value, json};
use std::fmt::Write as _;
use tally::{Fingerprints, NameTally, Number};
use turtle_peg::parallel::Part;

/// Count the triples, terms, predicates, namespaces, datatypes and more in documents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg stats data.ttl
  turtle-peg stats --top 3 data
  curl -s https://example.org/data.nt.gz | turtle-peg stats --dialect n-triples-1.2
  turtle-peg stats --format json data.ttl | jq .triples

The documents are read once. --most limits the number of distinct predicates, namespaces and so on that are counted one by \
one, those that occur first; the others are counted together, as \"others\". Numbers of distinct items are then lower \
bounds; all other numbers are exact. The namespace of an IRI ends with its last `#`, or else `/`, or else `:`. Blank nodes \
belong to \
their document. The contents of triple terms are not counted. In an invalid document, everything before the fault is counted, \
including its partial statement; with --keep-going, everything after it, too.")]
pub struct StatsArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    dialect: DialectArguments,

    /// Continue after faults; report each and exit with 1
    #[arg(short, long)]
    keep_going: bool,

    #[command(flatten)]
    lenience: LenienceArguments,

    /// List this many of the most frequent predicates, namespaces and so on
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    top: usize,

    /// Count at most NUMBER distinct items of each kind one by one, and keep at most 16 MiB of their names
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000)]
    most: usize,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    threads: ThreadArguments,
}

pub fn run(arguments: &StatsArguments) -> anyhow::Result<Status> {
    let sources = InputSource::all(&arguments.input)?;
    progress::is_alone();
    let mut counts = QuadTotals::new(arguments.most);
    let mut prefixes = UsefulPrefixes::default();
    let fingerprints = Fingerprints::default();
    let status = input::for_each(&sources, |source| {
        count(arguments, source, &fingerprints, &mut counts, &mut prefixes)
    })?;
    let mut output = Output::new();
    match arguments.format {
        Format::Text => output.show(&table(&counts, arguments.top, &prefixes))?,
        Format::Json => {
            let mut object = to_json(&counts, arguments.top);
            object["passed_over"] = reporting::passed_over();
            output.print(&(json::indented(&object) + "\n"))?;
        }
    }
    output.flush()?;
    Ok(status)
}

/// Counts one document, and keeps its prefixes.
fn count(
    arguments: &StatsArguments,
    source: &InputSource,
    fingerprints: &Fingerprints,
    counts: &mut QuadTotals,
    prefixes: &mut UsefulPrefixes,
) -> anyhow::Result<Status> {
    let parser = source.begin(arguments.dialect.dialect, None, &arguments.input)?;
    let parser = going_on(arguments.lenience.apply(parser), arguments.keep_going)?;
    let name = source.name();
    let reader = source.open()?;
    let document = CountedDocument {
        name: &name,
        number: counts.begin_document(),
        fingerprints,
    };
    let mut status = Status::Fine;
    for (prefix, namespace) in parser.parse_str("").prefixes() {
        prefixes.declare(prefix, namespace);
    }
    parser.parse_parallel(
        reader,
        source.threads(&arguments.threads),
        |part| CountedPart::of(part, &document, arguments.keep_going),
        |batch| {
            counts.add(batch.counts, document.fingerprints);
            for one in batch.pending {
                status = status.max(one.report(source));
            }
            for (prefix, namespace) in &batch.prefixes {
                prefixes.declare(prefix, namespace);
            }
            anyhow::Ok(())
        },
    )?;
    Ok(status)
}

/// The counts and problems of a part of a document.
struct CountedPart {
    counts: PartCounts,
    pending: Vec<PendingReport>,
    /// The useful prefixes that it declares, and their namespaces.
    prefixes: Vec<(String, String)>,
}

impl CountedPart {
    fn of(part: &mut Part<'_>, document: &CountedDocument<'_>, keeps_going: bool) -> Self {
        let mut counts = PartCounts::default();
        let mut pending = Vec::new();
        let mut warnings = Warnings::new();
        let mut prefixes = Vec::new();
        while let Some(result) = part.next_statement_with_warnings(
            |quad, provenance| counts.count(quad, provenance, document),
            |warning| pending.extend(warnings.report(warning)),
        ) {
            prefixes.extend(UsefulPrefixes::declared_in(part));
            match result {
                Ok(()) if part.is_within_statement() => {}
                Ok(()) => counts.end_statement(StatementResult::Fine),
                Err(error) => {
                    counts.end_statement(StatementResult::AtFault);
                    pending.push(PendingReport::Fault(error));
                }
            }
        }
        pending.extend(PendingReport::at_end(part, &warnings, keeps_going));
        Self {
            counts,
            pending,
            prefixes,
        }
    }
}

/// The tables of distinct items, by name.
fn tallies(counts: &QuadTotals) -> [(&'static str, &NameTally); 6] {
    [
        ("predicates", &counts.predicates),
        ("classes", &counts.classes),
        ("namespaces", &counts.namespaces),
        ("datatypes", &counts.datatypes),
        ("language tags", &counts.language_tags),
        ("graphs", &counts.graphs),
    ]
}

/// The plain numbers, by name.
fn numbers(counts: &QuadTotals) -> Vec<(&'static str, u64)> {
    vec![
        ("documents", counts.documents),
        ("statements", counts.statements),
        ("triples", counts.triples),
        ("in statements at fault", counts.in_faulty_statements),
        ("in named graphs", counts.in_named_graphs),
        ("subjects: IRIs", counts.subjects.iris),
        ("subjects: blank nodes", counts.subjects.blank_nodes),
        ("objects: IRIs", counts.objects.iris),
        ("objects: blank nodes", counts.objects.blank_nodes),
        ("objects: literals", counts.objects.literals),
        ("objects: triple terms", counts.objects.triple_terms),
        ("literals: simple", counts.literals.simple),
        ("literals: with a language", counts.literals.language_tagged),
        ("literals: with a direction", counts.literals.directional),
        ("literals: of other datatypes", counts.literals.typed),
    ]
}

/// How many different ones there are, by name.
fn distinct(counts: &QuadTotals) -> [(&'static str, Number); 3] {
    [
        ("different subjects", counts.distinct_subjects.number()),
        ("different objects", counts.distinct_objects.number()),
        (
            "different blank nodes",
            counts.distinct_blank_nodes.number(),
        ),
    ]
}

fn largest(counts: &QuadTotals) -> [(&'static str, &Largest); 2] {
    [
        ("largest statement", &counts.largest_statement),
        ("longest literal", &counts.longest_literal),
    ]
}

fn table(counts: &QuadTotals, top: usize, prefixes: &UsefulPrefixes) -> String {
    let mut text = String::new();
    let mut line = |label: &str, value: &dyn std::fmt::Display| {
        // Writing to memory never fails.
        let _ = writeln!(text, "{label:<29} {value}");
    };
    for (label, number) in numbers(counts) {
        line(label, &number);
    }
    for (label, number) in distinct(counts) {
        line(label, &number);
    }
    for (label, it) in largest(counts) {
        match &it.place {
            Some((file, position)) => {
                line(
                    label,
                    &format_args!("{}, at {file}:{position}", counted(it.bytes, "byte")),
                );
            }
            None => line(label, &"none"),
        }
    }
    for (label, tally) in tallies(counts) {
        let _ = writeln!(text, "\n{label:<29} {}", tally.distinct());
        let (most_frequent, others) = tally.top(top);
        for (name, count) in most_frequent {
            let prefix = match prefixes.of(name) {
                Some(prefix) if label == "namespaces" => format!(" ({prefix}:)"),
                _ => String::new(),
            };
            let _ = writeln!(text, "{count:>12}  {name}{prefix}");
        }
        if others > 0 {
            let _ = writeln!(text, "{others:>12}  others");
        }
        if tally.without_place() > 0 {
            let without = tally.without_place();
            let _ = writeln!(
                text,
                "              ({without} of these were not told apart: there may be more frequent ones; see --most)"
            );
        }
    }
    text
}

fn to_json(counts: &QuadTotals, top: usize) -> Value {
    let mut object = json!({});
    for (label, number) in numbers(counts) {
        object[key(label)] = json!(number);
    }
    for (label, number) in distinct(counts) {
        object[key(label)] = number_as_json(number);
    }
    for (label, it) in largest(counts) {
        object[key(label)] = match &it.place {
            None => Value::Null,
            Some((file, position)) => json!({
                "bytes": it.bytes,
                "file": file,
                "line": position.line,
                "column": position.column,
            }),
        };
    }
    for (label, tally) in tallies(counts) {
        let (most_frequent, others) = tally.top(top);
        let most_frequent: Vec<_> = most_frequent
            .into_iter()
            .map(|(name, count)| json!({"name": name, "count": count}))
            .collect();
        object[key(label)] = json!({
            "different": number_as_json(tally.distinct()),
            "top": most_frequent,
            "others": others,
            "not_told_apart": tally.without_place(),
        });
    }
    object
}

fn number_as_json(number: Number) -> Value {
    json!({"least": number.least, "exact": number.is_exact})
}

/// A label as a key: `subjects: blank nodes` is `subjects_blank_nodes`.
fn key(label: &str) -> String {
    let words: Vec<_> = label
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.join("_").to_ascii_lowercase()
}
