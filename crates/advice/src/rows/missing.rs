//! Signs and terms that are missing before a token, or before the end.

use super::misplaced::goes_on;
use crate::brackets;
use crate::fault::{FaultView, Wanted, is_iri, is_term};
use crate::{AdviceDraft, others, words};
use std::ops::Range;
use turtle_peg::tokens::Sign;

pub(super) fn bracket_not_closed(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, closes) = fault.open_bracket()?;
    let sign = fault.text(&open);
    let is_expected = fault.expects(closes);
    // A collection that is closed has a separator too many.
    let is_closed = || {
        let after = fault.tokens_after(fault.around.fault.end).take(64);
        after
            .take_while(|token| *token != ".")
            .any(|token| token == ")")
    };
    let ends = match fault.found() {
        found if found == "." || brackets::closes(found) => true,
        ";" => closes == Sign::ParenthesisEnd && !is_closed(),
        _ => fault.is_at_end(),
    };
    let begins_line = fault.line_up_to(fault.start).is_empty()
        && fault.wants(&[Wanted::EndInBrackets, Wanted::PredicateOrEnd, Wanted::Other]);
    (is_expected && (ends || begins_line)).then(|| {
        AdviceDraft::new(format!("this `{sign}` is not closed"))
            .at(open)
            .also(
                Some(fault.around.fault.clone()),
                match fault.is_at_end() {
                    true => format!("the document ends without `{closes}`"),
                    false => format!("`{closes}` has to come before this"),
                },
            )
            .otherwise(format!("close it with `{closes}`"))
    })
}

pub(super) fn term_missing(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let last = fault.token_before(1).filter(|_| ends_statement(fault))?;
    let (title, label, about) = match fault.wanted {
        Wanted::Object if !fault.expects(Sign::ParenthesisEnd) => {
            ("an object is missing", fault.object(), "of this predicate")
        }
        Wanted::PredicateOrEnd if fault.can_end() => return None,
        Wanted::Predicate | Wanted::PredicateOrEnd => (
            "a predicate and an object are missing",
            words::predicate(fault.dialect),
            fault.subject_before(),
        ),
        _ => return None,
    };
    let is_over = fault.is_at_line_end() || fault.is_at_end() || fault.begins_another();
    let draft = AdviceDraft::new(title)
        .at(if is_over {
            last.end..last.end
        } else {
            fault.around.fault.clone()
        })
        .label(label)
        .also(Some(last), about);
    Some(goes_on(draft, fault).cut_off(fault))
}

/// Whether the fault ends a statement, or a part of one, or begins a construct that cannot be part of it.
fn ends_statement(fault: &FaultView<'_>) -> bool {
    let ends = |sign: Sign| sign.is_separator() || sign.closes();
    let sign = Sign::of(fault.found()).filter(|sign| *sign != Sign::ParenthesisEnd);
    sign.is_some_and(ends) || fault.is_at_line_end() || fault.is_at_end() || fault.begins_another()
}

pub(super) fn statement_read_on(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let ReadOn { new, role, old } = read_on(fault)?;
    let text = fault.text(&old);
    let can_end = || others::reads(fault.dialect, &[text, " ."].concat(), 1);
    let rest = "write what is missing, and `.` at the end of the statement";
    let (title, label, help) = match role {
        MissingRole::Object => ("an object is missing", words::object(fault.dialect), rest),
        MissingRole::Predicate if can_end() => (
            "the statement has no full stop at its end",
            "`.` is missing here",
            "end the statement with `.`",
        ),
        MissingRole::Predicate => (
            "a predicate and an object are missing",
            words::predicate(fault.dialect),
            rest,
        ),
    };
    let is_whole = help != rest;
    let role = match role {
        MissingRole::Object => "the object",
        MissingRole::Predicate => "the predicate",
    };
    let draft = AdviceDraft::new(title)
        .at(old.end..old.end)
        .label(label)
        .also(
            Some(new),
            format!("something new seems to begin here, and it was read as {role}"),
        );
    Some(match is_whole {
        true => draft.otherwise(help),
        false => draft.help(help),
    })
}

/// A statement that was read as the rest of the one before it.
struct ReadOn {
    /// Its subject, or the name of a graph.
    new: Range<usize>,
    /// The role in which the parser read it.
    role: MissingRole,
    /// The last term of the statement before it.
    old: Range<usize>,
}

enum MissingRole {
    Predicate,
    Object,
}

fn read_on(fault: &FaultView<'_>) -> Option<ReadOn> {
    if fault.dialect.is_line_based() || fault.is_at_end() || fault.open_bracket().is_some() {
        return None;
    }
    let text = |place: &Range<usize>| fault.text(place);
    let begins = |place: &Range<usize>| {
        fault.is_at_margin(place.start) && !fault.has_line_end(place.start..fault.start)
    };
    let is_first = |old: &Range<usize>| fault.beginning().is_some_and(|it| it.start == old.start);
    let (found, is_a) = (fault.found(), fault.word() == "a");
    let mut after = fault.tokens_after(fault.word_range().end.max(fault.around.fault.end));
    let is_object_next = after.next().is_some_and(is_term);
    let is_last = !is_object_next || brackets::closing(found).is_some();
    let is_graph = found == "{" && fault.dialect.has_named_graphs();
    let is_verb = (is_iri(found) || is_a) && is_object_next;
    let mut terms = fault.terms_before();
    let (last, before) = (terms.next()?, terms.next()?);
    let is_predicate = is_iri(text(&before)) || text(&before) == "a";
    let (new, role, old) = match fault.wanted {
        Wanted::End if (is_verb || is_graph) && is_predicate && begins(&last) => {
            (last, MissingRole::Object, before)
        }
        Wanted::End if is_term(found) && is_last && is_iri(text(&last)) => (
            before,
            MissingRole::Predicate,
            terms.next().filter(is_first)?,
        ),
        Wanted::Object if (is_graph || (is_a && is_verb)) && is_first(&before) => {
            (last, MissingRole::Predicate, before)
        }
        _ => return None,
    };
    begins(&new).then_some(ReadOn { new, role, old })
}

pub(super) fn rest_before_keyword(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_line_based = fault.dialect.is_line_based();
    let missing = || term_missing(fault).or_else(|| full_stop_missing(fault));
    (!is_line_based && fault.begins_with_keyword()).then(missing)?
}

pub(super) fn full_stop_missing(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if !fault.wants(&[Wanted::End, Wanted::PredicateOrEnd]) || !fault.can_end() {
        return None;
    }
    let (last, first) = (fault.token_before(1)?, fault.beginning());
    let is_new_line = fault.has_line_end(last.end..fault.start);
    let is_line_end = fault.dialect.is_line_based() && fault.is_at_line_end();
    let is_directive = first
        .as_ref()
        .is_some_and(|first| fault.text(first).starts_with('@'));
    if !(fault.is_at_end() || is_new_line || is_line_end || is_directive) {
        return None;
    }
    // A line that is indented further than the statement's beginning probably belongs to it.
    let is_right = |first: &Range<usize>| fault.column(fault.start) > fault.column(first.start);
    let is_indented = || first.as_ref().is_some_and(is_right);
    let begins_statement = || fault.begins_statement().unwrap_or_else(|| !is_indented());
    if is_new_line && fault.wanted == Wanted::End && !is_directive && !begins_statement() {
        return None;
    }
    let sign = fault.found();
    if is_directive && matches!(sign, ";" | ",") {
        return Some(
            AdviceDraft::new(format!("a directive ends with `.`, not with `{sign}`"))
                .also(first, "this directive")
                .otherwise(format!("write `.` instead of the `{sign}`")),
        );
    }
    let what = if is_directive {
        "directive"
    } else {
        "statement"
    };
    let after = fault.line_from(last.end).trim_end();
    let is_comment = |at: &usize| after[..*at].trim().is_empty() && after.ends_with('.');
    let comment = after.find('#').filter(is_comment);
    let draft = AdviceDraft::new(format!("the {what} has no full stop at its end"))
        .at(last.end..last.end)
        .label("`.` is missing here")
        .also(
            first.filter(|first| fault.has_line_end(first.start..last.end)),
            "the statement begins here",
        )
        .also(
            comment.map(|at| last.end + at..last.end + after.len()),
            "the full stop here is part of a comment",
        )
        .also(
            Some(fault.around.fault.clone()).filter(|_| is_new_line && !fault.is_at_end()),
            "a new statement seems to begin here",
        );
    let can_go_on = !is_directive && !fault.dialect.is_line_based();
    Some(draft.otherwise(match (comment, can_go_on) {
        (Some(_), _) => "a comment goes to the end of its line: write the full stop before the `#`",
        (None, true) => "end the statement with `.`, or go on with it",
        (None, false) => "end it with `.`",
    }))
}
