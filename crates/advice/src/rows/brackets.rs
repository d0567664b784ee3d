//! Brackets around what others are for: lists in `[ … ]`, predicates in `( … )`, separators that neither has.

use crate::brackets;
use crate::fault::{FaultView, is_iri};
use crate::words::short;
use crate::{AdviceDraft, others};
use std::ops::Range;
use turtle_peg::tokens::{Sign, TermKind};

/// How many tokens between brackets are looked at.
const MOST: usize = 256;

pub(super) fn list_in_brackets(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, closes) = fault.open_bracket()?;
    let is_first = fault.text_before(1) == "[" && TermKind::of(fault.token()?)?.is_literal();
    let is_second = fault.text_before(2) == "[" && fault.found() == ",";
    if closes != Sign::BracketEnd || !(is_first || is_second) {
        return None;
    }
    let (whole, members) = between(fault, &open, ",")?;
    let is_object = |member: &Range<usize>| {
        let triple = format!("<x:s> <x:p> {} .\n", fault.text(member));
        others::reads(fault.dialect, &triple, 1)
    };
    if !members.iter().all(is_object) {
        return None;
    }
    let texts: Vec<&str> = members.iter().map(|member| fault.text(member)).collect();
    let draft = AdviceDraft::new("`[ … ]` takes predicates with objects, and no list")
        .guess()
        .at(open)
        .write(whole.clone(), texts.join(", "))
        .remedy(
            whole,
            format!("( {} )", texts.join(" ")),
            "or, for a collection, whose order counts, write `( … )` without `,`",
        );
    Some(match texts.as_slice() {
        [first, _] if is_iri(first) => {
            let comma = fault.around.fault.clone();
            let words = format!("or, if `{}` is the predicate, leave out `,`", short(first));
            draft.remedy(comma, "", words)
        }
        _ => draft,
    })
}

pub(super) fn predicates_in_parentheses(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, closes) = fault.open_bracket()?;
    if closes != Sign::ParenthesisEnd || !matches!(fault.found(), ";" | ",") {
        return None;
    }
    let (whole, pairs) = between(fault, &open, ";").filter(|(_, pairs)| pairs.len() > 1)?;
    let is_predicate = |pair: &Range<usize>| {
        let triples = format!("<x:s> {} .\n", fault.text(pair));
        others::reads(fault.dialect, &triples, 1)
    };
    let within = &fault.around.text[open.end..whole.end - 1];
    pairs.iter().all(is_predicate).then(|| {
        AdviceDraft::new("`( … )` takes the members of a collection, and no predicates")
            .guess()
            .at(open)
            .replace(whole, format!("[{within}]"), "write `[` and `]` instead")
    })
}

/// The tokens from a place between brackets to the end of these, each with how many brackets are open after it.
fn within<'a>(
    fault: &'a FaultView<'a>,
    from: usize,
) -> impl Iterator<Item = (Range<usize>, usize)> {
    let mut depth = 1_usize;
    fault.ranges_after(from).take(MOST).map_while(move |token| {
        let written = fault.text(&token);
        let is_over = depth == 0;
        depth += usize::from(brackets::closing(written).is_some());
        depth -= usize::from(!is_over && brackets::closes(written));
        (!is_over).then_some((token, depth))
    })
}

/// The bytes from a bracket to the one that closes it, and those of what is between the outermost separators of a kind. `None`, if
/// there are other separators, or the bracket is closed too far away.
pub(super) fn between(
    fault: &FaultView<'_>,
    open: &Range<usize>,
    separator: &str,
) -> Option<(Range<usize>, Vec<Range<usize>>)> {
    let (mut parts, mut part) = (Vec::new(), None::<Range<usize>>);
    for (token, depth) in within(fault, open.end) {
        let written = fault.text(&token);
        match written {
            _ if depth == 0 => {
                parts.extend(part);
                return Some((open.start..token.end, parts));
            }
            _ if depth == 1 && written == separator => parts.push(part.take()?),
            "." => return None,
            ";" if depth == 1 => return None,
            _ => part = Some(part.map_or(token.clone(), |begun| begun.start..token.end)),
        }
    }
    None
}

pub(super) fn comma_in_collection(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, closes) = fault.open_bracket()?;
    if fault.found() != "," || closes != Sign::ParenthesisEnd {
        return None;
    }
    let text = &fault.around.text;
    let mut last = fault.around.fault.end;
    let is_apart = text[last..].starts_with(char::is_whitespace);
    let mut kept = if is_apart { "" } else { " " }.to_owned();
    for (token, depth) in within(fault, last) {
        match &text[token.clone()] {
            "," if depth == 1 => {
                kept += &text[last..token.start];
                if !text[token.end..].starts_with(char::is_whitespace) {
                    kept.push(' ');
                }
                last = token.end;
            }
            "." => return None,
            _ => {}
        }
    }
    let place = fault.start..last;
    Some(
        AdviceDraft::new("`,` is not allowed between the members of a collection")
            .guess()
            .at(fault.around.fault.clone())
            .also(Some(open), "in this collection")
            .replace(place, kept, "leave out each `,`"),
    )
}

pub(super) fn full_stop_in_brackets(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, closes) = fault.open_bracket()?;
    let is_expected = fault.expects(closes);
    if fault.found() != "." || !is_expected {
        return None;
    }
    let is_last = fault.tokens_after(fault.around.fault.end).next() == Some(closes.text());
    let sign = fault.text(&open);
    fault.is_full_stop_between_brackets().then(|| {
        AdviceDraft::new(format!("`.` is not allowed inside `{sign} … {closes}`"))
            .also(Some(open), "in what begins here")
            .otherwise(
                match is_last || !matches!(closes, Sign::BracketEnd | Sign::AnnotationEnd) {
                    true => "leave it out",
                    false => "write `;` instead, if another predicate follows",
                },
            )
    })
}
