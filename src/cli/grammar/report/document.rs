//! Documents, as they stand.
//!
//! Invariant: every character can be seen, or is a space.

use maud::{Markup, html};

/// A document in a box of its own: its lines, and signs for what cannot be seen.
pub fn document(text: &str) -> Markup {
    html! {
        pre.document { code {
            @for piece in pieces(text) {
                @match piece {
                    Piece::Visible(text) => (text),
                    Piece::Sign(sign, layout) => { span.sign { (sign) } (layout) },
                }
            }
        } }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Piece<'t> {
    Visible(&'t str),
    /// What stands for a character, and what of it is needed for the layout.
    Sign(String, &'static str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for part in text.split_inclusive(is_invisible) {
        let visible = part.trim_end_matches(is_invisible);
        if !visible.is_empty() {
            pieces.push(Piece::Visible(visible));
        }
        if let Some(character) = part[visible.len()..].chars().next() {
            pieces.push(sign(character));
        }
    }
    pieces
}

fn is_invisible(character: char) -> bool {
    // What is escaped though it can be seen: the quotes and the backslash.
    !matches!(character, '"' | '\'' | '\\') && character.escape_debug().count() > 1
}

fn sign(character: char) -> Piece<'static> {
    /// The signs for the characters up to U+001F, in their order.
    const PICTURES: u32 = 0x2400;
    let code = u32::from(character);
    let layout = match character {
        '\n' => "\n",
        '\t' => "\t",
        _ => "",
    };
    let picture = char::from_u32(PICTURES + code).filter(|_| code < 0x20);
    let sign = picture.map_or_else(|| format!("U+{code:04X}"), String::from);
    Piece::Sign(sign, layout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn what_cannot_be_seen_has_a_sign() {
        let expected = [
            Piece::Visible("\"é\\\" ."),
            Piece::Sign("␍".to_owned(), ""),
            Piece::Sign("␊".to_owned(), "\n"),
            Piece::Sign("␉".to_owned(), "\t"),
            Piece::Visible("'"),
            Piece::Sign("U+007F".to_owned(), ""),
            Piece::Sign("U+FEFF".to_owned(), ""),
        ];
        assert_eq!(pieces("\"é\\\" .\r\n\t'\u{7f}\u{feff}"), expected);
        assert_eq!(pieces(""), []);
    }
}
