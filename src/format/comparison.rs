//! The text to be written, compared with the document: only white space has changed.
//!
//! The document's tokens and comments come from its tree, before the layout has them. The output is looked at as bytes, after the
//! layout: white space, comments and semicolons are passed, and what follows has to be the text of the next token. Whatever is byte for
//! byte what the document has is passed in one go.
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
use super::token::{Queued, TokenRole, are_one};
use crate::tokens::{SPACES, Sign, TokenKind, comment_length};
use std::collections::VecDeque;
use std::ops::Range;

/// The white space and comments between two tokens of the output.
#[derive(Clone, Copy, Debug, Default)]
struct SpaceBetween {
    is_there: bool,
    has_comment: bool,
    has_line_end: bool,
    semicolons: u32,
}

/// A document and what has been written of it, as far as they differ.
pub(super) struct LayoutComparison {
    final_semicolon: FinalSemicolon,
    is_line_based: bool,
    comments: VecDeque<Range<usize>>,
    /// Semicolons of the document before the token that comes next.
    semicolons: u32,
    /// How many brackets are open in the document.
    depth: usize,
    /// Whether the statement has a semicolon outside of brackets.
    has_semicolon: bool,
    /// How many tokens of the queue have been passed.
    passed: usize,
    /// The token that was written last, or an end before all of them.
    last: Queued,
    /// The white space and comments that were written after that token.
    space: SpaceBetween,
    /// Whether that ends with a comment without the end of its line.
    is_in_comment: bool,
}

impl LayoutComparison {
    pub(super) fn new(final_semicolon: FinalSemicolon, is_line_based: bool) -> Self {
        Self {
            final_semicolon,
            is_line_based,
            comments: VecDeque::new(),
            semicolons: 0,
            depth: 0,
            has_semicolon: false,
            passed: 0,
            last: Queued::end(0),
            space: SpaceBetween::default(),
            is_in_comment: false,
        }
    }

    /// The document has a token of this role: returns how many semicolons come before it, and whether one may come where there is
    /// none.
    #[inline]
    pub(super) fn expect(&mut self, role: TokenRole) -> (u32, bool) {
        let mut can_follow_semicolon = false;
        match role {
            TokenRole::Semicolon => {
                self.semicolons += 1;
                self.has_semicolon |= self.depth == 0;
                return Default::default();
            }
            TokenRole::FullStop | TokenRole::BraceBegin | TokenRole::BraceEnd => {
                can_follow_semicolon = std::mem::take(&mut self.has_semicolon);
            }
            TokenRole::Open => self.depth += 1,
            TokenRole::Close => self.depth = self.depth.saturating_sub(1),
            TokenRole::End => return Default::default(),
            _ => {}
        }
        (std::mem::take(&mut self.semicolons), can_follow_semicolon)
    }

    /// The document has a comment here.
    pub(super) fn expect_comment(&mut self, comment: Range<usize>) {
        self.comments.push_back(comment);
    }

    /// The first byte of the document that is still needed: of what is after the last token, or of a comment before that, which has
    /// moved.
    pub(super) fn place(&self) -> usize {
        let comment = self.comments.front().map(|comment| comment.start);
        let end = self.last.end_place();
        comment.map_or(end, |start| start.min(end))
    }

    /// How many tokens of the queue have been passed.
    pub(super) fn passed(&self) -> usize {
        self.passed
    }

    /// The queue has lost this number of tokens at its beginning, all of which have been passed.
    pub(super) fn forget(&mut self, tokens: usize) {
        self.passed -= tokens;
    }

    /// Whether everything has been written.
    pub(super) fn is_over(&self, tokens: &[Queued]) -> bool {
        let has_semicolons = self.semicolons + self.space.semicolons > 0;
        let is_any_left = tokens[self.passed..].iter().any(is_compared);
        !is_any_left && self.comments.is_empty() && !has_semicolons
    }

    /// Whether the document, of which these tokens are in the queue, goes on as the output does.
    pub(super) fn goes_on(
        &mut self,
        written: &str,
        document: &DocumentText,
        tokens: &[Queued],
    ) -> bool {
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
                    at += spaces(&bytes[at..]);
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
                _ => match self.pass_tokens(&bytes[at..], document, tokens) {
                    Some(length) => at += length,
                    None => return false,
                },
            }
        }
        true
    }

    /// Passes the next token, and all up to the last token of what the output has, byte for byte, as the document; returns how many
    /// bytes that is, or nothing if the output does not go on with that token.
    fn pass_tokens(
        &mut self,
        written: &[u8],
        document: &DocumentText,
        tokens: &[Queued],
    ) -> Option<usize> {
        self.passed += tokens[self.passed..].iter().position(is_compared)?;
        let ahead = &tokens[self.passed..];
        let next = &ahead[0];
        if !self.allows(next, document) {
            return None;
        }
        let equal = common_length(written, document.after(next.start).as_bytes());
        let mut until = next.start + equal;
        // A comment before it has moved, and is to come before the others.
        let is_behind = |comment: &Range<usize>| comment.start < next.start;
        if self.comments.front().is_some_and(is_behind) {
            until = until.min(next.end_place());
        }
        let count = ahead.iter().take_while(|it| it.end_place() <= until);
        let count = count.count();
        let last = ahead[..count].iter().rfind(|it| is_compared(it))?;
        self.passed += count;
        self.last = *last;
        self.space = SpaceBetween::default();
        let passed = next.start..last.start;
        let is_passed = |comment: &Range<usize>| passed.contains(&comment.start);
        while self.comments.front().is_some_and(is_passed) {
            self.comments.pop_front();
        }
        Some(last.end_place() - next.start)
    }

    fn is_next_comment(&mut self, text: &str, document: &DocumentText) -> bool {
        self.space.is_there = true;
        self.space.has_comment = true;
        let awaited = self.comments.pop_front();
        awaited.is_some_and(|it| document.get(it.start, it.len()) == text.trim_end_matches(SPACES))
    }

    /// Whether what was written before this token leaves it and the token before it what they are.
    #[inline]
    fn allows(&self, token: &Queued, document: &DocumentText) -> bool {
        let is = self.space;
        if token.semicolons != is.semicolons || is.semicolons > 0 {
            return self.allows_semicolons(token);
        }
        if matches!(self.last.kind, TokenKind::ByteOrderMark | TokenKind::End) {
            return !is.is_there || token.kind != TokenKind::ByteOrderMark;
        }
        let last = self.last.end_place();
        let was = document.get(last, token.start - last);
        if self.is_line_based && was.contains(['\n', '\r']) != is.has_line_end {
            return false;
        }
        let is_one = are_one(&self.last, token);
        let is_comment_new = is.has_comment && !was.contains('#');
        match (!was.is_empty(), is.is_there) {
            (true, false) => is_comma(self.last.kind) || is_comma(token.kind) || is_one,
            (false, false) => true,
            (false, true) => !is_one,
            (true, true) => !is_comment_new || !is_one,
        }
    }

    fn allows_semicolons(&self, token: &Queued) -> bool {
        match (token.semicolons, self.space.semicolons) {
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

/// Whether a token is looked for in the output: semicolons are counted, and some of the queue have no text.
fn is_compared(token: &Queued) -> bool {
    token.length > 0 && token.kind != TokenKind::Sign(Sign::Semicolon)
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

/// How many spaces and tabs a text begins with.
fn spaces(text: &[u8]) -> usize {
    let spaces = text.iter().take_while(|it| matches!(it, b' ' | b'\t'));
    spaces.count()
}

/// How many bytes two texts begin with that are the same.
fn common_length(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.as_chunks::<8>().0.iter();
    let mut length = 0;
    for (one, other) in blocks.zip(other.as_chunks::<8>().0) {
        let difference = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        if difference != 0 {
            return length + difference.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let rest = one[length..].iter().zip(&other[length..]);
    length + rest.take_while(|(one, other)| one == other).count()
}
