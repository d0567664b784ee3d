//! Earley's algorithm: any grammar, left-recursive, ambiguous or with more lookahead than a machine has.
//!
//! An item is a state of a nonterminal's automaton, and where the nonterminal began. After each token there is a set of the
//! items that the text so far allows. Nonterminals that can match nothing are passed over where they are predicted (Aycock and
//! Horspool, 2002). Only the outermost step of a recursion at a nonterminal's end is completed (Leo, 1991), so that a list
//! of any length takes linear time; the steps between are made with the tree.
//!
//! A grammar without white space between its tokens is read in context: the longest of the tokens that can be at a place.
//!
//! An item keeps the first way to it, and whether a second one exists: a text has one tree for each
//! combination of ways. So the chart takes at most the square of the text's length in memory, and its cube in steps.
//! A text that takes more than [`MOST_STEPS`] is given up.
//!
//! Invariant: an item is in a set if and only if the text so far begins a text of the grammar that way.

mod tree;

use crate::TreeSink;
use crate::rejection::{EarleyRefusal, Finished, Found, Open, Rejection};
use crate::request::Reply;
use crate::tables::{Symbol, Tables};
use crate::token_set::TokenSet;
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

/// How many steps a reading takes at most before it is [given up](EarleyRefusal::GivenUp): a step is an item that is looked at. An item
/// that is made counts as several.
pub const MOST_STEPS: usize = 200_000_000;

/// The memory of an item is paid in steps, so that their limit is one of memory, too: some 800 MB.
const STEPS_OF_ITEM: usize = 10;

/// Reads a whole document. Returns whether the grammar allows another tree of the same text: `sink` gets the tree that takes the
/// first of several tokens, in the order in which the grammar has them.
///
/// # Errors
///
/// The text is no document, or is given up.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{EarleyRefusal, earley};
///
/// let grammar = ebnf::read("sum ::= sum '+' sum | 'x'")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let is_ambiguous = |text| earley::read_document(&tables, text, &mut ());
/// assert_eq!((is_ambiguous("x + x"), is_ambiguous("x + x + x")), (Ok(false), Ok(true)));
/// assert!(matches!(is_ambiguous("x +"), Err(EarleyRefusal::Rejected(rejection)) if rejection.expected.iter().count() == 1));
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
pub fn read_document<S: TreeSink>(
    tables: &Tables,
    text: &str,
    sink: &mut S,
) -> Result<bool, EarleyRefusal> {
    let mut chart = Chart::new(tables, text);
    match chart.read(true, |_| None)? {
        Some(EarleyEnd::Statement(root) | EarleyEnd::Document(root)) => chart.result(root, sink),
        // There is no text that could follow.
        None => Ok(false),
    }
}

/// Reads the next statement, from the beginning of `text` on, as [`Machine::read`](crate::Machine::read) does. There are neither
/// graphs nor parts.
///
/// # Errors
///
/// The text does not begin with a statement, or is given up.
pub fn read_statement<S: TreeSink>(
    tables: &Tables,
    text: &str,
    is_whole: bool,
    sink: &mut S,
) -> Result<Reply, EarleyRefusal> {
    let mut chart = Chart::new(tables, text);
    let (root, consumed) = match chart.read(is_whole, Chart::statement)? {
        None => return Ok(Reply::Undecided),
        Some(EarleyEnd::Document(root)) if !chart.has_statement(root) => return Ok(Reply::End),
        Some(EarleyEnd::Document(root)) => (root, text.len()),
        Some(EarleyEnd::Statement(root)) => (root, chart.at()),
    };
    chart.result(root, sink)?;
    Ok(Reply::Statement { consumed })
}

/// What has been read to its end, and its item.
enum EarleyEnd {
    /// A statement, and more can follow.
    Statement(ItemPlace),
    /// The text.
    Document(ItemPlace),
}

/// How far a nonterminal has been read, and how it came there.
#[derive(Clone, Copy, Debug)]
struct EarleyItem {
    state: u16,
    /// The set in which the nonterminal began.
    origin: u32,
    /// The first way to come here: its items were there before this item, so that a tree of first ways
    /// ends. An item that has just begun needs none.
    link: Option<Link>,
    /// Whether there is another way.
    has_more: bool,
}

impl EarleyItem {
    /// Adds a way to come here.
    fn link(&mut self, link: Link) {
        match self.link {
            None => self.link = Some(link),
            Some(first) => self.has_more |= first != link,
        }
    }
}

/// The last step of an item: the item before it, and the symbol that was read from there to here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    /// The set of the item before, and its number there.
    before: (u32, u32),
    step: LastStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastStep {
    Token(u16),
    /// A nonterminal that began in the set of the item before.
    Rule(u16),
    /// A nonterminal that matched nothing.
    Nothing(u16),
    /// The innermost of a chain of nonterminals, each at the end of the next: it began in this set. `before` is not used.
    Chain(u16, u32),
}

/// The items after a token.
#[derive(Debug, Default)]
struct Set {
    items: Vec<EarleyItem>,
    /// The items that wait for nonterminals, in the order of these.
    waiting: Vec<(u16, u32)>,
    /// For a nonterminal that only one item waits for, and at whose end that item ends: the outermost of the chain that
    /// ends there.
    chains: HashMap<u16, Option<(u16, u32)>>,
    /// The items at their nonterminals' ends, by nonterminal and origin; made with the tree.
    ends: Option<HashMap<(u16, u32), Vec<u32>>>,
}

struct Chart<'t, 'x> {
    tables: &'t Tables,
    text: &'x str,
    sets: Vec<Set>,
    /// The items of the last set.
    known: HashMap<(u16, u32), u32>,
    tokens: Vec<Finished>,
    /// For each set, where the next token begins, after white space.
    starts: Vec<usize>,
    /// How many steps were taken.
    steps: usize,
}

/// An item, by its set and its number there.
type ItemPlace = (u32, u32);

impl<'t, 'x> Chart<'t, 'x> {
    fn new(tables: &'t Tables, text: &'x str) -> Self {
        Self {
            tables,
            text,
            sets: vec![Set::default()],
            known: HashMap::new(),
            tokens: Vec::new(),
            starts: Vec::new(),
            steps: 0,
        }
    }

    /// After the last token.
    fn at(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.end)
    }

    fn last(&self) -> u32 {
        self.sets.len() as u32 - 1
    }

    /// Adds an item to the last set, or another way to come to it.
    fn add(&mut self, state: u16, origin: u32, link: Option<Link>) {
        let last = self.sets.len() - 1;
        let items = &mut self.sets[last].items;
        let next = items.len() as u32;
        let place = *self.known.entry((state, origin)).or_insert(next);
        if place == next {
            self.steps += STEPS_OF_ITEM;
            items.push(EarleyItem {
                state,
                origin,
                link,
                has_more: false,
            });
            return;
        }
        self.steps += 1;
        if let Some(link) = link {
            items[place as usize].link(link);
        }
    }

    fn is_given_up(&self) -> bool {
        self.steps > MOST_STEPS
    }

    fn given_up(&self) -> EarleyRefusal {
        EarleyRefusal::GivenUp { at: self.at() }
    }

    /// Reads up to where `statement` finds the end of one, or up to the end of the text. `None` if that depends on text after it.
    fn read(
        &mut self,
        is_whole: bool,
        statement: impl Fn(&mut Self) -> Option<ItemPlace>,
    ) -> Result<Option<EarleyEnd>, EarleyRefusal> {
        let (tables, text) = (self.tables, self.text);
        self.add(tables.rules[0].start, 0, None);
        loop {
            self.complete_set();
            if self.is_given_up() {
                return Err(self.given_up());
            }
            if let Some(root) = statement(self) {
                return Ok(Some(EarleyEnd::Statement(root)));
            }
            let expected = self.expected(self.last());
            let (at, hits_end) = tables.skip_trivia(text, self.at());
            self.starts.push(at);
            let scan = match tables.trivia {
                Some(_) => tables.scanner.scan(text, at),
                None => tables.scanner.scan_among(text, at, &expected),
            };
            if !is_whole && (hits_end || scan.hits_end) {
                return Ok(None);
            }
            if at == text.len() && expected.contains(tables.end_of_text()) {
                return Ok(Some(EarleyEnd::Document(self.document())));
            }
            let tokens = scan.tokens.iter().copied();
            let tokens: Vec<u16> = tokens
                .filter(|&token| expected.contains(token.into()))
                .collect();
            if tokens.is_empty() {
                // Some token is there, and more text could make it longer.
                if !is_whole && tables.scanner.scan(text, at).hits_end {
                    return Ok(None);
                }
                return Err(self.reject(at, expected).into());
            }
            self.take(&tokens, at, scan.end, scan.reach);
        }
    }

    /// Adds all that follows from the items of the last set without another token.
    fn complete_set(&mut self) {
        let last = self.last();
        let mut index = 0;
        while let Some(item) = self.sets[last as usize].items.get(index)
            && !self.is_given_up()
        {
            let (state, origin) = (item.state, item.origin);
            if self.tables.state(state).is_final && origin != last {
                self.complete(self.tables.state(state).rule, origin);
            }
            for &(symbol, next) in self.tables.edges_of(state) {
                let Symbol::Rule(rule) = symbol else { continue };
                let called = &self.tables.rules[usize::from(rule)];
                self.sets[last as usize].waiting.push((rule, index as u32));
                self.add(called.start, last, None);
                if called.is_nullable {
                    let before = (last, index as u32);
                    let step = LastStep::Nothing(rule);
                    self.add(next, origin, Some(Link { before, step }));
                }
            }
            index += 1;
        }
        self.sets[last as usize].waiting.sort_unstable();
    }

    /// A nonterminal that began in a set before ends in the last one.
    fn complete(&mut self, rule: u16, origin: u32) {
        if let Some((state, outer)) = self.chain(rule, origin) {
            let link = Link {
                before: (0, 0),
                step: LastStep::Chain(rule, origin),
            };
            self.add(state, outer, Some(link));
            return;
        }
        for index in self.waiting(rule, origin) {
            self.steps += 1;
            let waiting = &self.sets[origin as usize].items[index as usize];
            let (state, outer) = (waiting.state, waiting.origin);
            if let Some(next) = self.after(state, rule) {
                let link = Link {
                    before: (origin, index),
                    step: LastStep::Rule(rule),
                };
                self.add(next, outer, Some(link));
            }
        }
    }

    /// The items of a set that wait for a nonterminal.
    fn waiting(&self, rule: u16, set: u32) -> Vec<u32> {
        let waiting = &self.sets[set as usize].waiting;
        let start = waiting.partition_point(|&(other, _)| other < rule);
        let those = waiting[start..]
            .iter()
            .take_while(|&&(other, _)| other == rule);
        those.map(|&(_, index)| index).collect()
    }

    /// The state after a nonterminal.
    fn after(&self, state: u16, rule: u16) -> Option<u16> {
        let edges = self.tables.edges_of(state).iter();
        let mut edges = edges.filter(|(symbol, _)| *symbol == Symbol::Rule(rule));
        edges.next().map(|&(_, next)| next)
    }

    /// The only item of a set that waits for a nonterminal, and its state after it, if that has nothing more to read. None for
    /// the document, whose end is the goal itself.
    fn only_waiting(&self, rule: u16, set: u32) -> Option<(u32, u16)> {
        if (rule, set) == (0, 0) {
            return None;
        }
        let waiting = self.waiting(rule, set);
        let &[index] = waiting.as_slice() else {
            return None;
        };
        let state = self.sets[set as usize].items[index as usize].state;
        let next = self.after(state, rule)?;
        self.tables.is_finished(next).then_some((index, next))
    }

    /// If a nonterminal that began in a set is the end of another, that of another still, and so on, and nothing else waits
    /// for any of them: the outermost, at its end.
    ///
    /// No chain is a loop: the first nonterminal of a loop to begin in a set began for an item outside it, which waits, too.
    fn chain(&mut self, rule: u16, set: u32) -> Option<(u16, u32)> {
        let (mut rule, mut set) = (rule, set);
        let mut passed = Vec::new();
        let mut top = None;
        loop {
            if let Some(&known) = self.sets[set as usize].chains.get(&rule) {
                top = known.or(top);
                break;
            }
            passed.push((rule, set));
            let Some((index, next)) = self.only_waiting(rule, set) else {
                break;
            };
            let outer = self.sets[set as usize].items[index as usize].origin;
            top = Some((next, outer));
            (rule, set) = (self.tables.state(next).rule, outer);
        }
        for (position, &(rule, set)) in passed.iter().enumerate() {
            let is_end = position + 1 == passed.len() && self.only_waiting(rule, set).is_none();
            let known = top.filter(|_| !is_end);
            self.sets[set as usize].chains.insert(rule, known);
        }
        passed
            .first()
            .map_or(top, |&(rule, set)| self.sets[set as usize].chains[&rule])
    }

    /// The tokens that can come after a set; among them the end of the text.
    fn expected(&self, set: u32) -> TokenSet {
        let mut expected = TokenSet::new();
        let items = &self.sets[set as usize].items;
        for item in items {
            for &(symbol, _) in self.tables.edges_of(item.state) {
                if let Symbol::Token(token) = symbol {
                    expected.insert(token.into());
                }
            }
        }
        let is_whole = |item: &EarleyItem| {
            let state = self.tables.state(item.state);
            item.origin == 0 && state.rule == 0 && state.is_final
        };
        if items.iter().any(is_whole) {
            expected.insert(self.tables.end_of_text());
        }
        expected
    }

    fn take(&mut self, tokens: &[u16], start: usize, end: usize, reach: usize) {
        let last = self.last();
        self.sets.push(Set::default());
        self.known.clear();
        self.tokens.push(Finished {
            token: tokens[0],
            start,
            end,
            reach,
        });
        for &token in tokens {
            for index in 0..self.sets[last as usize].items.len() {
                let item = &self.sets[last as usize].items[index];
                let (state, origin) = (item.state, item.origin);
                let edges = self.tables.edges_of(state).iter();
                let edge = edges.filter(|(symbol, _)| *symbol == Symbol::Token(token));
                for &(_, next) in edge {
                    let link = Link {
                        before: (last, index as u32),
                        step: LastStep::Token(token),
                    };
                    self.add(next, origin, Some(link));
                }
            }
        }
    }

    fn reject(&self, at: usize, expected: TokenSet) -> Box<Rejection> {
        let last = self.last();
        let begun = |item: &&EarleyItem| {
            let state = self.tables.state(item.state);
            item.state != self.tables.rules[usize::from(state.rule)].start
        };
        let items = self.sets[last as usize].items.iter();
        let mut innermost = items.filter(begun).max_by_key(|item| item.origin);
        let mut open = Vec::new();
        let mut seen = HashSet::new();
        while let Some(item) = innermost {
            let rule = self.tables.state(item.state).rule;
            if !seen.insert((rule, item.origin)) {
                break;
            }
            let start = Some(self.starts[item.origin as usize]);
            open.push(Open { rule, start });
            let outer = self.waiting(rule, item.origin);
            innermost = outer
                .first()
                .map(|&index| &self.sets[item.origin as usize].items[index as usize]);
        }
        if open.is_empty() {
            let start = Some(0);
            open.push(Open { rule: 0, start });
        }
        open.reverse();
        let mut choices = Vec::new();
        let all_begun = self.sets[last as usize].items.iter();
        let root = self.tables.rules[0].start;
        let is_kernel = |item: &&EarleyItem| begun(item) || item.origin == 0 && item.state == root;
        for item in all_begun.filter(is_kernel) {
            for choice in self.tables.choices(item.state).0 {
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
        }
        let finished = self.tokens.last().copied();
        let before = last.checked_sub(1).map(|before| self.expected(before));
        let among = before.as_ref().filter(|_| self.tables.trivia.is_none());
        Box::new(Rejection {
            found: Found::at(self.tables, self.text, at, &expected, finished, among),
            choices,
            expected,
            open,
            finished,
        })
    }
}
