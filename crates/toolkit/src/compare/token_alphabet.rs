//! The right sides of nonterminals as regular expressions, so that two can be compared for everything that they say:
//! each symbol is a letter.
//!
//! Invariant: two sides share a letter only where they share the symbol. A nonterminal of one side alone stands for
//! its expression, unless it is recursive or too large.

use crate::tokens::symbols::TokenGrammar;
use notation::{CanBeNothing, CharacterClass, Expression, Grammar};
use std::collections::{BTreeMap, BTreeSet};

/// The first letter; the rest of this private plane follows.
const FIRST_LETTER: u32 = 0xF0000;

/// The size, in parts of an expression, beyond which nonterminals are letters. Unfolded, they can be exponentially long:
/// `a ::= b b`, `b ::= c c`, ….
const MOST_PARTS: usize = 1_000;

/// The letters of both sides.
#[derive(Debug, Default)]
pub(crate) struct Alphabet {
    symbols: Vec<Expression>,
}

impl Alphabet {
    fn letter(&mut self, symbol: &Expression) -> Expression {
        let known = self.symbols.iter().position(|known| known == symbol);
        let number = known.unwrap_or_else(|| {
            self.symbols.push(symbol.clone());
            self.symbols.len() - 1
        });
        let code_point = u32::try_from(number).map(|number| FIRST_LETTER + number);
        let letter = code_point.ok().and_then(char::from_u32);
        Expression::Class(CharacterClass::one(letter.unwrap_or(char::MAX)))
    }
}

/// One side: its grammar, and the other side's names of the common productions.
pub(crate) struct Lettering<'g> {
    pub(crate) grammar: &'g Grammar,
    pub(crate) tokens: &'g TokenGrammar,
    /// The common name of each name that both sides have.
    pub(crate) common: BTreeMap<&'g str, &'g str>,
    /// The common names that stand for their expressions all the same.
    pub(crate) unfolded: BTreeSet<String>,
}

impl Lettering<'_> {
    /// The expression of a production of this side, over the common symbols; none for a terminal.
    pub(crate) fn expression(&self, name: &str, alphabet: &mut Alphabet) -> Option<Expression> {
        let phrase = self.tokens.phrase(name)?;
        let mut open = OpenNames {
            names: vec![name.to_owned()],
            parts: 0,
        };
        Some(repeatable(&self.letters(phrase, alphabet, &mut open)))
    }

    /// The common names of nonterminals that are letters in the expression of a production.
    pub(crate) fn names(&self, name: &str) -> BTreeSet<String> {
        let mut alphabet = Alphabet::default();
        self.expression(name, &mut alphabet);
        let names = alphabet
            .symbols
            .into_iter()
            .filter_map(|symbol| match symbol {
                Expression::Name(name) => Some(name),
                _ => None,
            });
        names.collect()
    }

    /// Lets these common names stand for their expressions, if they are nonterminals; whether any did not before.
    pub(crate) fn unfold(&mut self, names: BTreeSet<String>) -> bool {
        let known = self.unfolded.len();
        self.unfolded.extend(names);
        self.unfolded.len() > known
    }

    fn letters(
        &self,
        phrase: &Expression,
        alphabet: &mut Alphabet,
        open: &mut OpenNames,
    ) -> Expression {
        open.parts += 1;
        match phrase {
            Expression::Name(name) => self.named(name, alphabet, open),
            token if self.tokens.token(token).is_some() => alphabet.letter(token),
            _ => phrase.map(|part| self.letters(part, alphabet, open)),
        }
    }

    fn named(&self, name: &str, alphabet: &mut Alphabet, open: &mut OpenNames) -> Expression {
        let common = self.common.get(name).copied();
        if let Some(common) = common.filter(|&common| !self.unfolded.contains(common)) {
            return alphabet.letter(&Expression::name(common));
        }
        match self.tokens.phrase(name) {
            Some(phrase) if open.can_have(name) => {
                open.names.push(name.to_owned());
                let expression = self.letters(phrase, alphabet, open);
                open.names.pop();
                return expression;
            }
            Some(_) => {}
            // A terminal that only this side has, and that is a literal, is that literal.
            None => {
                if common.is_none()
                    && let Some(literal @ Expression::Literal { .. }) =
                        self.grammar.rule(name).map(|rule| &rule.expression)
                {
                    return alphabet.letter(literal);
                }
            }
        }
        alphabet.letter(&Expression::name(common.unwrap_or(name)))
    }
}

/// An expression that is being made.
struct OpenNames {
    /// The nonterminals that the part at hand stands for.
    names: Vec<String>,
    /// How many parts it has.
    parts: usize,
}

impl OpenNames {
    /// Whether a nonterminal's expression can stand for it.
    fn can_have(&self, name: &str) -> bool {
        self.parts < MOST_PARTS && !self.names.iter().any(|other| other == name)
    }
}

/// Rewrites repetitions of expressions that may match nothing, and keeps the language.
fn repeatable(expression: &Expression) -> Expression {
    match expression {
        Expression::ZeroOrMore(body) => match something(&repeatable(body)) {
            Some(body) => Expression::ZeroOrMore(Box::new(body)),
            None => Expression::Sequence(Vec::new()),
        },
        Expression::OneOrMore(body) => {
            let body = repeatable(body);
            match something(&body) {
                Some(least) if can_be_nothing(&body) => Expression::ZeroOrMore(Box::new(least)),
                Some(least) => Expression::OneOrMore(Box::new(least)),
                None => Expression::Sequence(Vec::new()),
            }
        }
        other => other.map(repeatable),
    }
}

/// Whether letters, which name no rules, can be nothing.
fn can_be_nothing(expression: &Expression) -> bool {
    CanBeNothing::default().expression(expression)
}

/// The expression without the empty word; none, if it says nothing else.
fn something(expression: &Expression) -> Option<Expression> {
    if !can_be_nothing(expression) {
        return Some(expression.clone());
    }
    match expression {
        Expression::Sequence(parts) => {
            let (first, rest) = parts.split_first()?;
            let rest = Expression::sequence(rest.to_vec());
            let with_first =
                something(first).map(|first| Expression::Sequence(vec![first, rest.clone()]));
            let ways: Vec<Expression> = with_first.into_iter().chain(something(&rest)).collect();
            (!ways.is_empty()).then(|| Expression::choice(ways))
        }
        Expression::Choice(parts) => {
            let ways: Vec<Expression> = parts.iter().filter_map(something).collect();
            (!ways.is_empty()).then(|| Expression::choice(ways))
        }
        Expression::Optional(body) => something(body),
        Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
            Some(Expression::OneOrMore(Box::new(something(body)?)))
        }
        other => Some(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exponentially_long_is_a_letter() {
        let chain: String = (0..60)
            .map(|at| format!("r{at} ::= r{0} r{0}?\n", at + 1))
            .collect();
        let grammar = notation::ebnf::read(&(chain + "r60 ::= 'x'")).unwrap();
        let lettering = Lettering {
            grammar: &grammar,
            tokens: &TokenGrammar::of_all(&grammar),
            common: BTreeMap::new(),
            unfolded: BTreeSet::new(),
        };
        let mut alphabet = Alphabet::default();
        assert!(lettering.expression("r0", &mut alphabet).is_some());
        assert!(alphabet.symbols.len() > 1);
    }

    #[test]
    fn what_may_be_nothing_is_not_repeated() {
        let x = || Expression::literal("x");
        let y = || Expression::literal("y");
        let optional = |body| Expression::Optional(Box::new(body));
        let repeated = |body| Expression::ZeroOrMore(Box::new(body));
        assert_eq!(repeatable(&repeated(optional(x()))), repeated(x()));
        let either = Expression::Sequence(vec![optional(x()), repeated(y())]);
        let found = repeatable(&Expression::OneOrMore(Box::new(either)));
        let Expression::ZeroOrMore(body) = found else {
            panic!("nothing at all is allowed");
        };
        assert!(!can_be_nothing(&body));
        let nothing = Expression::Sequence(Vec::new());
        assert_eq!(repeatable(&repeated(nothing.clone())), nothing);
    }
}
