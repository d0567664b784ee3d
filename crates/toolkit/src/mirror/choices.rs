//! Ordered choices: can each alternative match, and does none take what a later one would match more of?
//!
//! Where all that is concerned is regular, the answer holds for every text. Where an alternative is recursive, it is
//! found to be unreachable if it begins with all of an earlier one.
//!
//! Invariant: an alternative that can never match is no finding if the specification's own production has another
//! alternative for all that it matches.

use super::finding::{Finding, FindingKind};
use super::sides::{Mirror, RulePair};
use crate::matching::effort::Undecided;
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Notation};
use notation::Expression;
use notation::peg::{self, DepartureKind};
use notation::{Grammar, Rule, RuleKind};

/// Checks the choices of a rule that mirrors a production.
pub(crate) fn findings(mirror: &Mirror<'_>, pair: RulePair<'_>) -> Vec<Finding> {
    of_rule(mirror, pair, &mirror.literate.written)
}

/// An order that is declared, and without which nothing would be wrong.
pub(crate) fn unneeded_order(mirror: &Mirror<'_>, pair: RulePair<'_>) -> Option<Finding> {
    if pair.rule.kind != RuleKind::Nonterminal || !findings(mirror, pair).is_empty() {
        return None;
    }
    let without = mirror.without_departure(pair, DepartureKind::Order)?;
    let is_needed = !of_rule(mirror, pair, &without).is_empty();
    (!is_needed).then(|| mirror.unneeded(pair, DepartureKind::Order))
}

/// Checks the choices of a rule, as `grammar` has it.
pub(crate) fn of_rule<'g>(
    mirror: &'g Mirror<'g>,
    pair: RulePair<'_>,
    grammar: &'g Grammar,
) -> Vec<Finding> {
    let Some(rule) = grammar.rule(&pair.rule.name) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let mut open = vec![&rule.expression];
    while let Some(expression) = open.pop() {
        if let Expression::Choice(alternatives) = expression {
            let choice = Choice {
                mirror,
                grammar,
                rule,
                alternatives,
                trivia: rule.kind != RuleKind::Terminal && mirror.has_trivia(),
            };
            findings.extend(choice.findings(mirror, pair));
        }
        open.extend(expression.parts());
    }
    findings
}

struct Choice<'g> {
    mirror: &'g Mirror<'g>,
    grammar: &'g Grammar,
    rule: &'g Rule,
    alternatives: &'g [Expression],
    trivia: bool,
}

impl<'g> Choice<'g> {
    fn findings(&self, mirror: &Mirror<'_>, pair: RulePair<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (place, alternative) in self.alternatives.iter().enumerate() {
            let earlier = &self.alternatives[..place];
            let is_unreachable = self.is_unreachable(earlier, alternative);
            if let Err(why @ Undecided::After(_)) = is_unreachable {
                findings.push(self.undecided(pair, alternative, why));
                continue;
            }
            if is_unreachable == Ok(true) {
                if self.is_redundant(mirror, pair, alternative) != Ok(true) {
                    let message = format!(
                        "{} can never match: what comes before it matches all that it does",
                        peg::print_expression(alternative)
                    );
                    findings.push(self.finding(pair, FindingKind::Unreachable, message));
                }
                continue;
            }
            // What a terminal matches as a whole is checked as a whole.
            if self.rule.kind != RuleKind::Nonterminal {
                continue;
            }
            for (index, shorter) in earlier.iter().enumerate() {
                let text = match self.shortened(&earlier[..index], shorter, alternative) {
                    Ok(Some(text)) => text,
                    Err(why @ Undecided::After(_)) => {
                        findings.push(self.undecided(pair, alternative, why));
                        break;
                    }
                    Ok(None) | Err(_) => continue,
                };
                let message = format!(
                    "{} comes first, and matches the beginning of what {} matches",
                    peg::print_expression(shorter),
                    peg::print_expression(alternative)
                );
                findings.push(
                    self.finding(pair, FindingKind::Shortened, message)
                        .shown_by(text),
                );
            }
        }
        findings
    }

    fn undecided(&self, pair: RulePair<'_>, alternative: &Expression, why: Undecided) -> Finding {
        let message = format!(
            "whether what comes before {} is in its way is {why}",
            peg::print_expression(alternative)
        );
        self.finding(pair, FindingKind::Uncheckable, message)
    }

    fn finding(&self, pair: RulePair<'_>, kind: FindingKind, message: String) -> Finding {
        Finding::new(kind, &self.rule.name, message).at(pair.above.line)
    }

    /// Whether all that the alternative matches is matched by earlier ones.
    fn is_unreachable(
        &self,
        earlier: &[Expression],
        alternative: &'g Expression,
    ) -> Result<bool, Undecided> {
        let parts = sequence(alternative);
        let is_prefix = |other: &Expression| parts.starts_with(sequence(other));
        if earlier.iter().any(is_prefix) {
            return Ok(true);
        }
        let mut formulas = Formulas::new();
        let matches = self.succeeds(&mut formulas, alternative)?;
        let free = self.after(&mut formulas, &self.alternatives[..earlier.len()]);
        let reached = formulas.and(matches, free);
        Ok(formulas.find(reached)?.is_none())
    }

    /// A text of which `shorter` takes less than `alternative` would, behind alternatives that do not match.
    fn shortened(
        &self,
        earlier: &'g [Expression],
        shorter: &'g Expression,
        alternative: &'g Expression,
    ) -> Result<Option<String>, Undecided> {
        let mut formulas = Formulas::new();
        let mut language = self.mirror.peg(self.grammar);
        let first = language.matches(&mut formulas, shorter, self.trivia, Formulas::AHEAD)?;
        let second = language.matches(&mut formulas, alternative, self.trivia, Formulas::HERE)?;
        let free = self.after(&mut formulas, earlier);
        let both = formulas.and(first, second);
        let shortened = formulas.and(both, free);
        Ok(formulas.find(shortened)?.map(|witness| witness.text))
    }

    /// No one of these matches, as far as can be said.
    fn after(&self, formulas: &mut Formulas, earlier: &'g [Expression]) -> Formula {
        earlier.iter().fold(Formulas::TRUE, |free, alternative| {
            match self.succeeds(formulas, alternative) {
                Ok(succeeds) => {
                    let fails = formulas.not(succeeds);
                    formulas.and(free, fails)
                }
                Err(_) => free,
            }
        })
    }

    fn succeeds(
        &self,
        formulas: &mut Formulas,
        alternative: &'g Expression,
    ) -> Result<Formula, Undecided> {
        let mut language = self.mirror.peg(self.grammar);
        language.matches(formulas, alternative, self.trivia, Formulas::TRUE)
    }

    /// Whether a choice of the specification's production has the alternative, and others for all that it matches.
    fn is_redundant(
        &self,
        mirror: &Mirror<'_>,
        pair: RulePair<'_>,
        alternative: &'g Expression,
    ) -> Result<bool, Undecided> {
        let mut open = vec![&pair.production.expression];
        while let Some(expression) = open.pop() {
            if let Expression::Choice(alternatives) = expression {
                for (place, other) in alternatives.iter().enumerate() {
                    if self.is_same(mirror, alternative, other)? {
                        return adds_nothing(mirror, alternatives, place);
                    }
                }
            }
            open.extend(expression.parts());
        }
        Ok(false)
    }

    /// Whether an alternative of the rule and one of the production match the same texts.
    fn is_same(
        &self,
        mirror: &Mirror<'_>,
        written: &'g Expression,
        specified: &Expression,
    ) -> Result<bool, Undecided> {
        let mut formulas = Formulas::new();
        let mut peg = self.mirror.peg(self.grammar);
        let mut ebnf = Language::new(Notation::Ebnf, &mirror.specified);
        let written = peg.matches(&mut formulas, written, false, Formulas::END)?;
        let specified = ebnf.matches(&mut formulas, specified, false, Formulas::END)?;
        let difference = formulas.differ(written, specified);
        Ok(formulas.find(difference)?.is_none())
    }
}

fn sequence(expression: &Expression) -> &[Expression] {
    match expression {
        Expression::Sequence(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

fn adds_nothing(
    mirror: &Mirror<'_>,
    alternatives: &[Expression],
    place: usize,
) -> Result<bool, Undecided> {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Notation::Ebnf, &mirror.specified);
    let mut matches = |formulas: &mut Formulas, index: usize| {
        language.matches(formulas, &alternatives[index], false, Formulas::END)
    };
    let mut added = matches(&mut formulas, place)?;
    for other in (0..alternatives.len()).filter(|&other| other != place) {
        let covered = matches(&mut formulas, other)?;
        let not_covered = formulas.not(covered);
        added = formulas.and(added, not_covered);
    }
    Ok(formulas.find(added)?.is_none())
}
