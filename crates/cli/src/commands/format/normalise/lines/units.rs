//! The statements and directives of a document of lines, each with its comments.
//!
//! Invariant: one follows the other without a gap: what is before, the text and the remark of all are the document, but for white space
//! within lines.

use crate::commands::format::normalise::refusal::NormalisationError;
use std::collections::VecDeque;
use std::io::Read;
use std::mem;
use turtle_peg::format::switches_off;
use turtle_peg::input::Stream;
use turtle_peg::tokens::{Keyword, Sign, Token, TokenKind};
use turtle_peg::{Document, Parser};

/// A statement, a directive, the byte order mark or the end of a document.
#[derive(Debug, Default)]
pub struct LineUnit {
    pub is_statement: bool,
    /// The white space and the comments before it.
    pub before: String,
    /// The texts of its tokens, with a space between; of a statement, without its full stop. Two such texts are in the order of their
    /// tokens: where one token begins another, as labels do, the other goes on with a character after the space.
    pub text: String,
    /// A comment behind it, on its line.
    pub remark: String,
}

/// The units of a document, in order.
pub struct LineUnits<R> {
    document: Document<Stream<R>>,
    /// Whether nothing but a byte order mark was read.
    is_at_beginning: bool,
    /// The unit whose tokens are read.
    begun: Option<LineUnit>,
    /// The unit before it, which the next token may give a remark.
    latest: Option<LineUnit>,
    /// Units that have all that they can get.
    complete: VecDeque<LineUnit>,
}

impl<R: Read> LineUnits<R> {
    pub fn of(parser: &Parser, reader: R) -> Self {
        Self {
            document: parser.parse_reader(reader),
            is_at_beginning: true,
            begun: None,
            latest: None,
            complete: VecDeque::new(),
        }
    }

    /// The next unit; none after the end.
    ///
    /// # Errors
    ///
    /// The document is at fault, or a part of it is to stay as it is.
    pub fn next(&mut self) -> Result<Option<LineUnit>, NormalisationError> {
        while self.complete.is_empty() {
            let Some(tokens) = self.document.next_tokens() else {
                return Ok(self.latest.take());
            };
            let mut begins_unit = true;
            for token in tokens? {
                let is_first = self.is_at_beginning;
                let mut comments = token.trivia().comments();
                if begins_unit && comments.any(|comment| switches_off(&comment, is_first)) {
                    return Err(NormalisationError::Stays);
                }
                Self::add(
                    &token,
                    &mut self.begun,
                    &mut self.latest,
                    &mut self.complete,
                );
                begins_unit &= token.kind() == TokenKind::ByteOrderMark;
                self.is_at_beginning &= token.kind() == TokenKind::ByteOrderMark;
            }
        }
        Ok(self.complete.pop_front())
    }

    /// Adds the next token to the unit that it belongs to.
    fn add(
        token: &Token<'_>,
        begun: &mut Option<LineUnit>,
        latest: &mut Option<LineUnit>,
        complete: &mut VecDeque<LineUnit>,
    ) {
        let mut before = token.trivia().text();
        if let Some(comment) = token.trivia().comments().next()
            && comment.line_ends() == 0
            && let Some(last) = latest
            && last.text != BYTE_ORDER_MARK
        {
            comment.text().clone_into(&mut last.remark);
            before = &before[comment.start() + comment.text().len()..];
        }
        let is_directive = |unit: &LineUnit| unit.text == Keyword::Version.text();
        let ends_directive = begun.as_ref().is_some_and(is_directive);
        let unit = begun.get_or_insert_with(|| {
            complete.extend(latest.take());
            LineUnit {
                before: before.to_owned(),
                ..LineUnit::default()
            }
        });
        unit.is_statement = token.kind() == TokenKind::Sign(Sign::FullStop);
        if !unit.is_statement {
            if !unit.text.is_empty() {
                unit.text.push(' ');
            }
            unit.text.push_str(token.text());
        }
        let is_alone = matches!(token.kind(), TokenKind::ByteOrderMark | TokenKind::End);
        if unit.is_statement || is_alone || ends_directive {
            *latest = mem::take(begun);
        }
    }
}

const BYTE_ORDER_MARK: &str = "\u{FEFF}";
