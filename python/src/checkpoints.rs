//! Places in documents from which they can be read.

use crate::errors::exception;
use crate::source::{Origin, ParserOptions, value_error};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::num::NonZeroUsize;
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

    /// The beginning of a line of N-Triples or N-Quads.
    #[staticmethod]
    #[pyo3(signature = (dialect, byte, lines=0, *, blank_node_prefix=""))]
    fn at_line(dialect: &str, byte: u64, lines: u64, blank_node_prefix: &str) -> PyResult<Self> {
        let dialect: Dialect = dialect.parse().map_err(value_error)?;
        let parser = Parser::new(dialect).with_blank_node_prefix(blank_node_prefix);
        let parser = parser.map_err(value_error)?;
        parser
            .checkpoint_at_line(byte, lines)
            .map(Self)
            .map_err(value_error)
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
#[pyo3(signature = (source, *, every=16 << 20, dialect=None, base=None, lenient=false, blank_node_prefix="", threads=1))]
#[allow(clippy::too_many_arguments)]
pub fn checkpoints(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    every: u64,
    dialect: Option<&str>,
    base: Option<&str>,
    lenient: bool,
    blank_node_prefix: &str,
    threads: usize,
) -> PyResult<Vec<PyCheckpoint>> {
    let origin = Origin::of(source)?;
    let options = ParserOptions {
        dialect,
        base,
        lenient,
        blank_node_prefix,
    };
    let parser = options.parser(&origin, None)?;
    let reader = origin.open(py, 0)?;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let found = py.detach(|| parser.checkpoints(reader, threads, every));
    let found = found.map_err(|error| exception(py, error, origin.name().as_deref()))?;
    Ok(found.into_iter().map(PyCheckpoint).collect())
}
