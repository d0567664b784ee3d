//! Is a token ever taken out of the beginning of a longer one?
//!
//! A text is cut into tokens, each as long as can be (Turtle, section 6.5, note 3), before the grammar has a say:
//! `PREFIXex:` is one name. A PEG cuts as it goes, so wherever it looks for a token the text may begin a longer one of
//! another kind. That does no harm where the rest of the rule cannot go on in the middle of the longer one.
//!
//! Nor may a token be taken, though the text does not go on after it, where the way that was chosen by it is then over and
//! another way begins with the longer one: a PEG does not come back to that.
//!
//! Invariant: a grammar without findings takes no token out of a longer one wherever it goes on after it, and no way that
//! is chosen by such a token is in the way of another one.

use super::choices;
use super::finding::Finding;
use super::grammar_pair::{Mirror, RulePair};
use super::obligation::{Claim, Obligation};
pub(crate) use super::token_questions::Split;
use super::token_questions::{Questions, RuleQuestions};
use notation::peg::DepartureKind;
use notation::{Expression, Grammar, RuleKind};

/// Looks for tokens that are taken out of longer ones, in grammars with the terminals of one file. As they are written
/// and as they run, these match one and the same texts.
pub(crate) struct Splits<'m> {
    mirror: &'m Mirror<'m>,
    questions: Questions<'m>,
}

impl<'m> Splits<'m> {
    pub(crate) fn of(mirror: &'m Mirror<'m>) -> Self {
        Self {
            mirror,
            questions: Questions::of(mirror, &mirror.literate.optimized),
        }
    }

    /// Checks every place where a rule, as it runs, looks for a token.
    pub(crate) fn obligations(&mut self) -> Vec<Obligation> {
        let mirror = self.mirror;
        let asked = self.questions.ask(&mirror.literate.optimized, |_, _| true);
        let obligations = asked
            .iter()
            .map(|asked| Obligation::with(Claim::Cut, &asked.rule, asked.outcome(mirror)));
        obligations.collect()
    }

    /// The splits of these rules, by rule; undecided ones are left out.
    pub(crate) fn find(
        &mut self,
        grammar: &Grammar,
        wanted: impl Fn(&str) -> bool,
    ) -> Vec<(String, Vec<Split>)> {
        let asked = self.questions.ask(grammar, |rule, _| wanted(rule));
        let found = asked.into_iter().map(|asked| (asked.rule, asked.splits));
        found.collect()
    }

    /// The guard of a rule that is declared, and without which nothing would be wrong, if it is one.
    pub(crate) fn unneeded_guard(&mut self, pair: RulePair<'_>) -> Option<Finding> {
        let mirror = self.mirror;
        let without = mirror.without_departure(pair, DepartureKind::Guard)?;
        let is_needed = match pair.rule.kind {
            RuleKind::Nonterminal => is_split(&mut self.questions, pair, &without),
            // Without it the terminal is another one.
            RuleKind::Terminal | RuleKind::Silent => {
                is_split(&mut Questions::of(mirror, &without), pair, &without)
            }
        };
        let is_needed = is_needed || !choices::of_rule(mirror, pair, &without).is_empty();
        (!is_needed).then(|| mirror.unneeded(pair, DepartureKind::Guard))
    }
}

/// Whether a rule, or one that looks for it, splits a token if the grammar is this one; undecided ones count.
fn is_split(questions: &mut Questions<'_>, pair: RulePair<'_>, grammar: &Grammar) -> bool {
    let itself = Expression::name(&pair.rule.name);
    let asked = questions.ask(grammar, |rule, token| {
        rule == pair.rule.name || *token == itself
    });
    !asked.iter().all(RuleQuestions::is_clean)
}
