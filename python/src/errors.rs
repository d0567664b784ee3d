//! Errors as Python's exceptions.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use turtle_peg::{Error, SyntaxError};

/// The exception of an error in a document of this name.
pub fn exception(py: Python<'_>, error: Error, name: Option<&str>) -> PyErr {
    match error {
        Error::Io(error) => error.into(),
        Error::Syntax(error) => match parse_error(py, &error, name) {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        },
        error => pyo3::exceptions::PyRuntimeError::new_err(error.to_string()),
    }
}

/// A `turtle_peg.ParseError`.
pub fn parse_error<'py>(
    py: Python<'py>,
    error: &SyntaxError,
    name: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let advice = error.advice();
    let (place, end) = (advice.position(), error.end());
    let help: Vec<&str> = advice.help().iter().map(turtle_peg::Help::text).collect();
    let details = PyDict::new(py);
    details.set_item("title", advice.title())?;
    details.set_item("help", help)?;
    details.set_item("end_line", end.line)?;
    details.set_item("end_column", end.column)?;
    details.set_item("byte", place.byte)?;
    details.set_item("production", error.production().map(|it| it.name()))?;
    let class = py.import("turtle_peg._errors")?.getattr("ParseError")?;
    let arguments = (
        error.to_string(),
        name,
        place.line,
        place.column,
        error.excerpt().text(),
    );
    class.call(arguments, Some(&details))
}
