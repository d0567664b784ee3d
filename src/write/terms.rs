//! The text of a term in a dialect of Turtle or TriG.
//!
//! Invariant: a parser of the dialect reads the term from the text, given the prefixes and the base; or there is an error.

use super::base::WrittenBase;
use super::checks::TermChecks;
use super::copied_labels::CopiedLabels;
use super::error::WriteError;
use super::escape;
use super::prefixes::WritablePrefixes;
use super::readings::TermBeginning;
use super::recent::Recent;
use super::tokens::{WrittenKind, WrittenTokens};
use crate::Dialect;
use crate::dialect::IriSyntax;
use crate::engine::is_word;
use crate::rdf12::{self, AnyTerm};
use crate::setting::{self, SettingError};
use crate::translate::Meaning;
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{BlankNodeRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, TermRef, TripleRef};
use std::io;

/// The name of a graph that nothing else mentions.
pub(super) const NAMELESS_GRAPH: &[u8] = b"[]";

/// `rdf:nil`, where a collection can be.
const NIL: &str = "()";

/// The namespace of the datatypes that have short forms.
const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// Writes terms.
#[derive(Clone, Debug)]
pub(super) struct TermTexts {
    pub(super) dialect: Dialect,
    checks: TermChecks,
    prefixes: WritablePrefixes,
    base: Option<WrittenBase>,
    /// Whether names may have escape sequences.
    escapes_names: bool,
    /// Whether literals with line ends are between three quotation marks.
    pub(super) has_long_strings: bool,
    /// How the labels of the document at hand are written.
    pub(super) labels: CopiedLabels,
    /// The local part of a name with escape sequences, before it is known to be one.
    escaped: String,
    /// The texts of IRIs.
    recent: Recent<Vec<u8>>,
    /// The beginning of numbers.
    number: TermBeginning,
}

impl TermTexts {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            checks: TermChecks::new(dialect),
            prefixes: WritablePrefixes::default(),
            base: None,
            escapes_names: false,
            has_long_strings: false,
            labels: CopiedLabels::default(),
            escaped: String::new(),
            recent: Recent::default(),
            number: TermBeginning::new(dialect, ""),
        }
    }

    /// Declares a prefix; returns whether that changes anything.
    pub(super) fn declare(&mut self, prefix: &str, namespace: &str) -> Result<bool, SettingError> {
        let beginning = TermBeginning::new(self.dialect, format!("{prefix}:"));
        if beginning.check("", Meaning::PrefixedName).is_err() || prefix.contains(['\\', ':']) {
            let prefix = prefix.to_owned();
            return Err(SettingError::Prefix { prefix });
        }
        setting::absolute_iri(namespace.to_owned())?;
        self.recent.forget();
        Ok(self.prefixes.declare(prefix, beginning, namespace))
    }

    pub(super) fn declares(&self, prefix: &str) -> bool {
        self.prefixes.declares(prefix)
    }

    pub(super) fn base(&self) -> Option<&WrittenBase> {
        self.base.as_ref()
    }

    pub(super) fn set_base(&mut self, base: WrittenBase) {
        self.base = Some(base);
        self.recent.forget();
    }

    /// Makes references, or makes none, from here on.
    pub(super) fn use_base(&mut self, is_used: bool) {
        if let Some(base) = &mut self.base {
            base.is_used = is_used;
        }
        self.recent.forget();
    }

    pub(super) fn with_escapes_in_names(&mut self) {
        self.escapes_names = true;
        self.recent.forget();
    }

    pub(super) fn lenient(&mut self) {
        self.checks.lenient();
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
            NamedOrBlankNodeRef::NamedNode(iri) => self.new_iri(iri.as_str(), output),
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
        self.checks.triple_terms()
    }

    // ── Blank nodes ──

    fn blank_node(
        &mut self,
        node: BlankNodeRef<'_>,
        output: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let label = self.labels.text(node.as_str());
        self.checks.label(&label)?;
        output.extend_from_slice(b"_:");
        output.extend_from_slice(label.as_bytes());
        Ok(())
    }

    // ── IRIs ──

    fn iri(&mut self, iri: &str, output: &mut Vec<u8>) -> Result<(), WriteError> {
        if let Some(text) = self.recent.get(iri) {
            output.extend_from_slice(text);
            return Ok(());
        }
        let start = output.len();
        self.new_iri(iri, output)?;
        if let Some(text) = self.recent.keep(iri) {
            text.clear();
            text.extend_from_slice(&output[start..]);
        }
        Ok(())
    }

    /// Writes an IRI that was not written lately.
    fn new_iri(&mut self, iri: &str, output: &mut Vec<u8>) -> Result<(), WriteError> {
        // Most are a namespace and a word, which is an IRI, and has a name.
        if let Some((prefix, word)) = self.prefixes.known(iri)
            && prefix.takes_words
            && is_word(word)
        {
            output.extend_from_slice(prefix.beginning.text().as_bytes());
            output.extend_from_slice(word.as_bytes());
            return Ok(());
        }
        self.checks.iri(iri)?;
        if self.name(iri, output) {
            return Ok(());
        }
        let reference = self.base.as_ref().and_then(|base| base.reference_to(iri));
        Ok(reference_between_signs(reference.unwrap_or(iri), output)?)
    }

    /// Writes the name of an IRI; returns whether it has one.
    fn name(&mut self, iri: &str, output: &mut Vec<u8>) -> bool {
        let is_iri =
            !self.checks.are_lenient() && self.dialect.features().iris != IriSyntax::UriReferences;
        // An escape sequence, which no IRI has, would stand for another character.
        if !is_iri && iri.contains('\\') {
            return false;
        }
        let known = self.prefixes.known(iri);
        let known = known.map(|(prefix, rest)| (&prefix.beginning, rest));
        let is_known = known.is_some();
        let prefixes = known.into_iter().chain(self.prefixes.of(iri));
        let namespace = { prefixes }.find_map(|(prefix, rest)| {
            let mut local = rest;
            let mut checked = prefix.check(local, Meaning::PrefixedName);
            if checked.is_err() && self.escapes_names {
                self.escaped.clear();
                escape_local(local, &mut self.escaped);
                local = &self.escaped;
                checked = prefix.check(local, Meaning::PrefixedName);
            }
            match checked {
                Ok(()) => {
                    output.extend_from_slice(prefix.text().as_bytes());
                    output.extend_from_slice(local.as_bytes());
                    Some(iri.strip_suffix(rest))
                }
                // With the prefix of another namespace it may be a name.
                Err(0) => None,
                Err(_) => Some(None),
            }
        });
        if !is_known && let Some(namespace) = namespace.flatten() {
            self.prefixes.know(iri, namespace);
        }
        namespace.flatten().is_some()
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
            let tag = self.checks.language_tag(tag, rdf12::direction(literal))?;
            output.push(b'@');
            output.extend_from_slice(tag.as_bytes());
            return Ok(());
        }
        if datatype == xsd::STRING {
            return Ok(());
        }
        self.checks.datatype(datatype)?;
        output.extend_from_slice(b"^^");
        self.iri(datatype.as_str(), output)
    }

    /// Whether the lexical form of a literal of this datatype is all there is to write.
    fn has_short_form(&self, lexical_form: &str, datatype: NamedNodeRef<'_>) -> bool {
        let kind = match datatype.as_str().strip_prefix(XSD) {
            Some("integer") => Meaning::Integer,
            Some("decimal") => Meaning::Decimal,
            Some("double") => Meaning::Double,
            Some("boolean") => return matches!(lexical_form, "true" | "false"),
            _ => return false,
        };
        self.number.check(lexical_form, kind).is_ok()
    }
}

/// Writes an IRI, or a reference that stands for one, between `<` and `>`.
pub(super) fn reference_between_signs(reference: &str, output: &mut Vec<u8>) -> io::Result<()> {
    output.push(b'<');
    escape::write_iri(reference, output)?;
    output.push(b'>');
    Ok(())
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
pub(super) fn base_directive(base: &str) -> io::Result<Vec<u8>> {
    let mut text = b"@base ".to_vec();
    reference_between_signs(base, &mut text)?;
    text.extend_from_slice(b" .");
    Ok(text)
}
