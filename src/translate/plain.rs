//! IRIs of ordinary characters, which need no parser.
//!
//! Invariant: a text for which a function here returns true matches the rule of RFC 3987, section 2.2, in its documentation. Any
//! other text may match, too: oxiri decides. The rules in capitals are those of that section.

use std::ops::Range;

/// `#`, which begins a fragment and cannot be within one.
const HASH: u8 = 1;
/// `:` and `@`, which end a scheme, user information or a host.
const DELIMITER: u8 = 2;
/// `/` and `?`, which end a segment.
const SEPARATOR: u8 = 4;
/// A byte that cannot be in an IRI, or not without more characters that belong to it.
const OTHER: u8 = 8;
/// `%`, which begins a `pct-encoded` if two hexadecimal digits follow, and can stand for nothing else.
const PERCENT: u8 = 16;
/// A byte that begins a character which may be a `ucschar` or not.
const UNSURE: u8 = 32;

/// The marks of each byte of a text; most have none.
///
/// A byte without a mark is an `iunreserved` or one of `sub-delims`, or part of one: the bytes 80 to BF, and C3 to
/// ED, encode nothing but U+00C0 to U+D7FF where no C2 and nothing above ED is around them, and all of that
/// is `ucschar`. Characters that begin with C2, or EE and more, are looked at more closely, and so are the two after a `%`.
const MARKS: [u8; 256] = {
    let mut marks = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        marks[byte] = match byte as u8 {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => 0,
            b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' => 0,
            0x80..=0xBF | 0xC3..=0xED => 0,
            0xC2 | 0xEE..=0xF4 => UNSURE,
            b'%' => PERCENT,
            b'#' => HASH,
            b':' | b'@' => DELIMITER,
            b'/' | b'?' => SEPARATOR,
            _ => OTHER,
        };
        byte += 1;
    }
    marks
};

/// Whether `text` is an absolute IRI.
///
/// It is `scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]`. All characters after the scheme are those of
/// `ipchar`, `/`, `?` or a single `#`, so query and fragment, from the first `?` and from the `#`, are
/// well-formed. Before them there is an `ihier-part`:
///
/// - after `//` an authority up to the first `/`, `?` or `#`, in which no `:` and no `@` is: an `ireg-name`,
///   which is a `*( iunreserved / sub-delims )`; then nothing or an `ipath-abempty`, beginning with `/`;
/// - without `//`, an `ipath-absolute`, an `ipath-rootless` or nothing. The last two have a first segment that
///   can hold `:`.
#[inline]
pub(super) fn is_iri(text: &str) -> bool {
    let bytes = text.as_bytes();
    let web = bytes
        .strip_prefix(b"http://")
        .or_else(|| bytes.strip_prefix(b"https://"));
    if let Some(behind) = web {
        return is_authority_and_path(behind);
    }
    match behind_scheme(bytes) {
        Some([b'/', b'/', behind @ ..]) => is_authority_and_path(behind),
        Some(path) => {
            let marks = marks(path);
            is_complete(path, marks) && (marks & HASH == 0 || has_one_hash(path))
        }
        None => false,
    }
}

#[inline]
fn is_authority_and_path(text: &[u8]) -> bool {
    let marks = marks(text);
    marks == 0
        || is_complete(text, marks)
            && (marks & HASH == 0 || has_one_hash(text))
            && (marks & DELIMITER == 0
                || text
                    .iter()
                    .find(|byte| matches!(byte, b':' | b'@' | b'/' | b'?' | b'#'))
                    .is_none_or(|byte| matches!(byte, b'/' | b'?' | b'#')))
}

/// The text after the first `:`, if the text before it is a `scheme`.
fn behind_scheme(text: &[u8]) -> Option<&[u8]> {
    let end = text.iter().position(
        |byte| !matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.'),
    )?;
    (text[end] == b':' && text[0].is_ascii_alphabetic()).then(|| &text[end + 1..])
}

/// Whether `text` is an IRI reference without a scheme and an authority, in whose path no segment begins with
/// a full stop.
///
/// It is an `irelative-part [ "?" iquery ] [ "#" ifragment ]`: it has no `:`, so its first segment is
/// an `isegment-nz-nc` or empty, and does not begin with `//`. Query and fragment are well-formed, as in
/// [`is_iri`].
#[inline]
pub(super) fn is_relative_reference(text: &str) -> bool {
    let bytes = text.as_bytes();
    let marks = marks(bytes);
    marks & DELIMITER == 0
        && is_complete(bytes, marks)
        && (marks & HASH == 0 || has_one_hash(bytes))
        && !bytes.starts_with(b"//")
        && memchr::memchr_iter(b'.', bytes).all(|dot| dot > 0 && bytes[dot - 1] != b'/')
}

/// Whether `text` is a `*ipchar`: part of one segment of a path.
#[inline]
pub(super) fn is_part_of_segment(text: &str) -> bool {
    let text = text.as_bytes();
    let (chunks, _) = text.as_chunks();
    let Some(last) = text.last_chunk() else {
        return marks_one_by_one(text) & !DELIMITER == 0
            || is_part_of_segment_in_detail(text, 0..text.len());
    };
    let mut chunks = chunks.iter().enumerate();
    let is_part = |chunk: &Chunk, start| {
        all(chunk, is_common_in_segment)
            || is_part_of_segment_in_detail(text, start..start + chunk.len())
    };
    chunks.all(|(number, chunk)| is_part(chunk, number * chunk.len()))
        && is_part(last, text.len() - last.len())
}

/// Whether all characters that begin in this range are part of a segment.
#[inline(never)]
fn is_part_of_segment_in_detail(text: &[u8], range: Range<usize>) -> bool {
    let mut places = range;
    places.all(|place| {
        let marks = MARKS[usize::from(text[place])];
        marks & !DELIMITER == 0 || marks & (PERCENT | UNSURE) != 0 && is_complete_at(text, place)
    })
}

/// Whether all that these marks leave open is as it should be, in a text that they are the marks of: no [`OTHER`], each
/// `%` with its two digits, and each character beyond ASCII a `ucschar`.
#[inline]
fn is_complete(text: &[u8], marks: u8) -> bool {
    marks & (OTHER | PERCENT | UNSURE) == 0 || marks & OTHER == 0 && is_complete_in_detail(text)
}

#[inline(never)]
fn is_complete_in_detail(text: &[u8]) -> bool {
    let mut bytes = text.iter().enumerate();
    bytes.all(|(place, &byte)| {
        MARKS[usize::from(byte)] & (PERCENT | UNSURE) == 0 || is_complete_at(text, place)
    })
}

/// Whether the `%` or the character that may begin here is complete.
#[inline(always)]
fn is_complete_at(text: &[u8], place: usize) -> bool {
    match text[place..] {
        [b'%', first, second, ..] => first.is_ascii_hexdigit() && second.is_ascii_hexdigit(),
        // From U+00A0 on.
        [0xC2, second, ..] => second >= 0xA0,
        // U+F900 to U+FDCF and U+FDF0 to U+FFEF: EF A4 80 to EF B7 8F, and EF B7 B0 to EF BF AF.
        [0xEF, second, third, ..] => {
            matches!((second, third), (0xA4..=0xB6, _) | (0xB7, ..=0x8F | 0xB0..) | (0xB8..=0xBE, _) | (0xBF, ..=0xAF))
        }
        // Of the planes 1 to 14, all but the last two characters, and of the last one no character below U+E1000.
        [first @ 0xF0..=0xF3, second, third, fourth, ..] => {
            let plane = (first & 0b111) << 2 | (second & 0b11_0000) >> 4;
            let is_last = second & 0b1111 == 0b1111 && third == 0xBF && fourth >= 0xBE;
            matches!(plane, 1..=14) && !is_last && (plane != 14 || second > 0xA0)
        }
        [b'%' | 0xC2 | 0xEE..=0xF4, ..] => false,
        _ => true,
    }
}

fn has_one_hash(text: &[u8]) -> bool {
    memchr::memchr_iter(b'#', text).nth(1).is_none()
}

/// The marks of all bytes together, without [`SEPARATOR`].
#[inline]
fn marks(text: &[u8]) -> u8 {
    let (chunks, rest) = text.as_chunks();
    let Some(last) = text.last_chunk() else {
        return marks_one_by_one(rest) & !SEPARATOR;
    };
    let mut marks = marks_of_chunk(last);
    for chunk in chunks {
        marks |= marks_of_chunk(chunk);
    }
    marks & !SEPARATOR
}

#[inline(never)]
fn marks_one_by_one(text: &[u8]) -> u8 {
    text.iter()
        .fold(0, |marks, &byte| marks | MARKS[usize::from(byte)])
}

/// The bytes that a vector register holds.
type Chunk = [u8; 16];

#[inline(always)]
fn marks_of_chunk(chunk: &Chunk) -> u8 {
    match all(chunk, is_common) {
        true => 0,
        false => marks_one_by_one(chunk),
    }
}

/// Whether something is true of all bytes of a chunk, asked of all without a branch.
#[inline(always)]
fn all(chunk: &Chunk, is: impl Fn(u8) -> bool) -> bool {
    chunk.iter().fold(true, |all, &byte| all & is(byte))
}

/// Whether a byte has no mark, or the one of a separator, and is found to in few steps without a branch.
#[inline]
fn is_common(byte: u8) -> bool {
    let is_letter = (byte | 0x20).wrapping_sub(b'a') < 26;
    let is_between = byte.wrapping_sub(b'&') <= b'9' - b'&';
    let is_equals_or_question_mark = byte | 2 == b'?';
    is_letter | is_between | is_equals_or_question_mark | (byte == b'_') | (byte == b'~')
}

/// Whether a byte can be in a segment wherever it wants, and is found to in few steps without a branch.
#[inline]
fn is_common_in_segment(byte: u8) -> bool {
    let is_letter = (byte | 0x20).wrapping_sub(b'a') < 26;
    let is_between = (byte.wrapping_sub(b'&') <= b';' - b'&') & (byte != b'/');
    let is_sign = (byte == b'_') | (byte == b'~') | (byte == b'=') | (byte == b'@');
    let is_beyond_ascii = (byte.wrapping_sub(0x80) <= 0xED - 0x80) & (byte != 0xC2);
    is_letter | is_between | is_sign | is_beyond_ascii
}

#[cfg(test)]
mod tests {
    use super::super::random_iris::texts;
    use super::*;
    use oxiri::IriRef;

    #[test]
    fn what_is_plain_is_so_for_oxiri_too() {
        let (mut iris, mut references) = (0, 0);
        for text in texts(1, 500_000) {
            let parsed = IriRef::parse(text.as_str());
            if is_iri(&text) {
                iris += 1;
                assert!(parsed.as_ref().is_ok_and(IriRef::is_absolute), "{text:?}");
            }
            if is_relative_reference(&text) {
                references += 1;
                let is_relative =
                    |iri: &IriRef<&str>| !iri.is_absolute() && iri.authority().is_none();
                assert!(parsed.as_ref().is_ok_and(is_relative), "{text:?}");
            }
        }
        assert!(iris > 20_000 && references > 20_000, "{iris}, {references}");
    }

    #[test]
    fn every_byte_at_every_place() {
        let text = "http://example.org/path/of/some/length?query";
        for place in "http://".len()..=text.len() {
            for character in (0..0x500)
                .chain(0xD700..0x1_0100)
                .filter_map(char::from_u32)
            {
                let text = [&text[..place], &character.to_string(), &text[place..]].concat();
                assert!(
                    !is_iri(&text) || IriRef::parse(text.as_str()).is_ok(),
                    "{text:?}"
                );
                if character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | 'é') {
                    assert!(is_iri(&text), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn every_character_of_a_segment() {
        for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let text = character.to_string();
            let is_ipchar = !matches!(character, '/' | '?' | '#')
                && IriRef::parse(["/", &text].concat()).is_ok();
            // oxiri allows private characters in a query alone, as RFC 3987 does.
            assert_eq!(is_part_of_segment(&text), is_ipchar, "{text:?}");
        }
    }

    #[test]
    fn chunks_have_the_marks_of_their_bytes() {
        for byte in 0..=u8::MAX {
            assert!(!is_common(byte) || MARKS[usize::from(byte)] & !SEPARATOR == 0);
            for length in [0, 1, 15, 16, 17, 31, 32, 40] {
                for place in 0..length {
                    let mut text = vec![b'a'; length];
                    text[place] = byte;
                    let expected = MARKS[usize::from(byte)] & !SEPARATOR;
                    assert_eq!(marks(&text), expected, "{byte} at {place} of {length}");
                }
            }
        }
    }

    #[test]
    fn what_is_ordinary_is_plain() {
        for text in [
            "http://a",
            "https://example.org/a/b.html?c=d&e#f",
            "http://example.org/wiki/Category:Größe",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
            "urn:isbn:0451450523",
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "mailto:somebody@example.org",
            "file:///a/b",
        ] {
            assert!(is_iri(text), "{text}");
        }
        for text in ["", "#a", "a/b.html", "/a?b#c", "?q", "Größe"] {
            assert!(is_relative_reference(text), "{text}");
        }
        for text in ["a%20b", "a·b", "𐐀", "?%e9"] {
            assert!(is_relative_reference(text), "{text}");
        }
        for text in [
            "a:b", "//a", ".", "./a", "a/../b", "a#b#c", "%4", "%4g", "a b",
        ] {
            assert!(!is_relative_reference(text), "{text}");
        }
    }
}
