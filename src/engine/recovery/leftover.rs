//! Lines that other tools leave in a document: both sides of a merge conflict, a difference, the numbers of lines, quotation marks,
//! and the sentences of a language model about the data.
//!
//! Invariant: of such lines nothing is kept, since nobody knows which of them belong to the document. What they are shows in the
//! line of the fault and the one after it; where they end, in [so many bytes](LeftoverLines::MOST) after it.

use crate::engine::beginning;

/// The kind of lines that another tool has left in a document, told by the line at fault.
///
/// ```
/// use turtle_peg::diagnosis::LeftoverLines;
///
/// assert_eq!(LeftoverLines::of("<<<<<<< HEAD\n", 0), Some(LeftoverLines::Conflict));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftoverLines {
    /// `<<<<<<< HEAD`, and all up to `>>>>>>> branch`.
    Conflict,
    /// Lines that begin with `+`, `-` or `@@`.
    Difference,
    /// Lines that begin with this number, and those after it with the next ones.
    Numbers(u64),
    /// Lines between quotation marks, as cells of a table are saved.
    Quoted,
    /// A line that begins or ends a block of code in Markdown.
    Fence,
    /// Lines that are sentences.
    Sentences,
}

/// The marks that begin a side of a merge conflict, and the one that ends the last side.
const SIDES: [&str; 3] = ["<<<<<<<", "|||||||", "======="];
const END: &str = ">>>>>>>";

/// The marks that a fence of Markdown begins with.
const FENCES: [&str; 2] = ["```", "~~~"];

impl LeftoverLines {
    /// How many bytes are looked at.
    pub(crate) const MOST: usize = 64 * 1024;

    /// The kind of lines that begin `text`; its first line is at fault, at whose byte `fault` no token can be.
    pub fn of(text: &str, fault: usize) -> Option<Self> {
        let mut lines = text.split('\n');
        let (line, next) = (lines.next()?, lines.next().unwrap_or_default());
        if SIDES.iter().chain([&END]).any(|mark| is_marked(line, mark)) {
            return Some(Self::Conflict);
        }
        if fault == 0 && is_of_difference(line) && is_of_difference(next) {
            return Some(Self::Difference);
        }
        if fault == 0 && is_quoted(line) && is_quoted(next) {
            return Some(Self::Quoted);
        }
        let before = &line[..fault.min(line.len())];
        if before.trim().is_empty()
            && FENCES
                .iter()
                .any(|fence| line.trim_start().starts_with(fence))
        {
            return Some(Self::Fence);
        }
        // The first word may end in a colon, as a prefix does.
        if is_sentence(line) && before.split_whitespace().count() <= 1 {
            return Some(Self::Sentences);
        }
        let (number, blanks) = number(line)?;
        let is_first =
            (blanks..line.len()).contains(&fault) && line[blanks..fault].trim().is_empty();
        let is_followed = next_number(next) == Some(number + 1);
        (is_first && is_followed).then_some(Self::Numbers(number))
    }

    /// Where these lines end; `text` begins in the line at fault. In a language of graphs, they end before a brace: nobody would know
    /// in which graph the rest is. A conflict that does not end before `clear` was looked for up to there.
    pub(crate) fn end(self, text: &str, has_graphs: bool, clear: &mut usize) -> Option<usize> {
        let text = beginning(text, Self::MOST);
        let is_kept = |line: &str| has_graphs && line.contains(['{', '}']);
        let first = text.find('\n').map_or(text.len(), |end| end + 1);
        if is_kept(&text[..first]) {
            return None;
        }
        let mut end = match self {
            Self::Conflict => first.max(*clear),
            _ => first,
        };
        let mut last = self;
        for line in text.get(end..)?.split_inclusive('\n') {
            if self == Self::Conflict {
                *clear = end;
            }
            let goes_on = !is_kept(line)
                && match &mut last {
                    Self::Conflict => !is_marked(line, END),
                    Self::Difference => is_of_difference(line),
                    Self::Quoted => is_quoted(line),
                    Self::Fence => false,
                    Self::Sentences => is_sentence(line),
                    Self::Numbers(last) => {
                        *last += 1;
                        next_number(line) == Some(*last)
                    }
                };
            if !goes_on {
                return match self {
                    Self::Conflict if is_kept(line) => None,
                    Self::Conflict => Some(end + line.len()),
                    _ => Some(end),
                };
            }
            end += line.len();
        }
        (self != Self::Conflict).then_some(end)
    }
}

fn is_marked(line: &str, mark: &str) -> bool {
    let rest = line.strip_prefix(mark);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\r', '\n']))
}

/// Whether a line can be one of a difference: no number begins with the sign.
fn is_of_difference(line: &str) -> bool {
    let after = line.strip_prefix(['+', '-']);
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    line.starts_with("@@ ") || after.is_some_and(|rest| !is_number(rest))
}

/// Whether a line is all between quotation marks, and would end a statement or go on with it without them.
fn is_quoted(line: &str) -> bool {
    let inner = line.trim_end_matches(['\r', '\n']).strip_prefix('"');
    let inner = inner.and_then(|inner| inner.strip_suffix('"'));
    inner.is_some_and(|inner| inner.contains(' ') && inner.ends_with(['.', ';', ',']))
}

/// Whether a line has several words, one after the other, and ends as sentences do; and nothing that terms have.
fn is_sentence(line: &str) -> bool {
    const FEWEST: usize = 3;
    let line = line.trim();
    let text = line.trim_end_matches([':', '.', '!', '?']);
    let ends = text.len() < line.len() && !text.ends_with(char::is_whitespace);
    if !ends || !line.starts_with(|c: char| c.is_alphabetic() || c == '*') {
        return false;
    }
    let mut words = 0;
    let mut is_word = |word: &str| {
        let plain = word.trim_matches(|c| "()*,;:.!?…—–-’'".contains(c));
        words += usize::from(!plain.is_empty());
        let mut characters = plain.chars();
        characters.all(|c| c.is_alphanumeric() || "-’'/+".contains(c))
    };
    line.split_whitespace().all(&mut is_word) && words >= FEWEST
}

fn next_number(line: &str) -> Option<u64> {
    number(line).map(|(number, _)| number)
}

/// The number that a line begins with, if nothing but white space follows it, or a sign and white space; and where it begins.
fn number(line: &str) -> Option<(u64, usize)> {
    let written = line.trim_start_matches([' ', '\t']);
    let digits = written.len()
        - written
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .len();
    let number = written[..digits].parse().ok()?;
    let rest = &written[digits..];
    let rest = rest.strip_prefix([':', '.', ')', '|']).unwrap_or(rest);
    let is_apart = rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']);
    is_apart.then_some((number, line.len() - written.len()))
}

#[cfg(test)]
mod tests {
    use super::LeftoverLines::{self, Conflict, Difference, Fence, Numbers, Quoted, Sentences};

    #[test]
    fn lines_of_other_tools_are_passed_over() {
        for (text, fault, expected) in [
            ("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\nrest", 6, Conflict),
            ("=======\r\nb\r\n>>>>>>>\r\nrest", 0, Conflict),
            ("-    a\n+    b\nrest", 0, Difference),
            (" 9: a\n10: b\nrest", 1, Numbers(9)),
            ("1\ta\n2\tb\nrest", 0, Numbers(1)),
            ("\"a b .\"\r\n\"c d \"\"e\"\" .\"\r\nrest", 0, Quoted),
            ("```turtle\r\nrest", 0, Fence),
            ("Here is the graph:\nIt has one triple.\nrest", 4, Sentences),
            ("Note: these are examples.\nrest", 6, Sentences),
        ] {
            let found = LeftoverLines::of(text, fault);
            assert_eq!(found, Some(expected), "{text}");
            let end = expected.end(text, false, &mut 0).unwrap();
            assert_eq!(&text[end..], "rest");
        }
    }

    #[test]
    fn other_lines_are_not() {
        for (text, fault) in [
            ("-5 .\n-6 .", 0),
            ("<<<<<<<a", 6),
            ("1 a\n3 b", 0),
            ("\"a b .\"\n\"c d\"", 0),
            ("- a\nb", 0),
            ("1 a b\n2 a b", 2),
            ("one two three .", 3),
            ("ex:a is a ex:B.", 5),
            ("one two three.", 8),
        ] {
            assert_eq!(LeftoverLines::of(text, fault), None, "{text}");
        }
        let mut clear = 0;
        assert_eq!(Conflict.end("<<<<<<< a\nb\n", false, &mut clear), None);
        assert_eq!(clear, "<<<<<<< a\n".len());
        assert_eq!(Conflict.end("<<<<<<< a\n}\n>>>>>>>\n", true, &mut 0), None);
        assert_eq!(Difference.end("- a\n+ b\n+ }\n", true, &mut 0), Some(8));
    }
}
