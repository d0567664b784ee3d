//! Marks put in where a piece is not a token: those that begin or end a string, an IRI, a language tag or a name.

use super::edit::{Edit, PUT_IN, QUOTATION_MARK, SIGN_TOO_MANY, is_separator, quoted};
use super::near::{BEFORE, Vicinity};
use crate::fault::{address, is_term};
use crate::prefixes::WELL_KNOWN;
use crate::words::short;
use turtle_peg::tokens::Sign;

/// Marks that begin or end a string, an IRI, a language tag or a name, where a piece is not a token.
pub(super) fn marks(near: &Vicinity<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let is_word = |index: usize| {
        near.pieces
            .get(index)
            .is_some_and(|piece| !piece.is_token())
    };
    if !(near.at..near.at + 3).any(is_word) {
        return edits;
    }
    quotation_marks(near, &mut edits);
    for index in near.at.saturating_sub(1)..=near.at {
        if !is_word(index) && !is_word(index + 1) {
            continue;
        }
        edits.extend(closed_by_another(near, index));
        brackets_of_iri(near, index, &mut edits);
        let written = near.written(index);
        if written == "^" {
            edits.push(put_in(near, index, 0, "^", PUT_IN));
        }
        if is_word(index) && !written.contains(':') {
            colons(near, index, &mut edits);
        }
    }
    edits
}

/// A mark put into a piece, so many bytes behind its beginning.
fn put_in(near: &Vicinity<'_>, index: usize, offset: usize, mark: &str, cost: u32) -> Edit {
    let written = near.written(index);
    let at = near.place(index).start + offset;
    let words = match mark {
        "<" => format!("insert `<` before `{}`", short(address(&near.text[at..]))),
        mark => {
            let what = [&written[..offset], mark, &written[offset..]].concat();
            format!("write `{}`, with `{mark}`", short(&what))
        }
    };
    Edit::new(at..at, mark, words, cost)
}

/// The brackets of an IRI that are missing.
fn brackets_of_iri(near: &Vicinity<'_>, index: usize, edits: &mut Vec<Edit>) {
    let written = near.written(index);
    let Some(iri) = written.strip_prefix('<') else {
        if is_address(&near.text[near.place(index).start..]) {
            edits.push(put_in(near, index, 0, "<", PUT_IN));
        }
        return;
    };
    let inner = iri.trim_end_matches(['.', ';', ',']);
    // In `< 5`, the sign is an operator.
    let is_reference =
        inner.contains([':', '/', '#', '?']) || inner.starts_with(|c: char| c.is_alphabetic());
    if is_reference {
        edits.push(put_in(near, index, 1 + iri.len(), ">", PUT_IN + 2));
        if inner.len() < iri.len() {
            edits.push(put_in(near, index, 1 + inner.len(), ">", PUT_IN));
        }
    }
}

/// The colon of a word that may be a label or a name.
fn colons(near: &Vicinity<'_>, index: usize, edits: &mut Vec<Edit>) {
    let written = near.written(index);
    let is_well_known = |prefix: &str| WELL_KNOWN.iter().any(|(known, _)| *known == prefix);
    if written.starts_with('_') {
        edits.push(put_in(near, index, 1, ":", PUT_IN));
    }
    for (prefix, uses) in near.prefixes() {
        if written.len() > prefix.len() && written.starts_with(prefix) && !is_well_known(written) {
            // Any word begins with the empty prefix.
            let is_likely = (!prefix.is_empty() || uses > 2) && !written.contains('.');
            let cost = PUT_IN + if is_likely { 0 } else { 8 };
            edits.push(put_in(near, index, prefix.len(), ":", cost));
        }
    }
    let keyword = index
        .checked_sub(1)
        .map_or("", |before| near.written(before));
    if keyword.eq_ignore_ascii_case("prefix") || keyword == "@prefix" {
        edits.push(put_in(near, index, written.len(), ":", PUT_IN));
    }
    // `foaf.name`
    if let Some((prefix, local)) = written.split_once('.')
        && !prefix.is_empty()
        && (near.has_prefix(prefix) || is_well_known(prefix))
    {
        let words = format!("write `{prefix}:{}`", short(local));
        let place = near.place(index).start + prefix.len();
        edits.push(Edit::new(place..place + 1, ":", words, PUT_IN));
    }
}

/// `>` for another sign that closes an IRI.
fn closed_by_another(near: &Vicinity<'_>, index: usize) -> Option<Edit> {
    let iri = near.written(index).trim_end_matches(['.', ';', ',']);
    let last = iri.chars().next_back();
    let other = last.filter(|c| iri.starts_with('<') && CLOSING.contains(c))?;
    let end = near.place(index).start + iri.len();
    let words = format!("close the IRI with `>` instead of `{other}`");
    let place = end - other.len_utf8()..end;
    Some(Edit::new(place, ">", words, PUT_IN - 3))
}

/// Whether a text begins with an IRI whose first bracket is missing.
fn is_address(text: &str) -> bool {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    let Some((address, "" | "." | ";" | ",")) = word.split_once('>') else {
        return false;
    };
    let is_absolute =
        address.contains("//") || ["urn:", "mailto:"].iter().any(|it| address.starts_with(it));
    let is_relative = !address.contains(':')
        && address.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '#'))
        && address.ends_with(char::is_alphanumeric);
    is_absolute || is_relative
}

/// Signs that an IRI may be closed with by mistake.
const CLOSING: [char; 7] = ['"', '\'', ')', ']', '}', '›', '»'];
/// The cost of a first mark that has a separator between it and the fault.
const APART: u32 = 10;
/// Marks that a string may be closed with by mistake.
const OTHER_MARKS: [char; 9] = ['"', '\'', '`', '´', '’', '”', '“', '‘', '»'];

/// A quotation mark before a piece, or where a string may end.
fn quotation_marks(near: &Vicinity<'_>, edits: &mut Vec<Edit>) {
    for mark in ["\"", "'"] {
        opening_marks(near, mark, edits);
    }
    for index in near.at.saturating_sub(BEFORE)..=near.at {
        let written = near.written(index);
        let Some(mark) = ["\"", "'"]
            .into_iter()
            .find(|mark| written.starts_with(mark))
        else {
            continue;
        };
        edits.extend(mark_too_many(near, index, mark));
        let two = mark.repeat(2);
        if written.starts_with(&two) && written != two {
            marks_that_end_long_string(near, index, mark, edits);
            continue;
        }
        // The first mark of a long string has two only.
        if written == two {
            let words = format!("write `{two}{mark}`: a long string begins with three");
            edits.push(put(near.place(index).start, mark, words, PUT_IN));
        }
        closing_marks(near, index, mark, edits);
    }
}

fn put(place: usize, mark: &str, words: String, cost: u32) -> Edit {
    Edit::new(place..place, mark, words, cost)
}

/// A first mark before one of the pieces before the fault, if the line goes on with such a mark.
fn opening_marks(near: &Vicinity<'_>, mark: &str, edits: &mut Vec<Edit>) {
    let at = near.at;
    let line_end = |place: usize| place + near.line_from(place).len();
    let fault = near.place(at).start;
    let end = line_end(fault);
    if !near.text[fault..end].contains(mark) {
        return;
    }
    for index in at.saturating_sub(3)..=at {
        let place = near.place(index);
        let written = near.written(index);
        if line_end(place.start) != end
            || Sign::of(written).is_some()
            || written.starts_with(['"', '\''])
        {
            continue;
        }
        let next = quoted(near, index);
        let words = format!("insert `{mark}` before {next}");
        let title = format!("the opening quotation mark is missing before {next}");
        // A separator between would be in the string.
        let is_far = (index..at).any(|index| is_separator(near.written(index)));
        let cost = PUT_IN + (at - index) as u32 + if is_far { APART } else { 0 };
        edits.push(put(place.start, mark, words, cost).titled(QUOTATION_MARK, title));
    }
}

/// Without the mark behind a term, which is complete without it.
fn mark_too_many(near: &Vicinity<'_>, index: usize, mark: &str) -> Option<Edit> {
    let last = near.written(index.checked_sub(1)?);
    if !near.gap(index).is_empty() || !(is_term(last) || last.starts_with('@')) {
        return None;
    }
    let words = format!("leave out the `{mark}` after `{}`", short(last));
    let title = format!("`{mark}` is not allowed after `{}`", short(last));
    let start = near.place(index).start;
    Some(Edit::new(start..start + 1, "", words, PUT_IN - 2).titled(SIGN_TOO_MANY, title))
}

/// The third mark at the end of a long string, where two are.
fn marks_that_end_long_string(
    near: &Vicinity<'_>,
    index: usize,
    mark: &str,
    edits: &mut Vec<Edit>,
) {
    let two = mark.repeat(2);
    let begin = near.place(index).start + 3;
    let ends = near.text[begin..].match_indices(&two).take(4);
    edits.extend(ends.map(|(end, _)| {
        let words = format!("write `{two}{mark}`: a long string ends with three");
        put(begin + end, mark, words, PUT_IN)
    }));
}

/// The mark at the places of the line where a string may end.
fn closing_marks(near: &Vicinity<'_>, index: usize, mark: &str, edits: &mut Vec<Edit>) {
    let start = near.place(index).start;
    let line = near.line_from(start);
    let inside = line.char_indices().skip(1);
    let ends = inside.filter(|&(end, c)| {
        let is_end = matches!(c, '.' | ';' | ',' | '@' | '^' | ')' | ']' | ' ');
        is_end && may_end(&line[..end], &line[end..])
    });
    let ends: Vec<usize> = ends
        .map(|(end, _)| end)
        .chain([line.trim_end().len()])
        .collect();
    // The places at the end of the line are likelier, and few are tried.
    for end in ends.into_iter().rev().take(8) {
        let rest = line[end..].trim();
        let is_last = rest
            .chars()
            .all(|c| matches!(c, '.' | ';' | ',' | ']' | ')' | ' '));
        let words = match rest {
            "" => format!("close the string with `{mark}`"),
            rest => format!("close the string with `{mark}`, before `{}`", short(rest)),
        };
        let cost = match rest.starts_with(['@', '^']) {
            _ if goes_on(near, after_suffix(rest)) => 2,
            true => PUT_IN - 3,
            false => PUT_IN + if is_last { 0 } else { 6 },
        };
        let end = start + end;
        let last = near.text[..end].chars().next_back();
        if let Some(other) = last.filter(|c| OTHER_MARKS.contains(c)) {
            let words = format!("close the string with `{mark}` instead of `{other}`");
            let place = end - other.len_utf8()..end;
            edits.push(Edit::new(place, mark, words, cost.saturating_sub(3)));
        }
        edits.push(put(end, mark, words, cost));
    }
}

/// The text after a language tag or a datatype that it begins with.
fn after_suffix(text: &str) -> &str {
    let is_end = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | ')' | ']');
    match text.starts_with(['@', '^']) {
        true => text[text.find(is_end).unwrap_or(text.len())..].trim_start(),
        false => text,
    }
}

/// Whether this goes on with a statement after an object, by a name or a mark that text would not have.
fn goes_on(near: &Vicinity<'_>, rest: &str) -> bool {
    let Some(next) = rest.strip_prefix([';', ',']).map(str::trim_start) else {
        return false;
    };
    let prefix = next.split_once(':').map(|(prefix, _)| prefix);
    next.starts_with(['"', '<']) || prefix.is_some_and(|prefix| near.has_prefix(prefix))
}

/// Whether a language tag ends there, which would not be in the string.
fn ends_with_tag(text: &str) -> bool {
    text.rsplit_once('@').is_some_and(|(_, tag)| {
        let language = tag.split('-').next().unwrap_or_default();
        let is_of_tag = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        matches!(language.len(), 2 | 3) && tag.bytes().all(is_of_tag)
    })
}

/// Whether a string may end between these two.
fn may_end(before: &str, after: &str) -> bool {
    // Three full stops are text.
    let is_in_dots = before.ends_with('.') && after.starts_with('.');
    if before.ends_with([' ', '\t']) || ends_with_tag(before) || is_in_dots {
        return false;
    }
    match after.trim_start_matches([' ', '\t']).chars().next() {
        Some('^') => after.starts_with("^^"),
        Some('@') => after.starts_with('@'),
        next => next.is_some_and(|c| matches!(c, '.' | ';' | ',' | ')' | ']')),
    }
}
