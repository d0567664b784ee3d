//! Single runs: the characters that a repetition can pass over without trying its body.
//!
//! For a body e, S(e) is the set of characters c such that, when c is next, e certainly succeeds, consumes exactly c
//! and makes no node, *whatever follows*. A repetition of e then is: pass over all of S(e); where the next
//! character is in FIRST(e) but not in S(e), try e in full; else stop. Errors can hide only in S and in FIRST.
//!
//! - A class: itself.
//! - A choice: S of each alternative, without the beginnings of earlier alternatives, since they go first; and nothing
//!   of the alternatives after one that may match nothing, since that always goes first.
//! - A sequence of optional parts, repetitions and negative lookaheads with one part at the end: S of the last, without
//!   the beginnings of the others; a lookahead must not succeed on nothing, either.
//! - Anything else: nothing.

use super::facts::FactTable;
use super::matcher::{FunctionId, Matcher, MatcherProgram};
use notation::CharSet;

/// S of a repetition's body; empty if the body makes nodes.
pub(crate) fn certain(body: &Matcher, program: &MatcherProgram, facts: &FactTable) -> CharSet {
    match facts.of(body).emits {
        true => CharSet::none(),
        false => certain_within(body, program, facts, &mut Vec::new()),
    }
}

fn certain_within(
    expression: &Matcher,
    program: &MatcherProgram,
    facts: &FactTable,
    open: &mut Vec<FunctionId>,
) -> CharSet {
    match expression {
        Matcher::Class(class) => class.clone(),
        Matcher::Choice(parts) => {
            let mut certain = CharSet::none();
            let mut earlier = CharSet::none();
            for part in parts {
                let own = certain_within(part, program, facts, open);
                certain = certain.union(&own.difference(&earlier));
                let part = facts.of(part);
                if part.is_nullable {
                    break;
                }
                earlier = earlier.union(&part.first);
            }
            certain
        }
        Matcher::Sequence(parts) => {
            let Some((last, before)) = parts.split_last() else {
                return CharSet::none();
            };
            let mut earlier = CharSet::none();
            for part in before {
                match part {
                    Matcher::Optional(body) | Matcher::Repeat { body, .. } => {
                        earlier = earlier.union(&facts.of(body).first);
                    }
                    Matcher::Lookahead {
                        is_positive: false,
                        body,
                    } if !facts.of(body).is_nullable => {
                        earlier = earlier.union(&facts.of(body).first);
                    }
                    _ => return CharSet::none(),
                }
            }
            certain_within(last, program, facts, open).difference(&earlier)
        }
        Matcher::Call(id) if !open.contains(id) => {
            open.push(*id);
            let certain = certain_within(&program.functions[*id].body, program, facts, open);
            open.pop();
            certain
        }
        _ => CharSet::none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::simplified;

    /// S of the body of the repetition that the rule `a` is.
    fn certain_in_a(grammar: &str) -> CharSet {
        let program = simplified(grammar);
        let facts = FactTable::new(&program);
        let function = program.functions.iter().find(|f| f.name == "a").unwrap();
        let Matcher::Node { body, .. } = &function.body else {
            panic!("{function:?}");
        };
        let Matcher::Repeat { body, .. } = body.as_ref() else {
            panic!("{function:?}");
        };
        certain(body, &program, &facts)
    }

    #[test]
    fn what_makes_nodes_is_not_passed_over() {
        assert_eq!(
            certain_in_a("a = ${ (b | \"c\")* } b = @{ \"b\" }"),
            CharSet::none()
        );
        assert_eq!(
            certain_in_a("a = @{ (b | \"c\")* } b = @{ \"b\" }"),
            CharSet::of("bc")
        );
    }
}
