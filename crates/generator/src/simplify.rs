//! Simplification: an expression that matches one character becomes a set of characters, to be tested in one step, and small
//! functions go into their callers.
//!
//! Side conditions: those of [`merge`](super::merge); a skip to single characters is a repetition of all others, and like the skip,
//! it never fails; and only a small function that makes no node and is not recursive goes into its callers, so that classes
//! meet.

use super::matcher::{FunctionId, Matcher, MatcherProgram, reached};
use super::merge::{alternatives, merged_choice, merged_sequence};
use notation::CharSet;

/// An expression of at most this size goes wherever it is called; more would repeat too much code.
///
/// In the dialects' grammars, parts of names and numbers have at most 23, and a character of a string, escapes included,
/// has 24; the next larger ones have 27, and 48 and more. The parsers' source has 551 kB with 8, 577 kB with 24 and 583 kB
/// without a limit.
const SMALL: usize = 24;

pub(crate) fn simplify(program: &mut MatcherProgram) {
    for id in callees_first(program) {
        let body = program.functions[id].take_body();
        program.functions[id].body = simplified(inlined(body, id, program));
    }
    keep_reachable(program);
}

/// All functions, callees before callers, except within a recursion.
pub(crate) fn callees_first(program: &MatcherProgram) -> Vec<FunctionId> {
    fn visit(
        id: FunctionId,
        program: &MatcherProgram,
        seen: &mut [bool],
        order: &mut Vec<FunctionId>,
    ) {
        if std::mem::replace(&mut seen[id], true) {
            return;
        }
        for callee in program.functions[id].body.calls() {
            visit(callee, program, seen, order);
        }
        order.push(id);
    }
    let mut seen = vec![false; program.functions.len()];
    let mut order = Vec::new();
    for id in 0..program.functions.len() {
        visit(id, program, &mut seen, &mut order);
    }
    order
}

/// Whether a function can come to call itself.
pub(crate) fn is_recursive(id: FunctionId, program: &MatcherProgram) -> bool {
    program.is_on_cycle(id, |_| false)
}

fn inlined(expression: Matcher, caller: FunctionId, program: &MatcherProgram) -> Matcher {
    if let Matcher::Call(id) = expression {
        let function = &program.functions[id];
        let body = &function.body;
        let is_silent = !makes_nodes(body);
        let is_trivial = matches!(body, Matcher::Class(_));
        // Trivia stays a function: callers test one byte, and call it on a hit.
        if id != caller
            && is_silent
            && !function.is_trivia
            && (is_trivial || body.size() <= SMALL)
            && !is_recursive(id, program)
        {
            return body.clone();
        }
        return expression;
    }
    expression.map(|part| inlined(part, caller, program))
}

/// Whether nodes or outcomes are made here; calls are not followed, since a call stays one.
fn makes_nodes(expression: &Matcher) -> bool {
    matches!(expression, Matcher::Node { .. } | Matcher::Outcome { .. })
        || expression.parts().into_iter().any(makes_nodes)
}

fn simplified(mut expression: Matcher) -> Matcher {
    // Flattened first: else a choice among some of the alternatives could share their ends.
    if let Matcher::Choice(parts) = expression {
        expression = Matcher::Choice(parts.into_iter().flat_map(alternatives).collect());
    }
    match expression.map(simplified) {
        Matcher::Choice(parts) => merged_choice(parts),
        Matcher::Sequence(parts) => merged_sequence(parts),
        Matcher::Skip(needles) => skip(needles),
        other => other,
    }
}

fn skip(needles: Vec<String>) -> Matcher {
    let is_single = |needle: &String| needle.chars().count() == 1;
    if needles.iter().all(is_single) {
        let others = CharSet::of(&needles.concat()).complement();
        Matcher::repeat(Matcher::Class(others), None)
    } else {
        Matcher::Skip(needles)
    }
}

/// Drops the functions that went into all of their callers.
pub(crate) fn keep_reachable(program: &mut MatcherProgram) {
    let mut new_ids = vec![None; program.functions.len()];
    let calls = |id: FunctionId| program.functions[id].body.calls();
    let reached = reached(program.functions.len(), program.entries(), calls);
    let functions = std::mem::take(&mut program.functions);
    for (id, function) in functions.into_iter().enumerate() {
        if reached[id] {
            new_ids[id] = Some(program.functions.len());
            program.functions.push(function);
        }
    }
    for function in &mut program.functions {
        // A function that is called is reached.
        let new_id = |id: FunctionId| new_ids[id].unwrap_or_default();
        function.body.renumber(&new_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matcher of the rule `a`, without its node.
    fn body_of_a(grammar: &str) -> Matcher {
        let program = crate::tests::simplified(grammar);
        let function = program.functions.iter().find(|f| f.name == "a").unwrap();
        match &function.body {
            Matcher::Node { body, .. } => *body.clone(),
            other => other.clone(),
        }
    }

    fn class(set: CharSet) -> Matcher {
        Matcher::Class(set)
    }

    #[test]
    fn a_skip_to_single_characters_is_a_repetition() {
        let expected = Matcher::repeat(class(CharSet::of("é\n").complement()), None);
        assert_eq!(body_of_a("a = @{ (!(\"é\" | \"\\n\") ~ ANY)* }"), expected);
        let needles = Matcher::Skip(vec!["x".to_owned(), "yz".to_owned()]);
        assert_eq!(body_of_a("a = @{ (!(\"x\" | \"yz\") ~ ANY)* }"), needles);
    }

    #[test]
    fn what_is_recursive_or_makes_a_node_is_called() {
        assert!(matches!(
            body_of_a("a = { \"x\" ~ b } b = _{ \"(\" ~ b? ~ \")\" }"),
            Matcher::Sequence(parts) if matches!(parts[1], Matcher::Call(_))
        ));
        assert!(matches!(
            body_of_a("a = { b } b = { \"y\" }"),
            Matcher::Call(_)
        ));
    }
}
