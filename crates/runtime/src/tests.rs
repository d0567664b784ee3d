//! The parts of parsers, at their borders.

use crate::{Class, Kind, Parser, Role, Shape};

/// A kind without nodes.
#[derive(Clone, Copy, Debug)]
struct NoKind;

impl Kind for NoKind {
    type Plain = ();

    fn role(self) -> Role {
        Role::Itself
    }
}

/// PN_CHARS of Turtle 1.1, and classes at the borders of UTF-8's lengths and surrogates.
const CLASSES: &[&[(char, char)]] = &[
    &[
        ('-', '-'),
        ('0', '9'),
        ('A', 'Z'),
        ('_', '_'),
        ('a', 'z'),
        ('\u{B7}', '\u{B7}'),
        ('\u{C0}', '\u{D6}'),
        ('\u{D8}', '\u{F6}'),
        ('\u{F8}', '\u{37D}'),
        ('\u{37F}', '\u{1FFF}'),
        ('\u{200C}', '\u{200D}'),
        ('\u{203F}', '\u{2040}'),
        ('\u{2070}', '\u{218F}'),
        ('\u{2C00}', '\u{2FEF}'),
        ('\u{3001}', '\u{D7FF}'),
        ('\u{F900}', '\u{FDCF}'),
        ('\u{FDF0}', '\u{FFFD}'),
        ('\u{10000}', '\u{EFFFF}'),
    ],
    &[],
    &[('\0', char::MAX)],
    &[('\u{7F}', '\u{80}'), ('\u{7FF}', '\u{800}')],
    &[('\u{D000}', '\u{D7FF}'), ('\u{E000}', '\u{EFFF}')],
];

#[test]
fn a_class_has_the_characters_of_its_ranges() {
    let class_of = |ranges| Class::new(ranges);
    for &ranges in CLASSES {
        let class = class_of(ranges);
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let text: &str = character.encode_utf8(&mut bytes);
            let mut parser = Parser::<NoKind>::new(text, Vec::new(), Shape::Full, 1);
            let is_member = ranges
                .iter()
                .any(|&(first, last)| (first..=last).contains(&character));
            let expected = is_member.then_some(text.len());
            assert_eq!(parser.class(0, &class), expected, "{character:?}");
            assert_eq!(
                parser.run(0, &class),
                expected.unwrap_or(0),
                "{character:?}"
            );
        }
    }
}

#[test]
fn a_long_run_ends_at_the_first_byte_that_stops() {
    for length in 0..70 {
        for place in 0..=length {
            let mut text = "a".repeat(length);
            if place < length {
                text.replace_range(place..=place, ">");
            }
            let mut parser = Parser::<NoKind>::new(&text, Vec::new(), Shape::Full, 1);
            assert_eq!(parser.run_long(0, |bytes| bytes.are(b'>')), place);
            assert_eq!(parser.hit_end(), place == length, "{text}");
        }
    }
}

#[test]
fn a_literal_that_the_end_cuts_off_looks_at_the_end() {
    for (text, literal, expected, hit_end) in [
        ("@prefix", "@prefix", Some(7), false),
        ("@pre", "@prefix", None, true),
        ("@pra", "@prefix", None, false),
        ("", "@prefix", None, true),
    ] {
        let mut parser = Parser::<NoKind>::new(text, Vec::new(), Shape::Full, 1);
        assert_eq!(parser.literal(0, literal), expected);
        assert_eq!(parser.hit_end(), hit_end, "{text}");
        let mut parser = Parser::<NoKind>::new(text, Vec::new(), Shape::Full, 1);
        assert_eq!(parser.insensitive(0, &literal.to_uppercase()), expected);
        assert_eq!(parser.hit_end(), hit_end, "{text}");
    }
}

#[test]
fn a_skip_ends_at_the_first_needle() {
    for (text, expected, hit_end) in [
        ("ab-->", 2, false),
        ("éx", 2, false),
        ("ab--", 4, true),
        ("--x->", 2, false),
    ] {
        let mut parser = Parser::<NoKind>::new(text, Vec::new(), Shape::Full, 1);
        assert_eq!(parser.skip(0, &["-->", "x"]), expected);
        assert_eq!(parser.hit_end(), hit_end, "{text}");
    }
}
