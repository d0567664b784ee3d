//! The tokens to come: as many as a decision needs.
//!
//! Invariant: a token is seen only together with the comments after it on its line, so the token after it has been read. Memory
//! holds the tokens that are looked at or not yet [compared](super::comparison), and what the parser holds.

use super::FormatError;
use super::comparison::LayoutComparison;
use super::queue::{QueuedComment, TokenQueue};
use super::text::DocumentText;
use super::token::{Queued, TokenRole};
use crate::input::Input;
use crate::tokens::TokenKind;
use crate::{Document, Error};

/// The tokens that were read and not laid out, and the document.
pub(super) struct TokensAhead<I> {
    document: Document<I>,
    /// Once it was read to its end.
    is_over: bool,
    failure: Option<Error>,
    text: DocumentText,
    queue: TokenQueue,
    /// Which token of the queue is the next to be laid out.
    next: usize,
    comparison: LayoutComparison,
}

impl<I: Input> TokensAhead<I> {
    pub(super) fn new(document: Document<I>, comparison: LayoutComparison) -> Self {
        Self {
            document,
            is_over: false,
            failure: None,
            text: DocumentText::default(),
            queue: TokenQueue::new(),
            next: 1,
            comparison,
        }
    }

    /// The token of this number from here on, 0 is the next; after the last token, the end.
    #[inline]
    pub(super) fn peek(&mut self, number: usize) -> &Queued {
        let index = self.index(number);
        &self.queue.tokens[index]
    }

    /// The token of this number from here on, and the one after it.
    #[inline]
    pub(super) fn peek_two(&mut self, number: usize) -> (&Queued, &Queued) {
        let after = self.index(number + 1);
        let index = after.min(self.next + number);
        (&self.queue.tokens[index], &self.queue.tokens[after])
    }

    /// The place in the queue of the token of this number from here on.
    #[inline]
    fn index(&mut self, number: usize) -> usize {
        let index = self.next + number;
        match index + 1 < self.queue.tokens.len() {
            true => index,
            false => self.read_up_to(index),
        }
    }

    /// The tokens to come that have been read; of the last of them, not all is known.
    #[inline]
    pub(super) fn waiting(&self) -> &[Queued] {
        &self.queue.tokens[self.next..]
    }

    /// Reads more of these, if there are any.
    #[cold]
    pub(super) fn read_on(&mut self) -> bool {
        let is_over = self.is_over;
        if !is_over {
            self.read();
        }
        !is_over
    }

    #[cold]
    fn read_up_to(&mut self, index: usize) -> usize {
        while index + 1 >= self.queue.tokens.len() && !self.is_over {
            self.read();
        }
        index.min(self.queue.tokens.len() - 1)
    }

    /// The token that was taken last, or an end before the first.
    #[inline]
    pub(super) fn last(&self) -> &Queued {
        &self.queue.tokens[self.next - 1]
    }

    /// Takes the next token. Its comments are to be taken before it, and its remark after.
    #[inline]
    pub(super) fn take(&mut self) {
        // The end is there for all who ask again.
        self.next = (self.next + 1).min(self.queue.tokens.len() - 1);
    }

    /// Takes tokens that were looked at, and after which there is another one; returns them, and their text.
    #[inline]
    pub(super) fn take_several(&mut self, count: usize) -> (&[Queued], &DocumentText) {
        let first = self.next;
        self.next += count;
        (&self.queue.tokens[first..self.next], &self.text)
    }

    /// The first line end outside of tokens, if there is one before much of the document.
    pub(super) fn line_end(&mut self) -> Option<&'static str> {
        /// How many bytes of tokens are read to find it.
        const MUCH: usize = 64 * 1024;
        while self.queue.line_end.is_none() && self.text.kept().len() < MUCH && !self.is_over {
            self.read();
        }
        self.queue.line_end
    }

    /// Takes the first comment that was not taken.
    pub(super) fn take_comment(&mut self) -> Option<QueuedComment> {
        self.queue.comments.pop_front()
    }

    /// Takes the comments before the next token, but for its remark.
    pub(super) fn take_comments(&mut self) -> Vec<QueuedComment> {
        let index = self.index(0);
        let count = std::mem::take(&mut self.queue.tokens[index].comments);
        self.queue.comments.drain(..count as usize).collect()
    }

    /// How many line ends are before the first comment of the next token, or before the token itself.
    pub(super) fn line_ends_before(&mut self) -> u8 {
        let token = self.peek(0);
        let (comments, line_ends) = (token.comments, token.line_ends);
        match self.queue.comments.front() {
            Some(comment) if comments > 0 => comment.line_ends,
            _ => line_ends,
        }
    }

    pub(super) fn text_of(&self, comment: &QueuedComment) -> &str {
        self.text.get(comment.text.start, comment.text.len())
    }

    /// The text of the token that was taken last, with what is copied before it.
    #[inline]
    pub(super) fn last_text(&self) -> &str {
        let last = self.last();
        let copied = last.copied as usize;
        self.text
            .get(last.start - copied, copied + last.length as usize)
    }

    /// Whether much was read since the last text was [forgotten](Self::forget).
    pub(super) fn is_full(&self) -> bool {
        self.text.is_full()
    }

    /// Forgets the tokens and comments that were taken and compared, and their text.
    pub(super) fn forget(&mut self) {
        let gone = self.comparison.passed().min(self.next - 1);
        self.queue.tokens.drain(..gone);
        self.next -= gone;
        self.comparison.forget(gone);
        let comment = self.queue.comments.front().map(|it| it.text.start);
        let token = self.queue.tokens.get(self.next);
        let token = token.map(|token| token.start - token.copied as usize);
        let first = comment.into_iter().chain(token);
        self.text
            .forget(first.fold(self.comparison.place(), usize::min));
    }

    /// Compares what comes next of the output with the document. A token or a comment is in it whole or not at all.
    pub(super) fn compare(&mut self, written: &str) -> Result<(), FormatError> {
        let tokens = &self.queue.tokens;
        match self.comparison.goes_on(written, &self.text, tokens) {
            true => Ok(()),
            false => Err(FormatError::Changed),
        }
    }

    /// Whether all was read, laid out and compared.
    pub(super) fn finish(self) -> Result<(), FormatError> {
        match self.failure {
            Some(error) => Err(error.into()),
            None if self.comparison.is_over(&self.queue.tokens) => Ok(()),
            None => Err(FormatError::Changed),
        }
    }

    /// Reads the tokens of a statement, or of a part of one.
    fn read(&mut self) {
        let mut begins_statement = !self.document.statements.is_within_statement();
        match self.document.next_tokens() {
            Some(Ok(tokens)) => {
                tokens.push_to(self.text.extended());
                for token in tokens {
                    self.queue
                        .add(&token, begins_statement, &mut self.comparison);
                    begins_statement &= token.kind() == TokenKind::ByteOrderMark;
                }
                let last = self.queue.tokens[self.next..].last();
                self.is_over = last.is_some_and(|last| last.role == TokenRole::End);
            }
            failed => {
                self.failure = failed.and_then(Result::err);
                self.is_over = true;
                self.queue.tokens.push(Queued::end(self.text.end()));
            }
        }
        if self.is_over {
            // Whoever looks at two tokens and the one after them can look at the end.
            self.queue.tokens.push(Queued::end(self.text.end()));
        }
    }
}
