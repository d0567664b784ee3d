//! The match of two datasets' blank nodes that leaves the fewest links unshared.
//!
//! A node that is matched has a number, which its mate has, too; all others are open. Links of both sides are in one class if they
//! have the same label and, place by place, nodes with the same number or open ones. Of a class, no more links can be shared than
//! there are on the side with fewer: the sum of that is a bound for all that the open nodes may come to, and once the nodes of
//! one side are decided, it is what is shared. The search decides one node after the other, tries what has the best bound first,
//! and takes back what cannot be better than the best that was found.
//!
//! Invariants: the bound is never too low, so a search that comes to its end has the best match. A match that is returned shares
//! as much as the one that it began with, or more. Steps are counted, and beyond their limit the best so far is taken.

use super::structure::{Structure, hashed};
use foldhash::{HashMap, HashMapExt as _};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::iter::successors;

/// The best match that was found.
pub(crate) struct BestMatch {
    /// For each left node, the right one.
    pub(crate) mates: Vec<Option<usize>>,
    /// Whether no other shares more.
    pub(crate) is_best: bool,
}

/// A second at most.
const STEPS: u64 = 4_000_000;
/// The steps that large datasets get beyond that: to go once through a search.
const STEPS_BY_LINK: u64 = 64;
/// How often the surroundings of what differs are searched, each time a link further.
const WIDENINGS: usize = 3;

/// Makes a match better, if it can be.
pub(crate) fn best_match(
    structure: &Structure<'_>,
    mates: impl Fn(usize) -> Option<usize>,
) -> BestMatch {
    let mut search = MatchSearch::new(structure);
    let most = search.state.shared;
    search.begin_with((0..structure.left).filter_map(|node| Some((node, mates(node)?))));
    let steps = STEPS + STEPS_BY_LINK * structure.links.len() as u64;
    // What differs may only be matched the wrong way round: all else stays as it is.
    let mut widening = 0;
    while search.best < most && widening < WIDENINGS {
        let before = search.best;
        search.limit = search.state.steps + steps / 8;
        search.improve(widening);
        widening = match search.best > before {
            true => 0,
            false => widening + 1,
        };
        if search.state.steps > steps / 2 {
            break;
        }
    }
    search.open_all();
    let order = search.order(search.nodes());
    search.limit = search.state.steps + steps / 2;
    let is_best = search.aim(most, &order) || {
        search.limit = search.state.steps + steps / 2;
        search.run(&order)
    };
    BestMatch {
        mates: search.mates,
        is_best,
    }
}

struct MatchSearch<'s> {
    state: MatchState<'s>,
    /// The side with fewer nodes, which are decided one by one.
    side: usize,
    best: usize,
    mates: Vec<Option<usize>>,
    limit: u64,
}

/// A node that is being decided.
struct MateDecision {
    node: usize,
    /// The mate that is tried now.
    mate: Option<usize>,
    /// The mates that are still to be tried, each with the bound after it; the best is last.
    options: Vec<(usize, Reverse<usize>)>,
}

/// Stands for no mate among the options: it is tried after mates with the same bound.
const ALONE: usize = usize::MAX;

impl<'s> MatchSearch<'s> {
    fn new(structure: &'s Structure<'s>) -> Self {
        let right = structure.links_of.len() - structure.left;
        Self {
            state: MatchState::new(structure),
            side: usize::from(right < structure.left),
            best: 0,
            mates: vec![None; structure.left],
            limit: 0,
        }
    }

    /// The nodes that are decided.
    fn nodes(&self) -> Vec<usize> {
        let structure = self.state.structure;
        match self.side {
            0 => (0..structure.left).collect(),
            _ => (structure.left..structure.links_of.len()).collect(),
        }
    }

    fn begin_with(&mut self, pairs: impl Iterator<Item = (usize, usize)>) {
        for (left, right) in pairs {
            self.mates[left] = Some(right);
        }
        self.decide(&self.nodes());
        self.best = self.state.shared;
    }

    /// Decides nodes as in the best match.
    fn decide(&mut self, nodes: &[usize]) {
        let mut mates = vec![None; self.state.numbers.len()];
        for (left, right) in self.mates.iter().enumerate() {
            if let Some(right) = *right {
                (mates[left], mates[right]) = (Some(right), Some(left));
            }
        }
        for &node in nodes {
            self.state.decide(node, mates[node]);
        }
    }

    fn open_all(&mut self) {
        for node in 0..self.state.numbers.len() {
            self.state.set(node, OPEN);
        }
    }

    /// Searches a match of the nodes that are in unshared links, or so many links away from them; all are decided, before and after.
    fn improve(&mut self, widening: usize) {
        let mut nodes = self.state.in_unshared_links();
        self.add_mates(&mut nodes);
        for _ in 0..widening {
            let links = nodes
                .iter()
                .flat_map(|&node| &self.state.structure.links_of[node]);
            let links = links.map(|&link| &self.state.structure.links[link]);
            let around: Vec<usize> = links.flat_map(|link| link.nodes.iter().copied()).collect();
            nodes.extend(around);
            self.add_mates(&mut nodes);
        }
        for &node in &nodes {
            self.state.set(node, OPEN);
        }
        let structure = self.state.structure;
        let own = nodes
            .into_iter()
            .filter(|&node| structure.side(node) == self.side);
        let order = self.order(own.collect());
        self.run(&order);
        self.decide(&order);
    }

    fn add_mates(&self, nodes: &mut BTreeSet<usize>) {
        let pairs = self.mates.iter().enumerate();
        let pairs = pairs.filter_map(|(left, right)| Some((left, (*right)?)));
        for (left, right) in pairs {
            if nodes.contains(&left) || nodes.contains(&right) {
                nodes.extend([left, right]);
            }
        }
    }

    /// Nodes in an order in which each has as many links as possible to those before it, and to decided ones.
    fn order(&self, nodes: Vec<usize>) -> Vec<usize> {
        let structure = self.state.structure;
        let mut ties: HashMap<usize, usize> = HashMap::new();
        for &node in &nodes {
            let links = structure.links_of[node].iter();
            let tied = links.filter(|&&link| {
                let nodes = &structure.links[link].nodes;
                nodes.iter().any(|&it| self.state.numbers[it] != OPEN)
            });
            ties.insert(node, tied.count());
        }
        let rank = |node: usize, ties: usize| (ties, structure.links_of[node].len(), Reverse(node));
        let ranked = nodes.iter().map(|&node| rank(node, ties[&node]));
        let mut heap: BinaryHeap<_> = ranked.collect();
        let mut order = Vec::new();
        while let Some((_, _, Reverse(node))) = heap.pop() {
            if ties.remove(&node).is_none() {
                continue;
            }
            order.push(node);
            for &link in &structure.links_of[node] {
                for &other in &structure.links[link].nodes {
                    if let Some(ties) = ties.get_mut(&other) {
                        *ties += 1;
                        heap.push(rank(other, *ties));
                    }
                }
            }
        }
        order
    }

    /// Searches a match that shares this much, then one that shares one less, and so on down to the best: the more has to be shared,
    /// the sooner a wrong decision shows. Whether the best match is known then.
    fn aim(&mut self, most: usize, order: &[usize]) -> bool {
        let known = self.best;
        for aim in (known + 1..=most).rev() {
            self.best = aim - 1;
            let is_within = self.run(order);
            if self.best >= aim {
                return true;
            }
            self.best = known;
            if !is_within {
                return false;
            }
        }
        true
    }

    /// Decides these nodes in all ways that may be better than the best; whether that was done within the limit.
    fn run(&mut self, order: &[usize]) -> bool {
        let mut decisions: Vec<MateDecision> = Vec::new();
        loop {
            let is_within = self.state.steps <= self.limit;
            if is_within && self.state.shared > self.best {
                match order.get(decisions.len()) {
                    Some(&node) => {
                        let options = self.options(node);
                        let mate = None;
                        self.state.decide(node, mate);
                        decisions.push(MateDecision {
                            node,
                            mate,
                            options,
                        });
                    }
                    None => self.keep(),
                }
            }
            loop {
                let Some(decision) = decisions.last_mut() else {
                    return is_within;
                };
                self.state.open(decision.node, decision.mate);
                match decision.options.pop().filter(|_| is_within) {
                    Some((bound, Reverse(mate))) if bound > self.best => {
                        decision.mate = (mate != ALONE).then_some(mate);
                        self.state.decide(decision.node, decision.mate);
                        break;
                    }
                    _ => drop(decisions.pop()),
                }
            }
        }
    }

    /// Keeps what is decided as the best match.
    fn keep(&mut self) {
        self.best = self.state.shared;
        self.mates.fill(None);
        let structure = self.state.structure;
        for other in 0..self.state.numbers.len() {
            if structure.side(other) == self.side || self.state.numbers[other] == OPEN {
                continue;
            }
            let node = self.state.numbers[other] - 1;
            let (left, right) = if self.side == 0 {
                (node, other)
            } else {
                (other, node)
            };
            self.mates[left] = Some(right);
        }
    }

    /// The mates of a node with which more than the best may be shared.
    ///
    /// Without a mate, none of its links is shared. Each that it has in common with a mate adds one to that at most; so a mate
    /// needs some number of them, and has one of any that are not too few: those in the smallest classes.
    fn options(&mut self, node: usize) -> Vec<(usize, Reverse<usize>)> {
        self.state.decide(node, None);
        let alone = self.state.shared;
        self.state.open(node, None);
        let links = &self.state.structure.links_of[node];
        let needed = (self.best + 1).saturating_sub(alone);
        let looked_at = (links.len() + 1).saturating_sub(needed);
        let mut classes: Vec<(usize, usize)> = links
            .iter()
            .map(|&link| (self.state.class(link)[1 - self.side].length, link))
            .collect();
        classes.sort_unstable();
        let mut mates = BTreeSet::new();
        for (size, link) in classes.into_iter().take(looked_at) {
            self.state.steps += size as u64;
            let structure = self.state.structure;
            let nodes = structure.links[link].nodes.iter();
            for (place, _) in nodes.enumerate().filter(|&(_, &it)| it == node) {
                let others = self.state.links_of_class(link, 1 - self.side);
                mates.extend(others.map(|other| structure.links[other].nodes[place]));
            }
            if self.state.steps > self.limit {
                return Vec::new();
            }
        }
        let mut options = vec![(alone, Reverse(ALONE))];
        for mate in mates {
            self.state.decide(node, Some(mate));
            options.push((self.state.shared, Reverse(mate)));
            self.state.open(node, Some(mate));
        }
        options.retain(|&(bound, _)| bound > self.best);
        options.sort_unstable();
        options
    }
}

/// The number of a node that is not decided.
const OPEN: usize = 0;

/// The mates that are decided, and the classes of links that follow.
struct MatchState<'s> {
    structure: &'s Structure<'s>,
    /// By node.
    numbers: Vec<usize>,
    /// By the hash of what its links have in common: those of each side.
    classes: HashMap<u64, [LinkChain; 2]>,
    places: Vec<LinkPlace>,
    /// How many links are shared at most.
    shared: usize,
    steps: u64,
}

/// The links of a side in a class: a chain, so that no class has memory of its own.
#[derive(Clone, Copy, Default)]
struct LinkChain {
    length: usize,
    first: Option<usize>,
}

/// Where a link is: its class, and the links before and after it in the chain.
#[derive(Clone, Copy, Default)]
struct LinkPlace {
    class: u64,
    before: Option<usize>,
    after: Option<usize>,
}

impl<'s> MatchState<'s> {
    fn new(structure: &'s Structure<'s>) -> Self {
        let mut state = Self {
            structure,
            numbers: vec![OPEN; structure.links_of.len()],
            classes: HashMap::new(),
            places: vec![LinkPlace::default(); structure.links.len()],
            shared: 0,
            steps: 0,
        };
        for link in 0..structure.links.len() {
            state.add(link);
        }
        state
    }

    /// The links of both sides in the class of this one.
    fn class(&self, link: usize) -> &[LinkChain; 2] {
        &self.classes[&self.places[link].class]
    }

    /// The links of a side in the class of this link.
    fn links_of_class(&self, link: usize, side: usize) -> impl Iterator<Item = usize> {
        successors(self.class(link)[side].first, |&it| self.places[it].after)
    }

    /// Decides a node, which has this mate or none.
    fn decide(&mut self, node: usize, mate: Option<usize>) {
        for it in mate.into_iter().chain([node]) {
            self.set(it, node + 1);
        }
    }

    fn open(&mut self, node: usize, mate: Option<usize>) {
        for it in mate.into_iter().chain([node]) {
            self.set(it, OPEN);
        }
    }

    fn set(&mut self, node: usize, number: usize) {
        if self.numbers[node] == number {
            return;
        }
        self.numbers[node] = number;
        let structure = self.structure;
        self.steps += structure.links_of[node].len() as u64;
        for &link in &structure.links_of[node] {
            self.remove(link);
            self.add(link);
        }
    }

    fn add(&mut self, link: usize) {
        let quad = &self.structure.links[link];
        let nodes = quad.nodes.iter().map(|&node| self.numbers[node]);
        let key = nodes.fold(hashed(quad.label), |hash, number| hashed((hash, number)));
        let side = self.structure.side(quad.nodes[0]);
        let class = self.classes.entry(key).or_default();
        let after = class[side].first.replace(link);
        class[side].length += 1;
        self.shared += usize::from(class[side].length <= class[1 - side].length);
        self.places[link] = LinkPlace {
            class: key,
            before: None,
            after,
        };
        if let Some(after) = after {
            self.places[after].before = Some(link);
        }
    }

    fn remove(&mut self, link: usize) {
        let place = self.places[link];
        let side = self.structure.side(self.structure.links[link].nodes[0]);
        let Some(class) = self.classes.get_mut(&place.class) else {
            return;
        };
        self.shared -= usize::from(class[side].length <= class[1 - side].length);
        class[side].length -= 1;
        match place.before {
            Some(before) => self.places[before].after = place.after,
            None => class[side].first = place.after,
        }
        if let Some(after) = place.after {
            self.places[after].before = place.before;
        }
        if class.iter().all(|chain| chain.length == 0) {
            self.classes.remove(&place.class);
        }
    }

    /// The nodes of links that are not shared, if all are decided.
    fn in_unshared_links(&self) -> BTreeSet<usize> {
        let links = self.structure.links.iter().enumerate();
        let unshared = links.filter(|&(link, _)| {
            let class = self.class(link);
            class.iter().any(|chain| chain.length == 0)
        });
        unshared
            .flat_map(|(_, quad)| quad.nodes.iter().copied())
            .collect()
    }
}
