//! One token of lookahead over a stack of states.
//!
//! A state on the stack says how far a nonterminal has been read. On each token the nonterminals that end before it are
//! popped, those that begin with it are pushed, and then the token is taken. If the token turns out not to fit,
//! these steps are undone, so that the rejection describes the place of the fault.
//!
//! Invariant: each token is read once; a text is rejected at its first token that no text of the grammar has there.

use crate::TreeSink;
use crate::rejection::{Finished, Found, Open, Rejection};
use crate::scanner::Scan;
use crate::tables::{GraphTables, ListTables, Move, Symbol, Tables};
use crate::token_set::TokenSet;

/// The part of a text to read.
///
/// See [`Machine`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A whole document.
    Document,
    /// The next part of a document: one item of the start symbol, with the separator after it.
    Statement,
    /// The next part of a graph between braces, or its closing brace.
    InGraph,
}

/// The nonterminals that are open between two parts of a statement.
///
/// See [`ListTables`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spine(Vec<Frame>);

impl Spine {
    /// Outermost first; their beginnings are places in the text of the first part.
    pub fn open(&self, tables: &Tables) -> impl Iterator<Item = Open> {
        self.0.iter().map(|frame| frame.open(tables))
    }
}

/// Where reading stopped. The next part begins at `end`, or after it.
///
/// See [`Machine`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A document, or a part of one, was read.
    Read {
        /// The offset after it.
        end: usize,
    },
    /// A graph begins, after its name, if it has one.
    GraphBegins {
        /// The offset after its opening brace.
        end: usize,
    },
    /// A graph ends.
    GraphEnds {
        /// The offset after its closing brace.
        end: usize,
    },
    /// A part of a statement was read; see [`Machine::read_first_part`].
    Part {
        /// The offset of the separator before the next part, or of the statement's end.
        end: usize,
    },
    /// Nothing but white space and comments, up to the end.
    Nothing,
    /// It depends on the text that follows.
    Undecided,
    /// It takes [more steps](crate::earley::MOST_STEPS) than are allowed. The sink's events mean nothing.
    GivenUp {
        /// The offset up to which the text was looked at.
        at: usize,
    },
}

/// Runs [tables](Tables) that are [deterministic](Tables::are_deterministic). It can be used again and again.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{Entry, Machine, Stop};
///
/// let grammar = ebnf::read("doc ::= list*\nlist ::= '(' NAME* ')'\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let mut machine = Machine::new(&tables);
/// let mut read = |entry, text, is_whole| machine.read(entry, text, is_whole, &mut ());
/// assert_eq!(read(Entry::Document, "(a b) ()", true), Ok(Stop::Read { end: 8 }));
/// assert_eq!(read(Entry::Statement, "(a b) ()", true), Ok(Stop::Read { end: 5 }));
/// assert_eq!(read(Entry::Statement, "(a", false), Ok(Stop::Undecided));
/// assert_eq!(read(Entry::Statement, " # no more", true), Ok(Stop::Nothing));
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Machine<'t> {
    tables: &'t Tables,
    stack: Vec<Frame>,
    /// The steps since the last token, which are undone if the next one does not fit.
    done: Vec<Done>,
}

/// A nonterminal that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    state: u16,
    /// Where it began; [`BEFORE`] if that was before the text.
    start: usize,
}

/// Stands for an offset before the text.
const BEFORE: usize = usize::MAX;

impl Frame {
    fn open(&self, tables: &Tables) -> Open {
        Open {
            rule: tables.state(self.state).rule,
            start: (self.start != BEFORE).then_some(self.start),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Done {
    Popped(Frame),
    /// A nonterminal was pushed onto one that was in this state.
    Pushed(u16),
}

/// How one run goes.
pub(crate) struct MachineRun<'r, 'x, S> {
    entry: Entry,
    text: &'x str,
    sink: &'r mut S,
    /// After the last token; or after the white space that follows it, if an optional part could have been there.
    at: usize,
    last: Option<Finished>,
    /// Whether a part of the document has been read.
    pub(crate) has_part: bool,
    /// If a statement is read part by part: its lists, and whether this is the first part.
    lists: Option<(&'r ListTables, bool)>,
}

impl<'r, 'x, S> MachineRun<'r, 'x, S> {
    /// A run that begins with a document, or with a part of one.
    pub(crate) fn new(entry: Entry, text: &'x str, sink: &'r mut S) -> Self {
        Self {
            entry,
            text,
            sink,
            at: 0,
            last: None,
            has_part: false,
            lists: None,
        }
    }
}

impl<'t> Machine<'t> {
    /// A machine for these tables.
    ///
    /// # Panics
    ///
    /// If they are not deterministic.
    pub fn new(tables: &'t Tables) -> Self {
        assert!(
            tables.are_deterministic(),
            "one token of lookahead does not always tell"
        );
        Self {
            tables,
            stack: Vec::new(),
            done: Vec::new(),
        }
    }

    /// Whether the same nonterminals are open as in another one, each in the same state.
    pub(crate) fn is_in_state_of(&self, other: &Self) -> bool {
        let [mine, others] = [self, other].map(|machine| machine.stack.iter().map(|it| it.state));
        mine.eq(others)
    }

    /// Reads a document or a part of one, from the beginning of `text` on. If the text is not the whole rest of the
    /// document, the result is [undecided](Stop::Undecided) where more text could change it.
    ///
    /// For a part, `sink` gets the nodes in it, without the start symbol; when a graph begins or the result is an error,
    /// some nonterminals do not end.
    ///
    /// # Errors
    ///
    /// The text does not begin with such an entry, or is not a whole document.
    pub fn read<S: TreeSink>(
        &mut self,
        entry: Entry,
        text: &str,
        is_whole: bool,
        sink: &mut S,
    ) -> Result<Stop, Box<Rejection>> {
        let mut run = MachineRun::new(entry, text, sink);
        self.begin(&mut run);
        self.run(run, is_whole)
    }

    /// Reads the beginning of a statement, up to the first separator of two items of its [lists](ListTables). If that comes,
    /// the open nonterminals are known, too; if none comes, it reads the whole statement, as [`read`](Self::read) does.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read).
    pub fn read_first_part<S: TreeSink>(
        &mut self,
        entry: Entry,
        text: &str,
        is_whole: bool,
        sink: &mut S,
    ) -> Result<(Stop, Option<Spine>), Box<Rejection>> {
        let tables = self.tables;
        let mut run = MachineRun {
            lists: tables.lists.as_ref().map(|lists| (lists, true)),
            ..MachineRun::new(entry, text, sink)
        };
        self.begin(&mut run);
        let stop = self.run(run, is_whole)?;
        let is_part = matches!(stop, Stop::Part { .. });
        Ok((stop, is_part.then(|| Spine(self.stack.clone()))))
    }

    /// Reads the next part of a statement, from the separator before it; or the end of the statement.
    ///
    /// `sink` gets the ends of nonterminals that began in a part before, too.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read).
    pub fn read_next_part<S: TreeSink>(
        &mut self,
        entry: Entry,
        spine: &Spine,
        text: &str,
        is_whole: bool,
        sink: &mut S,
    ) -> Result<Stop, Box<Rejection>> {
        let tables = self.tables;
        let run = MachineRun {
            has_part: true,
            lists: tables.lists.as_ref().map(|lists| (lists, false)),
            ..MachineRun::new(entry, text, sink)
        };
        self.stack.clear();
        let before = |frame: &Frame| Frame {
            start: BEFORE,
            ..*frame
        };
        self.stack.extend(spine.0.iter().map(before));
        self.run(run, is_whole)
    }

    fn run<S: TreeSink>(
        &mut self,
        mut run: MachineRun<'_, '_, S>,
        is_whole: bool,
    ) -> Result<Stop, Box<Rejection>> {
        let text = run.text;
        loop {
            let (at, hits_end) = self.tables.skip_trivia(text, run.at);
            if hits_end && !is_whole {
                return Ok(Stop::Undecided);
            }
            let scan = self.tables.scanner.scan(text, at);
            if scan.hits_end && !is_whole {
                return Ok(Stop::Undecided);
            }
            self.done.clear();
            let token = self.choose(at == text.len(), &scan);
            let step = match token {
                Some(token) => self.step(&mut run, token, at, &scan),
                None => None,
            };
            match step {
                Some(Advance::GoOn) => {}
                Some(Advance::Stop(stop)) => return Ok(stop),
                None => return Err(self.reject(&run, at)),
            }
        }
    }

    fn begin<S: TreeSink>(&mut self, run: &mut MachineRun<'_, '_, S>) {
        self.begin_at(run.entry);
        if run.entry == Entry::Document {
            run.sink.begin(0, 0);
        }
    }

    pub(crate) fn begin_at(&mut self, entry: Entry) {
        self.stack.clear();
        let root = self.tables.rules[0].start;
        self.stack.push(Frame {
            state: root,
            start: if entry == Entry::Document { 0 } else { BEFORE },
        });
        if let (Entry::InGraph, Some(graph)) = (entry, self.tables.graph) {
            self.stack.push(Frame {
                state: graph.opened,
                start: BEFORE,
            });
        }
    }

    /// The first of the longest tokens that can be here.
    fn choose(&self, is_end: bool, scan: &Scan<'_>) -> Option<usize> {
        match scan.tokens {
            [] => is_end.then(|| self.tables.end_of_text()),
            &[token] => Some(token.into()),
            tokens => {
                let mut tokens = tokens.iter().map(|&token| usize::from(token));
                tokens.find(|&token| self.can_take(token))
            }
        }
    }

    /// Takes the token of a scan at the beginning of a text, or its end if there is none.
    pub(crate) fn step_by<S: TreeSink>(
        &mut self,
        run: &mut MachineRun<'_, '_, S>,
        scan: &Scan<'_>,
    ) -> Option<Advance> {
        self.done.clear();
        let token = self.choose(true, scan)?;
        self.step(run, token, 0, scan)
    }

    /// Ends and begins nonterminals before a token, and takes it; returns none if it does not fit.
    fn step<S: TreeSink>(
        &mut self,
        run: &mut MachineRun<'_, '_, S>,
        token: usize,
        at: usize,
        scan: &Scan<'_>,
    ) -> Option<Advance> {
        loop {
            let Some(&top) = self.stack.last() else {
                // Everything has ended: this is the end of the text, or the text has more than the grammar allows.
                return (token == self.tables.end_of_text())
                    .then_some(Advance::Stop(run.at_end(at)));
            };
            if let Some((lists, is_first)) = run.lists
                && run.last.is_some()
                && self.is_between_items(lists, is_first, token)
            {
                return self.can_take(token).then(|| {
                    self.reopen(lists);
                    Advance::Stop(Stop::Part { end: at })
                });
            }
            match self.tables.move_on(top.state, token) {
                Move::Reject => return None,
                Move::End => {
                    self.pop(run, at);
                    if self.is_between_parts(run) {
                        return Some(Advance::Stop(Stop::Read { end: at }));
                    }
                }
                Move::Take(edge) => match self.tables.edges_of(top.state)[edge] {
                    (Symbol::Rule(rule), next) => self.push(run, rule, next, at),
                    (Symbol::Token(token), next) => {
                        if let Some(stop) = self.before_brace(run, top, token, at) {
                            return Some(Advance::Stop(stop));
                        }
                        self.take(run, token, next, at, scan);
                        return Some(match self.after_token(run, top, token) {
                            Some(stop) => Advance::Stop(stop),
                            None => Advance::GoOn,
                        });
                    }
                },
            }
        }
    }

    fn push<S: TreeSink>(
        &mut self,
        run: &mut MachineRun<'_, '_, S>,
        rule: u16,
        next: u16,
        at: usize,
    ) {
        if let Some(top) = self.stack.last_mut() {
            self.done.push(Done::Pushed(top.state));
            top.state = next;
        }
        let state = self.tables.rules[usize::from(rule)].start;
        self.stack.push(Frame { state, start: at });
        run.sink.begin(rule.into(), at);
        run.has_part = true;
    }

    fn pop<S: TreeSink>(&mut self, run: &mut MachineRun<'_, '_, S>, at: usize) {
        if let Some(frame) = self.stack.pop() {
            self.done.push(Done::Popped(frame));
            let is_root = self.stack.is_empty();
            if is_root || self.tables.state(frame.state).ends_late || run.at < frame.start {
                run.at = at;
            }
            if !is_root || run.entry == Entry::Document {
                run.sink.end(run.at);
            }
        }
    }

    fn take<S: TreeSink>(
        &mut self,
        run: &mut MachineRun<'_, '_, S>,
        token: u16,
        next: u16,
        at: usize,
        scan: &Scan<'_>,
    ) {
        let is_between = self.stack.len() == 1 && run.entry != Entry::Document;
        if self.tables.tokens[usize::from(token)].is_named && !is_between {
            run.sink.leaf(token.into(), at, scan.end);
        }
        if let Some(top) = self.stack.last_mut() {
            top.state = next;
        }
        run.at = scan.end;
        run.last = Some(Finished {
            token,
            start: at,
            end: scan.end,
            reach: scan.reach,
        });
        // A nonterminal with nothing more to read ends here, whatever follows.
        while self.stack.len() > 1
            && let Some(top) = self.stack.last()
            && self.tables.is_finished(top.state)
        {
            self.pop(run, scan.end);
        }
    }

    /// Whether a part of a statement ends before a token: if it separates items of the statement's lists, or ends them. The
    /// first part ends only if a second item follows.
    fn is_between_items(&self, lists: &ListTables, is_first: bool, token: usize) -> bool {
        let mut rules = self
            .stack
            .iter()
            .rev()
            .map(|frame| self.tables.state(frame.state).rule);
        let (top, below) = (rules.next(), rules.next());
        let is_inner = top == Some(lists.inner);
        let (outer, around) = match is_inner {
            true => (below, rules.next()),
            false => (top, below),
        };
        let is_of_statement =
            outer == Some(lists.outer) && around.is_some_and(|rule| lists.around.contains(&rule));
        let Some(frame) = self.stack.last().filter(|_| is_of_statement) else {
            return false;
        };
        match self.tables.move_on(frame.state, token) {
            Move::Take(edge) => {
                matches!(self.tables.edges_of(frame.state)[edge].0, Symbol::Token(_))
            }
            Move::End => !is_inner && !is_first,
            Move::Reject => false,
        }
    }

    /// Goes back into the inner list, if that has just ended.
    fn reopen(&mut self, lists: &ListTables) {
        let is_inner = |frame: &Frame| self.tables.state(frame.state).rule == lists.inner;
        if let (Some(top), Some(&Done::Popped(frame))) = (self.stack.last(), self.done.last())
            && !is_inner(top)
            && is_inner(&frame)
        {
            self.stack.push(frame);
        }
    }

    /// In a document of graphs: where one of their braces ends a part.
    fn before_brace<S: TreeSink>(
        &self,
        run: &MachineRun<'_, '_, S>,
        top: Frame,
        token: u16,
        at: usize,
    ) -> Option<Stop> {
        let graph = self.graph_of(run, top)?;
        let is_end = token == graph.close && run.has_part && run.entry == Entry::InGraph;
        is_end.then_some(Stop::Read { end: at })
    }

    /// Where a part ends with the token that has just been taken; `top` is where it was taken.
    fn after_token<S: TreeSink>(
        &self,
        run: &MachineRun<'_, '_, S>,
        top: Frame,
        token: u16,
    ) -> Option<Stop> {
        let end = run.at;
        if let Some(graph) = self.graph_of(run, top) {
            if token == graph.open {
                return Some(Stop::GraphBegins { end });
            }
            if token == graph.close {
                return Some(Stop::GraphEnds { end });
            }
        }
        // After the separator of a graph's parts.
        let is_between_parts_of_graph = run.entry == Entry::InGraph && self.stack.len() == 3 && {
            self.stack.last().is_some_and(|frame| {
                self.tables.state(frame.state).rule == self.tables.state(top.state).rule
            })
        };
        if is_between_parts_of_graph || self.is_between_parts(run) {
            return Some(Stop::Read { end });
        }
        None
    }

    /// The graph, if `top` is one between its braces and the document is read part by part.
    fn graph_of<S: TreeSink>(
        &self,
        run: &MachineRun<'_, '_, S>,
        top: Frame,
    ) -> Option<GraphTables> {
        let graph = self.tables.graph.filter(|_| run.entry != Entry::Document)?;
        (self.tables.state(top.state).rule == graph.rule).then_some(graph)
    }

    /// Whether a part of the document has been read, with all that separates it from the next.
    fn is_between_parts<S: TreeSink>(&self, run: &MachineRun<'_, '_, S>) -> bool {
        let &[root] = self.stack.as_slice() else {
            return false;
        };
        run.entry == Entry::Statement && run.has_part && root.state == self.tables.rules[0].start
    }

    /// Whether the token would be taken, after the nonterminals that end and begin before it.
    fn can_take(&self, token: usize) -> bool {
        // The untouched part of the stack, and the frames on it.
        let mut kept = self.stack.len();
        let mut states: Vec<u16> = Vec::new();
        loop {
            let Some(top) = states.last().copied().or_else(|| {
                let frame = kept.checked_sub(1).and_then(|top| self.stack.get(top))?;
                kept -= 1;
                states.push(frame.state);
                Some(frame.state)
            }) else {
                return token == self.tables.end_of_text();
            };
            match self.tables.move_on(top, token) {
                Move::Reject => return false,
                Move::End => drop(states.pop()),
                Move::Take(edge) => match self.tables.edges_of(top)[edge] {
                    (Symbol::Token(_), _) => return true,
                    (Symbol::Rule(rule), next) => {
                        states.pop();
                        states.extend([next, self.tables.rules[usize::from(rule)].start]);
                    }
                },
            }
        }
    }

    fn reject<S: TreeSink>(&mut self, run: &MachineRun<'_, '_, S>, at: usize) -> Box<Rejection> {
        while let Some(done) = self.done.pop() {
            match done {
                Done::Popped(frame) => self.stack.push(frame),
                Done::Pushed(state) => {
                    self.stack.pop();
                    if let Some(top) = self.stack.last_mut() {
                        top.state = state;
                    }
                }
            }
        }
        let tokens = 0..=self.tables.end_of_text();
        let expected: TokenSet = tokens.filter(|&token| self.can_take(token)).collect();
        let open = self.stack.iter().map(|frame| frame.open(self.tables));
        let mut choices: Vec<Symbol> = Vec::new();
        for frame in self.stack.iter().rev() {
            let (of_frame, can_end) = self.tables.choices(frame.state);
            for choice in of_frame {
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
            if !can_end {
                break;
            }
        }
        Box::new(Rejection {
            found: Found::at(self.tables, run.text, at, &expected, run.last, None),
            open: open.collect(),
            choices,
            expected,
            finished: run.last,
        })
    }
}

pub(crate) enum Advance {
    GoOn,
    Stop(Stop),
}

impl<S> MachineRun<'_, '_, S> {
    /// Where reading stops when the text ends.
    fn at_end(&self, at: usize) -> Stop {
        match self.has_part || self.entry == Entry::Document {
            true => Stop::Read { end: at },
            false => Stop::Nothing,
        }
    }
}
