//! Productions that look like terminals, in a grammar of which no production is one.

use crate::matching::language::writes_white_space;
use notation::{Expression, Grammar, RuleKind};
use std::collections::BTreeSet;

/// The productions within which white space may be, though a class of characters is one of several parts that they match, as in a
/// token; if the grammar has no terminals, and does not write its white space.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, untold_terminals};
///
/// let untold = |text| Ok::<_, turtle_peg_toolkit::GrammarError>(untold_terminals(&ebnf::read(text)?));
/// assert_eq!(untold("sum ::= int (sign int)*\nsign ::= '+' | '-'\nint ::= digit+\ndigit ::= [0-9]")?, ["int"]);
/// assert!(untold("sum ::= INT\nINT ::= [0-9]+")?.is_empty());
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub fn untold_terminals(grammar: &Grammar) -> Vec<String> {
    let mut rules = grammar.rules.iter();
    let has_terminals = rules.any(|rule| rule.kind == RuleKind::Terminal);
    if has_terminals || writes_white_space(grammar) {
        return Vec::new();
    }
    // No token recurs.
    let ends = |expression: &Expression, known: &BTreeSet<String>| {
        let mut names = expression.names().into_iter();
        names.all(|name| known.contains(name))
    };
    let ending = grammar.closed(ends);
    let characters = grammar.closed(is_character);
    // A document is more than a token.
    let rules = grammar.rules.iter().skip(1);
    let untold = rules.filter(|rule| {
        ending.contains(&rule.name) && has_character_among(&rule.expression, &characters)
    });
    untold.map(|rule| rule.name.clone()).collect()
}

/// Whether it is one character, and no literal.
fn is_character(expression: &Expression, characters: &BTreeSet<String>) -> bool {
    match expression {
        Expression::Class(_) => true,
        Expression::Name(name) => characters.contains(name),
        Expression::Choice(parts) => parts.iter().all(|part| is_character(part, characters)),
        _ => false,
    }
}

/// Whether a character is one of several parts that it matches.
fn has_character_among(expression: &Expression, characters: &BTreeSet<String>) -> bool {
    let is_row = matches!(
        expression,
        Expression::Sequence(_) | Expression::ZeroOrMore(_) | Expression::OneOrMore(_)
    );
    let mut parts = expression.parts().into_iter();
    parts.any(|part| {
        (is_row && is_character(part, characters)) || has_character_among(part, characters)
    })
}
