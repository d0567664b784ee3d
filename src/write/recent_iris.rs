//! The texts of IRIs that were written lately: documents have few predicates, classes and datatypes, and mention them often.
//!
//! Invariant: a text is what the IRI is written as with the prefixes, the base and the settings of now. Whoever changes one of them
//! calls [`forget`](RecentIris::forget).

use foldhash::fast::FixedState;
use std::hash::BuildHasher as _;

/// How many IRIs have a place. Each has one of them, and takes it from the IRI that had it before.
const PLACES: usize = 512;
/// The longest IRI that is kept, in bytes.
const LONGEST: usize = 1024;

#[derive(Clone, Debug, Default)]
pub(super) struct RecentIris {
    iris: Vec<RecentIri>,
}

/// An IRI with its text, which is empty where there is no IRI yet.
#[derive(Clone, Debug, Default)]
struct RecentIri {
    iri: String,
    text: Vec<u8>,
}

impl RecentIris {
    pub(super) fn place(iri: &str) -> usize {
        FixedState::default().hash_one(iri) as usize % PLACES
    }

    /// The text of an IRI, which has this place.
    pub(super) fn text(&self, place: usize, iri: &str) -> Option<&[u8]> {
        let recent = self.iris.get(place)?;
        (recent.iri == iri && !recent.text.is_empty()).then_some(&recent.text)
    }

    pub(super) fn keep(&mut self, place: usize, iri: &str, text: &[u8]) {
        if iri.len() > LONGEST {
            return;
        }
        if self.iris.is_empty() {
            self.iris.resize_with(PLACES, RecentIri::default);
        }
        let recent = &mut self.iris[place];
        recent.iri.clear();
        recent.iri.push_str(iri);
        recent.text.clear();
        recent.text.extend_from_slice(text);
    }

    pub(super) fn forget(&mut self) {
        self.iris.clear();
    }
}
