//! Productions that no PEG can be made of.
//!
//! Invariant: errors name them as the specification writes them; no PEG exists yet.

use crate::matching::nothing::CanBeNothing;
use crate::survey::hygiene::{self, Flaw};
use notation::pest_file::unfit_name;
use notation::{Expression, Grammar, GrammarError, ebnf};

/// That a PEG can be made of the productions.
pub(super) fn check(specified: &Grammar) -> Result<(), GrammarError> {
    let flaws = hygiene::flaws(specified).into_iter().filter_map(in_the_way);
    let nothing = CanBeNothing::of(specified);
    let endless = specified.rules.iter().flat_map(|rule| {
        let mut found = Vec::new();
        add_faults(&rule.expression, &nothing, &mut found);
        let name = &rule.name;
        found
            .into_iter()
            .map(move |fault| format!("{name}: {fault}"))
    });
    let unfit = specified.rules.iter().filter_map(|rule| {
        let why = unfit_name(&rule.name)?;
        Some(format!("{} {why}: rename the production", rule.name))
    });
    let faults: Vec<String> = flaws.chain(endless).chain(unfit).collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(GrammarError::several(faults)),
    }
}

fn in_the_way(flaw: Flaw) -> Option<String> {
    match flaw {
        Flaw::Undefined { .. } | Flaw::DefinedTwice { .. } => Some(flaw.to_string()),
        Flaw::LeftRecursion { .. } => Some(format!("{flaw}; a PEG has repetitions in its place")),
        _ => None,
    }
}

/// Repetitions that would never come to an end, and alternatives that would never be tried.
fn add_faults(expression: &Expression, nothing: &CanBeNothing<'_>, found: &mut Vec<String>) {
    let is_nothing = |part: &Expression| nothing.expression(part);
    match expression {
        Expression::ZeroOrMore(body) | Expression::OneOrMore(body) if is_nothing(body) => {
            found.push(format!(
                "{} repeats what can be nothing; a PEG would never come to an end",
                ebnf::print_expression(expression)
            ));
        }
        Expression::Choice(parts) => {
            let first = parts.iter().position(is_nothing);
            if let Some(place) = first.filter(|&place| place + 1 < parts.len()) {
                found.push(format!(
                    "{} can be nothing; a PEG would never try the alternatives after it, so it belongs last",
                    ebnf::print_expression(&parts[place])
                ));
            }
        }
        _ => {}
    }
    for part in expression.parts() {
        add_faults(part, nothing, found);
    }
}
