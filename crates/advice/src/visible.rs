//! Text from elsewhere as people see it: documents, grammars, names of files.
//!
//! Invariant: no character that a terminal obeys instead of showing it, none that changes the order of others, and none of which
//! nothing is seen gets through; so nothing that is read can move the cursor, set a title, or make a line look like another.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with each such character replaced by a visible one; ends of lines and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    replace(text, |c| is_unseen(c) && !matches!(c, '\n' | '\t'))
}

/// A message or a file's name made visible, in one line.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    replace(text, is_unseen)
}

/// Data for a terminal: such characters are written as the escape sequences of Turtle; ends of lines and tabs stay.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| is_unseen(c) && !matches!(c, '\n' | '\t');
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let ends_line = c == '\r' && characters.peek() == Some(&'\n');
        // Writing to memory never fails.
        match u32::from(c) {
            _ if ends_line || !is_escaped(c) => shown.push(c),
            code @ ..=0xFFFF => drop(write!(shown, "\\u{code:04X}")),
            code => drop(write!(shown, "\\U{code:08X}")),
        }
    }
    Cow::Owned(shown)
}

/// A message in one line, with long quotations cut, so that it stays shorter than the document.
pub fn message(text: &str) -> String {
    /// The most characters that are shown without white space between them.
    const WORD: usize = 300;
    /// The most characters of all.
    const MESSAGE: usize = 4000;
    let mut shown = String::new();
    let (mut word, mut all) = (0, 0);
    for c in text.chars() {
        word = if c.is_whitespace() { 0 } else { word + 1 };
        if word <= WORD {
            shown.push(c);
            all += 1;
        } else if word == WORD + 1 {
            shown.push('…');
        }
        if all == MESSAGE {
            shown.push('…');
            break;
        }
    }
    // The end of the quotation, and the rest of the sentence, still comes after the ellipsis.
    visible_line(&shown).into_owned()
}

fn replace(text: &str, is_replaced: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_replaced) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if !is_replaced(c) => shown.push(c),
            // Unicode has pictures of these.
            c @ '\0'..='\x1F' => shown.extend(char::from_u32(0x2400 + u32::from(c))),
            '\x7F' => shown.push('␡'),
            // Writing to memory never fails.
            c => drop(write!(shown, "<U+{:04X}>", u32::from(c))),
        }
    }
    Cow::Owned(shown)
}

/// Controls of C0 and C1, separators of lines and paragraphs, and Unicode's format characters: marks that set the direction of
/// text, spaces and hyphens without a width, tags. Not joiners, which scripts and emoji need, nor visible signs, such
/// as Arabic's of numbers.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{AD}'
                | '\u{61C}'
                | '\u{180E}'
                | '\u{200B}'
                | '\u{200E}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{1BCA0}'..='\u{1BCA3}'
                | '\u{1D173}'..='\u{1D17A}'
                | '\u{E0000}'..='\u{E007F}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn what_a_terminal_obeys_is_shown_instead() {
        for (text, expected) in [
            ("é 漢 \u{1F600}", "é 漢 \u{1F600}"),
            ("a\x1B[31m\x07b", "a␛[31m␇b"),
            (
                "\x7F\u{80}\u{9B}\u{9F}\u{A0}",
                "␡<U+0080><U+009B><U+009F>\u{A0}",
            ),
            (
                "\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}",
                "<U+202E><U+2066><U+200F><U+061C><U+2028>",
            ),
            ("a\u{200B}b\u{FEFF}c\u{200D}", "a<U+200B>b<U+FEFF>c\u{200D}"),
        ] {
            assert_eq!(visible(text), expected);
            assert_eq!(visible_line(text), expected);
            assert_eq!(message(text), expected);
        }
        assert_eq!(visible("a\n\tb\r"), "a\n\tb␍");
        assert_eq!(visible_line("a\n\tb\r"), "a␊␉b␍");
    }

    #[test]
    fn data_at_a_terminal_has_escape_sequences() {
        for (text, expected) in [
            ("<x:s> \"é\u{9B}31m\" .\n", "<x:s> \"é\\u009B31m\" .\n"),
            ("a\x1B\tb\r\nc\rd", "a\\u001B\tb\r\nc\\u000Dd"),
            ("\u{202E}\u{E0001}\u{200D}", "\\u202E\\U000E0001\u{200D}"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn a_message_is_never_long() {
        let quoted = format!("<{}> is not an IRI: why", "x".repeat(8_000_000));
        let shown = message(&quoted);
        assert!(shown.ends_with("x… is not an IRI: why"), "{shown}");
        assert!(shown.chars().count() < 400);
        assert!(message(&"a b ".repeat(1_000_000)).chars().count() < 5000);
    }
}
