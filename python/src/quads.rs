//! An iterator of tuples: terms as N-Triples has them.

use crate::errors::OnError;
use crate::source::Source;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use turtle_peg::oxrdf::{BlankNodeRef, GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef};
use turtle_peg::input::Stream;
use turtle_peg::{Document, Error};

/// Tuples of a document's triples, or quads.
#[pyclass(frozen, module = "turtle_peg")]
pub struct Quads(Mutex<QuadReader>);

struct QuadReader {
    document: Document<Stream<Source>>,
    name: Option<String>,
    on_error: OnError,
    has_graphs: bool,
    rows: QuadRows,
    /// The error that ends the rows at hand.
    pending: Option<Error>,
    is_over: bool,
    subject: Option<(String, Py<PyString>)>,
    graph: Option<(String, Py<PyString>)>,
    predicates: HashMap<String, Py<PyString>>,
}

/// Some thousand quads: their terms, one after the other.
#[derive(Default)]
struct QuadRows {
    text: String,
    /// Where the subject, predicate, object and graph of each end. The default graph has no text.
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
        push_iri(text, quad.predicate);
        let predicate = text.len();
        // Writing to memory does not fail.
        let _ = write!(text, "{}", quad.object);
        let object = text.len();
        match quad.graph_name {
            GraphNameRef::NamedNode(node) => push_iri(text, node),
            GraphNameRef::BlankNode(node) => push_label(text, node),
            GraphNameRef::DefaultGraph => {}
        }
        self.ends.push([subject, predicate, object, text.len()]);
    }

    fn truncate(&mut self, rows: usize) {
        self.ends.truncate(rows);
        let end = self.ends.last().map_or(0, |ends| ends[3]);
        self.text.truncate(end);
    }

    fn clear(&mut self) {
        self.truncate(0);
        self.next = 0;
    }
}

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
        // A panic has left nothing to go on with.
        let mut reader = match self.0.try_lock() {
            Ok(reader) => reader,
            Err(std::sync::TryLockError::Poisoned(error)) => {
                let mut reader = PoisonError::into_inner(error);
                reader.is_over = true;
                reader
            }
            Err(std::sync::TryLockError::WouldBlock) => {
                return Err(pyo3::exceptions::PyValueError::new_err(
                    "another thread takes the next one",
                ));
            }
        };
        loop {
            if reader.rows.next < reader.rows.ends.len() {
                return reader.tuple(py).map(Some);
            }
            if let Some(error) = reader.pending.take() {
                reader.handle(py, error)?;
            }
            if reader.is_over {
                return Ok(None);
            }
            py.check_signals()?;
            let reader = &mut *reader;
            py.detach(|| reader.fill());
        }
    }
}

impl QuadReader {
    /// Reads statements until there are some thousand rows, or an error.
    fn fill(&mut self) {
        const ROWS: usize = 4096;
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
        let start = rows
            .next
            .checked_sub(1)
            .map_or(0, |before| rows.ends[before][3]);
        let [subject, predicate, object, graph] = rows.ends[rows.next];
        rows.next += 1;
        let text = &rows.text;
        let (subject, predicate, object, graph) = (
            &text[start..subject],
            &text[subject..predicate],
            &text[predicate..object],
            &text[object..graph],
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
