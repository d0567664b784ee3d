//! The pieces of a document.

use super::graphs::GraphPieces;
use super::lists::ListPieces;
use super::statements::Statements;
use crate::Grammar;

/// The pieces of a grammar's documents.
///
/// ```
/// use turtle_peg_notation::{DocumentForm, Statements, ebnf};
///
/// let grammar = ebnf::read("
///     doc ::= statement*
///     statement ::= triples '.'
///     triples ::= NAME list
///     list ::= NAME objects (';' NAME objects)* ';'?
///     objects ::= NAME (',' NAME)*
///     @terminals
///     NAME ::= [a-z]+")?;
/// let pieces = DocumentForm::of(&grammar).unwrap();
/// assert!(matches!(pieces.statements, Statements::Repeated { .. }));
/// assert_eq!(pieces.graph, None);
/// let lists = pieces.lists.unwrap();
/// assert_eq!((lists.outer.as_str(), lists.inner.as_str()), ("list", "objects"));
/// assert_eq!(lists.around, ["triples"]);
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentForm {
    /// The statements, which the start symbol repeats.
    pub statements: Statements,
    /// A graph between braces, whose statements are read one at a time.
    pub graph: Option<GraphPieces>,
    /// The lists of a statement whose objects are read one at a time.
    pub lists: Option<ListPieces>,
}

impl DocumentForm {
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
