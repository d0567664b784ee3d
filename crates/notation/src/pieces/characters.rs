//! The characters that texts of an expression begin with.
//!
//! Invariant: a set is never too small. Lookaheads, and what a difference takes away, do not make it smaller.

use crate::{CanBeNothing, CharSet, Expression, Grammar};
use std::collections::BTreeSet;

/// A grammar, asked for characters.
pub(super) struct Characters<'g> {
    grammar: &'g Grammar,
    nothing: CanBeNothing,
}

impl<'g> Characters<'g> {
    pub(super) fn of(grammar: &'g Grammar) -> Self {
        Self {
            grammar,
            nothing: CanBeNothing::of(grammar),
        }
    }

    /// The characters that texts of the expression begin with.
    pub(super) fn first(&self, expression: &Expression) -> CharSet {
        self.first_of_new(expression, &mut BTreeSet::new())
    }

    /// The characters, without the rules that were `seen`.
    fn first_of_new(&self, expression: &Expression, seen: &mut BTreeSet<String>) -> CharSet {
        let mut first = CharSet::none();
        for part in self.nothing.beginnings(expression) {
            let of_part = match part {
                Expression::Literal { text, ignores_case } => {
                    let character = text.chars().next();
                    character
                        .map_or_else(CharSet::none, |one| CharSet::in_cases(one, *ignores_case))
                }
                Expression::Class(class) => class.set(),
                Expression::Name(name) if name == "ANY" => CharSet::all(),
                Expression::Name(name) => match self.grammar.rule(name) {
                    Some(rule) if seen.insert(name.clone()) => {
                        self.first_of_new(&rule.expression, seen)
                    }
                    _ => CharSet::none(),
                },
                Expression::Difference(from, _) => self.first_of_new(from, seen),
                _ => CharSet::none(),
            };
            first = first.union(&of_part);
        }
        first
    }

    /// The characters that come second in texts of the expression that begin with `first`.
    pub(super) fn second(&self, expression: &Expression, first: char) -> CharSet {
        let rest = self.without_first(expression, first, &mut Vec::new());
        rest.map_or_else(CharSet::none, |rest| self.first(&rest))
    }

    /// The rest of the expression's texts after that character; none if no text begins with it. `open` are the rules that it is in.
    fn without_first<'e>(
        &'e self,
        expression: &'e Expression,
        first: char,
        open: &mut Vec<&'e str>,
    ) -> Option<Expression> {
        match expression {
            Expression::Literal { text, ignores_case } => {
                let mut characters = text.chars();
                let begins = CharSet::in_cases(characters.next()?, *ignores_case).contains(first);
                begins.then(|| Expression::literal(characters.as_str()))
            }
            Expression::Class(class) => {
                let begins = class.set().contains(first);
                begins.then(|| Expression::Sequence(Vec::new()))
            }
            Expression::Name(name) => {
                let rule = self
                    .grammar
                    .rule(name)
                    .filter(|_| !open.contains(&name.as_str()))?;
                open.push(name);
                let rest = self.without_first(&rule.expression, first, open);
                open.pop();
                rest
            }
            Expression::Sequence(parts) => {
                let mut ways = Vec::new();
                for (place, part) in parts.iter().enumerate() {
                    if let Some(rest) = self.without_first(part, first, open) {
                        let after = parts[place + 1..].iter().cloned();
                        ways.push(Expression::Sequence(
                            [rest].into_iter().chain(after).collect(),
                        ));
                    }
                    if !self.nothing.expression(part) {
                        break;
                    }
                }
                (!ways.is_empty()).then(|| Expression::choice(ways))
            }
            Expression::Choice(parts) => {
                let ways = parts.iter();
                let ways = ways.filter_map(|part| self.without_first(part, first, open));
                let ways: Vec<Expression> = ways.collect();
                (!ways.is_empty()).then(|| Expression::choice(ways))
            }
            Expression::Optional(body) => self.without_first(body, first, open),
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                let rest = self.without_first(body, first, open)?;
                let again = Expression::ZeroOrMore(body.clone());
                Some(Expression::Sequence(vec![rest, again]))
            }
            Expression::Difference(from, _) => self.without_first(from, first, open),
            Expression::Lookahead { .. } | Expression::Start | Expression::End => None,
        }
    }
}
