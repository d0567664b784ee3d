//! The canonical LR(1) automaton of a grammar without operators, as far as it is walked.
//!
//! Invariant: a state is closed, and its lookaheads are exactly those that can come after every way to it.

use super::bnf::{Bnf, BnfSymbol};
use super::first::FirstSets;
use super::shortest::ShortestTokens;
use super::symbols::{GrammarToken, Lookahead};
use notation::Expression;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ops::ControlFlow;

/// An alternative of a symbol, and how much of it has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LrItem {
    pub(crate) symbol: usize,
    pub(crate) way: usize,
    pub(crate) dot: usize,
}

impl LrItem {
    pub(super) fn next(self, bnf: &Bnf<'_>) -> Option<BnfSymbol> {
        self.way(bnf).get(self.dot).copied()
    }

    fn way<'b>(self, bnf: &'b Bnf<'_>) -> &'b [BnfSymbol] {
        &bnf.alternatives[self.symbol][self.way]
    }

    /// `symbol ::= read · to read`.
    fn print(self, bnf: &Bnf<'_>) -> String {
        let mut words = vec![bnf.symbols[self.symbol].to_string(), "::=".to_owned()];
        let way = self.way(bnf).iter().map(|&symbol| match symbol {
            BnfSymbol::Token(token) => bnf.tokens[token].to_string(),
            BnfSymbol::Nonterminal(symbol) => match &bnf.symbols[symbol] {
                choice @ Expression::Choice(_) => format!("({choice})"),
                other => other.to_string(),
            },
        });
        words.extend(way);
        words.insert(2 + self.dot, "·".to_owned());
        words.join(" ")
    }
}

/// The items, each with the numbers of the tokens that can follow when it is complete. The end of the text has the
/// number after that of the last token.
pub(crate) type LrState = BTreeMap<LrItem, BTreeSet<usize>>;

/// The items whose beginning has been read, and those of the first symbol.
pub(crate) type Kernel = BTreeSet<LrItem>;

pub(crate) fn kernel(state: &LrState) -> Kernel {
    let items = state.keys().copied();
    items
        .filter(|item| item.dot > 0 || item.symbol == 0)
        .collect()
}

/// An undecided pair in a state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Clash {
    /// One item that is complete, if the token could be read as well; else two.
    pub(crate) complete: Vec<LrItem>,
    /// The number of the token.
    pub(crate) lookahead: usize,
}

impl Clash {
    /// The items that take part, those that read on first.
    pub(crate) fn items(&self, state: &LrState, bnf: &Bnf<'_>) -> Vec<String> {
        let token = Some(BnfSymbol::Token(self.lookahead));
        let is_read = |item: &&LrItem| self.complete.len() == 1 && item.next(bnf) == token;
        let reading = state.keys().filter(is_read);
        reading
            .chain(&self.complete)
            .map(|item| item.print(bnf))
            .collect()
    }

    pub(crate) fn token(&self, bnf: &Bnf<'_>) -> Lookahead {
        match bnf.tokens.get(self.lookahead) {
            Some(token) => Lookahead::Token(token.clone()),
            None => Lookahead::EndOfText,
        }
    }
}

pub(crate) fn clashes(state: &LrState, bnf: &Bnf<'_>) -> BTreeSet<Clash> {
    let mut complete: BTreeMap<usize, Vec<LrItem>> = BTreeMap::new();
    let mut read = BTreeSet::new();
    for (&item, lookaheads) in state {
        match item.next(bnf) {
            Some(BnfSymbol::Token(token)) => {
                read.insert(token);
            }
            Some(BnfSymbol::Nonterminal(_)) => {}
            None => {
                for &lookahead in lookaheads {
                    complete.entry(lookahead).or_default().push(item);
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    for (lookahead, items) in complete {
        for (index, &item) in items.iter().enumerate() {
            let others = items[index + 1..].iter().map(|&other| vec![item, other]);
            let alone = read.contains(&lookahead).then(|| vec![item]);
            found.extend(others.chain(alone).map(|complete| Clash {
                complete,
                lookahead,
            }));
        }
    }
    found
}

/// The automaton.
pub(crate) struct CanonicalAutomaton<'b> {
    pub(crate) bnf: &'b Bnf<'b>,
    /// Whether each symbol can be nothing.
    pub(super) nullable: Vec<bool>,
    first: Vec<BTreeSet<usize>>,
}

/// More tokens than any sentence has: a symbol that derives no finite sentence is visited last.
const NEVER: usize = 1_000_000;

impl<'b> CanonicalAutomaton<'b> {
    pub(crate) fn of(bnf: &'b Bnf<'b>, sets: &FirstSets) -> Self {
        let number = |token: &GrammarToken| bnf.tokens.iter().position(|known| known == token);
        let symbols = || bnf.symbols.iter();
        let first = symbols().map(|phrase| {
            let first = sets.phrase_first(phrase);
            first.iter().filter_map(number).collect()
        });
        Self {
            bnf,
            nullable: symbols()
                .map(|phrase| sets.phrase_is_nullable(phrase))
                .collect(),
            first: first.collect(),
        }
    }

    /// Visits all states, each once, with the fewest tokens that lead there. None, if something on the way never ends.
    pub(crate) fn walk(
        &self,
        sentences: &ShortestTokens<'_>,
        mut visit: impl FnMut(&LrState, &Option<Vec<GrammarToken>>) -> ControlFlow<()>,
    ) {
        let shortest = |symbol: BnfSymbol| match symbol {
            BnfSymbol::Token(token) => Some(vec![self.bnf.tokens[token].clone()]),
            BnfSymbol::Nonterminal(symbol) => sentences.shortest(&self.bnf.symbols[symbol]),
        };
        let start = LrItem {
            symbol: 0,
            way: 0,
            dot: 0,
        };
        let end = BTreeSet::from([self.bnf.tokens.len()]);
        let mut seen: BTreeSet<LrState> = BTreeSet::new();
        let mut reached = vec![(LrState::from([(start, end)]), Some(Vec::new()))];
        let mut to_visit = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((length, index))) = to_visit.pop() {
            let (core, prefix) = reached[index].clone();
            if !seen.insert(core.clone()) {
                continue;
            }
            let state = self.close(core);
            if visit(&state, &prefix).is_break() {
                return;
            }
            let next: BTreeSet<BnfSymbol> = state
                .keys()
                .filter_map(|item| item.next(self.bnf))
                .collect();
            for symbol in next {
                let tokens = shortest(symbol);
                let length = length + tokens.as_ref().map_or(NEVER, Vec::len);
                let prefix = prefix.as_ref().zip(tokens);
                let prefix = prefix.map(|(prefix, tokens)| [prefix.as_slice(), &tokens].concat());
                to_visit.push(Reverse((length, reached.len())));
                reached.push((self.go(&state, symbol), prefix));
            }
        }
    }

    /// The rest of a state once this symbol has been read.
    fn go(&self, state: &LrState, symbol: BnfSymbol) -> LrState {
        let read = state
            .iter()
            .filter(|(item, _)| item.next(self.bnf) == Some(symbol));
        read.map(|(&item, lookaheads)| {
            let dot = item.dot + 1;
            (LrItem { dot, ..item }, lookaheads.clone())
        })
        .collect()
    }

    /// With everything that the next symbols can begin with.
    fn close(&self, core: LrState) -> LrState {
        let mut to_add: Vec<LrItem> = core.keys().copied().collect();
        let mut state = core;
        while let Some(item) = to_add.pop() {
            let Some(BnfSymbol::Nonterminal(symbol)) = item.next(self.bnf) else {
                continue;
            };
            let lookaheads = self.behind(item, &state[&item]);
            for way in 0..self.bnf.alternatives[symbol].len() {
                let item = LrItem {
                    symbol,
                    way,
                    dot: 0,
                };
                let is_new = !state.contains_key(&item);
                let known = state.entry(item).or_default();
                let before = known.len();
                known.extend(&lookaheads);
                if is_new || known.len() > before {
                    to_add.push(item);
                }
            }
        }
        state
    }

    /// The tokens that can be after the next symbol of an item.
    fn behind(&self, item: LrItem, lookaheads: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut behind = BTreeSet::new();
        for &symbol in &item.way(self.bnf)[item.dot + 1..] {
            match symbol {
                BnfSymbol::Token(token) => {
                    behind.insert(token);
                    return behind;
                }
                BnfSymbol::Nonterminal(symbol) => {
                    behind.extend(&self.first[symbol]);
                    if !self.nullable[symbol] {
                        return behind;
                    }
                }
            }
        }
        behind.extend(lookaheads);
        behind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::lalr;
    use crate::tokens::symbols::TokenGrammar;
    use notation::{Grammar, peg};
    use std::fs;
    use std::path::Path;

    /// The grammars that the workspace's `.pest` files mirror.
    fn workspace_grammars() -> Vec<Grammar> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammar");
        let files = fs::read_dir(folder).unwrap();
        let paths = files.map(|file| file.unwrap().path());
        // The plain rules mirror nothing.
        let paths = paths.filter(|path| {
            path.extension().is_some_and(|it| it == "pest") && !path.ends_with("plain.pest")
        });
        let grammars: Vec<Grammar> = paths
            .map(|path| fs::read_to_string(path).unwrap())
            .map(|text| peg::read(&text).and_then(|file| file.specified()).unwrap())
            .collect();
        assert!(!grammars.is_empty());
        grammars
    }

    /// Two ways to find the tokens after a complete item: in each state by itself, and in those of one kernel together.
    #[test]
    fn the_lalr_automaton_has_what_the_canonical_one_has() {
        for grammar in workspace_grammars() {
            let name = grammar.rules[0].name.clone();
            let grammar = TokenGrammar::of(&grammar);
            let sets = FirstSets::of(&grammar);
            let sentences = ShortestTokens::of(&grammar, &sets);
            let bnf = Bnf::of(&grammar).unwrap();
            let automaton = CanonicalAutomaton::of(&bnf, &sets);
            let mut canonical: BTreeMap<Kernel, LrState> = BTreeMap::new();
            automaton.walk(&sentences, |state, prefix| {
                assert!(
                    prefix.is_some() && clashes(state, &bnf).is_empty(),
                    "{name}"
                );
                let merged = canonical.entry(kernel(state)).or_default();
                for (item, lookaheads) in state {
                    let known = merged.entry(*item).or_default();
                    if item.next(&bnf).is_none() {
                        known.extend(lookaheads);
                    }
                }
                ControlFlow::Continue(())
            });
            let lalr = lalr::states(&bnf, &automaton.nullable).unwrap();
            assert!(canonical == lalr, "{name}");
        }
    }
}
