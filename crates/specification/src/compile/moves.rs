//! For each state and each token of lookahead, the move. Several moves are a conflict, and so are tokens that tie, if
//! they lead two ways: a text of both does not tell which it is.
//!
//! Invariant: a table without conflicts reads exactly the texts of the grammar.

use super::numbers::narrow;
use crate::tables::{Move, Symbol, Tables};
use crate::token_set::TokenSet;

/// A rule and a token before which it can go on in several ways.
///
/// See [`Compiled`](super::Compiled) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The rule's number.
    pub rule: u16,
    /// The token's number, or that of the end of the text.
    pub token: usize,
}

/// The table of moves, row by row; and where one token does not decide.
pub(super) fn moves(tables: &Tables) -> (Vec<u16>, Vec<Conflict>) {
    let rules = 0..tables.rules.len() as u16;
    let first: Vec<TokenSet> = rules.map(|rule| tables.first(rule)).collect();
    let follow = follow_sets(tables, &first);
    let (mut table, mut conflicts) = (Vec::new(), Vec::new());
    let ties = tables.scanner.ties();
    for (state, place) in tables.states.iter().enumerate() {
        let row = table.len();
        let edges = tables.edges_of(state as u16);
        let ends = &follow[usize::from(place.rule)];
        for token in 0..=tables.end_of_text() {
            let takes = edges
                .iter()
                .enumerate()
                .filter(|(_, (symbol, _))| match *symbol {
                    Symbol::Token(other) => usize::from(other) == token,
                    Symbol::Rule(rule) => {
                        let is_nullable = tables.rules[usize::from(rule)].is_nullable;
                        first[usize::from(rule)].contains(token)
                            || is_nullable && follow[usize::from(rule)].contains(token)
                    }
                });
            let mut ways: Vec<Move> = takes.map(|(edge, _)| Move::Take(edge)).collect();
            if place.is_final && ends.contains(token) {
                ways.push(Move::End);
            }
            if ways.len() > 1 {
                conflicts.push(Conflict {
                    rule: place.rule,
                    token,
                });
            }
            let code = ways.first().copied().unwrap_or(Move::Reject).code();
            table.push(narrow(code).unwrap_or(u16::MAX));
        }
        let reject = narrow(Move::Reject.code()).unwrap_or(u16::MAX);
        for tie in &ties {
            let ways = tie
                .iter()
                .map(|&token| (usize::from(token), table[row + usize::from(token)]));
            let mut ways = ways.filter(|&(_, way)| way != reject);
            let first = ways.next();
            let another = ways.find(|&(_, way)| first.is_some_and(|(_, first)| way != first));
            conflicts.extend(another.map(|(token, _)| Conflict {
                rule: place.rule,
                token,
            }));
        }
    }
    (table, conflicts)
}

/// The tokens that may come next in a state, and whether its nonterminal may end before one.
fn next_tokens(tables: &Tables, state: u16, first: &[TokenSet]) -> (TokenSet, bool) {
    let (choices, can_end) = tables.choices(state);
    let mut tokens = TokenSet::new();
    for choice in choices {
        match choice {
            Symbol::Token(token) => drop(tokens.insert(token.into())),
            Symbol::Rule(rule) => drop(tokens.union_with(&first[usize::from(rule)])),
        }
    }
    (tokens, can_end)
}

/// The tokens that can follow each rule.
fn follow_sets(tables: &Tables, first: &[TokenSet]) -> Vec<TokenSet> {
    let mut follow = vec![TokenSet::new(); tables.rules.len()];
    follow[0].insert(tables.end_of_text());
    loop {
        let mut is_changed = false;
        for state in 0..tables.states.len() {
            let outer = usize::from(tables.states[state].rule);
            for &(symbol, next) in tables.edges_of(state as u16) {
                let Symbol::Rule(rule) = symbol else { continue };
                let (mut tokens, can_end) = next_tokens(tables, next, first);
                if can_end {
                    let after = follow[outer].clone();
                    tokens.union_with(&after);
                }
                is_changed |= follow[usize::from(rule)].union_with(&tokens);
            }
        }
        if !is_changed {
            return follow;
        }
    }
}
