//! The places in the productions of a grammar, with the parts before and after each.
//!
//! Invariant: the parts after a place are those that can follow it in its own production, innermost first; after the body
//! of a repetition that is the body itself, again, before all else.

use super::symbols::TokenGrammar;
use notation::Expression;

/// A part of a production, where it is.
#[derive(Clone, Debug)]
pub(crate) struct PhrasePlace<'g> {
    /// The name of the production.
    pub(crate) production: &'g str,
    /// The part.
    pub(crate) phrase: &'g Expression,
    /// The parts that must have been read in this production before this part begins, in this order.
    pub(crate) before: Vec<&'g Expression>,
    /// The parts that follow in this production, in this order.
    pub(crate) behind: Vec<Follower<'g>>,
}

/// Something that follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Follower<'g> {
    pub(crate) phrase: &'g Expression,
    /// Whether a text may go on after it without it: another round of a repetition.
    pub(crate) may_be_absent: bool,
}

/// All places of a grammar, each right side as a whole first.
pub(crate) fn places(grammar: &TokenGrammar) -> Vec<PhrasePlace<'_>> {
    let mut found = Vec::new();
    for production in &grammar.productions.rules {
        let whole = PhrasePlace {
            production: &production.name,
            phrase: &production.expression,
            before: Vec::new(),
            behind: Vec::new(),
        };
        add_with_parts(whole, &mut found);
    }
    found
}

fn add_with_parts<'g>(place: PhrasePlace<'g>, found: &mut Vec<PhrasePlace<'g>>) {
    let phrase = place.phrase;
    found.push(place.clone());
    match phrase {
        Expression::Sequence(parts) => {
            for (index, part) in parts.iter().enumerate() {
                let mut inner = PhrasePlace {
                    phrase: part,
                    ..place.clone()
                };
                inner.before.extend(&parts[..index]);
                let rest = parts[index + 1..].iter().map(|phrase| Follower {
                    phrase,
                    may_be_absent: false,
                });
                inner.behind = rest.chain(inner.behind).collect();
                add_with_parts(inner, found);
            }
        }
        Expression::Choice(_) | Expression::Optional(_) => {
            for part in phrase.parts() {
                let inner = PhrasePlace {
                    phrase: part,
                    ..place.clone()
                };
                add_with_parts(inner, found);
            }
        }
        Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
            let again = Follower {
                phrase: body,
                may_be_absent: true,
            };
            let inner = PhrasePlace {
                phrase: body,
                behind: [again].into_iter().chain(place.behind).collect(),
                ..place
            };
            add_with_parts(inner, found);
        }
        _ => {}
    }
}
