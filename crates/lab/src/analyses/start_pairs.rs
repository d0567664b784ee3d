//! The start symbols of two grammars, paired, so that the documents of each are compared with those of its counterpart.
//!
//! Invariant: each start symbol of both grammars is in a pair. One without a counterpart is held against all that the other grammar
//! accepts.

use interpreter::SpecifiedGrammar;
use std::collections::BTreeMap;
use toolkit::{ChangeKind, Diff, Grammar, GrammarChange};

/// A start symbol of each grammar.
pub struct StartPair {
    pub names: [String; 2],
    kind: PairKind,
}

/// The relation of two start symbols.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PairKind {
    /// They are one production.
    Counterparts,
    /// Neither has a counterpart: the one may stand in the place of the other.
    Replaced,
    /// Only this side's has no counterpart, and the other is any.
    Alone(usize),
}

impl StartPair {
    /// The pairs, counterparts first.
    pub fn all(grammars: [&Grammar; 2], diff: &Diff) -> Vec<Self> {
        let [before, after] = grammars.map(Grammar::starts);
        let later: BTreeMap<&str, &str> = diff.names();
        let pair = |names: [&str; 2], kind: PairKind| Self {
            names: names.map(str::to_owned),
            kind,
        };
        let later_of = |name: &str| later.get(name).filter(|later| after.contains(later));
        let counterparts: Vec<[&str; 2]> = before
            .iter()
            .filter_map(|name| Some([*name, *later_of(name)?]))
            .collect();
        let without = |side: usize, names: &[&str]| {
            let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
            names.retain(|name| counterparts.iter().all(|pair| pair[side] != name));
            names
        };
        let mut alone = [without(0, &before), without(1, &after)];
        let mut pairs: Vec<Self> = counterparts
            .iter()
            .map(|names| pair(*names, PairKind::Counterparts))
            .collect();
        let (Some(first), Some(second)) = (before.first(), after.first()) else {
            return pairs;
        };
        if let [[one, ..], [other, ..]] = alone.each_ref().map(Vec::as_slice) {
            pairs.push(pair([one, other], PairKind::Replaced));
            alone.iter_mut().for_each(|names| drop(names.remove(0)));
        }
        pairs.extend(
            alone[0]
                .iter()
                .map(|name| pair([name, second], PairKind::Alone(0))),
        );
        pairs.extend(
            alone[1]
                .iter()
                .map(|name| pair([first, name], PairKind::Alone(1))),
        );
        pairs
    }

    /// The grammars as they begin with these start symbols; none, if one cannot.
    pub fn accepting(&self, grammars: [&SpecifiedGrammar; 2]) -> Option<[SpecifiedGrammar; 2]> {
        let of = |side: usize| grammars[side].starting_at(&[&self.names[side]]).ok();
        Some([of(0)?, of(1)?])
    }

    /// The grammars as they are to reject what only the other accepts.
    pub fn rejecting(&self, grammars: [&SpecifiedGrammar; 2]) -> Option<[SpecifiedGrammar; 2]> {
        match self.kind {
            PairKind::Counterparts => self.accepting(grammars),
            PairKind::Replaced | PairKind::Alone(_) => Some(grammars.map(Clone::clone)),
        }
    }

    pub fn names(&self) -> [&str; 2] {
        self.names.each_ref().map(String::as_str)
    }

    /// Whether documents of a side can show that start symbols changed.
    pub fn shows_start(&self, side: usize) -> bool {
        match self.kind {
            PairKind::Counterparts => false,
            PairKind::Replaced => true,
            PairKind::Alone(alone) => alone == side,
        }
    }

    /// Whether documents of the two can show a change: if one has no counterpart, only productions that its side has alone.
    pub fn shows(&self, change: &GrammarChange) -> bool {
        match self.kind {
            PairKind::Counterparts | PairKind::Replaced => true,
            PairKind::Alone(0) => change.kind() == ChangeKind::Removed,
            PairKind::Alone(_) => change.kind() == ChangeKind::Added,
        }
    }
}
