//! From quads to columns.

use crate::dictionary::FewValues;
use crate::schema::{ColumnOptions, ObjectKind};
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch, UInt8Array, UInt64Array};
use arrow_schema::SchemaRef;
use oxrdf::{
    BaseDirection, BlankNodeRef, GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef, TripleRef,
};
use std::collections::VecDeque;
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// Where a quad is in its document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowPlace {
    /// The line of its subject, from 1.
    pub line: u64,
    /// The number of its statement, from 0.
    pub statement: u64,
}

/// A term is so long that a column of Arrow has no place for it: more than 1 GiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueTooLong;

impl fmt::Display for ValueTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a term has more than 1 GiB, which a column has no place for")
    }
}

impl std::error::Error for ValueTooLong {}

/// Collects quads in columns, statement by statement: one that turns out to be at fault can be taken back.
///
/// Batches are made where a statement ends, with the [rows](ColumnOptions::rows) that they may have, or from 64 MiB on. Memory
/// follows those that nobody has taken yet, and the largest statement; of one with more than 512 MiB, only the rows after the latest
/// such amount can be taken back.
pub struct QuadColumns {
    options: ColumnOptions,
    schema: SchemaRef,
    subject: StringBuilder,
    predicate: FewValues,
    object: StringBuilder,
    object_kind: Vec<u8>,
    datatype: FewValues,
    language: FewValues,
    direction: FewValues,
    graph: FewValues,
    lines: Vec<u64>,
    statements: Vec<u64>,
    /// A blank node with `_:`, or a triple term.
    text: String,
    full: VecDeque<RecordBatch>,
    /// How many of the rows that are in no batch yet are those of statements that have ended.
    ended: usize,
}

/// Not the rows.
impl fmt::Debug for QuadColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QuadColumns")
            .field("options", &self.options)
            .field("rows", &self.object_kind.len())
            .field("full", &self.full.len())
            .finish_non_exhaustive()
    }
}

impl QuadColumns {
    /// Without rows.
    pub fn new(options: ColumnOptions) -> Self {
        let few = || FewValues::new(options.encoding);
        Self {
            options,
            schema: options.schema(),
            subject: StringBuilder::new(),
            predicate: few(),
            object: StringBuilder::new(),
            object_kind: Vec::new(),
            datatype: few(),
            language: few(),
            direction: few(),
            graph: few(),
            lines: Vec::new(),
            statements: Vec::new(),
            text: String::new(),
            full: VecDeque::new(),
            ended: 0,
        }
    }

    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// A term is too long; then the row is not added.
    #[inline]
    pub fn push(&mut self, quad: QuadRef<'_>, place: RowPlace) -> Result<(), ValueTooLong> {
        if is_too_long(quad) {
            return Err(ValueTooLong);
        }
        match quad.subject {
            NamedOrBlankNodeRef::NamedNode(node) => self.subject.append_value(node.as_str()),
            NamedOrBlankNodeRef::BlankNode(node) => {
                self.subject.append_value(labelled(&mut self.text, node));
            }
        }
        self.predicate.push(quad.predicate.as_str());
        self.push_object(quad.object);
        match quad.graph_name {
            GraphNameRef::NamedNode(node) => self.graph.push(node.as_str()),
            GraphNameRef::BlankNode(node) => self.graph.push(labelled(&mut self.text, node)),
            GraphNameRef::DefaultGraph => self.graph.push_null(),
        }
        if self.options.line {
            self.lines.push(place.line);
        }
        if self.options.statement {
            self.statements.push(place.statement);
        }
        if self.bytes() >= LARGEST {
            self.make_batches();
        }
        Ok(())
    }

    /// The rows since the last call are those of a statement that conforms.
    #[inline]
    pub fn end_statement(&mut self) {
        const BYTES: usize = 64 * 1024 * 1024;
        self.ended = self.object_kind.len();
        if self.ended >= self.options.rows || self.bytes() >= BYTES {
            self.make_batches();
        }
    }

    /// Takes the rows back since [`end_statement`](Self::end_statement).
    pub fn drop_statement(&mut self) {
        if self.ended < self.object_kind.len() {
            let ended = self.ended;
            let batch = self.take_batch();
            self.add_full(batch.slice(0, ended));
        }
    }

    #[inline]
    fn push_object(&mut self, object: TermRef<'_>) {
        let kind = match object {
            TermRef::NamedNode(node) => {
                self.object.append_value(node.as_str());
                ObjectKind::Iri
            }
            TermRef::BlankNode(node) => {
                self.object.append_value(labelled(&mut self.text, node));
                ObjectKind::BlankNode
            }
            TermRef::Literal(literal) => {
                self.object.append_value(literal.value());
                ObjectKind::Literal
            }
            TermRef::Triple(triple) => {
                self.object
                    .append_value(in_n_triples(&mut self.text, triple.as_ref()));
                ObjectKind::Triple
            }
        };
        self.object_kind.push(kind as u8);
        let TermRef::Literal(literal) = object else {
            self.datatype.push_null();
            self.language.push_null();
            self.direction.push_null();
            return;
        };
        self.datatype.push(literal.datatype().as_str());
        match literal.language() {
            Some(tag) => self.language.push(tag),
            None => self.language.push_null(),
        }
        match literal.direction() {
            Some(BaseDirection::Ltr) => self.direction.push("ltr"),
            Some(BaseDirection::Rtl) => self.direction.push("rtl"),
            None => self.direction.push_null(),
        }
    }

    /// How many bytes the rows have that are in no batch yet.
    fn bytes(&self) -> usize {
        self.subject.values_slice().len()
            + self.object.values_slice().len()
            + self.predicate.bytes()
            + self.datatype.bytes()
            + self.graph.bytes()
    }

    fn make_batches(&mut self) {
        let batch = self.take_batch();
        self.add_full(batch);
    }

    /// Adds a batch, in pieces if it has more rows than a batch may have.
    fn add_full(&mut self, batch: RecordBatch) {
        let rows = batch.num_rows();
        for start in (0..rows).step_by(self.options.rows.max(1)) {
            let length = self.options.rows.max(1).min(rows - start);
            self.full.push_back(batch.slice(start, length));
        }
    }

    /// The next batch that is full.
    pub fn next_full(&mut self) -> Option<RecordBatch> {
        self.full.pop_front()
    }

    /// The next batch, even if it is not full; `None` if there are no more rows.
    pub fn finish(&mut self) -> Option<RecordBatch> {
        if self.full.is_empty() {
            self.make_batches();
        }
        self.next_full()
    }

    fn take_batch(&mut self) -> RecordBatch {
        self.ended = 0;
        let kinds = UInt8Array::new(std::mem::take(&mut self.object_kind).into(), None);
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.subject.finish()),
            self.predicate.finish(),
            Arc::new(self.object.finish()),
            Arc::new(kinds),
            self.datatype.finish(),
            self.language.finish(),
            self.direction.finish(),
            self.graph.finish(),
        ];
        let numbers = [
            (self.options.line, &mut self.lines),
            (self.options.statement, &mut self.statements),
        ];
        for (is_there, numbers) in numbers {
            if is_there {
                columns.push(Arc::new(UInt64Array::new(
                    std::mem::take(numbers).into(),
                    None,
                )));
            }
        }
        RecordBatch::try_new(Arc::clone(&self.schema), columns).expect("each row is in each column")
    }
}

/// How many bytes make a batch within a statement.
const LARGEST: usize = 512 * 1024 * 1024;

/// The longest value, so that a batch which is not full yet has room for it.
const LONGEST: usize = 1 << 30;

fn is_too_long(quad: QuadRef<'_>) -> bool {
    let subject = match quad.subject {
        NamedOrBlankNodeRef::NamedNode(node) => node.as_str().len(),
        NamedOrBlankNodeRef::BlankNode(node) => node.as_str().len(),
    };
    let object = match quad.object {
        TermRef::NamedNode(node) => node.as_str().len(),
        TermRef::BlankNode(node) => node.as_str().len(),
        TermRef::Literal(literal) => literal.value().len() + literal.datatype().as_str().len(),
        TermRef::Triple(triple) => size_of_triple(triple.as_ref()),
    };
    let graph = match quad.graph_name {
        GraphNameRef::NamedNode(node) => node.as_str().len(),
        GraphNameRef::BlankNode(node) => node.as_str().len(),
        GraphNameRef::DefaultGraph => 0,
    };
    let predicate = quad.predicate.as_str().len();
    subject.max(object).max(graph).max(predicate) > LONGEST - "_:".len()
}

/// How many bytes a triple term has in N-Triples.
fn size_of_triple(triple: TripleRef<'_>) -> usize {
    struct Length(usize);
    impl fmt::Write for Length {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    let mut length = Length(0);
    // Counting does not fail.
    let _ = write!(length, "{triple}");
    length.0 + "<<(  )>>".len()
}

#[inline]
fn labelled<'t>(text: &'t mut String, node: BlankNodeRef<'_>) -> &'t str {
    text.clear();
    text.push_str("_:");
    text.push_str(node.as_str());
    text
}

fn in_n_triples<'t>(text: &'t mut String, triple: TripleRef<'_>) -> &'t str {
    text.clear();
    // Writing to memory does not fail.
    let _ = write!(text, "<<( {triple} )>>");
    text
}
