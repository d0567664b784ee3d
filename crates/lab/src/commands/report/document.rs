//! Documents, as they stand.
//!
//! Invariant: every character can be seen, or is a space.

use crate::analyses::sought::EMPTY;
use crate::pages::cells::is_unseen;
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
