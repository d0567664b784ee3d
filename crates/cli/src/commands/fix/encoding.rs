//! Documents in UTF-16, which can be told for certain: as UTF-8.
//!
//! Invariant: what is converted was UTF-16 from its first byte to its last. Encodings of one byte a character, such as Windows-1252 and
//! ISO 8859-2, look alike: nothing is guessed of them.

/// The name of a document's encoding, and its text, if it is in UTF-16: by its byte order mark, or since every second one of its
/// first bytes is zero.
pub fn from_utf16(bytes: &[u8]) -> Option<(&'static str, String)> {
    let (units, last) = bytes.as_chunks::<2>();
    let (name, read): (_, fn([u8; 2]) -> u16) = match units.first()? {
        [0xFF, 0xFE] | [1..=255, 0] => ("UTF-16LE", u16::from_le_bytes),
        [0xFE, 0xFF] | [0, 1..=255] => ("UTF-16BE", u16::from_be_bytes),
        _ => return None,
    };
    let units: Vec<u16> = units.iter().map(|unit| read(*unit)).collect();
    let text = String::from_utf16(&units)
        .ok()
        .filter(|_| last.is_empty())?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    (!text.contains('\0')).then(|| (name, text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn bytes(text: &str, write: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(write).collect()
    }

    #[test]
    fn utf_16_is_told_by_its_mark_and_by_its_zeros() {
        for text in ["\u{FEFF}@prefix é: <x:𝄞> .\n", "<x:s> <x:p> \"日本\" .\r\n"] {
            let plain = text.trim_start_matches('\u{FEFF}').to_owned();
            let little = from_utf16(&bytes(text, u16::to_le_bytes));
            assert_eq!(little, Some(("UTF-16LE", plain.clone())));
            let big = from_utf16(&bytes(text, u16::to_be_bytes));
            assert_eq!(big, Some(("UTF-16BE", plain)));
        }
    }

    #[test]
    fn other_bytes_are_not_utf_16() {
        let utf_32: Vec<u8> = "<x:s>"
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect();
        let unpaired = [b'<', 0, 0x00, 0xD8, b'>', 0];
        for bytes in [
            &b"<x:s> <x:p> \"caf\xE9\" ."[..],
            &utf_32,
            &unpaired,
            b"a\0b",
            b"",
            b"\0\0",
        ] {
            assert_eq!(from_utf16(bytes), None, "{bytes:?}");
        }
    }
}
