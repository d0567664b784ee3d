//! A grammar, ready to run.
//!
//! Invariant: tables are plain data, the same whether made at build time or of a grammar that was just loaded.

use crate::data::{Data, Name};
use crate::scanner::Scanner;
use crate::token_cuts::TokenCuts;
use crate::token_set::TokenSet;

/// The productions of a grammar, and its tokens.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::Symbol;
///
/// let grammar = ebnf::read("doc ::= list*\nlist ::= '(' NAME* ')'\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// assert!(tables.are_deterministic());
/// let list = &tables.rules[tables.rule("list").unwrap()];
/// assert!(!list.is_nullable);
/// let &[(Symbol::Token(open), _)] = tables.edges_of(list.start) else {
///     panic!("a list begins with its parenthesis")
/// };
/// assert_eq!(tables.tokens[usize::from(open)].name, "'('");
/// let state = tables.states[usize::from(list.start)];
/// assert_eq!((state.rule, state.is_final), (1, false));
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The nonterminals, by number; the first is the start symbol.
    pub rules: Data<Nonterminal>,
    /// The tokens, by number: terminals, and literals of nonterminals.
    pub tokens: Data<SpecifiedToken>,
    /// Finds tokens.
    pub scanner: Scanner,
    /// Finds the text between tokens, as one token; none if the productions themselves place it.
    pub trivia: Option<Scanner>,
    /// Tells whether another parser may have cut a text within a token.
    pub token_cuts: TokenCuts,
    /// The states of all nonterminals' automata.
    pub states: Data<State>,
    /// The edges of all states; those of one state are together.
    pub edges: Data<(Symbol, u16)>,
    /// For each state and token, the move; empty if one token of lookahead does not always decide.
    pub moves: Data<u16>,
    /// In a grammar of graphs between braces: how they are read.
    pub graph: Option<GraphTables>,
    /// In a grammar whose statements have lists of objects, if one token of lookahead always decides: how they are read.
    pub lists: Option<ListTables>,
}

/// A nonterminal.
///
/// See [`Tables`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonterminal {
    /// Its name in the specification.
    pub name: Name,
    /// The state in which its automaton begins.
    pub start: u16,
    /// Whether it can match nothing.
    pub is_nullable: bool,
}

/// A token.
///
/// See [`Tables`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecifiedToken {
    /// A terminal's name; a literal as EBNF writes it, in its quotes.
    pub name: Name,
    /// Whether it is a terminal that leaves a node.
    pub is_named: bool,
    /// Whether it is white space only, or a comment: where others are expected, too, it is not listed.
    pub is_white_space: bool,
}

/// A state of a nonterminal's automaton.
///
/// See [`Tables`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The nonterminal.
    pub rule: u16,
    /// The number of its first edge among all; they end where those of the next state begin.
    pub edges: u16,
    /// Whether the nonterminal can end here.
    pub is_final: bool,
    /// Whether it then ends after the white space that follows, since an optional part could have been there.
    pub ends_late: bool,
}

/// The symbols that a nonterminal's automaton reads.
///
/// See [`Tables`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// The token of this number.
    Token(u16),
    /// The nonterminal of this number.
    Rule(u16),
}

/// How a graph between braces is read part by part.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
///
/// let grammar = ebnf::read("doc ::= graph*\ngraph ::= '{' items? '}'\nitems ::= NAME ('.' NAME)* '.'?\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let graph = tables.graph.unwrap();
/// assert_eq!(tables.rules[usize::from(graph.rule)].name, "graph");
/// assert_eq!(tables.tokens[usize::from(graph.open)].name, "'{'");
/// assert_eq!(tables.tokens[usize::from(graph.close)].name, "'}'");
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphTables {
    /// The nonterminal of the braces and the text between them.
    pub rule: u16,
    /// Its state after the opening brace.
    pub opened: u16,
    /// The opening brace.
    pub open: u16,
    /// The closing brace.
    pub close: u16,
}

/// How a statement's lists are read an object at a time, by the numbers of their nonterminals.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{Machine, Reply, Request, Scope};
///
/// let text = "doc ::= statement*
///     statement ::= triples '.'
///     triples ::= term list
///     list ::= term objects (';' term objects)* ';'?
///     objects ::= term (',' term)*
///     term ::= NAME
///     NAME ::= [a-z]+";
/// let grammar = ebnf::read(text)?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let mut machine = Machine::new(&tables);
/// let first = machine.read(Request::FirstPart(Scope::Outside), "s p o , q .", true, &mut ());
/// assert_eq!(first, Ok(Reply::Part { consumed: 6 }));
/// let lists = machine.open_lists();
/// let open = lists.open(&tables).map(|open| &*tables.rules[usize::from(open.rule)].name);
/// assert_eq!(open.collect::<Vec<_>>(), ["doc", "statement", "triples", "list", "objects"]);
/// let next = machine.read(Request::NextParts(Scope::Outside, &lists), ", q .", true, &mut ());
/// assert_eq!(next, Ok(Reply::Part { consumed: 4 }));
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListTables {
    /// The nonterminals that the outer list may be in, so that it is outside brackets.
    pub around: Data<u16>,
    /// The outer list: each item of it has an inner one.
    pub outer: u16,
    /// The inner list: a part ends before a separator of two of its items, or of two of the outer list.
    pub inner: u16,
}

/// The action of a [`Machine`](crate::Machine) in a state, on a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// The token cannot be here.
    Reject,
    /// The nonterminal ends before the token.
    End,
    /// Take the state's edge of this number.
    Take(usize),
}

/// How a move is written in the table.
impl Move {
    #[cfg(feature = "compile")]
    pub(crate) fn code(self) -> usize {
        match self {
            Self::Reject => 0,
            Self::End => 1,
            Self::Take(edge) => edge + 2,
        }
    }

    fn of(code: u16) -> Self {
        match code {
            0 => Self::Reject,
            1 => Self::End,
            edge => Self::Take(usize::from(edge) - 2),
        }
    }
}

impl Tables {
    /// Whether one token of lookahead always decides, so that a [`Machine`](crate::Machine) can run them.
    pub fn are_deterministic(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The number that stands for the end of the text among tokens.
    pub fn end_of_text(&self) -> usize {
        self.tokens.len()
    }

    /// The rule of this name.
    pub fn rule(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|rule| rule.name == name)
    }

    /// The edges of a state.
    pub fn edges_of(&self, state: u16) -> &[(Symbol, u16)] {
        let start = usize::from(self.states[usize::from(state)].edges);
        let next = self.states.get(usize::from(state) + 1);
        let end = next.map_or(self.edges.len(), |next| usize::from(next.edges));
        &self.edges[start..end]
    }

    /// The tokens that a nonterminal can begin with.
    pub fn first(&self, rule: u16) -> TokenSet {
        let mut first = TokenSet::new();
        let mut rules = vec![rule];
        let mut index = 0;
        while let Some(&rule) = rules.get(index) {
            for choice in self.choices(self.rules[usize::from(rule)].start).0 {
                match choice {
                    Symbol::Token(token) => drop(first.insert(token.into())),
                    Symbol::Rule(rule) if !rules.contains(&rule) => rules.push(rule),
                    Symbol::Rule(_) => {}
                }
            }
            index += 1;
        }
        first
    }

    /// The tokens that a symbol is, or can begin with.
    pub fn tokens_of(&self, symbol: Symbol) -> Vec<usize> {
        match symbol {
            Symbol::Token(token) => vec![token.into()],
            Symbol::Rule(rule) => self.first(rule).iter().collect(),
        }
    }

    /// The next symbols in a state: the symbols of its edges, and of those after nonterminals that can match nothing; and
    /// whether the nonterminal can end before.
    pub(crate) fn choices(&self, state: u16) -> (Vec<Symbol>, bool) {
        let (mut choices, mut can_end) = (Vec::new(), false);
        let mut states = vec![state];
        let mut index = 0;
        while let Some(&state) = states.get(index) {
            can_end |= self.state(state).is_final;
            for &(symbol, next) in self.edges_of(state) {
                choices.push(symbol);
                if let Symbol::Rule(rule) = symbol
                    && self.rules[usize::from(rule)].is_nullable
                    && !states.contains(&next)
                {
                    states.push(next);
                }
            }
            index += 1;
        }
        (choices, can_end)
    }

    /// Whether a nonterminal's automaton has nothing more to read in a state.
    pub fn is_finished(&self, state: u16) -> bool {
        self.edges_of(state).is_empty()
    }

    /// The state of this number.
    pub fn state(&self, state: u16) -> State {
        self.states[usize::from(state)]
    }

    pub(crate) fn move_on(&self, state: u16, token: usize) -> Move {
        let width = self.tokens.len() + 1;
        Move::of(self.moves[usize::from(state) * width + token])
    }

    /// The first place from `at` on that is neither white space nor a comment; and whether more text could move it.
    pub fn skip_trivia(&self, text: &str, at: usize) -> (usize, bool) {
        match &self.trivia {
            None => (at, at == text.len()),
            Some(trivia) => {
                let scan = trivia.scan(text, at);
                (scan.end, scan.hits_end)
            }
        }
    }

    /// The names of tokens, as the specification has them.
    pub fn names<'s>(&'s self, tokens: &'s TokenSet) -> impl Iterator<Item = &'s str> {
        let named = tokens.iter().filter_map(|token| self.tokens.get(token));
        named.map(|token| &*token.name)
    }
}
