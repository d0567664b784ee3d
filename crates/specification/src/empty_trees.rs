//! The trees of empty matches: a nonterminal that matches nothing is there all the same.
//!
//! Invariant: the parts of a rule's tree were found before the rule itself, so each tree ends.

use crate::tables::{Symbol, Tables};

/// The tree of nothing of each rule that can match nothing.
pub(crate) struct EmptyTrees {
    /// The rules that it consists of; none if the rule matches some text whenever it matches.
    parts: Vec<Option<Vec<u16>>>,
}

impl EmptyTrees {
    pub(crate) fn of(tables: &Tables) -> Self {
        let mut trees = Self {
            parts: vec![None; tables.rules.len()],
        };
        loop {
            let found: Vec<(usize, Vec<u16>)> = (0..trees.parts.len())
                .filter(|&rule| trees.parts[rule].is_none())
                .filter_map(|rule| Some((rule, trees.fewest(tables, rule)?)))
                .collect();
            if found.is_empty() {
                return trees;
            }
            for (rule, parts) in found {
                trees.parts[rule] = Some(parts);
            }
        }
    }

    /// The rules that a rule consists of where it matches nothing, in their order.
    pub(crate) fn parts(&self, rule: u16) -> Option<&[u16]> {
        self.parts[usize::from(rule)].as_deref()
    }

    /// The fewest rules that a rule can consist of, among those that are known to match nothing.
    fn fewest(&self, tables: &Tables, rule: usize) -> Option<Vec<u16>> {
        let mut ways = vec![(tables.rules[rule].start, Vec::new())];
        let mut index = 0;
        while let Some((state, way)) = ways.get(index).cloned() {
            if tables.state(state).is_final {
                return Some(way);
            }
            for &(symbol, next) in tables.edges_of(state) {
                if let Symbol::Rule(rule) = symbol
                    && self.parts(rule).is_some()
                    && ways.iter().all(|(known, _)| *known != next)
                {
                    let mut way = way.clone();
                    way.push(rule);
                    ways.push((next, way));
                }
            }
            index += 1;
        }
        None
    }

    /// The first rule with a tree of more rules than the limit.
    #[cfg(feature = "compile")]
    pub(crate) fn first_larger_than(&self, most: usize) -> Option<usize> {
        let mut sizes: Vec<Option<usize>> = vec![None; self.parts.len()];
        loop {
            let size = |parts: &[u16]| {
                let mut parts = parts.iter().map(|&rule| sizes[usize::from(rule)]);
                parts.try_fold(1, |sum: usize, size| Some(sum.saturating_add(size?)))
            };
            let found: Vec<(usize, usize)> = (0..sizes.len())
                .filter(|&rule| sizes[rule].is_none())
                .filter_map(|rule| Some((rule, size(self.parts[rule].as_ref()?)?)))
                .collect();
            if found.is_empty() {
                return None;
            }
            for (rule, size) in found {
                if size > most {
                    return Some(rule);
                }
                sizes[rule] = Some(size);
            }
        }
    }
}
