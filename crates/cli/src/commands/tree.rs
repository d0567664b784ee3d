//! `turtle-peg tree`: how the grammar reads a document.

use crate::arguments::{DialectArguments, InputArguments};
use crate::input::{self, GrammarParser, InputSource};
use crate::output::Output;
use crate::trees::{Printed, Printer};
use crate::{Format, Status};
use turtle_peg::tree::Tree;

/// Print the parse tree, production by production
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg tree data.ttl
  echo '[ <p> 5. ] .' | turtle-peg tree --dialect turtle-wd2011
  turtle-peg tree --format json data.ttl | jq '.[0]'

Each line has a production, the bytes of the document that it matched (start and end, end excluded), and for a leaf its text. \
Below level 50, lines start with their level instead of more indentation. In JSON, the document is an array with one object \
for each statement.")]
pub struct TreeArguments {
    #[command(flatten)]
    pub input: InputArguments,

    #[command(flatten)]
    dialect: DialectArguments,

    #[arg(long, value_enum, default_value_t = Format::Text)]
    /// Output format
    pub format: Format,
}

pub fn run(arguments: &TreeArguments) -> anyhow::Result<Status> {
    let sources = InputSource::all(&arguments.input)?;
    print_all(arguments, &sources, None)
}

/// Prints the trees of these documents, by a dialect's own grammar or by the one that is given.
pub fn print_all(
    arguments: &TreeArguments,
    sources: &[InputSource],
    grammar: Option<GrammarParser<'_>>,
) -> anyhow::Result<Status> {
    let mut output = Output::new();
    input::for_each(sources, |source| {
        print(arguments, grammar, source, &mut output)
    })
}

fn print(
    arguments: &TreeArguments,
    grammar: Option<GrammarParser<'_>>,
    source: &InputSource,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let parser = source.begin(arguments.dialect.dialect, grammar, &arguments.input)?;
    let mut document = parser.parse_reader(source.open()?);
    let mut status = Status::Fine;
    let mut printer = Printer::new(output, arguments.format);
    while let Some(result) = document.next_tree() {
        match result {
            Ok(tree) => print_tree(tree, &mut printer)?,
            Err(error) => {
                printer.flush()?;
                status = input::fault(source, &error);
            }
        }
    }
    printer.end()?;
    Ok(status)
}

fn print_tree(tree: Tree<'_>, printer: &mut Printer<'_>) -> anyhow::Result<()> {
    for (depth, node) in tree.root().descendants() {
        printer.node(&Printed {
            depth,
            production: node.production().name(),
            bytes: tree.bytes(node.span()),
            text: node.is_leaf().then(|| node.text()),
        })?;
    }
    Ok(printer.end_tree()?)
}
