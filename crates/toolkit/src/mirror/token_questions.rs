//! What is asked where a rule looks for a token: is it taken out of the beginning of a longer one, and does the text then go
//! on, or is another way lost that begins with the longer one?
//!
//! At each such place what is known of the text is kept: the alternatives and the guards that had their say before. Of an
//! alternative that is recursive nothing is known. What the ways that are tried later begin with is kept, too, as long as nothing
//! must follow the token in the way that was chosen by it.
//!
//! Invariant: every place is asked about at which a rule can look for a token, and what can follow it is never too little.

use super::finding::{Finding, FindingKind};
use super::parts::entered;
use super::sides::Mirror;
use crate::matching::effort::{self, Undecided};
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Notation};
use crate::tokens::first::FirstSets;
use crate::tokens::symbols;
use crate::tokens::symbols::{Lookahead, Token};
use notation::Expression;
use notation::peg;
use notation::{Grammar, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// One for each place where a rule looks for a token.
pub(super) struct Questions {
    formulas: Formulas,
    /// The rules that look for tokens, and the states that it took to ask.
    pub(super) asked: Vec<(String, u64)>,
    pub(super) list: Vec<Question>,
    /// Those that took too long to ask.
    pub(super) open: Vec<Open>,
    /// The rules and tokens of which nothing can be asked, and why.
    pub(super) unread: Vec<(String, String, Undecided)>,
    /// Whether there is a text for a formula, of those that were asked for.
    answers: HashMap<Formula, bool>,
}

/// Whether there is a text of which a token is taken that begins a longer one.
#[derive(PartialEq)]
pub(super) struct Question {
    pub(super) rule: String,
    token: String,
    /// Whether the question is if the text goes on, or if another way began with the longer one.
    goes_on: bool,
    /// That it is, whatever is known of the text.
    is_split: Formula,
    /// What is known of the text.
    facts: Formula,
}

/// A question that could not be asked.
pub(super) struct Open {
    pub(super) rule: String,
    token: String,
    why: Undecided,
}

impl Open {
    pub(super) fn finding(&self, mirror: &Mirror<'_>) -> Finding {
        let message = format!(
            "whether {} is taken out of the beginning of a longer token is {}",
            self.token, self.why
        );
        placed(mirror, &self.rule, FindingKind::Uncheckable, message)
    }
}

fn placed(mirror: &Mirror<'_>, rule: &str, kind: FindingKind, message: String) -> Finding {
    let finding = Finding::new(kind, rule, message);
    let pairs = mirror.pairs();
    match pairs.iter().find(|pair| pair.rule.name == rule) {
        Some(pair) => finding.at(pair.above.line),
        None => finding,
    }
}

impl Question {
    pub(super) fn finding(&self, mirror: &Mirror<'_>, text: String) -> Finding {
        let (kind, message) = match self.goes_on {
            true => (
                FindingKind::TokenSplit,
                format!(
                    "{} is taken out of the beginning of a longer token, and the rule goes on behind it",
                    self.token
                ),
            ),
            false => (
                FindingKind::Shortened,
                format!(
                    "{} is taken out of the beginning of a longer token, with which another way begins",
                    self.token
                ),
            ),
        };
        placed(mirror, &self.rule, kind, message).shown_by(text)
    }

    pub(super) fn undecided(&self, mirror: &Mirror<'_>, why: Undecided) -> Finding {
        let open = Open {
            rule: self.rule.clone(),
            token: self.token.clone(),
            why,
        };
        open.finding(mirror)
    }
}

impl Questions {
    /// The shortest text that is split.
    pub(super) fn answer(&mut self, question: &Question) -> Result<Option<String>, Undecided> {
        // Most are answered without what is known of the text, and that takes less time.
        let known = self.answers.get(&question.is_split);
        let is_possible = match known {
            Some(&is_possible) => is_possible,
            // What is known of the text may decide what cannot be decided without.
            None => !matches!(self.formulas.find(question.is_split), Ok(None)),
        };
        self.answers.insert(question.is_split, is_possible);
        if !is_possible {
            return Ok(None);
        }
        let is_split = self.formulas.and(question.is_split, question.facts);
        Ok(self.formulas.find(is_split)?.map(|witness| witness.text))
    }

    /// Those of the rules and tokens that are `wanted`; none if the grammar's text is not cut into tokens.
    pub(super) fn of(
        mirror: &Mirror<'_>,
        grammar: &Grammar,
        wanted: impl Fn(&str, &Expression) -> bool,
    ) -> Self {
        let mut questions = Self {
            formulas: Formulas::new(),
            asked: Vec::new(),
            list: Vec::new(),
            open: Vec::new(),
            unread: Vec::new(),
            answers: HashMap::new(),
        };
        if !mirror.has_trivia() {
            return questions;
        }
        let token_grammar = entered(grammar);
        let sets = FirstSets::of(&token_grammar);
        let tokens = token_grammar.tokens().into_iter();
        let tokens: BTreeMap<Token, Expression> = tokens
            .map(|token| (token.clone(), token.expression()))
            .collect();
        let mut walk = Walk {
            mirror,
            grammar,
            sets: &sets,
            tokens: &tokens,
            wanted: &wanted,
            peg: mirror.peg(grammar),
            ebnf: Language::new(Notation::Ebnf, &mirror.corrected),
            questions: &mut questions,
            longer: HashMap::new(),
            open: Vec::new(),
        };
        for rule in &grammar.rules {
            // What no rule names is where somebody begins.
            let is_named = |other: &Rule| other.expression.names().contains(&rule.name.as_str());
            let is_begun = !grammar.rules.iter().any(is_named);
            let next = walk.behind(&rule.name);
            walk.inside(rule, &rule.expression, &next, is_begun);
        }
        questions
    }
}

/// What is known of the text at a place: that an expression matches there, or that it does not.
type Fact<'g> = (bool, &'g Expression);

/// What may come next.
type Next = BTreeSet<Lookahead>;

/// What is known where a rule looks for a token.
#[derive(Clone, Default)]
struct Known<'g> {
    /// Of the text.
    facts: Vec<Fact<'g>>,
    /// What other ways begin with, if nothing must stand behind the token in the way that it is chosen by.
    others: Next,
}

struct Walk<'g, 'w> {
    mirror: &'g Mirror<'g>,
    grammar: &'g Grammar,
    sets: &'w FirstSets,
    tokens: &'g BTreeMap<Token, Expression>,
    wanted: &'w dyn Fn(&str, &Expression) -> bool,
    peg: Language<'g>,
    ebnf: Language<'g>,
    questions: &'w mut Questions,
    /// Of each token, as it is printed, what is longer.
    longer: HashMap<String, Formula>,
    /// The rules that are being looked into, from the outside in.
    open: Vec<&'g str>,
}

impl Known<'_> {
    /// The same, where there is another way, which begins with one of these.
    fn or(&self, others: &Next) -> Self {
        let mut known = self.clone();
        known.others.extend(others.iter().cloned());
        known
    }
}

impl<'g> Walk<'g, '_> {
    /// Looks at all places of an expression that are not at its beginning, and if `is_begun` at those, too.
    fn inside(&mut self, rule: &'g Rule, expression: &'g Expression, next: &Next, is_begun: bool) {
        let is_trivia = rule.kind == RuleKind::Silent && self.mirror.is_trivia(&rule.name);
        if rule.kind == RuleKind::Terminal || is_trivia {
            return;
        }
        match expression {
            Expression::Sequence(parts) => {
                let mut is_begun = is_begun;
                let mut known = Known::default();
                for (index, part) in parts.iter().enumerate() {
                    match part {
                        Expression::Start => is_begun = true,
                        Expression::Lookahead { is_positive, body } => {
                            known.facts.push((*is_positive, body))
                        }
                        part => {
                            let next = self.rest(&parts[index + 1..], next);
                            if is_begun {
                                self.begin(rule, part, &known, &next);
                            }
                            self.inside(rule, part, &next, false);
                            is_begun = true;
                            known.facts.clear();
                        }
                    }
                }
            }
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                // Behind one of them the next one begins, or what follows them all.
                let known = Known {
                    facts: Vec::new(),
                    others: next.clone(),
                };
                let next = self.rest(std::slice::from_ref(expression), next);
                self.begin(rule, body, &known, &next);
                self.inside(rule, body, &next, false);
            }
            other => {
                for part in other.parts() {
                    self.inside(rule, part, next, is_begun);
                }
            }
        }
    }

    /// Looks at all places at which an expression can begin, going into the rules that it names.
    fn begin(
        &mut self,
        rule: &'g Rule,
        expression: &'g Expression,
        known: &Known<'g>,
        next: &Next,
    ) {
        match expression {
            Expression::Literal { .. } | Expression::Class(_) => {
                self.ask(rule, expression, known, next);
            }
            Expression::Name(name) => match self.grammar.rule(name) {
                Some(named) if named.kind == RuleKind::Terminal => {
                    self.ask(rule, expression, known, next);
                }
                Some(named) if !self.open.contains(&named.name.as_str()) => {
                    self.open.push(&named.name);
                    self.begin(named, &named.expression, known, next);
                    self.open.pop();
                }
                _ => {}
            },
            Expression::Sequence(parts) => {
                let mut known = known.clone();
                for (index, part) in parts.iter().enumerate() {
                    if let Expression::Lookahead { is_positive, body } = part {
                        known.facts.push((*is_positive, body));
                        continue;
                    }
                    let rest = &parts[index + 1..];
                    let mut here = known.clone();
                    if !rest.iter().all(|part| self.is_nullable(part)) {
                        // Behind the token something must stand, and where it does not, the way is given up.
                        here.others.clear();
                    }
                    let next = self.rest(rest, next);
                    self.begin(rule, part, &here, &next);
                    if !self.is_nullable(part) {
                        return;
                    }
                }
            }
            Expression::Choice(parts) => {
                let mut known = known.clone();
                for (index, part) in parts.iter().enumerate() {
                    let mut here = known.clone();
                    for later in &parts[index + 1..] {
                        here.others
                            .extend(self.rest(std::slice::from_ref(later), next));
                    }
                    self.begin(rule, part, &here, next);
                    known.facts.push((false, part));
                }
            }
            Expression::Optional(body) => {
                self.begin(rule, body, &known.or(next), next);
            }
            Expression::ZeroOrMore(body) => {
                let known = known.or(next);
                let next = self.rest(std::slice::from_ref(expression), next);
                self.begin(rule, body, &known, &next);
            }
            Expression::OneOrMore(body) => {
                let next = self.rest(std::slice::from_ref(expression), next);
                self.begin(rule, body, known, &next);
            }
            _ => {}
        }
    }

    fn is_nullable(&self, expression: &Expression) -> bool {
        let phrase = symbols::over_tokens(expression, self.grammar);
        self.sets.phrase_is_nullable(&phrase)
    }

    /// What may follow a rule, anywhere.
    fn behind(&self, name: &str) -> Next {
        self.sets.follow(name).cloned().collect()
    }

    /// What may come next in front of these parts.
    fn rest(&self, parts: &[Expression], next: &Next) -> Next {
        let mut first = BTreeSet::new();
        for part in parts {
            if *part == Expression::End {
                first.insert(Lookahead::EndOfText);
            }
            let phrase = symbols::over_tokens(part, self.grammar);
            let begins = self.sets.phrase_first(&phrase).into_iter();
            first.extend(begins.map(Lookahead::Token));
            if !self.sets.phrase_is_nullable(&phrase) {
                return first;
            }
        }
        first.extend(next.iter().cloned());
        first
    }

    /// Whether the token can be taken here out of a longer one, and the text goes on behind it, or another way began with
    /// the longer one.
    fn ask(&mut self, rule: &Rule, token: &'g Expression, known: &Known<'g>, next: &Next) {
        if !(self.wanted)(&rule.name, token) {
            return;
        }
        for goes_on in [true, false] {
            self.questions.formulas.begin();
            let (is_split, states) = effort::with_states(|| match goes_on {
                true => self.is_split(token, next),
                false => self.is_in_the_way(token, &known.others),
            });
            self.questions.asked.push((rule.name.clone(), states));
            let is_split = match is_split {
                Ok(is_split) => is_split,
                // That it cannot be read is a finding about the terminal.
                Err(why @ (Undecided::NotRegular | Undecided::Difference)) => {
                    let token = peg::print_expression(token);
                    self.questions.unread.push((rule.name.clone(), token, why));
                    return;
                }
                Err(why) => {
                    let open = Open {
                        rule: rule.name.clone(),
                        token: peg::print_expression(token),
                        why,
                    };
                    self.questions.open.push(open);
                    return;
                }
            };
            if is_split == Formulas::FALSE {
                continue;
            }
            let question = Question {
                rule: rule.name.clone(),
                token: peg::print_expression(token),
                goes_on,
                is_split,
                facts: self.known(&known.facts),
            };
            if !self.questions.list.contains(&question) {
                self.questions.list.push(question);
            }
        }
    }

    /// The token is taken, and one of the others matches further, and none further than that.
    fn is_in_the_way(
        &mut self,
        token: &'g Expression,
        others: &Next,
    ) -> Result<Formula, Undecided> {
        if others.is_empty() || self.longer(token)? == Formulas::FALSE {
            return Ok(Formulas::FALSE);
        }
        let mut one_of_them = Formulas::FALSE;
        for other in others {
            let Lookahead::Token(other) = other else {
                continue;
            };
            let Some(other) = self.tokens.get(other).filter(|other| *other != token) else {
                continue;
            };
            if never_begins(token, other) {
                continue;
            }
            let formulas = &mut self.questions.formulas;
            let one = self.peg.matches(formulas, other, false, Formulas::HERE)?;
            one_of_them = formulas.or(one_of_them, one);
        }
        if one_of_them == Formulas::FALSE {
            return Ok(Formulas::FALSE);
        }
        let formulas = &mut self.questions.formulas;
        let taken = self.peg.matches(formulas, token, false, Formulas::AHEAD)?;
        let both = formulas.and(taken, one_of_them);
        let mut no_further = both;
        for token in &self.mirror.tokens {
            let further = self
                .ebnf
                .matches(formulas, token, false, Formulas::BEHIND)?;
            let not_further = formulas.not(further);
            no_further = formulas.and(no_further, not_further);
        }
        Ok(no_further)
    }

    fn is_split(&mut self, token: &'g Expression, next: &Next) -> Result<Formula, Undecided> {
        let longer = self.longer(token)?;
        if longer == Formulas::FALSE {
            return Ok(longer);
        }
        let formulas = &mut self.questions.formulas;
        let mut goes_on = Formulas::FALSE;
        for next in next {
            let expression = match next {
                Lookahead::Token(token) => self.tokens.get(token),
                Lookahead::EndOfText => None,
            };
            let one = match (next, expression) {
                (_, Some(next)) => self.peg.matches(formulas, next, false, Formulas::TRUE)?,
                (Lookahead::EndOfText, None) => Formulas::END,
                // Of what is no token of the rules it is not known here what it is.
                (Lookahead::Token(_), None) => Formulas::TRUE,
            };
            goes_on = formulas.or(goes_on, one);
        }
        let goes_on = self.peg.skip(formulas, true, goes_on)?;
        let goes_on = formulas.and(Formulas::AHEAD, goes_on);
        let taken = self.peg.matches(formulas, token, false, goes_on)?;
        Ok(formulas.and(taken, longer))
    }

    /// Another token matches up to the marked position; only those count of which this one can be the beginning.
    fn longer(&mut self, token: &'g Expression) -> Result<Formula, Undecided> {
        let printed = peg::print_expression(token);
        if let Some(&known) = self.longer.get(&printed) {
            return Ok(known);
        }
        let formulas = &mut self.questions.formulas;
        let begins = self.peg.matches(formulas, token, false, Formulas::AHEAD)?;
        let mut longer = Formulas::FALSE;
        for other in self.mirror.tokens.iter().filter(|other| *other != token) {
            if never_begins(token, other) {
                continue;
            }
            let one = self.ebnf.matches(formulas, other, false, Formulas::HERE)?;
            let both = formulas.and(begins, one);
            if !matches!(formulas.find(both), Ok(None)) {
                longer = formulas.or(longer, one);
            }
        }
        self.longer.insert(printed, longer);
        Ok(longer)
    }

    /// All that is known; of what is recursive that is nothing.
    fn known(&mut self, facts: &[Fact<'g>]) -> Formula {
        let formulas = &mut self.questions.formulas;
        let mut known = Formulas::TRUE;
        for &(holds, expression) in facts {
            let Ok(matches) = self.peg.matches(formulas, expression, true, Formulas::TRUE) else {
                continue;
            };
            let fact = match holds {
                true => matches,
                false => formulas.not(matches),
            };
            known = formulas.and(known, fact);
        }
        known
    }
}

/// Whether both are written out, and the first is never the beginning of the other: there is nothing to search.
fn never_begins(first: &Expression, other: &Expression) -> bool {
    match (first, other) {
        (Expression::Literal { text: first, .. }, Expression::Literal { text: other, .. }) => {
            !other
                .to_ascii_lowercase()
                .starts_with(&first.to_ascii_lowercase())
        }
        _ => false,
    }
}
