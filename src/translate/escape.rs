//! Escape sequences: section 6.4 of Turtle.
//!
//! The grammar says which escape sequences may stand where; here they are replaced. No sequence means one thing
//! in one place and another in another: the reserved characters have no letter among them.

use runtime::Block;
use std::ops::Range;

/// Where the first backslash is. Runs between two are short: a loop is sooner done than a search set up.
#[inline]
pub(super) fn find_backslash(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (blocks, rest) = bytes.as_chunks();
    for (number, block) in blocks.iter().enumerate() {
        if let Some(found) = Block::new(*block).are(b'\\').first() {
            return Some(number * block.len() + found);
        }
    }
    let found = rest.iter().position(|&byte| byte == b'\\');
    found.map(|place| bytes.len() - rest.len() + place)
}

/// Appends `text` to `output` with its escape sequences replaced; what replaces one is not scanned again.
/// The first begins at `backslash`, as [`find_backslash`] says.
///
/// # Errors
///
/// The bytes of `text` that hold a numeric escape sequence for no Unicode scalar value.
pub(super) fn unescape(
    text: &str,
    mut backslash: usize,
    output: &mut String,
) -> Result<(), Range<usize>> {
    // No escape sequence is shorter than what it stands for.
    output.reserve(text.len());
    let mut rest = 0;
    loop {
        output.push_str(&text[rest..backslash]);
        let start = backslash;
        let Some(kind) = text[start + 1..].chars().next() else {
            output.push('\\');
            return Ok(());
        };
        rest = start + 1 + kind.len_utf8();
        output.push(match kind {
            'u' => numbered::<4>(text, start, &mut rest)?,
            'U' => numbered::<8>(text, start, &mut rest)?,
            't' => '\t',
            'b' => '\u{8}',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{C}',
            reserved => reserved,
        });
        match find_backslash(&text[rest..]) {
            Some(next) => backslash = rest + next,
            None => break,
        }
    }
    output.push_str(&text[rest..]);
    Ok(())
}

/// The character whose number stands at `end`, in hexadecimal digits, which `end` is moved past.
#[inline]
fn numbered<const DIGITS: usize>(
    text: &str,
    start: usize,
    end: &mut usize,
) -> Result<char, Range<usize>> {
    let digits = text.as_bytes()[*end..].first_chunk::<DIGITS>();
    *end = (*end + DIGITS).min(text.len());
    let number = digits.and_then(|digits| {
        let values = digits.map(|digit| HEX[usize::from(digit)]);
        let number = values
            .iter()
            .fold(0, |number, &value| number << 4 | u32::from(value));
        let all = values.iter().fold(0, |all, value| all | value);
        (all < 16).then_some(number)
    });
    number.and_then(char::from_u32).ok_or_else(|| {
        // An edited grammar may allow anything there.
        let mut end = *end;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        start..end
    })
}

/// The value of each hexadecimal digit; of all other bytes one that is no digit's.
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
        let mut output = String::new();
        let backslash = find_backslash(text).unwrap();
        unescape(text, backslash, &mut output).map(|()| output)
    }

    /// RDF 1.2 Turtle, Escape Sequences: "Examples of processed escape sequences".
    #[test]
    fn the_examples_of_the_specification() {
        for (input, output) in [
            (r"abc\u005Cdef", r"abc\def"),
            (r"abc\u005Ctuv", r"abc\tuv"),
            (r"\u005CA", r"\A"),
            (r"\\\u005C", r"\\"),
            (r"\u005C\u005C", r"\\"),
            (r"\\\\", r"\\"),
            (r"\u005Cn", r"\n"),
        ] {
            assert_eq!(replaced(input).as_deref(), Ok(output), "{input}");
        }
    }

    #[test]
    fn numbers_are_scalar_values() {
        assert_eq!(replaced(r"x\U0010FFFFy").as_deref(), Ok("x\u{10FFFF}y"));
        assert_eq!(replaced(r"x\U00110000y"), Err(1..11));
        assert_eq!(replaced(r"\u00eF\u00Ef").as_deref(), Ok("ïï"));
        assert_eq!(replaced(r"\u00g0"), Err(0..6));
        assert_eq!(replaced(r"\uD800"), Err(0..6));
        assert_eq!(replaced(r"\uD83D\uDE00"), Err(0..6));
    }

    #[test]
    fn strings_and_reserved_characters() {
        assert_eq!(
            replaced(r#"\t\b\n\r\f\"\'\\"#).as_deref(),
            Ok("\t\u{8}\n\r\u{C}\"'\\")
        );
        assert_eq!(
            replaced(r"\_\~\.\-\!\$\&\'\(\)\*\+\,\;\=\/\?\#\@\%").as_deref(),
            Ok("_~.-!$&'()*+,;=/?#@%")
        );
    }
}
