//! Lines around a document or in its midst that are of other programs: of shells, Python, logs and tables.

use crate::AdviceDraft;
use crate::fault::{FaultView, Wanted};
use crate::formats::{is_of_log, is_table_row, language_of_program};
use std::ops::Range;
use turtle_peg::SyntaxErrorKind;

/// The line of the fault, if the statement begins with it, and no more than one token of it was read.
fn line<'a>(fault: &FaultView<'a>) -> Option<(Range<usize>, &'a str)> {
    let start = match fault.before.as_slice() {
        [] if fault.wanted == Wanted::Statement => fault.start,
        [only] if !fault.has_line_end(only.start..fault.start) => only.start,
        _ => return None,
    };
    let line = fault.line_from(start).trim_end();
    fault
        .begins_line(start)
        .then_some((start..start + line.len(), line))
}

pub(super) fn of_log(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (place, _) = line(fault).filter(|(_, line)| is_of_log(line))?;
    Some(log_line(place))
}

/// `INFO: …`: the word is read as a prefix.
pub(super) fn level_as_prefix(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::UndeclaredPrefix { .. } = fault.error.kind() else {
        return None;
    };
    let start = fault.around.fault.start;
    let line = fault.line_from(start).trim_end();
    let is_first = fault.around.statement == Some(start) && fault.begins_line(start);
    (is_first && is_of_log(line)).then(|| log_line(start..start + line.len()))
}

fn log_line(place: Range<usize>) -> AdviceDraft {
    AdviceDraft::new("this line is of a log, and not of the document")
        .at(place)
        .help("leave it out")
}

pub(super) fn of_table(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (place, _) = line(fault).filter(|(_, line)| is_table_row(line))?;
    let draft = AdviceDraft::new("this line is of a table, and not a statement").at(place);
    Some(draft.help("write each row as statements: `subject predicate object .`"))
}

pub(super) fn of_program(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    /// Words that end a text in a script of a shell.
    const ENDS: [&str; 5] = ["EOF", "EOT", "END", "TTL", "HERE"];
    let (place, line) = line(fault)?;
    let end = line.trim_end_matches(['.', ';']);
    if ENDS.contains(&end) {
        let title = format!("`{end}` ends a text in a script of a shell");
        return Some(AdviceDraft::new(title).leave_out(place));
    }
    let marks = ["\"\"\"", "'''"]
        .iter()
        .find(|marks| line.starts_with(*marks));
    let is_end = |marks: &&str| !line[marks.len()..].contains(char::is_alphanumeric);
    if let Some(marks) = marks.filter(|marks| is_end(marks) && fault.wanted == Wanted::Statement) {
        let title = format!("`{marks}` is around the document, as in Python");
        return Some(AdviceDraft::new(title).at(place).help("leave the line out"));
    }
    let language = language_of_program(line)?;
    let title = format!("this line is {language}, and not of the document");
    Some(AdviceDraft::new(title).at(place).help("leave it out"))
}
