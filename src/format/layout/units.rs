//! Statements, directives and graphs, one after the other.

use super::super::FormatError;
use super::super::paragraphs::LayoutUnit;
use super::super::token::{Queued, TokenRole};
use super::state::{Layout, UnitBefore};
use crate::input::Input;
use crate::tokens::{Keyword, Sign, TokenKind};
use std::io::Write;

impl<I: Input, W: Write> Layout<I, W> {
    /// Lays out all of the document, or what comes before an error.
    pub(in super::super) fn run(mut self) -> Result<(), FormatError> {
        while self.ahead.peek(0).role != TokenRole::End {
            self.unit()?;
            self.hand_out()?;
        }
        self.end();
        self.page.leave_line();
        self.ahead.compare(self.page.written())?;
        self.page.hand_out()?;
        self.page.flush()?;
        self.ahead.finish()
    }

    /// A directive, triples, the beginning or the end of a graph.
    fn unit(&mut self) -> Result<(), FormatError> {
        let unit = self.next_unit();
        if unit == LayoutUnit::Mark {
            self.ahead.take();
            self.page.write_mark(self.ahead.last_text());
            return Ok(());
        }
        let comments = self.ahead.take_comments();
        self.page.leave_line();
        self.opening = Some(self.opening_of(unit, &comments));
        let base = usize::from(self.is_in_graph && unit != LayoutUnit::GraphEnd);
        // Its line ends come with the opening.
        self.page.begin_line(0, base);
        match unit {
            LayoutUnit::Triples => self.triples(base)?,
            LayoutUnit::Directive => {
                for _ in 0..self.directive_length() {
                    self.put(base);
                }
            }
            LayoutUnit::Verbatim => self.verbatim()?,
            _ => {
                while !matches!(
                    self.put(base),
                    TokenRole::BraceBegin | TokenRole::BraceEnd | TokenRole::End
                ) {}
            }
        }
        let has_lines = self.opening.is_none();
        self.open(false);
        self.before = Some(UnitBefore {
            unit,
            has_lines,
            has_remark: self.ahead.last().has_remark,
        });
        self.put_remarks(base + usize::from(unit == LayoutUnit::GraphBegin));
        match unit {
            LayoutUnit::GraphBegin => self.is_in_graph = true,
            LayoutUnit::GraphEnd => self.is_in_graph = false,
            _ => {}
        }
        Ok(())
    }

    fn next_unit(&mut self) -> LayoutUnit {
        let is = |token: &Queued, sign| token.kind == TokenKind::Sign(sign);
        let first = self.ahead.peek(0);
        match (first.kind, first.role) {
            (TokenKind::ByteOrderMark, _) => LayoutUnit::Mark,
            (TokenKind::Keyword(Keyword::Graph), _) | (_, TokenRole::BraceBegin) => {
                LayoutUnit::GraphBegin
            }
            (_, TokenRole::BraceEnd) => LayoutUnit::GraphEnd,
            (_, TokenRole::Verbatim) => LayoutUnit::Verbatim,
            (_, TokenRole::Word) => LayoutUnit::Directive,
            // The name of a graph can be `[]`.
            (TokenKind::Sign(Sign::BracketBegin), _)
                if is(self.ahead.peek(1), Sign::BracketEnd)
                    && is(self.ahead.peek(2), Sign::BraceBegin) =>
            {
                LayoutUnit::GraphBegin
            }
            _ if is(self.ahead.peek(1), Sign::BraceBegin) => LayoutUnit::GraphBegin,
            _ => LayoutUnit::Triples,
        }
    }

    /// Copies what is not to be laid out.
    fn verbatim(&mut self) -> Result<(), FormatError> {
        self.open(false);
        loop {
            let next = self.ahead.peek(0);
            // One with comments begins another such part.
            if next.role != TokenRole::Verbatim || next.comments > 0 {
                return Ok(());
            }
            let kind = next.kind;
            self.ahead.take();
            self.page.write_before(self.ahead.last_text());
            match kind {
                TokenKind::Sign(Sign::BraceBegin) => self.is_in_graph = true,
                TokenKind::Sign(Sign::BraceEnd) => self.is_in_graph = false,
                _ => {}
            }
            self.hand_out()?;
        }
    }

    /// How many tokens the next directive has.
    fn directive_length(&mut self) -> usize {
        match self.ahead.peek(0).kind {
            TokenKind::Keyword(Keyword::Prefix) => 3,
            TokenKind::Keyword(Keyword::Base | Keyword::Version) => 2,
            // With a full stop, which may be missing after an error.
            _ => {
                let mut length = 0;
                while !matches!(
                    self.ahead.peek(length).role,
                    TokenRole::FullStop | TokenRole::End
                ) {
                    length += 1;
                }
                length + 1
            }
        }
    }
}
