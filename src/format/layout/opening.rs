//! Comments and blank lines before a unit.

use super::super::paragraphs::LayoutUnit;
use super::super::queue::QueuedComment;
use super::state::{Layout, Opening};
use crate::input::Input;
use std::io::Write;

impl<I: Input, W: Write> Layout<I, W> {
    pub(super) fn opening_of(&mut self, unit: LayoutUnit, comments: &[QueuedComment]) -> Opening {
        let texts = comments.iter().map(|comment| {
            let text = self.ahead.text_of(comment);
            (comment.line_ends, text.to_owned())
        });
        let comments = texts.collect();
        Opening {
            unit,
            comments,
            line_ends: self.ahead.peek(0).line_ends,
        }
    }

    /// Writes what comes before the unit at hand, now that it is known whether that has several lines.
    pub(super) fn open(&mut self, has_lines: bool) {
        let Some(mut opening) = self.opening.take() else {
            return;
        };
        let has_lines = has_lines && opening.unit == LayoutUnit::Triples;
        self.space_out(&mut opening, has_lines);
        let level = match opening.unit {
            // They are in the graph.
            LayoutUnit::GraphEnd => 1,
            _ => usize::from(self.is_in_graph),
        };
        let is_first = self.page.is_empty();
        // The line end of a comment that turns the layout off is copied, too.
        let is_joined = opening.line_ends == 0 || opening.unit == LayoutUnit::Verbatim;
        let mut is_apart = !is_first;
        for (line_ends, comment) in &opening.comments {
            if is_apart {
                self.write_line_ends((*line_ends).into());
            }
            is_apart = true;
            let indentation = self.style.indentation.text().repeat(level);
            self.page.write_before(&indentation);
            self.page.write_before(comment);
        }
        if is_apart && !is_joined {
            self.write_line_ends(opening.line_ends.into());
        }
    }

    /// Sees to it that paragraphs are apart: makes each number of line ends before a unit 1 or 2, or 0 within `{}`.
    fn space_out(&self, opening: &mut Opening, has_lines: bool) {
        for (line_ends, _) in &mut opening.comments {
            *line_ends = (*line_ends).max(1);
        }
        opening.line_ends = opening.line_ends.max(1);
        let Some(before) = self.before else {
            return;
        };
        let has_lines = has_lines || before.has_lines;
        let wants_blank = before.unit.is_apart(opening.unit, has_lines);
        let has_comments = !opening.comments.is_empty();
        if before.unit == LayoutUnit::GraphBegin {
            *first_line_ends(opening) = 1;
        }
        if opening.unit == LayoutUnit::GraphEnd {
            let is_empty =
                before.unit == LayoutUnit::GraphBegin && !has_comments && !before.has_remark;
            opening.line_ends = if is_empty { 0 } else { 1 };
        }
        let has_blank = opening.line_ends > 1 || opening.comments.iter().any(|it| it.0 > 1);
        if wants_blank && !has_blank {
            *first_line_ends(opening) = 2;
        }
    }

    /// Ends the last line, after the comments at the end of the document.
    pub(super) fn end(&mut self) {
        self.page.leave_line();
        for comment in self.ahead.take_comments() {
            if !self.page.is_empty() {
                self.write_line_ends(comment.line_ends.into());
            }
            self.page.write_before(self.ahead.text_of(&comment));
        }
        if !self.page.is_empty() {
            self.write_line_ends(1);
        }
    }
}

fn first_line_ends(opening: &mut Opening) -> &mut u8 {
    let first = opening.comments.first_mut();
    first.map_or(&mut opening.line_ends, |(line_ends, _)| line_ends)
}
