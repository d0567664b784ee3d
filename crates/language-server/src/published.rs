//! The productions of a dialect as its specification prints them, to be shown beside a place.

use advice::place::PlaceInStatement;
use notation::{Grammar, GrammarError, ebnf, peg};
use turtle_peg::{Dialect, Production};

/// A dialect's grammar as its specification has it, which takes milliseconds to read.
pub struct Published(Grammar);

impl Published {
    pub fn of(dialect: Dialect) -> Result<Self, GrammarError> {
        Ok(Self(peg::read(dialect.grammar())?.specified()?))
    }

    /// The production of the innermost nonterminal, or of the terminal that is the token.
    pub fn innermost(&self, found: &PlaceInStatement) -> Option<String> {
        self.production(found.path.last()?.production)
    }

    pub fn production(&self, production: Production) -> Option<String> {
        self.0.rule(production.name()).map(ebnf::print_rule)
    }
}
