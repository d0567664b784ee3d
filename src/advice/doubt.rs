//! Remedies after which the statement is read, where another mistake explains the text as well: the author chooses.
//!
//! Invariant: each kind has its reason, and looks at nothing but the remedy and the text beside it.

use super::fault::FaultView;
use super::prefixes::WELL_KNOWN;
use super::words;
use crate::SyntaxErrorKind;
use crate::tokens::Sign;
use std::ops::Range;

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
        || makes_iri(fault, text)
        || gains_letter(fault, text)
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

/// Whether a name gets a sign with a backslash that it may have by a slip: the names of well-known vocabularies have none, and
/// parentheses come in pairs. A language tag whose string is lost looks so, too.
fn escapes_sign(fault: &FaultView<'_>, text: &str) -> bool {
    let count = |sign: &str| text.matches(sign).count();
    let namespace = fault.around.namespace.as_deref();
    let is_well_known = || WELL_KNOWN.iter().any(|(_, it)| namespace == Some(it));
    let escapes = |sign| matches!(sign, "\\(" | "\\)" | "\\'" | "\\/" | "\\.");
    let is_of_name = !text.contains('"');
    let is_well_known_name = || {
        is_of_name
            && (1..text.len()).any(|at| text.get(at - 1..=at).is_some_and(escapes))
            && is_well_known()
    };
    count("\\@") > 0 || is_of_name && count("\\(") != count("\\)") || is_well_known_name()
}

/// Whether a quotation mark becomes part of a string right at the string's beginning, where it may stand twice; or between two strings.
fn quotes_border(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let before = fault.line_up_to(place.start);
    let is_quoted = text
        .strip_prefix('\\')
        .is_some_and(|it| fault.text(place).starts_with(it));
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
    let before = || {
        fault
            .before
            .iter()
            .rev()
            .find(|token| token.end <= place.end)
    };
    let mut after = fault
        .ranges_after(place.end)
        .map(|token| fault.text(&token));
    let is_string = |token: Option<&str>| token.is_some_and(|it| it.starts_with(['"', '\'']));
    is_comma
        && is_string(after.next())
        && has_tag(before().map(|token| fault.text(token))) != has_tag(after.next())
}

/// Whether a string is closed behind a sign that ends or goes on with statements: the sign may be the statement's.
fn swallows_separator(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let line = fault.line_up_to(place.start);
    let is_mark = place.is_empty() && matches!(text, "\"" | "'");
    is_mark
        && [" .", " ;", " ,", " ]"]
            .iter()
            .any(|sign| line.ends_with(sign))
}

/// Whether what a sign is put in for, or left out for, may be in a comment beside it.
fn is_beside_comment(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let bracket = |text: &str| matches!(text.trim(), "[" | "]" | "(" | ")");
    let is_bracket = bracket(text) || text.is_empty() && bracket(fault.text(place));
    let begin = fault.beginning().map_or(place.start, |first| first.start);
    let mut lines = fault.around.text[begin.min(place.start)..place.start].lines();
    let is_commented_out = |line: &str| {
        let comment = line.trim_start().strip_prefix('#');
        comment.is_some_and(|it| it.contains(['[', ']', '(', ')']))
    };
    place.is_empty() && fault.after(place).starts_with('#')
        || is_bracket && lines.any(is_commented_out)
}

/// Whether a bracket is left out that may stand in another sign's place, since it touches what is before it; or that may close what was
/// opened before the statement, since it is less indented.
fn leaves_out_bracket(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let before = &fault.around.text[..place.start];
    let is_apart = before.ends_with(|c: char| c.is_whitespace() || "])}[({;,.".contains(c));
    let is_bracket = matches!(fault.text(place).trim(), "[" | "]" | "(" | ")");
    let begin = fault.beginning().filter(|_| fault.begins_line(place.start));
    let is_out = begin.is_some_and(|it| fault.column(place.start) < fault.column(it.start));
    text.is_empty() && is_bracket && (!is_apart || is_out)
}

/// Whether a directive is mended so that it declares a prefix that another line declares: a letter of it may be lost.
fn redeclares(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let declaration = format!("@prefix {text}");
    let text_of_others = [
        &fault.around.text[..place.start],
        &fault.around.text[place.end..],
    ];
    text.ends_with(':') && text_of_others.iter().any(|it| it.contains(&declaration))
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

/// Whether an IRI is made of what may be a name, or with a sign at its end that its `>` may have become.
fn makes_iri(fault: &FaultView<'_>, text: &str) -> bool {
    let iri = text.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    iri.is_some_and(|iri| {
        let scheme = iri.split_once(':').map(|(scheme, _)| scheme);
        scheme.is_some_and(|it| has_prefix(fault, it))
            || iri.ends_with(|c: char| !c.is_alphanumeric() && !"/#:_-=~?".contains(c))
    })
}

/// Whether a prefix loses a letter at its border that may be of what is beside it: `ex:kind sex:C` may be `ex:kinds ex:C`.
fn gains_letter(fault: &FaultView<'_>, text: &str) -> bool {
    let SyntaxErrorKind::UndeclaredPrefix { prefix, .. } = fault.error.kind() else {
        return false;
    };
    let near = text.trim_end_matches(':');
    let at_start = || {
        prefix
            .strip_suffix(near)
            .map(|letter| near.starts_with(letter))
    };
    let at_end = || {
        prefix
            .strip_prefix(near)
            .map(|letter| near.ends_with(letter))
    };
    let is_doubled = at_start().or_else(at_end);
    text.ends_with(':') && !fault.begins_line(fault.start) && is_doubled == Some(false)
}
