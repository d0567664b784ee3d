//! Dates, times and durations as XML Schema writes them.
//!
//! Invariant: a text that is taken for a lexical form of a datatype is one.

use oxsdatatypes::{Date, DateTime, Duration, GYearMonth, Time};
use std::str::FromStr;

/// The datatype of which a word is a lexical form, and that form; a time may lack its seconds.
pub(super) fn written_as(word: &str) -> Option<(&'static str, String)> {
    const LONGEST: usize = 64;
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    // Most words are not dates, and some are long.
    if !matches!(digits, 2 | 4) || word.len() > LONGEST {
        return None;
    }
    let forms = [word.to_owned(), with_seconds(word)];
    forms
        .into_iter()
        .find_map(|form| Some((datatype_of(&form)?, form)))
}

/// The name of the datatype of which a text is a lexical form.
fn datatype_of(text: &str) -> Option<&'static str> {
    let found = [
        ("date", is::<Date>(text)),
        ("gYearMonth", is::<GYearMonth>(text)),
        ("time", is::<Time>(text)),
        ("dateTime", is::<DateTime>(text)),
    ];
    let (name, _) = found.into_iter().find(|&(_, is_form)| is_form)?;
    Some(name)
}

fn is<T: FromStr>(text: &str) -> bool {
    text.parse::<T>().is_ok()
}

/// The text with `:00` where its time ends.
fn with_seconds(text: &str) -> String {
    let time = text.find('T').map_or(0, |at| at + 1);
    let end = text[time..].find(['Z', '+', '-']);
    let (before, zone) = text.split_at(end.map_or(text.len(), |end| time + end));
    [before, ":00", zone].concat()
}

/// Whether a word is written as a day that no calendar has.
pub(super) fn is_no_day(word: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let lengths = word
        .split('-')
        .map(|part| match part.bytes().all(is_digit) {
            true => part.len(),
            false => 0,
        });
    lengths.eq([4, 2, 2]) && !is::<Date>(word)
}

/// Whether a word is a duration.
pub(super) fn is_duration(word: &str) -> bool {
    word.starts_with('P') && is::<Duration>(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times() {
        for (word, expected) in [
            ("2026-02-28", Some(("date", "2026-02-28"))),
            ("2024-02-29", Some(("date", "2024-02-29"))),
            ("2023-02-29", None),
            ("2024-13-45", None),
            ("2024-01", Some(("gYearMonth", "2024-01"))),
            ("12:30", Some(("time", "12:30:00"))),
            ("24:00", Some(("time", "24:00:00"))),
            ("12:30:60", None),
            ("12:30Z", Some(("time", "12:30:00Z"))),
            (
                "2024-01-01T12:00Z",
                Some(("dateTime", "2024-01-01T12:00:00Z")),
            ),
            ("2024-01-01T12", None),
            ("2024-02-30T12:00:00", None),
        ] {
            let expected = expected.map(|(name, form)| (name, form.to_owned()));
            assert_eq!(written_as(word), expected, "{word}");
        }
    }
}
