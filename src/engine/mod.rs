//! Engines: text in, [`Tree`](crate::Tree) out.
//!
//! Invariant: an engine knows a grammar and nothing of RDF, of files or of what came before the text it is
//! given. Of one grammar, every engine makes the same tree of the same text, to the byte.

mod explain;
mod fast;
mod grammar;
mod lower;
mod nesting;
mod reference;
mod trivia;
#[cfg(feature = "inspect")]
mod vm;

#[cfg(feature = "inspect")]
pub use vm::{LoadError, LoadErrorKind, LoadedGrammar};

use crate::tree::TreeBuffer;
use crate::{Dialect, Production};
pub(crate) use trivia::Trivia;

/// What makes trees of text. Both engines make the same trees and find the same errors.
///
/// ```
/// use turtle_peg::{Dialect, Engine, Parser};
///
/// let parser = Parser::new(Dialect::Turtle12).engine(Engine::Reference);
/// assert_eq!(parser.parse_str("<x:s> <x:p> 1, 2 .").triples().count(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Parsers generated from the grammars by this crate, to be fast. What they reject, the reference engine
    /// explains.
    #[default]
    Fast,
    /// The parsers that pest derives from the grammars: what the grammars mean, by definition, and slow.
    Reference,
}

/// How a document is read.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) engine: Engine,
    pub(crate) dialect: Dialect,
    pub(crate) nesting_limit: usize,
    /// Runs instead of the dialect's own grammar, whatever the engine.
    #[cfg(feature = "inspect")]
    pub(crate) grammar: Option<LoadedGrammar>,
}

impl Settings {
    pub(crate) fn new(dialect: Dialect, nesting_limit: usize) -> Self {
        Self {
            engine: Engine::default(),
            dialect,
            nesting_limit,
            #[cfg(feature = "inspect")]
            grammar: None,
        }
    }

    /// Whether the fast engine is asked first.
    #[inline]
    fn is_fast(&self) -> bool {
        #[cfg(feature = "inspect")]
        if self.grammar.is_some() {
            return false;
        }
        self.engine == Engine::Fast
    }
}

/// How many bytes of a text spans can reach.
const REACH: usize = u32::MAX as usize;

/// Reads the next statement of `text` into `tree`.
#[inline]
pub(crate) fn next_statement(
    settings: &Settings,
    place: Place,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Found, Failure> {
    if settings.is_fast()
        && text.len() <= REACH
        && let Some(found) = fast::next_statement(settings, place, text, follows, tree)
    {
        return Ok(found);
    }
    next_statement_or_failure(settings, place, text, follows, tree)
}

/// The same, where the fast engine is not asked or cannot tell.
#[inline(never)]
fn next_statement_or_failure(
    settings: &Settings,
    place: Place,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Found, Failure> {
    let beginning = beginning(text, REACH);
    if beginning.len() < text.len() {
        return match next_statement(settings, place, beginning, Follows::Unread, tree)? {
            Found::Undecided => Err(too_large()),
            found => Ok(found),
        };
    }
    #[cfg(feature = "inspect")]
    if let Some(grammar) = &settings.grammar {
        return grammar.next_statement(settings.nesting_limit, place, text, follows, tree);
    }
    reference::next_statement(settings, place, text, follows, tree)
}

/// Reads the whole of `text` into `tree`, as one document.
pub(crate) fn document(
    settings: &Settings,
    text: &str,
    tree: &mut TreeBuffer,
) -> Result<(), Failure> {
    if beginning(text, REACH).len() < text.len() {
        return Err(too_large());
    }
    #[cfg(feature = "inspect")]
    if let Some(grammar) = &settings.grammar {
        return grammar.document(settings.nesting_limit, text, tree);
    }
    if settings.engine == Engine::Fast && fast::document(settings, text, tree) {
        return Ok(());
    }
    reference::document(settings, text, tree)
}

/// Reads white space and comments that `text` begins with, before the next statement. With `is_open`, a comment began before
/// the text.
///
/// A grammar that was just edited need not have the rules for it; then it finds none, and they are a part of the statement.
pub(crate) fn trivia(settings: &Settings, is_open: bool, text: &str) -> Trivia {
    #[cfg(feature = "inspect")]
    if let Some(grammar) = &settings.grammar {
        return grammar.trivia(is_open, text);
    }
    match settings.engine {
        Engine::Fast => fast::trivia(settings.dialect, is_open, text),
        Engine::Reference => reference::trivia(settings.dialect, is_open, text),
    }
}

/// A text's longest beginning of at most so many bytes.
pub(crate) fn beginning(text: &str, length: usize) -> &str {
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn too_large() -> Failure {
    Failure {
        kind: FailureKind::TooLarge,
        offset: 0,
        resume: 0,
        production: None,
    }
}

/// What stands at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A statement, now in the tree; the next one is to be looked for `consumed` bytes on.
    Statement { consumed: usize },
    /// The beginning of a graph; its name is now in the tree, if it has one. Between it and the end of the graph
    /// the text is to be read [in the graph](Place::InGraph).
    GraphBegin { consumed: usize },
    /// The end of a graph.
    GraphEnd { consumed: usize },
    /// Nothing but white space and comments, up to the end.
    End,
    /// It depends on what follows the text that is there.
    Undecided,
}

/// Where in a document a text begins: that decides what can stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Outside,
    /// Between the braces of a graph.
    InGraph,
}

/// What follows a text in its document. If anything may, a statement is [undecided](Found::Undecided) when a parser
/// has to look at the end of the text to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    /// Nothing: the text ends the document.
    Nothing,
    /// More, or the end; the text can be made longer.
    Unread,
    /// Bytes that are no text.
    NotText,
}

/// Why an engine could not make a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// Where, in bytes of the text.
    pub(crate) offset: usize,
    /// Where the part of the statement begins that failed: from here on the next statement can be looked for.
    pub(crate) resume: usize,
    pub(crate) production: Option<Production>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The grammar allows these here, and none of them is here.
    Unexpected { expected: Vec<String> },
    /// Nested deeper than the limit.
    NestingLimit,
    /// An offset of 4 GiB or more.
    TooLarge,
    /// The rule that is to read one statement read none, or several.
    NotOneStatement,
}

impl Production {
    /// Whether it stands between statements and is part of none: the ends of lines, in the dialects that have them.
    pub(crate) fn is_between_statements(self) -> bool {
        self == Self::EOL
    }
}
