//! The tokens of a document, in order, each with the white space and comments before it.
//!
//! Invariant: the white space, comments and text of all tokens, one after the other, are the document, byte for byte. Tokens come
//! from a statement's tree: a leaf that is a terminal is a token; all other text is white space, comments, keywords and signs,
//! and none of these begins as another does. So no token is recognised here that the grammar has not read there.

mod kind;
mod terms;
#[cfg(test)]
mod tests;
mod trivia;

pub use kind::{Keyword, NamedToken, Sign, TokenKind, TokenSort};
pub use terms::TermKind;
pub(crate) use terms::is_iri;
pub use trivia::{Comment, Trivia};
pub(crate) use trivia::{SPACES, comment_length};

use crate::Production;
use crate::tree::Node;
use std::iter::FusedIterator;
use std::ops::Range;

/// A token of a document, and the white space and comments before it; made by [`Tokens`].
///
/// ```
/// use turtle_peg::tokens::{Keyword, TokenKind};
/// use turtle_peg::{Dialect, Parser, Production};
///
/// let mut document = Parser::new(Dialect::Turtle12).parse_str("<x:s> # who\n a <x:T> .");
/// let mut tokens = document.next_tokens().unwrap()?;
/// assert_eq!(tokens.next().unwrap().kind(), TokenKind::Terminal(Production::IRIREF));
/// let verb = tokens.next().unwrap();
/// assert_eq!(verb.kind(), TokenKind::Keyword(Keyword::A));
/// assert_eq!(verb.text(), "a");
/// assert_eq!(verb.bytes(), 13..14);
/// assert_eq!(verb.trivia().comments().next().unwrap().text(), "# who");
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    kind: TokenKind,
    trivia: Trivia<'t>,
    text: &'t str,
    /// The byte of the document at which `text` begins.
    start: u64,
}

impl<'t> Token<'t> {
    /// The token of a document that has these bytes; the white space and the comments before it begin at `before`, where the token
    /// before it ends. So tokens can be kept by their kinds and bytes alone, as an editor does from one key to the next.
    ///
    /// ```
    /// use turtle_peg::tokens::Token;
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "<x:s> # who\n a <x:T> .";
    /// let mut document = Parser::new(Dialect::Turtle12).parse_str(text);
    /// let verb = document.next_tokens().unwrap()?.nth(1).unwrap();
    /// assert_eq!(Token::within(text, 5, verb.kind(), 13..14), verb);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the document has no such bytes, or no characters that begin and end there.
    pub fn within(document: &'t str, before: usize, kind: TokenKind, bytes: Range<usize>) -> Self {
        let (trivia, _) = Trivia::split(&document[before..bytes.start]);
        Self {
            kind,
            trivia,
            start: bytes.start as u64,
            text: &document[bytes],
        }
    }

    /// Which token of the grammar it is.
    pub fn kind(&self) -> TokenKind {
        self.kind
    }

    /// Its text, as the document has it; empty only at the [end](TokenKind::End).
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The white space and comments directly before it.
    pub fn trivia(&self) -> Trivia<'t> {
        self.trivia
    }

    /// The bytes of the document that it takes, half-open.
    pub fn bytes(&self) -> Range<u64> {
        self.start..self.start + self.text.len() as u64
    }
}

/// The tokens of a statement, or of a part of one; made by [`Document::next_tokens`](crate::Document::next_tokens).
///
/// ```
/// use turtle_peg::tokens::{Sign, TokenKind};
/// use turtle_peg::{Dialect, Parser};
///
/// let mut document = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> ( 1 2 ) .");
/// let tokens = document.next_tokens().unwrap()?;
/// let signs = tokens.filter(|token| matches!(token.kind(), TokenKind::Sign(_)));
/// assert_eq!(signs.map(|sign| sign.text()).collect::<Vec<_>>(), ["(", ")", "."]);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Tokens<'t> {
    /// From the end of the last token that was handed out.
    rest: &'t str,
    /// How many bytes were handed out before.
    at: usize,
    nodes: &'t [Node<Production>],
    /// The first node that may be a leaf of the text to come.
    node: usize,
    /// How many bytes the nodes' spans are further on than the text.
    ahead: u32,
    /// The byte of the document at which the text began.
    start: u64,
    /// The byte order mark, if it comes first.
    mark: Option<&'static str>,
    /// Whether the end of the document comes last.
    is_end: bool,
}

/// The byte order mark that a document can begin with.
const MARK: &str = "\u{FEFF}";

impl<'t> Tokens<'t> {
    /// The tokens of these nodes and between them; `start` is the byte of the document at which `text` begins.
    pub(crate) fn new(
        text: &'t str,
        nodes: &'t [Node<Production>],
        ahead: u32,
        start: u64,
    ) -> Self {
        Self {
            rest: text,
            at: 0,
            nodes,
            node: 0,
            ahead,
            start,
            mark: None,
            is_end: false,
        }
    }

    /// The end of a document, after this text, which has no token.
    pub(crate) fn end(text: &'t str, start: u64) -> Self {
        Self {
            is_end: true,
            ..Self::new(text, &[], 0, start)
        }
    }

    /// With the byte order mark before them.
    pub(crate) fn after_mark(self) -> Self {
        Self {
            mark: Some(MARK),
            ..self
        }
    }

    /// Without the white space and comments after the last token.
    pub(crate) fn up_to_last(mut self) -> Self {
        let mut last = self.clone();
        // What is before the last leaf is before the last token.
        if let Some(leaf) = self.nodes.last() {
            last.node = self.nodes.len() - 1;
            last.at = (leaf.span.start - self.ahead) as usize;
            last.rest = &self.rest[last.at..];
        }
        while last.next().is_some() {}
        self.rest = &self.rest[..last.at];
        self
    }

    /// Adds all of them to a text, as the document has them.
    pub(crate) fn push_to(&self, text: &mut String) {
        text.push_str(self.mark.unwrap_or_default());
        text.push_str(self.rest);
    }

    /// The bytes of the document that nodes of these productions take, in order: which of the tokens are in collections, say. The tree
    /// behind tokens is compact: a production whose text is that of another one has no node in it.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser, Production};
    ///
    /// let mut document = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> ( 1 ), ( 2 ) .");
    /// let tokens = document.next_tokens().unwrap()?;
    /// let collections: Vec<_> = tokens.spans_of(&[Production::collection]).collect();
    /// assert_eq!(collections, [12..17, 19..24]);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    pub fn spans_of(
        &self,
        productions: &'t [Production],
    ) -> impl Iterator<Item = Range<u64>> + use<'t> {
        let (start, ahead) = (self.start, self.ahead);
        let nodes = self.nodes.iter();
        let found = nodes.filter(|node| productions.contains(&node.production));
        found.map(move |node| {
            let byte = |at: u32| start + u64::from(at - ahead);
            byte(node.span.start)..byte(node.span.end)
        })
    }

    /// How many bytes of the document these are.
    pub(crate) fn length(&self) -> usize {
        self.rest.len()
    }

    /// The kind and the length of the token that this text, without white space and comments before it, begins with.
    #[inline]
    fn token(&mut self, begin: usize, text: &[u8]) -> (TokenKind, usize) {
        let mut until = text.len();
        while let Some(node) = self.nodes.get(self.node) {
            let is_leaf = node.next as usize == self.node + 1;
            let (start, end) = (node.span.start - self.ahead, node.span.end - self.ahead);
            if is_leaf && end as usize > begin {
                if start as usize > begin {
                    until = start as usize - begin;
                } else if node.production.is_one_token() {
                    return (TokenKind::Terminal(node.production), end as usize - begin);
                } else {
                    // It can end in white space that is the next token's.
                    until = until.min(end as usize - begin);
                }
                break;
            }
            self.node += 1;
        }
        kind::first(&text[..until])
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    #[inline]
    fn next(&mut self) -> Option<Token<'t>> {
        if let Some(mark) = self.mark.take() {
            return Some(Token {
                kind: TokenKind::ByteOrderMark,
                trivia: Trivia::default(),
                text: mark,
                start: 0,
            });
        }
        let (trivia, text) = Trivia::split(self.rest);
        let begin = self.at + trivia.text().len();
        let (kind, length) = match text.is_empty() {
            false => self.token(begin, text.as_bytes()),
            true if std::mem::take(&mut self.is_end) => (TokenKind::End, 0),
            true => return None,
        };
        let (text, rest) = text.split_at(length);
        (self.rest, self.at) = (rest, begin + length);
        Some(Token {
            kind,
            trivia,
            text,
            start: self.start + begin as u64,
        })
    }
}

impl FusedIterator for Tokens<'_> {}
