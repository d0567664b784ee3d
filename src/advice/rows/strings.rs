//! Quotation marks that are others, too many or too few.

use crate::advice::fault::{Fault, Wanted, is_term};
use crate::advice::{Draft, words};

pub(super) fn quotation_marks(fault: &Fault<'_>) -> Option<Draft> {
    let is_mark = |c| matches!(c, '`' | '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»');
    let mark = fault
        .rest()
        .chars()
        .next()
        .filter(|&c| is_mark(c) && fault.is_unexpected())?;
    // In quotation marks, it cannot be seen.
    let shown = match mark {
        '`' => "a backtick".to_owned(),
        mark => format!("`{mark}`"),
    };
    Some(
        Draft::new(format!(
            "{shown} is no quotation mark of {}",
            fault.dialect.title()
        ))
        .at(fault.start..fault.start + mark.len_utf8())
        .help("strings stand between straight quotation marks: `\"…\"`"),
    )
}

/// `Alice"`.
pub(super) fn quotation_mark_missing(fault: &Fault<'_>) -> Option<Draft> {
    let word = fault.word();
    let text = word.strip_suffix('"')?;
    let is_word =
        !text.is_empty() && !text.contains(['"', ':', '\'']) && fault.wanted == Wanted::Object;
    is_word.then(|| {
        Draft::new("the quotation mark at the beginning of this string is missing")
            .at(fault.word_range())
            .help(format!("write `\"{}\"`", words::short(text)))
    })
}

/// `"say "hello" to me"`, `'it's'`.
pub(super) fn quotation_mark_in_string(fault: &Fault<'_>) -> Option<Draft> {
    let string = fault.token_before(1)?;
    let written = fault.text_before(1);
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let is_short = !written.starts_with("\"\"\"") && !written.starts_with("'''");
    let goes_on = fault.rest().starts_with(char::is_alphanumeric)
        && fault.line_from(fault.start).contains(quote);
    (fault.is_joined() && is_short && goes_on && fault.is_unexpected()).then(|| {
        let other = if quote == '"' { '\'' } else { '"' };
        let draft = Draft::new(format!("the string ends at this `{quote}`"))
            .at(string.end - 1..string.end)
            .also(Some(string.start..string.start + 1), "it begins here")
            .help(format!("within the string, write `\\{quote}`"));
        match fault.dialect.is_line_based() {
            true => draft,
            false => draft.help(format!(
                "or put the string between `{other}` and `{other}`, or between `{0}{0}{0}` and `{0}{0}{0}`",
                quote
            )),
        }
    })
}

/// `"""He said "hi""""`: the string is closed by the first three marks in a row.
pub(super) fn quotation_mark_before_end(fault: &Fault<'_>) -> Option<Draft> {
    let string = fault.token_before(1)?;
    let written = fault.text_before(1);
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let marks = quote.to_string().repeat(3);
    let is_long = written.len() >= 6 && written.starts_with(&marks);
    (fault.is_joined() && is_long && fault.rest().starts_with(quote) && fault.is_unexpected()).then(
        || {
            Draft::new(format!("the string ends at the first `{marks}`"))
                .at(string.end - 3..string.end)
                .also(
                    Some(fault.start..fault.start + 1),
                    "so this belongs to no string",
                )
                .help(format!(
                    "a quotation mark right before the end of a string is written `\\{quote}`"
                ))
        },
    )
}

/// `"x"en`, `"5"xsd:integer`, `5 xsd:integer`: what stands between a literal and its language or its datatype is missing.
pub(super) fn suffix_without_sign(fault: &Fault<'_>) -> Option<Draft> {
    let literal = fault.token_before(1)?;
    let written = fault.text_before(1);
    let is_string = written.starts_with(['"', '\'']);
    if !fault.is_after_object() || fault.is_at_end() || !fault.is_unexpected() {
        return None;
    }
    let word = fault.word();
    let is_language =
        matches!(word.len(), 2 | 3) && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_name = words::kind_of(fault.found()) == Some("a name");
    let is_datatype = fault.found().starts_with("xsd:") || (is_name && fault.is_joined());
    let place = fault.word_range();
    if is_string && is_language && fault.is_joined() {
        return Some(
            Draft::new("`@` stands between a string and its language tag")
                .at(place)
                .also(Some(literal), "after this string")
                .help(format!("write `{}@{word}`", words::short(written))),
        );
    }
    let text = match (is_string, words::kind_of(written)) {
        (true, _) => words::short(written),
        (false, Some("a number" | "a boolean")) => format!("\"{}\"", words::short(written)),
        _ => return None,
    };
    // A predicate has an object after it.
    let next = fault.tokens_after(place.end).next();
    let is_predicate = next.is_some_and(is_term);
    (is_datatype && !is_predicate).then(|| {
        Draft::new("`^^` stands between a literal and its datatype")
            .at(place)
            .also(Some(literal), "after this literal")
            .help(format!("write `{text}^^{}`", words::short(word)))
    })
}

/// `"""foo"" .`, and the next string: what was to begin that ended this.
pub(super) fn long_string_ended_late(fault: &Fault<'_>) -> Option<Draft> {
    let string = fault.token_before(1)?;
    let written = fault.text_before(1);
    let is_long = ["\"\"\"", "'''"]
        .iter()
        .any(|marks| written.starts_with(marks));
    let goes_on = fault.is_joined() && fault.rest().starts_with(char::is_alphanumeric);
    let is_late = is_long && goes_on && written.contains(['\n', '\r']) && fault.is_unexpected();
    is_late.then(|| {
        let marks = &written[..3];
        let begin = fault.around.position(string.start);
        Draft::new(format!("the string that begins at {begin} ends here"))
            .at(string.end - 3..string.end)
            .also(Some(string.start..string.start + 3), "it begins here")
            .help(format!(
                "if it was to end before, `{marks}` is missing there"
            ))
    })
}

/// `@en "x"`, `@true`.
pub(super) fn language_tag_alone(fault: &Fault<'_>) -> Option<Draft> {
    let is_tag = words::kind_of(fault.found()) == Some("a language tag") && fault.within.is_empty();
    (is_tag && fault.wanted == Wanted::Object).then(|| {
        Draft::new("a string has to come before a language tag")
            .help(format!("write `\"…\"{}`", words::short(fault.found())))
    })
}

/// `'it''s'`, `"a ""word"""`: doubled, as SQL and CSV have it.
pub(super) fn quotation_mark_doubled(fault: &Fault<'_>) -> Option<Draft> {
    let written = fault.text_before(1);
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let place = fault.token_before(1)?.end;
    let is_doubled = fault.is_joined()
        && written.ends_with(quote)
        && fault.rest().starts_with(quote)
        && fault.is_after_object();
    is_doubled.then(|| {
        Draft::new(format!(
            "the string ends at the first of these two `{quote}`"
        ))
        .at(place - 1..place + 1)
        .help(format!("within the string, write `\\{quote}`"))
    })
}
