//! Is a token ever taken out of the beginning of a longer one?
//!
//! A text is cut into tokens, each as long as can be (Turtle, section 6.5, note 3), before the grammar has a say:
//! `PREFIXex:` is one name. A PEG cuts as it goes, so wherever it looks for a token the text may begin a longer one of
//! another kind. That does no harm where what follows cannot go on in the middle of the longer one.
//!
//! At each place where a rule looks for a token, what is known of the text is kept: the alternatives and the guards that
//! had their say before. Of an alternative that is recursive nothing is known.
//!
//! Invariant: a grammar without findings takes no token out of a longer one, wherever it goes on behind it.

use super::choices;
use super::finding::{Finding, FindingKind};
use super::sides::{Mirror, RulePair};
use crate::matching::effort::Undecided;
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Notation};
use crate::tokens::first::FirstSets;
use crate::tokens::symbols;
use crate::tokens::symbols::{Lookahead, Token, TokenGrammar};
use notation::Expression;
use notation::peg::{self, DepartureKind};
use notation::{Grammar, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Checks every place where a rule looks for a token.
pub(crate) fn findings(mirror: &Mirror<'_>) -> Vec<Finding> {
    let grammar = &mirror.literate.optimized;
    let mut questions = Questions::of(mirror, grammar, |_, _| true);
    let mut findings: Vec<Finding> = Vec::new();
    for open in std::mem::take(&mut questions.open) {
        let finding = open.finding(mirror);
        if !findings.iter().any(|known| known.rule == finding.rule) {
            findings.push(finding);
        }
    }
    for question in std::mem::take(&mut questions.list) {
        let finding = match questions.answer(&question) {
            Ok(None) => continue,
            Ok(Some(text)) => question.finding(mirror, text),
            Err(why) => question.undecided(mirror, why),
        };
        let is_same = |known: &Finding| {
            let are_open = [known, &finding].map(|one| one.kind == FindingKind::Uncheckable);
            *known == finding || are_open == [true, true] && known.rule == finding.rule
        };
        if !findings.iter().any(is_same) {
            findings.push(finding);
        }
    }
    findings
}

/// Guards that are declared, and without which nothing would be wrong.
pub(crate) fn unneeded_guards(mirror: &Mirror<'_>) -> Vec<Finding> {
    let guarded = mirror.pairs().into_iter().filter_map(|pair| {
        let without = mirror.without_departure(pair, DepartureKind::Guard)?;
        let is_needed = splits_without(mirror, pair, &without)
            || !choices::of_rule(mirror, pair, &without).is_empty();
        (!is_needed).then(|| mirror.unneeded(pair, DepartureKind::Guard))
    });
    guarded.collect()
}

/// Whether a rule, or who looks for it, splits a token if the grammar is this one.
fn splits_without(mirror: &Mirror<'_>, pair: RulePair<'_>, grammar: &Grammar) -> bool {
    let itself = Expression::name(&pair.rule.name);
    let mut questions = Questions::of(mirror, grammar, |rule, token| {
        rule == pair.rule.name || *token == itself
    });
    let list = std::mem::take(&mut questions.list);
    !questions.open.is_empty()
        || list
            .into_iter()
            .any(|question| questions.answer(&question) != Ok(None))
}

/// One for each place where a rule looks for a token.
struct Questions {
    formulas: Formulas,
    list: Vec<Question>,
    /// Those that took too long to ask.
    open: Vec<Open>,
    /// Whether there is a text for a formula, of those that were asked for.
    answers: HashMap<Formula, bool>,
}

/// Whether there is a text of which a token is taken that begins a longer one.
#[derive(PartialEq)]
struct Question {
    rule: String,
    token: String,
    /// That it is, whatever is known of the text.
    is_split: Formula,
    /// What is known of the text.
    facts: Formula,
}

/// A question that could not be asked.
struct Open {
    rule: String,
    token: String,
    why: Undecided,
}

impl Open {
    fn finding(&self, mirror: &Mirror<'_>) -> Finding {
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
    fn finding(&self, mirror: &Mirror<'_>, text: String) -> Finding {
        let message = format!(
            "{} is taken out of the beginning of a longer token, and the rule goes on behind it",
            self.token
        );
        placed(mirror, &self.rule, FindingKind::TokenSplit, message).shown_by(text)
    }

    fn undecided(&self, mirror: &Mirror<'_>, why: Undecided) -> Finding {
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
    fn answer(&mut self, question: &Question) -> Result<Option<String>, Undecided> {
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
    fn of(
        mirror: &Mirror<'_>,
        grammar: &Grammar,
        wanted: impl Fn(&str, &Expression) -> bool,
    ) -> Self {
        let mut questions = Self {
            formulas: Formulas::new(),
            list: Vec::new(),
            open: Vec::new(),
            answers: HashMap::new(),
        };
        if !mirror.has_trivia() {
            return questions;
        }
        let token_grammar = TokenGrammar::of_all(grammar);
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
            peg: Language::new(Notation::Peg, grammar),
            ebnf: Language::new(Notation::Ebnf, &mirror.corrected),
            questions: &mut questions,
            longer: HashMap::new(),
            open: Vec::new(),
        };
        for rule in &grammar.rules {
            // What no rule names is where somebody begins.
            let is_named = |other: &Rule| other.expression.names().contains(&rule.name.as_str());
            let is_begun = !grammar.rules.iter().any(is_named);
            walk.inside(rule, &rule.expression, &walk.behind(&rule.name), is_begun);
        }
        questions
    }
}

/// What is known of the text at a place: that an expression matches there, or that it does not.
type Fact<'g> = (bool, &'g Expression);

/// What may come next.
type Next = BTreeSet<Token>;

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
                let mut facts: Vec<Fact<'g>> = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    match part {
                        Expression::Start => is_begun = true,
                        Expression::Lookahead { is_positive, body } => {
                            facts.push((*is_positive, body))
                        }
                        part => {
                            let next = self.rest(&parts[index + 1..], next);
                            if is_begun {
                                self.begin(rule, part, &facts, &next);
                            }
                            self.inside(rule, part, &next, false);
                            is_begun = true;
                            facts.clear();
                        }
                    }
                }
            }
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                // Behind one of them the next one begins.
                let next = self.rest(std::slice::from_ref(expression), next);
                self.begin(rule, body, &[], &next);
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
        facts: &[Fact<'g>],
        next: &Next,
    ) {
        match expression {
            Expression::Literal { .. } | Expression::Class(_) => {
                self.ask(rule, expression, facts, next);
            }
            Expression::Name(name) => match self.grammar.rule(name) {
                Some(named) if named.kind == RuleKind::Terminal => {
                    self.ask(rule, expression, facts, next);
                }
                Some(named) if !self.open.contains(&named.name.as_str()) => {
                    self.open.push(&named.name);
                    self.begin(named, &named.expression, facts, next);
                    self.open.pop();
                }
                _ => {}
            },
            Expression::Sequence(parts) => {
                let mut facts = facts.to_vec();
                for (index, part) in parts.iter().enumerate() {
                    if let Expression::Lookahead { is_positive, body } = part {
                        facts.push((*is_positive, body));
                        continue;
                    }
                    let next = self.rest(&parts[index + 1..], next);
                    self.begin(rule, part, &facts, &next);
                    if !self.is_nullable(part) {
                        return;
                    }
                }
            }
            Expression::Choice(parts) => {
                let mut facts = facts.to_vec();
                for part in parts {
                    self.begin(rule, part, &facts, next);
                    facts.push((false, part));
                }
            }
            Expression::Optional(body) => self.begin(rule, body, facts, next),
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                let next = self.rest(std::slice::from_ref(expression), next);
                self.begin(rule, body, facts, &next);
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
        let tokens = self.sets.follow(name).filter_map(|next| match next {
            Lookahead::Token(token) => Some(token.clone()),
            Lookahead::EndOfText => None,
        });
        tokens.collect()
    }

    /// What may come next in front of these parts.
    fn rest(&self, parts: &[Expression], next: &Next) -> Next {
        let mut first = BTreeSet::new();
        for part in parts {
            let phrase = symbols::over_tokens(part, self.grammar);
            first.extend(self.sets.phrase_first(&phrase));
            if !self.sets.phrase_is_nullable(&phrase) {
                return first;
            }
        }
        first.extend(next.iter().cloned());
        first
    }

    /// Whether the token can be taken here out of a longer one, and the text goes on behind it.
    fn ask(&mut self, rule: &Rule, token: &'g Expression, facts: &[Fact<'g>], next: &Next) {
        if !(self.wanted)(&rule.name, token) {
            return;
        }
        self.questions.formulas.begin();
        let is_split = match self.is_split(token, next) {
            Ok(is_split) => is_split,
            Err(Undecided::NotRegular | Undecided::Difference) => return,
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
            return;
        }
        let question = Question {
            rule: rule.name.clone(),
            token: peg::print_expression(token),
            is_split,
            facts: self.known(facts),
        };
        if !self.questions.list.contains(&question) {
            self.questions.list.push(question);
        }
    }

    fn is_split(&mut self, token: &'g Expression, next: &Next) -> Result<Formula, Undecided> {
        let longer = self.longer(token)?;
        if longer == Formulas::FALSE {
            return Ok(longer);
        }
        let formulas = &mut self.questions.formulas;
        let mut goes_on = Formulas::FALSE;
        for next in next {
            let one = match self.tokens.get(next) {
                Some(next) => self.peg.matches(formulas, next, false, Formulas::TRUE)?,
                // Of what is no token of the rules it is not known here what it is.
                None => Formulas::TRUE,
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
