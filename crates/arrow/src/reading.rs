//! From columns back to quads.

use crate::schema::{ObjectKind, VERSION, VERSION_KEY};
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int32Type, UInt8Type};
use arrow_array::{Array, RecordBatch, StringArray};
use oxrdf::{
    BaseDirection, BlankNode, GraphName, Literal, NamedNode, NamedOrBlankNode, Quad, Term,
};
use std::fmt;

/// Why a batch has no quads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotQuads {
    /// Its schema says that it is of another version.
    Schema,
    /// A column is missing, or of another type.
    Column(&'static str),
    /// A row has no quad.
    Row(usize),
}

impl fmt::Display for NotQuads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema => write!(f, "the schema is of another version than {VERSION}"),
            Self::Column(name) => write!(f, "the column `{name}` is missing, or of another type"),
            Self::Row(row) => write!(f, "row {row} has no quad"),
        }
    }
}

impl std::error::Error for NotQuads {}

/// A column of texts, with or without a dictionary.
enum TextColumn<'b> {
    Plain(&'b StringArray),
    Dictionary(&'b arrow_array::DictionaryArray<Int32Type>, &'b StringArray),
}

impl<'b> TextColumn<'b> {
    fn named(batch: &'b RecordBatch, name: &'static str) -> Result<Self, NotQuads> {
        let column = batch.column_by_name(name).ok_or(NotQuads::Column(name))?;
        if let Some(texts) = column.as_string_opt() {
            return Ok(Self::Plain(texts));
        }
        let dictionary = column.as_dictionary_opt::<Int32Type>();
        let dictionary = dictionary.ok_or(NotQuads::Column(name))?;
        let values = dictionary.values().as_string_opt();
        Ok(Self::Dictionary(
            dictionary,
            values.ok_or(NotQuads::Column(name))?,
        ))
    }

    fn get(&self, row: usize) -> Option<&'b str> {
        match *self {
            Self::Plain(texts) => texts.is_valid(row).then(|| texts.value(row)),
            Self::Dictionary(dictionary, values) => {
                let key = dictionary
                    .keys()
                    .is_valid(row)
                    .then(|| dictionary.keys().value(row))?;
                let key = usize::try_from(key).ok()?;
                (key < values.len()).then(|| values.value(key))
            }
        }
    }
}

/// The quads of a batch whose schema is this crate's. A schema without metadata, as some readers of files give, is taken for one.
///
/// `read` makes a triple term of its text: this crate parses nothing.
///
/// # Errors
///
/// The schema is another one, or a row is none that [`QuadColumns`](crate::QuadColumns) makes.
pub fn quads_of(
    batch: &RecordBatch,
    read: impl Fn(&str) -> Option<Term>,
) -> Result<Vec<Quad>, NotQuads> {
    let version = batch
        .schema_ref()
        .metadata()
        .get(VERSION_KEY)
        .map(String::as_str);
    if version.is_some_and(|version| version != VERSION) {
        return Err(NotQuads::Schema);
    }
    let text = |name| TextColumn::named(batch, name);
    let (subject, predicate, object) = (text("subject")?, text("predicate")?, text("object")?);
    let (datatype, language) = (text("datatype")?, text("language")?);
    let (direction, graph) = (text("direction")?, text("graph")?);
    let kinds = batch.column_by_name("object_kind");
    let kinds = kinds.and_then(|kinds| kinds.as_primitive_opt::<UInt8Type>());
    let kinds = kinds.ok_or(NotQuads::Column("object_kind"))?;
    let quad = |row: usize| {
        let lexical = object.get(row)?;
        let object = match ObjectKind::of(kinds.value(row))? {
            ObjectKind::Iri => NamedNode::new_unchecked(lexical).into(),
            ObjectKind::BlankNode => BlankNode::new_unchecked(lexical.strip_prefix("_:")?).into(),
            ObjectKind::Triple => read(lexical)?,
            ObjectKind::Literal => {
                let datatype = NamedNode::new_unchecked(datatype.get(row)?);
                match (language.get(row), direction.get(row)) {
                    (None, None) => Literal::new_typed_literal(lexical, datatype).into(),
                    (Some(tag), None) => {
                        Literal::new_language_tagged_literal_unchecked(lexical, tag).into()
                    }
                    (Some(tag), Some(direction)) => {
                        let direction = match direction {
                            "ltr" => BaseDirection::Ltr,
                            "rtl" => BaseDirection::Rtl,
                            _ => return None,
                        };
                        Literal::new_directional_language_tagged_literal_unchecked(
                            lexical, tag, direction,
                        )
                        .into()
                    }
                    (None, Some(_)) => return None,
                }
            }
        };
        let graph = match graph.get(row) {
            None => GraphName::DefaultGraph,
            Some(name) => node(name).into(),
        };
        let predicate = NamedNode::new_unchecked(predicate.get(row)?);
        Some(Quad::new(node(subject.get(row)?), predicate, object, graph))
    };
    (0..batch.num_rows())
        .map(|row| quad(row).ok_or(NotQuads::Row(row)))
        .collect()
}

fn node(text: &str) -> NamedOrBlankNode {
    match text.strip_prefix("_:") {
        Some(label) => BlankNode::new_unchecked(label).into(),
        None => NamedNode::new_unchecked(text).into(),
    }
}
