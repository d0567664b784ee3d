//! What fits on a line, and is put there as a whole.

use super::super::style::FinalSemicolon;
use super::super::token::{Queued, TokenRole, are_joined};
use super::state::Layout;
use crate::Input;
use std::io::Write;

/// How far to look for what might fit on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlatExtent {
    Item,
    Object,
    Objects,
    /// A statement with one predicate.
    Statement,
}

/// Tokens that fit on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatRun {
    /// How many tokens, those that are left out included.
    pub(super) tokens: usize,
    /// How many characters they have, with the spaces between.
    pub(super) width: usize,
    /// Whether the document has these spaces between them, and nothing else.
    pub(super) is_as_written: bool,
}

impl<I: Input, W: Write> Layout<I, W> {
    /// What comes, if it fits on the line at hand from this column on. A comment does not, but for those behind a statement's last
    /// token: the layout draws the full stop before them.
    pub(super) fn fitting(&mut self, extent: FlatExtent, column: usize) -> Option<FlatRun> {
        /// A space, the sign that ends it, and one column that stays free.
        const AFTER: usize = 3;
        let mut run = FlatRun {
            tokens: 0,
            width: 0,
            is_as_written: true,
        };
        let (widest, mut depth) = (self.width.checked_sub(column + AFTER)?, 0_usize);
        loop {
            let index = run.tokens;
            if index > 0 && depth == 0 && ends(extent, self.ahead.peek(index).role) {
                return Some(run);
            }
            let ends_statement = extent == FlatExtent::Statement && depth == 0;
            if self.is_left_out(index, !ends_statement) {
                run.tokens += 1;
                run.is_as_written = false;
                continue;
            }
            let is_next_left_out = self.is_left_out(index + 1, false);
            let (token, next) = self.ahead.peek_two(index);
            match token.role {
                TokenRole::Open => depth += 1,
                TokenRole::Close => depth = depth.saturating_sub(1),
                TokenRole::Semicolon if depth == 0 => return None,
                _ => {}
            }
            if index > 0 && token.comments > 0 || token.last_width.is_some() {
                return None;
            }
            run.width += token.width as usize;
            if run.width > widest {
                return None;
            }
            // The author has left it open.
            let is_left_open =
                token.role == TokenRole::Open && next.role != TokenRole::Close && next.begins_line;
            let is_over = depth == 0 && ends_after(extent, token, next);
            let is_last = extent == FlatExtent::Statement
                && depth == 0
                && (next.role == TokenRole::FullStop || is_next_left_out);
            if token.has_remark && !is_over && !is_last || is_left_open {
                return None;
            }
            run.tokens += 1;
            if is_over {
                return Some(run);
            }
            let are_joined = are_joined(token, next);
            run.width += usize::from(!are_joined);
            run.is_as_written &= token.is_followed_as_laid_out(next, are_joined);
        }
    }

    /// Whether a token of this number from here on is a final semicolon that the style does not have; one with comments, only if
    /// these do not count.
    #[inline]
    fn is_left_out(&mut self, number: usize, counts_comments: bool) -> bool {
        if self.style.final_semicolon != FinalSemicolon::Never {
            return false;
        }
        let (token, next) = self.ahead.peek_two(number);
        let has_comments = token.comments > 0 || token.has_remark;
        token.role == TokenRole::Semicolon
            && next.role.ends_predicates()
            && !(counts_comments && has_comments)
    }

    /// Whether a list of objects has only one; of an object that is longer than a line, it is taken to be the only one.
    pub(super) fn is_only_object(&mut self) -> bool {
        let (mut width, mut depth, mut index) = (0, 0_usize, 0);
        loop {
            let token = self.ahead.peek(index);
            match token.role {
                TokenRole::Open => depth += 1,
                TokenRole::Close if depth > 0 => depth -= 1,
                TokenRole::Comma if depth == 0 => return false,
                role if depth == 0 && role.ends_objects() => return true,
                _ => {}
            }
            width += token.width as usize + 1;
            index += 1;
            if width > self.width && index > 1 && depth > 0 {
                return true;
            }
        }
    }

    /// Puts all of what [fits](Self::fitting).
    pub(super) fn put_run(&mut self, run: FlatRun, level: usize) {
        // Only the first token has comments.
        let first = self.ahead.peek(0).width as usize;
        self.put(level);
        let rest = run.tokens - 1;
        if run.is_as_written {
            self.put_as_written(rest, run.width - first);
            return;
        }
        for _ in 0..rest {
            match self.is_left_out(0, true) {
                true => self.leave_out(),
                false => {
                    self.put_here();
                }
            }
        }
    }

    /// Puts tokens of this width with the space before each.
    fn put_as_written(&mut self, tokens: usize, width: usize) {
        if tokens > 0 {
            self.ahead.take_several(tokens);
            self.page.add(self.ahead.last_texts(tokens), width);
            self.keep_remark(self.ahead.last().has_remark);
        }
    }
}

/// Whether what is looked at ends before a token of this role, outside of brackets.
fn ends(extent: FlatExtent, role: TokenRole) -> bool {
    match extent {
        FlatExtent::Item => false,
        FlatExtent::Statement => role.ends_statement(),
        FlatExtent::Object => role == TokenRole::Comma || role.ends_objects(),
        FlatExtent::Objects => role.ends_objects(),
    }
}

/// Whether it ends between these two, outside of brackets.
fn ends_after(extent: FlatExtent, token: &Queued, next: &Queued) -> bool {
    match extent {
        FlatExtent::Item => token.role == TokenRole::Close,
        FlatExtent::Statement => token.role == TokenRole::FullStop || ends(extent, next.role),
        FlatExtent::Object | FlatExtent::Objects => ends(extent, next.role),
    }
}
