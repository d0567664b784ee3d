//! Terms that a dialect has, and those that it has not, whatever text they are written as.
//!
//! Invariant: a term that passes is one that a parser of the dialect can make; one that does not is named with the reason.

use super::error::WriteError;
use super::readings::TermBeginning;
use crate::Dialect;
use crate::dialect::Concepts;
use crate::rdf12::{self, BaseDirection};
use crate::translate::{Meaning, check_absolute_iri, check_language_tag};
use oxrdf::{LiteralRef, NamedNodeRef};
use std::borrow::Cow;

/// The checks of terms that are to be written in a dialect.
#[derive(Clone, Debug)]
pub(super) struct TermChecks {
    dialect: Dialect,
    has_triple_terms: bool,
    is_lenient: bool,
    /// The beginnings of labels and of language tags.
    label: TermBeginning,
    tag: TermBeginning,
}

impl TermChecks {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            has_triple_terms: dialect.has_triple_terms(),
            is_lenient: false,
            label: TermBeginning::new(dialect, "_:"),
            tag: TermBeginning::new(dialect, "@"),
        }
    }

    /// Lets terms pass that the grammar has, and RDF has not.
    pub(super) fn lenient(&mut self) {
        self.is_lenient = true;
    }

    pub(super) fn are_lenient(&self) -> bool {
        self.is_lenient
    }

    /// Makes sure that the dialect has triple terms, and all that stands for them.
    pub(super) fn triple_terms(&self) -> Result<(), WriteError> {
        let dialect = self.dialect;
        match self.has_triple_terms {
            true => Ok(()),
            false => Err(WriteError::TripleTerm { dialect }),
        }
    }

    pub(super) fn iri(&self, iri: &str) -> Result<(), WriteError> {
        if self.is_lenient {
            return Ok(());
        }
        check_absolute_iri(self.dialect.features().iris, iri).map_err(|reason| WriteError::Iri {
            iri: iri.to_owned(),
            reason,
            dialect: self.dialect,
        })
    }

    /// The label of a blank node, without `_:`.
    pub(super) fn label(&self, label: &str) -> Result<(), WriteError> {
        let check = self.label.check(label, Meaning::BlankNodeLabel);
        // With an escape sequence it would be another label.
        if check.is_err() || memchr::memchr(b'\\', label.as_bytes()).is_some() {
            return Err(WriteError::BlankNodeLabel {
                label: label.to_owned(),
                dialect: self.dialect,
            });
        }
        Ok(())
    }

    /// A literal's datatype, or its language tag and base direction.
    pub(super) fn literal(&self, literal: LiteralRef<'_>) -> Result<(), WriteError> {
        match literal.language() {
            Some(tag) => self
                .language_tag(tag, rdf12::direction(literal))
                .map(|_| ()),
            None => self.datatype(literal.datatype()),
        }
    }

    /// The datatype of a literal without a language tag.
    pub(super) fn datatype(&self, datatype: NamedNodeRef<'_>) -> Result<(), WriteError> {
        let features = self.dialect.features();
        if features.language_datatypes.contains(&datatype) && !self.is_lenient {
            return Err(WriteError::LanguageDatatype {
                datatype: datatype.as_str().to_owned(),
                dialect: self.dialect,
            });
        }
        Ok(())
    }

    /// A language tag with its base direction: as the dialect writes both, without `@`.
    pub(super) fn language_tag<'t>(
        &self,
        tag: &'t str,
        direction: Option<BaseDirection>,
    ) -> Result<Cow<'t, str>, WriteError> {
        let features = self.dialect.features();
        // RDF of 2004 has tags in lower case, and so has the grammar of its dialect.
        let written = match features.concepts {
            Concepts::Rdf2004 => Cow::Owned(tag.to_ascii_lowercase()),
            _ => Cow::Borrowed(tag),
        };
        let written = match direction {
            None => written,
            Some(direction) => written + rdf12::suffix(direction),
        };
        let is_written = self.tag.check(&written, Meaning::LanguageTag);
        let checked = match is_written {
            Err(_) => Err("the grammar has none of this form".to_owned()),
            Ok(()) if self.is_lenient => Ok(()),
            Ok(()) => check_language_tag(tag, features.language_tags),
        };
        match checked {
            Ok(()) => Ok(written),
            Err(reason) => Err(WriteError::LanguageTag {
                tag: written.into_owned(),
                reason,
                dialect: self.dialect,
            }),
        }
    }
}
