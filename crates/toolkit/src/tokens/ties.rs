//! Tokens that tie: two that can be the same characters, where the grammar is to tell by them which way to go.
//!
//! The longest match does not tell two tokens of one length apart, and a parser that sees one token has nothing else. So
//! a grammar that is LL(1) over its tokens may still be ambiguous over its characters.
//!
//! Invariant: where no ties are found, and nothing was left undecided, no text has two tokens at a place of decision
//! that lead two ways.

use super::ll1::decisions;
use super::overlap::{Overlap, Overlaps};
use super::symbols::{GrammarToken, Lookahead, TokenGrammar};
use std::collections::BTreeSet;
use std::fmt;

/// Two tokens that tie.
///
/// [`ties()`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The two, and the shortest characters that are both.
    pub overlap: Overlap,
    /// The production with the first place where they tie, and the place, as EBNF.
    pub production: String,
    /// The place.
    pub place: String,
}

impl fmt::Display for Tie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Overlap {
            first,
            second,
            example,
        } = &self.overlap;
        write!(
            f,
            "{first} and {second} tie in {}, at {}: both match {example:?}",
            self.production, self.place
        )
    }
}

/// The ties of a grammar whose tokens overlap so: each pair once.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, overlap, symbols::TokenGrammar, ties};
///
/// let grammar = ebnf::read("doc ::= 'x' NAME? 'if'\n@terminals\nNAME ::= [a-z]+")?;
/// let tokens = TokenGrammar::of(&grammar);
/// let found = ties::ties(&tokens, &overlap::overlaps(&grammar, &tokens));
/// assert_eq!(found[0].to_string(), "NAME and 'if' tie in doc, at NAME?: both match \"if\"");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub fn ties(grammar: &TokenGrammar, overlaps: &Overlaps) -> Vec<Tie> {
    let mut left: Vec<&Overlap> = overlaps.pairs.iter().collect();
    let mut found = Vec::new();
    for decision in decisions(grammar) {
        if left.is_empty() {
            break;
        }
        let has = |side: &BTreeSet<Lookahead>, token: &GrammarToken| {
            side.contains(&Lookahead::Token(token.clone()))
        };
        left.retain(|overlap| {
            let [one, other] = &decision.sides;
            let (first, second) = (&overlap.first, &overlap.second);
            let is_tie =
                has(one, first) && has(other, second) || has(one, second) && has(other, first);
            if is_tie {
                found.push(Tie {
                    overlap: (*overlap).clone(),
                    production: decision.production.clone(),
                    place: decision.place.clone(),
                });
            }
            !is_tie
        });
    }
    found
}
