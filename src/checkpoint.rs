//! A place between two statements, with all that the rest of the document depends on.
//!
//! Invariant: who reads on from a checkpoint gets the quads, labels, places and errors of one who read all before it.

use crate::engine::Scope;
use crate::translate::DocumentState;
use crate::{Dialect, Parser, Position};
use oxrdf::{BlankNode, GraphName, NamedNode};
use std::fmt;

/// A place in a document from which [`Parser::resume`] reads the rest, without the text before it.
///
/// [`Document::checkpoint`](crate::Document::checkpoint) makes one, or [`Parser::checkpoints`] many. It has the place, in bytes,
/// lines and columns; the base IRI, the prefixes, and the version that hold there; in TriG the graph that is open; and how
/// blank nodes are labelled: the [prefix](Parser::with_blank_node_prefix) of labels, how many labels were generated, and the
/// generated ones that stand for written labels which N-Triples cannot write. Other written labels are not kept: whether one
/// is changed depends on its own characters alone, so it never collides with a generated one.
///
/// What a parser is told of the document before it begins (base IRI, prefixes, prefix of labels) is in the checkpoint, and
/// those of the parser that resumes do not count. Its limits, its engine, and whether it is lenient do.
///
/// ```
/// use turtle_peg::{Checkpoint, Dialect, Parser};
///
/// let text = "PREFIX : <http://example.org/> [] :p 1 .\n[] :p 2 .";
/// let parser = Parser::new(Dialect::Turtle12);
/// let mut document = parser.parse_str(text);
/// while document.check_statement().unwrap().is_ok() && document.position().line < 2 {
///     let checkpoint = document.checkpoint().unwrap();
///     let bytes = checkpoint.to_bytes();
///     assert_eq!(Checkpoint::from_bytes(&bytes)?, checkpoint);
/// }
/// # let checkpoint = { let mut d = parser.parse_str(text); d.check_statement(); d.check_statement(); d.checkpoint().unwrap() };
/// let rest = &text[checkpoint.position().byte as usize..];
/// let triples = parser.resume(&checkpoint, rest.as_bytes())?.triples().collect::<Result<Vec<_>, _>>()?;
/// assert!(triples[0].to_string().starts_with("_:anon2 <http://example.org/p>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    pub(crate) dialect: Dialect,
    pub(crate) position: Position,
    pub(crate) scope: Scope,
    /// The text before the place on its line, as far as errors show it.
    pub(crate) line: String,
    /// Where the graph was opened that the place is in.
    pub(crate) opened: Option<Position>,
    pub(crate) state: DocumentState,
    /// The graph that triples are in; `None` if its name is at fault.
    pub(crate) graph: Option<GraphName>,
}

/// Why a checkpoint cannot be had from bytes, or not be resumed from.
///
/// ```
/// use turtle_peg::{Checkpoint, CheckpointError};
///
/// assert_eq!(Checkpoint::from_bytes(b"a file of another kind"), Err(CheckpointError::Foreign));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes are no checkpoint.
    Foreign,
    /// They are one of a version of the format that this library does not know.
    Version {
        /// The version they name.
        version: u8,
    },
    /// They are cut off, or were changed.
    Damaged,
    /// The checkpoint is one of a document in another dialect than the parser's.
    Dialect {
        /// The dialect of the document.
        dialect: Dialect,
        /// The dialect of the parser.
        parser: Dialect,
    },
    /// In this dialect no statement can be read without those before it: it is not line-based.
    NotLineBased {
        /// The dialect of the parser.
        dialect: Dialect,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no checkpoint of turtle-peg"),
            Self::Version { version } => write!(
                f,
                "the checkpoint has version {version} of the format; this program reads version {}",
                Checkpoint::VERSION
            ),
            Self::Damaged => f.write_str("the checkpoint is damaged: bytes are missing or changed"),
            Self::Dialect { dialect, parser } => write!(
                f,
                "the checkpoint is of a document in {dialect}, and the parser reads {parser}"
            ),
            Self::NotLineBased { dialect } => write!(
                f,
                "a line of {dialect} depends on those before it: only N-Triples and N-Quads can be read from any line"
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Checkpoint {
    /// What the bytes begin with.
    const MAGIC: &[u8] = b"peg\xFF";
    /// The version of the format.
    const VERSION: u8 = 1;

    /// Where a document begins that this parser reads.
    pub(crate) fn start(parser: &Parser) -> Self {
        Self::between_graphs(parser, Position::START)
    }

    /// A place outside of graphs before which nothing was declared.
    fn between_graphs(parser: &Parser, position: Position) -> Self {
        Self {
            dialect: parser.dialect(),
            position,
            line: String::new(),
            scope: Scope::Outside,
            opened: None,
            state: parser.state.clone(),
            graph: Some(GraphName::DefaultGraph),
        }
    }

    /// The beginning of a line of N-Triples or N-Quads, with the number of bytes and of lines before it: nothing else has to be
    /// known there, so it needs no pass over the document.
    ///
    /// `lines` only numbers the places to come; count the LF before `byte`, and each CR that no LF follows. A fault that goes on
    /// over several lines is another one to a reader that begins within it.
    ///
    /// ```
    /// use turtle_peg::{Checkpoint, Dialect, Parser};
    ///
    /// let text = "<x:s> <x:p> 'no' .\n<x:s> <x:p> \"yes\" .\n<x:s> <x:p> .\n";
    /// let parser = Parser::new(Dialect::NTriples12);
    /// let checkpoint = Checkpoint::at_line(&parser, 19, 1)?;
    /// let mut document = parser.resume(&checkpoint, &text.as_bytes()[19..])?;
    /// assert!(document.check_statement().unwrap().is_ok());
    /// let error = document.check_statement().unwrap().unwrap_err();
    /// assert_eq!(error.as_syntax().unwrap().position().line, 3);
    /// # Ok::<(), turtle_peg::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CheckpointError::NotLineBased`].
    pub fn at_line(parser: &Parser, byte: u64, lines: u64) -> Result<Self, CheckpointError> {
        let dialect = parser.dialect();
        if !dialect.is_line_based() {
            return Err(CheckpointError::NotLineBased { dialect });
        }
        Ok(Self::between_graphs(parser, Position::of_line(byte, lines)))
    }

    /// The place: where the statement before it ends, and the white space before the next one begins.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Makes sure that it is one of a document that this parser reads.
    pub(crate) fn check_dialect(&self, parser: &Parser) -> Result<(), CheckpointError> {
        let (dialect, parser) = (self.dialect, parser.dialect());
        match dialect == parser {
            true => Ok(()),
            false => Err(CheckpointError::Dialect { dialect, parser }),
        }
    }

    /// The dialect of the document.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// About how many bytes its texts take, which is the cost of a copy.
    pub(crate) fn size(&self) -> usize {
        let graph = match &self.graph {
            Some(GraphName::NamedNode(name)) => name.as_str().len(),
            Some(GraphName::BlankNode(name)) => name.as_str().len(),
            Some(GraphName::DefaultGraph) | None => 0,
        };
        self.line.len() + graph + self.state.bytes()
    }

    /// Whether it is so large that it has to be passed on instead of copied.
    pub(crate) fn is_large(&self) -> bool {
        const MOST: usize = 64 * 1024;
        self.size() > MOST
    }

    /// The checkpoint as bytes, for a file or another process. Equal checkpoints have equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FieldWriter::new(Self::MAGIC, Self::VERSION);
        bytes.text(self.dialect.name());
        bytes.position(self.position);
        bytes.byte(u8::from(self.scope == Scope::InGraph));
        bytes.text(&self.line);
        bytes.option(self.opened, FieldWriter::position);
        self.state.write_fields(&mut bytes);
        match &self.graph {
            None => bytes.byte(0),
            Some(GraphName::DefaultGraph) => bytes.byte(1),
            Some(GraphName::NamedNode(name)) => {
                bytes.byte(2);
                bytes.text(name.as_str());
            }
            Some(GraphName::BlankNode(name)) => {
                bytes.byte(3);
                bytes.text(name.as_str());
            }
        }
        bytes.finish()
    }

    /// The checkpoint that [`to_bytes`](Self::to_bytes) made these bytes of.
    ///
    /// A checksum finds bytes that were changed by accident; bytes that were forged are not found.
    ///
    /// # Errors
    ///
    /// The bytes are no checkpoint, or one of another version of the format, or a damaged one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let fields = FieldReader::new(bytes, Self::MAGIC, Self::VERSION)?;
        Self::from_fields(fields).ok_or(CheckpointError::Damaged)
    }

    /// `None` where the bytes are damaged.
    fn from_fields(mut fields: FieldReader<'_>) -> Option<Self> {
        let checkpoint = Self {
            dialect: fields.text()?.parse().ok()?,
            position: fields.position()?,
            scope: match fields.flag()? {
                true => Scope::InGraph,
                false => Scope::Outside,
            },
            line: fields.text()?,
            opened: fields.option(FieldReader::position)?,
            state: DocumentState::read_fields(&mut fields)?,
            graph: match fields.byte()? {
                0 => None,
                1 => Some(GraphName::DefaultGraph),
                2 => Some(NamedNode::new_unchecked(fields.text()?).into()),
                3 => Some(BlankNode::new_unchecked(fields.text()?).into()),
                _ => return None,
            },
        };
        let is_possible =
            checkpoint.scope == Scope::Outside || checkpoint.dialect.has_named_graphs();
        (is_possible && fields.is_over()).then_some(checkpoint)
    }
}

/// FNV-1a: it changes with each change of one byte.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Writes the fields of a checkpoint one after the other.
pub(crate) struct FieldWriter(Vec<u8>);

impl FieldWriter {
    pub(crate) fn new(magic: &[u8], version: u8) -> Self {
        Self([magic, &[version]].concat())
    }

    /// The bytes, with their checksum.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.number(sum);
        self.0
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    pub(crate) fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn position(&mut self, position: Position) {
        position
            .fields()
            .into_iter()
            .for_each(|number| self.number(number));
    }
}

/// Reads them again; `None` where they are not what is expected.
pub(crate) struct FieldReader<'b>(&'b [u8]);

impl<'b> FieldReader<'b> {
    /// The fields between what the bytes begin with and their checksum.
    pub(crate) fn new(bytes: &'b [u8], magic: &[u8], version: u8) -> Result<Self, CheckpointError> {
        match bytes.strip_prefix(magic) {
            None | Some([]) => Err(CheckpointError::Foreign),
            Some(&[other, ..]) if other != version => {
                Err(CheckpointError::Version { version: other })
            }
            Some([_, fields @ ..]) => match fields.split_last_chunk() {
                Some((fields, sum))
                    if checksum(&bytes[..bytes.len() - sum.len()]) == u64::from_le_bytes(*sum) =>
                {
                    Ok(Self(fields))
                }
                _ => Err(CheckpointError::Damaged),
            },
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// A number that is counted up, and never gets beyond the largest.
    pub(crate) fn number(&mut self) -> Option<u64> {
        const MOST: u64 = 1 << 62;
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*bytes)).filter(|&number| number < MOST)
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        Some(str::from_utf8(self.bytes()?).ok()?.to_owned())
    }

    pub(crate) fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    /// The outer `None` is for fields that are not what is expected.
    pub(crate) fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.flag()? {
            true => read(self).map(Some),
            false => Some(None),
        }
    }

    fn position(&mut self) -> Option<Position> {
        let mut fields = [0; Position::FIELDS];
        for field in &mut fields {
            *field = self.number()?;
        }
        Position::of_fields(fields)
    }
}

#[cfg(all(test, feature = "dialects"))]
mod tests {
    use super::*;

    /// One with all that a checkpoint can have.
    fn checkpoint() -> Checkpoint {
        let text = "@prefix : <x:> . @base <http://é/> . VERSION \"1.2\" _:anon1 :p [] . <g> { [] :p 'ö' .";
        let parser = Parser::new(Dialect::TriG12)
            .with_blank_node_prefix("d-")
            .unwrap();
        let mut document = parser.parse_str(text).until(text.len() as u64);
        document.check().unwrap();
        document.checkpoint().unwrap()
    }

    #[test]
    fn its_bytes_are_the_checkpoint() {
        let checkpoint = checkpoint();
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Ok(checkpoint));
        let again = Checkpoint::from_bytes(&bytes).unwrap();
        assert_eq!(again.to_bytes(), bytes);
    }

    #[test]
    fn damaged_bytes_are_found() {
        let bytes = checkpoint().to_bytes();
        for length in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..length]).is_err());
        }
        for index in 0..bytes.len() {
            for change in [1, 0x80, 0xFF] {
                let mut bytes = bytes.clone();
                bytes[index] ^= change;
                let expected = match index {
                    0..4 => CheckpointError::Foreign,
                    4 => CheckpointError::Version { version: bytes[4] },
                    _ => CheckpointError::Damaged,
                };
                assert_eq!(Checkpoint::from_bytes(&bytes), Err(expected));
            }
        }
    }

    #[test]
    fn a_checkpoint_is_for_its_dialect() {
        let parser = Parser::new(Dialect::Turtle12);
        let error = parser.resume(&checkpoint(), &b""[..]).unwrap_err();
        assert!(matches!(error, CheckpointError::Dialect { .. }), "{error}");
        assert!(Checkpoint::at_line(&parser, 0, 0).is_err());
    }

    #[test]
    fn there_is_none_within_a_statement_after_a_fault_and_at_the_end() {
        let parser = Parser::new(Dialect::Turtle12)
            .with_window(10)
            .continue_after_errors();
        let mut document =
            parser.parse_str("<x:s> <x:p> 1, 2, 3, 4 . <x:s> <x:p> . <x:s> <x:p> 1 .");
        let mut seen = vec![document.checkpoint().is_some()];
        let mut sink = |_: oxrdf::QuadRef<'_>, _: &crate::Provenance<'_>| ();
        while document.part(&mut sink, None).is_some() {
            seen.push(document.checkpoint().is_some());
        }
        seen.push(document.checkpoint().is_some());
        seen.dedup();
        assert_eq!(seen, [true, false, true, false, true, false]);
    }
}
