//! IRIs as documents write them: the one at a place, where one is mentioned or described, and another one in its place.
//!
//! Invariant: the grammar tells the tokens, and the parser which prefixes and which base IRI hold; a document in which an IRI is another
//! one has the same quads but for that, which is tried.

use crate::pieces::DocumentPieces;
use crate::reading::{DocumentTokens, FaultyText, begins_directive, declares_prefix};
use crate::text::bytes_of;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use turtle_peg::input::Slice;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef, Term, TermRef};
use turtle_peg::tokens::{Keyword, Token, TokenKind, TokenSort};
use turtle_peg::{Document, Error, Parser, Position};

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
fn iri_of(token: &str, parser: &Parser) -> Option<String> {
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

/// The names that a declaration at fault may have given another meaning.
#[derive(Default)]
struct DoubtedNames {
    /// Whether each of these prefixes is doubted.
    prefixes: HashMap<String, bool>,
    /// Whether the others are.
    all_others: bool,
    /// Whether the base IRI is.
    base: bool,
}

impl DoubtedNames {
    /// Doubts what a text at fault may declare: the prefixes that it has where declarations have them; all prefixes, where it is not certain
    /// which one a declaration is of.
    fn doubt(&mut self, faulty: &FaultyText<'_>) {
        let tokens: Vec<Token<'_>> = faulty.tokens().collect();
        // The tokens of some dialects cannot be told from one another: then a declaration may be anywhere.
        let mut is_any = tokens.is_empty();
        self.base |= tokens.is_empty();
        let mut declares = false;
        for (number, token) in tokens.iter().enumerate() {
            let next = tokens.get(number + 1);
            let may_have = |word| {
                token.kind() == TokenKind::Other && token.text().to_ascii_lowercase().contains(word)
            };
            if declares_prefix(token.kind()) {
                declares = true;
                is_any |= next.and_then(lone_prefix).is_none();
            } else if let Some(prefix) = lone_prefix(token)
                && (declares || next.is_some_and(|it| it.kind().sort() == Some(TokenSort::Iri)))
            {
                self.prefixes.insert(prefix.to_owned(), true);
            }
            is_any |= may_have("prefix");
            self.base |= begins_directive(token.kind()) && !declares_prefix(token.kind());
            self.base |= may_have("base");
        }
        if is_any {
            self.prefixes.clear();
            self.all_others = true;
        }
    }

    /// Takes over that a prefix is declared: what it stands for is certain, if the base IRI is, to which its namespace may be relative.
    fn declare(&mut self, prefix: &str) {
        self.prefixes.insert(prefix.to_owned(), self.base);
    }

    fn prefix(&self, prefix: &str) -> bool {
        let known = self.prefixes.get(prefix);
        known.copied().unwrap_or(self.all_others)
    }
}

/// The prefix of a name that has no local name, as in a declaration.
fn lone_prefix<'t>(token: &Token<'t>) -> Option<&'t str> {
    let is_name = token.kind().sort() == Some(TokenSort::Name);
    let prefix = token.text().strip_suffix(':').filter(|_| is_name)?;
    (!prefix.contains(':')).then_some(prefix)
}

/// The prefixes and the base IRI that hold at a place, which moves through a document.
struct NamesInForce<'t> {
    parser: &'t Parser,
    document: Document<Slice<'t>>,
    prefixes: HashMap<String, String>,
    doubted: DoubtedNames,
    /// All namespaces that were declared up to there.
    declared: BTreeSet<String>,
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
    fn new(text: &'t str, parser: &'t Parser) -> Self {
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
    fn advance(&mut self, byte: usize) {
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
    fn each<'d>(
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

    fn is_written(&mut self, iri: &str, token: &Token<'_>) -> bool {
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

    fn namespace(&mut self, prefix: &str) -> Option<&str> {
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
fn may_resolve_to(reference: &str, iri: &str) -> bool {
    // A reference without dots stands for an IRI that ends as it does.
    let has_dots = reference.starts_with('.') || reference.contains("/.");
    has_dots || reference.contains('\\') || !has_scheme(reference) && iri.ends_with(reference)
}

fn has_scheme(iri: &str) -> bool {
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
