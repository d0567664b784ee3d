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
    let at = near.at;
    let first = at.saturating_sub(1);
    for index in first..=at {
        let (place, written) = (near.place(index), near.written(index));
        if !is_word(index) && !is_word(index + 1) {
            continue;
        }
        edits.extend(closed_by_another(near, index));
        let mut put = |offset: usize, mark: &str, cost: u32| {
            let at = place.start + offset;
            let what = [&written[..offset], mark, &written[offset..]].concat();
            let words = match mark {
                "<" => format!("insert `<` before `{}`", short(address(&near.text[at..]))),
                mark => format!("write `{}`, with `{mark}`", short(&what)),
            };
            edits.push(Edit::new(at..at, mark, words, cost));
        };
        if let Some(iri) = written.strip_prefix('<') {
            let inner = iri.trim_end_matches(['.', ';', ',']);
            // In `< 5`, the sign is an operator.
            let is_reference = inner.contains([':', '/', '#', '?'])
                || inner.starts_with(|c: char| c.is_alphabetic());
            if is_reference {
                put(1 + iri.len(), ">", PUT_IN + 2);
            }
            if inner.len() < iri.len() && is_reference {
                put(1 + inner.len(), ">", PUT_IN);
            }
        }
        if !written.starts_with('<') && is_address(&near.text[place.start..]) {
            put(0, "<", PUT_IN);
        }
        if written == "^" {
            put(0, "^", PUT_IN);
        }
        if !is_word(index) || written.contains(':') {
            continue;
        }
        if written.starts_with('_') {
            put(1, ":", PUT_IN);
        }
        let is_prefix = WELL_KNOWN.iter().any(|(known, _)| *known == written);
        for (prefix, uses) in near.prefixes() {
            if written.len() > prefix.len() && written.starts_with(prefix) && !is_prefix {
                // Any word begins with the empty prefix.
                let is_likely = (!prefix.is_empty() || uses > 2) && !written.contains('.');
                put(prefix.len(), ":", PUT_IN + if is_likely { 0 } else { 8 });
            }
        }
        let keyword = index
            .checked_sub(1)
            .map_or("", |before| near.written(before));
        if keyword.eq_ignore_ascii_case("prefix") || keyword == "@prefix" {
            put(written.len(), ":", PUT_IN);
        }
        // `foaf.name`
        let stop = written.find('.').unwrap_or_default();
        let (prefix, local) = (&written[..stop], &written[stop..]);
        let is_known =
            || near.has_prefix(prefix) || WELL_KNOWN.iter().any(|(known, _)| *known == prefix);
        if stop > 0 && is_known() {
            let words = format!("write `{prefix}:{}`", short(&local[1..]));
            let place = place.start + stop..place.start + stop + 1;
            edits.push(Edit::new(place, ":", words, PUT_IN));
        }
    }
    edits
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
    let at = near.at;
    let line_end = |place: usize| place + near.line_from(place).len();
    let put = |place: usize, mark: &str, words: String, cost: u32| {
        Edit::new(place..place, mark, words, cost)
    };
    let fault = near.place(at).start;
    let end = line_end(fault);
    for mark in ["\"", "'"] {
        let is_there = near.text[fault..end].contains(mark);
        for index in (at.saturating_sub(3)..=at).filter(|_| is_there) {
            let place = near.place(index);
            let written = near.written(index);
            if line_end(place.start) == end
                && Sign::of(written).is_none()
                && !written.starts_with(['"', '\''])
            {
                let next = quoted(near, index);
                let words = format!("insert `{mark}` before {next}");
                let title = format!("the opening quotation mark is missing before {next}");
                // A separator between would be in the string.
                let is_far = (index..at).any(|index| is_separator(near.written(index)));
                let cost = PUT_IN + (at - index) as u32 + if is_far { APART } else { 0 };
                edits.push(put(place.start, mark, words, cost).titled(QUOTATION_MARK, title));
            }
        }
    }
    for index in at.saturating_sub(BEFORE)..=at {
        let (place, written) = (near.place(index), near.written(index));
        let Some(mark) = written.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            continue;
        };
        let mark = mark.to_string();
        // One behind a term, which is complete without it.
        let last = index.checked_sub(1).map_or("", |last| near.written(last));
        if near.gap(index).is_empty() && (is_term(last) || last.starts_with('@')) {
            let words = format!("leave out the `{mark}` after `{}`", short(last));
            let title = format!("`{mark}` is not allowed after `{}`", short(last));
            let place = place.start..place.start + 1;
            edits.push(Edit::new(place, "", words, PUT_IN - 2).titled(SIGN_TOO_MANY, title));
        }
        // The first or the last mark of a long string has two only.
        let two = mark.repeat(2);
        if written == two {
            let words = format!("write `{two}{mark}`: a long string begins with three");
            edits.push(put(place.start, &mark, words, PUT_IN));
        }
        if written.starts_with(&two) && written != two {
            let inside = &near.text[place.start + 3..];
            let ends = inside.match_indices(&two).take(4);
            edits.extend(ends.map(|(end, _)| {
                let words = format!("write `{two}{mark}`: a long string ends with three");
                put(place.start + 3 + end, &mark, words, PUT_IN)
            }));
            continue;
        }
        let line = near.line_from(place.start);
        let inside = line.char_indices().skip(1);
        let ends = inside.filter(|&(end, c)| {
            let is_end = matches!(c, '.' | ';' | ',' | '@' | '^' | ')' | ']' | ' ');
            is_end && may_end(&line[..end], &line[end..])
        });
        let ends: Vec<usize> = ends
            .map(|(end, _)| end)
            .chain([line.trim_end().len()])
            .collect();
        // Those at the end of the line are likelier, and few are tried.
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
            let end = place.start + end;
            if let Some(other) = near.text[..end]
                .chars()
                .next_back()
                .filter(|c| OTHER_MARKS.contains(c))
            {
                let words = format!("close the string with `{mark}` instead of `{other}`");
                edits.push(Edit::new(
                    end - other.len_utf8()..end,
                    mark.as_str(),
                    words,
                    cost.saturating_sub(3),
                ));
            }
            edits.push(put(end, &mark, words, cost));
        }
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
