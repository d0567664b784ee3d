//! Runs of tokens that fit on a line, and are put there as a whole.

use super::super::style::{AFTER, FinalSemicolon};
use super::super::token::{Queued, TokenRole};
use super::state::Layout;
use crate::input::Input;
use std::io::Write;

/// How far to look for what might fit on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlatExtent {
    Item,
    Object,
    /// Objects, with their predicate if that comes first.
    Objects,
    /// A statement with one predicate.
    Statement,
}

/// Tokens that may fit on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatRun {
    /// How many tokens, those that are left out included.
    pub(super) tokens: usize,
    /// How many characters they have, with the spaces between.
    pub(super) width: usize,
    /// How many brackets are open.
    depth: usize,
}

impl FlatRun {
    const EMPTY: Self = Self {
        tokens: 0,
        width: 0,
        depth: 0,
    };

    /// Adds a token.
    #[inline]
    fn add(&mut self, token: &Queued) {
        self.tokens += 1;
        self.width += token.width as usize;
    }

    /// Adds the space before a token.
    #[inline]
    fn add_space(&mut self, next: &Queued) {
        self.width += usize::from(!next.is_joined);
    }
}

/// The extent and the width that tokens are to fit into.
struct Fitting {
    extent: FlatExtent,
    widest: usize,
    leaves_out_semicolons: bool,
}

impl Fitting {
    /// Adds the tokens to come to those of the run, from the first on that is not among them. A comment does not fit, but for those
    /// behind a statement's last token: the layout draws the full stop before them.
    ///
    /// Returns whether they fit, once that is decided.
    fn go_on(&self, run: &mut FlatRun, tokens: &[Queued]) -> Option<bool> {
        let extent = self.extent;
        while let [token, next, after, ..] = tokens.get(run.tokens..).unwrap_or_default() {
            let is_outside = run.depth == 0;
            let ends_statement = extent == FlatExtent::Statement && is_outside;
            if self.leaves_out_semicolons && is_left_out(token, next, !ends_statement) {
                run.tokens += 1;
                if is_outside && ends(extent, next.role) {
                    return Some(true);
                }
                continue;
            }
            match token.role {
                TokenRole::Open => run.depth += 1,
                TokenRole::Close => run.depth = run.depth.saturating_sub(1),
                TokenRole::Semicolon if is_outside => return Some(false),
                _ => {}
            }
            let is_outside = run.depth == 0;
            let is_after_comment = run.tokens > 0 && token.comments > 0;
            let is_too_wide = run.width + token.width as usize > self.widest;
            // The author has left it open.
            let is_left_open =
                token.role == TokenRole::Open && next.role != TokenRole::Close && next.begins_line;
            if is_after_comment || is_too_wide || is_left_open || token.has_lines {
                return Some(false);
            }
            let is_over = is_outside && ends_after(extent, token, next);
            if token.has_remark && !is_over {
                let is_next_left_out =
                    self.leaves_out_semicolons && is_left_out(next, after, false);
                let is_last = extent == FlatExtent::Statement
                    && is_outside
                    && (next.role == TokenRole::FullStop || is_next_left_out);
                if !is_last {
                    return Some(false);
                }
            }
            run.add(token);
            if is_over {
                return Some(true);
            }
            run.add_space(next);
        }
        None
    }
}

/// Whether a token is a final semicolon, which a style may not have; one with comments, only if these do not count.
#[inline]
fn is_left_out(token: &Queued, next: &Queued, counts_comments: bool) -> bool {
    let has_comments = token.comments > 0 || token.has_remark;
    token.role == TokenRole::Semicolon
        && next.role.ends_predicates()
        && !(counts_comments && has_comments)
}

impl<I: Input, W: Write> Layout<I, W> {
    /// The tokens that come next, if they fit on the line at hand from this column on.
    pub(super) fn fitting(&mut self, extent: FlatExtent, column: usize) -> Option<FlatRun> {
        let mut run = FlatRun::EMPTY;
        let fitting = Fitting {
            extent,
            widest: self.width.checked_sub(column + AFTER)?,
            leaves_out_semicolons: self.leaves_out_semicolons(),
        };
        loop {
            match fitting.go_on(&mut run, self.ahead.waiting()) {
                Some(fits) => return fits.then_some(run),
                None if self.ahead.read_on() => {}
                None => return None,
            }
        }
    }

    /// Adds the semicolon after a run that [fits](Self::fitting), if it stays, and is on the line without a comment before it; whether
    /// it is the final one.
    pub(super) fn with_semicolon(&mut self, run: &mut FlatRun) -> Option<bool> {
        let leaves_out = self.leaves_out_semicolons();
        // They were looked at when it was decided that the last one fits.
        let [last, semicolon, after, ..] = &self.ahead.waiting()[run.tokens - 1..] else {
            return None;
        };
        let is_next = semicolon.role == TokenRole::Semicolon && semicolon.comments == 0;
        if !is_next || last.has_remark {
            return None;
        }
        let is_final = after.role.ends_predicates();
        if is_final && leaves_out {
            return None;
        }
        run.add_space(semicolon);
        run.add(semicolon);
        Some(is_final)
    }

    pub(super) fn leaves_out_semicolons(&self) -> bool {
        self.style.final_semicolon == FinalSemicolon::Never
    }

    /// Whether a list of objects has only one; of an object that is longer than a line, it is taken to be the only one.
    pub(super) fn is_only_object(&mut self) -> bool {
        let (mut width, mut depth, mut index) = (0, 0_usize, 0);
        loop {
            let (token, next) = self.ahead.peek_two(index);
            let is_final = token.role == TokenRole::Semicolon && next.role.ends_predicates();
            match token.role {
                TokenRole::Open => depth += 1,
                TokenRole::Close if depth > 0 => depth -= 1,
                TokenRole::Comma if depth == 0 => return false,
                role if depth == 0 && role.ends_objects() => return true,
                _ => {}
            }
            // A style may leave it out or put it in, and that does not count.
            width += if is_final {
                0
            } else {
                token.width as usize + 1
            };
            index += 1;
            if width > self.width && index > 1 && depth > 0 {
                return true;
            }
        }
    }

    /// Puts all of what [fits](Self::fitting), once the comments before it were put.
    pub(super) fn put_run(&mut self, run: FlatRun) {
        if !self.leaves_out_semicolons() {
            return self.put_flat(run);
        }
        for _ in 0..run.tokens {
            let (next, after) = self.ahead.peek_two(0);
            if is_left_out(next, after, true) {
                self.leave_out();
            } else {
                self.put_here();
            }
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
