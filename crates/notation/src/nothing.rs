//! Which expressions can match the empty text.
//!
//! The empty text is meant of a grammar over characters; no token of one over tokens, in which terminals have no rules.
//!
//! Invariant: the order of the rules does not matter.

use crate::{Expression, Grammar};
use std::collections::BTreeSet;

/// The rules of a grammar that can match nothing, and so which expressions over them can.
///
/// - `A - B` can if A can and B cannot: it matches the texts that A matches and B does not.
/// - A predicate, and the beginning and the end of a text, match nothing wherever they hold; so they can, whether or not
///   there is a text where they hold.
/// - A choice can if one of its parts can, also in a PEG.
/// - A name without a rule cannot.
///
/// Where a rule excludes itself, as in `a ::= 'x'? - a`, no answer is right; here it can.
///
/// ```
/// use turtle_peg_notation::{CanBeNothing, Expression, ebnf};
///
/// let grammar = ebnf::read("list ::= item* end\nitem ::= 'x'\nend ::= '.'?")?;
/// let nothing = CanBeNothing::of(&grammar);
/// assert!(nothing.name("list") && !nothing.name("item"));
/// let list = &grammar.rules[0].expression;
/// assert_eq!(nothing.beginnings(list), [&Expression::name("item"), &Expression::name("end")]);
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CanBeNothing {
    names: BTreeSet<String>,
    /// The names that certainly can. Only a rule that excludes itself is in one of the two sets and not in the other.
    certain: BTreeSet<String>,
}

impl CanBeNothing {
    /// Finds the rules of a grammar that can.
    pub fn of(grammar: &Grammar) -> Self {
        // The more is excluded, the less can be nothing: with too few in `certain` too many are in `names`, and so on in
        // turn, until nothing changes.
        let mut certain = BTreeSet::new();
        loop {
            let closed = |excluded: &BTreeSet<String>| {
                grammar.closed(|expression, names| can_be_nothing(expression, names, excluded))
            };
            let names = closed(&certain);
            let surer = closed(&names);
            if surer == certain {
                return Self { names, certain };
            }
            certain = surer;
        }
    }

    /// Whether the rule of this name can.
    pub fn name(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether the expression can.
    pub fn expression(&self, expression: &Expression) -> bool {
        can_be_nothing(expression, &self.names, &self.certain)
    }

    /// The parts that are not made of others with which the expression can begin; predicates and differences are such parts, too.
    pub fn beginnings<'e>(&self, expression: &'e Expression) -> Vec<&'e Expression> {
        match expression {
            Expression::Sequence(parts) => {
                let last = parts.iter().position(|part| !self.expression(part));
                let first = &parts[..last.map_or(parts.len(), |last| last + 1)];
                first
                    .iter()
                    .flat_map(|part| self.beginnings(part))
                    .collect()
            }
            Expression::Choice(_)
            | Expression::Optional(_)
            | Expression::ZeroOrMore(_)
            | Expression::OneOrMore(_) => {
                let parts = expression.parts().into_iter();
                parts.flat_map(|part| self.beginnings(part)).collect()
            }
            _ => vec![expression],
        }
    }
}

/// Whether an expression can, if rules of these names can, and those that can on the right of a difference are the `excluded`.
fn can_be_nothing(
    expression: &Expression,
    names: &BTreeSet<String>,
    excluded: &BTreeSet<String>,
) -> bool {
    expression.has_way(&|part| match part {
        Expression::Literal { text, .. } => text.is_empty(),
        Expression::Name(name) => names.contains(name),
        // A text that a difference excludes from the excluded ones is not excluded.
        Expression::Difference(first, second) => {
            can_be_nothing(first, names, excluded) && !can_be_nothing(second, excluded, names)
        }
        part => !matches!(part, Expression::Class(_)),
    })
}

#[cfg(all(test, feature = "ebnf"))]
mod tests {
    use super::*;
    use crate::ebnf;

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
            // A rule that comes later is excluded.
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
