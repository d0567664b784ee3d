//! A place in a document: what stands there, and why: its productions, its token, its term, and the specification's rules for it.
//!
//! ```
//! use turtle_peg::{Dialect, Parser};
//! use turtle_peg_advice::place::{PlaceContent, explain};
//!
//! let text = "<x:s> <x:p> 1.5 .";
//! let parser = Parser::new(Dialect::Turtle12);
//! let PlaceContent::InStatement(found) = explain(text, 12, &parser.start(), &parser) else {
//!     panic!("a statement is there");
//! };
//! let token = found.token.unwrap();
//! assert_eq!((&text[token.bytes], &token.names[..]), ("1.5", &["DECIMAL".to_owned()][..]));
//! assert_eq!(token.shorter, [("INTEGER".to_owned(), 1)]);
//! assert_eq!(found.path.last().unwrap().production.name(), "DECIMAL");
//! assert_eq!(found.triples[0].role.name(), "object");
//! ```
//!
//! Invariant: what is said was read, by the tree of the statement, by the tables of its productions, and by the parser. Of a statement at
//! fault, nothing is said but the token that stands before the fault.

mod part;
mod rules;
mod statement;
mod token;

pub use rules::ParsingRule;
pub use statement::{Declaration, MatchedProduction, PlaceInStatement, RoleInTriple, TripleOfTerm};
pub use token::ExplainedToken;

use part::DocumentPart;
use token::TokenOrBetween;
use turtle_peg::{Checkpoint, Dialect, Error, Parser, SyntaxError, diagnosis};

/// The grammar's reading of a place.
#[derive(Clone, Debug)]
pub enum PlaceContent {
    /// The place is in a statement.
    InStatement(Box<PlaceInStatement>),
    /// The place is in a statement at fault: the token there, if it stands before the fault.
    Fault(Box<SyntaxError>, Option<ExplainedToken>),
    /// The place is between statements, or after them: a token that is there, such as a brace of a graph.
    Outside(Option<ExplainedToken>),
}

/// Explains the byte at a place of a document, which is read from a checkpoint before it. Statements at fault before the place are
/// passed over.
///
/// See the [module](self) for an example.
///
/// # Panics
///
/// If the checkpoint is not of this parser, or of another document.
pub fn explain(text: &str, at: usize, from: &Checkpoint, parser: &Parser) -> PlaceContent {
    let dialect = parser.dialect();
    let parser = &parser.clone().with_recovery();
    let part = DocumentPart { from, parser };
    let mut document = part.of(text);
    let mut fault: Option<Box<SyntaxError>> = None;
    let mut behind = from.position().byte as usize;
    while let Some(result) = document.next_tree() {
        match result {
            Ok(tree) => {
                let bytes = part::bytes(tree, tree.root().span());
                if at < bytes.start {
                    break;
                }
                if at < bytes.end {
                    let found = PlaceInStatement::new(tree, text, at, part);
                    return PlaceContent::InStatement(Box::new(found));
                }
                fault = None;
                behind = bytes.end;
            }
            Err(error) => {
                let Error::Syntax(error) = error else {
                    unreachable!("a text in memory can be read: {error}");
                };
                if at < begin(&error) {
                    break;
                }
                // Statements before the fault do not matter any more.
                behind = begin(&error);
                fault = Some(error);
            }
        }
    }
    match fault {
        Some(fault) => {
            let is_before = at < fault.bytes().start as usize;
            let token = is_before.then(|| outside(text, behind, at, dialect));
            PlaceContent::Fault(fault, token.flatten())
        }
        None => PlaceContent::Outside(outside(text, behind, at, dialect)),
    }
}

/// Where the statement begins that is at fault.
fn begin(fault: &SyntaxError) -> usize {
    let open = fault.context().and_then(|context| context.open().first());
    open.map_or(fault.bytes().start, |open| open.start.byte) as usize
}

/// The token at a place between statements, the last of which ends at `end`; or in one that begins there.
fn outside(text: &str, end: usize, at: usize, dialect: Dialect) -> Option<ExplainedToken> {
    match token::piece(diagnosis::tables(dialect), &text[end..], at - end)? {
        TokenOrBetween::Token(mut token) => {
            token.bytes = token.bytes.start + end..token.bytes.end + end;
            Some(token)
        }
        TokenOrBetween::Between(_) => None,
    }
}
