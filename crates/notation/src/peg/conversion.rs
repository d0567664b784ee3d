//! From pest's expressions to ours.

use crate::{CharSet, CharacterClass, Expression, GrammarError, Rule, RuleKind};
use pest_meta::ast::{Expr, Rule as PestRule, RuleType};
use pest_meta::optimizer::OptimizedExpr;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Makes pest's expressions ours.
pub(super) struct Conversion<'r> {
    /// The rules of the grammar; any other name is built in.
    pub(super) names: HashSet<&'r str>,
}

impl Conversion<'_> {
    pub(super) fn rule(&self, rule: &PestRule, expression: &Expr) -> Result<Rule, GrammarError> {
        let kind = match rule.ty {
            RuleType::Normal | RuleType::NonAtomic => RuleKind::Nonterminal,
            RuleType::Atomic | RuleType::CompoundAtomic => RuleKind::Terminal,
            RuleType::Silent => RuleKind::Silent,
        };
        let expression = self.expression(&rule.name, expression)?;
        Ok(Rule::new(&rule.name, kind, expression))
    }

    fn expression(&self, rule: &str, expression: &Expr) -> Result<Expression, GrammarError> {
        let inner = |expression: &Expr| self.expression(rule, expression);
        let boxed = |expression: &Expr| inner(expression).map(Box::new);
        let repeated = |body: &Expr, least: u32, most: u32| {
            let body = inner(body)?;
            let optional = Expression::Optional(Box::new(body.clone()));
            let mut parts = vec![body; least as usize];
            parts.extend(vec![optional; most.saturating_sub(least) as usize]);
            Ok(Expression::sequence(parts))
        };
        Ok(match expression {
            Expr::Str(text) => Expression::literal(text),
            Expr::Insens(text) => Expression::Literal {
                text: text.clone(),
                ignores_case: text.contains(|c: char| c.is_ascii_alphabetic()),
            },
            Expr::Range(first, last) => match (single(first), single(last)) {
                (Some(first), Some(last)) => Expression::Class(CharacterClass::range(first, last)),
                _ => return Err(unsupported(rule, "a range whose ends are no characters")),
            },
            Expr::Ident(name) => return self.named(rule, name),
            Expr::PosPred(body) | Expr::NegPred(body) => Expression::Lookahead {
                is_positive: matches!(expression, Expr::PosPred(_)),
                body: boxed(body)?,
            },
            Expr::Seq(first, rest) => {
                let mut parts = flat_sequence(inner(first)?);
                parts.extend(flat_sequence(inner(rest)?));
                Expression::Sequence(parts)
            }
            Expr::Choice(first, rest) => {
                let mut parts = flat_choice(inner(first)?);
                parts.extend(flat_choice(inner(rest)?));
                Expression::Choice(parts)
            }
            Expr::Opt(body) => Expression::Optional(boxed(body)?),
            Expr::Rep(body) => Expression::ZeroOrMore(boxed(body)?),
            Expr::RepOnce(body) => Expression::OneOrMore(boxed(body)?),
            Expr::RepExact(body, times) => return repeated(body, *times, *times),
            Expr::RepMinMax(body, least, most) => return repeated(body, *least, *most),
            Expr::RepMax(body, most) => return repeated(body, 0, *most),
            Expr::RepMin(body, least) => {
                let mut parts = flat_sequence(repeated(body, *least, *least)?);
                parts.push(Expression::ZeroOrMore(boxed(body)?));
                Expression::sequence(parts)
            }
            Expr::Skip(needles) => {
                let needles = needles.iter().map(Expression::literal).collect();
                Expression::ZeroOrMore(Box::new(Expression::Sequence(vec![
                    Expression::absent(Expression::choice(needles)),
                    Expression::Class(CharacterClass::any()),
                ])))
            }
            Expr::PeekSlice(..) | Expr::Push(_) => return Err(unsupported(rule, "pest's stack")),
        })
    }

    fn named(&self, rule: &str, name: &str) -> Result<Expression, GrammarError> {
        if self.names.contains(name) {
            return Ok(Expression::name(name));
        }
        match name {
            "SOI" => Ok(Expression::Start),
            "EOI" => Ok(Expression::End),
            "NEWLINE" => Ok(Expression::Choice(
                ["\n", "\r\n", "\r"].map(Expression::literal).to_vec(),
            )),
            "ANY" => Ok(Expression::Class(CharacterClass::any())),
            _ => match CharSet::built_in(name) {
                Some(set) => Ok(Expression::Class(CharacterClass {
                    is_complement: false,
                    ranges: set.ranges().map(RangeInclusive::into_inner).collect(),
                })),
                None => Err(unsupported(rule, name)),
            },
        }
    }
}

fn unsupported(rule: &str, construct: &str) -> GrammarError {
    GrammarError::Unsupported {
        rule: rule.to_owned(),
        construct: construct.to_owned(),
    }
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// The parts of a sequence: pest joins two at a time, and forgets parentheses.
fn flat_sequence(expression: Expression) -> Vec<Expression> {
    match expression {
        Expression::Sequence(parts) => parts,
        other => vec![other],
    }
}

fn flat_choice(expression: Expression) -> Vec<Expression> {
    match expression {
        Expression::Choice(parts) => parts,
        other => vec![other],
    }
}

/// The optimizer's result, in the type of its input.
pub(super) fn unoptimized(expression: OptimizedExpr) -> Expr {
    let boxed = |expression: Box<OptimizedExpr>| Box::new(unoptimized(*expression));
    match expression {
        OptimizedExpr::Str(text) => Expr::Str(text),
        OptimizedExpr::Insens(text) => Expr::Insens(text),
        OptimizedExpr::Range(first, last) => Expr::Range(first, last),
        OptimizedExpr::Ident(name) => Expr::Ident(name),
        OptimizedExpr::PeekSlice(from, to) => Expr::PeekSlice(from, to),
        OptimizedExpr::PosPred(body) => Expr::PosPred(boxed(body)),
        OptimizedExpr::NegPred(body) => Expr::NegPred(boxed(body)),
        OptimizedExpr::Seq(first, rest) => Expr::Seq(boxed(first), boxed(rest)),
        OptimizedExpr::Choice(first, rest) => Expr::Choice(boxed(first), boxed(rest)),
        OptimizedExpr::Opt(body) => Expr::Opt(boxed(body)),
        OptimizedExpr::Rep(body) => Expr::Rep(boxed(body)),
        OptimizedExpr::Skip(needles) => Expr::Skip(needles),
        OptimizedExpr::Push(body) => Expr::Push(boxed(body)),
        OptimizedExpr::RestoreOnErr(body) => unoptimized(*body),
    }
}
