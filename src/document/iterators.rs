//! Iterators of a document's quads and triples.
//!
//! Invariant: of a statement that does not conform there is the error, and no quad.

use super::Document;
use crate::input::Input;
use crate::translate::{DynamicSink, into_owned};
use crate::{Error, Provenance};
use oxrdf::{Quad, QuadRef, Triple};
use std::collections::VecDeque;
use std::fmt;
use std::iter::FusedIterator;

impl<I: Input> Document<I> {
    /// The rest of the document as owned quads.
    pub fn quads(self) -> Quads<I> {
        Quads {
            document: self,
            ready: VecDeque::new(),
        }
    }

    /// The rest of the document as owned triples; in TriG and N-Quads, those of all graphs, without the names of the graphs.
    pub fn triples(self) -> Triples<I> {
        Triples {
            quads: self.quads(),
        }
    }
}

/// The quads of a document; made by [`Document::quads`].
///
/// A statement's quads come together, and only if all of it conforms: of a faulty one there is the error alone. Where a
/// statement is so large that it is [read part by part](crate::Parser::with_window), this holds of each part.
///
/// ```
/// use turtle_peg::oxrdf::GraphName;
/// use turtle_peg::{Dialect, Parser};
///
/// let mut quads = Parser::new(Dialect::TriG12).parse_str("<x:s> <x:p> <x:o> . <x:g> { <x:s> <x:p> 1, 2 }").quads();
/// assert_eq!(quads.next().unwrap()?.graph_name, GraphName::DefaultGraph);
/// assert_eq!(quads.next().unwrap()?.graph_name.to_string(), "<x:g>");
/// assert_eq!(quads.count(), 1);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[must_use = "iterators are lazy"]
pub struct Quads<I> {
    document: Document<I>,
    ready: VecDeque<Quad>,
}

impl<I> Quads<I> {
    /// The document, to ask for prefixes, base IRI and version as they stand after the statement of the latest
    /// quad.
    pub fn document(&self) -> &Document<I> {
        &self.document
    }

    #[cfg(feature = "tokio")]
    pub(crate) fn document_mut(&mut self) -> &mut Document<I> {
        &mut self.document
    }

    /// The document, to read on after the statement of the latest quad in another way. Quads of that statement that were
    /// not taken yet are dropped.
    pub fn into_document(self) -> Document<I> {
        self.document
    }
}

impl<I> fmt::Debug for Quads<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quads")
            .field("document", &self.document)
            .field("ready", &self.ready.len())
            .finish()
    }
}

impl<I: Input> FusedIterator for Quads<I> {}

impl<I: Input> Iterator for Quads<I> {
    type Item = Result<Quad, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(quad) = self.ready.pop_front() {
                return Some(Ok(quad));
            }
            let ready = &mut self.ready;
            // An owned quad takes long to make: beside that, one more pointer costs nothing.
            let mut sink =
                |quad: QuadRef<'_>, _: &Provenance<'_>| ready.push_back(into_owned(quad));
            let result = self.document.part(&mut DynamicSink(&mut sink), None)?;
            if let Err(error) = result {
                self.ready.clear();
                return Some(Err(error));
            }
        }
    }
}

/// The triples of a document; made by [`Document::triples`].
///
/// A statement's triples come together, and only if all of it conforms: of a faulty one there is the error
/// alone. Where a statement is so large that it is [read part by part](crate::Parser::with_window), this holds of each part.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let text = "PREFIX ex: <http://example.org/> ex:s ex:p ex:o . ex:s ex:p ex:q, .";
/// let mut triples = Parser::new(Dialect::Turtle12).parse_str(text).triples();
/// assert_eq!(triples.next().unwrap()?.object.to_string(), "<http://example.org/o>");
/// assert_eq!(triples.document().prefixes().next(), Some(("ex", "http://example.org/")));
/// // Of the faulty statement there is the error alone.
/// assert!(triples.next().unwrap().is_err());
/// assert!(triples.next().is_none());
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy"]
pub struct Triples<I> {
    quads: Quads<I>,
}

impl<I> Triples<I> {
    /// The document, to ask for prefixes, base IRI and version as they stand after the statement of the latest
    /// triple.
    pub fn document(&self) -> &Document<I> {
        self.quads.document()
    }

    /// The document, to read on after the statement of the latest triple in another way. Triples of that statement that were
    /// not taken yet are dropped.
    pub fn into_document(self) -> Document<I> {
        self.quads.into_document()
    }
}

impl<I: Input> FusedIterator for Triples<I> {}

impl<I: Input> Iterator for Triples<I> {
    type Item = Result<Triple, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.quads.next().map(|result| result.map(Triple::from))
    }
}
