//! Quads as columns of [Apache Arrow](https://arrow.apache.org).
//!
//! [`QuadColumns`] takes borrowed quads, and gives batches of rows. Version 1 of the schema, which its metadata name under
//! [`VERSION_KEY`]:
//!
//! | column | type | contents |
//! |---|---|---|
//! | `subject` | utf8 | an IRI, or `_:` and a blank node label |
//! | `predicate` | dictionary of int32 and utf8 | an IRI |
//! | `object` | utf8 | an IRI; `_:` and a label; the lexical form of a literal; or a triple term in canonical N-Triples, but for the case of language tags |
//! | `object_kind` | uint8 | which of these: 0, 1, 2 or 3, see [`ObjectKind`] |
//! | `datatype` | dictionary, nullable | of a literal, `xsd:string` too: its IRI |
//! | `language` | dictionary, nullable | of a literal with a language: its tag |
//! | `direction` | dictionary, nullable | of a literal with a base direction: `ltr` or `rtl` |
//! | `graph` | dictionary, nullable | the name of the graph, as a subject; null in the default graph |
//! | `line` | uint64, on demand | the line of the subject, from 1 |
//! | `statement` | uint64, on demand | the number of the statement, from 0 |
//!
//! An IRI of RDF has no blank before its scheme and begins with a letter, so `_:` tells blank nodes from IRIs. Columns without
//! dictionaries ([`ColumnEncoding::Plain`]) have utf8 in their place.
//!
//! ```
//! use oxrdf::{NamedNodeRef, QuadRef, GraphNameRef};
//! use turtle_peg_arrow::{ColumnOptions, QuadColumns, RowPlace, quads_of};
//!
//! let node = NamedNodeRef::new("http://example.org/a")?;
//! let quad = QuadRef::new(node, node, node, GraphNameRef::DefaultGraph);
//! let mut columns = QuadColumns::new(ColumnOptions::default());
//! columns.push(quad, RowPlace::default())?;
//! columns.end_statement();
//! let batch = columns.finish().unwrap();
//! assert_eq!(batch.num_rows(), 1);
//! assert_eq!(quads_of(&batch, |_| None)?, [quad.into_owned()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod columns;
mod dictionary;
#[cfg(feature = "files")]
mod files;
mod reading;
mod schema;

pub use arrow_array::RecordBatch;
pub use arrow_schema::SchemaRef;
pub use columns::{QuadColumns, RowPlace, ValueTooLong};
#[cfg(feature = "files")]
pub use files::{ColumnFile, ColumnFileError, ColumnFileFormat};
pub use reading::{NotQuads, quads_of};
pub use schema::{ColumnEncoding, ColumnOptions, ObjectKind, VERSION, VERSION_KEY};
