//! Documents in another language altogether, told by how they begin.
//!
//! Invariant: only a fault in the first statement, or in the first bytes, makes anybody look.

use super::Draft;
use super::fault::Fault;
use crate::SyntaxErrorKind;

pub(super) fn advice(fault: &Fault<'_>) -> Option<Draft> {
    if let SyntaxErrorKind::InvalidUtf8 { bytes } = fault.error.kind() {
        return Some(not_text(fault, bytes));
    }
    if fault.around.start.byte > 3 || !fault.is_unexpected() {
        return None;
    }
    let text = fault.around.text.trim_start();
    let lower: String = text
        .chars()
        .take(200)
        .collect::<String>()
        .to_ascii_lowercase();
    let begins = |with: &str| lower.starts_with(with);
    let is_page = begins("<html") && (lower.contains("<head") || lower.contains("<body"));
    let what = if begins("<!doctype html") || is_page {
        (
            "HTML",
            "save the data itself, not the page that shows it; a server may send Turtle for `Accept: text/turtle`",
        )
    } else if begins("<rdf:rdf") || (begins("<?xml") && text.contains("rdf:RDF")) {
        (
            "RDF/XML",
            "convert it, for example with `rapper --output turtle` or `riot --output=turtle`",
        )
    } else if begins("<?xml") || begins("<!--") || begins("<!doctype") {
        ("XML", "convert it to Turtle first")
    } else if is_json(text) {
        match text.contains("\"@context\"") || text.contains("\"@id\"") {
            true => (
                "JSON-LD",
                "convert it, for example with `riot --output=turtle`",
            ),
            false => ("JSON", "convert it to Turtle first"),
        }
    } else if begins("\u{1F}") {
        ("compressed data", "decompress it first")
    } else if begins("pk\u{3}\u{4}") {
        ("a ZIP archive", "unpack it first")
    } else if is_csv(text) {
        (
            "CSV",
            "convert it to Turtle first, for example with CSV on the Web",
        )
    } else {
        return None;
    };
    let (what, remedy) = what;
    let title = format!(
        "this looks like {what}, and the document is read as {}",
        fault.dialect.title()
    );
    let start = fault.around.text.len() - text.len();
    let line = text.lines().next().map_or(0, |line| line.trim_end().len());
    let place = start..start + line;
    Some(Draft::new(title).at(place).help(remedy).other_language())
}

/// Bytes that are not UTF-8.
fn not_text(fault: &Fault<'_>, bytes: &[u8]) -> Draft {
    let is_first = fault.around.fault.start == 0 && fault.around.start.byte == 0;
    let before = &fault.around.text[..fault.around.fault.start];
    let byte = bytes
        .first()
        .map(|byte| format!("{byte:02X}"))
        .unwrap_or_default();
    match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if is_first => {
            Draft::new("this begins with a byte order mark of UTF-16, and the document has to be UTF-8")
                .help("convert it: `iconv -f UTF-16 -t UTF-8 FILE`")
        }
        [0xB5, 0x2F, 0xFD, ..] | [0xFD, b'7', ..] if fault.around.start.byte == 0 => {
            Draft::new("this is compressed").help("decompress it first")
        }
        _ if before.contains('\0') => Draft::new(format!("the byte {byte} is not UTF-8"))
            .help("this looks like a binary file, or like UTF-16 without a mark"),
        _ if !before.is_ascii() => Draft::new(format!("the byte {byte} is not UTF-8"))
            .help("what stands before it is: it may be damaged, or come from a text in another encoding"),
        &[first @ 0x80..=0xFF, ..] => Draft::new(format!("the byte {byte} is not UTF-8")).help(format!(
            "if the document is in Windows-1252 or Latin-1{}, convert it: `iconv -f WINDOWS-1252 -t UTF-8 FILE`",
            in_latin_1(first)
        )),
        _ => Draft::new("these bytes are not UTF-8"),
    }
}

/// What character a byte is in both of the encodings that are named, if it is one that people write.
fn in_latin_1(byte: u8) -> String {
    match char::from(byte) {
        letter if letter.is_alphabetic() => format!(", where it is `{letter}`"),
        _ => String::new(),
    }
}

/// An object or an array of JSON, and no list or property list of Turtle.
fn is_json(text: &str) -> bool {
    let Some(inner) = text.strip_prefix(['{', '[']) else {
        return false;
    };
    let inner = inner.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '[' | '{'));
    let Some(name) = inner.strip_prefix('"') else {
        return inner.starts_with(['}', ']']) && text.starts_with('{');
    };
    let behind = name
        .find('"')
        .map_or("", |end| name[end + 1..].trim_start());
    behind.starts_with([':', ','])
}

/// Two lines with as many commas, semicolons or tabs each, and no sign of Turtle in the first.
fn is_csv(text: &str) -> bool {
    let mut lines = text.lines();
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else {
        return false;
    };
    let is_header = !first.contains(['<', '>', '@', ':', '#', '{', '[', '(']);
    let count = |line: &str, separator| line.matches(separator).count();
    let separators = [',', ';', '\t'];
    is_header
        && separators.iter().any(|&separator| {
            count(first, separator) > 1 && count(first, separator) == count(second, separator)
        })
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Parser};
    use std::io::Read;

    fn title(bytes: &[u8]) -> String {
        let parser = Parser::new(Dialect::Turtle12);
        let result = parser.parse_slice(bytes).for_each_quad(|_, _| ());
        let slice = result.unwrap_err().as_syntax().unwrap().advice();
        // However the bytes arrive.
        let (first, rest) = bytes.split_at(1);
        let reader = first.chain(rest);
        let result = parser.parse_reader(reader).for_each_quad(|_, _| ());
        assert_eq!(result.unwrap_err().as_syntax().unwrap().advice(), slice);
        slice.title().to_owned()
    }

    #[test]
    fn other_languages_are_told_by_how_they_begin() {
        for (bytes, expected) in [
            (b"\xFF\xFE@\0p\0".as_slice(), "UTF-16"),
            (b"\xFE\xFF\0@\0p", "UTF-16"),
            (b"\x1F\x8B\x08\0\0", "compressed"),
            (b"PK\x03\x04\x14\0", "ZIP"),
            (b"\n<!DOCTYPE html>\n<html>", "HTML"),
            (b"<?xml version='1.0'?><rdf:RDF xmlns:rdf='x'>", "RDF/XML"),
            (b"<?xml version='1.0'?><a/>", "like XML"),
            (b"{\n  \"@context\": {}}", "JSON-LD"),
            (b"[{\"a\": 1}]", "like JSON,"),
            (b"name,age,town\nAlice,42,Rome\n", "CSV"),
            (b"SELECT * WHERE { ?s ?p ?o }", "SPARQL"),
        ] {
            let title = title(bytes);
            assert!(title.contains(expected), "{title:?} {bytes:?}");
        }
    }

    #[test]
    fn turtle_is_not_taken_for_another_language() {
        for text in [
            "[ <x:p> \"a\", \"b\" ; ] <x:p> .",
            "<html> <x:p> .",
            "<x:a> <x:b> 1, 2,\n<x:c>, 3, .",
        ] {
            let title = title(text.as_bytes());
            assert!(!title.contains("looks like"), "{title}");
        }
    }
}
