//! Whether a repair is the only one that comes into question.
//!
//! Invariant: a repair that is certain has no rival in kind, however unlikely. `tests/repairs.rs` counts how often it is wrong.

use super::edit::{Edit, is_line_end, is_separator};
use super::near::{LeftFaults, Vicinity};
use super::neighbours::{are_alike, ends_object, is_name, seems_predicate};
use crate::tokens::Sign;

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
        (removed, "") => is_separator(removed),
        // The fault that follows may come from a full stop.
        (removed, added) => {
            let may_end = leaves == LeftFaults::Next && added == ".";
            is_separator(removed) && is_separator(added) && !may_end
        }
    }
}

/// Whether nothing but this separator, one of several, can be meant before a piece.
fn is_meant(near: &Vicinity<'_>, index: usize, sign: Sign, all: &[(usize, Sign)]) -> bool {
    let next = near.written(index);
    match sign {
        Sign::Comma => are_alike(near, index) && ends_object(near, index, all),
        Sign::Semicolon => {
            let object = near.written(index + 1);
            let is_pair_of_line = near.begins_line(index) && !near.begins_line(index + 1);
            next == "a" || !is_name(object) || is_pair_of_line || seems_predicate(near, index)
        }
        _ => next.is_empty() || next == "}" || is_line_end(next) || near.begins_line(index),
    }
}

/// Whether a mark that is put in belongs to the token that it is put to.
fn is_of_token(near: &Vicinity<'_>, place: usize, mark: &str) -> bool {
    let rest = &near.text[place..];
    match mark {
        // The fourth term of N-Quads is not a datatype.
        "^" | "^^" => !rest.starts_with([' ', '\t']),
        // An IRI may have spaces, and its end further on.
        ">" => {
            let line = rest.split(['\n', '\r']).next().unwrap_or_default();
            line.split('<')
                .next()
                .is_some_and(|until| !until.contains('>'))
        }
        "\"" | "'" | "<" | "@" => true,
        _ => false,
    }
}
