//! Lists as other languages write them: without parentheses, as tuples, with a sign before each item.

use super::brackets::between;
use crate::brackets;
use crate::fault::{FaultView, Wanted, is_iri, is_term};
use crate::prefixes::namespace;
use crate::{AdviceDraft, others, words};
use std::ops::Range;

/// Predicates whose object is a list, by prefix.
const OF_LISTS: [(&str, &[&str]); 3] = [
    (
        "owl",
        &[
            "disjointUnionOf",
            "distinctMembers",
            "hasKey",
            "intersectionOf",
            "members",
            "oneOf",
            "propertyChainAxiom",
            "unionOf",
        ],
    ),
    (
        "sh",
        &["and", "ignoredProperties", "in", "languageIn", "or", "xone"],
    ),
    ("skos", &["memberList"]),
];

/// Whether a predicate takes a list, by the vocabulary that has it.
fn takes_list(predicate: &str) -> bool {
    OF_LISTS.iter().any(|(prefix, locals)| {
        let name = predicate
            .strip_prefix(prefix)
            .and_then(|rest| rest.strip_prefix(':'));
        let in_full = || {
            let iri = predicate.strip_prefix('<')?.strip_suffix('>')?;
            iri.strip_prefix(namespace(prefix)?)
        };
        name.or_else(in_full)
            .is_some_and(|local| locals.contains(&local))
    })
}

/// `owl:unionOf ex:A ex:B`.
pub(super) fn without_parentheses(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    /// How many tokens the first member has at most.
    const FIRST: usize = 64;
    if !fault.is_after_object() || fault.dialect.is_line_based() {
        return None;
    }
    let mut candidates = fault.before.iter().rev().take(FIRST);
    let predicate = candidates.find(|token| takes_list(fault.text(token)))?;
    let members = terms(fault, predicate.end)?;
    let [first, second, ..] = members.as_slice() else {
        return None;
    };
    let place = first.start..members.last()?.end;
    // The next predicate is in a line of its own.
    let may_be_predicate =
        |term: &Range<usize>| is_iri(fault.text(term)) && fault.has_line_end(first.end..term.start);
    (second.start == fault.start && !may_be_predicate(second)).then(|| {
        let text = format!("( {} )", fault.text(&place));
        let shown = words::short(fault.text(predicate));
        AdviceDraft::new(format!("`{shown}` takes a list, which needs `(` and `)`"))
            .at(place.clone())
            .also(Some(predicate.clone()), "of this predicate")
            .write(place, text)
    })
}

/// The terms from a place on, up to a separator or a bracket that closes others; each with its language or datatype, or with all that is
/// in its brackets.
fn terms(fault: &FaultView<'_>, from: usize) -> Option<Vec<Range<usize>>> {
    const MOST: usize = 256;
    let (mut terms, mut depth, mut takes_datatype) = (Vec::<Range<usize>>::new(), 0_usize, false);
    for token in fault.ranges_after(from).take(MOST) {
        let written = fault.text(&token);
        let (opens, closes) = (
            brackets::closing(written).is_some(),
            brackets::closes(written),
        );
        if depth == 0 && (closes || matches!(written, "." | ";" | ",")) {
            return Some(terms);
        }
        let is_rest = depth > 0 || takes_datatype || written == "^^" || written.starts_with('@');
        takes_datatype = written == "^^";
        depth = depth + usize::from(opens) - usize::from(closes);
        match terms.last_mut().filter(|_| is_rest) {
            Some(term) => term.end = token.end,
            None if is_term(written) => terms.push(token),
            None => return None,
        }
    }
    None
}

/// `("ex:a", "ex:p", "ex:b")` as a statement.
pub(super) fn tuple(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, _) = fault.open_bracket()?;
    let is_first = fault.beginning() == Some(open.clone()) && fault.text(&open) == "(";
    if !is_first || fault.found() != "," {
        return None;
    }
    let (whole, members) = between(fault, &open, ",")?;
    // A collection may be a subject.
    let next = fault.tokens_after(whole.end).next().unwrap_or_default();
    let is_alone = !is_iri(next) || fault.has_line_end(whole.end..fault.around.text.len());
    let draft = AdviceDraft::new("this is a tuple, as in Python, and not a statement");
    (is_alone && next != "a" && members.len() > 1).then(|| {
        draft
            .at(whole)
            .help("write `subject predicate object .`, without parentheses and commas")
    })
}

/// `- ex:a` in a line of its own.
pub(super) fn item(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let rest = fault.rest();
    let sign = rest.chars().next()?;
    let language = match sign {
        '-' => "YAML and Markdown",
        '*' | '•' => "Markdown",
        _ => return None,
    };
    let after = rest[sign.len_utf8()..].strip_prefix(' ')?;
    let is_place = fault.wants(&[
        Wanted::Statement,
        Wanted::Predicate,
        Wanted::PredicateOrEnd,
        Wanted::Object,
        Wanted::End,
        Wanted::EndInBrackets,
    ]) && fault.begins_line(fault.start);
    let is_number = after.starts_with(|c: char| c.is_ascii_digit());
    (is_place && !is_number).then(|| {
        let place = fault.start..fault.start + sign.len_utf8();
        let title = format!("`{sign}` begins an item of a list in {language} only");
        let draft = AdviceDraft::new(title).at(place.clone());
        match fault.wanted {
            Wanted::Object => draft.help(
                "leave out each, and write `,` between the objects; a list, whose order counts, is `( … )`",
            ),
            _ => draft.leave_out(place.start..place.end + 1),
        }
    })
}

/// `"a" | "b"`.
pub(super) fn bar(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.is_after_object() && fault.found() == "|";
    if !is_place || fault.dialect.is_line_based() {
        return None;
    }
    let next = fault.tokens_after(fault.around.fault.end).next()?;
    is_term(next).then(|| {
        AdviceDraft::new("`|` is not allowed between objects")
            .guess()
            .replace(
                fault.around.fault.clone(),
                ",",
                "write `,` between several objects",
            )
    })
}

/// `(ex:a ex:p ex:b)` as a statement.
pub(super) fn triple_in_parentheses(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let [open, _, _, _, close] = fault.before.as_slice() else {
        return None;
    };
    let are_signs = fault.text(open) == "(" && fault.text(close) == ")";
    let is_over =
        fault.found() == "." || fault.is_at_end() || fault.has_line_end(close.end..fault.start);
    let inner = fault.around.text[open.end..close.start].trim();
    let triple = format!("{inner} .");
    let is_triple = || others::reads(fault.dialect, &triple, 1);
    (are_signs && is_over && is_triple() && fault.is_before_predicate()).then(|| {
        let written = match fault.found() {
            "." => inner.to_owned(),
            _ => triple,
        };
        AdviceDraft::new("a triple is written without parentheses")
            .guess()
            .write(open.start..close.end, written)
    })
}
