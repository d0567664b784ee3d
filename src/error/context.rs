//! The tokens that a grammar allows where a document breaks it, and the productions that have begun there.

use crate::tokens::{NamedToken, TokenKind};
use crate::{Position, Production};

/// The tokens that a grammar allows at the place where a document breaks it, and the open productions.
///
/// ```
/// use turtle_peg::tokens::NamedToken;
/// use turtle_peg::{Dialect, Parser, Production};
///
/// let text = "<x:s> <x:p> [ <x:q> <x:o> .";
/// let error = Parser::new(Dialect::Turtle11).read_tree(text, |_| ()).unwrap_err();
/// let context = error.as_syntax().and_then(|error| error.context()).unwrap();
/// assert_eq!(context.tokens().iter().map(NamedToken::name).collect::<Vec<_>>(), ["';'", "','", "']'"]);
/// let brackets = context.open().iter().find(|open| open.production == Production::blankNodePropertyList);
/// assert_eq!(brackets.unwrap().start.column, 13);
/// assert_eq!(context.finished().map(|(start, end)| (start.column, end.column)), Some((21, 26)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    pub(crate) tokens: Vec<NamedToken>,
    pub(crate) can_end: bool,
    pub(crate) open: Vec<OpenProduction>,
    pub(crate) finished: Option<(Position, Position)>,
}

impl Context {
    /// The tokens that a document of the grammar can go on with after the last one. No other is allowed there.
    pub fn tokens(&self) -> &[NamedToken] {
        &self.tokens
    }

    /// Whether a token of this kind is allowed there.
    pub fn allows(&self, kind: impl Into<TokenKind>) -> bool {
        let kind = kind.into();
        self.tokens.iter().any(|token| token.kind() == kind)
    }

    /// Whether the document could also end there.
    pub fn can_end(&self) -> bool {
        self.can_end
    }

    /// The productions that have begun and not ended, outermost first. Those that began before the statement, or before the
    /// part of a graph that was read, are not among them.
    pub fn open(&self) -> &[OpenProduction] {
        &self.open
    }

    /// The last token before the fault, from its first character to after its last; `None` if the statement begins with
    /// the fault.
    pub fn finished(&self) -> Option<(Position, Position)> {
        self.finished
    }
}

impl Context {
    /// Counts the places in a text that begins at `position`. Productions in `before` began before the text.
    pub(crate) fn count(&mut self, position: Position, text: &str, before: &[OpenProduction]) {
        OpenProduction::count(&mut self.open, position, text);
        self.open.splice(..0, before.iter().copied());
        if let Some((start, end)) = &mut self.finished {
            let bytes = start.byte as usize..end.byte as usize;
            *start = position.after(&text[..bytes.start]);
            *end = start.after(&text[bytes]);
        }
    }
}

/// A production that has begun and not ended.
///
/// ```
/// use turtle_peg::{Dialect, Parser, Production};
///
/// let error = Parser::new(Dialect::Turtle12).read_tree("<x:s> <x:p> ( 1 .", |_| ()).unwrap_err();
/// let context = error.as_syntax().and_then(|error| error.context()).unwrap();
/// let innermost = context.open().last().unwrap();
/// assert_eq!(innermost.production, Production::collection);
/// assert_eq!(innermost.start.to_string(), "1:13");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenProduction {
    /// Which.
    pub production: Production,
    /// Where it began.
    pub start: Position,
}

impl OpenProduction {
    /// Counts the positions where these began in a text that begins at `position`. Outer productions begin first: one pass over
    /// the text counts all.
    pub(crate) fn count(open: &mut [Self], position: Position, text: &str) {
        let mut reached = position;
        for Self { start, .. } in open {
            let from = (reached.byte - position.byte) as usize;
            reached.advance(&text[from..from.max(start.byte as usize)]);
            *start = reached;
        }
    }
}

/// A token that began and did not come to its end.
///
/// ```
/// use turtle_peg::tokens::TokenKind;
/// use turtle_peg::{Dialect, Parser, Production, SyntaxErrorKind};
///
/// let error = Parser::new(Dialect::Turtle12).read_tree("<x:s> <x:p> <x:o .", |_| ()).unwrap_err();
/// match error.as_syntax().unwrap().kind() {
///     SyntaxErrorKind::Unexpected { within: Some(token), .. } => {
///         assert_eq!(token.tokens[0].kind(), TokenKind::Terminal(Production::IRIREF));
///         assert_eq!(token.start.column, 13);
///     }
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// Which: all that it could have become.
    pub tokens: Vec<NamedToken>,
    /// Where it began.
    pub start: Position,
}
