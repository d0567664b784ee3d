//! Statement ends, found without parsing.
//!
//! A document is cut where [`StatementEnds`] finds the end of a statement. It relies on these facts, which hold for every
//! dialect's conforming documents:
//!
//! - **Lines** (N-Triples, N-Quads). White space is blank and tab, and no terminal but `EOL` matches a line feed or a
//!   carriage return: so each statement is within one line. It ends with the longest run of these two characters after it.
//!   Nothing but white space is before a statement on its line: a comment begins with `#`.
//! - **Elsewhere.** Text is *open* if it is neither within a comment, nor between `<` and `>`, nor within a string, nor escaped
//!   by a backslash. In open text no terminal matches white space. A full stop that white space follows is therefore the
//!   last character of its terminal. Names and labels match no final full stop; a number does in the texts of 2008 and 2011
//!   (`5.`), but only after a digit. So an open full stop that white space follows, with no digit before it, is the terminal
//!   `.`, and every grammar has that at the end of a statement only.
//! - **Graphs.** An open brace that is not part of `{|` or `|}` begins a graph or ends it, and these do not nest. The end of a
//!   graph is the end of the text that `nextInGraph` reads.
//!
//! Reading from the beginning of the document tells which text is open. A `<` begins an IRI unless it is doubled; a string that
//! begins with three quotation marks ends with the next three, another with the next one, and with its line if it is not
//! closed, since no such string holds a line feed; a backslash escapes the next character, in the IRIs of 2008, too.
//!
//! In a document that does not conform, the place found may not be an end. Nothing depends on it: see [`super`].

use crate::Dialect;
use crate::engine::Scope;
use memchr::{memchr2, memrchr2};
use runtime::Block;

/// Finds ends of statements, from the beginning of a document on, in text that grows at its end and loses its beginning.
#[derive(Clone, Debug)]
pub(super) struct StatementEnds {
    syntax: Syntax,
    /// The token that [`reached`](Self::reached) is within.
    within: Within,
    scope: Scope,
    /// How many bytes of the text were searched.
    reached: usize,
    last: Option<StatementEnd>,
}

/// How a dialect writes its statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// One a line.
    Lines,
    /// Each with a full stop at its end.
    FullStops,
    /// Each with a full stop at its end, and graphs between braces.
    Graphs,
}

impl Syntax {
    pub(super) fn of(dialect: Dialect) -> Self {
        let features = dialect.features();
        match (features.line_based, features.has_braces()) {
            (true, _) => Self::Lines,
            (false, true) => Self::Graphs,
            (false, false) => Self::FullStops,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Nothing,
    Comment,
    Iri,
    /// A string that begins with one of these.
    Short(u8),
    /// A string that begins with three of these.
    Long(u8),
}

/// The end of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatementEnd {
    /// How many bytes of the text are before it.
    pub(super) offset: usize,
    /// Where the next statement is.
    pub(super) scope: Scope,
}

impl StatementEnds {
    pub(super) fn new(syntax: Syntax) -> Self {
        Self {
            syntax,
            within: Within::Nothing,
            scope: Scope::Outside,
            reached: 0,
            last: None,
        }
    }

    /// The last end within the first `limit` bytes of `text`, if there is one. `text` is that of the call before, and more.
    ///
    /// Two bytes have to follow the limit, unless nothing follows the text.
    pub(super) fn last_within(&mut self, text: &[u8], limit: usize) -> Option<StatementEnd> {
        match self.syntax {
            Syntax::Lines => self.search_lines(text, limit),
            Syntax::FullStops | Syntax::Graphs => self.search(text, limit),
        }
        self.last
    }

    /// Notes that this number of bytes was taken away from the beginning of the text, with all ends in them.
    pub(super) fn take_away(&mut self, bytes: usize) {
        self.reached = self.reached.saturating_sub(bytes);
        self.last = None;
    }

    fn search_lines(&mut self, text: &[u8], limit: usize) {
        let is_line_end = |offset: usize| matches!(text.get(offset), Some(b'\n' | b'\r'));
        let reached = self.reached;
        let before_line_ends = |offset: usize| {
            let run = (reached..offset).rev().take_while(|&at| is_line_end(at));
            offset - run.count()
        };
        // The longest run of line ends belongs to a statement: one that goes on, or may go on, has not ended.
        let mut from = match is_line_end(limit) || limit == text.len() {
            true => before_line_ends(limit),
            false => limit,
        };
        while let Some(index) = memrchr2(b'\n', b'\r', &text[reached.min(from)..from]) {
            let offset = reached + index + 1;
            if ends_statement(&text[..offset]) {
                let scope = self.scope;
                self.last = Some(StatementEnd { offset, scope });
                break;
            }
            from = before_line_ends(offset);
        }
        // Where a run goes on, the next search needs one character of it, to see where it ends.
        let is_in_run = limit > reached && is_line_end(limit - 1);
        self.reached = limit - usize::from(is_in_run);
    }

    fn search(&mut self, text: &[u8], limit: usize) {
        while self.reached < limit {
            let at = self.reached;
            let rest = &text[at..];
            self.reached = match self.within {
                Within::Nothing => match self.next_of_interest(rest) {
                    Some(index) if at + index < limit => self.pass(text, at + index),
                    _ => limit,
                },
                Within::Comment => match memchr2(b'\n', b'\r', rest) {
                    Some(index) => self.leave(at + index),
                    None => text.len(),
                },
                Within::Iri => match position(rest, |block| is_end(block, b'>')) {
                    Some(index) if rest[index] == b'\\' => at + index + 2,
                    Some(index) => self.leave(at + index + 1),
                    None => text.len(),
                },
                Within::Short(quote) => match position(rest, |block| is_end(block, quote)) {
                    Some(index) if rest[index] == b'\\' => at + index + 2,
                    Some(index) => self.leave(at + index + 1),
                    None => text.len(),
                },
                Within::Long(quote) => match memchr2(quote, b'\\', rest) {
                    Some(index) if rest[index] == b'\\' => at + index + 2,
                    // Its end may not be there yet.
                    Some(index) if at + index >= limit => at + index,
                    Some(index) if rest[index..].starts_with(&[quote; 3]) => {
                        self.leave(at + index + 3)
                    }
                    Some(index) => at + index + 1,
                    None => text.len(),
                },
            };
        }
    }

    fn leave(&mut self, reached: usize) -> usize {
        self.within = Within::Nothing;
        reached
    }

    /// Goes on after an open character of interest, or into the token that it begins.
    fn pass(&mut self, text: &[u8], at: usize) -> usize {
        let next = text.get(at + 1).copied();
        let previous = at.checked_sub(1).map(|before| text[before]);
        match text[at] {
            quote @ (b'"' | b'\'') if text[at..].starts_with(&[quote; 3]) => {
                self.within = Within::Long(quote);
                return at + 3;
            }
            quote @ (b'"' | b'\'') => self.within = Within::Short(quote),
            b'<' if next == Some(b'<') => return at + 2,
            b'<' => self.within = Within::Iri,
            b'#' => self.within = Within::Comment,
            b'\\' => return at + 2,
            b'.' if matches!(next, Some(b' ' | b'\t' | b'\n' | b'\r'))
                && previous.is_some_and(|previous| !previous.is_ascii_digit()) =>
            {
                self.end(at + 1);
            }
            b'{' if next != Some(b'|') => self.scope = Scope::InGraph,
            b'}' if previous != Some(b'|') => {
                self.scope = Scope::Outside;
                self.end(at + 1);
            }
            _ => {}
        }
        at + 1
    }

    fn end(&mut self, offset: usize) {
        let scope = self.scope;
        self.last = Some(StatementEnd { offset, scope });
    }

    /// Where the next byte is that [`pass`](Self::pass) knows, or one in its place that it passes over.
    #[inline(always)]
    fn next_of_interest(&self, bytes: &[u8]) -> Option<usize> {
        match self.syntax {
            Syntax::Graphs => position(bytes, |block| is_of_interest(block) | is_brace(block)),
            _ => position(bytes, is_of_interest),
        }
    }
}

/// Whether there is a statement on the last line that ends here, and not only a comment.
fn ends_statement(text: &[u8]) -> bool {
    let is_line_end = |&byte: &u8| matches!(byte, b'\n' | b'\r');
    let ends = text
        .iter()
        .rev()
        .take_while(|byte| is_line_end(byte))
        .count();
    let before = &text[..text.len() - ends];
    let start = memrchr2(b'\n', b'\r', before).map_or(0, |index| index + 1);
    let first = before[start..]
        .iter()
        .find(|byte| !matches!(byte, b' ' | b'\t'));
    first.is_some_and(|&byte| byte != b'#')
}

/// `"`, `#`, `'`, `.`, `<` and `\`.
#[inline(always)]
fn is_of_interest(block: Block) -> Block {
    let quote_or_hash = block.are_between(b'"', b'#');
    let is = |byte: u8| block.are(byte);
    quote_or_hash | is(b'\'') | is(b'.') | is(b'<') | is(b'\\')
}

/// The bytes that end an IRI or a string, or the line, and `\\`.
#[inline(always)]
fn is_end(block: Block, end: u8) -> Block {
    block.are(end) | block.are(b'\\') | block.are(b'\n')
}

#[inline(always)]
fn is_brace(block: Block) -> Block {
    block.are(b'{') | block.are(b'}')
}

/// The index of the first byte for which `is` says so.
#[inline(always)]
fn position(bytes: &[u8], is: impl Fn(Block) -> Block) -> Option<usize> {
    let (blocks, rest) = bytes.as_chunks();
    for (index, &block) in blocks.iter().enumerate() {
        if let Some(found) = is(Block::new(block)).first() {
            return Some(Block::LENGTH * index + found);
        }
    }
    let found = is(Block::first_of(rest)).first();
    found.map(|found| bytes.len() - rest.len() + found)
}
