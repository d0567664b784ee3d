//! From a chart to a tree, and whether another tree is possible.
//!
//! Invariant: the tree takes the way to each item that was found first. It is made before the chart is completed with the steps of
//! chains, since these may come in any order.

use super::{Chart, EarleyItem, ItemPlace, LastStep, Link, STEPS_OF_ITEM};
use crate::TreeSink;
use crate::empty_trees::EmptyTrees;
use crate::rejection::{EarleyRefusal, Finished};
use foldhash::{HashMap, HashMapExt as _, HashSet};

impl Chart<'_, '_> {
    /// A nonterminal at its end, by where it begins and ends: the item that was found first.
    fn finished(&mut self, rule: u16, origin: u32, end: u32) -> ItemPlace {
        let ends = self.ends(rule, origin, end).first();
        ends.map_or_else(ItemPlace::default, |&index| (end, index))
    }

    /// The items of a nonterminal at its end.
    fn ends(&mut self, rule: u16, origin: u32, end: u32) -> &[u32] {
        let tables = self.tables;
        let set = &mut self.sets[end as usize];
        let ends = set.ends.get_or_insert_with(|| {
            let mut ends: HashMap<(u16, u32), Vec<u32>> = HashMap::new();
            for (index, item) in set.items.iter().enumerate() {
                let state = tables.state(item.state);
                if state.is_final {
                    let same = ends.entry((state.rule, item.origin)).or_default();
                    same.push(index as u32);
                }
            }
            ends
        });
        ends.get(&(rule, origin)).map_or(&[], Vec::as_slice)
    }

    /// Adds a step of a chain to an earlier set.
    fn add_step(&mut self, end: u32, state: u16, origin: u32, link: Link) {
        let rule = self.tables.state(state).rule;
        let known = self.ends(rule, origin, end).to_vec();
        let set = &mut self.sets[end as usize];
        let known = known
            .into_iter()
            .find(|&index| set.items[index as usize].state == state);
        match known {
            Some(index) => set.items[index as usize].link(link),
            None => {
                let index = set.items.len() as u32;
                set.items.push(EarleyItem {
                    state,
                    origin,
                    link: Some(link),
                    has_more: false,
                });
                self.steps += STEPS_OF_ITEM;
                let ends = set.ends.get_or_insert_default();
                ends.entry((rule, origin)).or_default().push(index);
            }
        }
    }

    /// A statement that ends here: the symbols that the start symbol has just read, if another statement can follow.
    pub(super) fn statement(&mut self) -> Option<ItemPlace> {
        let start = self.tables.rules[0].start;
        let last = self.last();
        let root = self.sets[last as usize]
            .items
            .iter()
            .find(|item| item.origin == 0 && item.state == start)?;
        let link = root.link?;
        let LastStep::Rule(rule) = link.step else {
            return None;
        };
        Some(self.finished(rule, link.before.0, last))
    }

    /// The document, where the text may end.
    pub(super) fn document(&mut self) -> ItemPlace {
        let last = self.last();
        self.finished(0, 0, last)
    }

    /// Whether a document has more than tokens between statements.
    pub(super) fn has_statement(&mut self, document: ItemPlace) -> bool {
        let mut children = self.children(document).into_iter();
        children.any(|child| !matches!(child, Work::Leaf(..)))
    }

    /// Gives the tree to the sink; whether there is another one.
    pub(super) fn result<S: TreeSink>(
        &mut self,
        root: ItemPlace,
        sink: &mut S,
    ) -> Result<bool, EarleyRefusal> {
        self.emit(root, sink);
        let is_ambiguous = self.is_ambiguous(root);
        match self.is_given_up() {
            true => Err(self.given_up()),
            false => Ok(is_ambiguous),
        }
    }

    /// Makes the steps of a chain that were left out, so that each item has the one before it.
    fn expand(&mut self, place: ItemPlace) {
        let (end, index) = place;
        let item = &self.sets[end as usize].items[index as usize];
        let (state, origin) = (item.state, item.origin);
        let Some(LastStep::Chain(mut rule, set)) = item.link.map(|link| link.step) else {
            return;
        };
        let mut made = None;
        for (before, next) in self.chain_to(place, rule, set).steps {
            let outer = self.sets[before.0 as usize].items[before.1 as usize].origin;
            let step = LastStep::Rule(rule);
            match (next, outer) == (state, origin) {
                true => made = Some(Link { before, step }),
                false => self.add_step(end, next, outer, Link { before, step }),
            }
            rule = self.tables.state(next).rule;
        }
        self.sets[end as usize].items[index as usize].link = made;
    }

    /// The symbols that an item has read, last to first, in the first way.
    fn children(&mut self, place: ItemPlace) -> Vec<Work> {
        let mut children = Vec::new();
        let mut at = place;
        while let Some(link) = self.first_way(at) {
            let start = link.before.0;
            let (child, before) = match link.step {
                LastStep::Token(token) => (Work::Leaf(token, start), link.before),
                LastStep::Nothing(rule) => (Work::Nothing(rule, start), link.before),
                LastStep::Rule(rule) => (Work::Open(self.finished(rule, start, at.0)), link.before),
                LastStep::Chain(rule, start) => {
                    let mut chain = self.chain_to(at, rule, start);
                    let before = chain.steps.pop().map_or(at, |(before, _)| before);
                    (Work::Chain(chain), before)
                }
            };
            children.push(child);
            at = before;
        }
        children
    }

    /// The way to an item that was found first; none if it has just begun.
    fn first_way(&self, place: ItemPlace) -> Option<Link> {
        let item = &self.sets[place.0 as usize].items[place.1 as usize];
        item.link.filter(|_| !self.has_begun(place))
    }

    /// Whether an item has just begun. Nonterminals that are nothing may lead back to it.
    fn has_begun(&self, place: ItemPlace) -> bool {
        let item = &self.sets[place.0 as usize].items[place.1 as usize];
        let rule = self.tables.state(item.state).rule;
        item.origin == place.0 && item.state == self.tables.rules[usize::from(rule)].start
    }

    /// The chain from a nonterminal that began in a set up to an item.
    fn chain_to(&mut self, top: ItemPlace, rule: u16, set: u32) -> Chain {
        let innermost = self.finished(rule, set, top.0);
        let item = &self.sets[top.0 as usize].items[top.1 as usize];
        let goal = (item.state, item.origin);
        let (mut rule, mut set) = (rule, set);
        let mut steps = Vec::new();
        while let Some((waiting, next)) = self.only_waiting(rule, set) {
            let outer = self.sets[set as usize].items[waiting as usize].origin;
            steps.push(((set, waiting), next));
            if (next, outer) == goal {
                break;
            }
            (rule, set) = (self.tables.state(next).rule, outer);
        }
        Chain {
            steps,
            innermost,
            end: top.0,
        }
    }

    /// Gives the tree of a finished nonterminal to the sink.
    pub(super) fn emit<S: TreeSink>(&mut self, root: ItemPlace, sink: &mut S) {
        let mut empty_trees = None;
        let mut work = vec![Work::Open(root)];
        // After the last token, or where an optional part after it could have been.
        let mut position = 0;
        while let Some(next) = work.pop()
            && !self.is_given_up()
        {
            self.steps += 1;
            match next {
                Work::Leaf(token, set) => {
                    let Finished { start, end, .. } = self.tokens[set as usize];
                    position = end;
                    if self.tables.tokens[usize::from(token)].is_named {
                        sink.leaf(token.into(), start, end);
                    }
                }
                Work::Nothing(rule, set) => {
                    // It is nowhere in the chart, so that its part of the tree is paid here.
                    self.steps += STEPS_OF_ITEM;
                    position = self.starts[set as usize];
                    sink.begin(rule.into(), position);
                    work.push(Work::Close(position));
                    let trees = empty_trees.get_or_insert_with(|| EmptyTrees::of(self.tables));
                    let parts = trees.parts(rule).unwrap_or_default().iter().rev();
                    work.extend(parts.map(|&rule| Work::Nothing(rule, set)));
                }
                Work::Close(end) => {
                    position = end;
                    sink.end(position);
                }
                Work::CloseAfter { start, late } => {
                    if late.is_some() || position < start {
                        position = late.unwrap_or(start);
                    }
                    sink.end(position);
                }
                Work::Open(place) => {
                    let item = &self.sets[place.0 as usize].items[place.1 as usize];
                    let (state, origin) = (item.state, item.origin);
                    let is_root = place == root && self.tables.state(state).rule == 0;
                    work.push(self.begin(state, (origin, place.0), is_root, sink));
                    work.extend(self.children(place));
                }
                Work::Chain(mut chain) => {
                    let Some((before, state)) = chain.steps.pop() else {
                        work.push(Work::Open(chain.innermost));
                        continue;
                    };
                    let origin = self.sets[before.0 as usize].items[before.1 as usize].origin;
                    work.push(self.begin(state, (origin, chain.end), false, sink));
                    work.push(Work::Chain(chain));
                    work.extend(self.children(before));
                }
            }
        }
    }

    /// Begins a nonterminal that ends in this state, between two sets; returns the work that ends it.
    fn begin<S: TreeSink>(
        &self,
        state: u16,
        (origin, end): (u32, u32),
        is_root: bool,
        sink: &mut S,
    ) -> Work {
        let state = self.tables.state(state);
        let start = match is_root {
            true => 0,
            false => self.starts[origin as usize],
        };
        sink.begin(state.rule.into(), start);
        let late = (is_root || state.ends_late).then(|| self.start_after(end));
        Work::CloseAfter { start, late }
    }

    /// Where the next token begins, or would.
    fn start_after(&self, set: u32) -> usize {
        let start = self.starts.get(set as usize).copied();
        start.unwrap_or_else(|| self.tables.skip_trivia(self.text, self.at()).0)
    }

    /// Whether there is more than one tree.
    pub(super) fn is_ambiguous(&mut self, root: ItemPlace) -> bool {
        let item = &self.sets[root.0 as usize].items[root.1 as usize];
        let (rule, origin) = (self.tables.state(item.state).rule, item.origin);
        if self.ends(rule, origin, root.0).len() > 1 {
            return true;
        }
        let mut seen = HashSet::from_iter([root]);
        let mut work = vec![root];
        while let Some(place) = work.pop() {
            self.expand(place);
            let EarleyItem { link, has_more, .. } =
                self.sets[place.0 as usize].items[place.1 as usize];
            let Some(link) = link else { continue };
            if has_more || self.has_begun(place) {
                return true;
            }
            if seen.insert(link.before) {
                work.push(link.before);
            }
            if let LastStep::Rule(rule) = link.step {
                match self.ends(rule, link.before.0, place.0) {
                    &[end] if seen.insert((place.0, end)) => work.push((place.0, end)),
                    [_] => {}
                    _ => return true,
                }
            }
        }
        false
    }
}

enum Work {
    Open(ItemPlace),
    Chain(Chain),
    Leaf(u16, u32),
    Nothing(u16, u32),
    Close(usize),
    /// Ends a nonterminal that began at `start`: at `late`, if an optional part could have been at its end.
    CloseAfter {
        start: usize,
        late: Option<usize>,
    },
}

/// Nonterminals that end in the same set, each at the end of the next.
struct Chain {
    /// For each but the innermost, outermost last: the item that waited for the one within, and its state after it.
    steps: Vec<(ItemPlace, u16)>,
    innermost: ItemPlace,
    end: u32,
}
