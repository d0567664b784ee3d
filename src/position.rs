//! Where something is in a document: byte, line, column.

use std::fmt;

/// A place in a document.
///
/// ```
/// use turtle_peg::Position;
///
/// let mut position = Position::START;
/// position.advance("é\r\nab");
/// assert_eq!((position.byte, position.line, position.column), (6, 2, 3));
/// assert_eq!(position.to_string(), "2:3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// How many bytes of the document stand before it, a byte order mark included.
    pub byte: u64,
    /// The line, from 1. A line ends with LF, with CR, or with both.
    pub line: u64,
    /// The column, from 1, in characters (Unicode scalar values).
    pub column: u64,
    /// Whether the character before it is a CR, which a following LF belongs to.
    after_cr: bool,
}

impl Position {
    /// Where a document begins.
    pub const START: Self = Self {
        byte: 0,
        line: 1,
        column: 1,
        after_cr: false,
    };

    /// Moves it behind `text`, which begins here.
    pub fn advance(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut line_start = 0;
        for index in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let ends_crlf = bytes[index] == b'\n'
                && (if index == 0 {
                    self.after_cr
                } else {
                    bytes[index - 1] == b'\r'
                });
            if !ends_crlf {
                self.line += 1;
            }
            self.column = 1;
            line_start = index + 1;
        }
        self.column += text[line_start..].chars().count() as u64;
        self.byte += bytes.len() as u64;
        if let Some(&last) = bytes.last() {
            self.after_cr = last == b'\r';
        }
    }

    /// The position behind `text`, which begins here.
    pub fn after(mut self, text: &str) -> Self {
        self.advance(text);
        self
    }
}

impl fmt::Display for Position {
    /// `line:column`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_counts_the_same_however_it_is_cut() {
        let text = "a\r\nb\rc\n\né\u{1F600}x\r";
        let whole = Position::START.after(text);
        assert_eq!((whole.line, whole.column), (6, 1));
        for (cut, _) in text.char_indices() {
            let parts = Position::START.after(&text[..cut]).after(&text[cut..]);
            assert_eq!(parts, whole, "cut at {cut}");
        }
    }
}
