//! An IRI in the place of another one.
//!
//! Invariant: a document in which an IRI is another one has the same quads but for that, which is tried.

use super::finding::{IriAtPlace, NamesInForce, has_scheme, iri_of, may_resolve_to};
use crate::reading::{DocumentTokens, FaultyText};
use crate::text::bytes_of;
use std::collections::BTreeSet;
use std::ops::Range;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef};
use turtle_peg::tokens::{Keyword, Token, TokenSort};
use turtle_peg::{Error, Parser, Position};

impl IriAtPlace {
    /// The IRI that is meant by what somebody has typed in the place of its name.
    ///
    /// # Errors
    ///
    /// It is none, or not one alone; the words say what is allowed.
    pub fn typed(&self, text: &str, typed: &str) -> Result<String, String> {
        let before = &text[self.written.token.start..self.written.name.start];
        let allowed = match before {
            "<" => "an IRI",
            "" => "a name with a prefix that is declared, or an IRI in angle brackets",
            _ => "a local name, a name with a prefix that is declared, or an IRI in angle brackets",
        };
        self.meant(text, typed)
            .ok_or_else(|| not_allowed(typed, allowed))
    }

    fn meant(&self, text: &str, typed: &str) -> Option<String> {
        let (token, parser) = (&text[self.written.token.clone()], &self.parser);
        let before = &text[self.written.token.start..self.written.name.start];
        let is_prefixed = || typed.contains(':') && iri_of(typed, parser).is_some();
        let is_in_full = has_scheme(typed) && typed.contains("://");
        match token {
            _ if typed.is_empty() => None,
            _ if typed.starts_with('<') => iri_of(typed, parser),
            token if is_in_full || token.starts_with('<') => iri_of(&format!("<{typed}>"), parser),
            _ if is_prefixed() => iri_of(typed, parser),
            // It is `a`.
            _ if before.is_empty() => None,
            // The prefix is not declared; only where local names have colons, it may be one.
            _ if typed.contains(':') && !text[self.written.name.clone()].contains(':') => None,
            _ => {
                let escaped = || iri_of(&format!("{before}{}", escaped(typed)), parser);
                iri_of(&format!("{before}{typed}"), parser).or_else(escaped)
            }
        }
    }
}

/// The words that a name is refused with: what is allowed in its place.
pub fn not_allowed(name: &str, allowed: &str) -> String {
    format!("`{name}` is not allowed as a name here: write {allowed}, and nothing else")
}

/// A local name with a backslash before each sign that needs one.
fn escaped(local: &str) -> String {
    let mut written = String::with_capacity(local.len());
    for c in local.chars() {
        if "~!$&'()*+,;=/?#@%.-".contains(c) {
            written.push('\\');
        }
        written.push(c);
    }
    written
}

/// The reason why an IRI is not replaced in a text.
pub enum NotReplaced {
    /// The statement with a fault here may mention it.
    MayBeHidden(Position),
    /// The name at this byte may stand for it: a declaration is missing or at fault.
    IsInDoubt(usize),
    /// The other IRI is mentioned already, at this byte.
    IsTaken(usize),
    /// It cannot be shown that the text stays the same but for that.
    WouldChangeMore,
}

/// Edits after which a text has another IRI in the place of this one: bytes, and what comes there.
///
/// # Errors
///
/// The IRI may be mentioned where that is not known, or the text would not be the same but for it.
pub fn replaced(
    text: &str,
    parser: &Parser,
    (iri, other): (&str, &str),
) -> Result<Vec<(Range<usize>, String)>, NotReplaced> {
    let read = DocumentTokens::of_text(text, parser);
    let mut names = NamesInForce::new(text, parser);
    let (mut hidden, mut edits) = (Vec::new(), Vec::new());
    let (mut in_doubt, mut taken) = (None, None);
    for unit in read.units(text) {
        let tokens = match unit {
            Ok(tokens) => tokens,
            Err(faulty) => {
                names.doubted.doubt(&faulty);
                hidden.push(faulty);
                continue;
            }
        };
        names.each(tokens, |names, token, _| {
            let bytes = bytes_of(token);
            if names.is_in_doubt(iri, token) {
                in_doubt.get_or_insert(bytes.start);
            }
            if names.is_written(other, token) {
                taken.get_or_insert(bytes.start);
            } else if names.is_written(iri, token) {
                edits.push((bytes, names.writing(token.text(), other)));
            }
        });
    }
    if !hidden.is_empty() {
        let traces = names.traces(iri, text);
        let may_mention = |it: &&FaultyText| traces.iter().any(|trace| it.text.contains(trace));
        if let Some(faulty) = hidden.iter().find(may_mention) {
            return Err(NotReplaced::MayBeHidden(faulty.position));
        }
    }
    if let Some(byte) = in_doubt {
        return Err(NotReplaced::IsInDoubt(byte));
    }
    if let Some(byte) = taken {
        return Err(NotReplaced::IsTaken(byte));
    }
    let (mut changed, mut end) = (String::with_capacity(text.len()), 0);
    for (bytes, written) in &edits {
        changed.extend([&text[end..bytes.start], written]);
        end = bytes.end;
    }
    changed += &text[end..];
    match is_same_but_for(text, &changed, parser, (iri, other)) {
        true => Ok(edits),
        false => Err(NotReplaced::WouldChangeMore),
    }
}

impl NamesInForce<'_> {
    /// Whether a token may stand for an IRI, though it is not known what its prefix or the base IRI is.
    fn is_in_doubt(&mut self, iri: &str, token: &Token<'_>) -> bool {
        match (token.kind().sort(), token.text().split_once(':')) {
            (Some(TokenSort::Name), Some((prefix, local))) => {
                let may_be_it = iri.ends_with(&local.replace('\\', ""));
                may_be_it && (self.doubted.prefix(prefix) || self.namespace(prefix).is_none())
            }
            (Some(TokenSort::Iri), _) => {
                let inner = token.text().trim_matches(['<', '>']);
                self.doubted.base && !has_scheme(inner) && may_resolve_to(inner, iri)
            }
            _ => false,
        }
    }

    /// Characters one of which is wherever the text mentions an IRI, in any writing: where what stands for what is not known, it may be
    /// there.
    fn traces(mut self, iri: &str, text: &str) -> BTreeSet<String> {
        self.advance(text.len());
        // A directive at fault may be taken for what it means.
        let last = self.document.prefixes();
        self.declared
            .extend(last.map(|(_, namespace)| namespace.to_owned()));
        let locals = self.declared.iter();
        let locals = locals.filter_map(|namespace| iri.strip_prefix(&**namespace));
        // A reference that is relative to the base has what is after the last of these, unless that is its own.
        let is_end = |c: char| matches!(c, '/' | '#' | '?' | ':');
        let end = iri.trim_end_matches(is_end);
        let end = &iri[end.rfind(is_end).map_or(0, |at| at + 1)..];
        let keyword = (iri == rdf::TYPE.as_str()).then(|| Keyword::A.text());
        // An escape may stand for any character.
        let others = [end, "<>", "<.", "\\"].into_iter().chain(keyword);
        others.chain(locals).map(str::to_owned).collect()
    }

    /// How an IRI is written here: as the token in whose place it comes, if it can be; else with the shortest local name, or in full.
    fn writing(&mut self, token: &str, iri: &str) -> String {
        let in_full = format!("<{iri}>");
        if token.starts_with('<') {
            return in_full;
        }
        // The first question reads them anew, if they are in doubt.
        self.namespace("");
        let own = token.split(':').next().unwrap_or_default();
        let fitting = self.prefixes.iter();
        let mut fitting: Vec<(&str, &str)> = fitting
            .filter_map(|(prefix, namespace)| Some((&**prefix, iri.strip_prefix(&**namespace)?)))
            .collect();
        fitting.sort_by_key(|&(prefix, local)| (prefix != own, local.len(), prefix.to_owned()));
        let mut parser = self.parser.clone();
        for (prefix, local) in fitting {
            let Ok(with_prefix) = parser
                .clone()
                .with_prefix(prefix, &iri[..iri.len() - local.len()])
            else {
                continue;
            };
            parser = with_prefix;
            for local in [local.to_owned(), escaped(local)] {
                let name = format!("{prefix}:{local}");
                if iri_of(&name, &parser).as_deref() == Some(iri) {
                    return name;
                }
            }
        }
        in_full
    }
}

/// Whether a text has the quads of another one, in their order, with an IRI in the place of another.
fn is_same_but_for(text: &str, changed: &str, parser: &Parser, replaced: (&str, &str)) -> bool {
    let parser = parser.clone().with_recovery();
    let (mut before, mut after) = (parser.parse_str(text), parser.parse_str(changed));
    loop {
        let (mut old, mut new) = (Vec::new(), Vec::new());
        let one = before.next_statement_dyn(&mut |quad, _| old.push(quad_with(quad, replaced)));
        let other = after.next_statement_dyn(&mut |quad, _| new.push(quad_with(quad, ("", ""))));
        match (one, other) {
            _ if old != new => return false,
            (None, None) => return true,
            (Some(Ok(())), Some(Ok(()))) => {}
            (Some(Err(Error::Syntax(one))), Some(Err(Error::Syntax(other))))
                if one.kind().name() == other.kind().name() => {}
            _ => return false,
        }
    }
}

/// A quad in words of its own, with an IRI in the place of another.
fn quad_with(quad: QuadRef<'_>, replaced: (&str, &str)) -> Vec<String> {
    let mut parts = Vec::with_capacity(4);
    push_subject(quad.subject, replaced, &mut parts);
    parts.push(iri_with(quad.predicate.as_str(), replaced));
    push_term(quad.object, replaced, &mut parts);
    parts.push(match quad.graph_name {
        GraphNameRef::NamedNode(iri) => iri_with(iri.as_str(), replaced),
        other => other.to_string(),
    });
    parts
}

fn iri_with(iri: &str, (old, new): (&str, &str)) -> String {
    let iri = match iri == old {
        true => new,
        false => iri,
    };
    format!("<{iri}>")
}

fn push_subject(term: NamedOrBlankNodeRef<'_>, replaced: (&str, &str), parts: &mut Vec<String>) {
    parts.push(match term {
        NamedOrBlankNodeRef::NamedNode(iri) => iri_with(iri.as_str(), replaced),
        NamedOrBlankNodeRef::BlankNode(node) => node.to_string(),
    });
}

fn push_term(term: TermRef<'_>, replaced: (&str, &str), parts: &mut Vec<String>) {
    let mut next = Some(term);
    while let Some(term) = next.take() {
        match term {
            TermRef::NamedNode(iri) => parts.push(iri_with(iri.as_str(), replaced)),
            TermRef::BlankNode(node) => parts.push(node.to_string()),
            TermRef::Literal(literal) => {
                parts.push(literal.value().to_owned());
                parts.push(literal.language().unwrap_or_default().to_owned());
                parts.push(iri_with(literal.datatype().as_str(), replaced));
            }
            TermRef::Triple(triple) => {
                parts.push("<<(".to_owned());
                push_subject(triple.subject.as_ref(), replaced, parts);
                parts.push(iri_with(triple.predicate.as_str(), replaced));
                next = Some(triple.object.as_ref());
            }
        }
    }
}
