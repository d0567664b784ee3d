//! One token of lookahead over a stack of states.
//!
//! A state on the stack says how far a nonterminal has been read. On each token the nonterminals that end before it are
//! popped, those that begin with it are pushed, and then the token is taken. If the token turns out not to fit,
//! these steps are undone, so that the rejection describes the place of the fault.
//!
//! Invariant: each token is read once; a text is rejected at its first token that no text of the grammar has there.

use crate::TreeSink;
use crate::open_lists::{BEFORE, Frame, OpenLists};
use crate::rejection::{Finished, Found, Rejection};
use crate::request::{Reply, Request, Scope};
use crate::scanner::Scan;
use crate::tables::{GraphTables, ListTables, Move, Symbol, Tables};
use crate::token_set::TokenSet;

/// Runs [tables](Tables) that are [deterministic](Tables::are_deterministic). It can be used again and again.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{Machine, Reply, Request, Scope};
///
/// let grammar = ebnf::read("doc ::= list*\nlist ::= '(' NAME* ')'\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let mut machine = Machine::new(&tables);
/// assert!(machine.read_document("(a b) ()", &mut ()).is_ok());
/// let statement = Request::Statement(Scope::Outside);
/// let mut read = |text, is_whole| machine.read(statement, text, is_whole, &mut ());
/// assert_eq!(read("(a b) ()", true), Ok(Reply::Statement { consumed: 5 }));
/// assert_eq!(read("(a", false), Ok(Reply::Undecided));
/// assert_eq!(read(" # no more", true), Ok(Reply::End));
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Machine<'t> {
    tables: &'t Tables,
    stack: Vec<Frame>,
    /// The steps since the last token, which are undone if the next one does not fit.
    done: Vec<Done>,
}

#[derive(Clone, Copy, Debug)]
enum Done {
    Popped(Frame),
    /// A nonterminal was pushed onto one that was in this state.
    Pushed(u16),
}

/// How one run goes.
pub(crate) struct MachineRun<'r, 'x, S> {
    extent: RunExtent,
    text: &'x str,
    sink: &'r mut S,
    /// After the last token; or after the white space that follows it, if an optional part could have been there.
    at: usize,
    last: Option<Finished>,
    /// Whether a statement, or more of the document, has begun.
    pub(crate) has_begun: bool,
    /// If a statement is read part by part: its lists, and whether this is the first part.
    lists: Option<(&'r ListTables, bool)>,
}

/// How much of a document a run reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunExtent {
    Document,
    /// A statement, or a part of one.
    Statement(Scope),
}

impl<'r, 'x, S> MachineRun<'r, 'x, S> {
    /// A run that begins with a statement.
    pub(crate) fn new(scope: Scope, text: &'x str, sink: &'r mut S) -> Self {
        Self::of(RunExtent::Statement(scope), text, sink)
    }

    fn of(extent: RunExtent, text: &'x str, sink: &'r mut S) -> Self {
        Self {
            extent,
            text,
            sink,
            at: 0,
            last: None,
            has_begun: false,
            lists: None,
        }
    }

    fn is_document(&self) -> bool {
        self.extent == RunExtent::Document
    }

    fn is_in_graph(&self) -> bool {
        self.extent == RunExtent::Statement(Scope::InGraph)
    }

    /// The reply that a statement, or the last part of one, takes up to this byte.
    fn ended(&self, consumed: usize) -> Reply {
        match self.lists {
            Some((_, false)) => Reply::PartsEnd { consumed },
            _ => Reply::Statement { consumed },
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

    /// Reads a whole document. `sink` gets its nodes.
    ///
    /// # Errors
    ///
    /// The text is no document.
    pub fn read_document<S: TreeSink>(
        &mut self,
        text: &str,
        sink: &mut S,
    ) -> Result<(), Box<Rejection>> {
        sink.begin(0, 0);
        self.stack.clear();
        self.push_root(0);
        self.run(MachineRun::of(RunExtent::Document, text, sink), true)
            .map(drop)
    }

    /// Reads what is wanted, from the beginning of `text` on. If the text is not the whole rest of the document, the reply is
    /// [undecided](Reply::Undecided) where more text could change it.
    ///
    /// `sink` gets the nodes in it, without the start symbol; when a graph begins or the result is an error, some nonterminals
    /// do not end. Of [next parts](Request::NextParts), one is read, and `sink` gets the ends of nonterminals that began in a
    /// part before, too. If the grammar has no [lists](ListTables), a first part is a whole statement.
    ///
    /// # Errors
    ///
    /// The text does not begin with it.
    pub fn read<S: TreeSink>(
        &mut self,
        wanted: Request<'_>,
        text: &str,
        is_whole: bool,
        sink: &mut S,
    ) -> Result<Reply, Box<Rejection>> {
        let scope = wanted.scope();
        let lists = self.tables.lists.as_ref();
        let mut run = MachineRun::new(scope, text, sink);
        match wanted {
            Request::Statement(_) => self.begin(scope),
            Request::FirstPart(_) => {
                self.begin(scope);
                run.lists = lists.map(|lists| (lists, true));
            }
            Request::NextParts(_, open) => {
                self.resume(open);
                run.has_begun = true;
                run.lists = lists.map(|lists| (lists, false));
            }
        }
        self.run(run, is_whole)
    }

    /// The nonterminals that are open after [a part](Reply::Part) of a statement.
    pub fn open_lists(&self) -> OpenLists {
        OpenLists(self.stack.clone())
    }

    fn run<S: TreeSink>(
        &mut self,
        mut run: MachineRun<'_, '_, S>,
        is_whole: bool,
    ) -> Result<Reply, Box<Rejection>> {
        let text = run.text;
        loop {
            let (at, hits_end) = self.tables.skip_trivia(text, run.at);
            if hits_end && !is_whole {
                return Ok(Reply::Undecided);
            }
            let scan = self.tables.scanner.scan(text, at);
            if scan.hits_end && !is_whole {
                return Ok(Reply::Undecided);
            }
            self.done.clear();
            let token = self.choose(at == text.len(), &scan);
            let step = match token {
                Some(token) => self.step(&mut run, token, at, &scan),
                None => None,
            };
            match step {
                Some(Advance::GoOn) => {}
                Some(Advance::Stop(reply)) => return Ok(reply),
                None => return Err(self.reject(&run, at)),
            }
        }
    }

    /// Is before a statement, from here on.
    pub(crate) fn begin(&mut self, scope: Scope) {
        self.stack.clear();
        self.push_root(BEFORE);
        if let (Scope::InGraph, Some(graph)) = (scope, self.tables.graph) {
            self.stack.push(Frame {
                state: graph.opened,
                start: BEFORE,
            });
        }
    }

    fn push_root(&mut self, start: usize) {
        let state = self.tables.rules[0].start;
        self.stack.push(Frame { state, start });
    }

    /// Is where a part of a statement has ended, which came before the text.
    fn resume(&mut self, open: &OpenLists) {
        self.stack.clear();
        let before = |frame: &Frame| Frame {
            start: BEFORE,
            ..*frame
        };
        self.stack.extend(open.0.iter().map(before));
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
                    Advance::Stop(Reply::Part { consumed: at })
                });
            }
            match self.tables.move_on(top.state, token) {
                Move::Reject => return None,
                Move::End => {
                    self.pop(run, at);
                    if self.is_between_parts(run) {
                        return Some(Advance::Stop(run.ended(at)));
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
        run.has_begun = true;
    }

    fn pop<S: TreeSink>(&mut self, run: &mut MachineRun<'_, '_, S>, at: usize) {
        if let Some(frame) = self.stack.pop() {
            self.done.push(Done::Popped(frame));
            let is_root = self.stack.is_empty();
            if is_root || self.tables.state(frame.state).ends_late || run.at < frame.start {
                run.at = at;
            }
            if !is_root || run.is_document() {
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
        let is_between = self.stack.len() == 1 && !run.is_document();
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
    ) -> Option<Reply> {
        let graph = self.graph_of(run, top)?;
        let is_end = token == graph.close && run.has_begun && run.is_in_graph();
        is_end.then(|| run.ended(at))
    }

    /// Where a part ends with the token that has just been taken; `top` is where it was taken.
    fn after_token<S: TreeSink>(
        &self,
        run: &MachineRun<'_, '_, S>,
        top: Frame,
        token: u16,
    ) -> Option<Reply> {
        let consumed = run.at;
        if let Some(graph) = self.graph_of(run, top) {
            if token == graph.open {
                return Some(Reply::GraphBegin { consumed });
            }
            if token == graph.close {
                return Some(Reply::GraphEnd { consumed });
            }
        }
        // After the separator of a graph's parts.
        let is_between_parts_of_graph = run.is_in_graph() && self.stack.len() == 3 && {
            self.stack.last().is_some_and(|frame| {
                self.tables.state(frame.state).rule == self.tables.state(top.state).rule
            })
        };
        if is_between_parts_of_graph || self.is_between_parts(run) {
            return Some(run.ended(consumed));
        }
        None
    }

    /// The graph, if `top` is one between its braces and the document is read part by part.
    fn graph_of<S: TreeSink>(
        &self,
        run: &MachineRun<'_, '_, S>,
        top: Frame,
    ) -> Option<GraphTables> {
        let graph = self.tables.graph.filter(|_| !run.is_document())?;
        (self.tables.state(top.state).rule == graph.rule).then_some(graph)
    }

    /// Whether a part of the document has been read, with all that separates it from the next.
    fn is_between_parts<S: TreeSink>(&self, run: &MachineRun<'_, '_, S>) -> bool {
        let &[root] = self.stack.as_slice() else {
            return false;
        };
        run.extent == RunExtent::Statement(Scope::Outside)
            && run.has_begun
            && root.state == self.tables.rules[0].start
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
    Stop(Reply),
}

impl<S> MachineRun<'_, '_, S> {
    /// Where reading stops when the text ends.
    fn at_end(&self, at: usize) -> Reply {
        match self.has_begun || self.is_document() {
            true => self.ended(at),
            false => Reply::End,
        }
    }
}
