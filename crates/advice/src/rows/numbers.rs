//! Numbers, dates and values of other languages, such as `NaN` and `null`.

use super::dates;
use crate::fault::{FaultView, Wanted, word};
use crate::{AdviceDraft, words};
use std::ops::Range;
use turtle_peg::tokens::{TermKind, TokenSort};

/// `28.02.2026`, `2/28/2026`.
fn has_day_and_month(written: &str) -> bool {
    let parts: Vec<_> = written.splitn(4, ['.', '/', '-']).map(str::len).collect();
    let is_date = matches!(parts.as_slice(), [1 | 2, 1 | 2, 4] | [4, 1 | 2, 1 | 2]);
    is_date
        && written
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"./-".contains(&byte))
}

/// A number, and the text directly after it up to white space.
fn joined<'a>(fault: &FaultView<'a>) -> Option<(Range<usize>, &'a str)> {
    let number = fault.token_before(1)?;
    let is_number = TermKind::of(fault.text_before(1)) == Some(TermKind::Number);
    let whole = number.start..fault.word_range().end.max(fault.around.fault.end);
    let written = fault.around.text.get(whole.clone())?;
    (fault.is_joined() && is_number).then_some((whole, written))
}

pub(super) fn date(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (place, written) = match fault.dialect.is_line_based() {
        true if fault.wanted == Wanted::Object => (fault.word_range(), fault.word()),
        true => return None,
        false => joined(fault)?,
    };
    // A character that looks like a minus sign between the digits is meant as one.
    let written = written.replace(['\u{2010}', '\u{2013}', '\u{2212}'], "-");
    let (name, form) = dates::written_as(&written)?;
    let datatype = words::datatype(name, fault.dialect.is_line_based());
    let literal = format!("\"{form}\"^^{datatype}");
    let help = format!("write `{literal}`");
    let draft = AdviceDraft::new("dates and times are written as strings with a datatype")
        .replace(place, literal, help);
    Some(match fault.dialect.is_line_based() {
        true => draft,
        false => draft.label("read as numbers"),
    })
}

pub(super) fn number_joined(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (whole, written) = joined(fault)?;
    let is_bracket = fault
        .found()
        .starts_with(['(', ')', '[', ']', '{', '}', '<', '>', '|']);
    if !fault.is_after_object() || fault.is_at_end() || is_bracket {
        return None;
    }
    if let Some((value, datatype)) = written.split_once("^^")
        && !value.contains(['"', '\\'])
    {
        let title = "a literal with a datatype needs quotation marks around its value";
        let literal = format!("\"{value}\"^^{datatype}");
        return Some(AdviceDraft::new(title).write(whole, literal));
    }
    let after = words::short(fault.text_before(1));
    let draft = no_number(whole, written)
        .yields()
        .label(format!("the number ends after `{after}`"));
    Some(match has_day_and_month(written) {
        true if dates::is_no_day(written) => {
            draft.help("as a date, it is a day that no calendar has")
        }
        true => draft.help("a date is written `\"2026-02-28\"^^xsd:date`: year, month, day"),
        false => draft,
    })
}

pub(super) fn unit(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_number = |number| TermKind::of(fault.text_before(number)) == Some(TermKind::Number);
    let unit = fault.word();
    let is_unit = unit != "a"
        && unit
            .chars()
            .all(|c| c.is_alphabetic() || "%°²³/".contains(c));
    let is_place = fault.wanted == Wanted::End && !fault.is_joined();
    if !is_unit || !is_number(1) || !is_place || unit.is_empty() {
        return None;
    }
    let last = fault.token_before(1)?;
    let first = fault.token_before(3).filter(|first| {
        let written = &fault.around.text[first.start..last.end];
        fault.text_before(2) == "," && is_number(3) && !written.contains(char::is_whitespace)
    });
    let title = match first {
        Some(_) => "`,` separates two numbers here, and a number has no unit",
        None => "a number has no unit",
    };
    let place = first.unwrap_or(last).start..fault.word_range().end;
    let text = format!("\"{}\"", fault.text(&place));
    let help = format!("write a string: `{}`", words::short(&text));
    Some(AdviceDraft::new(title).replace(place, text, help))
}

/// `$5`.
pub(super) fn currency(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (word, place) = (fault.word(), fault.word_range());
    let sign = word.chars().next().filter(|c| "$£¥€".contains(*c))?;
    let number = &word[sign.len_utf8()..];
    let is_number = number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && number.starts_with(|c: char| c.is_ascii_digit());
    (is_number && fault.wanted == Wanted::Object && !fault.dialect.is_line_based()).then(|| {
        let shown = words::short(word);
        AdviceDraft::new(format!("`{sign}` is not part of a number"))
            .at(place.clone())
            .remedy(
                place.clone(),
                format!("\"{word}\""),
                format!("write a string: `\"{shown}\"`"),
            )
            .remedy(
                place,
                number,
                format!("or the number only: `{}`", words::short(number)),
            )
    })
}

pub(super) fn exponent_alone(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let line = fault.line_up_to(fault.start);
    let digits = line
        .strip_suffix('.')?
        .rsplit([' ', '\t', ',', '(', '['])
        .next()?;
    let is_digit = |c: char| c.is_ascii_digit();
    let is_number = !digits.is_empty() && digits.chars().all(is_digit);
    let exponent = fault.word();
    let is_exponent = matches!(exponent, "e" | "E") && fault.wanted == Wanted::Statement;
    (is_number && is_exponent).then(|| {
        let start = fault.start - digits.len() - 1;
        AdviceDraft::new(format!("`{digits}.{exponent}` is not a number"))
            .at(start..fault.start + exponent.len())
            .label("the `.` is read as the end of the statement")
            .help(format!("write digits after the `{exponent}`, such as `{digits}.{exponent}0`; or `{digits}` only"))
    })
}

fn no_number(place: Range<usize>, written: &str) -> AdviceDraft {
    const NUMBERS: &str = "numbers have decimal digits, such as `42`, `1.5` and `1.0e9`";
    let shown = words::short(written);
    let draft = AdviceDraft::new(format!("`{shown}` is not a number")).at(place.clone());
    match written.contains(['"', '\\']) {
        true => draft.otherwise(NUMBERS),
        false => draft.replace(
            place,
            format!("\"{written}\""),
            format!("{NUMBERS}; anything else must be a string: `\"{shown}\"`"),
        ),
    }
}

pub(super) fn number_not_finished(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let mut sorts = fault.within.iter().map(|token| token.kind().sort());
    if fault.within.is_empty() || !sorts.all(|sort| sort == Some(TokenSort::Number)) {
        return None;
    }
    let (begun, word, place) = (fault.begun_text(), fault.word(), fault.word_range());
    if matches!(begun, "+" | "-") {
        return Some(sign_alone(fault, begun));
    }
    let (shown, prefix) = (
        words::short(word),
        word.split_once(':').map_or("", |it| it.0),
    );
    if !prefix.is_empty() {
        let prefix = words::short(prefix);
        let draft = AdviceDraft::new(format!("`{shown}` is neither a number nor a name"));
        let help = format!("a prefix begins with a letter, and `{prefix}:` does not");
        return Some(draft.at(place).help(help));
    }
    let digits = word.trim_end_matches(['e', 'E', '+', '-']);
    let is_exponent = digits.len() < word.len() && word == begun;
    if !is_exponent || !digits.contains(|c: char| c.is_ascii_digit()) {
        return Some(no_number(place, word));
    }
    let shown = words::short(digits);
    let help =
        format!("write digits after the `e`, such as `{shown}e0`, or leave it out: `{shown}`");
    Some(AdviceDraft::new("the exponent of a double cannot be empty").replace(place, digits, help))
}

/// A sign, and no digits after it.
fn sign_alone(fault: &FaultView<'_>, sign: &str) -> AdviceDraft {
    let behind = fault.start + sign.len();
    let rest = fault.line_from(behind);
    let after_blanks = rest.trim_start_matches([' ', '\t']);
    let blanks = rest.len() - after_blanks.len();
    let number = word(after_blanks);
    if blanks > 0 && number.starts_with(|c: char| c.is_ascii_digit()) {
        let place = fault.start..behind + blanks + number.len();
        let title =
            format!("a space is not allowed between the `{sign}` and the digits of a number");
        return AdviceDraft::new(title).write(place, format!("{sign}{number}"));
    }
    AdviceDraft::new(format!("digits have to follow the `{sign}` of a number"))
        .at(fault.start..behind)
        .help("if it is not a number, write it as a string, between quotation marks")
}

pub(super) fn value(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    // Most words are longer.
    const LONGEST: usize = 64;
    let word = Some(fault.word()).filter(|word| word.len() <= LONGEST)?;
    let is_line_based = fault.dialect.is_line_based();
    let literal = |value: &str, datatype| {
        let datatype = words::datatype(datatype, is_line_based);
        format!("\"{value}\"^^{datatype}")
    };
    let lower = word.to_ascii_lowercase();
    let not_finite = match lower.as_str() {
        "nan" => Some("NaN"),
        "inf" | "+inf" | "infinity" | "+infinity" => Some("INF"),
        "-inf" | "-infinity" => Some("-INF"),
        _ => None,
    };
    let is_boolean = matches!(lower.as_str(), "true" | "false") && lower != word;
    let (title, value) = match not_finite {
        Some(value) => (
            format!("`{word}` is written as a string with a datatype"),
            literal(value, "double"),
        ),
        None if dates::is_duration(word) => (
            "durations are written as strings with a datatype".to_owned(),
            literal(word, "duration"),
        ),
        None if is_line_based => return None,
        None if is_boolean => (format!("`{word}` is not a boolean"), lower),
        None => {
            let first = word.chars().next()?;
            let title = format!(
                "`{first}` (U+{:04X}) is not a digit of a number",
                u32::from(first)
            );
            (title, in_ascii(word)?)
        }
    };
    (fault.wanted == Wanted::Object)
        .then(|| AdviceDraft::new(title).write(fault.word_range(), value))
}

pub(super) fn null(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let word = fault.word();
    let is_null = matches!(
        word,
        "null" | "Null" | "NULL" | "None" | "nil" | "undefined" | "N/A" | "n/a" | "NA"
    );
    (fault.wanted == Wanted::Object && is_null).then(|| {
        let draft = match word == "nil" {
            true => nil(fault),
            false => AdviceDraft::new(format!("RDF has no `{word}`"))
                .help("where no value is known, leave out the predicate, too"),
        };
        draft.replace(
            fault.word_range(),
            format!("\"{word}\""),
            format!("if the text is meant, write `\"{word}\"`"),
        )
    })
}

/// `nil`: the name of the list without members, without its prefix.
fn nil(fault: &FaultView<'_>) -> AdviceDraft {
    const NIL: &str = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>";
    let draft = AdviceDraft::new("the list without members is named `rdf:nil`");
    let place = fault.word_range();
    match fault.dialect.is_line_based() {
        true => draft.write(place, NIL),
        false => draft.replace(
            place,
            "()",
            "write `()`, or `rdf:nil`; where no value is known, leave out the predicate, too",
        ),
    }
}

/// The digits that are zero, of scripts whose digits an editor may write.
const ZEROS: [char; 4] = ['\u{660}', '\u{6F0}', '\u{966}', '\u{FF10}'];

/// The ASCII digit that a digit of another script stands for.
fn digit(c: char) -> Option<char> {
    let numbers = ZEROS
        .iter()
        .map(|&zero| u32::from(c).wrapping_sub(zero.into()));
    let number = numbers.into_iter().find(|&number| number < 10)?;
    char::from_digit(number, 10)
}

/// A number whose first digit, at least, is of full width or of another script, in digits of ASCII.
fn in_ascii(number: &str) -> Option<String> {
    number.chars().next().and_then(digit)?;
    let plain = number.chars().map(|c| match digit(c) {
        Some(digit) => Some(digit),
        None if c == '\u{FF0E}' => Some('.'),
        None => Some(c).filter(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e' | 'E')),
    });
    plain.collect()
}
