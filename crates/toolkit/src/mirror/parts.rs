//! A text that is read part by part: the names of the rules that do it, and what they read one after the other.
//!
//! Invariant: nothing here says whether that is right; it is the grammar as it is written.

use crate::tokens::symbols::TokenGrammar;
use notation::{Expression, Grammar, Rule, RuleKind};

pub(crate) const NEXT_STATEMENT: &str = "nextStatement";
pub(crate) const GRAPH_BEGIN: &str = "graphBegin";
pub(crate) const NEXT_IN_GRAPH: &str = "nextInGraph";
pub(crate) const GRAPH_TRIPLES: &str = "graphTriples";
pub(crate) const GRAPH_END: &str = "graphEnd";
/// What all parts together are called; no rule can have that name.
pub(super) const PARTS: &str = "parts of a text";

/// The grammar over tokens, with what a text is if it is read part by part, so that it is known what follows each part.
pub(crate) fn entered(grammar: &Grammar) -> TokenGrammar {
    let mut entered = Grammar {
        rules: grammar.rules.iter().map(with_token_ahead).collect(),
    };
    let parts = parts(&entered).map(|part| Rule {
        name: PARTS.to_owned(),
        number: None,
        kind: RuleKind::Nonterminal,
        expression: Expression::ZeroOrMore(Box::new(part)),
    });
    entered.rules.extend(parts);
    for rule in &mut entered.rules {
        if [NEXT_STATEMENT, NEXT_IN_GRAPH].contains(&rule.name.as_str()) {
            rule.kind = RuleKind::Nonterminal;
        }
    }
    let mut tokens = TokenGrammar::of_all(&entered);
    if tokens.phrase(PARTS).is_some() {
        tokens.starts.push(PARTS.to_owned());
    }
    tokens
}

/// The rule, with the token that it looks ahead at as if it took it: so it is known what can follow.
pub(super) fn with_token_ahead(rule: &Rule) -> Rule {
    let expression = replaced(&rule.expression, &|part| match part {
        Expression::Lookahead {
            is_positive: true,
            body,
        } if matches!(**body, Expression::Literal { .. }) => Some((**body).clone()),
        _ => None,
    });
    Rule {
        expression,
        ..rule.clone()
    }
}

/// What is read by one part: `nextStatement`, and where it reads the beginning of a graph, all of the graph. None, if the
/// rules are of another form.
pub(super) fn parts(grammar: &Grammar) -> Option<Expression> {
    let next = &grammar.rule(NEXT_STATEMENT)?.expression;
    if !uses(next, GRAPH_BEGIN) {
        return Some(next.clone());
    }
    let in_graph = match &grammar.rule(NEXT_IN_GRAPH)?.expression {
        Expression::Sequence(parts) => match parts.as_slice() {
            [Expression::Start, Expression::Choice(ways)] => ways,
            _ => return None,
        },
        _ => return None,
    };
    let (end, others) = in_graph.split_last()?;
    let end = Some(end).filter(|end| **end == Expression::name(GRAPH_END))?;
    let others = Expression::choice(others.to_vec());
    let graph = Expression::Sequence(vec![
        Expression::name(GRAPH_BEGIN),
        Expression::ZeroOrMore(Box::new(others)),
        end.clone(),
    ]);
    Some(replaced(next, &|part| match part {
        Expression::Name(name) if name == GRAPH_BEGIN => Some(graph.clone()),
        _ => None,
    }))
}

fn uses(expression: &Expression, name: &str) -> bool {
    expression.names().contains(&name)
}

pub(super) fn replaced(
    expression: &Expression,
    change: &impl Fn(&Expression) -> Option<Expression>,
) -> Expression {
    match change(expression) {
        Some(changed) => changed,
        None => expression.map(|part| replaced(part, change)),
    }
}
