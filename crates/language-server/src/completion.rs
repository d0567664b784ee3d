//! Completion at a place: prefixes, names that the document uses, labels, keywords and signs.
//!
//! Invariant: the grammar decides what is offered: only tokens that can come after all that is before the place. A namespace is
//! offered with its declaration, if the document does not declare it.

use crate::outline::begins_directive;
use crate::pieces::DocumentPieces;
use crate::text::OpenDocument;
use lsp_types::{CompletionItem, CompletionItemKind, Position, TextEdit, Uri};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use turtle_peg::error::Context;
use turtle_peg::oxrdf::TermRef;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::tokens::{Keyword, TokenKind};
use turtle_peg::{Error, Parser, Production};

/// The most names that are offered.
const MOST: usize = 1000;

/// The names of the document that was asked about last, as it was then: in a large one they are not collected anew for each key.
#[derive(Default)]
pub struct KnownNames {
    of: Option<(Uri, u64)>,
    names: DocumentNames,
}

/// The terms of a document as it writes them, by what they are used for.
#[derive(Default)]
struct DocumentNames {
    names: BTreeMap<String, NameUse>,
    labels: BTreeSet<String>,
    prefixes: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Default)]
struct NameUse {
    is_predicate: bool,
    is_class: bool,
}

pub fn completion(
    document: &OpenDocument,
    pieces: &DocumentPieces,
    place: Position,
    is_asked_for: bool,
    known: &mut KnownNames,
) -> Vec<CompletionItem> {
    let parser = pieces.parser();
    let byte = document.byte(place);
    let text = document.text();
    let word = word_before(text, byte)..byte;
    let Some(expected) = expected(text, word.start, pieces) else {
        return Vec::new();
    };
    let names = known.of(document, parser);
    let mut items = Items {
        document,
        word: word.clone(),
        items: Vec::new(),
    };
    let typed = &text[word.clone()];
    let takes = |terminals: &[Production]| terminals.iter().any(|&it| expected.allows(it));
    if takes(&[
        Production::PNAME_LN,
        Production::PNAME_NS,
        Production::qname,
    ]) {
        items.add_names(names, typed, expected.allows(Keyword::A));
        items.add_prefixes(names, typed, parser);
    }
    if takes(&[Production::BLANK_NODE_LABEL, Production::nodeID]) {
        for label in &names.labels {
            items.add(label, CompletionItemKind::Reference, "blank node");
        }
    }
    for token in expected.tokens() {
        match token.kind() {
            TokenKind::Keyword(keyword) => {
                items.add(keyword.text(), CompletionItemKind::Keyword, "keyword");
            }
            TokenKind::Sign(sign) if is_asked_for && typed.is_empty() => {
                items.add(sign.text(), CompletionItemKind::Operator, "sign");
            }
            _ => {}
        }
    }
    items.items
}

/// Where the word begins that ends at this byte.
fn word_before(text: &str, byte: usize) -> usize {
    let is_in_word =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '@' | '.' | '%' | '\\');
    let word = text[..byte].char_indices().rev();
    let word = word.take_while(|&(_, c)| is_in_word(c));
    word.last().map_or(byte, |(start, _)| start)
}

/// The tokens that can begin at a place; nothing if none can: within a comment, a string or an IRI, or after a fault of the same
/// statement.
fn expected(text: &str, byte: usize, pieces: &DocumentPieces) -> Option<Context> {
    /// No token begins with it.
    const NOTHING: char = '\u{1}';
    let from = pieces.checkpoint(byte);
    let mut before = text[from.position().byte as usize..byte].to_owned();
    before.push(NOTHING);
    let mut document = pieces.parser().resume(&from, before.as_bytes()).ok()?;
    let mut last = None;
    while let Some(result) = document.check_statement() {
        if let Err(Error::Syntax(error)) = result {
            last = Some(error);
        }
    }
    let fault = last.filter(|error| error.bytes().start == byte as u64)?;
    fault.context().cloned()
}

impl KnownNames {
    /// The names of a document; as they were when it was opened, if it is large.
    fn of(&mut self, document: &OpenDocument, parser: &Parser) -> &DocumentNames {
        /// Up to this size, in bytes, names are collected in a few milliseconds.
        const SMALL: usize = 1 << 20;
        let of = Some((document.uri.clone(), document.edition()));
        let is_known = match (&self.of, &of) {
            (Some((known, _)), Some((uri, _))) if document.text().len() > SMALL => known == uri,
            (known, of) => known == of,
        };
        if !is_known {
            self.names = DocumentNames::of(document.text(), parser);
            self.of = of;
        }
        &self.names
    }
}

impl DocumentNames {
    fn of(text: &str, parser: &Parser) -> Self {
        let mut names = Self::default();
        let mut document = parser.parse_str(text);
        while let Some(result) = document.next_statement(|quad, provenance| {
            let written = |span| {
                let bytes = provenance.bytes(span);
                &text[bytes.start as usize..bytes.end as usize]
            };
            names.add(written(provenance.subject), NameUse::default());
            let predicate = NameUse {
                is_predicate: true,
                is_class: false,
            };
            names.add(written(provenance.predicate), predicate);
            let is_class =
                quad.predicate == rdf::TYPE && matches!(quad.object, TermRef::NamedNode(_));
            let object = NameUse {
                is_predicate: false,
                is_class,
            };
            names.add(written(provenance.object), object);
        }) {
            // The names of statements at fault are not known.
            drop(result);
        }
        let prefixes = document.prefixes();
        names.prefixes = prefixes
            .map(|(prefix, iri)| (prefix.to_owned(), iri.to_owned()))
            .collect();
        names
    }

    fn add(&mut self, written: &str, new: NameUse) {
        let is_name =
            |c: char| !c.is_whitespace() && !matches!(c, '<' | '"' | '\'' | '[' | '(' | '{');
        if written.starts_with("_:") {
            if !self.labels.contains(written) {
                self.labels.insert(written.to_owned());
            }
        } else if written.contains(':') && written.chars().all(is_name) {
            match self.names.get_mut(written) {
                Some(known) => {
                    known.is_predicate |= new.is_predicate;
                    known.is_class |= new.is_class;
                }
                None => drop(self.names.insert(written.to_owned(), new)),
            }
        }
    }
}

/// The items of an answer.
struct Items<'d> {
    document: &'d OpenDocument,
    /// The bytes of what is typed already, which an item replaces.
    word: Range<usize>,
    items: Vec<CompletionItem>,
}

impl Items<'_> {
    fn add(&mut self, text: &str, kind: CompletionItemKind, detail: &str) -> &mut CompletionItem {
        self.items.push(CompletionItem {
            label: text.to_owned(),
            kind: Some(kind),
            detail: Some(detail.to_owned()),
            filter_text: Some(text.to_owned()),
            text_edit: Some(self.document.edit(self.word.clone(), text).into()),
            ..CompletionItem::default()
        });
        let last = self.items.len() - 1;
        &mut self.items[last]
    }

    /// The names that the document uses; only predicates, where a predicate comes next.
    fn add_names(&mut self, known: &DocumentNames, typed: &str, is_predicate: bool) {
        let names = known
            .names
            .iter()
            .filter(|(name, uses)| name.starts_with(typed) && (uses.is_predicate || !is_predicate));
        for (name, uses) in names.take(MOST) {
            let (kind, detail) = match uses {
                NameUse { is_class: true, .. } => (CompletionItemKind::Class, "class"),
                NameUse {
                    is_predicate: true, ..
                } => (CompletionItemKind::Property, "predicate"),
                NameUse { .. } => (CompletionItemKind::Value, "name"),
            };
            self.add(name, kind, detail);
        }
    }

    /// The declared prefixes, and the well-known ones, which bring their declarations.
    fn add_prefixes(&mut self, known: &DocumentNames, typed: &str, parser: &Parser) {
        for (prefix, namespace) in &known.prefixes {
            self.add(&format!("{prefix}:"), CompletionItemKind::Module, namespace);
        }
        let typed = typed.split(':').next().unwrap_or_default();
        let before = self.document.text()[..self.word.start].trim_end();
        let keyword = before
            // The mark that a document may begin with.
            .rsplit(|c: char| c.is_whitespace() || c == '\u{FEFF}')
            .next()
            .unwrap_or_default();
        let directive = match keyword {
            "@prefix" => Some(" ."),
            keyword if keyword.eq_ignore_ascii_case("prefix") => Some(""),
            _ => None,
        };
        let others = advice::WELL_KNOWN_PREFIXES.iter();
        let others = others.filter(|(prefix, _)| {
            !known.prefixes.contains_key(*prefix) && prefix.starts_with(typed)
        });
        let others: Vec<_> = others.collect();
        if others.is_empty() {
            return;
        }
        if let Some(end) = directive {
            for (prefix, namespace) in others {
                let declared = format!("{prefix}: <{namespace}>{end}");
                self.add(
                    &declared,
                    CompletionItemKind::Module,
                    "well-known namespace",
                );
            }
            return;
        }
        let place = DeclarationPlace::find(self.document, parser);
        for (prefix, namespace) in others {
            let edit = place.declare(self.document, prefix, namespace);
            let item = self.add(&format!("{prefix}:"), CompletionItemKind::Module, namespace);
            item.additional_text_edits = Some(vec![edit]);
        }
    }
}

/// Where the next prefix is to be declared, and how.
struct DeclarationPlace {
    byte: usize,
    is_after_others: bool,
    is_in_capitals: bool,
}

impl DeclarationPlace {
    /// After the directives that the document begins with.
    fn find(document: &OpenDocument, parser: &Parser) -> Self {
        let mut place = Self {
            byte: document.beginning(),
            is_after_others: false,
            is_in_capitals: false,
        };
        let mut read = parser.parse_str(document.text());
        while let Some(Ok(tokens)) = read.next_tokens() {
            let mut tokens = tokens.skip_while(|token| token.kind() == TokenKind::ByteOrderMark);
            let Some(first) = tokens.next() else { continue };
            match first.kind() {
                TokenKind::Keyword(Keyword::Prefix) => place.is_in_capitals = true,
                TokenKind::Keyword(Keyword::AtPrefix) => place.is_in_capitals = false,
                _ if begins_directive(&first) => {}
                _ => break,
            }
            let last = tokens.last().unwrap_or(first);
            place.is_after_others = true;
            place.byte = last.bytes().end as usize;
        }
        place
    }

    fn declare(&self, document: &OpenDocument, prefix: &str, namespace: &str) -> TextEdit {
        let directive = match self.is_in_capitals {
            true => format!("PREFIX {prefix}: <{namespace}>"),
            false => format!("@prefix {prefix}: <{namespace}> ."),
        };
        let line_end = match document.text().contains("\r\n") {
            true => "\r\n",
            false => "\n",
        };
        let line = match self.is_after_others {
            true => format!("{line_end}{directive}"),
            false => format!("{directive}{line_end}"),
        };
        document.edit(self.byte..self.byte, line)
    }
}
