//! A walk through a grammar: which way at each choice, how often at each repetition.
//!
//! Invariant: a step that neither the goal decides, nor chance while the walk wanders, goes the shortest way to the end.

use super::cases::{CaseNumber, Trace, class, not_taken, nth};
use super::ingredients::{Goal, Ingredients, KnownText};
use super::random::RandomNumbers;
use super::trace::CaseReader;
use crate::matching::effort;
use crate::matching::language::{COMMENT, WHITESPACE};
use notation::{CharSet, Expression, RuleKind};

/// The items of a walk, in this order.
#[derive(Clone, Debug)]
pub(crate) enum WalkItem {
    Token(String),
    Gap(Gap),
}

/// Where white space and comments may be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gap {
    /// The production that says so, if the grammar writes its white space out.
    pub(crate) rule: Option<usize>,
    /// The case of a gap that is there; the case of an empty one comes next.
    pub(crate) taken: Option<CaseNumber>,
    /// The text of the gap, if that is not free.
    pub(crate) text: Option<String>,
    /// Whether there must be some.
    pub(crate) is_required: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct SentenceWalk<'g> {
    ingredients: &'g Ingredients,
    goal: Option<&'g Goal>,
    pub(crate) random: RandomNumbers,
    /// How many tokens there may be before the walk goes straight to its end; 0 if it never wanders.
    budget: usize,
    depth: usize,
    pub(crate) items: Vec<WalkItem>,
    /// The declarations that have to be in front, each once.
    pub(crate) needs: Vec<String>,
    pub(crate) trace: Trace,
    /// The token that is being made.
    token: Option<String>,
    /// The characters that must not be chosen.
    without: CharSet,
    /// Whether it went too deep, or on for too long, to come to an end: its text counts for nothing.
    pub(crate) is_lost: bool,
}

/// How many rules deep a walk goes.
const MOST_DEPTH: usize = 3_000;

/// How many rules deep a walk wanders. A hundred random documents of Turtle 1.2 use 273 of its 301 cases with 13, 288 with 20,
/// 297 with this, and 299 with 40 and with 80.
const DEPTH: usize = 26;

/// How many tokens a walk makes at least before it goes straight to its end, if it wanders, and how many more by chance.
/// With 20, 40, 160 and 320 in place of 80, a hundred random documents of Turtle 1.2 use 277, 294, 298 and 298 of its 301
/// cases; with 80 they use 297, and have 344 bytes on average, in place of 189, 256, 499 and 816.
const WANDERED: [usize; 2] = [10, 80];

/// How often a walk tries to make a text that a difference does not exclude.
const TRIES: usize = 100;

impl<'g> SentenceWalk<'g> {
    pub(crate) fn new(
        ingredients: &'g Ingredients,
        random: RandomNumbers,
        goal: Option<&'g Goal>,
    ) -> Self {
        Self {
            ingredients,
            goal,
            random,
            budget: 0,
            depth: 0,
            items: Vec::new(),
            needs: Vec::new(),
            trace: Trace::default(),
            token: None,
            without: CharSet::none(),
            is_lost: false,
        }
    }

    /// From here on chance decides, for a while.
    pub(crate) fn wander(&mut self) {
        let [least, more] = WANDERED;
        self.budget = least + self.random.below(more);
    }

    /// A text of this start symbol.
    pub(crate) fn document(&mut self, start: usize, has_goal: bool) {
        self.name(start, start, has_goal);
        self.gap();
    }

    /// A document of this start symbol after white space or a comment that uses the goal's case. None, if these cannot.
    pub(crate) fn trivia_before_document(&mut self, start: usize, goal: &Goal) -> Option<()> {
        let rules = [WHITESPACE, COMMENT].into_iter();
        let mut places = rules.filter_map(|name| self.ingredients.grammar.place(name));
        let rule = places.find(|&rule| goal.is_within(rule))?;
        let text = self.text_of(rule, true);
        self.items.push(WalkItem::Gap(Gap {
            text: Some(text),
            ..Gap::default()
        }));
        self.document(start, false);
        Some(())
    }

    /// A text of one rule, as if it were a token.
    pub(crate) fn text_of(&mut self, rule: usize, has_goal: bool) -> String {
        let before = self.token.replace(String::new());
        self.name(rule, rule, has_goal);
        std::mem::replace(&mut self.token, before).unwrap_or_default()
    }

    fn is_wandering(&self) -> bool {
        self.items.len() / 2 < self.budget && self.depth < DEPTH
    }

    /// Whether a part can be walked at all.
    fn has_end(&self, rule: usize, part: &Expression) -> bool {
        self.ingredients.length(rule, part).is_some()
    }

    fn part(&mut self, rule: usize, part: &Expression, has_goal: bool) {
        if self.is_lost {
            return;
        }
        if self.token.is_none()
            && let Some(gap) = self.written_gap(part, has_goal)
        {
            self.items.push(WalkItem::Gap(gap));
            return;
        }
        if let Some(set) = class(part) {
            let character = self.character(&set);
            self.push(character.encode_utf8(&mut [0; 4]));
            return;
        }
        let case = self.ingredients.grammar.case(part);
        match part {
            Expression::Literal { text, ignores_case } => {
                let text = match ignores_case {
                    true => self.in_some_case(text),
                    false => text.clone(),
                };
                self.push(&text);
            }
            Expression::Name(name) => {
                self.name(rule, self.ingredients.grammar.named(name), has_goal)
            }
            Expression::Sequence(parts) => {
                let goal = has_goal.then(|| self.nearest(rule, parts)).flatten();
                for (index, part) in parts.iter().enumerate() {
                    self.part(rule, part, goal == Some(index));
                }
            }
            Expression::Choice(parts) => self.choice(rule, case, parts, has_goal),
            Expression::Optional(body) => {
                let is_taken = match has_goal {
                    true => !self.is_goal(not_taken(case)),
                    false => {
                        self.is_wandering() && self.random.percent(50) && self.has_end(rule, body)
                    }
                };
                self.taken(case, is_taken);
                if is_taken {
                    self.part(rule, body, has_goal && !self.is_goal(case));
                }
            }
            Expression::ZeroOrMore(body) => {
                let rounds = match has_goal {
                    true => usize::from(!self.is_goal(not_taken(case))),
                    false if self.has_end(rule, body) => self.rounds(),
                    false => 0,
                };
                self.taken(case, rounds > 0);
                let has_goal = has_goal && !self.is_goal(case);
                self.repeat(rule, body, rounds, has_goal);
            }
            Expression::OneOrMore(body) => {
                let rounds = match has_goal {
                    true => 1 + usize::from(self.is_goal(case)),
                    false => 1 + self.rounds(),
                };
                let is_here = self.is_goal(case) || self.is_goal(not_taken(case));
                let rounds = self.repeat(rule, body, rounds, has_goal && !is_here);
                self.taken(case, rounds > 1);
            }
            Expression::Difference(first, second) => {
                self.difference(rule, first, second, has_goal)
            }
            Expression::Lookahead { .. }
            | Expression::Start
            | Expression::End
            // It is a character, as above.
            | Expression::Class(_) => {}
        }
    }

    /// White space that the grammar writes out: `ws`, `ws*`, `ws+`.
    fn written_gap(&mut self, part: &Expression, has_goal: bool) -> Option<Gap> {
        let grammar = &self.ingredients.grammar;
        let case = grammar.case(part);
        let (body, taken, is_required) = match part {
            Expression::ZeroOrMore(body) => (&**body, Some(case), false),
            Expression::OneOrMore(body) => (&**body, None, true),
            Expression::Name(_) => (part, None, true),
            _ => return None,
        };
        let Expression::Name(name) = body else {
            return None;
        };
        let rule = grammar.named(name);
        if grammar.rules[rule].kind != RuleKind::Silent {
            return None;
        }
        let mut gap = Gap {
            rule: Some(rule),
            taken,
            text: None,
            is_required,
        };
        if matches!(part, Expression::OneOrMore(_)) {
            let is_again = has_goal && self.is_goal(case);
            let text = self.text_of(rule, false).repeat(1 + usize::from(is_again));
            self.taken(case, is_again);
            gap.text = Some(text);
        }
        if has_goal {
            let is_here = |case: Option<usize>| case.is_some_and(|case| self.is_goal(case));
            gap.text = match part {
                Expression::OneOrMore(_) if gap.text.is_some() && !self.is_within(rule) => gap.text,
                _ if is_here(taken) => Some(self.text_of(rule, false)),
                _ if is_here(taken.map(not_taken)) => Some(String::new()),
                _ => Some(self.text_of(rule, true)),
            };
        }
        Some(gap)
    }

    fn is_within(&self, rule: usize) -> bool {
        self.goal.is_some_and(|goal| goal.is_within(rule))
    }

    fn name(&mut self, parent: usize, name: usize, has_goal: bool) {
        let known = self.ingredients.known(parent, name);
        if !known.is_empty() {
            self.sample(known, has_goal);
            return;
        }
        let goal = self.goal.filter(|_| has_goal);
        let others = self.ingredients.others(name);
        let is_other = match goal {
            Some(goal) => others.iter().any(|known| goal.is_in(&known.trace)),
            None => !others.is_empty() && self.is_wandering() && self.random.percent(10),
        };
        if is_other {
            self.sample(others, has_goal);
            return;
        }
        let grammar = &self.ingredients.grammar;
        let (rule, used) = (&grammar.rules[name], grammar.used[name]);
        let without = self.without.union(&self.ingredients.without[name]);
        let before = std::mem::replace(&mut self.without, without);
        self.depth += 1;
        // An empty match can go through exponentially many rules: `a ::= b b`, `b ::= c c`, ….
        self.is_lost |= self.depth > MOST_DEPTH || !effort::spend(1);
        self.trace.insert(used);
        let has_goal = has_goal && !self.is_goal(used);
        if rule.kind == RuleKind::Nonterminal || self.token.is_some() {
            self.part(name, &rule.expression, has_goal);
        } else {
            self.token = Some(String::new());
            self.part(name, &rule.expression, has_goal);
            let text = self.token.take().unwrap_or_default();
            self.push(&text);
        }
        self.depth -= 1;
        self.without = before;
    }

    /// One of these stands for the production.
    fn sample(&mut self, known: &'g [KnownText], has_goal: bool) {
        let goal = self.goal.filter(|_| has_goal);
        let fit: Vec<&KnownText> = known
            .iter()
            .filter(|known| goal.is_none_or(|goal| goal.is_in(&known.trace)))
            .collect();
        let chosen = match self.is_wandering() {
            true => self.random.pick(&fit),
            false => fit.first(),
        };
        if let Some(chosen) = chosen {
            self.trace.add(&chosen.trace);
            let needs = chosen.need.iter().filter(|need| !self.needs.contains(need));
            let needs: Vec<String> = needs.cloned().collect();
            self.needs.extend(needs);
            self.push(&chosen.text);
        }
    }

    fn is_goal(&self, case: CaseNumber) -> bool {
        self.goal.is_some_and(|goal| goal.is(case))
    }

    fn taken(&mut self, taken: CaseNumber, is_taken: bool) {
        self.trace.insert(match is_taken {
            true => taken,
            false => not_taken(taken),
        });
    }

    /// The part from which it is the least far to the goal.
    fn nearest(&self, rule: usize, parts: &[Expression]) -> Option<usize> {
        let goal = self.goal?;
        let detour = |part: &Expression| {
            let with = self.ingredients.length_with(rule, part, goal)?;
            Some(with as isize - self.ingredients.length(rule, part)? as isize)
        };
        let detours = parts.iter().enumerate();
        detours
            .filter_map(|(index, part)| Some((detour(part)?, index)))
            .min()
            .map(|(_, index)| index)
    }

    fn choice(&mut self, rule: usize, first: CaseNumber, parts: &[Expression], has_goal: bool) {
        // Each way is looked at.
        self.is_lost |= !effort::spend(parts.len() as u64);
        let ingredients = self.ingredients;
        let length = |index: usize| ingredients.length(rule, &parts[index]);
        let is_chosen = |index: usize| self.is_goal(nth(first, index));
        let chosen = if has_goal {
            let goal = self.goal;
            let with = |index: usize| match is_chosen(index) {
                true => length(index),
                false => goal.and_then(|goal| ingredients.length_with(rule, &parts[index], goal)),
            };
            let ways = (0..parts.len()).filter_map(|index| Some((with(index)?, index)));
            ways.min().map(|(_, index)| index)
        } else if self.is_wandering() {
            // Within a token nothing ends a comment.
            let is_comment =
                |part: &Expression| matches!(part, Expression::Name(name) if name == COMMENT);
            let ways: Vec<usize> = (0..parts.len())
                .filter(|&index| length(index).is_some() && !is_comment(&parts[index]))
                .collect();
            self.random.pick(&ways).copied()
        } else {
            let ways = (0..parts.len()).filter_map(|index| Some((length(index)?, index)));
            ways.min().map(|(_, index)| index)
        };
        if let Some(chosen) = chosen {
            let case = nth(first, chosen);
            self.trace.insert(case);
            self.part(rule, &parts[chosen], has_goal && !self.is_goal(case));
        }
    }

    /// How often something is repeated beyond the least number.
    fn rounds(&mut self) -> usize {
        if !self.is_wandering() {
            return 0;
        }
        let most = if self.depth <= 1 { 12 } else { 4 };
        self.random.below(most)
    }

    /// Says how often it was done: a walk that has come far enough does it once.
    fn repeat(&mut self, rule: usize, body: &Expression, rounds: usize, has_goal: bool) -> usize {
        for round in 0..rounds {
            if round > 0 && self.budget > 0 && !self.is_wandering() {
                return round;
            }
            self.part(rule, body, has_goal && round == 0);
        }
        rounds
    }

    /// Tries until there is a text that the second does not match.
    fn difference(&mut self, rule: usize, first: &Expression, second: &Expression, has_goal: bool) {
        let before = self.clone();
        for attempt in 0..TRIES {
            if attempt == 1 && before.budget == 0 {
                self.budget = usize::MAX;
            }
            let text = {
                let outer = self.token.replace(String::new());
                self.part(rule, first, has_goal);
                std::mem::replace(&mut self.token, outer).unwrap_or_default()
            };
            if !CaseReader::new(&self.ingredients.grammar).is_whole(second, &text) {
                self.budget = before.budget;
                self.push(&text);
                return;
            }
            let random = self.random.clone();
            let budget = self.budget;
            *self = before.clone();
            (self.random, self.budget) = (random, budget);
        }
        self.budget = before.budget;
    }

    /// Adds to the token that is being made; or a token.
    fn push(&mut self, text: &str) {
        if let Some(token) = &mut self.token {
            token.push_str(text);
            return;
        }
        self.gap();
        self.items.push(WalkItem::Token(text.to_owned()));
    }

    /// White space may be here, if the grammar does not write it out.
    fn gap(&mut self) {
        if self.ingredients.grammar.has_trivia {
            self.items.push(WalkItem::Gap(Gap::default()));
        }
    }

    fn in_some_case(&mut self, text: &str) -> String {
        if self.budget == 0 {
            return text.to_owned();
        }
        let mut one = |character: char| match self.random.below(3) {
            0 => character.to_ascii_lowercase(),
            1 => character.to_ascii_uppercase(),
            _ => character,
        };
        text.chars().map(&mut one).collect()
    }

    /// A character that is easy to read, if the set has one; by chance, also one from the end of a range.
    fn character(&mut self, set: &CharSet) -> char {
        const READABLE: &str =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.éñЖ漢😀";
        let allowed = set.difference(&self.without);
        let set = if allowed.is_empty() { set } else { &allowed };
        let readable: Vec<char> = READABLE.chars().filter(|&c| set.contains(c)).collect();
        let ends: Vec<char> = set
            .ranges()
            .flat_map(|range| [*range.start(), *range.end()])
            .collect();
        let is_readable = !self.is_wandering() || self.random.percent(80);
        let chosen = match (is_readable && !readable.is_empty(), self.is_wandering()) {
            (true, true) => self.random.pick(&readable),
            (true, false) => readable.first(),
            (false, true) => self.random.pick(&ends),
            (false, false) => ends.first(),
        };
        chosen.copied().unwrap_or(' ')
    }
}
