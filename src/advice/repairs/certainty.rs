//! Whether a repair is the only one that comes into question.
//!
//! Invariant: a repair that is certain has no rival in kind, however unlikely. `tests/repairs.rs` counts how often it is wrong.

use super::edit::{Edit, is_line_end, is_separator};
use super::near::{LeftFaults, Vicinity};
use super::neighbours::{are_alike, ends_object, is_name, seems_predicate};
use crate::engine::brackets;
use crate::tokens::Sign;
use std::ops::Range;

/// Whether no change beyond those that are tried comes into question. A bracket may be too much, or missing, anywhere since the one
/// that it belongs to; and nobody knows which token a mark belongs to that is left out.
pub(super) fn can_be(near: &Vicinity<'_>, edit: &Edit, leaves: LeftFaults) -> bool {
    if !edit.separators.is_empty() {
        let mut separators = edit.separators.iter();
        return separators.all(|&(index, sign)| is_meant(near, index, sign, &edit.separators));
    }
    let removed = near.text[edit.place.clone()].trim();
    let added = edit.text.trim();
    match (removed, added) {
        ("", added) => is_of_token(near, edit.place.start, added),
        (removed, "") => is_separator(removed) && is_needless(near, &edit.place),
        // The fault that follows may come from a full stop, and so may the document's end from what was cut off.
        (removed, added) => {
            let is_end = near.text[edit.place.end..].trim().is_empty();
            let may_end = added == "." && (leaves == LeftFaults::Next || is_end);
            is_separator(removed) && is_separator(added) && !may_end
        }
    }
}

/// Whether nothing can be missing beside a separator that is left out: a separator or a bracket is on one of its sides.
fn is_needless(near: &Vicinity<'_>, place: &Range<usize>) -> bool {
    let mut pieces = 0..near.pieces.len();
    let Some(index) = pieces
        .find(|&index| near.place(index).end > place.start && is_separator(near.written(index)))
    else {
        return false;
    };
    let before = index.checked_sub(1).map_or("", |last| near.written(last));
    let after = near.written(index + 1);
    is_separator(before)
        || is_separator(after)
        || brackets::closing(before).is_some()
        || brackets::closes(after)
}

/// Whether nothing but this separator, one of several, can be meant before a piece.
fn is_meant(near: &Vicinity<'_>, index: usize, sign: Sign, all: &[(usize, Sign)]) -> bool {
    let next = near.written(index);
    match sign {
        Sign::Comma => {
            are_alike(near, index)
                && ends_object(near, index, all)
                && !may_be_collection(near, index)
        }
        Sign::Semicolon => {
            let object = near.written(index + 1);
            let is_pair_of_line = near.begins_line(index) && !near.begins_line(index + 1);
            let is_pair =
                next == "a" || !is_name(object) || is_pair_of_line || seems_predicate(near, index);
            // `ex:b:` may be meant as `ex:b ;`.
            let is_colon = near.written(index - 1).ends_with(':');
            is_pair && next != ":" && !is_colon && !may_be_subject(near, index - 1)
        }
        _ if next.is_empty() => !is_separator(near.written(index - 1)),
        _ => next == "}" || is_line_end(next) || begins_at_margin(near, index),
    }
}

/// Whether a piece begins a line that is not further to the right than the statement's first line.
fn begins_at_margin(near: &Vicinity<'_>, index: usize) -> bool {
    let column = |index| near.column_of_line(near.place(index).start);
    near.begins_line(index) && column(index) <= column(0)
}

/// Whether a statement may begin with the term that ends with a piece.
fn may_be_subject(near: &Vicinity<'_>, last: usize) -> bool {
    let first = match brackets::closes(near.written(last)) {
        true => near.open_bracket(last),
        false => Some(last),
    };
    first.is_some_and(|first| first > 0 && begins_at_margin(near, first))
}

/// Whether the brackets around a piece, `[` and `]`, may be meant as `(` and `)`: nothing but terms is before it in them.
fn may_be_collection(near: &Vicinity<'_>, index: usize) -> bool {
    let open = near.open_bracket(index);
    open.is_some_and(|open| {
        near.written(open) == Sign::BracketBegin.text()
            && (open + 1..index).all(|index| is_name(near.written(index)))
    })
}

/// Whether a mark that is put in belongs to the token that it is put to, and the token has it there.
fn is_of_token(near: &Vicinity<'_>, place: usize, mark: &str) -> bool {
    let (before, rest) = (&near.text[..place], &near.text[place..]);
    let line = near.line_up_to(place);
    match mark {
        // The fourth term of N-Quads is not a datatype.
        "^" | "^^" => !rest.starts_with([' ', '\t']),
        // An IRI may have spaces, and its end further on.
        ">" => {
            let until = near.line_from(place).split('<').next().unwrap_or_default();
            let iri = line.rsplit('<').next().unwrap_or_default();
            !until.contains('>') && !iri.contains(['"', '\'']) && has_pairs_of_brackets(iri)
        }
        // Beside another one, it may be one too many.
        "\"" | "'" if rest.starts_with(mark) || before.ends_with(mark) => false,
        "\"" | "'" => match line.rsplit_once(mark) {
            // It closes a string.
            Some((_, string)) if is_open(line, mark) => is_text_alone(near, string),
            // It begins one. A term is complete without it.
            _ => {
                let mut pieces = near.pieces.iter();
                let piece = pieces.find(|piece| piece.place.start == place);
                piece.is_some_and(|piece| !piece.is_token()) && !rest.starts_with('<')
            }
        },
        "<" => true,
        _ => false,
    }
}

/// Whether a string is open at the end of a line's beginning.
fn is_open(line: &str, mark: &str) -> bool {
    line.matches(mark).count() % 2 == 1
}

/// Whether a text of a line has nothing in it that may be meant as the rest of the statement.
fn is_text_alone(near: &Vicinity<'_>, text: &str) -> bool {
    let is_name = |word: &str| {
        let prefix = word.split_once(':').map(|(prefix, _)| prefix);
        prefix.is_some_and(|prefix| near.has_prefix(prefix))
    };
    !text.split_whitespace().any(is_name)
        && !text.contains(['<', '>', ';', '#', '^', '"', '\'', '\\'])
        && !text.ends_with(['.', ','])
        && has_pairs_of_brackets(text)
}

/// Whether each bracket that a text has is closed in it, and opened.
fn has_pairs_of_brackets(text: &str) -> bool {
    ["()", "[]", "{}"].iter().all(|pair| {
        let mut depth = 0_i32;
        let is_pair = text.chars().all(|c| {
            depth += i32::from(pair.starts_with(c)) - i32::from(pair.ends_with(c));
            depth >= 0
        });
        is_pair && depth == 0
    })
}
