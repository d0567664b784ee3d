//! Quads that are written in every way, and read again.

use crate::stable_parser;
use anyhow::{Context, Result, ensure};
use comparison::are_isomorphic_datasets;
use turtle_peg::input::Input;
use turtle_peg::oxrdf::{Dataset, Graph, Quad, Triple};
use turtle_peg::{Dialect, Document, TriGWriter, TurtleWriter, WriteError};

/// Quads, and the prefixes and the base to write them with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    pub quads: Vec<Quad>,
    pub prefixes: Vec<(String, String)>,
    pub base: Option<String>,
}

/// A writer of either language.
enum Writer {
    Turtle(TurtleWriter<Vec<u8>>),
    TriG(TriGWriter<Vec<u8>>),
}

macro_rules! either {
    ($self:expr, $writer:ident => $value:expr) => {
        match $self {
            Writer::Turtle($writer) => $value,
            Writer::TriG($writer) => $value,
        }
    };
}

impl Writer {
    fn of(dialect: Dialect) -> Result<Self> {
        Ok(match dialect.has_named_graphs() {
            false => Self::Turtle(TurtleWriter::for_dialect(dialect, Vec::new())?),
            true => Self::TriG(TriGWriter::for_dialect(dialect, Vec::new())?),
        })
    }

    fn with(
        self,
        turtle: fn(TurtleWriter<Vec<u8>>) -> TurtleWriter<Vec<u8>>,
        trig: fn(TriGWriter<Vec<u8>>) -> TriGWriter<Vec<u8>>,
    ) -> Self {
        match self {
            Self::Turtle(writer) => Self::Turtle(turtle(writer)),
            Self::TriG(writer) => Self::TriG(trig(writer)),
        }
    }

    fn with_escapes_in_names(self) -> Self {
        self.with(
            TurtleWriter::with_escapes_in_names,
            TriGWriter::with_escapes_in_names,
        )
    }

    fn with_long_strings(self) -> Self {
        self.with(
            TurtleWriter::with_long_strings,
            TriGWriter::with_long_strings,
        )
    }

    fn finish(self) -> Result<String> {
        let bytes = either!(self, writer => writer.finish()?);
        Ok(String::from_utf8(bytes)?)
    }
}

/// The dialects that there are writers for.
pub fn dialects() -> impl Iterator<Item = Dialect> {
    Dialect::all().filter(|dialect| !dialect.is_line_based())
}

impl Written {
    /// The document; or what the dialect does not have.
    pub fn in_dialect(&self, dialect: Dialect) -> Result<Result<String, WriteError>> {
        self.streamed(self.writer(dialect)?)
    }

    /// Writes it in each dialect and reads it again; returns how many dialects have all of its terms.
    pub fn check(&self) -> Result<usize> {
        let dataset: Dataset = self.quads.iter().collect();
        let mut count = 0;
        for dialect in dialects() {
            let Some(text) = written(self.in_dialect(dialect)?)? else {
                continue;
            };
            count += 1;
            ensure!(
                self.by_writer_of_any(dialect)? == text,
                "{dialect} has another text by the writer of any dialect:\n{text}"
            );
            let read = quads(dialect, &text)?;
            ensure!(
                read.len() == self.quads.len(),
                "{dialect} drops or adds quads:\n{text}"
            );
            let mut others = vec![self.whole(&dataset, dialect)?];
            let writer = self.writer(dialect)?.with_escapes_in_names();
            others.extend(written(self.streamed(writer)?)?);
            others.retain(|other| *other != text);
            others.push(text);
            for text in others {
                reads_as(dialect, &text, &dataset)?;
            }
        }
        Ok(count)
    }

    /// Checks that it is written in some dialect at least, and read again by each that has its terms.
    pub fn check_in(&self, context: &str) -> usize {
        let count = self.check().with_context(|| context.to_owned()).unwrap();
        assert!(count >= 1, "{context}");
        count
    }

    fn writer(&self, dialect: Dialect) -> Result<Writer> {
        let mut writer = Writer::of(dialect)?;
        if let Some(base) = &self.base {
            writer = match writer {
                Writer::Turtle(writer) => Writer::Turtle(writer.with_base_iri(base)?),
                Writer::TriG(writer) => Writer::TriG(writer.with_base_iri(base)?),
            };
        }
        for (prefix, namespace) in &self.prefixes {
            // A prefix that the dialect does not have is not used.
            let _ = either!(&mut writer, writer => writer.declare_prefix(prefix, namespace));
        }
        Ok(writer)
    }

    fn streamed(&self, mut writer: Writer) -> Result<Result<String, WriteError>> {
        for quad in &self.quads {
            if let Err(error) = either!(&mut writer, writer => writer.write_quad(quad)) {
                return Ok(Err(error));
            }
        }
        writer.finish().map(Ok)
    }

    fn by_writer_of_any(&self, dialect: Dialect) -> Result<String> {
        let mut writer = turtle_peg::Writer::new(dialect, Vec::new());
        if let Some(base) = &self.base {
            writer = writer.with_base_iri(base)?;
        }
        for (prefix, namespace) in &self.prefixes {
            // A prefix that the dialect does not have is not used.
            writer = writer
                .clone()
                .with_prefix(prefix, namespace)
                .unwrap_or(writer);
        }
        for quad in &self.quads {
            writer.write_quad(quad)?;
        }
        Ok(String::from_utf8(writer.finish()?)?)
    }

    /// The document as one whole, with long strings.
    fn whole(&self, dataset: &Dataset, dialect: Dialect) -> Result<String> {
        let mut writer = self.writer(dialect)?.with_long_strings();
        match &mut writer {
            Writer::TriG(writer) => writer.write_dataset(dataset)?,
            Writer::Turtle(writer) => {
                let triples = dataset.iter().map(|quad| Triple::from(quad.into_owned()));
                writer.write_graph(&triples.collect::<Graph>())?;
            }
        }
        writer.finish()
    }
}

/// The text that was written; none if the dialect does not have all of it.
fn written(result: Result<String, WriteError>) -> Result<Option<String>> {
    match result {
        Ok(text) => Ok(Some(text)),
        Err(error @ (WriteError::Io(_) | WriteError::Document(_))) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

fn quads(dialect: Dialect, text: &str) -> Result<Vec<Quad>> {
    let quads = stable_parser(dialect).parse_str(text).quads();
    let quads: Result<_, _> = quads.collect();
    quads.with_context(|| format!("in {dialect}:\n{text}"))
}

/// Makes sure that a dialect reads these quads from a text, up to the labels of blank nodes.
pub fn reads_as(dialect: Dialect, text: &str, dataset: &Dataset) -> Result<()> {
    let read: Dataset = quads(dialect, text)?.into_iter().collect();
    let is_same = *dataset == read || are_isomorphic_datasets(dataset, &read)?;
    ensure!(is_same, "{dialect} has other quads:\n{text}");
    Ok(())
}

/// A document in another dialect, if that has all of its terms.
pub fn copied<I: Input>(document: &mut Document<I>, dialect: Dialect) -> Result<Option<String>> {
    copied_by(Writer::of(dialect)?, document)
}

/// A document in another dialect, with long strings.
pub fn copied_with_long_strings<I: Input>(
    document: &mut Document<I>,
    dialect: Dialect,
) -> Result<Option<String>> {
    copied_by(Writer::of(dialect)?.with_long_strings(), document)
}

fn copied_by<I: Input>(mut writer: Writer, document: &mut Document<I>) -> Result<Option<String>> {
    let result = either!(&mut writer, writer => writer.write_document(document));
    let text = writer.finish()?;
    written(result.map(|()| text))
}
