//! `turtle-peg tree`: how the grammar reads a document.

use super::input::{self, Source};
use super::output::Output;
use super::{Format, InputArguments, Status, dialect_parser};
use super::{loaded, specified};
use std::io::Write;
use turtle_peg::{LoadedGrammar, Tree};

/// Print the parse tree, production by production
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg tree data.ttl
  turtle-peg tree --grammar my-turtle.pest data.ttl
  turtle-peg tree --grammar sparql.ebnf query.rq
  echo '[ <p> 5. ] .' | turtle-peg tree --dialect turtle-wd2011
  turtle-peg tree --format json data.ttl | jq '.[0]'

Each line has a production, the bytes of the document that it matched (from the first to behind the last), and for a
leaf its text. In JSON, the document is an array with one object a statement.")]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// Dialect to read [default: the grammar's, if one is given, or else by extension, .ttl turtle-1.2, .nt n-triples-1.2, .trig trig-1.2, .nq n-quads-1.2;
    /// standard input is turtle-1.2]
    #[arg(long, value_name = "NAME", value_parser = dialect_parser())]
    dialect: Option<String>,

    #[arg(long, value_enum, default_value_t = Format::Text)]
    /// Output format
    format: Format,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let sources = Source::all(&arguments.input);
    let mut output = Output::new();
    if let Some(grammar) = specified::load(&arguments.input)? {
        return input::for_each(&sources, |source| {
            specified::tree(&grammar, source, arguments.format, &mut output)
        });
    }
    let grammar = loaded::load(&arguments.input)?;
    input::for_each(&sources, |source| {
        print(arguments, grammar.as_ref(), source, &mut output)
    })
}

fn print(
    arguments: &Arguments,
    grammar: Option<&LoadedGrammar>,
    source: &Source,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let dialect = source.dialect(arguments.dialect.as_deref(), grammar)?;
    let parser = source.parser(dialect, grammar, &arguments.input)?;
    let reader = match source.open() {
        Ok(reader) => reader,
        Err(error) => return Ok(input::fault(source, &error.into())),
    };
    let mut document = parser.parse_reader(reader);
    let mut status = Status::Fine;
    let mut separator = "[\n";
    loop {
        match document.next_tree() {
            None => break,
            Some(Ok(tree)) => {
                match arguments.format {
                    Format::Text => write_text(tree, output.buffer())?,
                    Format::Json => {
                        output.buffer().extend_from_slice(separator.as_bytes());
                        separator = ",\n";
                        write_json(tree, output.buffer())?;
                    }
                }
                output.commit()?;
            }
            Some(Err(error)) => {
                output.flush()?;
                status = input::fault(source, &error);
            }
        }
    }
    if arguments.format == Format::Json {
        let end = if separator == "[\n" { "[]\n" } else { "\n]\n" };
        output.print(end)?;
    }
    output.flush()?;
    Ok(status)
}

fn write_text(tree: Tree<'_>, buffer: &mut Vec<u8>) -> anyhow::Result<()> {
    for (depth, node) in tree.root().descendants() {
        let (production, bytes, indent) = (node.production(), tree.bytes(node.span()), 2 * depth);
        write!(buffer, "{:indent$}{production} {bytes:?}", "")?;
        if node.is_leaf() {
            write!(buffer, " {:?}", node.text())?;
        }
        buffer.push(b'\n');
    }
    Ok(())
}

fn write_json(tree: Tree<'_>, buffer: &mut Vec<u8>) -> anyhow::Result<()> {
    let mut open = 0;
    let mut is_first = true;
    for (depth, node) in tree.root().descendants() {
        close(buffer, &mut open, depth);
        if !is_first && !buffer.ends_with(b"[") {
            buffer.push(b',');
        }
        is_first = false;
        let (production, bytes) = (node.production(), tree.bytes(node.span()));
        write!(
            buffer,
            r#"{{"production":"{production}","start":{},"end":{}"#,
            bytes.start, bytes.end
        )?;
        if node.is_leaf() {
            buffer.extend_from_slice(br#","text":"#);
            serde_json::to_writer(&mut *buffer, node.text())?;
            buffer.push(b'}');
        } else {
            buffer.extend_from_slice(br#","children":["#);
            open += 1;
        }
    }
    close(buffer, &mut open, 0);
    Ok(())
}

/// Ends nodes until only `depth` are open.
fn close(buffer: &mut Vec<u8>, open: &mut usize, depth: usize) {
    while *open > depth {
        buffer.extend_from_slice(b"]}");
        *open -= 1;
    }
}
