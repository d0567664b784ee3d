//! A document's tokens, read once for each text.
//!
//! Invariant: these are the tokens that the parser reads, in order. 24 bytes are kept for each, and those of one document only.

use super::text::{OpenDocument, bytes_of};
use crate::{Error, Parser, Position, Production, Token, TokenKind};
use std::ops::Range;

/// The tokens of a document, by statements.
pub struct DocumentTokens {
    units: Vec<TokenUnit>,
    tokens: Vec<PlacedToken>,
    predicates: Vec<Range<usize>>,
}

/// A statement, a directive, or a part of a large statement.
enum TokenUnit {
    Read {
        /// Where the white space and the comments before it begin.
        start: usize,
        /// Which tokens are its own.
        tokens: Range<usize>,
    },
    /// It is at fault here.
    Fault(Position),
}

struct PlacedToken {
    kind: TokenKind,
    bytes: Range<usize>,
}

impl DocumentTokens {
    pub fn of(document: &OpenDocument, parser: &Parser) -> Self {
        Self::of_text(document.text(), parser)
    }

    pub fn of_text(text: &str, parser: &Parser) -> Self {
        let parser = parser.clone().continue_after_errors();
        let mut document = parser.parse_str(text);
        let mut read = Self {
            units: Vec::new(),
            tokens: Vec::new(),
            predicates: Vec::new(),
        };
        while let Some(result) = document.next_tokens() {
            match result {
                Ok(tokens) => {
                    let predicates = tokens.spans_of(&[Production::verb, Production::predicate]);
                    let in_text = |it: Range<u64>| it.start as usize..it.end as usize;
                    read.predicates.extend(predicates.map(in_text));
                    read.add_unit(tokens);
                }
                Err(Error::Syntax(error)) => read.units.push(TokenUnit::Fault(error.position())),
                // A text in memory can be read.
                Err(_) => break,
            }
        }
        read
    }

    fn add_unit<'t>(&mut self, tokens: impl Iterator<Item = Token<'t>>) {
        let first = self.tokens.len();
        let mut start = None;
        for token in tokens {
            let bytes = bytes_of(&token);
            start.get_or_insert(bytes.start - token.trivia().text().len());
            let kind = token.kind();
            self.tokens.push(PlacedToken { kind, bytes });
        }
        if let Some(start) = start {
            let tokens = first..self.tokens.len();
            self.units.push(TokenUnit::Read { start, tokens });
        }
    }

    /// The tokens of each statement, or of each part of a large one; or where it is at fault. The text is the one that was read.
    pub fn units<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = Result<impl Iterator<Item = Token<'t>>, Position>> {
        self.units.iter().map(move |unit| match unit {
            TokenUnit::Fault(position) => Err(*position),
            TokenUnit::Read { start, tokens } => {
                let mut end = *start;
                let tokens = self.tokens[tokens.clone()].iter();
                Ok(tokens.map(move |token| {
                    let before = std::mem::replace(&mut end, token.bytes.end);
                    Token::within(text, before, token.kind, token.bytes.clone())
                }))
            }
        })
    }

    /// Where the predicates are, in order.
    pub fn predicates(&self) -> &[Range<usize>] {
        &self.predicates
    }
}
