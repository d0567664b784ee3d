//! Terminals that overlap: pairs of tokens that can be the same characters, so that the longest match does not tell
//! which of the two it is.
//!
//! Invariant: each pair is decided for all texts. A token whose characters cannot be determined (a name without a
//! production, recursion) is named, and not passed over.

use super::symbols::{GrammarToken, TokenGrammar};
use crate::matching::effort::{self, Unanswered};
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Semantics};
use notation::{Expression, Grammar, ebnf};
use std::fmt;

/// The overlaps among the tokens of a grammar.
///
/// ```
/// use turtle_peg_toolkit::overlap::overlaps;
/// use turtle_peg_toolkit::{ebnf, symbols::TokenGrammar};
///
/// let grammar = ebnf::read("doc ::= NAME | 'if' | OTHER\n@terminals\nNAME ::= [a-z]+")?;
/// let found = overlaps(&grammar, &TokenGrammar::of(&grammar));
/// let pair = &found.pairs[0];
/// assert_eq!((pair.first.to_string(), pair.example.as_str()), ("NAME".to_owned(), "if"));
/// assert_eq!(found.unknown[0].to_string(), "OTHER");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlaps {
    /// The pairs that overlap, in the order of their tokens: terminals come before literals.
    pub pairs: Vec<Overlap>,
    /// The tokens whose characters cannot be determined.
    pub unknown: Vec<GrammarToken>,
    /// The pairs that were not decided, and why.
    pub undecided: Vec<([GrammarToken; 2], Unanswered)>,
}

/// Two tokens that can be the same characters.
///
/// [`Overlaps`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// One of them.
    pub first: GrammarToken,
    /// The other.
    pub second: GrammarToken,
    /// The shortest characters that are both.
    pub example: String,
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            first,
            second,
            example,
        } = self;
        write!(f, "{first} and {second} both match {example:?}")
    }
}

/// Looks for the overlaps of these tokens of a grammar. The text that [`ebnf::PASS`] declares is between them, and counts as a token.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, overlap, symbols::TokenGrammar};
///
/// let grammar = ebnf::read("statement ::= ('if' | NAME) NUMBER\n@terminals\nNAME ::= [a-z]+\nNUMBER ::= [0-9]+")?;
/// let overlaps = overlap::overlaps(&grammar, &TokenGrammar::of(&grammar));
/// assert_eq!(overlaps.pairs.len(), 1);
/// assert_eq!(overlaps.pairs[0].to_string(), "NAME and 'if' both match \"if\"");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub fn overlaps(grammar: &Grammar, tokens: &TokenGrammar) -> Overlaps {
    effort::shared(|| find(grammar, tokens))
}

fn find(grammar: &Grammar, tokens: &TokenGrammar) -> Overlaps {
    let passed = grammar.rule(ebnf::PASS);
    let passed = passed.map(|rule| GrammarToken::Terminal(rule.name.clone()));
    let tokens: Vec<(GrammarToken, Expression)> = tokens
        .tokens()
        .into_iter()
        .chain(passed)
        .map(|token| (token.clone(), token.expression()))
        .collect();
    let mut formulas = Formulas::new();
    let mut language = Language::new(Semantics::Ebnf, grammar);
    let mut known: Vec<(&GrammarToken, Formula)> = Vec::new();
    let mut unknown = Vec::new();
    for (token, expression) in &tokens {
        formulas.begin();
        match language.matches(&mut formulas, expression, false, Formulas::END) {
            Ok(formula) => known.push((token, formula)),
            Err(_) => unknown.push(token.clone()),
        }
    }
    let (mut pairs, mut undecided) = (Vec::new(), Vec::new());
    for (index, &(first, first_matches)) in known.iter().enumerate() {
        for &(second, second_matches) in &known[index + 1..] {
            if are_other_literals(first, second) {
                continue;
            }
            let both = formulas.and(first_matches, second_matches);
            match formulas.find(both) {
                Ok(found) => pairs.extend(found.map(|witness| Overlap {
                    first: first.clone(),
                    second: second.clone(),
                    example: witness.text,
                })),
                Err(why) => undecided.push(([first.clone(), second.clone()], why)),
            }
        }
    }
    Overlaps {
        pairs,
        unknown,
        undecided,
    }
}

/// Whether both are written out, and never the same, in whatever case: there is nothing to search.
fn are_other_literals(first: &GrammarToken, second: &GrammarToken) -> bool {
    match (first, second) {
        (GrammarToken::Literal { text: first, .. }, GrammarToken::Literal { text: second, .. }) => {
            !first.eq_ignore_ascii_case(second)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Vec<String>, Vec<String>) {
        let grammar = ebnf::read(text).unwrap_or_else(|error| panic!("{error}"));
        let overlaps = overlaps(&grammar, &TokenGrammar::of(&grammar));
        let pairs = overlaps.pairs.iter().map(ToString::to_string);
        let unknown = overlaps.unknown.iter().map(ToString::to_string);
        (pairs.collect(), unknown.collect())
    }

    #[test]
    fn what_has_no_characters_in_common_does_not_overlap() {
        let text = "s ::= 'a' | 'ab' | \"B\" | [0-9] | INTEGER | NAME\n@terminals\nINTEGER ::= [0-9] [0-9]+\nNAME ::= [c-z]+";
        assert_eq!(found(text), (vec![], vec![]));
    }

    #[test]
    fn the_shortest_common_characters_are_found() {
        for (text, expected) in [
            (
                "s ::= '@prefix' TAG\n@terminals\nTAG ::= '@' [a-z]+ ('-' [a-z]+)*",
                "TAG and '@prefix' both match \"@prefix\"",
            ),
            ("s ::= \"as\" | 'As'", "'As' and \"as\" both match \"As\""),
            ("s ::= [a-f] | [f-z]", "[a-f] and [f-z] both match \"f\""),
            (
                "s ::= A B\n@terminals\nA ::= 'x'* 'y'\nB ::= 'x' 'x' [xy]*",
                "A and B both match \"xxy\"",
            ),
            (
                "s ::= A B\n@terminals\nA ::= 'x'*\nB ::= 'y'?",
                "A and B both match \"\"",
            ),
        ] {
            assert_eq!(found(text), (vec![expected.to_owned()], vec![]), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_named() {
        let text = "s ::= NAME NESTED 'x'\n@terminals\nNESTED ::= '(' NESTED? ')'";
        let unknown = vec!["NAME".to_owned(), "NESTED".to_owned()];
        assert_eq!(found(text), (vec![], unknown));
    }

    #[test]
    fn a_terminal_that_is_not_reached_is_no_token() {
        let text = "s ::= 'x'\n@terminals\nUNUSED ::= 'x'";
        assert_eq!(found(text), (vec![], vec![]));
    }
}
