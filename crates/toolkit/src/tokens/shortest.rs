//! Shortest sentences: what a nonterminal says in the fewest tokens, and how a sentence gets to a place.
//!
//! Invariant: of several that are as short, it is always the same that is found.

use super::first::FirstSets;
use super::place::{Place, places};
use super::symbols::{Lookahead, Phrase, Token, TokenGrammar};
use std::collections::BTreeMap;

/// The shortest sentences of a grammar.
pub(crate) struct ShortestTokens<'g> {
    grammar: &'g TokenGrammar,
    sets: &'g FirstSets,
    places: Vec<Place<'g>>,
    shortest: BTreeMap<&'g str, Vec<Token>>,
}

impl<'g> ShortestTokens<'g> {
    pub(crate) fn of(grammar: &'g TokenGrammar, sets: &'g FirstSets) -> Self {
        let mut sentences = Self {
            grammar,
            sets,
            places: places(grammar),
            shortest: BTreeMap::new(),
        };
        while sentences.shorten() {}
        sentences
    }

    /// One round; whether there was anything shorter.
    fn shorten(&mut self) -> bool {
        let mut has_changed = false;
        for production in &self.grammar.productions {
            if let Some(tokens) = self.shortest(&production.phrase) {
                has_changed |= keep_shorter(&mut self.shortest, production.name.as_str(), tokens);
            }
        }
        has_changed
    }

    /// The fewest tokens that this phrase says. None, if it never comes to an end.
    pub(crate) fn shortest(&self, phrase: &Phrase) -> Option<Vec<Token>> {
        match phrase {
            Phrase::Token(token) => Some(vec![token.clone()]),
            Phrase::Nonterminal(name) => self.shortest.get(name.as_str()).cloned(),
            Phrase::Sequence(parts) => self.joined(parts),
            Phrase::Choice(parts) => parts
                .iter()
                .filter_map(|part| self.shortest(part))
                .min_by_key(Vec::len),
            Phrase::Optional(_) | Phrase::ZeroOrMore(_) => Some(Vec::new()),
            Phrase::OneOrMore(body) => self.shortest(body),
        }
    }

    fn joined<'p>(&self, parts: impl IntoIterator<Item = &'p Phrase>) -> Option<Vec<Token>> {
        let parts = parts.into_iter().map(|part| self.shortest(part));
        Some(parts.collect::<Option<Vec<_>>>()?.concat())
    }

    /// The fewest tokens from the beginning of a text to the beginning of this place. None, if no text gets there.
    pub(crate) fn prefix(&self, place: &Place<'_>) -> Option<Vec<Token>> {
        let beginnings = self.beginnings(None);
        let beginning = beginnings.get(&(place.production, false))?;
        Some(
            [
                beginning.clone(),
                self.joined(place.before.iter().copied())?,
            ]
            .concat(),
        )
    }

    /// The same, to a place behind which this can stand.
    pub(crate) fn prefix_followed(
        &self,
        place: &Place<'_>,
        next: &Lookahead,
    ) -> Option<Vec<Token>> {
        if self.is_followed_within(place, next) {
            return self.prefix(place);
        }
        let beginnings = self.beginnings(Some(next));
        let beginning = beginnings.get(&(place.production, true))?;
        Some(
            [
                beginning.clone(),
                self.joined(place.before.iter().copied())?,
            ]
            .concat(),
        )
    }

    fn is_followed_within(&self, place: &Place<'_>, next: &Lookahead) -> bool {
        match next {
            Lookahead::Token(token) => self.sets.after_within(place).contains(token),
            Lookahead::EndOfText => false,
        }
    }

    /// The fewest tokens from the beginning of a text to the beginning of each nonterminal: anywhere, and where `next`
    /// can follow it.
    fn beginnings(&self, next: Option<&Lookahead>) -> BTreeMap<(&str, bool), Vec<Token>> {
        let mut beginnings = BTreeMap::new();
        if let Some(start) = self.grammar.start() {
            beginnings.insert((start, false), Vec::new());
            if next == Some(&Lookahead::EndOfText) {
                beginnings.insert((start, true), Vec::new());
            }
        }
        while self.shorten_beginnings(next, &mut beginnings) {}
        beginnings
    }

    /// One round; whether there was anything shorter.
    fn shorten_beginnings<'s>(
        &'s self,
        next: Option<&Lookahead>,
        beginnings: &mut BTreeMap<(&'s str, bool), Vec<Token>>,
    ) -> bool {
        let mut has_changed = false;
        for place in &self.places {
            let Phrase::Nonterminal(name) = place.phrase else {
                continue;
            };
            let Some(before) = self.joined(place.before.iter().copied()) else {
                continue;
            };
            let is_followed_within = next.is_some_and(|next| self.is_followed_within(place, next));
            // Whether it is followed here, and whether that takes a production that is.
            let mut ways = vec![(false, false)];
            if is_followed_within {
                ways.push((true, false));
            } else if self.sets.can_end_behind(place) {
                ways.push((true, true));
            }
            for (is_followed, needs_followed) in ways {
                if let Some(beginning) = beginnings.get(&(place.production, needs_followed)) {
                    let tokens = [beginning.as_slice(), &before].concat();
                    has_changed |= keep_shorter(beginnings, (name.as_str(), is_followed), tokens);
                }
            }
        }
        has_changed
    }
}

/// Whether there was none, or a longer one.
fn keep_shorter<K: Ord>(all: &mut BTreeMap<K, Vec<Token>>, key: K, tokens: Vec<Token>) -> bool {
    let is_shorter = all.get(&key).is_none_or(|known| tokens.len() < known.len());
    if is_shorter {
        all.insert(key, tokens);
    }
    is_shorter
}

/// Separated by spaces.
pub(crate) fn print(tokens: &[Token]) -> String {
    let printed: Vec<String> = tokens.iter().map(ToString::to_string).collect();
    printed.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ebnf;

    #[test]
    fn a_place_is_reached_where_what_is_asked_for_follows() {
        let text = "doc ::= list | '<' '<' list '!'\nlist ::= '(' item ')' tail\ntail ::= 'x'?\nitem ::= 'a' item | A B";
        let grammar = TokenGrammar::of(&ebnf::read(text).unwrap());
        let sets = FirstSets::of(&grammar);
        let sentences = ShortestTokens::of(&grammar, &sets);
        let places = places(&grammar);
        let tail = places.iter().find(|place| place.production == "tail");
        let tail = tail.unwrap();
        let found = |prefix: Option<Vec<Token>>| prefix.map(|prefix| print(&prefix));
        assert_eq!(
            found(sentences.prefix(tail)).as_deref(),
            Some("'(' A B ')'")
        );
        let exclamation = Lookahead::Token(Token::Literal {
            text: "!".to_owned(),
            ignores_case: false,
        });
        assert_eq!(
            found(sentences.prefix_followed(tail, &exclamation)).as_deref(),
            Some("'<' '<' '(' A B ')'")
        );
    }

    #[test]
    fn what_never_ends_has_no_sentence() {
        let grammar =
            TokenGrammar::of(&ebnf::read("doc ::= endless 'x'\nendless ::= 'a' endless").unwrap());
        let sets = FirstSets::of(&grammar);
        let sentences = ShortestTokens::of(&grammar, &sets);
        assert_eq!(sentences.shortest(&grammar.productions[0].phrase), None);
    }
}
