//! A statement's lines.

use super::super::FormatError;
use super::super::style::{FinalSemicolon, FirstPredicate};
use super::super::token::TokenRole;
use super::flat::FlatExtent;
use super::state::{Layout, LayoutFrame};
use crate::input::Input;
use crate::tokens::{Sign, TokenKind};
use std::io::Write;

impl<I: Input, W: Write> Layout<I, W> {
    pub(super) fn triples(&mut self, base: usize) -> Result<(), FormatError> {
        let own_line = self.style.first_predicate == FirstPredicate::Own
            && self
                .fitting(FlatExtent::Statement, self.page.column())
                .is_none();
        self.has_several = false;
        self.frames.push(LayoutFrame::StatementEnd { level: base });
        self.frames.push(LayoutFrame::Predicates {
            level: base + 1,
            own_line,
            is_outermost: true,
        });
        self.frames.push(LayoutFrame::Item { level: base });
        while let Some(frame) = self.frames.pop() {
            self.step(frame);
            self.hand_out()?;
        }
        Ok(())
    }

    fn step(&mut self, frame: LayoutFrame) {
        match frame {
            LayoutFrame::Item { level } => self.item(level),
            LayoutFrame::Close { level } => self.close(level),
            LayoutFrame::Object { level } => {
                self.frames.push(LayoutFrame::Annotations { level });
                self.item(level);
            }
            LayoutFrame::Annotations { level } => self.annotations(level),
            LayoutFrame::Items { level, is_first } => self.items(level, is_first),
            LayoutFrame::Predicates {
                level,
                own_line,
                is_outermost,
            } => self.predicates(level, own_line, is_outermost),
            LayoutFrame::Semicolon {
                level,
                is_outermost,
            } => self.semicolon(level, is_outermost),
            LayoutFrame::NextObject {
                level,
                hugs,
                is_first,
            } => self.next_object(level, hugs, is_first),
            LayoutFrame::AfterObject { level, hugs } => {
                if self.ahead.peek(0).role == TokenRole::Comma {
                    self.put(level + 1);
                    self.frames.push(LayoutFrame::NextObject {
                        level,
                        hugs,
                        is_first: false,
                    });
                }
            }
            LayoutFrame::StatementEnd { level } => self.statement_end(level),
        }
    }

    /// A term with its datatype or language, or something between brackets.
    fn item(&mut self, level: usize) {
        let column = self.next_column();
        if self.ahead.peek(0).role != TokenRole::Open {
            self.put(level);
            while self.goes_on() {
                self.put(level);
            }
        } else if let Some(run) = self.fitting(FlatExtent::Item, column) {
            self.put_comments_before(level);
            self.put_run(run);
        } else if self.is_empty() {
            self.put(level);
            self.put_here();
        } else {
            let kind = self.ahead.peek(0).kind;
            self.put(level);
            self.frames.push(LayoutFrame::Close { level });
            self.frames.push(match kind {
                TokenKind::Sign(Sign::BracketBegin | Sign::AnnotationBegin) => {
                    LayoutFrame::Predicates {
                        level: level + 1,
                        own_line: true,
                        is_outermost: false,
                    }
                }
                _ => LayoutFrame::Items {
                    level: level + 1,
                    is_first: true,
                },
            });
        }
    }

    /// Whether nothing is between two brackets, and no comment.
    fn is_empty(&mut self) -> bool {
        let (open, close) = self.ahead.peek_two(0);
        !open.has_remark && close.role == TokenRole::Close && close.comments == 0
    }

    /// Whether the next token belongs to the term before it.
    fn goes_on(&mut self) -> bool {
        let last = self.ahead.last().role;
        let next = self.ahead.peek(0).role;
        last == TokenRole::Joint
            || matches!(next, TokenRole::Joint | TokenRole::Suffix) && last != TokenRole::Word
    }

    fn annotations(&mut self, level: usize) {
        let next = self.ahead.peek(0);
        match (next.role, next.kind) {
            (TokenRole::Tilde, _) => {
                self.put(level + 1);
                self.frames.push(LayoutFrame::Annotations { level });
                let next = self.ahead.peek(0);
                let is_reifier = next.role == TokenRole::Term
                    || next.kind == TokenKind::Sign(Sign::BracketBegin);
                if is_reifier {
                    self.frames.push(LayoutFrame::Item { level });
                }
            }
            (_, TokenKind::Sign(Sign::AnnotationBegin)) => {
                self.frames.push(LayoutFrame::Annotations { level });
                self.frames.push(LayoutFrame::Item { level });
            }
            _ => {}
        }
    }

    fn items(&mut self, level: usize, is_first: bool) {
        let next = self.ahead.peek(0);
        if next.role.ends_predicates() {
            return;
        }
        // Numbers fill lines.
        let are_numbers = next.role == TokenRole::Number && next.comments == 0;
        let has_room = self.page.column() + 1 + next.width as usize <= self.width;
        let is_alike = self.ahead.last().role == TokenRole::Number && self.pending.is_empty();
        if !(are_numbers && has_room && is_alike) {
            let is_blank = !is_first && self.ahead.line_ends_before() > 1;
            self.new_line(level, level, is_blank);
        }
        self.frames.push(LayoutFrame::Items {
            level,
            is_first: false,
        });
        self.frames.push(LayoutFrame::Object { level });
    }

    /// Ends what is between brackets on a line of its own; comments before the bracket are within.
    fn close(&mut self, level: usize) {
        let inner = level + usize::from(self.ahead.peek(0).comments > 0);
        self.new_line(level + 1, inner, false);
        self.put_closing(level);
    }

    /// Puts a closing bracket or a full stop on a line of its own, after the comments before it, which are a level deeper.
    fn put_closing(&mut self, level: usize) {
        let comments = self.ahead.take_comments();
        for (index, comment) in comments.iter().enumerate() {
            self.add_comment(comment);
            match comments.get(index + 1) {
                Some(next) => self.end_line(level + 1, next.line_ends > 1),
                None => self.end_line(level, false),
            }
        }
        self.put(level);
    }

    fn predicates(&mut self, level: usize, own_line: bool, is_outermost: bool) {
        let mut own_line = own_line;
        while !self.ahead.peek(0).role.ends_predicates() {
            if own_line || self.has_comment() {
                let is_blank = self.ahead.last().role == TokenRole::Semicolon
                    && self.ahead.line_ends_before() > 1;
                self.new_line(level, level, is_blank);
            }
            own_line = true;
            let is_put = self.put_predicate_on_line(level, is_outermost);
            if is_put && !self.is_full() {
                continue;
            }
            self.frames.push(LayoutFrame::Predicates {
                level,
                own_line,
                is_outermost,
            });
            if !is_put {
                self.frames.push(LayoutFrame::Semicolon {
                    level,
                    is_outermost,
                });
                self.put(level);
                self.objects(level);
            }
            return;
        }
    }

    /// Puts a predicate, its objects and the semicolon after them on the line at hand, if they fit.
    fn put_predicate_on_line(&mut self, level: usize, is_outermost: bool) -> bool {
        if self.has_comment() {
            return false;
        }
        let column = self.next_column();
        let Some(mut run) = self.fitting(FlatExtent::Objects, column) else {
            return false;
        };
        let semicolon = self.with_semicolon(&mut run);
        self.put_run(run);
        match semicolon {
            Some(is_final) => self.has_several |= is_outermost && !is_final,
            None => self.semicolon(level, is_outermost),
        }
        true
    }

    fn semicolon(&mut self, level: usize, is_outermost: bool) {
        if self.ahead.peek(0).role != TokenRole::Semicolon {
            return;
        }
        let is_final = self.ahead.peek(1).role.ends_predicates();
        self.has_several |= is_outermost && !is_final;
        if is_final && self.leaves_out_semicolons() {
            self.leave_out();
        } else {
            self.put(level);
        }
    }

    fn objects(&mut self, level: usize) {
        if !self.has_comment() {
            let column = self.next_column();
            if let Some(run) = self.fitting(FlatExtent::Objects, column) {
                self.put_run(run);
                return;
            }
            if self.is_only_object() {
                let hugs = self.ahead.peek(0).role == TokenRole::Open;
                self.frames.push(LayoutFrame::AfterObject { level, hugs });
                self.frames.push(LayoutFrame::Object { level });
                return;
            }
        }
        self.frames.push(LayoutFrame::NextObject {
            level,
            hugs: true,
            is_first: true,
        });
    }

    fn next_object(&mut self, level: usize, hugs: bool, is_first: bool) {
        let next = self.ahead.peek(0);
        let can_hug = hugs && next.role == TokenRole::Open && next.comments == 0;
        let column = (level + 1) * self.style.indentation.width();
        let hugs = can_hug
            && self.pending.is_empty()
            && (!is_first || self.fitting(FlatExtent::Object, column).is_none());
        self.frames.push(LayoutFrame::AfterObject { level, hugs });
        if hugs {
            self.frames.push(LayoutFrame::Object { level });
        } else {
            let is_blank =
                self.ahead.last().role == TokenRole::Comma && self.ahead.line_ends_before() > 1;
            self.new_line(level + 1, level + 1, is_blank);
            self.frames.push(LayoutFrame::Object { level: level + 1 });
        }
    }

    fn statement_end(&mut self, level: usize) {
        if self.ahead.peek(0).role != TokenRole::FullStop {
            return;
        }
        let has_semicolon =
            !self.leaves_out_semicolons() && self.ahead.last().role == TokenRole::Semicolon;
        let wants_semicolon =
            self.has_several && self.style.final_semicolon == FinalSemicolon::Always;
        if wants_semicolon && !has_semicolon {
            self.page.add(" ;", 2);
        }
        let is_after_semicolon = has_semicolon || wants_semicolon;
        if is_after_semicolon || self.ahead.peek(0).comments > 0 {
            let has_comments = self.ahead.peek(0).comments > 0;
            let inner = level + usize::from(has_comments);
            let is_blank = has_comments && is_after_semicolon && self.ahead.line_ends_before() > 1;
            self.new_line(level + 1, inner, is_blank);
            self.put_closing(level);
        } else {
            self.put(level);
        }
    }
}
