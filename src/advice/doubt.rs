//! Remedies after which the statement is read, where another mistake explains the text as well: the author chooses.
//!
//! Invariant: each kind has its reason, and looks at nothing but the remedy and the text beside it.

use super::fault::FaultView;
use super::words;
use crate::tokens::Sign;
use std::ops::Range;

/// Whether a text in the place of these bytes may not be what the author meant, though nothing else is offered.
pub(super) fn is_doubtful(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    joins_paragraphs(fault, place, text)
        || is_of_one_item(place, text)
        || is_cut_off(fault)
        || makes_datatype(fault, text)
        || is_string_of_name(fault, place, text)
        // A language tag whose string is lost looks so, too.
        || text.contains("\\@")
}

/// Whether a text takes the place of a full stop with an empty line after it: what begins there may have lost its subject.
fn joins_paragraphs(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let stop = Sign::FullStop.text();
    let behind = fault.after(place);
    let gap = &behind[..behind.len() - behind.trim_start().len()];
    let line_ends = gap.replace("\r\n", "\n").matches(['\n', '\r']).count();
    fault.text(place) == stop && text.trim() != stop && line_ends > 1
}

/// Whether a parenthesis is closed right where its fault shows: to have opened it may be the mistake.
fn is_of_one_item(place: &Range<usize>, text: &str) -> bool {
    place.is_empty() && text.trim() == Sign::ParenthesisEnd.text()
}

/// Whether the document ends within a line, and not with a sign that closes something: more of it may be lost.
fn is_cut_off(fault: &FaultView<'_>) -> bool {
    let text = fault.around.text.trim_end_matches([' ', '\t']);
    fault.is_at_end() && !text.ends_with(['\n', '\r', ']', ')', '>', '}'])
}

/// Whether a string gets a datatype that is none elsewhere near: a name behind a string may be a predicate as well.
fn makes_datatype(fault: &FaultView<'_>, text: &str) -> bool {
    text.rsplit_once("\"^^").is_some_and(|(_, datatype)| {
        !words::is_of_xml_schema(datatype) && !fault.around.text.contains(&format!("^^{datatype}"))
    })
}

/// Whether a name becomes a string: its prefix may have lost a letter.
fn is_string_of_name(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let name = fault.text(place);
    let is_name = name.split_once(':').is_some_and(|(prefix, local)| {
        local.starts_with(char::is_alphabetic) && prefix.chars().all(char::is_alphanumeric)
    });
    is_name && text == format!("\"{name}\"")
}
