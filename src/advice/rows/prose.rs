//! Text that is around the data: what a language model says of it, and the fences of Markdown.

use crate::advice::AdviceDraft;
use crate::advice::fault::{FaultView, Wanted};

/// The marks that a fence of Markdown begins with.
const FENCES: [&str; 2] = ["```", "~~~"];

pub(super) fn fence(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let line = first_line_of_statement(fault)?;
    FENCES.iter().find(|fence| line.starts_with(**fence))?;
    let place = fault.start..fault.start + line.len();
    let draft = AdviceDraft::new("a fence of Markdown is left here").at(place.clone());
    Some(draft.remedy(place, "", "leave the line out"))
}

pub(super) fn sentence(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let line = first_line_of_statement(fault).filter(|line| is_sentence(line))?;
    let draft = AdviceDraft::new("this line seems to be text, and not a statement")
        .at(fault.start..fault.start + line.len());
    let begin = fault.start..fault.start;
    Some(draft.remedy(
        begin,
        "# ",
        "leave it out, or make a comment of it, with `#`",
    ))
}

/// The line at fault, if a statement was to begin at its first character that is not white space.
fn first_line_of_statement<'a>(fault: &FaultView<'a>) -> Option<&'a str> {
    let is_first = fault.wanted == Wanted::Statement
        && fault.before.is_empty()
        && fault.begins_line(fault.start);
    is_first.then(|| fault.line_from(fault.start).trim_end())
}

/// Whether a line has several words, one after the other, and ends as sentences do; and nothing that terms have.
fn is_sentence(line: &str) -> bool {
    const FEWEST: usize = 3;
    let mut words = 0;
    let mut is_word = |word: &str| {
        let plain = word.trim_matches(|c| "()*,;:.!?…—–-’'".contains(c));
        words += usize::from(!plain.is_empty());
        plain
            .chars()
            .all(|c| c.is_alphanumeric() || "-’'/+".contains(c))
    };
    let are_words = line.split_whitespace().all(&mut is_word);
    let begins = line.starts_with(|c: char| c.is_alphabetic() || c == '*');
    let text = line.trim_end_matches([':', '.', '!', '?']);
    let ends = text.len() < line.len() && !text.ends_with(char::is_whitespace);
    are_words && begins && ends && words >= FEWEST
}
