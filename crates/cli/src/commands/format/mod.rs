//! `turtle-peg format`: documents with other white space.
//!
//! Invariant: a file is replaced only by a text that was compared with it as it was written, and has the same tokens and comments; at
//! once, and only if it differs. A file that is at fault is not touched.

mod normalise;

use crate::arguments::{DialectArguments, InputArguments};
use crate::changed::{self, ChangeArguments, ChangeTally, Original, Revision};
use crate::input::{self, InputSource, Strange};
use crate::output::Output;
use crate::settings::changes::Normalisation;
use crate::settings::layout::LayoutSettings;
use crate::status::Status;
use crate::{diagnostics, reporting};
use anyhow::bail;
use bytesize::ByteSize;
use normalise::{NormalisationError, write_sorted};
use std::io::Read;
use turtle_peg::format::{LineEnd, Style};
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

    /// Most memory for the statements of N-Triples and N-Quads that are put in order, before temporary files are used; for tests
    #[arg(long, value_name = "SIZE", default_value = "64MiB", hide = true)]
    sort_memory: ByteSize,
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
    let layout = arguments.layout.or(&settings.format);
    let dialect = change.dialect(source, arguments.dialect.dialect, &arguments.input)?;
    reporting::dialect(dialect.name());
    let before = Original::of(source)?;
    before.refuse_packed("lay that out")?;
    let changes = |layout: &LayoutSettings| match dialect.is_line_based() {
        true => layout.changes().of_lines(),
        false => layout.changes(),
    };
    let document = LaidOutDocument {
        parser: change.parser(source, dialect, &arguments.input)?,
        source,
        before: &before,
        style: layout.style(Style::default()),
        memory: usize::try_from(arguments.sort_memory.as_u64()).unwrap_or(usize::MAX),
    };
    let mut after = Revision::of(&before, change)?;
    let mut laid_out = document.write(&changes(&layout), &mut after);
    let is_asked = changes(&arguments.layout).changes_anything();
    if !is_asked && matches!(laid_out, Err(NormalisationError::Stays)) {
        let keys = settings.format.keys_of_changes().join(", ");
        let why = format!(
            "{STAYS}, so it is laid out without changes that {} asks for: {keys}",
            settings.name()
        );
        diagnostics::warn(&change.name(source), &why);
        after = Revision::of(&before, change)?;
        laid_out = document.write(&changes(&LayoutSettings::default()), &mut after);
    }
    match laid_out {
        Ok(()) => after.settle(&change.name(source), tally, output)?,
        Err(NormalisationError::Fault(error)) => {
            let error = as_checked(&document.parser, &before, error)?;
            return Ok(input::fault(source, &error));
        }
        Err(NormalisationError::Stays) => {
            let options = "--sort, --directives, --a and --unused-prefixes";
            bail!(Strange(format!(
                "{STAYS}, which {options} would change, too"
            )));
        }
        Err(NormalisationError::Failed(error)) => bail!(Strange::from(error)),
    }
    Ok(Status::Fine)
}

const STAYS: &str = "it has a part with `# format: off`";

/// A document, and how it is laid out.
struct LaidOutDocument<'d> {
    parser: Parser,
    source: &'d InputSource,
    before: &'d Original<'d>,
    style: Style,
    /// How many bytes of statements are in memory while they are put in order.
    memory: usize,
}

impl LaidOutDocument<'_> {
    /// Writes the document with these changes, laid out.
    fn write(
        &self,
        changes: &Normalisation,
        after: &mut Revision<'_>,
    ) -> Result<(), NormalisationError> {
        let Self {
            parser,
            before,
            style,
            ..
        } = self;
        if !changes.changes_anything() {
            let laid_out = parser.format_reader(self.read()?, style);
            return Ok(laid_out.write_to(after)?);
        }
        if parser.dialect().is_line_based() {
            return write_sorted(parser, before, self.read()?, self.memory, style, after);
        }
        let mut text = String::new();
        before.read()?.read_to_string(&mut text)?;
        let changed = normalise::verified(parser, &text, changes)?;
        let mut style = style.clone();
        if style.line_end == LineEnd::Auto {
            style.line_end = changed.line_end;
        }
        Ok(parser.format_str(&changed.text, &style).write_to(after)?)
    }

    /// Reads the document once, and shows progress.
    fn read(&self) -> anyhow::Result<Box<dyn Read + '_>> {
        Ok(match self.before {
            Original::File(..) => self.source.open()?,
            bytes => bytes.read()?,
        })
    }
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
