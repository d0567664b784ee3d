//! After a fault: where the next statement begins.
//!
//! Invariant: the search never needs more of the document than a buffer, and puts no quad into the wrong graph.

use super::Statements;
use super::lead::Lead;
use super::search::Skip;
use super::state::{BrokenPiece, ReadingState};
use crate::engine::{
    self, BrokenDirective, Declared, Follows, LeftoverLines, LineTerms, NextPart, PartSearch,
    Reply, Scope, Strings, UnfinishedLine, broken_directive, declared_in,
};
use crate::error::{Context, Unfinished};
use crate::input::{Input, Rest};
use crate::surroundings::Following;
use crate::tokens::Sign;
use crate::tree::{Tree, TreeBuffer};
use crate::{Dialect, Error, Objection, Position, SyntaxError, SyntaxErrorKind};

impl Statements<dyn Input + '_> {
    /// Resumes after the statement in which `fault` happened, best effort.
    ///
    /// It passes over a statement that was read. Where the grammar was broken, it guesses: the next line in a dialect of lines;
    /// elsewhere by [its tokens](crate::engine::PartSearch).
    ///
    /// But no guess puts a quad into the wrong graph: where the rest may belong to more than one graph, the document ends.
    ///
    /// The search waits until the caller asks for the next statement: it may need more of the document.
    ///
    /// If the statement is a directive whose end is known, in bytes of the text at hand, it goes on there.
    pub(crate) fn skip_fault(&mut self, fault: &SyntaxError, directive: Option<usize>) {
        if !self.is_in_trivia(fault) {
            // A byte order mark belongs to the statement at fault, which has no tokens.
            self.take_mark();
        }
        let skip = match (directive, &self.state) {
            (Some(end), _) => self.skip_directive(end),
            (None, ReadingState::Broken(broken)) if !broken.has_end() && !self.is_finished() => {
                if self.may_hide_braces(fault) {
                    self.finish();
                    return;
                }
                self.skip_statement(fault)
            }
            (None, _) => return,
        };
        self.state = ReadingState::Lost(Box::new(skip));
    }

    /// The search after a directive that ends there.
    fn skip_directive(&self, end: usize) -> Skip {
        let mut search = PartSearch::new(false, "", false, 0);
        search.close();
        Skip {
            byte: self.byte() + end as u64,
            leftover: None,
            strings: None,
            unfinished: UnfinishedLine::Nothing,
            search,
        }
    }

    /// Whether the fault follows a string of several lines that has braces in it, which may be a graph's.
    fn may_hide_braces(&self, fault: &SyntaxError) -> bool {
        let string = self.string_at(fault);
        self.settings.dialect.has_named_graphs() && string.is_some_and(|it| it.contains(['{', '}']))
    }

    /// The search after a statement that broke the grammar.
    fn skip_statement(&self, fault: &SyntaxError) -> Skip {
        let dialect = self.settings.dialect;
        let finished = fault.context().and_then(Context::finished);
        let is_joined = finished.is_some_and(|(_, end)| end.byte == fault.resume);
        let before = finished.and_then(|(start, end)| fault.around.range(start.byte..end.byte));
        let before = before.map_or("", |range| &fault.around.text[range]);
        let open = fault.context().map_or(&[][..], Context::open).iter();
        let brackets = open.filter(|open| open.production.is_bracketed()).count();
        let offset = (fault.resume - self.byte()) as usize;
        let begin = self.leading_trivia();
        let is_first = offset <= begin;
        let mut search = PartSearch::new(is_first, before, is_joined, brackets);
        // Where a file is read line by line as it grows, nothing is known of the next line.
        let is_whole = self.settings.following != Following::Line;
        if is_whole && dialect.has_named_graphs() {
            let is_statement = |context: &Context| context.allows(Sign::FullStop) && !is_first;
            search.look_for_graph(!fault.context().is_some_and(is_statement));
        }
        Skip {
            byte: fault.resume,
            leftover: self.leftover(fault, self.byte() + begin as u64),
            strings: self.strings(fault),
            unfinished: unfinished(dialect, fault, &self.at_hand.text()[..offset]),
            search,
        }
    }

    /// The directive that broke the grammar with this fault, if it was to be one.
    pub(crate) fn broken_directive(&self, fault: &SyntaxError) -> Option<BrokenDirective> {
        let ReadingState::Broken(broken) = &self.state else {
            return None;
        };
        let is_broken = fault.kind().objection() != Objection::Rdf
            && !matches!(broken.piece, BrokenPiece::Part(_))
            && !self.settings.dialect.is_line_based();
        if !is_broken || self.is_finished() {
            return None;
        }
        let text = self.at_hand.text();
        let begin = self.leading_trivia();
        let end = self.settings.following.end(text, broken.reached.max(begin));
        let within =
            |byte: u64| Some(byte.checked_sub(self.byte())?.checked_sub(begin as u64)? as usize);
        let finished = fault.context().and_then(Context::finished);
        let finished = finished.and_then(|(start, _)| within(start.byte));
        let found = within(fault.bytes().start).unwrap_or_default();
        let mut directive = broken_directive(&text[begin..end], finished, found)?;
        directive.end += begin;
        if let SyntaxErrorKind::InvalidUtf8 { .. } = fault.kind() {
            directive.meant = None;
        }
        Some(directive)
    }

    /// Declarations that a string of several lines may have swallowed: the fault follows it at once.
    pub(crate) fn declared_in_string(&self, fault: &SyntaxError) -> Vec<Declared> {
        self.string_at(fault).map(declared_in).unwrap_or_default()
    }

    /// The string of several lines that a fault follows at once: it may have run on to the beginning of another.
    fn string_at(&self, fault: &SyntaxError) -> Option<&str> {
        let finished = fault.context().and_then(Context::finished);
        let (start, end) = finished.filter(|(_, end)| end.byte == fault.resume)?;
        let [start, end] = [start.byte, end.byte].map(|byte| byte.checked_sub(self.byte()));
        let string = self.at_hand.text().get(start? as usize..end? as usize)?;
        let is_long = string.starts_with("\"\"\"") || string.starts_with("'''");
        (is_long && string.contains(['\n', '\r'])).then_some(string)
    }

    /// Reads a statement that is not in the document.
    pub(crate) fn read_alone(&self, text: &str, read: impl FnOnce(Tree<'_>) -> bool) -> bool {
        let mut tree = TreeBuffer::default();
        let found = engine::next_statement(
            &self.settings,
            Scope::Outside,
            text,
            Follows::Nothing,
            &mut tree,
        );
        matches!(found, Ok(Reply::Statement { .. })) && read(tree.tree(text))
    }

    /// The lines that another tool has left, if the fault is in one; and whether the part at fault, which begins at this byte, begins
    /// with them. Where a file is read line by line as it grows, nothing is known of the next line.
    fn leftover(&self, fault: &SyntaxError, begin: u64) -> Option<(LeftoverLines, bool)> {
        if self.settings.following == Following::Line {
            return None;
        }
        let resume = fault.around.range(fault.resume..fault.resume)?.start;
        let line = fault.around.text[..resume].rfind('\n');
        let line = line.map_or(0, |end| end + 1);
        if line == 0 && fault.around.start.column > 1 {
            return None;
        }
        let lines = LeftoverLines::of(&fault.around.text[line..], resume - line)?;
        Some((lines, fault.around.start.byte + line as u64 <= begin))
    }

    /// The string that may be why there is a fault; none, if that cannot be seen without waiting for more than the line.
    fn strings(&self, fault: &SyntaxError) -> Option<Strings> {
        if self.settings.dialect.is_line_based() || self.settings.following == Following::Line {
            return None;
        }
        let text = self.at_hand.text();
        let begins = |start: Position| text.get(start.byte.checked_sub(self.byte())? as usize..);
        // Of a long string that begins there: how many bytes before the search, and its quote.
        let long = |start: Position| {
            let before = fault.resume.checked_sub(start.byte)? as usize;
            let begins = begins(start)?;
            let quote = begins.chars().next()?;
            (begins.starts_with("\"\"\"") || begins.starts_with("'''")).then_some((before, quote))
        };
        let (found, within) = match fault.kind() {
            SyntaxErrorKind::Unexpected { found, within, .. } => (found.as_ref(), within.as_ref()),
            _ => (None, None),
        };
        // Of a string whose line goes on behind the fault: its quote.
        let short = within.and_then(|within| {
            let length = fault.resume.checked_sub(within.start.byte)? as usize;
            let read = begins(within.start)?.get(..length)?;
            let is_in_line = !read.contains(['\n', '\r']);
            read.chars()
                .next()
                .filter(|quote| is_in_line && matches!(quote, '"' | '\''))
        });
        let within = within.and_then(|within| long(within.start));
        let finished = fault.context().and_then(Context::finished);
        let finished = finished.and_then(|(start, _)| long(start));
        if let (Some(_), None, Some(quote)) = (found, within, short) {
            return Some(Strings::WithinLine { quote });
        }
        Some(match (found, within, finished) {
            (None, Some((before, _)), _) => Strings::Unclosed { before },
            (Some(_), Some((_, quote)), _) => Strings::Within { quote },
            (_, None, Some((before, _))) => Strings::Closed { before },
            (_, None, None) => Strings::Outside,
        })
    }

    /// Looks for the next statement; where the reader has no more for now, the search goes on later.
    pub(super) fn skip(&mut self, mut skip: Box<Skip>) -> Result<(), Error> {
        self.lead = Lead::NONE;
        self.state = ReadingState::AFTER_FAULT;
        let found = self.search(&mut skip);
        if found.is_err() {
            self.state = ReadingState::Lost(skip);
        }
        found
    }

    fn search(&mut self, skip: &mut Skip) -> Result<(), Error> {
        self.leave_leftover(skip)?;
        if !self.leave_strings(skip)? {
            self.finish();
            return Ok(());
        }
        // No further than the text at hand: it was at hand when the fault was found.
        self.at_hand.consume((skip.byte - self.byte()) as usize);
        loop {
            let next = match self.settings.dialect.is_line_based() {
                true => self.next_line(skip.unfinished),
                false => self.next_part(&mut skip.search),
            };
            match next {
                NextPart::At(next) => {
                    self.at_hand.consume(next);
                    return Ok(());
                }
                NextPart::Lost => {
                    self.finish();
                    return Ok(());
                }
                NextPart::After(searched) => self.at_hand.consume(searched),
            }
            skip.byte = self.byte();
            match self.at_hand.rest() {
                Rest::Unread => self.fill()?,
                Rest::End => {
                    let length = self.at_hand.text().len();
                    self.at_hand.consume(length);
                    return Ok(());
                }
            }
        }
    }

    /// Passes over lines that another tool has left, if they end.
    fn leave_leftover(&mut self, skip: &mut Skip) -> Result<(), Error> {
        let Some((lines, is_first)) = skip.leftover else {
            return Ok(());
        };
        let from = (skip.byte - self.byte()) as usize;
        let enough = from.saturating_add(LeftoverLines::MOST);
        while self.at_hand.text().len() < enough && self.at_hand.rest() == Rest::Unread {
            self.fill()?;
        }
        skip.leftover = None;
        let rest = &self.at_hand.text()[from..];
        let has_graphs = self.settings.dialect.has_named_graphs();
        let mut clear = self.searched.clear_of_conflicts.saturating_sub(skip.byte) as usize;
        let end = lines.end(rest, has_graphs, &mut clear);
        self.searched.clear_of_conflicts = self
            .searched
            .clear_of_conflicts
            .max(skip.byte + clear as u64);
        if let Some(end) = end {
            // In a language of lines, the search goes on at the end of the last one.
            let is_line_end = self.settings.dialect.is_line_based() && rest[..end].ends_with('\n');
            skip.byte += (end - usize::from(is_line_end)) as u64;
            skip.unfinished = UnfinishedLine::Nothing;
            skip.strings = None;
            skip.search.begin_after();
            if is_first {
                skip.search.close();
            }
        }
        Ok(())
    }

    /// Passes over text that may be the inside of a string; returns whether text is left to search.
    fn leave_strings(&mut self, skip: &mut Skip) -> Result<bool, Error> {
        let Some(strings) = skip.strings else {
            return Ok(true);
        };
        let from = (skip.byte - self.byte()) as usize;
        let enough = from.saturating_add(Strings::MOST);
        while self.at_hand.text().len() < enough && self.at_hand.rest() == Rest::Unread {
            self.fill()?;
        }
        let text = self.at_hand.text();
        let mut clear = self.searched.clear_of_strings.saturating_sub(self.byte()) as usize;
        let begin = strings.begin(text, from, &mut clear);
        self.searched.clear_of_strings = self.byte() + clear as u64;
        skip.strings = None;
        let Some(begin) = begin else {
            return Ok(false);
        };
        if begin != from {
            // Braces within a string are not a graph's; but the text passed over may not be a string.
            let left = text.get(from..begin).unwrap_or_default();
            if self.settings.dialect.has_named_graphs() && left.contains(['{', '}']) {
                return Ok(false);
            }
            skip.byte = self.byte() + begin as u64;
            skip.search.begin_after();
        }
        Ok(true)
    }

    fn next_line(&self, unfinished: UnfinishedLine) -> NextPart {
        let text = self.at_hand.text();
        let is_whole = self.at_hand.rest() != Rest::Unread;
        engine::next_line(self.settings.dialect, text, unfinished, is_whole)
    }

    fn next_part(&self, search: &mut PartSearch) -> NextPart {
        let begins_line = self.position().column == 1;
        let is_whole = self.at_hand.rest() != Rest::Unread;
        let (dialect, text) = (self.settings.dialect, self.at_hand.text());
        search.next(dialect, self.scope(), text, begins_line, is_whole)
    }
}

/// The string or statement that the fault leaves unfinished at the end of its line, in a language of lines; `before` is the
/// statement up to the fault.
fn unfinished(dialect: Dialect, fault: &SyntaxError, before: &str) -> UnfinishedLine {
    let SyntaxErrorKind::Unexpected {
        found: Some(found),
        within,
        ..
    } = fault.kind()
    else {
        return UnfinishedLine::Nothing;
    };
    let is_line_end = dialect.is_line_based() && found.starts_with(['\n', '\r']);
    let is_string = |within: &Unfinished| within.tokens.iter().all(|it| it.kind().is_string());
    match within {
        None if is_line_end => {
            let context = fault.context();
            let can_follow = |kind| context.is_some_and(|context| context.allows(kind));
            UnfinishedLine::Statement(LineTerms::of(dialect, before, can_follow))
        }
        Some(within) if is_line_end && is_string(within) => UnfinishedLine::String,
        _ => UnfinishedLine::Nothing,
    }
}
