//! A document's tokens, by its pieces.
//!
//! Invariant: these are the tokens that the parser reads, in order. 24 bytes are kept for each, and those of one document only.

use crate::text::bytes_of;
use std::ops::Range;
use std::rc::Rc;
use turtle_peg::input::Input;
use turtle_peg::tokens::{Token, TokenKind};
use turtle_peg::{Document, Error, Parser, Position, Production};

/// The tokens of a document, by statements.
#[derive(Default)]
pub struct DocumentTokens {
    /// With the byte at which each begins.
    pieces: Vec<(usize, Rc<PieceTokens>)>,
}

/// The tokens of a piece of a document. Their places count from its beginning, so that it can be moved.
pub struct PieceTokens {
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
    /// The tokens of a text that is not kept.
    pub fn of_text(text: &str, parser: &Parser) -> Self {
        let mut document = parser.clone().with_recovery().parse_str(text);
        let mut read = Self::default();
        let tokens = PieceTokens::read(&mut document, 0, |_| false);
        read.add(0, Rc::new(tokens));
        read
    }

    /// Adds those of the next piece, which begins at this byte.
    pub fn add(&mut self, start: usize, tokens: Rc<PieceTokens>) {
        self.pieces.push((start, tokens));
    }

    /// The tokens of the pieces that have some of these bytes.
    pub fn around(&self, bytes: Range<usize>) -> Self {
        let begun = self.pieces.partition_point(|(start, _)| *start < bytes.end);
        let ended = self.pieces[..begun].partition_point(|(start, _)| *start <= bytes.start);
        let pieces = &self.pieces[ended.saturating_sub(1)..begun];
        Self {
            pieces: pieces.to_vec(),
        }
    }

    /// The tokens of each statement, or of each part of a large one; or where it is at fault. The text is the one that was read.
    pub fn units<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = Result<impl Iterator<Item = Token<'t>>, Position>> {
        let units = |(start, piece): &'t (usize, Rc<PieceTokens>)| piece.units(*start, text);
        self.pieces.iter().flat_map(units)
    }

    /// Where the predicates are, in order.
    pub fn predicates(&self) -> impl Iterator<Item = Range<usize>> {
        self.pieces.iter().flat_map(|(start, piece)| {
            let predicates = piece.predicates.iter();
            predicates.map(move |it| it.start + start..it.end + start)
        })
    }
}

impl PieceTokens {
    /// The tokens of a document that is read from this byte on, up to where it is enough.
    pub fn read<I: Input>(
        document: &mut Document<I>,
        start: u64,
        mut is_enough: impl FnMut(&Document<I>) -> bool,
    ) -> Self {
        let mut read = Self {
            units: Vec::new(),
            tokens: Vec::new(),
            predicates: Vec::new(),
        };
        while let Some(result) = document.next_tokens() {
            match result {
                Ok(tokens) => {
                    let predicates = tokens.spans_of(&[Production::verb, Production::predicate]);
                    let in_piece =
                        |it: Range<u64>| (it.start - start) as usize..(it.end - start) as usize;
                    read.predicates.extend(predicates.map(in_piece));
                    read.add_unit(tokens, start as usize);
                }
                Err(Error::Syntax(error)) => read.units.push(TokenUnit::Fault(error.position())),
                // A text in memory can be read.
                Err(_) => break,
            }
            if is_enough(document) {
                break;
            }
        }
        read
    }

    fn add_unit<'t>(&mut self, tokens: impl Iterator<Item = Token<'t>>, piece: usize) {
        let first = self.tokens.len();
        let mut start = None;
        for token in tokens {
            let bytes = bytes_of(&token);
            let bytes = bytes.start - piece..bytes.end - piece;
            start.get_or_insert(bytes.start - token.trivia().text().len());
            let kind = token.kind();
            self.tokens.push(PlacedToken { kind, bytes });
        }
        if let Some(start) = start {
            let tokens = first..self.tokens.len();
            self.units.push(TokenUnit::Read { start, tokens });
        }
    }

    /// Whether a statement is at fault; the place of a fault counts from the document's beginning.
    pub fn has_fault(&self) -> bool {
        let mut units = self.units.iter();
        units.any(|unit| matches!(unit, TokenUnit::Fault(_)))
    }

    fn units<'t>(
        &'t self,
        piece: usize,
        text: &'t str,
    ) -> impl Iterator<Item = Result<impl Iterator<Item = Token<'t>>, Position>> {
        self.units.iter().map(move |unit| match unit {
            TokenUnit::Fault(position) => Err(*position),
            TokenUnit::Read { start, tokens } => {
                let mut end = piece + start;
                let tokens = self.tokens[tokens.clone()].iter();
                Ok(tokens.map(move |token| {
                    let bytes = piece + token.bytes.start..piece + token.bytes.end;
                    let before = std::mem::replace(&mut end, bytes.end);
                    Token::within(text, before, token.kind, bytes)
                }))
            }
        })
    }
}
