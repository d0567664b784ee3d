//! Blank nodes in classes, by their surroundings.
//!
//! Invariants: nodes of different classes are mapped to one another by no isomorphism that respects the classes as they were
//! at first, and by those that [`Partition::pair`] made. After [`Partition::refine`], two nodes of a class have links of the
//! same labels, at the same places, to nodes of the same classes.

use super::structure::Structure;
use super::undecided::Undecided;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{Hash, Hasher};

pub(super) struct Partition<'s> {
    structure: &'s Structure<'s>,
    class: Vec<usize>,
    classes: Vec<NodeClass>,
    /// The nodes that were moved, each with its class before, to undo the moves.
    moves: Vec<(usize, usize)>,
    steps: u64,
    limit: u64,
}

#[derive(Default)]
struct NodeClass {
    members: BTreeSet<usize>,
    /// How many of them are nodes of the left dataset.
    left: usize,
}

/// Members of a class by their signatures.
type MembersBySignature = BTreeMap<Vec<u64>, Vec<usize>>;

/// How things stood, to return to.
#[derive(Clone, Copy)]
pub(super) struct PartitionMark {
    moves: usize,
    classes: usize,
}

impl<'s> Partition<'s> {
    /// All nodes in one class.
    pub(super) fn new(structure: &'s Structure<'s>, limit: u64) -> Self {
        let nodes = structure.links_of.len();
        Self {
            structure,
            class: vec![0; nodes],
            classes: vec![NodeClass {
                members: (0..nodes).collect(),
                left: structure.left,
            }],
            moves: Vec::new(),
            steps: 0,
            limit,
        }
    }

    /// The node on the other side that a left node can be mapped to, if only one can be.
    pub(super) fn counterpart(&self, node: usize) -> Option<usize> {
        let members = &self.classes[self.class[node]].members;
        match members.len() {
            2 => members.last().copied(),
            _ => None,
        }
    }

    /// The first right node, from this number on, that a left node could be mapped to.
    pub(super) fn candidate(&self, node: usize, from: usize) -> Option<usize> {
        let members = &self.classes[self.class[node]].members;
        let from = from.max(self.structure.left);
        members.range(from..).next().copied()
    }

    pub(super) fn mark(&self) -> PartitionMark {
        PartitionMark {
            moves: self.moves.len(),
            classes: self.classes.len(),
        }
    }

    /// Undoes all that was done since.
    pub(super) fn return_to(&mut self, mark: PartitionMark) {
        while self.moves.len() > mark.moves {
            if let Some((node, class)) = self.moves.pop() {
                self.put(node, class);
            }
        }
        self.classes.truncate(mark.classes);
    }

    /// Never returns to anything before this.
    pub(super) fn forget_moves(&mut self) {
        self.moves.clear();
    }

    /// Maps a left node to a right one, and splits classes as far as follows; false if it shows that they do not fit.
    pub(super) fn pair(&mut self, left: usize, right: usize) -> Result<bool, Undecided> {
        let class = self.new_class();
        self.move_to(left, class);
        self.move_to(right, class);
        self.refine(vec![left, right])
    }

    /// Splits classes until nothing tells their members apart. `changed` are the nodes whose class is new; all of them, the
    /// first time. False if the numbers of nodes of the left and of the right dataset in a class differ.
    ///
    /// The largest part of a class stays, so no node is moved more often than the logarithm of their number. A signature
    /// needs only the links that `changed` touches: by the others, and by how these were before, members of a class do not
    /// differ.
    pub(super) fn refine(&mut self, mut changed: Vec<usize>) -> Result<bool, Undecided> {
        while !changed.is_empty() {
            let mut next = Vec::new();
            for (class, parts) in self.parts(&changed)? {
                for part in self.leaving(class, parts) {
                    let class = self.new_class();
                    for &node in &part {
                        self.move_to(node, class);
                    }
                    if !self.classes[class].is_balanced() {
                        return Ok(false);
                    }
                    next.extend(part);
                }
                if !self.classes[class].is_balanced() {
                    return Ok(false);
                }
            }
            changed = next;
        }
        Ok(true)
    }

    /// The members of each class that have links to the changed nodes, in parts of the same signature.
    fn parts(
        &mut self,
        changed: &[usize],
    ) -> Result<BTreeMap<usize, MembersBySignature>, Undecided> {
        let structure = self.structure;
        let mut touched: Vec<usize> = changed
            .iter()
            .flat_map(|&node| &structure.links_of[node])
            .copied()
            .collect();
        touched.sort_unstable();
        touched.dedup();
        let mut signatures: HashMap<usize, Vec<u64>> = HashMap::new();
        for link in touched {
            let link = &structure.links[link];
            self.spend(link.nodes.len() as u64)?;
            let mut hasher = DefaultHasher::new();
            link.label.hash(&mut hasher);
            for &node in &link.nodes {
                self.class[node].hash(&mut hasher);
            }
            for (place, &node) in link.nodes.iter().enumerate() {
                let mut hasher = hasher.clone();
                place.hash(&mut hasher);
                signatures.entry(node).or_default().push(hasher.finish());
            }
        }
        let mut parts: BTreeMap<usize, MembersBySignature> = BTreeMap::new();
        for (node, mut signature) in signatures {
            signature.sort_unstable();
            let parts = parts.entry(self.class[node]).or_default();
            parts.entry(signature).or_default().push(node);
        }
        Ok(parts)
    }

    /// All parts of a class but the largest. The members that are in none of `parts` are one, too.
    fn leaving(&self, class: usize, parts: MembersBySignature) -> Vec<Vec<usize>> {
        let members = &self.classes[class].members;
        let touched: usize = parts.values().map(Vec::len).sum();
        let untouched = members.len() - touched;
        let mut parts: Vec<_> = parts.into_values().collect();
        let largest = (0..parts.len()).max_by_key(|&part| parts[part].len());
        let Some(largest) = largest.filter(|&part| parts[part].len() > untouched) else {
            return parts;
        };
        if untouched > 0 {
            let touched: HashSet<usize> = parts.iter().flatten().copied().collect();
            let others = members.iter().copied().filter(|it| !touched.contains(it));
            parts.push(others.collect());
        }
        parts.swap_remove(largest);
        parts
    }

    fn new_class(&mut self) -> usize {
        self.classes.push(NodeClass::default());
        self.classes.len() - 1
    }

    fn move_to(&mut self, node: usize, class: usize) {
        self.moves.push((node, self.class[node]));
        self.put(node, class);
    }

    fn put(&mut self, node: usize, class: usize) {
        let is_left = usize::from(node < self.structure.left);
        let from = &mut self.classes[self.class[node]];
        from.members.remove(&node);
        from.left -= is_left;
        let to = &mut self.classes[class];
        to.members.insert(node);
        to.left += is_left;
        self.class[node] = class;
    }

    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Undecided> {
        self.steps += steps;
        match self.steps > self.limit {
            true => Err(self.undecided()),
            false => Ok(()),
        }
    }

    pub(super) fn undecided(&self) -> Undecided {
        Undecided::new(self.limit)
    }
}

impl NodeClass {
    fn is_balanced(&self) -> bool {
        2 * self.left == self.members.len()
    }
}
