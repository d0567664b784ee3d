//! The lexical spaces of XSD's datatypes: XML Schema Definition Language 1.1, part 2.
//!
//! RDF takes lexical forms as they are: white space is not collapsed before they are looked at (RDF 1.1 Concepts, section 5.1).
//! Invariant: a literal that is reported is ill-typed; a number that is too long to be read is not reported.

use oxsdatatypes::{
    Date, DateTime, DayTimeDuration, Duration, GDay, GMonth, GMonthDay, GYear, GYearMonth, Time,
    YearMonthDuration,
};
use std::str::FromStr;

pub const NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema#";

/// A datatype: its name, the form of its literals, and a test for lexical forms.
pub struct Datatype {
    pub name: &'static str,
    pub form: &'static str,
    holds: fn(&str) -> bool,
}

impl Datatype {
    /// The datatype of this name, without the namespace.
    pub fn named(name: &str) -> Option<&'static Self> {
        TABLE.iter().find(|datatype| datatype.name == name)
    }

    /// Whether a text is one of its lexical forms, or may be for all that is known.
    pub fn holds(&self, text: &str) -> bool {
        (self.holds)(text)
    }

    /// The name that is most like this one, if any is.
    pub fn like(name: &str) -> Option<&'static str> {
        const LIKE: f64 = 0.85;
        let likeness = |datatype: &Self| {
            strsim::jaro_winkler(&name.to_lowercase(), &datatype.name.to_lowercase())
        };
        let best = TABLE
            .iter()
            .max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
        (likeness(best) >= LIKE).then_some(best.name)
    }
}

const fn row(name: &'static str, form: &'static str, holds: fn(&str) -> bool) -> Datatype {
    Datatype { name, form, holds }
}

const INTEGER: &str = "digits, perhaps with a sign";
const DOUBLE: &str = "a number such as `1.5` or `1.5E2`, `INF`, `-INF` or `NaN`";
const ANY: &str = "any text";

const TABLE: &[Datatype] = &[
    row("string", ANY, any),
    row("boolean", "`true`, `false`, `1` or `0`", |text| {
        matches!(text, "true" | "false" | "1" | "0")
    }),
    row(
        "decimal",
        "digits, perhaps with a sign and one full stop",
        is_decimal,
    ),
    row("integer", INTEGER, is_integer),
    row("double", DOUBLE, is_double),
    row("float", DOUBLE, is_double),
    row(
        "date",
        "a day such as `2026-02-28`, perhaps with a time zone",
        is::<Date>,
    ),
    row(
        "time",
        "a time such as `13:20:00`, perhaps with a time zone",
        is::<Time>,
    ),
    row(
        "dateTime",
        "a time such as `2026-02-28T13:20:00`, perhaps with a time zone",
        is::<DateTime>,
    ),
    row(
        "dateTimeStamp",
        "a time with its time zone, such as `2026-02-28T13:20:00Z`",
        is_date_time_stamp,
    ),
    row(
        "gYear",
        "a year of four digits, such as `2026`",
        is::<GYear>,
    ),
    row("gMonth", "a month such as `--02`", is::<GMonth>),
    row("gDay", "a day such as `---28`", is::<GDay>),
    row("gYearMonth", "a month such as `2026-02`", is::<GYearMonth>),
    row("gMonthDay", "a day such as `--02-28`", is::<GMonthDay>),
    row(
        "duration",
        "a duration such as `P1Y2M3DT4H5M6S`",
        is::<Duration>,
    ),
    row(
        "yearMonthDuration",
        "a duration such as `P1Y2M`",
        is::<YearMonthDuration>,
    ),
    row(
        "dayTimeDuration",
        "a duration such as `P3DT4H5M6S`",
        is::<DayTimeDuration>,
    ),
    row("byte", "an integer from -128 to 127", |text| {
        is_between(text, i8::MIN.into(), i8::MAX.into())
    }),
    row("short", "an integer from -32768 to 32767", |text| {
        is_between(text, i16::MIN.into(), i16::MAX.into())
    }),
    row("int", "an integer from -2147483648 to 2147483647", |text| {
        is_between(text, i32::MIN.into(), i32::MAX.into())
    }),
    row("long", "an integer of 64 bits", |text| {
        is_between(text, i64::MIN.into(), i64::MAX.into())
    }),
    row("unsignedByte", "an integer from 0 to 255", |text| {
        is_between(text, 0, u8::MAX.into())
    }),
    row("unsignedShort", "an integer from 0 to 65535", |text| {
        is_between(text, 0, u16::MAX.into())
    }),
    row("unsignedInt", "an integer from 0 to 4294967295", |text| {
        is_between(text, 0, u32::MAX.into())
    }),
    row("unsignedLong", "an integer from 0 on, of 64 bits", |text| {
        is_between(text, 0, u64::MAX.into())
    }),
    row("positiveInteger", "an integer from 1 on", |text| {
        is_between(text, 1, i128::MAX)
    }),
    row("nonNegativeInteger", "an integer from 0 on", |text| {
        is_between(text, 0, i128::MAX)
    }),
    row("negativeInteger", "an integer up to -1", |text| {
        is_between(text, i128::MIN, -1)
    }),
    row("nonPositiveInteger", "an integer up to 0", |text| {
        is_between(text, i128::MIN, 0)
    }),
    row(
        "hexBinary",
        "hexadecimal digits, two for each byte",
        is_hexadecimal,
    ),
    row("base64Binary", "bytes in Base64", is_base64),
    row("anyURI", ANY, any),
    row(
        "language",
        "a language tag such as `en` or `de-CH`",
        is_language,
    ),
    row(
        "normalizedString",
        "a text without tabs and line ends",
        is_normalized,
    ),
    row("token", "words with one space between", is_token),
    row(
        "NMTOKEN",
        "letters, digits, `.`, `-`, `_` and `:`",
        |text| !text.is_empty() && text.chars().all(is_name_char),
    ),
    row("Name", "a name of XML", is_name),
    row("NCName", "a name of XML without a colon", |text| {
        is_name(text) && !text.contains(':')
    }),
    // RDF does not use the others as datatypes, or they do not define lexical forms.
    row("anyType", ANY, any),
    row("anySimpleType", ANY, any),
    row("anyAtomicType", ANY, any),
    row("QName", ANY, any),
    row("NOTATION", ANY, any),
    row("ID", ANY, any),
    row("IDREF", ANY, any),
    row("IDREFS", ANY, any),
    row("ENTITY", ANY, any),
    row("ENTITIES", ANY, any),
    row("NMTOKENS", ANY, any),
];

fn any(_: &str) -> bool {
    true
}

/// A value that oxsdatatypes reads, or that does not fit into its types.
fn is<T: FromStr>(text: &str) -> bool {
    const LONGEST: usize = 15;
    let is_digit = |c: char| c.is_ascii_digit();
    let has_long_number = text
        .split(|c| !is_digit(c))
        .any(|digits| digits.len() > LONGEST);
    has_long_number || T::from_str(text).is_ok()
}

fn is_date_time_stamp(text: &str) -> bool {
    let has_zone = text
        .split_once('T')
        .is_some_and(|(_, time)| time.ends_with('Z') || time.contains(['+', '-']));
    has_zone && is::<DateTime>(text)
}

fn without_sign(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_integer(text: &str) -> bool {
    let digits = without_sign(text);
    !digits.is_empty() && is_digits(digits)
}

fn is_between(text: &str, least: i128, most: i128) -> bool {
    if !is_integer(text) {
        return false;
    }
    let is_negative = text.starts_with('-');
    match text.parse::<i128>() {
        Ok(number) => (least..=most).contains(&number),
        // Beyond all numbers of that many bits.
        Err(_) if is_negative => least == i128::MIN,
        Err(_) => most == i128::MAX,
    }
}

fn is_decimal(text: &str) -> bool {
    let (whole, fraction) = match without_sign(text).split_once('.') {
        Some((whole, fraction)) => (whole, fraction),
        None => (without_sign(text), ""),
    };
    is_digits(whole) && is_digits(fraction) && !(whole.is_empty() && fraction.is_empty())
}

fn is_double(text: &str) -> bool {
    if matches!(text, "INF" | "+INF" | "-INF" | "NaN") {
        return true;
    }
    match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => is_decimal(mantissa) && is_integer(exponent),
        None => is_decimal(text),
    }
}

fn is_hexadecimal(text: &str) -> bool {
    text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Groups of four characters. The last ends in `=` where bytes are missing, and then has no bits to spare. A space may
/// are between any two.
fn is_base64(text: &str) -> bool {
    if text.starts_with(' ') || text.ends_with(' ') || text.contains("  ") {
        return false;
    }
    let packed: String = text.split(' ').collect();
    let digits = packed.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let last_is_one_of = |digits_allowed: &str| digits.ends_with(|c| digits_allowed.contains(c));
    packed.len().is_multiple_of(4)
        && digits.bytes().all(is_digit)
        && match packed.len() - digits.len() {
            0 => true,
            1 => last_is_one_of("AEIMQUYcgkosw048"),
            2 => last_is_one_of("AQgw"),
            _ => false,
        }
}

fn is_language(text: &str) -> bool {
    text.split('-').enumerate().all(|(place, part)| {
        let is_allowed = |byte: u8| match place {
            0 => byte.is_ascii_alphabetic(),
            _ => byte.is_ascii_alphanumeric(),
        };
        (1..=8).contains(&part.len()) && part.bytes().all(is_allowed)
    })
}

fn is_normalized(text: &str) -> bool {
    !text.contains(['\t', '\n', '\r'])
}

fn is_token(text: &str) -> bool {
    is_normalized(text) && text.trim_matches(' ') == text && !text.contains("  ")
}

fn is_name(text: &str) -> bool {
    text.starts_with(is_name_start) && text.chars().all(is_name_char)
}

/// XML 1.0, \[4\] `NameStartChar`.
fn is_name_start(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z'
        | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}'
        | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// XML 1.0, \[4a\] `NameChar`.
fn is_name_char(c: char) -> bool {
    is_name_start(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each datatype, lexical forms and other texts.
    const FORMS: &[(&str, &[&str], &[&str])] = &[
        ("boolean", &["true", "0"], &["True", "yes", "", " true"]),
        (
            "decimal",
            &["1", "-1.50", "+.5", "1."],
            &["1,5", ".", "1e3", "", "INF", " 1"],
        ),
        (
            "integer",
            &[
                "0",
                "-01",
                "+7",
                "123456789012345678901234567890123456789012",
            ],
            &["1.0", "", "-", "1 "],
        ),
        (
            "double",
            &["1", "1.5E-2", ".5e+3", "INF", "-INF", "+INF", "NaN"],
            &["inf", "1E", "E1", "1E1.5", "Infinity"],
        ),
        (
            "date",
            &["2026-02-28", "2024-02-29Z", "-0044-03-15", "12026-01-01"],
            &[
                "2026-02-29",
                "26-02-28",
                "28.02.2026",
                "2026-02-28T00:00:00",
            ],
        ),
        (
            "time",
            &["24:00:00", "13:20:00.5+01:00"],
            &["13:20", "25:00:00", "24:00:01"],
        ),
        (
            "dateTime",
            &[
                "2026-02-28T13:20:00",
                "2026-02-28T13:20:00.25Z",
                "99999999999999999-01-01T00:00:00",
            ],
            &["2026-02-28", "2026-02-28 13:20:00", "2026-13-01T00:00:00"],
        ),
        (
            "dateTimeStamp",
            &["2026-02-28T13:20:00Z", "2026-02-28T13:20:00-05:00"],
            &["2026-02-28T13:20:00"],
        ),
        ("gYear", &["2026", "0001", "-0044"], &["26", "2026-01"]),
        (
            "duration",
            &["P1Y2M3DT4H5M6.7S", "-P1D"],
            &["1D", "P", "P1S", "PT"],
        ),
        ("dayTimeDuration", &["P1DT1H"], &["P1Y"]),
        (
            "byte",
            &["-128", "127", "+0"],
            &["128", "-129", "9999999999999999999999999999999999999999999"],
        ),
        (
            "unsignedLong",
            &["18446744073709551615"],
            &["18446744073709551616", "-1"],
        ),
        (
            "positiveInteger",
            &["1", "9999999999999999999999999999999999999999999"],
            &["0", "-9999999999999999999999999999999999999999999"],
        ),
        (
            "negativeInteger",
            &["-1", "-9999999999999999999999999999999999999999999"],
            &["0", "1"],
        ),
        ("hexBinary", &["", "0aF0"], &["0", "0x0f"]),
        (
            "base64Binary",
            &["", "QUJD", "QUI=", "QQ==", "Q U J D"],
            &["QUJ", "QR==", "QUJ=", "=", "Q  UJD", "QUJD "],
        ),
        ("language", &["en", "de-CH-1996"], &["en_US", "", "123"]),
        ("token", &["a b"], &[" a", "a  b", "a\tb"]),
        ("NCName", &["a.b-c", "_é"], &["a:b", "1a", ""]),
    ];

    #[test]
    fn forms_and_others() {
        for (name, forms, others) in FORMS {
            let datatype = Datatype::named(name).unwrap();
            for form in *forms {
                assert!(datatype.holds(form), "{form:?} is of {name}");
            }
            for other in *others {
                assert!(!datatype.holds(other), "{other:?} is not of {name}");
            }
        }
    }

    #[test]
    fn what_was_meant() {
        for (written, meant) in [
            ("Integer", Some("integer")),
            ("datetime", Some("dateTime")),
            ("dateTimestamp", Some("dateTimeStamp")),
            ("bool", Some("boolean")),
            ("strnig", Some("string")),
            ("money", None),
        ] {
            assert_eq!(Datatype::like(written), meant, "{written}");
        }
    }
}
