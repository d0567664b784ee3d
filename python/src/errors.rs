//! Errors as Python's exceptions.

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io;
use turtle_peg::{Error, Parser, SyntaxError};
use turtle_peg_advice::{Advise, Help};

/// The action after a fault.
pub enum OnError {
    Raise,
    /// Go on, and call this with each error.
    Call(Option<Py<PyAny>>),
}

impl OnError {
    pub fn of(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(argument) = argument else {
            return Ok(Self::Raise);
        };
        if argument.is_callable() {
            return Ok(Self::Call(Some(argument.clone().unbind())));
        }
        match argument.extract::<&str>() {
            Ok("raise") => Ok(Self::Raise),
            Ok("skip") => Ok(Self::Call(None)),
            _ => Err(PyValueError::new_err(
                "on_error is \"raise\", \"skip\", or a function of an error",
            )),
        }
    }

    /// For a pass over a document that finds places, and tells no errors one by one.
    pub fn of_pass(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        match Self::of(argument)? {
            Self::Call(Some(_)) => Err(PyValueError::new_err(
                "on_error is \"raise\" or \"skip\" here: `check` has the errors",
            )),
            choice => Ok(choice),
        }
    }

    pub fn apply(&self, parser: Parser) -> Parser {
        match self {
            Self::Raise => parser,
            Self::Call(_) => parser.with_recovery(),
        }
    }

    /// Whether nothing is read after this error.
    pub fn is_end(&self, error: &Error) -> bool {
        matches!((error, self), (Error::Io(_), _) | (_, Self::Raise))
    }

    /// Raises the error, or hands it to the function.
    pub fn handle(&self, py: Python<'_>, error: Error, name: Option<&str>) -> PyResult<()> {
        let is_end = self.is_end(&error);
        match self {
            Self::Call(None) if !is_end => Ok(()),
            Self::Call(Some(callback)) if !is_end => {
                let error = exception(py, error, name);
                callback.call1(py, (error.into_value(py),)).map(drop)
            }
            _ => Err(exception(py, error, name)),
        }
    }
}

/// The exception of an error in a document of this name.
pub fn exception(py: Python<'_>, error: Error, name: Option<&str>) -> PyErr {
    match error {
        Error::Io(error) => os_error(py, error, name),
        Error::Syntax(error) => match parse_error(py, &error, name) {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        },
        error => pyo3::exceptions::PyRuntimeError::new_err(error.to_string()),
    }
}

/// An `OSError`, with the file's name if both are known.
pub fn os_error(py: Python<'_>, error: io::Error, name: Option<&str>) -> PyErr {
    let (Some(number), Some(name)) = (error.raw_os_error(), name) else {
        return error.into();
    };
    let words = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (number,)));
    match words {
        Ok(words) => PyOSError::new_err((number, words.unbind(), name.to_owned())),
        Err(error) => error,
    }
}

/// A `turtle_peg.ParseError`.
pub fn parse_error<'py>(
    py: Python<'py>,
    error: &SyntaxError,
    name: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let advice = error.advice_in_words();
    let (place, end) = (advice.position(), advice.labels()[0].end);
    let help: Vec<&str> = advice.help().iter().map(Help::text).collect();
    let details = PyDict::new(py);
    details.set_item("help", help)?;
    details.set_item("detail", error.to_string())?;
    details.set_item("end_line", end.line)?;
    details.set_item("end_column", end.column)?;
    details.set_item("byte", place.byte)?;
    details.set_item("production", error.production().map(|it| it.name()))?;
    // The line, if it is that of the place, and begins where columns are counted from.
    let excerpt = error.excerpt();
    let is_line = place.line == error.position().line && !excerpt.text().starts_with('…');
    let line = is_line.then(|| excerpt.text());
    let class = py.import("turtle_peg._errors")?.getattr("ParseError")?;
    let arguments = (advice.title(), name, place.line, place.column, line);
    class.call(arguments, Some(&details))
}
