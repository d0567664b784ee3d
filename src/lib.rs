//! Parsers for Turtle, TriG, N-Triples and N-Quads, by the letter of their specifications.
//!
//! Each [`Dialect`] has a grammar that mirrors its specification's EBNF production by production (see
//! [`Dialect::grammar`]), and a parser generated from that grammar. Results are
//! [oxrdf](https://docs.rs/oxrdf)'s terms, so they go straight into whatever else speaks it.
//!
//! # Parsing
//!
//! A [`Parser`] says how to parse, and makes a [`Document`] of a text, of bytes, or of a reader. A document is
//! parsed statement by statement, and large statements part by part: memory follows the largest of these, not the document.
//!
//! ```
//! use turtle_peg::{Dialect, Parser};
//!
//! let text = "PREFIX ex: <http://example.org/>
//!             ex:spiderman ex:enemyOf ex:green-goblin ; ex:name 'Spiderman', 'Человек-паук'@ru .";
//! for triple in Parser::new(Dialect::Turtle12).parse_str(text).triples() {
//!     println!("{} .", triple?);
//! }
//! # Ok::<(), turtle_peg::Error>(())
//! ```
//!
//! The iterator makes owned triples. [`Document::for_each_quad`] makes none: it hands over quads that borrow
//! from the text, each with its [`Provenance`], the places in the document that it comes from.
//!
//! ```
//! use std::collections::HashSet;
//! use turtle_peg::{Dialect, Parser};
//!
//! let file: &[u8] = b"<x:s> <x:p> 1, 2 . <x:s> <x:q> 3 .";
//! let mut predicates = HashSet::new();
//! Parser::new(Dialect::Turtle11).parse_reader(file).for_each_quad(|quad, provenance| {
//!     if predicates.insert(quad.predicate.into_owned()) {
//!         println!("{} first at {}", quad.predicate, provenance.position(provenance.predicate));
//!     }
//! })?;
//! assert_eq!(predicates.len(), 2);
//! # Ok::<(), turtle_peg::Error>(())
//! ```
//!
//! # Dialects
//!
//! | [`Dialect`] | name | specification |
//! |---|---|---|
//! | `TurtleSubmission` | `turtle-submission` | [Turtle](https://www.w3.org/TeamSubmission/2008/SUBM-turtle-20080114/), W3C Team Submission, 2008 |
//! | `TurtleWd2011` | `turtle-wd2011` | [Turtle](https://www.w3.org/TR/2011/WD-turtle-20110809/), W3C Working Draft, 2011 |
//! | `Turtle11` | `turtle-1.1` | [RDF 1.1 Turtle](https://www.w3.org/TR/2014/REC-turtle-20140225/), W3C Recommendation, 2014 |
//! | `Turtle12Wd2024` | `turtle-1.2-wd2024` | RDF 1.2 Turtle, the Working Draft of late 2024 |
//! | `Turtle12` | `turtle-1.2` | [RDF 1.2 Turtle](https://w3c.github.io/rdf-turtle/spec/), the current draft |
//! | `NTriples11`, `NTriples12` | `n-triples-1.1`, `n-triples-1.2` | RDF [1.1](https://www.w3.org/TR/2014/REC-n-triples-20140225/) and [1.2](https://w3c.github.io/rdf-n-triples/spec/) N-Triples |
//! | `NQuads11`, `NQuads12` | `n-quads-1.1`, `n-quads-1.2` | RDF [1.1](https://www.w3.org/TR/2014/REC-n-quads-20140225/) and [1.2](https://w3c.github.io/rdf-n-quads/spec/) N-Quads |
//! | `TriG11`, `TriG12` | `trig-1.1`, `trig-1.2` | RDF [1.1](https://www.w3.org/TR/2014/REC-trig-20140225/) and [1.2](https://w3c.github.io/rdf-trig/spec/) TriG |
//!
//! # Cookbook
//!
//! Whole programs are in `examples/`, and run with the tests: from files to one dataset, an early stop, pushed bytes, an asynchronous
//! reader, many threads. Each recipe that keeps terms reads two documents, with a blank node each:
//! the two stay two, whatever their labels are.
//!
//! From a file to a graph, and two documents into one:
//!
//! ```
//! use turtle_peg::oxrdf::Graph;
//! use turtle_peg::{Dialect, Parser};
//!
//! let file = std::fs::File::open("examples/spiderman.ttl")?;
//! let parser = Parser::new(Dialect::Turtle12).with_base_iri("http://example.org/")?;
//! let graph: Graph = parser.parse_reader(file).triples().collect::<Result<_, _>>()?;
//! assert_eq!(graph.len(), 17);
//!
//! let mut both = Graph::new();
//! for text in [
//!     r#"<x:alice> <x:address> [ <x:city> "Rome" ] ."#,
//!     r#"<x:bob> <x:address> [ <x:city> "Oslo" ] ."#,
//! ] {
//!     for triple in parser.parse_str(text).triples() {
//!         both.insert(&triple?);
//!     }
//! }
//! let subjects: std::collections::HashSet<_> = both.iter().map(|triple| triple.subject).collect();
//! assert_eq!(subjects.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From one file to another, in the dialects that their names say:
//!
//! ```
//! use std::fs::File;
//! use std::io::{BufWriter, Write};
//! use std::path::Path;
//! use turtle_peg::{Dialect, Parser, Writer, file_iri};
//!
//! fn convert(from: &Path, to: &Path) -> Result<(), Box<dyn std::error::Error>> {
//!     let dialect = |path| Dialect::from_path(path).ok_or("the file's name says no dialect");
//!     let parser = Parser::new(dialect(from)?).with_base_iri(file_iri(from)?)?;
//!     // Never over a file that is there, such as the document itself.
//!     let mut writer = Writer::new(dialect(to)?, BufWriter::new(File::create_new(to)?));
//!     writer.write_document(&mut parser.parse_reader(File::open(from)?))?;
//!     Ok(writer.finish()?.flush()?)
//! }
//! # let folder = std::env::temp_dir().join(format!("turtle-peg-convert-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let copy = folder.join("spiderman.nq");
//! # let result = convert(Path::new("examples/spiderman.trig"), &copy).and_then(|()| Ok(std::fs::read_to_string(&copy)?));
//! # std::fs::remove_dir_all(&folder)?;
//! # assert!(result?.lines().all(|line| line.ends_with(" .")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Compressed files, with `flate2`. Any [`Read`](std::io::Read) will do; it need not be buffered:
//!
//! ```
//! use flate2::Compression;
//! use flate2::read::{GzEncoder, MultiGzDecoder};
//! use turtle_peg::oxrdf::Graph;
//! use turtle_peg::{Dialect, Parser};
//!
//! // In place of compressed files.
//! let files = [
//!     r#"<x:alice> <x:address> [ <x:city> "Rome" ] ."#,
//!     r#"<x:bob> <x:address> [ <x:city> "Oslo" ] ."#,
//! ]
//! .map(|text| GzEncoder::new(text.as_bytes(), Compression::fast()));
//! let parser = Parser::new(Dialect::Turtle12);
//! let mut graph = Graph::new();
//! for file in files {
//!     for triple in parser.parse_reader(MultiGzDecoder::new(file)).triples() {
//!         graph.insert(&triple?);
//!     }
//! }
//! # let subjects: std::collections::HashSet<_> = graph.iter().map(|triple| triple.subject).collect();
//! # assert_eq!(subjects.len(), 4);
//! # Ok::<(), turtle_peg::Error>(())
//! ```
//!
//! Into an Oxigraph store, whose quads these are: with the feature `rdf-12` of both crates, or of neither. `tests/beside` runs this
//! program, since `oxigraph` is not a dependency of this crate:
//!
//! ```ignore
#![doc = include_str!("../examples/beside/oxigraph.rs")]
//! ```
//!
//! Where each quad comes from: its [`Provenance`], as [above](#parsing).
//!
//! Each error with its place, and on with the next statement:
//!
//! ```
//! use turtle_peg::oxrdf::Graph;
//! use turtle_peg::{Dialect, Error, Parser};
//!
//! let documents = [
//!     ("a.ttl", "<x:alice> <x:knows> .\n<x:alice> <x:address> [ <x:city> 'Rome' ] ."),
//!     ("b.ttl", "<x:bob> <x:address> [ <x:city> 'Oslo' ] .\n<x:bob> <x:name> 'Bob'@en_US ."),
//! ];
//! let parser = Parser::new(Dialect::Turtle12).with_recovery();
//! let (mut errors, mut graph) = (Vec::new(), Graph::new());
//! for (name, text) in documents {
//!     for triple in parser.parse_str(text).triples() {
//!         match triple {
//!             Ok(triple) => _ = graph.insert(&triple),
//!             Err(Error::Syntax(error)) => {
//!                 errors.push(format!("{name}:{}: {}", error.position(), error.message()));
//!             }
//!             Err(error) => return Err(error),
//!         }
//!     }
//! }
//! assert_eq!(graph.len(), 4);
//! assert_eq!(errors.len(), 2);
//! assert!(errors[0].starts_with("a.ttl:1:21: "), "{errors:?}");
//! # let subjects: std::collections::HashSet<_> = graph.iter().map(|triple| triple.subject).collect();
//! # assert_eq!(subjects.len(), 4);
//! # Ok::<(), Error>(())
//! ```
//!
//! Many threads, where the work on each part is worth it: here they look for the nodes that have a city.
//!
//! ```
//! use std::collections::HashSet;
//! use std::num::NonZeroUsize;
//! use turtle_peg::{Dialect, Error, Parser};
//!
//! let documents = [
//!     "<x:alice> <x:address> [ <x:city> 'Rome' ] .\n".repeat(5_000),
//!     "<x:bob> <x:address> [ <x:city> 'Oslo' ] .\n".repeat(5_000),
//! ];
//! let parser = Parser::new(Dialect::Turtle12);
//! let threads = NonZeroUsize::new(2).unwrap();
//! let mut addresses = HashSet::new();
//! for text in &documents {
//!     parser.parse_parallel(
//!         text.as_bytes(),
//!         threads,
//!         |part| {
//!             let mut found = Vec::new();
//!             part.try_for_each_quad(|quad, _| {
//!                 if quad.predicate.as_str() == "x:city" {
//!                     found.push(quad.subject.into_owned());
//!                 }
//!                 Ok::<_, Error>(())
//!             })?;
//!             Ok(found)
//!         },
//!         |found: Result<Vec<_>, Error>| found.map(|found| addresses.extend(found)),
//!     )?;
//! }
//! assert_eq!(addresses.len(), 10_000);
//! # Ok::<(), Error>(())
//! ```
//!
//! Bytes as they come, from a socket say: [`Parser::parse_pushed`]; and from an asynchronous reader, with the feature `tokio`:
//!
//! ```
//! # #[cfg(feature = "tokio")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use turtle_peg::oxrdf::Graph;
//! use turtle_peg::{Dialect, Error, Parser};
//!
//! async fn add(body: impl tokio::io::AsyncRead + Unpin, graph: &mut Graph) -> Result<(), Error> {
//!     let mut quads = Parser::new(Dialect::Turtle12).parse_async_reader(body).quads();
//!     while let Some(quad) = quads.next().await {
//!         graph.insert(&quad?.into());
//!     }
//!     Ok(())
//! }
//! # let mut graph = Graph::new();
//! # let bodies = ["<x:alice> <x:address> [ <x:city> 'Rome' ] .", "<x:bob> <x:address> [ <x:city> 'Oslo' ] ."];
//! # for body in bodies {
//! #     tokio::runtime::Builder::new_current_thread().build()?.block_on(add(body.as_bytes(), &mut graph))?;
//! # }
//! # let subjects: std::collections::HashSet<_> = graph.iter().map(|triple| triple.subject).collect();
//! # assert_eq!(subjects.len(), 4);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "tokio"))]
//! # fn main() {}
//! ```
//!
//! # When another parser serves better
//!
//! - [oxttl](https://docs.rs/oxttl) makes the same terms, is compiled in three fifths of the processor time, has
//!   serializers for all the languages, and is Oxigraph's parser. This one is faster (docs/BENCHMARKS.md has the figures),
//!   and explains errors.
//! - [sophia](https://docs.rs/sophia) and its parsers fit programs that use its traits for graphs and datasets.
//! - [serd](https://drobilla.net/software/serd), in C, is small, and fits systems without Rust.
//! - This crate has no RDF/XML, no JSON-LD and no N3.
//!
//! # Several threads
//!
//! [`Parser::parse_parallel`] shares the work on one document among threads, and hands over the results of its
//! [parts](parallel::Part) in order. The number of threads does not change the results. Two threads make it 1.5 to 1.8 times as fast. Once
//! the prefixes of a document exceed 64 KiB, some three hundred of them, one thread reads the rest. [`Parser::pieces`] is for threads
//! that are there already: an iterator of parts of a document, which rayon can drive.
//!
//! # Errors
//!
//! Parsing has one type of error, [`Error`]: reading failed, or the document is at fault. A [`SyntaxError`] says where
//! (bytes, line, column), in which [`Production`], and which tokens the grammar expected, in its own words. A parser stops at
//! the first, or [goes on](Parser::with_recovery) with the next statement. The crate `turtle-peg-advice` puts errors into plain
//! words for people, with remedies.
//!
//! Errors before a document is read have types of their own: [`SettingError`], of a base IRI or a prefix that a parser is given;
//! [`UnknownDialect`], of a name.
//!
//! # What a hostile document can cost
//!
//! A document is read to its end or to an error, in time for its size. A parser limits [statements](Parser::with_statement_limit),
//! [nesting](Parser::with_nesting_limit), [IRIs](Parser::with_iri_limit) and [prefixes](Parser::with_prefix_limit); SECURITY.md has the
//! defaults, and what documents within them cost. Read documents that you do not trust with a limit for statements that fits the
//! largest that you expect, of a megabyte, say.
//!
//! # Trees
//!
//! [`Document::next_tree`] and [`Parser::read_tree`] show how the grammar reads a text: a [`Tree`](tree::Tree) of
//! productions.
//!
//! # Grammars of your own
//!
//! The package `turtle-peg-interpreter` loads the text of a grammar, of an edited one say: its rules are run by `Parser::with_grammar`,
//! with the feature `reference`, and the productions of any grammar by themselves. The program `turtle-lab`, a package of its own,
//! checks and compares grammars.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `turtle`, `trig`, `n-triples`, `n-quads` | the dialects of a language: without its feature, a [`Dialect`] does not exist |
//! | `dialects` | the four above, and the drafts of Turtle: those of 2008, 2011 and late 2024 |
//! | `rdf-12` | triple terms and base directions, in oxrdf, too; without it, a document that has them is refused, with the place, and the library is compiled beside crates that know the terms of RDF 1.1 alone |
//! | `reference` | the reference engine: the parsers that pest derives from the grammars, to compare with; and grammars of your own in their place |
//! | `deep-nesting` | nesting of more than 64 levels, for which the stack grows |
//! | `generate` | making the engines from the grammars when the library is built; without it the library compiles those that were made before |
//! | `index` | files of checkpoints beside documents, to read parts of these |
//! | `tokio` | `Parser::parse_async_reader`: documents from asynchronous readers, by tokio's trait |
//!
//! Terms go through serde with oxrdf's own feature `serde`: `cargo add oxrdf --features serde`.
//!
//! `dialects` and `rdf-12` are on by default. With `default-features = false` the library needs a feature that names a language, and parses
//! that one. With either it reports each error with its place and the tokens expected there, and has no pest in it.
//!
//! # Map
//!
//! | to | use |
//! |---|---|
//! | say how to parse | [`Parser`], for a [`Dialect`] |
//! | get quads and triples | [`Document`]; its iterators [`Quads`] and [`Triples`]; [`Part`](parallel::Part) with several threads, [`Pieces`](parallel::Pieces) with those of a pool |
//! | know where a quad comes from | [`Provenance`], [`Position`], [`Span`] |
//! | know the error | [`Error`], [`SyntaxError`], [`SyntaxErrorKind`]; who [objects](Objection), by which [rule](RdfRule) |
//! | explain it to people, mend it | the crate `turtle-peg-advice`; [`SyntaxError::excerpt`], [`SyntaxError::context`] |
//! | explain it in words of your own | [`diagnosis`] |
//! | write triples and quads | [`Writer`], for a [`Dialect`]; [`TurtleWriter`], [`TriGWriter`], [`NTriplesWriter`], [`NQuadsWriter`] |
//! | see how the grammar reads a text | [`Tree`](tree::Tree), of [productions](Production) |
//! | have each character of a document, comments too | [`Tokens`](tokens::Tokens), from [`Document::next_tokens`] |
//! | name a file in an IRI | [`file_iri()`] |
//! | write code for any document | [`Input`](input::Input), which is [`Slice`](input::Slice), [`Stream`](input::Stream) or [`Pushed`](input::Pushed) |
//! | parse bytes as they come | [`Parser::parse_pushed`]; from an asynchronous reader, `Parser::parse_async_reader` with the feature `tokio` |
//! | read a document from the middle | [`Checkpoint`], from [`Parser::checkpoints`], for [`Parser::resume`] |
//! | run the W3C's suites | the crate `turtle-peg-conformance` |
//! | compare graphs, make a dataset canonical | the crate `turtle-peg-comparison` |
//!
//! Within, text goes through an [`Engine`], which knows a grammar and no RDF, to a tree; and the tree through a translator, which
//! knows RDF and no grammar, to quads. ARCHITECTURE.md, in the repository, says more.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "tokio")]
mod async_document;
mod checkpoint;
pub mod diagnosis;
mod dialect;
mod document;
mod engine;
pub mod error;
mod fields;
mod file_iri;
pub mod format;
#[cfg(feature = "reference")]
pub mod grammars;
#[cfg(feature = "index")]
pub mod index;
pub mod input;
mod limits;
mod objection;
pub mod parallel;
mod parser;
mod position;
mod production;
mod provenance;
mod quoted;
mod rdf12;
mod rdf_rule;
mod scheme;
mod setting;
mod statements;
mod surroundings;
pub mod tokens;
mod translate;
pub mod tree;
pub mod write;

// What most programs need is here; the modules have the rest.
#[cfg(feature = "tokio")]
pub use async_document::{AsyncDocument, AsyncQuads};
pub use checkpoint::Checkpoint;
pub use dialect::{Dialect, ParsingSections, UnknownDialect};
pub use document::Document;
pub use document::iterators::{Quads, Triples};
pub use engine::Engine;
pub use error::{Error, SyntaxError, SyntaxErrorKind};
pub use fields::CheckpointError;
pub use file_iri::file_iri;
pub use format::format;
pub use objection::Objection;
pub use parser::Parser;
pub use position::Position;
pub use production::Production;
pub use provenance::Provenance;
pub use rdf_rule::RdfRule;
pub use runtime::Span;
pub use setting::SettingError;
pub use translate::{GeneratedNodes, blank_nodes};
pub use write::{NQuadsWriter, NTriplesWriter, TriGWriter, TurtleWriter, WriteError, Writer};

pub use oxrdf;

/// README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
