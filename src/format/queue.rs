//! From the document's tokens to those that wait for their layout.

use super::comparison::LayoutComparison;
use super::token::{Queued, TokenRole, are_joined};
use crate::tokens::{Comment, SPACES, Token, TokenKind, TokenSort};
use std::collections::VecDeque;
use std::ops::Range;

/// A comment that waits with its token.
#[derive(Clone, Debug)]
pub(super) struct QueuedComment {
    pub(super) text: Range<usize>,
    /// How many line ends are before it, 1 or 2; of a remark, 1.
    pub(super) line_ends: u8,
}

/// Comments and line ends that a semicolon leaves to the next token, if it is left out because one was directly before it.
#[derive(Clone, Copy, Debug, Default)]
struct Carried {
    comments: u32,
    line_ends: u8,
}

/// The tokens that were read, and not both laid out and compared.
#[derive(Debug)]
pub(super) struct TokenQueue {
    /// The first is always there, and is the one that was laid out last, or an end before all of them.
    pub(super) tokens: Vec<Queued>,
    pub(super) comments: VecDeque<QueuedComment>,
    carried: Carried,
    /// Whether all is copied as it is, up to a comment that ends this.
    is_off: bool,
    /// The first line end outside of tokens, if one was read.
    pub(super) line_end: Option<&'static str>,
}

impl TokenQueue {
    pub(super) fn new() -> Self {
        Self {
            tokens: vec![Queued::end(0)],
            comments: VecDeque::new(),
            carried: Carried::default(),
            is_off: false,
            line_end: None,
        }
    }

    /// Adds a token of the document, which the comparison then expects in the output.
    #[inline]
    pub(super) fn add(
        &mut self,
        token: &Token<'_>,
        begins_statement: bool,
        comparison: &mut LayoutComparison,
    ) {
        let (kind, text) = (token.kind(), token.text());
        let role = TokenRole::of(kind);
        let (semicolons, can_follow_semicolon) = comparison.expect(role);
        let (trivia, has_space) = match token.trivia().text().as_bytes() {
            [] => (TriviaBefore::default(), false),
            [b' '] => (TriviaBefore::default(), true),
            _ => (self.trivia(token, begins_statement, comparison), false),
        };
        let carried = std::mem::take(&mut self.carried);
        let queued = Queued {
            kind,
            role,
            line_ends: trivia.line_ends.max(carried.line_ends),
            begins_line: trivia.line_ends > 0 || trivia.comments > 0,
            has_remark: false,
            is_joined: false,
            is_as_laid_out: false,
            can_follow_semicolon,
            semicolons,
            start: token.bytes().start as usize,
            length: text.len() as u32,
            copied: 0,
            width: match kind {
                TokenKind::Sign(_) | TokenKind::Keyword(_) => text.len(),
                _ => width(text),
            } as u32,
            has_lines: kind.sort() == Some(TokenSort::LongString) && last_line(text) != text,
            comments: trivia.comments + carried.comments,
        };
        let last = &self.tokens[self.tokens.len() - 1];
        if self.is_off {
            self.copy(token, queued, trivia.copied);
        } else if role == TokenRole::Semicolon && last.role == role {
            self.carried = Carried {
                comments: queued.comments,
                line_ends: queued.line_ends,
            };
        } else {
            let is_joined = are_joined(last, &queued);
            let is_space = is_joined || has_space;
            let place = last.end_place() + usize::from(!is_joined);
            self.tokens.push(Queued {
                is_joined,
                is_as_laid_out: is_space && place == queued.start,
                ..queued
            });
        }
    }

    /// Adds the comments before a token. Between statements, some of them say that what follows is copied, or is not any more.
    fn trivia(
        &mut self,
        token: &Token<'_>,
        is_between_statements: bool,
        comparison: &mut LayoutComparison,
    ) -> TriviaBefore {
        let trivia = token.trivia();
        let start = token.bytes().start as usize - trivia.text().len();
        if self.line_end.is_none() {
            let last = self.tokens.last();
            let is_first =
                start == 0 || last.is_some_and(|last| last.kind == TokenKind::ByteOrderMark);
            self.line_end = first_line_end(trivia.text(), is_first);
        }
        let mut before = TriviaBefore {
            line_ends: trivia.line_ends().min(2) as u8,
            ..TriviaBefore::default()
        };
        if !trivia.has_comments() {
            return before;
        }
        for comment in trivia.comments() {
            let text = comment.text().trim_end_matches(SPACES);
            let place = start + comment.start();
            let place = place..place + text.len();
            comparison.expect_comment(place.clone());
            if self.is_off && is_between_statements && switch(text) == Some(Switch::On) {
                let copied = trivia.text()[before.copied..comment.start()].trim_end();
                self.add_copied(start + before.copied, copied.len(), 0);
                self.is_off = false;
            }
            if self.is_off {
                continue;
            }
            let has_own_line = self.add_comment(comment, place, before.comments);
            before.comments += u32::from(has_own_line);
            if has_own_line && is_between_statements && switch(text) == Some(Switch::Off) {
                let comments = std::mem::take(&mut before.comments);
                before.copied = comment.start() + comment.text().len();
                self.add_copied(start + before.copied, 0, comments);
                self.is_off = true;
            }
        }
        before
    }

    /// Adds a comment, after others on lines of their own; whether it is on one, too.
    fn add_comment(&mut self, comment: Comment<'_>, place: Range<usize>, others: u32) -> bool {
        let is_next = comment.line_ends() == 0 && others + self.carried.comments == 0;
        let last = self.tokens.last_mut();
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
    fn copy(&mut self, token: &Token<'_>, queued: Queued, from: usize) {
        let before = &token.trivia().text()[from..];
        if queued.role == TokenRole::End {
            self.add_copied(queued.start - before.len(), before.trim_end().len(), 0);
            self.tokens.push(queued);
        } else {
            self.tokens.push(Queued {
                role: TokenRole::Verbatim,
                copied: before.len() as u32,
                ..queued
            });
        }
    }

    /// Adds white space and comments that are copied.
    fn add_copied(&mut self, start: usize, length: usize, comments: u32) {
        self.tokens.push(Queued {
            kind: TokenKind::Other,
            role: TokenRole::Verbatim,
            copied: length as u32,
            comments,
            ..Queued::end(start + length)
        });
    }
}

/// Comments and line ends before a token.
#[derive(Clone, Copy, Debug, Default)]
struct TriviaBefore {
    /// How many comments on lines of their own.
    comments: u32,
    /// How many line ends after the last of them, up to 2.
    line_ends: u8,
    /// How many bytes of it need not be copied, where the token is.
    copied: usize,
}

/// Whether a comment between statements says that the text after it is to stay as it is: `# format: off`. Nothing is before it on its
/// line; of the first comment of a document, that is known. Programs that rewrite documents in other ways keep to it, too.
///
/// ```
/// use turtle_peg::format::switches_off;
/// use turtle_peg::{Dialect, Parser};
///
/// let mut document = Parser::new(Dialect::Turtle12).parse_str("# format: off\n<x:s>  a  <x:T> .");
/// let first = document.next_tokens().unwrap()?.next().unwrap();
/// let comment = first.trivia().comments().next().unwrap();
/// assert!(switches_off(&comment, true));
/// # Ok::<(), turtle_peg::Error>(())
/// ```
pub fn switches_off(comment: &Comment<'_>, is_first: bool) -> bool {
    switch(comment.text()) == Some(Switch::Off) && (is_first || comment.line_ends() > 0)
}

/// A comment's instruction for the layout of the text after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Switch {
    /// All is copied as it is: `# format: off`.
    Off,
    /// This ends: `# format: on`.
    On,
}

/// The instruction that a comment gives to the layout, in any case, with any white space between the words.
fn switch(comment: &str) -> Option<Switch> {
    let (name, value) = comment.strip_prefix('#')?.split_once(':')?;
    let is = |text: &str, word: &str| text.trim().eq_ignore_ascii_case(word);
    let switches = [("off", Switch::Off), ("on", Switch::On)];
    let (_, switch) = switches.into_iter().find(|(word, _)| is(value, word))?;
    is(name, "format").then_some(switch)
}

/// The first line end of white space and comments before a token; before the first token, after a comment: empty lines there do not stay.
/// This is how a document's line ends are told where a style leaves them as they are ([`LineEnd::Auto`](super::LineEnd)).
///
/// ```
/// use turtle_peg::format::first_line_end;
///
/// assert_eq!(first_line_end(" # a comment\r\n", false), Some("\r\n"));
/// assert_eq!(first_line_end("\n\n", true), None);
/// ```
pub fn first_line_end(trivia: &str, is_first: bool) -> Option<&'static str> {
    let text = match is_first {
        true => &trivia[trivia.find('#')?..],
        false => trivia,
    };
    let end = text.find(['\n', '\r'])?;
    Some(match text[end..].starts_with("\r\n") {
        true => "\r\n",
        false => "\n",
    })
}

/// The last line of a string.
pub(super) fn last_line(text: &str) -> &str {
    let end = memchr::memrchr2(b'\n', b'\r', text.as_bytes());
    end.map_or(text, |end| &text[end + 1..])
}

/// How many characters a text has.
#[inline]
pub(super) fn width(text: &str) -> usize {
    match is_ascii(text.as_bytes()) {
        true => text.len(),
        false => text.chars().count(),
    }
}

/// Whether a text is ASCII. Most are short: its last eight bytes are looked at together, and not one by one.
#[inline]
fn is_ascii(text: &[u8]) -> bool {
    const BEYOND: u64 = 0x8080_8080_8080_8080;
    let Some(last) = text.last_chunk::<8>() else {
        return text.iter().all(u8::is_ascii);
    };
    let blocks = text.as_chunks::<8>().0.iter();
    blocks
        .chain([last])
        .all(|it| u64::from_le_bytes(*it) & BEYOND == 0)
}
