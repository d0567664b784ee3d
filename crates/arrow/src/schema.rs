//! The schema.

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::collections::HashMap;
use std::sync::Arc;

/// The key of the schema's metadata under which its version is.
pub const VERSION_KEY: &str = "turtle-peg.schema";

/// The version of the schema.
pub const VERSION: &str = "1";

/// The kind of an object: the number in the column `object_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ObjectKind {
    /// An IRI.
    Iri = 0,
    /// A blank node.
    BlankNode = 1,
    /// A literal.
    Literal = 2,
    /// A triple term of RDF 1.2.
    Triple = 3,
}

impl ObjectKind {
    /// The kind of this number.
    pub fn of(number: u8) -> Option<Self> {
        let kinds = [Self::Iri, Self::BlankNode, Self::Literal, Self::Triple];
        kinds.get(usize::from(number)).copied()
    }
}

/// How columns of few different values are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnEncoding {
    /// Each value once, in a dictionary.
    #[default]
    Dictionary,
    /// Each value in each row: for readers that take no dictionaries, as Spark.
    Plain,
}

/// Which columns there are, and how they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnOptions {
    /// How columns of few values are kept.
    pub encoding: ColumnEncoding,
    /// Whether there is a column of lines.
    pub line: bool,
    /// Whether there is a column of the statements' numbers.
    pub statement: bool,
    /// How many rows a batch has at most.
    pub rows: usize,
}

impl Default for ColumnOptions {
    fn default() -> Self {
        Self {
            encoding: ColumnEncoding::default(),
            line: false,
            statement: false,
            rows: 64 * 1024,
        }
    }
}

impl ColumnOptions {
    /// The schema of the batches.
    pub fn schema(self) -> SchemaRef {
        let few = match self.encoding {
            ColumnEncoding::Plain => DataType::Utf8,
            ColumnEncoding::Dictionary => {
                DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
            }
        };
        let few = |name, is_nullable| Field::new(name, few.clone(), is_nullable);
        let mut fields = vec![
            Field::new("subject", DataType::Utf8, false),
            few("predicate", false),
            Field::new("object", DataType::Utf8, false),
            Field::new("object_kind", DataType::UInt8, false),
            few("datatype", true),
            few("language", true),
            few("direction", true),
            few("graph", true),
        ];
        let numbers = [("line", self.line), ("statement", self.statement)];
        let numbers = numbers.into_iter().filter(|(_, is_there)| *is_there);
        fields.extend(numbers.map(|(name, _)| Field::new(name, DataType::UInt64, false)));
        let version = [(VERSION_KEY.to_owned(), VERSION.to_owned())];
        Arc::new(Schema::new(fields).with_metadata(HashMap::from(version)))
    }
}
