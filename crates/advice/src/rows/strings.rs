//! Quotation marks that are others, too many or too few.

use super::terms::language_of;
use crate::fault::{FaultView, Wanted, is_term, word};
use crate::{AdviceDraft, words};
use std::ops::Range;
use turtle_peg::tokens::TermKind;

pub(super) fn quotation_marks(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_mark = |c| matches!(c, '`' | '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»');
    let mark = fault.rest().chars().next().filter(|&c| is_mark(c))?;
    // In quotation marks, it cannot be seen.
    let shown = match mark {
        '`' => "a backtick".to_owned(),
        mark => format!("`{mark}`"),
    };
    let title = fault.dialect.title();
    let opening = fault.start..fault.start + mark.len_utf8();
    let draft =
        AdviceDraft::new(format!("{shown} is not a quotation mark of {title}")).at(opening.clone());
    let line = fault.line_from(opening.end);
    let closes = line.find(is_mark);
    let inner = &line[..closes.unwrap_or(0)];
    Some(match closes.and_then(|end| line[end..].chars().next()) {
        Some(closing) if !inner.contains(['"', '\\']) => draft.replace(
            opening.start..opening.end + inner.len() + closing.len_utf8(),
            format!("\"{inner}\""),
            format!(
                "write straight quotation marks: `\"{}\"`",
                words::short(inner)
            ),
        ),
        _ => draft.help("write straight quotation marks: `\"…\"`"),
    })
}

pub(super) fn suffix_without_sign(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let literal = fault.token_before(1)?;
    let written = fault.text_before(1);
    let is_string = written.starts_with(['"', '\'']);
    if !fault.is_after_object() || fault.is_at_end() {
        return None;
    }
    let is_iri = fault.found().starts_with('<');
    let (word, place) = match is_iri {
        true => (fault.found(), fault.around.fault.clone()),
        false => (fault.word(), fault.word_range()),
    };
    let is_of_tag = |language: &str| {
        (language.len() == 2 || fault.is_joined())
            && language.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let is_language = language_of(word).is_some_and(is_of_tag)
        && written.contains(char::is_alphabetic)
        // It goes on: `"he said "hi; …`.
        && !(fault.is_joined() && written.trim_end_matches(['"', '\'']).ends_with(' '));
    let is_name = TermKind::of(fault.found()) == Some(TermKind::Name);
    let datatype = datatype_of(word);
    // In `12:30`, numbers are side by side.
    let is_joined = fault.is_joined() && (is_string || !datatype.starts_with(':'));
    let is_datatype = words::is_of_xml_schema(fault.found()) || (is_name && is_joined);
    let place_end = place.end;
    let after = fault.after(&place).trim_start();
    let is_last = after.starts_with(['.', ';', ',', ']', ')', '|']);
    if is_string && is_language && is_last {
        let quote = &written[written.len() - 1..];
        // `"word@"en`
        let string = written
            .strip_suffix(quote)
            .and_then(|it| it.strip_suffix('@'));
        let written = string.map_or(written.to_owned(), |string| [string, quote].concat());
        return Some(
            AdviceDraft::new("`@` is missing before the language tag")
                .guess()
                .at(place)
                .also(Some(literal.clone()), "after this string")
                .write(literal.start..place_end, format!("{written}@{word}")),
        );
    }
    let text = match (is_string, TermKind::of(written)) {
        (true, _) => written.to_owned(),
        (false, Some(kind)) if kind.is_shorthand() => format!("\"{written}\""),
        _ => return None,
    };
    // A predicate has an object after it.
    let next = fault.tokens_after(place.end).next();
    let is_predicate = next.is_some_and(is_term);
    (is_datatype && !is_predicate).then(|| {
        AdviceDraft::new("a datatype is introduced by `^^`")
            .guess()
            .at(place)
            .also(Some(literal.clone()), "after this literal")
            .write(literal.start..place_end, format!("{text}^^{datatype}"))
    })
}

pub(super) fn datatype_before(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let name = fault.token_before(1)?;
    let datatype = fault.text_before(1);
    let is_datatype = words::is_of_xml_schema(datatype);
    let is_string = TermKind::of(fault.token()?) == Some(TermKind::String);
    (is_datatype && is_string && fault.wanted == Wanted::End).then(|| {
        let place = name.start..fault.around.fault.end;
        let literal = format!("{}^^{datatype}", fault.found());
        AdviceDraft::new("a datatype comes after its string, and after `^^`").write(place, literal)
    })
}

/// `f"x"`, `r'x'`, as in Python.
pub(super) fn letter_before_mark(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let rest = fault.rest();
    let letter = rest.chars().next().filter(|c| "fFrRbBuU".contains(*c))?;
    let is_string = rest[1..].starts_with(['"', '\'']);
    (is_string && fault.wanted == Wanted::Object).then(|| {
        AdviceDraft::new(format!("`{letter}` before a quotation mark is Python"))
            .leave_out(fault.start..fault.start + 1)
    })
}

/// `"Screen 15" wide"`: the text after the mark goes on with a space.
pub(super) fn words_after_string(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let string = fault.token_before(1)?;
    let written = fault.text_before(1);
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let is_short = !written.starts_with(&quote.to_string().repeat(3));
    let rest = fault.line_from(string.end);
    let (inner, after) = rest.split_once(quote)?;
    let is_text = inner.starts_with(' ')
        && inner
            .trim_start()
            .starts_with(|c: char| c.is_alphanumeric())
        && !inner.contains([':', ';', '<', '>', '\\', '[', ']', '@', '^']);
    let is_end = may_follow_string(after.trim_start());
    (is_short && is_text && is_end && fault.is_after_object()).then(|| {
        let mark = string.end - 1..string.end;
        AdviceDraft::new(format!("the string ends at this `{quote}`"))
            .guess()
            .at(mark.clone())
            .also(Some(string.start..string.start + 1), "it begins here")
            .replace(
                mark,
                format!("\\{quote}"),
                format!("within the string, write `\\{quote}`"),
            )
    })
}

pub(super) fn text_of_yaml(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let sign = fault
        .rest()
        .chars()
        .next()
        .filter(|c| matches!(c, '|' | '>'))?;
    let rest = fault.line_from(fault.start + 1).trim();
    let is_place = fault.wanted == Wanted::Object && matches!(rest, "" | "-" | "+");
    (is_place && !fault.dialect.is_line_based()).then(|| {
        AdviceDraft::new(format!(
            "`{sign}` begins a text of several lines in YAML only"
        ))
        .at(fault.start..fault.start + 1)
        .help("write the text between `\"\"\"` and `\"\"\"`")
    })
}

/// The name of a datatype, without a colon that stands for `^^`.
fn datatype_of(word: &str) -> &str {
    let without_colon = word.strip_prefix(':');
    without_colon
        .filter(|name| name.contains(':'))
        .unwrap_or(word)
}

pub(super) fn at_before_datatype(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let before = fault.text_before(1);
    let at = match before.starts_with('@') {
        true if fault.is_joined() => fault.token_before(1)?.start,
        false if fault.rest().starts_with('@') => fault.start,
        _ => return None,
    };
    let string = fault.before.iter().rfind(|token| token.end <= at)?;
    let is_string = fault.text(string).starts_with(['"', '\'']);
    let after = fault.line_from(at + 1);
    let datatype = match after.starts_with('<') {
        true => &after[..after.find('>')? + 1],
        false => word(after),
    };
    let is_datatype = datatype.contains(':');
    (is_string && string.end == at && is_datatype).then(|| {
        AdviceDraft::new("a datatype is introduced by `^^`")
            .guess()
            .at(at..at + 1 + datatype.len())
            .also(Some(string.clone()), "after this literal")
            .replace(
                at..at + 1,
                "^^",
                format!("write `^^{}`", words::short(datatype)),
            )
    })
}

pub(super) fn backslash_before_end(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let string = match fault.is_within_string() {
        true => fault.start..fault.start + fault.line_from(fault.start).len(),
        false => fault.token_before(1).filter(|_| fault.is_joined())?,
    };
    let written = fault.text(&string);
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let escaped = format!("\\{quote}");
    let (before, after) = written.split_once(&escaped)?;
    let at = string.start + before.len();
    // Two of them are around a word.
    let is_one = !after.contains(&escaped);
    // `C:\…` is the path of a folder, which text does not follow.
    let is_of_drive = before.get(2..4) == Some(":\\");
    let is_at_end = match fault.is_within_string() && !is_of_drive {
        true => after
            .chars()
            .all(|c| c.is_whitespace() || ".,;)]}".contains(c)),
        false => after.trim_start().starts_with(['.', ';', ',']),
    };
    // A path has others, which begin escape sequences.
    let is_path = before.contains('\\') && !before.contains("\\\\");
    (is_one && is_at_end).then(|| {
        let place = match is_path {
            true => string.start..at + 1,
            false => at..at + 1,
        };
        let doubled = fault.text(&place).replace('\\', "\\\\");
        AdviceDraft::new(format!("this `{escaped}` does not close the string"))
            .guess()
            .at(at..at + escaped.len())
            .label("a quotation mark within the string")
            .also(Some(string.start..string.start + 1), "it begins here")
            .replace(
                place,
                doubled,
                format!("for a backslash at the end of the string, write two: `\\{escaped}`"),
            )
    })
}

/// Whether the last mark of a string seems to begin the next one, because this one was not closed: `"one , "two"`,
/// `"one ; ex:p "two"`.
fn begins_next(string: &str) -> bool {
    let inner = &string[1..string.len() - 1];
    let before = inner.trim_end_matches([' ', '\t']);
    let is_apart = before.len() < inner.len();
    let (rest, word) = before.rsplit_once(' ').unwrap_or_default();
    let is_predicate = word.contains(':') && rest.trim_end().ends_with(';');
    is_apart && (before.ends_with([',', ';']) || is_predicate)
}

/// Whether a text begins with a sign that a string may have after it.
pub(super) fn may_follow_string(text: &str) -> bool {
    text.starts_with(['.', ';', ',', '@', '^', ')', ']'])
}

/// The string at fault, which begins with three marks, if it ends with one, in the same line.
pub(super) fn opened_by_three(fault: &FaultView<'_>, quote: char) -> Option<AdviceDraft> {
    let marks = quote.to_string().repeat(3);
    let start = fault.start + marks.len();
    let line = fault.line_from(start);
    let end = start + line.find(quote)?;
    if !may_follow_string(fault.around.text[end + 1..].trim_start()) {
        return None;
    }
    let draft = AdviceDraft::new(format!(
        "this string begins with `{marks}`, and ends with `{quote}`"
    ));
    let begin = fault.start..start;
    Some(
        draft
            .at(begin.clone())
            .also(Some(end..end + 1), "it ends here")
            .remedy(
                begin,
                quote.to_string(),
                format!("begin it with one `{quote}`"),
            )
            .remedy(
                end..end + 1,
                marks.as_str(),
                format!("or end it with `{marks}`"),
            ),
    )
}

/// Two marks at each end of a string, as in a cell of CSV.
fn doubled_marks(fault: &FaultView<'_>, empty: Range<usize>, quote: char) -> Option<AdviceDraft> {
    let two = quote.to_string().repeat(2);
    let line = fault.line_from(empty.end);
    let inner = &line[..line.find(&two)?];
    if fault.text(&empty) != two || inner.is_empty() || inner.contains([quote, '\\']) {
        return None;
    }
    let place = empty.start..empty.end + inner.len() + two.len();
    let text = format!("{quote}{inner}{quote}");
    let with_marks = format!("{quote}\\{quote}{inner}\\{quote}{quote}");
    let words = format!(
        "or, with the marks in the text, `{}`",
        words::short(&with_marks)
    );
    let draft = AdviceDraft::new(format!("`{two}` is a string without characters"));
    Some(
        draft
            .at(empty)
            .write(place.clone(), text)
            .remedy(place, with_marks, words),
    )
}

/// Whether a string before the fault, or the one that begins at it, has a string beside it in a list.
fn is_in_list_of_strings(fault: &FaultView<'_>) -> bool {
    let is_string = |token: &str| TermKind::of(token) == Some(TermKind::String);
    let mut after = fault.tokens_after(fault.start);
    let is_before = fault.text_before(2) == "," && is_string(fault.text_before(3));
    let is_after = after.next().is_some_and(is_string) && after.next() == Some(",");
    is_before || is_after
}

pub(super) fn quotation_mark_in_string(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let string = fault.token_before(1).filter(|_| fault.is_joined())?;
    let (written, rest, end) = (fault.text_before(1), fault.rest(), string.end);
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    if begins_next(written) {
        return None;
    }
    if let Some(draft) = doubled_marks(fault, string.clone(), quote) {
        return Some(draft);
    }
    let marks = quote.to_string().repeat(3);
    let escaped = format!("\\{quote}");
    let within = format!("within the string, write `{escaped}`");
    let more = rest.len() - rest.trim_start_matches(quote).len();
    if more > 0 && written.len() >= 6 && written.starts_with(&marks) {
        let help =
            format!("a quotation mark right before the end of a string is written `{escaped}`");
        let draft = AdviceDraft::new(format!("the string ends at the first `{marks}`"))
            .at(end - 3..end)
            .also(Some(end..end + 1), "so this belongs to no string");
        return Some(draft.replace(end - 3..end + more, escaped.repeat(more) + &marks, help));
    }
    if more > 0 {
        // As SQL and CSV have it.
        let title = format!("the string ends at the first of these two `{quote}`");
        let draft = AdviceDraft::new(title).at(end - 1..end + 1);
        let after = rest[more..].trim_start_matches([' ', '\t']);
        let is_end = may_follow_string(after) || after.starts_with(['\n', '\r']);
        let draft = match is_end || !rest[more..].contains(quote) {
            true => draft
                .remedy(end..end + 1, "", "leave one of them out")
                .remedy(end - 1..end, escaped, within),
            false if more == 1 && is_in_list_of_strings(fault) => draft
                .remedy(end..end, ", ", "insert `,`, if these are two strings")
                .remedy(end - 1..end + 1, escaped, within),
            false => draft.remedy(end - 1..end + 1, escaped, within),
        };
        return Some(draft);
    }
    let goes_on = rest.starts_with(char::is_alphanumeric) && fault.line_from(end).contains(quote);
    (goes_on && !written.starts_with(&marks)).then(|| {
        let other = if quote == '"' { '\'' } else { '"' };
        let draft = AdviceDraft::new(format!("the string ends at this `{quote}`"))
            .at(end - 1..end)
            .also(Some(string.start..string.start + 1), "it begins here")
            .replace(end - 1..end, escaped, within);
        match fault.dialect.is_line_based() {
            true => draft,
            false => draft.otherwise(format!(
                "put the string between `{other}` and `{other}`, or between `{marks}` and `{marks}`"
            )),
        }
    })
}
