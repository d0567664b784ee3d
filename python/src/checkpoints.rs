//! Places in documents from which they can be read.

use crate::errors::{OnError, exception};
use crate::source::{Origin, ParserOptions, value_error};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use std::fs::File;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use turtle_peg::index::{CheckpointIndex, IndexError};
use turtle_peg::{Checkpoint, Dialect, Parser};

/// A place between two statements, with all that the rest of the document depends on. It can be pickled.
#[pyclass(frozen, eq, module = "turtle_peg", name = "Checkpoint")]
#[derive(PartialEq)]
pub struct PyCheckpoint(pub Checkpoint);

#[pymethods]
impl PyCheckpoint {
    /// From the bytes that `bytes(checkpoint)` gave.
    #[new]
    fn new(bytes: &[u8]) -> PyResult<Self> {
        Checkpoint::from_bytes(bytes).map(Self).map_err(value_error)
    }

    /// The beginning of a line of N-Triples or N-Quads. A label is that of one node in all ranges of a document, so they need one
    /// prefix of labels.
    #[staticmethod]
    #[pyo3(signature = (dialect, byte, lines=0, *, blank_node_prefix))]
    fn at_line(dialect: &str, byte: u64, lines: u64, blank_node_prefix: &str) -> PyResult<Self> {
        let dialect: Dialect = dialect.parse().map_err(value_error)?;
        let parser = Parser::new(dialect).with_blank_node_prefix(blank_node_prefix);
        let parser = parser.map_err(value_error)?;
        parser
            .checkpoint_at_line(byte, lines)
            .map(Self)
            .map_err(value_error)
    }

    /// The same place in the document, read with another prefix of blank node labels.
    fn with_blank_node_prefix(&self, prefix: &str) -> PyResult<Self> {
        let checkpoint = self.0.clone().with_blank_node_prefix(prefix);
        checkpoint.map(Self).map_err(value_error)
    }

    #[getter]
    fn byte(&self) -> u64 {
        self.0.position().byte
    }

    #[getter]
    fn line(&self) -> u64 {
        self.0.position().line
    }

    #[getter]
    fn dialect(&self) -> &'static str {
        self.0.dialect().name()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> (Bound<'py, pyo3::types::PyType>, (Bound<'py, PyBytes>,)) {
        (this.get_type(), (this.get().__bytes__(this.py()),))
    }

    fn __hash__(&self) -> u64 {
        self.byte()
    }

    fn __repr__(&self) -> String {
        let position = self.0.position();
        format!(
            "<Checkpoint of {} at byte {}, line {}>",
            self.dialect(),
            position.byte,
            position.line
        )
    }
}

/// Checkpoints of a document, from one pass over it: its beginning, and others that are `every` bytes apart, or somewhat more.
///
/// >>> from turtle_peg import checkpoints, parse
/// >>> text = b"[] <x:p> 1 ." * 50_000
/// >>> points = checkpoints(text, dialect="turtle", every=300_000)
/// >>> first = list(parse(text, start=points[0], until=points[1].byte))
/// >>> len(first) + len(list(parse(text, start=points[1])))
/// 50000
#[pyfunction]
#[pyo3(signature = (source=None, *, text=None, every=CheckpointIndex::EVERY, on_error=None, threads=1, **options))]
#[allow(clippy::too_many_arguments)]
pub fn checkpoints(
    py: Python<'_>,
    source: Option<&Bound<'_, PyAny>>,
    text: Option<&Bound<'_, PyString>>,
    every: u64,
    on_error: Option<&Bound<'_, PyAny>>,
    threads: usize,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<PyCheckpoint>> {
    let origin = Origin::of(source, text)?;
    origin.check_whole()?;
    let options = ParserOptions::of(options)?;
    let parser = OnError::of_pass(on_error)?.apply(options.parser(&origin, None)?);
    let reader = origin.open(py, None)?;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let found = py.detach(|| parser.checkpoints(reader, threads, every));
    let found = found.map_err(|error| exception(py, error, origin.name().as_deref()))?;
    Ok(found.into_iter().map(PyCheckpoint).collect())
}

/// The bytes of a file `NAME.checkpoints`, which is kept beside the document of this path, as `turtle-peg index` writes it.
#[pyfunction]
#[pyo3(signature = (path, *, every=CheckpointIndex::EVERY, on_error=None, threads=1, **options))]
pub fn index<'py>(
    py: Python<'py>,
    path: PathBuf,
    every: u64,
    on_error: Option<&Bound<'_, PyAny>>,
    threads: usize,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut file = File::open(&path)?;
    let origin = Origin::Path(path);
    let parser = ParserOptions::of(options)?.parser(&origin, None)?;
    let parser = OnError::of_pass(on_error)?.apply(parser);
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let made = py.detach(|| CheckpointIndex::of_document(&parser, &mut file, threads, every));
    let index = made.map_err(|error| match error {
        IndexError::Document(error) => exception(py, error, origin.name().as_deref()),
        error => value_error(error),
    })?;
    Ok(PyBytes::new(py, &index.to_bytes()))
}

/// A checkpoint, and the SHA-256 of the bytes up to the next one.
type HashedCheckpoint = (PyCheckpoint, [u8; 32]);

/// The contents of a file `NAME.checkpoints`, as `turtle-peg index` writes it: how many bytes the document has, and its
/// checkpoints, each with the SHA-256 of the bytes up to the next one. The program writes them for labels as they are in the
/// document; `with_blank_node_prefix` tells those of several documents apart.
#[pyfunction]
pub fn indexed_checkpoints(index: &[u8]) -> PyResult<(u64, Vec<HashedCheckpoint>)> {
    let index = CheckpointIndex::from_bytes(index).map_err(value_error)?;
    let ranges = index.ranges();
    let ranges = ranges.map(|(from, sha256)| (PyCheckpoint(from.clone()), sha256));
    Ok((index.size(), ranges.collect()))
}

/// The dialect of this name, or of a file's path; and whether it is line-based.
#[pyfunction]
#[pyo3(signature = (path, name=None))]
pub fn _dialect(path: PathBuf, name: Option<&str>) -> PyResult<(&'static str, bool)> {
    let dialect = Origin::Path(path).dialect(name)?;
    Ok((dialect.name(), dialect.is_line_based()))
}
