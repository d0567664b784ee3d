//! Where a document comes from: a path, bytes, or a file object.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use turtle_peg::{Checkpoint, Dialect, Parser};

pub type Source = Box<dyn Read + Send>;

/// A document, which may be opened more than once.
pub enum Origin {
    Path(PathBuf),
    Bytes(PyBackedBytes),
    /// A file object, and where it is in its file, if it can go back there.
    Object(Py<PyAny>, Option<Py<PyAny>>),
}

impl Origin {
    pub fn of(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = source.extract::<PyBackedBytes>() {
            return Ok(Self::Bytes(bytes));
        }
        if source.hasattr("read")? {
            let place = source.call_method0("tell").ok().map(Bound::unbind);
            return Ok(Self::Object(source.clone().unbind(), place));
        }
        match source.extract::<PathBuf>() {
            Ok(path) => Ok(Self::Path(path)),
            Err(_) => Err(PyTypeError::new_err(
                "a source is a path, bytes, or a file object that reads bytes",
            )),
        }
    }

    /// How errors call it.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Path(path) => Some(path.display().to_string()),
            _ => None,
        }
    }

    /// The dialect given, or that of the file's name.
    pub fn dialect(&self, given: Option<&str>) -> PyResult<Dialect> {
        match (given, self) {
            (Some(name), _) => name.parse().map_err(value_error),
            (None, Self::Path(path)) => Dialect::from_path(path).ok_or_else(|| {
                let name = path.display();
                PyValueError::new_err(format!("`{name}` does not tell its dialect: name one"))
            }),
            (None, _) => Err(PyValueError::new_err(
                "bytes do not tell their dialect: name one",
            )),
        }
    }

    /// The document's bytes from this byte on. Compressed files are unpacked as they are read.
    pub fn open(&self, py: Python<'_>, start: u64) -> PyResult<Source> {
        Ok(match self {
            Self::Path(path) => {
                let packed = py.import("turtle_peg._packed")?;
                let is_packed = packed.call_method1("is_packed", (path,))?;
                match (is_packed.is_truthy()?, start) {
                    (false, _) => {
                        let mut file = File::open(path)?;
                        file.seek(SeekFrom::Start(start))?;
                        Box::new(file)
                    }
                    (true, 0) => {
                        let file = packed.call_method1("unpacked", (path,))?;
                        Box::new(ObjectReader::new(file.unbind()))
                    }
                    (true, 1..) => {
                        return Err(PyValueError::new_err(
                            "a compressed file has no middle to begin in",
                        ));
                    }
                }
            }
            Self::Bytes(bytes) => {
                let mut bytes = Cursor::new(bytes.clone_ref(py));
                bytes.set_position(start);
                Box::new(bytes)
            }
            Self::Object(object, place) => {
                match (place, start) {
                    (_, 1..) => _ = object.call_method1(py, "seek", (start,))?,
                    (Some(place), 0) => _ = object.call_method1(py, "seek", (place,)),
                    (None, 0) => {}
                }
                Box::new(ObjectReader::new(object.clone_ref(py)))
            }
        })
    }
}

/// Reads from a file object; needs the GIL for each large piece.
struct ObjectReader {
    object: Py<PyAny>,
    piece: Vec<u8>,
    passed: usize,
}

impl ObjectReader {
    fn new(object: Py<PyAny>) -> Self {
        Self {
            object,
            piece: Vec::new(),
            passed: 0,
        }
    }
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const PIECE: usize = 1024 * 1024;
        if self.passed == self.piece.len() {
            self.piece = Python::attach(|py| {
                let piece = self.object.bind(py).call_method1("read", (PIECE,))?;
                let bytes = piece.cast::<PyBytes>().map_err(|_| {
                    PyTypeError::new_err("the file object does not read bytes: open it with \"rb\"")
                })?;
                PyResult::Ok(bytes.as_bytes().to_vec())
            })
            .map_err(io::Error::other)?;
            self.passed = 0;
        }
        let count = (&self.piece[self.passed..]).read(buffer)?;
        self.passed += count;
        Ok(count)
    }
}

/// What parsers are told: the keywords that all functions share.
#[derive(Default)]
pub struct ParserOptions {
    dialect: Option<String>,
    base: Option<String>,
    lenient: bool,
    blank_node_prefix: String,
}

impl ParserOptions {
    pub fn of(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self::default();
        for (name, value) in keywords.into_iter().flatten() {
            match name.extract::<&str>()? {
                "dialect" => options.dialect = value.extract()?,
                "base" => options.base = value.extract()?,
                "lenient" => options.lenient = value.extract()?,
                "blank_node_prefix" => options.blank_node_prefix = value.extract()?,
                name => {
                    return Err(PyTypeError::new_err(format!(
                        "`{name}` is not an option: there are dialect, base, lenient and blank_node_prefix"
                    )));
                }
            }
        }
        Ok(options)
    }

    pub fn parser(&self, origin: &Origin, from: Option<&Checkpoint>) -> PyResult<Parser> {
        let dialect = match (self.dialect.as_deref(), from) {
            (None, Some(from)) => from.dialect(),
            (given, _) => origin.dialect(given)?,
        };
        let mut parser = Parser::new(dialect)
            .with_blank_node_prefix(&*self.blank_node_prefix)
            .map_err(value_error)?;
        let base = match (&self.base, origin) {
            (Some(base), _) => Some(base.clone()),
            (None, Origin::Path(path)) => Some(turtle_peg::file_iri(path)?),
            (None, _) => None,
        };
        if let Some(base) = base {
            parser = parser.with_base_iri(base).map_err(value_error)?;
        }
        Ok(match self.lenient {
            true => parser.lenient(),
            false => parser,
        })
    }
}

pub fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
