//! The kinds of tokens, for an editor's colours.
//!
//! Invariant: kinds come from the grammar: from the token's terminal, and from whether it is a predicate in the tree of its
//! statement. The tokens of a statement at fault keep theirs, as far as they can be told.

use crate::reading::{DocumentTokens, NameRole, declares_prefix};
use crate::terms::{TermIndex, TermUse};
use crate::text::{OpenDocument, bytes_of};
use lsp_types::{Range, SemanticToken, SemanticTokensLegend, SemanticTokensOptions};
use std::collections::HashMap;
use std::ops;
use turtle_peg::tokens::{Token, TokenKind, TokenSort};

/// The kind of a token, as its place in the legend.
#[derive(Clone, Copy)]
enum TokenColour {
    Comment,
    Keyword,
    Namespace,
    Property,
    Variable,
    String,
    Number,
    Type,
    Class,
}

/// The protocol's names of the kinds, in this order.
const LEGEND: [&str; 9] = [
    "comment",
    "keyword",
    "namespace",
    "property",
    "variable",
    "string",
    "number",
    "type",
    "class",
];

pub fn options() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: LEGEND.map(str::to_owned).into(),
            token_modifiers: Vec::new(),
        },
        range: Some(true.into()),
        full: Some(true.into()),
        ..SemanticTokensOptions::default()
    }
}

/// The kinds of the tokens, or of those within a range. The index tells classes and properties where they are not predicates.
pub fn colours(
    document: &OpenDocument,
    read: &DocumentTokens,
    range: Option<Range>,
    index: &TermIndex,
) -> Vec<SemanticToken> {
    /// The most bytes of a document whose names are looked up at each key.
    const LOOKED_UP: usize = 1 << 19;
    let asked = match range {
        Some(range) => document.bytes(range),
        None => 0..document.text().len(),
    };
    let is_looked_up = document.text().len() <= LOOKED_UP;
    let mut colours = Colours {
        document,
        terms: is_looked_up.then(|| NamedTerms::new(index)),
        asked,
        last: lsp_types::Position::default(),
        tokens: Vec::new(),
    };
    let around;
    let read = match is_looked_up {
        // Prefixes are declared before.
        true => read,
        false => {
            around = read.around(colours.asked.clone());
            &around
        }
    };
    let mut roles = read.roles().peekable();
    let mut colour = |token: Token<'_>| {
        let start = token.bytes().start as usize;
        while roles.next_if(|(it, _)| it.end <= start).is_some() {}
        let role = roles.peek().filter(|(it, _)| it.contains(&start));
        colours.add(&token, role.map(|(_, role)| *role));
    };
    for unit in read.units(document.text()) {
        match unit {
            Ok(tokens) => tokens.for_each(&mut colour),
            Err(faulty) => faulty.tokens().for_each(&mut colour),
        }
    }
    colours.tokens
}

/// The terms that names stand for, by the declarations before them.
struct NamedTerms<'d> {
    index: &'d TermIndex,
    namespaces: HashMap<String, String>,
    /// The prefix that is being declared, once it has come.
    declared: Option<Option<String>>,
}

impl<'d> NamedTerms<'d> {
    fn new(index: &'d TermIndex) -> Self {
        Self {
            index,
            namespaces: HashMap::new(),
            declared: None,
        }
    }

    /// Takes the next token; the kind of the term that it stands for, if that is asked, and the index knows it.
    fn kind(&mut self, token: &Token<'_>, is_asked: bool) -> Option<TokenColour> {
        if declares_prefix(token.kind()) {
            self.declared = Some(None);
            return None;
        }
        if !is_asked && self.declared.is_none() {
            return None;
        }
        let iri = match token.kind().sort() {
            Some(TokenSort::Iri) => token.text().trim_matches(['<', '>']).to_owned(),
            Some(TokenSort::Name) => {
                let (prefix, local) = token.text().split_once(':')?;
                if self.declared == Some(None) {
                    self.declared = Some(Some(prefix.to_owned()));
                    return None;
                }
                format!(
                    "{}{}",
                    self.namespaces.get(prefix)?,
                    local.replace('\\', "")
                )
            }
            _ => return None,
        };
        if let Some(prefix) = self.declared.take() {
            let namespace = token.text().trim_matches(['<', '>']);
            self.namespaces.insert(prefix?, namespace.to_owned());
            return None;
        }
        let uses = self.index.uses(&iri);
        if uses.are_of_class() {
            Some(TokenColour::Class)
        } else {
            uses.has(TermUse::DescribedProperty)
                .then_some(TokenColour::Property)
        }
    }
}

struct Colours<'d> {
    document: &'d OpenDocument,
    /// None in a large document.
    terms: Option<NamedTerms<'d>>,
    /// The bytes that were asked about.
    asked: ops::Range<usize>,
    /// Where the last token begins: the protocol counts from there.
    last: lsp_types::Position,
    tokens: Vec<SemanticToken>,
}

impl Colours<'_> {
    fn add(&mut self, token: &Token<'_>, role: Option<NameRole>) {
        let bytes = bytes_of(token);
        let before = bytes.start - token.trivia().text().len();
        for comment in token.trivia().comments() {
            let start = before + comment.start();
            self.colour(start..start + comment.text().len(), TokenColour::Comment);
        }
        let is_asked =
            bytes.start < self.asked.end && self.asked.start < bytes.end && role.is_none();
        let terms = self.terms.as_mut();
        let known = terms.and_then(|terms| terms.kind(token, is_asked));
        let name = match role {
            Some(NameRole::Predicate) => TokenColour::Property,
            Some(NameRole::Class) => TokenColour::Class,
            None => known.unwrap_or(TokenColour::Variable),
        };
        let kind = match token.kind().sort() {
            Some(TokenSort::Name) => {
                let colon = token.text().find(':').map_or(0, |colon| colon + 1);
                self.colour(bytes.start..bytes.start + colon, TokenColour::Namespace);
                return self.colour(bytes.start + colon..bytes.end, name);
            }
            Some(TokenSort::Iri) => name,
            Some(TokenSort::Label) => TokenColour::Variable,
            Some(TokenSort::LanguageTag) => TokenColour::Type,
            Some(TokenSort::String | TokenSort::LongString) => TokenColour::String,
            Some(TokenSort::Number) => TokenColour::Number,
            None if matches!(token.kind(), TokenKind::Keyword(_)) => TokenColour::Keyword,
            None => return,
        };
        self.colour(bytes, kind);
    }

    /// Colours these bytes, a line at a time: not every editor has tokens of several lines.
    fn colour(&mut self, bytes: ops::Range<usize>, kind: TokenColour) {
        if bytes.end <= self.asked.start || self.asked.end <= bytes.start {
            return;
        }
        let mut start = bytes.start;
        for line in self.document.text()[bytes].split_inclusive(['\n', '\r']) {
            let written = line.trim_end_matches(['\n', '\r']);
            let place = self.document.place(start);
            start += line.len();
            let length = written.chars().map(char::len_utf16).sum::<usize>() as u32;
            if length == 0 {
                continue;
            }
            let delta_line = place.line - self.last.line;
            let delta_start = match delta_line {
                0 => place.character - self.last.character,
                _ => place.character,
            };
            self.last = place;
            self.tokens.push(SemanticToken {
                delta_line,
                delta_start,
                length,
                token_type: kind as u32,
                token_modifiers_bitset: 0,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::DocumentTerms;
    use pretty_assertions::assert_eq;
    use turtle_peg::{Dialect, Parser};

    /// The kinds of the names in a Turtle document, each after its line.
    fn kinds(text: &str) -> Vec<(u32, &'static str)> {
        let document = OpenDocument::new("file:///a.ttl".into(), String::new(), 1, text.into());
        let read = DocumentTokens::of_text(text, &Parser::new(Dialect::Turtle12));
        let mut line = 0;
        let parser = Parser::new(Dialect::Turtle12);
        let mut index = TermIndex::default();
        index.set("x:", DocumentTerms::read(text, &parser));
        let tokens = colours(&document, &read, None, &index)
            .into_iter()
            .map(|token| {
                line += token.delta_line;
                (line, LEGEND[token.token_type as usize])
            });
        tokens
            .filter(|(_, kind)| ["property", "variable", "class"].contains(kind))
            .collect()
    }

    #[test]
    fn names_keep_their_kinds_while_their_statement_is_at_fault() {
        let text = "e:s e:p e:o ;\n  e:q <x:o> .\n";
        let whole = [
            (0, "variable"),
            (0, "property"),
            (0, "variable"),
            (1, "property"),
            (1, "variable"),
        ];
        assert_eq!(kinds(text), whole);
        for faulty in [
            text.replace(" .", ""),
            text.replace(" .", " ) ."),
            text.replace(" ;", " ; ; ,"),
        ] {
            assert_eq!(kinds(&faulty), whole, "{faulty}");
        }
        // The text after a quotation mark may be a string.
        assert_eq!(kinds(&text.replace(" ;", " \" ;")), whole[..3]);
    }

    #[test]
    fn classes_and_properties_are_told_from_individuals_where_the_documents_say_it() {
        let text = "@prefix e: <http://e/> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n\
            e:i a e:C .\ne:i e:p e:C .\ne:q a rdf:Property .\n<http://e/q> e:q e:i .\n";
        let found = kinds(text).into_iter().filter(|(line, _)| *line > 0);
        let found: Vec<_> = found.map(|(_, kind)| kind).collect();
        let [class, property, individual] = ["class", "property", "variable"];
        let expected = [
            vec![individual, class],
            vec![individual, property, class],
            vec![property, class],
            vec![property, property, individual],
        ];
        assert_eq!(found, expected.concat());
    }
}
