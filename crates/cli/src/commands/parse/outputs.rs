//! The outputs of `turtle-peg parse`: lines, one document of Turtle or TriG, or columns.

use super::arguments::{AnnouncePlace, ParseArguments, RelativeTo};
use super::canonical::write_canonical_form;
#[cfg(feature = "columns")]
use super::columns::ColumnOutput;
use super::quad_format::{QuadFormat, is_older};
use super::turtle::TurtleOutput;
use crate::output::Output;
use anyhow::bail;
#[cfg(feature = "columns")]
use arrow::ColumnFileFormat;
use comparison::CanonicalFormError;
use std::io::Read;
use std::sync::{Mutex, MutexGuard, PoisonError};
use turtle_peg::write::VersionDue;
use turtle_peg::{Dialect, Parser};

/// Where the triples of all documents go.
pub(super) struct Outputs {
    pub(super) output: Output,
    /// Lines that wait: for the directives of all documents, or for the labels of all blank nodes.
    pub(super) held: Option<Output>,
    pub(super) turtle: Option<Mutex<TurtleOutput>>,
    /// Whether the version is still to be announced, if lines are written.
    pub(super) version: VersionDue,
    #[cfg(feature = "columns")]
    pub(super) columns: Option<ColumnOutput>,
}

impl Outputs {
    pub(super) fn new(output: Output, arguments: &ParseArguments) -> anyhow::Result<Self> {
        let turtle = turtle_output(arguments)?;
        let version = match turtle {
            Some(_) => VersionDue::Never,
            None => version_in_lines(arguments)?,
        };
        #[cfg(feature = "columns")]
        let columns = column_output(arguments)?;
        let is_united = arguments.merge && turtle.is_some();
        Ok(Self {
            output,
            version,
            held: (arguments.canonical || is_united).then(Output::held),
            turtle,
            #[cfg(feature = "columns")]
            columns,
        })
    }

    /// Writes the ends of all documents, and the lines that had to wait for them.
    pub(super) fn end_documents(&mut self) -> anyhow::Result<()> {
        let turtle = self.turtle.as_ref().map(locked);
        if let Some(mut turtle) = turtle.filter(|turtle| !turtle.is_held_together()) {
            let lines = self.held.as_mut().unwrap_or(&mut self.output);
            lines.write(turtle.finish()?)?;
            if let Some(held) = self.held.take() {
                append(turtle.beginning()?, held, &mut self.output)?;
            }
        }
        #[cfg(feature = "columns")]
        if let Some(columns) = self.columns.take() {
            columns.finish(&mut self.output)?;
        }
        Ok(())
    }

    /// Writes all statements together, if they wait for that.
    pub(super) fn write_together(&mut self) -> anyhow::Result<()> {
        match &self.turtle {
            Some(turtle) => locked(turtle).write_together(&mut self.output),
            None => Ok(()),
        }
    }

    /// Whether all statements wait to be written together.
    pub(super) fn is_held_together(&self) -> bool {
        let turtle = self.turtle.as_ref().map(locked);
        turtle.is_some_and(|turtle| turtle.is_held_together())
    }

    /// Writes the canonical form of the triples, if they wait for that.
    pub(super) fn write_canonical_form(
        &mut self,
        arguments: &ParseArguments,
    ) -> anyhow::Result<Result<(), CanonicalFormError>> {
        let Some(held) = self.held.take() else {
            return Ok(Ok(()));
        };
        // Terms that nest deeper than by default would need more stack than there is.
        let parser = Parser::new(Dialect::NQuads12).with_labels_as_written();
        let parser = arguments.lenience.apply(parser);
        write_canonical_form(
            held.read_back()?,
            &parser,
            &arguments.canonical_form,
            &mut self.output,
        )
    }
}

/// The document in Turtle or TriG, if one is written.
fn turtle_output(arguments: &ParseArguments) -> anyhow::Result<Option<Mutex<TurtleOutput>>> {
    let format = arguments.format_of_output();
    if arguments.graph.is_some() && format.is_some_and(|it| it.with_named_graphs().is_some()) {
        bail!(
            "--graph needs a format with named graphs: use --to n-quads or --to trig, and no FILE with another extension"
        );
    }
    let Some(dialect) = format.and_then(QuadFormat::of_statements) else {
        if arguments.pretty.pretty {
            bail!(
                "--pretty is for turtle and trig: use --to turtle or --to trig, and no FILE with another extension"
            );
        }
        if arguments.long_strings || arguments.escaped_names || arguments.relative.is_some() {
            bail!(
                "--long-strings, --escaped-names or --relative is for turtle and trig: use --to turtle or --to trig"
            );
        }
        return Ok(None);
    };
    if arguments.provenance || arguments.canonical {
        bail!(
            "--provenance and --canonical are for formats with a triple a line: use --to n-triples or --to n-quads"
        );
    }
    if !arguments.writes_triples() {
        return Ok(None);
    }
    let version = arguments.announce.version();
    if version == VersionDue::First && is_older(dialect) {
        bail!("{dialect} has no directive for its version: leave out --announce first");
    }
    let mut output = TurtleOutput::new(dialect, arguments.lenience.lenient, version);
    if arguments.long_strings {
        output.has_long_strings();
    }
    if arguments.escaped_names {
        output.has_escapes_in_names();
    }
    if let Some(RelativeTo::Iri(base)) = &arguments.relative {
        output.set_base(base)?;
    }
    if arguments.merge {
        output.unite_prefixes();
    }
    if arguments.pretty.pretty {
        output.holds_together(&arguments.pretty);
    }
    Ok(Some(Mutex::new(output)))
}

/// Where lines have the version announced: nowhere in the canonical form.
fn version_in_lines(arguments: &ParseArguments) -> anyhow::Result<VersionDue> {
    match (arguments.canonical, arguments.announce) {
        (false, place) => Ok(place.version()),
        (true, AnnouncePlace::First) => {
            bail!("the canonical form has no directive: leave out --announce first")
        }
        (true, AnnouncePlace::Needed | AnnouncePlace::Nowhere) => Ok(VersionDue::Never),
    }
}

/// The file of columns, if one is written.
#[cfg(feature = "columns")]
fn column_output(arguments: &ParseArguments) -> anyhow::Result<Option<ColumnOutput>> {
    let format = match arguments.format_of_output() {
        Some(QuadFormat::Parquet) => ColumnFileFormat::Parquet,
        Some(QuadFormat::Arrow) => ColumnFileFormat::Arrow,
        _ => return Ok(None),
    };
    let announces = arguments.announce != AnnouncePlace::default();
    if arguments.provenance
        || arguments.canonical
        || arguments.merge
        || arguments.graph.is_some()
        || announces
    {
        bail!(
            "--provenance, --canonical, --merge, --graph and --announce are for texts, not for columns"
        );
    }
    if arguments.output.is_none() {
        bail!("columns go to a file: name it with -o");
    }
    Ok(Some(ColumnOutput::new(format)?))
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

/// The output, for the one thread that writes.
pub(super) fn locked(turtle: &Mutex<TurtleOutput>) -> MutexGuard<'_, TurtleOutput> {
    turtle.lock().unwrap_or_else(PoisonError::into_inner)
}
