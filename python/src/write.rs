//! Quads as a document.
//!
//! Invariant: memory follows some thousand quads, not the document, but for a document that is given back as a text.

use crate::quads::Quads;
use crate::source::value_error;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyDict, PyIterator};
use std::io::{self, BufWriter, Write};
use turtle_peg::{Dialect, Parser, WriteError, Writer};

/// Writes a document to a file object, or gives back its text if there is none.
#[pyfunction]
pub fn _serialize(
    py: Python<'_>,
    quads: &Bound<'_, PyAny>,
    dialect: &str,
    file: Option<Py<PyAny>>,
    prefixes: Option<&Bound<'_, PyAny>>,
    announce: &str,
) -> PyResult<Option<String>> {
    const BUFFER: usize = 1 << 18;
    let output = match file {
        Some(file) => Output::File(BufWriter::with_capacity(BUFFER, WrittenFile(file))),
        None => Output::Text(Vec::new()),
    };
    let dialect: Dialect = dialect.parse().map_err(value_error)?;
    let mut writer = announcing(Writer::new(dialect, output), announce)?;
    for (prefix, namespace) in declared(prefixes, dialect)? {
        writer = writer
            .with_prefix(&prefix, &namespace)
            .map_err(value_error)?;
    }
    let parser = Parser::new(Dialect::NQuads12).with_blank_node_prefix("");
    let parser = parser.map_err(value_error)?;
    let mut rows = Rows::of(quads)?;
    let mut lines = String::new();
    loop {
        let count = rows.next_lines(py, &mut lines)?;
        if count == 0 {
            break;
        }
        py.detach(|| write_lines(&mut writer, &parser, &lines, count))?;
        lines.clear();
    }
    match py.detach(|| writer.finish())? {
        Output::Text(text) => String::from_utf8(text).map(Some).map_err(value_error),
        Output::File(mut file) => py
            .detach(|| file.flush())
            .map(|()| None)
            .map_err(PyErr::from),
    }
}

/// The writer, which announces the version where it is asked to.
fn announcing(writer: Writer<Output>, place: &str) -> PyResult<Writer<Output>> {
    let dialect = writer.dialect();
    match place {
        "needed" => Ok(writer),
        "first" if dialect.has_version_directive() => Ok(writer.with_version_first()),
        "first" => Err(value_error(format!(
            "{dialect} cannot announce the version"
        ))),
        "nowhere" => Ok(writer.without_version()),
        _ => Err(value_error("announce is needed, first or nowhere")),
    }
}

/// The prefixes of a mapping; or of a document that is read, as far as the dialect can declare them.
fn declared(
    prefixes: Option<&Bound<'_, PyAny>>,
    dialect: Dialect,
) -> PyResult<Vec<(String, String)>> {
    let Some(prefixes) = prefixes else {
        return Ok(Vec::new());
    };
    let (mapping, is_read) = match prefixes.cast::<Quads>() {
        Ok(quads) => (quads.getattr("prefixes")?, true),
        Err(_) => (prefixes.clone(), false),
    };
    let mapping = prefixes.py().get_type::<PyDict>().call1((mapping,))?;
    let mut declared: Vec<(String, String)> = mapping
        .call_method0("items")?
        .try_iter()?
        .map(|it| it?.extract())
        .collect::<PyResult<_>>()?;
    if is_read {
        declared.retain(|(prefix, namespace)| {
            let writer = Writer::new(dialect, ());
            writer.with_prefix(prefix, namespace).is_ok()
        });
    }
    Ok(declared)
}

/// Where quads come from.
enum Rows<'py> {
    /// A document, which is read without making tuples of it.
    Document(Bound<'py, Quads>),
    Tuples(Bound<'py, PyIterator>),
}

impl<'py> Rows<'py> {
    fn of(quads: &Bound<'py, PyAny>) -> PyResult<Self> {
        match quads.cast::<Quads>() {
            Ok(document) => Ok(Self::Document(document.clone())),
            Err(_) => quads.try_iter().map(Self::Tuples),
        }
    }

    /// Adds lines of N-Quads for the next some thousand, and says how many there are: none at the end.
    fn next_lines(&mut self, py: Python<'_>, lines: &mut String) -> PyResult<usize> {
        const TUPLES: usize = 4096;
        let tuples = match self {
            Self::Document(quads) => return quads.get().next_lines(py, lines),
            Self::Tuples(tuples) => tuples,
        };
        py.check_signals()?;
        let mut count = 0;
        for tuple in tuples.take(TUPLES) {
            for term in tuple?.try_iter()? {
                let term = term?;
                if !term.is_none() {
                    lines.push_str(&term.extract::<PyBackedStr>()?);
                    lines.push(' ');
                }
            }
            lines.push_str(".\n");
            count += 1;
        }
        Ok(count)
    }
}

/// Writes the quads of so many lines.
fn write_lines(
    writer: &mut Writer<Output>,
    parser: &Parser,
    lines: &str,
    count: usize,
) -> PyResult<()> {
    let mut written = 0;
    let result = parser.parse_str(lines).try_for_each_quad(|quad, _| {
        written += 1;
        writer.write_quad(quad)
    });
    match result {
        Ok(()) if written == count => Ok(()),
        Ok(()) => Err(value_error("a tuple has to be one quad")),
        Err(WriteError::Io(error)) => Err(error.into()),
        Err(WriteError::Document(error)) => {
            Err(value_error(format!("a tuple is not a quad: {error}")))
        }
        Err(error) => Err(value_error(error)),
    }
}

enum Output {
    Text(Vec<u8>),
    File(BufWriter<WrittenFile>),
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Text(text) => text.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Text(_) => Ok(()),
            Self::File(file) => file.flush(),
        }
    }
}

/// A file object that takes bytes.
struct WrittenFile(Py<PyAny>);

impl Write for WrittenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = Python::attach(|py| {
            let written = self
                .0
                .call_method1(py, "write", (PyBytes::new(py, bytes),))?;
            // Files without a buffer may take less than all; other objects say nothing.
            PyResult::Ok(written.extract(py).unwrap_or(bytes.len()))
        });
        written.map_err(io::Error::other)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
