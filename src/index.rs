//! Ranges of a document in a file, and the checkpoints of all in a file beside it.

use crate::checkpoint::Checkpoint;
use crate::fields::{CheckpointError, FieldReader, FieldWriter};
use crate::{Error, Parser};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The statements of a document from a checkpoint until a byte, for [`Parser::resume`] and
/// [`Document::until`](crate::Document::until).
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentRange {
    /// Where it begins, and how things stand there.
    pub from: Checkpoint,
    /// The byte of the document that no statement of it begins at, or after.
    pub until: u64,
}

/// The checkpoints of a document, with its size and the SHA-256 of each range, as they are kept in a file beside it.
///
/// ```
/// use std::io::Cursor;
/// use std::num::NonZeroUsize;
/// use turtle_peg::index::CheckpointIndex;
/// use turtle_peg::{Dialect, Parser};
///
/// let text = "[] <http://example.org/p> 1 .\n".repeat(1000);
/// let parser = Parser::new(Dialect::Turtle12);
/// let mut file = Cursor::new(text);
/// let index = CheckpointIndex::of_document(&parser, &mut file, NonZeroUsize::MIN, 5_000)?;
/// let index = CheckpointIndex::from_bytes(&index.to_bytes())?;
/// let mut count = 0;
/// for number in 1..=3 {
///     let Some(range) = index.part(number, 3) else { continue };
///     index.open(&range, &mut file)?;
///     let document = parser.resume(&range.from, &mut file)?.until(range.until);
///     count += document.triples().count();
/// }
/// assert_eq!(count, 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CheckpointIndex {
    /// How many bytes the document has.
    size: u64,
    ranges: Vec<IndexedRange>,
}

#[derive(Clone, Debug, PartialEq)]
struct IndexedRange {
    from: Checkpoint,
    /// The hash of the document's bytes from this checkpoint up to the next one.
    sha256: [u8; 32],
}

/// Why a range of a document cannot be had.
#[derive(Debug)]
#[non_exhaustive]
pub enum IndexError {
    /// The document cannot be read, or does not conform.
    Document(Error),
    /// The index is damaged, or the checkpoint is not for this parser.
    Checkpoint(CheckpointError),
    /// The document was changed since the index was made, or is another one.
    Changed,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::Checkpoint(error) => error.fmt(f),
            Self::Changed => f.write_str("the document is not the one that the index was made of"),
        }
    }
}

impl std::error::Error for IndexError {}

impl From<Error> for IndexError {
    fn from(error: Error) -> Self {
        Self::Document(error)
    }
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        Self::Document(Error::Io(error))
    }
}

impl From<CheckpointError> for IndexError {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(error)
    }
}

impl DocumentRange {
    /// The lines of N-Triples or N-Quads in part `number` of `of` parts that have about as many bytes each, counted from 1:
    /// those that begin in it, or where the comment does that is before them, or a fault. A part begins after a statement that
    /// conforms, so that faults are those of the document, too. No index is needed, and next to nothing is parsed; but all before the
    /// part is read, to count the lines, so that places are those of the document.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the parser's dialect is not line-based.
    pub fn of_lines(
        parser: &Parser,
        file: &mut (impl Read + Seek),
        number: u64,
        of: u64,
    ) -> Result<Self, IndexError> {
        let size = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        let mut place = LineCount::default();
        let [start, end] = [number.saturating_sub(1), number].map(|it| border(size, it, of));
        let from = place.statement_end_from(parser, file, start)?;
        let until = match end < size {
            true => place.statement_end_from(parser, file, end)?.0,
            false => u64::MAX,
        };
        let from = parser.checkpoint_at_line(from.0, from.1)?;
        Ok(Self { from, until })
    }
}

/// The byte at which a part ends.
fn border(size: u64, number: u64, of: u64) -> u64 {
    let byte = u128::from(size) * u128::from(number) / u128::from(of.max(1));
    u64::try_from(byte).unwrap_or(size).min(size)
}

/// The places where a statement of N-Triples or N-Quads has ended, each the first at or after one of these bytes, in order.
///
/// There a document of lines can be cut, into files or for several readers, and all lines mean what they mean in it. A
/// [`DocumentRange`] has such places, too, with what a reader in the middle of the document has to know.
///
/// ```
/// use std::io::Cursor;
/// use turtle_peg::index::line_ends;
/// use turtle_peg::{Dialect, Parser};
///
/// let mut file = Cursor::new("<x:s> <x:p> <x:a> .\n<x:s> <x:p> <x:b> .\n");
/// let ends = line_ends(&Parser::new(Dialect::NTriples12), &mut file, [5, 30].into_iter())?;
/// assert_eq!(ends, [20, 40]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The file cannot be read.
pub fn line_ends(
    parser: &Parser,
    file: &mut (impl Read + Seek),
    bytes: impl Iterator<Item = u64>,
) -> io::Result<Vec<u64>> {
    file.rewind()?;
    let mut place = LineCount::default();
    bytes
        .map(|byte| Ok(place.statement_end_from(parser, file, byte)?.0))
        .collect()
}

/// How far the lines of a file were counted.
#[derive(Default)]
struct LineCount {
    byte: u64,
    /// How many lines have ended.
    lines: u64,
    /// Whether the byte before is a CR.
    after_cr: bool,
    /// The line at hand, up to here.
    line: Vec<u8>,
    /// The latest line that has ended and was not empty.
    ended: Vec<u8>,
    /// The bytes that were read, and not counted yet.
    buffer: Vec<u8>,
}

impl LineCount {
    /// The first byte, this one or one after it, where a statement that conforms has ended with all line ends after it, and the
    /// number of lines before; the end of the file, if none does. Reads on from where it was.
    ///
    /// After a statement at fault, what a line means may depend on the lines before it: no part begins there.
    fn statement_end_from(
        &mut self,
        parser: &Parser,
        file: &mut impl Read,
        byte: u64,
    ) -> io::Result<(u64, u64)> {
        loop {
            if self.buffer.is_empty() {
                self.buffer.resize(64 * 1024, 0);
                let count = file.read(&mut self.buffer)?;
                self.buffer.truncate(count);
            }
            let Some(&next) = self.buffer.first() else {
                break;
            };
            let before = byte.saturating_sub(self.byte);
            let is_end =
                || self.line.is_empty() && !is_line_end(next) && is_statement(parser, &self.ended);
            if before == 0 && (self.byte == 0 || is_end()) {
                break;
            }
            let line = || memchr::memchr2(b'\n', b'\r', &self.buffer).map(|end| end + 1);
            let bytes = match before {
                0 => line(),
                _ => usize::try_from(before).ok(),
            };
            self.pass(bytes.unwrap_or(usize::MAX));
        }
        Ok((self.byte, self.lines))
    }

    /// Counts this number of the bytes that were read, if there are so many.
    fn pass(&mut self, bytes: usize) {
        let bytes = bytes.min(self.buffer.len());
        let passed = &self.buffer[..bytes];
        let mut start = 0;
        // The latest line that is not empty, and has ended here.
        let mut ended = None;
        for end in memchr::memchr2_iter(b'\n', b'\r', passed) {
            let is_second = passed[end] == b'\n'
                && (end.checked_sub(1)).map_or(self.after_cr, |before| passed[before] == b'\r');
            self.lines += u64::from(!is_second);
            if end > start || (start == 0 && !self.line.is_empty()) {
                ended = Some(start..end);
            }
            start = end + 1;
        }
        if let Some(ended) = ended {
            self.ended.clear();
            if ended.start == 0 {
                self.ended.append(&mut self.line);
            }
            self.ended.extend_from_slice(&passed[ended]);
        }
        if start > 0 {
            self.line.clear();
        }
        self.line.extend_from_slice(&passed[start..]);
        self.byte += bytes as u64;
        self.after_cr = passed.ends_with(b"\r");
        self.buffer.drain(..bytes);
    }
}

/// Whether a line is a statement that conforms, and not only a comment.
fn is_statement(parser: &Parser, line: &[u8]) -> bool {
    let mut line = parser.parse_slice(line);
    let first = line.check_statement();
    matches!(first, Some(Ok(()))) && line.check_statement().is_none()
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

impl CheckpointIndex {
    /// How many bytes there are from one checkpoint to the next, at least, unless one says otherwise: 1 MiB.
    pub const EVERY: u64 = 1024 * 1024;

    const MAGIC: &[u8] = b"pegs\xFF";
    const VERSION: u8 = 1;

    /// The file beside a document that its index is kept in: the document's name, and `.checkpoints`.
    pub fn path(document: &Path) -> PathBuf {
        let mut path = OsString::from(document);
        path.push(".checkpoints");
        path.into()
    }

    /// Finds the [checkpoints](Parser::checkpoints) of a document by several threads, and reads it once more for their
    /// hashes.
    ///
    /// # Errors
    ///
    /// The document cannot be read, or does not conform, unless the parser [goes on](Parser::with_recovery) after faults; or it
    /// was changed meanwhile.
    pub fn of_document(
        parser: &Parser,
        file: &mut (impl Read + Seek),
        threads: NonZeroUsize,
        every: u64,
    ) -> Result<Self, IndexError> {
        file.rewind()?;
        let checkpoints = parser.checkpoints(&mut *file, threads, every)?;
        let size = file.stream_position()?;
        file.rewind()?;
        let mut ranges = Vec::with_capacity(checkpoints.len());
        let mut checkpoints = checkpoints.into_iter().peekable();
        while let Some(from) = checkpoints.next() {
            let end = checkpoints.peek().map_or(size, |next| next.position.byte);
            let sha256 = hash(file, end - from.position.byte)?;
            ranges.push(IndexedRange { from, sha256 });
        }
        Ok(Self { size, ranges })
    }

    /// How many bytes the document has.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The checkpoints, in order, each with the SHA-256 of the bytes up to the next one; the first is the beginning of the document.
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = (&Checkpoint, [u8; 32])> {
        self.ranges.iter().map(|range| (&range.from, range.sha256))
    }

    /// Part `number` of `of` parts that have about as many bytes each, counted from 1; `None` if it has no statement, since there
    /// are fewer checkpoints.
    pub fn part(&self, number: u64, of: u64) -> Option<DocumentRange> {
        let [start, end] = [number.checked_sub(1)?, number].map(|it| border(self.size, it, of));
        let byte = |range: &IndexedRange| range.from.position.byte;
        let from = self.ranges.iter().position(|range| byte(range) >= start)?;
        let next = self.ranges[from..].iter().find(|range| byte(range) >= end);
        let until = match number < of {
            true => next.map_or(u64::MAX, byte),
            false => u64::MAX,
        };
        let from = self.ranges[from].from.clone();
        (from.position.byte < until.min(self.size.max(1))).then_some(DocumentRange { from, until })
    }

    /// Makes sure that a file has the size and, in this range, the bytes of the index, and leaves it where the range begins.
    ///
    /// # Errors
    ///
    /// [`IndexError::Changed`], or the file cannot be read.
    pub fn open(
        &self,
        range: &DocumentRange,
        file: &mut (impl Read + Seek),
    ) -> Result<(), IndexError> {
        let start = range.from.position.byte;
        let is_size = file.seek(SeekFrom::End(0))? == self.size;
        file.seek(SeekFrom::Start(start))?;
        let ends = self.ranges.iter().skip(1).map(|it| it.from.position.byte);
        for (indexed, end) in self.ranges.iter().zip(ends.chain([self.size])) {
            let byte = indexed.from.position.byte;
            let is_in = start <= byte && byte < range.until;
            if !is_size || is_in && hash(file, end - byte)? != indexed.sha256 {
                return Err(IndexError::Changed);
            }
        }
        file.seek(SeekFrom::Start(start))?;
        Ok(())
    }

    /// The index as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut fields = FieldWriter::new(Self::MAGIC, Self::VERSION);
        fields.number(self.size);
        fields.number(self.ranges.len() as u64);
        for IndexedRange { from, sha256 } in &self.ranges {
            fields.bytes(&from.to_bytes());
            fields.bytes(sha256);
        }
        fields.finish()
    }

    /// The index that [`to_bytes`](Self::to_bytes) made these bytes of.
    ///
    /// # Errors
    ///
    /// [`IndexError::Checkpoint`]: the bytes are no index, or one of another version of the format, or a damaged one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, IndexError> {
        let mut fields = FieldReader::new(bytes, Self::MAGIC, Self::VERSION)?;
        let damaged = CheckpointError::Damaged;
        let size = fields.number().ok_or(damaged.clone())?;
        let mut ranges = Vec::new();
        for _ in 0..fields.number().ok_or(damaged.clone())? {
            let from = Checkpoint::from_bytes(fields.bytes().ok_or(damaged.clone())?)?;
            let sha256 = fields.bytes().and_then(|bytes| bytes.try_into().ok());
            let sha256 = sha256.ok_or(damaged.clone())?;
            ranges.push(IndexedRange { from, sha256 });
        }
        let bytes = ranges.iter().map(|range| range.from.position.byte);
        let is_possible = bytes.clone().is_sorted() && bytes.last().is_some_and(|it| it <= size);
        match fields.is_over() && is_possible {
            true => Ok(Self { size, ranges }),
            false => Err(damaged.into()),
        }
    }
}

/// The SHA-256 of this number of bytes.
fn hash(file: &mut impl Read, bytes: u64) -> Result<[u8; 32], IndexError> {
    let mut hash = Sha256::new();
    let mut left = bytes;
    let mut buffer = vec![0; 64 * 1024];
    while left > 0 {
        let wanted = usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
        match file.read(&mut buffer[..wanted]) {
            Ok(0) => return Err(IndexError::Changed),
            Ok(count) => {
                hash.update(&buffer[..count]);
                left -= count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(hash.finalize().into())
}

#[cfg(feature = "dialects")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use std::io::Cursor;

    /// The triples and the faults of each part, with their places.
    fn parts(parser: &Parser, text: &str, of: u64, index: Option<&CheckpointIndex>) -> Vec<String> {
        let mut seen = Vec::new();
        let mut file = Cursor::new(text);
        for number in 1..=of {
            let range = match index {
                None => Some(DocumentRange::of_lines(parser, &mut file, number, of).unwrap()),
                Some(index) => index.part(number, of),
            };
            let Some(range) = range else { continue };
            match index {
                None => file.set_position(range.from.position().byte),
                Some(index) => index.open(&range, &mut file).unwrap(),
            }
            let document = parser.resume(&range.from, &mut file).unwrap();
            seen.extend(places(document.until(range.until)));
        }
        seen
    }

    fn places(mut document: crate::Document<impl crate::input::Input>) -> Vec<String> {
        let mut seen = Vec::new();
        while let Some(result) = document.next_statement(|quad, places| {
            seen.push(format!("{} {quad}", places.position(places.statement)));
        }) {
            seen.extend(result.err().map(|fault| fault.to_string()));
        }
        seen
    }

    #[test]
    fn parts_of_lines_are_the_document_with_its_places() {
        let parser = Parser::new(Dialect::NTriples12)
            .with_labels_as_written()
            .with_recovery();
        for end in [
            "\n",
            "\r\n",
            "\r",
            "\n\n",
            "\r\n\r\n",
            " # é\n",
            "\n# c\n \n",
            "\n \n\n#\r\n",
        ] {
            for fault in [
                None,
                Some("x:o ."),
                Some("<x:s> <x:p> x:o ."),
                Some("<x:s> <x:p> 'o' ."),
                Some("<x:s> <x:p>"),
                Some("<x:s> <x:p> \"o"),
                Some("<x:s> <x:p> \"\n\" ."),
                Some("<s> <x:p> <x:o> ."),
            ] {
                let lines = (0..40).map(|number| match fault {
                    Some(fault) if number % 3 == 1 => format!("{fault}{end}"),
                    _ => format!("<x:s> <x:p> \"é{number}\" .{end}"),
                });
                let text = "\u{FEFF}# c\n".to_owned() + &lines.collect::<String>();
                let all = places(parser.parse_str(&text));
                assert!(all.len() >= 40, "{all:?}");
                // More parts than bytes take long: only documents without faults are read in so many.
                let many = fault.is_none().then_some(text.len() as u64 + 5);
                for of in [1, 2, 3, 7, 40, 41, 200].into_iter().chain(many) {
                    let found = parts(&parser, &text, of, None);
                    assert_eq!(found, all, "{end:?} {fault:?} {of}");
                }
            }
        }
    }

    #[test]
    fn parts_of_an_index_are_the_document_with_its_places() {
        let parser = Parser::new(Dialect::TriG12).with_labels_as_written();
        let text = "@prefix : <x:> . :g { [] :p 1 .\n [] :p 2 . }\n".repeat(100);
        let all = places(parser.parse_str(&text));
        for every in [1, 500, 100_000] {
            let mut file = Cursor::new(&text);
            let index = CheckpointIndex::of_document(&parser, &mut file, NonZeroUsize::MIN, every);
            let index = index.unwrap();
            assert_eq!(
                CheckpointIndex::from_bytes(&index.to_bytes()).unwrap(),
                index
            );
            for of in [1, 2, 3, 50, 5000] {
                assert_eq!(parts(&parser, &text, of, Some(&index)), all, "{every} {of}");
            }
        }
    }

    #[test]
    fn a_document_that_was_changed_is_noticed() {
        let parser = Parser::new(Dialect::Turtle12).with_labels_as_written();
        let text = "[] <x:p> 1 .\n".repeat(100);
        let mut file = Cursor::new(&text);
        let index = CheckpointIndex::of_document(&parser, &mut file, NonZeroUsize::MIN, 300);
        let index = index.unwrap();
        let changed = text.replacen('1', "2", 1);
        let longer = format!("{text}#");
        let is_fine = |number, text: &str| {
            let range = index.part(number, 2).unwrap();
            index.open(&range, &mut Cursor::new(text)).is_ok()
        };
        assert!(is_fine(1, &text) && is_fine(2, &text));
        assert!(!is_fine(1, &changed) && is_fine(2, &changed));
        assert!(!is_fine(1, &longer) && !is_fine(2, &longer));
        let mut bytes = index.to_bytes();
        bytes[20] ^= 1;
        assert!(CheckpointIndex::from_bytes(&bytes).is_err());
    }
}
