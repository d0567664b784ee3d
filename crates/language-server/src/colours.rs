//! The kinds of tokens, for an editor's colours.
//!
//! Invariant: kinds come from the grammar: from the token's terminal, and from whether it is a predicate in the tree of its
//! statement. The tokens of a statement at fault keep theirs, as far as they can be told.

use crate::reading::DocumentTokens;
use crate::text::{OpenDocument, bytes_of};
use lsp_types::{Range, SemanticToken, SemanticTokensLegend, SemanticTokensOptions};
use std::ops;
use turtle_peg::tokens::TokenSort;
use turtle_peg::tokens::{Token, TokenKind};

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
}

/// The protocol's names of the kinds, in this order.
const LEGEND: [&str; 8] = [
    "comment",
    "keyword",
    "namespace",
    "property",
    "variable",
    "string",
    "number",
    "type",
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

/// The kinds of the tokens, or of those within a range.
pub fn colours(
    document: &OpenDocument,
    read: &DocumentTokens,
    range: Option<Range>,
) -> Vec<SemanticToken> {
    let asked = match range {
        Some(range) => document.bytes(range),
        None => 0..document.text().len(),
    };
    let mut colours = Colours {
        document,
        asked,
        last: lsp_types::Position::default(),
        tokens: Vec::new(),
    };
    let read = read.around(colours.asked.clone());
    let mut predicates = read.predicates().peekable();
    let mut colour = |token: Token<'_>| {
        let start = token.bytes().start as usize;
        while predicates
            .next_if(|predicate| predicate.end <= start)
            .is_some()
        {}
        let is_predicate = predicates.peek().is_some_and(|it| it.contains(&start));
        colours.add(&token, is_predicate);
    };
    for unit in read.units(document.text()) {
        match unit {
            Ok(tokens) => tokens.for_each(&mut colour),
            Err(faulty) => faulty.tokens().for_each(&mut colour),
        }
    }
    colours.tokens
}

struct Colours<'d> {
    document: &'d OpenDocument,
    /// The bytes that were asked about.
    asked: ops::Range<usize>,
    /// Where the last token begins: the protocol counts from there.
    last: lsp_types::Position,
    tokens: Vec<SemanticToken>,
}

impl Colours<'_> {
    fn add(&mut self, token: &Token<'_>, is_predicate: bool) {
        let bytes = bytes_of(token);
        let before = bytes.start - token.trivia().text().len();
        for comment in token.trivia().comments() {
            let start = before + comment.start();
            self.colour(start..start + comment.text().len(), TokenColour::Comment);
        }
        let name = if is_predicate {
            TokenColour::Property
        } else {
            TokenColour::Variable
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
    use pretty_assertions::assert_eq;
    use turtle_peg::{Dialect, Parser};

    /// The kinds of the names in a Turtle document, each after its line.
    fn kinds(text: &str) -> Vec<(u32, &'static str)> {
        let document = OpenDocument::new("file:///a.ttl".into(), String::new(), 1, text.into());
        let read = DocumentTokens::of_text(text, &Parser::new(Dialect::Turtle12));
        let mut line = 0;
        let tokens = colours(&document, &read, None).into_iter().map(|token| {
            line += token.delta_line;
            (line, LEGEND[token.token_type as usize])
        });
        tokens
            .filter(|(_, kind)| ["property", "variable"].contains(kind))
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
}
