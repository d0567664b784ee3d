//! Remedies after which the statement is read, where another mistake explains the text as well: the author chooses.
//!
//! Invariant: each kind has its reason, and looks at nothing but the remedy and the text beside it.

use super::fault::FaultView;
use super::prefixes::{self, WELL_KNOWN};
use super::words;
use std::ops::Range;
use turtle_peg::SyntaxErrorKind;
use turtle_peg::diagnosis::{is_of_directive, is_scheme};
use turtle_peg::tokens::Sign;

/// Whether a text in the place of these bytes may not be what the author meant, though nothing else is offered.
pub(super) fn is_doubtful(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    joins_paragraphs(fault, place, text)
        || is_of_one_item(place, text)
        || is_cut_off(fault)
        || makes_datatype(fault, text)
        || is_string_of_name(fault, place, text)
        || escapes_sign(fault, text)
        || quotes_border(fault, place, text)
        || lists_unlike(fault, place, text)
        || redeclares(fault, place, text)
        || swallows_separator(fault, place, text)
        || is_beside_comment(fault, place, text)
        || leaves_out_bracket(fault, place, text)
        || ends_before_indented_line(fault, place, text)
        || makes_iri(fault, place, text)
        || encodes_sign(fault, place, text)
        || joins_words(fault, place, text)
        || is_beside_sign(fault, place, text)
        || exchanges_case(fault, place, text)
        || moves_letter(fault, text)
}

/// Whether a remedy is never certain: where a bracket is not opened, it may be closed once too often; and without `^^` there may be a
/// datatype.
pub(super) fn has_rival(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    text.trim() == Sign::BracketBegin.text() || text.is_empty() && fault.text(place).trim() == "^^"
}

/// Whether a text takes the place of a full stop with an empty line after it: what begins there may have lost its subject.
fn joins_paragraphs(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let stop = Sign::FullStop.text();
    let behind = fault.after(place);
    let gap = &behind[..behind.len() - behind.trim_start().len()];
    let line_ends = gap.replace("\r\n", "\n").matches(['\n', '\r']).count();
    fault.text(place) == stop && text.trim() != stop && line_ends > 1
}

/// Whether a parenthesis is closed right where its fault shows: to have opened it may be the mistake.
fn is_of_one_item(place: &Range<usize>, text: &str) -> bool {
    place.is_empty() && text.trim() == Sign::ParenthesisEnd.text()
}

/// Whether the document ends within a line, and not with a sign that closes something: more of it may be lost.
fn is_cut_off(fault: &FaultView<'_>) -> bool {
    let text = fault.around.text.trim_end_matches([' ', '\t']);
    fault.is_at_end() && !text.ends_with(['\n', '\r', ']', ')', '>', '}'])
}

/// Whether a string gets a datatype that is none elsewhere near: a name behind a string may be a predicate as well.
fn makes_datatype(fault: &FaultView<'_>, text: &str) -> bool {
    text.rsplit_once("\"^^").is_some_and(|(_, datatype)| {
        let is_elsewhere = || fault.around.text.contains(&format!("^^{datatype}"));
        datatype.ends_with(':') || !(words::is_of_xml_schema(datatype) || is_elsewhere())
    })
}

/// Whether a name becomes a string: its prefix may have lost a letter, or be a name without its colon.
fn is_string_of_name(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let name = fault.text(place);
    let is_name = match name.split_once(':') {
        Some((prefix, local)) => {
            local.starts_with(char::is_alphabetic) && prefix.chars().all(char::is_alphanumeric)
        }
        None => has_prefix(fault, name),
    };
    is_name && text == format!("\"{name}\"")
}

/// Whether the text beside a fault has names with a prefix.
fn has_prefix(fault: &FaultView<'_>, prefix: &str) -> bool {
    let name = format!("{prefix}:");
    let text = &fault.around.text;
    let mut names = text.match_indices(&name);
    names.any(|(at, _)| {
        let is_address = text[at + name.len()..].starts_with("//");
        text[..at].ends_with(char::is_whitespace) && !is_address
    })
}

/// Whether a name gets a sign with a backslash that it may have by a slip: names of well-known vocabularies have none, separators stand
/// between names, parentheses come in pairs, and small letters are not set off by an apostrophe. A language tag whose string is lost
/// looks so, too.
fn escapes_sign(fault: &FaultView<'_>, text: &str) -> bool {
    let count = |sign: &str| text.matches(sign).count();
    let has = |sign: &str| count(sign) > 0;
    let namespace = fault.around.namespace.as_deref();
    let is_well_known = || WELL_KNOWN.iter().any(|(_, it)| namespace == Some(it));
    let sets_off = |rest: &str| rest.chars().take_while(|c| c.is_lowercase()).count() > 1;
    let is_slip = || {
        ["\\,", "\\;"].into_iter().any(has)
            || count("\\(") != count("\\)")
            || text.split("\\'").skip(1).any(sets_off)
            || ["\\'", "\\/", "\\.", "\\("].into_iter().any(has) && is_well_known()
    };
    has("\\@") || !text.contains('"') && is_slip()
}

/// Whether a quotation mark becomes part of a string right at the string's beginning, where it may stand twice; or between two strings.
fn quotes_border(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let before = fault.line_up_to(place.start);
    let is_mark = |it: &str| matches!(it, "\"" | "'") && fault.text(place).starts_with(it);
    let is_quoted = text.strip_prefix('\\').is_some_and(is_mark);
    // Who writes `""` for one mark writes it before and after a word.
    let is_odd = || {
        let line = [before, fault.line_from(place.start)].concat();
        line.matches("\"\"").count() % 2 == 1
    };
    is_quoted && (before.trim_end().ends_with(['"', '\'']) || place.len() > 1 && is_odd())
}

/// Whether a comma makes a list of two literals of which one has a language tag: the other may be one too many.
fn lists_unlike(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let is_comma = place.is_empty() && text.trim() == Sign::Comma.text();
    let has_tag = |tag: Option<&str>| tag.is_some_and(|it| it.starts_with('@'));
    let before = || fault.before.iter().rfind(|token| token.end <= place.end);
    let mut after = fault.tokens_after(place.end);
    let is_string = |token: Option<&str>| token.is_some_and(|it| it.starts_with(['"', '\'']));
    is_comma
        && is_string(after.next())
        && has_tag(before().map(|token| fault.text(token))) != has_tag(after.next())
}

/// Whether nothing but a quotation mark is put in.
fn is_mark_put_in(place: &Range<usize>, text: &str) -> bool {
    place.is_empty() && matches!(text, "\"" | "'")
}

/// Whether a text is a bracket or a parenthesis alone.
fn is_bracket(text: &str) -> bool {
    matches!(text, "[" | "]" | "(" | ")")
}

/// Whether the statement at fault was to be a directive.
fn is_in_directive(fault: &FaultView<'_>) -> bool {
    let first = fault.beginning();
    first.is_some_and(|first| is_of_directive(fault.text(&first)))
}

/// Whether a string is closed behind a sign that ends or goes on with statements: the sign may be the statement's.
fn swallows_separator(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let line = fault.line_up_to(place.start);
    let mut signs = [" .", " ;", " ,", " ]"].iter();
    is_mark_put_in(place, text) && signs.any(|sign| line.ends_with(sign))
}

/// Whether what a sign is put in for, or left out for, may be in a comment beside it.
fn is_beside_comment(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let is_of_bracket =
        is_bracket(text.trim()) || text.is_empty() && is_bracket(fault.text(place).trim());
    let begin = fault.beginning().map_or(place.start, |first| first.start);
    let mut lines = fault.around.text[begin.min(place.start)..place.start].lines();
    let is_commented_out = |line: &str| {
        let comment = line.trim_start().strip_prefix('#');
        comment.is_some_and(|it| it.contains(['[', ']', '(', ')']))
    };
    place.is_empty() && fault.after(place).starts_with('#')
        || is_of_bracket && lines.any(is_commented_out)
}

/// Whether a bracket is left out that may stand in another sign's place, since it touches the string before it; or that may close what was
/// opened before the statement, since it is less indented.
fn leaves_out_bracket(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let before = &fault.around.text[..place.start];
    let is_joined = before.ends_with(['"', '\'']);
    let begin = fault.beginning().filter(|_| fault.begins_line(place.start));
    let is_out = begin.is_some_and(|it| fault.column(place.start) < fault.column(it.start));
    text.is_empty() && is_bracket(fault.text(place).trim_end()) && (is_joined || is_out)
}

/// Whether a directive is mended so that it declares a prefix that another line declares: a letter of it may be lost.
fn redeclares(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let declaration = format!("@prefix {text}");
    let mut others = [&fault.around.text[..place.start], fault.after(place)].into_iter();
    text.ends_with(':') && is_in_directive(fault) && others.any(|it| it.contains(&declaration))
}

/// Whether a statement ends before a line that is indented more than its own: the line may go on with it.
fn ends_before_indented_line(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let after = fault.after(place);
    let next = place.end + (after.len() - after.trim_start().len());
    let is_full_stop = place.is_empty() && text.trim() == Sign::FullStop.text();
    let begin = fault
        .beginning()
        .filter(|_| is_full_stop && fault.begins_line(next));
    begin.is_some_and(|begin| fault.column(next) > fault.column(begin.start))
}

/// Whether an IRI is made of what may be a name, or with a character at its end that its `>` may have become: namespaces end with `/` or
/// `#`.
fn makes_iri(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let written = [fault.line_up_to(place.start), text].concat();
    let iri = written.strip_suffix('>').and_then(|it| it.rsplit_once('<'));
    let iri = iri.filter(|(_, iri)| !iri.contains(char::is_whitespace));
    let ends: fn(char) -> bool = match is_in_directive(fault) {
        true => |c| matches!(c, '/' | '#'),
        false => |c| c.is_alphanumeric() || "/#_-=~?".contains(c),
    };
    let seems_unlike = |iri: &str| {
        let scheme = iri.split_once(':').map(|(scheme, _)| scheme);
        let is_name = scheme.is_some_and(|it| !is_scheme(it) && has_prefix(fault, it));
        is_name || !iri.ends_with(ends)
    };
    iri.is_some_and(|(_, iri)| seems_unlike(iri))
}

/// Whether a sign becomes part of an IRI that may have taken the place of another: at its end, or where IRIs have none.
fn encodes_sign(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let is_last = fault.after(place).starts_with('>');
    text == "%5E" || text.starts_with('%') && text.len() == 3 && is_last
}

/// Whether words become one name of which the last ones may be a letter of the name, or none of a well-known vocabulary.
fn joins_words(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let words = fault.text(place);
    let is_joined = words.contains(' ') && words.replace(' ', "_") == text;
    let namespace = words
        .split_once(':')
        .and_then(|(prefix, _)| prefixes::namespace(prefix));
    is_joined && (namespace.is_some() || words.split(' ').any(|word| word.chars().count() < 2))
}

/// Whether a mark goes before or behind a character that may stand in its place.
fn is_beside_sign(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let mut after = fault.after(place).chars();
    let (next, then) = (after.next(), after.next());
    let written = &fault.around.text[..place.start];
    let before = written.trim_end_matches(' ').chars().next_back();
    let closes = fault.is_within_string() || !written.ends_with(char::is_whitespace);
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !".,!?)…%'\\".contains(c);
    let begins_unlike = next.is_some_and(|c| "<>{}[]:;,_^@)/\\".contains(c))
        || next.is_some_and(|c| c.is_ascii_digit()) && then.is_some_and(char::is_alphabetic);
    let is_beside = match closes {
        true => before.is_some_and(is_sign),
        false => begins_unlike,
    };
    is_beside && is_mark_put_in(place, text)
}

/// Whether a name changes places with a string or `a`, and its first letter does not tell a predicate or a class.
fn exchanges_case(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let old = fault.text(place);
    let Some((first, last)) = text.split_once(char::is_whitespace) else {
        return false;
    };
    let last = last.trim_start();
    let is_predicate_by_case = |name: &str| {
        let local = name.split_once(':').map(|(_, local)| local);
        local.is_some_and(|it| it.starts_with(char::is_lowercase))
    };
    let is_unlike = || match first {
        "a" => is_predicate_by_case(last),
        _ => last.starts_with(['"', '\'']) && !is_predicate_by_case(first),
    };
    !last.is_empty() && old.starts_with(last) && old.ends_with(first) && is_unlike()
}

/// Whether a prefix loses a letter at its border that may be of what is beside it, `ex:kind sex:C` for `ex:kinds ex:C`; or gets one with
/// which its name begins, `e:xC` for `ex:C`.
fn moves_letter(fault: &FaultView<'_>, text: &str) -> bool {
    let SyntaxErrorKind::UndeclaredPrefix { prefix, .. } = fault.error.kind() else {
        return false;
    };
    let Some(near) = text.strip_suffix(':') else {
        return false;
    };
    let (at_start, at_end) = (prefix.strip_suffix(near), prefix.strip_prefix(near));
    let is_other = at_start.is_some_and(|letter| !near.starts_with(letter))
        || at_end.is_some_and(|letter| !near.ends_with(letter));
    let lost = near.strip_prefix(prefix.as_str());
    let local = fault.found().split_once(':').map_or("", |(_, local)| local);
    is_other || lost.is_some_and(|letters| local.starts_with(letters))
}
