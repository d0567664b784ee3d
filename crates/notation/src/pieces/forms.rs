//! The parts of expressions that forms are made of.

use crate::{Expression, Grammar, RuleKind};

/// The parts without the lookaheads before them, which keep a token from being taken for another.
pub(super) fn without_guards(parts: &[Expression]) -> &[Expression] {
    match parts {
        [Expression::Lookahead { .. }, rest @ ..] if !rest.is_empty() => without_guards(rest),
        _ => parts,
    }
}

/// The expression of a nonterminal of this name.
pub(super) fn nonterminal<'g>(grammar: &'g Grammar, name: &str) -> Option<&'g Expression> {
    let rule = grammar.rule(name)?;
    (rule.kind == RuleKind::Nonterminal).then_some(&rule.expression)
}
