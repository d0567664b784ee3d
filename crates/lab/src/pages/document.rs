//! Documents as they stand: in a line, or in a box.
//!
//! Invariant: what is shown is the document itself, and every character can be seen, or is a space. In a line, a document with
//! characters that a line cannot hold is a word that a shell (bash, zsh) turns into it. The document without characters is
//! [called so](EMPTY).

use crate::analyses::sought::EMPTY;
use maud::{Markup, html};

/// A document in a box of its own: its lines, and signs for invisible characters. In place of an empty one there are words.
pub fn document(text: &str) -> Markup {
    html! { @if text.is_empty() { p { (EMPTY) } } @else {
        pre.document { code {
            @for piece in pieces(text) {
                @match piece {
                    DocumentPiece::Visible(text) => (text),
                    DocumentPiece::Sign(sign, layout) => { span.sign.doubled[!layout.is_empty()] { (sign) } (layout) },
                }
            }
        } }
    } }
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
