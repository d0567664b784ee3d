//! Escape sequences: section 6.4 of Turtle.
//!
//! The grammar says which escape sequences may be where; here they are replaced. No sequence means one thing
//! in one place and another in another: the reserved characters have no letter among them.
//!
//! Texts are copied by blocks of a fixed size, more of them than are wanted, and the surplus is written over: how far it
//! is to the next escape sequence, and how long a character is, differs from one to the next, so that branches on it would
//! seldom be foreseen. One check at the end makes sure that the bytes are characters again.

use crate::engine::beginning;
use runtime::Block;
use std::ops::Range;

/// The number of bytes that are looked at, or copied, together.
const BLOCK: usize = Block::LENGTH;

/// The number of bytes that the check for UTF-8 takes at a time: fewer would take as long.
const CHECKED: usize = 64;

/// Whether a part of `text` has escape sequences.
#[inline]
pub(super) fn has_escapes(text: &str, part: Range<usize>) -> bool {
    let mut from = part.start;
    while from < part.end {
        let found = backslash(Block::bytes_of(&text.as_bytes()[from..]));
        if found < BLOCK {
            return from + found < part.end;
        }
        from += BLOCK;
    }
    false
}

/// The place of the first backslash, or the end of the block.
#[inline(always)]
fn backslash(block: [u8; BLOCK]) -> usize {
    Block::new(block).are(b'\\').first_or_end()
}

/// A part of `text` with its escape sequences replaced; a replacement is not scanned again. If there are any, the
/// characters are in `buffer`, whose length and other bytes mean nothing.
///
/// # Errors
///
/// The bytes of `text` that hold a numeric escape sequence for no Unicode scalar value.
pub(super) fn unescape<'b>(
    text: &'b str,
    part: Range<usize>,
    buffer: &'b mut Vec<u8>,
) -> Result<&'b str, Range<usize>> {
    if !has_escapes(text, part.clone()) {
        return Ok(&text[part]);
    }
    // No escape sequence is shorter than its character.
    let most = part.len() + BLOCK + CHECKED;
    if buffer.len() < most {
        buffer.resize(most, 0);
    }
    let bytes = text.as_bytes();
    let (mut from, mut to) = (part.start, 0);
    loop {
        let block = Block::bytes_of(&bytes[from..]);
        put(buffer, to, block);
        let before = backslash(block);
        from += before;
        to += before;
        if from >= part.end {
            to -= from - part.end;
            break;
        }
        if before == BLOCK {
            continue;
        }
        let Some(&kind) = bytes[..part.end].get(from + 1) else {
            // Only an edited grammar can allow that.
            to += 1;
            break;
        };
        match kind {
            b'u' | b'U' => {
                let digits = if kind == b'u' { 4 } else { 8 };
                let end = from + 2 + digits;
                let number = bytes[..part.end].get(from + 2..end).and_then(number);
                let Some(character) = number.and_then(char::from_u32) else {
                    // An edited grammar may allow anything where digits should be.
                    return Err(from..beginning(text, end.min(part.end)).len());
                };
                let (bytes, length) = utf8(character);
                put(buffer, to, bytes);
                from = end;
                to += length;
            }
            _ => {
                put(buffer, to, [REPLACED[usize::from(kind)]]);
                from += 2;
                to += 1;
            }
        }
    }
    put(buffer, to, [b' '; CHECKED]);
    let checked = &buffer[..to.next_multiple_of(CHECKED)];
    let checked = simdutf8::basic::from_utf8(checked).ok();
    checked.and_then(|text| text.get(..to)).ok_or(part)
}

/// Writes bytes over those at a place.
#[inline(always)]
fn put<const N: usize>(buffer: &mut [u8], place: usize, bytes: [u8; N]) {
    buffer[place..place + N].copy_from_slice(&bytes);
}

/// The number that hexadecimal digits stand for.
#[inline(always)]
fn number(digits: &[u8]) -> Option<u32> {
    let (mut number, mut all) = (0, 0);
    for &digit in digits {
        let value = HEX[usize::from(digit)];
        number = number << 4 | u32::from(value);
        all |= value;
    }
    (all < 16).then_some(number)
}

/// A character's bytes, and how many of them there are.
#[inline(always)]
fn utf8(character: char) -> ([u8; 4], usize) {
    let number = u32::from(character);
    let length = character.len_utf8();
    // Six bits a byte, the last six in the lowest byte.
    let spread = number & 0x3F
        | (number & 0xFC0) << 2
        | (number & 0x3_F000) << 4
        | (number & 0x1C_0000) << 6;
    let bytes = match length {
        1 => number,
        _ => spread | MARKS[length],
    };
    (
        (bytes << (u32::BITS as usize - 8 * length)).to_be_bytes(),
        length,
    )
}

/// The marks of a character's bytes, by their number.
const MARKS: [u32; 5] = [0, 0, 0xC080, 0xE0_8080, 0xF080_8080];

/// The character that a backslash and this byte stand for, unless they begin a numeric escape sequence.
const REPLACED: [u8; 256] = {
    let mut replaced = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        replaced[byte] = match byte as u8 {
            b't' => b'\t',
            b'b' => 0x8,
            b'n' => b'\n',
            b'r' => b'\r',
            b'f' => 0xC,
            // The first byte of a character stands for itself; those after it follow.
            reserved => reserved,
        };
        byte += 1;
    }
    replaced
};

/// The value of each hexadecimal digit; of all other bytes a value that no digit has.
const HEX: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let mut byte = 0;
    while byte < 256 {
        values[byte] = match byte as u8 {
            digit @ b'0'..=b'9' => digit - b'0',
            digit @ b'a'..=b'f' => digit - b'a' + 10,
            digit @ b'A'..=b'F' => digit - b'A' + 10,
            _ => u8::MAX,
        };
        byte += 1;
    }
    values
};

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str) -> Result<String, Range<usize>> {
        unescape(text, 0..text.len(), &mut Vec::new()).map(str::to_owned)
    }

    /// Wherever blocks begin and end, and whatever is around the part.
    #[test]
    fn what_is_copied_by_blocks_is_what_is_written() {
        let pieces = [
            ("é", "é"),
            ("0123456789abcdef", "0123456789abcdef"),
            ("日本語𐐀", "日本語𐐀"),
            (r"\\", "\\"),
            (r"\t", "\t"),
            (r"\u0041", "A"),
            (r"\u00E9", "é"),
            (r"\uFFFD", "\u{FFFD}"),
            (r"\U00010400", "\u{10400}"),
        ];
        let mut buffer = Vec::new();
        for length in 0..70 {
            for (number, first) in pieces.iter().enumerate() {
                for (second, third) in pieces.iter().zip(pieces.iter().cycle().skip(number)) {
                    let ordinary = "x".repeat(length);
                    let all = [first, second, &(&*ordinary, &*ordinary), third];
                    let written: String = all.map(|piece| piece.0).concat();
                    let meant: String = all.map(|piece| piece.1).concat();
                    let ends = ["", r"\u004", "\\", "语\\"];
                    for (before, after) in
                        ends.iter().flat_map(|end| ends.map(|after| (end, after)))
                    {
                        let text = [before, &*written, after].concat();
                        let part = before.len()..before.len() + written.len();
                        assert_eq!(unescape(&text, part, &mut buffer), Ok(&*meant), "{text}");
                    }
                }
            }
        }
    }

    /// Only an edited grammar can allow these.
    #[test]
    fn what_is_cut_short() {
        assert_eq!(replaced("\\").as_deref(), Ok("\\"));
        assert_eq!(replaced("a\\é").as_deref(), Ok("aé"));
        assert_eq!(replaced(r"a\u004"), Err(1..6));
        assert_eq!(replaced(r"a\u000éb"), Err(1..6));
        assert_eq!(unescape(r"\u0041", 0..5, &mut Vec::new()), Err(0..5));
        assert_eq!(unescape(r"a\tb", 0..2, &mut Vec::new()), Ok("a\\"));
    }
}
