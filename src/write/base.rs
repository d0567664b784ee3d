//! The base IRI of a document that is written, and the references that are relative to it.
//!
//! Invariant: a reader that resolves a reference against the base (RFC 3986, section 5) has the IRI again, to the byte.

use crate::setting::{SettingError, absolute_iri};
use crate::translate::Base;

/// The base IRI that references are written for.
#[derive(Clone, Debug)]
pub(super) struct WrittenBase {
    iri: Base,
    /// Whether the document declares it. Otherwise it is the place where the document is kept, which may change.
    pub(super) is_declared: bool,
    /// Whether references are made.
    pub(super) is_used: bool,
}

impl WrittenBase {
    /// A base that the document declares.
    ///
    /// # Errors
    ///
    /// `iri` is not an absolute IRI.
    pub(super) fn declared(iri: &str) -> Result<Self, SettingError> {
        Self::new(iri, true)
    }

    /// The place where the document is kept.
    ///
    /// # Errors
    ///
    /// `iri` is not an absolute IRI.
    pub(super) fn of_place(iri: &str) -> Result<Self, SettingError> {
        Self::new(iri, false)
    }

    fn new(iri: &str, is_declared: bool) -> Result<Self, SettingError> {
        // "A base URI must be stripped of any fragment component prior to its use" (RFC 3986, section 5.1), which some readers forget.
        let (iri, _) = iri.split_once('#').unwrap_or((iri, ""));
        Ok(Self {
            iri: Base::new(absolute_iri(iri.to_owned())?),
            is_declared,
            is_used: true,
        })
    }

    /// Whether readers know how references are resolved against this IRI: many have a list of schemes, and want `//` behind them.
    pub(super) fn is_known_to_readers(iri: &str) -> bool {
        const KNOWN: [&str; 4] = ["http", "https", "file", "ftp"];
        let scheme = iri.split_once("://").map_or("", |(scheme, _)| scheme);
        KNOWN.iter().any(|known| scheme.eq_ignore_ascii_case(known))
    }

    pub(super) fn as_str(&self) -> &str {
        self.iri.as_str()
    }

    /// The relative reference to an IRI of the document itself, or of what is below its folder, if all readers resolve it so.
    pub(super) fn reference_to<'i>(&self, iri: &'i str) -> Option<&'i str> {
        let reference = self.iri.reference_below(iri).filter(|_| self.is_used)?;
        let is_of_document = reference.is_empty() || reference.starts_with('#');
        // rdflib cuts behind a `/` in the base's query, too.
        let has_query = || self.as_str().contains('?');
        (is_of_document || (is_plain_path(reference) && !has_query())).then_some(reference)
    }
}

/// Whether a path means itself to all readers: rdflib takes `<=` for a sign of Notation3, and serd `<base>` for a keyword.
fn is_plain_path(reference: &str) -> bool {
    const KEYWORDS: [&str; 4] = ["base", "graph", "prefix", "version"];
    let is_keyword = || {
        KEYWORDS
            .iter()
            .any(|word| reference.eq_ignore_ascii_case(word))
    };
    let begins_as_name =
        |first: char| !first.is_ascii_punctuation() || matches!(first, '_' | '.' | '%');
    reference.starts_with(begins_as_name) && !is_keyword()
}
