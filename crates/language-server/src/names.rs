//! The names of a document that other documents do not have: its prefixes and its blank node labels.

use std::collections::{BTreeMap, BTreeSet};
use turtle_peg::Parser;

/// The prefixes and the blank node labels of a document, but for those of statements at fault.
#[derive(Default)]
pub struct DocumentNames {
    /// The labels, as the document writes them.
    pub labels: BTreeSet<String>,
    /// The prefixes that hold at the document's end, with their namespaces.
    pub prefixes: BTreeMap<String, String>,
}

impl DocumentNames {
    pub fn of(text: &str, parser: &Parser) -> Self {
        let mut labels = BTreeSet::new();
        let mut document = parser.parse_str(text);
        while let Some(result) = document.next_statement_dyn(&mut |_, provenance| {
            for span in [provenance.subject, provenance.object] {
                let bytes = provenance.bytes(span);
                let written = &text[bytes.start as usize..bytes.end as usize];
                if written.starts_with("_:") && !labels.contains(written) {
                    labels.insert(written.to_owned());
                }
            }
        }) {
            // The names of statements at fault are not known.
            drop(result);
        }
        let prefixes = document.prefixes();
        let prefixes = prefixes.map(|(prefix, iri)| (prefix.to_owned(), iri.to_owned()));
        Self {
            prefixes: prefixes.collect(),
            labels,
        }
    }
}
