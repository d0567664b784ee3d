//! The order of alternatives: the specification's, unless an earlier one would take the beginning of what a later one
//! matches.
//!
//! Invariant: of two alternatives neither of which need come first, the one that the specification has first does.

use super::{Drafted, Note};
use crate::inspect::ebnf;
use crate::inspect::expression::Expression;
use crate::inspect::formulas::Formulas;
use crate::inspect::grammar::Grammar;
use crate::inspect::language::{Language, NotRegular, Notation};
use crate::inspect::peg::DepartureKind;

/// Orders all choices of a rule.
pub(super) fn apply(grammar: &Grammar, drafted: &mut Drafted, trivia: bool) -> Vec<Note> {
    let mut ordering = Ordering {
        grammar,
        trivia,
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
    trivia: bool,
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
        // Of each alternative, those that take the beginning of what it matches.
        let shorter: Vec<Vec<usize>> = (0..parts.len())
            .map(|longer| {
                let others = (0..parts.len()).filter(|&other| other != longer);
                others
                    .filter(|&other| self.is_shortened(&parts[other], &parts[longer]))
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
                    self.reasons.push(format!(
                        "{} matches a prefix of what {} matches",
                        ebnf::print_expression(&parts[later]),
                        ebnf::print_expression(&parts[longer])
                    ));
                }
            }
        }
        order.into_iter().map(|part| parts[part].clone()).collect()
    }

    /// Whether there is a text of which the one takes less than the other would; not where that cannot be said.
    fn is_shortened(&self, shorter: &Expression, longer: &Expression) -> bool {
        let found = || -> Result<bool, NotRegular> {
            let mut formulas = Formulas::new();
            let mut language = Language::new(Notation::Peg, self.grammar);
            let first = language.matches(&mut formulas, shorter, self.trivia, Formulas::AHEAD)?;
            let second = language.matches(&mut formulas, longer, self.trivia, Formulas::HERE)?;
            let both = formulas.and(first, second);
            Ok(formulas.find(both).is_some())
        };
        found() == Ok(true)
    }
}
