//! The ingredients of a grammar's documents: its cases, the samples that fit it, and the lengths of shortest texts.
//!
//! Invariant: a sample is a text of its production. Lengths are counted in characters.

use super::cases::{CaseGrammar, CaseNumber, Trace, class, not_taken, nth};
use super::trace::CaseReader;
use crate::matching::effort;
use crate::matching::samples::Samples;
use foldhash::{HashMap, HashMapExt as _};
use notation::{CharSet, Expression, RuleKind};
use std::collections::BTreeSet;

/// A grammar with its samples and lengths.
#[derive(Clone, Debug)]
pub(super) struct Ingredients {
    pub(super) grammar: CaseGrammar,
    /// By production, and the one in which it is if that matters.
    samples: HashMap<(Option<usize>, usize), Vec<KnownText>>,
    /// By production, the samples that may stand for it beside the generated texts.
    others: HashMap<usize, Vec<KnownText>>,
    /// For each rule, the characters that must not occur within.
    pub(super) without: Vec<CharSet>,
    /// For each rule, the length of the shortest text; none, if it never comes to an end.
    lengths: Vec<Option<usize>>,
    /// The literals and terminals of the nonterminals.
    pub(super) tokens: Vec<Expression>,
}

/// A sample, with the cases that it is made of.
#[derive(Clone, Debug)]
pub(super) struct KnownText {
    pub(super) text: String,
    pub(super) need: Option<String>,
    pub(super) trace: Trace,
}

/// A case that a document is to use.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    case: CaseNumber,
    /// For each rule, the length of the shortest text that uses the case.
    lengths: Vec<Option<usize>>,
}

/// How much longer a way may be that certainly leads to a goal.
const DETOUR: usize = 1000;

/// The most characters of a text that is made. The shortest can be exponentially long.
const MOST_CHARACTERS: usize = 20_000;

impl Ingredients {
    pub(super) fn of(grammar: CaseGrammar, samples: &Samples) -> Self {
        let mut ingredients = Self {
            samples: HashMap::new(),
            others: HashMap::new(),
            without: vec![CharSet::none(); grammar.rules.len()],
            lengths: vec![None; grammar.rules.len()],
            tokens: tokens(&grammar),
            grammar,
        };
        ingredients.learn(samples);
        ingredients.find_lengths();
        ingredients
    }

    /// Keeps the samples that their productions match, and whose needs this grammar can say.
    fn learn(&mut self, samples: &Samples) {
        let reader = CaseReader::new(&self.grammar);
        for entry in &samples.entries {
            let place = |name: &String| self.grammar.place(name);
            let parents: Vec<Option<usize>> = match entry.parents.as_slice() {
                [] => vec![None],
                names => names.iter().filter_map(place).map(Some).collect(),
            };
            for rule in entry.names.iter().filter_map(place) {
                self.without[rule] = self.without[rule].union(&entry.without);
                let known: Vec<KnownText> = entry
                    .texts
                    .iter()
                    .filter(|sample| sample.need.iter().all(|need| self.can_say(need)))
                    .filter_map(|sample| {
                        Some(KnownText {
                            text: sample.text.clone(),
                            need: sample.need.clone(),
                            trace: reader.whole(rule, &sample.text)?,
                        })
                    })
                    .collect();
                if known.is_empty() {
                    continue;
                }
                if entry.is_also {
                    self.others.entry(rule).or_default().extend(known);
                    continue;
                }
                for &parent in &parents {
                    let all = self.samples.entry((parent, rule)).or_default();
                    all.extend(known.iter().cloned());
                }
            }
        }
    }

    /// Whether the first word of a declaration is one that the grammar spells out.
    fn can_say(&self, need: &str) -> bool {
        let word = need.split_whitespace().next().unwrap_or_default();
        let mut rules = self.grammar.rules.iter();
        rules.any(|it| spells(&it.expression, word))
    }

    /// The samples for a production where it is in `parent`.
    pub(super) fn known(&self, parent: usize, rule: usize) -> &[KnownText] {
        let here = self.samples.get(&(Some(parent), rule));
        let anywhere = || self.samples.get(&(None, rule));
        here.or_else(anywhere).map_or(&[], Vec::as_slice)
    }

    /// The samples for a production that may stand for it beside the generated texts.
    pub(super) fn others(&self, rule: usize) -> &[KnownText] {
        self.others.get(&rule).map_or(&[], Vec::as_slice)
    }

    fn find_lengths(&mut self) {
        let rules = &self.grammar.rules;
        self.lengths = shortest(rules.len(), |place, lengths| {
            self.length_by(lengths, place, &rules[place].expression)
        });
    }

    /// The start symbols of which a text comes to an end within [`MOST_CHARACTERS`].
    pub(super) fn starts(&self) -> Vec<usize> {
        let starts = self.grammar.starts.iter().copied();
        starts
            .filter(|&start| self.lengths[start].is_some())
            .collect()
    }

    /// The length of the shortest text of a part of this rule, in characters.
    pub(super) fn length(&self, rule: usize, part: &Expression) -> Option<usize> {
        self.length_by(&self.lengths, rule, part)
    }

    fn length_by(
        &self,
        lengths: &[Option<usize>],
        rule: usize,
        part: &Expression,
    ) -> Option<usize> {
        let found = part.least(&|part| match part {
            Expression::Literal { text, .. } => Some(text.chars().count()),
            Expression::Name(name) => {
                let named = self.grammar.named(name);
                match self.known(rule, named) {
                    [] => lengths[named],
                    known => known.iter().map(sample_length).min(),
                }
            }
            Expression::Difference(body, _) => self.length_by(lengths, rule, body),
            Expression::Lookahead { .. } | Expression::Start | Expression::End => Some(0),
            _ => Some(1),
        });
        found.filter(|&length| length <= MOST_CHARACTERS)
    }

    fn shortest_sample(&self, known: &[KnownText], goal: CaseNumber) -> Option<usize> {
        let fit = known.iter().filter(|known| known.trace.contains(goal));
        fit.map(sample_length).min()
    }

    pub(super) fn goal(&self, case: CaseNumber) -> Goal {
        let rules = &self.grammar.rules;
        let lengths = shortest(rules.len(), |place, lengths| {
            let part = &rules[place].expression;
            match self.grammar.used[place] == case {
                true => self.length(place, part),
                false => self.length_to(place, part, (case, lengths)),
            }
        });
        Goal { case, lengths }
    }

    /// The length of the shortest text of a part of this rule that uses the goal's case.
    pub(super) fn length_with(&self, rule: usize, part: &Expression, goal: &Goal) -> Option<usize> {
        self.length_to(rule, part, (goal.case, &goal.lengths))
    }

    fn length_to(
        &self,
        rule: usize,
        part: &Expression,
        (goal, lengths): (CaseNumber, &[Option<usize>]),
    ) -> Option<usize> {
        let with = |part: &Expression| self.length_to(rule, part, (goal, lengths));
        let length = |part: &Expression| self.length(rule, part);
        let first = self.grammar.case(part);
        let found = match part {
            Expression::Literal { .. } | Expression::Class(_) => None,
            Expression::Name(name) => {
                let named = self.grammar.named(name);
                match self.known(rule, named) {
                    [] => {
                        let other = self.shortest_sample(self.others(named), goal);
                        other.or(lengths[named])
                    }
                    known => self.shortest_sample(known, goal),
                }
            }
            Expression::Sequence(parts) => {
                let lengths: Vec<usize> = parts.iter().map(length).collect::<Option<_>>()?;
                let all: usize = lengths.iter().sum();
                let parts = parts.iter().zip(&lengths);
                parts
                    .filter_map(|(part, length)| Some(all - length + with(part)?))
                    .min()
            }
            Expression::Choice(parts) => parts
                .iter()
                .enumerate()
                .filter_map(|(index, part)| match nth(first, index) == goal {
                    true => length(part),
                    false => with(part),
                })
                .min(),
            Expression::Optional(body) | Expression::ZeroOrMore(body) => match goal {
                case if case == first => length(body),
                case if case == not_taken(first) => Some(0),
                _ => with(body),
            },
            Expression::OneOrMore(body) => match goal {
                case if case == first => Some(2 * length(body)?),
                case if case == not_taken(first) => length(body),
                _ => with(body),
            },
            // The goal may need the very text that is excluded.
            Expression::Difference(body, _) => Some(with(body)? + DETOUR),
            Expression::Lookahead { .. } | Expression::Start | Expression::End => None,
        };
        found.filter(|&length| length <= MOST_CHARACTERS)
    }
}

/// The smallest lengths, by place, of which each is `length` of its place, given all. All places are looked at in turn,
/// there and back, until none becomes shorter.
fn shortest(
    places: usize,
    length: impl Fn(usize, &[Option<usize>]) -> Option<usize>,
) -> Vec<Option<usize>> {
    let mut lengths: Vec<Option<usize>> = vec![None; places];
    let mut has_changed = true;
    while has_changed && effort::spend(places as u64) {
        has_changed = false;
        for place in (0..places).chain((0..places).rev()) {
            let found = length(place, &lengths);
            if found.is_some_and(|found| lengths[place].is_none_or(|known| found < known)) {
                lengths[place] = found;
                has_changed = true;
            }
        }
    }
    lengths
}

impl Goal {
    pub(super) fn is(&self, case: CaseNumber) -> bool {
        self.case == case
    }

    pub(super) fn is_in(&self, trace: &Trace) -> bool {
        trace.contains(self.case)
    }

    /// Whether a text of this rule can use it.
    pub(super) fn is_within(&self, rule: usize) -> bool {
        self.lengths[rule].is_some()
    }
}

fn sample_length(known: &KnownText) -> usize {
    let need = known.need.as_ref().map_or(0, String::len);
    known.text.chars().count() + need
}

/// Whether a literal of this part is this word.
fn spells(part: &Expression, word: &str) -> bool {
    match part {
        Expression::Literal { text, .. } => text == word,
        Expression::Difference(body, _) => spells(body, word),
        _ => part.parts().into_iter().any(|part| spells(part, word)),
    }
}

/// The literals and terminals that nonterminals name, each once.
fn tokens(grammar: &CaseGrammar) -> Vec<Expression> {
    fn add(part: &Expression, grammar: &CaseGrammar, tokens: &mut Vec<Expression>) {
        let is_terminal = |name| grammar.rules[grammar.named(name)].kind == RuleKind::Terminal;
        match part {
            Expression::Literal { .. } => tokens.push(part.clone()),
            _ if class(part).is_some() => tokens.push(part.clone()),
            Expression::Name(name) if is_terminal(name) => tokens.push(part.clone()),
            Expression::Difference(body, _) => add(body, grammar, tokens),
            Expression::Lookahead { .. } => {}
            _ => {
                let parts = part.parts().into_iter();
                parts.for_each(|part| add(part, grammar, tokens));
            }
        }
    }
    let mut tokens = Vec::new();
    for rule in grammar.rules.iter() {
        if rule.kind == RuleKind::Nonterminal {
            add(&rule.expression, grammar, &mut tokens);
        }
    }
    let mut seen = BTreeSet::new();
    tokens.retain(|token| seen.insert(format!("{token:?}")));
    tokens
}
