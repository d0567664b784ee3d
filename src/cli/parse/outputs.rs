//! The outputs of `turtle-peg parse`: lines, one document of Turtle or TriG, or columns.

use super::arguments::ParseArguments;
use super::quad_format::{QuadFormat, is_older};
use crate::canonical::CanonicalFormError;
use crate::cli::canonical::write_canonical_form;
#[cfg(feature = "columns")]
use crate::cli::columns::ColumnOutput;
use crate::cli::input::{GrammarParser, InputSource};
use crate::cli::output::Output;
use crate::cli::turtle::TurtleOutput;
use crate::{Dialect, Parser};
use anyhow::bail;
#[cfg(feature = "columns")]
use arrow::ColumnFileFormat;
use std::io::Read;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the triples of all documents go.
pub(super) struct Outputs {
    pub(super) output: Output,
    /// Lines that wait: for the directives of all documents, or for the labels of all blank nodes.
    pub(super) held: Option<Output>,
    pub(super) turtle: Option<Mutex<TurtleOutput>>,
    #[cfg(feature = "columns")]
    pub(super) columns: Option<ColumnOutput>,
}

impl Outputs {
    pub(super) fn new(
        output: Output,
        arguments: &ParseArguments,
        sources: &[InputSource],
        grammar: Option<GrammarParser<'_>>,
    ) -> anyhow::Result<Self> {
        let turtle = turtle_output(arguments, sources, grammar)?;
        #[cfg(feature = "columns")]
        let columns = column_output(arguments)?;
        let is_united = arguments.merge && turtle.is_some();
        Ok(Self {
            output,
            held: (arguments.canonical || is_united).then(Output::held),
            turtle,
            #[cfg(feature = "columns")]
            columns,
        })
    }

    /// Writes the ends of all documents, and the lines that had to wait for them.
    pub(super) fn end_documents(&mut self) -> anyhow::Result<()> {
        if let Some(turtle) = &self.turtle {
            let mut turtle = locked(turtle);
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

    /// Writes the canonical form of the triples, if they wait for that.
    pub(super) fn write_canonical_form(
        &mut self,
        arguments: &ParseArguments,
    ) -> anyhow::Result<Result<(), CanonicalFormError>> {
        let Some(held) = self.held.take() else {
            return Ok(Ok(()));
        };
        // Terms that nest deeper than by default would need more stack than there is.
        let parser = arguments.lenience.apply(Parser::new(Dialect::NQuads12));
        write_canonical_form(
            held.read_back()?,
            &parser,
            &arguments.canonical_form,
            &mut self.output,
        )
    }
}

/// The document in Turtle or TriG, if one is written.
fn turtle_output(
    arguments: &ParseArguments,
    sources: &[InputSource],
    grammar: Option<GrammarParser<'_>>,
) -> anyhow::Result<Option<Mutex<TurtleOutput>>> {
    let format = arguments.format_of_output();
    if arguments.graph.is_some() && format.is_some_and(|it| it.with_named_graphs().is_some()) {
        bail!(
            "--graph needs a format with named graphs: use --to n-quads or --to trig, and no FILE with another extension"
        );
    }
    let Some(dialect) = format.and_then(QuadFormat::of_statements) else {
        if arguments.long_strings {
            bail!("--long-strings is for turtle and trig: use --to turtle or --to trig");
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
    // One older document cannot have what is new in RDF 1.2.
    let announces_version = match sources {
        [source] => {
            let source = source.dialect(arguments.dialect.as_deref(), grammar);
            source.map_or(true, |dialect| !is_older(dialect))
        }
        _ => true,
    };
    let mut output = TurtleOutput::new(dialect, arguments.lenience.lenient, announces_version);
    if arguments.long_strings {
        output.has_long_strings();
    }
    if arguments.merge {
        output.unite_prefixes();
    }
    Ok(Some(Mutex::new(output)))
}

/// The file of columns, if one is written.
#[cfg(feature = "columns")]
fn column_output(arguments: &ParseArguments) -> anyhow::Result<Option<ColumnOutput>> {
    let format = match arguments.to {
        Some(QuadFormat::Parquet) => ColumnFileFormat::Parquet,
        Some(QuadFormat::Arrow) => ColumnFileFormat::Arrow,
        _ => return Ok(None),
    };
    if arguments.provenance || arguments.canonical || arguments.merge || arguments.graph.is_some() {
        bail!("--provenance, --canonical, --merge and --graph are for texts, not for columns");
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

/// The one thread that writes has it.
pub(super) fn locked(turtle: &Mutex<TurtleOutput>) -> MutexGuard<'_, TurtleOutput> {
    turtle.lock().unwrap_or_else(PoisonError::into_inner)
}
