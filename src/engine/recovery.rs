//! Where the next part of a document begins after one that breaks the grammar: by its tokens.
//!
//! A full stop that is a token ends the part at fault. Within a string, an IRI or a comment it is not a token; and where brackets
//! are open, the tokens after it tell whether it [is in them](Stray). Where it is missing, a line ends the part if its first
//! token can only begin a statement. In a document of graphs, the braces tell which graph the rest belongs to.
//!
//! Invariant: it guesses where reading goes on, and never the content there; and where that may be in more than one graph,
//! reading ends.

mod ahead;
mod directive;
mod leftover;
mod lines;
mod strings;

use ahead::begins_statement;
pub(crate) use ahead::{Ahead, NextPart};
pub(crate) use directive::{BrokenDirective, Declared, broken_directive, declared_in};
pub use leftover::LeftoverLines;
pub(crate) use lines::{LineTerms, UnfinishedLine, next_line, rest_in_lines};
pub(crate) use strings::Strings;

use super::brackets::{self, Content, StopVerdict, Stray, is_of_directive};
use super::reading::Scope;
use super::specification;
use crate::Dialect;
use crate::tokens::{Keyword, TermKind, is_iri};
use ::specification::Scan;
use specification::Specification;
use std::ops::ControlFlow;

/// A search for the next part; it goes on where the text becomes longer.
#[derive(Clone, Debug)]
pub(crate) struct PartSearch {
    /// Braces that were opened since it began.
    braces: usize,
    /// Other brackets that are open.
    brackets: usize,
    /// Whether a bracket was closed last: by a stray sign, if its content goes on.
    has_closed: bool,
    /// Whether the part at fault has ended: with the brace that closes the opened ones, or with a full stop. Further full stops are
    /// passed over.
    is_closed: bool,
    /// Whether the next token is the first of the part at fault: then it does not begin another part.
    is_first: bool,
    /// Whether the last token asks for something after it, so that a statement cannot begin there.
    is_open: bool,
    /// Whether it begins directly after the colon of a name: `.a` in `ex:.a` ends nothing.
    is_in_name: bool,
    /// Whether it has met a brace in a language without braces.
    has_met_brace: bool,
    /// Whether it waits for more of the document to see whether a graph ends that did not begin.
    looks_for_graph: bool,
    /// Whether the part at fault may be the name of a graph that begins after it.
    may_be_name: bool,
    /// Whether it has passed over a graph: what follows is not in that.
    has_left_graph: bool,
}

impl PartSearch {
    /// A search that begins at the first token of the part at fault, or at a later one; `before` is the token before it, and
    /// `brackets` brackets are open. `is_joined` says whether it begins where that token ends.
    pub(crate) fn new(is_first: bool, before: &str, is_joined: bool, brackets: usize) -> Self {
        Self {
            braces: 0,
            brackets,
            has_closed: brackets::closes(before),
            is_closed: false,
            is_first,
            is_open: asks_for_more(before),
            is_in_name: is_joined && before.ends_with(':'),
            has_met_brace: false,
            looks_for_graph: false,
            may_be_name: false,
            has_left_graph: false,
        }
    }

    /// Waits for more of the document, to see whether a graph ends that did not begin. `may_be_name` says whether the part at fault
    /// may be the name of the graph after it.
    pub(crate) fn look_for_graph(&mut self, may_be_name: bool) {
        (self.looks_for_graph, self.may_be_name) = (true, may_be_name);
    }

    /// Begins after a string, or after lines, instead.
    pub(crate) fn begin_after(&mut self) {
        (self.is_first, self.is_open, self.is_in_name) = (false, false, false);
    }

    /// The part at fault has ended.
    pub(crate) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Looks for the next part in a text that begins where the search is. `begins_line` says whether a line does, too; unless
    /// the text `is_whole`, something may follow it.
    pub(crate) fn next(
        &mut self,
        dialect: Dialect,
        scope: Scope,
        text: &str,
        begins_line: bool,
        is_whole: bool,
    ) -> NextPart {
        let ahead = TextAhead {
            specification: specification::with_tokens(dialect),
            text,
            is_whole,
        };
        // After the last token.
        let mut last = 0;
        loop {
            let token = match ahead.token(last, begins_line) {
                Ok(token) => token,
                Err(next) => return next,
            };
            let before = self.clone();
            match self.read(&ahead, scope, &token) {
                Some(ControlFlow::Continue(end)) => last = end,
                Some(ControlFlow::Break(next)) => return next,
                None => {
                    *self = before;
                    return NextPart::After(last);
                }
            }
        }
    }

    /// Reads a token: returns where the search goes on, or its result. `None`, if the text ends before that shows.
    fn read(
        &mut self,
        ahead: &TextAhead<'_>,
        scope: Scope,
        token: &ScannedToken<'_>,
    ) -> Option<Read> {
        let is_in_name = std::mem::take(&mut self.is_in_name);
        if token.text == "." {
            return self.full_stop(ahead, scope, token, is_in_name);
        }
        if self.is_closed {
            return self.begin_at(ahead, scope, token);
        }
        let is_first = std::mem::take(&mut self.is_first);
        if token.is_of_language {
            self.bracket_or_term(ahead, scope, token, is_first)
        } else {
            self.no_token(ahead, scope, token)
        }
    }

    /// The next part begins with this token, unless it may be in a graph that is not known: one whose brace is missing, or whose name
    /// was at fault.
    fn begin_at(
        &mut self,
        ahead: &TextAhead<'_>,
        scope: Scope,
        token: &ScannedToken<'_>,
    ) -> Option<Read> {
        let is_outside = scope == Scope::Outside && self.braces == 0;
        if is_outside && self.looks_for_graph {
            let is_of_graph = match token.text {
                "{" => self.may_be_name,
                _ => !self.has_left_graph && ahead.is_in_unopened_graph(token.start)?,
            };
            if is_of_graph {
                (self.braces, self.is_closed) = (1, false);
                return Some(ControlFlow::Continue(token.end));
            }
        }
        Some(ControlFlow::Break(NextPart::At(token.start)))
    }

    /// Whether the graph that is open goes on: none where another begins in it.
    fn knows_graph(&self, ahead: &TextAhead<'_>, last: usize) -> Option<bool> {
        Some(!self.looks_for_graph || ahead.next_of_graph(last, false)? != "{")
    }

    /// A full stop ends the part at fault, unless it is in a name, in an ellipsis, or between brackets.
    fn full_stop(
        &mut self,
        ahead: &TextAhead<'_>,
        scope: Scope,
        token: &ScannedToken<'_>,
        is_in_name: bool,
    ) -> Option<Read> {
        let behind = &ahead.text[token.end..];
        if is_in_name {
            if behind.chars().all(is_of_word) && !ahead.is_whole {
                return None;
            }
            if behind.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
                return Some(ControlFlow::Continue(token.end + word(behind).len()));
            }
        }
        if !self.is_closed && is_ellipsis(behind, ahead.is_whole)? {
            (self.is_first, self.is_open) = (false, false);
            return Some(ControlFlow::Continue(token.end + "..".len()));
        }
        if self.is_closed || self.is_first {
            (self.is_closed, self.is_first) = (true, false);
            return Some(ControlFlow::Continue(token.end));
        }
        if self.braces == 0 && self.brackets > 0 {
            return match ahead.after_stray(token.end) {
                Ahead::ClosedAt(end) => {
                    self.brackets -= 1;
                    self.is_open = false;
                    Some(ControlFlow::Continue(end))
                }
                Ahead::NotClosed => {
                    self.is_open = false;
                    Some(match ahead.content(token.end)? {
                        Some(seen) => ControlFlow::Continue(seen),
                        None => ControlFlow::Break(NextPart::At(token.end)),
                    })
                }
                Ahead::Unknown => None,
            };
        }
        if self.braces == 0 && !ahead.goes_on(token.end)? && !ahead.has_rest(token.end)? {
            let may_be_in_graph = scope == Scope::Outside && self.looks_for_graph;
            if !may_be_in_graph {
                let is_known = scope == Scope::Outside || self.knows_graph(ahead, token.end)?;
                let next = match is_known {
                    true => NextPart::At(token.end),
                    false => NextPart::Lost,
                };
                return Some(ControlFlow::Break(next));
            }
            // The next token shows whether the rest is in a graph.
            self.is_closed = true;
        }
        self.is_open = false;
        Some(ControlFlow::Continue(token.end))
    }

    /// Text that no token of the language matches: a brace, a word, a string that is not closed.
    fn no_token(
        &mut self,
        ahead: &TextAhead<'_>,
        scope: Scope,
        token: &ScannedToken<'_>,
    ) -> Option<Read> {
        if token.is_stray_brace && !self.has_met_brace {
            self.has_met_brace = true;
            match ahead.after_braces(token.start) {
                Ahead::ClosedAt(end) => {
                    self.is_open = false;
                    return Some(ControlFlow::Continue(end));
                }
                Ahead::NotClosed => {}
                Ahead::Unknown => return None,
            }
        }
        self.is_open = false;
        let (end, ends_part) = match after_no_token(ahead.text, token.start, token.reach) {
            Ok(end) => (end, false),
            Err(end) => (end, true),
        };
        let has_brace = ahead.text[token.start..end].contains(['{', '}']);
        if has_brace && scope == Scope::InGraph {
            // It may be the brace that ends the graph.
            return Some(ControlFlow::Break(NextPart::Lost));
        }
        self.is_closed |= ends_part && self.looks_for_graph;
        Some(match ends_part && !self.looks_for_graph {
            true => ControlFlow::Break(NextPart::At(end)),
            false => ControlFlow::Continue(end),
        })
    }

    /// Counts braces and brackets, and looks whether a line begins with a token that can only begin a statement.
    fn bracket_or_term(
        &mut self,
        ahead: &TextAhead<'_>,
        scope: Scope,
        token: &ScannedToken<'_>,
        is_first: bool,
    ) -> Option<Read> {
        let is_in_graph = self.braces == 0 && scope == Scope::InGraph;
        let at_token = Some(ControlFlow::Break(NextPart::At(token.start)));
        match token.text {
            // No statement has a directive in it.
            text if is_of_directive(text)
                && !is_first
                && self.braces == 0
                && scope == Scope::Outside
                && ahead.text[..token.start].ends_with(char::is_whitespace) =>
            {
                return at_token;
            }
            "{" if is_in_graph => return Some(ControlFlow::Break(NextPart::Lost)),
            "{" => self.braces += 1,
            "}" if is_in_graph && self.brackets > 0 => match ahead.closes_bracket(token.end)? {
                true => self.brackets -= 1,
                false => return at_token,
            },
            // Another follows that ends the graph: which of them is too much is not known.
            "}" if is_in_graph
                && self.looks_for_graph
                && ahead.is_in_unopened_graph(token.end)? =>
            {
                self.braces = 1;
            }
            "}" if self.braces == 1 && scope == Scope::InGraph => return at_token,
            // If a grammar that was just edited cannot read it, it is passed over.
            "}" if is_in_graph && !is_first => return at_token,
            "}" if self.braces == 1 => {
                (self.braces, self.is_closed) = (0, true);
                (self.has_left_graph, self.may_be_name) = (true, false);
            }
            "}" => self.braces = self.braces.saturating_sub(1),
            text if brackets::closing(text).is_some() => self.brackets += 1,
            text if brackets::closes(text) => {
                (self.brackets, self.has_closed) = (self.brackets.saturating_sub(1), true);
            }
            text if token.begins_line
                && !is_first
                && (!self.is_open || is_of_directive(text))
                && self.braces == 0
                && scope == Scope::Outside
                && begins_statement(ahead.specification, token.terminals)
                && (self.has_met_brace || !ahead.is_predicate_and_object(token)?) =>
            {
                if (self.brackets > 0 || self.has_closed)
                    && let Some(seen) = ahead.content(token.start)?
                {
                    return Some(ControlFlow::Continue(seen.max(token.end)));
                }
                if !self.looks_for_graph || !ahead.is_in_unopened_graph(token.start)? {
                    return at_token;
                }
                self.braces = 1;
            }
            _ => {}
        }
        // A separator that separates nothing asks for nothing.
        self.is_open = asks_for_more(token.text) && !(is_first && matches!(token.text, ";" | ","));
        Some(ControlFlow::Continue(token.end))
    }
}

/// Where the search goes on after a token, or its result.
type Read = ControlFlow<NextPart, usize>;

/// The text in which the next part is looked for.
struct TextAhead<'t> {
    specification: &'static Specification,
    text: &'t str,
    /// Whether nothing follows it.
    is_whole: bool,
}

/// A token of the language, or the text where none begins.
struct ScannedToken<'t> {
    start: usize,
    end: usize,
    /// How far the automaton has looked.
    reach: usize,
    text: &'t str,
    /// Whether it is the first in its line.
    begins_line: bool,
    /// The terminals that it can be.
    terminals: &'static [u16],
    /// Whether it is a whole token: `a` in `and` is not.
    is_of_language: bool,
    /// Whether it is a brace, in a language without braces.
    is_stray_brace: bool,
}

impl<'t> TextAhead<'t> {
    /// The token after the byte `last`; `begins_line` says whether a line begins with the text. Or the result of a search
    /// that has to wait for it.
    fn token(&self, last: usize, begins_line: bool) -> Result<ScannedToken<'t>, NextPart> {
        let Self {
            specification,
            text,
            is_whole,
        } = *self;
        let (start, hits_end) = specification.tables.skip_trivia(text, last);
        if hits_end && !is_whole {
            return Err(NextPart::After(last));
        }
        if start == text.len() {
            return Err(NextPart::After(start));
        }
        let begins_line = match text[..start].chars().next_back() {
            Some(before) => matches!(before, '\n' | '\r'),
            None => begins_line,
        };
        let scan = specification.tables.scanner.scan(text, start);
        if scan.hits_end && !is_whole {
            return Err(NextPart::After(last));
        }
        Ok(ScannedToken {
            start,
            end: scan.end,
            reach: scan.reach,
            text: &text[start..scan.end],
            begins_line,
            terminals: scan.tokens,
            is_of_language: !scan.tokens.is_empty() && !self.is_within_word(start, &scan),
            is_stray_brace: scan.tokens.is_empty() && text[start..].starts_with('{'),
        })
    }

    /// The token after the byte `last`, and where it begins. `None`, if the text ends before that shows, and something may
    /// follow it.
    fn scan(&self, last: usize) -> Option<(usize, Scan<'_>)> {
        let tables = &self.specification.tables;
        let (at, hits_end) = tables.skip_trivia(self.text, last);
        let scan = tables.scanner.scan(self.text, at);
        (self.is_whole || !(hits_end || scan.hits_end)).then_some((at, scan))
    }

    /// Whether the token scanned from a byte on ends within a word: `a` in `and`.
    fn is_within_word(&self, start: usize, scan: &Scan<'_>) -> bool {
        scan.end < start + word(&self.text[start..scan.reach]).len()
    }

    /// Where the brackets are closed in which a full stop is that ends at the byte `last`, if it is in some.
    fn after_stray(&self, mut last: usize) -> Ahead {
        let mut stray = Stray::default();
        loop {
            let Some((at, scan)) = self.scan(last) else {
                return Ahead::Unknown;
            };
            if scan.tokens.is_empty() {
                return Ahead::NotClosed;
            }
            match stray.read(&self.text[at..scan.end]) {
                StopVerdict::Stray => return Ahead::ClosedAt(scan.end),
                StopVerdict::End => return Ahead::NotClosed,
                StopVerdict::Nothing => last = scan.end,
            }
        }
    }

    /// Whether the text after the byte `last` is the content of a bracket that is open, and how far that was seen. `None` as for
    /// [`scan`](Self::scan).
    fn content(&self, mut last: usize) -> Option<Option<usize>> {
        let mut content = Content::default();
        let mut seen = last;
        loop {
            let (at, scan) = self.scan(last)?;
            let is_content = match scan.tokens.is_empty() {
                true => Some(content.end()),
                false => content.read(&self.text[at..scan.end]),
            };
            if let Some(is_content) = is_content {
                return Some(is_content.then_some(seen));
            }
            last = scan.end;
            if content.is_outside() {
                seen = last;
            }
        }
    }

    /// Whether a predicate with its object follows a full stop in its line: that belongs to the name before it, most likely. `None` as
    /// for [`scan`](Self::scan).
    fn has_rest(&self, behind: usize) -> Option<bool> {
        let rest = self.text[behind..].trim_start_matches([' ', '\t']);
        if rest.is_empty() && !self.is_whole {
            return None;
        }
        // Nearly always.
        if rest.is_empty() || rest.starts_with(['\n', '\r', '#']) {
            return Some(false);
        }
        match self.token(behind, false) {
            Ok(token) => self.is_predicate_and_object(&token),
            Err(_) => self.is_whole.then_some(false),
        }
    }

    /// Whether a token is a predicate with its object after it, and begins no statement, which has three terms: they belong to the
    /// statement before them. `None` as for [`scan`](Self::scan).
    fn is_predicate_and_object(&self, predicate: &ScannedToken<'_>) -> Option<bool> {
        if !is_iri(predicate.text) {
            // No statement begins so.
            return Some(predicate.text == "a");
        }
        let (at, scan) = self.scan(predicate.end)?;
        match TermKind::of(&self.text[at..scan.end]) {
            Some(kind) if kind.is_iri() => self.ends_object(scan.end),
            Some(TermKind::Directive | TermKind::LanguageTag) | None => Some(false),
            Some(_) => Some(true),
        }
    }

    /// Whether a full stop or a separator follows a term. `None`, if the text ends before that shows, and something may follow it.
    fn ends_object(&self, behind: usize) -> Option<bool> {
        let mut rest = self.text[behind..].trim_start().chars();
        match (rest.next(), rest.next()) {
            (Some(';' | ','), _) => Some(true),
            (Some('.'), Some(next)) => Some(!next.is_ascii_digit()),
            (Some('.'), None) => self.is_whole.then_some(true),
            (Some(_), _) => Some(false),
            (None, _) => self.is_whole.then_some(false),
        }
    }

    /// Where a brace is closed in a language without braces, if that is near: full stops between the two end nothing.
    fn after_braces(&self, open: usize) -> Ahead {
        /// The largest number of tokens to look at.
        const MOST: usize = 256;
        let (mut braces, mut last) = (0_usize, open);
        for _ in 0..MOST {
            let Some((at, scan)) = self.scan(last) else {
                return Ahead::Unknown;
            };
            let Some(first) = self.text[at..].chars().next() else {
                return Ahead::NotClosed;
            };
            last = match scan.tokens.is_empty() {
                true => at + first.len_utf8(),
                false => scan.end,
            };
            match first {
                '{' if scan.tokens.is_empty() => braces += 1,
                '}' if scan.tokens.is_empty() && braces == 1 => return Ahead::ClosedAt(last),
                '}' if scan.tokens.is_empty() => braces -= 1,
                _ => {}
            }
        }
        Ahead::NotClosed
    }

    /// Whether a brace, in a graph and where a bracket is open, stands for the bracket's own closing token: the statement goes
    /// on after it, or ends. `None` as for [`scan`](Self::scan).
    fn closes_bracket(&self, behind: usize) -> Option<bool> {
        let (at, scan) = self.scan(behind)?;
        Some(brackets::follows_bracket(&self.text[at..scan.end]))
    }

    /// Whether a graph ends near a place that did not begin behind it: the brace before the place is missing, and what follows may
    /// be in that graph. `None` as for [`scan`](Self::scan).
    fn is_in_unopened_graph(&self, last: usize) -> Option<bool> {
        Some(self.next_of_graph(last, true)? == "}")
    }

    /// The next brace after the byte `last`, or the next `GRAPH` if that is asked for too; nothing, if none is near. `None` as for
    /// [`scan`](Self::scan).
    fn next_of_graph(&self, mut last: usize, or_keyword: bool) -> Option<&str> {
        /// The largest number of tokens to look at.
        const MOST: usize = 256;
        for _ in 0..MOST {
            let (at, scan) = self.scan(last)?;
            match &self.text[at..scan.end] {
                found @ ("}" | "{" | "") => return Some(found),
                found if or_keyword && found.eq_ignore_ascii_case(Keyword::Graph.text()) => {
                    return Some(found);
                }
                _ => last = scan.end,
            }
        }
        Some("")
    }

    /// Whether a word follows a full stop at once with which nothing can begin: `.org` in `@example.org`. None as for
    /// [`scan`](Self::scan).
    fn goes_on(&self, behind: usize) -> Option<bool> {
        if !self.text[behind..].starts_with(char::is_alphabetic) {
            return Some(false);
        }
        let (_, scan) = self.scan(behind)?;
        Some(scan.tokens.is_empty() || self.is_within_word(behind, &scan))
    }
}

/// Whether two more full stops follow one at once, before this text: an ellipsis ends nothing. `None`, if the text ends before
/// that shows, and something may follow it.
fn is_ellipsis(behind: &str, is_whole: bool) -> Option<bool> {
    let more = "..";
    match behind.len() < more.len() && more.starts_with(behind) && !is_whole {
        true => None,
        false => Some(behind.starts_with(more)),
    }
}

/// Where to go on if no token begins at a place: after the word there, or at the next character. But a string that its line,
/// or the document, does not close takes the line with it; if that ends with a full stop, so did the statement, most likely, and
/// the next part begins there.
///
/// A word is passed over whole, since the automaton has read it whole: to look for tokens at each of its characters would take
/// time for all of the word each time.
fn after_no_token(text: &str, at: usize, reach: usize) -> Result<usize, usize> {
    let rest = &text[at..];
    let behind = &text[reach..];
    let is_string =
        rest.starts_with(['"', '\'']) && (behind.is_empty() || behind.starts_with(['\n', '\r']));
    if is_string {
        return match text[at..reach].trim_end().ends_with('.') {
            true => Err(reach),
            false => Ok(reach),
        };
    }
    let length = word(&text[at..reach]).len();
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let end = at + length.max(first);
    // The full stop in `ex.:a` ends nothing.
    let is_in_name = length > 0 && text[end..].starts_with(".:");
    Ok(end + usize::from(is_in_name))
}

/// The word that a text begins with. A full stop at its end is a full stop.
fn word(text: &str) -> &str {
    let end = text.find(|c| !is_of_word(c)).unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '%' | '\\')
}

/// Whether a statement has to go on after this token.
fn asks_for_more(token: &str) -> bool {
    matches!(
        token,
        ";" | "," | "(" | "[" | "{|" | "<<" | "<<(" | "^^" | "a" | "~"
    )
}
