//! Formulas for token splits: a short token is taken where a longer one begins, and the text goes on, or another way
//! began with the longer one.
//!
//! Invariant: a formula depends on the terminals, and on the tokens that may come next; so the formulas of one grammar hold
//! for another one with the same terminals.

use super::grammar_pair::Mirror;
use super::longer::{LongerTokens, never_begins};
use super::next_tokens::{END_OF_TEXT, NextTokens, RuleTokens, TokenNumbers};
use crate::matching::effort::Unanswered;
use crate::matching::formulas::{Formula, Formulas, Witness};
use crate::matching::language::Language;
use foldhash::{HashMap, HashMapExt as _};
use notation::{Expression, Grammar};

/// The formulas of the tokens of one file.
pub(super) struct TokenFormulas<'m> {
    pub(super) formulas: Formulas,
    tokens: &'m RuleTokens,
    /// The terminals, and white space and comments.
    peg: Language<'m>,
    longer: LongerTokens<'m>,
    /// Whether one token can be the beginning of another.
    begins: HashMap<(usize, usize), bool>,
    /// Whether two tokens can begin at the same place.
    meets: HashMap<(usize, usize), bool>,
    splits: HashMap<SplitKey, Result<Formula, Unanswered>>,
    /// The formulas for one of these tokens next.
    one_of: HashMap<TokenNumbers, Formula>,
    /// The texts for the formulas that were asked for.
    found: HashMap<Formula, Option<Witness>>,
}

/// A token, whether the text goes on after it or another way begins with the longer one, and with which tokens it does.
type SplitKey = (usize, bool, TokenNumbers);

impl<'m> TokenFormulas<'m> {
    pub(super) fn of(mirror: &'m Mirror<'m>, terminals: &'m Grammar) -> Self {
        Self {
            formulas: Formulas::new(),
            tokens: &mirror.rule_tokens,
            peg: mirror.peg(terminals),
            longer: LongerTokens::of(mirror),
            begins: HashMap::new(),
            meets: HashMap::new(),
            splits: HashMap::new(),
            one_of: HashMap::new(),
            found: HashMap::new(),
        }
    }

    /// The shortest text for it, if there is one.
    pub(super) fn find(&mut self, formula: Formula) -> Result<Option<Witness>, Unanswered> {
        if let Some(known) = self.found.get(&formula) {
            return Ok(known.clone());
        }
        let found = self.formulas.find(formula)?;
        self.found.insert(formula, found.clone());
        Ok(found)
    }

    /// Whether there is a text for it; undecided formulas count.
    pub(super) fn is_possible(&mut self, formula: Formula) -> bool {
        !matches!(self.find(formula), Ok(None))
    }

    /// The token is taken out of a longer one; and the text goes on after it with one of these, or another way, which begins
    /// with one of them, was meant.
    pub(super) fn split(
        &mut self,
        token: &Expression,
        goes_on: bool,
        ways: &TokenNumbers,
    ) -> Result<Formula, Unanswered> {
        let number = self.tokens.number(token).ok_or(Unanswered::Undefined)?;
        let split = (number, goes_on, ways.clone());
        if let Some(known) = self.splits.get(&split) {
            return *known;
        }
        let found = match goes_on {
            true => self.is_split(number, ways),
            false => self.is_in_the_way(number, ways),
        };
        self.splits.insert(split, found);
        found
    }

    /// Whether both tokens match at the beginning of some text; undecided pairs count, and unknown tokens.
    pub(super) fn can_meet(
        &mut self,
        token: &Expression,
        other: usize,
    ) -> Result<bool, Unanswered> {
        let number = self.tokens.number(token).ok_or(Unanswered::Undefined)?;
        if let Some(&known) = self.meets.get(&(number, other)) {
            return Ok(known);
        }
        let Some(another) = self.tokens.expression(other) else {
            return Ok(true);
        };
        let one = self.expression(number)?;
        let can_meet = (!never_begins(one, another) || !never_begins(another, one)) && {
            let formulas = &mut self.formulas;
            let one = self.peg.matches(formulas, one, false, Formulas::TRUE)?;
            let other = self.peg.matches(formulas, another, false, Formulas::TRUE)?;
            let both = formulas.and(one, other);
            !matches!(formulas.find(both), Ok(None))
        };
        self.meets.insert((number, other), can_meet);
        Ok(can_meet)
    }

    fn expression(&self, number: usize) -> Result<&'m Expression, Unanswered> {
        let tokens = self.tokens;
        tokens.expression(number).ok_or(Unanswered::Undefined)
    }

    /// The token is taken, and one of the others matches further, and none further than that.
    fn is_in_the_way(
        &mut self,
        token: usize,
        others: &TokenNumbers,
    ) -> Result<Formula, Unanswered> {
        if others.is_empty() {
            return Ok(Formulas::FALSE);
        }
        let taken = self.expression(token)?;
        let longer = self.longer.than(&mut self.formulas, &mut self.peg, taken)?;
        if longer.here == Formulas::FALSE {
            return Ok(Formulas::FALSE);
        }
        let mut one_of_them = Formulas::FALSE;
        for &other in others.iter().filter(|&&other| other != token) {
            let Some(expression) = self.tokens.expression(other) else {
                continue;
            };
            if self.begins(token, other)? {
                let formulas = &mut self.formulas;
                let one = self
                    .peg
                    .matches(formulas, expression, false, Formulas::HERE)?;
                one_of_them = formulas.or(one_of_them, one);
            }
        }
        let formulas = &mut self.formulas;
        let taken = self.peg.matches(formulas, taken, false, Formulas::AHEAD)?;
        let both = formulas.and(taken, one_of_them);
        Ok(formulas.without(both, longer.further))
    }

    /// Whether the token can be the beginning of the other one; undecided pairs count.
    fn begins(&mut self, token: usize, other: usize) -> Result<bool, Unanswered> {
        let [one, another] = [self.expression(token)?, self.expression(other)?];
        if never_begins(one, another) {
            return Ok(false);
        }
        if let Some(&known) = self.begins.get(&(token, other)) {
            return Ok(known);
        }
        let formulas = &mut self.formulas;
        let begins = self.peg.matches(formulas, one, false, Formulas::AHEAD)?;
        let matches = self.peg.matches(formulas, another, false, Formulas::HERE)?;
        let both = formulas.and(begins, matches);
        let is_possible = !matches!(formulas.find(both), Ok(None));
        self.begins.insert((token, other), is_possible);
        Ok(is_possible)
    }

    fn is_split(&mut self, token: usize, ways: &TokenNumbers) -> Result<Formula, Unanswered> {
        let expression = self.expression(token)?;
        let longer = self
            .longer
            .than(&mut self.formulas, &mut self.peg, expression)?;
        if longer.here == Formulas::FALSE {
            return Ok(Formulas::FALSE);
        }
        let goes_on = self.one_of(ways)?;
        let taken = self.taken(expression, goes_on)?;
        Ok(self.formulas.and(taken, longer.here))
    }

    /// The token is taken, and the text after it reaches the end of the longer one with one token, or more can come
    /// after that.
    pub(super) fn goes_on_up_to_the_end(
        &mut self,
        token: &Expression,
        ways: &TokenNumbers,
        next: &NextTokens<'_>,
    ) -> Result<Formula, Unanswered> {
        let number = self.tokens.number(token).ok_or(Unanswered::Undefined)?;
        let has_ended = self.formulas.or(Formulas::HERE, Formulas::BEHIND);
        let mut any = Formulas::FALSE;
        for &way in ways {
            let more = match next.after(way) {
                Some(after) => self.one_of(after)?,
                None => Formulas::TRUE,
            };
            let then = self.formulas.or(has_ended, more);
            let one = self.begun(way, then)?;
            any = self.formulas.or(any, one);
        }
        let goes_on = self.peg.skip(&mut self.formulas, true, any)?;
        let expression = self.expression(number)?;
        self.taken(expression, goes_on)
    }

    /// The token is taken, up to before the marked position, and this holds after it.
    fn taken(&mut self, token: &'m Expression, then: Formula) -> Result<Formula, Unanswered> {
        let then = self.formulas.and(Formulas::AHEAD, then);
        self.peg.matches(&mut self.formulas, token, false, then)
    }

    /// White space and comments, and then one of these tokens or the end of the text.
    fn one_of(&mut self, ways: &TokenNumbers) -> Result<Formula, Unanswered> {
        if let Some(&known) = self.one_of.get(ways) {
            return Ok(known);
        }
        let mut any = Formulas::FALSE;
        for &way in ways {
            let one = self.begun(way, Formulas::TRUE)?;
            any = self.formulas.or(any, one);
        }
        let any = self.peg.skip(&mut self.formulas, true, any)?;
        self.one_of.insert(ways.clone(), any);
        Ok(any)
    }

    /// The token of a number, and then this; or the end of the text.
    fn begun(&mut self, way: usize, then: Formula) -> Result<Formula, Unanswered> {
        match self.tokens.expression(way) {
            Some(token) => self.peg.matches(&mut self.formulas, token, false, then),
            None if way == END_OF_TEXT => Ok(Formulas::END),
            // Tokens outside the rules are not known here.
            None => Ok(Formulas::TRUE),
        }
    }
}
