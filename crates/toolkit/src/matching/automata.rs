//! The smallest automata of formulas, over letters that are given.
//!
//! Invariant: a state from which nothing is accepted has no number, and each other state is reached from the first.

use super::effort::Unanswered;
use super::formulas::{Formula, Formulas, Phase};
use std::collections::{BTreeMap, HashMap};

/// A state of an automaton that reads a text; its first one is where a text begins.
///
/// [`Proof`](crate::Proof) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextState {
    /// Whether the text may end here.
    pub accepts: bool,
    /// By letter, the state after it; none, if no text goes on with it.
    pub next: Vec<Option<usize>>,
}

/// A state of an automaton that reads a text up to where a match of its beginning ends.
///
/// [`Proof`](crate::Proof) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedState {
    /// If a match may end here, the state that reads what comes after it.
    pub mark: Option<usize>,
    /// By letter, the state after it; none, if no match goes on with it.
    pub next: Vec<Option<usize>>,
}

/// States by number, with the states that letters lead to.
struct StateGraph {
    states: Vec<(Formula, bool)>,
    next: Vec<Vec<usize>>,
}

/// The automaton of the texts for which a formula holds that marks no position.
pub(crate) fn of_texts(
    formulas: &mut Formulas,
    formula: Formula,
    letters: &[char],
) -> Result<Vec<TextState>, Unanswered> {
    formulas.begin();
    let graph = StateGraph::behind(formulas, &[formula], letters);
    let accepts = graph.accepts(formulas);
    formulas.check()?;
    let numbered = NumberedStates::of(&accepts, &graph.next, &[0], &0);
    Ok(numbered.texts(&accepts, &graph.next))
}

/// The automata of a formula that marks where a match ends: of the texts before the mark, and of those behind it.
pub(crate) fn of_matches(
    formulas: &mut Formulas,
    formula: Formula,
    letters: &[char],
) -> Result<(Vec<MarkedState>, Vec<TextState>), Unanswered> {
    formulas.begin();
    let before = StateGraph::of(
        formulas,
        vec![(formula, false)],
        |formulas, state, letter| (formulas.derivative(state.0, letter, Phase::Ahead), false),
        letters,
    );
    let marked: Vec<Formula> = before.states.iter().map(|state| state.0).collect();
    let behind = StateGraph::behind(formulas, &marked, letters);
    let accepts = behind.accepts(formulas);
    formulas.check()?;
    let classes = classes(&accepts, &behind.next);
    let marks: Vec<usize> = (0..before.states.len())
        .map(|state| classes[state])
        .collect();
    let dead = dead_class(&accepts, &behind.next, &classes);
    // One number more than the classes stands for the state from which nothing is accepted.
    let none = classes.len();
    let marks: Vec<usize> = marks
        .into_iter()
        .map(|class| if Some(class) == dead { none } else { class })
        .collect();
    let of_before = NumberedStates::of(&marks, &before.next, &[0], &none);
    let reached = of_before.states.clone();
    let of_behind = NumberedStates::of(&accepts, &behind.next, &reached, &0);
    let matches = of_before.states.iter().map(|&state| MarkedState {
        mark: of_behind.number(state),
        next: of_before.next(&before.next, state),
    });
    Ok((matches.collect(), of_behind.texts(&accepts, &behind.next)))
}

impl StateGraph {
    fn of(
        formulas: &mut Formulas,
        starts: Vec<(Formula, bool)>,
        step: impl Fn(&mut Formulas, (Formula, bool), char) -> (Formula, bool),
        letters: &[char],
    ) -> Self {
        let mut states = starts;
        let mut numbers: HashMap<(Formula, bool), usize> = HashMap::new();
        for (number, &state) in states.iter().enumerate() {
            numbers.entry(state).or_insert(number);
        }
        let mut next: Vec<Vec<usize>> = Vec::new();
        while let Some(&state) = states.get(next.len()) {
            let mut row = Vec::with_capacity(letters.len());
            for &letter in letters {
                let to = step(formulas, state, letter);
                let number = *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                });
                row.push(number);
            }
            next.push(row);
        }
        Self { states, next }
    }

    /// The claims of these formulas about the text from the marked position on.
    fn behind(formulas: &mut Formulas, starts: &[Formula], letters: &[char]) -> Self {
        let starts = starts.iter().map(|&formula| (formula, false)).collect();
        Self::of(
            formulas,
            starts,
            |formulas, (formula, is_behind), letter| {
                (formulas.derivative(formula, letter, phase(is_behind)), true)
            },
            letters,
        )
    }

    /// For each state 1 if the text may end there, else 0.
    fn accepts(&self, formulas: &mut Formulas) -> Vec<usize> {
        let states = self.states.iter();
        states
            .map(|&(formula, is_behind)| {
                usize::from(formulas.holds_at_end(formula, phase(is_behind)))
            })
            .collect()
    }
}

fn phase(is_behind: bool) -> Phase {
    match is_behind {
        true => Phase::Behind,
        false => Phase::Here,
    }
}

/// The states that are needed, in the order in which they are reached, one for each class of equal ones.
struct NumberedStates {
    states: Vec<usize>,
    classes: Vec<usize>,
    numbers: BTreeMap<usize, usize>,
}

impl NumberedStates {
    /// `nothing` is the value of a state from which nothing is accepted.
    fn of(values: &[usize], next: &[Vec<usize>], starts: &[usize], nothing: &usize) -> Self {
        let classes = classes(values, next);
        let dead = (0..values.len()).find(|&state| {
            values[state] == *nothing && next[state].iter().all(|&to| classes[to] == classes[state])
        });
        let dead = dead.map(|state| classes[state]);
        let mut numbered = Self {
            states: Vec::new(),
            classes,
            numbers: BTreeMap::new(),
        };
        let mut open: Vec<usize> = starts.to_vec();
        let mut at = 0;
        while let Some(&state) = open.get(at) {
            at += 1;
            let class = numbered.classes[state];
            if Some(class) == dead || numbered.numbers.contains_key(&class) {
                continue;
            }
            numbered.numbers.insert(class, numbered.states.len());
            numbered.states.push(state);
            open.extend_from_slice(&next[state]);
        }
        numbered
    }

    fn number(&self, state: usize) -> Option<usize> {
        self.numbers.get(&self.classes[state]).copied()
    }

    fn next(&self, next: &[Vec<usize>], state: usize) -> Vec<Option<usize>> {
        next[state].iter().map(|&to| self.number(to)).collect()
    }

    fn texts(&self, accepts: &[usize], next: &[Vec<usize>]) -> Vec<TextState> {
        let states = self.states.iter().map(|&state| TextState {
            accepts: accepts[state] == 1,
            next: self.next(next, state),
        });
        states.collect()
    }
}

/// For each state its class: two are in one if no text tells them apart (Moore 1956).
fn classes(values: &[usize], next: &[Vec<usize>]) -> Vec<usize> {
    let mut classes: Vec<usize> = values.to_vec();
    let mut count = 0;
    loop {
        let mut numbers: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
        let refined: Vec<usize> = (0..values.len())
            .map(|state| {
                let to = next[state].iter().map(|&to| classes[to]).collect();
                let number = numbers.len();
                *numbers.entry((classes[state], to)).or_insert(number)
            })
            .collect();
        if numbers.len() == count {
            return refined;
        }
        count = numbers.len();
        classes = refined;
    }
}

/// The class of the states from which nothing is accepted.
fn dead_class(accepts: &[usize], next: &[Vec<usize>], classes: &[usize]) -> Option<usize> {
    let mut states = 0..accepts.len();
    let dead = states.find(|&state| {
        accepts[state] == 0 && next[state].iter().all(|&to| classes[to] == classes[state])
    })?;
    Some(classes[dead])
}
