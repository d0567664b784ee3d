//! A place between two statements, with all that the rest of the document depends on.
//!
//! Invariant: who reads on from a checkpoint gets the quads, labels, places and errors of one who read all before it.

use crate::engine::Scope;
use crate::fields::{CHECKPOINT_VERSION, CheckpointError, FieldReader, FieldWriter};
use crate::setting::{self, SettingError};
use crate::translate::{Base, DocumentState};
use crate::{Dialect, Position};
use oxrdf::{BlankNode, GraphName, NamedNode};

/// A place in a document from which [`Parser::resume`](crate::Parser::resume) reads the rest, without the text before it.
///
/// [`Document::checkpoint`](crate::Document::checkpoint) makes one, or [`Parser::checkpoints`](crate::Parser::checkpoints) many. It has the place, in bytes,
/// lines and columns; the base IRI, the prefixes, and the version that hold there; in TriG the graph that is open; and how
/// blank nodes are labelled: the [prefix](crate::Parser::with_blank_node_prefix) of labels, how many labels were generated, and the
/// generated ones that stand for written labels which N-Triples cannot write. Other written labels are not kept: whether one
/// is changed depends on its own characters alone, so it never collides with a generated one.
///
/// The checkpoint has the base IRI, the prefixes and the prefix of labels that its parser was given before the document;
/// settings of these in the parser that resumes do not count. Its limits, its engine, and whether it is lenient do.
///
/// ```
/// use turtle_peg::{Checkpoint, Dialect, Parser};
///
/// let text = "PREFIX : <http://example.org/> [] :p 1 .\n[] :p 2 .";
/// let parser = Parser::new(Dialect::Turtle12).with_blank_node_prefix("")?;
/// let mut document = parser.parse_str(text).until(40);
/// document.check()?;
/// let bytes = document.checkpoint().unwrap().to_bytes();
///
/// // Later, or elsewhere.
/// let checkpoint = Checkpoint::from_bytes(&bytes)?;
/// let rest = &text[checkpoint.position().byte as usize..];
/// let mut triples = parser.resume(&checkpoint, rest.as_bytes())?.triples();
/// assert!(triples.next().unwrap()?.to_string().starts_with("_:anon2 <http://example.org/p>"));
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

impl Checkpoint {
    /// The first bytes of a checkpoint that is written.
    const MAGIC: &[u8] = b"peg\xFF";

    /// A place outside of graphs where this state holds.
    pub(crate) fn between_graphs(
        dialect: Dialect,
        position: Position,
        state: DocumentState,
    ) -> Self {
        Self {
            dialect,
            position,
            line: String::new(),
            scope: Scope::Outside,
            opened: None,
            state,
            graph: Some(GraphName::DefaultGraph),
        }
    }

    /// The place: where the statement before it ends, and the white space before the next one begins.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The dialect of the document.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The checkpoint of the same document, read with another [prefix](crate::Parser::with_blank_node_prefix) of blank node labels.
    ///
    /// # Errors
    ///
    /// No label begins so.
    pub fn with_blank_node_prefix(
        mut self,
        prefix: impl Into<String>,
    ) -> Result<Self, SettingError> {
        let prefix = setting::blank_node_prefix(self.dialect, prefix.into())?;
        if let Some(GraphName::BlankNode(name)) = &self.graph {
            let label = name.as_str().strip_prefix(&self.state.labels.prefix);
            let label = format!("{prefix}{}", label.unwrap_or(name.as_str()));
            self.graph = Some(BlankNode::new_unchecked(label).into());
        }
        self.state.labels.prefix = prefix;
        Ok(self)
    }

    /// The prefix of all labels of blank nodes: the [prefix](crate::Parser::with_blank_node_prefix) that was chosen, or the
    /// document's own.
    pub fn blank_node_prefix(&self) -> &str {
        &self.state.labels.prefix
    }

    /// How many labels were generated before it: [`Parser::with_labels_after`](crate::Parser::with_labels_after) counts on from there.
    pub fn generated_labels(&self) -> u64 {
        self.state.labels.generated()
    }

    /// Whether generated labels stand for written ones that N-Triples cannot write. Which do, only this checkpoint knows: a text
    /// cannot tell.
    pub fn has_unwritable_labels(&self) -> bool {
        self.state.labels.has_unwritable()
    }

    /// The base IRI that holds there.
    pub fn base_iri(&self) -> Option<&str> {
        self.state.base.as_ref().map(Base::as_str)
    }

    /// The prefixes that hold there, without their colons, each with its namespace.
    pub fn prefixes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.state.namespaces.iter()
    }

    /// Whether it is between the braces of a graph.
    pub fn is_in_graph(&self) -> bool {
        self.scope == Scope::InGraph
    }

    /// Moves it to where its place is after a change of the document before it: by so many bytes and lines. Where its graph was opened
    /// moves, too, if that was at `byte`, where the changed text ended, or after it. The change is not on the line of a place that moves.
    pub fn shift(&mut self, byte: u64, more_bytes: i64, more_lines: i64) {
        let places = [Some(&mut self.position), self.opened.as_mut()];
        for place in places.into_iter().flatten().filter(|it| it.byte >= byte) {
            place.byte = place.byte.wrapping_add_signed(more_bytes);
            place.line = place.line.wrapping_add_signed(more_lines);
        }
    }

    /// The checkpoint, if so many more labels are generated before it, or fewer; `None` if it remembers some of them.
    pub fn renumbered(&self, more: i64) -> Option<Self> {
        let is_blank = matches!(self.graph, Some(GraphName::BlankNode(_)));
        if more != 0 && (is_blank || self.has_unwritable_labels()) {
            return None;
        }
        let mut renumbered = self.clone();
        let labels = &mut renumbered.state.labels;
        labels.set_generated(labels.generated().wrapping_add_signed(more));
        Some(renumbered)
    }

    /// About how many bytes its texts take, which is the cost of a copy.
    pub fn size(&self) -> usize {
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
        let mut bytes = FieldWriter::new(Self::MAGIC, CHECKPOINT_VERSION);
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
        let fields = FieldReader::new(bytes, Self::MAGIC, CHECKPOINT_VERSION)?;
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

#[cfg(feature = "dialects")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parser;

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
    fn another_prefix_is_that_of_all_labels_after_it() {
        let text = "_:g { [] <x:p> _:b .\n [] <x:p> _:b . } _:g { _:c <x:p> [] }";
        let at = |prefix| {
            let parser = Parser::new(Dialect::TriG12);
            let parser = parser.with_blank_node_prefix(prefix).unwrap();
            let mut document = parser.parse_str(text).until(20);
            document.check().unwrap();
            document.checkpoint().unwrap()
        };
        let other = at("a-").with_blank_node_prefix("b-").unwrap();
        assert_eq!(other.scope, Scope::InGraph);
        assert_eq!(other, at("b-"));
        assert_eq!(at("").with_blank_node_prefix("b-").unwrap(), at("b-"));
        assert!(other.with_blank_node_prefix("-").is_err());
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
        assert!(parser.checkpoint_at_line(0, 0).is_err());
    }

    #[test]
    fn there_is_none_within_a_statement_after_a_fault_and_at_the_end() {
        let parser = Parser::new(Dialect::Turtle12)
            .with_window(10)
            .with_recovery();
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
