//! Reading a text by the productions of a specification, to see which of their cases it uses.
//!
//! Invariant: it reads as EBNF does: a choice has no order, and a repetition leaves the rest its text;
//! of several readings, it always takes the same one. Nodes that a parser found stand for their spans.

use super::cases::{CaseGrammar, CaseNumber, Trace, not_taken, nth};
use crate::matching::effort;
use crate::matching::language::{COMMENT, WHITESPACE};
use notation::{CharSet, Expression, RuleKind};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

/// A node of a parse tree.
#[derive(Clone, Debug)]
pub(crate) struct ProductionNode {
    /// The place of its rule.
    pub(crate) rule: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) children: Vec<ProductionNode>,
}

/// A place in the input: in the text, and among the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cursor {
    position: usize,
    child: usize,
}

/// Where a part can end, and the cases that it uses up to there.
type CaseEnds = BTreeMap<Cursor, Trace>;

/// The input.
struct CaseInput<'i> {
    text: &'i str,
    /// The nodes in it; none, if it is read to the last character.
    nodes: Option<&'i ProductionNode>,
}

/// Reads texts.
#[derive(Clone, Debug)]
pub(crate) struct CaseReader<'p> {
    grammar: &'p CaseGrammar,
    trivia: [Option<usize>; 2],
    /// The case whose place is looked for.
    sought: Option<CaseNumber>,
    /// How many rules are being read, one within another.
    depth: Cell<usize>,
}

/// How many rules deep a text is read. Left recursion has no end.
const MOST_DEPTH: usize = 2_000;

impl<'p> CaseReader<'p> {
    pub(crate) fn new(grammar: &'p CaseGrammar) -> Self {
        Self {
            grammar,
            trivia: [WHITESPACE, COMMENT].map(|name| grammar.place(name)),
            sought: None,
            depth: Cell::new(0),
        }
    }

    /// It tells the place of a case, too.
    pub(crate) fn seeking(self, case: CaseNumber) -> Self {
        Self {
            sought: Some(case),
            ..self
        }
    }

    /// The cases that a text uses, if it is a whole one of this rule and no white space is in it.
    pub(crate) fn whole(&self, rule: usize, text: &str) -> Option<Trace> {
        let mut ends = self.named(rule, &CaseInput { text, nodes: None }, START);
        ends.remove(&Cursor {
            position: text.len(),
            child: 0,
        })
    }

    /// How much of the text's beginning the rule can match.
    pub(crate) fn longest_of(&self, rule: usize, text: &str) -> Option<usize> {
        self.longest(&Expression::name(&self.grammar.rules[rule].name), text)
    }

    /// How much of the text's beginning the part can match.
    pub(crate) fn longest(&self, part: &Expression, text: &str) -> Option<usize> {
        let ends = self.ends(part, &CaseInput { text, nodes: None }, START);
        ends.last_key_value().map(|(place, _)| place.position)
    }

    /// Whether a part can be the whole text.
    pub(crate) fn is_whole(&self, part: &Expression, text: &str) -> bool {
        let ends = self.ends(part, &CaseInput { text, nodes: None }, START);
        ends.keys().any(|place| place.position == text.len())
    }

    /// The cases that a node uses, without those of the nodes within. None, if the production does not say so.
    pub(crate) fn node(&self, text: &str, node: &ProductionNode) -> Option<Trace> {
        let rule = &self.grammar.rules[node.rule];
        if rule.kind != RuleKind::Nonterminal {
            let trace = self.whole(node.rule, &text[node.start..node.end])?;
            return Some(trace.shifted(node.start));
        }
        let input = CaseInput {
            text: &text[..node.end],
            nodes: Some(node),
        };
        let start = Cursor {
            position: node.start,
            child: 0,
        };
        let ends = self.ends(&rule.expression, &input, start);
        let found = ends.into_iter().find_map(|(place, mut trace)| {
            let (position, trivia) = self.skip(&input, place.position);
            trace.add(&trivia);
            let is_whole = position == node.end && place.child == node.children.len();
            is_whole.then_some(trace)
        });
        let mut trace = found?;
        self.use_case(
            &mut trace,
            self.grammar.used[node.rule],
            &input,
            start.position..node.end,
        );
        Some(trace)
    }

    /// Adds a case, which a part uses that is here.
    fn use_case(
        &self,
        trace: &mut Trace,
        case: CaseNumber,
        input: &CaseInput<'_>,
        place: Range<usize>,
    ) {
        trace.insert(case);
        if self.sought == Some(case) && trace.place.is_none() {
            let (behind_trivia, _) = self.skip(input, place.start);
            trace.place = Some(match behind_trivia < place.end {
                true => behind_trivia..place.end,
                false => place,
            });
        }
    }

    fn ends(&self, part: &Expression, input: &CaseInput<'_>, at: Cursor) -> CaseEnds {
        if !effort::spend(1) {
            return CaseEnds::new();
        }
        let here = |trace| CaseEnds::from([(at, trace)]);
        let case = self.grammar.case(part);
        match part {
            Expression::Literal { text, ignores_case } => self.character_wise(input, at, |rest| {
                let mut characters = rest.chars();
                let matches = text.chars().all(|expected| {
                    characters.next().is_some_and(|found| {
                        CharSet::in_cases(expected, *ignores_case).contains(found)
                    })
                });
                matches.then(|| rest.len() - characters.as_str().len())
            }),
            Expression::Class(class) => self.character_wise(input, at, |rest| {
                let first = rest.chars().next()?;
                class.contains(first).then(|| first.len_utf8())
            }),
            Expression::Name(name) => self.named(self.grammar.named(name), input, at),
            Expression::Sequence(parts) => {
                let mut ends = here(Trace::default());
                for part in parts {
                    ends = self.behind(part, input, &ends);
                }
                ends
            }
            Expression::Choice(parts) => {
                let mut ends = CaseEnds::new();
                for (index, part) in parts.iter().enumerate() {
                    for (place, mut trace) in self.ends(part, input, at) {
                        ends.entry(place).or_insert_with(|| {
                            let span = at.position..place.position;
                            self.use_case(&mut trace, nth(case, index), input, span);
                            trace
                        });
                    }
                }
                ends
            }
            Expression::Optional(body) => {
                let mut ends = self.ends(body, input, at);
                self.use_case_each(&mut ends, input, at, |_| case);
                ends.entry(at).or_insert_with(|| {
                    let mut absent = Trace::default();
                    let nothing = at.position..at.position;
                    self.use_case(&mut absent, not_taken(case), input, nothing);
                    absent
                });
                ends
            }
            Expression::ZeroOrMore(body) => {
                let mut ends = here(Trace::default());
                self.repeat(body, input, &mut ends);
                self.use_case_each(&mut ends, input, at, |place| match place == at {
                    true => not_taken(case),
                    false => case,
                });
                ends
            }
            Expression::OneOrMore(body) => {
                let once = self.ends(body, input, at);
                let mut ends = once.clone();
                self.repeat(body, input, &mut ends);
                let is_once = |place| once.contains_key(&place);
                self.use_case_each(&mut ends, input, at, |place| match is_once(place) {
                    true => not_taken(case),
                    false => case,
                });
                ends
            }
            Expression::Difference(first, second) => {
                let mut ends = self.ends(first, input, at);
                let excluded = self.ends(second, input, at);
                ends.retain(|place, _| !excluded.contains_key(place));
                ends
            }
            // A document is read from its beginning to its end.
            Expression::Start | Expression::End => here(Trace::default()),
            Expression::Lookahead { is_positive, body } => {
                let matches = !self.ends(body, input, at).is_empty();
                match matches == *is_positive {
                    true => here(Trace::default()),
                    false => CaseEnds::new(),
                }
            }
        }
    }

    /// Adds to each way from here the case that depends on where it ends.
    fn use_case_each(
        &self,
        ends: &mut CaseEnds,
        input: &CaseInput<'_>,
        from: Cursor,
        case: impl Fn(Cursor) -> CaseNumber,
    ) {
        for (place, trace) in ends {
            self.use_case(trace, case(*place), input, from.position..place.position);
        }
    }

    /// The characters of the text itself, after any trivia.
    fn character_wise(
        &self,
        input: &CaseInput<'_>,
        at: Cursor,
        length: impl Fn(&str) -> Option<usize>,
    ) -> CaseEnds {
        let (position, trivia) = self.skip(input, at.position);
        let place = |length| Cursor {
            position: position + length,
            child: at.child,
        };
        let found = length(&input.text[position..]);
        found
            .map(|length| (place(length), trivia))
            .into_iter()
            .collect()
    }

    fn named(&self, name: usize, input: &CaseInput<'_>, at: Cursor) -> CaseEnds {
        let rule = &self.grammar.rules[name];
        if let Some(parent) = input.nodes {
            if let Some(ends) = self.child(name, parent, input, at) {
                return ends;
            }
            // A recursion that the parser does as a loop has no nodes.
            if rule.kind != RuleKind::Silent && name != parent.rule {
                return CaseEnds::new();
            }
        }
        if self.depth.get() >= MOST_DEPTH {
            effort::give_up();
            return CaseEnds::new();
        }
        self.depth.set(self.depth.get() + 1);
        let mut ends = self.ends(&rule.expression, input, at);
        self.depth.set(self.depth.get() - 1);
        for (place, trace) in &mut ends {
            let used = self.grammar.used[name];
            self.use_case(trace, used, input, at.position..place.position);
        }
        ends
    }

    /// The ends after the next node, or, if it may recur, after nodes like it.
    fn child(
        &self,
        name: usize,
        parent: &ProductionNode,
        input: &CaseInput<'_>,
        at: Cursor,
    ) -> Option<CaseEnds> {
        let next = parent.children.get(at.child)?;
        let (position, mut trivia) = self.skip(input, at.position);
        if next.rule != name || next.start < at.position || next.start > position {
            return None;
        }
        let mut place = Cursor {
            position: next.end,
            child: at.child + 1,
        };
        while self.grammar.recurring.contains(&name)
            && let Some(like) = parent.children.get(place.child)
            && like.rule == name
        {
            let (_, more) = self.skip(input, place.position);
            trivia.add(&more);
            place = Cursor {
                position: like.end,
                child: place.child + 1,
            };
        }
        Some(CaseEnds::from([(place, trivia)]))
    }

    /// Where the part can end, if it comes after one of these.
    fn behind(&self, part: &Expression, input: &CaseInput<'_>, starts: &CaseEnds) -> CaseEnds {
        let mut ends = CaseEnds::new();
        for (&start, before) in starts {
            for (place, trace) in self.ends(part, input, start) {
                ends.entry(place).or_insert_with(|| {
                    let mut all = before.clone();
                    all.add(&trace);
                    all
                });
            }
        }
        ends
    }

    /// Adds where further rounds end.
    fn repeat(&self, body: &Expression, input: &CaseInput<'_>, ends: &mut CaseEnds) {
        let mut open: Vec<Cursor> = ends.keys().copied().collect();
        while let Some(start) = open.pop() {
            let Some(before) = ends.get(&start).cloned() else {
                continue;
            };
            for (place, trace) in self.ends(body, input, start) {
                ends.entry(place).or_insert_with(|| {
                    open.push(place);
                    let mut all = before.clone();
                    all.add(&trace);
                    all
                });
            }
        }
    }

    /// The place after white space and comments, where these may be.
    fn skip(&self, input: &CaseInput<'_>, from: usize) -> (usize, Trace) {
        let (mut position, mut trace) = (from, Trace::default());
        if input.nodes.is_none() || !self.grammar.has_trivia {
            return (position, trace);
        }
        loop {
            let rest = CaseInput {
                text: &input.text[position..],
                nodes: None,
            };
            let skipped = self.trivia.iter().flatten().find_map(|&rule| {
                let mut ends = self.named(rule, &rest, START);
                let (place, trace) = ends.pop_last()?;
                (place.position > 0).then_some((place.position, trace))
            });
            let Some((length, skipped)) = skipped else {
                return (position, trace);
            };
            trace.add(&skipped.shifted(position));
            position += length;
        }
    }
}

const START: Cursor = Cursor {
    position: 0,
    child: 0,
};
