//! The questions where a rule looks for a token: is it taken out of the beginning of a longer one, and does the text then go
//! on, or is another way lost that begins with the longer one?
//!
//! Known facts of the text count as far as a formula can say them: of an alternative that is recursive nothing is known.
//!
//! Invariant: every place is asked about, and a question that needs no facts of the text is not asked again.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::Mirror;
use super::next_tokens::NextTokens;
use super::obligation::{Argument, ObligationOutcome};
use super::token_formulas::TokenFormulas;
use super::token_places::{self, PlaceFact, TokenPlace};
use crate::matching::effort::{Budget, Unanswered};
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::Language;
use foldhash::{HashMap, HashMapExt as _};
use notation::peg;
use notation::{Expression, Grammar};

/// One for each place where a rule looks for a token.
pub(super) struct Questions<'m> {
    mirror: &'m Mirror<'m>,
    terminals: &'m Grammar,
    tokens: TokenFormulas<'m>,
}

/// The answers to the questions about one rule.
pub(super) struct RuleQuestions {
    pub(super) rule: String,
    pub(super) budget: Budget,
    pub(super) splits: Vec<Split>,
    /// The first token about which a question took too long.
    open: Option<(String, Unanswered)>,
    /// The first token about which nothing can be asked, as no formula says its matches.
    unread: Option<(String, Unanswered)>,
}

/// A token that a rule takes out of the beginning of a longer one, as in a text.
#[derive(PartialEq)]
pub(crate) struct Split {
    pub(crate) token: Expression,
    /// Whether the text goes on after it; else another way began with the longer one.
    goes_on: bool,
    pub(crate) text: String,
}

impl RuleQuestions {
    /// Whether no token is split, and all was decided.
    pub(super) fn is_clean(&self) -> bool {
        self.splits.is_empty() && self.open.is_none() && self.unread.is_none()
    }

    pub(super) fn outcome(&self, mirror: &Mirror<'_>) -> ObligationOutcome {
        let whether = |token: &str, why: &Unanswered| {
            format!("whether {token} is taken out of the beginning of a longer token is {why}")
        };
        match (&self.open, &self.unread) {
            _ if !self.splits.is_empty() => {
                let findings = self.splits.iter().map(|split| self.finding(mirror, split));
                ObligationOutcome::Broken(findings.collect())
            }
            (Some((token, why)), _) => {
                let message = whether(token, why);
                let finding = mirror.about(FindingKind::NotDecided, &self.rule, message);
                ObligationOutcome::Broken(vec![finding])
            }
            // An unreadable terminal has a finding of its own.
            (None, Some((token, why))) => ObligationOutcome::Open(whether(token, why)),
            (None, None) => ObligationOutcome::Holds(vec![Argument::Automata(self.budget.states)]),
        }
    }

    fn finding(&self, mirror: &Mirror<'_>, split: &Split) -> Finding {
        let (kind, how) = match split.goes_on {
            true => (FindingKind::TokenSplit, ", and the rule goes on after it"),
            false => (FindingKind::Shortened, ", with which another way begins"),
        };
        let message = format!(
            "{} is taken out of the beginning of a longer token{how}",
            peg::print_expression(&split.token)
        );
        mirror
            .about(kind, &self.rule, message)
            .shown_by(&split.text)
    }
}

impl<'m> Questions<'m> {
    /// Questions about grammars whose terminals are these; none was asked yet.
    pub(super) fn of(mirror: &'m Mirror<'m>, terminals: &'m Grammar) -> Self {
        Self {
            mirror,
            terminals,
            tokens: TokenFormulas::of(mirror, terminals),
        }
    }

    /// Asks of the rules and tokens of a grammar that are `wanted`; nothing if its text is not cut into tokens.
    pub(super) fn ask(
        &mut self,
        grammar: &Grammar,
        wanted: impl Fn(&str, &Expression) -> bool,
    ) -> Vec<RuleQuestions> {
        if !self.mirror.has_trivia() {
            return Vec::new();
        }
        let mirror = self.mirror;
        let mut asking = Asking {
            grammar,
            peg: mirror.peg(grammar),
            questions: self,
            facts: HashMap::new(),
            asked: Vec::new(),
        };
        token_places::visit(mirror, grammar, &wanted, &mut |place, next| {
            asking.look(&place, next);
        });
        asking.asked
    }
}

/// Facts, by the places of their expressions.
type FactPlaces = Vec<(bool, *const Expression)>;

struct Asking<'g, 'm, 'w> {
    grammar: &'g Grammar,
    peg: Language<'g>,
    questions: &'w mut Questions<'m>,
    facts: HashMap<FactPlaces, Formula>,
    asked: Vec<RuleQuestions>,
}

impl<'g> Asking<'g, '_, '_> {
    fn look(&mut self, place: &TokenPlace<'g, '_>, next: &mut NextTokens<'g>) {
        let rule = &place.rule.name;
        let known = self.asked.iter().position(|asked| asked.rule == *rule);
        let mut asked = match known {
            Some(known) => self.asked.remove(known),
            None => RuleQuestions {
                rule: rule.clone(),
                budget: Budget::default(),
                splits: Vec::new(),
                open: None,
                unread: None,
            },
        };
        for goes_on in [true, false] {
            self.questions.tokens.formulas.begin();
            let split = asked.budget.ask(|| {
                let is_split = self.ask(place, next, goes_on)?;
                self.questions.tokens.find(is_split)
            });
            let token = place.token;
            match split {
                Ok(None) => {}
                Ok(Some(witness)) => {
                    let split = Split {
                        token: token.clone(),
                        goes_on,
                        text: witness.text,
                    };
                    if !asked.splits.contains(&split) {
                        asked.splits.push(split);
                    }
                }
                Err(why) => {
                    let first = match why.is_unreadable() {
                        true => &mut asked.unread,
                        false => &mut asked.open,
                    };
                    first.get_or_insert_with(|| (peg::print_expression(token), why));
                    break;
                }
            }
        }
        self.asked.insert(known.unwrap_or(self.asked.len()), asked);
        if self.questions.tokens.formulas.are_many() {
            self.begin_anew();
        }
    }

    /// Forgets all formulas; they are made again where they are needed.
    fn begin_anew(&mut self) {
        let Questions {
            mirror, terminals, ..
        } = *self.questions;
        self.questions.tokens = TokenFormulas::of(mirror, terminals);
        self.peg = mirror.peg(self.grammar);
        self.facts.clear();
    }

    /// Whether the token can be taken at a place out of a longer one, and the text goes on after it, or another way began
    /// with the longer one, by the known facts of the text; `FALSE` if it cannot, whatever the facts.
    fn ask(
        &mut self,
        place: &TokenPlace<'g, '_>,
        next: &mut NextTokens<'g>,
        goes_on: bool,
    ) -> Result<Formula, Unanswered> {
        let ways = match goes_on {
            true => place.next,
            false => &place.known.others,
        };
        // Most are answered without facts of the text, and that takes less time.
        let is_split = self.questions.tokens.split(place.token, goes_on, ways)?;
        if !self.questions.tokens.is_possible(is_split) {
            return Ok(Formulas::FALSE);
        }
        let facts = self.known(place, next)?;
        let tokens = &mut self.questions.tokens;
        let is_split = tokens.formulas.and(is_split, facts);
        if !goes_on || !tokens.is_possible(is_split) {
            return Ok(is_split);
        }
        let further = tokens.goes_on_up_to_the_end(place.token, ways, next)?;
        Ok(tokens.formulas.and(is_split, further))
    }

    /// The known facts of the text; recursive expressions have no facts.
    fn known(
        &mut self,
        place: &TokenPlace<'g, '_>,
        next: &mut NextTokens<'g>,
    ) -> Result<Formula, Unanswered> {
        let mut facts: Vec<PlaceFact<'g>> = Vec::new();
        for &fact in &place.known.facts {
            if !self.goes_without_saying(place.token, fact, next)? {
                facts.push(fact);
            }
        }
        let places = facts.iter();
        let places: FactPlaces = places
            .map(|&(holds, expression)| (holds, std::ptr::from_ref(expression)))
            .collect();
        if let Some(&known) = self.facts.get(&places) {
            return Ok(known);
        }
        let formulas = &mut self.questions.tokens.formulas;
        let mut known = Formulas::TRUE;
        for &(holds, expression) in &facts {
            let Ok(matches) = self.peg.matches(formulas, expression, true, Formulas::TRUE) else {
                continue;
            };
            let fact = match holds {
                true => matches,
                false => formulas.not(matches),
            };
            known = formulas.and(known, fact);
        }
        self.facts.insert(places, known);
        Ok(known)
    }

    /// Whether something does not match wherever the token does, since it begins with other tokens.
    fn goes_without_saying(
        &mut self,
        token: &Expression,
        (holds, expression): PlaceFact<'g>,
        next: &mut NextTokens<'g>,
    ) -> Result<bool, Unanswered> {
        let (begins, is_nullable) = next.beginning(expression);
        if holds || *is_nullable {
            return Ok(false);
        }
        for &first in begins.iter() {
            if self.questions.tokens.can_meet(token, first)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
