//! The order of alternatives: the specification's, unless an earlier one would take the beginning of a text that a later one
//! matches.
//!
//! Invariant: two alternatives that may come in either order keep the specification's.

use super::{Drafted, Note};
use crate::matching::effort::Unanswered;
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Semantics};
use crate::mirror::grammar_pair::Mirror;
use crate::mirror::longest;
use notation::Expression;
use notation::Grammar;
use notation::ebnf;
use notation::peg::DepartureKind;

/// Orders all choices of a rule; `cut` has the tokens of the texts, if white space may be between the rule's parts.
pub(super) fn apply(
    grammar: &Grammar,
    drafted: &mut Drafted,
    cut: Option<&Mirror<'_>>,
) -> Vec<Note> {
    let mut ordering = Ordering {
        grammar,
        cut,
        reasons: Vec::new(),
        notes: Vec::new(),
    };
    drafted.rule.expression = ordering.of(&drafted.rule.expression);
    if !ordering.reasons.is_empty() {
        let reason = format!(
            "{}; the longest match is chosen",
            ordering.reasons.join(", ")
        );
        drafted.reasons.insert(DepartureKind::Order, reason);
    }
    let name = &drafted.rule.name;
    let notes = ordering.notes.into_iter().map(|message| Note {
        production: Some(name.clone()),
        message,
    });
    notes.collect()
}

struct Ordering<'g> {
    grammar: &'g Grammar,
    cut: Option<&'g Mirror<'g>>,
    reasons: Vec<String>,
    notes: Vec<String>,
}

impl Ordering<'_> {
    fn of(&mut self, expression: &Expression) -> Expression {
        let inner = expression.map(|part| self.of(part));
        match inner {
            Expression::Choice(parts) => Expression::Choice(self.ordered(parts)),
            other => other,
        }
    }

    fn ordered(&mut self, parts: Vec<Expression>) -> Vec<Expression> {
        let mut texts = Texts::of(self.grammar, self.cut.is_some(), &parts);
        let mut is_shortened = |other: usize, longer: usize| {
            let shown = texts.shortened(other, longer);
            shown.is_some_and(|text| match self.cut {
                Some(mirror) => {
                    longest::reads(mirror, self.grammar, &parts[longer], &text) != Ok(false)
                }
                None => true,
            })
        };
        let is_violated =
            (0..parts.len()).any(|longer| (0..longer).any(|other| is_shortened(other, longer)));
        if !is_violated {
            return parts;
        }
        // Of each alternative, those that take the beginning of its matches.
        let shorter: Vec<Vec<usize>> = (0..parts.len())
            .map(|longer| {
                let others = (0..parts.len()).filter(|&other| other != longer);
                others
                    .filter(|&other| is_shortened(other, longer))
                    .collect()
            })
            .collect();
        let mut open: Vec<usize> = (0..parts.len()).collect();
        let mut order = Vec::new();
        while let Some(&first) = open.first() {
            let is_free =
                |candidate: &usize| !open.iter().any(|&other| shorter[other].contains(candidate));
            let next = open.iter().copied().find(is_free);
            if next.is_none() {
                let names: Vec<String> = open
                    .iter()
                    .map(|&part| ebnf::print_expression(&parts[part]))
                    .collect();
                self.notes.push(format!(
                    "in no order is the first match the longest: {}",
                    names.join(" | ")
                ));
            }
            let next = next.unwrap_or(first);
            open.retain(|&other| other != next);
            order.push(next);
        }
        for (place, &longer) in order.iter().enumerate() {
            for &later in order[place + 1..].iter().filter(|&&later| later < longer) {
                if shorter[longer].contains(&later) {
                    let (first, second) = (
                        ebnf::print_expression(&parts[longer]),
                        ebnf::print_expression(&parts[later]),
                    );
                    self.reasons
                        .push(format!("{second} matches a prefix of what {first} matches"));
                }
            }
        }
        order.into_iter().map(|part| parts[part].clone()).collect()
    }
}

/// The formulas for the match of an alternative: up to a position before the marked one, up to the marked one.
#[derive(Clone, Copy)]
struct Matched {
    less: Formula,
    here: Formula,
}

/// The texts of each of several alternatives; none, where no formula has them.
struct Texts {
    formulas: Formulas,
    matched: Vec<Option<Matched>>,
}

impl Texts {
    fn of(grammar: &Grammar, trivia: bool, parts: &[Expression]) -> Self {
        let mut formulas = Formulas::new();
        let mut language = Language::new(Semantics::Peg, grammar);
        let mut matched = |part| -> Result<_, Unanswered> {
            let less = language.matches(&mut formulas, part, trivia, Formulas::AHEAD)?;
            let here = language.matches(&mut formulas, part, trivia, Formulas::HERE)?;
            Ok(Matched { less, here })
        };
        let matched = parts.iter().map(|part| matched(part).ok()).collect();
        Self { formulas, matched }
    }

    /// A text of which the one takes less than the other would.
    fn shortened(&mut self, shorter: usize, longer: usize) -> Option<String> {
        let (shorter, longer) = (self.matched[shorter]?, self.matched[longer]?);
        let both = self.formulas.and(shorter.less, longer.here);
        let found = self.formulas.find(both).ok()?;
        found.map(|witness| witness.text)
    }
}
