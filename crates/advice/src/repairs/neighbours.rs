//! The terms before and after a gap: whether they may be a list, or the one after it a predicate.

use super::near::Vicinity;
use crate::brackets;
use crate::fault::is_term;
use turtle_peg::tokens::TermKind;

/// Whether the terms before and after these gaps may be a list: all in a line, or each in its own. Two numbers may be one.
pub(super) fn may_be_list(near: &Vicinity<'_>, gaps: &[usize]) -> bool {
    let is_string = |written| {
        let kind = TermKind::of(written);
        matches!(kind, Some(TermKind::String | TermKind::LanguageTag))
    };
    let are_strings = |index: usize| {
        let both = is_string(near.written(index - 1)) && is_string(near.written(index));
        both && !near.gap(index).is_empty()
    };
    let lines = gaps
        .iter()
        .filter(|&&index| near.begins_line(index))
        .count();
    (lines == 0 || lines == gaps.len())
        && !seems_predicate(near, gaps[0])
        && gaps
            .iter()
            .all(|&index| are_alike(near, index) || are_strings(index))
}

/// Whether the terms on both sides of a gap are of a kind. Two strings may be one.
pub(super) fn are_alike(near: &Vicinity<'_>, index: usize) -> bool {
    let Some(last) = index.checked_sub(1) else {
        return false;
    };
    let written = near.written(last);
    // A fourth term of an IRI each is the graph of N-Quads.
    if index == 3 && near.written(4) == "." && (0..4).all(|at| near.written(at).starts_with('<')) {
        return false;
    }
    let has_datatype = last > 0 && near.written(last - 1) == "^^";
    let is_literal = has_datatype || TermKind::of(written) == Some(TermKind::LanguageTag);
    match TermKind::of(near.written(index)) {
        Some(TermKind::String) => is_literal,
        Some(kind) if kind.is_literal() => false,
        Some(_) => !is_literal && (is_node(written) || brackets::closes(written)),
        None => false,
    }
}

/// Whether the document has a name as a predicate elsewhere, or it looks like one: in lower case, of another namespace than the term before.
pub(super) fn seems_predicate(near: &Vicinity<'_>, index: usize) -> bool {
    let name = near.written(index);
    let is_predicate = |at: usize| match at.checked_sub(1).map(|before| near.written(before)) {
        Some(";" | "[") => true,
        Some(_) => at == 1 || (at > 1 && near.written(at - 2) == "."),
        None => false,
    };
    let mut others = (0..near.pieces.len()).filter(|&at| at != index && near.written(at) == name);
    let (namespace, local) = in_two(name);
    let before = index.checked_sub(1).map(|before| near.written(before));
    let before = before.map_or("", |before| in_two(before).0);
    others.any(is_predicate) || (local.starts_with(char::is_lowercase) && before != namespace)
}

/// A name's prefix, or an IRI's namespace, and the rest.
fn in_two(name: &str) -> (&str, &str) {
    name.split_at(name.rfind([':', '/', '#']).map_or(0, |end| end + 1))
}

/// Whether it is a term that is not a literal, or begins one.
fn is_node(written: &str) -> bool {
    is_term(written) && !TermKind::of(written).is_some_and(TermKind::is_literal)
}

/// Whether a line begins with a piece that has three terms, as a statement has.
pub(super) fn is_line_of_triple(near: &Vicinity<'_>, index: usize) -> bool {
    let is_term_or_a = |index| matches!(near.written(index), "a") || is_term(near.written(index));
    near.begins_line(index)
        && (index..index + 3).all(is_term_or_a)
        && (index + 1..index + 3).all(|index| !near.begins_line(index))
}

/// Whether a line that begins with a piece goes on with the statement, as it is indented.
pub(super) fn is_indented(near: &Vicinity<'_>, index: usize) -> bool {
    let begins_line = near.line_up_to(near.place(0).start).trim().is_empty();
    let column = |index: usize| near.column_of_line(near.place(index).start);
    begins_line && near.begins_line(index) && column(index) > column(0)
}
