//! White space and comments before a token.
//!
//! Invariant: all dialects have the same: space, tab, line feed and carriage return; and `#` up to the end of the line.

/// White space within a line. What else looks like white space, a no-break space say, is a part of a comment.
pub(crate) const SPACES: [char; 2] = [' ', '\t'];

/// How many bytes a comment has that these begin with.
pub(crate) fn comment_length(bytes: &[u8]) -> usize {
    memchr::memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len())
}

/// The white space and comments before a token: any number of each.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let mut document = Parser::new(Dialect::Turtle12).parse_str("# one\r\n\r\n  # two\n<x:s> <x:p> 1 .");
/// let trivia = document.next_tokens().unwrap()?.next().unwrap().trivia();
/// let comments: Vec<_> = trivia.comments().map(|it| (it.line_ends(), it.text())).collect();
/// assert_eq!(comments, [(0, "# one"), (2, "# two")]);
/// assert_eq!(trivia.line_ends(), 1);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trivia<'t> {
    text: &'t str,
    has_comments: bool,
    /// How many line ends come after the last comment.
    line_ends: usize,
}

impl<'t> Trivia<'t> {
    /// The white space and comments that a text begins with, and the rest of the text.
    #[inline]
    pub(super) fn split(text: &'t str) -> (Self, &'t str) {
        let bytes = text.as_bytes();
        let (mut at, mut has_comments, mut line_ends) = (0, false, 0);
        loop {
            match bytes.get(at) {
                Some(b' ' | b'\t') => at += 1,
                Some(b'\n') => {
                    let is_second = at > 0 && bytes[at - 1] == b'\r';
                    line_ends += usize::from(!is_second);
                    at += 1;
                }
                Some(b'\r') => {
                    line_ends += 1;
                    at += 1;
                }
                Some(b'#') => {
                    (has_comments, line_ends) = (true, 0);
                    at += comment_length(&bytes[at..]);
                }
                _ => break,
            }
        }
        let (text, rest) = text.split_at(at);
        let trivia = Self {
            text,
            has_comments,
            line_ends,
        };
        (trivia, rest)
    }

    /// All of it, as the document has it.
    pub fn text(self) -> &'t str {
        self.text
    }

    /// Whether it has a comment.
    pub(crate) fn has_comments(self) -> bool {
        self.has_comments
    }

    /// Its comments, in order.
    pub fn comments(self) -> impl Iterator<Item = Comment<'t>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = &self.text[at..];
            let space = memchr::memchr(b'#', rest.as_bytes())?;
            let length = comment_length(&rest.as_bytes()[space..]);
            let start = at + space;
            at = start + length;
            Some(Comment {
                line_ends: line_ends(&rest[..space]),
                text: &self.text[start..at],
                start,
            })
        })
    }

    /// How many line ends come after the last comment, before the token: a line feed, a carriage return, or both in this order.
    #[inline]
    pub fn line_ends(self) -> usize {
        self.line_ends
    }
}

/// A comment, with its `#`, and without the end of its line.
///
/// See [`Trivia`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'t> {
    text: &'t str,
    start: usize,
    line_ends: usize,
}

impl<'t> Comment<'t> {
    /// From its `#` to the end of its line.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The byte of [`Trivia::text`] at which it begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// How many line ends come before it, after the token or the comment before it.
    pub fn line_ends(&self) -> usize {
        self.line_ends
    }
}

fn line_ends(space: &str) -> usize {
    let (mut ends, mut last) = (0, 0);
    for &byte in space.as_bytes() {
        ends += usize::from(byte == b'\r' || byte == b'\n' && last != b'\r');
        last = byte;
    }
    ends
}
