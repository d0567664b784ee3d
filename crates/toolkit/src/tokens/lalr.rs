//! The LALR(1) automaton: states by the symbols that were read, and the tokens after complete items (DeRemer and
//! Pennello, "Efficient computation of LALR(1) look-ahead sets", 1982).
//!
//! Invariant: a complete item has exactly the tokens that it has in some state of the canonical automaton with the same
//! items. Where this ends with an automaton, it ends within seconds.

use super::bnf::{Bnf, BnfSymbol};
use super::canonical::{Kernel, LrItem, LrState};
use super::inclusions::close;
use crate::matching::bits::Bits;
use foldhash::HashMap;
use std::collections::{BTreeMap, BTreeSet};

/// How many states there may be.
const MOST_STATES: usize = 5_000;

/// How many items may be in all states together.
const MOST_ITEMS: usize = 500_000;

/// How many words the sets of tokens may have together.
const MOST_WORDS: usize = 8_000_000;

/// The states, by the items that were read to. Items that are not complete have no tokens.
///
/// # Errors
///
/// There are too many of them: how many there were by then.
pub(crate) fn states(bnf: &Bnf<'_>, nullable: &[bool]) -> Result<BTreeMap<Kernel, LrState>, usize> {
    let automaton = KernelAutomaton::of(bnf)?;
    let transitions = automaton.transitions();
    let words = (bnf.tokens.len() + 1).div_ceil(64);
    if transitions.list.len() * words > MOST_WORDS {
        return Err(automaton.kernels.len());
    }
    let follow = automaton.follow(&transitions, nullable);
    let mut states: Vec<LrState> = automaton
        .kernels
        .iter()
        .map(|kernel| {
            let items = closed(kernel, bnf).into_iter();
            items.map(|item| (item, BTreeSet::new())).collect()
        })
        .collect();
    for (at, &(from, symbol)) in transitions.list.iter().enumerate() {
        for (way, symbols) in bnf.alternatives[symbol].iter().enumerate() {
            let Some(end) = automaton.walk(from, symbols) else {
                continue;
            };
            let dot = symbols.len();
            let item = LrItem { symbol, way, dot };
            let tokens = states[end].entry(item).or_default();
            tokens.extend(follow[at].iter());
        }
    }
    let end = bnf.tokens.len();
    for state in &mut states {
        for (item, tokens) in state.iter_mut() {
            if item.symbol == 0 && item.next(bnf).is_none() {
                tokens.insert(end);
            }
        }
    }
    Ok(automaton.kernels.into_iter().zip(states).collect())
}

/// The states without their tokens.
struct KernelAutomaton<'b> {
    bnf: &'b Bnf<'b>,
    kernels: Vec<Kernel>,
    go: Vec<BTreeMap<BnfSymbol, usize>>,
}

/// Transitions: a nonterminal read in a state; each has a number.
struct Transitions {
    list: Vec<(usize, usize)>,
    numbers: HashMap<(usize, usize), usize>,
}

impl<'b> KernelAutomaton<'b> {
    fn of(bnf: &'b Bnf<'b>) -> Result<Self, usize> {
        let start = LrItem {
            symbol: 0,
            way: 0,
            dot: 0,
        };
        let mut kernels: Vec<Kernel> = vec![Kernel::from([start])];
        let mut known = BTreeMap::from([(kernels[0].clone(), 0)]);
        let (mut go, mut items) = (Vec::new(), 0);
        while let Some(kernel) = kernels.get(go.len()) {
            let closed = closed(kernel, bnf);
            items += closed.len();
            if items > MOST_ITEMS || kernels.len() > MOST_STATES {
                return Err(kernels.len());
            }
            let mut successors: BTreeMap<BnfSymbol, Kernel> = BTreeMap::new();
            for item in closed {
                if let Some(symbol) = item.next(bnf) {
                    let dot = item.dot + 1;
                    let kernel = successors.entry(symbol).or_default();
                    kernel.insert(LrItem { dot, ..item });
                }
            }
            let mut to = BTreeMap::new();
            for (symbol, kernel) in successors {
                let place = *known.entry(kernel).or_insert_with_key(|kernel| {
                    kernels.push(kernel.clone());
                    kernels.len() - 1
                });
                to.insert(symbol, place);
            }
            go.push(to);
        }
        Ok(Self { bnf, kernels, go })
    }

    fn transitions(&self) -> Transitions {
        let mut list = Vec::new();
        for (state, go) in self.go.iter().enumerate() {
            list.extend(go.keys().filter_map(|symbol| match symbol {
                BnfSymbol::Nonterminal(symbol) => Some((state, *symbol)),
                BnfSymbol::Token(_) => None,
            }));
        }
        let numbers = list.iter().enumerate().map(|(at, &one)| (one, at));
        Transitions {
            numbers: numbers.collect(),
            list,
        }
    }

    fn walk(&self, from: usize, symbols: &[BnfSymbol]) -> Option<usize> {
        let mut symbols = symbols.iter();
        symbols.try_fold(from, |state, symbol| self.go[state].get(symbol).copied())
    }

    /// The tokens that can come after each transition.
    fn follow(&self, transitions: &Transitions, nullable: &[bool]) -> Vec<Bits> {
        let mut reads = vec![BTreeSet::new(); transitions.list.len()];
        let mut sets = vec![Bits::default(); transitions.list.len()];
        for (at, &(from, symbol)) in transitions.list.iter().enumerate() {
            let to = self.go[from][&BnfSymbol::Nonterminal(symbol)];
            for next in self.go[to].keys() {
                match *next {
                    BnfSymbol::Token(token) => sets[at].insert(token),
                    BnfSymbol::Nonterminal(next) if nullable[next] => {
                        reads[at].extend(transitions.numbers.get(&(to, next)));
                    }
                    BnfSymbol::Nonterminal(_) => {}
                }
            }
            // After the first symbol, the text ends.
            let is_whole = |item: &LrItem| item.symbol == 0 && item.next(self.bnf).is_none();
            if self.kernels[to].iter().any(is_whole) {
                sets[at].insert(self.bnf.tokens.len());
            }
        }
        close(&mut sets, &reads);
        let mut includes = vec![BTreeSet::new(); transitions.list.len()];
        for (at, &(from, symbol)) in transitions.list.iter().enumerate() {
            for symbols in &self.bnf.alternatives[symbol] {
                let mut state = Some(from);
                let rest_is_nullable = |behind: &[BnfSymbol]| {
                    behind.iter().all(
                        |symbol| matches!(symbol, BnfSymbol::Nonterminal(symbol) if nullable[*symbol]),
                    )
                };
                for (place, symbol) in symbols.iter().enumerate() {
                    let Some(here) = state else {
                        break;
                    };
                    if let BnfSymbol::Nonterminal(inner) = symbol
                        && rest_is_nullable(&symbols[place + 1..])
                        && let Some(&inner) = transitions.numbers.get(&(here, *inner))
                    {
                        includes[inner].insert(at);
                    }
                    state = self.go[here].get(symbol).copied();
                }
            }
        }
        close(&mut sets, &includes);
        sets
    }
}

/// With the beginnings of everything that the next symbols say.
fn closed(kernel: &Kernel, bnf: &Bnf<'_>) -> Vec<LrItem> {
    let mut items: Vec<LrItem> = kernel.iter().copied().collect();
    let mut is_open = vec![false; bnf.symbols.len()];
    let mut next = 0;
    while let Some(item) = items.get(next) {
        if let Some(BnfSymbol::Nonterminal(symbol)) = item.next(bnf)
            && !std::mem::replace(&mut is_open[symbol], true)
        {
            let ways = 0..bnf.alternatives[symbol].len();
            items.extend(ways.map(|way| LrItem {
                symbol,
                way,
                dot: 0,
            }));
        }
        next += 1;
    }
    items
}
