//! Where a document comes from: a path, bytes, or a file object.

use crate::errors::os_error;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyString};
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use turtle_peg::{Checkpoint, Dialect, Parser};

pub type Source = Box<dyn Read + Send>;

/// A document, which may be opened more than once.
pub enum Origin {
    Path(PathBuf),
    Bytes(PyBackedBytes),
    Object(FileObject),
}

/// A file object, which reads bytes or text.
pub struct FileObject {
    object: Py<PyAny>,
    name: Option<String>,
    /// Where it is in its file, in bytes; `None` if it cannot say so.
    place: Option<u64>,
    was_read: AtomicBool,
}

impl FileObject {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = object.getattr("name").ok();
        let place = object.call_method0("tell").ok();
        Ok(Self {
            object: bytes_beneath(object)?.unbind(),
            name: name.and_then(|name| name.extract().ok()),
            place: place.and_then(|place| place.extract().ok()),
            was_read: AtomicBool::new(false),
        })
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

/// The bytes beneath a file that is open as text, if they are UTF-8: as text, it changes the line ends within literals.
fn bytes_beneath<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    if !object.is_instance(&py.import("io")?.getattr("TextIOWrapper")?)? {
        return Ok(object.clone());
    }
    let encoding = object.getattr("encoding")?;
    let codec = py.import("codecs")?.call_method1("lookup", (encoding,))?;
    match codec.getattr("name")?.extract::<&str>()? {
        "utf-8" => object.getattr("buffer"),
        _ => Ok(object.clone()),
    }
}

/// Whether a document's text was given for a path: no file has that name, and few could.
fn is_text(path: &Path) -> bool {
    const LONGEST_PATH: usize = 4096;
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_unlikely = bytes.contains(&b'\n') || bytes.contains(&b'<');
    (is_unlikely || bytes.len() > LONGEST_PATH) && !path.exists()
}

impl Origin {
    /// The document that a function is called with: as a source, or as a text.
    pub fn of(
        source: Option<&Bound<'_, PyAny>>,
        text: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Self> {
        match (source, text) {
            (Some(source), None) => Self::of_source(source),
            (None, Some(text)) => Ok(Self::Bytes(text.encode_utf8()?.into())),
            _ => Err(PyTypeError::new_err(
                "give a source, which is a path, bytes or a file object; or else text=",
            )),
        }
    }

    pub fn of_source(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = source.extract::<PyBackedBytes>() {
            return Ok(Self::Bytes(bytes));
        }
        if let Ok(view) = source.cast::<PyMemoryView>() {
            return Ok(Self::Bytes(view.call_method0("tobytes")?.extract()?));
        }
        if source.hasattr("read")? {
            return FileObject::of(source).map(Self::Object);
        }
        match source.extract::<PathBuf>() {
            Ok(path) if is_text(&path) => Err(PyValueError::new_err(
                "a str is a path, and this one looks like a document's text: give it as text=, or as io.StringIO",
            )),
            Ok(path) => Ok(Self::Path(path)),
            Err(_) => Err(PyTypeError::new_err(
                "a source is a path, bytes, or a file object",
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
            Self::Bytes(_) => None,
            Self::Object(file) => file.name.clone(),
        }
    }

    /// The dialect given, or that of the file's name.
    pub fn dialect(&self, given: Option<&str>) -> PyResult<Dialect> {
        match (given, self.name()) {
            (Some(name), _) => name.parse().map_err(value_error),
            (None, Some(name)) => Dialect::from_path(&name).ok_or_else(|| {
                PyValueError::new_err(format!("`{name}` does not tell its dialect: name one"))
            }),
            (None, None) => Err(PyValueError::new_err(
                "bytes and texts do not tell their dialect: name one, as in dialect=\"turtle\"",
            )),
        }
    }

    /// The document's bytes from a checkpoint on, or all of them; those of a file object begin where it is. What is compressed is
    /// unpacked as it is read.
    pub fn open(&self, py: Python<'_>, from: Option<&Checkpoint>) -> PyResult<Source> {
        let byte = from.map(|from| from.position().byte);
        let start = byte.unwrap_or_default();
        let reader: Source = match self {
            Self::Path(path) => {
                let name = self.name();
                let opened = File::open(path).and_then(|mut file| {
                    let is_packed = start > 0 && is_packed(&mut file)?;
                    if start > 0 {
                        file.seek(SeekFrom::Start(start))?;
                    }
                    Ok((file, is_packed))
                });
                let (file, is_packed) =
                    opened.map_err(|error| os_error(py, error, name.as_deref()))?;
                has_middle(is_packed)?;
                Box::new(InterruptibleReader::new(file))
            }
            Self::Bytes(bytes) => {
                has_middle(start > 0 && is_packed(&bytes[..])?)?;
                let mut bytes = Cursor::new(bytes.clone_ref(py));
                bytes.set_position(start);
                Box::new(InterruptibleReader::new(bytes))
            }
            Self::Object(file) => {
                file.go(py, byte)?;
                Box::new(ObjectReader::new(file.object.clone_ref(py), start))
            }
        };
        Ok(match start {
            0 => Box::new(Unpacking::Before(reader)),
            _ => reader,
        })
    }

    /// All of the document's text.
    pub fn read_text(&self, py: Python<'_>) -> PyResult<String> {
        let mut reader = self.open(py, None)?;
        let mut bytes = Vec::new();
        py.detach(|| reader.read_to_end(&mut bytes))
            .map_err(|error| os_error(py, error, self.name().as_deref()))?;
        Ok(String::from_utf8(bytes)?)
    }
}

fn has_middle(is_packed: bool) -> PyResult<()> {
    match is_packed {
        true => Err(PyValueError::new_err(
            "a compressed document has no middle to begin in",
        )),
        false => Ok(()),
    }
}

/// Whether bytes are those of a compressed document.
fn is_packed(reader: impl Read) -> io::Result<bool> {
    let start = beginning(reader)?;
    Ok(Python::attach(|py| packing(py, &start))?.is_some())
}

/// As many bytes as tell how a document is compressed, or fewer if it is shorter.
fn beginning(reader: impl Read) -> io::Result<Vec<u8>> {
    const ENOUGH: u64 = 10;
    let mut start = Vec::new();
    reader.take(ENOUGH).read_to_end(&mut start)?;
    Ok(start)
}

/// Python's module for what begins with these bytes; `None` if it is not compressed.
fn packing(py: Python<'_>, start: &[u8]) -> PyResult<Option<String>> {
    let module = py.import("turtle_peg._packed")?;
    module.call_method1("packing", (start,))?.extract()
}

/// Reads a document, and unpacks it if its first bytes say that it is compressed.
enum Unpacking {
    Before(Source),
    Since(Source),
}

impl Read for Unpacking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Self::Since(reader) => return reader.read(buffer),
                Self::Before(reader) => {
                    let start = beginning(&mut *reader)?;
                    let rest = std::mem::replace(reader, Box::new(io::empty()));
                    let whole: Source = Box::new(Cursor::new(start.clone()).chain(rest));
                    *self = Self::Since(unpacked(&start, whole)?);
                }
            }
        }
    }
}

/// The bytes of a document that begins with these.
fn unpacked(start: &[u8], whole: Source) -> io::Result<Source> {
    Python::attach(|py| {
        let Some(packing) = packing(py, start)? else {
            return Ok(whole);
        };
        let module = py.import("turtle_peg._packed")?;
        let bytes = PackedBytes(Mutex::new(whole));
        let file = module.call_method1("opened", (packing, bytes))?;
        PyResult::Ok(Box::new(ObjectReader::new(file.unbind(), 0)) as Source)
    })
    .map_err(io::Error::other)
}

/// A file object of compressed bytes, for Python's modules.
#[pyclass(frozen)]
struct PackedBytes(Mutex<Source>);

#[pymethods]
impl PackedBytes {
    fn read<'py>(&self, py: Python<'py>, size: usize) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = vec![0; size];
        let read = py.detach(|| {
            let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            reader.read(&mut bytes)
        });
        Ok(PyBytes::new(py, &bytes[..read?]))
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
    /// The byte of the document that it begins with.
    start: u64,
    piece: Vec<u8>,
    passed: usize,
}

impl ObjectReader {
    fn new(object: Py<PyAny>, start: u64) -> Self {
        Self {
            object,
            start,
            piece: Vec::new(),
            passed: 0,
        }
    }

    fn next_piece(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        const PIECE: usize = 1024 * 1024;
        let piece = self.object.bind(py).call_method1("read", (PIECE,))?;
        if let Ok(text) = piece.cast::<PyString>() {
            if self.start > 0 {
                return Err(PyValueError::new_err(
                    "a stream of text has no bytes to begin at: open the file with \"rb\"",
                ));
            }
            return Ok(text.encode_utf8()?.as_bytes().to_vec());
        }
        match piece.cast::<PyBytes>() {
            Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
            Err(_) => Err(PyTypeError::new_err(
                "the file object reads neither bytes nor text",
            )),
        }
    }
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.passed == self.piece.len() {
            self.piece = Python::attach(|py| self.next_piece(py)).map_err(io::Error::other)?;
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
