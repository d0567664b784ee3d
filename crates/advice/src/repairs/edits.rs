//! The changes that are tried: a sign or a mark put in, a token left out, two exchanged, a sign written for another.

use super::edit::{
    ANOTHER_SIGN, DOUBLED_TOKEN, Edit, PUT_IN, SIGN_TOO_MANY, SPACE, is_line_end, is_separator,
    missing, quoted,
};
use super::marks::marks;
use super::near::Vicinity;
use super::neighbours::{is_indented, is_line_of_triple, may_be_list, seems_predicate};
use crate::brackets;
use crate::fault::{is_iri, is_term};
use crate::words::{self, BYTE_ORDER_MARK, short};
use std::ops::Range;
use turtle_peg::tokens::{Sign, TermKind};

fn opening() -> impl Iterator<Item = Sign> {
    Sign::PAIRS.into_iter().map(|(opens, _)| opens)
}

/// The signs that close a bracket; a graph's braces are not a statement's.
fn closing() -> impl Iterator<Item = Sign> {
    let all = Sign::PAIRS.into_iter().map(|(_, closes)| closes);
    all.filter(|sign| sign.closes_bracket())
}

/// The cost of the same sign once more, in another place.
const FURTHER: u32 = 3;
const DOUBLED: u32 = 2;
const LEFT_OUT: u32 = 13;
const EXCHANGED: u32 = 12;
const REPLACED: u32 = 11;
const JOINED: u32 = 14;
/// A full stop at the end of a name, which can have one only after a backslash.
const FULL_STOP: u32 = 1;
/// A colon at the end of a name, which may have one there, for `;`.
const COLON: u32 = 6;
/// The cost of `,` between two terms that may be a predicate and its object.
const IN_PAIR: u32 = 8;
/// The cost of `,` for `;` before a name that seems to be a predicate.
const BEGUN: u32 = 10;
/// The author has written a term too much; and each further piece that it has.
const TERM_TOO_MANY: u32 = 12;
const FURTHER_PIECE: u32 = 8;
/// The cost of a list that nothing else shows.
const OF_LIST: u32 = 8;
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
        of_piece.extend(full_stop_of_name(near, index));
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
    // Lines that have a triple each end with a full stop each.
    if places.iter().any(|&index| is_line_of_triple(near, index)) {
        return None;
    }
    if sign == Sign::Comma && !may_be_list(near, &places) {
        return None;
    }
    if sign == Sign::Comma && places.iter().any(|&index| follows_comma(near, index)) {
        return of_pairs(near, &places);
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
    let edit = Edit::new(place, text, words, cost);
    Some(edit.titled(missing(sign.text()), title))
}

/// Whether a piece is the second term after `,`: with the first, it may be a predicate and its object.
fn follows_comma(near: &Vicinity<'_>, index: usize) -> bool {
    index > 1 && near.written(index - 2) == ","
}

/// `;` for `,` before these pairs of a predicate and an object; `None` if a pair has no `,` before it.
fn of_pairs(near: &Vicinity<'_>, seconds: &[usize]) -> Option<Edit> {
    let commas = seconds.iter().map(|index| index - 2);
    let commas: Vec<usize> = commas.collect();
    let (first, last) = (near.place(*commas.first()?), near.place(*commas.last()?));
    if !seconds.iter().all(|&index| follows_comma(near, index)) {
        return None;
    }
    let mut text = near.text[first.start..last.end].to_owned();
    for &comma in &commas {
        let at = near.place(comma).start - first.start;
        text.replace_range(at..at + 1, ";");
    }
    let words = format!("write `;` instead of `,` before {}", all(near, seconds));
    let title = "expected `;` before a predicate, found `,`".to_owned();
    let edit = Edit::new(first.start..last.end, text, words, REPLACED);
    Some(edit.titled(ANOTHER_SIGN, title))
}

/// The pieces before these, as they are named in a sentence.
fn all(near: &Vicinity<'_>, places: &[usize]) -> String {
    const NAMED: usize = 3;
    let mut named: Vec<String> = places
        .iter()
        .take(NAMED)
        .map(|index| quoted(near, index - 1))
        .collect();
    if let Some(others @ 1..) = places.len().checked_sub(NAMED) {
        named.push(format!("{others} more"));
    }
    words::all(&named)
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

/// Each term left out, or a separator in its place: that it is one too much competes with all other changes, and nobody but the author
/// can know.
pub(super) fn without_terms(near: &Vicinity<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for index in near.first()..=near.at {
        let written = near.written(index);
        if !is_term(written) && written != "a" {
            continue;
        }
        let end = near.end_of_term(index).unwrap_or(index + 1);
        let place = near.gap(index).start..near.place(end - 1).end;
        let cost = TERM_TOO_MANY + FURTHER_PIECE * (end - index - 1) as u32;
        edits.push(Edit::new(place.clone(), " ", String::new(), cost));
        let signs = Sign::SEPARATORS.iter();
        let instead = signs.map(|sign| format!("{}{sign} ", &near.text[near.gap(index)]));
        edits.extend(instead.map(|text| Edit::new(place.clone(), text, String::new(), cost)));
    }
    edits
}

/// Whether it is a sign, or another character that is neither a letter nor a digit.
fn is_mark(written: &str) -> bool {
    let mut bytes = written.bytes();
    Sign::of(written).is_some() || (written.len() == 1 && bytes.all(|it| it.is_ascii_punctuation()))
}

fn signs_before(near: &Vicinity<'_>, index: usize) -> Vec<Edit> {
    let signs = Sign::SEPARATORS
        .into_iter()
        .chain(opening())
        .chain(closing());
    // A graph without statements is not meant.
    let is_empty = |sign| sign == Sign::BraceBegin && near.written(index) == "}";
    // No statement ends before a line that goes on with it.
    let goes_on = is_indented(near, index) && !is_line_of_triple(near, index);
    let is_early = |sign| sign == Sign::FullStop && goes_on;
    let signs = signs.filter(|&sign| near.is_used(sign) && !is_empty(sign) && !is_early(sign));
    // Two strings without a space are one, but in a list; and a parenthesis right after a value is no collection.
    let are_joined =
        near.gap(index).is_empty() && near.written(index).starts_with(['"', '\'', '(']);
    let is_in_list = index > 1
        && [index - 2, index + 1]
            .map(|it| near.written(it))
            .contains(&",");
    let are_joined = are_joined && !is_in_list;
    let signs =
        signs.filter(|&sign| near.fits(index, sign.text()) && !(are_joined && sign == Sign::Comma));
    // Two terms after `,` are a predicate and an object, if `;` was meant.
    let is_pair = follows_comma(near, index)
        && !near.begins_line(index)
        && (near.begins_line(index - 1) || seems_predicate(near, index - 1));
    let edits = signs.map(|sign| {
        let is_unlikely = is_pair && sign == Sign::Comma;
        let is_list = sign == Sign::ParenthesisBegin;
        let cost =
            PUT_IN + if is_unlikely { IN_PAIR } else { 0 } + if is_list { OF_LIST } else { 0 };
        put_in(near, index, sign.text(), cost)
    });
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
    Edit {
        opened: opened.map(|open| near.place(open)),
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
        // It may separate two statements, or two objects.
        _ if is_separator(written) && is_between_terms_of_lines(near, index) => return None,
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
    let place = if is_blank(&before) && index > 0 {
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

/// Whether a term is before a piece, and another one begins the next line.
fn is_between_terms_of_lines(near: &Vicinity<'_>, index: usize) -> bool {
    let before = index.checked_sub(1).map(|before| near.written(before));
    before.is_some_and(is_term) && is_term(near.written(index + 1)) && near.begins_line(index + 1)
}

fn is_of_word(c: char) -> bool {
    c == '_' || !(c.is_whitespace() || c.is_ascii_punctuation() || c == BYTE_ORDER_MARK)
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
    // `@prefix` is no language tag, each stays a token, and brackets stay pairs.
    if (TermKind::of(first) == Some(TermKind::Directive) && second.ends_with(['"', '\'']))
        || joins(before, near.gap(index), second)
        || joins(second, between.clone(), first)
        || joins(first, near.gap(index + 2), near.written(index + 2))
        || (brackets::closes(first) && brackets::closing(second).is_some())
    {
        return None;
    }
    // A separator at the end of a line is where it belongs, and so is a bracket right after a term.
    let is_apart = near.has_line_end(between.clone());
    let is_in_place = match is_apart {
        true => is_separator(first),
        false => is_separator(second) && near.begins_line(index + 2),
    };
    let is_of_term = between.is_empty() && is_term(first) && brackets::closing(second).is_some();
    if is_in_place || is_of_term {
        return None;
    }
    let text = [second, &near.text[between], first].concat();
    let (first, second) = (quoted(near, index), quoted(near, index + 1));
    let words = format!("exchange {first} and {second}");
    let place = near.place(index).start..near.place(index + 1).end;
    let cost = EXCHANGED + if is_apart { 4 } else { 0 };
    Some(Edit::new(place, text, words, cost))
}

/// The full stop right after a name, in the midst of a line, as the last character of the name.
fn full_stop_of_name(near: &Vicinity<'_>, index: usize) -> Option<Edit> {
    let last = index.checked_sub(1)?;
    let is_of_name = near.written(index) == "."
        && near.gap(index).is_empty()
        && TermKind::of(near.written(last)) == Some(TermKind::Name)
        && !near.gap(index + 1).is_empty()
        && !near.begins_line(index + 1)
        && !near.written(index + 1).is_empty();
    is_of_name.then(|| {
        let name = format!("{}\\.", near.written(last));
        let words = format!("write `{}`, if the full stop is the name's", short(&name));
        Edit::new(
            near.place(last).start..near.place(index).end,
            name,
            words,
            FULL_STOP,
        )
    })
}

fn replaced(near: &Vicinity<'_>, index: usize) -> Vec<Edit> {
    let written = near.written(index);
    if let Some(name) = written.strip_suffix(':').filter(|name| name.contains(':')) {
        let colon = near.place(index).end - 1..near.place(index).end;
        let words = format!("write `;` instead of `:` after `{}`", short(name));
        return vec![Edit::new(colon, " ;", words, COLON)];
    }
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
        let is_unlikely = written == ";" && sign == Sign::Comma && seems_begun(near, index + 1);
        let cost = REPLACED + if is_unlikely { BEGUN } else { 0 };
        Edit::new(near.place(index), sign.text(), words, cost)
            .titled(ANOTHER_SIGN, format!("expected `{sign}`, found {found}"))
    });
    edits.collect()
}

/// Whether a name seems to be the predicate that it would be after `;`: it begins a line, or is in a list of literals.
fn seems_begun(near: &Vicinity<'_>, index: usize) -> bool {
    let is_after_literal = || {
        let last = index
            .checked_sub(2)
            .and_then(|last| TermKind::of(near.written(last)));
        last.is_some_and(TermKind::is_literal)
    };
    is_iri(near.written(index)) && (near.begins_line(index) || is_after_literal())
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
        let mut known = near.prefixes().into_iter();
        prefix
            .is_some_and(|prefix| prefix != "_" && known.any(|(it, uses)| it == prefix && uses > 1))
    };
    let is_sign = first.ends_with(['^', '{', '|']) || second.starts_with('|');
    let is_of_name = [first, second].concat().matches(':').count() == 1
        && (first.ends_with(':') || second.starts_with(':'));
    // A word that is not a token can only belong to the colon before it.
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
