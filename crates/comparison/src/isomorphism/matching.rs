//! Which blank node of one dataset is most like which of another, where the two are not isomorphic.
//!
//! First nodes are matched whose surroundings are alike, the widest first; then those that share most links. Each match leads on
//! to neighbours of both.
//!
//! Invariant: the mapping is one-to-one, and follows from the order of the quads. Nothing is taken back, so the work is bounded
//! by the number of links. Quads that it maps to quads of the other dataset are in both; those that it does not map are a
//! difference, though not always the smallest.

use super::structure::{Structure, hashed};
use foldhash::{HashMap, HashMapExt as _, HashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How far from a node its surroundings are looked at: each round looks one link further.
const ROUNDS: usize = 16;
/// How often nodes are matched by the links that they share, each time with the neighbours that were matched before.
const TURNS: usize = 8;
/// The most pairs of nodes that are compared for having the same link.
const MOST_PAIRS: usize = 256;
/// The most links of a node that are compared with those of another.
const MOST_LINKS: usize = 64;

pub(crate) struct Matching<'s> {
    structure: &'s Structure<'s>,
    /// How each node looks.
    colours: Vec<u64>,
    /// The node that each is matched with.
    mates: Vec<Option<usize>>,
}

/// How each node looks, with its surroundings as far as is looked.
pub(super) fn surroundings(structure: &Structure<'_>) -> Vec<u64> {
    let mut rounds = Matching::empty(structure).rounds(false);
    rounds.pop().unwrap_or_default()
}

/// Nodes of the left and the right dataset.
type NodesOfBoth = [Vec<usize>; 2];

impl<'s> Matching<'s> {
    pub(crate) fn new(structure: &'s Structure<'s>) -> Self {
        let nodes = structure.links_of.len();
        let mut matching = Self::empty(structure);
        matching.match_surroundings();
        // What a node leads to tells it apart, whatever leads to it.
        for colours in [
            matching.rounds(true).pop().unwrap_or_default(),
            vec![0; nodes],
        ] {
            matching.colours = colours;
            for _ in 0..TURNS {
                if !matching.match_similar() {
                    break;
                }
            }
        }
        matching.match_in_order();
        matching
    }

    fn empty(structure: &'s Structure<'s>) -> Self {
        let nodes = structure.links_of.len();
        Self {
            structure,
            colours: vec![0; nodes],
            mates: vec![None; nodes],
        }
    }

    /// The right node that a left one is matched with.
    pub(crate) fn mate(&self, node: usize) -> Option<usize> {
        self.mates[node]
    }

    /// Colours by surroundings, after each round, until they tell no more apart; `is_forward` looks only from the first node of
    /// each link to the others.
    fn rounds(&self, is_forward: bool) -> Vec<Vec<u64>> {
        let mut rounds = vec![vec![0; self.mates.len()]];
        let mut count = 1;
        while let Some(colours) = rounds.last()
            && rounds.len() <= ROUNDS
        {
            // Sums, which do not depend on the order of the links.
            let mut seen: Vec<u64> = vec![0; colours.len()];
            for (hash, place, node) in self.ends(colours) {
                if !is_forward || place == 0 {
                    seen[node] = seen[node].wrapping_add(hash);
                }
            }
            let next = colours.iter().zip(seen).map(hashed);
            let next: Vec<u64> = next.collect();
            let different = next.iter().collect::<HashSet<_>>().len();
            if different <= count {
                break;
            }
            count = different;
            rounds.push(next);
        }
        rounds
    }

    /// A link as far as its nodes are matched, or look.
    fn hash(&self, link: usize, colours: &[u64]) -> u64 {
        let link = &self.structure.links[link];
        let nodes = link.nodes.iter();
        let look = |&node: &usize| self.matched(node).ok_or(colours[node]);
        nodes
            .map(look)
            .fold(hashed(link.label), |hash, look| hashed((hash, look)))
    }

    /// A link as it looks from the node at a place: of the others, those after it have a colour.
    fn hash_from(&self, link: usize, place: usize) -> u64 {
        let link = &self.structure.links[link];
        let looks = link.nodes.iter().enumerate().map(|(other, &node)| {
            let colour = match other > place {
                true => self.colours[node],
                false => 0,
            };
            self.matched(node).ok_or(colour)
        });
        looks.fold(hashed((link.label, place)), |hash, look| {
            hashed((hash, look))
        })
    }

    /// The left node of the pair that a node is in.
    fn matched(&self, node: usize) -> Option<usize> {
        match node < self.structure.left {
            true => self.mates[node].map(|_| node),
            false => self.mates[node],
        }
    }

    /// All links, once for each of their nodes: a hash that has the node's place, the place, and the node.
    fn ends(&self, colours: &[u64]) -> impl Iterator<Item = (u64, usize, usize)> {
        let links = self.structure.links.iter().enumerate();
        links.flat_map(move |(number, link)| {
            let hash = self.hash(number, colours);
            let nodes = link.nodes.iter().enumerate();
            nodes.map(move |(place, &node)| (hashed((hash, place)), place, node))
        })
    }

    /// Matches nodes that look alike as far as was looked, in their order; then those of which there is one on each side that
    /// look alike less far.
    fn match_surroundings(&mut self) {
        let mut rounds = self.rounds(false);
        let mut is_first = true;
        while let Some(colours) = rounds.pop() {
            let mut groups: HashMap<u64, NodesOfBoth> = HashMap::new();
            for (node, &colour) in colours.iter().enumerate() {
                if self.mates[node].is_none() {
                    groups.entry(colour).or_default()[self.structure.side(node)].push(node);
                }
            }
            let groups = groups.into_values();
            let mut groups: Vec<_> = groups
                .filter(|[left, right]| match is_first {
                    true => !left.is_empty() && !right.is_empty(),
                    false => left.len() == 1 && right.len() == 1,
                })
                .collect();
            // The fewer there are to choose from, the surer.
            groups.sort_unstable_by_key(|[left, right]| (left.len().max(right.len()), left[0]));
            // Neighbours have to look alike, too.
            self.colours = match (is_first, rounds.last()) {
                (false, Some(before)) => before.clone(),
                _ => colours,
            };
            for group in groups {
                self.match_group(group);
            }
            is_first = false;
        }
    }

    /// Matches those that are still free, in their order.
    fn match_group(&mut self, [left, right]: NodesOfBoth) {
        let mut right = right.into_iter();
        for left in left {
            if self.mates[left].is_none() {
                let Some(right) = right.find(|&it| self.mates[it].is_none()) else {
                    return;
                };
                self.pair(left, right);
            }
        }
    }

    /// The nodes that are not matched, by their links; groups without a node on one side are left out. And the links of each.
    fn groups(&self) -> (Vec<NodesOfBoth>, HashMap<usize, BTreeSet<u64>>) {
        let mut groups: HashMap<u64, NodesOfBoth> = HashMap::new();
        let mut links: HashMap<usize, BTreeSet<u64>> = HashMap::new();
        for (number, link) in self.structure.links.iter().enumerate() {
            for (place, &node) in link.nodes.iter().enumerate() {
                if self.mates[node].is_some() {
                    continue;
                }
                let hash = self.hash_from(number, place);
                groups.entry(hash).or_default()[self.structure.side(node)].push(node);
                let links = links.entry(node).or_default();
                if links.len() < MOST_LINKS {
                    links.insert(hash);
                }
            }
        }
        let mut groups: Vec<NodesOfBoth> = groups.into_values().collect();
        groups.retain(|group| group.iter().all(|nodes| !nodes.is_empty()));
        groups.sort_unstable();
        (groups, links)
    }

    /// Matches the nodes that share most links, among those that share a rare one; whether there were any.
    fn match_similar(&mut self) -> bool {
        let (groups, links) = self.groups();
        let mut rare: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for [left, right] in &groups {
            let pairs = left.len().saturating_mul(right.len());
            if pairs <= MOST_PAIRS {
                for &left in left {
                    for &right in right {
                        *rare.entry((left, right)).or_default() += MOST_PAIRS / pairs;
                    }
                }
            }
        }
        let shared = |left: usize, right: usize| match (links.get(&left), links.get(&right)) {
            (Some(left), Some(right)) => left.intersection(right).count(),
            _ => 0,
        };
        let mut candidates: Vec<_> = rare
            .into_iter()
            .map(|((left, right), rare)| (Reverse((shared(left, right), rare)), left, right))
            .collect();
        candidates.sort_unstable();
        for &(_, left, right) in &candidates {
            if self.mates[left].is_none() && self.mates[right].is_none() {
                self.pair(left, right);
            }
        }
        !candidates.is_empty()
    }

    /// Matches nodes that have a link alike, in their order.
    fn match_in_order(&mut self) {
        let (groups, _) = self.groups();
        for group in groups {
            self.match_group(group);
        }
    }

    /// Matches two nodes, and those that follow: the others in links that the two share.
    fn pair(&mut self, left: usize, right: usize) {
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            if self.mates[left].is_some() || self.mates[right].is_some() {
                continue;
            }
            self.mates[left] = Some(right);
            self.mates[right] = Some(left);
            let mut links: BTreeMap<u64, [Vec<usize>; 2]> = BTreeMap::new();
            for (side, node) in [left, right].into_iter().enumerate() {
                for &link in &self.structure.links_of[node] {
                    let hash = self.hash(link, &self.colours);
                    links.entry(hash).or_default()[side].push(link);
                }
            }
            for [left, right] in links.into_values() {
                if left.len() != right.len() {
                    continue;
                }
                for (left, right) in left.into_iter().zip(right) {
                    let [left, right] = [left, right].map(|it| &self.structure.links[it].nodes);
                    pairs.extend(left.iter().copied().zip(right.iter().copied()));
                }
            }
        }
    }
}
