//! The changes that are tried: a sign or a mark put in, a token left out, two exchanged, a sign written for another.

use super::near::{BEFORE, Vicinity};
use super::neighbours::may_be_list;
use crate::advice::fault::{FaultView, address};
use crate::advice::help::{Help, Replacement};
use crate::advice::mistake::{Mistake, NO_BRACKET, NO_FULL_STOP, mistakes};
use crate::advice::prefixes::WELL_KNOWN;
use crate::advice::words::short;
use crate::engine::brackets;
use crate::tokens::{Sign, TermKind};
use std::ops::Range;

/// A change of the text, in words, with its cost: the higher, the less likely it is that this was meant.
#[derive(Clone, Debug)]
pub(in crate::advice) struct Edit {
    pub(in crate::advice) place: Range<usize>,
    pub(in crate::advice) text: String,
    pub(in crate::advice) words: String,
    /// What is wrong, if this is what was meant; `None` where what [a row](super::super::rows) says is as good.
    pub(in crate::advice) title: Option<(Mistake, String)>,
    /// The bracket that it closes.
    pub(in crate::advice) opened: Option<Range<usize>>,
    /// The separators that it puts in, and nothing else: before which piece is which.
    pub(super) separators: Vec<(usize, Sign)>,
    pub(super) cost: u32,
}

impl Edit {
    fn new(place: Range<usize>, text: impl Into<String>, words: String, cost: u32) -> Self {
        Self {
            place,
            text: text.into(),
            words,
            title: None,
            opened: None,
            separators: Vec::new(),
            cost,
        }
    }

    /// The remedy that it is.
    pub(in crate::advice) fn help(&self, is_certain: bool) -> Help {
        let replacement = Replacement::in_draft(self.place.clone(), self.text.as_str());
        Help::new(self.words.clone(), Some(replacement), is_certain)
    }

    /// Whether it puts in, takes out or exchanges separators only.
    pub(in crate::advice) fn is_of_separators(&self, fault: &FaultView<'_>) -> bool {
        let removed = fault.around.text[self.place.clone()].trim();
        let is_of_separator = |text: &str| text.is_empty() || is_separator(text);
        is_of_separator(removed) && is_of_separator(self.text.trim())
    }

    fn titled(mut self, mistake: Mistake, title: String) -> Self {
        self.title = Some((mistake, title));
        self
    }
}

/// Whether it is a sign that separates parts of a statement, or ends it.
pub(super) fn is_separator(written: &str) -> bool {
    Sign::of(written).is_some_and(|sign| Sign::SEPARATORS.contains(&sign))
}

mistakes! {
    /// The mistakes whose words are made from the edits, and not by a row of the table.
    MISTAKES
    DOUBLED_TOKEN "doubled-token" "A token is written twice.";
    SIGN_TOO_MANY "sign-not-allowed" "A sign is one too many.";
    ANOTHER_SIGN "another-sign" "A sign stands for another.";
    SPACE "space-in-token" "A space splits a name or a sign.";
    QUOTATION_MARK "missing-quotation-mark" "The first quotation mark of a string is missing.";
    NO_SEMICOLON "missing-semicolon" "`;` is missing between two predicates.";
    NO_COMMA "missing-comma" "`,` is missing between two objects.";
    NO_SIGN "missing-sign" "A sign is missing: a bracket, or `^^`.";
}

/// The mistake of leaving out a sign.
fn missing(sign: &str) -> Mistake {
    match sign.trim() {
        "." => NO_FULL_STOP,
        ";" => NO_SEMICOLON,
        "," => NO_COMMA,
        sign if brackets::closes(sign) => NO_BRACKET,
        _ => NO_SIGN,
    }
}

fn opening() -> impl Iterator<Item = Sign> {
    Sign::PAIRS.into_iter().map(|(opens, _)| opens)
}

/// Those that close a bracket; a graph's braces are not a statement's.
fn closing() -> impl Iterator<Item = Sign> {
    let all = Sign::PAIRS.into_iter().map(|(_, closes)| closes);
    all.filter(|sign| sign.closes_bracket())
}

const PUT_IN: u32 = 10;
/// The same sign once more.
const FURTHER: u32 = 3;
const DOUBLED: u32 = 2;
const LEFT_OUT: u32 = 13;
const EXCHANGED: u32 = 12;
const REPLACED: u32 = 11;
const JOINED: u32 = 14;
/// The author lost a term.
const TERM_PUT_IN: u32 = 12;

/// Each change of one token.
pub(super) fn single(near: &Vicinity<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for index in near.first()..=near.at {
        let distance = (near.at - index) as u32;
        let mut of_piece = signs_before(near, index);
        of_piece.extend(left_out(near, index));
        of_piece.extend(exchanged(near, index));
        of_piece.extend(replaced(near, index));
        of_piece.extend(joined(near, index));
        for edit in &mut of_piece {
            edit.cost += distance;
        }
        edits.append(&mut of_piece);
    }
    for index in near.ends_of_bracket() {
        let signs = closing().filter(|sign| near.fits(index, sign.text()));
        edits.extend(signs.map(|sign| put_in(near, index, sign.text(), PUT_IN)));
    }
    edits.extend(
        [Sign::Semicolon, Sign::Comma]
            .map(|sign| series(near, sign))
            .into_iter()
            .flatten(),
    );
    edits.extend(marks(near));
    edits
}

/// A separator put in wherever it is missing, from the fault to the end of the statement; `None` if it is missing once only.
fn series(near: &Vicinity<'_>, sign: Sign) -> Option<Edit> {
    let places = near.places_without(sign)?;
    let (first, last) = (*places.first()?, *places.last()?);
    if sign == Sign::Comma && !may_be_list(near, &places) {
        return None;
    }
    let mut text = String::new();
    for &index in &places {
        let gap = near.gap(index);
        let until = places.iter().find(|next| **next > index);
        let end = until.map_or(gap.end, |next| near.gap(*next).start);
        text += if is_joined(near, index, sign.text()) {
            ""
        } else {
            " "
        };
        text += sign.text();
        text += if gap.is_empty() { " " } else { "" };
        text += &near.text[gap.start..end];
    }
    let after = all(near, &places);
    let words = format!("insert `{sign}` after {after}");
    let title = format!("`{sign}` is missing after {after}");
    let cost = PUT_IN + FURTHER * (places.len() - 1) as u32;
    let place = near.gap(first).start..near.gap(last).end;
    let separators = places.into_iter().map(|index| (index, sign)).collect();
    let edit = Edit {
        separators,
        ..Edit::new(place, text, words, cost)
    };
    Some(edit.titled(missing(sign.text()), title))
}

/// The pieces before these, as they are named in a sentence.
fn all(near: &Vicinity<'_>, places: &[usize]) -> String {
    const NAMED: usize = 3;
    let mut named: Vec<String> = places
        .iter()
        .take(NAMED)
        .map(|index| quoted(near, index - 1))
        .collect();
    let last = match places.len().checked_sub(NAMED) {
        Some(others @ 1..) => format!("{others} more"),
        _ => named.pop().unwrap_or_default(),
    };
    format!("{} and {last}", named.join(", "))
}

/// Two signs put in one after the other: a bracket's end, and what goes on with the statement or ends it.
pub(super) fn double(near: &Vicinity<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for index in near.first()..=near.at {
        for close in closing().filter(|sign| near.fits(index, sign.text())) {
            let both = [" .", " ;"].map(|sign| [close.text(), sign].concat());
            edits.extend(both.map(|both| put_in(near, index, &both, 2 * PUT_IN)));
        }
    }
    edits
}

/// A term put in, of each kind: that a term is missing competes with all other changes, and nobody can write it for the author.
pub(super) fn terms(near: &Vicinity<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for index in near.first()..=near.at {
        let terms = ["<x:>", "\"\""]
            .into_iter()
            .filter(|term| near.fits(index, term));
        edits.extend(terms.map(|term| Edit {
            cost: TERM_PUT_IN + (near.at - index) as u32,
            words: format!(
                "write the {} that is missing before {}",
                near.role(index),
                quoted(near, index)
            ),
            ..put_in(near, index, term, 0)
        }));
    }
    edits
}

/// Whether it is a sign, or another character that is neither a letter nor a digit.
fn is_mark(written: &str) -> bool {
    let mut bytes = written.bytes();
    Sign::of(written).is_some() || (written.len() == 1 && bytes.all(|it| it.is_ascii_punctuation()))
}

/// Whether it is a token of a language of lines, which end statements there.
pub(super) fn is_line_end(written: &str) -> bool {
    written.starts_with(['\n', '\r'])
}

fn signs_before(near: &Vicinity<'_>, index: usize) -> Vec<Edit> {
    let signs = Sign::SEPARATORS
        .into_iter()
        .chain(opening())
        .chain(closing());
    // A graph without statements is not meant.
    let is_empty = |sign| sign == Sign::BraceBegin && near.written(index) == "}";
    let signs = signs.filter(|&sign| near.is_used(sign) && !is_empty(sign));
    let signs = signs.filter(|sign| near.fits(index, sign.text()));
    let edits = signs.map(|sign| put_in(near, index, sign.text(), PUT_IN));
    let mut edits: Vec<Edit> = edits.collect();
    if near.fits(index, "^^") {
        let gap = near.gap(index);
        let cost = PUT_IN + 12 * gap.len().min(1) as u32;
        let words = format!("insert `^^` before {}", quoted(near, index));
        let title = format!("`^^` is missing before {}", quoted(near, index));
        edits.push(Edit::new(gap, "^^", words, cost).titled(missing("^^"), title));
    }
    edits
}

/// A sign put in before a piece. One that ends something is after the piece before.
fn put_in(near: &Vicinity<'_>, index: usize, sign: &str, cost: u32) -> Edit {
    let gap = near.gap(index);
    let written = near.written(index);
    let is_at_end = gap.end == near.text.len() && near.place(index).is_empty();
    // Between a line's end and a sign that is alone in the next.
    let is_before_sign = is_separator(written) && near.has_line_end(gap.clone());
    if brackets::closing(sign).is_some()
        || sign.starts_with(['<', '"'])
        || (is_before_sign && !is_separator(sign))
        || index == 0
    {
        let next = quoted(near, index);
        let words = format!("insert `{sign}` before {next}");
        return Edit::new(gap.end..gap.end, format!("{sign} "), words, cost)
            .titled(missing(sign), format!("`{sign}` is missing before {next}"));
    }
    let before = match is_joined(near, index, sign) {
        true => "",
        false => " ",
    };
    let rest = &near.text[gap.start..];
    let is_apart = is_at_end || rest.starts_with([' ', '\t', '\n', '\r']) || rest.is_empty();
    let after = if is_apart { "" } else { " " };
    let last = quoted(near, index - 1);
    let text = [before, sign, after].concat();
    let words = format!("insert `{sign}` after {last}");
    let opened = near.open_bracket(index).filter(|_| brackets::closes(sign));
    let title = match &opened {
        Some(open) => format!("this `{}` is not closed", near.written(*open)),
        None => format!("`{sign}` is missing after {last}"),
    };
    let separator = Sign::of(sign).filter(|sign| Sign::SEPARATORS.contains(sign));
    Edit {
        opened: opened.map(|open| near.place(open)),
        separators: separator.map(|sign| (index, sign)).into_iter().collect(),
        ..Edit::new(gap.start..gap.start, text, words, cost).titled(missing(sign), title)
    }
}

/// Whether the document writes such a sign next to the token before: most of those near are written so.
fn is_joined(near: &Vicinity<'_>, index: usize, sign: &str) -> bool {
    // A name can have a full stop in it.
    let last = near.written(index - 1);
    if sign.starts_with('.') && !last.ends_with(['"', '\'', '>', ']', ')']) {
        return false;
    }
    let pieces = (1..near.pieces.len()).filter(|&it| near.written(it) == sign);
    let (mut joined, mut apart) = (0, 0);
    for it in pieces {
        match near.gap(it).is_empty() {
            true => joined += 1,
            false => apart += 1,
        }
    }
    joined > apart
}

fn left_out(near: &Vicinity<'_>, index: usize) -> Option<Edit> {
    let place = near.place(index);
    let written = near.written(index);
    let next = near.written(index + 1);
    let is_doubled = !written.is_empty() && next == written;
    let cost = match written {
        _ if written.is_empty() || is_line_end(written) => return None,
        _ if is_doubled => DOUBLED,
        _ if index > 0 && near.written(index - 1) == written => DOUBLED,
        _ if is_mark(written) => LEFT_OUT,
        // No term is lost.
        _ => return None,
    };
    // With the white space before it, or, at the beginning of a line, with that after it.
    let before = near.gap(index);
    let after = near.gap(index + 1);
    let is_blank = |gap: &Range<usize>| {
        near.text[gap.clone()]
            .chars()
            .all(|c| matches!(c, ' ' | '\t'))
    };
    let place = if is_blank(&before) && (!before.is_empty() || after.is_empty()) && index > 0 {
        before.start..place.end
    } else if is_blank(&after) {
        place.start..after.end
    } else {
        place
    };
    // Two words do not become one.
    let joins = near.text[..place.start].ends_with(is_of_word)
        && near.text[place.end..].starts_with(|c| is_of_word(c) || c == ':');
    let text = if joins { " " } else { "" };
    let shown = quoted(near, index);
    let (words, mistake, title) = match is_doubled || cost == DOUBLED {
        true => (
            format!("leave out one {shown}"),
            DOUBLED_TOKEN,
            format!("{shown} is written twice"),
        ),
        false => (
            format!("leave out {shown}"),
            SIGN_TOO_MANY,
            format!("{shown} is not allowed here"),
        ),
    };
    Some(Edit::new(place, text, words, cost).titled(mistake, title))
}

fn is_of_word(c: char) -> bool {
    c == '_' || !(c.is_whitespace() || c.is_ascii_punctuation())
}

fn exchanged(near: &Vicinity<'_>, index: usize) -> Option<Edit> {
    let (first, second) = (near.written(index), near.written(index + 1));
    if second.is_empty() || first == second || is_line_end(first) || is_line_end(second) {
        return None;
    }
    let between = near.gap(index + 1);
    let joins = |first: &str, gap: Range<usize>, second: &str| {
        gap.is_empty() && first.ends_with(is_of_word) && second.starts_with(is_of_word)
    };
    let before = index.checked_sub(1).map_or("", |index| near.written(index));
    // Each stays a token, and brackets stay pairs.
    if joins(before, near.gap(index), second)
        || joins(second, between.clone(), first)
        || joins(first, near.gap(index + 2), near.written(index + 2))
        || (brackets::closes(first) && brackets::closing(second).is_some())
    {
        return None;
    }
    let is_apart = near.has_line_end(between.clone());
    let text = [second, &near.text[between], first].concat();
    let (first, second) = (quoted(near, index), quoted(near, index + 1));
    let words = format!("exchange {first} and {second}");
    let place = near.place(index).start..near.place(index + 1).end;
    let cost = EXCHANGED + if is_apart { 4 } else { 0 };
    Some(Edit::new(place, text, words, cost))
}

fn replaced(near: &Vicinity<'_>, index: usize) -> Vec<Edit> {
    let written = near.written(index);
    let alike: Vec<Sign> = match (Sign::of(written), written) {
        _ if is_separator(written) => Sign::SEPARATORS.to_vec(),
        (Some(Sign::Colon), _) => vec![Sign::Semicolon],
        (Some(sign), _) if sign.closing().is_some() => opening().collect(),
        (Some(sign), _) if sign.closes() => closing().collect(),
        (None, "|") => vec![Sign::AnnotationEnd],
        (None, ">") => vec![Sign::ReifiedTripleEnd, Sign::TripleTermEnd],
        _ => return Vec::new(),
    };
    let alike = alike.into_iter().filter(|&sign| near.is_used(sign));
    let alike = alike.filter(|sign| sign.text() != written && near.fits(index, sign.text()));
    let found = quoted(near, index);
    let edits = alike.map(|sign| {
        let words = format!("write `{sign}` instead of {found}");
        Edit::new(near.place(index), sign.text(), words, REPLACED)
            .titled(ANOTHER_SIGN, format!("expected `{sign}`, found {found}"))
    });
    edits.collect()
}

/// Two pieces without the space between them.
fn joined(near: &Vicinity<'_>, index: usize) -> Option<Edit> {
    let gap = near.gap(index + 1);
    let (first, second) = (near.written(index), near.written(index + 1));
    let is_space = !gap.is_empty()
        && near.text[gap.clone()]
            .chars()
            .all(|c| matches!(c, ' ' | '\t'));
    // A name of a known prefix in two parts, or a sign of two characters; and never two words.
    let is_name = || {
        let name = [first, second].concat();
        let prefix = name.split_once(':').map(|(prefix, _)| prefix);
        let mut known = prefixes(near).into_iter();
        prefix
            .is_some_and(|prefix| prefix != "_" && known.any(|(it, uses)| it == prefix && uses > 1))
    };
    let is_sign = first.ends_with(['^', '{', '|']) || second.starts_with('|');
    let is_of_name = [first, second].concat().matches(':').count() == 1
        && (first.ends_with(':') || second.starts_with(':'));
    // A word is no token: it can only belong to the colon before it.
    let is_word = first.ends_with(':')
        && near
            .pieces
            .get(index + 1)
            .is_some_and(|piece| !piece.is_token());
    let is_split = is_sign || (is_of_name && (is_word || is_name()));
    (is_space && is_split && !second.is_empty()).then(|| {
        let words = format!("write `{}{}` without a space", short(first), short(second));
        Edit::new(gap, "", words, JOINED).titled(
            SPACE,
            format!(
                "a space is not allowed between `{}` and `{}`",
                short(first),
                short(second)
            ),
        )
    })
}

/// Marks that begin or end a string, an IRI, a language tag or a name, where a piece is not a token.
fn marks(near: &Vicinity<'_>) -> Vec<Edit> {
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
            put(1 + iri.len(), ">", PUT_IN + 2);
            if inner.len() < iri.len() {
                put(1 + inner.len(), ">", PUT_IN);
            }
        }
        if !written.starts_with('<') && is_address(&near.text[place.start..]) {
            put(0, "<", PUT_IN);
        }
        if written == "^" {
            put(0, "^", PUT_IN);
        }
        let is_after_string = index > 0
            && TermKind::of(near.written(index - 1)) == Some(TermKind::String)
            && near.gap(index).is_empty();
        if is_after_string && written.starts_with(|c: char| c.is_ascii_alphabetic()) {
            put(0, "@", PUT_IN);
        }
        if !is_word(index) || written.contains(':') {
            continue;
        }
        if written.starts_with('_') {
            put(1, ":", PUT_IN);
        }
        for (prefix, uses) in prefixes(near) {
            if written.len() > prefix.len() && written.starts_with(prefix) {
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
        let is_known = || {
            prefixes(near).iter().any(|(known, _)| *known == prefix)
                || WELL_KNOWN.iter().any(|(known, _)| *known == prefix)
        };
        if stop > 0 && is_known() {
            let words = format!("write `{prefix}:{}`", short(&local[1..]));
            let place = place.start + stop..place.start + stop + 1;
            edits.push(Edit::new(place, ":", words, PUT_IN));
        }
    }
    edits
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

/// The prefixes of names in the text, and how often each is there.
fn prefixes<'a>(near: &Vicinity<'a>) -> Vec<(&'a str, usize)> {
    let mut found: Vec<(&str, usize)> = Vec::new();
    for index in 0..near.pieces.len() {
        let written = near.written(index);
        if TermKind::of(written) != Some(TermKind::Name) {
            continue;
        }
        let prefix = written.split_once(':').map_or("", |(prefix, _)| prefix);
        match found.iter_mut().find(|(it, _)| *it == prefix) {
            Some((_, uses)) => *uses += 1,
            None => found.push((prefix, 1)),
        }
    }
    found
}

/// Marks that a string may be closed with by mistake.
const OTHER_MARKS: [char; 9] = ['"', '\'', '`', '´', '’', '”', '“', '‘', '»'];

/// A quotation mark before a piece, or where a string may end.
fn quotation_marks(near: &Vicinity<'_>, edits: &mut Vec<Edit>) {
    let at = near.at;
    let line_end = |place: usize| {
        let rest = &near.text[place..];
        place + rest.find(['\n', '\r']).unwrap_or(rest.len())
    };
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
                let cost = PUT_IN + (at - index) as u32;
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
        let line = &near.text[place.start..line_end(place.start)];
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
                    cost - 3,
                ));
            }
            edits.push(put(end, &mark, words, cost));
        }
    }
}

/// Whether a string may end between these two.
fn may_end(before: &str, after: &str) -> bool {
    if before.ends_with([' ', '\t']) {
        return false;
    }
    match after.trim_start_matches([' ', '\t']).chars().next() {
        Some('^') => after.starts_with("^^"),
        Some('@') => after.starts_with('@'),
        next => next.is_some_and(|c| matches!(c, '.' | ';' | ',' | ')' | ']')),
    }
}

/// A piece, as it is named in a sentence.
fn quoted(near: &Vicinity<'_>, index: usize) -> String {
    match near.written(index) {
        "" => "the end of the document".to_owned(),
        written if is_line_end(written) => "the end of the line".to_owned(),
        written => format!("`{}`", short(written)),
    }
}
