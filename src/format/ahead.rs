//! The tokens to come: as many as a decision needs.
//!
//! Invariant: a token is seen only together with the comments after it on its line, so the token after it has been read. Memory
//! holds the tokens that are looked at or not yet [compared](super::comparison), and what the parser holds.

use super::FormatError;
use super::comparison::LayoutComparison;
use super::text::DocumentText;
use crate::tokens::{Comment, Keyword, Sign, Token, TokenKind};
use crate::translate::{Meaning, meaning};
use crate::{Document, Error, Input};
use std::collections::VecDeque;
use std::ops::Range;

/// The role of a token in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenRole {
    /// A term, or a keyword that stands for one.
    Term,
    /// A number.
    Number,
    /// A keyword of a directive or of a graph.
    Word,
    Open,
    Close,
    Comma,
    Semicolon,
    FullStop,
    Tilde,
    BraceBegin,
    BraceEnd,
    /// `^^` and `@`: no space comes before or after.
    Joint,
    /// A language tag, or the colon in a declaration of 2008: no space comes before.
    Suffix,
    /// Text that stays as it is.
    Verbatim,
    End,
}

impl TokenRole {
    #[inline]
    pub(super) fn of(kind: TokenKind) -> Self {
        match kind {
            TokenKind::Terminal(terminal) => match meaning(terminal) {
                Meaning::LanguageTag => Self::Suffix,
                Meaning::Integer | Meaning::Decimal | Meaning::Double => Self::Number,
                _ => Self::Term,
            },
            TokenKind::Other => Self::Term,
            TokenKind::Keyword(Keyword::A | Keyword::True | Keyword::False) => Self::Term,
            TokenKind::Keyword(_) => Self::Word,
            TokenKind::Sign(sign) => match sign {
                sign if sign.opens_bracket() => Self::Open,
                sign if sign.closes_bracket() => Self::Close,
                Sign::Comma => Self::Comma,
                Sign::Semicolon => Self::Semicolon,
                Sign::FullStop => Self::FullStop,
                Sign::Tilde => Self::Tilde,
                Sign::BraceBegin => Self::BraceBegin,
                Sign::BraceEnd => Self::BraceEnd,
                Sign::DoubleCaret | Sign::At => Self::Joint,
                // The other signs are brackets.
                _ => Self::Suffix,
            },
            TokenKind::ByteOrderMark => Self::Word,
            TokenKind::End => Self::End,
        }
    }

    /// Whether a list of objects ends before it.
    pub(super) fn ends_objects(self) -> bool {
        matches!(
            self,
            Self::Semicolon
                | Self::FullStop
                | Self::Close
                | Self::BraceEnd
                | Self::Verbatim
                | Self::End
        )
    }

    /// Whether a list of predicates ends before it.
    pub(super) fn ends_predicates(self) -> bool {
        self != Self::Semicolon && self.ends_objects()
    }

    /// Whether triples without a full stop end before it.
    pub(super) fn ends_statement(self) -> bool {
        matches!(self, Self::BraceEnd | Self::Verbatim | Self::End)
    }
}

/// Whether no space comes between two tokens.
pub(super) fn are_joined(before: &Queued, after: &Queued) -> bool {
    match (before.role, after.role) {
        (TokenRole::Joint, _) | (_, TokenRole::Comma | TokenRole::Joint) => true,
        (TokenRole::Word, TokenRole::Suffix) => false,
        (_, TokenRole::Suffix) => true,
        (TokenRole::Open, TokenRole::Close) => matches!(
            before.kind,
            TokenKind::Sign(Sign::BracketBegin | Sign::ParenthesisBegin)
        ),
        (TokenRole::BraceBegin, TokenRole::BraceEnd) => true,
        _ => false,
    }
}

/// A token that waits for its layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queued {
    pub(super) kind: TokenKind,
    pub(super) role: TokenRole,
    /// Where it is in [`DocumentText`].
    start: usize,
    length: u32,
    /// How many characters it has.
    pub(super) width: u32,
    /// How many characters its last line has, if it is a string of several.
    pub(super) last_width: Option<u32>,
    /// How many comments before it are on lines of their own.
    pub(super) comments: u32,
    /// How many line ends are directly before it, up to 2.
    pub(super) line_ends: u8,
    /// Whether it, or a comment before it, is not on the line of the token before it.
    pub(super) begins_line: bool,
    /// Whether a comment follows on its line.
    pub(super) has_remark: bool,
}

/// A comment that waits with its token.
#[derive(Clone, Debug)]
pub(super) struct QueuedComment {
    text: Range<usize>,
    /// How many line ends are before it, 1 or 2; of a remark, 1.
    pub(super) line_ends: u8,
}

/// The tokens that were read and not laid out, and the document.
pub(super) struct TokensAhead<I> {
    document: Document<I>,
    /// Once it was read to its end.
    is_over: bool,
    failure: Option<Error>,
    text: DocumentText,
    tokens: VecDeque<Queued>,
    comments: VecDeque<QueuedComment>,
    carried: Carried,
    /// Whether all is copied as it is, up to a comment that ends this.
    is_off: bool,
    comparison: LayoutComparison,
    /// The first line end outside of tokens, if one was read.
    line_end: Option<&'static str>,
}

/// What a semicolon that is left out, since one was directly before it, leaves to the next token.
#[derive(Clone, Copy, Debug, Default)]
struct Carried {
    comments: u32,
    line_ends: u8,
}

impl<I: Input> TokensAhead<I> {
    pub(super) fn new(document: Document<I>, comparison: LayoutComparison) -> Self {
        Self {
            document,
            is_over: false,
            failure: None,
            text: DocumentText::default(),
            tokens: VecDeque::new(),
            comments: VecDeque::new(),
            carried: Carried::default(),
            is_off: false,
            comparison,
            line_end: None,
        }
    }

    /// The token of this number from here on, 0 is the next; after the last token, the end.
    #[inline]
    pub(super) fn peek(&mut self, number: usize) -> &Queued {
        while self.tokens.len() < number + 2 && !self.is_over {
            self.read();
        }
        let last = self.tokens.len() - 1;
        &self.tokens[number.min(last)]
    }

    /// The token of this number from here on, and the one after it.
    pub(super) fn peek_two(&mut self, number: usize) -> (&Queued, &Queued) {
        self.peek(number + 1);
        let last = self.tokens.len() - 1;
        (
            &self.tokens[number.min(last)],
            &self.tokens[(number + 1).min(last)],
        )
    }

    /// Takes the next token. Its comments are to be taken before it, and its remark after.
    #[inline]
    pub(super) fn take(&mut self) -> Queued {
        let token = *self.peek(0);
        // The end is there for all who ask again.
        if token.role != TokenRole::End {
            self.tokens.pop_front();
        }
        token
    }

    /// The first line end outside of tokens, if there is one before much of the document.
    pub(super) fn line_end(&mut self) -> Option<&'static str> {
        /// How many bytes of tokens are read to find it.
        const MUCH: usize = 64 * 1024;
        while self.line_end.is_none() && self.text.kept().len() < MUCH && !self.is_over {
            self.read();
        }
        self.line_end
    }

    /// Takes the first comment that was not taken.
    pub(super) fn take_comment(&mut self) -> Option<QueuedComment> {
        self.comments.pop_front()
    }

    /// Takes the comments before the next token, but for its remark.
    pub(super) fn take_comments(&mut self) -> Vec<QueuedComment> {
        self.peek(0);
        let count = std::mem::take(&mut self.tokens[0].comments);
        self.comments.drain(..count as usize).collect()
    }

    /// How many line ends are before the first comment of the next token, or before the token itself.
    pub(super) fn line_ends_before(&mut self) -> u8 {
        let token = self.peek(0);
        let (comments, line_ends) = (token.comments, token.line_ends);
        match self.comments.front() {
            Some(comment) if comments > 0 => comment.line_ends,
            _ => line_ends,
        }
    }

    pub(super) fn text_of(&self, comment: &QueuedComment) -> &str {
        self.text.get(comment.text.start, comment.text.len())
    }

    pub(super) fn text(&self, token: &Queued) -> &str {
        self.text.get(token.start, token.length as usize)
    }

    /// Whether much was read since the last text was [forgotten](Self::forget).
    pub(super) fn is_full(&self) -> bool {
        self.text.is_full()
    }

    /// Forgets the text of the tokens and comments that were taken and compared.
    pub(super) fn forget(&mut self) {
        let comment = self.comments.front().map(|comment| comment.text.start);
        let token = self.tokens.front().map(|token| token.start);
        let compared = self.comparison.place();
        let first = [comment, token, compared].into_iter().flatten().min();
        self.text.forget(first.unwrap_or(self.text.end()));
    }

    /// Compares what comes next of the output with the document. A token or a comment is in it whole or not at all.
    pub(super) fn compare(&mut self, written: &str) -> Result<(), FormatError> {
        match self.comparison.goes_on(written, &self.text) {
            true => Ok(()),
            false => Err(FormatError::Changed),
        }
    }

    /// Whether all was read, laid out and compared.
    pub(super) fn finish(self) -> Result<(), FormatError> {
        match self.failure {
            Some(error) => Err(error.into()),
            None if self.comparison.is_over() => Ok(()),
            None => Err(FormatError::Changed),
        }
    }

    /// Reads the tokens of a statement, or of a part of one.
    fn read(&mut self) {
        let mut begins_statement = !self.document.statements.is_within_statement();
        match self.document.next_tokens() {
            Some(Ok(tokens)) => {
                tokens.push_to(self.text.extended());
                let mut queue = Queue {
                    tokens: &mut self.tokens,
                    comments: &mut self.comments,
                    carried: &mut self.carried,
                    is_off: &mut self.is_off,
                    comparison: &mut self.comparison,
                    line_end: &mut self.line_end,
                };
                for token in tokens {
                    let is_mark = token.kind() == TokenKind::ByteOrderMark;
                    queue.add(token, begins_statement);
                    begins_statement &= is_mark;
                }
                let last = self.tokens.back();
                self.is_over = last.is_some_and(|last| last.role == TokenRole::End);
            }
            failed => {
                self.failure = failed.and_then(Result::err);
                self.is_over = true;
                self.tokens.push_back(Queued::end(self.text.end()));
            }
        }
    }
}

impl Queued {
    /// Whether a comment on its line can belong to it.
    fn can_have_remark(&self) -> bool {
        !self.has_remark
            && self.role != TokenRole::Verbatim
            && self.kind != TokenKind::ByteOrderMark
    }

    /// The end of a document, at this byte of the text.
    pub(super) fn end(at: usize) -> Self {
        Self {
            kind: TokenKind::End,
            role: TokenRole::End,
            start: at,
            length: 0,
            width: 0,
            last_width: None,
            comments: 0,
            line_ends: 0,
            begins_line: false,
            has_remark: false,
        }
    }
}

/// The fields of [`TokensAhead`] that a token is added to, apart from the document that the token borrows from.
struct Queue<'q> {
    tokens: &'q mut VecDeque<Queued>,
    comments: &'q mut VecDeque<QueuedComment>,
    carried: &'q mut Carried,
    is_off: &'q mut bool,
    comparison: &'q mut LayoutComparison,
    line_end: &'q mut Option<&'static str>,
}

impl Queue<'_> {
    #[inline]
    fn add(&mut self, token: Token<'_>, begins_statement: bool) {
        let trivia = token.trivia();
        self.comparison.expect(&token);
        let before = match trivia.text() {
            "" | " " => TriviaBefore::default(),
            _ => self.before(&token, begins_statement),
        };
        if *self.is_off {
            self.copy(&token, before.copied);
            return;
        }
        let (mut comments, mut line_ends) = (before.comments, before.line_ends);
        let begins_line = line_ends > 0 || comments > 0;
        let carried = std::mem::take(self.carried);
        comments += carried.comments;
        line_ends = line_ends.max(carried.line_ends);
        let role = TokenRole::of(token.kind());
        if role == TokenRole::Semicolon && self.tokens.back().is_some_and(|last| last.role == role)
        {
            *self.carried = Carried {
                comments,
                line_ends,
            };
            return;
        }
        let (width, last_width) = measured(role, token.text());
        self.tokens.push_back(Queued {
            kind: token.kind(),
            role,
            start: token.bytes().start as usize,
            length: token.text().len() as u32,
            width,
            last_width,
            comments,
            line_ends,
            begins_line,
            has_remark: false,
        });
    }

    /// Adds the comments before a token. Between statements, some of them say that what follows is copied, or is not any more.
    fn before(&mut self, token: &Token<'_>, is_between_statements: bool) -> TriviaBefore {
        let trivia = token.trivia();
        let start = trivia_start(token);
        if self.line_end.is_none() {
            *self.line_end = line_end(trivia.text());
        }
        let mut before = TriviaBefore {
            line_ends: trivia.line_ends().min(2) as u8,
            ..TriviaBefore::default()
        };
        if !trivia.has_comments() {
            return before;
        }
        for comment in trivia.comments() {
            let text = comment.text().trim_end();
            let place = start + comment.start();
            let place = place..place + text.len();
            self.comparison.expect_comment(place.clone());
            if *self.is_off && is_between_statements && text == ON {
                let copied = trivia.text()[before.copied..comment.start()].trim_end();
                self.add_verbatim(TokenKind::Other, start + before.copied, copied.len(), 0);
                *self.is_off = false;
            }
            if *self.is_off {
                continue;
            }
            let has_own_line = self.add_comment(comment, place, before.comments);
            before.comments += u32::from(has_own_line);
            if has_own_line && is_between_statements && text == OFF {
                let comments = std::mem::take(&mut before.comments);
                before.copied = comment.start() + comment.text().len();
                self.add_verbatim(TokenKind::Other, start + before.copied, 0, comments);
                *self.is_off = true;
            }
        }
        before
    }

    /// Adds a comment, after others on lines of their own; whether it is on one, too.
    fn add_comment(&mut self, comment: Comment<'_>, place: Range<usize>, others: u32) -> bool {
        let is_next = comment.line_ends() == 0 && others + self.carried.comments == 0;
        let last = self.tokens.back_mut();
        let remarked = last.filter(|last| is_next && last.can_have_remark());
        let is_remark = remarked.is_some_and(|last| {
            last.has_remark = true;
            true
        });
        self.comments.push_back(QueuedComment {
            text: place,
            line_ends: comment.line_ends().clamp(1, 2) as u8,
        });
        !is_remark
    }

    /// Adds a token that is copied with the text before it, from a byte of that on.
    fn copy(&mut self, token: &Token<'_>, from: usize) {
        let before = &token.trivia().text()[from..];
        let start = trivia_start(token) + from;
        if token.kind() == TokenKind::End {
            self.add_verbatim(TokenKind::Other, start, before.trim_end().len(), 0);
            self.tokens.push_back(Queued::end(start + before.len()));
        } else {
            let length = before.len() + token.text().len();
            self.add_verbatim(token.kind(), start, length, 0);
        }
    }

    fn add_verbatim(&mut self, kind: TokenKind, start: usize, length: usize, comments: u32) {
        self.tokens.push_back(Queued {
            kind,
            role: TokenRole::Verbatim,
            comments,
            length: length as u32,
            ..Queued::end(start)
        });
    }
}

/// Where the white space and comments before a token begin.
fn trivia_start(token: &Token<'_>) -> usize {
    token.bytes().start as usize - token.trivia().text().len()
}

/// What comes before a token.
#[derive(Clone, Copy, Debug, Default)]
struct TriviaBefore {
    /// How many comments on lines of their own.
    comments: u32,
    /// How many line ends after the last of them, up to 2.
    line_ends: u8,
    /// How many bytes of it need not be copied, where the token is.
    copied: usize,
}

/// The comment after which all is copied as it is.
const OFF: &str = "# format: off";

/// The comment that ends this.
const ON: &str = "# format: on";

/// The first line end of white space and comments.
fn line_end(trivia: &str) -> Option<&'static str> {
    let end = trivia.find(['\n', '\r'])?;
    Some(match trivia[end..].starts_with("\r\n") {
        true => "\r\n",
        false => "\n",
    })
}

/// How many characters a token has, and its last line, if it is a string of several.
#[inline]
fn measured(role: TokenRole, text: &str) -> (u32, Option<u32>) {
    let count = |text: &str| match text.is_ascii() {
        true => text.len() as u32,
        false => text.chars().count() as u32,
    };
    let can_have_lines = role == TokenRole::Term && text.len() > 6 && text.starts_with(['"', '\'']);
    let last_line = match can_have_lines {
        true => memchr::memrchr2(b'\n', b'\r', text.as_bytes()),
        false => None,
    };
    (count(text), last_line.map(|end| count(&text[end + 1..])))
}
