//! Is a token ever taken out of the beginning of a longer one?
//!
//! A text is cut into tokens, each as long as can be (Turtle, section 6.5, note 3), before the grammar has a say:
//! `PREFIXex:` is one name. A PEG cuts as it goes, so wherever it looks for a token the text may begin a longer one of
//! another kind. That does no harm where what follows cannot go on in the middle of the longer one.
//!
//! Nor may a token be taken, though the text does not go on after it, where the way that was chosen by it is then over and
//! another way begins with the longer one: a PEG does not come back to that.
//!
//! Invariant: a grammar without findings takes no token out of a longer one wherever it goes on after it, and no way that
//! is chosen by such a token is in the way of another one.

use super::choices;
use super::finding::{Finding, FindingKind};
use super::obligation::{Argument, Claim, Obligation, Outcome};
use super::sides::{Mirror, RulePair};
use super::token_questions::Questions;
use crate::matching::effort;
use notation::peg::DepartureKind;
use notation::{Expression, Grammar, RuleKind};

/// Checks every place where a rule looks for a token.
pub(crate) fn obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let grammar = &mirror.literate.optimized;
    let mut questions = Questions::of(mirror, grammar);
    questions.ask(grammar, |_, _| true);
    let mut asked: Vec<(String, u64, Vec<Finding>)> = Vec::new();
    let of_rule = |asked: &mut Vec<(String, u64, Vec<Finding>)>, rule: &str| {
        let known = asked.iter().position(|(known, ..)| known == rule);
        known.unwrap_or_else(|| {
            asked.push((rule.to_owned(), 0, Vec::new()));
            asked.len() - 1
        })
    };
    for (rule, states) in std::mem::take(&mut questions.asked) {
        let place = of_rule(&mut asked, &rule);
        asked[place].1 += states;
    }
    for open in std::mem::take(&mut questions.open) {
        let place = of_rule(&mut asked, &open.rule);
        let findings = &mut asked[place].2;
        if findings.is_empty() {
            findings.push(open.finding(mirror));
        }
    }
    for question in std::mem::take(&mut questions.list) {
        let place = of_rule(&mut asked, &question.rule);
        let (answer, states) = effort::with_states(|| questions.answer(&question));
        asked[place].1 += states;
        let finding = match answer {
            Ok(None) => continue,
            Ok(Some(text)) => question.finding(mirror, text),
            Err(why) => question.undecided(mirror, why),
        };
        let findings = &mut asked[place].2;
        let is_same = |known: &Finding| {
            let are_open = [known, &finding].map(|one| one.kind == FindingKind::Uncheckable);
            *known == finding || are_open == [true, true]
        };
        if !findings.iter().any(is_same) {
            findings.push(finding);
        }
    }
    let unread = std::mem::take(&mut questions.unread);
    let obligations = asked.into_iter().map(|(rule, states, findings)| {
        let unread = unread.iter().find(|(place, ..)| *place == rule);
        match unread.filter(|_| findings.is_empty()) {
            Some((_, token, why)) => {
                let message = format!("whether {token} is taken out of a longer token is {why}");
                Obligation::with(Claim::Cut, &rule, Outcome::Open(message))
            }
            None => Obligation::of(Claim::Cut, &rule, Argument::Automata(states), findings),
        }
    });
    obligations.collect()
}

/// A token that a rule takes out of the beginning of a longer one, as in a text.
pub(crate) struct Split {
    pub(crate) rule: String,
    pub(crate) token: Expression,
    pub(crate) text: String,
}

/// Looks for such tokens in grammars with the same terminals.
pub(crate) struct Splits<'m> {
    questions: Questions<'m>,
}

impl<'m> Splits<'m> {
    pub(crate) fn of(mirror: &'m Mirror<'m>) -> Self {
        Self {
            questions: Questions::of(mirror, &mirror.literate.written),
        }
    }

    /// Those of the rules that are wanted; what is not decided is none.
    pub(crate) fn find(&mut self, grammar: &Grammar, wanted: impl Fn(&str) -> bool) -> Vec<Split> {
        self.questions.ask(grammar, |rule, _| wanted(rule));
        let list = std::mem::take(&mut self.questions.list).into_iter();
        let found = list.filter_map(|question| {
            let text = self.questions.answer(&question).ok()??;
            Some(Split {
                rule: question.rule,
                token: question.token,
                text,
            })
        });
        found.collect()
    }
}

/// Looks for guards that are declared, and without which nothing would be wrong.
pub(crate) struct UnneededGuards<'m> {
    mirror: &'m Mirror<'m>,
    /// Those about the nonterminals' guards: the tokens are the same without them.
    questions: Questions<'m>,
}

impl<'m> UnneededGuards<'m> {
    pub(crate) fn of(mirror: &'m Mirror<'m>) -> Self {
        Self {
            mirror,
            questions: Questions::of(mirror, &mirror.literate.written),
        }
    }

    /// The guard of a rule, if it is one.
    pub(crate) fn find(&mut self, pair: RulePair<'_>) -> Option<Finding> {
        let without = self.mirror.without_departure(pair, DepartureKind::Guard)?;
        let is_needed = match pair.rule.kind {
            RuleKind::Nonterminal => is_split(&mut self.questions, pair, &without),
            // Without it the terminal is another one.
            RuleKind::Terminal | RuleKind::Silent => {
                is_split(&mut Questions::of(self.mirror, &without), pair, &without)
            }
        };
        let is_needed = is_needed || !choices::of_rule(self.mirror, pair, &without).is_empty();
        (!is_needed).then(|| self.mirror.unneeded(pair, DepartureKind::Guard))
    }
}

/// Whether a rule, or one that looks for it, splits a token if the grammar is this one; what is not decided counts.
fn is_split(questions: &mut Questions<'_>, pair: RulePair<'_>, grammar: &Grammar) -> bool {
    let itself = Expression::name(&pair.rule.name);
    questions.ask(grammar, |rule, token| {
        rule == pair.rule.name || *token == itself
    });
    let list = std::mem::take(&mut questions.list);
    !questions.open.is_empty()
        || !questions.unread.is_empty()
        || list
            .into_iter()
            .any(|question| questions.answer(&question) != Ok(None))
}
