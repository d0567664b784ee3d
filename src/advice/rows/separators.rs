//! Separators between the parts of a statement that are missing, too many, or another sign than was meant.

use crate::SyntaxErrorKind;
use crate::advice::fault::{FaultView, is_iri};
use crate::advice::{AdviceDraft, words};
use crate::engine::brackets;
use crate::tokens::Sign;
use std::ops::Range;

pub(super) fn full_stop_in_name(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let written = fault.text_before(1);
    let name = fault.token_before(1).filter(|_| is_iri(written))?;
    let (first, second) = written.split_once('.')?;
    let are_names = first.contains(':') && second.contains(':') && !written.starts_with('<');
    (are_names && fault.is_after_object() && !fault.is_at_end())
        .then(|| full_stop_within(name, first, second))
}

pub(super) fn full_stop_in_prefix(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::UndeclaredPrefix { declared, .. } = fault.error.kind() else {
        return None;
    };
    // As it is written, which may be with escape sequences.
    let (prefix, _) = fault.found().split_once(':')?;
    let (first, second) = prefix.rsplit_once('.')?;
    let is_declared = declared.iter().any(|it| it == second);
    let place = fault.around.fault.clone();
    (is_declared && !first.is_empty()).then(|| {
        let rest = &fault.found()[first.len() + 1..];
        full_stop_within(place, first, rest)
    })
}

/// A name with a full stop in it, and the text before and after that.
fn full_stop_within(name: Range<usize>, before: &str, after: &str) -> AdviceDraft {
    let full_stop = name.start + before.len();
    AdviceDraft::new("the `.` is part of this name")
        .at(full_stop..full_stop + 1)
        .also(Some(name), "read as one name")
        .help(format!(
            "if the statement ends there, write a space: `{} . {}`",
            words::short(before),
            words::short(after)
        ))
}

pub(super) fn comma_after_subject(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    (fault.found() == "," && fault.is_after_subject() && !fault.dialect.is_line_based()).then(
        || {
            AdviceDraft::new("a statement has one subject: `,` lists objects only")
                .also(fault.token_before(1), "after this subject")
                .help("write a statement for each subject")
        },
    )
}

pub(super) fn comma_in_collection(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    const TOKENS: usize = 256;
    let (open, closes) = fault.open_bracket()?;
    if fault.found() != "," || closes != Sign::ParenthesisEnd {
        return None;
    }
    let text = &fault.around.text;
    let mut last = fault.around.fault.end;
    let is_apart = text[last..].starts_with(char::is_whitespace);
    let (mut kept, mut depth) = (if is_apart { "" } else { " " }.to_owned(), 1);
    for token in fault.ranges_after(last).take(TOKENS) {
        match &text[token.clone()] {
            "," if depth == 1 => {
                kept += &text[last..token.start];
                if !text[token.end..].starts_with(char::is_whitespace) {
                    kept.push(' ');
                }
                last = token.end;
            }
            "." => return None,
            sign if brackets::closing(sign).is_some() => depth += 1,
            sign if brackets::closes(sign) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
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
