//! The ends of lines in documents: line feeds, carriage returns, or both together.

use turtle_peg::format::{LineEnd, first_line_end};
use turtle_peg::input::Input;
use turtle_peg::tokens::TokenKind;
use turtle_peg::{Document, Error};

/// How many bytes of the white space and comments before a token come before the end of the last blank line; none, if there is none.
pub fn blank_line(before: &str) -> Option<usize> {
    let mut blank = None;
    let mut line = 0;
    while let Some(length) = before[line..].find(LINE_ENDS) {
        let end = line + length;
        let next = end
            + if before[end..].starts_with("\r\n") {
                2
            } else {
                1
            };
        // The first of them ends the line of the word before.
        if line > 0 && before[line..end].trim().is_empty() {
            blank = Some(next);
        }
        line = next;
    }
    blank
}

/// The characters that end lines.
pub const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// How the lines of a document end, by the first. All before that is read.
pub fn line_end<I: Input>(document: &mut Document<I>) -> Result<LineEnd, Error> {
    let mut follows_nothing = true;
    while let Some(tokens) = document.next_tokens() {
        for token in tokens? {
            match first_line_end(token.trivia().text(), follows_nothing) {
                Some("\r\n") => return Ok(LineEnd::CrLf),
                Some(_) => return Ok(LineEnd::Lf),
                None => {}
            }
            follows_nothing &= token.kind() == TokenKind::ByteOrderMark;
        }
    }
    Ok(LineEnd::Auto)
}
