//! Which tokens are longer than one that they begin with.
//!
//! Invariant: an omitted token never begins with the given one; undecided pairs count.

use super::grammar_pair::Mirror;
use crate::matching::effort::Unanswered;
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Semantics};
use foldhash::{HashMap, HashMapExt as _};
use notation::Expression;
use notation::peg;

/// The tokens that a token can be the beginning of.
#[derive(Clone, Copy)]
pub(super) struct Longer {
    /// One of the specification's other tokens matches up to the marked position.
    pub(super) here: Formula,
    /// One of them matches further than that.
    pub(super) further: Formula,
}

/// The tokens of the specification, by their first characters.
pub(super) struct LongerTokens<'g> {
    tokens: &'g [Expression],
    ebnf: Language<'g>,
    /// The longer tokens of each token, by its printed form.
    known: HashMap<String, Longer>,
}

impl<'g> LongerTokens<'g> {
    pub(super) fn of(mirror: &'g Mirror<'g>) -> Self {
        Self {
            tokens: &mirror.tokens,
            ebnf: Language::new(Semantics::Ebnf, &mirror.corrected),
            known: HashMap::new(),
        }
    }

    /// The texts longer than the token, as `peg` reads that.
    pub(super) fn than<'p>(
        &mut self,
        formulas: &mut Formulas,
        peg: &mut Language<'p>,
        token: &'p Expression,
    ) -> Result<Longer, Unanswered> {
        let printed = peg::print_expression(token);
        if let Some(&known) = self.known.get(&printed) {
            return Ok(known);
        }
        let begins = peg.matches(formulas, token, false, Formulas::AHEAD)?;
        let mut longer = Longer {
            here: Formulas::FALSE,
            further: Formulas::FALSE,
        };
        for other in self.tokens.iter().filter(|other| *other != token) {
            if never_begins(token, other) {
                continue;
            }
            let here = self.ebnf.matches(formulas, other, false, Formulas::HERE)?;
            let both = formulas.and(begins, here);
            if !matches!(formulas.find(both), Ok(None)) {
                longer.here = formulas.or(longer.here, here);
                let further = self
                    .ebnf
                    .matches(formulas, other, false, Formulas::BEHIND)?;
                longer.further = formulas.or(longer.further, further);
            }
        }
        self.known.insert(printed, longer);
        Ok(longer)
    }
}

/// Whether both are written out, and the first is never the beginning of the other: there is nothing to search.
pub(super) fn never_begins(first: &Expression, other: &Expression) -> bool {
    match (first, other) {
        (Expression::Literal { text: first, .. }, Expression::Literal { text: other, .. }) => {
            !other
                .to_ascii_lowercase()
                .starts_with(&first.to_ascii_lowercase())
        }
        _ => false,
    }
}
