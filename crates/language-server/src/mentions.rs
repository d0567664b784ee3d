//! Prefixes and blank node labels: where a document declares and mentions them, and other names for them.
//!
//! Invariant: a document with other names is what it was, but for the names: its tokens are the same otherwise, and so are its
//! mentions. If that cannot be shown, nothing is renamed.

use crate::iris::not_allowed;
use crate::reading::{DocumentTokens, declares_prefix};
use crate::service::NameMention;
use crate::text::{OpenDocument, bytes_of};
use lsp_types::TextEdit;
use std::collections::HashSet;
use std::ops::Range;
use turtle_peg::tokens::{Sign, Token, TokenKind, TokenSort};
use turtle_peg::{Parser, Position, Production};

/// The kind of thing that a name stands for: a namespace, or a blank node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum NameKind {
    Prefix,
    Label,
}

/// A name as a document has it.
#[derive(Clone, Debug)]
struct WrittenName<'t> {
    kind: NameKind,
    name: &'t str,
    bytes: Range<usize>,
    is_declaration: bool,
}

/// The names of a document.
struct WrittenNames<'t> {
    names: Vec<WrittenName<'t>>,
    /// The texts of statements at fault, whose names are not known, with the places of the faults.
    hidden: Vec<(&'t str, Position)>,
}

/// Where the name at a place is mentioned.
pub fn of_name_at(
    document: &OpenDocument,
    read: &DocumentTokens,
    place: lsp_types::Position,
) -> Vec<NameMention> {
    let byte = document.byte(place);
    let written = WrittenNames::of(document.text(), read);
    let Some(asked) = written.at(byte) else {
        return Vec::new();
    };
    let mention = |name: &WrittenName<'_>| NameMention {
        range: document.range(name.bytes.clone()),
        is_declaration: name.is_declaration,
        is_asked: name.bytes == asked.bytes,
    };
    written.of_the_same(asked).map(mention).collect()
}

/// The changes after which the name at a place is another one.
///
/// # Errors
///
/// There is no name; a statement at fault may mention it; or the other name is taken, or is not allowed.
pub fn rename(
    document: &OpenDocument,
    read: &DocumentTokens,
    parser: &Parser,
    place: lsp_types::Position,
    name: &str,
) -> Result<Vec<TextEdit>, String> {
    let text = document.text();
    let written = WrittenNames::of(text, read);
    let asked = written
        .at(document.byte(place))
        .ok_or("only prefixes, blank node labels and IRIs can be renamed")?;
    if let Some(fault) = written.fault_that_hides(asked.name) {
        return Err(format!(
            "the statement with a fault at {fault} may mention it: mend it first"
        ));
    }
    let (name, allowed) = match asked.kind {
        NameKind::Prefix => (name.strip_suffix(':').unwrap_or(name), "a prefix"),
        NameKind::Label => (name.strip_prefix("_:").unwrap_or(name), "a label"),
    };
    if name == asked.name {
        return Ok(Vec::new());
    }
    let is_taken = |other: &WrittenName<'_>| other.kind == asked.kind && other.name == name;
    if written.names.iter().any(is_taken) {
        return Err(format!("`{name}` is used in this document already"));
    }
    let mut renamed = String::with_capacity(text.len());
    let mut edits = Vec::new();
    let mut end = 0;
    for mention in written.of_the_same(asked) {
        renamed += &text[end..mention.bytes.start];
        renamed += name;
        end = mention.bytes.end;
        edits.push(document.edit(mention.bytes.clone(), name));
    }
    renamed += &text[end..];
    let read = DocumentTokens::of_text(&renamed, parser);
    match written.is_renamed(asked, name, &WrittenNames::of(&renamed, &read)) {
        true => Ok(edits),
        false => Err(not_allowed(name, allowed)),
    }
}

impl<'t> WrittenNames<'t> {
    fn of(text: &'t str, read: &'t DocumentTokens) -> Self {
        let mut names = Vec::new();
        for tokens in read.units(text).flatten() {
            let mut before = None;
            for token in tokens {
                names.extend(WrittenName::of(text, &token, before));
                before = Some(token.kind());
            }
        }
        let mut labels = HashSet::new();
        for name in &mut names {
            if name.kind == NameKind::Label {
                // The first mention of a label is what others go back to.
                name.is_declaration = labels.insert(name.name);
            }
        }
        let hidden = read.units(text).filter_map(Result::err);
        Self {
            names,
            hidden: hidden.map(|it| (it.text, it.position)).collect(),
        }
    }

    /// The first fault of a statement that may mention a name.
    fn fault_that_hides(&self, name: &str) -> Option<Position> {
        let written = if name.is_empty() { ":" } else { name };
        let mut hidden = self.hidden.iter();
        let found = hidden.find(|(text, _)| text.contains(written));
        found.map(|&(_, fault)| fault)
    }

    /// The name that has this byte, or ends there; `_:` belongs to a label.
    fn at(&self, byte: usize) -> Option<&WrittenName<'t>> {
        let after = self.names.partition_point(|name| name.begin() <= byte);
        let name = &self.names[after.checked_sub(1)?];
        (byte <= name.bytes.end).then_some(name)
    }

    fn of_the_same(&self, asked: &WrittenName<'t>) -> impl Iterator<Item = &WrittenName<'t>> {
        self.names
            .iter()
            .filter(move |other| (other.kind, other.name) == (asked.kind, asked.name))
    }

    /// Whether these are the names of the document in which a name is another one.
    fn is_renamed(&self, asked: &WrittenName<'_>, name: &str, renamed: &WrittenNames<'_>) -> bool {
        let is_same = |(old, new): (&WrittenName<'_>, &WrittenName<'_>)| {
            let expected = match (old.kind, old.name) == (asked.kind, asked.name) {
                true => name,
                false => old.name,
            };
            (old.kind, old.is_declaration, expected) == (new.kind, new.is_declaration, new.name)
        };
        let texts = |names: &WrittenNames<'_>| -> Vec<String> {
            let hidden = names.hidden.iter();
            hidden.map(|(text, _)| (*text).to_owned()).collect()
        };
        texts(self) == texts(renamed)
            && self.names.len() == renamed.names.len()
            && self.names.iter().zip(&renamed.names).all(is_same)
    }
}

impl<'t> WrittenName<'t> {
    /// The first byte of the label or the prefix, with the sign before it.
    fn begin(&self) -> usize {
        match self.kind {
            NameKind::Prefix => self.bytes.start,
            NameKind::Label => self.bytes.start - "_:".len(),
        }
    }

    /// The name that a token of a text has; `before` is the token before it in its statement.
    fn of(text: &'t str, token: &Token<'_>, before: Option<TokenKind>) -> Option<Self> {
        let bytes = bytes_of(token);
        let is_declaration = before.is_some_and(declares_prefix);
        let (kind, bytes) = match token.kind() {
            TokenKind::Terminal(
                Production::PNAME_NS | Production::PNAME_LN | Production::qname,
            ) => {
                let length = text[bytes.clone()].find(':')?;
                (NameKind::Prefix, bytes.start..bytes.start + length)
            }
            TokenKind::Terminal(Production::prefixName) if is_declaration => {
                (NameKind::Prefix, bytes)
            }
            // In 2008 the colon of a declaration was a token of its own.
            TokenKind::Sign(Sign::Colon) if is_declaration => {
                (NameKind::Prefix, bytes.start..bytes.start)
            }
            kind if kind.sort() == Some(TokenSort::Label) => {
                (NameKind::Label, bytes.start + "_:".len()..bytes.end)
            }
            _ => return None,
        };
        Some(Self {
            kind,
            name: &text[bytes.clone()],
            bytes,
            is_declaration,
        })
    }
}
