//! Documents as they stand: in a line, or in a box.
//!
//! Invariant: what is shown is the document itself, and every character can be seen, or is a space. In a line, a document with
//! characters that a line cannot hold is a word that a shell (bash, zsh) turns into it. The document without characters is
//! [called so](EMPTY).

use crate::analyses::sought::EMPTY;
use maud::{Markup, Render, html};
use std::ops::Range;

/// A document in a box of its own: its lines, and signs for invisible characters. In place of an empty one there are words.
pub fn document(text: &str) -> Markup {
    html! { @if text.is_empty() { p { (EMPTY) } } @else {
        pre.document { code {
            @for piece in pieces(text) { (piece) }
        } }
    } }
}

/// A document of several lines in a box of its own, with marks on these of its bytes, which are half open and in any order; an empty
/// mark is a line between two characters. Line ends have no signs; bytes that are not UTF-8 are U+FFFD.
pub fn marked(document: &[u8], marks: &[Range<usize>]) -> Markup {
    let ends = marks.iter().flat_map(|mark| [mark.start, mark.end]);
    let mut cuts: Vec<usize> = ends.chain([0, document.len()]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts.retain(|&cut| cut <= document.len());
    let text = |part: &[usize]| String::from_utf8_lossy(&document[part[0]..part[1]]).into_owned();
    let is_marked = |part: &[usize]| {
        let mut marks = marks.iter();
        marks.any(|mark| mark.start <= part[0] && part[1] <= mark.end)
    };
    html! { pre.document { code {
        @for (place, cut) in cuts.iter().enumerate() {
            @if marks.contains(&(*cut..*cut)) { mark.between {} }
            @if let Some(part) = cuts.get(place..place + 2) {
                @if is_marked(part) { mark { (lines(&text(part))) } } @else { (lines(&text(part))) }
            }
        }
    } } }
}

fn lines(text: &str) -> Markup {
    html! {
        @for (number, line) in text.split('\n').enumerate() {
            @if number > 0 { "\n" }
            @for piece in pieces(line) { (piece) }
        }
    }
}

/// In one line: as it is, or as `$'…'`, if there is a character that a line cannot hold.
pub fn visible(document: &str) -> String {
    if document.is_empty() {
        return EMPTY.to_owned();
    }
    if !document.contains(is_unseen) {
        return document.to_owned();
    }
    let mut word = String::from("$'");
    for character in document.chars() {
        match character {
            '\n' => word += "\\n",
            '\r' => word += "\\r",
            '\t' => word += "\\t",
            '\\' => word += "\\\\",
            '\'' => word += "\\'",
            other if is_unseen(other) => match u32::from(other) {
                number @ ..=0xFFFF => word += &format!("\\u{number:04x}"),
                number => word += &format!("\\U{number:08x}"),
            },
            other => word.push(other),
        }
    }
    word + "'"
}

/// Whether it cannot be seen on its own: Rust escapes it, as it does quotes and the backslash.
pub fn is_unseen(character: char) -> bool {
    !matches!(character, '\'' | '"' | '\\') && character.escape_debug().len() > 1
}

#[derive(Debug, PartialEq, Eq)]
enum DocumentPiece<'t> {
    Visible(&'t str),
    /// The sign for a character, and the character if the layout needs it.
    Sign(String, &'static str),
}

impl Render for DocumentPiece<'_> {
    fn render(&self) -> Markup {
        html! {
            @match self {
                Self::Visible(text) => (text),
                Self::Sign(sign, layout) => { span.sign.doubled[!layout.is_empty()] { (sign) } (layout) },
            }
        }
    }
}

fn pieces(text: &str) -> Vec<DocumentPiece<'_>> {
    let mut pieces = Vec::new();
    for part in text.split_inclusive(is_unseen) {
        let visible = part.trim_end_matches(is_unseen);
        if !visible.is_empty() {
            pieces.push(DocumentPiece::Visible(visible));
        }
        if let Some(character) = part[visible.len()..].chars().next() {
            pieces.push(sign(character));
        }
    }
    pieces
}

fn sign(character: char) -> DocumentPiece<'static> {
    let (sign, layout) = match character {
        '\n' => ("LF", "\n"),
        '\t' => ("TAB", "\t"),
        '\r' => ("CR", ""),
        _ => return DocumentPiece::Sign(format!("U+{:04X}", u32::from(character)), ""),
    };
    DocumentPiece::Sign(sign.to_owned(), layout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_document_is_one_line() {
        assert_eq!(visible("<x:a> {| |} ."), "<x:a> {| |} .");
        assert_eq!(visible("a\nb'\\\u{1}"), "$'a\\nb\\'\\\\\\u0001'");
        assert_eq!(visible(""), EMPTY);
        assert_eq!(visible("_:\u{200C}\u{E0001}"), "$'_:\\u200c\\U000e0001'");
    }

    #[test]
    fn marks_are_on_bytes() {
        let page = marked("é: a\n\tb\r\n".as_bytes(), &[5..6, 0..2, 7..7, 20..21]).into_string();
        let expected = "<mark>é</mark>: a<mark>\n</mark><span class=\"sign doubled\">TAB</span>\t<mark class=\"between\"></mark>b<span class=\"sign\">CR</span>\n";
        assert_eq!(
            page,
            format!("<pre class=\"document\"><code>{expected}</code></pre>")
        );
        let page = marked(b"a\xFFb", &[1..2, 3..3]).into_string();
        assert!(
            page.contains("a<mark>\u{FFFD}</mark>b<mark class="),
            "{page}"
        );
    }

    #[test]
    fn what_cannot_be_seen_has_a_sign() {
        let expected = [
            DocumentPiece::Visible("\"é\\\" ."),
            DocumentPiece::Sign("CR".to_owned(), ""),
            DocumentPiece::Sign("LF".to_owned(), "\n"),
            DocumentPiece::Sign("TAB".to_owned(), "\t"),
            DocumentPiece::Visible("'"),
            DocumentPiece::Sign("U+007F".to_owned(), ""),
            DocumentPiece::Sign("U+FEFF".to_owned(), ""),
        ];
        assert_eq!(pieces("\"é\\\" .\r\n\t'\u{7f}\u{feff}"), expected);
        assert_eq!(pieces(""), []);
    }
}
