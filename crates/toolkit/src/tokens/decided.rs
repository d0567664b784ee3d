//! A grammar whose trees show where conflicts are decided.
//!
//! Invariant: it has the texts of the grammar that it is made of, and each of its trees is one of that grammar's with leaves more.

use super::ll1::Ll1Conflict;
use super::symbols::TokenGrammar;
use notation::{Expression, Grammar, Rule, RuleKind};
use std::collections::BTreeMap;

/// A character that no text of a grammar has: a nonterminal that matches at most this matches nothing.
const NONE: char = '\u{10FFFF}';

/// A grammar with a nonterminal that matches nothing at each place where one of some conflicts is decided: before a choice, before
/// what is optional, between the rounds of a repetition, and at its end.
///
/// ```
/// use turtle_peg_toolkit::{DecidedGrammar, ebnf, ll1, symbols::TokenGrammar};
///
/// let grammar = ebnf::read("list ::= 'x' (';' 'x')* ';'?")?;
/// let decided = DecidedGrammar::of(&grammar, &ll1::conflicts(&TokenGrammar::of(&grammar)));
/// assert_eq!(decided.names, ["decision0"]);
/// let list = decided.grammar.rules[0].to_string();
/// assert_eq!(list, "list ::= 'x' ((decision0 (';' 'x'))* decision0) ';'?");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidedGrammar {
    /// The start symbol is that of the other grammar.
    pub grammar: Grammar,
    /// The name of the nonterminal of each conflict: one for all conflicts of a place.
    pub names: Vec<String>,
}

impl DecidedGrammar {
    /// For these conflicts of a grammar.
    pub fn of(grammar: &Grammar, conflicts: &[Ll1Conflict]) -> Self {
        let prefix = unused_prefix(grammar);
        let mut names: BTreeMap<ConflictPlace<'_>, String> = BTreeMap::new();
        for conflict in conflicts {
            let number = names.len();
            let name = names.entry(place_of(conflict));
            name.or_insert_with(|| format!("{prefix}{number}"));
        }
        let productions = TokenGrammar::of_all(grammar).productions;
        let mut rules: Vec<Rule> = grammar.rules.clone();
        for rule in &mut rules {
            if let Some(production) = productions.rule(&rule.name) {
                let mut marker = Marker {
                    production: &rule.name,
                    names: &names,
                    seen: Vec::new(),
                };
                rule.expression = marker.marked(&production.expression);
            }
        }
        let nothing = Expression::Optional(Box::new(Expression::literal(NONE)));
        let markers = names.values();
        let markers = markers.map(|name| Rule::new(name, RuleKind::Nonterminal, nothing.clone()));
        let mut decided = Grammar {
            declared_starts: grammar.declared_starts,
            ..Grammar::from(rules)
        };
        decided.add_behind_starts(markers);
        Self {
            grammar: decided,
            names: conflicts
                .iter()
                .map(|conflict| names[&place_of(conflict)].clone())
                .collect(),
        }
    }
}

/// The production, the place as EBNF, and how many such places are before it.
type ConflictPlace<'c> = (&'c str, &'c str, usize);

fn place_of(conflict: &Ll1Conflict) -> ConflictPlace<'_> {
    let Ll1Conflict {
        production,
        place,
        same_before,
        ..
    } = conflict;
    (production, place, *same_before)
}

/// A beginning of names that no production has.
fn unused_prefix(grammar: &Grammar) -> String {
    let mut prefix = String::from("decision");
    while grammar
        .rules
        .iter()
        .any(|rule| rule.name.starts_with(&prefix))
    {
        prefix.push('_');
    }
    prefix
}

struct Marker<'m> {
    production: &'m str,
    names: &'m BTreeMap<ConflictPlace<'m>, String>,
    /// The parts so far: each part comes before those within it.
    seen: Vec<String>,
}

impl Marker<'_> {
    fn marked(&mut self, part: &Expression) -> Expression {
        let is_place = matches!(
            part,
            Expression::Choice(_)
                | Expression::Optional(_)
                | Expression::ZeroOrMore(_)
                | Expression::OneOrMore(_)
        );
        let name = if is_place { self.name(part) } else { None };
        let inner = match part {
            Expression::Difference(..) => part.clone(),
            _ => part.map(|part| self.marked(part)),
        };
        let Some(name) = name else {
            return inner;
        };
        let marker = Expression::name(&name);
        let then = |first, second| Expression::Sequence(vec![first, second]);
        // The body is there once: of a copy in each of many repetitions within one another, there would be no end.
        match inner {
            Expression::ZeroOrMore(body) => {
                let round = then(marker.clone(), *body);
                then(Expression::ZeroOrMore(Box::new(round)), marker)
            }
            Expression::OneOrMore(body) => Expression::OneOrMore(Box::new(then(*body, marker))),
            other => then(marker, other),
        }
    }

    /// The name of the nonterminal for a part, if a conflict is decided there.
    fn name(&mut self, part: &Expression) -> Option<String> {
        let printed = part.to_string();
        let before = self.seen.iter().filter(|seen| **seen == printed).count();
        let place = (self.production, printed.as_str(), before);
        let name = self.names.get(&place).cloned();
        self.seen.push(printed);
        name
    }
}
