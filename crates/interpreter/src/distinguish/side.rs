//! One side of the comparison: the sets of stacks that its texts lead to.
//!
//! A set of stacks is a graph: the states on top, each with the set of the stacks below it. Equal sets have one number, so
//! that nested choices, which double the stacks, do not double the graph.
//!
//! Invariant: a set has exactly the stacks that the texts so far lead to, unless `is_cut` says that it grew too large.

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use specification::{Symbol, Tables, TokenSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many tokens are compared with a text in one step.
const TAKES_A_STEP: usize = 16;

/// The most texts in a sentence.
pub(super) const LONGEST: usize = 1_000;

/// How deep two sets of stacks are united.
const DEEPEST: usize = 5_000;

/// The set without stacks.
const NOTHING: usize = 0;

/// The set of the stack without states.
const BOTTOM: usize = 1;

/// Which rules a stack has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Frames {
    All,
    /// Rules that have something more to read: sentences go on in the same ways.
    Unfinished,
}

/// Stacks, by the states on top of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Stacks {
    /// Whether the stack without states is one of them.
    has_bottom: bool,
    /// The states, ascending, each with the number of the set of stacks below it.
    tops: Vec<(u16, usize)>,
}

/// One side, and the search's knowledge of it.
pub(super) struct Side<'t> {
    pub(super) tables: &'t Tables,
    frames: Frames,
    /// How many steps were taken.
    pub(super) taken: usize,
    /// Whether stacks were left out, since they were too deep.
    pub(super) is_cut: bool,
    texts: Vec<String>,
    /// For each text, its tokens, each with those that match the same; none if it cannot be cut into tokens. Where tokens
    /// depend on the context, these are those that are alone.
    tokens: Vec<Option<Rc<[Vec<u16>]>>>,
    sets: Vec<Rc<Stacks>>,
    numbers: HashMap<Rc<Stacks>, usize>,
    unions: HashMap<(usize, usize), usize>,
    steps: HashMap<(usize, usize), Option<usize>>,
    moves: HashMap<usize, Rc<Moves>>,
    rules: SideRules,
    /// For each state, the fewest texts up to the end of its rule, and the edge that they begin with; once they are asked for.
    costs: Option<Rc<Costs>>,
}

pub(super) type Costs = Vec<Option<(usize, Option<usize>)>>;

/// The facts about a side's rules that the search needs.
struct SideRules {
    /// For each state, whether some text leads from it to the end of its rule. The others are as if they were not there: no
    /// sentence goes through them.
    is_productive: Vec<bool>,
    /// For each rule, how far it is from the rules that nothing begins with: it comes after all that begin with it.
    ranks: Vec<usize>,
    /// For each rule, the states in which it goes on after itself, where it begins with itself.
    after_itself: Vec<Vec<u16>>,
}

/// The moves of a set of stacks.
#[derive(Default)]
pub(super) struct Moves {
    /// For each token, the set of stacks after it, and the first way to take it.
    pub(super) takes: BTreeMap<u16, (usize, TokenWay)>,
    /// The rules that end at the end of the text, if it can end here.
    pub(super) end: Option<Ended>,
    /// The rules that can end here, each with the rules that end before it.
    ended: Vec<(usize, Ended)>,
    /// The rules that can begin here.
    begun: Vec<usize>,
}

/// Rules that end one after the other: the number of the last of them in [`Moves::ended`], if any.
type Ended = Option<usize>;

/// One way to take a token.
#[derive(Clone, Default)]
pub(super) struct TokenWay {
    ended: Ended,
    /// The states on the stack after it, the innermost first, down to the first rule that was open before.
    states: Vec<u16>,
    /// The set of stacks below these.
    below: usize,
}

impl TokenWay {
    /// How many rules begin with the token.
    pub(super) fn begun(&self) -> usize {
        self.states.len().saturating_sub(1)
    }
}

impl Moves {
    /// The rules that end, innermost first.
    pub(super) fn rules(&self, last: Ended) -> Vec<usize> {
        let before = std::iter::successors(last, |&at| self.ended[at].1);
        let mut rules: Vec<usize> = before.map(|at| self.ended[at].0).collect();
        rules.reverse();
        rules
    }

    /// The rules that end before a token is taken.
    pub(super) fn ended_before(&self, way: &TokenWay) -> Vec<usize> {
        self.rules(way.ended)
    }

    /// The rules that can end here, and those that can begin.
    pub(super) fn could(&self) -> (Vec<usize>, Vec<usize>) {
        let ended = self.ended.iter().map(|&(rule, _)| rule);
        (ended.collect(), self.begun.clone())
    }
}

impl<'t> Side<'t> {
    /// None, if a rule begins with itself by way of another one, or of nothing.
    pub(super) fn of(tables: &'t Tables, texts: &[String], frames: Frames) -> Option<Self> {
        let sets = [false, true].map(|has_bottom| Stacks {
            has_bottom,
            tops: Vec::new(),
        });
        let sets = sets.map(Rc::new).to_vec();
        let numbers = sets.iter().cloned().zip(0..).collect();
        Some(Self {
            tables,
            frames,
            taken: 0,
            is_cut: false,
            texts: texts.to_vec(),
            tokens: texts.iter().map(|text| tokens_of(tables, text)).collect(),
            sets,
            numbers,
            unions: HashMap::new(),
            steps: HashMap::new(),
            moves: HashMap::new(),
            rules: SideRules::of(tables)?,
            costs: None,
        })
    }

    pub(super) fn begin(&mut self) -> usize {
        let start = self.tables.rules[0].start;
        match self.rules.is_productive[usize::from(start)] {
            true => self.push(start, BOTTOM),
            false => NOTHING,
        }
    }

    /// The stacks of a set with a state on top.
    fn push(&mut self, state: u16, below: usize) -> usize {
        let rule = usize::from(self.tables.state(state).rule);
        let is_finished =
            self.tables.is_finished(state) && self.rules.after_itself[rule].is_empty();
        if self.frames == Frames::Unfinished && below != BOTTOM && is_finished {
            return below;
        }
        let tops = vec![(state, below)];
        self.set(Stacks {
            has_bottom: false,
            tops,
        })
    }

    fn set(&mut self, stacks: Stacks) -> usize {
        if let Some(&number) = self.numbers.get(&stacks) {
            return number;
        }
        self.taken += stacks.tops.len();
        let stacks = Rc::new(stacks);
        self.sets.push(Rc::clone(&stacks));
        self.numbers.insert(stacks, self.sets.len() - 1);
        self.sets.len() - 1
    }

    fn union(&mut self, one: usize, other: usize, depth: usize) -> usize {
        if one == other || other == NOTHING {
            return one;
        }
        if one == NOTHING {
            return other;
        }
        let pair = (one.min(other), one.max(other));
        if let Some(&known) = self.unions.get(&pair) {
            return known;
        }
        if depth > DEEPEST {
            self.is_cut = true;
            return one;
        }
        let (first, second) = (Rc::clone(&self.sets[one]), Rc::clone(&self.sets[other]));
        let mut tops: BTreeMap<u16, usize> = first.tops.iter().copied().collect();
        self.taken += (first.tops.len() + second.tops.len()) / 4;
        for &(state, below) in &second.tops {
            let known = tops.get(&state).copied().unwrap_or(NOTHING);
            let both = self.union(known, below, depth + 1);
            tops.insert(state, both);
        }
        let all = self.set(Stacks {
            has_bottom: first.has_bottom || second.has_bottom,
            tops: tops.into_iter().collect(),
        });
        self.unions.insert(pair, all);
        all
    }

    /// The set that a text leads to; none if no stack takes it.
    pub(super) fn step(&mut self, set: usize, text: usize) -> Option<usize> {
        if let Some(&known) = self.steps.get(&(set, text)) {
            return known;
        }
        let next = self.last_token(set, text).map(|(before, tokens)| {
            let moves = self.moves(before);
            self.after(&moves, &tokens)
        });
        let next = match self.tokens[text].as_deref() {
            Some([]) if self.tables.trivia.is_some() => Some(set),
            _ => next.filter(|&next| next != NOTHING),
        };
        self.steps.insert((set, text), next);
        next
    }

    /// The set before the last token of a text, and that token, with those that match the same.
    fn last_token(&mut self, set: usize, text: usize) -> Option<(usize, Vec<u16>)> {
        if self.tables.trivia.is_some() {
            let tokens = self.tokens[text].clone()?;
            let (last, before) = tokens.split_last()?;
            let mut set = set;
            for tokens in before {
                let moves = self.moves(set);
                set = self.after(&moves, tokens);
            }
            return Some((set, last.clone()));
        }
        // Each token is the longest of those that can be there.
        let tables = self.tables;
        let text = self.texts[text].clone();
        let (mut set, mut at) = (set, 0);
        loop {
            let moves = self.moves(set);
            let mut expected = TokenSet::new();
            for &token in moves.takes.keys() {
                expected.insert(token.into());
            }
            let scan = tables.scanner.scan_among(&text, at, &expected);
            if scan.end == at {
                return None;
            }
            if scan.end == text.len() {
                return Some((set, scan.tokens.to_vec()));
            }
            (set, at) = (self.after(&moves, scan.tokens), scan.end);
        }
    }

    /// The stacks after any of these tokens.
    fn after(&mut self, moves: &Moves, tokens: &[u16]) -> usize {
        self.taken += 1 + moves.takes.len() / TAKES_A_STEP;
        let mut all = NOTHING;
        for token in tokens {
            if let Some(&(next, _)) = moves.takes.get(token) {
                all = self.union(all, next, 0);
            }
        }
        all
    }

    /// The tokens that a text is, if it is one.
    pub(super) fn tokens_of_text(&self, text: usize) -> Vec<u16> {
        match self.tokens[text].as_deref() {
            Some([only]) => only.clone(),
            _ => Vec::new(),
        }
    }

    /// How many tokens a text has.
    pub(super) fn count(&self, text: usize) -> usize {
        self.tokens[text].as_ref().map_or(0, |tokens| tokens.len())
    }

    /// How the last token of a text is taken: its number, the first way, and the moves before it.
    pub(super) fn take(&mut self, set: usize, text: usize) -> Option<(u16, TokenWay, Rc<Moves>)> {
        let (before, tokens) = self.last_token(set, text)?;
        let moves = self.moves(before);
        let taken = tokens
            .iter()
            .find(|token| moves.takes.contains_key(token))?;
        let way = moves.takes[taken].1.clone();
        Some((*taken, way, moves))
    }

    pub(super) fn moves(&mut self, set: usize) -> Rc<Moves> {
        if let Some(moves) = self.moves.get(&set) {
            return Rc::clone(moves);
        }
        let mut moves = Moves::default();
        let begun = self.go_on(set, &mut moves);
        self.begin_rules(begun, &mut moves);
        let moves = Rc::new(moves);
        self.moves.insert(set, Rc::clone(&moves));
        moves
    }

    /// The moves of open rules: take a token, end, and begin other rules, which are returned.
    fn go_on(&mut self, set: usize, moves: &mut Moves) -> Begun {
        let mut begun = Begun::new();
        let mut open: Vec<(u16, usize, Ended)> = Vec::new();
        let mut ended_sets = HashSet::new();
        let mut seen = HashSet::new();
        self.uncover(set, None, moves, &mut open);
        while let Some((state, below, ended)) = open.pop() {
            if !seen.insert((state, below)) {
                continue;
            }
            let found = self.tables.state(state);
            if found.is_final {
                let itself = &self.rules.after_itself[usize::from(found.rule)];
                open.extend(itself.iter().map(|&next| (next, below, ended)));
                if ended_sets.insert(below) {
                    moves.ended.push((found.rule.into(), ended));
                    self.uncover(below, Some(moves.ended.len() - 1), moves, &mut open);
                }
            }
            for &(symbol, next) in self.tables.edges_of(state) {
                if self.rules.is_itself(self.tables, state, symbol) {
                    continue;
                }
                let none = TokenWay {
                    ended,
                    states: Vec::new(),
                    below,
                };
                let way = self.longer(&none, next);
                if let Some(rule) = self.read(symbol, next, &way, below, moves, &mut begun)
                    && self.tables.rules[usize::from(rule)].is_nullable
                {
                    open.push((next, below, ended));
                }
            }
        }
        begun
    }

    /// The stacks of a set, each by its top.
    fn uncover(
        &mut self,
        set: usize,
        ended: Ended,
        moves: &mut Moves,
        open: &mut Vec<(u16, usize, Ended)>,
    ) {
        let stacks = Rc::clone(&self.sets[set]);
        if stacks.has_bottom {
            moves.end.get_or_insert(ended);
        }
        self.taken += 1 + stacks.tops.len();
        let tops = stacks.tops.iter().rev();
        open.extend(tops.map(|&(state, below)| (state, below, ended)));
    }

    /// The moves of the rules that begin; those that begin with others come before them.
    fn begin_rules(&mut self, mut begun: Begun, moves: &mut Moves) {
        let mut done: HashMap<u16, usize> = HashMap::new();
        while let Some(((_, state), (below, way))) = begun.pop_first() {
            let known = done.get(&state).copied().unwrap_or(NOTHING);
            let all = self.union(known, below, 0);
            if all == known {
                continue;
            }
            done.insert(state, all);
            self.taken += 1;
            let rule = self.tables.state(state).rule;
            let mut again = match self.tables.state(state).is_final {
                true => self.rules.after_itself[usize::from(rule)].clone(),
                false => Vec::new(),
            };
            for &(symbol, next) in self.tables.edges_of(state) {
                if self.rules.is_itself(self.tables, state, symbol) {
                    continue;
                }
                let longer = self.longer(&way, next);
                if let Some(called) = self.read(symbol, next, &longer, all, moves, &mut begun)
                    && self.tables.rules[usize::from(called)].is_nullable
                {
                    again.push(next);
                }
            }
            for next in again {
                self.add(&mut begun, next, all, &way);
            }
        }
    }

    /// A way with one more state on the stack; ways are of use only with all rules.
    fn longer(&self, way: &TokenWay, state: u16) -> TokenWay {
        if self.frames == Frames::Unfinished {
            return TokenWay::default();
        }
        let states = std::iter::once(state).chain(way.states.iter().copied());
        TokenWay {
            states: states.collect(),
            ..*way
        }
    }

    /// An edge: the token is taken, or the rule begins, which is returned.
    fn read(
        &mut self,
        symbol: Symbol,
        next: u16,
        way: &TokenWay,
        below: usize,
        moves: &mut Moves,
        begun: &mut Begun,
    ) -> Option<u16> {
        if !self.rules.is_productive[usize::from(next)] {
            return None;
        }
        let after = self.push(next, below);
        match symbol {
            Symbol::Token(token) => {
                let known = moves.takes.get(&token).map_or(NOTHING, |known| known.0);
                let all = self.union(known, after, 0);
                let taken = moves
                    .takes
                    .entry(token)
                    .or_insert_with(|| (all, way.clone()));
                taken.0 = all;
                None
            }
            Symbol::Rule(rule) => {
                let start = self.tables.rules[usize::from(rule)].start;
                if !self.rules.is_productive[usize::from(start)] {
                    return None;
                }
                if !moves.begun.contains(&rule.into()) {
                    moves.begun.push(rule.into());
                }
                self.add(begun, start, after, way);
                Some(rule)
            }
        }
    }

    fn add(&mut self, begun: &mut Begun, state: u16, below: usize, way: &TokenWay) {
        let rank = self.rules.ranks[usize::from(self.tables.state(state).rule)];
        let known = begun.get(&(rank, state)).map_or(NOTHING, |known| known.0);
        let all = self.union(known, below, 0);
        let entry = begun.entry((rank, state));
        entry.or_insert_with(|| (all, way.clone())).0 = all;
    }

    /// The states of a stack that a way leads to, the innermost first.
    pub(super) fn states_of(&self, way: &TokenWay) -> Vec<u16> {
        [way.states.clone(), self.any_states(way.below)].concat()
    }

    /// The states of one of the stacks, the innermost first.
    pub(super) fn any_states(&self, set: usize) -> Vec<u16> {
        let (mut states, mut set) = (Vec::new(), set);
        while !self.sets[set].has_bottom
            && let Some(&(state, below)) = self.sets[set].tops.first()
        {
            states.push(state);
            set = below;
        }
        states
    }

    /// The fewest texts that end all of these states' rules; of more than [`LONGEST`], the beginning.
    pub(super) fn shortest_end(&mut self, states: &[u16]) -> Option<Vec<usize>> {
        let costs = match &self.costs {
            Some(costs) => Rc::clone(costs),
            None => {
                let has_text = |token| self.text_of(token).is_some();
                Rc::new(costs(self.tables, 0..self.tables.states.len(), has_text))
            }
        };
        self.costs = Some(Rc::clone(&costs));
        let mut texts = Vec::new();
        // Each state costs more than those that it is read with, so this ends.
        let mut open: Vec<u16> = states.iter().rev().copied().collect();
        while let Some(state) = open.pop()
            && texts.len() <= LONGEST
        {
            let (_, edge) = costs[usize::from(state)]?;
            let Some(edge) = edge else { continue };
            let (symbol, next) = self.tables.edges_of(state)[edge];
            open.push(next);
            match symbol {
                Symbol::Token(token) => texts.push(self.text_of(token)?),
                Symbol::Rule(rule) => open.push(self.tables.rules[usize::from(rule)].start),
            }
        }
        Some(texts)
    }

    /// The first text that is this token.
    pub(super) fn text_of(&self, token: u16) -> Option<usize> {
        let mut texts = self.tokens.iter();
        texts.position(|tokens| {
            let tokens = tokens.as_deref();
            matches!(tokens, Some([only]) if only.contains(&token))
        })
    }
}

/// The states in which rules begin, by their rules' ranks, each with the stacks below it and the first way there.
type Begun = BTreeMap<(usize, u16), (usize, TokenWay)>;

/// The tokens that a text is cut into, each the longest; none, if it is not cut into tokens.
pub(super) fn tokens_of(tables: &Tables, text: &str) -> Option<Rc<[Vec<u16>]>> {
    let mut tokens = Vec::new();
    let mut at = tables.skip_trivia(text, 0).0;
    while at < text.len() {
        let scan = tables.scanner.scan(text, at);
        if scan.tokens.is_empty() || scan.end == at {
            return None;
        }
        tokens.push(scan.tokens.to_vec());
        at = tables.skip_trivia(text, scan.end).0;
    }
    Some(tokens.into())
}

impl SideRules {
    fn of(tables: &Tables) -> Option<Self> {
        let after_itself = (0..tables.rules.len()).map(|rule| after_itself(tables, rule));
        let after_itself: Vec<Vec<u16>> = after_itself.collect();
        let begins_with: Vec<Vec<usize>> = (0..tables.rules.len())
            .map(|rule| begins_with(tables, rule, !after_itself[rule].is_empty()))
            .collect();
        Some(Self {
            is_productive: costs(tables, (0..tables.states.len()).rev(), |_| true)
                .iter()
                .map(Option::is_some)
                .collect(),
            ranks: ranks(&begins_with)?,
            after_itself,
        })
    }
}

impl SideRules {
    /// Whether a rule begins with itself there: it goes on after itself where it ends.
    fn is_itself(&self, tables: &Tables, state: u16, symbol: Symbol) -> bool {
        let rule = tables.state(state).rule;
        symbol == Symbol::Rule(rule)
            && tables.rules[usize::from(rule)].start == state
            && !self.after_itself[usize::from(rule)].is_empty()
    }
}

/// The states in which a rule that begins with itself goes on, if it comes back to its first state in no other way.
fn after_itself(tables: &Tables, rule: usize) -> Vec<u16> {
    let start = tables.rules[rule].start;
    if tables.edges.iter().any(|&(_, next)| next == start) {
        return Vec::new();
    }
    let edges = tables.edges_of(start).iter();
    let own =
        edges.filter(|(symbol, _)| matches!(symbol, Symbol::Rule(it) if usize::from(*it) == rule));
    own.map(|&(_, next)| next).collect()
}

/// For each rule, the most rules that begin with one another down to it; none if that is a circle.
fn ranks(begins_with: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut callers = vec![0; begins_with.len()];
    for &rule in begins_with.iter().flatten() {
        callers[rule] += 1;
    }
    let mut ranks = vec![0; begins_with.len()];
    let mut open: Vec<usize> = (0..callers.len())
        .filter(|&rule| callers[rule] == 0)
        .collect();
    let mut ranked = 0;
    while let Some(rule) = open.pop() {
        ranked += 1;
        for &called in &begins_with[rule] {
            ranks[called] = ranks[called].max(ranks[rule] + 1);
            callers[called] -= 1;
            if callers[called] == 0 {
                open.push(called);
            }
        }
    }
    (ranked == ranks.len()).then_some(ranks)
}

/// The rules that a rule can begin with, each once; not itself, if that is passed over.
fn begins_with(tables: &Tables, rule: usize, is_itself_passed: bool) -> Vec<usize> {
    let start = tables.rules[rule].start;
    let mut states = vec![start];
    let mut rules = Vec::new();
    let mut index = 0;
    while let Some(&state) = states.get(index) {
        for &(symbol, next) in tables.edges_of(state) {
            let Symbol::Rule(called) = symbol else {
                continue;
            };
            let is_passed = is_itself_passed && state == start && usize::from(called) == rule;
            if tables.rules[usize::from(called)].is_nullable {
                states.extend((!states.contains(&next)).then_some(next));
            }
            if !is_passed && !rules.contains(&usize::from(called)) {
                rules.push(called.into());
            }
        }
        index += 1;
    }
    rules
}

/// For each state, the fewest texts up to the end of its rule, and the edge that they begin with, if only these tokens have texts;
/// none if there are no such texts. The states are looked at in this order; it decides among edges that cost the same.
pub(super) fn costs(
    tables: &Tables,
    order: impl Iterator<Item = usize> + Clone,
    has_text: impl Fn(u16) -> bool,
) -> Costs {
    let has_text: Vec<bool> = (0..tables.tokens.len() as u16).map(has_text).collect();
    let states = tables.states.iter();
    let mut costs: Costs = states
        .map(|state| state.is_final.then_some((0, None)))
        .collect();
    loop {
        let mut is_changed = false;
        for state in order.clone() {
            let edges = tables.edges_of(u16::try_from(state).unwrap_or_default());
            for (edge, &(symbol, next)) in edges.iter().enumerate() {
                let cost = |state: u16| costs[usize::from(state)].map(|(cost, _)| cost);
                let own = match symbol {
                    Symbol::Token(token) => has_text[usize::from(token)].then_some(1),
                    Symbol::Rule(rule) => cost(tables.rules[usize::from(rule)].start),
                };
                let (Some(own), Some(rest)) = (own, cost(next)) else {
                    continue;
                };
                let all = own.saturating_add(rest);
                if costs[state].is_none_or(|(cost, _)| all < cost) {
                    costs[state] = Some((all, Some(edge)));
                    is_changed = true;
                }
            }
        }
        if !is_changed {
            return costs;
        }
    }
}
