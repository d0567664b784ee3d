//! The next tokens at a place in a rule: the tokens that can be there, or the end of the text.
//!
//! Invariant: a set is never too small. Sets are of numbers, which stand for the same token in all grammars of one file.

use super::align::normal;
use super::tokens_ahead::with_tokens_ahead;
use crate::tokens::first::FirstSets;
use crate::tokens::place::places;
use crate::tokens::symbols::{self, GrammarToken, Lookahead};
use foldhash::{HashMap, HashMapExt as _};
use notation::{Expression, Grammar};
use std::collections::{BTreeMap, BTreeSet};

/// The possible next tokens, by the numbers of [`RuleTokens`].
pub(super) type TokenNumbers = BTreeSet<usize>;

/// The number of the end of the text.
pub(super) const END_OF_TEXT: usize = usize::MAX;

/// The number of all text outside the file's tokens: nothing is known of it.
const UNKNOWN: usize = usize::MAX - 1;

/// The tokens of a file's rules, in their order.
pub(crate) struct RuleTokens {
    numbers: BTreeMap<GrammarToken, usize>,
    expressions: Vec<Expression>,
}

impl RuleTokens {
    pub(crate) fn of(grammar: &Grammar) -> Self {
        let grammar = with_tokens_ahead(grammar);
        let (mut expressions, mut numbers) = (Vec::new(), BTreeMap::new());
        for token in grammar.tokens() {
            expressions.push(token.expression());
            numbers.extend(key(&token.expression()).map(|key| (key, expressions.len() - 1)));
        }
        Self {
            numbers,
            expressions,
        }
    }

    /// The token of a number; none, if nothing is known of it.
    pub(super) fn expression(&self, number: usize) -> Option<&Expression> {
        self.expressions.get(number)
    }

    /// The number of the rules' token that an expression is, if any.
    pub(super) fn number(&self, expression: &Expression) -> Option<usize> {
        self.numbers.get(&key(expression)?).copied()
    }

    fn number_of(&self, lookahead: &Lookahead) -> usize {
        match lookahead {
            Lookahead::Token(token) => self.number(&token.expression()).unwrap_or(UNKNOWN),
            Lookahead::EndOfText => END_OF_TEXT,
        }
    }
}

/// The token that an expression is, however it is spelled.
fn key(expression: &Expression) -> Option<GrammarToken> {
    GrammarToken::of(&normal(expression, false))
}

/// The sets of one grammar.
pub(super) struct NextTokens<'g> {
    grammar: &'g Grammar,
    tokens: &'g RuleTokens,
    sets: FirstSets,
    /// For expressions, by address: the tokens that begin them, and whether they can be nothing.
    known: HashMap<*const Expression, (TokenNumbers, bool)>,
    /// By token, the tokens that may come after it, anywhere.
    after: HashMap<usize, TokenNumbers>,
}

impl<'g> NextTokens<'g> {
    pub(super) fn of(grammar: &'g Grammar, tokens: &'g RuleTokens) -> Self {
        let over_tokens = with_tokens_ahead(grammar);
        let sets = FirstSets::of(&over_tokens);
        let mut after: HashMap<usize, TokenNumbers> = HashMap::new();
        for place in places(&over_tokens) {
            if let Some(token) = over_tokens.token(place.phrase) {
                let number = tokens.number_of(&Lookahead::Token(token));
                let next = sets.after(&place);
                let next = next.iter().map(|one| tokens.number_of(one));
                after.entry(number).or_default().extend(next);
            }
        }
        Self {
            grammar,
            tokens,
            sets,
            known: HashMap::new(),
            after,
        }
    }

    /// The tokens that may come after a token, wherever that is; none, if they are not known.
    pub(super) fn after(&self, token: usize) -> Option<&TokenNumbers> {
        self.after.get(&token).filter(|_| token != UNKNOWN)
    }

    /// The tokens that may follow a rule, anywhere.
    pub(super) fn behind(&self, name: &str) -> TokenNumbers {
        let follow = self.sets.follow(name);
        follow.map(|one| self.tokens.number_of(one)).collect()
    }

    /// The possible next tokens before these parts, if `next` may come after them.
    pub(super) fn before(&mut self, parts: &'g [Expression], next: &TokenNumbers) -> TokenNumbers {
        let mut first = TokenNumbers::new();
        for part in parts {
            let (begins, is_nullable) = self.beginning(part);
            first.extend(begins);
            if !is_nullable {
                return first;
            }
        }
        first.extend(next);
        first
    }

    pub(super) fn is_nullable(&mut self, expression: &'g Expression) -> bool {
        self.beginning(expression).1
    }

    /// The tokens that begin an expression, and whether it can be of no token.
    pub(super) fn beginning(&mut self, expression: &'g Expression) -> &(TokenNumbers, bool) {
        let Self {
            grammar,
            tokens,
            sets,
            known,
            ..
        } = self;
        let place = std::ptr::from_ref(expression);
        known.entry(place).or_insert_with(|| {
            let phrase = symbols::over_tokens(expression, grammar);
            let begins = sets.phrase_first(&phrase).into_iter();
            let mut begins: TokenNumbers = begins
                .map(|token| tokens.number_of(&Lookahead::Token(token)))
                .collect();
            if *expression == Expression::End {
                begins.insert(END_OF_TEXT);
            }
            (begins, sets.phrase_is_nullable(&phrase))
        })
    }
}
