//! The text around a fault, kept with the error: the document may be gone by the time the error is shown.
//!
//! Invariant: it is bounded, whatever the document; it begins and ends between characters; bytes that
//! it leaves out are unknown. U+FFFD at its end stands for bytes that are not text. The document and the
//! parser's settings decide how many bytes [after a fault](Following) are kept, and not how many have arrived.

use crate::{Dialect, Position};
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

/// Where a fault was found: the text at hand, up to where [errors keep it](Following), and the text before it that is in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtHand<'t> {
    pub(crate) dialect: Dialect,
    pub(crate) behind: &'t str,
    pub(crate) text: &'t str,
    /// The bytes after the text, if they are not UTF-8, up to the end of the line.
    pub(crate) not_text: &'t [u8],
    /// Where `text` begins.
    pub(crate) position: Position,
    /// Where in it the statement begins.
    pub(crate) statement: usize,
    /// Whether the statement is read part by part: then its beginning may be gone.
    pub(crate) is_part: bool,
    /// A place in it, or before it, from which positions are counted on; it moves on with the errors of a statement, so that
    /// many of them take linear time.
    pub(crate) counted: Option<&'t Cell<Position>>,
}

impl AtHand<'_> {
    /// The position of a byte of the text.
    fn position_of(&self, offset: usize) -> Position {
        let start = self.position.byte;
        let reached = self.counted.map_or(self.position, Cell::get);
        let is_between = (start..=start + offset as u64).contains(&reached.byte);
        let from = if is_between { reached } else { self.position };
        let position = from.after(&self.text[(from.byte - start) as usize..offset]);
        if let Some(counted) = self.counted {
            counted.set(position);
        }
        position
    }
}

/// A piece of a document around a fault, from [`SyntaxError::surroundings`](crate::SyntaxError::surroundings).
///
/// All places that advice names are in it, except those far before the fault, where a bracket or a graph was opened, say. It
/// begins with the line in which the statement does, or that in which the statement before it ends, if only white space
/// and comments are between; and with the statement, if the line is very long. A statement that begins more than 512 KiB before a fault of
/// grammar, or 4 KiB before another, is in it in part. It goes on for at most 2 KiB after the fault; of an
/// [interactive](crate::Parser::with_early_results) parser it ends with a line. Where bytes are at fault that are not UTF-8, U+FFFD
/// stands for them and for others in their line: after the first, offsets differ from those in the document.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let error = Parser::new(Dialect::Turtle12).parse_str("# one\n<x:s> <x:p> ;").check().unwrap_err();
/// let around = error.as_syntax().unwrap().surroundings();
/// assert_eq!((around.text.as_str(), around.start.line), ("<x:s> <x:p> ;", 2));
/// assert_eq!((around.fault.clone(), around.statement), (12..13, Some(0)));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Surroundings {
    /// The dialect that the document was read as; [`SyntaxError::dialect`](crate::SyntaxError::dialect) says whether it was.
    pub dialect: Dialect,
    /// The text.
    pub text: String,
    /// Where the text begins.
    pub start: Position,
    /// Which bytes of the text are at fault.
    pub fault: Range<usize>,
    /// Where in the text the statement begins; `None` if that is left out.
    pub statement: Option<usize>,
    /// The first bytes that are not text, at most four, the length of the longest character.
    pub not_text: Vec<u8>,
    /// The namespace of the name that the fault ends, or is in, if its prefix is declared.
    pub namespace: Option<String>,
    /// Where the graph was opened in which the document ends. That may be far before the text.
    pub graph: Option<Position>,
}

impl Surroundings {
    /// How many bytes of the statement are kept before a fault of grammar, if the statement is read as a whole: all that advice
    /// needs to know where in the statement the fault is.
    const WHOLE: usize = 512 * 1024;
    /// How many are kept before other faults, of which a statement can have many, and where it is read part by part.
    const BEFORE: usize = 4 * 1024;
    /// The number of bytes before a fault that are read at most, if the statement begins before them: the bytes kept, the line
    /// in which they begin, and a character each to cut before.
    pub(crate) const REACH: usize = Self::BEFORE + LINE + 2 * size_of::<char>();
    /// How many after the fault, at most.
    const AFTER: usize = 2 * 1024;
    /// No character of UTF-8 has more bytes.
    const CHARACTER: usize = 4;

    /// Keeps the text around these bytes of the text at hand, where it breaks the grammar or has another fault.
    pub(crate) fn new(at_hand: AtHand<'_>, fault: Range<usize>, breaks_grammar: bool) -> Self {
        let AtHand {
            behind,
            text,
            not_text,
            ..
        } = at_hand;
        let begin = at_hand.statement.min(fault.start);
        let most = match breaks_grammar && !at_hand.is_part {
            true => Self::WHOLE,
            false => Self::BEFORE,
        };
        let has_statement = fault.start - begin <= most;
        let begin = match has_statement {
            true => begin,
            false => ceiling(text, fault.start - Self::BEFORE),
        };
        // Back to where the line begins, in the text, and then in the text before it; and to the line in which the statement before
        // ends, if only white space and comments are between: it may have been meant to go on.
        let of_line = line_before(&text[..begin]);
        let is_passed = |line: &str| line.is_empty() || line.starts_with('#');
        let line_behind = line_before(behind);
        let is_next = !at_hand.dialect.is_line_based()
            && !line_behind.is_empty()
            && begin <= LINE
            && text[..begin]
                .split(is_line_end)
                .map(str::trim_start)
                .all(is_passed);
        let start = if is_next { 0 } else { begin - of_line.len() };
        let before = match start {
            0 => line_behind,
            _ => "",
        };
        let end = floor(text, (fault.end + Self::AFTER).min(text.len()));
        let position = match before.is_empty() {
            true => at_hand.position_of(start),
            false => at_hand.position.before(before),
        };
        let moved = |offset: usize| offset + before.len() - start;
        Self {
            dialect: at_hand.dialect,
            text: [before, &text[start..end], &legible(not_text)].concat(),
            start: position,
            fault: moved(fault.start)..moved(fault.end.min(end)),
            statement: has_statement.then(|| moved(begin)),
            not_text: not_text[..not_text.len().min(Self::CHARACTER)].to_vec(),
            namespace: None,
            graph: None,
        }
    }

    /// The prefix of the name that the fault ends, or is in.
    pub(crate) fn prefix_at_fault(&self) -> Option<&str> {
        let before = &self.text[..self.fault.start];
        let ends = |c: char| c.is_whitespace() || "<>\"'()[]{},;^|".contains(c);
        let name = before.rfind(ends).map_or(before, |end| &before[end..]);
        let name = name.trim_start_matches(ends);
        name.split_once(':').map(|(prefix, _)| prefix)
    }

    /// The position of a byte of the document from which on the text at hand is known.
    pub(crate) fn position_of(&self, at_hand: AtHand<'_>, offset: usize) -> Position {
        let within = self.start.byte.checked_sub(at_hand.position.byte);
        match within {
            Some(start) => self.start.after(&at_hand.text[start as usize..offset]),
            None => at_hand.position.after(&at_hand.text[..offset]),
        }
    }

    /// The bytes of the text that are at these bytes of the document; `None` if not all of them are in it.
    pub fn range(&self, bytes: Range<u64>) -> Option<Range<usize>> {
        let start = usize::try_from(bytes.start.checked_sub(self.start.byte)?).ok()?;
        let end = usize::try_from(bytes.end.checked_sub(self.start.byte)?).ok()?;
        self.text.get(start..end).map(|_| start..end)
    }

    /// Whether the text was cut after the fault: the document may go on.
    pub fn is_cut(&self) -> bool {
        self.text.len() - self.fault.end + Self::CHARACTER > Self::AFTER
    }

    /// The position of a place in the text.
    pub fn position(&self, offset: usize) -> Position {
        self.start.after(&self.text[..offset])
    }
}

/// How much errors know of the text after the place where a statement ends or breaks the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    /// 2 KiB after the fault, all that advice looks at.
    Window,
    /// The rest of the line, so that a person who types a line need not type the next.
    Line,
}

impl Following {
    /// The largest number of bytes, with room for one more character.
    pub(crate) const MOST: usize = Surroundings::AFTER + size_of::<char>();

    fn bytes(self) -> usize {
        match self {
            Self::Window => Surroundings::AFTER,
            Self::Line => LINE,
        }
    }

    /// Where in a text that ends that errors know, if a statement reached the byte `reached`.
    pub(crate) fn end(self, text: &str, reached: usize) -> usize {
        let most = floor(text, (reached + self.bytes()).min(text.len()));
        let following = &text[reached..most];
        reached
            + match self {
                Self::Window => following.len(),
                Self::Line if text[..reached].ends_with(is_line_end) => 0,
                Self::Line => following.find(is_line_end).unwrap_or(following.len()),
            }
    }

    /// Whether the text has all bytes that errors keep, though more may follow it.
    pub(crate) fn is_in(self, text: &str, reached: usize) -> bool {
        let following = &text[reached..];
        let has_line = || text[..reached].ends_with(is_line_end) || following.contains(is_line_end);
        following.len() >= self.bytes() || (self == Self::Line && has_line())
    }

    /// The last byte that a statement can reach if the text is to have the bytes after it that errors keep.
    pub(crate) fn last_reached(self, text: &str) -> usize {
        let start = floor(text, text.len().saturating_sub(self.bytes()));
        match self {
            Self::Window => start,
            Self::Line => {
                let last = text[start..].rfind(is_line_end);
                last.map_or(start, |last| start + last + 1)
            }
        }
    }
}

/// The number of bytes of a line that are shown before a fault, and after it.
pub(crate) const LINE: usize = 512;

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// The end of a text that is in its last line, and not at any length.
pub(crate) fn line_before(text: &str) -> &str {
    let start = ceiling(text, text.len().saturating_sub(LINE));
    let kept = &text[start..];
    let line = kept.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    &kept[line..]
}

/// The last line of two texts, one after the other, as by [`line_before`].
pub(crate) fn line_of_both(before: &str, text: &str) -> String {
    let line = line_before(text);
    match line.len() < text.len() {
        true => line.to_owned(),
        false => line_before(&[line_before(before), text].concat()).to_owned(),
    }
}

/// A suffix of these bytes, which are text, that is long enough to contain their last line as by [`line_before`].
pub(crate) fn last_line(bytes: &[u8]) -> &str {
    let mut last = &bytes[bytes.len().saturating_sub(LINE + size_of::<char>())..];
    while let [0x80..0xC0, rest @ ..] = last {
        last = rest;
    }
    std::str::from_utf8(last).unwrap_or_default()
}

/// The first ill-formed sequence, which one U+FFFD replaces. The bytes begin with one, and end with their line or the document,
/// unless they are many.
pub(crate) fn ill_formed(line: &[u8]) -> &[u8] {
    let length = match std::str::from_utf8(line) {
        Err(error) => error.error_len(),
        Ok(_) => None,
    };
    &line[..length.unwrap_or(line.len())]
}

/// The legible text of bytes that are not UTF-8; empty, if a control character shows that they are not text at all.
pub(crate) fn legible(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    match text.chars().any(|c| c.is_control() && c != '\t') {
        true => Cow::Borrowed(""),
        false => text,
    }
}

fn floor(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn ceiling(text: &str, offset: usize) -> usize {
    let mut places = offset..text.len();
    let place = places.find(|&place| text.is_char_boundary(place));
    place.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_hand<'t>(behind: &'t str, text: &'t str, statement: usize) -> AtHand<'t> {
        AtHand {
            dialect: Dialect::Turtle12,
            behind,
            text,
            not_text: b"",
            position: Position::START.after(behind),
            statement,
            is_part: false,
            counted: None,
        }
    }

    fn around(behind: &str, text: &str, statement: usize, fault: Range<usize>) -> Surroundings {
        Surroundings::new(at_hand(behind, text, statement), fault, false)
    }

    #[test]
    fn it_begins_with_the_line_in_which_the_statement_does() {
        let found = around("first\nsé", "cond\nthird", 1, 7..8);
        assert_eq!(found.text, "sécond\nthird");
        assert_eq!((found.start.line, found.start.column), (2, 1));
        assert_eq!((found.fault.clone(), found.statement), (10..11, Some(4)));
        assert_eq!(&found.text[found.fault], "i");
        let found = around("first\n", "\n\n  second", 4, 6..7);
        assert_eq!((found.text.as_str(), found.start.line), ("  second", 4));
    }

    #[test]
    fn it_begins_with_the_line_in_which_the_statement_before_ends() {
        let found = around("zero\nfirst .", " # one\n\n  second", 10, 12..13);
        assert_eq!(found.text, "first . # one\n\n  second");
        assert_eq!((found.start.line, found.start.column), (2, 1));
        assert_eq!((found.fault, found.statement), (19..20, Some(17)));
        let found = around("first .", " third .\n  second", 11, 13..14);
        assert_eq!((found.text.as_str(), found.start.line), ("  second", 2));
    }

    #[test]
    fn it_is_short_in_whatever_text() {
        let long = "é".repeat(10_000);
        let found = around(&long, &long, 0, 15_000..15_002);
        assert!(found.text.len() < 8 * 1024);
        assert_eq!(&found.text[found.fault.clone()], "é");
        assert_eq!(found.statement, None);
        assert!(found.start.column > 1);
        assert_eq!(found.position(found.fault.start).column, 17_501);
    }

    #[test]
    fn what_is_not_utf_8_is_shown_with_the_rest_of_its_line() {
        let around = |not_text| {
            let at_hand = AtHand {
                not_text,
                ..at_hand("", "one \"Am", 0)
            };
            let found = Surroundings::new(at_hand, 7..7, false);
            (found.text, found.fault)
        };
        assert_eq!(
            around(b"\xE9lie\" ."),
            ("one \"Am\u{FFFD}lie\" .".to_owned(), 7..7)
        );
        assert_eq!(around(b"\xFF\0\0\x01"), ("one \"Am".to_owned(), 7..7));
    }
}
