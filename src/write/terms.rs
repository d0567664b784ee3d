//! The text of a term in a dialect of Turtle or TriG.
//!
//! Invariant: a parser of the dialect reads the term from the text, given the prefixes and the base; or there is an error.

use super::copied_labels::CopiedLabels;
use super::error::WriteError;
use super::escape;
use super::prefixes::WritablePrefixes;
use super::readings;
use super::recent_iris::RecentIris;
use super::tokens::{WrittenKind, WrittenTokens};
use crate::dialect::Concepts;
use crate::rdf12::{self, AnyTerm, BaseDirection};
use crate::setting::{self, SettingError};
use crate::translate::{Base, Meaning, check_absolute_iri, check_language_tag};
use crate::{Dialect, Production};
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{BlankNodeRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, TermRef, TripleRef};
use std::io;

/// The name of a graph that nothing else mentions.
pub(super) const NAMELESS_GRAPH: &[u8] = b"[]";

/// `rdf:nil`, where a collection can be.
const NIL: &str = "()";

/// Writes terms.
#[derive(Clone, Debug)]
pub(super) struct TermTexts {
    pub(super) dialect: Dialect,
    has_triple_terms: bool,
    prefixes: WritablePrefixes,
    base: Option<Base>,
    /// Whether names may have escape sequences.
    escapes_names: bool,
    /// Whether literals with line ends are between three quotation marks.
    pub(super) has_long_strings: bool,
    /// Whether terms are written that the dialect does not have.
    is_lenient: bool,
    /// How the labels of the document at hand are written.
    pub(super) labels: CopiedLabels,
    /// A name before it is known to be one.
    name: String,
    recent: RecentIris,
}

/// Why an IRI has no name.
enum Nameless {
    /// With the prefix of another namespace it may have one.
    Here,
    Everywhere,
}

impl TermTexts {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            has_triple_terms: dialect.production_number(Production::tripleTerm).is_some(),
            prefixes: WritablePrefixes::default(),
            base: None,
            escapes_names: false,
            has_long_strings: false,
            is_lenient: false,
            labels: CopiedLabels::default(),
            name: String::new(),
            recent: RecentIris::default(),
        }
    }

    /// Declares a prefix; returns whether that changes anything.
    pub(super) fn declare(&mut self, prefix: &str, namespace: &str) -> Result<bool, SettingError> {
        self.name.clear();
        self.name.extend([prefix, ":"]);
        if readings::check(self.dialect, &self.name, Meaning::PrefixedName).is_err()
            || prefix.contains(['\\', ':'])
        {
            let prefix = prefix.to_owned();
            return Err(SettingError::Prefix { prefix });
        }
        setting::absolute_iri(namespace.to_owned())?;
        self.recent.forget();
        Ok(self.prefixes.declare(prefix, namespace))
    }

    pub(super) fn declares(&self, prefix: &str) -> bool {
        self.prefixes.declares(prefix)
    }

    pub(super) fn base(&self) -> Option<&Base> {
        self.base.as_ref()
    }

    pub(super) fn set_base(&mut self, base: Base) {
        self.base = Some(base);
        self.recent.forget();
    }

    pub(super) fn with_escapes_in_names(&mut self) {
        self.escapes_names = true;
        self.recent.forget();
    }

    pub(super) fn lenient(&mut self) {
        self.is_lenient = true;
        self.recent.forget();
    }

    // ── Triples ──

    pub(super) fn subject(
        &mut self,
        subject: NamedOrBlankNodeRef<'_>,
        output: &mut WrittenTokens,
    ) -> Result<(), WriteError> {
        match subject {
            NamedOrBlankNodeRef::NamedNode(rdf::NIL) => {
                output.sign(WrittenKind::Term, NIL);
                Ok(())
            }
            subject => output.push(WrittenKind::Term, |text| self.node(subject, text)),
        }
    }

    pub(super) fn predicate(
        &mut self,
        predicate: NamedNodeRef<'_>,
        output: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        match predicate == rdf::TYPE {
            true => {
                output.push(b'a');
                Ok(())
            }
            false => self.iri(predicate.as_str(), output),
        }
    }

    /// Writes an object, unless it is a triple term, which is returned.
    pub(super) fn object<'t>(
        &mut self,
        object: TermRef<'t>,
        output: &mut WrittenTokens,
    ) -> Result<Option<TripleRef<'t>>, WriteError> {
        match object {
            TermRef::NamedNode(rdf::NIL) => {
                output.sign(WrittenKind::Term, NIL);
                Ok(None)
            }
            object => self.term(object, output),
        }
    }

    /// Writes an object as it stands in a triple term, without collections; a triple term is returned.
    pub(super) fn term<'t>(
        &mut self,
        term: TermRef<'t>,
        output: &mut WrittenTokens,
    ) -> Result<Option<TripleRef<'t>>, WriteError> {
        match rdf12::kind(term) {
            AnyTerm::Triple(triple) => return Ok(Some(rdf12::triple(triple))),
            AnyTerm::NamedNode(iri) => {
                output.push(WrittenKind::Term, |text| self.iri(iri.as_str(), text))?;
            }
            AnyTerm::BlankNode(node) => {
                output.push(WrittenKind::Term, |text| self.blank_node(node, text))?;
            }
            AnyTerm::Literal(literal) => {
                output.push(WrittenKind::Term, |text| self.literal(literal, text))?;
            }
        }
        Ok(None)
    }

    /// An IRI or a blank node, as it stands in a triple term.
    pub(super) fn node(
        &mut self,
        node: NamedOrBlankNodeRef<'_>,
        output: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        match node {
            NamedOrBlankNodeRef::NamedNode(iri) => self.iri(iri.as_str(), output),
            NamedOrBlankNodeRef::BlankNode(node) => self.blank_node(node, output),
        }
    }

    /// The name of a graph.
    pub(super) fn graph(
        &mut self,
        name: NamedOrBlankNodeRef<'_>,
        output: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        match name {
            NamedOrBlankNodeRef::BlankNode(node) if self.labels.is_only_of_graph(node.as_str()) => {
                output.extend_from_slice(NAMELESS_GRAPH);
                Ok(())
            }
            name => self.node(name, output),
        }
    }

    /// Makes sure that the dialect has triple terms, and all that stands for them.
    pub(super) fn check_triple_terms(&self) -> Result<(), WriteError> {
        let dialect = self.dialect;
        match self.has_triple_terms {
            true => Ok(()),
            false => Err(WriteError::TripleTerm { dialect }),
        }
    }

    // ── Blank nodes ──

    fn blank_node(
        &mut self,
        node: BlankNodeRef<'_>,
        output: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let label = self.labels.text(node.as_str());
        self.name.clear();
        self.name.extend(["_:", &label]);
        // With an escape sequence it would be another label.
        if label.contains('\\')
            || readings::check(self.dialect, &self.name, Meaning::BlankNodeLabel).is_err()
        {
            return Err(WriteError::BlankNodeLabel {
                label: label.into_owned(),
                dialect: self.dialect,
            });
        }
        output.extend_from_slice(self.name.as_bytes());
        Ok(())
    }

    // ── IRIs ──

    fn iri(&mut self, iri: &str, output: &mut Vec<u8>) -> Result<(), WriteError> {
        let place = RecentIris::place(iri);
        if let Some(text) = self.recent.text(place, iri) {
            output.extend_from_slice(text);
            return Ok(());
        }
        let start = output.len();
        self.other_iri(iri, output)?;
        self.recent.keep(place, iri, &output[start..]);
        Ok(())
    }

    /// Writes an IRI that was not written lately.
    fn other_iri(&mut self, iri: &str, output: &mut Vec<u8>) -> Result<(), WriteError> {
        if !self.is_lenient
            && let Err(reason) = check_absolute_iri(self.dialect.features().iris, iri)
        {
            return Err(WriteError::Iri {
                iri: iri.to_owned(),
                reason,
                dialect: self.dialect,
            });
        }
        if self.has_name(iri) {
            output.extend_from_slice(self.name.as_bytes());
            return Ok(());
        }
        let reference = self.base.as_ref().and_then(|base| base.reference_to(iri));
        Ok(reference_between_signs(reference.unwrap_or(iri), output)?)
    }

    /// Whether an IRI has a name; it is in `self.name`.
    fn has_name(&mut self, iri: &str) -> bool {
        // An escape sequence would stand for another character.
        if iri.contains('\\') {
            return false;
        }
        for (prefix, local) in self.prefixes.of(iri) {
            let name = &mut self.name;
            name.clear();
            name.extend([prefix, ":"]);
            match fill_name(self.dialect, self.escapes_names, local, name) {
                Ok(()) => return true,
                Err(Nameless::Here) => {}
                Err(Nameless::Everywhere) => return false,
            }
        }
        false
    }

    // ── Literals ──

    fn literal(&mut self, literal: LiteralRef<'_>, output: &mut Vec<u8>) -> Result<(), WriteError> {
        let datatype = literal.datatype();
        if self.has_short_form(literal.value(), datatype) {
            output.extend_from_slice(literal.value().as_bytes());
            return Ok(());
        }
        let text = literal.value();
        if self.has_long_strings && text.contains('\n') {
            output.extend_from_slice(b"\"\"\"");
            escape::write_long_string(text, output)?;
            output.extend_from_slice(b"\"\"\"");
        } else {
            output.push(b'"');
            escape::write_turtle_string(text, output)?;
            output.push(b'"');
        }
        if let Some(tag) = literal.language() {
            return self.language_tag(tag, rdf12::direction(literal), output);
        }
        if datatype == xsd::STRING {
            return Ok(());
        }
        let needs_tag = self
            .dialect
            .features()
            .language_datatypes
            .contains(&datatype);
        if needs_tag && !self.is_lenient {
            return Err(WriteError::LanguageDatatype {
                datatype: datatype.as_str().to_owned(),
                dialect: self.dialect,
            });
        }
        output.extend_from_slice(b"^^");
        self.iri(datatype.as_str(), output)
    }

    /// Whether the lexical form of a literal of this datatype is all there is to write.
    fn has_short_form(&self, lexical_form: &str, datatype: NamedNodeRef<'_>) -> bool {
        let kind = match datatype {
            xsd::INTEGER => Meaning::Integer,
            xsd::DECIMAL => Meaning::Decimal,
            xsd::DOUBLE => Meaning::Double,
            xsd::BOOLEAN => return matches!(lexical_form, "true" | "false"),
            _ => return false,
        };
        readings::check(self.dialect, lexical_form, kind).is_ok()
    }

    fn language_tag(
        &mut self,
        tag: &str,
        direction: Option<BaseDirection>,
        output: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        self.name.clear();
        self.name.extend(["@", tag]);
        let features = self.dialect.features();
        // RDF of 2004 has tags in lower case, and so has the grammar of its dialect.
        if features.concepts == Concepts::Rdf2004 {
            self.name.make_ascii_lowercase();
        }
        self.name.push_str(direction.map_or("", rdf12::suffix));
        let is_written = readings::check(self.dialect, &self.name, Meaning::LanguageTag);
        let checked = match is_written {
            Err(_) => Err("the grammar has none of this form".to_owned()),
            Ok(()) if self.is_lenient => Ok(()),
            Ok(()) => check_language_tag(tag, features.language_tags),
        };
        if let Err(reason) = checked {
            return Err(WriteError::LanguageTag {
                tag: self.name["@".len()..].to_owned(),
                reason,
                dialect: self.dialect,
            });
        }
        output.extend_from_slice(self.name.as_bytes());
        Ok(())
    }
}

/// Writes an IRI, or a reference that stands for one, between `<` and `>`.
pub(super) fn reference_between_signs(reference: &str, output: &mut Vec<u8>) -> io::Result<()> {
    output.push(b'<');
    escape::write_iri(reference, output)?;
    output.push(b'>');
    Ok(())
}

/// Appends the rest of an IRI to its prefix and colon, as it is or with escape sequences, if that is a name in the dialect.
fn fill_name(
    dialect: Dialect,
    escapes: bool,
    local: &str,
    name: &mut String,
) -> Result<(), Nameless> {
    let start = name.len();
    name.push_str(local);
    let mut checked = readings::check(dialect, name, Meaning::PrefixedName);
    if checked.is_err() && escapes {
        name.truncate(start);
        escape_local(local, name);
        checked = readings::check(dialect, name, Meaning::PrefixedName);
    }
    checked.map_err(|reach| match reach <= start {
        true => Nameless::Here,
        false => Nameless::Everywhere,
    })
}

/// Puts a `\` before each sign of ASCII that cannot be in the local part of a name as it is. Which of them can be there with one,
/// the grammar decides.
fn escape_local(local: &str, output: &mut String) {
    let last = local.len().saturating_sub(1);
    for (place, character) in local.char_indices() {
        let stands_as_it_is = match character {
            '_' | ':' | '%' => true,
            '-' => place > 0,
            '.' => place > 0 && place < last,
            _ => !character.is_ascii_punctuation(),
        };
        if !stands_as_it_is {
            output.push('\\');
        }
        output.push(character);
    }
}

/// The text of a prefix's declaration.
pub(super) fn prefix_directive(prefix: &str, namespace: &str) -> io::Result<Vec<u8>> {
    let mut text = format!("@prefix {prefix}: ").into_bytes();
    reference_between_signs(namespace, &mut text)?;
    text.extend_from_slice(b" .");
    Ok(text)
}

/// The text of a base's declaration.
pub(super) fn base_directive(base: &Base) -> io::Result<Vec<u8>> {
    let mut text = b"@base ".to_vec();
    reference_between_signs(base.as_str(), &mut text)?;
    text.extend_from_slice(b" .");
    Ok(text)
}
