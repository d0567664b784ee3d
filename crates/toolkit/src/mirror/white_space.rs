//! Is it clear where a token begins?
//!
//! A text is read by passing over white space and comments as far as they go, and then taking the longest token. So a
//! token must be something, and none may begin where white space or a comment does.
//!
//! Invariant: the texts of WHITESPACE are compared with the productions that match white space only, if there are any; declarations
//! from prose alone are taken as they are.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::Mirror;
use super::obligation::{Argument, Claim, Obligation, ObligationOutcome};
use crate::matching::effort::{self, Unanswered};
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{COMMENT, Language, Semantics, WHITESPACE};
use notation::peg::Above;
use notation::{Expression, Rule, ebnf};

/// Checks the text between tokens, and every token.
pub(crate) fn obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let mut obligations = Vec::new();
    let rules = mirror.literate.written.rules.iter();
    for (rule, above) in rules.zip(&mirror.literate.above) {
        if [WHITESPACE, COMMENT].contains(&rule.name.as_str()) {
            obligations.push(between_tokens(mirror, rule, above));
        }
    }
    if !mirror.has_trivia() {
        return obligations;
    }
    for token in &mirror.tokens {
        let name = ebnf::print_expression(token);
        let (outcome, states) = effort::alone(|| beginning(mirror, token));
        obligations.push(match outcome {
            Ok(findings) => {
                Obligation::of(Claim::Token, &name, Argument::Automata(states), findings)
            }
            Err(why) => {
                let message = format!("whether it is clear where it begins is {why}");
                Obligation::with(Claim::Token, &name, ObligationOutcome::Open(message))
            }
        });
    }
    obligations
}

fn between_tokens(mirror: &Mirror<'_>, rule: &Rule, above: &Above) -> Obligation {
    let declared = |reason: &str| {
        let argument = Argument::Declared(reason.to_owned());
        Obligation::of(Claim::WhiteSpace, &rule.name, argument, Vec::new())
    };
    if above.production.is_some() {
        return declared("the specification has a production for it");
    }
    let names: Vec<&String> = mirror
        .white_space
        .iter()
        .filter(|name| !mirror.tokens.contains(&Expression::name(*name)))
        .collect();
    if rule.name == COMMENT || names.is_empty() {
        let reasons = above.departures.iter().map(|one| one.reason.as_str());
        let outcome = match reasons.collect::<Vec<_>>().join("; ") {
            reason if reason.is_empty() => {
                ObligationOutcome::Open("nothing is declared for it".to_owned())
            }
            reason => ObligationOutcome::Holds(vec![Argument::Declared(reason)]),
        };
        return Obligation::with(Claim::WhiteSpace, &rule.name, outcome);
    }
    let (answer, states) = effort::alone(|| unlike(mirror, rule, &names));
    let production = |part: &Expression| match part {
        Expression::Name(name) => mirror.specified.rule(name).map(|rule| rule.name.as_str()),
        _ => None,
    };
    let productions: Option<Vec<&str>> = rule
        .expression
        .alternatives()
        .iter()
        .map(production)
        .collect();
    match (productions, answer) {
        (Some(productions), Ok(Some(_))) => declared(&format!(
            "it is {}, which the specification has a production for",
            productions.join(" or ")
        )),
        (_, answer) => compared(rule, above, &names, answer, states),
    }
}

/// The outcome of the comparison with the productions of white space.
fn compared(
    rule: &Rule,
    above: &Above,
    names: &[&String],
    answer: Result<Option<String>, Unanswered>,
    states: u64,
) -> Obligation {
    match answer {
        Ok(found) => {
            let findings = found.map(|text| {
                let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
                let message = format!("it does not match what {} matches", names.join(", "));
                let finding = Finding::new(FindingKind::Differs, &rule.name, message);
                finding.at(above.line).shown_by(text)
            });
            let findings = findings.into_iter().collect();
            Obligation::of(
                Claim::WhiteSpace,
                &rule.name,
                Argument::Automata(states),
                findings,
            )
        }
        Err(why) => {
            let message =
                format!("whether it matches what the productions of white space do is {why}");
            Obligation::with(
                Claim::WhiteSpace,
                &rule.name,
                ObligationOutcome::Open(message),
            )
        }
    }
}

/// A text that is matched by the rule and by none of the productions, or the other way round.
fn unlike(
    mirror: &Mirror<'_>,
    rule: &Rule,
    names: &[&String],
) -> Result<Option<String>, Unanswered> {
    let mut formulas = Formulas::new();
    let mut peg = mirror.peg(&mirror.literate.written);
    let skipped = peg.matches(&mut formulas, &rule.expression, false, Formulas::END)?;
    let mut ebnf = Language::new(Semantics::Ebnf, &mirror.corrected);
    let mut expected = Formulas::FALSE;
    for name in names {
        let Some(production) = mirror.corrected.rule(name) else {
            continue;
        };
        let one = ebnf.matches(&mut formulas, &production.expression, false, Formulas::END)?;
        expected = formulas.or(expected, one);
    }
    let difference = formulas.differ(skipped, expected);
    Ok(formulas.find(difference)?.map(|witness| witness.text))
}

/// The findings about the beginnings of tokens.
fn beginning(mirror: &Mirror<'_>, token: &Expression) -> Result<Vec<Finding>, Unanswered> {
    let mut findings = Vec::new();
    let printed = ebnf::print_expression(token);
    let line = mirror.line_of(token);
    let finding = |kind, message: String| Finding {
        line,
        ..Finding::new(kind, &printed, message)
    };
    let mut formulas = Formulas::new();
    let mut ebnf = Language::new(Semantics::Ebnf, &mirror.corrected);
    let whole = ebnf.matches(&mut formulas, token, false, Formulas::END)?;
    let empty = formulas.and(whole, Formulas::END);
    if formulas.find(empty)?.is_some() {
        let message = "it is a token that may be nothing: no text is cut into such tokens";
        findings.push(finding(FindingKind::Empty, message.to_owned()).shown_by(""));
    }
    let begins = ebnf.matches(&mut formulas, token, false, Formulas::TRUE)?;
    let skipped = skipped(mirror, &mut formulas)?;
    let something = formulas.not(Formulas::END);
    let both = formulas.and(begins, skipped);
    let both = formulas.and(both, something);
    if let (true, Some(witness)) = (findings.is_empty(), formulas.find(both)?) {
        let message = "white space or a comment begins as it does, and is passed over before it is looked for";
        findings.push(finding(FindingKind::Skipped, message.to_owned()).shown_by(witness.text));
    }
    Ok(findings)
}

/// White space or a comment begins here.
fn skipped(mirror: &Mirror<'_>, formulas: &mut Formulas) -> Result<Formula, Unanswered> {
    let mut peg = mirror.peg(&mirror.literate.written);
    let mut skipped = Formulas::FALSE;
    for name in [WHITESPACE, COMMENT] {
        let Some(rule) = mirror.literate.written.rule(name) else {
            continue;
        };
        let one = peg.matches(formulas, &rule.expression, false, Formulas::TRUE)?;
        skipped = formulas.or(skipped, one);
    }
    Ok(skipped)
}
