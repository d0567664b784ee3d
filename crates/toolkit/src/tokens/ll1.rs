//! Whether a grammar is LL(1): whether one token of lookahead always tells which way to go.
//!
//! Invariant: the questions are about the grammar as it is written, with its operators: at each choice, which
//! alternative; at each `?`, `*` and `+`, whether there is one more. A grammar without operators that is made from this
//! one in the usual way, with a nonterminal for each, has its conflicts in the same places.

use super::first::FirstSets;
use super::place::{PhrasePlace, places};
use super::shortest::{self, ShortestTokens};
use super::symbols::{GrammarToken, Lookahead, TokenGrammar};
use notation::Expression;
use std::collections::BTreeSet;
use std::fmt;

/// A place where one token does not tell which way to go.
///
/// ```
/// use turtle_peg_toolkit::ll1::{Ll1ConflictKind, conflicts};
/// use turtle_peg_toolkit::{ebnf, symbols::TokenGrammar};
///
/// let grammar = TokenGrammar::of(&ebnf::read("list ::= 'x' 'y' | 'x' 'z'")?);
/// let conflicts = conflicts(&grammar);
/// assert_eq!(conflicts[0].kind, Ll1ConflictKind::FirstFirst);
/// assert_eq!(conflicts[0].sides, ["'x' 'y'", "'x' 'z'"]);
/// assert_eq!(conflicts[0].shared.first().map(ToString::to_string).as_deref(), Some("'x'"));
/// assert_eq!(conflicts[0].prefix, Some(vec![]));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ll1Conflict {
    /// The name of the production.
    pub production: String,
    /// The choice, or the part that is optional or repeated, as EBNF.
    pub place: String,
    /// How many parts of the production that are written the same come before it.
    pub same_before: usize,
    /// The kind of conflict.
    pub kind: Ll1ConflictKind,
    /// The two ways, as EBNF; `what follows …` where the second is to go on after the place.
    pub sides: [String; 2],
    /// The tokens that both ways can begin with.
    pub shared: BTreeSet<Lookahead>,
    /// The fewest tokens from the beginning of a text to the place, such that the first of the shared can be next, both
    /// ways. None, if no text gets there, because something on the way never comes to an end.
    pub prefix: Option<Vec<GrammarToken>>,
}

/// The kinds of conflict.
///
/// [`Ll1Conflict`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Ll1ConflictKind {
    /// Two alternatives begin with the same token.
    FirstFirst,
    /// An optional part begins with a token that can follow it.
    FirstFollow,
    /// There are two ways to say nothing.
    TwiceNothing,
}

impl fmt::Display for Ll1ConflictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::FirstFirst => "FIRST/FIRST",
            Self::FirstFollow => "FIRST/FOLLOW",
            Self::TwiceNothing => "nothing/nothing",
        })
    }
}

impl fmt::Display for Ll1Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.sides;
        let shared: Vec<String> = self.shared.iter().map(ToString::to_string).collect();
        write!(
            f,
            "{} conflict in {}, at {}\n  either {first}\n  or     {second}\n  on     {}",
            self.kind,
            self.production,
            self.place,
            shared.join(" ")
        )?;
        if let (Some(prefix), Some(next)) = (&self.prefix, self.shared.first()) {
            let prefix = match prefix.is_empty() {
                true => "at the beginning of the text".to_owned(),
                false => format!("after {}", shortest::print(prefix)),
            };
            write!(f, "\n  {prefix}, before {next}")?;
        }
        Ok(())
    }
}

/// How many conflicts are looked for. A choice between a thousand alternatives can have half a million.
pub const MOST_CONFLICTS: usize = 100;

/// The LL(1) conflicts of these productions, from any start symbol, in the order in which they are written; not more than
/// [`MOST_CONFLICTS`].
///
/// ```
/// use turtle_peg_toolkit::{GrammarError, ebnf, ll1, symbols::TokenGrammar};
///
/// let conflicts = |text| Ok::<_, GrammarError>(ll1::conflicts(&TokenGrammar::of(&ebnf::read(text)?)));
/// assert_eq!(
///     conflicts("list ::= 'x' (';' 'x')* ';'?")?[0].to_string(),
///     "FIRST/FOLLOW conflict in list, at (';' 'x')*
///   either ';' 'x'
///   or     what follows (';' 'x')*
///   on     ';'
///   after 'x', before ';'"
/// );
/// assert_eq!(conflicts("list ::= 'x' (';' 'x'?)*")?, []);
/// # Ok::<(), GrammarError>(())
/// ```
pub fn conflicts(grammar: &TokenGrammar) -> Vec<Ll1Conflict> {
    let sets = FirstSets::of(grammar);
    let finder = ConflictFinder {
        sentences: ShortestTokens::of(grammar, &sets),
        sets: &sets,
    };
    let places = places(grammar);
    let found = places.iter().enumerate().flat_map(|(at, place)| {
        let mut found = finder.at(place);
        if !found.is_empty() {
            let same_before = same_before(&places[..at], place);
            found
                .iter_mut()
                .for_each(|one| one.same_before = same_before);
        }
        found
    });
    found.take(MOST_CONFLICTS).collect()
}

/// How many of these places are in the same production and written the same.
fn same_before(before: &[PhrasePlace<'_>], place: &PhrasePlace<'_>) -> usize {
    let own = before
        .iter()
        .rev()
        .take_while(|it| it.production == place.production);
    let written = place.phrase.to_string();
    own.filter(|it| it.phrase.to_string() == written).count()
}

/// A place where one token is to tell which of two ways to go.
pub(crate) struct Decision {
    /// The name of the production, and the place as EBNF.
    pub(crate) production: String,
    pub(crate) place: String,
    /// The tokens that each way can begin with.
    pub(crate) sides: [BTreeSet<Lookahead>; 2],
}

/// All places of decision, in the order in which they are written.
pub(crate) fn decisions(grammar: &TokenGrammar) -> Vec<Decision> {
    let sets = FirstSets::of(grammar);
    let first = |phrase: &Expression| -> BTreeSet<Lookahead> {
        let tokens = sets.phrase_first(phrase).into_iter();
        tokens.map(Lookahead::Token).collect()
    };
    let mut found = Vec::new();
    for place in places(grammar) {
        let mut decide = |sides: [BTreeSet<Lookahead>; 2]| {
            found.push(Decision {
                production: place.production.to_owned(),
                place: place.phrase.to_string(),
                sides,
            });
        };
        match place.phrase {
            Expression::Choice(alternatives) => {
                // Each against those before it: so each pair is looked at once.
                let mut before = BTreeSet::new();
                let mut can_be_nothing = false;
                for alternative in alternatives {
                    let own = first(alternative);
                    decide([before.clone(), own.clone()]);
                    before.extend(own);
                    can_be_nothing |= sets.phrase_is_nullable(alternative);
                }
                if can_be_nothing {
                    decide([before, sets.after(&place)]);
                }
            }
            Expression::Optional(body)
            | Expression::ZeroOrMore(body)
            | Expression::OneOrMore(body) => {
                decide([first(body), sets.after(&place)]);
            }
            _ => {}
        }
    }
    found
}

struct ConflictFinder<'g> {
    sets: &'g FirstSets,
    sentences: ShortestTokens<'g>,
}

impl ConflictFinder<'_> {
    fn at(&self, place: &PhrasePlace<'_>) -> Vec<Ll1Conflict> {
        match place.phrase {
            Expression::Choice(alternatives) => self.at_choice(place, alternatives),
            Expression::Optional(body) => self.at_option(place, place, body),
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                // Before a first round of `+` there is nothing to decide; the place is the one after it.
                let mut decided = place.clone();
                if matches!(place.phrase, Expression::OneOrMore(_)) {
                    decided.before.push(body);
                }
                self.at_option(place, &decided, body)
            }
            _ => Vec::new(),
        }
    }

    fn at_choice(&self, place: &PhrasePlace<'_>, alternatives: &[Expression]) -> Vec<Ll1Conflict> {
        let mut found = Vec::new();
        for (index, first) in alternatives.iter().enumerate() {
            for second in &alternatives[index + 1..] {
                found.extend(self.between(place, first, second));
            }
            if found.len() > MOST_CONFLICTS {
                return found;
            }
        }
        for nullable in alternatives {
            for other in alternatives {
                if !std::ptr::eq(nullable, other) && self.sets.phrase_is_nullable(nullable) {
                    found.extend(self.with_what_follows(place, place, other));
                    if found.len() > MOST_CONFLICTS {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// Between two alternatives.
    fn between(
        &self,
        place: &PhrasePlace<'_>,
        first: &Expression,
        second: &Expression,
    ) -> Vec<Ll1Conflict> {
        let sides = [first.to_string(), second.to_string()];
        let mut found = Vec::new();
        let begins = self.sets.phrase_first(first);
        let shared: BTreeSet<Lookahead> = begins
            .intersection(&self.sets.phrase_first(second))
            .cloned()
            .map(Lookahead::Token)
            .collect();
        if !shared.is_empty() {
            found.push(Ll1Conflict {
                prefix: self.sentences.prefix(place),
                ..conflict(place, Ll1ConflictKind::FirstFirst, sides.clone(), shared)
            });
        }
        if self.sets.phrase_is_nullable(first) && self.sets.phrase_is_nullable(second) {
            let shared = self.sets.after(place);
            found.push(self.twice_nothing(place, place, sides, shared));
        }
        found
    }

    /// Between one more and going on. The decision is made at `decided`, in the part that is at `place`.
    fn at_option(
        &self,
        place: &PhrasePlace<'_>,
        decided: &PhrasePlace<'_>,
        body: &Expression,
    ) -> Vec<Ll1Conflict> {
        let mut found = self.with_what_follows(place, decided, body);
        if self.sets.phrase_is_nullable(body) {
            let sides = [body.to_string(), what_follows(place)];
            let shared = self.sets.after(place);
            found.push(self.twice_nothing(place, decided, sides, shared));
        }
        found
    }

    fn with_what_follows(
        &self,
        place: &PhrasePlace<'_>,
        decided: &PhrasePlace<'_>,
        body: &Expression,
    ) -> Vec<Ll1Conflict> {
        let begins = self.sets.phrase_first(body).into_iter();
        let begins: BTreeSet<Lookahead> = begins.map(Lookahead::Token).collect();
        let after = self.sets.after(place);
        let shared: BTreeSet<Lookahead> = begins.intersection(&after).cloned().collect();
        let Some(next) = shared.first() else {
            return Vec::new();
        };
        let sides = [body.to_string(), what_follows(place)];
        vec![Ll1Conflict {
            prefix: self.sentences.prefix_followed(decided, next),
            ..conflict(place, Ll1ConflictKind::FirstFollow, sides, shared)
        }]
    }

    fn twice_nothing(
        &self,
        place: &PhrasePlace<'_>,
        decided: &PhrasePlace<'_>,
        sides: [String; 2],
        shared: BTreeSet<Lookahead>,
    ) -> Ll1Conflict {
        let next = shared.first();
        Ll1Conflict {
            prefix: next.and_then(|next| self.sentences.prefix_followed(decided, next)),
            ..conflict(place, Ll1ConflictKind::TwiceNothing, sides, shared)
        }
    }
}

fn what_follows(place: &PhrasePlace<'_>) -> String {
    format!("what follows {}", place.phrase)
}

fn conflict(
    place: &PhrasePlace<'_>,
    kind: Ll1ConflictKind,
    sides: [String; 2],
    shared: BTreeSet<Lookahead>,
) -> Ll1Conflict {
    Ll1Conflict {
        production: place.production.to_owned(),
        place: place.phrase.to_string(),
        same_before: 0,
        kind,
        sides,
        shared,
        prefix: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ebnf;

    /// Kind, production, the shared tokens, the prefix.
    fn found(text: &str) -> Vec<String> {
        let grammar = ebnf::read(text).unwrap_or_else(|error| panic!("{error}"));
        let conflicts = conflicts(&TokenGrammar::of(&grammar));
        let one = |conflict: &Ll1Conflict| {
            let shared: Vec<String> = conflict.shared.iter().map(ToString::to_string).collect();
            let prefix = conflict.prefix.as_deref().map(shortest::print);
            format!(
                "{} {}: {} after {}",
                conflict.kind,
                conflict.production,
                shared.join(" "),
                prefix.unwrap_or("?".to_owned())
            )
        };
        conflicts.iter().map(one).collect()
    }

    #[test]
    fn what_one_token_decides_has_no_conflict() {
        for text in [
            "e ::= t ('+' t)*\nt ::= f ('*' f)*\nf ::= '(' e ')' | ID",
            "s ::= a? 'y' | 'z'\na ::= 'x'",
            "s ::= ('a' | 'b')+ 'c'?",
            "s ::= \"A\" | 'A'",
            "s ::= 'x'? | 'y'",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn each_kind_is_found() {
        for (text, expected) in [
            (
                "s ::= '(' a\na ::= b | c\nb ::= 'x'\nc ::= 'x' 'y'",
                "FIRST/FIRST a: 'x' after '('",
            ),
            ("s ::= a 'x'\na ::= 'x'?", "FIRST/FOLLOW a: 'x' after "),
            (
                "s ::= 'i' 'c' s ('e' s)? | 'o'",
                "FIRST/FOLLOW s: 'e' after 'i' 'c' 'i' 'c' 'o'",
            ),
            ("s ::= 'x'+ 'x'", "FIRST/FOLLOW s: 'x' after 'x'"),
            ("s ::= ('x' 'y'?)* 'y'", "FIRST/FOLLOW s: 'y' after 'x'"),
            (
                "s ::= ('x' y)* 'z'\ny ::= 'x'?",
                "FIRST/FOLLOW y: 'x' after 'x'",
            ),
            (
                "s ::= 'a' ('x'? | 'y') 'y'",
                "FIRST/FOLLOW s: 'y' after 'a'",
            ),
            ("s ::= ('x'?)?", "nothing/nothing s: $ after "),
            ("s ::= 'a' ('x'? | 'y'*)", "nothing/nothing s: $ after 'a'"),
            ("s ::= s 'x' | 'y'", "FIRST/FIRST s: 'y' after "),
            ("s ::= s 'y' ('x' | 'x' 'z')", "FIRST/FIRST s: 'x' after ?"),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
    }
}
