//! From expressions of terminals to one minimal automaton of all of them.
//!
//! Invariant: the automaton of a token accepts the texts that its expression matches and no others; that of several finds for each
//! text the tokens that accept it.

use super::deterministic::Deterministic;
use super::error::CompileError;
use super::numbers::MOST_STATES;
use crate::scanner::Scanner;
use foldhash::HashMap;
use notation::{CharSet, Expression, Grammar};
use std::collections::BTreeSet;
use std::ops::Range;

/// The largest total of nondeterministic states that the states of a deterministic automaton stand for.
const MOST_ENTRIES: usize = 5_000_000;

/// The definition of a token.
pub(super) struct Definition {
    pub(super) expression: Expression,
    /// Whether it ends at the first possible place instead of the last.
    pub(super) ends_at_first: bool,
}

/// The automaton of these tokens, in their order.
pub(super) fn scanner(
    grammar: &Grammar,
    definitions: &[Definition],
) -> Result<Scanner, CompileError> {
    let mut machine = Nondeterministic::default();
    let mut starts = Vec::new();
    for (token, definition) in definitions.iter().enumerate() {
        let start = machine.state();
        let mut builder = Builder {
            grammar,
            machine: &mut machine,
            open: Vec::new(),
        };
        let end = if definition.ends_at_first {
            let shortest = deterministic(grammar, &definition.expression, &[])?.cut_at_first();
            builder.embed(&shortest, start)
        } else {
            builder.build(&definition.expression, start)?
        };
        machine.states[end].accepts = Some(token);
        starts.push(start);
    }
    machine.determinize(&starts)?.minimal().scanner()
}

/// The automaton of one expression, within these terminals.
fn deterministic(
    grammar: &Grammar,
    expression: &Expression,
    open: &[String],
) -> Result<Deterministic, CompileError> {
    let mut machine = Nondeterministic::default();
    let start = machine.state();
    let mut builder = Builder {
        grammar,
        machine: &mut machine,
        open: open.to_vec(),
    };
    let end = builder.build(expression, start)?;
    machine.states[end].accepts = Some(0);
    machine.determinize(&[start])
}

#[derive(Default)]
struct Nondeterministic {
    states: Vec<NondeterministicState>,
}

/// A state: where it goes without reading, and on characters.
#[derive(Default)]
struct NondeterministicState {
    free: Vec<usize>,
    on: Vec<(CharSet, usize)>,
    accepts: Option<usize>,
}

struct Builder<'b> {
    grammar: &'b Grammar,
    machine: &'b mut Nondeterministic,
    /// The terminals that are being expanded: one within itself is not regular.
    open: Vec<String>,
}

impl Builder<'_> {
    /// Adds an expression after a state; returns the state after it.
    fn build(&mut self, expression: &Expression, from: usize) -> Result<usize, CompileError> {
        if self.machine.states.len() > MOST_STATES {
            return Err(CompileError::TooLarge);
        }
        if let Some(set) = self.class(expression) {
            let to = self.machine.state();
            self.machine.states[from].on.push((set, to));
            return Ok(to);
        }
        Ok(match expression {
            Expression::Literal { text, ignores_case } => {
                let mut at = from;
                for character in text.chars() {
                    let to = self.machine.state();
                    let set = CharSet::in_cases(character, *ignores_case);
                    self.machine.states[at].on.push((set, to));
                    at = to;
                }
                at
            }
            Expression::Name(name) => {
                if self.open.contains(name) {
                    return Err(CompileError::not_regular(name));
                }
                let rule = self.grammar.rule(name);
                let rule = rule.ok_or_else(|| CompileError::undefined(name))?;
                let expression = rule.expression.clone();
                self.open.push(name.clone());
                let to = self.build(&expression, from)?;
                self.open.pop();
                to
            }
            Expression::Sequence(parts) => {
                let mut at = from;
                for part in parts {
                    at = self.build(part, at)?;
                }
                at
            }
            Expression::Choice(parts) => {
                let end = self.machine.state();
                for part in parts {
                    let start = self.free_from(from);
                    let to = self.build(part, start)?;
                    self.machine.states[to].free.push(end);
                }
                end
            }
            Expression::Optional(body) => {
                let start = self.free_from(from);
                let to = self.build(body, start)?;
                let end = self.free_from(to);
                self.machine.states[from].free.push(end);
                end
            }
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                let start = self.free_from(from);
                let to = self.build(body, start)?;
                self.machine.states[to].free.push(start);
                let end = self.free_from(to);
                if matches!(expression, Expression::ZeroOrMore(_)) {
                    self.machine.states[start].free.push(end);
                }
                end
            }
            Expression::Difference(first, second) => {
                let first = deterministic(self.grammar, first, &self.open)?;
                let second = deterministic(self.grammar, second, &self.open)?;
                let difference = first.without(&second)?;
                self.embed(&difference, from)
            }
            Expression::Class(_)
            | Expression::Lookahead { .. }
            | Expression::Start
            | Expression::End => return Err(CompileError::not_regular("a lookahead")),
        })
    }

    fn free_from(&mut self, from: usize) -> usize {
        let to = self.machine.state();
        self.machine.states[from].free.push(to);
        to
    }

    /// The set of characters that an expression matches one of, if it is that simple, as `!A ~ ANY` of a PEG is, too.
    fn class(&self, expression: &Expression) -> Option<CharSet> {
        match expression {
            Expression::Class(class) => Some(class.set()),
            Expression::Literal { text, ignores_case } => {
                let mut characters = text.chars();
                let only = characters.next()?;
                let is_only = characters.next().is_none();
                is_only.then(|| CharSet::in_cases(only, *ignores_case))
            }
            Expression::Choice(parts) => parts
                .iter()
                .map(|part| self.class(part))
                .try_fold(CharSet::none(), |all, part| Some(all.union(&part?))),
            Expression::Difference(first, second) => {
                Some(self.class(first)?.difference(&self.class(second)?))
            }
            Expression::Sequence(parts) => match parts.as_slice() {
                [
                    Expression::Lookahead {
                        is_positive: false,
                        body,
                    },
                    rest,
                ] => Some(self.class(rest)?.difference(&self.class(body)?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Adds a copy of an automaton after a state; returns the state after it.
    fn embed(&mut self, automaton: &Deterministic, from: usize) -> usize {
        let states: Vec<usize> = (0..automaton.accepts.len())
            .map(|_| self.machine.state())
            .collect();
        let end = self.machine.state();
        self.machine.states[from].free.push(states[1]);
        for (state, &copy) in states.iter().enumerate().skip(1) {
            if !automaton.accepts[state].is_empty() {
                self.machine.states[copy].free.push(end);
            }
            for (class, set) in automaton.sets().into_iter().enumerate() {
                let next = automaton.next(state, class);
                if next != 0 {
                    self.machine.states[copy].on.push((set, states[next]));
                }
            }
        }
        end
    }
}

impl Nondeterministic {
    fn state(&mut self) -> usize {
        self.states.push(NondeterministicState::default());
        self.states.len() - 1
    }

    /// All states that can be reached without reading, in order.
    fn closed(&self, states: &[usize], seen: &mut [bool]) -> Vec<usize> {
        let mut closed = Vec::new();
        let mut new = states.to_vec();
        while let Some(state) = new.pop() {
            if !std::mem::replace(&mut seen[state], true) {
                closed.push(state);
                new.extend(&self.states[state].free);
            }
        }
        closed.iter().for_each(|&state| seen[state] = false);
        closed.sort_unstable();
        closed
    }

    /// For each state, where it goes on characters: each range of the bounds' numbers, and the next state.
    fn edges(&self, bounds: &[u32]) -> Vec<Vec<(Range<usize>, usize)>> {
        let edges = |state: &NondeterministicState| {
            let edges = state.on.iter().flat_map(|(set, next)| {
                set.code_points().iter().map(|&(first, last)| {
                    let from = bounds.partition_point(|&bound| bound < first);
                    let to = bounds.partition_point(|&bound| bound <= last);
                    (from..to, *next)
                })
            });
            edges.collect()
        };
        self.states.iter().map(edges).collect()
    }

    fn determinize(&self, starts: &[usize]) -> Result<Deterministic, CompileError> {
        let mut bounds = BTreeSet::from([0]);
        let on = self.states.iter().flat_map(|state| &state.on);
        for &(first, last) in on.flat_map(|(set, _)| set.code_points()) {
            bounds.extend([first, last + 1]);
        }
        let bounds: Vec<u32> = bounds.into_iter().collect();
        let edges = self.edges(&bounds);
        let mut seen = vec![false; self.states.len()];
        let start = self.closed(starts, &mut seen);
        let mut sets = vec![Vec::new(), start.clone()];
        let mut known = HashMap::from_iter([(Vec::new(), 0), (start, 1)]);
        let mut table = vec![0; bounds.len()];
        let (mut index, mut entries) = (1, 0);
        while index < sets.len() {
            let mut row: Vec<Vec<usize>> = vec![Vec::new(); bounds.len()];
            for (range, next) in sets[index].iter().flat_map(|&state: &usize| &edges[state]) {
                row[range.clone()]
                    .iter_mut()
                    .for_each(|cell| cell.push(*next));
            }
            // Many ranges of a row lead to the same states, and most to none.
            let mut reached: HashMap<Vec<usize>, usize> = HashMap::from_iter([(Vec::new(), 0)]);
            for cell in row {
                let number = *reached.entry(cell).or_insert_with_key(|cell| {
                    let next = self.closed(cell, &mut seen);
                    *known.entry(next).or_insert_with_key(|next| {
                        sets.push(next.clone());
                        sets.len() - 1
                    })
                });
                table.push(number);
            }
            index += 1;
            entries += sets[index - 1].len();
            if sets.len() > MOST_STATES || entries > MOST_ENTRIES {
                return Err(CompileError::TooLarge);
            }
        }
        let accepts = sets.iter().map(|set| {
            let accepts = set.iter().filter_map(|&state| self.states[state].accepts);
            accepts.collect()
        });
        Ok(Deterministic {
            accepts: accepts.collect(),
            bounds,
            table,
        })
    }
}
