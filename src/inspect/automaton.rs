//! Claims about all texts: is there one for which a formula holds, and which is the shortest?
//!
//! A formula speaks of a text and of a place in it: that the next character is of a class, and what holds behind it; that
//! the text ends; that one position, which the formula may choose, is here, or before, or behind. Together with `not`,
//! `and`, `or` and recursion behind a character that says all that a PEG without recursion, or a regular expression,
//! can match, lookaheads and ordered choice included (an alternating automaton).
//!
//! What holds at a place depends on what stands behind it only. So texts are made from their ends: a state is what holds
//! of a suffix, and one more character in front of it leads to the next. There are finitely many states, and when all
//! were seen the answer holds of all texts there are.
//!
//! Invariant: characters that no class tells apart are one letter of the alphabet.

use crate::char_set::CharSet;
use std::collections::HashMap;

/// The place of a formula in [`Formulas`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Formula(usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    True,
    False,
    /// The text ends here.
    End,
    /// The marked position is here; it is in front; it is further on.
    Here,
    Behind,
    Ahead,
    /// A character of the set comes next, and behind it this holds.
    Step(CharSet, Formula),
    Not(Formula),
    And(Formula, Formula),
    Or(Formula, Formula),
    /// What is said of this number elsewhere: recursion, always behind a character.
    Defined(usize),
}

/// Formulas, each equal one only once.
#[derive(Debug)]
pub(crate) struct Formulas {
    nodes: Vec<Node>,
    places: HashMap<Node, Formula>,
    definitions: Vec<Formula>,
}

/// A text, and the position in it that a formula marks, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Witness {
    pub(crate) text: String,
    pub(crate) position: usize,
}

impl Formulas {
    pub(crate) const TRUE: Formula = Formula(0);
    pub(crate) const FALSE: Formula = Formula(1);
    /// The text ends here.
    pub(crate) const END: Formula = Formula(2);
    /// The marked position is this one.
    pub(crate) const HERE: Formula = Formula(3);
    /// This position is behind the marked one.
    pub(crate) const BEHIND: Formula = Formula(4);
    /// The marked position is still to come.
    pub(crate) const AHEAD: Formula = Formula(5);

    pub(crate) fn new() -> Self {
        let mut formulas = Self {
            nodes: Vec::new(),
            places: HashMap::new(),
            definitions: Vec::new(),
        };
        for constant in [
            Node::True,
            Node::False,
            Node::End,
            Node::Here,
            Node::Behind,
            Node::Ahead,
        ] {
            formulas.add(constant);
        }
        formulas
    }

    fn add(&mut self, node: Node) -> Formula {
        if let Some(&place) = self.places.get(&node) {
            return place;
        }
        let place = Formula(self.nodes.len());
        self.nodes.push(node.clone());
        self.places.insert(node, place);
        place
    }

    pub(crate) fn step(&mut self, set: CharSet, then: Formula) -> Formula {
        match set.is_empty() || then == Self::FALSE {
            true => Self::FALSE,
            false => self.add(Node::Step(set, then)),
        }
    }

    pub(crate) fn not(&mut self, formula: Formula) -> Formula {
        match self.nodes[formula.0] {
            Node::True => Self::FALSE,
            Node::False => Self::TRUE,
            Node::Not(inner) => inner,
            _ => self.add(Node::Not(formula)),
        }
    }

    pub(crate) fn and(&mut self, first: Formula, second: Formula) -> Formula {
        match (first, second) {
            (Self::TRUE, other) | (other, Self::TRUE) => other,
            (Self::FALSE, _) | (_, Self::FALSE) => Self::FALSE,
            _ if first == second => first,
            _ => self.add(Node::And(first.min(second), first.max(second))),
        }
    }

    pub(crate) fn or(&mut self, first: Formula, second: Formula) -> Formula {
        match (first, second) {
            (Self::FALSE, other) | (other, Self::FALSE) => other,
            (Self::TRUE, _) | (_, Self::TRUE) => Self::TRUE,
            _ if first == second => first,
            _ => self.add(Node::Or(first.min(second), first.max(second))),
        }
    }

    /// Both, or neither, does not hold.
    pub(crate) fn differ(&mut self, first: Formula, second: Formula) -> Formula {
        let not_first = self.not(first);
        let not_second = self.not(second);
        let only_first = self.and(first, not_second);
        let only_second = self.and(not_first, second);
        self.or(only_first, only_second)
    }

    /// A formula that `body` may use behind a character, and that says what `body` makes of it.
    pub(crate) fn recursive<E>(
        &mut self,
        body: impl FnOnce(&mut Self, Formula) -> Result<Formula, E>,
    ) -> Result<Formula, E> {
        let number = self.definitions.len();
        self.definitions.push(Self::FALSE);
        let formula = self.add(Node::Defined(number));
        self.definitions[number] = body(self, formula)?;
        Ok(formula)
    }

    /// The shortest text for which the formula holds at its beginning, and the position that it marks; `None` if there
    /// is no such text.
    pub(crate) fn find(&self, formula: Formula) -> Option<Witness> {
        Search::new(self, formula).shortest()
    }

    /// Where the marked position must be in this text for the formula to hold at its beginning, in bytes; the first if
    /// there are several.
    pub(crate) fn position(&self, formula: Formula, text: &str) -> Option<usize> {
        let search = Search::new(self, formula);
        let ends = text.char_indices().map(|(start, _)| start);
        ends.chain([text.len()])
            .find(|&position| search.holds(text, position))
    }
}

/// How the marked position lies to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Behind,
    Here,
    Ahead,
}

impl Phase {
    /// Of places one character further to the left.
    fn before(self) -> &'static [Self] {
        match self {
            Self::Behind => &[Self::Behind, Self::Here],
            Self::Here | Self::Ahead => &[Self::Ahead],
        }
    }
}

/// What holds of a suffix: of each formula that stands behind a character, whether it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    phase: Phase,
    holds: Vec<bool>,
}

/// One formula, and all that it is made of, in an order in which it can be computed.
struct Search<'f> {
    formulas: &'f Formulas,
    formula: Formula,
    /// What stands behind a character anywhere in the formula.
    targets: Vec<Formula>,
    target_places: HashMap<Formula, usize>,
    /// Every formula that must be known, those before it that it is made of.
    order: Vec<Formula>,
    /// Of each formula that begins with a character, its class and its target.
    steps: Vec<(usize, usize)>,
    alphabet: Vec<char>,
    sets: Vec<CharSet>,
    /// Of each class, which letters are in it.
    members: Vec<Vec<bool>>,
    /// Whether the formula speaks of a marked position at all.
    is_marked: bool,
}

impl<'f> Search<'f> {
    fn new(formulas: &'f Formulas, formula: Formula) -> Self {
        let mut search = Self {
            formulas,
            formula,
            targets: Vec::new(),
            target_places: HashMap::new(),
            order: Vec::new(),
            steps: vec![(0, 0); formulas.nodes.len()],
            alphabet: Vec::new(),
            sets: Vec::new(),
            members: Vec::new(),
            is_marked: false,
        };
        let mut seen = vec![false; formulas.nodes.len()];
        search.visit(formula, &mut seen);
        let mut next = 0;
        while let Some(&target) = search.targets.get(next) {
            search.visit(target, &mut seen);
            next += 1;
        }
        search.alphabet = letters(&search.sets);
        let members = |set: &CharSet| search.alphabet.iter().map(|&c| set.contains(c)).collect();
        search.members = search.sets.iter().map(members).collect();
        search
    }

    fn visit(&mut self, formula: Formula, seen: &mut [bool]) {
        if std::mem::replace(&mut seen[formula.0], true) {
            return;
        }
        match &self.formulas.nodes[formula.0] {
            Node::True | Node::False | Node::End => {}
            Node::Here | Node::Behind | Node::Ahead => self.is_marked = true,
            Node::Step(set, then) => {
                let class = self.sets.iter().position(|known| known == set);
                let class = class.unwrap_or_else(|| {
                    self.sets.push(set.clone());
                    self.sets.len() - 1
                });
                let target = *self.target_places.entry(*then).or_insert_with(|| {
                    self.targets.push(*then);
                    self.targets.len() - 1
                });
                self.steps[formula.0] = (class, target);
            }
            Node::Not(inner) => self.visit(*inner, seen),
            Node::And(first, second) | Node::Or(first, second) => {
                self.visit(*first, seen);
                self.visit(*second, seen);
            }
            Node::Defined(number) => {
                self.visit(self.formulas.definitions[*number], seen);
            }
        }
        self.order.push(formula);
    }

    /// Computes what holds at a place: `next` is the letter that follows and what holds behind it, if any does.
    fn evaluate(&self, phase: Phase, next: Option<(usize, &State)>, values: &mut [bool]) {
        for &formula in &self.order {
            values[formula.0] = match &self.formulas.nodes[formula.0] {
                Node::True => true,
                Node::False => false,
                Node::End => next.is_none(),
                Node::Here => phase == Phase::Here,
                Node::Behind => phase == Phase::Behind,
                Node::Ahead => phase == Phase::Ahead,
                Node::Step(..) => next.is_some_and(|(letter, state)| {
                    let (class, target) = self.steps[formula.0];
                    self.members[class][letter] && state.holds[target]
                }),
                Node::Not(inner) => !values[inner.0],
                Node::And(first, second) => values[first.0] && values[second.0],
                Node::Or(first, second) => values[first.0] || values[second.0],
                Node::Defined(number) => values[self.formulas.definitions[*number].0],
            };
        }
    }

    fn state(&self, phase: Phase, values: &[bool]) -> State {
        let holds = self.targets.iter().map(|target| values[target.0]).collect();
        State { phase, holds }
    }

    fn shortest(&self) -> Option<Witness> {
        // Of each state, the letter that leads to it and the state behind that.
        let mut states: Vec<(State, Option<(usize, usize)>)> = Vec::new();
        let mut known: HashMap<State, usize> = HashMap::new();
        let mut values = vec![false; self.formulas.nodes.len()];
        let starts: &[Phase] = match self.is_marked {
            true => &[Phase::Here, Phase::Behind],
            false => &[Phase::Here],
        };
        for &phase in starts {
            self.evaluate(phase, None, &mut values);
            let state = self.state(phase, &values);
            if phase != Phase::Behind && values[self.formula.0] {
                return Some(self.witness(&states, None));
            }
            known.insert(state.clone(), states.len());
            states.push((state, None));
        }
        let mut next = 0;
        while next < states.len() {
            for letter in 0..self.alphabet.len() {
                let state = &states[next].0;
                let phases = match self.is_marked {
                    true => state.phase.before(),
                    false => &[Phase::Here],
                };
                let state = state.clone();
                for &phase in phases {
                    self.evaluate(phase, Some((letter, &state)), &mut values);
                    if phase != Phase::Behind && values[self.formula.0] {
                        let witness = self.witness(&states, Some((letter, next)));
                        return Some(witness);
                    }
                    let reached = self.state(phase, &values);
                    if !known.contains_key(&reached) {
                        known.insert(reached.clone(), states.len());
                        states.push((reached, Some((letter, next))));
                    }
                }
            }
            next += 1;
        }
        None
    }

    /// The text that led here; its first letter, and the state behind that, are `last`.
    fn witness(
        &self,
        states: &[(State, Option<(usize, usize)>)],
        last: Option<(usize, usize)>,
    ) -> Witness {
        let mut witness = Witness {
            text: String::new(),
            position: 0,
        };
        let mut link = last;
        while let Some((letter, behind)) = link {
            witness.text.push(self.alphabet[letter]);
            let (state, before) = &states[behind];
            if state.phase == Phase::Here {
                witness.position = witness.text.len();
            }
            link = *before;
        }
        witness
    }

    /// Whether the formula holds at the text's beginning, if this is the marked position.
    fn holds(&self, text: &str, position: usize) -> bool {
        let phase = |place: usize| match place.cmp(&position) {
            std::cmp::Ordering::Less => Phase::Ahead,
            std::cmp::Ordering::Equal => Phase::Here,
            std::cmp::Ordering::Greater => Phase::Behind,
        };
        let mut values = vec![false; self.formulas.nodes.len()];
        self.evaluate(phase(text.len()), None, &mut values);
        let mut state = self.state(phase(text.len()), &values);
        for (place, character) in text.char_indices().rev() {
            self.evaluate_character(phase(place), character, &state, &mut values);
            state = self.state(phase(place), &values);
        }
        values[self.formula.0]
    }

    /// Like [`evaluate`](Self::evaluate), for a character that need not stand for its letter.
    fn evaluate_character(
        &self,
        phase: Phase,
        character: char,
        state: &State,
        values: &mut [bool],
    ) {
        let is_same = |&letter: &usize| {
            let mut classes = self.sets.iter().zip(&self.members);
            classes.all(|(set, members)| members[letter] == set.contains(character))
        };
        if let Some(letter) = (0..self.alphabet.len()).find(is_same) {
            self.evaluate(phase, Some((letter, state)), values);
        }
    }
}

/// A character for each way to be in some of the sets and not in the others; those first that are easily read.
fn letters(sets: &[CharSet]) -> Vec<char> {
    let readable = "a1eE:x<>\"'.,;-_ b0AZf".chars();
    let graphic = (' '..='~').chain(['\t', '\n', '\r', 'é', '·', '世', '😀']);
    let edges = sets.iter().flat_map(|set| {
        set.complement()
            .ranges()
            .chain(set.ranges())
            .map(|range| *range.start())
            .collect::<Vec<_>>()
    });
    let mut seen = std::collections::HashSet::new();
    readable
        .chain(graphic)
        .chain(edges)
        .chain([char::MAX])
        .filter(|&character| {
            let members: Vec<bool> = sets.iter().map(|set| set.contains(character)).collect();
            seen.insert(members)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(formulas: &mut Formulas, character: char, then: Formula) -> Formula {
        formulas.step(CharSet::one(character), then)
    }

    #[test]
    fn the_shortest_text_is_found_if_there_is_one() {
        let mut formulas = Formulas::new();
        let end = one(&mut formulas, 'b', Formulas::END);
        let text = one(&mut formulas, 'a', end);
        let found = formulas.find(text).unwrap();
        assert_eq!(found.text, "ab");
        let not = formulas.not(text);
        let contradiction = formulas.and(text, not);
        assert_eq!(formulas.find(contradiction), None);
        assert_eq!(formulas.find(Formulas::TRUE).unwrap().text, "");
    }

    /// `a*` up to the marked position, and a `b` behind it.
    #[test]
    fn recursion_and_the_marked_position() {
        let mut formulas = Formulas::new();
        let b = one(&mut formulas, 'b', Formulas::TRUE);
        let stop = formulas.and(Formulas::HERE, b);
        let run = formulas
            .recursive::<()>(|formulas, again| {
                let more = one(formulas, 'a', again);
                Ok(formulas.or(more, stop))
            })
            .unwrap();
        assert_eq!(formulas.position(run, "aab"), Some(2));
        assert_eq!(formulas.position(run, "aac"), None);
        let first = one(&mut formulas, 'a', Formulas::TRUE);
        let longer = formulas.and(first, run);
        let found = formulas.find(longer).unwrap();
        assert_eq!((found.text.as_str(), found.position), ("ab", 1));
    }

    /// The longest of `a` and `aa` is `aa`.
    #[test]
    fn a_longer_match_can_be_excluded() {
        let mut formulas = Formulas::new();
        let matches = |formulas: &mut Formulas, end: Formula| {
            let two = one(formulas, 'a', end);
            let either = formulas.or(end, two);
            one(formulas, 'a', either)
        };
        let here = matches(&mut formulas, Formulas::HERE);
        let behind = matches(&mut formulas, Formulas::BEHIND);
        let not_longer = formulas.not(behind);
        let longest = formulas.and(here, not_longer);
        assert_eq!(formulas.position(longest, "aaa"), Some(2));
        assert_eq!(formulas.position(longest, "ab"), Some(1));
        assert_eq!(formulas.position(longest, "b"), None);
    }

    #[test]
    fn characters_that_no_class_tells_apart_are_one_letter() {
        let mut formulas = Formulas::new();
        let digits = formulas.step(CharSet::range('0', '9'), Formulas::END);
        let search = Search::new(&formulas, digits);
        assert_eq!(search.alphabet.len(), 2);
        assert_eq!(formulas.position(digits, "7"), Some(0));
        assert_eq!(formulas.position(digits, "x"), None);
    }
}
