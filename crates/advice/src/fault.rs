//! An error, as the rows look at it: in pieces of text, and with the kind of token that was wanted, as people call it.
//!
//! Invariant: places are bytes of the surroundings' text. Rows name nothing outside of that text.

use super::words;
use crate::brackets;
use std::ops::Range;
use turtle_peg::diagnosis::{self, Surroundings, is_between_brackets};
use turtle_peg::error::Context;
use turtle_peg::tokens::{Keyword, NamedToken, Sign, TermKind, TokenKind, TokenSort};
use turtle_peg::{Dialect, Production, SyntaxError, SyntaxErrorKind};

/// The kind of token that was wanted, as people call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A new statement, or the end of the document.
    Statement,
    Subject,
    Predicate,
    /// A predicate, or the sign that ends the statement or closes the brackets: after `;`, and after a subject that may be
    /// alone.
    PredicateOrEnd,
    Object,
    /// An IRI, and nothing else: of a datatype, a prefix, a base.
    Iri,
    /// A sign that ends a statement or goes on with it: `.`, `;`, `,` and the like.
    End,
    /// A sign that ends a list of predicates and objects in brackets, or goes on with it: `]`, `;`, `,` and the like.
    EndInBrackets,
    Other,
}

/// An error and the text around it.
pub(super) struct FaultView<'a> {
    pub(super) error: &'a SyntaxError,
    pub(super) around: &'a Surroundings,
    pub(super) dialect: Dialect,
    pub(super) wanted: Wanted,
    /// The tokens of the statement before the fault, as far as they are in the text.
    pub(super) before: Vec<Range<usize>>,
    /// Where the token at fault begins, or the unfinished token before the fault.
    pub(super) start: usize,
    /// The byte of the document where the token begins that did not come to its end.
    pub(super) begun: Option<u64>,
    /// Whether the beginning of the token at fault is in the text. Where that is long before the fault, it is not; then `start` is the
    /// fault.
    pub(super) has_start: bool,
    /// The terminals that the unfinished token could have become, if the fault is in one.
    pub(super) within: &'a [NamedToken],
    /// The word at fault, as people would read it: many rows look at it, and it may be long.
    word: &'a str,
}

impl<'a> FaultView<'a> {
    pub(super) fn new(error: &'a SyntaxError) -> Self {
        let around = error.surroundings();
        let unfinished = match error.kind() {
            SyntaxErrorKind::Unexpected { within, .. } => within.as_ref(),
            _ => None,
        };
        let begun = unfinished.map(|unfinished| unfinished.start.byte);
        let wanted = error.context().map_or(Wanted::Other, |context| {
            begun_as(context, begun, around)
                .unwrap_or_else(|| wanted(context, around.dialect.is_line_based()))
        });
        let place = begun.map(|byte| around.range(byte..byte));
        let has_start = place.as_ref().is_none_or(Option::is_some);
        let start = place
            .flatten()
            .map_or(around.fault.start, |range| range.start);
        let before = match around.statement {
            Some(statement) if error.context().is_some() => {
                diagnosis::tokens(around.dialect, &around.text[..start], statement).collect()
            }
            _ => Vec::new(),
        };
        Self {
            dialect: around.dialect,
            wanted,
            before,
            start,
            begun,
            has_start,
            within: unfinished.map_or(&[], |unfinished| &unfinished.tokens),
            word: word(&around.text[start..]),
            error,
            around,
        }
    }

    /// Whether a statement may have ended with a full stop before a place, as far as the text tells.
    pub(super) fn may_follow_full_stop(&self, place: usize) -> bool {
        let lines = self.around.text[..place].lines().rev().map(str::trim);
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        match lines.next() {
            Some(last) => last.split(" #").any(|part| part.trim_end().ends_with('.')),
            None => self.around.start.byte > 0,
        }
    }

    /// Whether the text has a line before the statement at fault.
    pub(super) fn has_line_before(&self) -> bool {
        let statement = self.around.statement.unwrap_or_default();
        !self.around.text[..statement].trim().is_empty()
    }

    /// The full stop right before the statement at fault, if it is in the text, and the statement may go on with that which ends there,
    /// as far as its line tells.
    pub(super) fn full_stop_to_go_on_from(&self) -> Option<Range<usize>> {
        let before = &self.around.text[..self.around.statement?];
        let mut places: Vec<_> = diagnosis::tokens(self.dialect, before, 0).collect();
        let full_stop = places.pop().filter(|last| before[last.clone()] == *".")?;
        let tokens: Vec<&str> = places.iter().map(|place| &before[place.clone()]).collect();
        let begins_directive = tokens
            .first()
            .is_some_and(|it| diagnosis::is_of_directive(it));
        // Lines that are alike begin a statement each.
        let [first, statement] =
            [places.first()?.start, self.around.statement?].map(|place| self.column(place));
        let begins_statement = tokens.len() > 2 && tokens[..3].iter().all(|token| is_term(token));
        if begins_statement && first >= statement {
            return None;
        }
        // The last line of a directive has a prefix and an IRI at most.
        let may_end_directive =
            tokens.len() <= 2 && tokens.last().is_none_or(|last| last.starts_with('<'));
        (!begins_directive && !may_end_directive).then_some(full_stop)
    }

    /// The text at a place.
    pub(super) fn text(&self, place: &Range<usize>) -> &'a str {
        &self.around.text[place.clone()]
    }

    /// The token at fault, or the character; empty at the end of the document.
    pub(super) fn found(&self) -> &'a str {
        self.text(&self.around.fault)
    }

    /// The beginning of an unfinished token, up to the fault.
    pub(super) fn begun_text(&self) -> &'a str {
        &self.around.text[self.start..self.around.fault.start]
    }

    /// The text after a place.
    pub(super) fn after(&self, place: &Range<usize>) -> &'a str {
        &self.around.text[place.end..]
    }

    /// Whether the document ends there.
    pub(super) fn is_at_end(&self) -> bool {
        matches!(
            self.error.kind(),
            SyntaxErrorKind::Unexpected { found: None, .. }
        )
    }

    /// Whether a line ends there, in a language of lines.
    pub(super) fn is_at_line_end(&self) -> bool {
        self.found().starts_with(['\n', '\r'])
    }

    /// The token at fault; `None` if the fault is within an unfinished token.
    pub(super) fn token(&self) -> Option<&'a str> {
        self.within.is_empty().then(|| self.found())
    }

    /// The text from the token at fault on.
    pub(super) fn rest(&self) -> &'a str {
        &self.around.text[self.start..]
    }

    /// The word at fault, as people would read it.
    pub(super) fn word(&self) -> &'a str {
        self.word
    }

    pub(super) fn word_range(&self) -> Range<usize> {
        self.start..self.start + self.word().len()
    }

    /// Whether the unfinished token could have become such a one.
    pub(super) fn is_within(&self, sort: TokenSort) -> bool {
        let mut sorts = self.within.iter().filter_map(|token| token.kind().sort());
        sorts.any(|it| it == sort)
    }

    pub(super) fn is_within_string(&self) -> bool {
        self.is_within(TokenSort::String) || self.is_within(TokenSort::LongString)
    }

    pub(super) fn is_unexpected(&self) -> bool {
        matches!(self.error.kind(), SyntaxErrorKind::Unexpected { .. })
    }

    pub(super) fn expects(&self, kind: impl Into<TokenKind>) -> bool {
        let context = self.error.context();
        context.is_some_and(|context| context.allows(kind))
    }

    /// The token of this number before the fault, counted back from 1.
    pub(super) fn token_before(&self, number: usize) -> Option<Range<usize>> {
        let index = self.before.len().checked_sub(number)?;
        self.before.get(index).cloned()
    }

    pub(super) fn text_before(&self, number: usize) -> &'a str {
        self.token_before(number)
            .map_or("", |token| &self.around.text[token])
    }

    /// Whether the token before ends where the token at fault begins.
    pub(super) fn is_joined(&self) -> bool {
        self.token_before(1)
            .is_some_and(|token| token.end == self.start)
    }

    /// Whether the token at fault directly follows a prefixed name.
    pub(super) fn follows_name(&self) -> bool {
        let written = self.text_before(1);
        let is_name = written.contains(':') && !written.starts_with(['<', '"', '\'', '_']);
        is_name && self.is_joined()
    }

    pub(super) fn wants(&self, any: &[Wanted]) -> bool {
        any.contains(&self.wanted)
    }

    /// Whether the token at fault is a long string that has begun.
    pub(super) fn begins_long_string(&self) -> bool {
        self.rest().starts_with("\"\"\"") || self.rest().starts_with("'''")
    }

    /// Whether a predicate could have been there.
    pub(super) fn is_before_predicate(&self) -> bool {
        matches!(self.wanted, Wanted::Predicate | Wanted::PredicateOrEnd)
    }

    /// Whether the statement could have ended there.
    pub(super) fn can_end(&self) -> bool {
        self.expects(Sign::FullStop)
    }

    /// How the statement could have gone on there, or ended: by a predicate, and by which signs.
    pub(super) fn ways_on(&self) -> String {
        let signs = [
            Sign::FullStop,
            Sign::Semicolon,
            Sign::Comma,
            Sign::BracketEnd,
            Sign::AnnotationEnd,
            Sign::BraceEnd,
        ];
        let signs = signs.into_iter().filter(|&sign| self.expects(sign));
        let predicate = self.is_before_predicate().then(|| "a predicate".to_owned());
        let ways = predicate
            .into_iter()
            .chain(signs.map(|sign| format!("`{sign}`")));
        format!("{} is expected", words::either(&ways.collect::<Vec<_>>()))
    }

    /// The construct that the token before begins or ends, where a predicate is wanted.
    pub(super) fn subject_before(&self) -> &'static str {
        match self.text_before(1) {
            ";" => "a predicate follows `;`",
            _ if self.is_after_subject() => "of this subject",
            _ => "in what begins here",
        }
    }

    /// Whether the token before ends a subject, and a predicate could have followed.
    pub(super) fn is_after_subject(&self) -> bool {
        let before = self.text_before(1);
        let is_subject = !matches!(before, "" | ";") && brackets::closing(before).is_none();
        self.is_before_predicate() && is_subject
    }

    /// Whether a statement, a directive or a graph seems to begin with the fault, in a line of its own.
    pub(super) fn begins_another(&self) -> bool {
        let is_statement = || {
            let mut after = self.tokens_after(self.around.fault.end);
            self.found().starts_with("_:")
                && after
                    .next()
                    .is_some_and(|token| is_iri(token) || token == "a")
                && after.next().is_some_and(is_term)
        };
        let is_directive = TermKind::of(self.found()) == Some(TermKind::Directive);
        is_directive
            || self.begins_with_keyword()
            || (self.is_at_margin(self.start) && is_statement())
    }

    /// Whether the fault is `PREFIX`, `GRAPH` or the like, with its arguments, in a line of its own; a declaration of a
    /// prefix can be nothing else in any line.
    pub(super) fn begins_with_keyword(&self) -> bool {
        let mut after = self.tokens_after(self.word_range().end);
        let next = after.next().unwrap_or_default();
        let is_prefix = self.word().eq_ignore_ascii_case("PREFIX")
            && next.ends_with(':')
            && after.next().is_some_and(|iri| iri.starts_with('<'));
        if is_prefix && !self.before.is_empty() {
            return true;
        }
        takes(self.word(), next) && self.is_at_margin(self.start)
    }

    /// Whether a full stop is between brackets by mistake: the text after it belongs to them.
    pub(super) fn is_full_stop_between_brackets(&self) -> bool {
        self.found() == "." && is_between_brackets(self.tokens_after(self.around.fault.end))
    }

    /// The kinds of object that can be there.
    pub(super) fn object(&self) -> &'static str {
        match self.expects(Sign::ParenthesisBegin)
            || !self.expects(Sign::TripleTermBegin)
            || self.dialect.is_line_based()
        {
            true => words::object(self.dialect),
            false => {
                "an object here is an IRI, a prefixed name, a literal, a blank node or a triple term"
            }
        }
    }

    /// Whether an object has just ended: a sign that goes on with the statement, or ends it, was wanted.
    pub(super) fn is_after_object(&self) -> bool {
        matches!(self.wanted, Wanted::End | Wanted::EndInBrackets)
    }

    /// Whether the fault is between the braces of a graph. A graph is read part by part: its beginning is not in memory any more.
    pub(super) fn is_in_graph(&self) -> bool {
        let open = self.error.context().map_or(&[][..], Context::open);
        let is_in_part = open
            .iter()
            .any(|open| open.production == Production::triplesBlock);
        is_in_part || (open.is_empty() && self.expects(Sign::BraceEnd))
    }

    /// The text to put before the statement, so that it can be read alone: a graph's brace, if the statement is in a graph.
    pub(super) fn brace(&self) -> &'static str {
        if self.is_in_graph() { "{" } else { "" }
    }

    /// The tokens after the one at fault, as far as the text has tokens; asking for few costs little.
    pub(super) fn tokens_after(&self, place: usize) -> impl Iterator<Item = &'a str> + use<'a> {
        let text = &self.around.text;
        self.ranges_after(place).map(|token| &text[token])
    }

    /// Where they are.
    pub(super) fn ranges_after(
        &self,
        place: usize,
    ) -> impl Iterator<Item = Range<usize>> + use<'a> {
        diagnosis::tokens(self.around.dialect, &self.around.text, place)
    }

    /// Whether a statement seems to begin there, after an object and in a line of its own, by the two tokens after it; or a
    /// predicate. `None`, if neither is told.
    pub(super) fn begins_statement(&self) -> Option<bool> {
        let last = self.token_before(1).filter(|_| self.is_after_object())?;
        let (found, is_a) = (self.found(), self.word() == "a");
        if self.is_at_end() || !self.has_line_end(last.end..self.start) {
            return None;
        }
        let mut after = self.tokens_after(self.word_range().end.max(self.around.fault.end));
        let (next, then) = (after.next().unwrap_or_default(), after.next());
        let is_subject = is_iri(found) || found.starts_with("_:");
        let is_verb = is_iri(next) || next == "a";
        match then {
            Some(then) if is_subject && is_verb && is_term(then) => Some(true),
            Some("." | ";" | "," | "]" | "}") if (is_iri(found) || is_a) && is_term(next) => {
                Some(false)
            }
            _ => None,
        }
    }

    /// How far to the right in its line a place is.
    pub(super) fn column(&self, place: usize) -> usize {
        self.line_up_to(place).chars().count()
    }

    /// Whether a line ends between two places.
    pub(super) fn has_line_end(&self, between: Range<usize>) -> bool {
        self.around.text[between].contains(['\n', '\r'])
    }

    /// The line that a place is in, up to the place.
    pub(super) fn line_up_to(&self, place: usize) -> &'a str {
        words::line_before(&self.around.text[..place])
    }

    /// The rest of the line from a place on.
    pub(super) fn line_from(&self, place: usize) -> &'a str {
        let text = &self.around.text[place..];
        let end = text.find(['\n', '\r']).unwrap_or(text.len());
        &text[..end]
    }

    /// The first token of the statement, if it is in the text.
    pub(super) fn beginning(&self) -> Option<Range<usize>> {
        self.before.first().cloned()
    }

    /// The last terms before the fault, the last one first: brackets and their content are one. They reach back to the
    /// bracket that is not closed, or to where the statement begins in the text.
    pub(super) fn terms_before(&self) -> impl Iterator<Item = Range<usize>> {
        let mut tokens = self.before.iter().rev();
        std::iter::from_fn(move || {
            let last = tokens.next()?;
            let text = |token: &Range<usize>| &self.around.text[token.clone()];
            let mut open = usize::from(brackets::closes(text(last)));
            let mut start = last.start;
            while open > 0 {
                let token = tokens.next()?;
                open += usize::from(brackets::closes(text(token)));
                open -= usize::from(brackets::closing(text(token)).is_some());
                start = token.start;
            }
            Some(start..last.end).filter(|_| brackets::closing(text(last)).is_none())
        })
    }

    pub(super) fn begins_line(&self, place: usize) -> bool {
        self.line_up_to(place).trim_start().is_empty()
    }

    /// Whether a place is the first in its line, and no further to the right than the statement's beginning.
    pub(super) fn is_at_margin(&self, place: usize) -> bool {
        let first = self.beginning();
        self.begins_line(place)
            && first.is_some_and(|first| {
                first.start < place && self.column(place) <= self.column(first.start)
            })
    }

    /// The last bracket before the fault that is not closed, if the text has it.
    pub(super) fn open_bracket(&self) -> Option<(Range<usize>, Sign)> {
        self.open_brackets().pop()
    }

    /// The brackets that are not closed, the last one last, and the sign that closes each.
    pub(super) fn open_brackets(&self) -> Vec<(Range<usize>, Sign)> {
        let mut open: Vec<(Range<usize>, Sign)> = Vec::new();
        for token in &self.before {
            let text = &self.around.text[token.clone()];
            if let Some(closes) = brackets::closing(text) {
                open.push((token.clone(), closes));
            } else if open.last().is_some_and(|(_, closes)| closes.text() == text) {
                open.pop();
            }
        }
        open
    }
}

/// Whether a word is a keyword of SPARQL that this token can follow.
pub(super) fn takes(keyword: &str, next: &str) -> bool {
    match keyword.to_ascii_uppercase().as_str() {
        "PREFIX" => next.ends_with(':'),
        "BASE" => next.starts_with('<'),
        "VERSION" => next.starts_with(['"', '\'']),
        "GRAPH" => is_iri(next) || next.starts_with(['_', '[']),
        _ => false,
    }
}

/// Whether a token is an IRI or a prefixed name.
pub(super) fn is_iri(token: &str) -> bool {
    TermKind::of(token).is_some_and(TermKind::is_iri)
}

/// Whether a token is a term, or begins one.
pub(super) fn is_term(token: &str) -> bool {
    !matches!(
        TermKind::of(token),
        None | Some(TermKind::Directive | TermKind::LanguageTag)
    )
}

/// The address that a text begins with, without the signs that seem to follow it.
pub(super) fn address(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '>' | '"');
    let end = text.find(ends).unwrap_or(text.len());
    let address = text[..end].trim_end_matches(['.', ',', ']']);
    match address.contains('(') {
        true => address,
        false => address.trim_end_matches(')'),
    }
}

/// The beginning of a text, up to white space or a sign that no name has.
pub(super) fn word(rest: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | '[' | ']' | '(' | ')' | '<');
    let word = rest.find(ends).map_or(rest, |end| &rest[..end]);
    // A full stop at the end is the statement's.
    match word.strip_suffix('.') {
        Some(word) if !word.is_empty() => word,
        _ => word,
    }
}

/// The kind of token wanted where a word begins, if the parser read a word of the grammar there: `true` in `true1`.
fn begun_as(context: &Context, begun: Option<u64>, around: &Surroundings) -> Option<Wanted> {
    let (start, end) = context.finished()?;
    let is_in_word = Some(start.byte) == begun;
    let read = around.range(start.byte..end.byte).filter(|_| is_in_word)?;
    Some(match &around.text[read] {
        "true" | "false" => Wanted::Object,
        "a" => Wanted::Predicate,
        keyword if TermKind::of(keyword) == Some(TermKind::LanguageTag) => return None,
        keyword if diagnosis::is_of_directive(keyword) => Wanted::Statement,
        _ => return None,
    })
}

/// The kind of token that the expected tokens amount to, as people call it.
fn wanted(context: &Context, is_line_based: bool) -> Wanted {
    let sorts = context.tokens().iter().map(|token| token.kind().sort());
    let sorts: Vec<_> = sorts.flatten().collect();
    let has = |sort| sorts.contains(&sort);
    let (has_iri, has_literal) = (has(TokenSort::Iri), has(TokenSort::String));
    let has_label = has(TokenSort::Label);
    let goes_on = context.allows(Sign::Semicolon);
    let (is_verb, ends) = (context.allows(Keyword::A), context.allows(Sign::FullStop));
    if is_verb && (ends || goes_on) {
        return Wanted::PredicateOrEnd;
    }
    if ends {
        return Wanted::End;
    }
    if goes_on {
        return Wanted::EndInBrackets;
    }
    let is_statement =
        context.can_end() || context.allows(Keyword::AtPrefix) || context.allows(Keyword::Prefix);
    if is_statement && !has_literal {
        return Wanted::Statement;
    }
    match (has_iri, has_literal, has_label) {
        (true, true, _) => Wanted::Object,
        (true, false, true) => Wanted::Subject,
        (true, false, false) if is_verb => Wanted::Predicate,
        (true, false, false) if is_line_based && context.finished().is_some() => Wanted::Predicate,
        (true, false, false) => Wanted::Iri,
        _ => Wanted::Other,
    }
}
