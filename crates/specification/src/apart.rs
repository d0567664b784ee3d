//! Two grammars side by side: the shortest sentences that one accepts and the other rejects.
//!
//! Both are run over the same texts, one at a time, as a nondeterministic machine: the state of each side is the set of its
//! stacks. A stack has no rules that have nothing more to read, so a list that is written as a recursion at its end is no
//! deeper than one that is written as a repetition. Pairs of sets that were met before are not visited again, so a few sentences
//! stand for all of a length. Where one
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
/// until it has taken `most` steps. Returns none if a side is left-recursive.
///
/// `texts` are what sentences are made of. A side rejects a text that it cannot cut into its own tokens.
pub fn partings(
    sides: [&Tables; 2],
    texts: &[String],
    most: usize,
    mut take: impl FnMut(Parting) -> bool,
) -> Option<Extent> {
    let mut sayer = Sayer::of(sides, texts)?;
    let mut sides = sides.map(|tables| Side::of(tables, texts, Frames::Unfinished));
    let mut ways = vec![Way {
        stacks: [sides[0].begin(), sides[1].begin()],
        from: None,
    }];
    let mut known = HashSet::from([ways[0].stacks]);
    let (mut index, mut layer_end, mut length) = (0, 1, 0);
    // How long sentences were before one was too long to be written.
    let mut uncut = None;
    while index < ways.len() {
        if index == layer_end {
            (layer_end, length) = (ways.len(), length + 1);
        }
        let stacks = ways[index].stacks;
        let ends = [0, 1].map(|side: usize| sides[side].can_end(stacks[side]));
        if ends[0] != ends[1] {
            let parting = sayer.end(&ways, index, usize::from(ends[1]));
            if parting.is_some_and(&mut take) {
                return Some(Extent::UpTo(uncut.unwrap_or(length)));
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
                    let parting = sayer.part(&ways, index, (side, text));
                    if parting.is_some_and(&mut take) {
                        return Some(Extent::UpTo(uncut.unwrap_or(length)));
                    }
                    if sayer.is_cut {
                        uncut.get_or_insert(length);
                    }
                }
            }
        }
        index += 1;
        let steps = index * texts.len() + sayer.taken() + sides[0].taken + sides[1].taken;
        if steps > most {
            // Not all sentences that end in this layer were visited.
            let whole = length.saturating_sub(1);
            return Some(Extent::UpTo(uncut.map_or(whole, |uncut| uncut.min(whole))));
        }
    }
    Some(uncut.map_or(Extent::All, Extent::UpTo))
}

/// Where two sides part on one sentence, given by its texts; none, if both go on to its end, neither does, or a side is
/// left-recursive.
pub fn parting(sides: [&Tables; 2], texts: &[String]) -> Option<Parting> {
    let mut sayer = Sayer::of(sides, texts)?;
    let mut ways = vec![Way {
        stacks: sayer.stacks[&0],
        from: None,
    }];
    for text in 0..texts.len() {
        let index = ways.len() - 1;
        let stacks = ways[index].stacks;
        match [0, 1].map(|side: usize| sayer.sides[side].step(stacks[side], text)) {
            [None, None] => return None,
            [Some(one), Some(other)] => ways.push(Way {
                stacks: [one, other],
                from: Some((index, text)),
            }),
            [one, _] => return sayer.part(&ways, index, (usize::from(one.is_none()), text)),
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

/// Says where two sides part: it runs the same sentences with all rules that are open.
struct Sayer<'t> {
    sides: [Side<'t>; 2],
    /// Of the ways that were asked for, the sets that they lead to here.
    stacks: HashMap<usize, [usize; 2]>,
    /// How many steps it took to write sentences.
    written: usize,
    /// Whether a sentence was too long to be written.
    is_cut: bool,
}

impl<'t> Sayer<'t> {
    fn of(sides: [&'t Tables; 2], texts: &[String]) -> Option<Self> {
        if sides.iter().any(|tables| is_left_recursive(tables)) {
            return None;
        }
        let mut sides = sides.map(|tables| Side::of(tables, texts, Frames::All));
        let begin = [sides[0].begin(), sides[1].begin()];
        Some(Self {
            sides,
            stacks: HashMap::from([(0, begin)]),
            written: 0,
            is_cut: false,
        })
    }

    /// How many steps it took.
    fn taken(&self) -> usize {
        self.written + self.sides[0].taken + self.sides[1].taken
    }

    /// The sets that a way leads to.
    fn stacks(&mut self, ways: &[Way], index: usize) -> Option<[usize; 2]> {
        let mut open = Vec::new();
        let mut at = index;
        while !self.stacks.contains_key(&at) {
            let (before, text) = ways[at].from?;
            open.push((at, text));
            at = before;
        }
        let mut stacks = self.stacks[&at];
        for (way, text) in open.into_iter().rev() {
            for (side, set) in self.sides.iter_mut().zip(&mut stacks) {
                *set = side.step(*set, text)?;
            }
            self.stacks.insert(way, stacks);
        }
        Some(stacks)
    }

    /// A way at whose end only this side can end.
    fn end(&mut self, ways: &[Way], index: usize, side: usize) -> Option<Parting> {
        let stacks = self.stacks(ways, index)?;
        let before = sentence(ways, index);
        self.written += before.len();
        let other = &mut self.sides[1 - side];
        let (other_ended, other_begun) = other.could(stacks[1 - side]);
        Some(Parting {
            side,
            before: before.len(),
            sentence: before,
            token: None,
            ended: self.sides[side].ended_at_end(stacks[side]),
            open: Vec::new(),
            begun: 0,
            other_ended,
            other_begun,
        })
    }

    /// A way at whose end only this side takes a text.
    fn part(
        &mut self,
        ways: &[Way],
        index: usize,
        (side, text): (usize, usize),
    ) -> Option<Parting> {
        let stacks = self.stacks(ways, index)?;
        let mut sentence = sentence(ways, index);
        let before = sentence.len();
        sentence.push(text);
        let (other_ended, other_begun) = self.sides[1 - side].could(stacks[1 - side]);
        let own = &mut self.sides[side];
        let (take, ended) = own.take(stacks[side], text)?;
        sentence.extend(own.shortest_end(take.left)?);
        if sentence.len() > LONGEST {
            self.is_cut = true;
            return None;
        }
        let open = own.rules_of(take.left);
        self.written += sentence.len() + open.len();
        Some(Parting {
            side,
            before,
            sentence,
            token: (own.count(text) == 1).then_some(take.token),
            ended,
            open,
            begun: take.begun,
            other_ended,
            other_begun,
        })
    }
}

/// How many tokens are compared with a text in one step.
const TAKES_A_STEP: usize = 16;

/// The most texts in a sentence.
const LONGEST: usize = 1_000;

/// The stack without states.
const EMPTY: usize = 0;

/// Which rules a stack has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frames {
    All,
    /// Those that have something more to read: sentences go on in the same ways.
    Unfinished,
}

/// One side, and what the search knows of it. Stacks are lists that share their tails; they and sets of them have numbers.
struct Side<'t> {
    tables: &'t Tables,
    frames: Frames,
    /// How many steps were taken.
    taken: usize,
    /// For each text, its tokens, each with those that match the same; none if it cannot be cut into tokens.
    texts: Vec<Option<Rc<[Vec<u16>]>>>,
    /// For each stack, its top and the stack below; the first is empty.
    stacks: Vec<(u16, usize)>,
    stack_numbers: HashMap<(u16, usize), usize>,
    sets: Vec<Vec<usize>>,
    set_numbers: HashMap<Vec<usize>, usize>,
    steps: HashMap<(usize, usize), Option<usize>>,
    moves: HashMap<usize, Rc<Moves>>,
    /// For each state, whether some text leads from it to the end of its rule. The others are as if they were not there: no
    /// sentence goes through them.
    is_productive: Vec<bool>,
    /// For each state, the fewest texts up to the end of its rule, and the edge that they begin with; once they are asked for.
    costs: Option<Costs>,
}

type Costs = Vec<Option<(usize, Option<usize>)>>;

/// What a stack can do.
#[derive(Default)]
struct Moves {
    takes: Vec<Take>,
    /// What ends at the end of the text, if it can end here.
    end: Option<Ended>,
    /// The rules that can end here, each with what ends before it.
    ended: Vec<(usize, Ended)>,
    /// The rules that can begin here.
    begun: Vec<usize>,
}

/// Rules that end one after the other: the number of the last of them in [`Moves::ended`]; none if there are none.
type Ended = Option<usize>;

impl Moves {
    /// The rules that end, innermost first.
    fn rules(&self, last: Ended) -> Vec<usize> {
        let before = std::iter::successors(last, |&at| self.ended[at].1);
        let mut rules: Vec<usize> = before.map(|at| self.ended[at].0).collect();
        rules.reverse();
        rules
    }
}

/// A token that a stack takes.
#[derive(Clone, Copy)]
struct Take {
    token: u16,
    /// The stack after it.
    left: usize,
    /// The rules that end before.
    ended: Ended,
    /// How many rules begin before, and are open.
    begun: usize,
}

impl<'t> Side<'t> {
    fn of(tables: &'t Tables, texts: &[String], frames: Frames) -> Self {
        Self {
            tables,
            frames,
            taken: 0,
            texts: texts.iter().map(|text| tokens_of(tables, text)).collect(),
            stacks: vec![(0, EMPTY)],
            stack_numbers: HashMap::new(),
            sets: Vec::new(),
            set_numbers: HashMap::new(),
            steps: HashMap::new(),
            moves: HashMap::new(),
            is_productive: productive(tables),
            costs: None,
        }
    }

    fn begin(&mut self) -> usize {
        let start = self.tables.rules[0].start;
        let stacks = match self.is_productive[usize::from(start)] {
            true => vec![self.stack(start, EMPTY)],
            false => Vec::new(),
        };
        self.set(stacks)
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
        for tokens in self.texts[text]
            .clone()
            .iter()
            .flat_map(|tokens| tokens.iter())
        {
            self.taken += stacks.len();
            let mut next = BTreeSet::new();
            for stack in stacks {
                let moves = self.moves(stack);
                self.taken += moves.takes.len() / TAKES_A_STEP;
                for take in &moves.takes {
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
        self.texts[text].as_ref().map_or(0, |tokens| tokens.len())
    }

    /// How a stack takes the last token of a text, and the rules that end before.
    fn take(&mut self, set: usize, text: usize) -> Option<(Take, Vec<usize>)> {
        let mut stacks = self.sets[set].clone();
        let mut first = None;
        for tokens in self.texts[text].clone()?.iter() {
            first = None;
            let mut next = Vec::new();
            for stack in stacks {
                let moves = self.moves(stack);
                for take in &moves.takes {
                    if tokens.contains(&take.token) {
                        first.get_or_insert_with(|| (*take, moves.rules(take.ended)));
                        next.push(take.left);
                    }
                }
            }
            stacks = next;
        }
        first
    }

    /// The stack without the rules that end whatever follows, unless it has all rules.
    fn without_ended(&self, stack: usize) -> usize {
        if self.frames == Frames::All {
            return stack;
        }
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
        let mut open = vec![(stack, None, 0_usize)];
        let mut seen = HashSet::from([stack]);
        while let Some((stack, ended, begun)) = open.pop() {
            self.taken += 1;
            if stack == EMPTY {
                moves.end.get_or_insert(ended);
                continue;
            }
            let (state, below) = self.stacks[stack];
            let found = self.tables.state(state);
            if found.is_final && seen.insert(below) {
                moves.ended.push((found.rule.into(), ended));
                let ended = Some(moves.ended.len() - 1);
                open.push((below, ended, begun.saturating_sub(1)));
            }
            for &(symbol, next) in self.tables.edges_of(state) {
                if !self.is_productive[usize::from(next)] {
                    continue;
                }
                match symbol {
                    Symbol::Token(token) => moves.takes.push(Take {
                        token,
                        left: self.stack(next, below),
                        ended,
                        begun,
                    }),
                    Symbol::Rule(rule) => {
                        let called = self.tables.rules[usize::from(rule)].start;
                        if !self.is_productive[usize::from(called)] {
                            continue;
                        }
                        let left = self.left(next, below);
                        let called = self.stack(called, left);
                        if seen.insert(called) {
                            moves.begun.push(rule.into());
                            open.push((called, ended, begun + 1));
                        }
                    }
                }
            }
        }
        let moves = Rc::new(moves);
        self.moves.insert(stack, Rc::clone(&moves));
        moves
    }

    /// What is below a rule that begins.
    fn left(&mut self, state: u16, below: usize) -> usize {
        match self.frames == Frames::Unfinished && self.tables.is_finished(state) {
            true => below,
            false => self.stack(state, below),
        }
    }

    fn can_end(&mut self, set: usize) -> bool {
        let stacks = self.sets[set].clone();
        stacks
            .into_iter()
            .any(|stack| self.moves(stack).end.is_some())
    }

    fn ended_at_end(&mut self, set: usize) -> Vec<usize> {
        let stacks = self.sets[set].clone();
        let mut ends = stacks.into_iter().filter_map(|stack| {
            let moves = self.moves(stack);
            Some(moves.rules(moves.end?))
        });
        ends.next().unwrap_or_default()
    }

    /// The rules that any of the stacks could end, and those that it could begin.
    fn could(&mut self, set: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut ended, mut begun) = (Vec::new(), Vec::new());
        for stack in self.sets[set].clone() {
            let moves = self.moves(stack);
            ended.extend(moves.ended.iter().map(|&(rule, _)| rule));
            begun.extend(&moves.begun);
        }
        self.taken += ended.len() + begun.len();
        (ended, begun)
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

    /// The fewest texts that end all that is open; of more than [`LONGEST`], the beginning.
    fn shortest_end(&mut self, stack: usize) -> Option<Vec<usize>> {
        let costs = match self.costs.take() {
            Some(costs) => costs,
            None => self.costs(),
        };
        let end = self.end_by(&costs, stack);
        self.costs = Some(costs);
        end
    }

    fn end_by(&self, costs: &Costs, stack: usize) -> Option<Vec<usize>> {
        let mut texts = Vec::new();
        // Each state costs more than those that it is read with, so this ends.
        let mut open: Vec<u16> = self.states_of(stack).collect();
        open.reverse();
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
    fn text_of(&self, token: u16) -> Option<usize> {
        let mut texts = self.texts.iter();
        texts.position(|tokens| {
            let tokens = tokens.as_deref();
            matches!(tokens, Some([only]) if only.contains(&token))
        })
    }

    fn costs(&self) -> Costs {
        let tables = self.tables;
        let states = 0..tables.states.len();
        let mut costs: Costs = states
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
                    let (Some(own), Some(rest)) = (own, rest) else {
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
}

/// The tokens that a text is cut into, each the longest; none, if it is not cut into tokens.
fn tokens_of(tables: &Tables, text: &str) -> Option<Rc<[Vec<u16>]>> {
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
    (!tokens.is_empty()).then(|| tokens.into())
}

/// For each state, whether some text leads from it to the end of its rule.
fn productive(tables: &Tables) -> Vec<bool> {
    let states = tables.states.iter();
    let mut productive: Vec<bool> = states.map(|state| state.is_final).collect();
    loop {
        let leads_on = |state: usize, productive: &[bool]| {
            let edges = tables.edges_of(u16::try_from(state).unwrap_or_default());
            edges.iter().any(|&(symbol, next)| {
                let is_read = match symbol {
                    Symbol::Token(_) => true,
                    Symbol::Rule(rule) => {
                        productive[usize::from(tables.rules[usize::from(rule)].start)]
                    }
                };
                is_read && productive[usize::from(next)]
            })
        };
        let mut is_changed = false;
        for state in (0..productive.len()).rev() {
            if !productive[state] && leads_on(state, &productive) {
                productive[state] = true;
                is_changed = true;
            }
        }
        if !is_changed {
            return productive;
        }
    }
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
