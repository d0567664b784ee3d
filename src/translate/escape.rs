//! Escape sequences: section 6.4 of Turtle.
//!
//! The grammar says which escape sequences may stand where; here they are replaced. No sequence means one thing
//! in one place and another in another: the reserved characters have no letter among them.

use std::ops::Range;

/// Appends `text` to `output` with its escape sequences replaced; what replaces one is not scanned again.
///
/// # Errors
///
/// The bytes of `text` that hold a numeric escape sequence for no Unicode scalar value.
pub(super) fn unescape(text: &str, output: &mut String) -> Result<(), Range<usize>> {
    let mut rest = 0;
    while let Some(backslash) = memchr::memchr(b'\\', &text.as_bytes()[rest..]) {
        let start = rest + backslash;
        output.push_str(&text[rest..start]);
        let mut escaped = text[start + 1..].chars();
        let Some(kind) = escaped.next() else {
            output.push('\\');
            return Ok(());
        };
        let mut end = start + 1 + kind.len_utf8();
        output.push(match kind {
            'u' | 'U' => {
                let digits = end..(end + if kind == 'u' { 4 } else { 8 }).min(text.len());
                end = digits.end;
                text.get(digits)
                    .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                    .and_then(char::from_u32)
                    .ok_or(start..end)?
            }
            't' => '\t',
            'b' => '\u{8}',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{C}',
            reserved => reserved,
        });
        rest = end;
    }
    output.push_str(&text[rest..]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str) -> Result<String, Range<usize>> {
        let mut output = String::new();
        unescape(text, &mut output).map(|()| output)
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
