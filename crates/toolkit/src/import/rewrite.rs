//! PEG rules in place of EBNF productions, one production at a time.
//!
//! Invariant: each rewriting is one that a kind of departure allows ([`align`](crate::mirror::align)); every other part
//! stays as it is.

use super::Variants;
use super::kinds::TriviaRules;
use crate::matching::language::{COMMENT, is_a_character, least};
use crate::mirror::align::normal;
use notation::ebnf;
use notation::peg::DepartureKind;
use notation::{CanBeNothing, CharacterClass, Expression};
use notation::{Rule, RuleKind};
use std::collections::BTreeMap;

/// A production to write as a rule.
pub(super) struct Rewriting<'a> {
    pub(super) trivia: &'a TriviaRules,
    pub(super) production: &'a Rule,
    /// Whether it is the whole document.
    pub(super) is_start: bool,
    pub(super) variants: Variants,
    pub(super) nothing: &'a CanBeNothing,
}

type Reasons = BTreeMap<DepartureKind, String>;

impl Rewriting<'_> {
    pub(super) fn of(&self, expression: &Expression, reasons: &mut Reasons) -> Expression {
        let expression = &self.with_nothing_last(expression, reasons);
        let is_token = self.production.kind != RuleKind::Nonterminal || !self.trivia.is_implied();
        let mut written = match is_token {
            true => self.token(expression, reasons),
            false => self.nonterminal(expression, reasons),
        };
        if self.is_start {
            written = Expression::flat([Expression::Start, written, Expression::End]);
        }
        written
    }

    /// Alternatives that can be nothing, last: none after them would be tried.
    fn with_nothing_last(&self, expression: &Expression, reasons: &mut Reasons) -> Expression {
        let inner = expression.map(|part| self.with_nothing_last(part, reasons));
        let Expression::Choice(parts) = &inner else {
            return inner;
        };
        let (nullable, others): (Vec<&Expression>, Vec<&Expression>) =
            parts.iter().partition(|part| self.nothing.expression(part));
        let moved: Vec<Expression> = others.into_iter().chain(nullable).cloned().collect();
        if let Some(last) = moved.last().filter(|_| moved != *parts) {
            let reason = format!(
                "{} can be nothing, and alternatives after it would never be tried",
                ebnf::print_expression(last)
            );
            reasons.insert(DepartureKind::Order, reason);
        }
        Expression::Choice(moved)
    }

    fn nonterminal(&self, expression: &Expression, reasons: &mut Reasons) -> Expression {
        let unrolled = normal(expression, false).unrolled(&self.production.name);
        self.line_ends(&unrolled.unwrap_or_else(|| expression.clone()), reasons)
    }

    /// Where lines matter, those of white space and comments only are allowed between others.
    fn line_ends(&self, expression: &Expression, reasons: &mut Reasons) -> Expression {
        let is_line_end = |part: &Expression| matches!(part, Expression::Name(name) if self.trivia.line_ends.contains(name));
        let recurs = match expression {
            Expression::Optional(body) if is_line_end(body) => {
                Some(Expression::ZeroOrMore(body.clone()))
            }
            name if is_line_end(name) => Some(Expression::OneOrMore(Box::new(name.clone()))),
            _ => None,
        };
        match recurs {
            Some(recurs) => {
                let reason = format!(
                    "a line may hold nothing but white space or a comment, so {} may recur",
                    expression.names().concat()
                );
                reasons.insert(DepartureKind::Trivia, reason);
                recurs
            }
            None => expression.map(|part| self.line_ends(part, reasons)),
        }
    }

    fn token(&self, expression: &Expression, reasons: &mut Reasons) -> Expression {
        if !self.variants.keeps_repetitions
            && let Some(written) = giving_back(expression, reasons)
        {
            return written;
        }
        match expression {
            Expression::ZeroOrMore(body) if self.may_be_comment(body) => {
                let either = vec![(**body).clone(), Expression::name(COMMENT)];
                Expression::ZeroOrMore(Box::new(Expression::Choice(either)))
            }
            Expression::Sequence(parts) if self.variants.ends_at_the_first => {
                let mut written = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    written.push(ending(part, &parts[index + 1..], reasons));
                }
                Expression::Sequence(written)
            }
            Expression::Difference(first, second) => match (&**first, &**second) {
                // `[^a] - [b]` as `[^ab]`.
                (Expression::Class(all_but), Expression::Class(excluded))
                    if all_but.is_complement && !excluded.is_complement =>
                {
                    let ranges = [all_but.ranges.as_slice(), &excluded.ranges].concat();
                    Expression::Class(CharacterClass {
                        is_complement: true,
                        ranges,
                    })
                }
                // No character is a text of several.
                _ if is_a_character(first) && least(second) >= 2 => (**first).clone(),
                _ => expression.clone(),
            },
            _ => expression.map(|part| self.token(part, reasons)),
        }
    }

    /// White space that recurs in a terminal, like that in `[ ]`.
    fn may_be_comment(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Name(name) => {
                self.trivia.has_comments() && self.trivia.white_space.contains(name)
            }
            _ => false,
        }
    }
}

/// `((A | B)* A)?` as `(B* A)*`.
fn giving_back(expression: &Expression, reasons: &mut Reasons) -> Option<Expression> {
    let Expression::Optional(body) = expression else {
        return None;
    };
    let Expression::Sequence(parts) = &**body else {
        return None;
    };
    let [Expression::ZeroOrMore(either), last] = parts.as_slice() else {
        return None;
    };
    let ends = last.alternatives();
    let ways = either.alternatives().iter().cloned();
    let (again, between): (Vec<_>, Vec<_>) = ways.partition(|part| ends.contains(part));
    if again.len() != ends.len() || between.is_empty() {
        return None;
    }
    let between = Expression::choice(between);
    let reason = format!(
        "`{}*` would eat the last of its characters and keep a final {}; each run of {} goes with what comes after it",
        in_parentheses(either),
        ebnf::print_expression(&between),
        ebnf::print_expression(&between),
    );
    reasons.insert(DepartureKind::Repeat, reason);
    let written = vec![Expression::ZeroOrMore(Box::new(between)), last.clone()];
    Some(Expression::ZeroOrMore(Box::new(Expression::Sequence(
        written,
    ))))
}

fn in_parentheses(expression: &Expression) -> String {
    let printed = ebnf::print_expression(expression);
    match expression {
        Expression::Choice(_) | Expression::Sequence(_) => format!("({printed})"),
        _ => printed,
    }
}

/// The first part of `A* B`, as `(!B A)*`.
fn ending(part: &Expression, behind: &[Expression], reasons: &mut Reasons) -> Expression {
    let Expression::ZeroOrMore(body) = part else {
        return part.clone();
    };
    if behind.is_empty() {
        return part.clone();
    }
    let end = Expression::sequence(behind.to_vec());
    let reason = format!(
        "{} matches what ends it, too, so the loop would eat the end and all that follows; it ends at the first {}",
        ebnf::print_expression(part),
        ebnf::print_expression(&end)
    );
    reasons.insert(DepartureKind::Repeat, reason);
    let parts = vec![Expression::absent(end), (**body).clone()];
    Expression::ZeroOrMore(Box::new(Expression::flat(parts)))
}
