//! The states of Pager's automaton, which the crate `lrtable` makes of a grammar that it reads as Yacc's.
//!
//! Invariant: what goes in and what comes out has our numbers, none of `cfgrammar`'s; and nothing of the start before the
//! start that `cfgrammar` adds.

use super::bnf::Bnf;
use super::canonical::{Item, State};
use cfgrammar::yacc::{YaccGrammar, YaccKind, YaccOriginalActionKind};
use lrtable::{Minimiser, from_yacc};
use notation::GrammarError;
use std::collections::BTreeMap;

pub(crate) fn states(bnf: &Bnf) -> Result<Vec<State>, GrammarError> {
    let kind = YaccKind::Original(YaccOriginalActionKind::NoAction);
    let yacc = YaccGrammar::new(kind, &bnf.yacc()).map_err(GrammarError::several)?;
    let (graph, _) = from_yacc(&yacc, Minimiser::Pager)
        .map_err(|error| GrammarError::Syntax(error.to_string()))?;
    let (productions, tokens) = (productions(bnf, &yacc), tokens(bnf, &yacc));
    let states = graph.iter_closed_states().map(|closed| {
        let items = closed
            .items
            .iter()
            .filter_map(|(&(production, dot), lookaheads)| {
                let (symbol, way) = *productions.get(&usize::from(production))?;
                let dot = usize::from(dot);
                let lookaheads = lookaheads.iter_set_bits(..);
                let lookaheads = lookaheads.filter_map(|index| tokens.get(&index).copied());
                Some((Item { symbol, way, dot }, lookaheads.collect()))
            });
        items.collect()
    });
    Ok(states.collect())
}

/// Symbol and alternative of each production.
fn productions(bnf: &Bnf, yacc: &YaccGrammar) -> BTreeMap<usize, (usize, usize)> {
    let mut numbers = BTreeMap::new();
    for symbol in 0..bnf.symbols.len() {
        if let Some(rule) = yacc.rule_idx(&format!("s{symbol}")) {
            for (way, &production) in yacc.rule_to_prods(rule).iter().enumerate() {
                numbers.insert(usize::from(production), (symbol, way));
            }
        }
    }
    numbers
}

/// Our number of each token.
fn tokens(bnf: &Bnf, yacc: &YaccGrammar) -> BTreeMap<usize, usize> {
    let end = (usize::from(yacc.eof_token_idx()), bnf.tokens.len());
    let named = (0..bnf.tokens.len()).filter_map(|token| {
        let index = yacc.token_idx(&format!("t{token}"))?;
        Some((usize::from(index), token))
    });
    named.chain([end]).collect()
}
