//! Whether a search after a fault would begin within a string between delimiters of three characters.
//!
//! A fault may be that such a delimiter is missing or broken, or that there is one too many. Then the text before the next
//! delimiter may be the inside of a string, which can look like statements. The next delimiter tells: the tokens after one that
//! closes a string differ from the tokens before one that opens a string.
//!
//! Invariant: no search begins before a delimiter that seems to close a string.

use crate::engine::beginning;
use memchr::memmem;

/// A delimiter of three characters.
#[derive(Clone, Copy, Debug)]
struct Delimiter<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    quote: char,
}

impl<'t> Delimiter<'t> {
    const LENGTH: usize = 3;

    /// The delimiter at a place, with the quotes before it that are of the string.
    fn at(text: &'t str, start: usize) -> Option<Self> {
        let quote = text[start..]
            .chars()
            .next()
            .filter(|&c| matches!(c, '"' | '\''))?;
        let length = text[start..]
            .bytes()
            .take_while(|&byte| byte == quote as u8)
            .count();
        (length >= Self::LENGTH).then_some(Self {
            text,
            start,
            end: start + length,
            quote,
        })
    }

    /// The next one; of this quote, if one is given.
    fn next(text: &'t str, mut from: usize, quote: Option<char>) -> Option<Self> {
        loop {
            let start = from + Self::next_quotes(&text[from..], quote)?;
            let backslashes = text[from..start].bytes().rev();
            let backslashes = backslashes.take_while(|&byte| byte == b'\\').count();
            from = match Self::at(text, start) {
                // The first quote is of an escape sequence.
                _ if backslashes % 2 == 1 => start + 1,
                // An empty string.
                Some(both) if both.end - start == 2 * Self::LENGTH => both.end,
                delimiter => return delimiter,
            };
        }
    }

    /// Where three quotes follow one another first. Most of a text has none: this is fast.
    fn next_quotes(text: &str, quote: Option<char>) -> Option<usize> {
        let find = |text: &str, quotes: &str| memmem::find(text.as_bytes(), quotes.as_bytes());
        match quote {
            Some('"') => find(text, "\"\"\""),
            Some(_) => find(text, "'''"),
            None => {
                let first = find(text, "\"\"\"");
                find(&text[..first.unwrap_or(text.len())], "'''").or(first)
            }
        }
    }

    fn follows_as_after_a_string(&self) -> bool {
        follows_string(&self.text[self.end..])
    }

    /// Whether a string can begin there: after a predicate, a comma, or the bracket of a collection.
    fn stands_as_before_a_string(&self) -> bool {
        let before = &self.text[..self.start];
        let last = before.trim_end();
        let is_apart = last.len() < before.len() || last.ends_with('>');
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '>' | ':' | '_' | '-');
        last.ends_with([',', '(']) || (is_apart && last.ends_with(is_name))
    }

    /// Whether it closes a string that began before it.
    fn closes(&self) -> bool {
        match (
            self.follows_as_after_a_string(),
            self.stands_as_before_a_string(),
        ) {
            (true, false) => true,
            (false, true) => false,
            // The one after it is the other of the two.
            _ => Self::next(self.text, self.end, Some(self.quote)).is_none_or(|next| {
                !next.follows_as_after_a_string() || next.stands_as_before_a_string()
            }),
        }
    }
}

/// Whether a text goes on as a statement does after a string.
fn follows_string(text: &str) -> bool {
    const DIRECTIVES: [&str; 3] = ["prefix", "base", "version"];
    if let Some(tag) = text.strip_prefix('@') {
        return tag.starts_with(|c: char| c.is_ascii_alphabetic())
            && !DIRECTIVES
                .iter()
                .any(|directive| tag.starts_with(directive));
    }
    let next = text.trim_start();
    text.starts_with("^^")
        || next.starts_with(['.', ';', ',', ')', ']', '}'])
        || next.starts_with("|}")
}

/// The string in which, or behind which, a fault is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Strings {
    /// None.
    #[default]
    Outside,
    /// The fault is in a string that began `before` bytes before the search, and the text ends before it is closed.
    Unclosed { before: usize },
    /// The fault is in one, with this quote, as an escape sequence is that the language does not have.
    Within { quote: char },
    /// The fault is in one that ends in its line, with this quote.
    WithinLine { quote: char },
    /// A string that began `before` bytes before the search ends right before the fault; it may have run on to the beginning of
    /// another.
    Closed { before: usize },
}

impl Strings {
    /// How many bytes after a fault are looked at, at most.
    pub(crate) const MOST: usize = 64 * 1024;

    /// Where a search begins that was to begin at the byte `from`; nowhere, if all of the rest may be the inside of a string.
    /// It looks at most at [`MOST`](Self::MOST) bytes after that.
    ///
    /// `clear` is a byte before which no delimiter follows; it moves on, so that many faults take time for the text.
    pub(crate) fn begin(self, text: &str, from: usize, clear: &mut usize) -> Option<usize> {
        let text = beginning(text, from.saturating_add(Self::MOST));
        if let Self::WithinLine { quote } = self
            && let Some(end) = end_in_line(&text[from..], quote)
        {
            return Some(from + end);
        }
        match self {
            Self::Unclosed { before } => {
                let start = Delimiter::at(text, from - before)?;
                match start.closes() {
                    true => Some(start.end),
                    false => broken(start, text.len()),
                }
            }
            Self::Within { quote } => {
                Delimiter::next(text, from, Some(quote)).map(|delimiter| delimiter.end)
            }
            Self::Outside | Self::WithinLine { .. } | Self::Closed { .. } => {
                let next = Delimiter::next(text, from.max(*clear), None);
                *clear = match next {
                    Some(next) => next.start,
                    None => beginning(text, text.len().saturating_sub(2 * Delimiter::LENGTH)).len(),
                };
                let Some(next) = next.filter(Delimiter::closes) else {
                    return Some(from);
                };
                let broken = match self {
                    Self::Closed { before } => {
                        let start = Delimiter::at(text, from - before);
                        start.and_then(|start| broken(start, from))
                    }
                    _ => None,
                };
                broken.or(Some(next.end))
            }
        }
    }
}

/// Where a string ends in which a text begins; `None` if it does not end in this line, or if braces in it may be a graph's.
fn end_in_line(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\n' | '\r' | '{' | '}' => return None,
            c if c == quote && !is_escaped => return Some(at + c.len_utf8()),
            c => is_escaped = c == '\\' && !is_escaped,
        }
    }
    None
}

/// Where a string may end that runs on to the byte `end`, since its closing delimiter has too few quotes: after these, if a
/// statement goes on after them, and if they are not a string of their own.
fn broken(start: Delimiter<'_>, end: usize) -> Option<usize> {
    let text = &start.text[..end];
    let mut from = start.end;
    // Quotes in the line so far.
    let mut in_line = 0;
    // The quotes of the start may go on behind the end.
    while let Some(found) = text.get(from..)?.find([start.quote, '\n', '\\']) {
        let at = from + found;
        from = at + 1;
        if text[at..].starts_with('\n') {
            in_line = 0;
        } else if text[at..].starts_with('\\') {
            from += text[from..].chars().next().map_or(0, char::len_utf8);
        } else {
            let length = text[at..]
                .bytes()
                .take_while(|&byte| byte == start.quote as u8)
                .count();
            from = at + length;
            let is_joined = length == 1
                || text[..at].ends_with('\n')
                || !text[..at].ends_with(char::is_whitespace);
            if in_line % 2 == 0
                && length < Delimiter::LENGTH
                && is_joined
                && follows_string(&text[from..])
            {
                return Some(from);
            }
            in_line += length;
        }
    }
    None
}
