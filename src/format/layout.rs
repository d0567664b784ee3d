//! Where lines break, and how far they are indented.
//!
//! Invariant: a decision looks at no more tokens than a line has characters, and nesting is a stack of [frames](LayoutFrame), so memory
//! follows the width and the depth, not the statement. All decisions depend on tokens, comments, blank lines, and on whether the
//! line breaks after an opening bracket; the output has these as the document has, so to format it again changes nothing.

use super::FormatError;
use super::ahead::{Queued, QueuedComment, TokenRole, TokensAhead, are_joined};
use super::page::Page;
use super::style::{FinalSemicolon, FirstPredicate, LineEnd, Style};
use crate::Input;
use crate::tokens::{Keyword, Sign, TokenKind};
use std::io::Write;

/// What is still to lay out; the last comes first.
#[derive(Clone, Copy, Debug)]
enum LayoutFrame {
    /// A term, or something between brackets.
    Item {
        level: usize,
    },
    /// What is between the brackets is over.
    Close {
        level: usize,
    },
    /// An item and its annotations.
    Object {
        level: usize,
    },
    Annotations {
        level: usize,
    },
    /// Items between parentheses, or in a triple.
    Items {
        level: usize,
        is_first: bool,
    },
    /// Predicates, each with its objects; the outermost are a statement's.
    Predicates {
        level: usize,
        own_line: bool,
        is_outermost: bool,
    },
    Semicolon {
        level: usize,
        is_outermost: bool,
    },
    Objects {
        level: usize,
    },
    /// The next object of a list that has a line for each. It goes on on the line on which the one before it ended, if both are
    /// between brackets: `], [`.
    NextObject {
        level: usize,
        hugs: bool,
        is_first: bool,
    },
    AfterObject {
        level: usize,
        hugs: bool,
    },
    /// The full stop.
    StatementEnd {
        level: usize,
    },
}

/// How far to look for what might fit on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FlatExtent {
    Item,
    Object,
    Objects,
    /// A statement with one predicate.
    Statement,
}

/// What stands between statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LayoutUnit {
    Mark,
    Directive,
    Triples,
    GraphBegin,
    GraphEnd,
    /// What is copied as it is.
    Verbatim,
}

/// What comes before the first line of a unit; whether a blank line does, can depend on whether the unit has more lines.
struct Opening {
    unit: LayoutUnit,
    /// Each comment before it, with the line ends before the comment.
    comments: Vec<(u8, String)>,
    /// How many line ends are directly before it.
    line_ends: u8,
}

/// A unit that was laid out.
#[derive(Clone, Copy, Debug)]
struct UnitBefore {
    unit: LayoutUnit,
    has_lines: bool,
    /// Whether a comment follows on its last line.
    has_remark: bool,
}

/// A comment that comes at the end of a line, once it is known where that is.
struct PendingComment {
    comment: QueuedComment,
    has_own_line: bool,
}

/// A document on its way from tokens to lines.
pub(super) struct Layout<I, W> {
    ahead: TokensAhead<I>,
    page: Page<W>,
    style: Style,
    /// How many characters a line may have.
    width: usize,
    frames: Vec<LayoutFrame>,
    pending: Vec<PendingComment>,
    /// The token that was laid out last.
    last: Queued,
    opening: Option<Opening>,
    /// The unit before the one at hand.
    before: Option<UnitBefore>,
    is_in_graph: bool,
    /// Whether the statement at hand has several predicates.
    has_several: bool,
    /// How lines end, once one has.
    line_end: Option<&'static str>,
}

impl<I: Input, W: Write> Layout<I, W> {
    pub(super) fn new(
        ahead: TokensAhead<I>,
        output: W,
        style: &Style,
        is_line_based: bool,
    ) -> Self {
        Self {
            ahead,
            page: Page::new(output, style.indentation),
            style: style.clone(),
            // In a language of lines nothing is broken.
            width: if is_line_based {
                usize::MAX
            } else {
                style.width
            },
            frames: Vec::new(),
            pending: Vec::new(),
            last: Queued::end(0),
            opening: None,
            before: None,
            is_in_graph: false,
            has_several: false,
            line_end: None,
        }
    }

    /// Lays out all of the document, or what comes before an error.
    pub(super) fn run(mut self) -> Result<(), FormatError> {
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

    /// Hands out the lines that have ended, if they are many, once they were compared with the document.
    #[inline]
    fn hand_out(&mut self) -> Result<(), FormatError> {
        if self.pending.is_empty() && (self.page.is_full() || self.ahead.is_full()) {
            self.ahead.compare(self.page.written())?;
            self.ahead.forget();
            self.page.hand_out()?;
        }
        Ok(())
    }

    /// A directive, triples, the beginning or the end of a graph.
    fn unit(&mut self) -> Result<(), FormatError> {
        let unit = self.next_unit();
        if unit == LayoutUnit::Mark {
            let mark = self.ahead.take();
            self.page.before().push_str(self.ahead.text(&mark));
            return Ok(());
        }
        let comments = self.ahead.take_comments();
        self.page.leave_line();
        self.opening = Some(self.opening_of(unit, &comments));
        let base = usize::from(self.is_in_graph && unit != LayoutUnit::GraphEnd);
        self.page.indent(base);
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
            has_remark: self.last.has_remark,
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
            let token = self.ahead.take();
            self.page.write_before(self.ahead.text(&token));
            match token.kind {
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

    fn triples(&mut self, base: usize) -> Result<(), FormatError> {
        let own_line = self.style.first_predicate == FirstPredicate::Own
            && !self.fits(FlatExtent::Statement, self.page.column());
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
            LayoutFrame::Objects { level } => self.objects(level),
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
        } else if self.fits(FlatExtent::Item, column) || self.is_empty() {
            self.put_flat(FlatExtent::Item, level);
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
        let last = self.last.role;
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
        let is_alike = self.last.role == TokenRole::Number && self.pending.is_empty();
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
        let next = self.ahead.peek(0);
        if next.role.ends_predicates() {
            return;
        }
        if own_line || next.comments > 0 || !self.pending.is_empty() {
            let is_blank =
                self.last.role == TokenRole::Semicolon && self.ahead.line_ends_before() > 1;
            self.new_line(level, level, is_blank);
        }
        self.put(level);
        self.frames.push(LayoutFrame::Predicates {
            level,
            own_line: true,
            is_outermost,
        });
        self.frames.push(LayoutFrame::Semicolon {
            level,
            is_outermost,
        });
        self.frames.push(LayoutFrame::Objects { level });
    }

    fn semicolon(&mut self, level: usize, is_outermost: bool) {
        if self.ahead.peek(0).role != TokenRole::Semicolon {
            return;
        }
        let is_final = self.ahead.peek(1).role.ends_predicates();
        self.has_several |= is_outermost && !is_final;
        if is_final && self.style.final_semicolon == FinalSemicolon::Never {
            self.leave_out();
        } else {
            self.put(level);
        }
    }

    fn objects(&mut self, level: usize) {
        let has_comment = self.ahead.peek(0).comments > 0 || !self.pending.is_empty();
        let column = self.next_column();
        if !has_comment && self.fits(FlatExtent::Objects, column) {
            self.put_flat(FlatExtent::Objects, level);
        } else if !has_comment && self.is_only_object() {
            let hugs = self.ahead.peek(0).role == TokenRole::Open;
            self.frames.push(LayoutFrame::AfterObject { level, hugs });
            self.frames.push(LayoutFrame::Object { level });
        } else {
            self.frames.push(LayoutFrame::NextObject {
                level,
                hugs: true,
                is_first: true,
            });
        }
    }

    fn next_object(&mut self, level: usize, hugs: bool, is_first: bool) {
        let next = self.ahead.peek(0);
        let can_hug = hugs && next.role == TokenRole::Open && next.comments == 0;
        let column = (level + 1) * self.style.indentation.width();
        let hugs = can_hug
            && self.pending.is_empty()
            && (!is_first || !self.fits(FlatExtent::Object, column));
        self.frames.push(LayoutFrame::AfterObject { level, hugs });
        if hugs {
            self.frames.push(LayoutFrame::Object { level });
        } else {
            let is_blank = self.last.role == TokenRole::Comma && self.ahead.line_ends_before() > 1;
            self.new_line(level + 1, level + 1, is_blank);
            self.frames.push(LayoutFrame::Object { level: level + 1 });
        }
    }

    fn statement_end(&mut self, level: usize) {
        if self.ahead.peek(0).role != TokenRole::FullStop {
            return;
        }
        let has_semicolon = self.last.role == TokenRole::Semicolon;
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

    /// Whether what comes fits on the line at hand from this column on. A comment does not, but for those behind a statement's last
    /// token: the layout draws the full stop before them.
    fn fits(&mut self, extent: FlatExtent, column: usize) -> bool {
        /// A space, the sign that ends it, and one column that stays free.
        const AFTER: usize = 3;
        let (mut width, mut depth, mut index) = (column + AFTER, 0_usize, 0);
        loop {
            if index > 0 && depth == 0 && ends(extent, self.ahead.peek(index).role) {
                return true;
            }
            let ends_statement = extent == FlatExtent::Statement && depth == 0;
            if self.is_left_out(index, !ends_statement) {
                index += 1;
                continue;
            }
            let is_next_left_out = self.is_left_out(index + 1, false);
            let (token, next) = self.ahead.peek_two(index);
            match token.role {
                TokenRole::Open => depth += 1,
                TokenRole::Close => depth = depth.saturating_sub(1),
                TokenRole::Semicolon if depth == 0 => return false,
                _ => {}
            }
            if index > 0 && token.comments > 0 || token.last_width.is_some() {
                return false;
            }
            width += token.width as usize;
            if width > self.width {
                return false;
            }
            // The author has left it open.
            let is_left_open =
                token.role == TokenRole::Open && next.role != TokenRole::Close && next.begins_line;
            let is_over = depth == 0 && ends_after(extent, token, next);
            let is_last = extent == FlatExtent::Statement
                && depth == 0
                && (next.role == TokenRole::FullStop || is_next_left_out);
            if token.has_remark && !is_over && !is_last || is_left_open {
                return false;
            }
            if is_over {
                return true;
            }
            width += usize::from(!are_joined(token, next));
            index += 1;
        }
    }

    /// Whether a token of this number from here on is a final semicolon that the style does not have; one with comments, only if
    /// these do not count.
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
    fn is_only_object(&mut self) -> bool {
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

    /// Puts all that [fits](Self::fits).
    fn put_flat(&mut self, extent: FlatExtent, level: usize) {
        let mut depth = 0_usize;
        loop {
            // It has no comments, or it would not fit.
            if self.is_left_out(0, true) {
                self.leave_out();
                continue;
            }
            match self.put(level) {
                TokenRole::Open => depth += 1,
                TokenRole::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            let next = self.ahead.peek(0);
            if depth == 0 && (ends(extent, next.role) || ends_after(extent, &self.last, next)) {
                return;
            }
        }
    }

    /// The column of the next token, if it comes on the line at hand.
    fn next_column(&mut self) -> usize {
        let is_apart = !self.page.is_fresh() && !are_joined(&self.last, self.ahead.peek(0));
        self.page.column() + usize::from(is_apart)
    }

    /// Puts the next token on the line at hand, or on one more where comments come before it.
    fn put(&mut self, level: usize) -> TokenRole {
        let next = self.ahead.peek(0);
        let has_comments = next.comments > 0;
        if matches!(
            next.role,
            TokenRole::Comma | TokenRole::Semicolon | TokenRole::FullStop
        ) {
            // The sign is drawn to what it ends, and the comments come after it.
            self.keep_comments();
        } else if has_comments || !self.pending.is_empty() {
            let mut level = level;
            if !self.page.is_fresh() {
                level += 1;
                self.new_line(level, level, false);
            }
            self.put_comments(level);
        }
        let is_apart = !are_joined(&self.last, self.ahead.peek(0));
        self.last = self.ahead.take();
        if is_apart {
            self.page.add_space();
        }
        let text = self.ahead.text(&self.last);
        self.page.add(text, self.last.width as usize);
        if let Some(width) = self.last.last_width {
            self.page.continue_at(width as usize);
            self.open(true);
        }
        self.keep_remark(self.last.has_remark);
        self.last.role
    }

    /// Takes the next token without putting it.
    fn leave_out(&mut self) {
        self.keep_comments();
        let token = self.ahead.take();
        self.keep_remark(token.has_remark);
    }

    /// Keeps the comments before the next token for the end of the line.
    fn keep_comments(&mut self) {
        let comments = self.ahead.take_comments();
        self.pending
            .extend(comments.into_iter().map(|comment| PendingComment {
                comment,
                has_own_line: true,
            }));
    }

    fn keep_remark(&mut self, has_remark: bool) {
        if has_remark && let Some(comment) = self.ahead.take_comment() {
            self.pending.push(PendingComment {
                comment,
                has_own_line: false,
            });
        }
    }

    /// Puts the comments before the next token, each on its line.
    fn put_comments(&mut self, level: usize) {
        let token_line_ends = self.ahead.peek(0).line_ends;
        let comments = self.ahead.take_comments();
        for (index, comment) in comments.iter().enumerate() {
            self.add_comment(comment);
            let next = comments.get(index + 1);
            let line_ends = next.map_or(token_line_ends, |next| next.line_ends);
            self.end_line(level, line_ends > 1);
        }
    }

    fn add_comment(&mut self, comment: &QueuedComment) {
        self.page.add(self.ahead.text_of(comment), 0);
    }

    /// Ends the line at hand with the comments that wait for that, and begins another one. Comments that it has no room for come
    /// below, at the level `inner`.
    fn new_line(&mut self, inner: usize, level: usize, is_blank: bool) {
        let is_blank = is_blank && !self.pending.iter().any(|it| it.has_own_line);
        self.put_remarks(inner);
        self.end_line(level, is_blank);
    }

    /// Puts the comments that wait for the end of the line.
    fn put_remarks(&mut self, inner: usize) {
        let mut pending = std::mem::take(&mut self.pending);
        for (
            index,
            PendingComment {
                comment,
                has_own_line,
            },
        ) in pending.drain(..).enumerate()
        {
            if index == 0 && !has_own_line {
                self.page.add_space();
            } else {
                self.end_line(inner, false);
            }
            self.page.add(self.ahead.text_of(&comment), 0);
        }
        self.pending = pending;
    }

    /// Ends the line at hand, and begins another one, after a blank one perhaps.
    fn end_line(&mut self, level: usize, is_blank: bool) {
        self.open(true);
        self.page.leave_line();
        self.write_line_ends(if is_blank { 2 } else { 1 });
        self.page.indent(level);
    }

    fn write_line_ends(&mut self, count: usize) {
        let line_end = match (self.line_end, self.style.line_end) {
            (Some(chosen), _) => chosen,
            (None, LineEnd::Auto) => self.ahead.line_end().unwrap_or("\n"),
            (None, LineEnd::Lf) => "\n",
            (None, LineEnd::CrLf) => "\r\n",
        };
        self.line_end = Some(line_end);
        for _ in 0..count {
            self.page.write_before(line_end);
        }
    }

    fn opening_of(&mut self, unit: LayoutUnit, comments: &[QueuedComment]) -> Opening {
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
    fn open(&mut self, has_lines: bool) {
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
        let wants_blank = match (before.unit, opening.unit) {
            (LayoutUnit::GraphBegin, _) | (_, LayoutUnit::GraphEnd) => false,
            (LayoutUnit::Verbatim, _) | (_, LayoutUnit::Verbatim) => false,
            (LayoutUnit::Directive, LayoutUnit::Directive) => false,
            (LayoutUnit::Triples, LayoutUnit::Triples) => has_lines || before.has_lines,
            _ => true,
        };
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
    fn end(&mut self) {
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

fn first_line_ends(opening: &mut Opening) -> &mut u8 {
    let first = opening.comments.first_mut();
    first.map_or(&mut opening.line_ends, |(line_ends, _)| line_ends)
}
