//! First and next tokens: nullable, FIRST and FOLLOW of the nonterminals of a grammar over tokens.
//!
//! A nullable symbol can be of no token. A token is of one character at least: a terminal that can match the empty text is
//! optional in a [`TokenGrammar`].
//!
//! Invariant: the sets are the smallest that satisfy their definitions, and their order is that of the tokens, so that
//! equal grammars have equal sets.

use super::inclusions::Inclusions;
use super::place::{PhrasePlace, places};
use super::symbols::{GrammarToken, Lookahead, TokenGrammar};
use notation::{CanBeNothing, Expression};
use std::collections::{BTreeMap, BTreeSet};

/// The sets of all productions of a grammar.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::first::FirstSets;
/// use turtle_peg_toolkit::symbols::TokenGrammar;
///
/// let grammar = ebnf::read("list ::= '(' items ')'\nitems ::= (list | 'x')*")?;
/// let sets = FirstSets::of(&TokenGrammar::of(&grammar));
/// assert!(sets.is_nullable("items"));
/// let first: Vec<String> = sets.first("items").map(ToString::to_string).collect();
/// assert_eq!(first, ["'('", "'x'"]);
/// let follow: Vec<String> = sets.follow("list").map(ToString::to_string).collect();
/// assert_eq!(follow, ["'('", "')'", "'x'", "$"]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstSets {
    nothing: CanBeNothing,
    first: BTreeMap<String, BTreeSet<GrammarToken>>,
    follow: BTreeMap<String, BTreeSet<Lookahead>>,
}

impl FirstSets {
    /// Computes them.
    pub fn of(grammar: &TokenGrammar) -> Self {
        let mut sets = Self {
            nothing: CanBeNothing::of(&grammar.productions),
            ..Self::default()
        };
        sets.find_first(grammar);
        sets.find_follow(grammar);
        sets
    }

    /// Whether the production of this name can be of no token. No production: no.
    pub fn is_nullable(&self, name: &str) -> bool {
        self.nothing.name(name)
    }

    /// The tokens with which the production of this name can begin. No production: none.
    pub fn first(&self, name: &str) -> impl Iterator<Item = &GrammarToken> {
        self.first.get(name).into_iter().flatten()
    }

    /// The tokens that can be directly after the production of this name, anywhere in the grammar. No production: none.
    pub fn follow(&self, name: &str) -> impl Iterator<Item = &Lookahead> {
        self.follow.get(name).into_iter().flatten()
    }

    /// Whether this phrase can be of no token.
    pub fn phrase_is_nullable(&self, phrase: &Expression) -> bool {
        self.nothing.expression(phrase)
    }

    /// The tokens with which this phrase can begin.
    pub fn phrase_first(&self, phrase: &Expression) -> BTreeSet<GrammarToken> {
        let mut first = BTreeSet::new();
        for part in self.nothing.beginnings(phrase) {
            match part {
                Expression::Name(name) if self.first.contains_key(name) => {
                    first.extend(self.first(name).cloned());
                }
                token => first.extend(GrammarToken::of(token)),
            }
        }
        first
    }

    /// The tokens that can be directly after this place.
    pub(crate) fn after(&self, place: &PhrasePlace<'_>) -> BTreeSet<Lookahead> {
        let mut after: BTreeSet<Lookahead> =
            (self.after_within(place).into_iter().map(Lookahead::Token)).collect();
        if self.can_end_behind(place) {
            after.extend(self.follow(place.production).cloned());
        }
        after
    }

    /// The tokens that can be directly after this place and are of its own production.
    pub(crate) fn after_within(&self, place: &PhrasePlace<'_>) -> BTreeSet<GrammarToken> {
        let mut after = BTreeSet::new();
        for next in &place.behind {
            after.extend(self.phrase_first(next.phrase));
            if !next.may_be_absent && !self.phrase_is_nullable(next.phrase) {
                break;
            }
        }
        after
    }

    /// Whether nothing of its own production need be after this place.
    pub(crate) fn can_end_behind(&self, place: &PhrasePlace<'_>) -> bool {
        let mut behind = place.behind.iter();
        behind.all(|next| next.may_be_absent || self.phrase_is_nullable(next.phrase))
    }

    fn find_first(&mut self, grammar: &TokenGrammar) {
        let mut inclusions = Inclusions::of(grammar);
        for rule in &grammar.productions.rules {
            for part in self.nothing.beginnings(&rule.expression) {
                match (grammar.token(part), part) {
                    (Some(token), _) => inclusions.add(&rule.name, [Lookahead::Token(token)], []),
                    (None, Expression::Name(name)) => {
                        inclusions.add(&rule.name, [], [name.as_str()])
                    }
                    _ => {}
                }
            }
        }
        let nonterminals = grammar.nonterminals.iter();
        self.first = nonterminals
            .map(|name| (name.clone(), BTreeSet::new()))
            .collect();
        let found = inclusions.closed().into_iter();
        self.first
            .extend(found.map(|(name, set)| (name, set.into_iter().filter_map(token).collect())));
    }

    fn find_follow(&mut self, grammar: &TokenGrammar) {
        let mut inclusions = Inclusions::of(grammar);
        for start in &grammar.starts {
            inclusions.add(start, [Lookahead::EndOfText], []);
        }
        for place in &places(grammar) {
            if let Expression::Name(name) = place.phrase
                && grammar.nonterminals.contains(name)
            {
                let within = self.after_within(place).into_iter().map(Lookahead::Token);
                let end = self.can_end_behind(place).then_some(place.production);
                inclusions.add(name, within, end);
            }
        }
        self.follow = inclusions.closed();
    }
}

fn token(lookahead: Lookahead) -> Option<GrammarToken> {
    match lookahead {
        Lookahead::Token(token) => Some(token),
        Lookahead::EndOfText => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ebnf;

    fn sets(text: &str) -> FirstSets {
        FirstSets::of(&TokenGrammar::of(&ebnf::read(text).unwrap()))
    }

    fn printed<T: ToString>(set: impl Iterator<Item = T>) -> String {
        let printed: Vec<String> = set.map(|element| element.to_string()).collect();
        printed.join(" ")
    }

    /// The expressions of the dragon book (Aho, Lam, Sethi, Ullman, example 4.30).
    #[test]
    fn expressions() {
        let sets =
            sets("e ::= t f\nf ::= ('+' t f)?\nt ::= g h\nh ::= ('*' g h)?\ng ::= '(' e ')' | ID");
        for name in ["e", "t", "g"] {
            assert_eq!(printed(sets.first(name)), "ID '('");
            assert!(!sets.is_nullable(name));
        }
        assert_eq!(printed(sets.first("f")), "'+'");
        assert!(sets.is_nullable("f") && sets.is_nullable("h"));
        assert_eq!(printed(sets.follow("e")), "')' $");
        assert_eq!(printed(sets.follow("f")), "')' $");
        assert_eq!(printed(sets.follow("t")), "')' '+' $");
        assert_eq!(printed(sets.follow("g")), "')' '*' '+' $");
    }

    /// A grammar with operators has the sets of one without them.
    #[test]
    fn repetitions_are_followed_by_themselves() {
        let sets = sets("s ::= a+ b* c? 'x'\na ::= A\nb ::= B?\nc ::= C");
        assert_eq!(printed(sets.follow("a")), "A B C 'x'");
        assert_eq!(printed(sets.follow("b")), "B C 'x'");
        assert_eq!(printed(sets.follow("c")), "'x'");
        assert_eq!(printed(sets.first("s")), "A");
        assert_eq!(printed(sets.first("nowhere")), "");
    }
}
