//! Statements in order, in memory and in temporary files.
//!
//! Invariant: of statements with equal texts, the earlier one comes first. Memory has no more bytes of statements than is said, and of
//! each temporary file one statement and a buffer. A temporary file has no name, so it is gone however the program ends.

use anyhow::Context;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::mem;

/// How many files are merged at once. So many files of one size become a larger one: a document of any length needs few files, and time
/// for its length and the logarithm of that.
const MERGED_AT_ONCE: usize = 32;

/// A buffer for each file.
const BUFFER: usize = 64 * 1024;

/// The number of texts of a statement: its tokens, the empty lines and the comments before it, and the remark behind it.
const TEXTS: usize = 4;

/// How many bytes come before the texts of a statement: whether it is the first, and where each of them ends.
const HEAD: usize = 1 + TEXTS * size_of::<u32>();

/// Puts statements in order.
pub struct StatementSorter {
    /// How many bytes are kept in memory.
    most: usize,
    memory: StatementBatch,
    is_empty: bool,
    /// The empty lines before the first statement: they set off all, and stay before whichever comes first.
    first_space: Vec<u8>,
    /// The larger files come first; in the order of the document.
    files: Vec<SortedFile>,
}

/// Statements in memory, one after the other: each with its head, and its texts.
#[derive(Default)]
struct StatementBatch {
    bytes: Vec<u8>,
    /// Where each begins, and where its first text ends.
    places: Vec<(usize, usize)>,
}

/// A file of statements in order.
struct SortedFile {
    file: File,
    /// How often files were merged for it.
    merges: u32,
}

/// A statement, as it is in memory and in files.
#[derive(Debug, Default)]
pub struct SortedStatement {
    bytes: Vec<u8>,
    /// Where each of its texts ends.
    ends: [usize; TEXTS],
}

/// Statements in order.
pub struct SortedRun {
    statements: RunStatements,
    /// The statement that was handed out last.
    statement: SortedStatement,
    has_begun: bool,
    /// The empty lines before the statement that is the first in the document: they come before the one that is now the first, and
    /// those of that in their place.
    first_space: Vec<u8>,
    moved_space: Vec<u8>,
}

/// Where the statements of a run come from.
enum RunStatements {
    Memory { batch: StatementBatch, next: usize },
    Files(MergedFiles),
}

/// The statements of several files together, in order.
struct MergedFiles(BinaryHeap<Reverse<FileAtStatement>>);

/// A file, with the statement that comes next in it.
struct FileAtStatement {
    statement: SortedStatement,
    /// The place of the file among all.
    number: usize,
    rest: BufReader<File>,
}

impl StatementSorter {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            memory: StatementBatch::default(),
            is_empty: true,
            first_space: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Adds a statement: its tokens, the empty lines and the comments before it, and the remark behind it.
    ///
    /// # Errors
    ///
    /// A temporary file could not be written.
    pub fn add(&mut self, texts: [&str; TEXTS]) -> anyhow::Result<()> {
        let is_first = mem::take(&mut self.is_empty);
        if is_first {
            self.first_space = texts[1].into();
        }
        self.memory.push(is_first, texts)?;
        if self.memory.bytes() > self.most {
            self.leave_memory().with_context(not_kept)?;
        }
        Ok(())
    }

    /// The statements that were added, in order; those that are added from here on are others.
    ///
    /// # Errors
    ///
    /// A temporary file could not be written.
    pub fn finish(&mut self) -> anyhow::Result<SortedRun> {
        self.is_empty = true;
        let statements = match self.files.is_empty() {
            true => {
                let mut batch = mem::take(&mut self.memory);
                batch.sort();
                RunStatements::Memory { batch, next: 0 }
            }
            false => {
                self.leave_memory().with_context(not_kept)?;
                self.memory = StatementBatch::default();
                let files = mem::take(&mut self.files);
                RunStatements::Files(MergedFiles::of(files).with_context(not_kept)?)
            }
        };
        Ok(SortedRun {
            statements,
            statement: SortedStatement::default(),
            has_begun: false,
            first_space: mem::take(&mut self.first_space),
            moved_space: Vec::new(),
        })
    }

    /// Writes what is in memory to a file.
    fn leave_memory(&mut self) -> io::Result<()> {
        self.memory.sort();
        let mut file = temporary_file()?;
        for place in 0..self.memory.places.len() {
            file.write_all(self.memory.statement(place))?;
        }
        self.memory.clear();
        self.files.push(SortedFile::of(file, 0)?);
        while let Some(first) = self.files.len().checked_sub(MERGED_AT_ONCE)
            && let merges = self.files[first].merges
            && merges == self.files[self.files.len() - 1].merges
        {
            let mut merged = MergedFiles::of(self.files.drain(first..))?;
            let mut file = temporary_file()?;
            while let Some(statement) = merged.next(SortedStatement::default())? {
                file.write_all(&statement.bytes)?;
            }
            self.files.push(SortedFile::of(file, merges + 1)?);
        }
        Ok(())
    }
}

fn temporary_file() -> io::Result<BufWriter<File>> {
    Ok(BufWriter::with_capacity(BUFFER, tempfile::tempfile()?))
}

/// The failure, where a file could not be written or read.
fn not_kept() -> String {
    format!(
        "statements cannot be kept in a temporary file in {}, which TMPDIR can name another folder for",
        env::temp_dir().display()
    )
}

impl StatementBatch {
    fn push(&mut self, is_first: bool, texts: [&str; TEXTS]) -> io::Result<()> {
        let start = self.bytes.len();
        self.bytes.push(u8::from(is_first));
        let mut end = HEAD;
        for text in texts {
            end += text.len();
            let end = u32::try_from(end);
            let end = end.map_err(|_| io::Error::other("a statement has more than 4 GiB"))?;
            self.bytes.extend(end.to_le_bytes());
        }
        let text = start + HEAD + texts[0].len();
        self.places.push((start, text));
        texts
            .iter()
            .for_each(|text| self.bytes.extend_from_slice(text.as_bytes()));
        Ok(())
    }

    /// How many bytes of memory it takes.
    fn bytes(&self) -> usize {
        self.bytes.len() + self.places.len() * size_of::<(usize, usize)>()
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        let key = |&(start, end): &(usize, usize)| (&bytes[start + HEAD..end], start);
        self.places
            .sort_unstable_by(|one, other| key(one).cmp(&key(other)));
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.places.clear();
    }

    /// The bytes of a statement.
    fn statement(&self, place: usize) -> &[u8] {
        let bytes = &self.bytes[self.places[place].0..];
        &bytes[..ends(bytes)[TEXTS - 1]]
    }
}

/// Where the texts of a statement end, which begins with these bytes.
fn ends(bytes: &[u8]) -> [usize; TEXTS] {
    let mut ends = [0; TEXTS];
    for (end, bytes) in ends
        .iter_mut()
        .zip(bytes[1..HEAD].chunks_exact(size_of::<u32>()))
    {
        *end = bytes
            .iter()
            .rev()
            .fold(0, |end, &byte| end << 8 | usize::from(byte));
    }
    ends
}

impl SortedFile {
    fn of(file: BufWriter<File>, merges: u32) -> io::Result<Self> {
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Self { file, merges })
    }
}

impl SortedStatement {
    pub fn text(&self) -> &[u8] {
        &self.bytes[HEAD..self.ends[0]]
    }

    /// The empty lines before it.
    pub fn space(&self) -> &[u8] {
        &self.bytes[self.ends[0]..self.ends[1]]
    }

    /// The comments before it, after the empty lines.
    pub fn before(&self) -> &[u8] {
        &self.bytes[self.ends[1]..self.ends[2]]
    }

    pub fn remark(&self) -> &[u8] {
        &self.bytes[self.ends[2]..self.ends[3]]
    }

    /// Whether it is the first of the document among those that are put in order.
    fn is_first(&self) -> bool {
        self.bytes[0] != 0
    }

    fn set(&mut self, bytes: &[u8]) {
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        self.ends = ends(bytes);
    }
}

impl SortedRun {
    /// The next statement, and the empty lines that come before it.
    ///
    /// # Errors
    ///
    /// A temporary file could not be read.
    pub fn next(&mut self) -> anyhow::Result<Option<(&[u8], &SortedStatement)>> {
        let has_next = match &mut self.statements {
            RunStatements::Memory { batch, next } => {
                let has_next = *next < batch.places.len();
                if has_next {
                    self.statement.set(batch.statement(*next));
                    *next += 1;
                }
                has_next
            }
            RunStatements::Files(files) => {
                let next = files.next(mem::take(&mut self.statement));
                let next = next.with_context(not_kept)?;
                let has_next = next.is_some();
                self.statement = next.unwrap_or_default();
                has_next
            }
        };
        if !has_next {
            return Ok(None);
        }
        let statement = &self.statement;
        let is_earliest = !mem::replace(&mut self.has_begun, true);
        let space = match (is_earliest, statement.is_first()) {
            (true, false) => {
                self.moved_space = statement.space().to_vec();
                &self.first_space
            }
            (false, true) => &self.moved_space,
            _ => statement.space(),
        };
        Ok(Some((space, statement)))
    }
}

impl MergedFiles {
    /// The files, of which those that come first have the earlier statements, if some have equal texts.
    fn of(files: impl IntoIterator<Item = SortedFile>) -> io::Result<Self> {
        let mut heap = BinaryHeap::new();
        for (number, SortedFile { file, .. }) in files.into_iter().enumerate() {
            let mut file = FileAtStatement {
                statement: SortedStatement::default(),
                number,
                rest: BufReader::with_capacity(BUFFER, file),
            };
            if file.advance()? {
                heap.push(Reverse(file));
            }
        }
        Ok(Self(heap))
    }

    /// The next statement; the room of `spare` is used again.
    fn next(&mut self, spare: SortedStatement) -> io::Result<Option<SortedStatement>> {
        let Some(mut first) = self.0.peek_mut() else {
            return Ok(None);
        };
        let next = mem::replace(&mut first.0.statement, spare);
        if !first.0.advance()? {
            PeekMut::pop(first);
        }
        Ok(Some(next))
    }
}

impl FileAtStatement {
    /// Reads the next statement; there may be none.
    fn advance(&mut self) -> io::Result<bool> {
        if self.rest.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let SortedStatement { bytes, ends: all } = &mut self.statement;
        bytes.resize(HEAD, 0);
        self.rest.read_exact(bytes)?;
        *all = ends(bytes);
        bytes.resize(all[TEXTS - 1], 0);
        self.rest.read_exact(&mut bytes[HEAD..])?;
        Ok(true)
    }
}

impl Ord for FileAtStatement {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.statement.text().cmp(other.statement.text());
        order.then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for FileAtStatement {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for FileAtStatement {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for FileAtStatement {}
