//! An iterator of tuples: terms as N-Triples has them.

use crate::errors::OnError;
use crate::source::Source;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use turtle_peg::input::Stream;
use turtle_peg::oxrdf::{BlankNodeRef, GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef};
use turtle_peg::{Document, Error};

/// Tuples of a document's triples, or quads.
#[pyclass(frozen, generic, module = "turtle_peg")]
pub struct Quads(Mutex<QuadReader>);

struct QuadReader {
    document: Document<Stream<Source>>,
    name: Option<String>,
    on_error: OnError,
    has_graphs: bool,
    rows: QuadRows,
    /// The error that ends the rows at hand.
    pending: Option<Error>,
    has_begun: bool,
    is_over: bool,
    subject: Option<(String, Py<PyString>)>,
    graph: Option<(String, Py<PyString>)>,
    predicates: HashMap<String, Py<PyString>>,
}

/// Some thousand quads: a line of N-Quads each.
#[derive(Default)]
struct QuadRows {
    text: String,
    /// Where the subject, predicate, object and graph of each end. A space is behind each, and `.` with a line end behind all. The
    /// default graph has no text.
    ends: Vec<[usize; 4]>,
    next: usize,
}

impl QuadRows {
    fn push(&mut self, quad: QuadRef<'_>) {
        let text = &mut self.text;
        match quad.subject {
            NamedOrBlankNodeRef::NamedNode(node) => push_iri(text, node),
            NamedOrBlankNodeRef::BlankNode(node) => push_label(text, node),
        }
        let subject = text.len();
        text.push(' ');
        push_iri(text, quad.predicate);
        let predicate = text.len();
        // Writing to memory does not fail.
        let _ = write!(text, " {} ", quad.object);
        let object = text.len() - 1;
        match quad.graph_name {
            GraphNameRef::NamedNode(node) => push_iri(text, node),
            GraphNameRef::BlankNode(node) => push_label(text, node),
            GraphNameRef::DefaultGraph => {}
        }
        self.ends.push([subject, predicate, object, text.len()]);
        text.push_str(LINE_END);
    }

    /// Where a row begins.
    fn start(&self, row: usize) -> usize {
        let before = row.checked_sub(1);
        before.map_or(0, |before| self.ends[before][3] + LINE_END.len())
    }

    fn truncate(&mut self, rows: usize) {
        self.text.truncate(self.start(rows));
        self.ends.truncate(rows);
    }

    fn clear(&mut self) {
        self.truncate(0);
        self.next = 0;
    }
}

const LINE_END: &str = " .\n";

fn push_iri(text: &mut String, node: NamedNodeRef<'_>) {
    text.push('<');
    text.push_str(node.as_str());
    text.push('>');
}

fn push_label(text: &mut String, node: BlankNodeRef<'_>) {
    text.push_str("_:");
    text.push_str(node.as_str());
}

impl Quads {
    pub fn new(
        document: Document<Stream<Source>>,
        name: Option<String>,
        has_graphs: bool,
        on_error: OnError,
    ) -> Self {
        Self(Mutex::new(QuadReader {
            document,
            name,
            on_error,
            has_graphs,
            rows: QuadRows::default(),
            pending: None,
            has_begun: false,
            is_over: false,
            subject: None,
            graph: None,
            predicates: HashMap::new(),
        }))
    }
}

#[pymethods]
impl Quads {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let mut reader = self.reader()?;
        match reader.has_row(py)? {
            true => reader.tuple(py).map(Some),
            false => Ok(None),
        }
    }

    /// The prefixes that were declared so far, without their colons, and their namespaces. Some thousand quads are read ahead, and
    /// before the first of them is taken, too: so those at the head of a document are there from the beginning.
    #[getter]
    fn prefixes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let reader = self.begun(py)?;
        let prefixes = PyDict::new(py);
        for (prefix, namespace) in reader.document.prefixes() {
            prefixes.set_item(prefix, namespace)?;
        }
        Ok(prefixes)
    }

    /// The base IRI where `prefixes` are read, or `None`.
    #[getter]
    fn base_iri(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.begun(py)?.document.base_iri().map(str::to_owned))
    }

    /// The version that the document announces where `prefixes` are read, or `None`.
    #[getter]
    fn version(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.begun(py)?.document.version().map(str::to_owned))
    }
}

impl Quads {
    fn reader(&self) -> PyResult<MutexGuard<'_, QuadReader>> {
        match self.0.try_lock() {
            Ok(reader) => Ok(reader),
            // A panic has left nothing to go on with.
            Err(TryLockError::Poisoned(error)) => {
                let mut reader = PoisonError::into_inner(error);
                reader.is_over = true;
                Ok(reader)
            }
            Err(TryLockError::WouldBlock) => {
                Err(PyValueError::new_err("another thread takes the next one"))
            }
        }
    }

    /// The reader, which has read something.
    fn begun(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, QuadReader>> {
        let mut reader = self.reader()?;
        if !reader.has_begun {
            let reader = &mut *reader;
            py.detach(|| reader.fill());
        }
        Ok(reader)
    }

    /// Adds lines of N-Quads for the next some thousand quads, and says how many there are: none at the end.
    pub fn next_lines(&self, py: Python<'_>, lines: &mut String) -> PyResult<usize> {
        let mut reader = self.reader()?;
        if !reader.has_row(py)? {
            return Ok(0);
        }
        let rows = &mut reader.rows;
        lines.push_str(&rows.text[rows.start(rows.next)..]);
        let count = rows.ends.len() - rows.next;
        rows.clear();
        Ok(count)
    }
}

impl QuadReader {
    /// Whether there is a row to take; reads on for it.
    fn has_row(&mut self, py: Python<'_>) -> PyResult<bool> {
        loop {
            if self.rows.next < self.rows.ends.len() {
                return Ok(true);
            }
            if let Some(error) = self.pending.take() {
                self.handle(py, error)?;
            }
            if self.is_over {
                return Ok(false);
            }
            py.check_signals()?;
            py.detach(|| self.fill());
        }
    }

    /// Reads statements until there are some thousand rows, or an error.
    fn fill(&mut self) {
        const ROWS: usize = 4096;
        self.has_begun = true;
        let rows = &mut self.rows;
        rows.clear();
        while rows.ends.len() < ROWS && self.pending.is_none() && !self.is_over {
            let before = rows.ends.len();
            match self.document.next_statement(|quad, _| rows.push(quad)) {
                None => self.is_over = true,
                Some(Ok(())) => {}
                Some(Err(error)) => {
                    // A statement at fault gives nothing.
                    rows.truncate(before);
                    self.is_over = self.on_error.is_end(&error);
                    self.pending = Some(error);
                }
            }
        }
    }

    fn handle(&mut self, py: Python<'_>, error: Error) -> PyResult<()> {
        self.on_error.handle(py, error, self.name.as_deref())
    }

    fn tuple<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        const PREDICATES: usize = 10_000;
        let rows = &mut self.rows;
        let start = rows.start(rows.next);
        let [subject, predicate, object, graph] = rows.ends[rows.next];
        rows.next += 1;
        let text = &rows.text;
        let (subject, predicate, object, graph) = (
            &text[start..subject],
            &text[subject + 1..predicate],
            &text[predicate + 1..object],
            &text[object + 1..graph],
        );
        let subject = again(py, subject, &mut self.subject);
        let predicate = match self.predicates.get(predicate) {
            Some(known) => known.clone_ref(py),
            None => {
                let new = PyString::new(py, predicate).unbind();
                if self.predicates.len() < PREDICATES {
                    self.predicates
                        .insert(predicate.to_owned(), new.clone_ref(py));
                }
                new
            }
        };
        let object = PyString::new(py, object).unbind();
        if !self.has_graphs {
            return PyTuple::new(py, [subject, predicate, object]);
        }
        let graph = match graph {
            "" => py.None(),
            graph => again(py, graph, &mut self.graph).into_any(),
        };
        PyTuple::new(
            py,
            [
                subject.into_any(),
                predicate.into_any(),
                object.into_any(),
                graph,
            ],
        )
    }
}

/// The text as Python has it: the object of the one before, if that is equal.
fn again(py: Python<'_>, text: &str, latest: &mut Option<(String, Py<PyString>)>) -> Py<PyString> {
    match latest {
        Some((known, object)) if known == text => object.clone_ref(py),
        _ => {
            let object = PyString::new(py, text).unbind();
            *latest = Some((text.to_owned(), object.clone_ref(py)));
            object
        }
    }
}
