//! Why the grammar rejects a text, as data.

use crate::tables::{Symbol, Tables};
use crate::token_set::TokenSet;

/// Where a text stops being the beginning of a text of the grammar, and the expected symbols there.
///
/// Offsets are bytes of the text that was read.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{Found, Machine};
///
/// let grammar = ebnf::read("doc ::= list*\nlist ::= '(' NAME* ')'\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let rejection = Machine::new(&tables).read_document("(a (", &mut ());
/// let rejection = rejection.unwrap_err();
/// assert!(matches!(rejection.found, Found::Token { start: 3, end: 4, .. }));
/// let expected: Vec<&str> = tables.names(&rejection.expected).collect();
/// assert_eq!(expected, ["NAME", "')'"]);
/// assert_eq!(rejection.open[1].start, Some(0));
/// assert_eq!(rejection.finished.unwrap().end, 2);
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The text that is there instead.
    pub found: Found,
    /// The tokens that a text of the grammar can go on with, after the [last one](Self::finished); among them
    /// [the end of the text](Tables::end_of_text), if it can end there.
    pub expected: TokenSet,
    /// The expected symbols, as the open productions write them: tokens and nonterminals, innermost production first. The
    /// `expected` tokens are these tokens, and the first ones of these nonterminals.
    pub choices: Vec<Symbol>,
    /// The nonterminals that have begun and not ended, outermost first.
    pub open: Vec<Open>,
    /// The last token before the fault, if there is one.
    pub finished: Option<Finished>,
}

/// Why a text was not read.
///
/// See [`earley::read_document`](crate::earley::read_document) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EarleyRefusal {
    /// The grammar rejects it.
    Rejected(Box<Rejection>),
    /// It takes [more steps](crate::earley::MOST_STEPS) than are allowed. The sink's events mean nothing.
    GivenUp {
        /// The offset up to which the text was looked at.
        at: usize,
    },
}

impl From<Box<Rejection>> for EarleyRefusal {
    fn from(rejection: Box<Rejection>) -> Self {
        Self::Rejected(rejection)
    }
}

/// The text at a fault.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{Found, Machine};
///
/// let grammar = ebnf::read("doc ::= STRING '.'\nSTRING ::= '<' [a-z]* '>'")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let mut machine = Machine::new(&tables);
/// let mut found = |text| machine.read_document(text, &mut ()).unwrap_err().found;
/// assert_eq!(found("<a>"), Found::End { at: 3 });
/// assert!(matches!(found("<a> <b>"), Found::Token { start: 4, end: 7, .. }));
/// assert!(matches!(found("<a ."), Found::Nothing { start: 0, reach: 2, .. }));
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// The end of the text.
    End {
        /// Its offset.
        at: usize,
    },
    /// A token that cannot be there.
    Token {
        /// Its first byte.
        start: usize,
        /// The byte after its last.
        end: usize,
        /// Which tokens it is: they match the same text.
        tokens: Vec<u16>,
    },
    /// No token.
    Nothing {
        /// Where a token would have begun.
        start: usize,
        /// The furthest place that any token that could have been there reached.
        reach: usize,
        /// The tokens that reached it.
        alive: Vec<u16>,
    },
    /// A token fits, and a longer one had begun but is not finished: the text after the shorter one is at fault only because
    /// the longer one was given up.
    GivenUp {
        /// Where both begin.
        start: usize,
        /// Where the shorter one ends.
        end: usize,
        /// How far the longer one came.
        reach: usize,
        /// The tokens that reached it.
        alive: Vec<u16>,
    },
}

/// A nonterminal that has begun.
///
/// See [`Rejection`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Its number.
    pub rule: u16,
    /// Where it began; none if that was before the text.
    pub start: Option<usize>,
}

/// A token that has been read.
///
/// See [`Rejection`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its number.
    pub token: u16,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// How far the automaton that found it came: a longer token may have begun.
    pub(crate) reach: usize,
}

impl Rejection {
    /// The expected tokens and nonterminals, as few as are complete; white space only where nothing else is expected. Tokens
    /// come first, those that close and separate the outer productions before those that go on with the inner ones; then
    /// nonterminals. A nonterminal that is only another one, or only one token, is replaced by that; not by one that may be nothing, since
    /// then something else can be there.
    pub fn folded(&self, tables: &Tables) -> Vec<Symbol> {
        let mut tokens = Vec::new();
        let mut rules = Vec::new();
        for &choice in &self.choices {
            let shown = shown(tables, choice);
            let list = match shown {
                Symbol::Token(_) => &mut tokens,
                Symbol::Rule(_) => &mut rules,
            };
            if !list.contains(&shown) {
                list.push(shown);
            }
        }
        tokens.reverse();
        tokens.extend(rules);
        let is_white_space = |symbol: &Symbol| match symbol {
            Symbol::Token(token) => tables.tokens[usize::from(*token)].is_white_space,
            Symbol::Rule(_) => false,
        };
        if !tokens.iter().all(is_white_space) {
            tokens.retain(|symbol| !is_white_space(symbol));
        }
        tokens
    }
}

fn shown(tables: &Tables, symbol: Symbol) -> Symbol {
    let mut symbol = symbol;
    let mut passed = Vec::new();
    while let Symbol::Rule(rule) = symbol
        && !passed.contains(&rule)
    {
        passed.push(rule);
        let called = &tables.rules[usize::from(rule)];
        match tables.edges_of(called.start) {
            &[(only, _)] if !called.is_nullable && !is_nullable(tables, only) => symbol = only,
            _ => break,
        }
    }
    let Symbol::Rule(rule) = symbol else {
        return symbol;
    };
    let first = tables.first(rule);
    let mut first = first.iter();
    match (first.next(), first.next()) {
        (Some(token), None) => Symbol::Token(token as u16),
        _ => symbol,
    }
}

fn is_nullable(tables: &Tables, symbol: Symbol) -> bool {
    match symbol {
        Symbol::Token(_) => false,
        Symbol::Rule(rule) => tables.rules[usize::from(rule)].is_nullable,
    }
}

impl Found {
    /// Where the fault begins.
    pub fn start(&self) -> usize {
        match self {
            Self::End { at } => *at,
            Self::Token { start, .. }
            | Self::Nothing { start, .. }
            | Self::GivenUp { start, .. } => *start,
        }
    }

    /// The text at `start`, which is not an expected token. `among` are the tokens that could be in place of the one
    /// before, if the grammar is read in context.
    pub(crate) fn at(
        tables: &Tables,
        text: &str,
        start: usize,
        expected: &TokenSet,
        before: Option<Finished>,
        among: Option<&TokenSet>,
    ) -> Self {
        if let Some(before) = before
            && before.end == start
            && before.reach > start
            && text[start..before.reach].bytes().any(|byte| byte != b'.')
        {
            let alive = match among {
                Some(among) => tables.scanner.reach(text, before.start, among).1,
                None => tables.scanner.scan(text, before.start).alive.to_vec(),
            };
            return Self::GivenUp {
                start: before.start,
                end: start,
                reach: before.reach,
                alive,
            };
        }
        if start == text.len() {
            return Self::End { at: start };
        }
        let scan = tables.scanner.scan(text, start);
        if !scan.tokens.is_empty() {
            return Self::Token {
                start,
                end: scan.end,
                tokens: scan.tokens.to_vec(),
            };
        }
        let (reach, alive) = tables.scanner.reach(text, start, expected);
        Self::Nothing {
            start,
            reach,
            alive,
        }
    }
}
