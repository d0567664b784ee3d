//! What can come first, and what next: nullable, FIRST and FOLLOW of the nonterminals of a grammar over tokens.
//!
//! Nullable is what can be of no token. A token is of one character at least: a terminal that can match the empty text is
//! optional in a [`TokenGrammar`].
//!
//! Invariant: the sets are the smallest that satisfy their definitions, and their order is that of the tokens, so that
//! equal grammars have equal sets.

use super::inclusions::Inclusions;
use super::place::{Place, places};
use super::symbols::{Lookahead, Phrase, Token, TokenGrammar};
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
    nullable: BTreeSet<String>,
    first: BTreeMap<String, BTreeSet<Token>>,
    follow: BTreeMap<String, BTreeSet<Lookahead>>,
}

impl FirstSets {
    /// Computes them.
    pub fn of(grammar: &TokenGrammar) -> Self {
        let mut sets = Self::default();
        while sets.grow_nullable(grammar) {}
        sets.find_first(grammar);
        sets.find_follow(grammar);
        sets
    }

    /// Whether what this name says can be of no token. No production: no.
    pub fn is_nullable(&self, name: &str) -> bool {
        self.nullable.contains(name)
    }

    /// The tokens with which what this name says can begin. No production: none.
    pub fn first(&self, name: &str) -> impl Iterator<Item = &Token> {
        self.first.get(name).into_iter().flatten()
    }

    /// What can stand directly after what this name says, anywhere in the grammar. No production: none.
    pub fn follow(&self, name: &str) -> impl Iterator<Item = &Lookahead> {
        self.follow.get(name).into_iter().flatten()
    }

    /// Whether this phrase can be of no token.
    pub fn phrase_is_nullable(&self, phrase: &Phrase) -> bool {
        match phrase {
            Phrase::Token(_) => false,
            Phrase::Nonterminal(name) => self.is_nullable(name),
            Phrase::Sequence(parts) => parts.iter().all(|part| self.phrase_is_nullable(part)),
            Phrase::Choice(parts) => parts.iter().any(|part| self.phrase_is_nullable(part)),
            Phrase::Optional(_) | Phrase::ZeroOrMore(_) => true,
            Phrase::OneOrMore(body) => self.phrase_is_nullable(body),
        }
    }

    /// The tokens with which this phrase can begin.
    pub fn phrase_first(&self, phrase: &Phrase) -> BTreeSet<Token> {
        match phrase {
            Phrase::Token(token) => BTreeSet::from([token.clone()]),
            Phrase::Nonterminal(name) => self.first(name).cloned().collect(),
            Phrase::Sequence(parts) => {
                let mut first = BTreeSet::new();
                for part in parts {
                    first.extend(self.phrase_first(part));
                    if !self.phrase_is_nullable(part) {
                        break;
                    }
                }
                first
            }
            Phrase::Choice(parts) => parts
                .iter()
                .flat_map(|part| self.phrase_first(part))
                .collect(),
            Phrase::Optional(body) | Phrase::ZeroOrMore(body) | Phrase::OneOrMore(body) => {
                self.phrase_first(body)
            }
        }
    }

    /// What can stand directly after this place.
    pub(crate) fn after(&self, place: &Place<'_>) -> BTreeSet<Lookahead> {
        let mut after: BTreeSet<Lookahead> =
            (self.after_within(place).into_iter().map(Lookahead::Token)).collect();
        if self.can_end_behind(place) {
            after.extend(self.follow(place.production).cloned());
        }
        after
    }

    /// The tokens that can stand directly after this place and are of its own production.
    pub(crate) fn after_within(&self, place: &Place<'_>) -> BTreeSet<Token> {
        let mut after = BTreeSet::new();
        for next in &place.behind {
            after.extend(self.phrase_first(next.phrase));
            if !next.may_be_absent && !self.phrase_is_nullable(next.phrase) {
                break;
            }
        }
        after
    }

    /// Whether nothing of its own production need stand after this place.
    pub(crate) fn can_end_behind(&self, place: &Place<'_>) -> bool {
        let mut behind = place.behind.iter();
        behind.all(|next| next.may_be_absent || self.phrase_is_nullable(next.phrase))
    }

    /// One round for nullable; whether there was anything new.
    fn grow_nullable(&mut self, grammar: &TokenGrammar) -> bool {
        let mut has_grown = false;
        for production in &grammar.productions {
            if !self.nullable.contains(&production.name)
                && self.phrase_is_nullable(&production.phrase)
            {
                has_grown |= self.nullable.insert(production.name.clone());
            }
        }
        has_grown
    }

    fn find_first(&mut self, grammar: &TokenGrammar) {
        let mut inclusions = Inclusions::of(grammar);
        for production in &grammar.productions {
            let mut begins = Beginnings::default();
            self.add_beginnings(&production.phrase, &mut begins);
            let tokens = begins.tokens.into_iter().cloned().map(Lookahead::Token);
            inclusions.add(&production.name, tokens, begins.names);
        }
        let found = inclusions.closed().into_iter();
        self.first = found
            .map(|(name, set)| (name, set.into_iter().filter_map(token).collect()))
            .collect();
    }

    fn find_follow(&mut self, grammar: &TokenGrammar) {
        let mut inclusions = Inclusions::of(grammar);
        for start in &grammar.starts {
            inclusions.add(start, [Lookahead::EndOfText], []);
        }
        for place in &places(grammar) {
            if let Phrase::Nonterminal(name) = place.phrase {
                let within = self.after_within(place).into_iter().map(Lookahead::Token);
                let end = self.can_end_behind(place).then_some(place.production);
                inclusions.add(name, within, end);
            }
        }
        self.follow = inclusions.closed();
    }

    /// The tokens and the nonterminals with which a phrase can begin.
    fn add_beginnings<'g>(&self, phrase: &'g Phrase, found: &mut Beginnings<'g>) {
        match phrase {
            Phrase::Token(token) => {
                found.tokens.insert(token);
            }
            Phrase::Nonterminal(name) => {
                found.names.insert(name);
            }
            Phrase::Sequence(parts) => {
                for part in parts {
                    self.add_beginnings(part, found);
                    if !self.phrase_is_nullable(part) {
                        break;
                    }
                }
            }
            Phrase::Choice(parts) => {
                for part in parts {
                    self.add_beginnings(part, found);
                }
            }
            Phrase::Optional(body) | Phrase::ZeroOrMore(body) | Phrase::OneOrMore(body) => {
                self.add_beginnings(body, found);
            }
        }
    }
}

#[derive(Default)]
struct Beginnings<'g> {
    tokens: BTreeSet<&'g Token>,
    names: BTreeSet<&'g str>,
}

fn token(lookahead: Lookahead) -> Option<Token> {
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

    /// What is written with operators has the sets of what is written without them.
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
