//! The mistakes that people make: for each, what its error looks like and what to say of it.
//!
//! The rows are tried in their order. A row looks at the data of the error and at the text around it, and at nothing else.

use super::fault::{Fault, Wanted};
use super::prefixes;
use super::{Draft, words};
use crate::SyntaxErrorKind;

type Row = fn(&Fault<'_>) -> Option<Draft>;

/// What is wrong within a token comes first, then what stands in another's place, then what is missing.
const ROWS: &[Row] = &[
    // What RDF objects to.
    prefixes::undeclared,
    relative_iri,
    surrogate,
    language_tag,
    // Within a token.
    escape,
    string_not_closed,
    iri_not_closed,
    percent_in_name,
    empty_label,
    empty_language_tag,
    colon_missing,
    boolean_in_capitals,
    double_without_exponent,
    sparql,
    quotation_marks,
    quotation_mark_missing,
    bare_word,
    // A token in the place of another.
    underscore_in_language_tag,
    date,
    number_joined,
    address_without_brackets,
    datatype,
    directive_in_capitals,
    full_stop_after_sparql_directive,
    comment_of_another_language,
    path,
    sign_in_local_name,
    label_with_full_stop,
    a_elsewhere,
    variable,
    notation3,
    graph,
    annotation_elsewhere,
    triple_term_elsewhere,
    term_as_predicate,
    literal_as_subject,
    directive_in_lines,
    comma_in_collection,
    closes_nothing,
    ends_nothing,
    // Something is missing.
    led_astray,
    bracket_not_closed,
    graph_not_closed,
    nothing_between,
    object_missing,
    predicate_missing,
    full_stop_missing,
    separator_missing,
];

/// What the first row says that fits.
pub(super) fn advice(fault: &Fault<'_>) -> Option<Draft> {
    ROWS.iter().find_map(|row| row(fault))
}

fn relative_iri(fault: &Fault<'_>) -> Option<Draft> {
    let SyntaxErrorKind::RelativeIri { iri } = fault.error.kind() else {
        return None;
    };
    let draft = Draft::new(format!(
        "the IRI reference <{}> is relative, and there is no base IRI",
        words::short(iri)
    ));
    Some(match fault.dialect.is_line_based() {
        true => draft.help(format!(
            "{} has absolute IRIs only: write it in full",
            fault.dialect.title()
        )),
        false => {
            draft.help("name one with `--base IRI`, or write `@base <IRI> .` at the beginning")
        }
    })
}

fn surrogate(fault: &Fault<'_>) -> Option<Draft> {
    let SyntaxErrorKind::InvalidEscape { escape } = fault.error.kind() else {
        return None;
    };
    let draft = Draft::new(format!("`{escape}` stands for no character"));
    let number = |escape: &str| u32::from_str_radix(escape.get(2..)?, 16).ok();
    let second = fault
        .around
        .text
        .get(fault.around.fault.end..)
        .and_then(|rest| rest.get(..6));
    let pair = match (number(escape), second.and_then(number)) {
        (Some(high @ 0xD800..=0xDBFF), Some(low @ 0xDC00..=0xDFFF)) => {
            Some(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        }
        _ => None,
    };
    Some(match pair {
        Some(character) => draft
            .label("the first half of a surrogate pair of UTF-16")
            .help(format!(
                "write the character itself, or `\\U{character:08X}`"
            )),
        None => draft.help(
            "write the character itself, or `\\U` and its code point in eight hexadecimal digits",
        ),
    })
}

fn language_tag(fault: &Fault<'_>) -> Option<Draft> {
    let SyntaxErrorKind::InvalidLanguageTag { tag, reason } = fault.error.kind() else {
        return None;
    };
    Some(
        Draft::new(format!(
            "`{}` is no well-formed language tag",
            words::short(tag)
        ))
        .label(reason.clone())
        .help("a language tag is a language, and what narrows it down, such as `en` or `de-CH`"),
    )
}

/// `"\d"`, `"C:\Users"`.
fn escape(fault: &Fault<'_>) -> Option<Draft> {
    let SyntaxErrorKind::Unexpected {
        within: Some(_), ..
    } = fault.error.kind()
    else {
        return None;
    };
    if !fault.is_within("STRING") && !fault.is_within("IRI") {
        return None;
    }
    let text = &fault.around.text;
    let place = fault.around.fault.start;
    // The escape goes back no further than its eight digits.
    let backslash = text[fault.start..place].rfind('\\')? + fault.start;
    let begun = &text[backslash..place];
    let end = fault.around.fault.end;
    let (kind, digits) = match begun.get(1..2) {
        None => (None, ""),
        Some(kind @ ("u" | "U")) => (Some(kind), &begun[2..]),
        Some(_) => return None,
    };
    if digits.len() > 7 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let shown = words::short(&text[backslash..end]);
    let is_string = fault.is_within("STRING");
    let draft = match kind {
        Some(kind) => {
            let count = if kind == "u" { "four" } else { "eight" };
            Draft::new(format!(
                "`\\{kind}` has to be followed by {count} hexadecimal digits"
            ))
        }
        None if is_string => Draft::new(format!("`{shown}` is no escape sequence of a string")),
        None => Draft::new(format!("`{shown}` is no escape sequence of an IRI")),
    };
    let draft = draft.at(backslash..end);
    Some(match (is_string, kind) {
        (true, _) => draft
            .help(format!("for a backslash itself, write two: `\\{shown}`"))
            .also(Some(fault.start..fault.start + 1), "in this string"),
        (false, Some(_)) => draft,
        (false, None) => draft.help("in an IRI there are `\\uXXXX` and `\\UXXXXXXXX` only"),
    })
}

fn string_not_closed(fault: &Fault<'_>) -> Option<Draft> {
    if !fault.is_within("STRING") {
        return None;
    }
    let is_long = ["\"\"\"", "'''"]
        .iter()
        .any(|marks| fault.rest().starts_with(marks));
    let quote = fault.rest().chars().next()?;
    let opening = fault.start..fault.start + if is_long { 3 } else { 1 };
    if is_long {
        return fault.is_at_end().then(|| {
            Draft::new("this string is never closed")
                .at(opening)
                .label("it begins here, and the document ends in it")
                .help(format!("close it with `{0}{0}{0}`", quote))
        });
    }
    let is_line_end = fault.is_at_end() || fault.found().starts_with(['\n', '\r']);
    let draft = Draft::new("this string is not closed in its line")
        .at(opening.start..fault.around.fault.start)
        .help(format!("close it with `{quote}`"));
    let other = if quote == '"' { '\'' } else { '"' };
    let is_mixed = fault.line_from(opening.end).contains(other);
    let draft = match is_mixed {
        true => draft.help(format!(
            "it begins with `{quote}`, so `{other}` does not close it"
        )),
        false => draft,
    };
    let draft = match fault.dialect.is_line_based() {
        true => draft.help("a line break in a string is written `\\n`"),
        false => draft.help(format!(
            "a line break is written `\\n`; a text of several lines stands between `{0}{0}{0}` and `{0}{0}{0}`",
            quote
        )),
    };
    is_line_end.then_some(draft)
}

fn iri_not_closed(fault: &Fault<'_>) -> Option<Draft> {
    if !fault.is_within("IRI") || !fault.rest().starts_with('<') {
        return None;
    }
    let opening = fault.start..fault.start + 1;
    let place = fault.around.fault.clone();
    let found = fault.found().chars().next();
    let closes = fault
        .line_from(place.start)
        .find(['<', '>'])
        .filter(|&at| fault.around.text.as_bytes()[place.start + at] == b'>');
    let Some(closing) = closes.filter(|_| !matches!(found, None | Some('<'))) else {
        return Some(
            Draft::new("this IRI is never closed by `>`")
                .at(opening)
                .label("it begins here")
                .also(
                    Some(place).filter(|_| found.is_some()),
                    "an IRI cannot go on with this",
                )
                .help("write `>` where the IRI ends"),
        );
    };
    let whole = fault.start..place.start + closing + 1;
    let (name, remedy) = match found? {
        ' ' => (
            "a space".to_owned(),
            "a space in an IRI is written `%20`".to_owned(),
        ),
        '\t' => (
            "a tab".to_owned(),
            "a tab in an IRI is written `%09`".to_owned(),
        ),
        c => (
            format!("`{c}`"),
            match c.is_ascii() {
                true => format!("in an IRI, it is written `%{:02X}`", u32::from(c)),
                false => "take it out".to_owned(),
            },
        ),
    };
    Some(
        Draft::new(format!("an IRI cannot contain {name}"))
            .also(Some(whole), "in this IRI")
            .help(remedy),
    )
}

/// `ex:100%`.
fn percent_in_name(fault: &Fault<'_>) -> Option<Draft> {
    if !fault.is_within("PNAME_LN") {
        return None;
    }
    let begun = &fault.around.text[fault.start..fault.around.fault.start];
    let percent = begun.rfind('%').filter(|at| begun.len() - at <= 2)? + fault.start;
    Some(
        Draft::new("`%` in a name has to be followed by two hexadecimal digits")
            .at(percent..fault.around.fault.end)
            .help("for the sign itself, write `\\%`"),
    )
}

fn empty_label(fault: &Fault<'_>) -> Option<Draft> {
    let is_empty = &fault.around.text[fault.start..fault.around.fault.start] == "_:";
    (fault.is_within("BLANK_NODE_LABEL") && is_empty).then(|| {
        Draft::new("a blank node label cannot be empty")
            .at(fault.start..fault.start + 2)
            .help("write a label after `_:`, such as `_:b1`; or `[]` for a blank node without one")
    })
}

/// `"x"@`.
fn empty_language_tag(fault: &Fault<'_>) -> Option<Draft> {
    let is_empty = &fault.around.text[fault.start..fault.around.fault.start] == "@";
    let place = match fault.wanted {
        Wanted::Statement => return None,
        _ => fault.start..fault.start + 1,
    };
    (fault.is_within("LANG") && is_empty).then(|| {
        Draft::new("a language tag is missing after `@`")
            .at(place)
            .help("write one, such as `@en`, or leave out the `@`")
    })
}

/// `@prefix ex <http://example.org/> .`
fn colon_missing(fault: &Fault<'_>) -> Option<Draft> {
    let directive = fault
        .text_before(1)
        .trim_start_matches('@')
        .to_ascii_lowercase();
    let word = fault.word();
    let is_prefix =
        directive == "prefix" && fault.is_unexpected() && !word.is_empty() && !word.contains(':');
    is_prefix.then(|| {
        Draft::new(format!("the prefix `{}` has no colon", words::short(word)))
            .at(fault.word_range())
            .help(format!("write `{}:`", words::short(word)))
    })
}

fn boolean_in_capitals(fault: &Fault<'_>) -> Option<Draft> {
    let word = fault.word();
    let lower = word.to_ascii_lowercase();
    let is_boolean = matches!(lower.as_str(), "true" | "false") && lower != word;
    (fault.is_unexpected() && is_boolean).then(|| {
        Draft::new(format!("`{word}` is no boolean"))
            .at(fault.word_range())
            .help(format!(
                "the booleans are `true` and `false`, in lower case: write `{lower}`"
            ))
    })
}

/// `1.e`: the full stop ends the statement.
fn double_without_exponent(fault: &Fault<'_>) -> Option<Draft> {
    if fault.wanted != Wanted::Statement && !fault.is_within("PNAME") {
        return None;
    }
    let line = fault.line_up_to(fault.start);
    let number = line.strip_suffix('.')?;
    let digits = number.len() - number.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let is_exponent = fault.rest().starts_with(['e', 'E']) && digits > 0;
    let start = fault.start - 1 - digits;
    is_exponent.then(|| {
        Draft::new("the exponent of a double cannot be empty")
            .at(start..fault.word_range().end)
            .label("read as a number, and a full stop that ends the statement")
            .help("write digits after the `e`, such as `1.0e0`, or leave it out")
    })
}

fn sparql(fault: &Fault<'_>) -> Option<Draft> {
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
    let is_query = fault.is_unexpected() && KEYWORDS.contains(&word.as_str());
    (is_query && fault.before.is_empty()).then(|| {
        Draft::new(format!(
            "this looks like SPARQL, and the document is read as {}",
            fault.dialect.title()
        ))
        .at(fault.word_range())
        .help("a query is run by an engine for SPARQL; what it gives can be Turtle")
    })
}

fn quotation_marks(fault: &Fault<'_>) -> Option<Draft> {
    let is_mark = |c| matches!(c, '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»');
    let mark = fault
        .rest()
        .chars()
        .next()
        .filter(|&c| is_mark(c) && fault.is_unexpected())?;
    Some(
        Draft::new(format!(
            "`{mark}` is no quotation mark of {}",
            fault.dialect.title()
        ))
        .at(fault.start..fault.start + mark.len_utf8())
        .help("strings stand between straight quotation marks: `\"…\"`"),
    )
}

/// `Alice"`.
fn quotation_mark_missing(fault: &Fault<'_>) -> Option<Draft> {
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

/// A word that is no name, since it has no colon.
fn bare_word(fault: &Fault<'_>) -> Option<Draft> {
    let word = fault.word();
    let is_word = word.chars().next().is_some_and(char::is_alphabetic)
        && !word.contains([':', '"', '\'', '<', '>', '{', '}'])
        && word != "a";
    if !fault.is_unexpected() || !is_word || !(fault.is_within("PNAME") || fault.within.is_empty())
    {
        return None;
    }
    let shown = words::short(word);
    let draft = Draft::new(match fault.wanted {
        Wanted::Object => format!("`{shown}` is neither a name nor a literal"),
        _ => format!("`{shown}` is no name"),
    })
    .at(fault.word_range());
    let names = match fault.dialect.is_line_based() {
        true => {
            format!("an IRI stands between `<` and `>`, such as `<http://example.org/{shown}>`")
        }
        false => format!(
            "a name has a colon, such as `ex:{shown}` or `:{shown}`; an IRI stands between `<` and `>`"
        ),
    };
    Some(match fault.wanted {
        Wanted::Object => draft
            .help(format!(
                "a string stands between quotation marks: `\"{shown}\"`"
            ))
            .help(names),
        Wanted::End | Wanted::Other => return None,
        _ => draft.help(names),
    })
}

/// `"x"@en_US`.
fn underscore_in_language_tag(fault: &Fault<'_>) -> Option<Draft> {
    let tag = fault
        .token_before(1)
        .filter(|_| fault.text_before(1).starts_with('@'))?;
    if !fault.is_joined() || !fault.rest().starts_with('_') {
        return None;
    }
    let written = &fault.around.text[tag.start..fault.word_range().end];
    Some(
        Draft::new("the parts of a language tag are joined by `-`, not by `_`")
            .at(tag.start..fault.word_range().end)
            .help(format!(
                "write `{}`",
                words::short(&written.replace('_', "-"))
            )),
    )
}

/// `1990-01-02`, `12:30`.
fn date(fault: &Fault<'_>) -> Option<Draft> {
    let number = fault.token_before(1)?;
    let is_number = fault
        .text_before(1)
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    if !is_number || !fault.is_joined() {
        return None;
    }
    let written = &fault.around.text[number.start..fault.word_range().end];
    let shape: String = written
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    let datatype = match shape.as_str() {
        "0000-00-00" => "xsd:date",
        "0000-00" => "xsd:gYearMonth",
        "00:00:00" => "xsd:time",
        shape if shape.starts_with("0000-00-00T00:00") => "xsd:dateTime",
        _ => return None,
    };
    Some(
        Draft::new("dates and times are written as strings with a datatype")
            .at(number.start..fault.word_range().end)
            .label("read as numbers")
            .help(format!("write `\"{written}\"^^{datatype}`")),
    )
}

/// `0x1F`, `50%`.
fn number_joined(fault: &Fault<'_>) -> Option<Draft> {
    let number = fault.token_before(1)?;
    if !fault.is_joined()
        || words::kind_of(fault.text_before(1)) != Some("a number")
        || fault.wanted != Wanted::End
    {
        return None;
    }
    let whole = number.start..fault.word_range().end.max(fault.around.fault.end);
    let written = words::short(&fault.around.text[whole.clone()]);
    Some(
        Draft::new(format!("`{written}` is no number"))
            .at(whole)
            .label(format!("the number ends after `{}`", words::short(fault.text_before(1))))
            .help(format!(
                "numbers have decimal digits, such as `42`, `1.5` and `1.0e9`; what is none is a string: `\"{written}\"`"
            )),
    )
}

/// `http://example.org/` and no `<` before it.
fn address_without_brackets(fault: &Fault<'_>) -> Option<Draft> {
    let scheme = match (fault.text_before(1), fault.rest().starts_with("//")) {
        (before, true) if fault.is_joined() && before.ends_with(':') => {
            fault.token_before(1)?.start
        }
        _ if fault.wanted == Wanted::Iri && fault.word().contains("://") => fault.start,
        _ => return None,
    };
    let rest = &fault.around.text[scheme..];
    let end = rest
        .find(|c: char| c.is_whitespace() || matches!(c, ';' | '>' | '"'))
        .unwrap_or(rest.len());
    let written = rest[..end].trim_end_matches(['.', ',']);
    Some(
        Draft::new("an IRI stands between `<` and `>`")
            .at(scheme..scheme + written.len())
            .help(format!("write `<{}>`", words::short(written))),
    )
}

/// `"x"^^` and no IRI.
fn datatype(fault: &Fault<'_>) -> Option<Draft> {
    let marks = fault
        .token_before(1)
        .filter(|_| fault.text_before(1) == "^^")?;
    let draft =
        Draft::new("the IRI of a datatype has to follow `^^`").also(Some(marks), "after this");
    let found = fault.found();
    let inner = found.trim_matches(['"', '\'']);
    Some(
        match found.starts_with(['"', '\'']) && inner.contains(':') {
            true if inner.contains("://") => draft.help(format!(
                "write `<{}>`, without quotation marks",
                words::short(inner)
            )),
            true => draft.help(format!(
                "write `{}`, without quotation marks",
                words::short(inner)
            )),
            false => draft.help("write a datatype such as `xsd:integer`, or leave out `^^`"),
        },
    )
}

/// `@PREFIX`, `@Base`.
fn directive_in_capitals(fault: &Fault<'_>) -> Option<Draft> {
    let name = fault.found().strip_prefix('@')?;
    let lower = name.to_ascii_lowercase();
    let is_directive = matches!(lower.as_str(), "prefix" | "base" | "version") && lower != name;
    (is_directive && fault.wanted == Wanted::Statement).then(|| {
        Draft::new(format!("`@{name}` is no directive")).help(format!(
            "write `@{lower}`, in lower case, with a full stop at the end; or `{}`, without the `@` and the full stop",
            lower.to_ascii_uppercase()
        ))
    })
}

/// `PREFIX ex: <x:> .`
fn full_stop_after_sparql_directive(fault: &Fault<'_>) -> Option<Draft> {
    if fault.found() != "." || fault.wanted != Wanted::Statement || !fault.before.is_empty() {
        return None;
    }
    let line = fault.line_up_to(fault.start);
    let begins = line.trim_start();
    let keyword = begins.split_whitespace().next()?;
    let upper = keyword.to_ascii_uppercase();
    if !matches!(upper.as_str(), "PREFIX" | "BASE" | "VERSION") {
        return None;
    }
    let start = fault.start - begins.len();
    Some(
        Draft::new(format!("`{keyword}` takes no full stop"))
            .also(
                Some(start..start + keyword.len()),
                "this directive ends with its line",
            )
            .help(format!(
                "leave out the full stop, or write `@{}`, which takes one",
                upper.to_ascii_lowercase()
            )),
    )
}

/// `// …`, `/* … */`, `-- …`, `% …`.
fn comment_of_another_language(fault: &Fault<'_>) -> Option<Draft> {
    let is_comment = ["//", "/*", "--", "<!--", ";;"]
        .iter()
        .any(|begin| fault.rest().starts_with(begin));
    (fault.is_unexpected() && is_comment && !fault.is_joined()).then(|| {
        Draft::new("comments begin with `#`")
            .at(fault.start..fault.start + 2)
            .help("write `#` before each line of the comment")
    })
}

/// `ex:knows/ex:name`.
fn path(fault: &Fault<'_>) -> Option<Draft> {
    let sign = fault
        .rest()
        .chars()
        .next()
        .filter(|c| matches!(c, '/' | '|'))?;
    let next = fault.word().get(1..).unwrap_or_default();
    let is_path = fault.is_joined() && next.contains(':') && fault.wanted == Wanted::Object;
    is_path.then(|| {
        Draft::new("paths are SPARQL, and RDF has none")
            .at(fault.start..fault.start + sign.len_utf8())
            .help(format!(
                "write a statement for each step; or, if the `{sign}` is part of the name, `\\{sign}`"
            ))
    })
}

/// `ex:people/alice`.
fn sign_in_local_name(fault: &Fault<'_>) -> Option<Draft> {
    const ESCAPED: &str = "~!$&'()*+,;=/?#@%";
    let name = fault.token_before(1)?;
    let written = fault.text_before(1);
    let is_name = written.contains(':') && !written.starts_with(['<', '"', '\'', '_']);
    let sign = fault
        .rest()
        .chars()
        .next()
        .filter(|&c| ESCAPED.contains(c))?;
    (is_name && fault.is_joined()).then(|| {
        let end = fault.word_range().end.max(fault.start + 1);
        Draft::new(format!("`{sign}` in a local name is written `\\{sign}`"))
            .at(fault.start..fault.start + sign.len_utf8())
            .also(Some(name.clone()), "this name ends before it")
            .help(match end - fault.start {
                0 | 1 => "or write the IRI in full".to_owned(),
                _ => format!(
                    "write `{written}\\{}`, or the IRI in full",
                    words::short(&fault.around.text[fault.start..end])
                ),
            })
    })
}

/// `_:b1.`
fn label_with_full_stop(fault: &Fault<'_>) -> Option<Draft> {
    let label = fault.token_before(1)?;
    let written = fault.text_before(1);
    (written.starts_with("_:")
        && fault.is_joined()
        && fault.found() == "."
        && fault.wanted == Wanted::Predicate)
        .then(|| {
            Draft::new("a blank node label cannot end with a full stop")
                .also(
                    Some(label),
                    "the label ends here, and so would the statement",
                )
                .help(format!("write `{written}`, and a predicate after it"))
        })
}

fn a_elsewhere(fault: &Fault<'_>) -> Option<Draft> {
    let draft = Draft::new("`a` can only be a predicate")
        .at(fault.word_range())
        .help("it is short for the IRI <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>: elsewhere, write that, or `rdf:type`");
    let is_place = matches!(
        fault.wanted,
        Wanted::Statement | Wanted::Object | Wanted::Subject
    );
    (fault.is_unexpected() && fault.word() == "a" && is_place).then_some(draft)
}

fn variable(fault: &Fault<'_>) -> Option<Draft> {
    let mut rest = fault.rest().chars();
    let is_variable =
        matches!(rest.next(), Some('?' | '$')) && rest.next().is_some_and(char::is_alphabetic);
    (fault.is_unexpected() && is_variable).then(|| {
        Draft::new("variables are SPARQL, and RDF has none")
            .at(fault.word_range())
            .help("write an IRI, or a blank node such as `_:b1`")
    })
}

/// What Notation3 has.
fn notation3(fault: &Fault<'_>) -> Option<Draft> {
    let rest = fault.rest();
    let (sign, remedy) = match fault.wanted {
        Wanted::Predicate if rest.starts_with("=>") => ("=>", "rules are Notation3; RDF has none"),
        Wanted::Predicate if rest.starts_with("<=") => ("<=", "rules are Notation3; RDF has none"),
        Wanted::Predicate if rest.starts_with('=') => ("=", "write `owl:sameAs`, if that is meant"),
        _ if rest.starts_with('^') && !rest.starts_with("^^") => (
            "^",
            "paths are Notation3 and SPARQL: write the statement the other way round",
        ),
        _ => return None,
    };
    fault.is_unexpected().then(|| {
        Draft::new(format!(
            "`{sign}` is Notation3, and the document is read as {}",
            fault.dialect.title()
        ))
        .at(fault.start..fault.start + sign.len())
        .help(remedy)
    })
}

/// `{` in a language without graphs.
fn graph(fault: &Fault<'_>) -> Option<Draft> {
    let is_place = matches!(
        fault.wanted,
        Wanted::Statement | Wanted::Predicate | Wanted::Object | Wanted::Subject
    );
    (fault.found() == "{" && is_place && !fault.dialect.has_named_graphs()).then(|| {
        Draft::new(format!(
            "{} has no graphs between `{{` and `}}`",
            fault.dialect.title()
        ))
        .help("TriG has graphs, and Notation3 has formulas, written like this")
        .ask_others()
    })
}

fn annotation_elsewhere(fault: &Fault<'_>) -> Option<Draft> {
    let is_mark = matches!(fault.found(), "{|" | "~") && fault.wanted != Wanted::End;
    is_mark.then(|| {
        Draft::new("annotations stand after an object, and nowhere else")
            .help("write a predicate and an object before it: `subject predicate object {| … |}`")
    })
}

fn triple_term_elsewhere(fault: &Fault<'_>) -> Option<Draft> {
    let is_place = matches!(
        fault.wanted,
        Wanted::Statement | Wanted::Subject | Wanted::Predicate
    );
    (fault.found() == "<<(" && is_place).then(|| {
        let draft = Draft::new("a triple term can only be an object").label("not here");
        match fault.dialect.is_line_based() {
            true => draft,
            false => draft.help("to speak of a triple, write a reified triple: `<< … >>`"),
        }
    })
}

fn term_as_predicate(fault: &Fault<'_>) -> Option<Draft> {
    if fault.wanted != Wanted::Predicate {
        return None;
    }
    let what = words::kind_of(fault.found())?;
    let is_term = matches!(
        what,
        "a string"
            | "a number"
            | "a boolean"
            | "a blank node"
            | "a collection"
            | "a triple term"
            | "a reified triple"
    );
    is_term.then(|| {
        let what = if matches!(what, "a string" | "a number" | "a boolean") {
            "a literal"
        } else {
            what
        };
        Draft::new(format!("{what} cannot be a predicate"))
            .label(words::predicate(fault.dialect))
            .also(fault.token_before(1), "of this subject")
    })
}

fn literal_as_subject(fault: &Fault<'_>) -> Option<Draft> {
    let what = words::kind_of(fault.found())?;
    let is_literal = matches!(what, "a string" | "a number" | "a boolean");
    let is_place = matches!(fault.wanted, Wanted::Statement | Wanted::Subject);
    (is_literal && is_place).then(|| {
        Draft::new("a literal cannot be a subject").help("a subject is an IRI or a blank node")
    })
}

fn directive_in_lines(fault: &Fault<'_>) -> Option<Draft> {
    let word = fault.word().trim_start_matches('@').to_ascii_lowercase();
    let is_directive = matches!(word.as_str(), "prefix" | "base") && fault.before.is_empty();
    (fault.is_unexpected() && is_directive && fault.dialect.is_line_based()).then(|| {
        Draft::new(format!(
            "{} has no prefixes and no base",
            fault.dialect.title()
        ))
        .at(fault.word_range())
        .ask_others()
    })
}

/// `(1, 2)`.
fn comma_in_collection(fault: &Fault<'_>) -> Option<Draft> {
    let (open, _) = fault.open_bracket().filter(|(_, closes)| *closes == ")")?;
    (fault.found() == "," && fault.expects("')'")).then(|| {
        Draft::new("the members of a collection stand next to one another, without commas")
            .also(Some(open), "in this collection")
            .help("leave out the comma")
    })
}

/// A closing bracket, and none that is open.
fn closes_nothing(fault: &Fault<'_>) -> Option<Draft> {
    let closes = matches!(fault.found(), ")" | "]" | "}" | "|}" | ">>" | ")>>");
    (closes && fault.around.statement.is_some() && fault.open_bracket().is_none()).then(|| {
        Draft::new(format!("this `{}` closes nothing", fault.found()))
            .help("leave it out, or open it before")
    })
}

/// `.` or `;` where a statement has to begin.
fn ends_nothing(fault: &Fault<'_>) -> Option<Draft> {
    let is_sign = matches!(fault.found(), "." | ";" | ",");
    (is_sign
        && matches!(fault.wanted, Wanted::Statement | Wanted::Subject)
        && fault.before.is_empty())
    .then(|| {
        Draft::new(format!(
            "there is no statement before this `{}`",
            fault.found()
        ))
        .help(
            "leave it out; or, if the statement before goes on here, take out the `.` that ends it",
        )
    })
}

/// A `;` or `,` where a full stop was meant: what begins the next statement was read as something else.
fn led_astray(fault: &Fault<'_>) -> Option<Draft> {
    if fault.wanted != Wanted::End || fault.is_at_end() {
        return None;
    }
    let (separator, was) = match (fault.text_before(3), fault.text_before(2)) {
        (";", _) => (fault.token_before(3)?, (2, "predicate")),
        (_, ",") => (fault.token_before(2)?, (1, "object")),
        _ => return None,
    };
    let (number, role) = was;
    let read = fault.token_before(number)?;
    if !fault.has_line_end(separator.end..read.start) || fault.has_line_end(read.end..fault.start) {
        return None;
    }
    let sign = &fault.around.text[separator.clone()];
    let place = fault.around.position(separator.start);
    Some(
        Draft::new(format!(
            "the `{sign}` at {place} goes on with the statement, and this does not fit"
        ))
        .label(words::END)
        .also(Some(read), format!("read as another {role}"))
        .also(Some(separator), "because of this")
        .help(format!(
            "if a new statement begins here, end the one before with `.` instead of `{sign}`"
        )),
    )
}

fn bracket_not_closed(fault: &Fault<'_>) -> Option<Draft> {
    let (open, closes) = fault.open_bracket()?;
    let sign = &fault.around.text[open.clone()];
    let is_expected =
        fault.expects(&format!("'{closes}'")) || fault.expects(&format!("\"{closes}\""));
    let ends =
        fault.is_at_end() || matches!(fault.found(), "." | ")" | "]" | "}" | "|}" | ">>" | ")>>");
    let begins_line = fault.line_up_to(fault.start).is_empty() && fault.wanted == Wanted::Other;
    (fault.is_unexpected() && is_expected && (ends || begins_line)).then(|| {
        Draft::new(format!("this `{sign}` is not closed"))
            .at(open)
            .also(
                Some(fault.around.fault.clone()),
                match fault.is_at_end() {
                    true => format!("the document ends without `{closes}`"),
                    false => format!("`{closes}` has to come before this"),
                },
            )
            .help(format!("close it with `{closes}`"))
    })
}

/// A graph of TriG is read part by part: where it began is not there any more.
fn graph_not_closed(fault: &Fault<'_>) -> Option<Draft> {
    (fault.is_at_end() && fault.expects("'}'")).then(|| {
        Draft::new("the graph is not closed")
            .label("the document ends in it")
            .help("close it with `}`")
    })
}

/// A comma or a semicolon, and nothing after it.
fn nothing_between(fault: &Fault<'_>) -> Option<Draft> {
    let comma = fault
        .token_before(1)
        .filter(|_| fault.text_before(1) == ",")?;
    (fault.wanted == Wanted::Object && words::kind_of(fault.found()).is_none()).then(|| {
        Draft::new("an object has to follow the comma")
            .at(comma)
            .also(Some(fault.around.fault.clone()), "but this does")
            .help("write another object, or leave out the comma")
    })
}

fn object_missing(fault: &Fault<'_>) -> Option<Draft> {
    let ends = fault.is_at_end()
        || matches!(
            fault.found(),
            "." | ";" | "," | "]" | "}" | "|}" | ">>" | ")>>" | "\n"
        );
    (fault.wanted == Wanted::Object && ends && !fault.expects("')'")).then(|| {
        Draft::new("an object is missing")
            .label(words::object(fault.dialect))
            .also(fault.token_before(1), "of this predicate")
    })
}

fn predicate_missing(fault: &Fault<'_>) -> Option<Draft> {
    let ends = fault.is_at_end() || matches!(fault.found(), "." | ";" | "," | "]" | "\n");
    (fault.wanted == Wanted::Predicate && ends && !fault.before.is_empty()).then(|| {
        Draft::new("a predicate and an object are missing")
            .label(words::predicate(fault.dialect))
            .also(fault.token_before(1), "of this subject")
    })
}

fn full_stop_missing(fault: &Fault<'_>) -> Option<Draft> {
    if fault.wanted != Wanted::End {
        return None;
    }
    let last = fault.token_before(1)?;
    let is_new_line = fault.has_line_end(last.end..fault.start);
    let is_line_end = fault.dialect.is_line_based() && fault.found().starts_with(['\n', '\r']);
    let is_directive = fault
        .beginning()
        .is_some_and(|first| fault.around.text[first].starts_with('@'));
    if !(fault.is_at_end() || is_new_line || is_line_end || is_directive) {
        return None;
    }
    // What stands further to the right than the statement's beginning belongs to it, more likely than not.
    let column = |place: usize| fault.line_up_to(place).chars().count();
    let goes_on = is_new_line
        && fault
            .beginning()
            .is_some_and(|first| column(fault.start) > column(first.start));
    let title = match (is_directive, goes_on) {
        (true, _) => "the directive has no full stop at its end",
        (false, true) => "`;` or `.` is missing after this object",
        (false, false) => "the statement has no full stop at its end",
    };
    let after = fault.line_from(last.end);
    let comment = after
        .find('#')
        .filter(|&at| after[..at].trim().is_empty() && after[at..].trim_end().ends_with('.'));
    let draft = Draft::new(title)
        .at(last.end..last.end)
        .label(if goes_on {
            "`;` or `.` is missing here"
        } else {
            "`.` is missing here"
        })
        .also(
            fault
                .beginning()
                .filter(|first| fault.has_line_end(first.start..last.end)),
            "the statement begins here",
        )
        .also(
            comment.map(|at| last.end + at..last.end + after.trim_end().len()),
            "the full stop here is part of a comment",
        )
        .also(
            Some(fault.around.fault.clone()).filter(|_| is_new_line && !fault.is_at_end()),
            match goes_on {
                true => "another predicate seems to begin here",
                false => "a new statement seems to begin here",
            },
        );
    Some(
        match (comment, is_directive || fault.dialect.is_line_based()) {
            (Some(_), _) => draft
                .help("a comment goes to the end of its line: write the full stop before the `#`"),
            (None, true) => draft.help("end it with `.`"),
            (None, false) if goes_on => {
                draft.help("go on with `;` and another predicate, or end the statement with `.`")
            }
            (None, false) => {
                draft.help("end the statement with `.`, or go on with `;` and another predicate")
            }
        },
    )
}

/// Two terms side by side, and what the second is cannot be told.
fn separator_missing(fault: &Fault<'_>) -> Option<Draft> {
    let is_term = words::kind_of(fault.found()).is_some();
    (fault.wanted == Wanted::End && is_term && !fault.dialect.is_line_based()).then(|| {
        Draft::new("`;`, `,` or `.` is missing before this")
            .also(fault.token_before(1), "after this")
            .help("write `;` before another predicate, `,` before another object, `.` before another statement")
            .ask_others()
    })
}
