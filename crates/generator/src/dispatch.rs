//! Dispatch: which alternatives of a choice can succeed, by the next byte.
//!
//! Side conditions: an alternative that may match nothing can succeed whatever comes next; within a group the order of
//! the grammar is kept, since the first match wins; and after one that never fails no other is tried.

use super::facts::FactTable;
use super::matcher::Matcher;
use super::sets::NextSet;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeMap;

/// Alternatives, by their numbers, to try in this order where one of `next` comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) alternatives: Vec<usize>,
    pub(crate) next: NextSet,
}

/// Divides `known` into groups; one may have no alternative.
pub(crate) fn groups(alternatives: &[&Matcher], known: &NextSet, facts: &FactTable) -> Vec<Group> {
    let facts: Vec<_> = alternatives.iter().map(|part| facts.of(part)).collect();
    let nexts: Vec<NextSet> = facts.iter().map(|facts| facts.next()).collect();
    let mut groups: BTreeMap<Vec<usize>, NextSet> = BTreeMap::new();
    for next in known.iter() {
        let mut tried = Vec::new();
        for number in 0..alternatives.len() {
            if nexts[number].contains(next) {
                tried.push(number);
                if facts[number].is_sure {
                    break;
                }
            }
        }
        groups
            .entry(tried)
            .or_insert_with(NextSet::none)
            .insert(next);
    }
    groups
        .into_iter()
        .map(|(alternatives, next)| Group { alternatives, next })
        .collect()
}

/// The result where no alternative matched.
#[derive(Clone, Copy)]
pub(crate) enum Fallback {
    /// The whole has failed: an `Option`.
    None,
    /// The position as it was.
    Position,
}

impl Fallback {
    pub(crate) fn code(self) -> TokenStream {
        match self {
            Self::None => quote!(None),
            Self::Position => quote!(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::MatcherProgram;
    use notation::CharSet;

    fn tried(alternatives: &[Matcher], next: usize) -> Vec<usize> {
        let facts = FactTable::new(&MatcherProgram::default());
        let alternatives: Vec<&Matcher> = alternatives.iter().collect();
        let groups = groups(&alternatives, &NextSet::all(), &facts);
        let mut groups = groups.into_iter().filter(|group| group.next.contains(next));
        let group = groups.next().unwrap();
        assert!(groups.next().is_none());
        group.alternatives
    }

    #[test]
    fn order_is_kept_and_cut_after_what_never_fails() {
        let one = |c| Matcher::Class(CharSet::one(c));
        let alternatives = [
            Matcher::Literal("ab".to_owned()),
            one('b'),
            Matcher::Lookahead {
                is_positive: false,
                body: Box::new(one('c')),
            },
            one('a'),
            Matcher::Optional(Box::new(one('b'))),
            one('a'),
        ];
        assert_eq!(tried(&alternatives, b'a'.into()), [0, 2, 3, 4]);
        assert_eq!(tried(&alternatives, b'b'.into()), [1, 2, 4]);
        assert_eq!(tried(&alternatives, b'z'.into()), [2, 4]);
        assert_eq!(tried(&alternatives, NextSet::END), [2, 4]);
        assert_eq!(tried(&alternatives[..2], NextSet::END), [0; 0]);
    }
}
