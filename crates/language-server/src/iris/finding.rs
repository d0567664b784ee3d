//! The IRI at a place, and where one is mentioned or described.
//!
//! Invariant: the grammar tells the tokens, and the parser which prefixes and which base IRI hold.

use super::doubted::DoubtedNames;
use crate::pieces::DocumentPieces;
use crate::reading::{DocumentTokens, begins_directive};
use crate::text::bytes_of;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use turtle_peg::input::Slice;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{NamedOrBlankNodeRef, Term};
use turtle_peg::tokens::{Keyword, Token, TokenKind, TokenSort};
use turtle_peg::{Document, Parser};

/// An IRI in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenIri {
    pub token: Range<usize>,
    /// The name, as an editor shows it: what is between the angle brackets, or after the prefix and its colon.
    pub name: Range<usize>,
}

/// The IRI at a place of a document.
pub struct IriAtPlace {
    pub iri: String,
    pub written: WrittenIri,
    /// A parser with the prefixes and the base IRI that hold there.
    pub parser: Parser,
}

/// The tokens of a statement that may be IRIs.
#[derive(Default)]
struct IriTokens {
    /// Whether the statement declares a prefix or the base: then its IRIs are no terms.
    is_declaration: bool,
}

impl IriTokens {
    /// Takes the next token, and finds the name in it.
    fn take(&mut self, token: &Token<'_>) -> Option<Range<usize>> {
        let bytes = bytes_of(token);
        self.is_declaration |= begins_directive(token.kind());
        if self.is_declaration {
            return None;
        }
        match (token.kind(), token.kind().sort()) {
            (TokenKind::Keyword(Keyword::A), _) => Some(bytes),
            (_, Some(TokenSort::Iri)) => Some(bytes.start + 1..bytes.end - 1),
            (_, Some(TokenSort::Name)) => {
                Some(bytes.start + token.text().find(':')? + 1..bytes.end)
            }
            _ => None,
        }
    }
}

/// The IRI at a place; none where a prefix is.
pub fn at(text: &str, byte: usize, pieces: &mut DocumentPieces) -> Option<IriAtPlace> {
    let read = pieces.tokens(text);
    let read = read.around(byte.saturating_sub(1)..byte + 1);
    let mut found = None;
    for unit in read.units(text) {
        match unit {
            Ok(tokens) => find_at(byte, tokens, &mut found),
            Err(faulty) => find_at(byte, faulty.tokens(), &mut found),
        }
    }
    let (start, written): (usize, WrittenIri) = found?;
    let parser = pieces.parser_at(text, start)?;
    Some(IriAtPlace {
        iri: iri_of(&text[written.token.clone()], &parser)?,
        written,
        parser,
    })
}

/// Finds the last of a statement's IRIs that has this byte or ends there, with the byte where the statement begins.
fn find_at<'t>(
    byte: usize,
    tokens: impl Iterator<Item = Token<'t>>,
    found: &mut Option<(usize, WrittenIri)>,
) {
    let (mut start, mut iris) = (None, IriTokens::default());
    for token in tokens {
        let bytes = bytes_of(&token);
        let start = *start.get_or_insert(bytes.start);
        let Some(name) = iris.take(&token) else {
            continue;
        };
        let begin = match token.kind().sort() {
            // The prefix and its colon are another name.
            Some(TokenSort::Name) => name.start,
            _ => bytes.start,
        };
        if (begin..=bytes.end).contains(&byte) {
            let written = WrittenIri { token: bytes, name };
            *found = Some((start, written));
        }
    }
}

/// The IRI that a token stands for where this parser's prefixes and base hold.
pub(super) fn iri_of(token: &str, parser: &Parser) -> Option<String> {
    if token == Keyword::A.text() {
        return Some(rdf::TYPE.as_str().to_owned());
    }
    match term_of(token, parser)? {
        Term::NamedNode(iri) => Some(iri.into_string()),
        _ => None,
    }
}

/// The term that a text stands for where this parser's prefixes and base hold, if it has that term and nothing else.
pub fn term_of(text: &str, parser: &Parser) -> Option<Term> {
    const BEFORE: &str = "<x:s> <x:p> ";
    let statement = format!("{BEFORE}{text} .");
    let whole = BEFORE.len() as u64..(BEFORE.len() + text.len()) as u64;
    let mut term = None;
    let mut document = parser.parse_str(&statement);
    let read = document.next_statement_dyn(&mut |quad, provenance| {
        if provenance.bytes(provenance.object) == whole {
            term = Some(quad.object.into_owned());
        }
    });
    read?.ok()?;
    term
}

/// The mentions of an IRI in a text, of which these are the tokens.
pub fn mentions(text: &str, read: &DocumentTokens, parser: &Parser, iri: &str) -> Vec<WrittenIri> {
    let mut names = NamesInForce::new(text, parser);
    let mut found = Vec::new();
    for unit in read.units(text) {
        match unit {
            Ok(tokens) => names.find(iri, tokens, &mut found),
            Err(faulty) => names.find(iri, faulty.tokens(), &mut found),
        }
    }
    found
}

/// The prefixes and the base IRI that hold at a place, which moves through a document.
pub(super) struct NamesInForce<'t> {
    pub(super) parser: &'t Parser,
    pub(super) document: Document<Slice<'t>>,
    pub(super) prefixes: HashMap<String, String>,
    pub(super) doubted: DoubtedNames,
    /// All namespaces that were declared up to there.
    pub(super) declared: BTreeSet<String>,
    /// Whether a fault may have changed them.
    is_in_doubt: bool,
    /// How often they were read anew.
    doubts: usize,
    /// A parser with the base IRI that holds, once it was needed.
    with_base: Option<Parser>,
    /// The reference that was resolved last with it, and its IRI.
    last_resolved: Option<(String, Option<String>)>,
}

impl<'t> NamesInForce<'t> {
    pub(super) fn new(text: &'t str, parser: &'t Parser) -> Self {
        Self {
            parser,
            document: parser.clone().with_recovery().parse_str(text),
            prefixes: HashMap::new(),
            doubted: DoubtedNames::default(),
            declared: BTreeSet::new(),
            is_in_doubt: true,
            doubts: 0,
            with_base: None,
            last_resolved: None,
        }
    }

    /// Goes on to the statement that begins at this byte.
    pub(super) fn advance(&mut self, byte: usize) {
        while self.document.next_byte() <= byte as u64 {
            match self.document.check_statement() {
                Some(Ok(())) => {
                    if let Some((prefix, namespace)) = self.document.declared_prefix() {
                        self.prefixes
                            .insert(prefix.to_owned(), namespace.to_owned());
                        self.doubted.declare(prefix);
                        self.declared.insert(namespace.to_owned());
                    }
                    if self.document.declared_base().is_some() {
                        self.with_base = None;
                    }
                }
                Some(Err(_)) => {
                    self.is_in_doubt = true;
                    self.with_base = None;
                }
                None => break,
            }
        }
    }

    /// Goes through the tokens of a statement that may be IRIs, each with its name.
    pub(super) fn each<'d>(
        &mut self,
        tokens: impl Iterator<Item = Token<'d>>,
        mut take: impl FnMut(&mut Self, &Token<'d>, Range<usize>),
    ) {
        let (mut is_first, mut iris) = (true, IriTokens::default());
        for token in tokens {
            if std::mem::take(&mut is_first) {
                self.advance(bytes_of(&token).start);
            }
            if let Some(name) = iris.take(&token) {
                take(self, &token, name);
            }
        }
    }

    /// Finds an IRI among the tokens of a statement.
    fn find<'d>(
        &mut self,
        iri: &str,
        tokens: impl Iterator<Item = Token<'d>>,
        found: &mut Vec<WrittenIri>,
    ) {
        self.each(tokens, |names, token, name| {
            if names.is_written(iri, token) {
                let token = bytes_of(token);
                found.push(WrittenIri { token, name });
            }
        });
    }

    pub(super) fn is_written(&mut self, iri: &str, token: &Token<'_>) -> bool {
        let text = token.text();
        if token.kind() == TokenKind::Keyword(Keyword::A) {
            return iri == rdf::TYPE.as_str();
        }
        match text.strip_prefix('<') {
            Some(inner) => {
                let inner = inner.trim_end_matches('>');
                inner == iri || may_resolve_to(inner, iri) && self.resolved(text) == Some(iri)
            }
            None => {
                let Some((prefix, local)) = text.split_once(':') else {
                    return false;
                };
                let rest = self.namespace(prefix).and_then(|it| iri.strip_prefix(it));
                rest.is_some_and(|rest| match local.contains('\\') {
                    false => rest == local,
                    true => rest == local.replace('\\', ""),
                })
            }
        }
    }

    pub(super) fn namespace(&mut self, prefix: &str) -> Option<&str> {
        /// After so many faults, which may each change all prefixes, those of the rest are not known.
        const MOST_DOUBTS: usize = 1000;
        if std::mem::take(&mut self.is_in_doubt) {
            self.doubts += 1;
            self.prefixes.clear();
            if self.doubts <= MOST_DOUBTS {
                let all = self.document.prefixes();
                let all = all.map(|(prefix, namespace)| (prefix.to_owned(), namespace.to_owned()));
                self.prefixes = all.collect();
            }
        }
        self.prefixes.get(prefix).map(String::as_str)
    }

    /// The IRI that a reference in angle brackets stands for.
    fn resolved(&mut self, reference: &str) -> Option<&str> {
        if let Some((last, _)) = &self.last_resolved
            && last == reference
            && self.with_base.is_some()
        {
            return self.last_resolved.as_ref()?.1.as_deref();
        }
        let parser = self.with_base.get_or_insert_with(|| {
            let base = self.document.base_iri().unwrap_or_default();
            let with_base = self.parser.clone().with_base_iri(base);
            with_base.unwrap_or_else(|_| self.parser.clone())
        });
        let resolved = iri_of(reference, parser);
        let last = self.last_resolved.insert((reference.to_owned(), resolved));
        last.1.as_deref()
    }
}

/// Whether what is between angle brackets may stand for an IRI that it is not equal to.
pub(super) fn may_resolve_to(reference: &str, iri: &str) -> bool {
    // A reference without dots stands for an IRI that ends as it does.
    let has_dots = reference.starts_with('.') || reference.contains("/.");
    has_dots || reference.contains('\\') || !has_scheme(reference) && iri.ends_with(reference)
}

pub(super) fn has_scheme(iri: &str) -> bool {
    let end = iri.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '-' | '.'));
    end.is_some_and(|end| end > 0 && iri[end..].starts_with(':'))
}

/// Where a text describes an IRI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedPlace {
    pub bytes: Range<usize>,
    /// Whether it has a type there.
    pub has_type: bool,
}

/// Where a text describes these IRIs: where each is a subject, with a type if it has one anywhere.
pub fn described(text: &str, parser: &Parser, iris: &[&str]) -> HashMap<String, DescribedPlace> {
    let mut found: HashMap<String, DescribedPlace> = HashMap::new();
    let mut document = parser.clone().with_recovery().parse_str(text);
    while let Some(result) = document.next_statement_dyn(&mut |quad, provenance| {
        let NamedOrBlankNodeRef::NamedNode(subject) = quad.subject else {
            return;
        };
        let has_type = quad.predicate == rdf::TYPE;
        let known = found.get(subject.as_str());
        let is_better = known.is_none_or(|known| has_type && !known.has_type);
        if is_better && iris.contains(&subject.as_str()) {
            let bytes = provenance.bytes(provenance.subject);
            let bytes = bytes.start as usize..bytes.end as usize;
            let place = DescribedPlace { bytes, has_type };
            found.insert(subject.as_str().to_owned(), place);
        }
    }) {
        // Statements at fault describe nothing that is known.
        drop(result);
    }
    found
}
