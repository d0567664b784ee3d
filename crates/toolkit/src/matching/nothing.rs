//! Which expressions can match the empty text.
//!
//! This is about characters. [`FirstSets`](crate::tokens::first::FirstSets) asks another question, which phrases are of no
//! token.
//!
//! Invariant: the order of the rules does not matter.

use notation::{Expression, Grammar, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// The rules of a grammar that can match nothing, and so which expressions over them can.
///
/// - `A - B` can if A can and B cannot: it matches what A matches and B does not.
/// - A predicate, and the beginning and the end of a text, match nothing wherever they hold; so they can, whether or not
///   there is a text where they hold.
/// - A choice can if one of its parts can, also in a PEG.
/// - A name without a rule cannot.
///
/// Where a rule excludes itself, as in `a ::= 'x'? - a`, no answer is right; here it can.
#[derive(Debug, Default)]
pub(crate) struct CanBeNothing<'g> {
    names: BTreeSet<&'g str>,
    /// Those that certainly can. Only a rule that excludes itself is in one of the two sets and not in the other.
    certain: BTreeSet<&'g str>,
}

impl<'g> CanBeNothing<'g> {
    pub(crate) fn of(grammar: &'g Grammar) -> Self {
        let mut users: BTreeMap<&str, Vec<&Rule>> = BTreeMap::new();
        for rule in &grammar.rules {
            for name in rule.expression.names() {
                users.entry(name).or_default().push(rule);
            }
        }
        // The more is excluded, the less can be nothing: with too few in `certain` too many are in `names`, and so on in
        // turn, until nothing changes.
        let mut certain = BTreeSet::new();
        loop {
            let names = closed(grammar, &users, &certain);
            let surer = closed(grammar, &users, &names);
            if surer == certain {
                return Self { names, certain };
            }
            certain = surer;
        }
    }

    /// Whether the rule of this name can.
    pub(crate) fn name(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether the expression can.
    pub(crate) fn expression(&self, expression: &Expression) -> bool {
        can_be_nothing(expression, &self.names, &self.certain)
    }
}

/// The smallest set of names that can be nothing, if those that can be on the right of a difference are the `excluded`.
fn closed<'g>(
    grammar: &'g Grammar,
    users: &BTreeMap<&str, Vec<&'g Rule>>,
    excluded: &BTreeSet<&str>,
) -> BTreeSet<&'g str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&Rule> = grammar.rules.iter().collect();
    while let Some(rule) = open.pop() {
        if !names.contains(rule.name.as_str()) && can_be_nothing(&rule.expression, &names, excluded)
        {
            names.insert(&rule.name);
            open.extend(users.get(rule.name.as_str()).into_iter().flatten());
        }
    }
    names
}

fn can_be_nothing(
    expression: &Expression,
    names: &BTreeSet<&str>,
    excluded: &BTreeSet<&str>,
) -> bool {
    let part_can = |part: &Expression| can_be_nothing(part, names, excluded);
    match expression {
        Expression::Literal { text, .. } => text.is_empty(),
        Expression::Class(_) => false,
        Expression::Name(name) => names.contains(name.as_str()),
        Expression::Sequence(parts) => parts.iter().all(part_can),
        Expression::Choice(parts) => parts.iter().any(part_can),
        Expression::OneOrMore(body) => part_can(body),
        // What a difference excludes from what is excluded is not excluded.
        Expression::Difference(first, second) => {
            part_can(first) && !can_be_nothing(second, excluded, names)
        }
        Expression::Optional(_)
        | Expression::ZeroOrMore(_)
        | Expression::Lookahead { .. }
        | Expression::Start
        | Expression::End => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ebnf;

    fn that_can(productions: &str) -> Vec<String> {
        let grammar = ebnf::read(productions).unwrap();
        let nothing = CanBeNothing::of(&grammar);
        let rules = grammar.rules.iter();
        let found = rules.filter(|rule| nothing.expression(&rule.expression));
        found.map(|rule| rule.name.clone()).collect()
    }

    #[test]
    fn a_difference_can_if_only_its_first_part_can() {
        for (productions, expected) in [
            ("a ::= 'x'? - 'y'", vec!["a"]),
            ("a ::= 'x'? - 'y'?", vec![]),
            ("a ::= 'x' - 'y'?", vec![]),
            ("a ::= 'x'? - ('y'? - 'z'?)", vec!["a"]),
            ("a ::= 'x'? - ('y'? - 'z')", vec![]),
            // What is excluded is a rule that comes later.
            ("a ::= 'x'? - b\nb ::= c\nc ::= 'y'?", vec!["b", "c"]),
            ("a ::= 'x'? - b\nb ::= 'y'? - c\nc ::= 'z'?", vec!["a", "c"]),
            ("a ::= b*\nb ::= 'x'? - a", vec!["a"]),
            ("a ::= 'x'? - a", vec!["a"]),
        ] {
            assert_eq!(that_can(productions), expected, "{productions}");
        }
    }

    #[test]
    fn names_can_if_their_rules_can() {
        for (productions, expected) in [
            (
                "a ::= b 'x'* c?\nb ::= d+\nd ::= 'y' | 'z'?",
                vec!["a", "b", "d"],
            ),
            ("a ::= b b\nb ::= a | 'x'", vec![]),
            ("a ::= UNKNOWN", vec![]),
            ("a ::= a | 'x'?", vec!["a"]),
        ] {
            assert_eq!(that_can(productions), expected, "{productions}");
        }
    }

    #[test]
    fn predicates_and_the_ends_of_a_text_can() {
        let nothing = CanBeNothing::default();
        for is_positive in [true, false] {
            let body = Box::new(Expression::literal("x"));
            assert!(nothing.expression(&Expression::Lookahead { is_positive, body }));
        }
        assert!(nothing.expression(&Expression::Start) && nothing.expression(&Expression::End));
        assert!(!nothing.expression(&Expression::literal("x")));
    }
}
