//! `turtle-peg format`: documents with other white space.
//!
//! Invariant: a file is replaced only by a text that was read again and has the same tokens and comments, at once, and only if it
//! differs. A file that is at fault is not touched.

use super::arguments::{InputArguments, dialect_help, dialect_parser};
use super::input::{self, InputSource, Strange};
use super::normalise::{self, DirectiveForm, Normalisation, Sorted};
use super::output::{Failed, Output};
use super::status::Status;
use super::whole::WholeFile;
use super::{compression, diagnostics, names, reporting};
use crate::{
    Error, FinalSemicolon, FirstPredicate, FormatError, Indentation, LineEnd, Parser, Style,
};
use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use similar::TextDiff;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tempfile::SpooledTempFile;

/// Lay out documents: change white space, and nothing else
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg format data.ttl                    lay the file out, in its place
  turtle-peg format -r ontologies               each document in a folder
  turtle-peg format --check *.ttl               which files are not laid out? exits with 1 if any
  turtle-peg format --diff data.ttl             show the changes, and change nothing
  turtle-peg format - < data.ttl                from standard input to standard output
  turtle-peg format --stdin-filepath data.trig  the same, for editors: the name tells the dialect
  turtle-peg format --width 80 --indent 2 data.ttl
  turtle-peg format --sort prefixes,predicates --a data.ttl

Tokens and comments stay, in their order; the result is read again and compared before it is written. A document that breaks \
the grammar is reported and left as it is; one that only RDF objects to is laid out. Between statements, the comment \
`# format: off` has all that follows left as it is, up to `# format: on`, but for white space at its end.")]
pub struct LayoutArguments {
    #[command(flatten)]
    input: InputArguments,

    #[arg(long, value_name = "NAME", value_parser = dialect_parser(), help = dialect_help("Dialect to read"))]
    dialect: Option<String>,

    /// Name the files that would change, change none, and exit with 1 if there are any
    #[arg(long)]
    check: bool,

    /// Show what would change, and change nothing; with --check, exit with 1 if anything would
    #[arg(long)]
    diff: bool,

    /// Read standard input, and treat it as a file of this name
    #[arg(long, value_name = "PATH", conflicts_with_all = ["files", "dialect"])]
    stdin_filepath: Option<PathBuf>,

    /// Most characters of a line that can be broken
    #[arg(long, value_name = "CHARACTERS", default_value_t = Style::default().width)]
    width: usize,

    /// Spaces for each level of nesting, 0 to 16, or `tab`
    #[arg(long, value_name = "SPACES", default_value = "4", value_parser = IndentationArgument::from_str)]
    indent: IndentationArgument,

    /// How lines end; `auto`: as the document's first
    #[arg(long, value_enum, default_value_t = LineEndArgument::Auto)]
    line_end: LineEndArgument,

    /// Where a subject's first predicate is: on the subject's line, or on its own if the statement has several lines
    #[arg(long, value_enum, default_value_t = FirstPredicateArgument::Same)]
    first_predicate: FirstPredicateArgument,

    /// Whether the last predicate of a statement has a semicolon: as written; if there are several; or never
    #[arg(long, value_enum, default_value_t = FinalSemicolonArgument::Keep)]
    final_semicolon: FinalSemicolonArgument,

    /// Put prefixes, predicates (rdf:type first) or objects in the order of their texts, with their comments
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', help_heading = CHANGES)]
    sort: Vec<Sorted>,

    /// Write directives as `PREFIX …` or as `@prefix … .`
    #[arg(long, value_enum, value_name = "FORM", help_heading = CHANGES)]
    directives: Option<DirectiveForm>,

    /// Write `a` for the predicate rdf:type
    #[arg(long = "a", help_heading = CHANGES)]
    writes_a: bool,

    /// Whether prefixes stay that nothing uses
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = UnusedArgument::Keep, help_heading = CHANGES)]
    unused_prefixes: UnusedArgument,
}

/// The heading of the options that change more than white space.
const CHANGES: &str =
    "Changes of tokens, for which the document is held in memory and its triples are compared";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UnusedArgument {
    Keep,
    Remove,
}

#[derive(Clone, Copy, Debug)]
struct IndentationArgument(Indentation);

impl FromStr for IndentationArgument {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        if text == "tab" {
            return Ok(Self(Indentation::Tab));
        }
        match text.parse() {
            Ok(spaces @ 0..=16) => Ok(Self(Indentation::Spaces(spaces))),
            _ => bail!("write a number from 0 to 16, or `tab`"),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LineEndArgument {
    Auto,
    Lf,
    Crlf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FirstPredicateArgument {
    Same,
    Own,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FinalSemicolonArgument {
    Keep,
    Always,
    Never,
}

impl LayoutArguments {
    fn style(&self) -> Style {
        Style {
            width: self.width,
            indentation: self.indent.0,
            line_end: match self.line_end {
                LineEndArgument::Auto => LineEnd::Auto,
                LineEndArgument::Lf => LineEnd::Lf,
                LineEndArgument::Crlf => LineEnd::CrLf,
            },
            first_predicate: match self.first_predicate {
                FirstPredicateArgument::Same => FirstPredicate::Same,
                FirstPredicateArgument::Own => FirstPredicate::Own,
            },
            final_semicolon: match self.final_semicolon {
                FinalSemicolonArgument::Keep => FinalSemicolon::Keep,
                FinalSemicolonArgument::Always => FinalSemicolon::Always,
                FinalSemicolonArgument::Never => FinalSemicolon::Never,
            },
        }
    }

    fn normalisation(&self) -> Normalisation {
        Normalisation {
            sort: self.sort.clone(),
            directives: self.directives,
            writes_a: self.writes_a,
            removes_unused_prefixes: self.unused_prefixes == UnusedArgument::Remove,
        }
    }

    /// Whether files stay as they are.
    fn only_looks(&self) -> bool {
        self.check || self.diff
    }
}

/// How many files there were.
#[derive(Default)]
struct Tally {
    changed: u64,
    unchanged: u64,
}

pub fn run(arguments: &LayoutArguments) -> anyhow::Result<Status> {
    let sources = InputSource::all(&arguments.input)?;
    let mut output = Output::new();
    let mut tally = Tally::default();
    let mut status = input::for_each(&sources, |source| {
        lay_out(arguments, source, &mut tally, &mut output)
    })?;
    if arguments.check && tally.changed > 0 {
        status = status.max(Status::InputAtFault);
    }
    output.flush()?;
    if sources.iter().any(|source| source.file().is_some()) {
        diagnostics::note(&tally.told(arguments.only_looks()));
    }
    Ok(status)
}

impl Tally {
    fn told(&self, only_looks: bool) -> String {
        let files = |count| match count {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        let would = if only_looks { "would be " } else { "" };
        format!(
            "{} {would}laid out; {} unchanged",
            files(self.changed),
            files(self.unchanged)
        )
    }
}

fn lay_out(
    arguments: &LayoutArguments,
    source: &InputSource,
    tally: &mut Tally,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let name = arguments.stdin_filepath.as_deref();
    let dialect = match name.map(|path| names::named(path).ok_or(path)) {
        Some(Ok(named)) => named.dialect,
        Some(Err(path)) => bail!(names::not_read(path).into_owned()),
        None => source.dialect(arguments.dialect.as_deref(), None)?,
    };
    let parser = source.parser(dialect, None, &arguments.input)?;
    reporting::dialect(dialect.name());
    let mut before = match Original::of(source) {
        Ok(before) => before,
        Err(error) => return Ok(input::fault(source, &error.into())),
    };
    if before.is_packed()? {
        let why = anyhow!("it is compressed; unpack it, and lay that out");
        return Err(Strange::from(why).into());
    }
    let normalisation = arguments.normalisation();
    let laid_out = if normalisation.changes_anything() {
        let mut text = String::new();
        before.read()?.read_to_string(&mut text)?;
        match normalise::verified(&parser, &text, &normalisation).map_err(Strange::from)? {
            Ok(changed) => laid_out(&parser, &arguments.style(), changed.as_bytes()),
            Err(error) => Err(error.into()),
        }
    } else {
        // Only this reader shows progress.
        let reader: io::Result<Box<dyn Read + '_>> = match &mut before {
            Original::File(_) => source.open().map(|reader| reader as _),
            bytes => bytes.read(),
        };
        let reader = reader.map_err(|error| Error::Io(error).into());
        reader.and_then(|reader| laid_out(&parser, &arguments.style(), reader))
    };
    let mut after = match laid_out {
        Ok(after) => after,
        Err(FormatError::Read(error)) => {
            return Ok(input::fault(
                source,
                &as_checked(&parser, &mut before, error)?,
            ));
        }
        Err(FormatError::Write(error)) => return Err(error).context("a temporary file"),
        Err(error) => return Err(error.into()),
    };
    let shown_name = name.map_or_else(|| source.name(), |path| path.display().to_string());
    after.rewind()?;
    let is_changed = !are_equal(before.read()?, &mut after)?;
    after.rewind()?;
    if arguments.diff && is_changed {
        show_difference(&shown_name, &mut before, after, output)?;
    } else if arguments.check && is_changed {
        output.show(&format!("{shown_name}\n"))?;
    } else if !arguments.only_looks() {
        match before {
            Original::File(path) if is_changed => replace(path, after).map_err(Strange::from)?,
            Original::File(_) => {}
            Original::Bytes(_) => print(after, output)?,
        }
    }
    match is_changed {
        true => tally.changed += 1,
        false => tally.unchanged += 1,
    }
    Ok(Status::Fine)
}

/// A document as it was, to be read several times.
enum Original<'s> {
    File(&'s Path),
    Bytes(Vec<u8>),
}

impl<'s> Original<'s> {
    fn of(source: &'s InputSource) -> io::Result<Self> {
        // A pipe has a name, too, and can be read only once.
        if let Some(path) = source
            .file()
            .filter(|path| !path.exists() || path.is_file())
        {
            // It says whether it can be read.
            source.open()?;
            return Ok(Self::File(path));
        }
        let mut bytes = Vec::new();
        source.open()?.read_to_end(&mut bytes)?;
        Ok(Self::Bytes(bytes))
    }

    fn read(&mut self) -> io::Result<Box<dyn Read + '_>> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        })
    }

    /// Whether its bytes or its name say that it is compressed. Standard input has been unpacked.
    fn is_packed(&self) -> io::Result<bool> {
        match self {
            Self::File(path) => {
                let is_named_so = names::compression(path).is_some();
                Ok(is_named_so || compression::is_packed(File::open(path)?)?)
            }
            Self::Bytes(_) => Ok(false),
        }
    }
}

/// The document as the style has it, in memory or in a temporary file, once it was compared.
fn laid_out(
    parser: &Parser,
    style: &Style,
    reader: impl Read,
) -> Result<SpooledTempFile, FormatError> {
    /// How many bytes are kept in memory.
    const MOST_IN_MEMORY: usize = 16 * 1024 * 1024;
    let mut after = SpooledTempFile::new(MOST_IN_MEMORY);
    let digest = parser.format_reader(reader, style).write_to(&mut after)?;
    after.rewind().map_err(FormatError::Write)?;
    digest.check(&mut after)?;
    Ok(after)
}

/// The fault of grammar that a document could not be laid out for, as `check` reports it.
fn as_checked(parser: &Parser, before: &mut Original<'_>, error: Error) -> anyhow::Result<Error> {
    let Error::Syntax(fault) = &error else {
        return Ok(error);
    };
    let mut document = parser
        .clone()
        .continue_after_errors()
        .parse_reader(before.read()?);
    while let Some(result) = document.check_statement() {
        match result {
            Err(Error::Syntax(checked)) if checked.span() == fault.span() => {
                return Ok(Error::Syntax(checked));
            }
            _ => {}
        }
    }
    Ok(error)
}

fn are_equal(one: impl Read, other: impl Read) -> io::Result<bool> {
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if left[..length] != right[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(left.len() == right.len());
        }
        one.consume(length);
        other.consume(length);
    }
}

fn show_difference(
    name: &str,
    before: &mut Original<'_>,
    mut after: SpooledTempFile,
    output: &mut Output,
) -> anyhow::Result<()> {
    /// With more lines, to find the shortest difference would take too long.
    const MOST_LINES: usize = 5000;
    let (mut old, mut new) = (String::new(), String::new());
    before.read()?.read_to_string(&mut old)?;
    after.read_to_string(&mut new)?;
    let new_name = format!("{name} (laid out)");
    let lines = |text: &str| text.split_inclusive('\n').count();
    let shown = match lines(&old).max(lines(&new)) > MOST_LINES {
        true => one_difference(&old, &new, name, &new_name),
        false => {
            let difference = TextDiff::from_lines(&old, &new);
            let mut shown = difference.unified_diff();
            shown.header(name, &new_name).to_string()
        }
    };
    output.show_file(&shown)?;
    Ok(())
}

/// All from the first line that differs to the last, as one difference.
fn one_difference(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    let [old, new] = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let alike = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let before = alike(&mut old.iter().zip(&new));
    let after = alike(&mut old[before..].iter().rev().zip(new[before..].iter().rev()));
    let [old, new] = [&old, &new].map(|lines| &lines[before..lines.len() - after]);
    let mut shown = format!(
        "--- {old_name}\n+++ {new_name}\n@@ -{first},{} +{first},{} @@\n",
        old.len(),
        new.len(),
        first = before + 1
    );
    for (sign, lines) in [('-', old), ('+', new)] {
        for line in lines {
            shown.push(sign);
            shown.push_str(line);
            if !line.ends_with('\n') {
                shown.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    shown
}

fn replace(path: &Path, after: SpooledTempFile) -> anyhow::Result<()> {
    let context = || format!("cannot write to {}", path.display());
    put_in_place(path, after).with_context(context)
}

fn put_in_place(path: &Path, mut after: SpooledTempFile) -> io::Result<()> {
    let mut file = WholeFile::in_place_of(path)?;
    io::copy(&mut after, &mut file)?;
    file.keep()
}

fn print(mut after: SpooledTempFile, output: &mut Output) -> Result<(), Failed> {
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let count = after.read(&mut bytes)?;
        if count == 0 {
            return Ok(());
        }
        output.write(&bytes[..count])?;
    }
}
