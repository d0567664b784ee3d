//! Deterministic automata over characters: operations on them, and their form as data.

use super::error::CompileError;
use super::numbers::{MOST_STATES, divided, narrow, numbered};
use crate::scanner::Scanner;
use notation::CharSet;
use std::collections::{BTreeMap, BTreeSet};

/// State 0 is dead, state 1 the first.
pub(super) struct Deterministic {
    /// Where ranges of characters begin.
    pub(super) bounds: Vec<u32>,
    /// For each state and range, the next state.
    pub(super) table: Vec<usize>,
    /// For each state, the tokens that end there.
    pub(super) accepts: Vec<BTreeSet<usize>>,
}

impl Deterministic {
    pub(super) fn next(&self, state: usize, class: usize) -> usize {
        self.table[state * self.bounds.len() + class]
    }

    /// The characters of each range.
    pub(super) fn sets(&self) -> Vec<CharSet> {
        let ends = self.bounds.iter().skip(1).copied().chain([u32::MAX]);
        let ranges = self.bounds.iter().zip(ends);
        let last = |end: u32| (end - 1).min(char::MAX.into());
        ranges
            .map(|(&first, end)| CharSet::from_ranges(vec![(first, last(end))]))
            .collect()
    }

    /// Lets each token end at the first possible place.
    pub(super) fn cut_at_first(mut self) -> Self {
        let width = self.bounds.len();
        for (state, accepts) in self.accepts.iter().enumerate() {
            if !accepts.is_empty() {
                self.table[state * width..(state + 1) * width].fill(0);
            }
        }
        self
    }

    /// The texts that this one accepts and the other does not.
    pub(super) fn without(&self, other: &Self) -> Result<Self, CompileError> {
        let bounds: BTreeSet<u32> = self.bounds.iter().chain(&other.bounds).copied().collect();
        let bounds: Vec<u32> = bounds.into_iter().collect();
        let class = |of: &[u32], bound: u32| of.partition_point(|&other| other <= bound) - 1;
        let mut known = BTreeMap::from([((0, 0), 0), ((1, 1), 1)]);
        let mut pairs = vec![(0, 0), (1, 1)];
        let mut table = vec![0; bounds.len()];
        let mut index = 1;
        while index < pairs.len() {
            let (first, second) = pairs[index];
            for &bound in &bounds {
                let next = (
                    self.next(first, class(&self.bounds, bound)),
                    other.next(second, class(&other.bounds, bound)),
                );
                let next = if next.0 == 0 { (0, 0) } else { next };
                let number = *known.entry(next).or_insert(pairs.len());
                if number == pairs.len() {
                    pairs.push(next);
                }
                table.push(number);
            }
            index += 1;
            if pairs.len() > MOST_STATES {
                return Err(CompileError::TooLarge);
            }
        }
        let accepts = pairs
            .iter()
            .map(|&(first, second)| match other.accepts[second].is_empty() {
                true => self.accepts[first].clone(),
                false => BTreeSet::new(),
            });
        Ok(Self {
            accepts: accepts.collect(),
            bounds,
            table,
        })
    }

    /// Joins states that do the same, and ranges that no state tells apart.
    pub(super) fn minimal(mut self) -> Self {
        let states = self.accepts.len();
        let width = self.bounds.len();
        // States from which no token can end are dead.
        let alive = self.alive();
        for next in &mut self.table {
            if alive[*next].is_empty() {
                *next = 0;
            }
        }
        let parts = numbered((0..states).map(|state| (&self.accepts[state], state == 0)));
        let parts = divided(parts, |state, parts| {
            let row = self.table[state * width..(state + 1) * width].iter();
            row.map(|&next| parts[next]).collect::<Vec<usize>>()
        });
        // States 0 and 1 are the first of their parts, so their numbers stay.
        let count = parts.iter().max().map_or(0, |last| last + 1);
        let mut accepts = vec![BTreeSet::new(); count];
        let mut table = vec![0; count * width];
        for state in 0..states {
            let part = parts[state];
            accepts[part] = self.accepts[state].clone();
            for class in 0..width {
                table[part * width + class] = parts[self.next(state, class)];
            }
        }
        Self {
            bounds: self.bounds,
            table,
            accepts,
        }
    }

    /// The automaton as data.
    pub(super) fn scanner(&self) -> Result<Scanner, CompileError> {
        let width = self.bounds.len();
        let states = self.accepts.len();
        let columns = numbered((0..width).map(|class| {
            let column: Vec<usize> = (0..states).map(|state| self.next(state, class)).collect();
            column
        }));
        let classes = columns.iter().max().map_or(0, |last| last + 1);
        let mut next = vec![0; states * classes];
        for state in 0..states {
            for (range, &class) in columns.iter().enumerate() {
                next[state * classes + class] = narrow(self.next(state, range))?;
            }
        }
        let column_of = |character: u32| {
            let range = self.bounds.partition_point(|&bound| bound <= character) - 1;
            u8::try_from(columns[range]).map_err(|_| CompileError::TooLarge)
        };
        let ascii: Result<Vec<u8>, _> = (0..128).map(column_of).collect();
        let mut bounds: Vec<u32> = Vec::new();
        let mut range_classes: Vec<u8> = Vec::new();
        for bound in self.bounds.iter().copied().filter(|&bound| bound >= 128) {
            if bounds.is_empty() && bound > 128 {
                bounds.push(128);
                range_classes.push(column_of(128)?);
            }
            bounds.push(bound);
            range_classes.push(column_of(bound)?);
        }
        if bounds.is_empty() {
            bounds.push(128);
            range_classes.push(column_of(128)?);
        }
        let alive = self.alive();
        let mut lists = TokenLists::default();
        let accepts: Result<Vec<u16>, _> =
            self.accepts.iter().map(|list| lists.add(list)).collect();
        let alive: Result<Vec<u16>, _> = alive.iter().map(|list| lists.add(list)).collect();
        Ok(Scanner {
            ascii: ascii?.into(),
            bounds: bounds.into(),
            classes: range_classes.into(),
            width: classes,
            next: next.into(),
            accepts: accepts?.into(),
            alive: alive?.into(),
            lists: lists.list.into(),
        })
    }

    /// For each state, the tokens that end there or further on.
    fn alive(&self) -> Vec<BTreeSet<usize>> {
        let mut alive = self.accepts.clone();
        let rows = self.table.chunks(self.bounds.len());
        let successors: Vec<BTreeSet<usize>> =
            rows.map(|row| row.iter().copied().collect()).collect();
        loop {
            let mut is_changed = false;
            for state in (0..alive.len()).rev() {
                let further = successors[state].iter();
                let new: Vec<usize> = further
                    .flat_map(|&next| alive[next].difference(&alive[state]).copied())
                    .collect();
                is_changed |= !new.is_empty();
                alive[state].extend(new);
            }
            if !is_changed {
                return alive;
            }
        }
    }
}

/// Lists of tokens, one after the other; the first is empty.
struct TokenLists {
    list: Vec<u16>,
    known: BTreeMap<BTreeSet<usize>, u16>,
}

impl Default for TokenLists {
    fn default() -> Self {
        Self {
            list: vec![0],
            known: BTreeMap::from([(BTreeSet::new(), 0)]),
        }
    }
}

impl TokenLists {
    fn add(&mut self, tokens: &BTreeSet<usize>) -> Result<u16, CompileError> {
        if let Some(&place) = self.known.get(tokens) {
            return Ok(place);
        }
        let place = narrow(self.list.len())?;
        self.list.push(narrow(tokens.len())?);
        for &token in tokens {
            self.list.push(narrow(token)?);
        }
        self.known.insert(tokens.clone(), place);
        Ok(place)
    }
}
