//! Where two ways part: whether ordered choice and greedy repetition go the ways of a grammar over tokens.
//!
//! A parser that takes the first alternative that matches, and repeats greedily, goes wrong where a way that it tries
//! first matches although another one was meant. It cannot where one token tells the two apart: the grammar is LL(1) there
//! (Mascarenhas, Medeiros and Ierusalimschy, "On the relation between context-free grammars and parsing expression
//! grammars", 2014). It cannot either where no text begins with all of the first way and goes the other way, too: then
//! the first one fails, and gives back its text. That is decided by an automaton over tokens, whose states are the rest
//! on both sides.
//!
//! Invariant: every report was shown for all texts. After a production everything is allowed that can follow it anywhere,
//! and after that anything, so an automaton may find a text that does not exist; then nothing is reported.

use super::first::FirstSets;
use super::left::{Left, next};
use super::place::{Follower, PhrasePlace, places};
use super::relations::TokenRelations;
use super::symbols::{GrammarToken, Lookahead, TokenGrammar};
use crate::matching::effort;
use foldhash::HashSet;
use notation::{Expression, Grammar};
use std::collections::BTreeSet;

/// How many states an automaton may have.
const MOST_STATES: usize = 2_000;

/// A choice, or a part that is optional or repeated.
pub(crate) struct ChoicePoint {
    pub(crate) production: String,
    /// The choice or the part, as EBNF.
    pub(crate) place: String,
    pub(crate) is_choice: bool,
    pub(crate) told: Distinction,
}

/// How a parser can tell two ways apart.
pub(crate) enum Distinction {
    /// By one token.
    Ll1,
    /// Further on, as an automaton with this number of states shows.
    FurtherOn(u64),
    /// Neither, as far as is known: the first way can match where the other one is meant.
    Not,
}

/// All places of decision, in the order in which they are written. `specified` has the tokens' own productions.
pub(crate) fn choice_points(grammar: &TokenGrammar, specified: &Grammar) -> Vec<ChoicePoint> {
    let sets = FirstSets::of(grammar);
    let mut finder = ChoicePointFinder {
        grammar,
        sets: &sets,
        tokens: TokenRelations::of(specified),
    };
    let found = places(grammar).into_iter().filter_map(|place| {
        let (is_choice, told) = match place.phrase {
            Expression::Choice(alternatives) => (true, finder.at_choice(&place, alternatives)),
            Expression::Optional(body)
            | Expression::ZeroOrMore(body)
            | Expression::OneOrMore(body) => (false, finder.at_option(&place, body)),
            _ => return None,
        };
        Some(ChoicePoint {
            production: place.production.to_owned(),
            place: place.phrase.to_string(),
            is_choice,
            told,
        })
    });
    found.collect()
}

/// The rest on the side that is tried first, and on the other; none, if that may be anything.
type Sides<'g> = (Vec<Left<'g>>, OtherSide<'g>);

/// The rest there; none, if that may be anything.
type OtherSide<'g> = Option<Vec<Left<'g>>>;

struct ChoicePointFinder<'g, 't> {
    grammar: &'g TokenGrammar,
    sets: &'t FirstSets,
    tokens: TokenRelations<'t>,
}

impl<'g> ChoicePointFinder<'g, '_> {
    fn at_choice(
        &mut self,
        place: &PhrasePlace<'g>,
        alternatives: &'g [Expression],
    ) -> Distinction {
        let behind = left_behind(place);
        let mut states = 0;
        for (index, later) in alternatives.iter().enumerate().skip(1) {
            for first in &alternatives[..index] {
                // An empty match leaves nothing to those after it.
                if self.sets.phrase_is_nullable(first) {
                    return Distinction::Not;
                }
                let other = [vec![Left::Phrase(later)], behind.clone()].concat();
                match self.between(place, first, other) {
                    Distinction::Ll1 => {}
                    Distinction::FurtherOn(more) => states += more,
                    Distinction::Not => return Distinction::Not,
                }
            }
        }
        match states {
            0 => Distinction::Ll1,
            states => Distinction::FurtherOn(states),
        }
    }

    fn at_option(&mut self, place: &PhrasePlace<'g>, body: &'g Expression) -> Distinction {
        self.between(place, body, left_behind(place))
    }

    /// Between a way that is tried first and all others.
    fn between(
        &mut self,
        place: &PhrasePlace<'g>,
        first: &'g Expression,
        other: Vec<Left<'g>>,
    ) -> Distinction {
        let follow: Vec<GrammarToken> = self
            .sets
            .follow(place.production)
            .filter_map(|next| match next {
                Lookahead::Token(token) => Some(token.clone()),
                Lookahead::EndOfText => None,
            })
            .collect();
        let begins = self.sets.phrase_first(first);
        let Some(ways) = next(self.grammar, &other) else {
            return Distinction::Not;
        };
        let mut others: BTreeSet<GrammarToken> =
            ways.tokens.into_iter().map(|(token, _)| token).collect();
        if ways.can_end {
            others.extend(follow.iter().cloned());
        }
        let mut is_shared = |one: &GrammarToken| {
            let mut others = others.iter();
            others.any(|other| self.tokens.can_be_same(one, other))
        };
        if !begins.iter().any(&mut is_shared) {
            return Distinction::Ll1;
        }
        self.further_on((vec![Left::Phrase(first)], Some(other)), &follow)
    }

    /// Looks for a text that begins with all of the first way, and goes the other way.
    fn further_on(&mut self, start: Sides<'g>, follow: &[GrammarToken]) -> Distinction {
        let mut known: HashSet<Sides<'g>> = HashSet::from_iter([start.clone()]);
        let mut open = vec![start];
        while let Some((first, other)) = open.pop() {
            if known.len() > MOST_STATES || !effort::spend(1) {
                return Distinction::Not;
            }
            let Some(ways) = next(self.grammar, &first) else {
                return Distinction::Not;
            };
            let Some(others) = self.after(&other, follow) else {
                return Distinction::Not;
            };
            for (token, rest) in ways.tokens {
                let Some(after) = next(self.grammar, &rest) else {
                    return Distinction::Not;
                };
                for (other, left) in &others {
                    let is_same = self.tokens.can_be_same(&token, other);
                    // The last token of a way may be taken out of a longer one.
                    if after.can_end && (is_same || self.tokens.can_begin(&token, other)) {
                        return Distinction::Not;
                    }
                    let state = (rest.clone(), left.clone());
                    if is_same && known.insert(state.clone()) {
                        open.push(state);
                    }
                }
            }
        }
        effort::saw(known.len());
        Distinction::FurtherOn(known.len() as u64)
    }

    /// The tokens that can come next on the other side; none, if that may be anything.
    fn after(
        &self,
        other: &OtherSide<'g>,
        follow: &[GrammarToken],
    ) -> Option<Vec<(GrammarToken, OtherSide<'g>)>> {
        let ways = next(self.grammar, other.as_ref()?)?;
        let tokens = ways.tokens.into_iter();
        let mut after: Vec<_> = tokens.map(|(token, rest)| (token, Some(rest))).collect();
        if ways.can_end {
            after.extend(follow.iter().map(|token| (token.clone(), None)));
        }
        Some(after)
    }
}

/// The rest after a place in its own production.
fn left_behind<'g>(place: &PhrasePlace<'g>) -> Vec<Left<'g>> {
    let left = |next: &Follower<'g>| match next.may_be_absent {
        true => Left::Again(next.phrase),
        false => Left::Phrase(next.phrase),
    };
    place.behind.iter().map(left).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ebnf;

    fn told(text: &str) -> Vec<String> {
        let grammar = ebnf::read(text).unwrap();
        let told = |choice_point: ChoicePoint| match choice_point.told {
            Distinction::Ll1 => format!("{}: LL(1)", choice_point.place),
            Distinction::FurtherOn(_) => format!("{}: further on", choice_point.place),
            Distinction::Not => format!("{}: not", choice_point.place),
        };
        choice_points(&TokenGrammar::of(&grammar), &grammar)
            .into_iter()
            .map(told)
            .collect()
    }

    #[test]
    fn ways_part_at_one_token_or_further_on_or_not_at_all() {
        for (text, expected) in [
            ("s ::= 'a'* 'b'?", &["'a'*: LL(1)", "'b'?: LL(1)"][..]),
            (
                "s ::= (';' 'a')* ';'?",
                &["(';' 'a')*: further on", "';'?: LL(1)"],
            ),
            (
                "s ::= ('n'+ 'a')* 'n'*",
                &["('n'+ 'a')*: further on", "'n'+: LL(1)", "'n'*: LL(1)"],
            ),
            ("s ::= 'a'? 'a'", &["'a'?: not"]),
            ("s ::= 'a' | 'a' 'b'", &["'a' | 'a' 'b': not"]),
            (
                "s ::= 'a' 'c' | 'a' 'b'",
                &["'a' 'c' | 'a' 'b': further on"],
            ),
            ("s ::= 'a'? | 'b'", &["'a'? | 'b': not", "'a'?: LL(1)"]),
            (
                "s ::= '[' s ']' 'x' | '[' s ']' | 'a'",
                &["'[' s ']' 'x' | '[' s ']' | 'a': not"],
            ),
            ("s ::= a 'x'?\na ::= 'x'?", &["'x'?: LL(1)", "'x'?: not"]),
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
    }
}
