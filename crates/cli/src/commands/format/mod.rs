//! `turtle-peg format`: documents with other white space.
//!
//! Invariant: a file is replaced only by a text that was compared with it as it was written, and has the same tokens and comments; at
//! once, and only if it differs. A file that is at fault is not touched.

mod normalise;

use crate::arguments::{DialectArguments, InputArguments};
use crate::changed::{self, ChangeArguments, ChangeTally, Original, Revision};
use crate::input::{self, InputSource, Strange};
use crate::output::Output;
use crate::reporting;
use crate::settings::layout::LayoutSettings;
use crate::status::Status;
use std::io::Read;
use turtle_peg::format::{FormatError, LineEnd, Style};
use turtle_peg::{Error, Parser};

/// Lay out documents: change white space and needless semicolons, and nothing else
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg format data.ttl                    lay the file out, in its place
  turtle-peg format ontologies                  each document in a folder
  turtle-peg format --check *.ttl               which files are not laid out? exits with 1 if any
  turtle-peg format --diff data.ttl             show the changes, and change nothing
  turtle-peg format - < data.ttl                from standard input to standard output
  turtle-peg format --stdin-filepath data.trig  the same, for editors: the name tells the dialect
  turtle-peg format --width 80 --indent 2 data.ttl
  turtle-peg format --sort prefixes,predicates --a data.ttl
  turtle-peg format --sort statements data.nt   for files that are compared line by line

Tokens stay, in their order, but for all but one `;` of several, and so do comments; a comment before a separator or a bracket \
may come after it. The result is compared with the document before it is written. A document that breaks \
the grammar is reported and left as it is; one that only RDF objects to is laid out, unless tokens are changed. Between statements, in a line of its own, the \
comment `# format: off` has all that follows left as it is, up to `# format: on`, but for white space at its end; \
case and spaces in these comments do not matter.")]
pub struct LayoutArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    dialect: DialectArguments,

    #[command(flatten)]
    change: ChangeArguments,

    #[command(flatten)]
    layout: LayoutSettings,
}

pub fn run(arguments: &LayoutArguments) -> anyhow::Result<Status> {
    let (input, change) = (&arguments.input, &arguments.change);
    changed::each(input, change, "laid out", |source, tally, output| {
        lay_out(arguments, source, tally, output)
    })
}

fn lay_out(
    arguments: &LayoutArguments,
    source: &InputSource,
    tally: &mut ChangeTally,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let change = &arguments.change;
    let settings = change.settings(source, &arguments.input)?;
    let settings = arguments.layout.or(&settings.format);
    let dialect = change.dialect(source, arguments.dialect.dialect, &arguments.input)?;
    let parser = change.parser(source, dialect, &arguments.input)?;
    reporting::dialect(dialect.name());
    let before = Original::of(source)?;
    before.refuse_packed("lay that out")?;
    let mut after = Revision::of(&before, change)?;
    let mut style = settings.style(Style::default());
    let normalisation = settings.changes();
    let laid_out = if normalisation.changes_anything() {
        let mut text = String::new();
        before.read()?.read_to_string(&mut text)?;
        match normalise::verified(&parser, &text, &normalisation).map_err(Strange::from)? {
            Ok(changed) => {
                if style.line_end == LineEnd::Auto {
                    style.line_end = changed.line_end;
                }
                let layout = parser.format_str(&changed.text, &style);
                layout.write_to(&mut after)
            }
            Err(error) => Err(error.into()),
        }
    } else {
        // Only this reader shows progress.
        let reader: Box<dyn Read + '_> = match &before {
            Original::File(..) => source.open()?,
            bytes => bytes.read()?,
        };
        parser.format_reader(reader, &style).write_to(&mut after)
    };
    match laid_out {
        Ok(()) => after.settle(&change.name(source), tally, output)?,
        Err(FormatError::Read(error)) => {
            let error = as_checked(&parser, &before, error)?;
            return Ok(input::fault(source, &error));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Status::Fine)
}

/// The fault of grammar that a document could not be laid out for, as `check` reports it.
fn as_checked(parser: &Parser, before: &Original<'_>, error: Error) -> anyhow::Result<Error> {
    let Error::Syntax(fault) = &error else {
        return Ok(error);
    };
    let mut document = parser.clone().with_recovery().parse_reader(before.read()?);
    while let Some(result) = document.check_statement() {
        match result {
            Err(Error::Syntax(checked)) if checked.bytes() == fault.bytes() => {
                return Ok(Error::Syntax(checked));
            }
            _ => {}
        }
    }
    Ok(error)
}
