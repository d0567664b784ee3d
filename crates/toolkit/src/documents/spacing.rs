//! White space and comments between tokens.
//!
//! Invariant: tokens that would be read as another, longer one have something between them ("the longest match is
//! chosen"), unless a case asks for nothing there.

use super::cases::{Trace, not_taken};
use super::ingredients::Ingredients;
use super::trace::CaseReader;
use super::walk::{Gap, SentenceWalk, WalkItem};
use crate::matching::language::{COMMENT, WHITESPACE};
use std::ops::Range;

/// Tokens, joined to a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct JoinedTokens {
    pub(crate) text: String,
    pub(crate) tokens: Vec<Range<usize>>,
    pub(crate) trace: Trace,
}

/// How many bytes after a token can make it a longer one.
const WINDOW: usize = 48;

/// Joins the items of a walk. If it `is_varied`, chance puts white space and comments also where none is needed.
pub(crate) fn join(
    ingredients: &Ingredients,
    mut walk: SentenceWalk<'_>,
    is_varied: bool,
) -> JoinedTokens {
    let items = std::mem::take(&mut walk.items);
    let before = std::mem::take(&mut walk.trace);
    let mut joiner = Joiner {
        ingredients,
        reader: CaseReader::new(&ingredients.grammar),
        walk,
        is_varied,
        rest: String::new(),
    };
    let mut trace = before;
    let mut ends = Vec::new();
    for (index, item) in items.iter().enumerate().rev() {
        match item {
            WalkItem::Token(token) => {
                ends.push((joiner.rest.len() + token.len(), token.len()));
                joiner.rest.insert_str(0, token);
            }
            WalkItem::Gap(gap) => {
                let text = joiner.gap(gap, token_before(&items[..index]));
                if let Some(taken) = gap.taken {
                    let case = if text.is_empty() {
                        not_taken(taken)
                    } else {
                        taken
                    };
                    trace.insert(case);
                }
                joiner.rest.insert_str(0, &text);
            }
        }
    }
    trace.add(&joiner.walk.trace);
    let length = joiner.rest.len();
    let ranges = ends.into_iter().rev();
    JoinedTokens {
        tokens: ranges
            .map(|(from_end, token)| length - from_end..length - from_end + token)
            .collect(),
        text: joiner.rest,
        trace,
    }
}

fn token_before(items: &[WalkItem]) -> Option<&str> {
    items.iter().rev().find_map(|item| match item {
        WalkItem::Token(token) => Some(token.as_str()),
        WalkItem::Gap(_) => None,
    })
}

struct Joiner<'g> {
    ingredients: &'g Ingredients,
    reader: CaseReader<'g>,
    walk: SentenceWalk<'g>,
    is_varied: bool,
    /// The text after the gap.
    rest: String,
}

impl Joiner<'_> {
    fn gap(&mut self, gap: &Gap, before: Option<&str>) -> String {
        if let Some(text) = &gap.text {
            return match text.is_empty() {
                true => String::new(),
                false => self
                    .ended(text.clone(), &self.rules(gap))
                    .unwrap_or_else(|| text.clone()),
            };
        }
        let is_needed = gap.is_required || before.is_some_and(|token| self.runs_on(token));
        if is_needed {
            return self.white_space(gap);
        }
        // So that it can be read, a plain document has spaces, if not at its ends.
        let is_wanted = match self.is_varied {
            true => self.walk.random.percent(75),
            false => {
                before.is_some() && !self.rest.is_empty() && !self.begins_with_white_space(gap)
            }
        };
        match is_wanted {
            true => self.white_space(gap),
            false => String::new(),
        }
    }

    fn begins_with_white_space(&self, gap: &Gap) -> bool {
        let rules = self.rules(gap);
        let mut lengths = rules
            .iter()
            .filter_map(|&rule| self.reader.longest_of(rule, &self.rest));
        lengths.any(|length| length > 0)
    }

    /// Whether a longer token than this one would be read.
    fn runs_on(&self, token: &str) -> bool {
        let window = self.rest.char_indices().take_while(|(at, _)| *at < WINDOW);
        let window: String = window.map(|(_, character)| character).collect();
        let text = format!("{token}{window}");
        let tokens = self.ingredients.tokens.iter();
        let mut lengths = tokens.filter_map(|kind| self.reader.longest(kind, &text));
        lengths.any(|length| length > token.len())
    }

    /// A space, mostly; else whatever the grammar has.
    fn white_space(&mut self, gap: &Gap) -> String {
        let rules = self.rules(gap);
        let space = || " ".to_owned();
        let has_space = rules.is_empty() || self.is_trivia(&rules, " ");
        if has_space && (!self.is_varied || self.walk.random.percent(70)) {
            return space();
        }
        let Some(&rule) = self.walk.random.pick(&rules) else {
            return space();
        };
        if self.is_varied {
            self.walk.wander();
        }
        let text = self.walk.text_of(rule, false);
        match self.ended(text, &rules) {
            Some(text) if !text.is_empty() => text,
            _ => space(),
        }
    }

    /// The rules of the text that may fill a gap.
    fn rules(&self, gap: &Gap) -> Vec<usize> {
        match gap.rule {
            Some(rule) => vec![rule],
            None => [WHITESPACE, COMMENT]
                .iter()
                .filter_map(|name| self.ingredients.grammar.place(name))
                .collect(),
        }
    }

    fn is_trivia(&self, rules: &[usize], text: &str) -> bool {
        rules
            .iter()
            .any(|&rule| self.reader.longest_of(rule, text) == Some(text.len()))
    }

    /// The text, with an end of line after it if the next characters would become part of it. None, if no end of line helps.
    fn ended(&self, text: String, rules: &[usize]) -> Option<String> {
        let line_end = ["", "\n"].into_iter().find(|end| {
            let all = format!("{text}{end}{}", self.rest);
            let swallows = |&rule: &usize| {
                let length = self.reader.longest_of(rule, &all);
                length.is_some_and(|length| length > text.len() + end.len())
            };
            let is_end = end.is_empty() || self.is_trivia(rules, end);
            is_end && !rules.iter().any(swallows)
        })?;
        Some(text + line_end)
    }
}
