//! Separators between the parts of a statement that are missing, too many, or another sign than was meant.

use crate::fault::{FaultView, is_iri};
use crate::{AdviceDraft, words};
use std::ops::Range;
use turtle_peg::SyntaxErrorKind;

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
