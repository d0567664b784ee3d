//! Documents made from a specification's grammar: short ones that together use every case, and random ones.
//!
//! Invariants: the same grammar, samples and seed give the same documents, on every machine. A case is counted as used
//! only where the document that uses it was accepted, and is read so.

use super::cases::{Case, CaseNumber, Part, Program, Trace, not_taken, nth};
use super::random::Random;
use super::samples::Samples;
use super::spacing::{self, Joined};
use super::trace::Reader;
use super::walk::Walk;
use notation::CharSet;
use notation::GrammarError;
use notation::peg::Literate;
use notation::{Grammar, RuleKind};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// A document that a grammar says.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Its text.
    pub text: String,
    /// Where its tokens stand in the text, in bytes.
    pub tokens: Vec<Range<usize>>,
    /// The cases that it uses, by their places in [`Generator::cases`]; as long as nobody else reads it, those that it
    /// was made to use.
    pub cases: Vec<usize>,
}

/// Documents that together use the cases of a grammar.
#[derive(Clone, Debug, Default)]
pub struct Covering {
    /// In the order of the cases that they are made for.
    pub sentences: Vec<Sentence>,
    /// The cases for which no document was accepted.
    pub missed: Vec<usize>,
    /// How many documents were made and not accepted.
    pub dropped: usize,
}

/// Makes documents.
#[derive(Clone, Debug)]
pub struct Generator {
    pub(super) program: Program,
    /// By production, and the one in which it stands if that matters.
    samples: HashMap<(Option<usize>, usize), Vec<Known>>,
    /// By production, what may stand for it as well as what is made for it.
    others: HashMap<usize, Vec<Known>>,
    /// Of each rule, the characters that must not occur within.
    pub(super) without: Vec<CharSet>,
    /// Of each rule, the length of the shortest text; none, if it never comes to an end.
    lengths: Vec<Option<usize>>,
    /// What the nonterminals are made of.
    pub(super) tokens: Vec<Part>,
}

/// A sample, with the cases that it is made of.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) text: String,
    pub(super) need: Option<String>,
    pub(super) trace: Trace,
}

/// A case that a document is to use.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    case: CaseNumber,
    /// Of each rule, the length of the shortest text that uses the case.
    lengths: Vec<Option<usize>>,
}

/// How often a document for a case is tried: the shortest first, then with other characters and white space.
const ATTEMPTS: u64 = 12;

/// So much longer may a way be that certainly leads to a goal.
const DETOUR: usize = 1000;

impl Generator {
    /// For the specification that a PEG mirrors.
    ///
    /// ```
    /// use turtle_peg::inspect::{Generator, Samples, peg};
    ///
    /// let grammar = peg::read("
    /// /// list ::= '(' item* ')'
    /// list = { \"(\" ~ item* ~ \")\" }
    /// /// item ::= 'a' | [0-9]
    /// item = @{ \"a\" | '0'..'9' }
    /// WHITESPACE = _{ \" \" }")?;
    /// let generator = Generator::of_literate(&grammar, &Samples::default())?;
    /// let covering = generator.covering(|sentence| Some(sentence.cases.clone()));
    /// let texts: Vec<_> = covering.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
    /// assert_eq!(texts, ["( )", "( a )", "( 0 )"]);
    /// # Ok::<(), turtle_peg::inspect::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The productions above the rules cannot be read, or use names that have none.
    pub fn of_literate(literate: &Literate, samples: &Samples) -> Result<Self, GrammarError> {
        Ok(Self::of(Program::of_literate(literate)?, samples))
    }

    /// For a specification's text.
    ///
    /// # Errors
    ///
    /// A name has no production.
    pub fn of_ebnf(grammar: &Grammar, samples: &Samples) -> Result<Self, GrammarError> {
        Ok(Self::of(Program::of_ebnf(grammar)?, samples))
    }

    fn of(program: Program, samples: &Samples) -> Self {
        let mut generator = Self {
            samples: HashMap::new(),
            others: HashMap::new(),
            without: vec![CharSet::none(); program.rules.len()],
            lengths: vec![None; program.rules.len()],
            tokens: tokens(&program),
            program,
        };
        generator.learn(samples);
        while let Some((rule, length)) = generator.shorter_text() {
            generator.lengths[rule] = Some(length);
        }
        generator
    }

    /// Keeps the samples that are ones of their productions, and whose needs this grammar can say.
    fn learn(&mut self, samples: &Samples) {
        let reader = Reader::new(&self.program);
        for entry in &samples.entries {
            let place = |name: &String| self.program.place(name);
            let parents: Vec<Option<usize>> = match entry.parents.as_slice() {
                [] => vec![None],
                names => names.iter().filter_map(place).map(Some).collect(),
            };
            for rule in entry.names.iter().filter_map(place) {
                self.without[rule] = self.without[rule].union(&entry.without);
                let known: Vec<Known> = entry
                    .texts
                    .iter()
                    .filter(|sample| sample.need.iter().all(|need| self.can_say(need)))
                    .filter_map(|sample| {
                        Some(Known {
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
        let mut rules = self.program.rules.iter();
        rules.any(|rule| spells(&rule.part, word))
    }

    /// The cases of the grammar: the ways that its choices, optional parts and repetitions can go.
    pub fn cases(&self) -> &[Case] {
        &self.program.cases
    }

    /// The productions that no text can reach, and that therefore have no cases.
    pub fn unreached(&self) -> &[String] {
        &self.program.unreached
    }

    /// Short documents that together use every case of which an accepted document can be made.
    ///
    /// `read` says of a document which cases it uses, as a parser reads it; none, if it is not accepted. Without a parser
    /// these are the ones that it was made to use.
    pub fn covering(&self, mut read: impl FnMut(&Sentence) -> Option<Vec<usize>>) -> Covering {
        let mut covering = Covering::default();
        let mut used: BTreeSet<usize> = BTreeSet::new();
        for case in 0..self.program.cases.len() {
            if used.contains(&case) {
                continue;
            }
            let mut counted = |sentence: &Sentence| {
                let cases = read(sentence);
                covering.dropped += usize::from(cases.is_none());
                cases
            };
            match self.sentence_for(case, &mut counted) {
                Some(sentence) => {
                    used.extend(&sentence.cases);
                    covering.sentences.push(sentence);
                }
                None => covering.missed.push(case),
            }
        }
        // A later document may use what none could be made for.
        covering.missed.retain(|case| !used.contains(case));
        covering
    }

    /// A document that uses a case, as `read` says: the shortest, or one like it.
    pub fn sentence_for(
        &self,
        case: usize,
        mut read: impl FnMut(&Sentence) -> Option<Vec<usize>>,
    ) -> Option<Sentence> {
        let goal = self.goal(case);
        (0..ATTEMPTS).find_map(|attempt| {
            let random = Random::new(case as u64, attempt);
            let mut sentence = self.attempt(&goal, random, attempt > 0)?;
            sentence.cases = read(&sentence)?;
            sentence.cases.contains(&case).then_some(sentence)
        })
    }

    fn attempt(&self, goal: &Goal, random: Random, is_varied: bool) -> Option<Sentence> {
        let mut walk = Walk::new(self, random, Some(goal));
        if is_varied {
            walk.wander();
        }
        if goal.lengths.first().copied().flatten().is_some() {
            walk.document(true);
        } else {
            walk.trivia_before_document(goal)?;
        }
        Some(self.finished(walk, is_varied))
    }

    /// A random document: the `index`th of those that `seed` stands for.
    pub fn random(&self, seed: u64, index: u64) -> Sentence {
        let mut walk = Walk::new(self, Random::new(seed, index), None);
        walk.wander();
        walk.document(false);
        self.finished(walk, true)
    }

    /// Puts white space between the tokens, and declarations in front.
    fn finished(&self, walk: Walk<'_>, is_varied: bool) -> Sentence {
        let (needs, mut trace) = (walk.needs.clone(), walk.trace.clone());
        let joined: Joined = spacing::join(self, walk, is_varied);
        trace.add(&joined.trace);
        let mut text: String = needs.iter().map(|need| format!("{need}\n")).collect();
        let moved = |range: Range<usize>| range.start + text.len()..range.end + text.len();
        let tokens = joined.tokens.into_iter().map(moved).collect();
        text.push_str(&joined.text);
        Sentence {
            text,
            tokens,
            cases: trace.cases().collect(),
        }
    }

    /// The samples for a production where it stands in `parent`.
    pub(super) fn known(&self, parent: usize, rule: usize) -> &[Known] {
        let here = self.samples.get(&(Some(parent), rule));
        let anywhere = || self.samples.get(&(None, rule));
        here.or_else(anywhere).map_or(&[], Vec::as_slice)
    }

    /// The samples for a production that may stand for it as well as what is made for it.
    pub(super) fn others(&self, rule: usize) -> &[Known] {
        self.others.get(&rule).map_or(&[], Vec::as_slice)
    }

    /// A rule for which there is a shorter text than the shortest so far.
    fn shorter_text(&self) -> Option<(usize, usize)> {
        self.program
            .rules
            .iter()
            .enumerate()
            .find_map(|(place, rule)| {
                let length = self.length(place, &rule.part)?;
                let is_shorter = self.lengths[place].is_none_or(|known| length < known);
                is_shorter.then_some((place, length))
            })
    }

    /// The length of the shortest text of a part of this rule, in characters.
    pub(super) fn length(&self, rule: usize, part: &Part) -> Option<usize> {
        match part {
            Part::Literal { text, .. } => Some(text.chars().count()),
            Part::Class(_) => Some(1),
            Part::Name(name) => match self.known(rule, *name) {
                [] => self.lengths[*name],
                known => known.iter().map(sample_length).min(),
            },
            Part::Sequence(parts) => parts.iter().map(|part| self.length(rule, part)).sum(),
            Part::Choice(_, parts) => parts
                .iter()
                .filter_map(|part| self.length(rule, part))
                .min(),
            Part::Optional(..) | Part::ZeroOrMore(..) => Some(0),
            Part::OneOrMore(_, body) | Part::Difference(body, _) => self.length(rule, body),
            Part::Lookahead { .. } | Part::Start | Part::End => Some(0),
        }
    }

    fn shortest_sample(&self, known: &[Known], goal: &Goal) -> Option<usize> {
        let fit = known.iter().filter(|known| goal.is_in(&known.trace));
        fit.map(sample_length).min()
    }

    fn goal(&self, case: CaseNumber) -> Goal {
        let rules = &self.program.rules;
        let mut goal = Goal {
            case,
            lengths: vec![None; rules.len()],
        };
        let shorter = |goal: &Goal| {
            rules.iter().enumerate().find_map(|(place, rule)| {
                let length = match rule.used == case {
                    true => self.length(place, &rule.part),
                    false => self.length_with(place, &rule.part, goal),
                }?;
                let is_shorter = goal.lengths[place].is_none_or(|known| length < known);
                is_shorter.then_some((place, length))
            })
        };
        while let Some((place, length)) = shorter(&goal) {
            goal.lengths[place] = Some(length);
        }
        goal
    }

    /// The same, of a text that uses the goal's case.
    pub(super) fn length_with(&self, rule: usize, part: &Part, goal: &Goal) -> Option<usize> {
        let with = |part: &Part| self.length_with(rule, part, goal);
        let length = |part: &Part| self.length(rule, part);
        match part {
            Part::Literal { .. } | Part::Class(_) => None,
            Part::Name(name) => match self.known(rule, *name) {
                [] => {
                    let other = self.shortest_sample(self.others(*name), goal);
                    other.or(goal.lengths[*name])
                }
                known => self.shortest_sample(known, goal),
            },
            Part::Sequence(parts) => {
                let lengths: Vec<usize> = parts.iter().map(length).collect::<Option<_>>()?;
                let all: usize = lengths.iter().sum();
                let parts = parts.iter().zip(&lengths);
                parts
                    .filter_map(|(part, length)| Some(all - length + with(part)?))
                    .min()
            }
            Part::Choice(first, parts) => parts
                .iter()
                .enumerate()
                .filter_map(|(index, part)| match nth(*first, index) == goal.case {
                    true => length(part),
                    false => with(part),
                })
                .min(),
            Part::Optional(taken, body) | Part::ZeroOrMore(taken, body) => match goal.case {
                case if case == *taken => length(body),
                case if case == not_taken(*taken) => Some(0),
                _ => with(body),
            },
            Part::OneOrMore(again, body) => match goal.case {
                case if case == *again => Some(2 * length(body)?),
                case if case == not_taken(*again) => length(body),
                _ => with(body),
            },
            // What the goal asks for may be just what is excluded.
            Part::Difference(body, _) => Some(with(body)? + DETOUR),
            Part::Lookahead { .. } | Part::Start | Part::End => None,
        }
    }
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

fn sample_length(known: &Known) -> usize {
    let need = known.need.as_ref().map_or(0, String::len);
    known.text.chars().count() + need
}

/// Whether a literal of this part is this word.
fn spells(part: &Part, word: &str) -> bool {
    match part {
        Part::Literal { text, .. } => text == word,
        Part::Sequence(parts) | Part::Choice(_, parts) => {
            parts.iter().any(|part| spells(part, word))
        }
        Part::Optional(_, body)
        | Part::ZeroOrMore(_, body)
        | Part::OneOrMore(_, body)
        | Part::Difference(body, _)
        | Part::Lookahead { body, .. } => spells(body, word),
        Part::Class(_) | Part::Name(_) | Part::Start | Part::End => false,
    }
}

/// The literals and terminals that nonterminals name, each once.
fn tokens(program: &Program) -> Vec<Part> {
    fn add(part: &Part, program: &Program, tokens: &mut Vec<Part>) {
        let is_token = match part {
            Part::Literal { .. } | Part::Class(_) => true,
            Part::Name(name) => program.rules[*name].kind == RuleKind::Terminal,
            _ => false,
        };
        if is_token {
            tokens.push(part.clone());
        }
        match part {
            Part::Sequence(parts) | Part::Choice(_, parts) => {
                parts.iter().for_each(|part| add(part, program, tokens));
            }
            Part::Optional(_, body)
            | Part::ZeroOrMore(_, body)
            | Part::OneOrMore(_, body)
            | Part::Difference(body, _) => add(body, program, tokens),
            _ => {}
        }
    }
    let mut tokens = Vec::new();
    for rule in &program.rules {
        if rule.kind == RuleKind::Nonterminal {
            add(&rule.part, program, &mut tokens);
        }
    }
    let mut seen = BTreeSet::new();
    tokens.retain(|token| seen.insert(format!("{token:?}")));
    tokens
}
