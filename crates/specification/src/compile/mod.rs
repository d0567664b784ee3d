//! From a grammar's text to [`Tables`].
//!
//! [`Productions`] says which productions are run; [`compile`] makes their tables; [`to_rust`] writes these as source.

mod automaton;
mod deterministic;
mod error;
mod moves;
mod numbers;
mod positions;
mod productions;
mod source;

pub use error::CompileError;
pub use moves::Conflict;
pub use productions::Productions;
pub use source::to_rust;

use crate::data::Name;
use crate::empty_trees::EmptyTrees;
use crate::tables::{GraphTables, ListTables, Nonterminal, SpecifiedToken, State, Symbol, Tables};
use crate::token_cuts::TokenCuts;
use automaton::{Definition, scanner};
use notation::{
    CanBeNothing, DocumentForm, Expression, Grammar, ListPieces, RuleKind, ebnf, with_stack,
};
use numbers::narrow;
use positions::{Progress, RuleAutomaton};
use std::borrow::Cow;

/// A grammar's tables, with the conflicts that a machine cannot decide.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
///
/// let grammar = ebnf::read("a ::= b | c\nb ::= 'x' 'y'\nc ::= 'x' 'z'")?;
/// let compiled = compile(&Productions::of_ebnf(&grammar))?;
/// assert!(!compiled.tables.are_deterministic());
/// let conflict = compiled.conflicts[0];
/// assert_eq!(compiled.tables.rules[usize::from(conflict.rule)].name, "a");
/// assert_eq!(compiled.tables.tokens[conflict.token].name, "'x'");
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The tables; with a conflict, they have no moves.
    pub tables: Tables,
    /// Where one token of lookahead does not decide how to go on.
    pub conflicts: Vec<Conflict>,
}

/// Makes the tables of a grammar.
///
/// # Errors
///
/// A name has no production, a terminal is not regular, or the tables, or trees of nothing, are too large.
pub fn compile(productions: &Productions) -> Result<Compiled, CompileError> {
    with_stack(|| compiled(productions))
}

fn compiled(productions: &Productions) -> Result<Compiled, CompileError> {
    let grammar = &productions.grammar;
    let rules: Vec<&notation::Rule> = grammar
        .rules
        .iter()
        .filter(|rule| rule.kind == RuleKind::Nonterminal)
        .collect();
    if rules.is_empty() {
        return Err(CompileError::Empty);
    }
    check_names(grammar)?;
    let mut symbols = Symbols {
        grammar,
        rules: rules.iter().map(|rule| rule.name.as_str()).collect(),
        tokens: Vec::new(),
        nothing: CanBeNothing::of(grammar),
    };
    let mut automata = Vec::new();
    for (place, rule) in rules.iter().enumerate() {
        // The start symbol ends with the text.
        let can_end_late = place > 0 && productions.trivia.is_some();
        let symbol = &mut |part: &_| symbols.of(part);
        automata.push(positions::automaton(
            &rule.expression,
            can_end_late,
            symbol,
        )?);
    }
    let definitions = symbols.tokens.iter().map(|token| Definition {
        expression: token.clone(),
        ends_at_first: matches!(token, Expression::Name(name) if productions.ending_at_first.contains(name)),
    });
    let scanner = scanner(grammar, &definitions.collect::<Vec<_>>())?;
    let trivia = match &productions.trivia {
        None => None,
        Some(trivia) => Some(automaton::scanner(
            grammar,
            &[Definition {
                expression: trivia.clone(),
                ends_at_first: false,
            }],
        )?),
    };
    let tokens = symbols.tokens.iter().map(|token| SpecifiedToken {
        name: ebnf::print_expression(token).into(),
        is_named: leaves_node(token, grammar),
        is_white_space: productions.is_white_space(token),
    });
    let (states, edges, starts) = joined(&automata)?;
    let rules = rules.iter().zip(&starts).map(|(rule, &start)| Nonterminal {
        name: Name::from(rule.name.clone()),
        start,
        is_nullable: false,
    });
    let mut tables = Tables {
        rules: rules.collect(),
        tokens: tokens.collect(),
        // A grammar without white space between its tokens is read in context: the longest of all tokens does not count.
        token_cuts: match trivia {
            Some(_) => TokenCuts::of(&scanner),
            None => TokenCuts::none(),
        },
        scanner,
        trivia,
        states: states.into(),
        edges: edges.into(),
        moves: Cow::Borrowed(&[]),
        graph: None,
        lists: None,
    };
    mark_nullable(&mut tables)?;
    let pieces = DocumentForm::of(grammar);
    let graph = pieces.as_ref().and_then(|pieces| pieces.graph.as_ref());
    tables.graph = graph.and_then(|graph| graph_tables(&tables, &graph.production));
    let (moves, conflicts) = moves::moves(&tables);
    if conflicts.is_empty() {
        tables.moves = moves.into();
        let lists = pieces.and_then(|pieces| pieces.lists);
        tables.lists = lists.and_then(|lists| list_tables(&tables, &lists));
    }
    Ok(Compiled { tables, conflicts })
}

/// The symbols of productions, by number.
struct Symbols<'g> {
    grammar: &'g Grammar,
    rules: Vec<&'g str>,
    tokens: Vec<Expression>,
    nothing: CanBeNothing,
}

impl Symbols<'_> {
    /// The symbol, and whether it may be left out: no token is of no character, so one that can match nothing may.
    fn of(&mut self, expression: &Expression) -> Result<(Symbol, bool), CompileError> {
        if let Expression::Name(name) = expression {
            if let Some(rule) = self.rules.iter().position(|rule| rule == name) {
                return Ok((Symbol::Rule(narrow(rule)?), false));
            }
            if self.grammar.rule(name).is_none() {
                return Err(CompileError::undefined(name));
            }
        }
        let known = self.tokens.iter().position(|token| token == expression);
        let token = known.unwrap_or_else(|| {
            self.tokens.push(expression.clone());
            self.tokens.len() - 1
        });
        let can_be_absent = self.nothing.expression(expression);
        Ok((Symbol::Token(narrow(token)?), can_be_absent))
    }
}

fn leaves_node(token: &Expression, grammar: &Grammar) -> bool {
    match token {
        Expression::Name(name) => {
            let rule = grammar.rule(name);
            rule.is_some_and(|rule| rule.kind == RuleKind::Terminal)
        }
        _ => false,
    }
}

type Joined = (Vec<State>, Vec<(Symbol, u16)>, Vec<u16>);

/// The automata of all productions, one after the other, and where each begins.
fn joined(automata: &[RuleAutomaton]) -> Result<Joined, CompileError> {
    let (mut states, mut edges, mut starts) = (Vec::new(), Vec::new(), Vec::new());
    for (rule, automaton) in automata.iter().enumerate() {
        let base = states.len();
        starts.push(narrow(base)?);
        for place in &automaton.states {
            let Progress {
                is_final,
                ends_late,
                ..
            } = *place;
            states.push(State {
                rule: narrow(rule)?,
                edges: narrow(edges.len())?,
                is_final,
                ends_late,
            });
            for &(symbol, next) in &place.edges {
                edges.push((symbol, narrow(base + next)?));
            }
        }
    }
    Ok((states, edges, starts))
}

fn check_names(grammar: &Grammar) -> Result<(), CompileError> {
    match grammar.doubled_names().first() {
        None => Ok(()),
        Some(&(name, productions)) => Err(CompileError::DefinedTwice {
            name: name.to_owned(),
            productions,
        }),
    }
}

/// Marks the rules that can match nothing, unless a tree of nothing is so large that no document could be read.
fn mark_nullable(tables: &mut Tables) -> Result<(), CompileError> {
    /// How many rules such a tree may have: there may be one between any two tokens.
    const MOST: usize = 1000;
    let empty_trees = EmptyTrees::of(tables);
    if let Some(rule) = empty_trees.first_larger_than(MOST) {
        let name = tables.rules[rule].name.to_string();
        return Err(CompileError::LargeNothing { name });
    }
    for (rule, number) in tables.rules.to_mut().iter_mut().zip(0..) {
        rule.is_nullable = empty_trees.parts(number).is_some();
    }
    Ok(())
}

/// The numbers of the productions of a statement's lists.
fn list_tables(tables: &Tables, lists: &ListPieces) -> Option<ListTables> {
    let number = |name: &String| narrow(tables.rule(name)?).ok();
    let around: Option<Vec<u16>> = lists.around.iter().map(number).collect();
    Some(ListTables {
        around: around?.into(),
        outer: number(&lists.outer)?,
        inner: number(&lists.inner)?,
    })
}

/// A graph begins with the first token of its production, and ends with the last.
fn graph_tables(tables: &Tables, name: &str) -> Option<GraphTables> {
    let rule = tables.rule(name)?;
    let token = |state: u16| {
        let mut edges = tables.edges_of(state).iter();
        edges.find_map(|&(symbol, next)| match symbol {
            Symbol::Token(token) => Some((token, next)),
            Symbol::Rule(_) => None,
        })
    };
    let (open, opened) = token(tables.rules[rule].start)?;
    let (close, _) = token(opened)?;
    Some(GraphTables {
        rule: narrow(rule).ok()?,
        opened,
        open,
        close,
    })
}
