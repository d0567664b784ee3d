//! Does a guard refuse where a longer token begins, and only there?
//!
//! Invariant: a guard is before a token, or, where no white space is skipped, after one; and where it refuses that token,
//! some other token of the specification's grammar matches more of the text. [`token_splits`](super::token_splits) shows
//! whether it is needed.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::{Mirror, RulePair};
use super::longer::LongerTokens;
use super::obligation::{Argument, Claim, Obligation};
use crate::matching::effort::{self, Unanswered};
use crate::matching::formulas::Formulas;
use crate::matching::language::Language;
use notation::Expression;
use notation::RuleKind;
use notation::peg::{self, DepartureKind};

/// Checks the guards of nonterminals; those of terminals are part of the terminals' matches.
pub(crate) fn obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let mut obligations = Vec::new();
    let mut refusals = Refusals {
        mirror,
        formulas: Formulas::new(),
        peg: mirror.peg(&mirror.literate.optimized),
        longer: LongerTokens::of(mirror),
    };
    for pair in mirror.pairs() {
        let is_guarded = pair.declared().contains(&DepartureKind::Guard);
        if !is_guarded || pair.rule.kind != RuleKind::Nonterminal {
            continue;
        }
        let refusing = || -> Vec<Finding> {
            let guards = guards(&pair.rule.expression).into_iter();
            let refusing = guards.filter_map(|guard| refusals.finding(pair, &guard));
            refusing.collect()
        };
        let (findings, states) = effort::alone(refusing);
        let argument = Argument::Automata(states);
        obligations.push(Obligation::of(
            Claim::Guard,
            &pair.rule.name,
            argument,
            findings,
        ));
    }
    obligations
}

/// A lookahead and the part of a sequence that it guards.
struct GuardedToken<'e> {
    lookahead: &'e Expression,
    token: &'e Expression,
    is_before: bool,
}

/// The lookaheads of an expression; one that guards nothing is its own token.
fn guards(expression: &Expression) -> Vec<GuardedToken<'_>> {
    let is_lookahead = |part: &&Expression| matches!(part, Expression::Lookahead { .. });
    let Expression::Sequence(parts) = expression else {
        return expression.parts().into_iter().flat_map(guards).collect();
    };
    let mut found = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if !is_lookahead(&part) {
            found.extend(guards(part));
            continue;
        }
        let behind = parts[index..].iter().find(|part| !is_lookahead(part));
        let before = parts[..index].iter().rfind(|part| !is_lookahead(part));
        // Before a token a guard is about that token; at the end, about the one that it follows.
        found.push(GuardedToken {
            lookahead: part,
            token: behind.or(before).unwrap_or(part),
            is_before: behind.is_some(),
        });
    }
    found
}

/// The refusals of guards, found with the same automata for all of them.
struct Refusals<'g> {
    mirror: &'g Mirror<'g>,
    formulas: Formulas,
    peg: Language<'g>,
    longer: LongerTokens<'g>,
}

impl<'g> Refusals<'g> {
    /// The finding about a guard.
    fn finding(&mut self, pair: RulePair<'_>, guard: &GuardedToken<'g>) -> Option<Finding> {
        let finding = |message: String| pair.about(FindingKind::GuardTooStrict, message);
        let printed = peg::print_expression(guard.lookahead);
        let token = peg::print_expression(guard.token);
        if !guard.is_before && self.mirror.has_trivia() {
            return Some(finding(format!(
                "white space is skipped between {token} and {printed}: a guard after a token belongs into the terminal"
            )));
        }
        let refused = match self.without_reason(guard) {
            Ok(refused) => refused?,
            Err(why) if why.is_unreadable() && why != Unanswered::Difference => {
                return Some(finding(format!("{printed} is not at a token: {token}")));
            }
            Err(why) => {
                let message =
                    format!("whether {printed} refuses {token} where it should not is {why}");
                return Some(pair.about(FindingKind::NotDecided, message));
            }
        };
        let message = format!("{printed} refuses {token} where no longer token begins");
        Some(finding(message).shown_by(refused))
    }

    /// A text whose beginning is the token, refused, and no longer one.
    fn without_reason(&mut self, guard: &GuardedToken<'g>) -> Result<Option<String>, Unanswered> {
        if !self.mirror.is_leaf(guard.token) {
            return Err(Unanswered::Undefined);
        }
        let Self {
            formulas,
            peg,
            longer,
            ..
        } = self;
        formulas.begin();
        // Within a lookahead pest skips white space, as it does between the parts of the rule.
        let trivia = self.mirror.has_trivia();
        let passes = peg.matches(formulas, guard.lookahead, trivia, Formulas::TRUE)?;
        let refuses = formulas.not(passes);
        let refused = match guard.is_before {
            true => {
                let token = peg.matches(formulas, guard.token, false, Formulas::HERE)?;
                formulas.and(refuses, token)
            }
            false => {
                let end = formulas.and(Formulas::HERE, refuses);
                peg.matches(formulas, guard.token, false, end)?
            }
        };
        let longer = longer.than(formulas, peg, guard.token)?.further;
        let without_reason = formulas.without(refused, longer);
        Ok(formulas.find(without_reason)?.map(|witness| witness.text))
    }
}
