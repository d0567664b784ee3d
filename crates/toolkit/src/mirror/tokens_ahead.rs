//! The tokens of the rules as they are written.
//!
//! Invariant: a token that is only looked ahead at counts as if it were taken, so that what follows is known.

use crate::tokens::symbols::{TokenGrammar, is_one_token};
use notation::{Expression, Grammar, Rule};

/// The grammar over tokens, with those that its rules look ahead at.
pub(crate) fn with_tokens_ahead(grammar: &Grammar) -> TokenGrammar {
    let taken = |part: &Expression| match part {
        Expression::Lookahead {
            is_positive: true,
            body,
        } if is_one_token(body, grammar) => Some((**body).clone()),
        _ => None,
    };
    let rules = grammar.rules.iter().map(|rule| Rule {
        expression: replaced(&rule.expression, &taken),
        ..rule.clone()
    });
    TokenGrammar::of_all(&Grammar::from(rules.collect::<Vec<_>>()))
}

/// The expression with its parts changed, where `change` gives another.
pub(super) fn replaced(
    expression: &Expression,
    change: &impl Fn(&Expression) -> Option<Expression>,
) -> Expression {
    match change(expression) {
        Some(changed) => changed,
        None => expression.map(|part| replaced(part, change)),
    }
}
