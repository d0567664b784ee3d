//! Columns, by the Arrow PyCapsule interface.

use crate::errors::{OnError, exception};
use crate::source::{Origin, Source, value_error};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::{Arc, Mutex, PoisonError};
use turtle_peg::input::Stream;
use turtle_peg::{Checkpoint, Document, Error, Parser};
use turtle_peg_arrow::{ColumnOptions, QuadColumns, RowPlace};

/// A document as a table. It is read each time that a consumer asks for the stream, from its beginning, with the same labels; a file
/// object that cannot go back there is read once, and a second time is an error.
#[pyclass(frozen, module = "turtle_peg")]
pub struct ArrowQuads {
    pub origin: Origin,
    pub parser: Parser,
    pub options: ColumnOptions,
    pub on_error: Arc<OnError>,
    /// Where the range begins that was asked for.
    pub from: Option<Checkpoint>,
    /// The checkpoint that the document begins with: its labels are the same each time that it is read.
    pub start: Option<Checkpoint>,
    pub until: u64,
    /// The error that ended the latest stream: through Arrow, only its message goes.
    pub error: Arc<Mutex<Option<Error>>>,
}

#[pymethods]
impl ArrowQuads {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.options.schema().as_ref());
        PyCapsule::new_with_value(py, schema.map_err(value_error)?, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that wants another one casts the columns: the interface allows it.
        let _ = requested_schema;
        let reader = self.origin.open(py, self.from.as_ref())?;
        let document = match &self.start {
            None => self.parser.parse_reader(reader),
            Some(start) => self.parser.resume(start, reader).map_err(value_error)?,
        };
        *lock(&self.error) = None;
        let batches = Batches {
            document: document.until(self.until),
            columns: QuadColumns::new(self.options),
            statement: 0,
            has_lines: self.options.line,
            on_error: Arc::clone(&self.on_error),
            name: self.origin.name(),
            is_over: false,
            error: Arc::clone(&self.error),
            has_failed: false,
        };
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The `ParseError` that ended the latest stream, or `None`.
    #[getter]
    fn error<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let error = lock(&self.error).take()?;
        let exception = match &error {
            Error::Syntax(fault) => exception(
                py,
                Error::Syntax(fault.clone()),
                self.origin.name().as_deref(),
            ),
            error => pyo3::exceptions::PyOSError::new_err(error.to_string()),
        };
        *lock(&self.error) = Some(error);
        Some(exception.into_value(py).into_bound(py).into_any())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Batches {
    document: Document<Stream<Source>>,
    columns: QuadColumns,
    statement: u64,
    has_lines: bool,
    on_error: Arc<OnError>,
    /// How errors call the document.
    name: Option<String>,
    is_over: bool,
    error: Arc<Mutex<Option<Error>>>,
    /// Whether the error has not been handed on.
    has_failed: bool,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut too_long = None;
        loop {
            if let Some(batch) = self.columns.next_full() {
                return Some(Ok(batch));
            }
            if self.is_over {
                break;
            }
            let (columns, statement, has_lines) =
                (&mut self.columns, self.statement, self.has_lines);
            let result = self.document.next_statement(|quad, places| {
                let line = match has_lines {
                    true => places.position(places.subject).line,
                    false => 0,
                };
                too_long = columns
                    .push(quad, RowPlace { line, statement })
                    .err()
                    .or(too_long);
            });
            self.statement += 1;
            match result {
                None => self.is_over = true,
                Some(Ok(())) => self.columns.end_statement(),
                Some(Err(error)) => {
                    self.columns.drop_statement();
                    if !self.on_error.is_end(&error) {
                        let handle =
                            |py: Python<'_>| self.on_error.handle(py, error, self.name.as_deref());
                        if let Err(error) = Python::attach(handle) {
                            self.is_over = true;
                            return Some(Err(ArrowError::ExternalError(Box::new(error))));
                        }
                        continue;
                    }
                    *lock(&self.error) = Some(error);
                    self.has_failed = true;
                    self.is_over = true;
                }
            }
            if let Some(error) = too_long {
                self.is_over = true;
                return Some(Err(ArrowError::ExternalError(Box::new(error))));
            }
        }
        // The rows before an error come first.
        if let Some(batch) = self.columns.finish() {
            return Some(Ok(batch));
        }
        let has_failed = std::mem::take(&mut self.has_failed);
        let message = lock(&self.error).as_ref().map(Error::to_string);
        has_failed.then(|| Err(ArrowError::ParseError(message.unwrap_or_default())))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.columns.schema())
    }
}
