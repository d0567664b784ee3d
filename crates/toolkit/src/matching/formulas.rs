//! Claims about all texts: is there one for which a formula holds, and which is the shortest?
//!
//! A formula is a claim about a place in a text: that the next character is of a class, and a claim about the rest; that the
//! text ends; that one position, which the formula may choose, is here, earlier or later. With `not`, `and`, `or` and
//! recursion after a character, formulas describe the matches of any PEG without recursion, or of any regular expression,
//! lookaheads and ordered choice included (an alternating automaton).
//!
//! The derivative of a formula by a character (Brzozowski, 1964) makes of the rest the claim that the formula makes of a text that
//! begins with that character. So formulas are states, and derivatives lead from one to the next. There are finitely many,
//! as those that are the same but for order and repetition are one; once all were seen, the answer holds for all texts.
//!
//! Invariant: equal formulas are one formula, and characters that no class tells apart are one letter of the alphabet.

use super::effort::{self, MOST_IN_A_SEARCH, Unanswered};
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use notation::CharSet;
use std::collections::BTreeSet;
use std::mem;
use std::rc::Rc;

/// The place of a formula in [`Formulas`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Formula(usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum FormulaNode {
    True,
    False,
    /// The text ends here.
    End,
    /// The marked position is here; it is earlier; it is further on.
    Here,
    Behind,
    Ahead,
    /// A character of the set at this place in [`Formulas::sets`] comes next, and after it this holds.
    Step(usize, Formula),
    Not(Formula),
    /// All of these hold; they are in order, each once.
    And(Rc<[Formula]>),
    /// One of these holds; they are in order, each once.
    Or(Rc<[Formula]>),
    /// The definition of this number: recursion, always after a character.
    Defined(usize),
}

/// Formulas, each equal one only once.
#[derive(Debug)]
pub(crate) struct Formulas {
    nodes: Vec<FormulaNode>,
    places: HashMap<FormulaNode, Formula>,
    definitions: Vec<Formula>,
    sets: Vec<CharSet>,
    set_places: HashMap<CharSet, usize>,
    /// The derivatives of formulas, by formula, character and phase; kept from one search to the next.
    derivatives: HashMap<(Formula, char, Phase), Formula>,
    /// The letters of formulas, and of the sets that they ask for next: one for each way to be in some of these only.
    letters: HashMap<Formula, Rc<[char]>>,
    letters_of_sets: HashMap<BTreeSet<usize>, Rc<[char]>>,
    /// Whether a formula holds where the text ends, by formula and phase.
    at_end: HashMap<(Formula, Phase), bool>,
    /// For each formula, the last visit that came to it, and the number of visits so far.
    visited: Vec<u64>,
    visits: u64,
    /// How many steps the search has taken, and whether that is more than it may.
    steps: u64,
    is_cut_short: bool,
}

/// How many steps it takes to make one.
const COST_OF_A_FORMULA: usize = 4;

/// How many formulas there may be.
const MOST_FORMULAS: usize = 1_000_000;

/// How many formulas and derivatives may be kept for other questions.
const MANY_FORMULAS: usize = 250_000;
const MANY_DERIVATIVES: usize = 2_500_000;

/// A text for which a formula holds, and the position in it that the formula marks, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Witness {
    pub(crate) text: String,
    pub(crate) position: usize,
}

/// How a place lies to the marked position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// The marked position is further on.
    Ahead,
    Here,
    Behind,
}

impl Formulas {
    pub(crate) const TRUE: Formula = Formula(0);
    pub(crate) const FALSE: Formula = Formula(1);
    /// The text ends here.
    pub(crate) const END: Formula = Formula(2);
    /// The marked position is this one.
    pub(crate) const HERE: Formula = Formula(3);
    /// This position is after the marked one.
    pub(crate) const BEHIND: Formula = Formula(4);
    /// The marked position is still to come.
    pub(crate) const AHEAD: Formula = Formula(5);

    pub(crate) fn new() -> Self {
        let mut formulas = Self {
            nodes: Vec::new(),
            places: HashMap::new(),
            definitions: Vec::new(),
            sets: Vec::new(),
            set_places: HashMap::new(),
            derivatives: HashMap::new(),
            letters: HashMap::new(),
            letters_of_sets: HashMap::new(),
            at_end: HashMap::new(),
            visited: Vec::new(),
            visits: 0,
            steps: 0,
            is_cut_short: false,
        };
        for constant in [
            FormulaNode::True,
            FormulaNode::False,
            FormulaNode::End,
            FormulaNode::Here,
            FormulaNode::Behind,
            FormulaNode::Ahead,
        ] {
            formulas.add(constant);
        }
        formulas
    }

    fn add(&mut self, node: FormulaNode) -> Formula {
        if let Some(&place) = self.places.get(&node) {
            return place;
        }
        self.step_on(COST_OF_A_FORMULA);
        let place = Formula(self.nodes.len());
        self.nodes.push(node.clone());
        self.places.insert(node, place);
        place
    }

    pub(crate) fn step(&mut self, set: CharSet, then: Formula) -> Formula {
        if set.is_empty() || then == Self::FALSE {
            return Self::FALSE;
        }
        let place = match self.set_places.get(&set) {
            Some(&known) => known,
            None => {
                self.sets.push(set.clone());
                self.set_places.insert(set, self.sets.len() - 1);
                self.sets.len() - 1
            }
        };
        self.add(FormulaNode::Step(place, then))
    }

    pub(crate) fn not(&mut self, formula: Formula) -> Formula {
        match self.nodes[formula.0] {
            FormulaNode::True => Self::FALSE,
            FormulaNode::False => Self::TRUE,
            FormulaNode::Not(inner) => inner,
            _ => self.add(FormulaNode::Not(formula)),
        }
    }

    pub(crate) fn and(&mut self, first: Formula, second: Formula) -> Formula {
        self.all(vec![first, second])
    }

    pub(crate) fn or(&mut self, first: Formula, second: Formula) -> Formula {
        self.any(vec![first, second])
    }

    /// Every one of them holds.
    fn all(&mut self, parts: Vec<Formula>) -> Formula {
        self.joined(parts, Self::TRUE, Self::FALSE)
    }

    /// One of them holds.
    fn any(&mut self, parts: Vec<Formula>) -> Formula {
        self.joined(parts, Self::FALSE, Self::TRUE)
    }

    fn joined(&mut self, parts: Vec<Formula>, neutral: Formula, deciding: Formula) -> Formula {
        match self.kept(parts, neutral, deciding).as_deref() {
            None => deciding,
            Some([]) => neutral,
            Some(&[only]) => only,
            Some(kept) if neutral == Self::TRUE => self.add(FormulaNode::And(kept.into())),
            Some(kept) => self.add(FormulaNode::Or(kept.into())),
        }
    }

    /// The parts that matter of those that are joined: without the neutral one, and with parts within joined ones in their place.
    /// None, if one of them, or two together, decide.
    fn kept(
        &mut self,
        parts: Vec<Formula>,
        neutral: Formula,
        deciding: Formula,
    ) -> Option<Vec<Formula>> {
        self.step_on(parts.len());
        // The parts of those that are joined in the same way, and of those that are joined in the other.
        let joined = |part: Formula, is_same: bool| match (&self.nodes[part.0], is_same) {
            (FormulaNode::And(parts), same) if same == (neutral == Self::TRUE) => Some(parts),
            (FormulaNode::Or(parts), same) if same == (neutral == Self::FALSE) => Some(parts),
            _ => None,
        };
        let mut open = parts;
        let mut kept = Vec::with_capacity(open.len());
        let mut steps = 0;
        while let Some(part) = open.pop() {
            if part == deciding {
                return None;
            }
            match joined(part, true) {
                Some(parts) => {
                    steps += parts.len();
                    open.extend_from_slice(parts);
                }
                None if part == neutral => {}
                None => kept.push(part),
            }
        }
        kept.sort_unstable();
        kept.dedup();
        if self.has_contradiction(&kept) {
            return None;
        }
        // `a and (a or b)` is `a`, and so is `a or (a and b)`.
        let is_kept = |part: &Formula| kept.binary_search(part).is_ok();
        let is_absorbed =
            |part: Formula| joined(part, false).is_some_and(|parts| parts.iter().any(is_kept));
        let rest = kept.iter().copied().filter(|&part| !is_absorbed(part));
        let rest = rest.collect();
        self.step_on(steps);
        Some(rest)
    }

    /// Counts steps, and from too many on cuts the search short.
    pub(super) fn step_on(&mut self, steps: usize) {
        let steps = steps as u64;
        self.steps += steps;
        self.is_cut_short |= !effort::spend(steps)
            || self.steps > MOST_IN_A_SEARCH
            || self.nodes.len() > MOST_FORMULAS;
    }

    /// An error, if the search was cut short: whatever it came to means nothing.
    pub(crate) fn check(&self) -> Result<(), Unanswered> {
        match self.is_cut_short {
            true if effort::is_spent() => Err(Unanswered::After(effort::limit())),
            true => Err(Unanswered::After(self.steps.min(MOST_IN_A_SEARCH))),
            false => Ok(()),
        }
    }

    /// Whether the formulas of earlier searches take so much memory that the next searches start anew.
    pub(crate) fn are_many(&self) -> bool {
        self.nodes.len() > MANY_FORMULAS || self.derivatives.len() > MANY_DERIVATIVES
    }

    /// Another search begins; the formulas so far stay.
    pub(crate) fn begin(&mut self) {
        self.end();
        self.step_on(1);
    }

    /// A search ends; the next one has steps of its own.
    fn end(&mut self) {
        self.steps = 0;
        self.is_cut_short = false;
    }

    /// Whether a formula and its negation are among these, which are in order.
    fn has_contradiction(&self, parts: &[Formula]) -> bool {
        parts.iter().any(|part| match self.nodes[part.0] {
            FormulaNode::Not(inner) => parts.binary_search(&inner).is_ok(),
            _ => false,
        })
    }

    /// The first holds, and the second does not.
    pub(crate) fn without(&mut self, first: Formula, second: Formula) -> Formula {
        let not_second = self.not(second);
        self.and(first, not_second)
    }

    /// One of the two holds, and the other does not.
    pub(crate) fn differ(&mut self, first: Formula, second: Formula) -> Formula {
        let not_first = self.not(first);
        let not_second = self.not(second);
        let only_first = self.and(first, not_second);
        let only_second = self.and(not_first, second);
        self.or(only_first, only_second)
    }

    /// A formula that `body` may use after a character, and that stands for the result of `body`.
    pub(crate) fn recursive<E>(
        &mut self,
        body: impl FnOnce(&mut Self, Formula) -> Result<Formula, E>,
    ) -> Result<Formula, E> {
        let number = self.definitions.len();
        self.definitions.push(Self::FALSE);
        let formula = self.add(FormulaNode::Defined(number));
        self.definitions[number] = body(self, formula)?;
        Ok(formula)
    }

    /// The shortest text for which the formula holds at its beginning, and the position that it marks; `None` if no text
    /// fulfils it.
    ///
    /// # Errors
    ///
    /// The search, or the making of the formula, was cut short.
    pub(crate) fn find(&mut self, formula: Formula) -> Result<Option<Witness>, Unanswered> {
        self.check()?;
        self.begin();
        let found = WitnessSearch::new(self, formula).shortest(formula);
        let found = self.check().map(|()| found);
        self.end();
        found
    }

    /// Where the marked position must be in this text for the formula to hold at its beginning, in bytes; the first if
    /// there are several.
    ///
    /// # Errors
    ///
    /// As of [`find`](Self::find).
    pub(crate) fn position(
        &mut self,
        formula: Formula,
        text: &str,
    ) -> Result<Option<usize>, Unanswered> {
        self.check()?;
        self.begin();
        let ends = text.char_indices().map(|(start, _)| start);
        let mut search = WitnessSearch::new(self, formula);
        let found = ends
            .chain([text.len()])
            .find(|&position| search.holds(formula, text, position));
        let found = self.check().map(|()| found);
        self.end();
        found
    }

    /// The formula's claim about the text after this character, if it is the next.
    pub(super) fn derivative(
        &mut self,
        formula: Formula,
        character: char,
        phase: Phase,
    ) -> Formula {
        let key = (formula, character, phase);
        if let Some(&known) = self.derivatives.get(&key) {
            return known;
        }
        self.step_on(1);
        if self.is_cut_short {
            return Self::FALSE;
        }
        let derivative = match &self.nodes[formula.0] {
            FormulaNode::True => Formulas::TRUE,
            FormulaNode::False | FormulaNode::End => Formulas::FALSE,
            FormulaNode::Here => constant(phase == Phase::Here),
            FormulaNode::Behind => constant(phase == Phase::Behind),
            FormulaNode::Ahead => constant(phase == Phase::Ahead),
            FormulaNode::Step(set, then) => match self.sets[*set].contains(character) {
                true => *then,
                false => Formulas::FALSE,
            },
            &FormulaNode::Not(inner) => {
                let inner = self.derivative(inner, character, phase);
                self.not(inner)
            }
            FormulaNode::And(parts) => {
                let parts = Rc::clone(parts);
                let parts = self.derivatives_of(&parts, character, phase);
                self.all(parts)
            }
            FormulaNode::Or(parts) => {
                let parts = Rc::clone(parts);
                let parts = self.derivatives_of(&parts, character, phase);
                self.any(parts)
            }
            &FormulaNode::Defined(number) => {
                let definition = self.definitions[number];
                self.derivative(definition, character, phase)
            }
        };
        if !self.is_cut_short {
            self.derivatives.insert(key, derivative);
        }
        derivative
    }

    /// Whether it holds where the text ends.
    pub(super) fn holds_at_end(&mut self, formula: Formula, phase: Phase) -> bool {
        if let Some(&known) = self.at_end.get(&(formula, phase)) {
            return known;
        }
        let holds = match &self.nodes[formula.0] {
            FormulaNode::True | FormulaNode::End => true,
            FormulaNode::False | FormulaNode::Step(..) => false,
            FormulaNode::Here => phase == Phase::Here,
            FormulaNode::Behind => phase == Phase::Behind,
            FormulaNode::Ahead => phase == Phase::Ahead,
            &FormulaNode::Not(inner) => !self.holds_at_end(inner, phase),
            FormulaNode::And(parts) => {
                let parts = Rc::clone(parts);
                parts.iter().all(|&part| self.holds_at_end(part, phase))
            }
            FormulaNode::Or(parts) => {
                let parts = Rc::clone(parts);
                parts.iter().any(|&part| self.holds_at_end(part, phase))
            }
            &FormulaNode::Defined(number) => self.holds_at_end(self.definitions[number], phase),
        };
        self.step_on(1);
        self.at_end.insert((formula, phase), holds);
        holds
    }

    fn derivatives_of(&mut self, parts: &[Formula], character: char, phase: Phase) -> Vec<Formula> {
        let derivatives = parts
            .iter()
            .map(|&part| self.derivative(part, character, phase));
        derivatives.collect()
    }

    /// Whether the formula speaks of the marked position, now or further on.
    fn is_marked(&mut self, formula: Formula) -> bool {
        let mut is_marked = false;
        self.visit(formula, |node| match node {
            FormulaNode::Here | FormulaNode::Behind | FormulaNode::Ahead => {
                is_marked = true;
                None
            }
            FormulaNode::Step(_, then) => Some(*then),
            _ => None,
        });
        is_marked
    }

    /// One letter for each way to be in some of the sets that the formula asks for next, and not in the others.
    fn next_letters(&mut self, formula: Formula) -> Rc<[char]> {
        if let Some(known) = self.letters.get(&formula) {
            return Rc::clone(known);
        }
        let places = self.next_sets(formula);
        let letters = match self.letters_of_sets.get(&places) {
            Some(known) => Rc::clone(known),
            None => {
                let sets: Vec<&CharSet> = places.iter().map(|&place| &self.sets[place]).collect();
                let edges: usize = sets.iter().map(|set| set.ranges().count()).sum();
                let letters: Rc<[char]> = letters(&sets).into();
                self.step_on(places.len() * edges / 4);
                self.letters_of_sets.insert(places, Rc::clone(&letters));
                letters
            }
        };
        self.letters.insert(formula, Rc::clone(&letters));
        letters
    }

    /// The sets of characters that the formula asks for next.
    fn next_sets(&mut self, formula: Formula) -> BTreeSet<usize> {
        let mut sets = BTreeSet::new();
        self.visit(formula, |node| {
            if let FormulaNode::Step(set, _) = node {
                sets.insert(*set);
            }
            None
        });
        sets
    }

    /// Looks at all parts of a formula at one place, and at everything that `look` leads to.
    fn visit(&mut self, formula: Formula, mut look: impl FnMut(&FormulaNode) -> Option<Formula>) {
        self.visits += 1;
        self.visited.resize(self.nodes.len(), 0);
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            if mem::replace(&mut self.visited[formula.0], self.visits) == self.visits {
                continue;
            }
            let node = &self.nodes[formula.0];
            open.extend(look(node));
            match node {
                FormulaNode::Not(inner) => open.push(*inner),
                FormulaNode::And(parts) | FormulaNode::Or(parts) => open.extend_from_slice(parts),
                FormulaNode::Defined(number) => open.push(self.definitions[*number]),
                _ => {}
            }
        }
    }
}

/// A place in a text: the formula asked there, and its position relative to the marked one.
type SearchState = (Formula, Phase);

struct WitnessSearch<'f> {
    formulas: &'f mut Formulas,
    is_marked: bool,
}

impl<'f> WitnessSearch<'f> {
    fn new(formulas: &'f mut Formulas, formula: Formula) -> Self {
        Self {
            is_marked: formulas.is_marked(formula),
            formulas,
        }
    }

    /// From text to longer text, each state only once.
    fn shortest(&mut self, formula: Formula) -> Option<Witness> {
        // Of each state, the place of the one before and the character in between.
        let mut states: Vec<(SearchState, Option<(usize, char)>)> = Vec::new();
        let found = self.go_through(formula, &mut states);
        effort::saw(states.len());
        found
    }

    fn go_through(
        &mut self,
        formula: Formula,
        states: &mut Vec<(SearchState, Option<(usize, char)>)>,
    ) -> Option<Witness> {
        let mut known: HashSet<SearchState> = HashSet::new();
        let starts: &[Phase] = match self.is_marked {
            true => &[Phase::Ahead, Phase::Here],
            false => &[Phase::Here],
        };
        for &phase in starts {
            known.insert((formula, phase));
            states.push(((formula, phase), None));
        }
        let mut next = 0;
        while let Some(&((formula, phase), _)) = states.get(next) {
            if self.formulas.is_cut_short {
                return None;
            }
            if phase != Phase::Ahead && self.formulas.holds_at_end(formula, phase) {
                return Some(witness(states, next));
            }
            for &character in self.formulas.next_letters(formula).iter() {
                let derivative = self.formulas.derivative(formula, character, phase);
                if derivative == Formulas::FALSE {
                    continue;
                }
                let phases: &[Phase] = match phase {
                    Phase::Ahead => &[Phase::Ahead, Phase::Here],
                    Phase::Here | Phase::Behind if self.is_marked => &[Phase::Behind],
                    Phase::Here | Phase::Behind => &[Phase::Here],
                };
                for &phase in phases {
                    if known.insert((derivative, phase)) {
                        states.push(((derivative, phase), Some((next, character))));
                    }
                }
            }
            next += 1;
        }
        None
    }

    /// Whether the formula holds at the text's beginning, if this is the marked position.
    fn holds(&mut self, formula: Formula, text: &str, position: usize) -> bool {
        let phase = |place: usize| match place.cmp(&position) {
            std::cmp::Ordering::Less => Phase::Ahead,
            std::cmp::Ordering::Equal => Phase::Here,
            std::cmp::Ordering::Greater => Phase::Behind,
        };
        let mut formula = formula;
        for (place, character) in text.char_indices() {
            formula = self.formulas.derivative(formula, character, phase(place));
        }
        self.formulas.holds_at_end(formula, phase(text.len()))
    }
}

fn constant(is_true: bool) -> Formula {
    match is_true {
        true => Formulas::TRUE,
        false => Formulas::FALSE,
    }
}

/// The text that led to a state, and the marked position: the end of the text that was read when it was here.
fn witness(states: &[(SearchState, Option<(usize, char)>)], last: usize) -> Witness {
    let mut characters = Vec::new();
    let mut characters_behind = 0;
    let mut place = last;
    while let ((_, phase), Some((before, character))) = states[place] {
        characters.push(character);
        if phase == Phase::Behind {
            characters_behind = characters.len();
        }
        place = before;
    }
    characters.reverse();
    let marked = characters.len() - characters_behind;
    Witness {
        position: characters[..marked].iter().map(|c| c.len_utf8()).sum(),
        text: characters.into_iter().collect(),
    }
}

/// A character for each way to be in some of the sets and not in the others; those first that are easily read.
fn letters(sets: &[&CharSet]) -> Vec<char> {
    let readable = "a1eE:x<>\"'.,;-_ b0AZf".chars();
    let graphic = (' '..='~').chain(['\t', '\n', '\r', 'é', '·', '世', '😀']);
    let edges = sets.iter().flat_map(|set| {
        set.complement()
            .ranges()
            .chain(set.ranges())
            .map(|range| *range.start())
            .collect::<Vec<_>>()
    });
    let mut seen = HashSet::new();
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
        let found = formulas.find(text).unwrap().unwrap();
        assert_eq!(found.text, "ab");
        let not = formulas.not(text);
        let contradiction = formulas.and(text, not);
        assert_eq!(formulas.find(contradiction), Ok(None));
        assert_eq!(formulas.find(Formulas::TRUE).unwrap().unwrap().text, "");
    }

    /// `a*` up to the marked position, and a `b` after it.
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
        assert_eq!(formulas.position(run, "aab"), Ok(Some(2)));
        assert_eq!(formulas.position(run, "aac"), Ok(None));
        let first = one(&mut formulas, 'a', Formulas::TRUE);
        let longer = formulas.and(first, run);
        let found = formulas.find(longer).unwrap().unwrap();
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
        assert_eq!(formulas.position(longest, "aaa"), Ok(Some(2)));
        assert_eq!(formulas.position(longest, "ab"), Ok(Some(1)));
        assert_eq!(formulas.position(longest, "b"), Ok(None));
    }

    #[test]
    fn characters_that_no_class_tells_apart_are_one_letter() {
        let mut formulas = Formulas::new();
        let digits = formulas.step(CharSet::range('0', '9'), Formulas::END);
        assert_eq!(formulas.next_letters(digits).len(), 2);
        assert_eq!(formulas.position(digits, "7"), Ok(Some(0)));
        assert_eq!(formulas.position(digits, "x"), Ok(None));
    }
}
