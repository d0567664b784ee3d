//! An error, as the rows look at it: in pieces of text, and in what a person would say was wanted there.
//!
//! Invariant: places are bytes of the surroundings' text. What is not in that text is not there: no row names it.

use super::words;
use crate::engine::brackets;
use crate::surroundings::Surroundings;
use crate::{Context, Dialect, Production, SyntaxError, SyntaxErrorKind};
use std::ops::Range;

/// What could have stood there, as a person would say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A new statement, or the end of the document.
    Statement,
    Subject,
    Predicate,
    Object,
    /// An IRI, and nothing else: of a datatype, a prefix, a base.
    Iri,
    /// What ends or goes on with a statement: `.`, `;`, `,` and the like.
    End,
    /// What ends a list of predicates and objects in brackets, or goes on with it: `]`, `;`, `,` and the like.
    EndInBrackets,
    Other,
}

/// What seems to begin with the token that is wrong, where a statement was to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    /// A subject, a predicate and an object, in a line of their own.
    Statement,
    /// A predicate and an object, and then what ends them, in a line of their own.
    Predicate,
    Unknown,
}

/// An error and what stands around it.
pub(super) struct Fault<'a> {
    pub(super) error: &'a SyntaxError,
    pub(super) around: &'a Surroundings,
    pub(super) dialect: Dialect,
    pub(super) wanted: Wanted,
    /// The tokens of the statement before the fault, as far as they are in the text.
    pub(super) before: Vec<Range<usize>>,
    /// Where what is wrong begins: the token, or the one that had begun and did not come to its end.
    pub(super) start: usize,
    /// Whether that is in the text. A token that began long before the fault is not; then `start` is the fault.
    pub(super) has_start: bool,
    /// The terminal that had begun, if what is wrong is in one: all that it could have become.
    pub(super) within: &'a [String],
    /// What stands there, as far as a person would call it a word: many rows look at it, and it may be long.
    word: &'a str,
}

impl<'a> Fault<'a> {
    pub(super) fn new(error: &'a SyntaxError, around: &'a Surroundings) -> Self {
        let unfinished = match error.kind() {
            SyntaxErrorKind::Unexpected { within, .. } => within.as_ref(),
            _ => None,
        };
        let begun = unfinished.map(|unfinished| unfinished.start.byte);
        let wanted = error.context().map_or(Wanted::Other, |context| {
            begun_as(context, begun, around)
                .unwrap_or_else(|| wanted(context, around.dialect.is_line_based()))
        });
        let begun = begun.map(|byte| around.range(byte..byte));
        let has_start = begun.as_ref().is_none_or(Option::is_some);
        let start = begun
            .flatten()
            .map_or(around.fault.start, |range| range.start);
        let before = match around.statement {
            Some(statement) if error.context().is_some() => {
                crate::engine::tokens(around.dialect, &around.text[..start], statement).collect()
            }
            _ => Vec::new(),
        };
        Self {
            dialect: around.dialect,
            wanted,
            before,
            start,
            has_start,
            within: unfinished.map_or(&[], |unfinished| &unfinished.tokens),
            word: word(&around.text[start..]),
            error,
            around,
        }
    }

    /// The byte of the document where the token begins that did not come to its end.
    pub(super) fn begun(&self) -> Option<u64> {
        match self.error.kind() {
            SyntaxErrorKind::Unexpected { within, .. } => within.as_ref().map(|it| it.start.byte),
            _ => None,
        }
    }

    /// What stands there: the whole token, or the character; nothing at the end of the document.
    pub(super) fn found(&self) -> &'a str {
        &self.around.text[self.around.fault.clone()]
    }

    /// Whether the document ends there.
    pub(super) fn is_at_end(&self) -> bool {
        matches!(
            self.error.kind(),
            SyntaxErrorKind::Unexpected { found: None, .. }
        )
    }

    /// The text from where what is wrong begins.
    pub(super) fn rest(&self) -> &'a str {
        &self.around.text[self.start..]
    }

    /// What stands there, as far as a person would call it a word.
    pub(super) fn word(&self) -> &'a str {
        self.word
    }

    pub(super) fn word_range(&self) -> Range<usize> {
        self.start..self.start + self.word().len()
    }

    pub(super) fn is_within(&self, part_of_name: &str) -> bool {
        let mut tokens = self.within.iter();
        tokens.any(|token| token.to_ascii_uppercase().contains(part_of_name))
    }

    pub(super) fn is_unexpected(&self) -> bool {
        matches!(self.error.kind(), SyntaxErrorKind::Unexpected { .. })
    }

    pub(super) fn expects(&self, token: &str) -> bool {
        let mut tokens = self.error.context().into_iter().flat_map(Context::tokens);
        tokens.any(|expected| expected == token)
    }

    /// The token so many before the fault, from 1.
    pub(super) fn token_before(&self, number: usize) -> Option<Range<usize>> {
        let index = self.before.len().checked_sub(number)?;
        self.before.get(index).cloned()
    }

    pub(super) fn text_before(&self, number: usize) -> &'a str {
        self.token_before(number)
            .map_or("", |token| &self.around.text[token])
    }

    /// Whether the token before ends where what is wrong begins.
    pub(super) fn is_joined(&self) -> bool {
        self.token_before(1)
            .is_some_and(|token| token.end == self.start)
    }

    /// Whether what is wrong directly follows a prefixed name.
    pub(super) fn follows_name(&self) -> bool {
        let written = self.text_before(1);
        let is_name = written.contains(':') && !written.starts_with(['<', '"', '\'', '_']);
        is_name && self.is_joined()
    }

    /// Whether an object has just ended: what goes on with the statement, or ends it, was wanted.
    pub(super) fn is_after_object(&self) -> bool {
        matches!(self.wanted, Wanted::End | Wanted::EndInBrackets)
    }

    /// Whether the fault is between the braces of a graph. A graph is read part by part: its beginning is not in memory any more.
    pub(super) fn is_in_graph(&self) -> bool {
        let open = self.error.context().map_or(&[][..], Context::open);
        let is_in_part = open
            .iter()
            .any(|open| open.production == Production::triplesBlock);
        is_in_part || (open.is_empty() && self.expects("'}'"))
    }

    /// What has to stand before the statement's text, so that it can be read alone: a graph began before that is in the text.
    pub(super) fn brace(&self) -> &'static str {
        if self.is_in_graph() { "{" } else { "" }
    }

    /// The tokens after what is wrong, as far as the text has tokens; asking for few costs little.
    pub(super) fn tokens_after(&self, place: usize) -> impl Iterator<Item = &'a str> + use<'a> {
        let text = &self.around.text;
        self.ranges_after(place).map(|token| &text[token])
    }

    /// Where they stand.
    pub(super) fn ranges_after(
        &self,
        place: usize,
    ) -> impl Iterator<Item = Range<usize>> + use<'a> {
        crate::engine::tokens(self.around.dialect, &self.around.text, place)
    }

    /// What seems to begin there, by the two tokens after it.
    pub(super) fn begins(&self) -> Begins {
        let Some(last) = self.token_before(1).filter(|_| self.is_after_object()) else {
            return Begins::Unknown;
        };
        let (found, is_a) = (self.found(), self.word() == "a");
        if self.is_at_end() || !self.has_line_end(last.end..self.start) {
            return Begins::Unknown;
        }
        let mut after = self.tokens_after(self.word_range().end.max(self.around.fault.end));
        let (next, then) = (after.next().unwrap_or_default(), after.next());
        let is_subject = is_iri(found) || found.starts_with("_:");
        let is_verb = is_iri(next) || next == "a";
        match then {
            Some(then) if is_subject && is_verb && is_term(then) => Begins::Statement,
            Some("." | ";" | "," | "]" | "}") if (is_iri(found) || is_a) && is_term(next) => {
                Begins::Predicate
            }
            _ => Begins::Unknown,
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
        let text = &self.around.text[..place];
        let start = text.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        &text[start..]
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

    /// The last bracket that is not closed: of what is before the fault, and in the text.
    pub(super) fn open_bracket(&self) -> Option<(Range<usize>, &'static str)> {
        let mut open: Vec<(Range<usize>, &'static str)> = Vec::new();
        for token in &self.before {
            let text = &self.around.text[token.clone()];
            if let Some(closes) = brackets::closing(text) {
                open.push((token.clone(), closes));
            } else if open.last().is_some_and(|(_, closes)| *closes == text) {
                open.pop();
            }
        }
        open.pop()
    }
}

pub(super) fn is_iri(token: &str) -> bool {
    matches!(words::kind_of(token), Some("an IRI" | "a name"))
}

/// Whether a token is a term, or begins one.
pub(super) fn is_term(token: &str) -> bool {
    !matches!(
        words::kind_of(token),
        None | Some("a directive" | "a language tag")
    )
}

/// The address that a text begins with, without what seems to follow it.
pub(super) fn address(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '>' | '"');
    let end = text.find(ends).unwrap_or(text.len());
    let address = text[..end].trim_end_matches(['.', ',', ']']);
    match address.contains('(') {
        true => address,
        false => address.trim_end_matches(')'),
    }
}

/// What a text begins with, up to white space or a sign that no name has.
pub(super) fn word(rest: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | '[' | ']' | '(' | ')' | '<');
    let word = rest.find(ends).map_or(rest, |end| &rest[..end]);
    // A full stop at the end is the statement's.
    match word.strip_suffix('.') {
        Some(word) if !word.is_empty() => word,
        _ => word,
    }
}

/// What was wanted where a word begins, if it begins with a word of the grammar, which was read: `true` in `true1`.
fn begun_as(context: &Context, begun: Option<u64>, around: &Surroundings) -> Option<Wanted> {
    let (start, end) = context.finished()?;
    let is_in_word = Some(start.byte) == begun;
    let read = around.range(start.byte..end.byte).filter(|_| is_in_word)?;
    Some(match &around.text[read] {
        "true" | "false" => Wanted::Object,
        "a" => Wanted::Predicate,
        keyword if brackets::is_of_directive(keyword) => Wanted::Statement,
        _ => return None,
    })
}

/// What the tokens that are expected amount to, as a person would say it.
fn wanted(context: &Context, is_line_based: bool) -> Wanted {
    let has = |token: &str| context.tokens().iter().any(|expected| expected == token);
    let has_like = |part: &str| {
        let mut tokens = context.tokens().iter();
        tokens.any(|token| {
            token.to_ascii_uppercase().contains(part) && !token.starts_with(['\'', '"'])
        })
    };
    let (has_iri, has_literal) = (has_like("IRI") || has_like("URIREF"), has_like("STRING"));
    let has_label = has_like("BLANK_NODE_LABEL") || has_like("NODEID");
    if has("'.'") {
        return Wanted::End;
    }
    if has("';'") {
        return Wanted::EndInBrackets;
    }
    let is_statement = context.can_end() || has("'@prefix'") || has("\"PREFIX\"");
    if is_statement && !has_literal {
        return Wanted::Statement;
    }
    match (has_iri, has_literal, has_label) {
        (true, true, _) => Wanted::Object,
        (true, false, true) => Wanted::Subject,
        (true, false, false) if has("'a'") || has("\"a\"") => Wanted::Predicate,
        (true, false, false) if is_line_based && context.finished().is_some() => Wanted::Predicate,
        (true, false, false) => Wanted::Iri,
        _ => Wanted::Other,
    }
}
