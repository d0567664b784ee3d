//! Ordered choices: can each alternative match, and does none take text of which a later one would match more?
//!
//! Where everything concerned is regular, the answer holds for every text. Where an alternative is recursive, it is
//! found to be unreachable if it begins with all of an earlier one.
//!
//! Invariant: an alternative that can never match is not a finding if the specification's own production has another
//! alternative for everything that it matches.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::{Mirror, RulePair};
use super::longest;
use crate::matching::effort::Unanswered;
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Semantics};
use notation::Expression;
use notation::peg;
use notation::{Grammar, Rule, RuleKind};

/// Checks the choices of a rule that mirrors a production.
pub(crate) fn findings(mirror: &Mirror<'_>, pair: RulePair<'_>) -> Vec<Finding> {
    of_rule(mirror, pair, &mirror.literate.written)
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
            let mut choice = Choice {
                mirror,
                grammar,
                rule,
                alternatives,
                trivia: rule.kind != RuleKind::Terminal && mirror.has_trivia(),
                formulas: Formulas::new(),
                language: mirror.peg(grammar),
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
    formulas: Formulas,
    language: Language<'g>,
}

impl<'g> Choice<'g> {
    fn findings(&mut self, mirror: &Mirror<'_>, pair: RulePair<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        // None of the alternatives before this one matches, and none before each of those.
        let mut free: Vec<Formula> = vec![Formulas::TRUE];
        let alternatives = self.alternatives;
        for (place, alternative) in alternatives.iter().enumerate() {
            findings.extend(self.finding_of(mirror, pair, place, &free));
            let before = free[place];
            self.formulas.begin();
            free.push(match self.matches(alternative, Formulas::TRUE) {
                Ok(succeeds) => self.formulas.without(before, succeeds),
                // Recursion, which no formula can say, is not known.
                Err(_) => before,
            });
        }
        findings
    }

    /// The finding about the alternative at a place, where that none of those before it matches is `free`.
    fn finding_of(
        &mut self,
        mirror: &Mirror<'_>,
        pair: RulePair<'_>,
        place: usize,
        free: &[Formula],
    ) -> Vec<Finding> {
        let alternatives = self.alternatives;
        let (earlier, alternative) = (&alternatives[..place], &alternatives[place]);
        let is_unreachable = self.is_unreachable(earlier, alternative, free[place]);
        if let Err(why @ Unanswered::After(_)) = is_unreachable {
            return vec![undecided(pair, alternative, why)];
        }
        if is_unreachable == Ok(true) {
            if self.is_redundant(mirror, pair, alternative) == Ok(true) {
                return Vec::new();
            }
            let message = format!(
                "{} can never match: what comes before it matches all that it does",
                peg::print_expression(alternative)
            );
            return vec![pair.about(FindingKind::Unreachable, message)];
        }
        // The whole match of a terminal is checked as a whole.
        if self.rule.kind != RuleKind::Nonterminal {
            return Vec::new();
        }
        let mut findings = Vec::new();
        for (shorter, &free) in earlier.iter().zip(free) {
            let text = match self.shortened(free, shorter, alternative) {
                // A text that is cut otherwise shows nothing: tokens tell the ways apart, or not.
                Ok(Some(text)) if self.is_cut_otherwise(alternative, &text) => continue,
                Ok(Some(text)) => text,
                Err(why @ Unanswered::After(_)) => {
                    findings.push(undecided(pair, alternative, why));
                    break;
                }
                Ok(None) | Err(_) => continue,
            };
            let message = format!(
                "{} comes first, and matches the beginning of what {} matches",
                peg::print_expression(shorter),
                peg::print_expression(alternative)
            );
            let finding = pair.about(FindingKind::Shortened, message);
            findings.push(finding.shown_by(text));
        }
        findings
    }

    fn matches(
        &mut self,
        expression: &'g Expression,
        then: Formula,
    ) -> Result<Formula, Unanswered> {
        self.language
            .matches(&mut self.formulas, expression, self.trivia, then)
    }

    /// Whether earlier alternatives match everything that this one matches.
    fn is_unreachable(
        &mut self,
        earlier: &[Expression],
        alternative: &'g Expression,
        free: Formula,
    ) -> Result<bool, Unanswered> {
        let parts = alternative.in_sequence();
        let is_prefix = |other: &Expression| parts.starts_with(other.in_sequence());
        if earlier.iter().any(is_prefix) {
            return Ok(true);
        }
        self.formulas.begin();
        let matches = self.matches(alternative, Formulas::TRUE)?;
        let reached = self.formulas.and(matches, free);
        Ok(self.formulas.find(reached)?.is_none())
    }

    /// A text where `shorter` takes less than `alternative` would, and the alternatives before do not match.
    fn shortened(
        &mut self,
        free: Formula,
        shorter: &'g Expression,
        alternative: &'g Expression,
    ) -> Result<Option<String>, Unanswered> {
        self.formulas.begin();
        let first = self.matches(shorter, Formulas::AHEAD)?;
        let second = self.matches(alternative, Formulas::HERE)?;
        let both = self.formulas.and(first, second);
        // Most never do, whatever comes before them, and that takes less time to find.
        if self.formulas.find(both) == Ok(None) {
            return Ok(None);
        }
        let shortened = self.formulas.and(both, free);
        Ok(self.formulas.find(shortened)?.map(|witness| witness.text))
    }

    /// Whether the alternative does not read the text where that is cut into longest tokens.
    fn is_cut_otherwise(&self, alternative: &'g Expression, text: &str) -> bool {
        self.mirror.has_trivia()
            && longest::reads(self.mirror, self.grammar, alternative, text) == Ok(false)
    }

    /// Whether a choice of the specification's production has the alternative, and others for everything that it matches.
    fn is_redundant(
        &self,
        mirror: &Mirror<'_>,
        pair: RulePair<'_>,
        alternative: &'g Expression,
    ) -> Result<bool, Unanswered> {
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
    ) -> Result<bool, Unanswered> {
        let mut formulas = Formulas::new();
        let mut peg = self.mirror.peg(self.grammar);
        let mut ebnf = Language::new(Semantics::Ebnf, &mirror.specified);
        let written = peg.matches(&mut formulas, written, false, Formulas::END)?;
        let specified = ebnf.matches(&mut formulas, specified, false, Formulas::END)?;
        let difference = formulas.differ(written, specified);
        Ok(formulas.find(difference)?.is_none())
    }
}

fn undecided(pair: RulePair<'_>, alternative: &Expression, why: Unanswered) -> Finding {
    let message = format!(
        "whether what comes before {} is in its way is {why}",
        peg::print_expression(alternative)
    );
    pair.about(FindingKind::NotDecided, message)
}

fn adds_nothing(
    mirror: &Mirror<'_>,
    alternatives: &[Expression],
    place: usize,
) -> Result<bool, Unanswered> {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Semantics::Ebnf, &mirror.specified);
    let mut matches = |formulas: &mut Formulas, index: usize| {
        language.matches(formulas, &alternatives[index], false, Formulas::END)
    };
    let mut added = matches(&mut formulas, place)?;
    for other in (0..alternatives.len()).filter(|&other| other != place) {
        let covered = matches(&mut formulas, other)?;
        added = formulas.without(added, covered);
    }
    Ok(formulas.find(added)?.is_none())
}
