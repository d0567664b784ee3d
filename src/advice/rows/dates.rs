//! Dates, times and durations as XML Schema writes them (XML Schema Definition Language 1.1, part 2): their shapes, and which
//! days and times there are.
//!
//! Invariant: a text that is taken for a lexical form of a datatype is one.

/// The datatype of which a word is a lexical form, and that form; a time may lack its seconds.
pub(super) fn written_as(word: &str) -> Option<(&'static str, String)> {
    const LONGEST: usize = 64;
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    // Most words are not dates, and some are long.
    if !matches!(digits, 2 | 4) || word.len() > LONGEST {
        return None;
    }
    if let Some((day, time)) = word.split_once('T') {
        let form = format!("{day}T{}", time_of_day(time)?);
        return is_date(day).then_some(("dateTime", form));
    }
    if is_date(word) {
        return Some(("date", word.to_owned()));
    }
    if is_month(word) {
        return Some(("gYearMonth", word.to_owned()));
    }
    Some(("time", time_of_day(word)?))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number that these digits write, if there are `count` of them.
fn number(digits: &str, count: usize) -> Option<u32> {
    match digits.len() == count && is_digits(digits) {
        true => digits.parse().ok(),
        false => None,
    }
}

fn year_and_month(text: &str) -> Option<(u32, u32)> {
    let (year, month) = text.split_once('-')?;
    let (year, month) = (number(year, 4)?, number(month, 2)?);
    (1..=12).contains(&month).then_some((year, month))
}

fn is_month(text: &str) -> bool {
    year_and_month(text).is_some()
}

fn is_date(text: &str) -> bool {
    let parts = || {
        let (month, day) = text.rsplit_once('-')?;
        Some((year_and_month(month)?, number(day, 2)?))
    };
    parts().is_some_and(|((year, month), day)| (1..=days(year, month)).contains(&day))
}

/// Whether a word is written as a day that no calendar has.
pub(super) fn is_no_day(word: &str) -> bool {
    let lengths = word
        .split('-')
        .map(|part| if is_digits(part) { part.len() } else { 0 });
    lengths.eq([4, 2, 2]) && !is_date(word)
}

fn days(year: u32, month: u32) -> u32 {
    let is_leap_year =
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A time of the day with its seconds, and with its time zone if it has one.
fn time_of_day(text: &str) -> Option<String> {
    let end = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (time, zone) = text.split_at(end);
    let mut parts = time.split(':');
    let (hour, minute) = (number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let seconds = parts.next();
    let (second, fraction) = match seconds.map(|it| it.split_once('.').unwrap_or((it, "0"))) {
        Some((second, fraction)) => (number(second, 2)?, fraction),
        None => (0, "0"),
    };
    let is_fraction = is_digits(fraction);
    let is_midnight = (hour, minute, second) == (24, 0, 0) && fraction.bytes().all(|it| it == b'0');
    let is_time = is_midnight || (hour < 24 && minute < 60 && second < 60);
    let missing = if seconds.is_none() { ":00" } else { "" };
    (is_time && is_fraction && parts.next().is_none() && is_zone(zone))
        .then(|| [time, missing, zone].concat())
}

/// A time zone, or none.
fn is_zone(text: &str) -> bool {
    if matches!(text, "" | "Z") {
        return true;
    }
    let parts = || {
        let (hours, minutes) = text.get(1..)?.split_once(':')?;
        Some((number(hours, 2)?, number(minutes, 2)?))
    };
    parts()
        .is_some_and(|(hours, minutes)| minutes < 60 && (hours < 14 || (hours, minutes) == (14, 0)))
}

/// Whether a word is a duration: parts in their order, each a number and its letter, those of a time after a `T`.
pub(super) fn is_duration(word: &str) -> bool {
    let parts = || {
        let parts = word.strip_prefix('P')?;
        let (days, time) = match parts.split_once('T') {
            Some((days, time)) => (days, Some(time)),
            None => (parts, None),
        };
        let has_time = time.is_none_or(|time| !time.is_empty() && are_parts(time, "HMS"));
        Some(!parts.is_empty() && are_parts(days, "YMD") && has_time)
    };
    parts().unwrap_or(false)
}

/// Whether a text is some of these parts, each once. Seconds may have a fraction.
fn are_parts(text: &str, letters: &str) -> bool {
    let mut rest = text;
    for letter in letters.chars() {
        let Some((number, after)) = rest.split_once(letter) else {
            continue;
        };
        let is_number = match number.split_once('.').filter(|_| letter == 'S') {
            Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
            None => is_digits(number),
        };
        if !is_number {
            return false;
        }
        rest = after;
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times() {
        for (word, expected) in [
            ("2026-02-28", Some(("date", "2026-02-28"))),
            ("2024-02-29", Some(("date", "2024-02-29"))),
            ("2000-02-29", Some(("date", "2000-02-29"))),
            ("1900-02-29", None),
            ("2023-02-29", None),
            ("2023-04-31", None),
            ("2024-13-45", None),
            ("2024-00-10", None),
            ("2024-01", Some(("gYearMonth", "2024-01"))),
            ("2024-13", None),
            ("12:30", Some(("time", "12:30:00"))),
            ("24:00", Some(("time", "24:00:00"))),
            ("24:01", None),
            ("25:61", None),
            ("12:30:60", None),
            ("12:30Z", Some(("time", "12:30:00Z"))),
            ("12:30:05.", None),
            ("12:30:05.x", None),
            ("12:30:05.25+01:00", Some(("time", "12:30:05.25+01:00"))),
            (
                "2024-01-01T12:00Z",
                Some(("dateTime", "2024-01-01T12:00:00Z")),
            ),
            (
                "2024-01-01T12:00:00",
                Some(("dateTime", "2024-01-01T12:00:00")),
            ),
            ("2024-01-01T12:00:00+15:00", None),
            ("2024-01-01T12", None),
            ("2024-02-30T12:00:00", None),
        ] {
            let expected = expected.map(|(name, form)| (name, form.to_owned()));
            assert_eq!(written_as(word), expected, "{word}");
        }
    }

    #[test]
    fn durations() {
        for word in ["P1Y", "P1Y2M3DT4H5M6.7S", "PT1S", "P1DT1H"] {
            assert!(is_duration(word), "{word}");
        }
        for word in [
            "P", "PT", "P1S", "P1YT", "P1W", "P1M1Y", "PT1.5H", "P1", "PT.5S", "P1D1D",
        ] {
            assert!(!is_duration(word), "{word}");
        }
    }
}
