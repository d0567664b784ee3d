//! Faults within a token, and text that is not a token at all.

use super::names::iri_in_full;
use super::strings::{may_follow_string, opened_by_three};
use crate::fault::{FaultView, Wanted, is_term};
use crate::formats::element;
use crate::words::BYTE_ORDER_MARK;
use crate::{AdviceDraft, words};
use oxiri::IriRef;
use std::ops::Range;
use turtle_peg::diagnosis;
use turtle_peg::tokens::{NamedToken, TokenKind, TokenSort};

pub(super) fn escape(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_string = fault.is_within_string();
    if !is_string && !fault.is_within(TokenSort::Iri) {
        return None;
    }
    let text = &fault.around.text;
    let place = fault.around.fault.start;
    // The escape goes back no further than its eight digits.
    let backslash = fault.begun_text().rfind('\\')? + fault.start;
    let before = &text[fault.start..backslash];
    let is_escaped = (before.len() - before.trim_end_matches('\\').len()) % 2 == 1;
    if is_escaped {
        return None;
    }
    let begun = &text[backslash..place];
    let (kind, digits) = match begun.get(1..2) {
        None => (None, ""),
        Some(kind @ ("u" | "U")) => (Some(kind), &begun[2..]),
        Some(_) => return None,
    };
    if digits.len() > 7 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    // The character that closes the string or the IRI does not belong to the escape.
    let closes = fault.found().starts_with(['"', '\'', '>', '\n', '\r']);
    let end = match kind.is_some() && closes {
        true => place,
        false => fault.around.fault.end,
    };
    let shown = words::short(&text[backslash..end]);
    let what = if is_string { "a string" } else { "an IRI" };
    let title = match kind {
        Some("u") => "`\\u` has to be followed by four hexadecimal digits".to_owned(),
        Some(_) => "`\\U` has to be followed by eight hexadecimal digits".to_owned(),
        None if fault.is_at_end() || fault.is_at_line_end() => return None,
        None => format!("`{shown}` is not an escape sequence of {what}"),
    };
    let draft = AdviceDraft::new(title).at(backslash..end);
    if let Some((length, code)) = kind.and_then(|_| in_braces(&text[backslash + 2..])) {
        let place = backslash..backslash + 2 + length;
        return Some(
            draft
                .at(place.clone())
                .write(place, format!("\\U{code:08X}")),
        );
    }
    let help = format!("for a backslash itself, write two: `\\{shown}`");
    let draft = match is_string.then(|| string_with_backslashes(fault)).flatten() {
        Some((place, text)) => {
            let help = format!(
                "for backslashes themselves, write two each: `{}`",
                words::short(&text)
            );
            draft.replace(place, text, help)
        }
        None => draft,
    };
    Some(match (is_string, kind) {
        (true, _) => draft
            .replace(backslash..backslash + 1, "\\\\", help)
            .also(Some(fault.start..fault.start + 1), "in this string"),
        (false, Some(_)) => draft.help("in an IRI there is no other backslash; a path has `/`"),
        (false, None) => draft.help("in an IRI there are `\\uXXXX` and `\\UXXXXXXXX` only"),
    })
}

/// The string at fault with each backslash doubled, if it has several, and its end is in the same line.
fn string_with_backslashes(fault: &FaultView<'_>) -> Option<(Range<usize>, String)> {
    let line = fault.line_from(fault.start);
    let quote = line
        .chars()
        .next()
        .filter(|_| !fault.begins_long_string())?;
    let mut is_escaped = false;
    let mut backslashes = 0;
    let is_end = |c: char| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        backslashes += usize::from(is_escaped);
        is_end
    };
    let end = 1 + line[1..].find(is_end)?;
    // A backslash that is doubled, or before a mark, was meant as such.
    let is_meant = ["\\\\", "\\\"", "\\'"]
        .iter()
        .any(|it| line[..end].contains(it));
    let text = line[..=end].replace('\\', "\\\\");
    (backslashes > 1 && !is_meant).then_some((fault.start..fault.start + end + 1, text))
}

/// A space of another kind, or an invisible one: text from web pages and word processors has them.
pub(super) fn white_space(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let c = fault.rest().chars().next()?;
    let name = match c {
        '\u{A0}' => " (no-break space)",
        '\u{AD}' => " (soft hyphen)",
        '\u{200B}' => " (zero width space)",
        '\u{2060}' => " (word joiner)",
        BYTE_ORDER_MARK => " (byte order mark)",
        c if c.is_whitespace() && !c.is_ascii() => "",
        _ => return None,
    };
    let (place, shown) = (
        fault.start..fault.start + c.len_utf8(),
        format!("U+{:04X}{name}", u32::from(c)),
    );
    if c == BYTE_ORDER_MARK {
        let title = format!("{shown} is only allowed at the beginning of a document");
        let help = "leave it out; have files been joined here?";
        return Some(AdviceDraft::new(title).replace(place, "", help));
    }
    let rest = fault.rest();
    let length = rest.len() - rest.trim_start_matches(c).len();
    let title = format!("{shown} is not white space of {}", fault.dialect.title());
    let is_digit = |c: char| c.is_ascii_digit();
    if fault.around.text[..fault.start].ends_with(is_digit) && rest[length..].starts_with(is_digit)
    {
        let draft = AdviceDraft::new(title).at(place);
        return Some(
            draft.help("leave it out within a number, and write an ordinary space between two"),
        );
    }
    Some(AdviceDraft::new(title).at(place).replace(
        fault.start..fault.start + length,
        " ".repeat(length / c.len_utf8()),
        "write an ordinary space, or take it out; an editor may show it as one",
    ))
}

/// `{1F600}`, as other languages write a code point: how long that is, and which.
fn in_braces(text: &str) -> Option<(usize, u32)> {
    let (digits, _) = text.strip_prefix('{')?.split_once('}')?;
    let code = u32::from_str_radix(digits, 16).ok()?;
    char::from_u32(code)?;
    Some((digits.len() + 2, code))
}

pub(super) fn cut_off(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let what = match fault.rest().chars().next()? {
        '"' | '\'' if fault.is_within_string() => "a string",
        '<' if fault.is_within(TokenSort::Iri) => "an IRI",
        _ => return None,
    };
    (fault.is_at_end() && !fault.begins_long_string()).then(|| {
        AdviceDraft::new(format!("the document ends within {what}"))
            .at(fault.start..fault.start + 1)
            .label("it begins here")
            .cut_off(fault)
    })
}

pub(super) fn string_not_closed(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let quote = fault
        .rest()
        .chars()
        .next()
        .filter(|_| fault.is_within_string())?;
    // Nobody writes a string right after another: a mark is one too many.
    if fault.is_joined() && fault.text_before(1).ends_with(quote) {
        return None;
    }
    let marks = quote.to_string().repeat(3);
    if fault.begins_long_string() {
        if let Some(draft) = opened_by_three(fault, quote).filter(|_| fault.is_at_end()) {
            return Some(draft);
        }
        return fault.is_at_end().then(|| {
            AdviceDraft::new("this string is never closed")
                .at(fault.start..fault.start + 3)
                .label("it begins here, and the document ends in it")
                .otherwise(format!("close it with `{marks}`"))
        });
    }
    let draft = AdviceDraft::new("this string is not closed before the end of the line")
        .at(fault.start..fault.around.fault.start);
    if let Some(place) = string_of_lines(fault, quote).filter(|_| fault.is_at_line_end()) {
        let inner = &fault.around.text[place.start + 1..place.end - 1];
        let (text, how) = match fault.dialect.is_line_based() {
            true => {
                let inner = inner.replace("\r\n", "\\r\\n");
                let inner = inner.replace('\n', "\\n").replace('\r', "\\r");
                let how = "write `\\n` for the line break".to_owned();
                (format!("{quote}{inner}{quote}"), how)
            }
            false => {
                let how = format!("write it between `{marks}` and `{marks}`");
                ([&marks, inner, &marks].concat(), how)
            }
        };
        let words = format!("if it goes on in the next line, {how}");
        return Some(draft.remedy(place, text, words));
    }
    let draft = draft.otherwise(format!("close it with `{quote}`"));
    let other = if quote == '"' { '\'' } else { '"' };
    let draft = match fault.line_from(fault.start + 1).contains(other) {
        true => draft.otherwise(format!(
            "it begins with `{quote}`, so `{other}` does not close it"
        )),
        false => draft,
    };
    let draft = match fault.dialect.is_line_based() {
        true => draft.otherwise("a line break in a string is written `\\n`"),
        false => draft.otherwise(format!(
            "a line break is written `\\n`; a text of several lines is written between `{marks}` and `{marks}`"
        )),
    };
    (fault.is_at_end() || fault.is_at_line_end()).then_some(draft)
}

/// The string with the lines that it goes on in, if one of the next ends it, and a separator follows.
fn string_of_lines(fault: &FaultView<'_>, quote: char) -> Option<Range<usize>> {
    let inner = &fault.around.text[fault.start + 1..];
    let end = inner.find(quote)?;
    let after = inner[end + 1..].trim_start_matches([' ', '\t']);
    let is_end = may_follow_string(after);
    let ends_statement =
        |line: &str| line.trim_end().ends_with([';', ',']) || line.trim_end().ends_with(" .");
    let is_text = !inner[..end].contains('\\')
        && !inner[..end].contains("\n\n")
        && !inner[..end].lines().any(ends_statement);
    (is_end && is_text).then_some(fault.start..fault.start + end + 2)
}

pub(super) fn iri_not_closed(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    // A comment of XML, a rule of Notation3.
    let is_other = ["<!--", "<= "]
        .iter()
        .any(|it| fault.rest().starts_with(it));
    if !fault.is_within(TokenSort::Iri) || !fault.rest().starts_with('<') || is_other {
        return None;
    }
    let place = fault.around.fault.clone();
    let found = fault.found().chars().next();
    let rest = fault.line_from(place.start);
    let closes = rest
        .find(['<', '>'])
        .filter(|&at| rest[at..].starts_with('>'));
    let Some(closing) = closes.filter(|_| !matches!(found, None | Some('<'))) else {
        let place = Some(place).filter(|_| found.is_some());
        return Some(
            AdviceDraft::new("this IRI is never closed by `>`")
                .at(fault.start..fault.start + 1)
                .label("it begins here")
                .also(place, "not allowed in an IRI")
                .otherwise("write `>` where the IRI ends"),
        );
    };
    if let Some(element) = element(fault.line_from(fault.start)) {
        let draft = AdviceDraft::new(format!("`{}` is XML", words::short(element)));
        let place = fault.start..fault.start + element.len();
        let help = "convert RDF/XML to Turtle first; an IRI has no spaces";
        return Some(draft.at(place).help(help));
    }
    let whole = fault.start..place.start + closing + 1;
    let inner = &fault.around.text[whole.start + 1..whole.end - 1];
    let trimmed = inner.trim();
    if trimmed != inner && !trimmed.is_empty() && !trimmed.contains([' ', '\t']) {
        return Some(
            AdviceDraft::new("spaces are not allowed after `<` and before `>`")
                .at(place)
                .also(Some(whole.clone()), "in this IRI")
                .write(whole, format!("<{trimmed}>")),
        );
    }
    let c = found?;
    let name = match c {
        ' ' => "a space".to_owned(),
        '\t' => "a tab".to_owned(),
        c => format!("`{c}`"),
    };
    let draft = AdviceDraft::new(format!("an IRI cannot contain {name}"));
    let draft = draft.at(place).also(Some(whole.clone()), "in this IRI");
    // What looks like the rest of a statement is not encoded.
    let is_iri = ![" . ", " ; ", " , "]
        .iter()
        .any(|sign| inner.contains(sign));
    let Some(encoded) = encoded(inner).filter(|_| is_iri) else {
        return Some(draft.otherwise("leave it out"));
    };
    Some(match c {
        ' ' | '\t' => {
            let words = format!("{name} in an IRI is written `%{:02X}`", u32::from(c));
            draft.remedy(whole, format!("<{encoded}>"), words)
        }
        c if c.is_ascii() => {
            let words = format!("in an IRI, it is written `%{:02X}`", u32::from(c));
            draft.remedy(whole, format!("<{encoded}>"), words)
        }
        _ => draft.otherwise("take it out"),
    })
}

/// An IRI reference with the characters that none can have percent-encoded; `None` if it is none: schemes and ports take no such
/// encoding.
fn encoded(text: &str) -> Option<String> {
    let mut encoded = String::new();
    for c in text.chars() {
        match c {
            '\0'..=' ' | '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => {
                encoded.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c => encoded.push(c),
        }
    }
    IriRef::parse(encoded.as_str()).is_ok().then_some(encoded)
}

pub(super) fn percent_in_name(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if !fault.is_within(TokenSort::Name) {
        return None;
    }
    let begun = fault.begun_text();
    let percent = begun.rfind('%').filter(|at| begun.len() - at <= 2)? + fault.start;
    Some(
        AdviceDraft::new("`%` in a name has to be followed by two hexadecimal digits")
            .at(percent..fault.around.fault.end)
            .replace(
                percent..percent + 1,
                "%25",
                "for the sign itself, write `%25`",
            ),
    )
}

pub(super) fn colon_missing(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let directive = fault
        .text_before(1)
        .trim_start_matches('@')
        .to_ascii_lowercase();
    let word = fault.word();
    let is_prefix =
        directive == "prefix" && word.starts_with(char::is_alphabetic) && !word.contains(':');
    let place = fault.word_range();
    let rest = fault.line_from(place.end);
    let after_blanks = rest.trim_start_matches([' ', '\t']);
    let sign = [":=", ":", "="]
        .into_iter()
        .find(|sign| after_blanks.starts_with(sign));
    let end = place.end + sign.map_or(0, |sign| rest.len() - after_blanks.len() + sign.len());
    let shown = words::short(word);
    let second = crate::fault::word(after_blanks);
    if is_prefix && is_end_of_prefix(second) && after_blanks.len() < rest.len() {
        let whole = place.start..place.end + rest.len() - after_blanks.len() + second.len();
        let text = format!("{word}_{second}");
        let help = format!("write `{}`, and in names, too", words::short(&text));
        let draft = AdviceDraft::new("a space is not allowed in a prefix");
        return Some(draft.replace(whole, text, help));
    }
    is_prefix.then(|| {
        let title = match sign {
            Some(":") => {
                format!("a space is not allowed between the prefix `{shown}` and its colon")
            }
            Some(sign) => format!("a prefix ends with `:`, not with `{sign}`"),
            None => format!("the prefix `{shown}` has no colon"),
        };
        AdviceDraft::new(title).replace(
            place.start..end,
            format!("{word}:"),
            format!("write `{shown}:`"),
        )
    })
}

/// Whether a word may be the rest of a prefix, with its colon.
fn is_end_of_prefix(word: &str) -> bool {
    let letters = word.strip_suffix(':').unwrap_or_default();
    !letters.is_empty() && letters.chars().all(char::is_alphanumeric)
}

pub(super) fn sparql(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    const KEYWORDS: [&str; 9] = [
        "SELECT",
        "CONSTRUCT",
        "ASK",
        "DESCRIBE",
        "INSERT",
        "DELETE",
        "WHERE",
        "FILTER",
        "LOAD",
    ];
    let word = fault.word().to_ascii_uppercase();
    let is_query = KEYWORDS.contains(&word.as_str());
    (is_query && fault.before.is_empty()).then(|| {
        AdviceDraft::new(format!(
            "this looks like SPARQL, and the document is read as {}",
            fault.dialect.title()
        ))
        .at(fault.word_range())
        .help("a query is run by an engine for SPARQL; what it gives can be Turtle")
        .other_language()
    })
}

pub(super) fn sign_in_name(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let sign = fault.rest().chars().next()?;
    let help = match sign {
        '{' if fault.is_after_object() || fault.wanted == Wanted::Object => {
            "write the IRI in full, with `%7B` for `{` and `%7D` for `}`"
        }
        sign if !sign.is_ascii() => "write the IRI in full",
        _ => return None,
    };
    fault.follows_name().then(|| {
        let draft = AdviceDraft::new(format!("a local name cannot have `{sign}` in it"))
            .at(fault.start..fault.start + sign.len_utf8())
            .also(fault.token_before(1), "this name ends before it");
        match iri_in_full(fault) {
            Some((place, iri)) => draft.write(place, iri),
            None => draft.help(help),
        }
    })
}

pub(super) fn brackets_of_triple(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    const KINDS: [([&str; 2], [&str; 2], &str); 3] = [
        (["<(", ")>"], ["<<(", ")>>"], "a triple term"),
        (["<<<", ">>>"], ["<<", ">>"], "a reified triple"),
        (["< ", " >"], ["<<", ">>"], "a reified triple"),
    ];
    let has_more = fault.text_before(1) == "<<" && fault.is_joined();
    let start = match fault.token_before(1) {
        Some(opens) if has_more => opens.start,
        _ => fault.start,
    };
    let line = fault.line_from(start);
    let (inner, [opens, closes], what, length) =
        KINDS
            .into_iter()
            .find_map(|([begin, end], brackets, what)| {
                let (inner, _) = line.strip_prefix(begin)?.split_once(end)?;
                let length = begin.len() + inner.len() + end.len();
                Some((inner.trim(), brackets, what, length))
            })?;
    let mut terms = diagnosis::tokens(fault.dialect, inner, 0).map(|token| &inner[token]);
    let is_triple = [(); 3].iter().all(|()| terms.next().is_some_and(is_term));
    let is_alone = terms.next().is_none();
    (fault.is_within(TokenSort::Iri) && is_triple && is_alone).then(|| {
        AdviceDraft::new(format!("{what} needs `{opens}` and `{closes}` around it"))
            .guess()
            .replace(
                start..start + length,
                format!("{opens} {inner} {closes}"),
                format!("write `{opens} … {closes}`"),
            )
    })
}

pub(super) fn empty_language_tag(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_empty = fault.begun_text() == "@";
    let place = match fault.wanted {
        Wanted::Statement => return None,
        _ => fault.start..fault.start + 1,
    };
    (fault.is_within(TokenSort::LanguageTag) && is_empty).then(|| {
        let draft = AdviceDraft::new("a language tag is missing after `@`").at(place.clone());
        let after = fault.after(&place).trim_start();
        let string = fault.ranges_after(place.end).next();
        let string = string.filter(|it| it.start == place.end && after.starts_with(['"', '\'']));
        if let Some(string) = string {
            let tag = fault.around.text[string.clone()].trim_matches(['"', '\'']);
            let help = format!("write `@{}`, without quotation marks", words::short(tag));
            return draft.replace(place.start..string.end, format!("@{tag}"), help);
        }
        if let Some(length) = language_apart(fault.after(&place)) {
            let end = place.end + length;
            let tag = fault.around.text[place.end..end].trim_start();
            let draft = AdviceDraft::new("a space is not allowed between `@` and the language");
            return draft.write(place.start..end, format!("@{tag}"));
        }
        // Without the `@`, the literal and the text after it have to go together.
        let is_last =
            after.is_empty() || after.starts_with(['.', ';', ',', ']', ')', '}', '|', '{', '~']);
        draft.help(match is_last {
            true => "write one, such as `@en`, or leave out the `@`",
            false => "write one, such as `@en`",
        })
    })
}

/// How long a language tag is with the spaces before it, if a text begins with these, and a separator follows.
fn language_apart(text: &str) -> Option<usize> {
    let after_blanks = text.trim_start_matches(' ');
    let is_of_tag = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let length = after_blanks.find(|c| !is_of_tag(c))?;
    let (tag, after) = after_blanks.split_at(length);
    let is_tag = tag.len() > 1 && oxilangtag::LanguageTag::parse(tag).is_ok();
    let is_end = after.trim_start().starts_with(['.', ';', ',', ']', ')']);
    (is_tag && is_end && after_blanks.len() < text.len())
        .then(|| text.len() - after_blanks.len() + length)
}

pub(super) fn bare_word(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (word, place) = (fault.word(), fault.word_range());
    let is_name_begun = fault.is_within(TokenSort::Name);
    let is_word = (word.starts_with(char::is_alphabetic) || (is_name_begun && !word.is_empty()))
        && !word.contains([':', '"', '\'', '<', '>', '{', '}', '`'])
        && !matches!(word, "a" | "true" | "false");
    // A keyword is as far as it goes a word, too.
    let is_keyword = |token: &NamedToken| matches!(token.kind(), TokenKind::Keyword(_));
    if !is_word || !(is_name_begun || fault.within.iter().all(is_keyword)) {
        return None;
    }
    // A space splits a name.
    if fault.text_before(1).ends_with(':')
        && fault.line_up_to(fault.start).trim_end().ends_with(':')
    {
        return None;
    }
    let shown = words::short(word);
    let is_line_based = fault.dialect.is_line_based();
    let title = match fault.wanted {
        Wanted::Object => format!("`{shown}` is neither a name nor a literal"),
        Wanted::End if fault.text_before(1) != "~" => return None,
        Wanted::Other => return None,
        _ if is_line_based => format!("`{shown}` is not an IRI"),
        _ => format!("`{shown}` is not a prefixed name"),
    };
    let draft = AdviceDraft::new(title).at(place.clone()).yields();
    if let Some(prefix) = prefix_before_full_stop(fault, word) {
        let colon = place.start + prefix.len();
        let local = &word[prefix.len() + 1..];
        let words = format!("write `{prefix}:{}`", words::short(local));
        return Some(draft.remedy(colon..colon + 1, ":", words));
    }
    // A class is not a string.
    let draft = match fault.wanted == Wanted::Object && fault.text_before(1) != "a" {
        true => draft.replace(
            place.clone(),
            format!("\"{word}\""),
            format!("a string needs quotation marks: `\"{shown}\"`"),
        ),
        false => draft,
    };
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_host = |host: (&str, &str)| host.1.contains('.');
    let scheme = match word.chars().all(is_of_name) {
        true if word.starts_with("www.") => "http://",
        true => {
            return Some(draft.otherwise(match is_line_based {
                true => format!("an IRI needs `<` and `>` around it, such as `<http://example.org/{shown}>`"),
                false => format!("a name has a colon, such as `ex:{shown}` or `:{shown}`; an IRI needs `<` and `>` around it"),
            }));
        }
        false if word.split_once('@').is_some_and(is_host) => "mailto:",
        false => return Some(draft),
    };
    Some(draft.replace(
        place,
        format!("<{scheme}{word}>"),
        format!("if an IRI is meant, write `<{scheme}{shown}>`"),
    ))
}

/// The prefix that a word begins with, if the text uses it, and a full stop is where its colon should be.
fn prefix_before_full_stop<'w>(fault: &FaultView<'_>, word: &'w str) -> Option<&'w str> {
    let (prefix, local) = word.split_once('.')?;
    let is_used = !prefix.is_empty() && fault.around.text.contains(&format!(" {prefix}:"));
    (is_used && local.starts_with(char::is_alphabetic)).then_some(prefix)
}
