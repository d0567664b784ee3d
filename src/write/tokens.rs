//! Tokens of a term on its way to a line, with the places of its brackets.
//!
//! Invariant: characters are counted where a line may have to break, and no further than a line goes.

use crate::format::WIDTH;

/// The role of a token in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenKind {
    /// A term, or a predicate.
    Term,
    /// `~`, before a reifier.
    Tilde,
    Comma,
    Semicolon,
    Open(WrittenBracket),
    Close,
}

/// A pair of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenBracket {
    /// `[ ]`
    Properties,
    /// `{| |}`
    Annotation,
    /// `( )`
    Members,
    /// `<<( )>>` and `<< >>`
    Triple,
}

/// Tokens, one after the other; in a line, a space is before each of them but commas.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenTokens {
    text: Vec<u8>,
    tokens: Vec<WrittenToken>,
    /// The brackets that are not closed.
    open: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct WrittenToken {
    kind: WrittenKind,
    /// Where its text ends.
    end: usize,
    /// The token that closes it, if it opens a bracket.
    mate: usize,
}

/// More characters than a line has.
const NO_LINE: usize = WIDTH + 1;
/// The bytes of so many characters: no text is looked at further.
const NO_LINE_BYTES: usize = 4 * NO_LINE;

impl WrittenTokens {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.tokens.clear();
        self.open.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Adds a token, whose text `write` appends to its argument; if that fails, there is no token.
    pub(super) fn push<E>(
        &mut self,
        kind: WrittenKind,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let start = self.text.len();
        let result = write(&mut self.text);
        match result {
            Ok(()) => self.add(kind),
            Err(_) => self.text.truncate(start),
        }
        result
    }

    /// Adds a token with this text.
    pub(super) fn sign(&mut self, kind: WrittenKind, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
        self.add(kind);
    }

    fn add(&mut self, kind: WrittenKind) {
        let place = self.tokens.len();
        match kind {
            WrittenKind::Open(_) => self.open.push(place),
            WrittenKind::Close => {
                if let Some(open) = self.open.pop() {
                    self.tokens[open].mate = place;
                }
            }
            _ => {}
        }
        self.tokens.push(WrittenToken {
            kind,
            end: self.text.len(),
            mate: place,
        });
    }

    pub(super) fn append(&mut self, other: &Self) {
        let (length, count) = (self.text.len(), self.tokens.len());
        self.text.extend_from_slice(&other.text);
        let moved = other.tokens.iter().map(|token| WrittenToken {
            kind: token.kind,
            end: token.end + length,
            mate: token.mate + count,
        });
        self.tokens.extend(moved);
    }

    pub(super) fn kind(&self, at: usize) -> WrittenKind {
        self.tokens[at].kind
    }

    pub(super) fn text(&self, at: usize) -> &[u8] {
        self.text_of(at, at + 1)
    }

    /// The texts of some tokens, one at least, without spaces.
    fn text_of(&self, at: usize, end: usize) -> &[u8] {
        let start = at.checked_sub(1).map_or(0, |last| self.tokens[last].end);
        &self.text[start..self.tokens[end - 1].end]
    }

    /// How many characters some tokens have in a line, one at least; more than any line has, if one of several has line ends.
    pub(super) fn width(&self, at: usize, end: usize) -> usize {
        let text = self.text_of(at, end);
        if end - at == 1 {
            return width(text);
        }
        if text.len() > NO_LINE_BYTES || text.contains(&b'\n') {
            return NO_LINE;
        }
        let has_space = |token: &&WrittenToken| token.kind != WrittenKind::Comma;
        let spaces = self.tokens[at + 1..end].iter().filter(has_space).count();
        width(text) + spaces
    }

    /// Whether it is a number: no other term begins as one.
    pub(super) fn is_number(&self, at: usize) -> bool {
        let is_digit_or_sign = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.');
        self.kind(at) == WrittenKind::Term && self.text(at).first().is_some_and(is_digit_or_sign)
    }

    /// Whether a bracket begins here, `[]` and `()` included.
    pub(super) fn is_bracket(&self, at: usize) -> bool {
        matches!(self.kind(at), WrittenKind::Open(_)) || self.is_empty_bracket(at)
    }

    /// Whether it is `[]` or `()`.
    fn is_empty_bracket(&self, at: usize) -> bool {
        self.kind(at) == WrittenKind::Term && matches!(self.text(at), b"[]" | b"()")
    }

    /// Whether what is within the brackets of an object, and before them, is longer than a line, with a space after each
    /// token. To the grammar, a literal is up to three tokens.
    pub(super) fn is_long(&self, at: usize, end: usize, line: usize) -> bool {
        let is_close = |&token: &usize| self.kind(token) == WrittenKind::Close;
        let Some(close) = (at..end).rfind(is_close) else {
            return false;
        };
        let mut sum = 0;
        (at..close).any(|token| {
            sum += width(self.text(token)) + self.count(token);
            sum > line
        })
    }

    fn count(&self, at: usize) -> usize {
        let text = self.text(at);
        let end = text.iter().rposition(|&byte| byte == b'"');
        match end.map(|end| &text[end + 1..]) {
            Some([b'@', ..]) => 2,
            Some([b'^', ..]) => 3,
            _ if self.is_empty_bracket(at) => 2,
            _ => 1,
        }
    }

    /// Where a term ends, or a bracket with all in it.
    pub(super) fn item_end(&self, at: usize) -> usize {
        self.tokens[at].mate + 1
    }

    /// Where an object ends that begins here, with its annotations.
    pub(super) fn object_end(&self, at: usize) -> usize {
        let mut end = self.item_end(at);
        while let Some(token) = self.tokens.get(end) {
            end = match token.kind {
                WrittenKind::Open(WrittenBracket::Annotation) => self.item_end(end),
                WrittenKind::Tilde => end + 1,
                WrittenKind::Term if self.kind(end - 1) == WrittenKind::Tilde => end + 1,
                _ => break,
            };
        }
        end
    }

    /// Where the list of objects ends that begins here.
    pub(super) fn objects_end(&self, at: usize) -> usize {
        let mut end = self.object_end(at);
        while end < self.len() && self.kind(end) == WrittenKind::Comma {
            end = self.object_end(end + 1);
        }
        end
    }
}

/// How many characters a text has; of one that is longer than a line, at least as many as a line cannot have.
pub(super) fn width(text: &[u8]) -> usize {
    let seen = &text[..text.len().min(NO_LINE_BYTES)];
    let is_beginning = |byte: &u8| u16::from(*byte & 0b1100_0000 != 0b1000_0000);
    match seen.is_ascii() {
        true => seen.len(),
        false => seen.iter().map(is_beginning).sum::<u16>().into(),
    }
}
