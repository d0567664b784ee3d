//! What is missing before a token, or before the end.

use crate::advice::fault::{Begins, Fault, Wanted};
use crate::advice::{Draft, words};

pub(super) fn bracket_not_closed(fault: &Fault<'_>) -> Option<Draft> {
    let (open, closes) = fault.open_bracket()?;
    let sign = &fault.around.text[open.clone()];
    let is_expected =
        fault.expects(&format!("'{closes}'")) || fault.expects(&format!("\"{closes}\""));
    let ends =
        fault.is_at_end() || matches!(fault.found(), "." | ")" | "]" | "}" | "|}" | ">>" | ")>>");
    let begins_line = fault.line_up_to(fault.start).is_empty()
        && matches!(fault.wanted, Wanted::EndInBrackets | Wanted::Other);
    (fault.is_unexpected() && is_expected && (ends || begins_line)).then(|| {
        Draft::new(format!("this `{sign}` is not closed"))
            .at(open)
            .also(
                Some(fault.around.fault.clone()),
                match fault.is_at_end() {
                    true => format!("the document ends without `{closes}`"),
                    false => format!("`{closes}` has to come before this"),
                },
            )
            .help(format!("close it with `{closes}`"))
    })
}

/// A comma or a semicolon, and nothing after it.
pub(super) fn nothing_between(fault: &Fault<'_>) -> Option<Draft> {
    let comma = fault
        .token_before(1)
        .filter(|_| fault.text_before(1) == ",")?;
    (fault.wanted == Wanted::Object && words::kind_of(fault.found()).is_none()).then(|| {
        Draft::new("an object has to follow the comma")
            .at(comma)
            .also(Some(fault.around.fault.clone()), "but this does")
            .help("write another object, or leave out the comma")
    })
}

pub(super) fn object_missing(fault: &Fault<'_>) -> Option<Draft> {
    let ends = fault.is_at_end()
        || matches!(
            fault.found(),
            "." | ";" | "," | "]" | "}" | "|}" | ">>" | ")>>" | "\n"
        );
    (fault.wanted == Wanted::Object && ends && !fault.expects("')'")).then(|| {
        Draft::new("an object is missing")
            .label(words::object(fault.dialect))
            .also(fault.token_before(1), "of this predicate")
    })
}

pub(super) fn predicate_missing(fault: &Fault<'_>) -> Option<Draft> {
    let ends =
        fault.is_at_end() || matches!(fault.found(), "." | ";" | "," | "]" | "}" | "|}" | "\n");
    (fault.wanted == Wanted::Predicate && ends && !fault.before.is_empty()).then(|| {
        Draft::new("a predicate and an object are missing")
            .label(words::predicate(fault.dialect))
            .also(fault.token_before(1), "of this subject")
    })
}

pub(super) fn full_stop_missing(fault: &Fault<'_>) -> Option<Draft> {
    if fault.wanted != Wanted::End {
        return None;
    }
    let last = fault.token_before(1)?;
    let is_new_line = fault.has_line_end(last.end..fault.start);
    let is_line_end = fault.dialect.is_line_based() && fault.found().starts_with(['\n', '\r']);
    let is_directive = fault
        .beginning()
        .is_some_and(|first| fault.around.text[first].starts_with('@'));
    if !(fault.is_at_end() || is_new_line || is_line_end || is_directive) {
        return None;
    }
    // What stands further to the right than the statement's beginning belongs to it, more likely than not.
    let is_indented = || {
        let first = fault.beginning();
        first.is_some_and(|first| fault.column(fault.start) > fault.column(first.start))
    };
    let goes_on = is_new_line
        && match fault.begins() {
            Begins::Statement => false,
            Begins::Predicate => true,
            Begins::Unknown => is_indented(),
        };
    let sign = fault.found();
    if is_directive && matches!(sign, ";" | ",") {
        return Some(
            Draft::new(format!("a directive ends with `.`, not with `{sign}`"))
                .also(fault.beginning(), "this directive")
                .help(format!("write `.` instead of the `{sign}`")),
        );
    }
    let title = match (is_directive, goes_on) {
        (true, _) => "the directive has no full stop at its end",
        (false, true) => "`;` or `.` is missing after this object",
        (false, false) => "the statement has no full stop at its end",
    };
    let after = fault.line_from(last.end);
    let comment = after
        .find('#')
        .filter(|&at| after[..at].trim().is_empty() && after[at..].trim_end().ends_with('.'));
    let draft = Draft::new(title)
        .at(last.end..last.end)
        .label(if goes_on {
            "`;` or `.` is missing here"
        } else {
            "`.` is missing here"
        })
        .also(
            fault
                .beginning()
                .filter(|first| fault.has_line_end(first.start..last.end)),
            "the statement begins here",
        )
        .also(
            comment.map(|at| last.end + at..last.end + after.trim_end().len()),
            "the full stop here is part of a comment",
        )
        .also(
            Some(fault.around.fault.clone()).filter(|_| is_new_line && !fault.is_at_end()),
            match goes_on {
                true => "another predicate seems to begin here",
                false => "a new statement seems to begin here",
            },
        );
    Some(
        match (comment, is_directive || fault.dialect.is_line_based()) {
            (Some(_), _) => draft
                .help("a comment goes to the end of its line: write the full stop before the `#`"),
            (None, true) => draft.help("end it with `.`"),
            (None, false) if goes_on => {
                draft.help("go on with `;` and another predicate, or end the statement with `.`")
            }
            (None, false) => {
                draft.help("end the statement with `.`, or go on with `;` and another predicate")
            }
        },
    )
}
