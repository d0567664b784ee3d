//! Productions that no PEG can be made of.
//!
//! Invariant: errors name them as the specification writes them; no PEG exists yet.

use crate::survey::hygiene::{self, Flaw};
use notation::pest_file::unfit_name;
use notation::{CanBeNothing, EntryRule, Expression, Grammar, GrammarError, ebnf};

/// That a PEG can be made of the productions.
pub(super) fn check(specified: &Grammar) -> Result<(), GrammarError> {
    let fault = |name: &str, message: String| GrammarError::Production {
        name: name.to_owned(),
        message,
    };
    let flaws = hygiene::flaws(specified).into_iter().filter_map(in_the_way);
    let flaws = flaws.map(|(name, message)| fault(&name, message));
    let nothing = CanBeNothing::of(specified);
    let endless = specified.rules.iter().flat_map(|rule| {
        let mut found = Vec::new();
        add_faults(&rule.expression, &nothing, &mut found);
        found
            .into_iter()
            .map(|message| fault(&rule.name, message))
            .collect::<Vec<_>>()
    });
    let unfit = specified.rules.iter().filter_map(|rule| {
        let is_entry = EntryRule::named(&rule.name).is_some();
        let why = match unfit_name(&rule.name) {
            None if is_entry => "is the name of a rule that reads a part of a document",
            why => why?,
        };
        Some(fault(
            &rule.name,
            format!("the name {why}: rename the production"),
        ))
    });
    let faults: Vec<GrammarError> = flaws.chain(endless).chain(unfit).collect();
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
