//! Two grammars side by side: the shortest sentences that one accepts and the other rejects.
//!
//! Both are run over the same texts, one at a time, as a nondeterministic machine: the state of each side is the set of its
//! stacks. Pairs of sets that were met before are not visited again, so a few sentences stand for all of a length. Where one
//! side can go on and the other cannot, they part, and the search leaves that way: a sentence that parts the two is rejected at
//! the very place where the grammars differ. It also leaves a way after a text that is one token on one side and several on
//! the other.
//!
//! Invariant: if the result says that no sentence of up to some length parts the two, the search visited each of them, or one
//! that leaves both sides in the same states.

use crate::tables::{Symbol, Tables};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// A place where one side goes on and the other does not.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::apart::{Extent, partings};
/// use turtle_peg_specification::compile::{Productions, compile};
///
/// let tables = |text| {
///     let grammar = ebnf::read(text).unwrap();
///     compile(&Productions::of_ebnf(&grammar), None).unwrap().tables
/// };
/// let sides = [tables("doc ::= 'x' '.'"), tables("doc ::= 'x' (',' 'x')* '.'")];
/// let texts = ["x", ",", "."].map(str::to_owned);
/// let mut found = Vec::new();
/// let extent = partings([&sides[0], &sides[1]], &texts, 1_000, |parting| {
///     found.push(parting);
///     false
/// });
/// assert_eq!((found.len(), extent), (1, Some(Extent::All)));
/// let sentence = found[0].sentence.iter().map(|&text| texts[text].as_str());
/// assert_eq!(sentence.collect::<String>(), "x,x.");
/// assert_eq!((found[0].side, found[0].before), (1, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// Which side goes on: 0 or 1.
    pub side: usize,
    /// A sentence of that side: indices of texts. It goes on as shortly as it can.
    pub sentence: Vec<usize>,
    /// How many of them come before the place; all, if the other side only wants more.
    pub before: usize,
    /// The token of that side at the place; none at the end, and where a text is several tokens.
    pub token: Option<u16>,
    /// The rules of that side that end at the place, innermost first.
    pub ended: Vec<usize>,
    /// The rules of that side that are open after it, innermost first.
    pub open: Vec<usize>,
    /// How many of these begin at the place.
    pub begun: usize,
    /// The rules of the other side that could end there, in any order.
    pub other_ended: Vec<usize>,
    /// The rules of the other side that could begin there, in any order.
    pub other_begun: Vec<usize>,
}

/// How far a search went.
///
/// See [`Parting`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Through all sentences, of any length.
    All,
    /// Through all sentences of up to this many texts.
    UpTo(usize),
}

/// Looks for partings, the shortest first, and hands each to `take` until that returns true, until no more are left, or
/// until it has visited `most` pairs of texts and states. Returns none if a side is left-recursive.
///
/// `texts` are what sentences are made of. A side rejects a text that it cannot cut into its own tokens.
pub fn partings(
    sides: [&Tables; 2],
    texts: &[String],
    most: usize,
    mut take: impl FnMut(Parting) -> bool,
) -> Option<Extent> {
    let [first, second] = sides;
    let mut sides = [Side::of(first, texts)?, Side::of(second, texts)?];
    let mut ways = vec![Way {
        stacks: [sides[0].begin(), sides[1].begin()],
        from: None,
    }];
    let mut known = HashSet::from([ways[0].stacks]);
    let (mut index, mut layer_end, mut length) = (0, 1, 0);
    let mut looked_at = 0;
    while index < ways.len() {
        if index == layer_end {
            (layer_end, length) = (ways.len(), length + 1);
        }
        let stacks = ways[index].stacks;
        let ends = [0, 1].map(|side: usize| sides[side].can_end(stacks[side]));
        if ends[0] != ends[1] {
            let side = usize::from(ends[1]);
            let before = sentence(&ways, index);
            let parting = Parting {
                side,
                before: before.len(),
                sentence: before,
                token: None,
                ended: sides[side].ended_at_end(stacks[side]),
                open: Vec::new(),
                begun: 0,
                other_ended: sides[1 - side].all(stacks[1 - side], |moves| &moves.ended),
                other_begun: sides[1 - side].all(stacks[1 - side], |moves| &moves.begun),
            };
            if take(parting) {
                return Some(Extent::UpTo(length));
            }
        }
        for text in 0..texts.len() {
            let next = [0, 1].map(|side: usize| sides[side].step(stacks[side], text));
            match next {
                [None, None] => {}
                [Some(one), Some(other)] => {
                    // Where one side has one token and the other two, the texts after it show no other difference.
                    if sides[0].count(text) == sides[1].count(text) && known.insert([one, other]) {
                        ways.push(Way {
                            stacks: [one, other],
                            from: Some((index, text)),
                        });
                    }
                }
                [one, _] => {
                    let side = usize::from(one.is_none());
                    let parting = part(&mut sides, &ways, index, (side, text));
                    if parting.is_some_and(&mut take) {
                        return Some(Extent::UpTo(length));
                    }
                }
            }
        }
        looked_at += texts.len();
        index += 1;
        if looked_at > most {
            // Not all sentences that end in this layer were visited.
            return Some(Extent::UpTo(length.saturating_sub(1)));
        }
    }
    Some(Extent::All)
}

/// Where two sides part on one sentence, given by its texts; none, if both go on to its end, neither does, or a side is
/// left-recursive.
pub fn parting(sides: [&Tables; 2], texts: &[String]) -> Option<Parting> {
    let [first, second] = sides;
    let mut sides = [Side::of(first, texts)?, Side::of(second, texts)?];
    let mut ways = vec![Way {
        stacks: [sides[0].begin(), sides[1].begin()],
        from: None,
    }];
    for text in 0..texts.len() {
        let index = ways.len() - 1;
        let stacks = ways[index].stacks;
        match [0, 1].map(|side: usize| sides[side].step(stacks[side], text)) {
            [None, None] => return None,
            [Some(one), Some(other)] => ways.push(Way {
                stacks: [one, other],
                from: Some((index, text)),
            }),
            [one, _] => return part(&mut sides, &ways, index, (usize::from(one.is_none()), text)),
        }
    }
    None
}

/// How the search came to a pair of sets of stacks.
struct Way {
    stacks: [usize; 2],
    from: Option<(usize, usize)>,
}

fn sentence(ways: &[Way], index: usize) -> Vec<usize> {
    let mut texts = Vec::new();
    let mut way = &ways[index];
    while let Some((before, text)) = way.from {
        texts.push(text);
        way = &ways[before];
    }
    texts.reverse();
    texts
}

fn part(
    sides: &mut [Side<'_>; 2],
    ways: &[Way],
    index: usize,
    (side, text): (usize, usize),
) -> Option<Parting> {
    let stacks = ways[index].stacks;
    let mut sentence = sentence(ways, index);
    let before = sentence.len();
    sentence.push(text);
    let Take {
        left,
        ended,
        begun,
        token,
    } = sides[side].taken(stacks[side], text)?;
    sentence.extend(sides[side].shortest_end(left)?);
    Some(Parting {
        side,
        before,
        sentence,
        token: (sides[side].count(text) == 1).then_some(token),
        ended,
        open: sides[side].rules_of(left),
        begun,
        other_ended: sides[1 - side].all(stacks[1 - side], |moves| &moves.ended),
        other_begun: sides[1 - side].all(stacks[1 - side], |moves| &moves.begun),
    })
}

/// The stack without states.
const EMPTY: usize = 0;

/// One side, and what the search knows of it. Stacks are lists that share their tails; they and sets of them have numbers.
struct Side<'t> {
    tables: &'t Tables,
    /// For each text, its tokens, each with those that match the same; none if it cannot be cut into tokens.
    texts: Vec<Option<Vec<Vec<u16>>>>,
    /// For each stack, its top and the stack below; the first is empty.
    stacks: Vec<(u16, usize)>,
    stack_numbers: HashMap<(u16, usize), usize>,
    sets: Vec<Vec<usize>>,
    set_numbers: HashMap<Vec<usize>, usize>,
    steps: HashMap<(usize, usize), Option<usize>>,
    moves: HashMap<usize, Rc<Moves>>,
    /// For each state, the fewest texts up to the end of its rule, and the edge that they begin with.
    costs: Vec<Option<(usize, Option<usize>)>>,
}

/// What a stack can do.
#[derive(Default)]
struct Moves {
    takes: Vec<Take>,
    /// The rules that end at the end of the text, if it can end here.
    end: Option<Vec<usize>>,
    /// The rules that can end here.
    ended: Vec<usize>,
    /// The rules that can begin here.
    begun: Vec<usize>,
}

/// A token that a stack takes.
#[derive(Clone)]
struct Take {
    token: u16,
    /// The stack after it.
    left: usize,
    /// The rules that end before.
    ended: Vec<usize>,
    /// How many rules begin before, and are open.
    begun: usize,
}

impl<'t> Side<'t> {
    fn of(tables: &'t Tables, texts: &[String]) -> Option<Self> {
        if is_left_recursive(tables) {
            return None;
        }
        let mut side = Self {
            tables,
            texts: texts.iter().map(|text| tokens_of(tables, text)).collect(),
            stacks: vec![(0, EMPTY)],
            stack_numbers: HashMap::new(),
            sets: Vec::new(),
            set_numbers: HashMap::new(),
            steps: HashMap::new(),
            moves: HashMap::new(),
            costs: Vec::new(),
        };
        side.costs = side.costs();
        Some(side)
    }

    fn begin(&mut self) -> usize {
        let stack = self.stack(self.tables.rules[0].start, EMPTY);
        self.set(vec![stack])
    }

    fn stack(&mut self, state: u16, below: usize) -> usize {
        let next = self.stacks.len();
        let number = *self.stack_numbers.entry((state, below)).or_insert(next);
        if number == next {
            self.stacks.push((state, below));
        }
        number
    }

    fn set(&mut self, stacks: Vec<usize>) -> usize {
        let next = self.sets.len();
        let number = *self.set_numbers.entry(stacks.clone()).or_insert(next);
        if number == next {
            self.sets.push(stacks);
        }
        number
    }

    /// The set that a text leads to; none if no stack takes it.
    fn step(&mut self, set: usize, text: usize) -> Option<usize> {
        if let Some(&known) = self.steps.get(&(set, text)) {
            return known;
        }
        let mut stacks = self.sets[set].clone();
        for tokens in self.texts[text].clone().unwrap_or_default() {
            let mut next = BTreeSet::new();
            for stack in stacks {
                for take in &self.moves(stack).takes {
                    if tokens.contains(&take.token) {
                        next.insert(self.without_ended(take.left));
                    }
                }
            }
            stacks = next.into_iter().collect();
        }
        let is_taken = self.texts[text].is_some() && !stacks.is_empty();
        let next = is_taken.then(|| self.set(stacks));
        self.steps.insert((set, text), next);
        next
    }

    /// How many tokens a text has.
    fn count(&self, text: usize) -> usize {
        self.texts[text].as_ref().map_or(0, Vec::len)
    }

    /// How a stack takes the last token of a text.
    fn taken(&mut self, set: usize, text: usize) -> Option<Take> {
        let mut stacks = self.sets[set].clone();
        let mut taken = Vec::new();
        for tokens in self.texts[text].clone()? {
            taken.clear();
            for stack in stacks {
                let takes = self.moves(stack);
                let takes = takes
                    .takes
                    .iter()
                    .filter(|take| tokens.contains(&take.token));
                taken.extend(takes.cloned());
            }
            stacks = taken.iter().map(|take| take.left).collect();
        }
        taken.into_iter().next()
    }

    /// The stack without the rules that end whatever follows.
    fn without_ended(&self, stack: usize) -> usize {
        let mut stack = stack;
        loop {
            let (state, below) = self.stacks[stack];
            if below == EMPTY || !self.tables.is_finished(state) {
                return stack;
            }
            stack = below;
        }
    }

    fn moves(&mut self, stack: usize) -> Rc<Moves> {
        if let Some(moves) = self.moves.get(&stack) {
            return Rc::clone(moves);
        }
        let mut moves = Moves::default();
        let mut open = vec![(stack, Vec::new(), 0_usize)];
        let mut seen = HashSet::from([stack]);
        while let Some((stack, ended, begun)) = open.pop() {
            if stack == EMPTY {
                moves.end.get_or_insert(ended);
                continue;
            }
            let (state, below) = self.stacks[stack];
            let found = self.tables.state(state);
            if found.is_final && seen.insert(below) {
                let rule = usize::from(found.rule);
                moves.ended.push(rule);
                let mut ended = ended.clone();
                ended.push(rule);
                open.push((below, ended, begun.saturating_sub(1)));
            }
            for &(symbol, next) in self.tables.edges_of(state) {
                let left = self.stack(next, below);
                match symbol {
                    Symbol::Token(token) => moves.takes.push(Take {
                        token,
                        left,
                        ended: ended.clone(),
                        begun,
                    }),
                    Symbol::Rule(rule) => {
                        let called = self.tables.rules[usize::from(rule)].start;
                        let called = self.stack(called, left);
                        if seen.insert(called) {
                            moves.begun.push(rule.into());
                            open.push((called, ended.clone(), begun + 1));
                        }
                    }
                }
            }
        }
        let moves = Rc::new(moves);
        self.moves.insert(stack, Rc::clone(&moves));
        moves
    }

    fn can_end(&mut self, set: usize) -> bool {
        let stacks = self.sets[set].clone();
        stacks
            .into_iter()
            .any(|stack| self.moves(stack).end.is_some())
    }

    fn ended_at_end(&mut self, set: usize) -> Vec<usize> {
        let stacks = self.sets[set].clone();
        let mut ends = stacks
            .into_iter()
            .map(|stack| self.moves(stack).end.clone());
        ends.find_map(|ended| ended).unwrap_or_default()
    }

    /// What `of` gives for any of the stacks.
    fn all(&mut self, set: usize, of: impl Fn(&Moves) -> &Vec<usize>) -> Vec<usize> {
        let stacks = self.sets[set].clone();
        let moves = stacks.into_iter().map(|stack| self.moves(stack));
        moves.flat_map(|moves| of(&moves).clone()).collect()
    }

    fn states_of(&self, stack: usize) -> impl Iterator<Item = u16> {
        let mut stack = stack;
        std::iter::from_fn(move || {
            let (state, below) = self.stacks[stack];
            let is_there = stack != EMPTY;
            stack = below;
            is_there.then_some(state)
        })
    }

    fn rules_of(&self, stack: usize) -> Vec<usize> {
        let states = self.states_of(stack);
        states
            .map(|state| self.tables.state(state).rule.into())
            .collect()
    }

    /// The fewest texts that end all that is open.
    fn shortest_end(&self, stack: usize) -> Option<Vec<usize>> {
        let mut texts = Vec::new();
        // Each state costs more than those that it is read with, so this ends.
        let mut open: Vec<u16> = self.states_of(stack).collect();
        open.reverse();
        while let Some(state) = open.pop() {
            let (_, edge) = self.costs[usize::from(state)]?;
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
    fn text_of(&self, token: u16) -> Option<usize> {
        let mut texts = self.texts.iter();
        texts.position(|tokens| {
            let tokens = tokens.as_deref();
            matches!(tokens, Some([only]) if only.contains(&token))
        })
    }

    fn costs(&self) -> Vec<Option<(usize, Option<usize>)>> {
        let tables = self.tables;
        let states = 0..tables.states.len();
        let mut costs: Vec<Option<(usize, Option<usize>)>> = states
            .map(|state| tables.states[state].is_final.then_some((0, None)))
            .collect();
        loop {
            let mut is_changed = false;
            for state in 0..costs.len() {
                let edges = tables.edges_of(u16::try_from(state).unwrap_or_default());
                for (edge, &(symbol, next)) in edges.iter().enumerate() {
                    let own = match symbol {
                        Symbol::Token(token) => self.text_of(token).map(|_| 1),
                        Symbol::Rule(rule) => {
                            let start = tables.rules[usize::from(rule)].start;
                            costs[usize::from(start)].map(|(cost, _)| cost)
                        }
                    };
                    let rest = costs[usize::from(next)].map(|(cost, _)| cost);
                    if let (Some(own), Some(rest)) = (own, rest)
                        && costs[state].is_none_or(|(cost, _)| own + rest < cost)
                    {
                        costs[state] = Some((own + rest, Some(edge)));
                        is_changed = true;
                    }
                }
            }
            if !is_changed {
                return costs;
            }
        }
    }
}

/// The tokens that a text is cut into, each the longest; none, if it is not cut into tokens.
fn tokens_of(tables: &Tables, text: &str) -> Option<Vec<Vec<u16>>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let scan = tables.scanner.scan(text, at);
        if scan.tokens.is_empty() || scan.end == at {
            return None;
        }
        tokens.push(scan.tokens.to_vec());
        at = scan.end;
    }
    (!tokens.is_empty()).then_some(tokens)
}

/// Whether a rule can begin with itself.
fn is_left_recursive(tables: &Tables) -> bool {
    let begins_with = |rule: usize| {
        let mut states = vec![tables.rules[rule].start];
        let mut rules = Vec::new();
        let mut index = 0;
        while let Some(&state) = states.get(index) {
            for &(symbol, next) in tables.edges_of(state) {
                if let Symbol::Rule(called) = symbol {
                    let called = usize::from(called);
                    rules.push(called);
                    let is_nullable = tables.rules[called].is_nullable;
                    if is_nullable && !states.contains(&next) {
                        states.push(next);
                    }
                }
            }
            index += 1;
        }
        rules
    };
    (0..tables.rules.len()).any(|rule| {
        let mut reached = begins_with(rule);
        let mut index = 0;
        while let Some(&next) = reached.get(index) {
            if next == rule {
                return true;
            }
            for another in begins_with(next) {
                if !reached.contains(&another) {
                    reached.push(another);
                }
            }
            index += 1;
        }
        false
    })
}
