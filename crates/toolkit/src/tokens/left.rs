//! The rest of a sentence, and its next tokens.
//!
//! Invariant: everything that can come next is found, or nothing, if that is too much to look at.

use super::symbols::{GrammarToken, TokenGrammar};
use crate::matching::effort;
use foldhash::{HashSet, HashSetExt as _};
use notation::Expression;
use std::hash::{Hash, Hasher};
use std::mem;

/// How many ways to go on are looked at from one place.
const MOST_WAYS: usize = 2_000;

/// How much may be left to read.
const MOST_LEFT: usize = 200;

/// The rest of a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left<'g> {
    Phrase(&'g Expression),
    /// The phrase any number of times.
    Again(&'g Expression),
}

/// Phrases are hashed by what is written first in them: to go through each of them whole would take longer than all else.
impl Hash for Left<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (phrase, is_again) = match *self {
            Left::Phrase(phrase) => (phrase, false),
            Left::Again(phrase) => (phrase, true),
        };
        is_again.hash(state);
        let mut part = phrase;
        loop {
            mem::discriminant(part).hash(state);
            match part {
                Expression::Name(name) => return name.hash(state),
                Expression::Literal { text, .. } => return text.hash(state),
                Expression::Sequence(parts) | Expression::Choice(parts) => {
                    parts.len().hash(state);
                    match parts.first() {
                        Some(first) => part = first,
                        None => return,
                    }
                }
                Expression::Optional(body)
                | Expression::ZeroOrMore(body)
                | Expression::OneOrMore(body) => part = body,
                _ => return,
            }
        }
    }
}

/// How a text can go on.
#[derive(Default)]
pub(crate) struct Continuations<'g> {
    /// The tokens that can come next, each with the rest after it.
    pub(crate) tokens: Vec<(GrammarToken, Vec<Left<'g>>)>,
    /// Whether there need be no token.
    pub(crate) can_end: bool,
}

/// How a text goes on when this is left to read; none, if there is too much to look at.
pub(crate) fn next<'g>(grammar: &'g TokenGrammar, left: &[Left<'g>]) -> Option<Continuations<'g>> {
    let mut ways = Continuations::default();
    let mut known: HashSet<Vec<Left<'g>>> = HashSet::new();
    let mut open = vec![left.to_vec()];
    while let Some(left) = open.pop() {
        if left.len() > MOST_LEFT || known.len() > MOST_WAYS || !effort::spend(1) {
            return None;
        }
        if !known.insert(left.clone()) {
            continue;
        }
        let Some((first, rest)) = left.split_first() else {
            ways.can_end = true;
            continue;
        };
        let mut with = |before: &[Left<'g>]| open.push([before, rest].concat());
        match *first {
            Left::Again(body) => {
                with(&[]);
                with(&[Left::Phrase(body), Left::Again(body)]);
            }
            Left::Phrase(phrase) => match phrase {
                Expression::Sequence(parts) => {
                    let parts: Vec<_> = parts.iter().map(Left::Phrase).collect();
                    with(&parts);
                }
                Expression::Choice(parts) => {
                    for part in parts {
                        with(&[Left::Phrase(part)]);
                    }
                }
                Expression::Optional(body) => {
                    with(&[]);
                    with(&[Left::Phrase(body)]);
                }
                Expression::ZeroOrMore(body) => with(&[Left::Again(body)]),
                Expression::OneOrMore(body) => with(&[Left::Phrase(body), Left::Again(body)]),
                Expression::Name(name) if grammar.nonterminals.contains(name) => {
                    with(&[Left::Phrase(grammar.phrase(name)?)]);
                }
                token => ways.tokens.push((GrammarToken::of(token)?, rest.to_vec())),
            },
        }
    }
    Some(ways)
}
