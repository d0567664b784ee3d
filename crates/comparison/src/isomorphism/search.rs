//! Which node of the one dataset could be which of the other: by trying, where classes leave a choice.
//!
//! A connected component is settled for good once it fits another: if the datasets are isomorphic at all, then by a mapping
//! that maps the one to the other. So nothing is tried twice for having come before.
//!
//! Invariants: it answers "yes" only for a mapping that it has checked link by link; "no" only when classes do not fit, or
//! after it has tried all candidates of a node. No recursion, and every step counts.

use super::partition::{Partition, PartitionMark};
use super::structure::{BlankNodeQuad, Structure};
use super::undecided::Undecided;
use std::collections::HashMap;

pub(super) struct IsomorphismSearch<'s> {
    structure: &'s Structure<'s>,
    partition: Partition<'s>,
}

/// A node that has several candidates.
struct PairingChoice {
    node: usize,
    /// The number from which on they are not tried yet.
    next: usize,
    /// How things stood before any was tried.
    before: PartitionMark,
}

impl<'s> IsomorphismSearch<'s> {
    /// A second or two; most of the W3C's tests take less than a thousand.
    const STEPS: u64 = 10_000_000;
    /// The steps that large datasets get beyond that. Telling nodes apart takes each link a few times, if it is possible.
    const STEPS_BY_LINK: u64 = 64;

    pub(super) fn new(structure: &'s Structure<'s>) -> Self {
        Self::within(structure, Self::STEPS)
    }

    /// For datasets that may well not be isomorphic, of which there are many.
    pub(super) fn in_few_steps(structure: &'s Structure<'s>) -> Self {
        Self::within(structure, 0)
    }

    fn within(structure: &'s Structure<'s>, steps: u64) -> Self {
        let limit = steps + Self::STEPS_BY_LINK * structure.links.len() as u64;
        Self {
            structure,
            partition: Partition::new(structure, limit),
        }
    }

    pub(super) fn run(mut self) -> Result<bool, Undecided> {
        let all = (0..self.structure.links_of.len()).collect();
        if !self.partition.refine(all)? {
            return Ok(false);
        }
        for component in self.components() {
            if !self.settle(&component)? {
                return Ok(false);
            }
            self.partition.forget_moves();
        }
        match self.is_mapping() {
            true => Ok(true),
            // Two signatures have the same hash.
            false => Err(self.partition.undecided()),
        }
    }

    /// The left nodes that links connect, directly or by way of others.
    fn components(&self) -> Vec<Vec<usize>> {
        let mut components = Vec::new();
        let mut seen = vec![false; self.structure.left];
        for start in 0..self.structure.left {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut component = vec![start];
            let mut next = 0;
            while let Some(&node) = component.get(next) {
                next += 1;
                for &link in &self.structure.links_of[node] {
                    for &other in &self.structure.links[link].nodes {
                        if !seen[other] {
                            seen[other] = true;
                            component.push(other);
                        }
                    }
                }
            }
            components.push(component);
        }
        components
    }

    /// Leaves each node of a component with one counterpart; false if that cannot be done.
    fn settle(&mut self, component: &[usize]) -> Result<bool, Undecided> {
        let mut choices: Vec<PairingChoice> = Vec::new();
        loop {
            match self.open(component)? {
                None => return Ok(true),
                Some(node) => choices.push(PairingChoice {
                    node,
                    next: 0,
                    before: self.partition.mark(),
                }),
            }
            loop {
                let Some(choice) = choices.last_mut() else {
                    return Ok(false);
                };
                self.partition.return_to(choice.before);
                let Some(candidate) = self.partition.candidate(choice.node, choice.next) else {
                    choices.pop();
                    continue;
                };
                choice.next = candidate + 1;
                if self.partition.pair(choice.node, candidate)? {
                    break;
                }
            }
        }
    }

    /// A node that has several candidates.
    fn open(&mut self, component: &[usize]) -> Result<Option<usize>, Undecided> {
        self.partition.spend(component.len() as u64)?;
        let is_open = |node: &usize| self.partition.counterpart(*node).is_none();
        Ok(component.iter().copied().find(is_open))
    }

    /// Whether the counterparts map the left links to the right ones.
    fn is_mapping(&self) -> bool {
        let (left, right): (Vec<&BlankNodeQuad>, Vec<&BlankNodeQuad>) = self
            .structure
            .links
            .iter()
            .partition(|link| link.nodes.iter().all(|&node| node < self.structure.left));
        let mut counts: HashMap<&BlankNodeQuad, usize> = HashMap::new();
        for link in right {
            *counts.entry(link).or_default() += 1;
        }
        left.len() == counts.values().sum::<usize>()
            && left.into_iter().all(|link| {
                let nodes = link
                    .nodes
                    .iter()
                    .map(|&node| self.partition.counterpart(node));
                let mapped = nodes.collect::<Option<_>>().map(|nodes| BlankNodeQuad {
                    label: link.label,
                    nodes,
                });
                match mapped.and_then(|mapped| counts.get_mut(&mapped)) {
                    Some(count @ 1..) => {
                        *count -= 1;
                        true
                    }
                    _ => false,
                }
            })
    }
}
