//! Where the next statement begins after a fault, in a language of lines.
//!
//! It is in the next line; but a string that was left open, and a statement in several lines, may take more.
//!
//! Invariant: no line that is a statement of its own is taken for a part of another.

use super::ahead::{Ahead, NextPart, begins_statement};
use crate::engine::{beginning, specification};
use crate::tokens::{Sign, TokenKind};
use crate::{Dialect, Production};

/// The string or statement that a fault leaves unfinished, in a language of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnfinishedLine {
    /// The statement ends with its line.
    Nothing,
    /// A string that its line does not close: the next lines may belong to it.
    String,
    /// A statement that its line does not finish, and its terms in that line.
    Statement(LineTerms),
}

/// Where the next line begins, in a language of lines; after a string that was left open, the next that can begin a statement;
/// after a statement in several lines, the line after its last.
pub(crate) fn next_line(
    dialect: Dialect,
    text: &str,
    unfinished: UnfinishedLine,
    is_whole: bool,
) -> NextPart {
    if let UnfinishedLine::Statement(terms) = unfinished {
        match rest_in_lines(dialect, terms, text, is_whole) {
            Ahead::ClosedAt(end) => return NextPart::At(end),
            Ahead::Unknown => return NextPart::After(0),
            Ahead::NotClosed => {}
        }
    }
    let specification = specification::with_tokens(dialect);
    let is_string_open = unfinished == UnfinishedLine::String;
    let line_end = |from: usize| text[from..].find(['\n', '\r']).map(|end| from + end);
    let mut from = 0;
    while let Some(end) = line_end(from) {
        let line = text[end..].trim_start();
        let at = text.len() - line.len();
        if !is_string_open || line.starts_with('#') {
            return NextPart::At(end);
        }
        let scan = specification.tables.scanner.scan(text, at);
        if scan.hits_end && !is_whole {
            return NextPart::After(end);
        }
        if line.is_empty() || begins_statement(specification, scan.tokens) {
            return NextPart::At(end);
        }
        from = at;
    }
    NextPart::After(if is_string_open { from } else { text.len() })
}

/// How many terms of a statement were read, in a language of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineTerms {
    count: usize,
    /// Triple terms that are not closed.
    open: usize,
    /// Whether the IRI of a datatype has to follow.
    is_before_datatype: bool,
}

impl LineTerms {
    const OF_TRIPLE: usize = 3;

    /// The terms of a text; which tokens can follow it, the caller knows. If a full stop can, they need not be read to be counted.
    pub(crate) fn of(dialect: Dialect, text: &str, can_follow: impl Fn(TokenKind) -> bool) -> Self {
        if can_follow(Sign::FullStop.into()) {
            let has_graph = dialect.has_named_graphs() && !can_follow(Production::IRIREF.into());
            return Self {
                count: Self::OF_TRIPLE + usize::from(has_graph),
                ..Self::default()
            };
        }
        let mut terms = Self::default();
        specification::tokens(dialect, text, 0).for_each(|token| terms.read(&text[token]));
        terms
    }

    fn read(&mut self, token: &str) {
        let is_datatype = std::mem::take(&mut self.is_before_datatype);
        match token {
            ")>>" => self.open = self.open.saturating_sub(1),
            "^^" => self.is_before_datatype = true,
            token if token.starts_with(['@', '\n', '\r']) => {}
            token => {
                self.count += usize::from(self.open == 0 && !is_datatype);
                self.open += usize::from(token == "<<(");
            }
        }
    }

    /// Whether they are all that a statement has.
    fn are_whole(self, dialect: Dialect) -> bool {
        self.count >= Self::OF_TRIPLE && !self.are_too_many(dialect) && self.open == 0
    }

    fn are_too_many(self, dialect: Dialect) -> bool {
        self.count > Self::OF_TRIPLE + usize::from(dialect.has_named_graphs())
    }
}

/// Where a statement ends that its line did not finish: with a full stop in a later line, if none of the lines up to there is a
/// statement of its own, and all of them together are one. The text begins where the first line ends.
pub(crate) fn rest_in_lines(
    dialect: Dialect,
    mut terms: LineTerms,
    text: &str,
    is_whole: bool,
) -> Ahead {
    /// No more than an error keeps.
    const MOST: usize = 2 * 1024;
    let ahead = beginning(text, MOST);
    // Most faults of this kind are full stops that are missing: another statement begins in the next line.
    let next = ahead.trim_start();
    let has_room = !terms.are_whole(dialect) || dialect.has_named_graphs();
    if !has_room && !next.is_empty() && !next.starts_with(['.', '#', '@', '^']) {
        return Ahead::NotClosed;
    }
    let is_cut = ahead.len() < text.len();
    let at_end = match is_whole || is_cut {
        true => Ahead::NotClosed,
        false => Ahead::Unknown,
    };
    let tables = &specification::with_tokens(dialect).tables;
    let (mut last, mut before_line, mut has_ended) = (0, terms.count, false);
    loop {
        let (at, _) = tables.skip_trivia(ahead, last);
        let scan = tables.scanner.scan(ahead, at);
        let token = &ahead[at..scan.end];
        let ends_line = token.starts_with(['\n', '\r']);
        let is_at_end = at == ahead.len() && is_whole && !is_cut;
        if has_ended && (ends_line || is_at_end) {
            return Ahead::ClosedAt(at);
        }
        if at == ahead.len() || (scan.hits_end && at_end == Ahead::Unknown) {
            return at_end;
        }
        match token {
            _ if has_ended => return Ahead::NotClosed,
            "." if terms.are_whole(dialect) => has_ended = true,
            _ if ends_line => before_line = terms.count,
            _ if token.starts_with(['<', '"', '_', '@', '^', ')']) => terms.read(token),
            _ => return Ahead::NotClosed,
        }
        let is_statement = terms.count - before_line >= LineTerms::OF_TRIPLE;
        if before_line == 0 || is_statement || terms.are_too_many(dialect) {
            return Ahead::NotClosed;
        }
        last = scan.end;
    }
}
