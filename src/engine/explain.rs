//! Errors: what pest says of a text that a grammar rejects, in the grammar's words.
//!
//! Invariant: nothing here knows the syntax of any dialect, or where the grammar comes from.

use super::grammar::{Grammar, is_stack_limit, parse};
use super::{Failure, FailureKind};
use crate::Production;
use pest::error::{Error, ErrorVariant, InputLocation};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Finds out what pest expected, and where, by letting it parse once more with all details.
pub(super) fn explain<'g, G: Grammar<'g>>(
    grammar: &'g G,
    rule: G::Rule,
    text: &'g str,
    nesting_limit: usize,
    error: &Error<G::Rule>,
) -> Failure {
    if is_stack_limit(error) {
        let offset = start_of(error);
        return Failure {
            kind: FailureKind::NestingLimit,
            offset,
            resume: offset,
            production: None,
        };
    }
    let detailed = with_error_detail(|| parse(grammar, rule, text, nesting_limit).err());
    let error = detailed.as_deref().unwrap_or(error);
    describe(grammar, text, error)
}

/// pest collects details if a flag of the whole process says so: one parse at a time.
fn with_error_detail<T>(parse: impl FnOnce() -> T) -> T {
    static FLAG: Mutex<()> = Mutex::new(());
    let _guard = FLAG.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let result = parse();
    pest::set_error_detail(false);
    result
}

fn start_of<R>(error: &Error<R>) -> usize {
    match error.location {
        InputLocation::Pos(position) => position,
        InputLocation::Span((start, _)) => start,
    }
}

/// Says it in the grammar's words.
///
/// pest knows where the last rule was tried and where the last character was. The latter is the better answer
/// when it is about delimiters and keywords, as in an unclosed string; where any letter of a name could have
/// followed, the rules that were tried say more.
fn describe<'g, G: Grammar<'g>>(grammar: &'g G, text: &'g str, error: &Error<G::Rule>) -> Failure {
    let of_rule = |rule| grammar.production(rule);
    let place = |rule| grammar.place(rule);
    let rule_offset = start_of(error);
    let rules: BTreeSet<Production> = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            positives.iter().filter_map(|&rule| of_rule(rule)).collect()
        }
        ErrorVariant::CustomError { .. } => BTreeSet::new(),
    };
    let mut production = None;
    if let Some(attempts) = error.parse_attempts() {
        // They come in the order of the rules, which is that of their names if rules are names.
        let mut stacks = attempts.call_stacks();
        stacks.sort_by_key(|stack| {
            let deepest = stack.deepest.get_rule().copied();
            (deepest.map_or(usize::MAX, place), stack.parent.map(place))
        });
        production = match stacks.as_slice() {
            [only] => only.deepest.get_rule().copied().and_then(of_rule),
            stacks => stacks
                .iter()
                .find_map(|stack| stack.parent.and_then(of_rule)),
        };
        let tokens = attempts.expected_tokens();
        let (words, ranges) = expected_characters(tokens.iter().map(ToString::to_string));
        let few_ranges = ranges.is_empty() || (ranges.len() <= 4 && stacks.len() == 1);
        let is_given_up =
            |rule| was_given_up(grammar, rule, text, rule_offset, attempts.max_position);
        let in_token = attempts.max_position > rule_offset
            && few_ranges
            && !stacks
                .iter()
                .filter_map(|stack| stack.deepest.get_rule().copied())
                .any(is_given_up);
        let between_tokens = attempts.max_position == rule_offset && ranges.is_empty();
        if between_tokens && rules.len() == 1 {
            production = rules.first().copied();
        }
        if (in_token || between_tokens) && !(words.is_empty() && ranges.is_empty()) {
            return Failure {
                kind: FailureKind::Unexpected {
                    expected: words.into_iter().chain(ranges).collect(),
                },
                offset: attempts.max_position,
                resume: rule_offset,
                production,
            };
        }
    }
    if rules.len() == 1 {
        production = rules.first().copied();
    }
    Failure {
        kind: FailureKind::Unexpected {
            expected: rules.iter().map(|rule| rule.name().to_owned()).collect(),
        },
        offset: rule_offset,
        resume: rule_offset,
        production,
    }
}

/// Whether `rule` failed at `reach` only where it had been given up, long before `offset`, for something shorter:
/// a long string that is not closed, and turned out to be two short ones.
fn was_given_up<'g, G: Grammar<'g>>(
    grammar: &'g G,
    rule: G::Rule,
    text: &'g str,
    offset: usize,
    reach: usize,
) -> bool {
    let is_delimiter = |three: &[u8]| {
        three[0].is_ascii_punctuation() && three[0] == three[1] && three[0] == three[2]
    };
    let starts = text.as_bytes()[..offset].windows(3).enumerate();
    starts
        .filter(|(_, three)| is_delimiter(three))
        .any(|(start, _)| {
            let error = with_error_detail(|| grammar.parse(rule, &text[start..]).err());
            let attempts = error.as_ref().and_then(|error| error.parse_attempts());
            attempts.is_some_and(|attempts| start + attempts.max_position == reach)
        })
}

/// The keywords and delimiters among pest's tokens, and the ranges of characters, as EBNF writes them.
/// What begins white space or a comment is left out: it is expected everywhere.
fn expected_characters(tokens: impl Iterator<Item = String>) -> (Vec<String>, Vec<String>) {
    let mut words = Vec::new();
    let mut ranges = Vec::new();
    for token in tokens {
        let characters: Vec<char> = token.chars().collect();
        match characters.as_slice() {
            ['#'] => {}
            characters if characters.iter().all(|c| c.is_whitespace()) => {}
            [first, '.', '.', last] => ranges.push(format!("[{first}-{last}]")),
            characters if characters.contains(&'\'') => words.push(format!("\"{token}\"")),
            _ => words.push(format!("'{token}'")),
        }
    }
    (words, ranges)
}
