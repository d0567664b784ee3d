//! `turtle-peg diff`: the triples that two documents differ in.
//!
//! Invariants: a triple is listed if and only if the other document has no counterpart of it; to take away what only the first
//! has, and to add what only the second has, makes the documents isomorphic. Where it takes too long to find out whether they
//! are, the answer is "not decided".

use super::output::Output;
use super::visible::visible_line;
use super::{Format, InputArguments, Status, diagnostics, dialect_help, dialect_parser};
use super::{input, input::InputSource, json, reporting};
use crate::Position;
use crate::conformance::Unmatched;
use anyhow::{Context, bail};
use oxrdf::Quad;
use serde_json::{Value, json};
use std::path::Path;

/// Show the triples that two documents differ in, whatever their order, prefixes and blank node labels
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("recursive", |it| it.hide(true)),
    mut_arg("strict", |it| it.hide(true)),
    mut_arg("files", |files| files
        .required(true)
        .num_args(2)
        .help("The two documents; `-` is standard input. Documents compressed by gzip, bzip2, zstd or xz are unpacked, whatever \
               their names")),
    after_help = "\
Examples:
  turtle-peg diff old.ttl new.ttl
  turtle-peg diff --base http://example.org/ old.ttl new/old.nt.gz
  curl -s https://example.org/data.ttl | turtle-peg diff data.ttl -

A line has `-` and a triple that only the first document has, or `+` and one that only the second has, each with its line in the \
document. Blank nodes are matched by what they have in common. Relative IRIs are those of each file, unless --base sets one for \
both. Both documents are held in memory.

Exit status: 0 alike, 1 different, 2 a document cannot be read or is at fault, 3 not decided: to compare the blank nodes takes \
too many steps, and nothing else differs."
)]
pub struct DifferenceArguments {
    #[command(flatten)]
    input: InputArguments,

    #[arg(long, value_name = "NAME", value_parser = dialect_parser(), help = dialect_help("Dialect to read"))]
    dialect: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A document's quads, and where the object of each is.
#[derive(Default)]
struct PlacedQuads {
    quads: Vec<Quad>,
    positions: Vec<Position>,
}

pub fn run(arguments: &DifferenceArguments) -> anyhow::Result<Status> {
    let [left, right] = arguments.input.files.as_slice() else {
        bail!("name two documents");
    };
    if left == Path::new("-") && left == right {
        bail!("only one of the documents can be standard input");
    }
    let sources = InputSource::all(&arguments.input)?;
    let mut documents = Vec::new();
    let status = input::for_each(&sources, |source| {
        let mut document = PlacedQuads::default();
        let status = read(arguments, source, &mut document)?;
        documents.push(document);
        Ok(status)
    })?;
    if status != Status::Fine {
        return Ok(Status::Failed);
    }
    let documents = <[PlacedQuads; 2]>::try_from(documents).ok();
    let [left, right] = documents.context("each name has to be that of one document")?;
    let unmatched = Unmatched::of(&left.quads, &right.quads);
    if let Some(undecided) = &unmatched.undecided {
        diagnostics::warn(&sources[1].name(), undecided);
    }
    let mut output = Output::new();
    match arguments.format {
        Format::Text => {
            for (sign, document, numbers) in [
                ('-', &left, &unmatched.left),
                ('+', &right, &unmatched.right),
            ] {
                for &number in numbers {
                    let line = document.positions[number].line;
                    let quad = document.quads[number].to_string();
                    output.print(&format!("{sign} {line}: {} .\n", visible_line(&quad)))?;
                }
            }
        }
        Format::Json => {
            let object = json!({
                "first": sources[0].name(),
                "second": sources[1].name(),
                "only_first": left.to_json(&unmatched.left),
                "only_second": right.to_json(&unmatched.right),
                "not_decided": unmatched.undecided.map(|undecided| undecided.to_string()),
                "passed_over": reporting::passed_over(),
            });
            output.print(&(json::indented(&object) + "\n"))?;
        }
    }
    output.flush()?;
    let is_alike = unmatched.is_empty();
    Ok(match unmatched.undecided {
        Some(_) if is_alike => Status::NotDecided,
        _ => Status::of(is_alike),
    })
}

fn read(
    arguments: &DifferenceArguments,
    source: &InputSource,
    document: &mut PlacedQuads,
) -> anyhow::Result<Status> {
    let parser = source.begin(arguments.dialect.as_deref(), None, &arguments.input)?;
    let result = parser
        .parse_reader(source.open()?)
        .for_each_quad(|quad, provenance| {
            document.quads.push(quad.into_owned());
            document
                .positions
                .push(provenance.position(provenance.object));
        });
    Ok(match result {
        Ok(()) => Status::Fine,
        Err(error) => input::fault(source, &error),
    })
}

impl PlacedQuads {
    fn to_json(&self, numbers: &[usize]) -> Value {
        let quads = numbers.iter().map(|&number| {
            let position = self.positions[number];
            json!({
                "quad": self.quads[number].to_string(),
                "line": position.line,
                "column": position.column,
            })
        });
        quads.collect()
    }
}
