//! A text that is read part by part: the names of the rules that do it, and the texts that they read one after the other.
//!
//! Invariant: nothing here says whether that is right; it is the grammar as it is written.

use crate::tokens::symbols::{TokenGrammar, is_one_token};
use notation::{EntryRule, Expression, Grammar, Rule, RuleKind};

/// The name of all parts together; no rule can have that name.
pub(super) const PARTS: &str = "parts of a text";

/// The grammar over tokens, with the rule of a text that is read part by part, so that the tokens after each part are known.
pub(crate) fn entered(grammar: &Grammar) -> TokenGrammar {
    let mut entered = Grammar {
        rules: with_tokens_ahead(grammar),
    };
    if let Some(part) = parts(&entered) {
        entered.rules.push(any_number_of(part));
    }
    for rule in &mut entered.rules {
        if let Some(EntryRule::NextStatement | EntryRule::NextInGraph) =
            EntryRule::named(&rule.name)
        {
            rule.kind = RuleKind::Nonterminal;
        }
    }
    let mut tokens = TokenGrammar::of_all(&entered);
    if tokens.phrase(PARTS).is_some() {
        tokens.starts.push(PARTS.to_owned());
    }
    tokens
}

/// The rule of a text that is read part by part.
pub(super) fn any_number_of(part: Expression) -> Rule {
    let parts = Expression::ZeroOrMore(Box::new(part));
    Rule::new(PARTS, RuleKind::Nonterminal, parts)
}

/// The rules, with the tokens of their lookaheads as if they took them: so the tokens that can follow are known.
pub(super) fn with_tokens_ahead(grammar: &Grammar) -> Vec<Rule> {
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
    rules.collect()
}

/// The expression of one part: `nextStatement`, and where it reads the beginning of a graph, all of the graph. None, if the
/// rules are of another form.
pub(super) fn parts(grammar: &Grammar) -> Option<Expression> {
    let next = &grammar.rule(EntryRule::NextStatement.name())?.expression;
    let begin = EntryRule::GraphBegin.name();
    if !uses(next, begin) {
        return Some(next.clone());
    }
    let graph = from_to(
        grammar,
        EntryRule::GraphBegin,
        EntryRule::NextInGraph,
        EntryRule::GraphEnd,
    )?;
    Some(replaced(next, &|part| match part {
        Expression::Name(name) if name == begin => Some(graph.clone()),
        _ => None,
    }))
}

/// The rule `begin`, and then `next` again and again, until that reads `end`, which is the last of its ways.
pub(super) fn from_to(
    grammar: &Grammar,
    begin: EntryRule,
    next: EntryRule,
    end: EntryRule,
) -> Option<Expression> {
    let ways = match &grammar.rule(next.name())?.expression {
        Expression::Sequence(parts) => match parts.as_slice() {
            [Expression::Start, Expression::Choice(ways)] => ways,
            _ => return None,
        },
        _ => return None,
    };
    let (last, others) = ways.split_last()?;
    let last = Some(last).filter(|last| **last == Expression::name(end.name()))?;
    let others = Expression::choice(others.to_vec());
    Some(Expression::Sequence(vec![
        Expression::name(begin.name()),
        Expression::ZeroOrMore(Box::new(others)),
        last.clone(),
    ]))
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
