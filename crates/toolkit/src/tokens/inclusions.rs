//! Sets that include other sets: FIRST and FOLLOW.
//!
//! Sets that include one another are the same set; the rest form no circle, and each is found from those that it includes,
//! in one pass (DeRemer and Pennello, "Efficient computation of LALR(1) look-ahead sets", 1982).
//!
//! Invariant: the sets are the smallest that have their added members, and those of the sets that they include.

use super::symbols::{Lookahead, TokenGrammar};
use crate::matching::bits::Bits;
use foldhash::HashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A set for each nonterminal of a grammar, and which others it includes.
pub(crate) struct Inclusions<'g> {
    names: Vec<&'g str>,
    numbers: HashMap<&'g str, usize>,
    own: Vec<BTreeSet<Lookahead>>,
    includes: Vec<BTreeSet<usize>>,
}

impl<'g> Inclusions<'g> {
    pub(crate) fn of(grammar: &'g TokenGrammar) -> Self {
        let productions = grammar.productions.rules.iter();
        let names: Vec<&str> = productions.map(|one| one.name.as_str()).collect();
        Self {
            numbers: names
                .iter()
                .enumerate()
                .map(|(at, &name)| (name, at))
                .collect(),
            own: vec![BTreeSet::new(); names.len()],
            includes: vec![BTreeSet::new(); names.len()],
            names,
        }
    }

    /// The set of this name has these elements, and those of these names' sets. A name without a production has no set.
    pub(crate) fn add<'n>(
        &mut self,
        name: &str,
        elements: impl IntoIterator<Item = Lookahead>,
        included: impl IntoIterator<Item = &'n str>,
    ) {
        let Some(&at) = self.numbers.get(name) else {
            return;
        };
        self.own[at].extend(elements);
        for name in included {
            self.includes[at].extend(self.numbers.get(name));
        }
    }

    /// All sets.
    pub(crate) fn closed(self) -> BTreeMap<String, BTreeSet<Lookahead>> {
        let elements: BTreeSet<&Lookahead> = self.own.iter().flatten().collect();
        let elements: Vec<&Lookahead> = elements.into_iter().collect();
        let place: HashMap<&Lookahead, usize> = elements
            .iter()
            .enumerate()
            .map(|(at, &one)| (one, at))
            .collect();
        let mut sets = vec![Bits::default(); self.own.len()];
        for (set, own) in sets.iter_mut().zip(&self.own) {
            own.iter().for_each(|element| set.insert(place[element]));
        }
        close(&mut sets, &self.includes);
        let found = self.names.iter().zip(&sets).map(|(name, bits)| {
            let set = bits.iter().map(|at| elements[at].clone());
            ((*name).to_owned(), set.collect())
        });
        found.collect()
    }
}

/// Adds to each set the members of the sets that it includes.
pub(super) fn close(sets: &mut [Bits], includes: &[BTreeSet<usize>]) {
    for together in components(includes) {
        let Some(&first) = together.first() else {
            continue;
        };
        let mut all = sets[first].clone();
        for &one in &together {
            all.include(&sets[one]);
            includes[one]
                .iter()
                .for_each(|&included| all.include(&sets[included]));
        }
        for one in together {
            sets[one].clone_from(&all);
        }
    }
}

/// The parts of a graph whose nodes reach one another, those first that others lead to (Tarjan, 1972).
fn components(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut index = vec![UNSEEN; edges.len()];
    let mut lowest = vec![0; edges.len()];
    let mut is_open = vec![false; edges.len()];
    let (mut seen, mut stack, mut found) = (0, Vec::new(), Vec::new());
    for root in 0..edges.len() {
        if index[root] != UNSEEN {
            continue;
        }
        // Each node that is being looked at, with the edges that are left.
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut entered = Some(root);
        loop {
            if let Some(node) = entered.take() {
                index[node] = seen;
                lowest[node] = seen;
                seen += 1;
                stack.push(node);
                is_open[node] = true;
                path.push((node, edges[node].iter().copied().collect()));
            }
            let Some((node, left)) = path.last_mut() else {
                break;
            };
            let node = *node;
            if let Some(next) = left.pop() {
                if index[next] == UNSEEN {
                    entered = Some(next);
                } else if is_open[next] {
                    lowest[node] = lowest[node].min(index[next]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                lowest[before] = lowest[before].min(lowest[node]);
            }
            if lowest[node] == index[node] {
                let from = stack.iter().rposition(|&one| one == node).unwrap_or(0);
                let component = stack.split_off(from);
                for &one in &component {
                    is_open[one] = false;
                }
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reached_comes_first() {
        let edges: Vec<BTreeSet<usize>> = [vec![1], vec![2, 3], vec![0], vec![], vec![4, 0]]
            .map(BTreeSet::from_iter)
            .into();
        let mut found = components(&edges);
        for component in &mut found {
            component.sort_unstable();
        }
        assert_eq!(found, [vec![3], vec![0, 1, 2], vec![4]]);
    }
}
