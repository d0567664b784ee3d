//! Documents that an editor has open, and places in them.
//!
//! Invariant: a place of the protocol is a line and UTF-16 code units in it, from 0; lines end with `\n`, `\r\n` or `\r`. A place
//! that the text does not have is the nearest before it that it has.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent, TextEdit, Uri};
use std::collections::BTreeMap;
use std::ops;
use std::sync::atomic::{AtomicU64, Ordering};
use turtle_peg::tokens::Token;

/// The documents that the editor has open, by their IRIs.
pub type OpenDocuments = BTreeMap<String, OpenDocument>;

/// A document that the editor has open: what it says, not what is on the disk.
#[derive(Debug)]
pub struct OpenDocument {
    pub uri: Uri,
    /// The editor's name for the language.
    pub language: String,
    pub version: i32,
    /// A number that no other text of a document has: what was found out of it holds for that text alone.
    edition: u64,
    text: String,
    /// The byte at which each line begins.
    lines: Vec<usize>,
}

impl OpenDocument {
    pub fn new(uri: Uri, language: String, version: i32, text: String) -> Self {
        let lines = line_starts(&text);
        Self {
            uri,
            language,
            version,
            edition: next_edition(),
            text,
            lines,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte at which its text begins, after a byte order mark.
    pub fn beginning(&self) -> usize {
        let rest = self.text.strip_prefix('\u{FEFF}');
        self.text.len() - rest.unwrap_or(&self.text).len()
    }

    pub fn edition(&self) -> u64 {
        self.edition
    }

    /// Takes a change over, and says what it changed.
    pub fn apply(&mut self, change: TextDocumentContentChangeEvent) -> TextChange {
        let (bytes, text) = match change {
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(change) => {
                (self.bytes(change.range), change.text)
            }
            TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(change) => {
                (0..self.text.len(), change.text)
            }
        };
        let (edition, lines) = (self.edition, self.lines.len());
        let last_line = u64::from(self.place(bytes.end).line) + 1;
        self.text.replace_range(bytes.clone(), &text);
        self.lines = line_starts(&self.text);
        self.edition = next_edition();
        TextChange {
            editions: (edition, self.edition),
            last_line,
            more_bytes: text.len() as i64 - bytes.len() as i64,
            more_lines: self.lines.len() as i64 - lines as i64,
            bytes,
        }
    }

    /// The byte at a place.
    pub fn byte(&self, place: Position) -> usize {
        let Some(&start) = self.lines.get(place.line as usize) else {
            return self.text.len();
        };
        let end = self.lines.get(place.line as usize + 1);
        let line = &self.text[start..end.copied().unwrap_or(self.text.len())];
        let line = line.trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (byte, character) in line.char_indices() {
            units += character.len_utf16() as u32;
            if units > place.character {
                return start + byte;
            }
        }
        start + line.len()
    }

    /// The bytes between two places, half-open.
    pub fn bytes(&self, range: Range) -> ops::Range<usize> {
        let start = self.byte(range.start);
        start..self.byte(range.end).max(start)
    }

    /// The place of a byte.
    pub fn place(&self, byte: usize) -> Position {
        let line = self.lines.partition_point(|&start| start <= byte) - 1;
        let before = &self.text[self.lines[line]..byte];
        let units: usize = match before.is_ascii() {
            true => before.len(),
            false => before.chars().map(char::len_utf16).sum(),
        };
        Position {
            line: line as u32,
            character: units as u32,
        }
    }

    /// The places of bytes, half-open.
    pub fn range(&self, bytes: ops::Range<usize>) -> Range {
        Range {
            start: self.place(bytes.start),
            end: self.place(bytes.end),
        }
    }

    /// An edit that puts a text in the place of these bytes.
    pub fn edit(&self, bytes: ops::Range<usize>, new_text: impl Into<String>) -> TextEdit {
        TextEdit {
            range: self.range(bytes),
            new_text: new_text.into(),
        }
    }
}

/// A change of a text.
pub struct TextChange {
    /// The editions of the document before and after.
    pub editions: (u64, u64),
    /// The bytes that were replaced, by their places before.
    pub bytes: ops::Range<usize>,
    /// The line of their end before, from 1.
    pub last_line: u64,
    /// How many bytes the text has more than before, and how many lines.
    pub more_bytes: i64,
    pub more_lines: i64,
}

fn next_edition() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// The bytes of a token of an open document, half-open.
pub fn bytes_of(token: &Token<'_>) -> ops::Range<usize> {
    token.bytes().start as usize..token.bytes().end as usize
}

fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
    // The end of a line is after the second of `\r\n`.
    let ends = ends.filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
    std::iter::once(0).chain(ends.map(|at| at + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn open(text: &str) -> OpenDocument {
        OpenDocument::new("file:///x.ttl".into(), "turtle".into(), 1, text.into())
    }

    fn place(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn places_count_utf16_code_units_and_all_line_ends() {
        let document = open("ä𝄞b\r\nc\rd\n");
        for (byte, at) in [
            (0, place(0, 0)),
            (2, place(0, 1)),
            (6, place(0, 3)),
            (7, place(0, 4)),
            (9, place(1, 0)),
            (11, place(2, 0)),
            (13, place(3, 0)),
        ] {
            assert_eq!(document.place(byte), at, "{byte}");
            assert_eq!(document.byte(at), byte, "{at:?}");
        }
    }

    #[test]
    fn a_place_that_is_not_there_is_the_nearest_before() {
        let document = open("a𝄞\r\nb");
        // Between the two units of a character.
        assert_eq!(document.byte(place(0, 2)), 1);
        // After the end of its line, and of the document.
        assert_eq!(document.byte(place(0, 9)), 5);
        assert_eq!(document.byte(place(9, 0)), 8);
    }

    #[test]
    fn changes_are_taken_over_one_after_the_other() {
        let mut document = open("one\ntwo\n");
        for (range, text) in [
            ((place(0, 3), place(1, 0)), " "),
            ((place(0, 4), place(0, 7)), "2\n3"),
        ] {
            let change = lsp_types::TextDocumentContentChangePartial::new(
                Range {
                    start: range.0,
                    end: range.1,
                },
                None,
                text.to_owned(),
            );
            document.apply(change.into());
        }
        assert_eq!(document.text(), "one 2\n3\n");
        assert_eq!(document.byte(place(1, 1)), 7);
    }
}
