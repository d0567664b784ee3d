//! How two tokens lie to one another: whether they can be the same characters, and whether one can begin the other.
//!
//! Invariant: a pair that was not decided counts as one that can.

use super::symbols::GrammarToken;
use crate::matching::formulas::Formulas;
use crate::matching::language::{Language, Semantics};
use foldhash::{HashMap, HashMapExt as _};
use notation::{Expression, Grammar};

/// How the tokens of a grammar lie to one another, found when it is asked.
pub(super) struct TokenRelations<'g> {
    formulas: Formulas,
    language: Language<'g>,
    expressions: HashMap<GrammarToken, &'g Expression>,
    known: HashMap<(GrammarToken, GrammarToken, bool), bool>,
}

impl<'g> TokenRelations<'g> {
    pub(super) fn of(grammar: &'g Grammar) -> Self {
        let mut expressions = HashMap::new();
        for rule in &grammar.rules {
            let mut open = vec![&rule.expression];
            while let Some(expression) = open.pop() {
                expressions.extend(GrammarToken::of(expression).map(|token| (token, expression)));
                open.extend(expression.parts());
            }
        }
        Self {
            formulas: Formulas::new(),
            language: Language::new(Semantics::Ebnf, grammar),
            expressions,
            known: HashMap::new(),
        }
    }

    /// Whether the two can be the same characters.
    pub(super) fn can_be_same(&mut self, one: &GrammarToken, other: &GrammarToken) -> bool {
        one == other || self.ask(one, other, false)
    }

    /// Whether the first can be a beginning of the other.
    pub(super) fn can_begin(&mut self, one: &GrammarToken, other: &GrammarToken) -> bool {
        self.ask(one, other, true)
    }

    /// Whether the first matches some text of the second, or its beginning; undecided pairs count.
    fn ask(&mut self, one: &GrammarToken, other: &GrammarToken, is_beginning: bool) -> bool {
        let key = (one.clone(), other.clone(), is_beginning);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let expressions = [one, other].map(|token| self.expressions.get(token).copied());
        let answer = match expressions {
            [Some(one), Some(other)] => self.is_possible(one, other, is_beginning),
            _ => true,
        };
        self.known.insert(key, answer);
        answer
    }

    fn is_possible(
        &mut self,
        one: &'g Expression,
        other: &'g Expression,
        is_beginning: bool,
    ) -> bool {
        if let (Expression::Literal { text: one, .. }, Expression::Literal { text: other, .. }) =
            (one, other)
        {
            // Tokens that do not begin alike in any case do not in one.
            let (one, other) = (one.to_ascii_lowercase(), other.to_ascii_lowercase());
            if !is_beginning && one != other || !other.starts_with(&one) {
                return false;
            }
        }
        let end = match is_beginning {
            true => Formulas::AHEAD,
            false => Formulas::HERE,
        };
        self.formulas.begin();
        let mut matches = |expression, then| {
            self.language
                .matches(&mut self.formulas, expression, false, then)
        };
        let (Ok(one), Ok(other)) = (matches(one, end), matches(other, Formulas::HERE)) else {
            return true;
        };
        let both = self.formulas.and(one, other);
        !matches!(self.formulas.find(both), Ok(None))
    }
}
