//! Which tokens can match nothing.

use notation::{Expression, Grammar};
use std::collections::HashMap;

/// What is known of a grammar's terminals.
pub(super) struct Nothing<'g> {
    grammar: &'g Grammar,
    known: HashMap<String, bool>,
}

impl<'g> Nothing<'g> {
    pub(super) fn of(grammar: &'g Grammar) -> Self {
        Self {
            grammar,
            known: HashMap::new(),
        }
    }

    /// Whether an expression of terminals can match nothing.
    pub(super) fn matches(&mut self, expression: &Expression) -> bool {
        match expression {
            Expression::Literal { text, .. } => text.is_empty(),
            Expression::Name(name) => self.name(name),
            Expression::Sequence(parts) => parts.iter().all(|part| self.matches(part)),
            Expression::Choice(parts) => parts.iter().any(|part| self.matches(part)),
            Expression::OneOrMore(body) => self.matches(body),
            Expression::Difference(first, second) => self.matches(first) && !self.matches(second),
            Expression::Optional(_) | Expression::ZeroOrMore(_) => true,
            Expression::Class(_)
            | Expression::Lookahead { .. }
            | Expression::Start
            | Expression::End => false,
        }
    }

    /// A terminal that uses itself is refused elsewhere.
    fn name(&mut self, name: &str) -> bool {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        self.known.insert(name.to_owned(), false);
        let rule = self.grammar.rule(name);
        let is_nothing = rule.is_some_and(|rule| self.matches(&rule.expression));
        self.known.insert(name.to_owned(), is_nothing);
        is_nothing
    }
}
