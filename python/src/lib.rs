//! turtle-peg for Python: the functions that `turtle_peg/__init__.py` describes.

mod arrow;
mod checkpoints;
mod errors;
mod quads;
mod source;
mod tools;

use arrow::ArrowQuads;
use checkpoints::PyCheckpoint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quads::{OnError, Quads};
use source::{Origin, ParserOptions, value_error};
use turtle_peg_arrow::{ColumnEncoding, ColumnOptions};

/// Tuples of a document's triples, as they are read; of a document with graphs, of its quads.
///
/// `on_error` is "raise"; or "skip", or a function that gets each fault, to go on after faults. `start` and `until` read a range:
/// from a checkpoint, and to the byte of the next one.
///
/// >>> from turtle_peg import parse
/// >>> [term for _, _, term in parse(b'<x:s> <x:p> "a", <x:o> .', dialect="turtle")]
/// ['"a"', '<x:o>']
#[pyfunction]
#[pyo3(signature = (source, *, dialect=None, base=None, lenient=false, on_error=None, blank_node_prefix="", start=None, until=u64::MAX))]
#[allow(clippy::too_many_arguments)]
fn parse(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    dialect: Option<&str>,
    base: Option<&str>,
    lenient: bool,
    on_error: Option<&Bound<'_, PyAny>>,
    blank_node_prefix: &str,
    start: Option<&Bound<'_, PyCheckpoint>>,
    until: u64,
) -> PyResult<Quads> {
    let origin = Origin::of(source)?;
    let options = ParserOptions {
        dialect,
        base,
        lenient,
        blank_node_prefix,
    };
    let from = start.map(|start| &start.get().0);
    let mut parser = options.parser(&origin, from)?;
    let on_error = match on_error {
        None => OnError::Raise,
        Some(callback) if callback.is_callable() => OnError::Call(Some(callback.clone().unbind())),
        Some(name) => match name.extract::<&str>() {
            Ok("raise") => OnError::Raise,
            Ok("skip") => OnError::Call(None),
            _ => {
                let expected = "on_error is \"raise\", \"skip\", or a function of an error";
                return Err(PyValueError::new_err(expected));
            }
        },
    };
    if let OnError::Call(_) = on_error {
        parser = parser.continue_after_errors();
    }
    let reader = origin.open(py, from.map_or(0, |from| from.position().byte))?;
    let document = match from {
        None => parser.parse_reader(reader),
        Some(from) => parser.resume(from, reader).map_err(value_error)?,
    };
    let has_graphs = parser.dialect().has_named_graphs();
    Ok(Quads::new(
        document.until(until),
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
#[pyo3(signature = (source, *, dialect=None, base=None, lenient=false, encoding="dictionary", line=false, statement=false, rows=65536, blank_node_prefix="", start=None, until=u64::MAX))]
#[allow(clippy::too_many_arguments)]
fn parse_arrow(
    source: &Bound<'_, PyAny>,
    dialect: Option<&str>,
    base: Option<&str>,
    lenient: bool,
    encoding: &str,
    line: bool,
    statement: bool,
    rows: usize,
    blank_node_prefix: &str,
    start: Option<&Bound<'_, PyCheckpoint>>,
    until: u64,
) -> PyResult<ArrowQuads> {
    let origin = Origin::of(source)?;
    let options = ParserOptions {
        dialect,
        base,
        lenient,
        blank_node_prefix,
    };
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
    Ok(ArrowQuads {
        parser: options.parser(&origin, from.as_ref())?,
        origin,
        options: ColumnOptions {
            encoding,
            line,
            statement,
            rows: rows.max(1),
        },
        from,
        until,
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
    module.add_class::<Quads>()?;
    module.add_class::<ArrowQuads>()?;
    module.add_class::<PyCheckpoint>()?;
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(parse_arrow, module)?)?;
    module.add_function(wrap_pyfunction!(checkpoints::checkpoints, module)?)?;
    module.add_function(wrap_pyfunction!(tools::check, module)?)?;
    module.add_function(wrap_pyfunction!(tools::fix, module)?)?;
    module.add_function(wrap_pyfunction!(tools::format, module)?)?;
    module.add_function(wrap_pyfunction!(tools::diff, module)?)?;
    module.add_function(wrap_pyfunction!(tools::conformance, module)?)?;
    module.add_function(wrap_pyfunction!(tools::serialize, module)?)?;
    module.add_function(wrap_pyfunction!(tools::literal_parts, module)?)?;
    module.add_function(wrap_pyfunction!(_panic, module)?)
}
