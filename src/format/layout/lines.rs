//! Tokens and comments on their way to lines, and the lines' ends.

use super::super::queue::{QueuedComment, last_line, width};
use super::super::style::LineEnd;
use super::super::token::TokenRole;
use super::flat::FlatRun;
use super::state::{Layout, PendingComment};
use crate::input::Input;
use std::io::Write;

impl<I: Input, W: Write> Layout<I, W> {
    /// Whether comments come before the next token.
    pub(super) fn has_comment(&mut self) -> bool {
        self.ahead.peek(0).comments > 0 || !self.pending.is_empty()
    }

    /// The column of the next token, if it comes on the line at hand.
    pub(super) fn next_column(&mut self) -> usize {
        let is_apart = !self.page.is_fresh() && !self.is_next_joined();
        self.page.column() + usize::from(is_apart)
    }

    /// Puts the next token on the line at hand, or on one more where comments come before it.
    pub(super) fn put(&mut self, level: usize) -> TokenRole {
        self.put_comments_before(level);
        self.put_here()
    }

    /// Puts the comments before the next token, or keeps them for the end of the line.
    pub(super) fn put_comments_before(&mut self, level: usize) {
        let next = self.ahead.peek(0);
        let has_comments = next.comments > 0;
        if matches!(
            next.role,
            TokenRole::Comma | TokenRole::Semicolon | TokenRole::FullStop
        ) {
            // The sign is drawn to what it ends, and the comments come after it.
            if has_comments {
                self.keep_comments();
            }
        } else if has_comments || !self.pending.is_empty() {
            let mut level = level;
            if !self.page.is_fresh() {
                level += 1;
                self.new_line(level, level, false);
            }
            self.put_comments(level);
        }
    }

    /// Puts the next token, which has no comments before it, on the line at hand.
    #[inline]
    pub(super) fn put_here(&mut self) -> TokenRole {
        if !self.is_next_joined() {
            self.page.add_space();
        }
        self.ahead.take();
        let last = self.ahead.last();
        let (role, has_remark, has_lines) = (last.role, last.has_remark, last.has_lines);
        let text = self.ahead.last_text();
        self.page.add(text, last.width as usize);
        if has_lines {
            self.page.continue_at(width(last_line(text)));
            self.open(true);
        }
        self.keep_remark(has_remark);
        role
    }

    /// Puts tokens that were looked at on the line at hand, in pieces: what the document has as it is laid out is put at once.
    pub(super) fn put_flat(&mut self, run: FlatRun) {
        let column = self.next_column();
        let (tokens, text) = self.ahead.take_several(run.tokens);
        for piece in tokens.chunk_by(|_, next| next.is_as_laid_out) {
            let (first, last) = (&piece[0], &piece[piece.len() - 1]);
            if !first.is_joined {
                self.page.add_space();
            }
            let text = text.get(first.start, last.end_place() - first.start);
            self.page.add(text, 0);
        }
        self.page.continue_at(column + run.width);
        self.keep_remark(self.ahead.last().has_remark);
    }

    /// Whether nothing comes between the token that was put last and the next one.
    #[inline]
    fn is_next_joined(&mut self) -> bool {
        self.ahead.peek(0).is_joined
    }

    /// Takes the next token without putting it.
    pub(super) fn leave_out(&mut self) {
        self.keep_comments();
        self.ahead.take();
        self.keep_remark(self.ahead.last().has_remark);
    }

    /// Keeps the comments before the next token for the end of the line.
    pub(super) fn keep_comments(&mut self) {
        let comments = self.ahead.take_comments();
        self.pending
            .extend(comments.into_iter().map(|comment| PendingComment {
                comment,
                has_own_line: true,
            }));
    }

    #[inline]
    pub(super) fn keep_remark(&mut self, has_remark: bool) {
        if has_remark && let Some(comment) = self.ahead.take_comment() {
            self.pending.push(PendingComment {
                comment,
                has_own_line: false,
            });
        }
    }

    /// Puts the comments before the next token, each on its line.
    pub(super) fn put_comments(&mut self, level: usize) {
        let token_line_ends = self.ahead.peek(0).line_ends;
        let comments = self.ahead.take_comments();
        for (index, comment) in comments.iter().enumerate() {
            self.add_comment(comment);
            let next = comments.get(index + 1);
            let line_ends = next.map_or(token_line_ends, |next| next.line_ends);
            self.end_line(level, line_ends > 1);
        }
    }

    pub(super) fn add_comment(&mut self, comment: &QueuedComment) {
        self.page.add(self.ahead.text_of(comment), 0);
    }

    /// Ends the line at hand with the comments that wait for that, and begins another one. Comments that it has no room for come
    /// below, at the level `inner`.
    pub(super) fn new_line(&mut self, inner: usize, level: usize, is_blank: bool) {
        let mut is_blank = is_blank;
        if !self.pending.is_empty() {
            is_blank &= !self.pending.iter().any(|it| it.has_own_line);
            self.put_remarks(inner);
        }
        self.end_line(level, is_blank);
    }

    /// Puts the comments that wait for the end of the line.
    pub(super) fn put_remarks(&mut self, inner: usize) {
        let mut pending = std::mem::take(&mut self.pending);
        for (index, waiting) in pending.drain(..).enumerate() {
            if index == 0 && !waiting.has_own_line {
                self.page.add_space();
            } else {
                self.end_line(inner, false);
            }
            self.add_comment(&waiting.comment);
        }
        self.pending = pending;
    }

    /// Ends the line at hand, and begins another one, after a blank one perhaps.
    pub(super) fn end_line(&mut self, level: usize, is_blank: bool) {
        if self.opening.is_some() {
            self.open(true);
        }
        if !self.page.has_line_end() {
            self.choose_line_end();
        }
        self.page.leave_line();
        self.page.begin_line(if is_blank { 2 } else { 1 }, level);
    }

    pub(super) fn write_line_ends(&mut self, count: usize) {
        if !self.page.has_line_end() {
            self.choose_line_end();
        }
        self.page.write_line_ends(count);
    }

    #[cold]
    fn choose_line_end(&mut self) {
        let line_end = match self.style.line_end {
            LineEnd::Auto => self.ahead.line_end().unwrap_or("\n"),
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        };
        self.page.set_line_end(line_end);
    }
}
