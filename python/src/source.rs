//! Where a document comes from: a path, bytes, or a file object.

use crate::errors::os_error;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use turtle_peg::{Checkpoint, Dialect, Parser};

pub type Source = Box<dyn Read + Send>;

/// A document, which may be opened more than once.
pub enum Origin {
    Path(PathBuf),
    Bytes(PyBackedBytes),
    Object(FileObject),
}

/// A file object.
pub struct FileObject {
    object: Py<PyAny>,
    /// Where it is in its file, in bytes; `None` if it cannot say so.
    place: Option<u64>,
    was_read: AtomicBool,
}

impl FileObject {
    fn of(object: &Bound<'_, PyAny>) -> Self {
        let place = object.call_method0("tell").ok();
        Self {
            object: object.clone().unbind(),
            place: place.and_then(|place| place.extract().ok()),
            was_read: AtomicBool::new(false),
        }
    }

    /// Goes to a byte of its file, or to where it was.
    fn go(&self, py: Python<'_>, byte: Option<u64>) -> PyResult<()> {
        let was_read = self.was_read.swap(true, Ordering::Relaxed);
        match (byte, self.place) {
            (Some(byte), _) => self.object.call_method1(py, "seek", (byte,)).map(drop),
            (None, Some(place)) => match self.object.call_method1(py, "seek", (place,)) {
                Err(_) if !was_read => Ok(()),
                moved => moved.map(drop),
            },
            (None, None) if was_read => Err(PyValueError::new_err(
                "the file object was read, and cannot go back: it can be read once",
            )),
            (None, _) => Ok(()),
        }
    }
}

/// Whether a document's text was given for a path: no file has that name, which has several lines or is longer than paths are.
fn is_text(path: &Path) -> bool {
    const LONGEST_PATH: usize = 4096;
    let bytes = path.as_os_str().as_encoded_bytes();
    (bytes.contains(&b'\n') || bytes.len() > LONGEST_PATH) && !path.exists()
}

impl Origin {
    pub fn of(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = source.extract::<PyBackedBytes>() {
            return Ok(Self::Bytes(bytes));
        }
        if source.hasattr("read")? {
            return Ok(Self::Object(FileObject::of(source)));
        }
        match source.extract::<PathBuf>() {
            Ok(path) if is_text(&path) => Err(PyValueError::new_err(
                "a str is a path, and this one looks like a document's text: give its bytes, text.encode(), and a dialect",
            )),
            Ok(path) => Ok(Self::Path(path)),
            Err(_) => Err(PyTypeError::new_err(
                "a source is a path, bytes, or a file object that reads bytes",
            )),
        }
    }

    /// Makes sure that it is a whole document, to which checkpoints belong.
    pub fn check_whole(&self) -> PyResult<()> {
        match self {
            Self::Object(FileObject {
                place: Some(1..), ..
            }) => Err(PyValueError::new_err(
                "checkpoints are those of a whole file: go to its beginning first, with seek(0)",
            )),
            _ => Ok(()),
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

    /// The document's bytes from a checkpoint on, or all of them; those of a file object begin where it is. Compressed files are
    /// unpacked as they are read.
    pub fn open(&self, py: Python<'_>, from: Option<&Checkpoint>) -> PyResult<Source> {
        let byte = from.map(|from| from.position().byte);
        let start = byte.unwrap_or_default();
        Ok(match self {
            Self::Path(path) => {
                let packed = py.import("turtle_peg._packed")?;
                let is_packed = packed.call_method1("is_packed", (path,))?;
                match (is_packed.is_truthy()?, start) {
                    (false, _) => {
                        let opened = File::open(path).and_then(|mut file| {
                            file.seek(SeekFrom::Start(start))?;
                            Ok(file)
                        });
                        let file =
                            opened.map_err(|error| os_error(py, error, self.name().as_deref()))?;
                        Box::new(InterruptibleReader::new(file))
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
                Box::new(InterruptibleReader::new(bytes))
            }
            Self::Object(file) => {
                file.go(py, byte)?;
                Box::new(ObjectReader::new(file.object.clone_ref(py)))
            }
        })
    }
}

/// Reads on as long as nobody interrupts it, as Ctrl-C does.
struct InterruptibleReader<R> {
    reader: R,
    /// How many bytes are read before it looks again.
    left: usize,
}

impl<R> InterruptibleReader<R> {
    const BYTES: usize = 4 * 1024 * 1024;

    fn new(reader: R) -> Self {
        Self {
            reader,
            left: Self::BYTES,
        }
    }
}

impl<R: Read> Read for InterruptibleReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            Python::attach(|py| py.check_signals()).map_err(io::Error::other)?;
            self.left = Self::BYTES;
        }
        let count = self.reader.read(buffer)?;
        self.left = self.left.saturating_sub(count);
        Ok(count)
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

/// Settings of parsers: the keywords that all functions share.
#[derive(Default)]
pub struct ParserOptions {
    dialect: Option<String>,
    base: Option<String>,
    lenient: bool,
    blank_node_prefix: Option<String>,
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

    /// With labels as they are written, if nothing else is asked for.
    pub fn or_labels_as_written(mut self) -> Self {
        self.blank_node_prefix.get_or_insert_default();
        self
    }

    pub fn parser(&self, origin: &Origin, from: Option<&Checkpoint>) -> PyResult<Parser> {
        if from.is_some() && (self.base.is_some() || self.blank_node_prefix.is_some()) {
            return Err(PyValueError::new_err(
                "base and blank_node_prefix are those of the checkpoint: leave them out with start",
            ));
        }
        let dialect = match (self.dialect.as_deref(), from) {
            (None, Some(from)) => from.dialect(),
            (given, _) => origin.dialect(given)?,
        };
        let mut parser = Parser::new(dialect);
        if let Some(prefix) = self.blank_node_prefix.as_deref() {
            parser = parser.with_blank_node_prefix(prefix).map_err(value_error)?;
        }
        let base = match (&self.base, origin) {
            (Some(base), _) => Some(base.clone()),
            (None, Origin::Path(path)) => Some(turtle_peg::file_iri(path)?),
            (None, _) => None,
        };
        if let Some(base) = base {
            parser = parser.with_base_iri(base).map_err(value_error)?;
        }
        Ok(match self.lenient {
            true => parser.with_lenience(),
            false => parser,
        })
    }
}

pub fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
