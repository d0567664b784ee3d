//! A grammar over tokens without operators: each `?`, `*`, `+` and group has a symbol of its own.
//!
//! Invariants: repetitions recurse on the left. A part that is written twice has one symbol, so that nothing need be
//! decided between the two. The first symbol only says the start symbol, and nothing else says the first symbol.

use super::symbols::{GrammarToken, TokenGrammar};
use notation::Expression;
use std::collections::BTreeMap;

/// The grammar, by numbers.
pub(crate) struct Bnf<'g> {
    grammar: &'g TokenGrammar,
    /// The expression of each symbol: a nonterminal, or a part of a production.
    pub(crate) symbols: Vec<Expression>,
    pub(crate) tokens: Vec<GrammarToken>,
    /// The alternatives of each symbol.
    pub(crate) alternatives: Vec<Vec<Vec<BnfSymbol>>>,
    numbers: BTreeMap<Expression, usize>,
}

/// By its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BnfSymbol {
    Token(usize),
    Nonterminal(usize),
}

impl<'g> Bnf<'g> {
    /// None, if the grammar has no productions.
    pub(crate) fn of(grammar: &'g TokenGrammar) -> Option<Self> {
        let start = Expression::name(grammar.start()?);
        let mut bnf = Self {
            grammar,
            symbols: vec![Expression::Sequence(vec![start.clone()])],
            tokens: Vec::new(),
            alternatives: vec![Vec::new()],
            numbers: BTreeMap::new(),
        };
        bnf.alternatives[0] = vec![vec![bnf.symbol(&start)]];
        for production in &grammar.productions.rules {
            let symbol = bnf.number(&Expression::name(&production.name));
            bnf.alternatives[symbol] = bnf.ways(&production.expression);
        }
        Some(bnf)
    }

    /// The alternatives of a phrase, as sequences.
    fn ways(&mut self, phrase: &Expression) -> Vec<Vec<BnfSymbol>> {
        match phrase {
            Expression::Choice(parts) => parts.iter().flat_map(|part| self.ways(part)).collect(),
            Expression::Sequence(parts) => {
                vec![parts.iter().map(|part| self.symbol(part)).collect()]
            }
            _ => vec![vec![self.symbol(phrase)]],
        }
    }

    fn symbol(&mut self, phrase: &Expression) -> BnfSymbol {
        match self.grammar.token(phrase) {
            Some(token) => BnfSymbol::Token(self.token(token)),
            None => BnfSymbol::Nonterminal(self.number(phrase)),
        }
    }

    fn token(&mut self, token: GrammarToken) -> usize {
        let known = self.tokens.iter().position(|known| *known == token);
        known.unwrap_or_else(|| {
            self.tokens.push(token);
            self.tokens.len() - 1
        })
    }

    /// The symbol of this phrase; makes it if needed.
    fn number(&mut self, phrase: &Expression) -> usize {
        if let Some(&known) = self.numbers.get(phrase) {
            return known;
        }
        let symbol = self.symbols.len();
        self.numbers.insert(phrase.clone(), symbol);
        self.symbols.push(phrase.clone());
        self.alternatives.push(Vec::new());
        self.alternatives[symbol] = match phrase {
            Expression::Sequence(_) | Expression::Choice(_) => self.ways(phrase),
            Expression::Optional(body) => [vec![Vec::new()], self.ways(body)].concat(),
            Expression::ZeroOrMore(body) => {
                [vec![Vec::new()], repeated(symbol, self.ways(body))].concat()
            }
            Expression::OneOrMore(body) => {
                let ways = self.ways(body);
                [ways.clone(), repeated(symbol, ways)].concat()
            }
            // The expression of a nonterminal is known when its production is read.
            _ => Vec::new(),
        };
        symbol
    }
}

/// Each way once more, after the symbol itself.
fn repeated(symbol: usize, ways: Vec<Vec<BnfSymbol>>) -> Vec<Vec<BnfSymbol>> {
    let again = |way: Vec<BnfSymbol>| [vec![BnfSymbol::Nonterminal(symbol)], way].concat();
    ways.into_iter().map(again).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ebnf;

    /// Symbols are `s0`, `s1`, …; tokens are `t0`, `t1`, ….
    fn printed(bnf: &Bnf<'_>) -> Vec<String> {
        let symbol = |symbol: &BnfSymbol| match symbol {
            BnfSymbol::Token(number) => format!("t{number}"),
            BnfSymbol::Nonterminal(number) => format!("s{number}"),
        };
        let way = |way: &Vec<BnfSymbol>| way.iter().map(symbol).collect::<Vec<_>>().join(" ");
        let alternatives = bnf.alternatives.iter().enumerate();
        alternatives
            .map(|(number, ways)| {
                let ways: Vec<String> = ways.iter().map(way).collect();
                format!("s{number}: {}", ways.join(" | "))
            })
            .collect()
    }

    #[test]
    fn operators_have_symbols_of_their_own() {
        let grammar = ebnf::read("s ::= ('x' | s 'y')* 'z'? a\na ::= ('z'?)+").unwrap();
        let grammar = TokenGrammar::of(&grammar);
        let bnf = Bnf::of(&grammar).unwrap();
        assert_eq!(
            printed(&bnf),
            [
                "s0: s1",
                "s1: s2 s3 s4",
                "s2:  | s2 t0 | s2 s1 t1",
                "s3:  | t2",
                "s4: s5",
                "s5: s3 | s5 s3",
            ]
        );
        assert_eq!(bnf.symbols[2].to_string(), "('x' | s 'y')*");
    }
}
