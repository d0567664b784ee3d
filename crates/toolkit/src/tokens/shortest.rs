//! Shortest sentences: a nonterminal in the fewest tokens, and the shortest way of a sentence to a place.
//!
//! Invariant: of several shortest ones always the same is found.

use super::first::FirstSets;
use super::place::{PhrasePlace, places};
use super::symbols::{GrammarToken, Lookahead, TokenGrammar};
use foldhash::{HashMap, HashMapExt as _};
use notation::Expression;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

/// More tokens than this are not shown. Sentences can be exponentially long: `a ::= b b`, `b ::= c c`, ….
const MOST_TOKENS: usize = 500;

/// The shortest sentences of a grammar.
pub(crate) struct ShortestTokens<'g> {
    grammar: &'g TokenGrammar,
    sets: &'g FirstSets,
    places: Vec<PhrasePlace<'g>>,
    /// How many tokens each nonterminal says at least, and after how many changes that was found: its shortest sentence is made of
    /// those that were found before. None, if it never comes to an end.
    lengths: HashMap<&'g str, Option<(usize, usize)>>,
    /// How to get to each nonterminal where this can follow; made when it is asked for.
    ways: RefCell<BTreeMap<Option<Lookahead>, Rc<WaysTo<'g>>>>,
}

/// A nonterminal, anywhere or where something can follow it.
type ReachedSymbol<'g> = (&'g str, bool);

/// The shortest way from the beginning of a text to each: how long it is, and the place and the node that it comes from.
type WaysTo<'g> = HashMap<ReachedSymbol<'g>, (usize, Option<(usize, ReachedSymbol<'g>)>)>;

impl<'g> ShortestTokens<'g> {
    pub(crate) fn of(grammar: &'g TokenGrammar, sets: &'g FirstSets) -> Self {
        let nonterminals = grammar.nonterminals.iter();
        let mut sentences = Self {
            grammar,
            sets,
            places: places(grammar),
            lengths: nonterminals.map(|name| (name.as_str(), None)).collect(),
            ways: RefCell::default(),
        };
        let mut changes = 0;
        while sentences.shorten(&mut changes) {}
        sentences
    }

    /// One round; whether there was anything shorter.
    fn shorten(&mut self, changes: &mut usize) -> bool {
        let before = *changes;
        for rule in &self.grammar.productions.rules {
            let Some(length) = self.length(&rule.expression) else {
                continue;
            };
            let known = self.lengths.entry(&rule.name).or_default();
            if known.is_none_or(|(known, _)| length < known) {
                *changes += 1;
                *known = Some((length, *changes));
            }
        }
        *changes > before
    }

    fn length(&self, phrase: &Expression) -> Option<usize> {
        self.length_of(phrase, usize::MAX)
    }

    /// The length by sentences that were found before only.
    fn length_of(&self, phrase: &Expression, before: usize) -> Option<usize> {
        phrase.least(&|part| match part {
            Expression::Name(name) => match self.lengths.get(name.as_str()) {
                Some(found) => found
                    .filter(|&(_, at)| at < before)
                    .map(|(length, _)| length),
                None => Some(1),
            },
            _ => Some(1),
        })
    }

    /// The length of phrases, one after the other.
    fn joined(&self, parts: &[&Expression]) -> Option<usize> {
        let mut parts = parts.iter();
        parts.try_fold(0_usize, |length, part| {
            Some(length.saturating_add(self.length(part)?))
        })
    }

    /// The fewest tokens that this phrase says. None, if it never comes to an end, or there are too many to be shown.
    pub(crate) fn shortest(&self, phrase: &Expression) -> Option<Vec<GrammarToken>> {
        let mut tokens = Vec::new();
        (self.length(phrase)? <= MOST_TOKENS).then(|| self.say(phrase, usize::MAX, &mut tokens))?;
        Some(tokens)
    }

    fn say(&self, phrase: &Expression, before: usize, tokens: &mut Vec<GrammarToken>) {
        match phrase {
            Expression::Sequence(parts) => {
                for part in parts {
                    self.say(part, before, tokens);
                }
            }
            Expression::Choice(parts) => {
                let ways = parts
                    .iter()
                    .filter_map(|part| Some((self.length_of(part, before)?, part)));
                if let Some((_, part)) = ways.min_by_key(|&(length, _)| length) {
                    self.say(part, before, tokens);
                }
            }
            Expression::Optional(_) | Expression::ZeroOrMore(_) => {}
            Expression::OneOrMore(body) => self.say(body, before, tokens),
            _ => match (self.grammar.token(phrase), phrase) {
                (Some(token), _) => tokens.push(token),
                (None, Expression::Name(name)) => {
                    let found = self.lengths.get(name.as_str()).copied().flatten();
                    // An empty match can go through exponentially many productions.
                    let found = found.filter(|&(length, _)| length > 0);
                    if let (Some(phrase), Some((_, found))) = (self.grammar.phrase(name), found) {
                        self.say(phrase, found, tokens);
                    }
                }
                _ => {}
            },
        }
    }

    /// The fewest tokens from the beginning of a text to the beginning of this place. None, if no text gets there, or
    /// there are too many to be shown.
    pub(crate) fn prefix(&self, place: &PhrasePlace<'_>) -> Option<Vec<GrammarToken>> {
        self.way_to(place, None, false)
    }

    /// The shortest prefix to a place after which this token can be.
    pub(crate) fn prefix_followed(
        &self,
        place: &PhrasePlace<'_>,
        next: &Lookahead,
    ) -> Option<Vec<GrammarToken>> {
        if self.is_followed_within(place, next) {
            return self.prefix(place);
        }
        self.way_to(place, Some(next), true)
    }

    fn way_to(
        &self,
        place: &PhrasePlace<'_>,
        next: Option<&Lookahead>,
        is_followed: bool,
    ) -> Option<Vec<GrammarToken>> {
        let ways = self.ways(next);
        let (mut node, &(length, _)) = {
            let (node, way) = ways.get_key_value(&(place.production, is_followed))?;
            (*node, way)
        };
        let own = self.joined(&place.before)?;
        if length.saturating_add(own) > MOST_TOKENS {
            return None;
        }
        let mut on_the_way = vec![&place.before];
        while let Some(&(_, Some((at, before)))) = ways.get(&node) {
            on_the_way.push(&self.places[at].before);
            node = before;
        }
        let mut tokens = Vec::new();
        for phrase in on_the_way.into_iter().rev().flatten() {
            self.say(phrase, usize::MAX, &mut tokens);
        }
        Some(tokens)
    }

    fn is_followed_within(&self, place: &PhrasePlace<'_>, next: &Lookahead) -> bool {
        match next {
            Lookahead::Token(token) => self.sets.after_within(place).contains(token),
            Lookahead::EndOfText => false,
        }
    }

    /// The shortest ways from the beginning of a text to each nonterminal: anywhere, and where `next` can follow it.
    fn ways(&self, next: Option<&Lookahead>) -> Rc<WaysTo<'g>> {
        let key = next.cloned();
        if let Some(known) = self.ways.borrow().get(&key) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.found_ways(next));
        self.ways.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn found_ways(&self, next: Option<&Lookahead>) -> WaysTo<'g> {
        // From each nonterminal to those that its production names: how far that is, and by which place.
        let mut edges: HashMap<ReachedSymbol<'g>, Vec<(usize, usize, ReachedSymbol<'g>)>> =
            HashMap::new();
        for (at, place) in self.places.iter().enumerate() {
            let Expression::Name(name) = place.phrase else {
                continue;
            };
            if !self.lengths.contains_key(name.as_str()) {
                continue;
            }
            let Some(length) = self.joined(&place.before) else {
                continue;
            };
            // Whether it is followed here, and whether that takes a production that is.
            let mut ways = vec![(false, false)];
            if next.is_some_and(|next| self.is_followed_within(place, next)) {
                ways.push((true, false));
            } else if self.sets.can_end_behind(place) {
                ways.push((true, true));
            }
            for (is_followed, needs_followed) in ways {
                let from = edges.entry((place.production, needs_followed)).or_default();
                from.push((length, at, (name.as_str(), is_followed)));
            }
        }
        let mut ways: WaysTo<'g> = HashMap::new();
        let mut open = BinaryHeap::new();
        for start in &self.grammar.starts {
            open.push(Reverse((0, (start.as_str(), false), None)));
            if next == Some(&Lookahead::EndOfText) {
                open.push(Reverse((0, (start.as_str(), true), None)));
            }
        }
        while let Some(Reverse((length, node, from))) = open.pop() {
            if ways.contains_key(&node) {
                continue;
            }
            ways.insert(node, (length, from));
            for &(more, at, next) in edges.get(&node).into_iter().flatten() {
                open.push(Reverse((
                    length.saturating_add(more),
                    next,
                    Some((at, node)),
                )));
            }
        }
        ways
    }
}

/// Separated by spaces.
pub(crate) fn print(tokens: &[GrammarToken]) -> String {
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
        let found = |prefix: Option<Vec<GrammarToken>>| prefix.map(|prefix| print(&prefix));
        assert_eq!(
            found(sentences.prefix(tail)).as_deref(),
            Some("'(' A B ')'")
        );
        let exclamation = Lookahead::Token(GrammarToken::Literal {
            text: "!".to_owned(),
            ignores_case: false,
        });
        assert_eq!(
            found(sentences.prefix_followed(tail, &exclamation)).as_deref(),
            Some("'<' '<' '(' A B ')'")
        );
    }

    /// An empty match does not go in a circle, and a text that is too long is not written out.
    #[test]
    fn what_is_shortest_comes_to_an_end() {
        let doubled: String = (0..70)
            .map(|at| format!("r{at} ::= r{0} r{0}\n", at + 1))
            .collect();
        let nothing = doubled.replace('r', "nothing");
        let text = format!("doc ::= doc | 'x'?\n{doubled}r70 ::= 'y'\n{nothing}nothing70 ::= 'y'?");
        let grammar = TokenGrammar::of_all(&ebnf::read(&text).unwrap());
        let sets = FirstSets::of(&grammar);
        let sentences = ShortestTokens::of(&grammar, &sets);
        let of = |name: &str| sentences.shortest(&Expression::name(name));
        assert_eq!(of("doc"), Some(vec![]));
        assert_eq!(of("nothing0"), Some(vec![]));
        assert_eq!(of("r0"), None);
        assert_eq!(of("r66").map(|tokens| tokens.len()), Some(16));
    }
}
