//! How a document is read piece by piece: a statement at a time, a graph's statement at a time, an object of a list at a time.
//!
//! No specification has rules for that, so no grammar has them: they follow from the productions' form, which [`Pieces`] finds, and
//! [`entry_rules`] writes down as rules of a PEG. Names mean nothing here.
//!
//! Invariant: piece by piece the texts are read that are read at once. For a form of which the modules below do not show that, there
//! are no pieces: then the next larger piece is read at once, in the end the document.

mod characters;
mod graphs;
mod lists;
mod rules;
mod statements;
mod trivia;

pub use graphs::GraphPieces;
pub use lists::ListPieces;
pub use rules::{EntryRule, entry_rules};
pub use statements::Statements;

use crate::{Expression, Grammar, RuleKind};

/// The pieces of a grammar's documents.
///
/// ```
/// use turtle_peg_notation::{Pieces, Statements, ebnf};
///
/// let grammar = ebnf::read("
///     doc ::= statement*
///     statement ::= triples '.'
///     triples ::= NAME list
///     list ::= NAME objects (';' NAME objects)* ';'?
///     objects ::= NAME (',' NAME)*
///     @terminals
///     NAME ::= [a-z]+")?;
/// let pieces = Pieces::of(&grammar).unwrap();
/// assert!(matches!(pieces.statements, Statements::Repeated { .. }));
/// assert_eq!(pieces.graph, None);
/// let lists = pieces.lists.unwrap();
/// assert_eq!((lists.outer.as_str(), lists.inner.as_str()), ("list", "objects"));
/// assert_eq!(lists.around, ["triples"]);
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// What the start symbol repeats.
    pub statements: Statements,
    /// A graph between braces, whose statements are read one at a time.
    pub graph: Option<GraphPieces>,
    /// The lists of a statement whose objects are read one at a time.
    pub lists: Option<ListPieces>,
}

impl Pieces {
    /// The pieces, as far as the productions, or the rules of a PEG, have a known form; none if the start symbol repeats nothing, so
    /// that a document is one piece.
    pub fn of(grammar: &Grammar) -> Option<Self> {
        let statements = Statements::of(grammar)?;
        let graph = GraphPieces::of(grammar, &statements);
        let lists = ListPieces::of(grammar, &statements, graph.as_ref());
        Some(Self {
            statements,
            graph,
            lists,
        })
    }
}

/// The parts without the lookaheads before them, which keep a token from being taken for another.
fn without_guards(parts: &[Expression]) -> &[Expression] {
    match parts {
        [Expression::Lookahead { .. }, rest @ ..] if !rest.is_empty() => without_guards(rest),
        _ => parts,
    }
}

/// The expression of a nonterminal of this name.
fn nonterminal<'g>(grammar: &'g Grammar, name: &str) -> Option<&'g Expression> {
    let rule = grammar.rule(name)?;
    (rule.kind == RuleKind::Nonterminal).then_some(&rule.expression)
}
