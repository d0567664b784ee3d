//! Sentences around a change: the shortest ways from the start symbol to a production or a token, what differs there, and the
//! shortest ways to the end.
//!
//! The right sides of a production are compared as automata over symbols, so that a difference costs a sentence or two however long
//! its symbols are, and however far from the start it is.
//!
//! Invariant: nothing is said of sentences that were not made. Each that was made is followed by both sides, token by token.

use super::side::{Costs, LONGEST, Side, costs};
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use specification::{Symbol, Tables};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

/// How many words of a production are tried, and how many places of it: the shortest first.
const MOST_WORDS: usize = 200;
const MOST_PLACES: usize = 12;

/// How many other sentences are tried in the place of a symbol of a word.
const MOST_VARIANTS: usize = 24;

/// A word of a production: symbols, then the shortest end from a state on.
struct SymbolWord {
    symbols: Vec<Symbol>,
    rest: Option<u16>,
}

/// A sentence, and how many of its texts are at the change.
pub(super) struct SentenceAround {
    pub(super) texts: Vec<usize>,
    pub(super) within: usize,
}

/// The texts before and after a place.
#[derive(Clone)]
struct TextsAround {
    before: Vec<usize>,
    after: Vec<usize>,
}

impl TextsAround {
    fn around(&self, within: &[usize]) -> SentenceAround {
        SentenceAround {
            texts: [&self.before[..], within, &self.after].concat(),
            within: within.len(),
        }
    }
}

/// The fewest texts to something, and the place that they come from, if that is not the beginning; none, if no text leads there.
type Reached<P> = Option<(usize, Option<P>)>;

/// One side's ways to its productions, in texts.
pub(super) struct WaysToPlaces<'t> {
    tables: &'t Tables,
    /// For each token, its first text.
    text_of: Vec<Option<usize>>,
    costs: Costs,
    /// For each state, the fewest texts from the beginning of its rule, with the state and the symbol before it.
    from_start: Vec<Reached<(u16, Symbol)>>,
    /// For each rule, the fewest texts around it, with the state before it and the state after it in the rule that uses it.
    around: Vec<Reached<(u16, u16)>>,
}

impl<'t> WaysToPlaces<'t> {
    pub(super) fn of(side: &Side<'t>) -> Self {
        let tables = side.tables;
        let tokens = 0..tables.tokens.len() as u16;
        let text_of: Vec<Option<usize>> = tokens.map(|token| side.text_of(token)).collect();
        let has_text = |token: u16| text_of[usize::from(token)].is_some();
        let mut ways = Self {
            tables,
            costs: costs(tables, 0..tables.states.len(), has_text),
            text_of,
            from_start: vec![None; tables.states.len()],
            around: vec![None; tables.rules.len()],
        };
        ways.find_states();
        ways.find_rules();
        ways
    }

    fn cost(&self, symbol: Symbol) -> Option<usize> {
        match symbol {
            Symbol::Token(token) => self.text_of[usize::from(token)].map(|_| 1),
            Symbol::Rule(rule) => self.cost_to_end(self.tables.rules[usize::from(rule)].start),
        }
    }

    fn cost_to_end(&self, state: u16) -> Option<usize> {
        self.costs[usize::from(state)].map(|(cost, _)| cost)
    }

    fn find_states(&mut self) {
        let mut open = BinaryHeap::new();
        for rule in &*self.tables.rules {
            open.push(Reverse((0, rule.start, None)));
        }
        while let Some(Reverse((cost, state, from))) = open.pop() {
            if self.from_start[usize::from(state)].is_some() {
                continue;
            }
            self.from_start[usize::from(state)] = Some((cost, from));
            for &(symbol, next) in self.tables.edges_of(state) {
                if let Some(more) = self.cost(symbol) {
                    open.push(Reverse((
                        cost.saturating_add(more),
                        next,
                        Some((state, symbol)),
                    )));
                }
            }
        }
    }

    fn find_rules(&mut self) {
        let mut uses: HashMap<u16, Vec<(u16, u16, u16)>> = HashMap::new();
        for state in 0..self.tables.states.len() as u16 {
            for &(symbol, next) in self.tables.edges_of(state) {
                if let Symbol::Rule(rule) = symbol {
                    let user = self.tables.state(state).rule;
                    uses.entry(user).or_default().push((rule, state, next));
                }
            }
        }
        let mut open = BinaryHeap::from([Reverse((0, 0, None))]);
        while let Some(Reverse((cost, rule, from))) = open.pop() {
            if self.around[usize::from(rule)].is_some() {
                continue;
            }
            self.around[usize::from(rule)] = Some((cost, from));
            for &(used, state, next) in uses.get(&rule).into_iter().flatten() {
                if let Some(more) = self.cost_around(state, next) {
                    open.push(Reverse((
                        cost.saturating_add(more),
                        used,
                        Some((state, next)),
                    )));
                }
            }
        }
    }

    /// The fewest texts of a rule before one of its states, and after another.
    fn cost_around(&self, state: u16, next: u16) -> Option<usize> {
        let (before, _) = self.from_start[usize::from(state)]?;
        Some(before.saturating_add(self.cost_to_end(next)?))
    }

    /// The texts around a place between two states of a rule, up to the ends of the document.
    fn texts_around(&self, state: u16, next: u16) -> Option<TextsAround> {
        let mut around = TextsAround {
            before: Vec::new(),
            after: Vec::new(),
        };
        let mut place = Some((state, next));
        while let Some((state, next)) = place {
            let (mut own, mut at) = (Vec::new(), state);
            while let (_, Some((before, symbol))) = self.from_start[usize::from(at)]? {
                own.push(symbol);
                at = before;
            }
            let mut before = Vec::new();
            own.reverse();
            for symbol in own {
                before.extend(self.shortest(symbol)?);
            }
            around.before.splice(0..0, before);
            around.after.extend(self.end(next)?);
            (_, place) = self.around[usize::from(self.tables.state(state).rule)]?;
        }
        Some(around)
    }

    /// The fewest texts from a state to the end of its rule.
    fn end(&self, state: u16) -> Option<Vec<usize>> {
        let mut texts = Vec::new();
        let mut open = vec![state];
        while let Some(state) = open.pop() {
            let (_, edge) = self.costs[usize::from(state)]?;
            let Some(edge) = edge else { continue };
            let (symbol, next) = self.tables.edges_of(state)[edge];
            open.push(next);
            match symbol {
                Symbol::Token(token) => texts.push(self.text_of[usize::from(token)]?),
                Symbol::Rule(rule) => open.push(self.tables.rules[usize::from(rule)].start),
            }
            if texts.len() > LONGEST {
                return None;
            }
        }
        Some(texts)
    }

    fn shortest(&self, symbol: Symbol) -> Option<Vec<usize>> {
        match symbol {
            Symbol::Token(token) => self.text_of[usize::from(token)].map(|text| vec![text]),
            Symbol::Rule(rule) => self.end(self.tables.rules[usize::from(rule)].start),
        }
    }

    /// Some sentences of a symbol, each with another first edge than the others, or through another rule that it begins with.
    fn variants(&self, symbol: Symbol) -> Vec<Vec<usize>> {
        let Symbol::Rule(rule) = symbol else {
            return Vec::new();
        };
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut open = VecDeque::from([(rule, Vec::new())]);
        let mut seen = HashSet::new();
        while let Some((rule, rest)) = open.pop_front() {
            if !seen.insert(rule) {
                continue;
            }
            let start = self.tables.rules[usize::from(rule)].start;
            for &(symbol, next) in self.tables.edges_of(start) {
                let Some(end) = self.end(next) else { continue };
                let rest = [end, rest.clone()].concat();
                match symbol {
                    Symbol::Rule(called) => open.push_back((called, rest)),
                    Symbol::Token(token) => {
                        let text = self.text_of[usize::from(token)];
                        found.extend(text.map(|text| [vec![text], rest].concat()));
                    }
                }
            }
        }
        found.sort_by_key(Vec::len);
        found.dedup();
        found
    }

    /// The places of a symbol in the rules that the start symbol leads to, those with the fewest texts around them first.
    fn places(&self, symbol: Symbol) -> Vec<TextsAround> {
        let mut places = Vec::new();
        if symbol == Symbol::Rule(0) {
            places.push((0, None));
        }
        for state in 0..self.tables.states.len() as u16 {
            let rule = self.tables.state(state).rule;
            let Some((around, _)) = self.around[usize::from(rule)] else {
                continue;
            };
            for &(other, next) in self.tables.edges_of(state) {
                if other == symbol
                    && let Some(own) = self.cost_around(state, next)
                {
                    places.push((around.saturating_add(own), Some((state, next))));
                }
            }
        }
        places.sort_unstable();
        let places = places.into_iter().take(MOST_PLACES);
        let around = places.filter_map(|(_, place)| match place {
            Some((state, next)) => self.texts_around(state, next),
            None => Some(TextsAround {
                before: Vec::new(),
                after: Vec::new(),
            }),
        });
        around.collect()
    }

    /// The sentences with a text in the places of these tokens.
    pub(super) fn with_text(&self, text: usize, tokens: &[u16]) -> Vec<SentenceAround> {
        let places = tokens
            .iter()
            .flat_map(|&token| self.places(Symbol::Token(token)));
        places.map(|place| place.around(&[text])).collect()
    }

    /// The sentences that a rule is used in with a word of its own that the other side's rule does not have, symbol by symbol;
    /// `number_of` gives symbols that are common to both sides one number. Without the other rule, with all words.
    pub(super) fn of_rule(&self, rule: u16, words: &RuleWords<'_>) -> Vec<SentenceAround> {
        let places = self.places(Symbol::Rule(rule));
        let words = words.of(self.tables, rule);
        let mut sentences = Vec::new();
        let mut add = |within: &[Vec<usize>], place: &TextsAround| {
            sentences.push(place.around(&within.concat()));
        };
        let parts: Vec<Vec<Vec<usize>>> =
            words.iter().filter_map(|word| self.parts(word)).collect();
        for place in &places {
            parts.iter().for_each(|parts| add(parts, place));
        }
        for (word, parts) in words.iter().zip(&parts).take(MOST_WORDS / 10) {
            for (at, &symbol) in word.symbols.iter().enumerate() {
                for variant in self.variants(symbol).into_iter().take(MOST_VARIANTS) {
                    let mut varied = parts.clone();
                    varied[at] = variant;
                    places.iter().take(2).for_each(|place| add(&varied, place));
                }
            }
        }
        sentences
    }

    fn parts(&self, word: &SymbolWord) -> Option<Vec<Vec<usize>>> {
        let symbols = word.symbols.iter().map(|&symbol| self.shortest(symbol));
        let rest = word.rest.map(|rest| self.end(rest));
        symbols.chain(rest).collect()
    }
}

/// A number for each token and each rule of a side: the same for a name and its counterpart.
pub(super) struct SymbolNumbers {
    pub(super) tokens: Vec<usize>,
    pub(super) rules: Vec<usize>,
}

impl SymbolNumbers {
    pub(super) fn of(&self, symbol: Symbol) -> usize {
        match symbol {
            Symbol::Token(token) => self.tokens[usize::from(token)],
            Symbol::Rule(rule) => self.rules[usize::from(rule)],
        }
    }
}

/// The words of a rule that the rule in its place on the other side does not have.
pub(super) struct RuleWords<'t> {
    pub(super) other: &'t Tables,
    pub(super) other_rule: Option<u16>,
    /// The number of a symbol of this side, and of the other.
    pub(super) numbers: [&'t SymbolNumbers; 2],
}

impl RuleWords<'_> {
    /// The shortest word for each way to part the two automata.
    fn of(&self, tables: &Tables, rule: u16) -> Vec<SymbolWord> {
        let begin = |tables: &Tables, rule: u16| tables.rules[usize::from(rule)].start;
        let first = (
            BTreeSet::from([begin(tables, rule)]),
            self.other_rule
                .map(|rule| begin(self.other, rule))
                .into_iter()
                .collect::<BTreeSet<u16>>(),
        );
        let mut known = HashSet::from_iter([first.clone()]);
        let mut open = VecDeque::from([(first, Vec::new())]);
        let mut words = Vec::new();
        while let Some(((own, other), symbols)) = open.pop_front()
            && words.len() < MOST_WORDS
        {
            let ends = |tables: &Tables, states: &BTreeSet<u16>| {
                states.iter().any(|&state| tables.state(state).is_final)
            };
            if ends(tables, &own) && !ends(self.other, &other) {
                words.push(SymbolWord {
                    symbols: symbols.clone(),
                    rest: None,
                });
            }
            let mut next: BTreeMap<usize, (Symbol, BTreeSet<u16>)> = BTreeMap::new();
            for &(symbol, after) in own.iter().flat_map(|&state| tables.edges_of(state)) {
                let number = self.numbers[0].of(symbol);
                let entry = next
                    .entry(number)
                    .or_insert_with(|| (symbol, BTreeSet::new()));
                entry.1.insert(after);
            }
            for (number, (symbol, own)) in next {
                let other_edges = other.iter().flat_map(|&state| self.other.edges_of(state));
                let other_edges =
                    other_edges.filter(|(symbol, _)| self.numbers[1].of(*symbol) == number);
                let other: BTreeSet<u16> = other_edges.map(|&(_, after)| after).collect();
                let longer = [&symbols[..], &[symbol]].concat();
                if other.is_empty() {
                    words.extend(own.first().map(|&rest| SymbolWord {
                        symbols: longer.clone(),
                        rest: Some(rest),
                    }));
                }
                if known.insert((own.clone(), other.clone())) {
                    open.push_back(((own, other), longer));
                }
            }
        }
        words
    }
}
