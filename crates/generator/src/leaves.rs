//! Leaves: where nodes nest and the innermost has none in it, all are made at once, when it is known that they match.
//!
//! `object`, `iri` and `IRIREF` around one another cover the same text, and nothing is made between them. Beginning
//! each, ending each, and taking all back where the text does not match is most of the work in a Turtle document.
//!
//! Side conditions:
//!
//! - a node around a part without nodes is a leaf; a node around a leaf is one more kind of it; nothing may be between
//!   the two, not even a part without nodes, or the outer one would cover more;
//! - a node around a choice is a choice of nodes: whatever alternative matches, the node is around it;
//! - a function replaces its call only if it is leaves and nothing else, and not recursive.

use super::facts::FactTable;
use super::matcher::{Function, FunctionId, Matcher, MatcherProgram};
use super::simplify::{callees_first, is_recursive, keep_reachable};

pub(crate) fn make_leaves(program: &mut MatcherProgram) {
    let facts = FactTable::new(program);
    let bodies = program.functions.iter().map(|function| &function.body);
    let emits: Vec<bool> = bodies.map(|body| facts.of(body).emits).collect();
    for id in callees_first(program) {
        let body = program.functions[id].take_body();
        let pass = Pass {
            program,
            emits: &emits,
        };
        let body = pass.rewritten(body);
        program.functions[id].body = texts_called(body, id, program);
    }
    keep_reachable(program);
}

struct Pass<'p> {
    program: &'p MatcherProgram,
    /// Which functions may make nodes. Those that this pass adds do not.
    emits: &'p [bool],
}

impl Pass<'_> {
    fn rewritten(&self, expression: Matcher) -> Matcher {
        if let Matcher::Call(id) = expression {
            let body = &self.program.functions[id].body;
            return match is_leaves(body) && !is_recursive(id, self.program) {
                true => body.clone(),
                false => expression,
            };
        }
        match expression.map(|part| self.rewritten(part)) {
            Matcher::Node { kind, body } => self.node(&kind, *body),
            Matcher::Choice(parts) => flat_choice(parts),
            other => other,
        }
    }

    /// A node around a body that is rewritten.
    fn node(&self, kind: &str, body: Matcher) -> Matcher {
        match body {
            Matcher::Leaf { mut kinds, body } => {
                kinds.insert(0, kind.to_owned());
                Matcher::Leaf { kinds, body }
            }
            Matcher::Choice(parts) if parts.iter().any(|part| self.can_be_leaf(part)) => {
                flat_choice(
                    parts
                        .into_iter()
                        .map(|part| self.node(kind, part))
                        .collect(),
                )
            }
            body if !self.emits(&body) => Matcher::Leaf {
                kinds: vec![kind.to_owned()],
                body: Box::new(body),
            },
            body => Matcher::Node {
                kind: kind.to_owned(),
                body: Box::new(body),
            },
        }
    }
}

impl Pass<'_> {
    fn can_be_leaf(&self, expression: &Matcher) -> bool {
        is_leaves(expression) || !self.emits(expression)
    }

    fn emits(&self, expression: &Matcher) -> bool {
        let makes_nodes = matches!(
            expression,
            Matcher::Node { .. } | Matcher::Leaf { .. } | Matcher::Outcome { .. }
        );
        let is_added = |id: &FunctionId| *id >= self.emits.len();
        let mut calls = expression.calls().into_iter();
        makes_nodes
            || calls.any(|id| !is_added(&id) && self.emits[id])
            || expression.parts().into_iter().any(|part| self.emits(part))
    }
}

fn is_leaves(expression: &Matcher) -> bool {
    match expression {
        Matcher::Leaf { .. } => true,
        Matcher::Choice(parts) => parts.iter().all(is_leaves),
        _ => false,
    }
}

fn flat_choice(parts: Vec<Matcher>) -> Matcher {
    let parts = parts.into_iter().flat_map(|part| match part {
        Matcher::Choice(parts) => parts,
        other => vec![other],
    });
    Matcher::choice(parts.collect())
}

/// Makes functions of the texts of leaves, so that callers into which the leaves go do not repeat their texts.
fn texts_called(body: Matcher, id: FunctionId, program: &mut MatcherProgram) -> Matcher {
    match body {
        Matcher::Leaf { kinds, body } => {
            let body = match *body {
                Matcher::Plain { rules, body } => {
                    let body = Box::new(text_called(*body, "text", id, program));
                    text_called(Matcher::Plain { rules, body }, "marked", id, program)
                }
                body => text_called(body, "text", id, program),
            };
            let body = Box::new(body);
            Matcher::Leaf { kinds, body }
        }
        other => other,
    }
}

fn text_called(
    text: Matcher,
    suffix: &str,
    id: FunctionId,
    program: &mut MatcherProgram,
) -> Matcher {
    if is_small(&text) {
        return text;
    }
    let function = &program.functions[id];
    let text = Function {
        name: format!("{}__{suffix}", function.name),
        comment: function.comment.clone(),
        body: text,
        entry: None,
        is_trivia: false,
    };
    program.functions.push(text);
    Matcher::Call(program.functions.len() - 1)
}

/// Whether a call would be no shorter.
fn is_small(text: &Matcher) -> bool {
    // Two literals or classes, one after the other. The dialects' parsers have the same size to 0.4 % with each limit from 0
    // to 6; their source is 3 % larger with 8, and 18 % with 10.
    const SMALL: usize = 3;
    text.size() <= SMALL
        && !matches!(
            text,
            Matcher::Repeat { .. } | Matcher::Skip(_) | Matcher::Plain { .. }
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::simplified;

    fn body_of_a(grammar: &str) -> Matcher {
        let mut program = simplified(grammar);
        make_leaves(&mut program);
        let mut functions = program.functions.into_iter();
        functions
            .find(|function| function.name == "a")
            .unwrap()
            .body
    }

    fn kinds(expression: &Matcher) -> Vec<&str> {
        match expression {
            Matcher::Leaf { kinds, .. } => kinds.iter().map(String::as_str).collect(),
            other => panic!("no leaf: {other:?}"),
        }
    }

    #[test]
    fn nodes_around_one_another_are_one_leaf() {
        let Matcher::Choice(parts) =
            body_of_a("a = { b | c } b = { d } c = @{ \"c\" ~ d } d = @{ \"d\" ~ \"e\"* ~ \"f\" }")
        else {
            panic!("no choice");
        };
        assert_eq!(kinds(&parts[0]), ["a", "b", "d"]);
        assert_eq!(kinds(&parts[1]), ["a", "c"]);
    }

    #[test]
    fn what_has_anything_beside_a_leaf_is_none() {
        for grammar in [
            "a = { b ~ \"x\" } b = @{ \"y\" }",
            "a = { !\"x\" ~ b } b = @{ \"y\" }",
            "a = { b? } b = @{ \"y\" }",
            "a = { b* } b = @{ \"y\" }",
        ] {
            assert!(
                matches!(body_of_a(grammar), Matcher::Node { .. }),
                "{grammar}"
            );
        }
    }

    #[test]
    fn what_is_recursive_stays_where_it_is() {
        let grammar = "a = { b | \"x\" } b = { \"(\" ~ a ~ \")\" }";
        let Matcher::Choice(parts) = body_of_a(grammar) else {
            panic!("no choice");
        };
        assert!(matches!(parts[0], Matcher::Node { .. }));
        assert_eq!(kinds(&parts[1]), ["a"]);
    }
}
