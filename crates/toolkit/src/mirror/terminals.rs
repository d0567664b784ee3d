//! Does each terminal match the texts of the specification's production?
//!
//! Invariant: for every text the rule, as it runs, matches the longest beginning that the corrected production
//! matches (Turtle, section 6.5, note 3: "the longest match is chosen"), and fails where the production matches none. Two
//! declared departures bend that: a `guard` may refuse where another token is longer, and a `repeat` that ends at the
//! first of its ends matches the shortest.

use super::align::{ends_at_the_first, normal};
use super::finding::{Finding, FindingKind};
use super::grammar_pair::{Mirror, RulePair};
use super::obligation::{Argument, Claim, Obligation, ObligationOutcome};
use crate::matching::effort::{self, Unanswered};
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Semantics};
use notation::ebnf;
use notation::peg::DepartureKind;
use notation::{Expression, RuleKind};

/// Checks every leaf and every trivia that mirrors a production.
pub(crate) fn obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let mut obligations = Vec::new();
    for pair in mirror.pairs() {
        if pair.rule.kind == RuleKind::Nonterminal {
            continue;
        }
        let (mismatch, states) = effort::alone(|| mismatch(mirror, pair));
        let finding = mismatch.unwrap_or_else(|why| {
            let message = format!("whether it matches what its production matches is {why}");
            Some(pair.about(FindingKind::NotDecided, message))
        });
        let findings: Vec<Finding> = finding.into_iter().collect();
        let name = &pair.rule.name;
        let mut arguments = vec![Argument::Automata(states)];
        if ends_at_the_first(&pair.rule.expression, &pair.declared()) {
            let shortest = "it ends at the first of its ends, and matches the shortest text";
            let longer = effort::alone(|| longer_text(mirror, pair)).0;
            arguments.push(Argument::Declared(match longer {
                Ok(Some(text)) => {
                    format!("{shortest}: less than all of {text:?}, which its production matches")
                }
                _ => shortest.to_owned(),
            }));
        }
        let outcome = match findings.is_empty() {
            true => ObligationOutcome::Holds(arguments),
            false => ObligationOutcome::Broken(findings),
        };
        obligations.push(Obligation::with(Claim::Language, name, outcome));
    }
    obligations
}

/// Checks the differences that nonterminals take of tokens. In a rule, `A - B` is `!B A`, which refuses more than the
/// texts of B wherever A can go on after one of them.
pub(crate) fn differences(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let mut obligations = Vec::new();
    for pair in mirror.pairs() {
        if pair.rule.kind != RuleKind::Nonterminal {
            continue;
        }
        let (found, states) = effort::alone(|| differences_of(mirror, pair));
        if let Some(findings) = found {
            let argument = Argument::Automata(states);
            let name = &pair.rule.name;
            obligations.push(Obligation::of(Claim::Difference, name, argument, findings));
        }
    }
    obligations
}

/// The findings about the differences of a rule; none, if it has none.
fn differences_of(mirror: &Mirror<'_>, pair: RulePair<'_>) -> Option<Vec<Finding>> {
    let mut findings = Vec::new();
    let mut has_one = false;
    {
        let production = mirror.corrected.rule(&pair.rule.name);
        let expression = production.map(|rule| normal(&rule.expression, false));
        let mut open: Vec<&Expression> = expression.iter().collect();
        while let Some(expression) = open.pop() {
            if let Expression::Difference(first, second) = expression {
                has_one = true;
                let message = match refused_beginning(mirror, first, second) {
                    Ok(None) => continue,
                    Ok(Some(text)) => {
                        let message = format!(
                            "the rule refuses what only begins with {}, which {} does not",
                            ebnf::print_expression(second),
                            ebnf::print_expression(expression)
                        );
                        let finding = pair.finding(FindingKind::Differs, message);
                        findings.push(finding.shown_by(text));
                        continue;
                    }
                    Err(why) => format!(
                        "whether the rule matches {} is {why}",
                        ebnf::print_expression(expression)
                    ),
                };
                findings.push(pair.finding(FindingKind::NotDecided, message));
            }
            open.extend(expression.parts());
        }
    }
    has_one.then_some(findings)
}

/// A text that the first matches, greedily, and the second does not, though it matches a beginning of it.
fn refused_beginning(
    mirror: &Mirror<'_>,
    first: &Expression,
    second: &Expression,
) -> Result<Option<String>, Unanswered> {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Semantics::Ebnf, &mirror.corrected);
    let matched = language.matches(&mut formulas, first, false, Formulas::HERE)?;
    let further = language.matches(&mut formulas, first, false, Formulas::BEHIND)?;
    let excluded = language.matches(&mut formulas, second, false, Formulas::HERE)?;
    let begins = language.matches(&mut formulas, second, false, Formulas::TRUE)?;
    let no_further = formulas.not(further);
    let not_excluded = formulas.not(excluded);
    let longest = formulas.and(matched, no_further);
    let wanted = formulas.and(longest, not_excluded);
    let refused = formulas.and(wanted, begins);
    Ok(formulas.find(refused)?.map(|witness| witness.text))
}

/// The matches of the rule, as it runs, against the texts that it should match.
pub(crate) fn mismatch(
    mirror: &Mirror<'_>,
    pair: RulePair<'_>,
) -> Result<Option<Finding>, Unanswered> {
    let grammar = &mirror.literate.optimized;
    let Some(rule) = grammar.rule(&pair.rule.name) else {
        return Ok(None);
    };
    let mut formulas = Formulas::new();
    let mut language = mirror.peg(grammar);
    let found = language.matches(&mut formulas, &rule.expression, false, Formulas::HERE)?;
    let expected = expected(mirror, pair, &mut formulas)?;
    let mut difference = formulas.differ(found, expected);
    if pair.declared().contains(&DepartureKind::Guard) {
        let longer = longer_token(mirror, &mut formulas)?;
        let not_longer = formulas.not(longer);
        let refused = formulas.without(expected, found);
        let not_refused = formulas.not(refused);
        let excused = formulas.or(not_refused, not_longer);
        difference = formulas.and(difference, excused);
    }
    let Some(witness) = formulas.find(difference)? else {
        return Ok(None);
    };
    let mut said = |formula: Formula| -> Result<String, Unanswered> {
        Ok(match formulas.position(formula, &witness.text)? {
            Some(end) => format!("matches {:?}", &witness.text[..end]),
            None => "matches nothing".to_owned(),
        })
    };
    let message = format!(
        "the specification {}, the grammar {}",
        said(expected)?,
        said(found)?
    );
    let finding = pair.about(FindingKind::OtherMatch, message);
    Ok(Some(finding.shown_by(witness.text)))
}

/// Some token of the specification's grammar matches further than the marked position.
fn longer_token(mirror: &Mirror<'_>, formulas: &mut Formulas) -> Result<Formula, Unanswered> {
    let mut language = Language::new(Semantics::Ebnf, &mirror.corrected);
    mirror
        .tokens
        .iter()
        .try_fold(Formulas::FALSE, |any, token| {
            let longer = language.matches(formulas, token, false, Formulas::BEHIND)?;
            Ok(formulas.or(any, longer))
        })
}

/// The production matches up to the marked position, and no further; or no less far.
fn expected(
    mirror: &Mirror<'_>,
    pair: RulePair<'_>,
    formulas: &mut Formulas,
) -> Result<Formula, Unanswered> {
    let better = match ends_at_the_first(&pair.rule.expression, &pair.declared()) {
        true => Formulas::AHEAD,
        false => Formulas::BEHIND,
    };
    let production = mirror
        .corrected
        .rule(&pair.rule.name)
        .ok_or(Unanswered::Undefined)?;
    let mut language = Language::new(Semantics::Ebnf, &mirror.corrected);
    let matches = language.matches(formulas, &production.expression, false, Formulas::HERE)?;
    let otherwise = language.matches(formulas, &production.expression, false, better)?;
    Ok(formulas.without(matches, otherwise))
}

/// A text of the production of which a rule that ends at the first of its ends matches a beginning only.
pub(crate) fn longer_text(
    mirror: &Mirror<'_>,
    pair: RulePair<'_>,
) -> Result<Option<String>, Unanswered> {
    if !ends_at_the_first(&pair.rule.expression, &pair.declared()) {
        return Ok(None);
    }
    let production = mirror.corrected.rule(&pair.rule.name);
    let production = production.ok_or(Unanswered::Undefined)?;
    let mut formulas = Formulas::new();
    let mut language = Language::new(Semantics::Ebnf, &mirror.corrected);
    let mut matches = |end| language.matches(&mut formulas, &production.expression, false, end);
    let (all, less) = (matches(Formulas::HERE)?, matches(Formulas::AHEAD)?);
    let longer = formulas.and(all, less);
    Ok(formulas.find(longer)?.map(|witness| witness.text))
}

/// The states of the automata that show that a rule matches the same without its departure of a kind, if that is another
/// order or repetition; none, if it was not shown.
pub(crate) fn does_without(
    mirror: &Mirror<'_>,
    pair: RulePair<'_>,
    kind: DepartureKind,
) -> Option<u64> {
    if ![DepartureKind::Order, DepartureKind::Repeat].contains(&kind) {
        return None;
    }
    let without = mirror.without_departure(pair, kind)?;
    let other = without.rule(&pair.rule.name);
    let other = other.map_or(&pair.rule.expression, |rule| &rule.expression);
    let trivia = !mirror.is_token(pair.rule);
    let written = &mirror.literate.written;
    let mut formulas = Formulas::new();
    let is_other = || -> Result<bool, Unanswered> {
        let mut matches = |grammar, expression| {
            let mut peg = mirror.peg(grammar);
            peg.matches(&mut formulas, expression, trivia, Formulas::HERE)
        };
        let [one, other] = [
            matches(written, &pair.rule.expression)?,
            matches(&without, other)?,
        ];
        let difference = formulas.differ(one, other);
        Ok(formulas.find(difference)?.is_some())
    };
    let (is_other, states) = effort::alone(is_other);
    (is_other == Ok(false)).then_some(states)
}
