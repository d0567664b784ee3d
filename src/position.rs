//! Where something is in a document: byte, line, column.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A place in a document.
///
/// Positions are compared by byte, line and column.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let text = "<x:s> <x:p> 'é\u{1F600}', p:a .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).check().unwrap_err();
/// let position = error.as_syntax().unwrap().position();
/// assert_eq!((position.byte, position.line, position.column), (22, 1, 19));
/// assert_eq!(position.to_string(), "1:19");
/// // Editors count UTF-16.
/// assert_eq!(position.utf16_column(), 20);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// How many bytes of the document are before it, a byte order mark included.
    pub byte: u64,
    /// The line, from 1. A line ends with LF, with CR, or with both.
    pub line: u64,
    /// The column, from 1, in characters (Unicode scalar values).
    pub column: u64,
    /// How many of the characters of its line before it are beyond U+FFFF: UTF-16 has two units for each.
    wide: u32,
    /// Whether the character before it is a CR, which a following LF belongs to. That is a matter of counting on, and of no
    /// other.
    after_cr: bool,
}

impl Position {
    /// Where a document begins.
    pub const START: Self = Self {
        byte: 0,
        line: 1,
        column: 1,
        wide: 0,
        after_cr: false,
    };

    /// The column, from 1, in UTF-16 code units, as editors and the Language Server Protocol count, which begins with 0.
    pub fn utf16_column(self) -> u64 {
        self.column + u64::from(self.wide)
    }

    /// This place, as if its line began at it.
    pub(crate) fn at_line_start(self) -> Self {
        Self {
            column: Self::START.column,
            wide: 0,
            ..self
        }
    }

    /// A place of which only the byte is known so far, in a text.
    pub(crate) fn uncounted(byte: usize) -> Self {
        Self {
            byte: byte as u64,
            ..Self::START
        }
    }

    /// Moves it to the end of `text`, which begins here.
    pub(crate) fn advance(&mut self, text: &str) {
        /// Shorter texts take less time than it takes to begin a search.
        const SHORT: usize = 32;
        let bytes = text.as_bytes();
        if bytes.len() <= SHORT && bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            self.byte += bytes.len() as u64;
            self.column += bytes.len() as u64;
            self.after_cr &= bytes.is_empty();
            return;
        }
        // Most texts have no CR: then it is enough to count.
        if memchr::memchr(b'\r', bytes).is_none() && !self.after_cr {
            self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        } else {
            self.count_line_ends(bytes);
        }
        let line_start = match memchr::memrchr2(b'\n', b'\r', bytes) {
            Some(line_end) => {
                *self = self.at_line_start();
                line_end + 1
            }
            None => 0,
        };
        let line = &text[line_start..];
        let characters = line.chars().count();
        self.column += characters as u64;
        if characters < line.len() {
            self.wide = self.wide.saturating_add(wide(line));
        }
        self.byte += bytes.len() as u64;
        if let Some(&last) = bytes.last() {
            self.after_cr = last == b'\r';
        }
    }

    fn count_line_ends(&mut self, bytes: &[u8]) {
        for index in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let ends_crlf = bytes[index] == b'\n'
                && (if index == 0 {
                    self.after_cr
                } else {
                    bytes[index - 1] == b'\r'
                });
            self.line += u64::from(!ends_crlf);
        }
    }

    /// The place in the document of a place in a part of it, which begins here, and counts from its own beginning.
    ///
    /// The part must not begin between a CR and an LF.
    pub(crate) fn of_part(self, within: Self) -> Self {
        let (column_before, wide_before) = match within.line {
            1 => (self.column - 1, self.wide),
            _ => (0, 0),
        };
        Self {
            byte: self.byte + within.byte,
            line: self.line + within.line - 1,
            column: column_before + within.column,
            wide: wide_before.saturating_add(within.wide),
            after_cr: match within.byte {
                0 => self.after_cr,
                _ => within.after_cr,
            },
        }
    }

    /// The beginning of a line that this number of lines is before.
    pub(crate) fn of_line(byte: u64, lines: u64) -> Self {
        Self {
            byte,
            line: lines.saturating_add(1),
            ..Self::START
        }
    }

    /// How many numbers [`fields`](Self::fields) are.
    pub(crate) const FIELDS: usize = 5;

    /// The position as numbers.
    pub(crate) fn fields(self) -> [u64; Self::FIELDS] {
        let Self {
            byte,
            line,
            column,
            wide,
            after_cr,
        } = self;
        [byte, line, column, wide.into(), after_cr.into()]
    }

    /// The position that these fields are of, if there is one.
    pub(crate) fn of_fields(fields: [u64; Self::FIELDS]) -> Option<Self> {
        let [byte, line, column, wide, after_cr] = fields;
        let is_one = line > 0 && column > 0 && wide < column && after_cr <= 1;
        is_one.then_some(Self {
            byte,
            line,
            column,
            wide: wide.try_into().ok()?,
            after_cr: after_cr == 1,
        })
    }

    /// Whether a text that begins here, with this byte, goes on with an end of a line that began before.
    pub(crate) fn is_within_line_end(self, first: Option<u8>) -> bool {
        self.after_cr && first == Some(b'\n')
    }

    /// The position at the end of `text`, which begins here.
    ///
    /// ```
    /// use turtle_peg::Position;
    ///
    /// let position = Position::START.after("# é\n<x:s>");
    /// assert_eq!((position.byte, position.line, position.column), (10, 2, 6));
    /// ```
    pub fn after(mut self, text: &str) -> Self {
        self.advance(text);
        self
    }

    /// The position before `text`, which ends here and has no end of a line.
    ///
    /// ```
    /// use turtle_peg::Position;
    ///
    /// let end = Position::START.after("<x:s> <x:p>");
    /// assert_eq!(end.before("<x:p>").column, 7);
    /// ```
    ///
    /// # Panics
    ///
    /// If `text` has more bytes than there are before the position.
    pub fn before(self, text: &str) -> Self {
        let characters = text.chars().count();
        let wide = if characters < text.len() {
            wide(text)
        } else {
            0
        };
        Self {
            byte: self.byte - text.len() as u64,
            column: self.column - characters as u64,
            wide: self.wide.saturating_sub(wide),
            // It matters before an LF alone, and `text` has none.
            after_cr: false,
            ..self
        }
    }

    /// The position after these bytes, which are not text: they are shown as one character.
    pub(crate) fn after_bytes(self, bytes: u64) -> Self {
        Self {
            byte: self.byte + bytes,
            column: self.column + 1,
            after_cr: false,
            ..self
        }
    }

    fn key(&self) -> (u64, u64, u64) {
        (self.byte, self.line, self.column)
    }
}

/// How many characters of a text are beyond U+FFFF.
fn wide(text: &str) -> u32 {
    /// The first byte of a character of four bytes.
    const FIRST_OF_FOUR: u8 = 0xF0;
    // A count in a byte is one that vector instructions keep for many bytes at once.
    let chunks = text.as_bytes().chunks(u8::MAX.into());
    let counts = chunks.map(|chunk| {
        chunk
            .iter()
            .map(|&byte| u8::from(byte >= FIRST_OF_FOUR))
            .sum()
    });
    counts
        .map(|count: u8| u32::from(count))
        .fold(0, u32::saturating_add)
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// Where a text begins in its document: a position before it, and the text between the two.
///
/// Lines and columns are counted only on request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'t> {
    counted: &'t Position,
    /// The text before it.
    before: &'t str,
    /// How many bytes of that are after the position.
    uncounted: usize,
}

impl<'t> Origin<'t> {
    pub(crate) const START: Self = Self {
        counted: &Position::START,
        before: "",
        uncounted: 0,
    };

    /// Where a text begins after `before`, whose last `uncounted` bytes follow a position.
    #[inline]
    pub(crate) fn new(counted: &'t Position, before: &'t str, uncounted: usize) -> Self {
        Self {
            counted,
            before,
            uncounted,
        }
    }

    pub(crate) fn byte(self) -> u64 {
        self.counted.byte + self.uncounted as u64
    }

    pub(crate) fn position(self) -> Position {
        self.position_after(None)
    }

    /// The position, counted from one that is known, if that is nearer.
    pub(crate) fn position_after(self, known: Option<Position>) -> Position {
        let between =
            |position: &Position| (self.counted.byte..=self.byte()).contains(&position.byte);
        let from = known.filter(between).unwrap_or(*self.counted);
        let uncounted = (self.byte() - from.byte) as usize;
        from.after(&self.before[self.before.len() - uncounted..])
    }
}

impl PartialEq for Origin<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.position() == other.position()
    }
}

impl Eq for Origin<'_> {}

impl fmt::Display for Position {
    /// `line:column`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::DefaultHasher;

    #[test]
    fn a_text_counts_the_same_however_it_is_cut() {
        let text = "a\r\nb\rc\n\né\u{1F600}x\r";
        let whole = Position::START.after(text);
        assert_eq!((whole.line, whole.column), (6, 1));
        for (cut, _) in text.char_indices() {
            let before = Position::START.after(&text[..cut]);
            let parts = before.after(&text[cut..]);
            assert_eq!(parts, whole, "cut at {cut}");
            let line = text[..cut].rsplit(['\n', '\r']).next().unwrap();
            let units = line.encode_utf16().count() as u64;
            assert_eq!(before.utf16_column(), 1 + units, "cut at {cut}");
            assert_eq!(before.before(line).utf16_column(), 1, "cut at {cut}");
            if !text[cut..].starts_with('\n') {
                let after = Position::START.after(&text[cut..]);
                assert_eq!(before.of_part(after).utf16_column(), whole.utf16_column());
            }
        }
    }

    #[test]
    fn the_same_place_is_the_same_position_however_it_was_counted() {
        let hash = |position: Position| {
            let mut state = DefaultHasher::new();
            position.hash(&mut state);
            state.finish()
        };
        let after = Position::START.after("a\r");
        let before = after.after("b").before("b");
        assert_eq!(after, before);
        assert_eq!(after.cmp(&before), Ordering::Equal);
        assert_eq!(hash(after), hash(before));
        assert!(before < after.after("\n"));
    }
}
