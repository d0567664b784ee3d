//! turtle-peg for Python: the functions that `turtle_peg/__init__.py` describes.

mod arrow;
mod checkpoints;
mod errors;
mod quads;
mod source;
mod tools;
mod write;

use arrow::ArrowQuads;
use checkpoints::PyCheckpoint;
use errors::OnError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use quads::Quads;
use source::{Origin, ParserOptions, value_error};
use std::sync::Arc;
use turtle_peg::Dialect;
use turtle_peg_arrow::{ColumnEncoding, ColumnOptions};

/// Tuples of a document's triples, as they are read; of a document with graphs, of its quads.
///
/// `start` and `until` read a range: from a checkpoint, and to the byte of the next one.
///
/// >>> from turtle_peg import parse
/// >>> [term for _, _, term in parse(b'<x:s> <x:p> "a", <x:o> .', dialect="turtle")]
/// ['"a"', '<x:o>']
#[pyfunction]
#[pyo3(signature = (source=None, *, text=None, on_error=None, start=None, until=None, **options))]
#[allow(clippy::too_many_arguments)]
fn parse(
    py: Python<'_>,
    source: Option<&Bound<'_, PyAny>>,
    text: Option<&Bound<'_, PyString>>,
    on_error: Option<&Bound<'_, PyAny>>,
    start: Option<&Bound<'_, PyCheckpoint>>,
    until: Option<u64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Quads> {
    let origin = Origin::of(source, text)?;
    let options = ParserOptions::of(options)?;
    let from = start.map(|start| &start.get().0);
    let on_error = OnError::of(on_error)?;
    let parser = on_error.apply(options.parser(&origin, from)?);
    let reader = origin.open(py, from)?;
    let document = match from {
        None => parser.parse_reader(reader),
        Some(from) => parser.resume(from, reader).map_err(value_error)?,
    };
    let has_graphs = parser.dialect().has_named_graphs();
    Ok(Quads::new(
        document.until(until.unwrap_or(u64::MAX)),
        origin.name(),
        has_graphs,
        on_error,
    ))
}

/// A document as a table: an object with Arrow's PyCapsule interface, which is read when a library asks for its stream.
///
/// `encoding="plain"` is for readers that take no dictionaries; `line` and `statement` add columns; a batch has `rows` rows at most.
///
/// >>> from turtle_peg import parse_arrow
/// >>> import pyarrow
/// >>> pyarrow.table(parse_arrow(b"<x:s> <x:p> 1, 2 .", dialect="turtle"))["object"].to_pylist()
/// ['1', '2']
#[pyfunction]
#[pyo3(signature = (source=None, *, text=None, encoding="dictionary", line=false, statement=false, rows=65536, on_error=None, start=None, until=None, **options))]
#[allow(clippy::too_many_arguments)]
fn parse_arrow(
    source: Option<&Bound<'_, PyAny>>,
    text: Option<&Bound<'_, PyString>>,
    encoding: &str,
    line: bool,
    statement: bool,
    rows: usize,
    on_error: Option<&Bound<'_, PyAny>>,
    start: Option<&Bound<'_, PyCheckpoint>>,
    until: Option<u64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<ArrowQuads> {
    let origin = Origin::of(source, text)?;
    let options = ParserOptions::of(options)?;
    let from = start.map(|start| start.get().0.clone());
    let encoding = match encoding {
        "dictionary" => ColumnEncoding::Dictionary,
        "plain" => ColumnEncoding::Plain,
        _ => {
            return Err(PyValueError::new_err(
                "encoding is \"dictionary\" or \"plain\"",
            ));
        }
    };
    let on_error = OnError::of(on_error)?;
    let parser = on_error.apply(options.parser(&origin, from.as_ref())?);
    let beginning = parser.parse_slice(&[]).checkpoint();
    Ok(ArrowQuads {
        start: from.clone().or(beginning),
        parser,
        on_error: Arc::new(on_error),
        origin,
        options: ColumnOptions {
            encoding,
            line,
            statement,
            rows: rows.max(1),
        },
        from,
        until: until.unwrap_or(u64::MAX),
        error: Default::default(),
    })
}

/// Panics, to show what becomes of that.
#[pyfunction]
fn _panic(py: Python<'_>) {
    py.detach(|| panic!("on purpose"));
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let dialects = PyDict::new(module.py());
    for dialect in Dialect::all() {
        dialects.set_item(dialect.name(), dialect.title())?;
    }
    module.add("dialects", dialects)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Quads>()?;
    module.add_class::<ArrowQuads>()?;
    module.add_class::<PyCheckpoint>()?;
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(parse_arrow, module)?)?;
    module.add_function(wrap_pyfunction!(checkpoints::checkpoints, module)?)?;
    module.add_function(wrap_pyfunction!(checkpoints::index, module)?)?;
    module.add_function(wrap_pyfunction!(checkpoints::indexed_checkpoints, module)?)?;
    module.add_function(wrap_pyfunction!(checkpoints::_dialect, module)?)?;
    module.add_function(wrap_pyfunction!(tools::check, module)?)?;
    module.add_function(wrap_pyfunction!(tools::fix, module)?)?;
    module.add_function(wrap_pyfunction!(tools::format, module)?)?;
    module.add_function(wrap_pyfunction!(tools::diff, module)?)?;
    module.add_function(wrap_pyfunction!(tools::canonicalize, module)?)?;
    module.add_function(wrap_pyfunction!(tools::canonical_labels, module)?)?;
    module.add_function(wrap_pyfunction!(tools::conformance, module)?)?;
    module.add_function(wrap_pyfunction!(write::_serialize, module)?)?;
    module.add_function(wrap_pyfunction!(tools::literal_parts, module)?)?;
    module.add_function(wrap_pyfunction!(_panic, module)?)
}
