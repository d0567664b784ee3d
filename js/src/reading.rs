//! Documents that are read: bytes are pushed, and what they say is handed over in batches.
//!
//! Invariant: the memory of a reading follows the largest statement, and not the document. A batch ends with a statement, and what
//! is known of terms is forgotten before it is much.

use crate::fault::Fault;
use crate::formats::dialect;
use crate::terms::{MOST_UNITS, TermTable};
use js_sys::Uint32Array;
use turtle_peg::input::Pushed;
use turtle_peg::{Document, Error, Parser};
use wasm_bindgen::prelude::*;

/// How many quads make a batch, but for those of its last statement.
const BATCH: usize = 4096;

/// How many bytes of texts make one, where terms are long.
const BATCH_TEXT: usize = 4 << 20;

/// A document that is read as its bytes come.
#[wasm_bindgen]
pub struct Reading {
    document: Document<Pushed>,
    terms: TermTable,
    /// The quads of the batch: the numbers of their subjects, predicates, objects and graphs.
    rows: Vec<u32>,
    /// The prefixes that were declared with the batch, each with its namespace after it.
    prefixes: Vec<String>,
    /// The error behind the quads of the batch.
    failure: Option<Error>,
}

#[wasm_bindgen]
impl Reading {
    /// A document of which nothing has come yet. Each prefix has its namespace after it. `seed` is a random number.
    #[wasm_bindgen(constructor)]
    pub fn new(
        format: &str,
        base: Option<String>,
        prefixes: Vec<String>,
        blank_node_prefix: String,
        seed: f64,
    ) -> Result<Self, JsError> {
        let mut parser = Parser::new(dialect(format)?)
            .with_blank_node_prefix(blank_node_prefix)?
            .with_statement_limit(MOST_UNITS)
            // Messages need nothing of what follows a fault, and whoever sends a line may wait for its quads.
            .with_early_results();
        if let Some(base) = base {
            parser = parser.with_base_iri(base)?;
        }
        for pair in prefixes.chunks_exact(2) {
            parser = parser.with_prefix(&pair[0], &pair[1])?;
        }
        Ok(Self {
            document: parser.parse_pushed(),
            terms: TermTable::new(seed.to_bits()),
            rows: Vec::new(),
            prefixes: Vec::new(),
            failure: None,
        })
    }

    /// Takes more bytes of the document, which may be cut anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        self.document.push(bytes);
    }

    /// No more bytes come.
    pub fn end(&mut self) {
        self.document.end();
    }

    /// Reads the next batch, and says whether it is full. If it is not, it is all that the bytes so far say.
    pub fn read(&mut self) -> Result<bool, Fault> {
        self.terms.begin_batch();
        self.rows.clear();
        self.prefixes.clear();
        if let Some(error) = self.failure.take() {
            return Err(error.into());
        }
        while self.rows.len() < 4 * BATCH && self.terms.batch().text_length() < BATCH_TEXT {
            let before = self.rows.len();
            let (terms, rows) = (&mut self.terms, &mut self.rows);
            let statement = self.document.next_statement_dyn(&mut |quad, _| {
                rows.extend(terms.quad(quad));
            });
            match statement {
                None => return Ok(false),
                Some(Ok(())) => {
                    if let Some((prefix, namespace)) = self.document.declared_prefix() {
                        self.prefixes.extend([prefix.into(), namespace.into()]);
                    }
                }
                Some(Err(error)) => {
                    // A statement at fault says nothing. What was said before comes first.
                    self.rows.truncate(before);
                    self.failure = Some(error);
                    return Ok(true);
                }
            }
        }
        Ok(true)
    }

    /// Reads what the bytes so far say, and counts the quads.
    pub fn count(&mut self) -> Result<f64, Fault> {
        let mut count = 0u32;
        while let Some(result) = self.document.next_statement_dyn(&mut |_, _| count += 1) {
            result?;
        }
        Ok(count.into())
    }

    /// The quads of the batch, four numbers each: subject, predicate, object, and graph, which is 0 for the default graph.
    pub fn rows(&self) -> Uint32Array {
        self.rows.as_slice().into()
    }

    /// The number of the first term that is new in this batch. The caller keeps those before it, and no others.
    pub fn first_term(&self) -> u32 {
        self.terms.batch().first
    }

    /// The terms that are new in this batch: `terms.rs` says how they are written.
    pub fn terms(&self) -> Uint32Array {
        self.terms.batch().words.as_slice().into()
    }

    /// Their texts that are ASCII, one after the other.
    pub fn ascii_text(&self) -> String {
        self.terms.batch().ascii.clone()
    }

    /// Their other texts.
    pub fn wide_text(&self) -> String {
        self.terms.batch().wide.clone()
    }

    /// The prefixes that were declared with this batch, each with its namespace after it.
    pub fn prefixes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.prefixes)
    }
}
