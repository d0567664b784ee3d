//! How messages quote a document.
//!
//! Invariant: no character gets into a message that a terminal obeys instead of showing it, that changes the order of others,
//! or of which nothing is seen.

use std::borrow::Cow;
use std::fmt;

/// A text as an error message shows it: invisible characters and unusual spaces escaped, and cut at a limit.
pub(crate) struct Printable<'a>(pub(crate) &'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 200;
        for c in self.0.chars().take(MOST) {
            match is_unseen(c) || (c.is_whitespace() && c != ' ') {
                true => f.write_str(&escaped(c))?,
                false => write!(f, "{c}")?,
            }
        }
        match self.0.chars().nth(MOST) {
            Some(_) => f.write_str("…"),
            None => Ok(()),
        }
    }
}

/// The token that was found, as an error message shows it: between backquotes, or its code point if it cannot be seen.
///
/// ```
/// use turtle_peg::diagnosis::Backquoted;
///
/// assert_eq!(Backquoted("\u{1B}").to_string(), "U+001B");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Backquoted<'a>(
    /// The token's text.
    pub &'a str,
);

impl fmt::Display for Backquoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        match (characters.next(), characters.next()) {
            (Some('\n' | '\r'), _) => f.write_str("end of line"),
            (Some(c), None) if is_unseen_alone(c) => write!(f, "U+{:04X}", u32::from(c)),
            _ => write!(f, "`{}`", Printable(self.0)),
        }
    }
}

/// A sentence that quotes a document, with invisible characters escaped.
///
/// ```
/// assert_eq!(turtle_peg::diagnosis::visible("expected `\u{200B}`"), "expected `<U+200B>`");
/// ```
pub fn visible(sentence: &str) -> Cow<'_, str> {
    if !sentence.contains(is_unseen) {
        return Cow::Borrowed(sentence);
    }
    let mut shown = String::with_capacity(sentence.len());
    for c in sentence.chars() {
        match is_unseen(c) {
            true => shown.push_str(&escaped(c)),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// A character that cannot be seen: an escape sequence of Turtle, or its code point.
fn escaped(c: char) -> String {
    match c {
        '\n' | '\r' | '\t' => c.escape_debug().to_string(),
        c => format!("<U+{:04X}>", u32::from(c)),
    }
}

/// Whether a character cannot be seen in a text, not even as a space. Marks that combine with a letter can, and scripts and emoji
/// need joiners.
fn is_unseen(c: char) -> bool {
    const NON_JOINER: char = '\u{200C}';
    const JOINER: char = '\u{200D}';
    let is_seen = |c: char| {
        // Rust escapes a mark that has nothing to combine with.
        let combined = String::from_iter(['a', c]);
        combined.escape_debug().nth(2).is_none()
    };
    let is_space = c.is_whitespace() && !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}');
    is_unseen_alone(c) && !is_space && !matches!(c, NON_JOINER | JOINER) && !is_seen(c)
}

/// Whether a character cannot be seen where it is alone.
fn is_unseen_alone(c: char) -> bool {
    // Rust escapes characters that are not printable.
    !matches!(c, '"' | '\'' | '\\') && c.escape_debug().len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped_and_scripts_stay_as_they_are() {
        for (text, expected) in [
            ("é 漢 \u{1F600} \"'\\", "é 漢 \u{1F600} \"'\\"),
            ("a\x1B[31m\u{9B}\t", "a<U+001B>[31m<U+009B>\\t"),
            ("a\u{202E}b\u{200B}\u{2028}", "a<U+202E>b<U+200B><U+2028>"),
            ("हिन्दी \u{65}\u{301}", "हिन्दी \u{65}\u{301}"),
            (
                "می\u{200C}خواهم \u{1F469}\u{200D}\u{1F52C}\u{2764}\u{FE0F}",
                "می\u{200C}خواهم \u{1F469}\u{200D}\u{1F52C}\u{2764}\u{FE0F}",
            ),
        ] {
            assert_eq!(visible(text), expected);
            assert_eq!(Printable(text).to_string(), expected);
        }
        assert_eq!(visible("a\u{A0}b"), "a\u{A0}b");
        assert_eq!(Printable("a\u{A0}b").to_string(), "a<U+00A0>b");
    }

    #[test]
    fn a_character_that_stands_alone_has_a_number() {
        assert_eq!(Backquoted("\x1B").to_string(), "U+001B");
        assert_eq!(Backquoted("\u{301}").to_string(), "U+0301");
        assert_eq!(Backquoted("\"").to_string(), "`\"`");
        assert_eq!(Backquoted("\r\n").to_string(), "end of line");
        assert_eq!(Backquoted("a\u{202E}b").to_string(), "`a<U+202E>b`");
    }

    #[test]
    fn a_quotation_is_short() {
        assert_eq!(
            Printable(&"é".repeat(2000)).to_string().chars().count(),
            201
        );
    }
}
