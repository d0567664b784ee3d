//! What is to be written, compared with the document: only white space has changed.
//!
//! The document's tokens and comments come from its tree, before the layout has them. The output is looked at as bytes, after the
//! layout: white space, comments and semicolons are passed, and what follows has to be the text of the next token.
//!
//! Invariant: output that passes is read as these tokens, so it has the same tree. The tokens' texts are there, in order. The
//! grammar reads the longest token at each place, and takes white space and comments between any two tokens but those that
//! [are one](are_one). So it is enough that no token becomes longer, and none loses its place:
//!
//! - Before white space, `#`, `,` or `;`, no token becomes longer. What may contain these, strings and IRIs, ends with a sign of its
//!   own, and names have them only after a backslash.
//! - Where nothing is between two tokens, nothing was there before, or one is `,`, or the two [are one](are_one), which no dialect
//!   reads as anything else. What comes after the second is held to the same.
//! - No comment comes between two tokens that are one, and in a language of lines, line ends stay where they are.
//! - Semicolons may become fewer, and go before the end of a list of predicates, or come before the full stop after a list that has
//!   others, as the style wants it.

use super::style::FinalSemicolon;
use super::text::DocumentText;
use crate::Production;
use crate::tokens::{Sign, Token, TokenKind, comment_length};
use crate::translate::{Meaning, meaning};
use std::collections::VecDeque;
use std::ops::Range;

/// What comes between two tokens, or before the first.
#[derive(Clone, Copy, Debug, Default)]
struct SpaceBetween {
    is_there: bool,
    has_comment: bool,
    has_line_end: bool,
    semicolons: u32,
}

/// A token of the document that is to come in the output.
#[derive(Debug)]
struct AwaitedToken {
    kind: TokenKind,
    start: usize,
    length: u32,
    before: SpaceBetween,
    /// Whether a semicolon may come before it where there is none: the statement has predicates, and they end.
    can_follow_semicolon: bool,
}

/// A document and what has been written of it, as far as they differ.
pub(super) struct LayoutComparison {
    final_semicolon: FinalSemicolon,
    is_line_based: bool,
    tokens: VecDeque<AwaitedToken>,
    comments: VecDeque<Range<usize>>,
    /// Semicolons of the document before the token that comes next.
    semicolons: u32,
    /// How many brackets are open in the document.
    depth: usize,
    /// Whether the statement has a semicolon outside of brackets.
    has_semicolon: bool,
    /// The token that was written last.
    last: Option<TokenKind>,
    /// What was written after it.
    space: SpaceBetween,
    /// Whether that ends with a comment without the end of its line.
    is_in_comment: bool,
}

impl LayoutComparison {
    pub(super) fn new(final_semicolon: FinalSemicolon, is_line_based: bool) -> Self {
        Self {
            final_semicolon,
            is_line_based,
            tokens: VecDeque::new(),
            comments: VecDeque::new(),
            semicolons: 0,
            depth: 0,
            has_semicolon: false,
            last: None,
            space: SpaceBetween::default(),
            is_in_comment: false,
        }
    }

    /// The document has this token.
    #[inline]
    pub(super) fn expect(&mut self, token: &Token<'_>) {
        let kind = token.kind();
        let mut can_follow_semicolon = false;
        match kind {
            TokenKind::Sign(Sign::Semicolon) => {
                self.semicolons += 1;
                self.has_semicolon |= self.depth == 0;
                return;
            }
            TokenKind::Sign(Sign::FullStop | Sign::BraceBegin | Sign::BraceEnd) => {
                can_follow_semicolon = std::mem::take(&mut self.has_semicolon);
            }
            TokenKind::Sign(sign) if sign.opens_bracket() => self.depth += 1,
            TokenKind::Sign(sign) if sign.closes_bracket() => {
                self.depth = self.depth.saturating_sub(1);
            }
            TokenKind::End => return,
            _ => {}
        }
        let trivia = token.trivia();
        let space = trivia.text();
        self.tokens.push_back(AwaitedToken {
            kind,
            start: token.bytes().start as usize,
            length: token.text().len() as u32,
            before: SpaceBetween {
                is_there: !space.is_empty(),
                has_comment: trivia.has_comments(),
                has_line_end: self.is_line_based && space.contains(['\n', '\r']),
                semicolons: std::mem::take(&mut self.semicolons),
            },
            can_follow_semicolon,
        });
    }

    /// The document has a comment here.
    pub(super) fn expect_comment(&mut self, comment: Range<usize>) {
        self.comments.push_back(comment);
    }

    /// Where in the document the comparison is, if there is anything to compare.
    pub(super) fn place(&self) -> Option<usize> {
        let token = self.tokens.front().map(|token| token.start);
        let comment = self.comments.front().map(|comment| comment.start);
        token.into_iter().chain(comment).min()
    }

    /// Whether everything has been written.
    pub(super) fn is_over(&self) -> bool {
        let has_semicolons = self.semicolons + self.space.semicolons > 0;
        self.tokens.is_empty() && self.comments.is_empty() && !has_semicolons
    }

    /// Whether the document goes on as the output does.
    pub(super) fn goes_on(&mut self, written: &str, document: &DocumentText) -> bool {
        let bytes = written.as_bytes();
        let Some(&first) = bytes.first() else {
            return true;
        };
        if std::mem::take(&mut self.is_in_comment) && !matches!(first, b'\n' | b'\r') {
            return false;
        }
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b' ' | b'\t' => {
                    self.space.is_there = true;
                    at += 1;
                }
                b'\n' | b'\r' => {
                    self.space.is_there = true;
                    self.space.has_line_end = true;
                    at += 1;
                }
                b';' => {
                    self.space.semicolons += 1;
                    at += 1;
                }
                b'#' => {
                    let length = comment_length(&bytes[at..]);
                    if !self.is_next_comment(&written[at..at + length], document) {
                        return false;
                    }
                    at += length;
                    self.is_in_comment = at == bytes.len();
                }
                _ => {
                    let Some(token) = self.tokens.pop_front() else {
                        return false;
                    };
                    let text = document.get(token.start, token.length as usize).as_bytes();
                    if !bytes[at..].starts_with(text) || !self.allows(&token) {
                        return false;
                    }
                    at += text.len();
                    self.last = Some(token.kind);
                    self.space = SpaceBetween::default();
                }
            }
        }
        true
    }

    fn is_next_comment(&mut self, text: &str, document: &DocumentText) -> bool {
        self.space.is_there = true;
        self.space.has_comment = true;
        let awaited = self.comments.pop_front();
        awaited.is_some_and(|it| document.get(it.start, it.len()) == text.trim_end())
    }

    /// Whether what was written before this token leaves it and the token before it what they are.
    #[inline]
    fn allows(&self, token: &AwaitedToken) -> bool {
        let (was, is) = (token.before, self.space);
        if was.semicolons != is.semicolons || is.semicolons > 0 {
            return self.allows_semicolons(token);
        }
        let Some(last) = self.last.filter(|last| *last != TokenKind::ByteOrderMark) else {
            return !is.is_there || token.kind != TokenKind::ByteOrderMark;
        };
        if self.is_line_based && was.has_line_end != is.has_line_end {
            return false;
        }
        let is_comment_new = is.has_comment && !was.has_comment;
        match (was.is_there, is.is_there) {
            (true, false) => is_comma(last) || is_comma(token.kind) || are_one(last, token.kind),
            (false, false) => true,
            (false, true) => !are_one(last, token.kind),
            (true, true) => !is_comment_new || !are_one(last, token.kind),
        }
    }

    fn allows_semicolons(&self, token: &AwaitedToken) -> bool {
        match (token.before.semicolons, self.space.semicolons) {
            (0, 1) => self.final_semicolon == FinalSemicolon::Always && token.can_follow_semicolon,
            (0, _) => false,
            (_, 0) => {
                self.final_semicolon == FinalSemicolon::Never
                    && self.space.is_there
                    && ends_predicates(token.kind)
            }
            (before, after) => after <= before,
        }
    }
}

fn is_comma(kind: TokenKind) -> bool {
    kind == TokenKind::Sign(Sign::Comma)
}

fn ends_predicates(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Sign(Sign::FullStop | Sign::BracketEnd | Sign::AnnotationEnd | Sign::BraceEnd)
    )
}

/// Whether two tokens belong together so closely that nothing has to be between them, and in some dialect nothing can be: empty
/// brackets, the parts of a literal, and the declared prefix of the team submission.
fn are_one(before: TokenKind, after: TokenKind) -> bool {
    use Sign as S;
    match (before, after) {
        (TokenKind::Sign(before), TokenKind::Sign(after)) => matches!(
            (before, after),
            (S::BracketBegin, S::BracketEnd)
                | (S::ParenthesisBegin, S::ParenthesisEnd)
                | (S::BraceBegin, S::BraceEnd)
        ),
        (TokenKind::Terminal(before), TokenKind::Sign(S::Colon)) => {
            before == Production::prefixName
        }
        (TokenKind::Sign(S::DoubleCaret | S::At), _)
        | (_, TokenKind::Sign(S::DoubleCaret | S::At)) => true,
        (_, TokenKind::Terminal(after)) => meaning(after) == Meaning::LanguageTag,
        _ => false,
    }
}
