//! A graph between braces, whose statements are read one at a time.
//!
//! In `(D | N (G | …) | G | K N G)*`, with `G ::= '{' T? '}'` and `T ::= S ('.' S)* '.'?`, a document's next piece is a D, or what
//! comes before a G and its brace, or another statement; between the braces it is an S with its full stop, or the brace that closes.
//! The brace tells a graph from all else, if nothing else can be where it opens: that is looked at. A keyword K before a name is
//! tried where there is no name; a word that is both is a name, since that is the longer token.

use super::characters::Characters;
use super::forms::{nonterminal, without_guards};
use super::statements::Statements;
use crate::{Expression, Grammar};
use std::collections::BTreeSet;

const OPEN: char = '{';
const CLOSE: char = '}';

/// A graph between braces.
///
/// ```
/// use turtle_peg_notation::{Expression, DocumentForm, ebnf};
///
/// let grammar = ebnf::read("
///     doc ::= (directive | block)*
///     directive ::= '@' NAME
///     block ::= NAME graph | graph
///     graph ::= '{' statements? '}'
///     statements ::= triples ('.' triples)* '.'?
///     triples ::= NAME NAME NAME
///     @terminals
///     NAME ::= [a-z]+")?;
/// let graph = DocumentForm::of(&grammar).unwrap().graph.unwrap();
/// assert_eq!((graph.production.as_str(), graph.names), ("graph", vec![Expression::name("NAME")]));
/// assert!(graph.may_lack_a_name);
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPieces {
    /// The production of the braces and the statements between them.
    pub production: String,
    /// The names of a graph that may be before its opening brace.
    pub names: Vec<Expression>,
    /// Whether the brace may come first.
    pub may_lack_a_name: bool,
    /// The statements outside of graphs that are tried before a graph.
    pub before: Vec<Expression>,
    /// The statements outside of graphs that are tried after it.
    pub after: Vec<Expression>,
    /// A statement of a graph, without what ends it.
    pub statement: Expression,
    /// The end of such a statement, which may be left out before the closing brace.
    pub end: Expression,
}

impl GraphPieces {
    /// The brace that opens a graph.
    pub fn open() -> Expression {
        Expression::literal(OPEN)
    }

    /// The brace that closes a graph.
    pub fn close() -> Expression {
        Expression::literal(CLOSE)
    }

    pub(super) fn of(grammar: &Grammar, statements: &Statements) -> Option<Self> {
        let Statements::Repeated {
            statement,
            space: None,
        } = statements
        else {
            return None;
        };
        let (production, contents) = grammar.rules.iter().find_map(|rule| {
            let contents = between_braces(&rule.expression)?;
            Some((rule.name.clone(), nonterminal(grammar, contents)?))
        })?;
        let (in_graph, end) = separated(contents)?;
        let mut graph = Self {
            production,
            names: Vec::new(),
            may_lack_a_name: false,
            before: Vec::new(),
            after: Vec::new(),
            statement: in_graph.clone(),
            end: end.clone(),
        };
        for statement in statement.alternatives() {
            for alternative in alternatives_with(grammar, statement, &graph.production) {
                graph.add(grammar, alternative);
            }
        }
        // A name alone comes before a keyword and a name.
        graph.names.sort_by_key(|name| name.in_sequence().len());
        (graph.is_begun() && graph.is_told_by_its_brace(grammar)).then_some(graph)
    }

    /// Adds an alternative of the statements outside of graphs.
    fn add(&mut self, grammar: &Grammar, alternative: &Expression) {
        let graph = Expression::name(&self.production);
        match without_guards(alternative.in_sequence()) {
            [only] if *only == graph => self.may_lack_a_name = true,
            [name @ .., last] if *last == graph => {
                self.names.push(Expression::sequence(name.to_vec()));
            }
            _ => {
                self.names.extend(name_within(grammar, alternative, &graph));
                match self.is_begun() {
                    true => self.after.push(alternative.clone()),
                    false => self.before.push(alternative.clone()),
                }
            }
        }
    }

    /// Whether an alternative was added that is a graph.
    fn is_begun(&self) -> bool {
        self.may_lack_a_name || !self.names.is_empty()
    }

    /// Whether no other statement begins with the opening brace, nor goes on with it after a graph's name.
    fn is_told_by_its_brace(&self, grammar: &Grammar) -> bool {
        let characters = Characters::of(grammar);
        let begins = |expression: &Expression| characters.first(expression).contains(OPEN);
        let graph = Expression::name(&self.production);
        let mut others = self.before.iter().chain(&self.after);
        others.all(|other| {
            let later = ways_after_first(grammar, other, &graph, &mut BTreeSet::new());
            !begins(other) && !later.iter().any(begins)
        })
    }
}

/// The name A in `'{' A? '}'`.
fn between_braces(expression: &Expression) -> Option<&str> {
    match expression.in_sequence() {
        [open, Expression::Optional(body), close]
            if *open == GraphPieces::open() && *close == GraphPieces::close() =>
        {
            match &**body {
                Expression::Name(name) => Some(name),
                _ => None,
            }
        }
        _ => None,
    }
}

/// S and '.' of `S ('.' S)* '.'?`.
fn separated(contents: &Expression) -> Option<(&Expression, &Expression)> {
    match contents.in_sequence() {
        [
            statement,
            Expression::ZeroOrMore(more),
            Expression::Optional(last),
        ] => match more.in_sequence() {
            [end @ Expression::Literal { .. }, again] if again == statement && *end == **last => {
                Some((statement, end))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The alternatives of a production that is a choice and uses the name; else the expression itself.
fn alternatives_with<'g>(
    grammar: &'g Grammar,
    expression: &'g Expression,
    name: &str,
) -> &'g [Expression] {
    let rule = match expression {
        Expression::Name(name) => nonterminal(grammar, name),
        _ => None,
    };
    match rule {
        Some(Expression::Choice(parts))
            if parts.iter().any(|part| part.names().contains(&name)) =>
        {
            parts
        }
        _ => std::slice::from_ref(expression),
    }
}

/// N, where a production of this name begins with a graph's name and a choice: `N (G | …)`.
fn name_within(
    grammar: &Grammar,
    expression: &Expression,
    graph: &Expression,
) -> Option<Expression> {
    let Expression::Name(production) = expression else {
        return None;
    };
    let mut alternatives = nonterminal(grammar, production)?.alternatives().iter();
    alternatives.find_map(|alternative| match alternative.in_sequence() {
        [name, Expression::Choice(ways)] if ways.contains(graph) => Some(name.clone()),
        _ => None,
    })
}

/// The ways that go on after the first symbol of an expression, but for the graph.
fn ways_after_first<'g>(
    grammar: &'g Grammar,
    expression: &'g Expression,
    graph: &Expression,
    seen: &mut BTreeSet<&'g str>,
) -> Vec<Expression> {
    let mut ways = Vec::new();
    for alternative in expression.alternatives() {
        match without_guards(alternative.in_sequence()) {
            [Expression::Name(name)] => {
                if let Some(expression) = nonterminal(grammar, name)
                    && seen.insert(name)
                {
                    ways.extend(ways_after_first(grammar, expression, graph, seen));
                }
            }
            [_, Expression::Choice(choice)] if choice.contains(graph) => {
                ways.extend(choice.iter().filter(|way| *way != graph).cloned());
            }
            [_, rest @ ..] => ways.push(Expression::Sequence(rest.to_vec())),
            [] => {}
        }
    }
    ways
}
