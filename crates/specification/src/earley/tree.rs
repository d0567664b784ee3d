//! From a chart to a tree, and whether another tree is possible.

use super::{Chart, Item, Link, Place, Reading, Step};
use crate::Sink;
use crate::machine::{Entry, Stop};
use crate::rejection::Finished;
use crate::tables::Symbol;
use std::collections::{HashMap, HashSet};

impl Chart<'_, '_> {
    /// A nonterminal at its end, by where it begins and ends.
    fn finished(&mut self, rule: u16, origin: u32, end: u32) -> Option<Place> {
        let ends = self.ends(rule, origin, end).first();
        ends.map(|&index| (end, index))
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
            Some(index) => {
                let links = &mut set.items[index as usize].links;
                links.extend(Some(link).filter(|link| !links.contains(link)));
            }
            None => {
                let index = set.items.len() as u32;
                set.items.push(Item {
                    state,
                    origin,
                    links: vec![link],
                });
                let ends = set.ends.get_or_insert_default();
                ends.entry((rule, origin)).or_default().push(index);
            }
        }
    }

    /// A part of the document that ends here: what the start symbol has just read, if another part can follow.
    pub(super) fn part(&mut self) -> Option<Place> {
        let start = self.tables.rules[0].start;
        let last = self.last();
        let root = self.sets[last as usize]
            .items
            .iter()
            .find(|item| item.origin == 0 && item.state == start)?;
        let (rule, origin) = root.links.iter().find_map(|link| match link.step {
            Step::Rule(rule) => Some((rule, link.before.0)),
            _ => None,
        })?;
        self.finished(rule, origin, last)
    }

    /// The result where the text ends, and may end.
    pub(super) fn end<S: Sink>(&mut self, entry: Entry, sink: &mut S) -> Reading {
        let last = self.last();
        let root = self.finished(0, 0, last).unwrap_or_default();
        let has_part = entry == Entry::Document
            || self
                .children(root)
                .iter()
                .any(|child| !matches!(child.step, Step::Token(_)));
        if !has_part {
            let stop = Stop::Nothing;
            return Reading {
                stop,
                is_ambiguous: false,
            };
        }
        let is_ambiguous = self.is_ambiguous(root);
        self.emit(root, sink);
        let end = self.text.len();
        let stop = Stop::Read { end };
        Reading { stop, is_ambiguous }
    }

    /// Makes the steps of a chain that were left out, so that each item has the one before it.
    fn expand(&mut self, place: Place) {
        let (end, index) = place;
        loop {
            let item = &self.sets[end as usize].items[index as usize];
            let (state, origin) = (item.state, item.origin);
            let chain = item
                .links
                .iter()
                .position(|link| matches!(link.step, Step::Chain(..)));
            let Some(position) = chain else { return };
            let Step::Chain(mut rule, mut set) = item.links[position].step else {
                return;
            };
            let mut made = None;
            while let Some((waiting, next)) = self.only_waiting(rule, set) {
                let outer = self.sets[set as usize].items[waiting as usize].origin;
                let link = Link {
                    before: (set, waiting),
                    step: Step::Rule(rule),
                };
                if (next, outer) == (state, origin) {
                    made = Some(link);
                    break;
                }
                self.add_step(end, next, outer, link);
                (rule, set) = (self.tables.state(next).rule, outer);
            }
            let links = &mut self.sets[end as usize].items[index as usize].links;
            links.remove(position);
            links.extend(made.filter(|link| !links.contains(link)));
        }
    }

    /// What an item has read, first to last.
    fn children(&mut self, place: Place) -> Vec<Child> {
        let mut children = Vec::new();
        let mut at = place;
        loop {
            self.expand(at);
            let item = &self.sets[at.0 as usize].items[at.1 as usize];
            let Some(&link) = item.links.first() else {
                break;
            };
            children.push(Child {
                step: link.step,
                start: link.before.0,
                end: at.0,
            });
            at = link.before;
        }
        children.reverse();
        children
    }

    /// Gives the tree of a finished nonterminal to the sink.
    pub(super) fn emit<S: Sink>(&mut self, root: Place, sink: &mut S) {
        let mut work = vec![Work::Open(root)];
        // After the last token, or where an optional part after it could have stood.
        let mut position = 0;
        while let Some(next) = work.pop() {
            match next {
                Work::Leaf(token, set) => {
                    let Finished { start, end, .. } = self.tokens[set as usize];
                    position = end;
                    if self.tables.tokens[usize::from(token)].is_named {
                        sink.leaf(token.into(), start, end);
                    }
                }
                Work::Nothing(rule, set) => {
                    position = self.starts[set as usize];
                    sink.begin(rule.into(), position);
                    work.push(Work::Close(position));
                    work.extend(
                        self.nothing(rule)
                            .into_iter()
                            .rev()
                            .map(|rule| Work::Nothing(rule, set)),
                    );
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
                    let (state, origin) = (self.tables.state(item.state), item.origin);
                    let is_root = place == root && state.rule == 0;
                    let start = if is_root {
                        0
                    } else {
                        self.starts[origin as usize]
                    };
                    sink.begin(state.rule.into(), start);
                    let late = (is_root || state.ends_late).then(|| self.start_after(place.0));
                    work.push(Work::CloseAfter { start, late });
                    for child in self.children(place).into_iter().rev() {
                        work.push(match child.step {
                            Step::Token(token) => Work::Leaf(token, child.start),
                            Step::Nothing(rule) => Work::Nothing(rule, child.start),
                            Step::Rule(rule) | Step::Chain(rule, _) => {
                                let finished = self.finished(rule, child.start, child.end);
                                Work::Open(finished.unwrap_or_default())
                            }
                        });
                    }
                }
            }
        }
    }

    /// Where the next token begins, or would.
    fn start_after(&self, set: u32) -> usize {
        let start = self.starts.get(set as usize).copied();
        start.unwrap_or_else(|| self.tables.skip_trivia(self.text, self.at()).0)
    }

    /// The nonterminals within one that matches nothing, as few as possible.
    fn nothing(&self, rule: u16) -> Vec<u16> {
        let start = self.tables.rules[usize::from(rule)].start;
        let mut ways = vec![(start, Vec::new())];
        let mut index = 0;
        while let Some((state, way)) = ways.get(index).cloned() {
            if self.tables.state(state).is_final {
                return way;
            }
            for &(symbol, next) in self.tables.edges_of(state) {
                if let Symbol::Rule(rule) = symbol
                    && self.tables.rules[usize::from(rule)].is_nullable
                    && ways.iter().all(|(known, _)| *known != next)
                {
                    let mut way = way.clone();
                    way.push(rule);
                    ways.push((next, way));
                }
            }
            index += 1;
        }
        Vec::new()
    }

    /// Whether there is more than one tree.
    pub(super) fn is_ambiguous(&mut self, root: Place) -> bool {
        let mut seen = HashSet::from([root]);
        let mut work = vec![root];
        while let Some(place) = work.pop() {
            self.expand(place);
            let links = self.sets[place.0 as usize].items[place.1 as usize]
                .links
                .clone();
            if links.len() > 1 {
                return true;
            }
            for link in links {
                if seen.insert(link.before) {
                    work.push(link.before);
                }
                let Step::Rule(rule) = link.step else {
                    continue;
                };
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

/// What an item has read, and the sets between which it stands.
#[derive(Clone, Copy)]
struct Child {
    step: Step,
    start: u32,
    end: u32,
}

enum Work {
    Open(Place),
    Leaf(u16, u32),
    Nothing(u16, u32),
    Close(usize),
    /// Ends a nonterminal that began at `start`: at `late`, if an optional part could have stood at its end.
    CloseAfter {
        start: usize,
        late: Option<usize>,
    },
}
