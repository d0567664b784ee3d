//! Refusing: grammars for which the generated code would not behave as pest does.
//!
//! - A repetition whose body may consume nothing would never end. pest's validator refuses it too; the other passes rely
//!   on it.
//! - An outcome is kept until the parser ends, even if the parser takes back nodes. So only the last part of an entry may
//!   have one: none in a repetition, an optional part or a lookahead.

use super::GeneratorError;
use super::facts::FactTable;
use super::matcher::{FunctionId, Matcher, MatcherProgram};

/// # Errors
///
/// The rule that is at fault, and why.
pub(crate) fn check(program: &MatcherProgram, facts: &FactTable) -> Result<(), GeneratorError> {
    let tail = tail_functions(program);
    for (id, function) in program.functions.iter().enumerate() {
        let unsupported = |construct: &str| GeneratorError::unsupported(&function.name, construct);
        if has_idle_repetition(&function.body, facts) {
            return Err(unsupported("a repetition of what may match nothing"));
        }
        if has_misplaced_outcome(&function.body, tail[id]) {
            return Err(unsupported("an outcome that something can follow"));
        }
    }
    Ok(())
}

fn has_idle_repetition(expression: &Matcher, facts: &FactTable) -> bool {
    let is_idle = matches!(expression, Matcher::Repeat { body, .. } if facts.of(body).is_nullable);
    let mut parts = expression.parts().into_iter();
    is_idle || parts.any(|part| has_idle_repetition(part, facts))
}

/// Which functions are called only as the last part of an entry.
fn tail_functions(program: &MatcherProgram) -> Vec<bool> {
    let mut is_tail = vec![true; program.functions.len()];
    loop {
        let mut next = vec![true; program.functions.len()];
        for (id, function) in program.functions.iter().enumerate() {
            for called in calls_before_the_end(&function.body, is_tail[id]) {
                next[called] = false;
            }
        }
        if next == is_tail {
            return is_tail;
        }
        is_tail = next;
    }
}

fn calls_before_the_end(expression: &Matcher, is_tail: bool) -> Vec<FunctionId> {
    match expression {
        Matcher::Call(_) if is_tail => Vec::new(),
        Matcher::Node { body, .. } | Matcher::Leaf { body, .. } | Matcher::Outcome { body, .. } => {
            calls_before_the_end(body, is_tail)
        }
        Matcher::Choice(parts) => {
            let calls = parts.iter().map(|part| calls_before_the_end(part, is_tail));
            calls.flatten().collect()
        }
        Matcher::Sequence(parts) => {
            let last = parts.len().saturating_sub(1);
            let calls = parts
                .iter()
                .enumerate()
                .map(|(index, part)| calls_before_the_end(part, is_tail && index == last));
            calls.flatten().collect()
        }
        other => other.calls(),
    }
}

fn has_misplaced_outcome(expression: &Matcher, is_tail: bool) -> bool {
    match expression {
        Matcher::Outcome { body, .. } => !is_tail || has_misplaced_outcome(body, is_tail),
        Matcher::Node { body, .. } => has_misplaced_outcome(body, is_tail),
        Matcher::Choice(parts) => parts
            .iter()
            .any(|part| has_misplaced_outcome(part, is_tail)),
        Matcher::Sequence(parts) => {
            let last = parts.len().saturating_sub(1);
            let mut parts = parts.iter().enumerate();
            parts.any(|(index, part)| has_misplaced_outcome(part, is_tail && index == last))
        }
        other => {
            let mut parts = other.parts().into_iter();
            parts.any(|part| has_misplaced_outcome(part, false))
        }
    }
}
