//! Productions that no PEG can be made of.
//!
//! Invariant: errors name them as the specification writes them; no PEG exists yet.

use super::kinds::TriviaRules;
use super::parts::Drafted;
use crate::survey::hygiene::{self, Flaw};
use notation::pest_file::unfit_name;
use notation::{CanBeNothing, Expression, Grammar, GrammarError, Rule, RuleKind, ebnf};

/// Checks that a PEG can be made of the productions.
pub(super) fn check(specified: &Grammar) -> Result<(), GrammarError> {
    let fault = |name: &str, message: String| GrammarError::Production {
        name: name.to_owned(),
        message,
    };
    let flaws = hygiene::flaws(specified).into_iter().filter_map(in_the_way);
    let flaws = flaws.map(|(name, message)| fault(&name, message));
    let nothing = CanBeNothing::of(specified);
    let productions = || {
        specified
            .rules
            .iter()
            .filter(|rule| rule.name != ebnf::PASS)
    };
    let endless = productions().flat_map(|rule| {
        let mut found = Vec::new();
        add_faults(&rule.expression, &nothing, &mut found);
        found
            .into_iter()
            .map(|message| fault(&rule.name, message))
            .collect::<Vec<_>>()
    });
    let unfit = productions().filter_map(|rule| {
        let why = unfit_name(&rule.name)?;
        Some(fault(
            &rule.name,
            format!("the name {why}: rename the production"),
        ))
    });
    all_or_none(flaws.chain(endless).chain(unfit).collect())
}

/// Checks that passed-over text between tokens is never empty.
pub(super) fn check_trivia(specified: &Grammar, trivia: &TriviaRules) -> Result<(), GrammarError> {
    let nothing = CanBeNothing::of(specified);
    let silent = |rule: &&Rule| rule.kind == RuleKind::Silent;
    let productions = specified.rules.iter().filter(silent);
    let productions = productions.map(|rule| (rule.name.as_str(), &rule.expression));
    let assumed = trivia.rules();
    let assumed = assumed
        .iter()
        .map(|helper| (ebnf::PASS, &helper.rule.expression));
    let endless = productions.chain(assumed);
    let endless = endless.filter(|(_, expression)| nothing.expression(expression));
    let faults = endless.map(|(name, expression)| GrammarError::Production {
        name: match expression {
            Expression::Name(name) => name.clone(),
            _ => name.to_owned(),
        },
        message: "it can be nothing, and is between tokens: no text is cut into tokens then"
            .to_owned(),
    });
    all_or_none(faults.collect())
}

/// Checks that no production uses the start production. Its rule reads the whole text, and would match nothing within one.
pub(super) fn check_start(rules: &[Drafted]) -> Result<(), GrammarError> {
    let Some(start) = rules.first().map(|first| &*first.production.name) else {
        return Ok(());
    };
    let uses = |one: &&Drafted| one.rule.expression.names().contains(&start);
    let Some(user) = rules.iter().find(uses) else {
        return Ok(());
    };
    Err(GrammarError::Production {
        name: start.to_owned(),
        message: format!(
            "{} uses the start production, whose rule reads a whole document and nothing less: write another start production \
             above it, of {start} alone",
            user.production.name
        ),
    })
}

fn all_or_none(faults: Vec<GrammarError>) -> Result<(), GrammarError> {
    match faults.is_empty() {
        true => Ok(()),
        false => Err(GrammarError::Several(faults)),
    }
}

/// A flaw with which no PEG can be made, and the production that has it.
fn in_the_way(flaw: Flaw) -> Option<(String, String)> {
    let message = flaw.to_string();
    match flaw {
        Flaw::Undefined { used_by, .. } => Some((used_by.into_iter().next()?, message)),
        Flaw::DefinedTwice { production, .. } => Some((production, message)),
        Flaw::LeftRecursion { cycle } => Some((
            cycle.into_iter().next()?,
            format!("{message}; a PEG has repetitions in its place"),
        )),
        _ => None,
    }
}

/// Repetitions that would never come to an end, and choices of which several alternatives can be nothing: one can be last.
fn add_faults(expression: &Expression, nothing: &CanBeNothing, found: &mut Vec<String>) {
    let is_nothing = |part: &Expression| nothing.expression(part);
    match expression {
        Expression::ZeroOrMore(body) | Expression::OneOrMore(body) if is_nothing(body) => {
            found.push(format!(
                "{} repeats what can be nothing; a PEG would never come to an end",
                ebnf::print_expression(expression)
            ));
        }
        Expression::Choice(parts) => {
            let mut nullable = parts.iter().filter(|part| is_nothing(part));
            if let (Some(one), Some(other)) = (nullable.next(), nullable.next()) {
                found.push(format!(
                    "both {} and {} can be nothing; a PEG would never try the second: let only one be",
                    ebnf::print_expression(one),
                    ebnf::print_expression(other)
                ));
            }
        }
        _ => {}
    }
    for part in expression.parts() {
        add_faults(part, nothing, found);
    }
}
