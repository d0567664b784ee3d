//! Text with escape sequences for the characters that cannot be written as they are.
//!
//! Invariant: each character has one form, that of the canonical form. Most text has nothing to escape, so it is searched a block at a
//! time, and written as it is, in one piece.

use runtime::Block;
use std::io::{self, Write};

/// Writes the text between `<` and `>`.
pub(crate) fn write_iri(text: &str, output: &mut impl Write) -> io::Result<()> {
    write(text, output, special_in_iri, |_| None)
}

/// Writes the text between quotation marks.
pub(super) fn write_string(text: &str, output: &mut impl Write) -> io::Result<()> {
    write(text, output, special_in_string, short_escape)
}

/// Writes the text between quotation marks with the escape sequences that all dialects of Turtle have.
pub(super) fn write_turtle_string(text: &str, output: &mut impl Write) -> io::Result<()> {
    write(text, output, special_in_string, |character| {
        short_escape(character).filter(|letter| !matches!(letter, b'b' | b'f'))
    })
}

/// Writes the text between three quotation marks, with its line ends and tabs as they are: but a carriage return, which could get lost on
/// the way, has an escape sequence.
pub(super) fn write_long_string(text: &str, output: &mut impl Write) -> io::Result<()> {
    let mut end = 0;
    // How many quotation marks are as they are right before.
    let mut quotes = 0;
    for piece in text.split_inclusive(AS_THEY_ARE) {
        end += piece.len();
        let before = piece.strip_suffix(AS_THEY_ARE).unwrap_or(piece);
        if !before.is_empty() {
            quotes = 0;
        }
        write_turtle_string(before, output)?;
        let sign = &piece[before.len()..];
        if sign != "\"" {
            quotes = 0;
            output.write_all(sign.as_bytes())?;
        } else if quotes == 2 || end == text.len() {
            quotes = 0;
            output.write_all(b"\\\"")?;
        } else {
            quotes += 1;
            output.write_all(b"\"")?;
        }
    }
    Ok(())
}

/// Characters that a long string can have and a short one cannot; quotation marks up to two in a row, before something else.
const AS_THEY_ARE: [char; 3] = ['"', '\n', '\t'];

/// The first bytes of characters that may need an escape sequence.
#[inline(always)]
fn special_in_iri(block: Block) -> Block {
    block.are_up_to(b' ')
        | block.are(b'"')
        | block.are_either::<b'<', b'>'>()
        | block.are_either::<b'\\', b'^'>()
        | block.are(b'`')
        | block.are_between(b'{', b'}')
}

/// As [`special_in_iri`]. 0xEF begins U+FFFE and U+FFFF, and others that stay as they are.
#[inline(always)]
fn special_in_string(block: Block) -> Block {
    block.are_up_to(0x1F) | block.are(b'"') | block.are(b'\\') | block.are(0x7F) | block.are(0xEF)
}

/// The letter of those characters that have an escape sequence of two characters.
fn short_escape(character: char) -> Option<u8> {
    Some(match character {
        '\u{8}' => b'b',
        '\t' => b't',
        '\n' => b'n',
        '\u{C}' => b'f',
        '\r' => b'r',
        '"' => b'"',
        '\\' => b'\\',
        _ => return None,
    })
}

#[inline(always)]
fn write(
    text: &str,
    output: &mut impl Write,
    special: impl Fn(Block) -> Block + Copy,
    short: impl Fn(char) -> Option<u8>,
) -> io::Result<()> {
    let mut rest = text;
    while let Some(index) = find(rest.as_bytes(), special) {
        output.write_all(&rest.as_bytes()[..index])?;
        let mut characters = rest[index..].chars();
        if let Some(character) = characters.next() {
            match (short(character), character) {
                (Some(letter), _) => output.write_all(&[b'\\', letter])?,
                (None, '\u{FFFE}' | '\u{FFFF}' | ..='\u{7F}') => {
                    output.write_all(&long_escape(character))?;
                }
                (None, _) => output.write_all(character.encode_utf8(&mut [0; 4]).as_bytes())?,
            }
        }
        rest = characters.as_str();
    }
    output.write_all(rest.as_bytes())
}

/// The escape sequence of a character up to U+FFFF.
fn long_escape(character: char) -> [u8; 6] {
    let digit = |shift: u32| {
        let value = (u32::from(character) >> shift) & 0xF;
        b"0123456789ABCDEF"[value as usize]
    };
    [b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]
}

/// The index of the first byte that is special.
#[inline(always)]
fn find(bytes: &[u8], special: impl Fn(Block) -> Block) -> Option<usize> {
    let (blocks, rest) = bytes.as_chunks();
    for (number, block) in blocks.iter().enumerate() {
        if let Some(index) = special(Block::new(*block)).first() {
            return Some(number * Block::LENGTH + index);
        }
    }
    if rest.is_empty() {
        return None;
    }
    // The end is looked at as part of a block that begins before it, if there are as many bytes.
    let (start, last) = match bytes.last_chunk() {
        Some(last) => (bytes.len() - Block::LENGTH, Block::new(*last)),
        None => (0, Block::first_of(bytes)),
    };
    let index = special(last).first().map(|index| start + index);
    // What fills a block up is special.
    index.filter(|&index| index < bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn written(write: fn(&str, &mut Vec<u8>) -> io::Result<()>, text: &str) -> String {
        let mut output = Vec::new();
        write(text, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    fn escaped(text: &str, escape: fn(char) -> Option<String>) -> String {
        text.chars()
            .map(|c| escape(c).unwrap_or_else(|| c.to_string()))
            .collect()
    }

    /// As the specification has it, a character at a time.
    fn in_iri(c: char) -> Option<String> {
        let is_excluded = c <= ' ' || "<>\"{}|^`\\".contains(c);
        is_excluded.then(|| format!("\\u{:04X}", u32::from(c)))
    }

    /// As [`in_iri`].
    fn in_string(c: char) -> Option<String> {
        match c {
            '\u{8}' => Some("\\b".to_owned()),
            '\t' => Some("\\t".to_owned()),
            '\n' => Some("\\n".to_owned()),
            '\u{C}' => Some("\\f".to_owned()),
            '\r' => Some("\\r".to_owned()),
            '"' | '\\' => Some(format!("\\{c}")),
            ..='\u{1F}' | '\u{7F}' | '\u{FFFE}' | '\u{FFFF}' => {
                Some(format!("\\u{:04X}", u32::from(c)))
            }
            _ => None,
        }
    }

    #[test]
    fn every_character_is_written_in_its_one_form() {
        let characters = (0..=u32::from(char::MAX)).filter_map(char::from_u32);
        for c in characters.filter(|&c| c < '\u{300}' || ('\u{FF00}'..'\u{10010}').contains(&c)) {
            let text = c.to_string();
            assert_eq!(written(write_iri, &text), escaped(&text, in_iri));
            assert_eq!(written(write_string, &text), escaped(&text, in_string));
        }
    }

    #[test]
    fn it_does_not_matter_where_a_character_stands() {
        for length in 0..70 {
            let plain = "é".repeat(length / 2) + &"a".repeat(length % 2);
            assert_eq!(written(write_iri, &plain), plain);
            assert_eq!(written(write_string, &plain), plain);
            for (index, _) in plain.char_indices() {
                for special in ["\"", "\\", "\u{7F}", "\u{FFFE}", "\u{FF01}", " \n", ">}"] {
                    let text = format!("{}{special}{}", &plain[..index], &plain[index..]);
                    assert_eq!(written(write_iri, &text), escaped(&text, in_iri));
                    assert_eq!(written(write_string, &text), escaped(&text, in_string));
                }
            }
        }
    }
}
